//! The texts of announcements as users see them, and suggested texts for staff.

use super::draft::typed;
use super::{Announced, AnnouncementForm, AnnouncementKind, AnnouncementTexts, SuggestedTexts};
use crate::endpoint::Feature;
use crate::{Instant, Language};

/// Returns the texts of an announcement in a language.
#[must_use]
pub fn announcement_texts(announced: &Announced, language: Language) -> AnnouncementTexts {
    TextParts {
        kind: announced.kind,
        title: announced.title.in_language(language),
        text: announced.text.in_language(language),
        services: announced.services.as_ref().map(|services| services.in_language(language)),
        from: Some(announced.from),
        to: announced.to,
        returns_at: announced.returns_at,
        freezes: &announced.freezes,
    }
    .texts(language)
}

/// Returns the same texts for a form that is being typed, as far as it can be parsed.
#[must_use]
pub fn preview(form: &AnnouncementForm, language: Language) -> AnnouncementTexts {
    let [title, text, services] = language
        .pick([[&form.title_en, &form.text_en, &form.services_en], [&form.title_ms, &form.text_ms, &form.services_ms]])
        .map(|typed| typed.trim());
    TextParts {
        kind: form.kind,
        title,
        text,
        services: Some(services).filter(|services| !services.is_empty()),
        from: typed([&form.from_day, &form.from_time]),
        to: typed([&form.to_day, &form.to_time]),
        returns_at: typed([&form.returns_day, &form.returns_time]),
        freezes: &form.freezes,
    }
    .texts(language)
}

struct TextParts<'a> {
    kind: AnnouncementKind,
    title: &'a str,
    text: &'a str,
    services: Option<&'a str>,
    from: Option<Instant>,
    to: Option<Instant>,
    returns_at: Option<Instant>,
    freezes: &'a [Feature],
}

impl TextParts<'_> {
    fn texts(&self, language: Language) -> AnnouncementTexts {
        let returns = self.returns_at.map(|at| at.shown(language));
        let frozen: Vec<_> = self.freezes.iter().map(|feature| feature.word(language)).collect();
        let frozen = frozen.join(", ");
        let payments = match self.kind {
            AnnouncementKind::TariffUpgrade | AnnouncementKind::Notice => {
                language.pick([" Payments are not affected.", " Pembayaran tidak terjejas."])
            }
            // Payments may be affected, too; the announcement's own text says so.
            AnnouncementKind::PlannedDowntime
            | AnnouncementKind::UnplannedDowntime
            | AnnouncementKind::FpxMaintenance => "",
        };
        AnnouncementTexts {
            kind: self.kind.word(language).to_owned(),
            title: self.title.to_owned(),
            text: self.text.to_owned(),
            time: time(self.from, self.to, language),
            services: self.services.map(|services| say!(language, "Affected: {services}.", "Terjejas: {services}.")),
            returns: returns.map(|at| say!(language, "Expected back on {at}.", "Dijangka pulih pada {at}.")),
            frozen: (!frozen.is_empty()).then(|| {
                say!(
                    language,
                    "Not available during this time: {frozen}.{payments}",
                    "Tidak tersedia dalam tempoh ini: {frozen}.{payments}"
                )
            }),
        }
    }
}

fn time(from: Option<Instant>, to: Option<Instant>, language: Language) -> Option<String> {
    let from = from?.shown(language);
    Some(match to.map(|to| to.shown(language)) {
        Some(to) => say!(language, "From {from} to {to}.", "Dari {from} hingga {to}."),
        // It may be announced before it begins.
        None => say!(language, "From {from}, end not known.", "Dari {from}, masa tamat belum diketahui."),
    })
}

/// Returns a suggested title and text for the kind in both languages, with the typed times and services filled in.
#[must_use]
pub fn suggested(form: &AnnouncementForm) -> SuggestedTexts {
    let [(title_en, text_en), (title_ms, text_ms)] = Language::ALL.map(|language| {
        let [title, text] = language.pick(suggestion(form.kind));
        (filled(title, form, language), filled(text, form, language))
    });
    SuggestedTexts { title_en, title_ms, text_en, text_ms }
}

/// Returns title and text in each language, with placeholders in braces.
const fn suggestion(kind: AnnouncementKind) -> [[&'static str; 2]; Language::COUNT] {
    match kind {
        AnnouncementKind::PlannedDowntime => [
            [
                "The portal is not available from {from}",
                "We are maintaining the portal from {from} to {until}. It is not available during this time. Please make urgent payments before then.",
            ],
            [
                "Portal tidak tersedia mulai {from}",
                "Kami menyelenggara portal dari {from} hingga {until}. Portal tidak tersedia dalam tempoh ini. Sila buat pembayaran segera sebelum itu.",
            ],
        ],
        AnnouncementKind::UnplannedDowntime => [
            [
                "Some services are interrupted",
                "We are working to restore our services. We are sorry for the inconvenience.",
            ],
            [
                "Sebahagian perkhidmatan terganggu",
                "Kami sedang berusaha memulihkan perkhidmatan. Kami memohon maaf atas kesulitan ini.",
            ],
        ],
        AnnouncementKind::FpxMaintenance => [
            [
                "FPX is under maintenance from {from}",
                "FPX is under maintenance from {from}. These services are not available: {services}. They are expected back on {returns}. In the meantime you can pay by EFT or cheque.",
            ],
            [
                "FPX diselenggara mulai {from}",
                "FPX diselenggara mulai {from}. Perkhidmatan ini tidak tersedia: {services}. Perkhidmatan dijangka pulih pada {returns}. Sementara itu anda boleh membayar melalui EFT atau cek.",
            ],
        ],
        AnnouncementKind::TariffUpgrade => [
            [
                "Tariff upgrade from {from} to {until}",
                "Our billing system is upgraded for the new tariff. From {from} to {until} some functions are not available. You can view and pay your bills as usual.",
            ],
            [
                "Naik taraf tarif dari {from} hingga {until}",
                "Sistem pengebilan kami dinaik taraf untuk tarif baharu. Dari {from} hingga {until} sebahagian fungsi tidak tersedia. Anda boleh melihat dan membayar bil seperti biasa.",
            ],
        ],
        AnnouncementKind::Notice => [["", ""], ["", ""]],
    }
}

/// Fills the placeholders. A value that is not typed yet becomes "…".
fn filled(template: &str, form: &AnnouncementForm, language: Language) -> String {
    let to = typed([&form.to_day, &form.to_time]);
    let services = language.pick([&form.services_en, &form.services_ms]);
    let shown = |instant: Option<Instant>| instant.map(|at| at.shown(language)).unwrap_or_default();
    let values = [
        ("{from}", shown(typed([&form.from_day, &form.from_time]))),
        ("{until}", shown(to)),
        ("{returns}", shown(typed([&form.returns_day, &form.returns_time]).or(to))),
        ("{services}", services.trim().to_owned()),
    ];
    values
        .iter()
        .fold(template.to_owned(), |text, (name, value)| text.replace(name, if value.is_empty() { "…" } else { value }))
}

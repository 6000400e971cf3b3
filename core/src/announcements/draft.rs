//! Checks an announcement, as typed.

use super::{Announced, AnnouncementForm, AnnouncementKind, InBoth, Placement};
use crate::calendar::seconds_of_day;
use crate::endpoint::Feature;
use crate::{Code, Day, Instant, Problem};

/// Maximum characters of a title.
pub const MAX_TITLE_LENGTH: usize = 120;
/// Maximum characters of a text.
pub const MAX_TEXT_LENGTH: usize = 1_000;
/// Maximum characters of the names of services.
pub const MAX_SERVICES_LENGTH: usize = 200;
/// Maximum days between the start and the end of an announcement.
pub const MAX_DAYS: i64 = 92;

/// Parses an announcement. It may have begun already, but must not be over.
/// Fails with every wrong field: [`Code::AnnouncementTextRequired`] and [`Code::AnnouncementTextTooLong`] at texts,
/// [`Code::AnnouncementServicesRequired`] at `servicesEn` and `servicesMs`, [`Code::DateInvalid`] and
/// [`Code::TimeInvalid`] at days and times, [`Code::AnnouncementEndRequired`], [`Code::AnnouncementEndsFirst`],
/// [`Code::WindowIsOver`] and [`Code::AnnouncementTooLong`] at `toDay`, [`Code::AnnouncementEndsFirst`] at
/// `returnsDay`, [`Code::AnnouncementShownLate`] at `shownDay`, [`Code::FreezeNotShown`] at `placement`.
pub fn check_draft(form: &AnnouncementForm, now: Instant) -> Result<Announced, Problem> {
    let mut wrong = Wrong::default();
    let title = wrong.texts(["titleEn", "titleMs"], [&form.title_en, &form.title_ms], MAX_TITLE_LENGTH);
    let text = wrong.texts(["textEn", "textMs"], [&form.text_en, &form.text_ms], MAX_TEXT_LENGTH);
    let services = wrong.services(form);
    let from = wrong.instant(["fromDay", "fromTime"], [&form.from_day, &form.from_time]);
    let to = wrong.instant_or_none(["toDay", "toTime"], [&form.to_day, &form.to_time]);
    let returns_at = wrong.instant_or_none(["returnsDay", "returnsTime"], [&form.returns_day, &form.returns_time]);
    let shown_from = wrong.instant_or_none(["shownDay", "shownTime"], [&form.shown_day, &form.shown_time]);
    if let Some(from) = from {
        wrong.end(form, from, to, now);
    }
    if let (Some(from), Some(returns_at)) = (from, returns_at)
        && returns_at <= from
    {
        wrong.at("returnsDay", Code::AnnouncementEndsFirst);
    }
    if let (Some(from), Some(shown_from)) = (from, shown_from)
        && shown_from > from
    {
        wrong.at("shownDay", Code::AnnouncementShownLate);
    }
    if form.placement == Placement::SignIn && !form.freezes.is_empty() {
        wrong.at("placement", Code::FreezeNotShown);
    }
    if let Some(problem) = Problem::of_fields(wrong.0) {
        return Err(problem);
    }
    let from = from.ok_or(Code::DateInvalid)?;
    Ok(Announced {
        kind: form.kind,
        placement: form.placement,
        title,
        text,
        services,
        shown_from: shown_from.unwrap_or_else(|| now.min(from)),
        from,
        to,
        returns_at,
        freezes: Feature::ALL.iter().copied().filter(|feature| form.freezes.contains(feature)).collect(),
    })
}

/// Parses a day and a time of a form, at +08:00.
pub(super) fn typed([day, time]: [&str; 2]) -> Option<Instant> {
    Some(Day::parse(day.trim()).ok()?.begins().plus_seconds(seconds_of_day(time.trim()).ok()?))
}

/// The errors, field by field.
#[derive(Default)]
struct Wrong(Vec<(String, Problem)>);

impl Wrong {
    fn at(&mut self, field: &str, problem: impl Into<Problem>) {
        self.0.push((field.to_owned(), problem.into()));
    }

    fn length(&mut self, field: &str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.at(field, Problem::new(Code::AnnouncementTextTooLong).with("limit", most));
        }
    }

    fn texts(&mut self, fields: [&str; 2], texts: [&String; 2], most: usize) -> InBoth {
        let [en, ms] = texts.map(|text| text.trim());
        for (field, text) in fields.into_iter().zip([en, ms]) {
            if text.is_empty() {
                self.at(field, Code::AnnouncementTextRequired);
            }
            self.length(field, text, most);
        }
        InBoth { en: en.to_owned(), ms: ms.to_owned() }
    }

    /// Parses the affected services: in both languages or in none. FPX maintenance must name them.
    fn services(&mut self, form: &AnnouncementForm) -> Option<InBoth> {
        let [en, ms] = [&form.services_en, &form.services_ms].map(|text| text.trim());
        let is_needed = form.kind == AnnouncementKind::FpxMaintenance || !en.is_empty() || !ms.is_empty();
        for (field, text) in [("servicesEn", en), ("servicesMs", ms)] {
            if is_needed && text.is_empty() {
                self.at(field, Code::AnnouncementServicesRequired);
            }
            self.length(field, text, MAX_SERVICES_LENGTH);
        }
        is_needed.then(|| InBoth { en: en.to_owned(), ms: ms.to_owned() })
    }

    fn instant(&mut self, [day_field, time_field]: [&str; 2], [day, time]: [&String; 2]) -> Option<Instant> {
        if let Err(code) = Day::parse(day.trim()) {
            self.at(day_field, code);
        }
        if let Err(code) = seconds_of_day(time.trim()) {
            self.at(time_field, code);
        }
        typed([day, time])
    }

    /// Parses an optional day and time. Both may be empty.
    fn instant_or_none(&mut self, fields: [&str; 2], typed: [&String; 2]) -> Option<Instant> {
        if typed.iter().all(|text| text.trim().is_empty()) { None } else { self.instant(fields, typed) }
    }

    fn end(&mut self, form: &AnnouncementForm, from: Instant, to: Option<Instant>, now: Instant) {
        let may_be_open = form.kind == AnnouncementKind::UnplannedDowntime && form.freezes.is_empty();
        // An invalid end is already reported, so only an empty one counts as missing.
        let is_missing = form.to_day.trim().is_empty() && form.to_time.trim().is_empty();
        match to {
            None if is_missing && !may_be_open => self.at("toDay", Code::AnnouncementEndRequired),
            Some(to) if to <= from => self.at("toDay", Code::AnnouncementEndsFirst),
            Some(to) if to <= now => self.at("toDay", Code::WindowIsOver),
            Some(to) if to.seconds_since(from) > MAX_DAYS * 86_400 => {
                self.at("toDay", Problem::new(Code::AnnouncementTooLong).with("limit", MAX_DAYS));
            }
            _ => {}
        }
    }
}

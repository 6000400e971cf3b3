//! The sentences of findings and their suggested next steps, in both languages.

use super::finding::{AuditRule, Evidence, Finding, NotChecked, RuleGroup};
use crate::bills::{ChargeBlock, Quantity};
use crate::{Day, Language, Money};

impl Finding {
    /// Returns the sentence of the finding's rule, and the titles of the other rules that report the same cause.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let sentence = self.evidence.sentence(language);
        if self.also.is_empty() {
            return sentence;
        }
        let also = language.pick(["For the same reason", "Atas sebab yang sama"]);
        let titles: Vec<&str> = self.also.iter().map(|evidence| evidence.rule().title(language)).collect();
        format!("{sentence} {also}: {}.", titles.join("; "))
    }
}

impl Evidence {
    /// Returns one sentence with the figures.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one arm for each rule")]
    pub fn sentence(&self, language: Language) -> String {
        let day = |day: &Day| day.shown(language);
        let say = |en: String, ms: String| match language {
            Language::En => en,
            Language::Ms => ms,
        };
        match self {
            Self::Gap { days, previous_end, start } => say(
                format!("{} not billed between {} and {}.", days_en(*days), day(previous_end), day(start)),
                format!("{days} hari tidak dibilkan antara {} dengan {}.", day(previous_end), day(start)),
            ),
            Self::Overlap { days, first, last } => say(
                format!("{} billed twice, from {} to {}.", days_en(*days), day(first), day(last)),
                format!("{days} hari dibilkan dua kali, dari {} hingga {}.", day(first), day(last)),
            ),
            Self::PeriodLength { days, shortest, longest } => say(
                format!(
                    "The bill covers {days} {}. An ordinary bill covers {shortest} to {longest} days.",
                    if *days == 1 { "day" } else { "days" }
                ),
                format!("Bil ini meliputi {days} hari. Bil biasa meliputi {shortest} hingga {longest} hari."),
            ),
            Self::PeriodInFuture { end, invoiced } => say(
                format!("The period ends on {}, after the invoice date {}.", day(end), day(invoiced)),
                format!("Tempoh tamat pada {}, selepas tarikh invois {}.", day(end), day(invoiced)),
            ),
            Self::DueDate { due, invoiced } => say(
                format!("The bill is due on {} and was invoiced on {}.", day(due), day(invoiced)),
                format!("Bil ini perlu dibayar pada {} dan diinvois pada {}.", day(due), day(invoiced)),
            ),
            Self::PeriodOld { end, invoiced } => say(
                format!("The period ended on {}, but was not invoiced until {}.", day(end), day(invoiced)),
                format!("Tempoh tamat pada {}, tetapi hanya dibilkan pada {}.", day(end), day(invoiced)),
            ),
            Self::MissingBill { last_end, expected } => say(
                format!("No bill since {}. The next period should have ended about {}.", day(last_end), day(expected)),
                format!(
                    "Tiada bil sejak {}. Tempoh seterusnya sepatutnya tamat sekitar {}.",
                    day(last_end),
                    day(expected)
                ),
            ),
            Self::DuplicateAmount { first, last, amount } => say(
                format!("Another bill also charges {} for {} to {}.", amount.shown(), day(first), day(last)),
                format!("Satu lagi bil mengenakan {} untuk {} hingga {}.", amount.shown(), day(first), day(last)),
            ),
            Self::DuplicateNumber { amount } => say(
                format!(
                    "This bill number was delivered before with different content. The bill is now {}.",
                    amount.shown()
                ),
                format!("Nombor bil ini pernah dihantar dengan kandungan lain. Bil kini {}.", amount.shown()),
            ),
            Self::HiddenEstimate { bills, kwh_a_day } => say(
                format!(
                    "{bills} bills in a row have the same use, {} kWh a day, but are not marked as estimated.",
                    kwh_a_day.shown()
                ),
                format!(
                    "{bills} bil berturut-turut mempunyai penggunaan sama, {} kWh sehari, tetapi tidak ditanda sebagai anggaran.",
                    kwh_a_day.shown()
                ),
            ),
            Self::EstimatedRun { bills } => say(
                format!("{bills} bills in a row are estimated. The Licensee Supply Regulations 1990 limit estimates."),
                format!(
                    "{bills} bil berturut-turut dianggarkan. Peraturan-Peraturan Pembekalan Pemegang Lesen 1990 mengehadkan anggaran."
                ),
            ),
            Self::ReadingBroken { block, expected, previous } => say(
                format!(
                    "{}: this bill opens at {}, but the previous bill closed at {}.",
                    register(*block, language),
                    previous.shown(),
                    expected.shown()
                ),
                format!(
                    "{}: bacaan awal bil ini ialah {}, tetapi bacaan akhir bil sebelumnya ialah {}.",
                    register(*block, language),
                    previous.shown(),
                    expected.shown()
                ),
            ),
            Self::ReadingBackwards { block, previous, current } => say(
                format!(
                    "{}: the reading went from {} back to {}.",
                    register(*block, language),
                    previous.shown(),
                    current.shown()
                ),
                format!(
                    "{}: bacaan menurun daripada {} kepada {}.",
                    register(*block, language),
                    previous.shown(),
                    current.shown()
                ),
            ),
            Self::UseHigh { percent, company_percent } | Self::UseLow { percent, company_percent } => {
                change(*percent, *company_percent, language)
            }
            Self::UseHighYear { percent } | Self::UseLowYear { percent } => say(
                format!("Daily use is {} than in the same month last year.", more_en(*percent)),
                format!("Penggunaan harian {} daripada bulan yang sama tahun lalu.", more_ms(*percent)),
            ),
            Self::UseRecord { percent } => say(
                format!("Daily use is {percent}% above the highest of the last 12 bills."),
                format!("Penggunaan harian {percent}% melebihi yang tertinggi dalam 12 bil lalu."),
            ),
            Self::UseFloor { percent } => say(
                format!("Daily use is {}% below the lowest of the last 12 bills.", percent.abs()),
                format!("Penggunaan harian {}% di bawah yang terendah dalam 12 bil lalu.", percent.abs()),
            ),
            Self::DemandRecord { percent, kw } => say(
                format!("The demand of {} kW is {percent}% above the highest of the last 12 bills.", kw.shown()),
                format!("Kehendak {} kW adalah {percent}% melebihi yang tertinggi dalam 12 bil lalu.", kw.shown()),
            ),
            Self::ZeroUse {} => say(
                "The account is active, but nothing was used.".to_owned(),
                "Akaun ini aktif, tetapi tiada penggunaan.".to_owned(),
            ),
            Self::UseAfterClose { closed, kwh } => say(
                format!("{} kWh were used although the final bill ended on {}.", kwh.shown(), day(closed)),
                format!("{} kWh digunakan walaupun bil akhir tamat pada {}.", kwh.shown(), day(closed)),
            ),
            Self::UnitCost { percent, sen_before, sen_now } => say(
                format!(
                    "A kWh costs {} sen, {} than the {} sen of the last usual bill.",
                    sen_now.shown(),
                    more_en(*percent),
                    sen_before.shown()
                ),
                format!(
                    "Setiap kWh berharga {} sen, {} daripada {} sen pada bil biasa terakhir.",
                    sen_now.shown(),
                    more_ms(*percent),
                    sen_before.shown()
                ),
            ),
            Self::Rounding { amount } => say(
                format!("The total is rounded by {}. Rounding to five sen is at most RM\u{a0}0.02.", amount.shown()),
                format!(
                    "Jumlah digenapkan sebanyak {}. Penggenapan kepada lima sen paling banyak RM\u{a0}0.02.",
                    amount.shown()
                ),
            ),
            Self::CarriedStillOpen { amount, open } => say(
                format!(
                    "The bill carries {} forward, and earlier bills over {} are open as well. Both are demanded.",
                    amount.shown(),
                    open.shown()
                ),
                format!(
                    "Bil ini membawa {} ke hadapan, dan bil terdahulu berjumlah {} juga belum dibayar. Kedua-duanya dituntut.",
                    amount.shown(),
                    open.shown()
                ),
            ),
            Self::CarriedButPaid { amount, paid_on } => say(
                format!("{} of earlier charges is billed again, but was paid on {}.", amount.shown(), day(paid_on)),
                format!(
                    "Baki terdahulu {} dibilkan semula, tetapi telah dibayar pada {}.",
                    amount.shown(),
                    day(paid_on)
                ),
            ),
            Self::LateCharge { amount } => say(
                format!("The bill has a late payment charge of {}.", amount.shown()),
                format!("Bil ini mengandungi caj lewat bayar {}.", amount.shown()),
            ),
            Self::TaxUnexpected { charged, expected } => say(
                format!(
                    "The bill has {} of tax. By the published rate it would be {}.",
                    charged.shown(),
                    expected.shown()
                ),
                format!(
                    "Bil ini mengandungi cukai {}. Mengikut kadar yang diterbitkan, cukainya {}.",
                    charged.shown(),
                    expected.shown()
                ),
            ),
            Self::CostHigh { percent } | Self::CostLow { percent } => say(
                format!("The daily cost is {} than the average of the last two usual bills.", more_en(*percent)),
                format!("Kos harian {} daripada purata dua bil biasa terakhir.", more_ms(*percent)),
            ),
            Self::TariffMismatch { billed, recorded } => say(
                format!("The bill has the tariff {billed}. The account has {recorded}."),
                format!("Bil ini menggunakan tarif {billed}. Akaun ini mempunyai {recorded}."),
            ),
            Self::PriceMismatch { lines } => {
                let by: Vec<Money> =
                    lines.iter().filter_map(|line| line.amount.minus(line.expected_amount).ok()).collect();
                // Too much on one line does not make up for too little on another.
                let is_mixed = by.iter().any(|by| by.is_positive()) && by.iter().any(|by| *by < Money::ZERO);
                let by = by.into_iter().map(|by| if is_mixed { by.absolute() } else { by });
                let by = Money::sum(by).unwrap_or_default();
                let count = lines.len();
                let green = lines.iter().find_map(|line| line.exempt_kwh).map(Quantity::shown);
                let exempt = green.map(|kwh| {
                    say(
                        format!(" The adjustment does not apply to {kwh} kWh of green energy."),
                        format!(" Pelarasan tidak dikenakan ke atas {kwh} kWh tenaga hijau."),
                    )
                });
                let exempt = exempt.unwrap_or_default();
                say(
                    format!(
                        "{} from the published prices, by {} in total.{exempt}",
                        if count == 1 { "1 line differs".to_owned() } else { format!("{count} lines differ") },
                        by.shown()
                    ),
                    format!("{count} baris berbeza daripada harga yang diterbitkan, berjumlah {}.{exempt}", by.shown()),
                )
            }
            Self::CheaperTariff { tariff, saving } => say(
                format!("The last 12 bills would have cost {} less by the tariff {tariff}.", saving.shown()),
                format!("12 bil terakhir akan lebih rendah sebanyak {} dengan tarif {tariff}.", saving.shown()),
            ),
            Self::ExportCredit { kwh, rate, expected, given, is_lost } => {
                let difference = expected.minus(*given).unwrap_or_default();
                let (by, given_shown) = (difference.absolute().shown(), given.shown());
                let worth = say(
                    format!(
                        "{} kWh were exported, worth {} at {} sen for a kWh.",
                        kwh.shown(),
                        expected.shown(),
                        rate.shown()
                    ),
                    format!(
                        "{} kWh telah dieksport, bernilai {} pada {} sen setiap kWh.",
                        kwh.shown(),
                        expected.shown(),
                        rate.shown()
                    ),
                );
                let credited = if *is_lost {
                    say(
                        format!(
                            "{given_shown} was credited, as much as the charges allow. {by} was lost at month end."
                        ),
                        format!("{given_shown} dikreditkan, setakat caj yang ada. {by} luput pada akhir bulan."),
                    )
                } else if difference.is_positive() {
                    say(
                        format!("{given_shown} was credited, {by} too little."),
                        format!("{given_shown} dikreditkan, kurang {by}."),
                    )
                } else {
                    say(
                        format!("{given_shown} was credited, {by} too much."),
                        format!("{given_shown} dikreditkan, lebih {by}."),
                    )
                };
                format!("{worth} {credited}")
            }
        }
    }
}

fn days_en(days: i64) -> String {
    if days == 1 { "1 day was".to_owned() } else { format!("{days} days were") }
}

fn more_en(percent: i64) -> String {
    if percent < 0 { format!("{}% less", percent.abs()) } else { format!("{percent}% more") }
}

fn more_ms(percent: i64) -> String {
    if percent < 0 { format!("{}% lebih rendah", percent.abs()) } else { format!("{percent}% lebih tinggi") }
}

fn change(percent: i64, company_percent: Option<i64>, language: Language) -> String {
    match (language, company_percent) {
        (Language::En, None) => {
            format!("Daily use is {} than the average of the last two usual bills.", more_en(percent))
        }
        (Language::En, Some(company)) => format!(
            "Daily use is {} than the average of the last two usual bills. The company's median change is {company}%.",
            more_en(percent)
        ),
        (Language::Ms, None) => {
            format!("Penggunaan harian {} daripada purata dua bil biasa terakhir.", more_ms(percent))
        }
        (Language::Ms, Some(company)) => format!(
            "Penggunaan harian {} daripada purata dua bil biasa terakhir. Perubahan median syarikat ialah {company}%.",
            more_ms(percent)
        ),
    }
}

fn register(block: Option<ChargeBlock>, language: Language) -> &'static str {
    block.map_or(language.pick(["Meter", "Meter"]), |block| block.word(language))
}

impl AuditRule {
    /// Returns a suggestion for a user who has a finding of this rule.
    #[must_use]
    pub const fn next_step(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Gap | Self::MissingBill => [
                "Ask the utility when the missing days will be billed.",
                "Tanya pihak utiliti bila hari yang tertinggal akan dibilkan.",
            ],
            Self::Overlap
            | Self::DuplicateAmount
            | Self::DuplicateNumber
            | Self::CarriedButPaid
            | Self::CarriedStillOpen => [
                "Compare the two bills. If both charge the same use, ask the utility before you pay.",
                "Bandingkan dua bil itu. Jika kedua-duanya mengenakan penggunaan yang sama, tanya pihak utiliti sebelum membayar.",
            ],
            Self::PeriodLength | Self::PeriodInFuture | Self::DueDate | Self::PeriodOld => [
                "Check the dates on the bill, and ask the utility if they are wrong.",
                "Semak tarikh pada bil, dan tanya pihak utiliti jika salah.",
            ],
            Self::HiddenEstimate | Self::EstimatedRun | Self::ReadingBroken | Self::ReadingBackwards => [
                "Read the meter, and ask the utility to confirm the readings of both bills.",
                "Baca meter, dan minta pihak utiliti mengesahkan bacaan kedua-dua bil.",
            ],
            Self::UseHigh | Self::UseHighYear | Self::UseRecord | Self::DemandRecord | Self::CostHigh => [
                "Ask the site what changed. If nothing did, ask the utility to check the meter.",
                "Tanya pihak di lokasi apa yang berubah. Jika tiada, minta pihak utiliti memeriksa meter.",
            ],
            Self::UseLow | Self::UseLowYear | Self::UseFloor | Self::ZeroUse | Self::CostLow => [
                "Check whether the site was closed. If it was not, the meter may be faulty and you may be billed later.",
                "Semak sama ada lokasi ditutup. Jika tidak, meter mungkin rosak dan anda mungkin dibilkan kemudian.",
            ],
            Self::UseAfterClose => [
                "Check who used the site after it was closed.",
                "Semak siapa yang menggunakan lokasi selepas ditutup.",
            ],
            Self::UnitCost | Self::Rounding | Self::TaxUnexpected | Self::PriceMismatch | Self::TariffMismatch => [
                "Compare the lines with the published prices, and ask the utility about the difference.",
                "Bandingkan baris dengan harga yang diterbitkan, dan tanya pihak utiliti tentang perbezaannya.",
            ],
            Self::LateCharge => [
                "Check when the earlier bill was paid.",
                "Semak bila bil terdahulu dibayar.",
            ],
            Self::ExportCredit => [
                "Check whether the site can use more of its own energy. If the price or the kWh are wrong, ask the utility.",
                "Semak sama ada lokasi boleh menggunakan lebih banyak tenaga sendiri. Jika harga atau kWh salah, tanya pihak utiliti.",
            ],
            Self::CheaperTariff => [
                "Ask the utility whether this account may change its tariff.",
                "Tanya pihak utiliti sama ada akaun ini boleh menukar tarif.",
            ],
        })
    }
}

impl RuleGroup {
    /// Returns the heading of the group.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Dates => ["Dates", "Tarikh"],
            Self::Duplicates => ["Duplicates", "Pendua"],
            Self::Readings => ["Readings", "Bacaan"],
            Self::Usage => ["Use", "Penggunaan"],
            Self::Cost => ["Amounts", "Amaun"],
            Self::Tariff => ["Tariff and prices", "Tarif dan harga"],
        })
    }
}

impl NotChecked {
    /// Returns the reason for display.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::NotEnoughHistory => ["Not enough history", "Sejarah tidak mencukupi"],
            Self::PriceUnknown => ["Price unknown", "Harga tidak diketahui"],
            Self::NotOnBill => ["Not on the bill", "Tiada pada bil"],
        })
    }
}

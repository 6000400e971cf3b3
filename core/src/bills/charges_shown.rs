//! The lines of a bill as text for display, the same on the page and in the PDF.

use super::charges::{ChargeBlock, ChargeLine, ChargeUnit, Charges, MeterReading, Priced, Quantity};
use super::kinds::{ChargeKind, ChargeKinds, ChargeRole};
use crate::{Day, Language, Money, Words};

wire! {
    /// A line of a bill, formatted for display.
    pub struct ChargeShown {
        /// The line's number on the bill, from 1.
        pub number: u16,
        /// The name of the charge.
        pub word: String,
        /// The quantity and the rate.
        pub detail: Option<String>,
        pub amount: Money,
    }

    /// The lines of a tariff, or of the whole bill.
    pub struct ChargeGroup {
        /// The tariff; none for charges on the whole bill.
        pub tariff: Option<String>,
        /// The days that the lines charge for.
        pub period: Option<String>,
        pub lines: Vec<ChargeShown>,
        /// The sum of the lines.
        pub total: Money,
    }

    /// The readings of a register, formatted for display.
    pub struct ReadingShown {
        pub register: String,
        pub previous: String,
        pub current: String,
        pub used: String,
    }
}

wire! {
    /// The lines and readings of a bill, formatted for display.
    pub struct ChargesShown {
        pub groups: Vec<ChargeGroup>,
        pub readings: Vec<ReadingShown>,
        /// The energy that the site fed into the grid, the sum of its export registers. None without one.
        pub exported: Option<String>,
    }
}

/// A line with its number on the bill.
type Numbered<'a> = (u16, &'a ChargeLine);

impl Charges {
    /// Formats the lines and readings for display.
    #[must_use]
    pub fn shown(&self, kinds: &ChargeKinds, language: Language) -> ChargesShown {
        ChargesShown {
            groups: self.groups(kinds, language),
            readings: self.readings.iter().map(|reading| reading.shown(language)).collect(),
            exported: self.exported().map(|kwh| ChargeUnit::Kwh.counted(kwh, language)),
        }
    }

    /// Groups the lines of the current charge by tariff and period, in the order of the file. Rounding is left out,
    /// because it is shown with the total.
    fn groups(&self, kinds: &ChargeKinds, language: Language) -> Vec<ChargeGroup> {
        let day = self.last_day();
        let base = self.fund_base(kinds, day, language);
        let numbered = (1..).zip(&self.lines);
        let is_rounding = |line: &ChargeLine| kinds.traits(line, day).role == ChargeRole::Rounding;
        let lines: Vec<Numbered<'_>> = numbered.filter(|(_, line)| !is_rounding(line)).collect();
        let same =
            |(_, a): &Numbered<'_>, (_, b): &Numbered<'_>| (&a.tariff, a.from, a.to) == (&b.tariff, b.from, b.to);
        let shown = |(number, line): &Numbered<'_>| {
            let word = kinds.word(&line.kind, line.last_day().or(day), language);
            let is_fund = kinds.traits(line, day).role == ChargeRole::Fund;
            line.shown(*number, word, if is_fund { &base } else { language.pick(ALL_CHARGES) }, language)
        };
        let group = |lines: &[Numbered<'_>]| {
            let (_, first) = lines.first()?;
            Some(ChargeGroup {
                tariff: first.tariff.clone(),
                period: period_shown(first.from, first.to, language),
                lines: lines.iter().map(shown).collect(),
                // The sum cannot overflow: it is a part of the current charge, which was checked when the lines were
                // imported.
                total: Money::sum(lines.iter().map(|(_, line)| line.amount)).unwrap_or_default(),
            })
        };
        lines.chunk_by(same).filter_map(group).collect()
    }

    /// Names the charges of the bill of which the fund is a percentage: `energy, capacity and network charges`.
    fn fund_base(&self, kinds: &ChargeKinds, day: Option<Day>, language: Language) -> String {
        let mut names: Vec<String> = Vec::new();
        for line in self.lines.iter().filter(|line| kinds.traits(line, day).in_fund_base) {
            let name = uncapitalised(kinds.word(&line.kind, line.last_day().or(day), language));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let charges = language.pick(ALL_CHARGES);
        let joined = match names.split_last() {
            None => return charges.to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} {} {last}", others.join(", "), language.pick(["and", "dan"])),
        };
        match language {
            Language::En => format!("{joined} {charges}"),
            Language::Ms => format!("{charges} {joined}"),
        }
    }
}

/// The charges of which a percentage is taken.
const ALL_CHARGES: Words = ["charges", "caj"];

/// Writes a name in lower case, as within a sentence. A name that begins with an abbreviation stays as it is.
fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(name.chars().skip(1)).collect()
        }
        _ => name.to_owned(),
    }
}

impl ChargeKinds {
    /// Returns the name of a kind for display. A kind that is not listed has its code as name.
    #[must_use]
    pub fn word<'a>(&'a self, kind: &'a ChargeKind, day: Option<Day>, language: Language) -> &'a str {
        self.find(*kind, day).map_or(kind.as_str(), |entry| entry.name(language))
    }
}

/// Formats a period, from its first to its last day.
#[must_use]
pub fn period_shown(from: Option<Day>, to: Option<Day>, language: Language) -> Option<String> {
    match (from, to) {
        (Some(from), Some(to)) => Some(format!("{} – {}", from.shown(language), to.shown(language))),
        (one, other) => one.or(other).map(|day| day.shown(language)),
    }
}

impl ChargeLine {
    /// Formats the line. `word` is the name of its kind, `base` the charges of which it is a percentage.
    fn shown(&self, number: u16, word: &str, base: &str, language: Language) -> ChargeShown {
        ChargeShown {
            number,
            word: match self.block {
                Some(block) => format!("{word}, {}", block.word(language).to_lowercase()),
                None => word.to_owned(),
            },
            detail: self.priced.map(|priced| priced.shown(base, language)),
            amount: self.amount,
        }
    }
}

impl MeterReading {
    fn shown(&self, language: Language) -> ReadingShown {
        ReadingShown {
            register: self
                .block
                .map_or(language.pick(["All hours", "Semua masa"]), |block| block.word(language))
                .to_owned(),
            previous: self.previous.shown(),
            current: self.current.shown(),
            used: self.unit.counted(self.used, language),
        }
    }
}

impl Priced {
    fn shown(&self, base: &str, language: Language) -> String {
        let (quantity, rate) = (self.unit.counted(self.quantity, language), self.rate.price());
        match self.unit {
            ChargeUnit::Kwh => format!("{quantity} × {rate} sen/kWh"),
            ChargeUnit::Kw => format!("{quantity} × RM\u{a0}{rate}/kW"),
            ChargeUnit::Month => format!("{quantity} × RM\u{a0}{rate}"),
            ChargeUnit::Percent => {
                let of = language.pick(["of", "daripada"]);
                format!("{}% {of} {base} ({})", self.rate.shown(), self.quantity.ringgit().shown())
            }
        }
    }
}

impl ChargeUnit {
    fn counted(self, quantity: Quantity, language: Language) -> String {
        let unit = match self {
            Self::Kwh => "kWh",
            Self::Kw => "kW",
            Self::Month if quantity == Quantity::from_hundredths(100) => language.pick(["month", "bulan"]),
            Self::Month => language.pick(["months", "bulan"]),
            Self::Percent => "%",
        };
        format!("{}\u{a0}{unit}", quantity.shown())
    }
}

impl ChargeBlock {
    /// The name for display.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        match self {
            Self::Peak => language.pick(["Peak", "Puncak"]),
            Self::OffPeak => language.pick(["Off-peak", "Luar puncak"]),
            Self::First => language.pick(["Block 1", "Blok 1"]),
            Self::Second => language.pick(["Block 2", "Blok 2"]),
            Self::Third => language.pick(["Block 3", "Blok 3"]),
            Self::Demand => language.pick(["Maximum demand", "Kehendak maksimum"]),
            Self::Export => language.pick(["Exported", "Dieksport"]),
        }
    }
}

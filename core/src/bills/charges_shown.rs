//! The lines of a bill as text for display, the same on the page and in the PDF.

use super::charges::{ChargeBlock, ChargeKind, ChargeLine, ChargeUnit, Charges, MeterReading, Priced};
use crate::{Day, Language, Money};

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
    }
}

/// A line with its number on the bill.
type Numbered<'a> = (u16, &'a ChargeLine);

impl Charges {
    /// Formats the lines and readings for display.
    #[must_use]
    pub fn shown(&self, language: Language) -> ChargesShown {
        let readings = self.readings.iter().map(|reading| reading.shown(language)).collect();
        ChargesShown { groups: self.groups(language), readings }
    }

    /// Groups the lines of the current charge by tariff and period, in the order of the file. Rounding is left out,
    /// because it is shown with the total.
    fn groups(&self, language: Language) -> Vec<ChargeGroup> {
        let numbered = (1..).zip(&self.lines);
        let lines: Vec<Numbered<'_>> = numbered.filter(|(_, line)| line.kind != ChargeKind::Rounding).collect();
        let same =
            |(_, a): &Numbered<'_>, (_, b): &Numbered<'_>| (&a.tariff, a.from, a.to) == (&b.tariff, b.from, b.to);
        let group = |lines: &[Numbered<'_>]| {
            let (_, first) = lines.first()?;
            Some(ChargeGroup {
                tariff: first.tariff.clone(),
                period: period_shown(first.from, first.to, language),
                lines: lines.iter().map(|(number, line)| line.shown(*number, language)).collect(),
                // The sum cannot overflow: it is a part of the current charge, which was checked when the lines were
                // imported.
                total: Money::sum(lines.iter().map(|(_, line)| line.amount)).unwrap_or_default(),
            })
        };
        lines.chunk_by(same).filter_map(group).collect()
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
    fn shown(&self, number: u16, language: Language) -> ChargeShown {
        let word = self.kind.word(language);
        ChargeShown {
            number,
            word: match self.block {
                Some(block) => format!("{word}, {}", block.word(language).to_lowercase()),
                None => word.to_owned(),
            },
            detail: self.priced.map(|priced| priced.shown(self.kind, language)),
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
            used: self.unit.counted(&self.used.shown(), language),
        }
    }
}

impl Priced {
    fn shown(&self, kind: ChargeKind, language: Language) -> String {
        let (quantity, rate) = (self.unit.counted(&self.quantity.shown(), language), self.rate.price());
        match self.unit {
            ChargeUnit::Kwh => format!("{quantity} × {rate} sen/kWh"),
            ChargeUnit::Kw => format!("{quantity} × RM\u{a0}{rate}/kW"),
            ChargeUnit::Month => format!("{quantity} × RM\u{a0}{rate}"),
            ChargeUnit::Percent => {
                let base = if kind == ChargeKind::Kwtbb {
                    ["energy, capacity and network charges", "caj tenaga, kapasiti dan rangkaian"]
                } else {
                    ["charges", "caj"]
                };
                let of = language.pick(["of", "daripada"]);
                format!("{}% {of} {} ({})", self.rate.shown(), language.pick(base), self.quantity.ringgit().shown())
            }
        }
    }
}

impl ChargeUnit {
    fn counted(self, shown: &str, language: Language) -> String {
        let unit = match self {
            Self::Kwh => "kWh",
            Self::Kw => "kW",
            Self::Month => language.pick(["month", "bulan"]),
            Self::Percent => "%",
        };
        format!("{shown}\u{a0}{unit}")
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
        }
    }
}

impl ChargeKind {
    /// Every kind.
    pub const ALL: &[Self] = &[
        Self::Energy,
        Self::Capacity,
        Self::Network,
        Self::Retail,
        Self::Afa,
        Self::Kwtbb,
        Self::Tax,
        Self::Rounding,
        Self::LateCharge,
    ];

    /// The name in the wire format.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Energy => "energy",
            Self::Capacity => "capacity",
            Self::Network => "network",
            Self::Retail => "retail",
            Self::Afa => "afa",
            Self::Kwtbb => "kwtbb",
            Self::Tax => "tax",
            Self::Rounding => "rounding",
            Self::LateCharge => "lateCharge",
        }
    }

    /// The name for display.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        match self {
            Self::Energy => language.pick(["Energy", "Tenaga"]),
            Self::Capacity => language.pick(["Capacity", "Kapasiti"]),
            Self::Network => language.pick(["Network", "Rangkaian"]),
            Self::Retail => language.pick(["Retail", "Peruncitan"]),
            Self::Afa => language.pick(["Automatic fuel adjustment (AFA)", "Pelarasan Bahan Api Automatik (AFA)"]),
            Self::Kwtbb => {
                language.pick(["Renewable energy fund (KWTBB)", "Kumpulan Wang Tenaga Boleh Baharu (KWTBB)"])
            }
            Self::Tax => language.pick(["Tax", "Cukai"]),
            Self::Rounding => language.pick(["Rounding", "Penggenapan"]),
            Self::LateCharge => language.pick(["Late payment charge", "Caj lewat bayar"]),
        }
    }
}

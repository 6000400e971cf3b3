//! The kinds of charges, which are data of the utility (docs/domain/bills.md#kinds-of-charges).

use std::cmp::Ordering;
use std::fmt;

use super::charges::{ChargeLine, ChargeUnit};
use crate::{Code, Day, Language, Money, Words};

/// Maximum bytes of a kind's code.
const MAX_LENGTH: usize = 32;

/// The code of a kind of charge, such as `energy`. Copied without an allocation, because each line of a bill has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChargeKind {
    /// UTF-8. The bytes after the code are zero, so the order is that of the texts.
    text: [u8; MAX_LENGTH],
}

text_on_the_wire!(ChargeKind, "string");

impl ChargeKind {
    /// Energy.
    pub const ENERGY: Self = Self::of("energy");
    /// Capacity of the grid.
    pub const CAPACITY: Self = Self::of("capacity");
    /// The network.
    pub const NETWORK: Self = Self::of("network");
    /// The utility's service, for each month.
    pub const RETAIL: Self = Self::of("retail");
    /// Automatic fuel adjustment.
    pub const AFA: Self = Self::of("afa");
    /// Renewable energy fund.
    pub const KWTBB: Self = Self::of("kwtbb");
    /// Tax.
    pub const TAX: Self = Self::of("tax");
    /// Rounding of the total to five sen. Not a part of the current charge.
    pub const ROUNDING: Self = Self::of("rounding");
    /// A charge for paying earlier bills late.
    pub const LATE_CHARGE: Self = Self::of("lateCharge");

    /// Reads a code of 1 to 32 bytes without control characters. Fails with [`Code::Unreadable`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        let text = text.trim();
        if text.is_empty() || text.len() > MAX_LENGTH || text.chars().any(char::is_control) {
            return Err(Code::Unreadable);
        }
        Ok(Self::of(text))
    }

    /// Copies a text that is not longer than a code.
    const fn of(text: &str) -> Self {
        let (from, mut to, mut place) = (text.as_bytes(), [0; MAX_LENGTH], 0);
        while place < from.len() {
            to[place] = from[place];
            place += 1;
        }
        Self { text: to }
    }

    /// The code as it is stored and sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = self.text.iter().position(|byte| *byte == 0).unwrap_or(MAX_LENGTH);
        std::str::from_utf8(&self.text[..length]).unwrap_or_default()
    }

    /// The role for which the portal has the kind; none for a kind of the utility's own.
    #[must_use]
    pub fn standard_role(self) -> Option<ChargeRole> {
        STANDARD.iter().find(|(kind, ..)| *kind == self).map(|(_, role, ..)| *role)
    }

    fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        read(self.as_str())
    }
}

impl fmt::Debug for ChargeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for ChargeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

wire! {
    /// What a kind of charge is for. Rules ask for the role of a line, never for its kind.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ChargeRole {
        Energy,
        /// For the demand, or for the network and its capacity.
        Demand,
        /// For each month.
        Fixed,
        /// An addition or a reduction that follows from the use, such as the fuel adjustment.
        Adjustment,
        /// A premium for green energy, to which adjustments do not apply.
        Green,
        /// A percentage of other charges for a fund.
        Fund,
        Tax,
        /// A reduction, such as an incentive.
        Credit,
        /// A reduction for energy that the site fed into the grid.
        Export,
        /// Charged once.
        OneOff,
        Deposit,
        /// For paying earlier bills late.
        Late,
        /// Not a part of the current charge.
        Rounding,
    }

    /// The sign that the amounts of a kind have. Zero has both.
    #[derive(Copy, Eq)]
    pub enum ChargeSign {
        Plus,
        Minus,
        Any,
    }

    /// A kind of charge as the utility describes it.
    #[derive(Eq)]
    pub struct ChargeKindEntry {
        pub kind: ChargeKind,
        pub name_en: String,
        pub name_ms: String,
        pub role: ChargeRole,
        pub sign: ChargeSign,
        /// The unit of published prices of the kind; none for the units of its role.
        pub unit: Option<ChargeUnit>,
        /// Whether the fund is a percentage of the kind.
        pub in_fund_base: bool,
        /// Whether the kWh of the kind are a part of the bill's consumption.
        pub in_consumption: bool,
        /// The first day on which the entry applies.
        pub from: Day,
        /// The last day on which lines of the kind are expected; none while it has no end.
        pub to: Option<Day>,
    }

    /// A kind of charge with its name in the language of the reader.
    #[derive(Eq)]
    pub struct NamedChargeKind {
        pub kind: ChargeKind,
        pub name: String,
    }
}

/// What the rules ask about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChargeTraits {
    /// What the kind is for.
    pub role: ChargeRole,
    /// The sign of its amounts.
    pub sign: ChargeSign,
    /// Whether the fund is a percentage of it.
    pub in_fund_base: bool,
    /// Whether its kWh are a part of the bill's consumption.
    pub in_consumption: bool,
}

/// The traits of a kind that the utility has not described.
const UNLISTED: ChargeTraits =
    ChargeTraits { role: ChargeRole::OneOff, sign: ChargeSign::Any, in_fund_base: false, in_consumption: false };

impl ChargeRole {
    /// All roles with their codes.
    pub const ALL: &[(&'static str, Self)] = &[
        ("energy", Self::Energy),
        ("demand", Self::Demand),
        ("fixed", Self::Fixed),
        ("adjustment", Self::Adjustment),
        ("green", Self::Green),
        ("fund", Self::Fund),
        ("tax", Self::Tax),
        ("credit", Self::Credit),
        ("export", Self::Export),
        ("oneOff", Self::OneOff),
        ("deposit", Self::Deposit),
        ("late", Self::Late),
        ("rounding", Self::Rounding),
    ];

    /// Whether the utility publishes prices of the role's kinds. A credit may have a price, but need not have one.
    #[must_use]
    pub const fn has_prices(self) -> bool {
        !matches!(self, Self::OneOff | Self::Deposit | Self::Late | Self::Rounding)
    }

    /// Whether charges of the role do not follow from the use of the period. They are left out of comparisons with other
    /// bills.
    #[must_use]
    pub const fn is_irregular(self) -> bool {
        matches!(self, Self::Credit | Self::Export | Self::OneOff | Self::Deposit)
    }

    /// Whether charges of the role reduce the bill.
    #[must_use]
    pub const fn is_credit(self) -> bool {
        matches!(self, Self::Credit | Self::Export)
    }

    /// Whether a price of the role can have a unit.
    #[must_use]
    pub const fn fits(self, unit: ChargeUnit) -> bool {
        match self {
            Self::Energy | Self::Adjustment | Self::Green | Self::Export => matches!(unit, ChargeUnit::Kwh),
            Self::Demand => matches!(unit, ChargeUnit::Kwh | ChargeUnit::Kw),
            Self::Fixed => matches!(unit, ChargeUnit::Month),
            Self::Fund | Self::Tax => matches!(unit, ChargeUnit::Percent),
            Self::Credit => true,
            Self::OneOff | Self::Deposit | Self::Late | Self::Rounding => false,
        }
    }
}

impl ChargeSign {
    /// All signs with their codes.
    pub const ALL: &[(&'static str, Self)] = &[("plus", Self::Plus), ("minus", Self::Minus), ("any", Self::Any)];

    /// Whether an amount has the sign.
    #[must_use]
    pub fn fits(self, amount: Money) -> bool {
        match self {
            Self::Plus => amount >= Money::ZERO,
            Self::Minus => amount <= Money::ZERO,
            Self::Any => true,
        }
    }
}

impl ChargeKindEntry {
    /// The name for display.
    #[must_use]
    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::En => &self.name_en,
            Language::Ms => &self.name_ms,
        }
    }

    const fn traits(&self) -> ChargeTraits {
        ChargeTraits {
            role: self.role,
            sign: self.sign,
            in_fund_base: self.in_fund_base,
            in_consumption: self.in_consumption,
        }
    }

    /// Whether a published price of the kind can have a unit.
    #[must_use]
    pub fn has_unit(&self, unit: ChargeUnit) -> bool {
        self.unit.map_or_else(|| self.role.fits(unit), |own| own == unit)
    }
}

type StandardKind = (ChargeKind, ChargeRole, Option<ChargeUnit>, Words);

/// The kinds that the portal has before the utility delivers others.
const STANDARD: &[StandardKind] = &[
    (ChargeKind::ENERGY, ChargeRole::Energy, Some(ChargeUnit::Kwh), ["Energy", "Tenaga"]),
    (ChargeKind::CAPACITY, ChargeRole::Demand, None, ["Capacity", "Kapasiti"]),
    (ChargeKind::NETWORK, ChargeRole::Demand, None, ["Network", "Rangkaian"]),
    (ChargeKind::RETAIL, ChargeRole::Fixed, Some(ChargeUnit::Month), ["Retail", "Peruncitan"]),
    (
        ChargeKind::AFA,
        ChargeRole::Adjustment,
        Some(ChargeUnit::Kwh),
        ["Automatic fuel adjustment (AFA)", "Pelarasan Bahan Api Automatik (AFA)"],
    ),
    (
        ChargeKind::KWTBB,
        ChargeRole::Fund,
        Some(ChargeUnit::Percent),
        ["Renewable energy fund (KWTBB)", "Kumpulan Wang Tenaga Boleh Baharu (KWTBB)"],
    ),
    (ChargeKind::TAX, ChargeRole::Tax, Some(ChargeUnit::Percent), ["Tax", "Cukai"]),
    (ChargeKind::ROUNDING, ChargeRole::Rounding, None, ["Rounding", "Penggenapan"]),
    (ChargeKind::LATE_CHARGE, ChargeRole::Late, None, ["Late payment charge", "Caj lewat bayar"]),
];

/// All kinds of charges, with the days from which they apply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChargeKinds {
    /// By kind and first day.
    entries: Vec<ChargeKindEntry>,
}

impl ChargeKinds {
    /// Creates a table. Each kind has at most one entry for each first day.
    #[must_use]
    pub fn new(mut entries: Vec<ChargeKindEntry>) -> Self {
        entries.sort_by_key(|entry| (entry.kind, entry.from));
        Self { entries }
    }

    /// Returns the kinds that the portal has before the utility delivers others. The migration stores them.
    #[must_use]
    pub fn standard() -> Self {
        let entry = |&(kind, role, unit, [name_en, name_ms]): &StandardKind| ChargeKindEntry {
            kind,
            name_en: name_en.to_owned(),
            name_ms: name_ms.to_owned(),
            role,
            sign: ChargeSign::Any,
            unit,
            in_fund_base: matches!(role, ChargeRole::Energy | ChargeRole::Demand),
            in_consumption: matches!(role, ChargeRole::Energy),
            from: Day::YEAR_2000,
            to: None,
        };
        Self::new(STANDARD.iter().map(entry).collect())
    }

    /// Returns the table with further entries.
    #[must_use]
    pub fn with(mut self, entries: impl IntoIterator<Item = ChargeKindEntry>) -> Self {
        self.entries.extend(entries);
        Self::new(self.entries)
    }

    /// Returns all entries, by kind and first day.
    #[must_use]
    pub fn entries(&self) -> &[ChargeKindEntry] {
        &self.entries
    }

    /// Returns the entry of a kind that began last on a day: before the first, the first; without a day, the last. An
    /// entry that has ended still applies, because a late line must keep its name and role.
    #[must_use]
    pub fn find(&self, kind: ChargeKind, day: Option<Day>) -> Option<&ChargeKindEntry> {
        let is_before = |entry: &ChargeKindEntry| match entry.kind.cmp(&kind) {
            Ordering::Equal => day.is_none_or(|day| entry.from <= day),
            other => other == Ordering::Less,
        };
        let place = self.entries.partition_point(is_before);
        let last = place.checked_sub(1).map(|last| &self.entries[last]);
        last.into_iter().chain(self.entries.get(place)).find(|entry| entry.kind == kind)
    }

    /// Returns what the rules ask about a line. `day` is the day of a line without days.
    #[must_use]
    pub fn traits(&self, line: &ChargeLine, day: Option<Day>) -> ChargeTraits {
        self.find(line.kind, line.last_day().or(day)).map_or(UNLISTED, ChargeKindEntry::traits)
    }

    /// Returns the role of a kind on a day.
    #[must_use]
    pub fn role(&self, kind: ChargeKind, day: Option<Day>) -> ChargeRole {
        self.find(kind, day).map_or(UNLISTED.role, |entry| entry.role)
    }

    /// Whether the utility expects lines of a kind on a day.
    #[must_use]
    pub fn is_listed(&self, kind: ChargeKind, day: Option<Day>) -> bool {
        let holds =
            |entry: &ChargeKindEntry| day.is_none_or(|day| entry.from <= day && entry.to.is_none_or(|to| day <= to));
        self.find(kind, day).is_some_and(holds)
    }

    /// Returns the kinds that have a role on a day, by code.
    pub fn with_role(&self, role: ChargeRole, day: Day) -> impl Iterator<Item = &ChargeKindEntry> {
        let of_kinds = self.entries.chunk_by(|one, other| one.kind == other.kind);
        let on_day = of_kinds.filter_map(move |entries| {
            let begun = entries.partition_point(|entry| entry.from <= day);
            entries.get(begun.saturating_sub(1))
        });
        on_day.filter(move |entry| entry.role == role)
    }

    /// Returns each kind once, by its newest name.
    #[must_use]
    pub fn named(&self, language: Language) -> Vec<NamedChargeKind> {
        let newest = self.entries.chunk_by(|one, other| one.kind == other.kind).filter_map(<[_]>::last);
        let named = newest.map(|entry| NamedChargeKind { kind: entry.kind, name: entry.name(language).to_owned() });
        let mut named: Vec<NamedChargeKind> = named.collect();
        named.sort_by(|one, other| one.name.cmp(&other.name));
        named
    }
}

//! Published prices as dated data (docs/domain/audit.md#prices).

use std::collections::BTreeMap;

use crate::bills::{ChargeBlock, ChargeKind, ChargeUnit, Quantity};
use crate::{Day, Language};

wire! {
    /// One published price. The rate is in sen for a kWh, ringgit for a kW or a month, and percent of ringgit.
    #[derive(Eq)]
    pub struct Price {
        /// Empty for a price of all tariffs, such as the renewable fund.
        pub tariff: String,
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
        /// First day on which the price holds.
        pub from: Day,
        /// Last day on which it holds; none while it has no end.
        pub to: Option<Day>,
        pub rate: Quantity,
        pub unit: ChargeUnit,
    }

    /// What a price is for. Two prices of one key never hold on the same day.
    #[derive(Eq, PartialOrd, Ord, Hash)]
    pub struct PriceKey {
        pub tariff: String,
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
    }

    /// Why a price is refused.
    #[derive(Copy, Eq)]
    pub enum PricingError {
        /// It ends before it begins.
        EndsBeforeItBegins,
        /// Another price of its key holds on one of its days.
        Overlaps,
        /// Days between it and the price of its key before it have no price.
        LeavesAGap,
        /// Only tax and the fuel adjustment may have a rate of zero.
        RateIsZero,
        /// No charge of this kind has this unit.
        UnitDoesNotFit,
    }
}

impl PricingError {
    /// The code that is reported with the sentence.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::EndsBeforeItBegins => "endsBeforeItBegins",
            Self::Overlaps => "overlaps",
            Self::LeavesAGap => "leavesAGap",
            Self::RateIsZero => "rateIsZero",
            Self::UnitDoesNotFit => "unitDoesNotFit",
        }
    }

    /// Why the price is refused.
    #[must_use]
    pub const fn sentence(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::EndsBeforeItBegins => {
                ["A price cannot end before it begins.", "Harga tidak boleh tamat sebelum bermula."]
            }
            Self::Overlaps => [
                "Another price of this tariff, kind and block holds on one of these days.",
                "Harga lain bagi tarif, jenis dan blok ini berkuat kuasa pada salah satu hari ini.",
            ],
            Self::LeavesAGap => [
                "Days between this price and the next or previous one have no price.",
                "Ada hari tanpa harga antara harga ini dengan harga sebelum atau selepasnya.",
            ],
            Self::RateIsZero => [
                "Only tax and the fuel adjustment may have a rate of zero.",
                "Hanya cukai dan pelarasan bahan api boleh mempunyai kadar sifar.",
            ],
            Self::UnitDoesNotFit => ["A price of this kind has another unit.", "Harga jenis ini mempunyai unit lain."],
        })
    }
}

impl Price {
    /// What the price is for.
    #[must_use]
    pub fn key(&self) -> PriceKey {
        PriceKey { tariff: self.tariff.clone(), kind: self.kind, block: self.block }
    }

    fn holds_on(&self, day: Day) -> bool {
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }

    /// Checks a price by itself.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self) -> Result<(), PricingError> {
        if self.to.is_some_and(|to| to < self.from) {
            return Err(PricingError::EndsBeforeItBegins);
        }
        // A month may have no fuel adjustment, and most bills have no tax.
        if self.rate.decimal().is_zero() && !matches!(self.kind, ChargeKind::Tax | ChargeKind::Afa) {
            return Err(PricingError::RateIsZero);
        }
        let fits = match self.kind {
            ChargeKind::Energy | ChargeKind::Afa => self.unit == ChargeUnit::Kwh,
            ChargeKind::Capacity | ChargeKind::Network => matches!(self.unit, ChargeUnit::Kwh | ChargeUnit::Kw),
            ChargeKind::Retail => self.unit == ChargeUnit::Month,
            ChargeKind::Kwtbb | ChargeKind::Tax => self.unit == ChargeUnit::Percent,
            ChargeKind::Rounding | ChargeKind::LateCharge => false,
        };
        if fits { Ok(()) } else { Err(PricingError::UnitDoesNotFit) }
    }
}

/// Prices by what they are for, each in order of time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PriceTable {
    prices: BTreeMap<PriceKey, Vec<Price>>,
}

impl PriceTable {
    /// A table of prices that were checked when they were stored.
    #[must_use]
    pub fn new(prices: impl IntoIterator<Item = Price>) -> Self {
        let mut table = Self::default();
        for price in prices {
            table.prices.entry(price.key()).or_default().push(price);
        }
        for prices in table.prices.values_mut() {
            prices.sort_by_key(|price| price.from);
        }
        table
    }

    /// Adds a price. A price that has the same first day as a stored one replaces it.
    ///
    /// # Errors
    /// [`PricingError`]; the table is then as it was.
    pub fn add(&mut self, price: Price) -> Result<(), PricingError> {
        price.check()?;
        let prices = self.prices.entry(price.key()).or_default();
        let place = prices.partition_point(|other| other.from < price.from);
        let replaces = prices.get(place).is_some_and(|other| other.from == price.from);
        let next = prices.get(place + usize::from(replaces));
        if let Some(last) = place.checked_sub(1).map(|last| &prices[last]) {
            match last.to {
                None => return Err(PricingError::Overlaps),
                Some(to) if to >= price.from => return Err(PricingError::Overlaps),
                Some(to) if to.plus_days(1) < price.from => return Err(PricingError::LeavesAGap),
                Some(_) => {}
            }
        }
        match (next.map(|next| next.from), price.to) {
            (Some(_), None) => return Err(PricingError::Overlaps),
            (Some(next), Some(to)) if to >= next => return Err(PricingError::Overlaps),
            (Some(next), Some(to)) if to.plus_days(1) < next => return Err(PricingError::LeavesAGap),
            _ => {}
        }
        if replaces {
            prices[place] = price;
        } else {
            prices.insert(place, price);
        }
        Ok(())
    }

    /// The price of a tariff on a day, or else the price of all tariffs.
    #[must_use]
    pub fn find(&self, tariff: &str, kind: ChargeKind, block: Option<ChargeBlock>, day: Day) -> Option<&Price> {
        [tariff, ""].into_iter().find_map(|tariff| {
            let prices = self.prices.get(&PriceKey { tariff: tariff.to_owned(), kind, block })?;
            prices.iter().rev().find(|price| price.holds_on(day))
        })
    }

    /// The first day after `day` on which another price of the same key begins.
    pub(super) fn next_change(&self, price: &Price, day: Day) -> Option<Day> {
        self.prices.get(&price.key())?.iter().map(|other| other.from).find(|from| *from > day)
    }

    /// The tariffs that have an energy price on a day, in order of their names.
    pub fn tariffs_on(&self, day: Day) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self
            .prices
            .iter()
            .filter(|(key, prices)| key.kind == ChargeKind::Energy && prices.iter().any(|price| price.holds_on(day)))
            .map(|(key, _)| key.tariff.as_str())
            .collect();
        names.dedup();
        names.into_iter()
    }

    /// All prices, by key and time.
    pub fn iter(&self) -> impl Iterator<Item = &Price> {
        self.prices.values().flatten()
    }
}

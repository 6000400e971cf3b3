//! Published prices as dated data (docs/domain/audit.md#prices).

use std::collections::BTreeMap;

use crate::bills::{ChargeBlock, ChargeKind, ChargeKindEntry, ChargeKinds, ChargeRole, ChargeUnit, Quantity};
use crate::{Day, Language};

wire! {
    /// A published price. The rate is in sen for a kWh, in ringgit for a kW or a month, and in percent for an amount.
    #[derive(Eq)]
    pub struct Price {
        /// Empty for a price of all tariffs, such as the renewable fund.
        pub tariff: String,
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
        /// The first day on which the price applies.
        pub from: Day,
        /// The last day on which it applies; none while it has no end.
        pub to: Option<Day>,
        pub rate: Quantity,
        pub unit: ChargeUnit,
    }

    /// Why a price is refused.
    #[derive(Copy, Eq)]
    pub enum PricingError {
        EndsBeforeItBegins,
        /// Another price of the same key applies on one of its days.
        Overlaps,
        /// Between this price and the next or previous price of the same key are days without a price.
        LeavesAGap,
        /// Only tax and the fuel adjustment may have a rate of zero.
        RateIsZero,
        /// No charge of this kind has this unit.
        UnitDoesNotFit,
        /// The utility has not delivered this kind of charge.
        UnknownKind,
        /// Charges of this kind have no published price.
        KindHasNoPrice,
    }
}

impl PricingError {
    /// Returns the code that is reported with the sentence.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::EndsBeforeItBegins => "endsBeforeItBegins",
            Self::Overlaps => "overlaps",
            Self::LeavesAGap => "leavesAGap",
            Self::RateIsZero => "rateIsZero",
            Self::UnitDoesNotFit => "unitDoesNotFit",
            Self::UnknownKind => "unknownKind",
            Self::KindHasNoPrice => "kindHasNoPrice",
        }
    }

    /// Returns why the price is refused.
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
            Self::UnknownKind => [
                "This kind of charge is unknown. Import the file of kinds first.",
                "Jenis caj ini tidak diketahui. Import fail jenis dahulu.",
            ],
            Self::KindHasNoPrice => {
                ["Charges of this kind have no published price.", "Caj jenis ini tiada harga yang diterbitkan."]
            }
        })
    }
}

impl Price {
    fn holds_on(&self, day: Day) -> bool {
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }

    /// Checks the fields of the price, without regard to other prices. Fails with the first rule that the price breaks.
    pub fn check(&self, kinds: &ChargeKinds) -> Result<(), PricingError> {
        if self.to.is_some_and(|to| to < self.from) {
            return Err(PricingError::EndsBeforeItBegins);
        }
        let Some(entry) = kinds.find(self.kind, Some(self.from)) else { return Err(PricingError::UnknownKind) };
        if !entry.role.has_prices() {
            return Err(PricingError::KindHasNoPrice);
        }
        // A month may have no fuel adjustment, and most bills have no tax.
        if self.rate.decimal().is_zero() && !matches!(entry.role, ChargeRole::Tax | ChargeRole::Adjustment) {
            return Err(PricingError::RateIsZero);
        }
        if entry.has_unit(self.unit) { Ok(()) } else { Err(PricingError::UnitDoesNotFit) }
    }
}

/// The charges of a tariff that a price applies to. On each day at most one price of a key applies.
type PriceKey = (ChargeKind, Option<ChargeBlock>);

/// Published prices by tariff and key, each key's prices in order of time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PriceTable {
    prices: BTreeMap<String, BTreeMap<PriceKey, Vec<Price>>>,
}

impl PriceTable {
    /// Creates a table from stored prices, which were checked before they were stored.
    #[must_use]
    pub fn new(prices: impl IntoIterator<Item = Price>) -> Self {
        let mut table = Self::default();
        for price in prices {
            table.of_key(&price).push(price);
        }
        for prices in table.prices.values_mut().flat_map(BTreeMap::values_mut) {
            prices.sort_by_key(|price| price.from);
        }
        table
    }

    /// Returns the prices with the tariff, kind and block of a price.
    fn of_key(&mut self, price: &Price) -> &mut Vec<Price> {
        let of_tariff = self.prices.entry(price.tariff.clone()).or_default();
        of_tariff.entry((price.kind, price.block)).or_default()
    }

    /// Adds a price. A price that has the same first day as a stored one replaces it.
    /// Fails with [`PricingError`]; the table is then unchanged.
    pub fn add(&mut self, price: Price, kinds: &ChargeKinds) -> Result<(), PricingError> {
        price.check(kinds)?;
        let prices = self.of_key(&price);
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

    /// Adds prices of one key together, so that they can divide the days of a stored one. A price that has the same first day as a
    /// stored one replaces it.
    /// Fails with the first rule that a price or the result breaks; the table is then unchanged.
    pub fn add_together(&mut self, new: &[&Price], kinds: &ChargeKinds) -> Result<(), PricingError> {
        let Some(first) = new.first() else { return Ok(()) };
        let mut all = Self::default();
        let stored = self.of_key(first);
        let replaced = |price: &Price| new.iter().any(|other| other.from == price.from);
        let kept = stored.iter().filter(|price| !replaced(price));
        let mut together: Vec<&Price> = kept.chain(new.iter().copied()).collect();
        together.sort_by_key(|price| price.from);
        for price in together {
            all.add(price.clone(), kinds)?;
        }
        *stored = std::mem::take(all.of_key(first));
        Ok(())
    }

    /// Returns the price of the tariff on a day, or else the price of all tariffs.
    #[must_use]
    pub fn find(&self, tariff: &str, kind: ChargeKind, block: Option<ChargeBlock>, day: Day) -> Option<&Price> {
        [tariff, ""].into_iter().find_map(|tariff| {
            let prices = self.prices.get(tariff)?.get(&(kind, block))?;
            prices.iter().rev().find(|price| price.holds_on(day))
        })
    }

    /// Returns the kinds with a role that have a price without blocks for the tariff on a day, each with this price.
    pub(super) fn of_role<'a>(
        &'a self,
        kinds: &'a ChargeKinds,
        role: ChargeRole,
        tariff: &'a str,
        day: Day,
    ) -> impl Iterator<Item = (&'a ChargeKindEntry, &'a Price)> {
        kinds.with_role(role, day).filter_map(move |entry| Some((entry, self.find(tariff, entry.kind, None, day)?)))
    }

    /// Returns the first day after `day` on which another price of the same key begins.
    pub(super) fn next_change(&self, price: &Price, day: Day) -> Option<Day> {
        let prices = self.prices.get(&price.tariff)?.get(&(price.kind, price.block))?;
        prices.iter().map(|other| other.from).find(|from| *from > day)
    }

    /// Returns the tariffs with an energy price on a day, sorted by name.
    pub fn tariffs_on<'a>(&'a self, day: Day, kinds: &'a ChargeKinds) -> impl Iterator<Item = &'a str> {
        let is_energy = move |kind: ChargeKind| kinds.role(kind, Some(day)) == ChargeRole::Energy;
        let has_energy = move |(key, prices): (&PriceKey, &Vec<Price>)| {
            prices.iter().any(|price| price.holds_on(day)) && is_energy(key.0)
        };
        self.prices.iter().filter(move |(_, prices)| prices.iter().any(has_energy)).map(|(tariff, _)| tariff.as_str())
    }

    /// Iterates over all prices, by tariff, key and time.
    pub fn iter(&self) -> impl Iterator<Item = &Price> {
        self.prices.values().flat_map(BTreeMap::values).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn price(from: &str, to: Option<&str>, rate: i64) -> Price {
        Price {
            tariff: "Low Voltage General".to_owned(),
            kind: ChargeKind::ENERGY,
            block: None,
            unit: ChargeUnit::Kwh,
            rate: Quantity::from_hundredths(rate),
            from: day(from),
            to: to.map(day),
        }
    }

    #[test]
    fn a_price_begins_the_day_after_the_one_before_and_ends_the_day_before_the_next() {
        use PricingError::{LeavesAGap, Overlaps};
        let first = price("2026-01-01", Some("2026-03-31"), 40);
        let third = price("2026-07-01", None, 50);
        let added = |from, to| {
            let mut table = PriceTable::new([third.clone(), first.clone()]);
            let added = table.add(price(from, to, 45), &ChargeKinds::standard());
            if added.is_err() {
                assert_eq!(table, PriceTable::new([first.clone(), third.clone()]), "a refused price changes nothing");
            }
            added
        };
        assert_eq!(added("2026-04-01", Some("2026-06-30")), Ok(()));
        assert_eq!(added("2026-03-31", Some("2026-06-30")), Err(Overlaps));
        assert_eq!(added("2026-04-02", Some("2026-06-30")), Err(LeavesAGap));
        assert_eq!(added("2026-04-01", Some("2026-07-01")), Err(Overlaps));
        assert_eq!(added("2026-04-01", Some("2026-06-29")), Err(LeavesAGap));
        assert_eq!(added("2026-04-01", None), Err(Overlaps));
        assert_eq!(added("2026-08-01", None), Err(Overlaps), "the last price has no end");
        // A price of the same first day replaces the stored one.
        let mut table = PriceTable::new([first.clone(), price("2026-04-01", None, 50)]);
        assert_eq!(table.add(price("2026-04-01", None, 60), &ChargeKinds::standard()), Ok(()));
        assert!(table.iter().eq(&[first, price("2026-04-01", None, 60)]), "in order of time");
    }

    #[test]
    fn prices_of_one_file_divide_the_days_of_a_stored_one() {
        let kinds = ChargeKinds::standard();
        let third = price("2026-07-01", None, 50);
        let stored = PriceTable::new([price("2026-01-01", Some("2026-06-30"), 40), third.clone()]);
        let (first, second) =
            (price("2026-01-01", Some("2026-03-31"), 40), price("2026-04-01", Some("2026-06-30"), 45));
        let mut table = stored.clone();
        assert_eq!(table.add_together(&[&second, &first], &kinds), Ok(()));
        assert!(table.iter().eq(&[first.clone(), second, third]));
        let mut table = stored.clone();
        let short = price("2026-04-01", Some("2026-06-29"), 45);
        assert_eq!(table.add_together(&[&first, &short], &kinds), Err(PricingError::LeavesAGap));
        assert_eq!(table, stored, "refused prices change nothing");
    }

    #[test]
    fn a_price_has_the_unit_of_its_kind_and_a_rate() {
        use ChargeUnit::{Kw, Kwh, Month, Percent};
        let kinds = ChargeKinds::standard();
        let check = |kind, unit, rate| Price { kind, unit, ..price("2026-01-01", None, rate) }.check(&kinds);
        let units = [
            (ChargeKind::ENERGY, vec![Kwh]),
            (ChargeKind::AFA, vec![Kwh]),
            (ChargeKind::CAPACITY, vec![Kwh, Kw]),
            (ChargeKind::NETWORK, vec![Kwh, Kw]),
            (ChargeKind::RETAIL, vec![Month]),
            (ChargeKind::KWTBB, vec![Percent]),
            (ChargeKind::TAX, vec![Percent]),
        ];
        for (kind, fitting) in units {
            for unit in [Kwh, Kw, Month, Percent] {
                let expected = if fitting.contains(&unit) { Ok(()) } else { Err(PricingError::UnitDoesNotFit) };
                assert_eq!(check(kind, unit, 40), expected, "{kind:?} {unit:?}");
            }
        }
        for kind in [ChargeKind::ROUNDING, ChargeKind::LATE_CHARGE] {
            assert_eq!(check(kind, Month, 40), Err(PricingError::KindHasNoPrice));
        }
        let unknown = ChargeKind::parse("greenPremium").unwrap();
        assert_eq!(check(unknown, Kwh, 40), Err(PricingError::UnknownKind));
        assert_eq!((check(ChargeKind::TAX, Percent, 0), check(ChargeKind::AFA, Kwh, 0)), (Ok(()), Ok(())));
        assert_eq!(check(ChargeKind::ENERGY, Kwh, 0), Err(PricingError::RateIsZero));
        let ends = |from, to| price(from, Some(to), 40).check(&kinds);
        assert_eq!(ends("2026-01-02", "2026-01-01"), Err(PricingError::EndsBeforeItBegins));
        assert_eq!(ends("2026-01-01", "2026-01-01"), Ok(()));
    }
}

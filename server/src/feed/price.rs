//! The file of published prices. A price replaces the stored price of the same key and first day.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::audit::{Price, PriceTable, PricingError};
use gridbill_core::bills::Quantity;
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Language, Topic};
use sqlx::PgConnection;

use super::charges::{BLOCKS, UNITS, block, named};
use super::field::{Fields, Refusal};
use super::kind::kind;
use super::{FeedRecord, ImportOptions, StoreResult};
use crate::base::Base;
use crate::bills::kinds;
use crate::findings::sql::prices as sql;

impl FeedRecord for Price {
    const KIND: FeedKind = FeedKind::Prices;
    const NOUN: &'static str = "prices";
    const COLUMNS: &'static [&'static str] = &["tariff", "kind", "block", "from", "to", "rate", "unit"];
    const KEY: &'static str = "tariff";
    const REPEATED: &'static str = "This price is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Findings];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let tariff = if fields.get("tariff").is_empty() { String::new() } else { fields.text("tariff", 60)? };
        let price = Self {
            tariff,
            kind: kind(fields)?,
            block: block(fields)?,
            from: fields.day("from")?,
            to: fields.optional("to", Day::parse)?,
            rate: fields.parse("rate", Quantity::parse)?,
            unit: named(fields, "unit", UNITS)?,
        };
        // The other rules need the kinds, which are read when the price is stored.
        if price.to.is_some_and(|to| to < price.from) {
            return Err(refusal(PricingError::EndsBeforeItBegins));
        }
        Ok(price)
    }

    fn key(&self) -> &str {
        &self.tariff
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        (&self.tariff, self.kind, self.block, self.from).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// Stores the prices of a key together, or in the order of their first days, so that the order of the file does not matter.
    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        sql::lock(connection).await?;
        let kinds = kinds::all(&mut *connection).await?;
        let named: BTreeSet<&str> = rows.iter().map(|price| price.tariff.as_str()).collect();
        let named: Vec<String> = named.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let unknown: BTreeSet<String> = sql::unknown_tariffs(connection, &named).await?.into_iter().collect();
        let mut table = PriceTable::new(sql::all(&mut *connection).await?);
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        let mut by_key: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (place, price) in rows.iter().enumerate() {
            if unknown.contains(&price.tariff) {
                let reason = "No account and no bill has this tariff. (unknownTariff)";
                refused.push((place, Refusal::of("tariff", reason)));
            } else {
                by_key.entry((&price.tariff, price.kind, price.block)).or_default().push(place);
            }
        }
        for places in by_key.into_values() {
            let (mut places, wrong): (Vec<usize>, Vec<usize>) =
                places.into_iter().partition(|&place| rows[place].check(&kinds).is_ok());
            refused
                .extend(wrong.into_iter().filter_map(|place| Some((place, refusal(rows[place].check(&kinds).err()?)))));
            places.sort_by_key(|&place| rows[place].from);
            let together: Vec<&Self> = places.iter().map(|&place| &rows[place]).collect();
            if table.add_together(&together, &kinds).is_ok() {
                accepted.extend(together);
                continue;
            }
            // One by one, each wrong price has its reason.
            for place in places {
                match table.add(rows[place].clone(), &kinds) {
                    Ok(()) => accepted.push(&rows[place]),
                    Err(error) => refused.push((place, refusal(error))),
                }
            }
        }
        let (new, changed) = sql::store(connection, &accepted).await?;
        Ok(StoreResult { new, changed, refused, ..StoreResult::default() })
    }
}

/// Names the field of an error, with its sentence and its code.
fn refusal(error: PricingError) -> Refusal {
    let field = match error {
        PricingError::EndsBeforeItBegins => "to",
        PricingError::Overlaps | PricingError::LeavesAGap => "from",
        PricingError::RateIsZero => "rate",
        PricingError::UnitDoesNotFit => "unit",
        PricingError::UnknownKind | PricingError::KindHasNoPrice => "kind",
    };
    Refusal::of(field, format!("{} ({})", error.sentence(Language::En), error.code()))
}

/// Returns the fields of a price in the order of the columns.
#[must_use]
pub fn written(price: &Price) -> [String; 7] {
    let block = price.block.and_then(|block| BLOCKS.iter().find(|(_, other)| *other == block));
    [
        price.tariff.clone(),
        price.kind.to_string(),
        block.map_or("", |(word, _)| *word).to_owned(),
        price.from.to_string(),
        price.to.map(|to| to.to_string()).unwrap_or_default(),
        price.rate.to_string(),
        UNITS.iter().find(|(_, unit)| *unit == price.unit).map_or("", |(word, _)| *word).to_owned(),
    ]
}

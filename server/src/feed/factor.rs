//! The file of emission factors. A row is a revision, and no revision replaces another.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::Topic;
use gridbill_core::carbon::{EmissionFactor, FactorError, FactorTable, GridFactor, GridRegion};
use gridbill_core::operations::FeedKind;
use sqlx::PgConnection;

use super::charges::named;
use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult};
use crate::base::Base;
use crate::carbon::sql;

/// Maximum characters of a source.
const MAX_SOURCE: usize = 300;
/// The words for provisional and final factors.
const STATUSES: &[(&str, bool)] = &[("final", false), ("provisional", true)];

impl FeedRecord for EmissionFactor {
    const KIND: FeedKind = FeedKind::Factors;
    const NOUN: &'static str = "factors";
    const COLUMNS: &'static [&'static str] = &["region", "from", "published", "factor", "source", "status"];
    const KEY: &'static str = "region";
    const IS_FINAL: bool = true;
    const REPEATED: &'static str = "This revision is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Bills];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        Ok(Self {
            region: named(fields, "region", &GridRegion::ALL.map(|region| (region.code(), region)))?,
            from: fields.day("from")?,
            published: fields.day("published")?,
            factor: fields.parse("factor", GridFactor::parse)?,
            source: fields.text("source", MAX_SOURCE)?,
            is_provisional: named(fields, "status", STATUSES)?,
        })
    }

    fn key(&self) -> &str {
        self.region.code()
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        (self.region, self.from, self.published).hash(&mut hasher);
        Some(hasher.finish())
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        sql::lock(connection).await?;
        let mut table = FactorTable::new(sql::factors(&mut *connection).await?);
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        for (place, factor) in rows.iter().enumerate() {
            match table.add(factor.clone()) {
                Ok(true) => accepted.push(factor),
                Ok(false) => {}
                Err(error) => refused.push((place, refusal(error))),
            }
        }
        sql::insert(connection, &accepted).await?;
        let new = u64::try_from(accepted.len()).unwrap_or(u64::MAX);
        Ok(StoreResult { new, refused, ..StoreResult::default() })
    }
}

/// Names the field of an error, with its sentence and its code.
fn refusal(error: FactorError) -> Refusal {
    let field = match error {
        FactorError::OutOfRange => "factor",
        FactorError::RevisionExists => "published",
    };
    Refusal::of(field, format!("{} ({})", error.sentence(), error.code()))
}

/// Returns the fields of a factor in the order of the columns.
#[must_use]
pub fn written(factor: &EmissionFactor) -> [String; 6] {
    [
        factor.region.code().to_owned(),
        factor.from.to_string(),
        factor.published.to_string(),
        factor.factor.to_string(),
        factor.source.clone(),
        if factor.is_provisional { "provisional" } else { "final" }.to_owned(),
    ]
}

//! The file of kinds of charges. A row replaces the stored row of the same kind and first day.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::bills::{ChargeKind, ChargeKindEntry, ChargeRole, ChargeSign};
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Topic};
use sqlx::PgConnection;

use super::charges::{READING, UNITS, named};
use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult};
use crate::base::Base;
use crate::bills::kinds as sql;

/// Maximum characters of a name.
const MAX_NAME: usize = 60;
const YES_OR_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];

impl FeedRecord for ChargeKindEntry {
    const KIND: FeedKind = FeedKind::Kinds;
    const NOUN: &'static str = "kinds";
    const COLUMNS: &'static [&'static str] =
        &["kind", "nameEn", "nameMs", "role", "sign", "unit", "inFundBase", "inConsumption", "from", "to"];
    const KEY: &'static str = "kind";
    const REPEATED: &'static str = "This kind is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Bills, Topic::Findings, Topic::Accounting];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let entry = Self {
            kind: kind(fields)?,
            name_en: fields.text("nameEn", MAX_NAME)?,
            name_ms: fields.text("nameMs", MAX_NAME)?,
            role: named(fields, "role", ChargeRole::ALL)?,
            sign: named(fields, "sign", ChargeSign::ALL)?,
            unit: if fields.get("unit").is_empty() { None } else { Some(named(fields, "unit", UNITS)?) },
            in_fund_base: named(fields, "inFundBase", YES_OR_NO)?,
            in_consumption: named(fields, "inConsumption", YES_OR_NO)?,
            from: fields.day("from")?,
            to: fields.optional("to", Day::parse)?,
        };
        if entry.to.is_some_and(|to| to < entry.from) {
            return Err(Refusal::of("to", "A kind cannot end before it begins."));
        }
        Ok(entry)
    }

    fn key(&self) -> &str {
        self.kind.as_str()
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        (self.kind, self.from).hash(&mut hasher);
        Some(hasher.finish())
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let (new, changed) = sql::store(connection, rows).await?;
        Ok(StoreResult { new, changed, ..StoreResult::default() })
    }
}

/// Parses the code of a kind of charge. A register of the meter has no kind.
pub fn kind(fields: &Fields<'_>) -> Result<ChargeKind, Refusal> {
    let kind = ChargeKind::parse(fields.get("kind")).ok().filter(|kind| kind.as_str() != READING);
    kind.ok_or_else(|| Refusal::of("kind", "This must be a code of 1 to 32 letters or digits, such as energy."))
}

//! The file of deposits. A row replaces the stored row of the same number.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::accounts::deposits::{Deposit, DepositError, DepositKind};
use gridbill_core::number::AccountNo;
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Topic};
use sqlx::PgConnection;

use super::charges::named;
use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult};
use crate::accounts::deposits::sql;
use crate::base::Base;

impl FeedRecord for Deposit {
    const KIND: FeedKind = FeedKind::Deposits;
    const NOUN: &'static str = "deposits";
    const COLUMNS: &'static [&'static str] =
        &["depositNo", "accountNo", "kind", "amount", "since", "until", "bank", "returnedOn"];
    const KEY: &'static str = "depositNo";
    const TOPICS: &'static [Topic] = &[Topic::Accounts];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let deposit = Self {
            deposit_no: fields.text("depositNo", 40)?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            kind: named(fields, "kind", DepositKind::ALL)?,
            amount: fields.money("amount")?,
            since: fields.day("since")?,
            until: fields.optional("until", Day::parse)?,
            bank: if fields.get("bank").is_empty() { None } else { Some(fields.text("bank", 100)?) },
            returned_on: fields.optional("returnedOn", Day::parse)?,
        };
        deposit.check().map_err(refusal)?;
        Ok(deposit)
    }

    fn key(&self) -> &str {
        &self.deposit_no
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        self.deposit_no.hash(&mut hasher);
        Some(hasher.finish())
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let (new, changed) = sql::store(connection, rows).await?;
        let refused = sql::not_stored(connection, rows).await?;
        let refused = refused.into_iter().map(|(place, error)| (place, refusal(error))).collect();
        Ok(StoreResult { new, changed, refused, ..StoreResult::default() })
    }
}

/// Names the column of an error, with its sentence and its code.
fn refusal(error: DepositError) -> Refusal {
    Refusal::of(error.field(), format!("{} ({})", error.sentence(), error.code()))
}

/// Returns the fields of a deposit in the order of the columns.
#[must_use]
pub fn written(deposit: &Deposit) -> [String; 8] {
    let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
    [
        deposit.deposit_no.clone(),
        deposit.account_no.to_string(),
        deposit.kind.code().to_owned(),
        deposit.amount.to_string(),
        deposit.since.to_string(),
        day(deposit.until),
        deposit.bank.clone().unwrap_or_default(),
        day(deposit.returned_on),
    ]
}

//! Figures of a bulk account's electricity accounts (docs/domain/bills.md#summaries).

use std::collections::BTreeMap;

use gridbill_core::accounts::state_code;
use gridbill_core::home::{HomeAccounts, StateAccounts};
use gridbill_core::number::BulkId;
use sqlx::PgConnection;

use super::sql::totals as sql;
use crate::error::Answer;

/// Counts the accounts by state, the inactive accounts, and the accounts that could not be added.
pub async fn figures(db: &mut PgConnection, bulk_id: &BulkId) -> Answer<HomeAccounts> {
    let (mut total, mut inactive) = (0, 0);
    let mut by_state: BTreeMap<String, i64> = BTreeMap::new();
    for alike in sql::by_state(&mut *db, bulk_id).await? {
        total += alike.accounts;
        inactive += if alike.active { 0 } else { alike.accounts };
        *by_state.entry(alike.state).or_default() += alike.accounts;
    }
    let mut states: Vec<StateAccounts> = by_state
        .into_iter()
        .map(|(state, accounts)| StateAccounts { state_code: state_code(&state).map(str::to_owned), state, accounts })
        .collect();
    states.sort_by_key(|state| std::cmp::Reverse(state.accounts));
    Ok(HomeAccounts { total, inactive, errors: sql::errors(db, bulk_id).await?, states })
}

//! The data of a combined statement: an account, those of a group or of a whole bulk account, and the ledger of each.

use std::collections::HashMap;

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::statements::Ledger;
use gridbill_core::{Code, Day};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::combined as sql;
use crate::error::Answer;

pub use super::sql::combined::Member;

/// Accounts whose bills are read at a time: enough to be fast, while a year of their bills takes some megabytes.
pub const ACCOUNTS_AT_ONCE: usize = 50;

/// The owner of the accounts that a statement combines.
pub struct Holder {
    pub company: String,
    /// The group; `None` for a whole bulk account.
    pub group: Option<String>,
}

/// Loads the company, and the group if given.
/// Fails with [`Code::GroupNotFound`] when the bulk account has no such group.
pub async fn holder(db: &mut PgConnection, bulk_id: &BulkId, group_id: Option<Uuid>) -> Answer<Holder> {
    let company = super::sql::make::company(&mut *db, bulk_id).await?;
    let group = match group_id {
        Some(group_id) => Some(sql::group_name(db, bulk_id, group_id).await?.ok_or(Code::GroupNotFound)?),
        None => None,
    };
    Ok(Holder { company, group })
}

/// Lists the accounts by number: of the group, if given, and that account, if given. Without a group, includes former accounts whose
/// bills are still in the bulk account.
pub async fn members(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Option<Uuid>,
    account_no: Option<&AccountNo>,
) -> Answer<Vec<Member>> {
    Ok(sql::members(db, bulk_id, group_id, account_no).await?)
}

/// Loads the ledgers of some accounts up to a day. Accounts without bills and credits are missing.
pub async fn ledgers(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[Member],
    last: Day,
) -> Answer<HashMap<AccountNo, Ledger>> {
    let numbers: Vec<String> = accounts.iter().map(|member| member.account_no.to_string()).collect();
    let mut ledgers: HashMap<AccountNo, Ledger> = HashMap::new();
    for (account_no, bill) in sql::bills(&mut *db, bulk_id, &numbers, last).await? {
        ledgers.entry(account_no).or_default().bills.push(bill);
    }
    for (account_no, credit) in sql::credits(&mut *db, bulk_id, &numbers, last).await? {
        ledgers.entry(account_no).or_default().credits.push(credit);
    }
    for (account_no, settlement) in super::sql::ledger::settlements(db, Some(bulk_id), &numbers, last).await? {
        ledgers.entry(account_no).or_default().settlements.push(settlement);
    }
    Ok(ledgers)
}

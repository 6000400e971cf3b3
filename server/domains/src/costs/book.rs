//! All codings of a bulk account, by which its bills are divided.

use std::collections::BTreeMap;

use gridbill_core::costs::{CodedAccount, CodingBook};
use gridbill_core::number::BulkId;
use sqlx::PgConnection;

use super::sql;
use crate::error::Answer;

/// The codings of a bulk account, with names.
pub struct Codings {
    pub book: CodingBook,
    /// The names of groups, by id.
    pub groups: BTreeMap<String, String>,
    /// The names of cost centres, by code.
    pub names: BTreeMap<String, String>,
}

/// Loads the codings of a bulk account.
pub async fn codings(db: &mut PgConnection, bulk_id: &BulkId) -> Answer<Codings> {
    let mut book = CodingBook::default();
    let mut periods = sql::periods(&mut *db, bulk_id, None).await?;
    for (account_no, group_id) in sql::accounts(&mut *db, bulk_id).await? {
        let periods = periods.remove(&account_no).unwrap_or_default();
        book.accounts.insert(account_no, CodedAccount { group_id, periods });
    }
    let mut groups = BTreeMap::new();
    for group in sql::group_codings(&mut *db, bulk_id, None).await? {
        groups.insert(group.group_id.clone(), group.group_name);
        book.groups.insert(group.group_id, group.parts);
    }
    let names = sql::names(db, bulk_id).await?;
    let names = names.into_iter().map(|centre| (centre.code, centre.cost_centre_name)).collect();
    Ok(Codings { book, groups, names })
}

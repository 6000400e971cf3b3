//! The file of groups: a row puts an account into a group of its company. Companies in use keep their groups.

use std::collections::HashMap;

use gridbill_core::accounts::groups::parse_name;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::operations::FeedKind;
use gridbill_core::{Language, Topic};
use sqlx::PgConnection;

use super::super::field::{Fields, Refusal};
use super::super::{FeedRecord, ImportOptions, StoreResult};
use super::company::bulk_id;
use super::{sql, unknown_company};
use crate::base::Base;

/// An account with its group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupedAccount {
    pub bulk_id: BulkId,
    pub group_name: String,
    pub account_no: AccountNo,
}

impl FeedRecord for GroupedAccount {
    const KIND: FeedKind = FeedKind::Groups;
    const NOUN: &'static str = "groups";
    const COLUMNS: &'static [&'static str] = &["bulkId", "groupName", "accountNo"];
    const KEY: &'static str = "accountNo";
    const REPEATED: &'static str = "An account is in one group. This account is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Accounts, Topic::Groups];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let name = parse_name(fields.get("groupName"));
        Ok(Self {
            bulk_id: bulk_id(fields)?,
            group_name: name.map_err(|problem| Refusal::of("groupName", problem.sentence(Language::En)))?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
        })
    }

    fn key(&self) -> &str {
        self.account_no.as_str()
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let (new, changed) = sql::store_groups(connection, rows, base.now()).await?;
        let mut refused = HashMap::new();
        for row in sql::find_owners(connection, rows.iter().map(|row| (&row.bulk_id, &row.account_no))).await? {
            let refusal = if !row.is_taken_over {
                unknown_company()
            } else if row.owner.as_deref() != Some(row.bulk_id.as_str()) {
                let why = "This account is not in this company. Import the file of references first.";
                Refusal::of("accountNo", why)
            } else {
                continue;
            };
            refused.insert(row.place(), refusal);
        }
        Ok(StoreResult { new, changed, refused: refused.into_iter().collect(), ..StoreResult::default() })
    }
}

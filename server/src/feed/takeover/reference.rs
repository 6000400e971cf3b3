//! The file of references: the accounts of each company, with the company's own names for them. A row adds the
//! account to the company, with its bills. Companies in use keep their reference IDs.

use std::collections::HashMap;

use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use gridbill_core::operations::FeedKind;
use sqlx::PgConnection;

use super::super::field::{Fields, Refusal};
use super::super::{FeedRecord, ImportOptions, StoreResult};
use super::company::bulk_id;
use super::{sql, unknown_account, unknown_company};
use crate::base::Base;

/// An account of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountReference {
    pub bulk_id: BulkId,
    pub account_no: AccountNo,
    pub reference_id: Option<ReferenceId>,
}

impl FeedRecord for AccountReference {
    const KIND: FeedKind = FeedKind::References;
    const NOUN: &'static str = "references";
    const COLUMNS: &'static [&'static str] = &["bulkId", "accountNo", "referenceId"];
    const KEY: &'static str = "accountNo";
    const REPEATED: &'static str = "An account is in one company. This account is in the file already";

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        Ok(Self {
            bulk_id: bulk_id(fields)?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            reference_id: fields.optional("referenceId", ReferenceId::parse)?,
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
        let (new, changed) = sql::store_references(connection, rows, base.now()).await?;
        let mut refused = HashMap::new();
        for row in sql::find_owners(connection, rows.iter().map(|row| (&row.bulk_id, &row.account_no))).await? {
            let refusal = match row.owner.as_deref() {
                _ if !row.is_taken_over => unknown_company(),
                _ if !row.is_known => unknown_account(),
                Some(owner) if owner != row.bulk_id => {
                    let why = "has this account. Remove it there first, or correct this row.";
                    Refusal::of("accountNo", format!("Bulk account {owner} {why}"))
                }
                _ => continue,
            };
            refused.insert(row.place(), refusal);
        }
        Ok(StoreResult { new, changed, refused: refused.into_iter().collect(), ..StoreResult::default() })
    }
}

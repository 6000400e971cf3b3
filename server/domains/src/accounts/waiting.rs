//! Lists of accounts that are queued or could not be added.

use gridbill_core::accounts::{
    AccountError, AllPendingSortBy, PendingAccount, PendingSortBy, PendingStatus, TaggingAction,
};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Instant, Problem};

use crate::list::{Filter, Key, List, columns, contains};

/// The accounts of a bulk account that are queued or could not be added, each once.
pub struct Pending<'a> {
    pub bulk_id: &'a BulkId,
}

impl List for Pending<'_> {
    type Row = PendingRow;
    type By = PendingSortBy;
    const NAME: &'static str = "accounts that wait";
    const FROM: (&'static str, &'static str) = ("tagging", "t");

    fn keys(by: PendingSortBy) -> &'static [Key] {
        const ACCOUNT: Key = Key::new("t.account_no", "text");
        const ID: Key = Key::new("t.tagging_id", "bigint");
        match by {
            PendingSortBy::AccountNumber => const { &[ACCOUNT] },
            PendingSortBy::RequestedAt => const { &[Key::new("t.requested_at", "timestamptz"), ID] },
            PendingSortBy::Status => {
                const { &[Key::new("t.error_type", "text").within("coalesce(", ", '')"), ACCOUNT, ID] }
            }
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("t.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and("(t.done_at is null or (t.error_type is not null and t.forgotten_at is null))", &[]);
    }
}

/// The accounts of all customers that could not be added, the latest failure first.
pub struct Failed {
    pub bulk_id: Option<BulkId>,
    search: Search,
}

impl Failed {
    /// Fails when core rejects the searched text.
    pub fn new(bulk_id: Option<BulkId>, search: Option<&str>) -> Result<Self, Problem> {
        let search = recognise(search.unwrap_or_default()).map_err(|problem| Problem::at("search", problem))?;
        Ok(Self { bulk_id, search })
    }
}

impl List for Failed {
    type Row = PendingRow;
    type By = AllPendingSortBy;
    const NAME: &'static str = "accounts that could not be taken";
    const FROM: (&'static str, &'static str) = ("tagging", "t");

    fn keys(by: AllPendingSortBy) -> &'static [Key] {
        const COMPANY: Key =
            Key::new("(select lower(company_name) from bulk_account c where c.bulk_id = t.bulk_id)", "text");
        const ID: Key = Key::new("t.tagging_id", "bigint");
        match by {
            AllPendingSortBy::RequestedAt => const { &[Key::new("t.requested_at", "timestamptz"), ID] },
            AllPendingSortBy::AccountNumber => const { &[Key::new("t.account_no", "text"), ID] },
            AllPendingSortBy::CompanyName => const { &[COMPANY, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and_some("t.bulk_id = {}", self.bulk_id.as_ref().map(BulkId::as_str));
        only.and("t.error_type is not null and t.forgotten_at is null", &[]);
        if let Some(text) = &self.search.text {
            let number = contains(self.search.part.as_deref().unwrap_or(text));
            only.and(
                "(t.bulk_id in (select bulk_id from bulk_account where company_name ilike {}) or t.account_no like {})",
                &[&contains(text), &number],
            );
        } else if !self.search.is_empty() {
            only.and("t.account_no = any({})", &[&self.search.accounts]);
        }
    }
}

/// An account that is queued or could not be added.
pub struct PendingRow {
    bulk_id: BulkId,
    company_name: String,
    account_no: AccountNo,
    reference_id: Option<String>,
    error_type: Option<String>,
    action: TaggingAction,
    requested_at: Instant,
}

columns! { PendingRow, "join bulk_account c using (bulk_id)" =>
    bulk_id: "t.bulk_id",
    company_name: "c.company_name",
    account_no: "t.account_no",
    reference_id: "t.reference_id",
    error_type: "t.error_type",
    action: "t.action",
    requested_at: "t.requested_at",
}

impl From<PendingRow> for PendingAccount {
    fn from(row: PendingRow) -> Self {
        let error_type = row.error_type.as_deref().and_then(AccountError::from_code);
        Self {
            bulk_id: row.bulk_id,
            company_name: row.company_name,
            account_number: row.account_no,
            reference_id: row.reference_id,
            error_type,
            status_code: row.action,
            status: if error_type.is_some() { PendingStatus::Error } else { PendingStatus::Pending },
            requested_at: row.requested_at,
        }
    }
}

//! Lists of all bulk accounts, for staff.

use gridbill_core::accounts::{
    BulkAccountRow, BulkAccountSortBy, BulkAccountsCards, BulkAccountsRequest, BulkIdForRoc, BulkIdForRocRequest,
};
use gridbill_core::company::normal_registration_no;
use gridbill_core::endpoint::Nothing;
use gridbill_core::{Code, Page, Problem};

use super::sql;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

/// Finds the bulk account of a company number, in any notation; `None` if there is none.
pub async fn of_company(app: App, _: Staff, request: BulkIdForRocRequest) -> Answer<BulkIdForRoc> {
    let number = normal_registration_no(&request.roc);
    if number.is_empty() {
        return Err(Problem::at("roc", Code::RegistrationNoRequired).into());
    }
    Ok(BulkIdForRoc { bulk_id: sql::of_company(&app.pool, &number).await? })
}

pub async fn cards(app: App, _: Staff, _: Nothing) -> Answer<BulkAccountsCards> {
    Ok(sql::cards(&app.pool, app.now()).await?)
}

pub async fn table(app: App, _: Staff, request: BulkAccountsRequest) -> Answer<Page<BulkAccountRow>> {
    let pattern = searched_pattern("search", request.search.as_deref())?;
    let registration_no = normal_registration_no(request.search.as_deref().unwrap_or_default());
    let accounts = BulkAccounts { pattern, registration_no, request: &request };
    list::page(&app.pool, &accounts, request.sort, request.page()).await
}

/// All bulk accounts, by the company's name.
struct BulkAccounts<'a> {
    /// The pattern for the searched text.
    pattern: Option<String>,
    /// The searched text as a company number.
    registration_no: String,
    request: &'a BulkAccountsRequest,
}

const TOTAL_ACCOUNTS: &str = "(select count(*) from electricity_account a where a.bulk_id = b.bulk_id)";
const TOTAL_USERS: &str = "(select count(*) from person p where p.bulk_id = b.bulk_id and p.deleted_at is null)";
const AMOUNT_PAYABLE: &str =
    "(select coalesce(sum(t.amount), 0) from bill_total t where t.bulk_id = b.bulk_id and t.standing = 'payable')";

impl List for BulkAccounts<'_> {
    type Row = BulkAccountRow;
    type By = BulkAccountSortBy;
    const NAME: &'static str = "bulk accounts";
    const FROM: (&'static str, &'static str) = ("bulk_account", "b");

    fn keys(by: BulkAccountSortBy) -> &'static [Key] {
        const ID: Key = Key::new("b.bulk_id", "text");
        match by {
            BulkAccountSortBy::CompanyName => const { &[Key::new("b.company_name", "text").within("lower(", ")"), ID] },
            BulkAccountSortBy::BulkId => const { &[ID] },
            BulkAccountSortBy::TotalAccounts => const { &[Key::new(TOTAL_ACCOUNTS, "bigint"), ID] },
            BulkAccountSortBy::TotalUsers => const { &[Key::new(TOTAL_USERS, "bigint"), ID] },
            BulkAccountSortBy::AmountPayable => const { &[Key::new(AMOUNT_PAYABLE, "numeric"), ID] },
            BulkAccountSortBy::CreatedAt => const { &[Key::new("b.created_at", "timestamptz"), ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        if let Some(pattern) = &self.pattern {
            only.and(
                "(b.company_name ilike {} or b.registration_no ilike {} or b.bulk_id ilike {}
                  or is_same_company(b.registration_no, {}))",
                &[pattern, pattern, pattern, &self.registration_no],
            );
        }
        only.and_some("b.business_type = {}", self.request.business_type);
        match self.request.without_accounts {
            Some(true) => {
                only.and("not exists (select from electricity_account a where a.bulk_id = b.bulk_id)", &[]);
            }
            Some(false) => only.and("exists (select from electricity_account a where a.bulk_id = b.bulk_id)", &[]),
            None => {}
        }
    }
}

columns! { BulkAccountRow, "" =>
    bulk_id: "b.bulk_id",
    company_name: "b.company_name",
    registration_no: "b.registration_no",
    tin: "coalesce(b.details ->> 'tin', '')",
    business_type: "b.business_type",
    total_accounts: "(select count(*) from electricity_account a where a.bulk_id = b.bulk_id)",
    pending_errors: "(select count(*) from tagging t
                      where t.bulk_id = b.bulk_id and t.error_type is not null and t.forgotten_at is null)",
    total_users: "(select count(*) from person p where p.bulk_id = b.bulk_id and p.deleted_at is null)",
    amount_payable: "(select coalesce(sum(t.amount), 0) from bill_total t
                      where t.bulk_id = b.bulk_id and t.standing = 'payable')",
    amount_in_payment: "(select coalesce(sum(t.amount), 0) from bill_total t
                         where t.bulk_id = b.bulk_id and t.standing = 'inPayment')",
    created_at: "b.created_at",
}

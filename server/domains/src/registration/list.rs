//! Applications as staff list and open them, and the accounts that an application has or could have.

use gridbill_core::company::normal_registration_no;
use gridbill_core::list::Sort;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, RegistrationFilter, RegistrationRow, RegistrationSortBy, RegistrationStatus,
    RegistrationsRequest, UserType,
};
use gridbill_core::{Code, Instant, Page, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

/// Characters of the ID that serve as the application's short ID.
const CALLED: usize = 8;

pub async fn table(app: App, _: Staff, request: RegistrationsRequest) -> Answer<Page<RegistrationRow>> {
    let applications = Applications::new(&request.filter)?;
    Ok(list::page(&app.pool, &applications, request.sort, request.page()).await?.map(RegistrationRow::from))
}

/// Loads a submitted application.
pub async fn one(app: &App, registration_id: Uuid) -> Answer<RegistrationRow> {
    let filter = RegistrationFilter::default();
    let application = Applications { registration_id: Some(registration_id), ..Applications::new(&filter)? };
    let row = list::one(&app.pool, &application).await?.ok_or(Code::RegistrationNotFound)?;
    Ok(RegistrationRow::from(row))
}

/// Submitted applications. Drafts are visible only to the users who make them.
struct Applications<'a> {
    filter: &'a RegistrationFilter,
    /// The pattern for the searched text.
    pattern: Option<String>,
    /// The searched text as a company number.
    registration_no: String,
    registration_id: Option<Uuid>,
}

impl<'a> Applications<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a RegistrationFilter) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        let registration_no = normal_registration_no(filter.search.as_deref().unwrap_or_default());
        Ok(Self { filter, pattern, registration_no, registration_id: None })
    }
}

impl List for Applications<'_> {
    type Row = ApplicationRow;
    type By = RegistrationSortBy;
    const NAME: &'static str = "applications";
    const FROM: (&'static str, &'static str) = ("registration", "r");

    fn keys(by: RegistrationSortBy) -> &'static [Key] {
        const ACCOUNTS: Key = Key::new(
            "(select s.accounts from registration_submission s
              where s.registration_id = r.registration_id and s.submission = r.submissions)",
            "int",
        );
        const COMPANY: Key = Key::new("r.company_name", "text").within("lower(", ")");
        const SUBMITTED: Key = Key::new("r.submitted_at", "timestamptz");
        const ID: Key = Key::new("r.registration_id", "uuid");
        match by {
            RegistrationSortBy::SubmittedDate => const { &[SUBMITTED, ID] },
            RegistrationSortBy::CompanyName => const { &[COMPANY, ID] },
            RegistrationSortBy::TotalAccounts => const { &[ACCOUNTS, ID] },
            RegistrationSortBy::Status => const { &[Key::new("r.status", "smallint"), SUBMITTED, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("registration_is_submitted(r.status)", &[]);
        only.and_some("r.registration_id = {}", self.registration_id);
        if let Some(pattern) = &self.pattern {
            // Comparing the company of each row would take a tenth of a millisecond. The subquery uses indexes, and runs once.
            only.and(
                "(r.company_name ilike {} or r.registration_no ilike {} or r.registration_id::text ilike {}
                  or r.registration_id in (select registration_id from registration where is_same_company(registration_no, {})))",
                &[pattern, pattern, pattern, &self.registration_no],
            );
        }
        let codes = |statuses: &[RegistrationStatus]| statuses.iter().map(|status| *status as i16).collect::<Vec<_>>();
        only.and_some("r.status = any({})", self.filter.statuses.as_deref().map(codes));
        only.and_some("r.business_type = {}", self.filter.business_type);
    }
}

/// A row of the list of applications.
struct ApplicationRow {
    registration_id: Uuid,
    submitted_at: Instant,
    company_name: String,
    registration_no: String,
    business_type: i16,
    status: RegistrationStatus,
    submitted_by: String,
    reviewed_by: Option<String>,
    accounts: i32,
}

columns! { ApplicationRow, "join person maker using (person_id)
                 join registration_submission s on s.registration_id = r.registration_id and s.submission = r.submissions
                 left join person reviewer on reviewer.person_id = r.reviewed_by" =>
    registration_id: "r.registration_id",
    submitted_at: "r.submitted_at",
    company_name: "r.company_name",
    registration_no: "r.registration_no",
    business_type: "r.business_type",
    status: "r.status",
    submitted_by: "maker.name",
    reviewed_by: "reviewer.name",
    accounts: "s.accounts",
}

impl From<ApplicationRow> for RegistrationRow {
    fn from(row: ApplicationRow) -> Self {
        let registration_id = row.registration_id.to_string();
        Self {
            application_id: registration_id.chars().take(CALLED).collect(),
            registration_id,
            company_name: row.company_name,
            registration_no: row.registration_no,
            business_type: row.business_type,
            status: row.status,
            user_type: UserType::BulkCustomer,
            user_type_code: UserType::BulkCustomer.code(),
            submitted_date: Some(row.submitted_at),
            submitted_by: row.submitted_by,
            reviewed_by: row.reviewed_by,
            total_accounts: i64::from(row.accounts),
        }
    }
}

/// The accounts of a submission, in order; submission 0 holds those of the draft.
pub struct ApplicationAccounts {
    pub registration_id: Uuid,
    pub submission: i32,
}

impl List for ApplicationAccounts {
    type Row = AccountRow;
    type By = ();
    const NAME: &'static str = "accounts of an application";
    const FROM: (&'static str, &'static str) = ("registration_account", "s");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("s.place", "int")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("s.registration_id = {} and s.submission = {}", &[&self.registration_id, &self.submission]);
    }

    fn of(&self) -> String {
        format!("{} {}", self.registration_id, self.submission)
    }
}

/// A stored account of an application.
pub struct AccountRow {
    account_no: String,
    reference_id: Option<String>,
    is_select: bool,
    source: String,
}

columns! { AccountRow, "" =>
    account_no: "s.account_no",
    reference_id: "s.reference_id",
    is_select: "s.is_select",
    source: "s.source",
}

impl From<AccountRow> for ApplicationAccount {
    fn from(row: AccountRow) -> Self {
        let source = match row.source.as_str() {
            "auto" => AccountSource::Auto,
            "upload" => AccountSource::Upload,
            _ => AccountSource::Manual,
        };
        let AccountRow { account_no, reference_id, is_select, .. } = row;
        Self { account_no, reference_id, is_select, source }
    }
}

/// Loads all accounts of a submission.
pub async fn accounts(
    db: &mut PgConnection,
    registration_id: Uuid,
    submission: i32,
) -> Answer<Vec<ApplicationAccount>> {
    let accounts = ApplicationAccounts { registration_id, submission };
    let rows = list::all::<_, AccountRow>(db, &accounts, Sort::default()).await?;
    Ok(rows.into_iter().map(ApplicationAccount::from).collect())
}

/// Accounts under a company's number that are in no bulk account or in the user's own, by number.
pub struct Suggestions<'a> {
    pub registration_no: &'a str,
    pub own: Option<&'a BulkId>,
}

impl List for Suggestions<'_> {
    type Row = Suggestion;
    type By = ();
    const NAME: &'static str = "accounts of a company";
    const FROM: (&'static str, &'static str) =
        ("(select m.*, a.bulk_id from account_master m left join electricity_account a using (account_no))", "m");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("m.account_no", "text")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("is_same_company(m.registration_no, {})", &[&self.registration_no]);
        match self.own {
            Some(own) => only.and("(m.bulk_id is null or m.bulk_id = {})", &[&own.as_str()]),
            None => only.and("m.bulk_id is null", &[]),
        }
    }

    fn of(&self) -> String {
        self.registration_no.to_owned()
    }
}

/// An account under a company's number.
pub struct Suggestion {
    pub account_no: AccountNo,
    pub premises_address: String,
    pub active: bool,
    pub bulk_id: Option<BulkId>,
}

columns! { Suggestion, "" =>
    account_no: "m.account_no",
    premises_address: "m.premises_address",
    active: "m.active",
    bulk_id: "m.bulk_id",
}

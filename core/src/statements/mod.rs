//! Statements of account: the bills and payments of an account within a period, as a document
//! (docs/domain/statements.md).

mod combined;
mod fact;
mod ledger;
#[cfg(test)]
mod ledger_tests;

pub use combined::{AccountLine, CombinedStatement};
pub use fact::StatementFact;
pub use ledger::{
    AccountStatement, Ageing, Entry, EntryKind, Ledger, LedgerBill, LedgerCarried, LedgerCredit, LedgerPayment,
    LedgerReversal, LedgerSettlement, Sums, first_day,
};

use crate::endpoint::Nothing;
use crate::identity::person::MAX_NAME_LENGTH;
use crate::number::{AccountNo, BulkId, Email, ReferenceId};
use crate::typed::clean_name;
use crate::{Code, Day, Instant, Language, Page, Problem};

endpoints! {
    /// Requests a statement of account. A job prepares it.
    GetStatement = Post "/account-svc/api/v1/Statement/GetStatement"
        for Customer(Bill, View) of(bulk_id) closed(WithoutAccount)
        refuses(EmailInvalid, TooManyAttempts, ChoiceRequired, DateInvalid, AccountNumberLength,
            StatementAccountRefused, StatementPeriodUnknown, StatementsWaiting)
        sends frozen(Statements) changes(Statements): Json (GetStatementRequest) -> StatementRequested;
    /// The statements that a bulk account has requested, newest first, until they expire.
    GetStatements = Post "/account-svc/api/v1/Statement/GetStatements/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort)
        reads(Statements, Accounts): Json (StatementsRequest) -> Page<RequestedStatement>;
    /// A statement as a PDF.
    DownloadStatement = Get "/account-svc/api/v1/Statement/Download/{statementId}"
        for Customer(Bill, View) closed(WithoutAccount) token(Downloads)
        refuses(FileGone, StatementNotFound)
        gives(Pdf) reads(Statements): File (StatementRequest) -> Nothing;
    /// Retries a statement whose preparation failed.
    RetryStatement = Post "/portal/api/v1/Statements/Retry"
        for Customer(Bill, View) closed(WithoutAccount)
        refuses(TooManyAttempts, StatementAccountRefused, StatementsWaiting, StatementNotFound)
        sends frozen(Statements) changes(Statements): Json (StatementRequest) -> StatementRequested;
    /// The periods that can be requested, and how long a statement takes.
    GetStatementOffer = Get "/portal/api/v1/Statements/Offer"
        for Customer(Bill, View) closed(WithoutAccount) reads(Statements): Json (Nothing) -> StatementOffer;
}

lists! {
    /// The statements that a bulk account has requested.
    statements = GetStatements of RequestedStatement {
        search => search,
        show => state,
    }
}

/// Hours within which the portal promises a statement.
pub const PROMISED_HOURS: i64 = 24;

/// Maximum length of a period that can be offered, in months.
pub const MAX_MONTHS: u32 = 24;

page_requests! {
    /// A request for a page of statements.
    pub struct StatementsRequest {
        pub id: BulkId,
        /// Account numbers, or part of an account number or reference ID.
        #[serde(default)]
        pub search: Option<String>,
        /// Only statements in this state.
        #[serde(default)]
        pub state: Option<StatementState>,
    }
}

wire! {
    /// How the customer receives a statement.
    #[derive(Copy, Eq, Default)]
    pub enum StatementChannel {
        /// An e-mail with a notice when it is ready.
        #[default]
        Email,
        /// A download in the portal.
        Download,
    }

    /// The progress of a statement.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum StatementState {
        /// It is queued or being prepared.
        Waiting,
        Ready,
        /// It could not be prepared.
        Failed,
    }

    /// A request for a statement. `email` and `name` are for the e-mail. The account's company and reference ID are
    /// read from the records, not from the request.
    pub struct GetStatementRequest {
        #[serde(default)]
        pub channel: StatementChannel,
        /// The electricity account.
        pub ca_no: AccountNo,
        /// The length of the period in months, up to today.
        pub statement_period: u32,
        /// Whether the account is in the bulk account; false for an account in no bulk account.
        #[serde(default = "is_owned")]
        pub is_owned_account: bool,
        /// The language of the document.
        #[serde(default)]
        pub language: Language,
        /// The address that receives an e-mail when the statement is ready.
        #[serde(default)]
        pub email: Option<String>,
        /// The recipient's name.
        #[serde(default)]
        pub name: Option<String>,
        pub bulk_id: BulkId,
        /// Ignored; existing clients send it.
        #[serde(default)]
        pub reference_id: Option<String>,
        /// Ignored; existing clients send it.
        #[serde(default)]
        pub company_name: Option<String>,
    }

    /// Selects a statement.
    pub struct StatementRequest {
        pub statement_id: String,
    }

    /// A statement that was requested.
    pub struct StatementRequested {
        pub statement_id: String,
        /// Whether the same statement is already being prepared. It is not prepared twice.
        pub is_already_requested: bool,
        /// The time by which it is promised.
        pub promised_by: Instant,
    }

    /// The statements that can be requested.
    pub struct StatementOffer {
        /// The periods, in months.
        pub periods: Vec<u32>,
        /// Hours within which a statement is promised.
        pub promised_hours: i64,
        /// The median of the seconds that recent statements took; none without recent statements.
        pub usual_seconds: Option<i64>,
        /// Days until a statement expires.
        pub kept_days: i64,
    }

    /// A requested statement in a list.
    pub struct RequestedStatement {
        pub statement_id: String,
        /// The electricity account.
        pub ca_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<ReferenceId>,
        /// Whether the account is in the bulk account.
        pub is_owned_account: bool,
        /// The length of the period in months.
        pub statement_period: u32,
        /// The first day of the period.
        pub from: Day,
        /// The last day of the period.
        pub to: Day,
        pub language: Language,
        pub channel: StatementChannel,
        /// The addresses that receive an e-mail.
        pub emails: Vec<String>,
        pub requested_by: String,
        pub requested_at: Instant,
        pub state: StatementState,
        pub ready_at: Option<Instant>,
        /// When it expires and can no longer be downloaded.
        pub expires_at: Instant,
        /// Why it could not be prepared.
        pub failure: Option<String>,
    }
}

const fn is_owned() -> bool {
    true
}

impl StatementState {
    /// The code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }
}

/// The recipient of the e-mail that says that a statement is ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The e-mail address.
    pub email: Email,
    /// The name in the greeting.
    pub name: Option<String>,
}

impl GetStatementRequest {
    /// Checks period, name and e-mail. Returns the recipient of the e-mail; none for a download.
    /// Fails with a problem for each wrong field.
    pub fn check(&self, periods: &[u32]) -> Result<Option<Recipient>, Problem> {
        let mut wrong = Vec::new();
        if !periods.contains(&self.statement_period) {
            let months: Vec<String> = periods.iter().map(ToString::to_string).collect();
            let unknown = Problem::new(Code::StatementPeriodUnknown).with("months", months.join(", "));
            wrong.push(("statementPeriod".to_owned(), unknown));
        }
        let name = self.name.as_deref().map(|name| clean_name(name).into_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.chars().count() > MAX_NAME_LENGTH) {
            wrong.push(("name".to_owned(), Code::NameTooLong.into()));
        }
        let email = match self.channel {
            StatementChannel::Download => None,
            StatementChannel::Email => match Email::parse(self.email.as_deref().unwrap_or_default()) {
                Ok(email) => Some(email),
                Err(code) => {
                    wrong.push(("email".to_owned(), code.into()));
                    None
                }
            },
        };
        match Problem::of_fields(wrong) {
            Some(problem) => Err(problem),
            None => Ok(email.map(|email| Recipient { email, name })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(channel: &str, period: u32, email: &str) -> GetStatementRequest {
        let request = serde_json::json!({
            "channel": channel, "caNo": "220000000001", "statementPeriod": period, "bulkId": "3000000001",
            "email": email, "name": " Aina ",
        });
        serde_json::from_value(request).expect("a request")
    }

    #[test]
    fn a_request_names_an_offered_period_and_where_it_is_sent() {
        let periods = [1, 3, 6, 12];
        let told = request("email", 3, " Aina@Sinar.example ").check(&periods).expect("valid").expect("a recipient");
        assert_eq!((&*told.email.normal(), told.name.as_deref()), ("aina@sinar.example", Some("Aina")));
        assert_eq!(request("download", 12, "").check(&periods), Ok(None));
        let wrong = request("email", 2, "nobody").check(&periods).expect_err("both fields are wrong");
        let codes: Vec<_> = wrong.fields.iter().map(|(field, problem)| (field.as_str(), problem.code)).collect();
        assert_eq!(codes, [("statementPeriod", Code::StatementPeriodUnknown), ("email", Code::EmailInvalid)]);
        let wrong = request("email", 1, "").check(&periods).expect_err("no address");
        assert_eq!(wrong.code, Code::EmailRequired);
    }

    #[test]
    fn an_account_is_owned_by_default() {
        assert!(request("download", 1, "").is_owned_account);
    }
}

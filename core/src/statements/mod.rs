//! Statements of account: what an account was billed and what was paid within a period, made as a document
//! (docs/domain/statements.md).

mod combined;
mod fact;
mod ledger;
#[cfg(test)]
mod ledger_tests;

pub use combined::{AccountLine, CombinedStatement};
pub use fact::StatementFact;
pub use ledger::{AccountStatement, Ageing, BilledOnce, Credited, Entry, EntryKind, Ledger, PaidBy, first_day};

use crate::endpoint::Nothing;
use crate::identity::person::MAX_NAME_LENGTH;
use crate::number::{AccountNo, BulkId, Email, ReferenceId};
use crate::{Code, Day, Instant, Language, Page, Problem};

endpoints! { StatementsEndpoints;
    /// Requests a statement of account, which a job makes.
    GetStatement = Post "/account-svc/api/v1/Statement/GetStatement" for Customer(Bill, View) of(bulk_id) closed(WithoutAccount) sends frozen(Statements) changes(Statements): Json (GetStatementRequest) -> StatementRequested;
    /// The statements that a bulk account has requested, newest first, for as long as they are kept.
    GetStatements = Post "/account-svc/api/v1/Statement/GetStatements/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Statements, Accounts): Json (StatementsRequest) -> Page<RequestedStatement>;
    /// A statement as a PDF.
    DownloadStatement = Get "/account-svc/api/v1/Statement/Download/{statementId}" for Customer(Bill, View) closed(WithoutAccount) reads(Statements): File (StatementRequest) -> Nothing;
    /// Makes a statement again that could not be made.
    RetryStatement = Post "/portal/api/v1/Statements/Retry" for Customer(Bill, View) closed(WithoutAccount) sends frozen(Statements) changes(Statements): Json (StatementRequest) -> StatementRequested;
    /// What statements there are, and when they are ready.
    GetStatementOffer = Get "/portal/api/v1/Statements/Offer" for Customer(Bill, View) closed(WithoutAccount) reads(Statements): Json (Nothing) -> StatementOffer;
}

lists! { StatementsLists;
    /// The statements that a bulk account has requested.
    statements = GetStatements of RequestedStatement {
        search => search,
        show => state,
    }
}

/// Hours within which a statement is promised.
pub const PROMISED_HOURS: i64 = 24;

/// The longest period that can be offered, in months.
pub const MAX_MONTHS: u32 = 24;

page_requests! {
    /// A page of statements.
    pub struct StatementsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Numbers of accounts, or a part of one or of a reference ID.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Those that stand so.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub state: Option<StatementState>,
    }
}

wire! {
    /// How a statement comes.
    #[derive(Copy, Eq, Default)]
    pub enum StatementChannel {
        /// An e-mail says that it is ready.
        #[default]
        Email,
        /// It is downloaded here.
        Download,
    }

    /// How far a statement is.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum StatementState {
        /// It waits for its turn, or is being made.
        Waiting,
        Ready,
        /// It could not be made.
        Failed,
    }

    /// A request for a statement. What is sent beside account, period, language and channel is for the e-mail; whose account it is
    /// and how it is called is read from the records.
    pub struct GetStatementRequest {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub channel: StatementChannel,
        /// The electricity account.
        pub ca_no: AccountNo,
        /// The last so many months.
        pub statement_period: u32,
        /// It is in the bulk account (true), or in none (false).
        #[serde(default = "is_owned")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub is_owned_account: bool,
        /// Of the document.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub language: Language,
        /// Who is told that it is ready, by e-mail.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub email: Option<String>,
        /// Their name.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub name: Option<String>,
        /// The bulk account.
        pub bulk_id: BulkId,
        /// As existing clients send it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference_id: Option<String>,
        /// As existing clients send it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub company_name: Option<String>,
    }

    /// A statement is meant.
    pub struct StatementRequest {
        pub statement_id: String,
    }

    /// A statement that will be made.
    pub struct StatementRequested {
        pub statement_id: String,
        /// The same was requested before and is still being made; it is not made twice.
        pub is_already_requested: bool,
        /// When it is ready at the latest.
        pub promised_by: Instant,
    }

    /// What statements there are.
    pub struct StatementOffer {
        /// The periods, in months.
        pub periods: Vec<u32>,
        /// Hours within which one is promised.
        pub promised_hours: i64,
        /// Seconds after which half of the last ones were ready; none where none was made lately.
        pub usual_seconds: Option<i64>,
        /// Days for which one is kept.
        pub kept_days: i64,
    }

    /// A statement that was requested.
    pub struct RequestedStatement {
        pub statement_id: String,
        /// The electricity account.
        pub ca_no: AccountNo,
        /// The customer's own name for it.
        pub reference_id: Option<ReferenceId>,
        /// It is in the bulk account.
        pub is_owned_account: bool,
        /// The last so many months.
        pub statement_period: u32,
        /// The period's first day.
        pub from: Day,
        /// The period's last day.
        pub to: Day,
        pub language: Language,
        pub channel: StatementChannel,
        /// Who is told by e-mail.
        pub emails: Vec<String>,
        pub requested_by: String,
        pub requested_at: Instant,
        pub state: StatementState,
        pub ready_at: Option<Instant>,
        /// Until when it can be downloaded.
        pub expires_at: Instant,
        /// Why it could not be made.
        pub failure: Option<String>,
    }
}

const fn is_owned() -> bool {
    true
}

impl StatementState {
    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }
}

/// Who is told that a statement is ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The address.
    pub email: Email,
    /// By which the e-mail greets them.
    pub name: Option<String>,
}

impl GetStatementRequest {
    /// Checks period and e-mail; who is to be told, where somebody is.
    ///
    /// # Errors
    /// A problem of each field.
    pub fn check(&self, periods: &[u32]) -> Result<Option<Recipient>, Problem> {
        let mut wrong = Vec::new();
        if !periods.contains(&self.statement_period) {
            let months: Vec<String> = periods.iter().map(ToString::to_string).collect();
            let unknown = Problem::new(Code::StatementPeriodUnknown).with("months", months.join(", "));
            wrong.push(("statementPeriod".to_owned(), unknown));
        }
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        if name.as_ref().is_some_and(|name| name.chars().count() > MAX_NAME_LENGTH) {
            wrong.push(("name".to_owned(), Code::NameInvalid.into()));
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
        let told = request("email", 3, " Aina@Sinar.example ").check(&periods).expect("it is right").expect("somebody");
        assert_eq!((&*told.email.normal(), told.name.as_deref()), ("aina@sinar.example", Some("Aina")));
        assert_eq!(request("download", 12, "").check(&periods), Ok(None));
        let wrong = request("email", 2, "nobody").check(&periods).expect_err("both are wrong");
        let codes: Vec<_> = wrong.fields.iter().map(|(field, problem)| (field.as_str(), problem.code)).collect();
        assert_eq!(codes, [("statementPeriod", Code::StatementPeriodUnknown), ("email", Code::EmailInvalid)]);
        let wrong = request("email", 1, "").check(&periods).expect_err("no address");
        assert_eq!(wrong.code, Code::EmailRequired);
    }

    #[test]
    fn an_account_is_the_own_one_unless_it_is_said_otherwise() {
        assert!(request("download", 1, "").is_owned_account);
    }
}

//! Types of queries: as asked, listed and shown.

use std::collections::BTreeSet;
use std::iter;

use super::{AnswerTemplate, QueryState};
use crate::bills::BillDetails;
use crate::findings::ListedFinding;
use crate::number::{AccountNo, BulkId, InvoiceNo};
use crate::number_list::NumberList;
use crate::registration::declaration::FileKind;
use crate::{Code, Day, Instant, Language, Money, Problem};

/// Maximum characters of a message.
pub const MAX_MESSAGE_LENGTH: usize = 4_000;
/// Maximum characters of the utility's own case number.
pub const MAX_CASE_NO_LENGTH: usize = 40;
/// Maximum messages of a query. A conversation of that length needs a telephone call.
pub const MAX_MESSAGES: usize = 100;
/// Maximum bills of a query, so that staff can answer it as a whole, and few rows are locked at the same time.
pub const MAX_BILLS: usize = 100;
/// Maximum files of a query.
pub const MAX_FILES: usize = 20;

wire! {
    /// The subject of a query.
    #[derive(Copy, Eq, Hash, Default)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum QueryKind {
        /// The amount or a charge.
        Amount,
        /// A meter reading, or an estimate.
        Reading,
        /// The tariff or a price.
        Tariff,
        /// The days that the bill is for.
        Period,
        /// A charge that was billed before.
        Duplicate,
        /// A payment that the bill does not show.
        Payment,
        /// The bill's e-invoice.
        EInvoice,
        /// Anything else.
        #[default]
        Other,
    }

    /// The staff user who handles a query, as a filter.
    #[derive(Copy, Eq)]
    pub enum QueryAssignee {
        /// The caller.
        Me,
        /// No one yet.
        NoOne,
    }

    /// The side that wrote a message or added a file.
    #[derive(Copy, Eq)]
    pub enum QueryAuthor {
        Customer,
        Staff,
    }

    /// Asks the utility about a bill, or about several bills with one question.
    pub struct OpenQueryRequest {
        pub id: BulkId,
        pub invoice_no: InvoiceNo,
        /// Further bills of the bulk account. Each of them is on hold until the query is settled.
        #[serde(default)]
        pub other_invoice_nos: Vec<InvoiceNo>,
        #[serde(default)]
        pub kind: QueryKind,
        /// The line of the bill `invoiceNo` that the query is about, from 1. Left out for the whole bill.
        #[serde(default)]
        pub line: Option<u16>,
        pub message: String,
        /// Open findings of the bills that the query asks about. Their state follows that of the query.
        #[serde(default, with = "NumberList::<String>")]
        pub finding_ids: Vec<String>,
    }

    /// The opened query.
    #[derive(Eq)]
    pub struct OpenedQuery {
        pub query_id: String,
        pub state: QueryState,
        /// The day on which the answer is due.
        pub answer_due: Day,
    }

    /// Selects a query.
    pub struct QueryRequest {
        pub query_id: String,
        /// The bulk account; customers may leave it out.
        #[serde(default)]
        pub id: Option<BulkId>,
    }

    /// Selects a query to print.
    pub struct PrintQueryRequest {
        pub id: BulkId,
        pub query_id: String,
    }

    /// A message of a customer.
    pub struct ReplyToQueryRequest {
        pub query_id: String,
        pub message: String,
        /// The version that the user saw. If given, the reply is refused when the query has changed since.
        #[serde(default)]
        pub version: Option<i32>,
    }

    /// Ends a query.
    pub struct CloseQueryRequest {
        pub query_id: String,
        /// Whether the customer accepts the answer.
        #[serde(default)]
        pub is_accepted: bool,
        /// The version that the user saw. If given, the request is refused when the query has changed since.
        #[serde(default)]
        pub version: Option<i32>,
    }

    /// Assigns a query.
    pub struct AssignQueryRequest {
        pub query_id: String,
        /// Whether to assign it to the caller; otherwise to no one.
        pub to_me: bool,
        /// The version that the user saw.
        pub version: i32,
    }

    /// An answer of the utility.
    pub struct AnswerQueryRequest {
        pub query_id: String,
        pub message: String,
        /// The utility's own case number. Left out to keep the stored one.
        #[serde(default)]
        pub case_no: Option<String>,
        /// The version that the user saw.
        pub version: i32,
    }

    /// A query after a change.
    #[derive(Eq)]
    pub struct QueryChanged {
        pub query_id: String,
        pub state: QueryState,
        pub version: i32,
    }

    /// Adds a file to a query.
    pub struct AddQueryFileRequest {
        pub id: BulkId,
        pub query_id: String,
    }

    /// Selects a file of a query.
    pub struct QueryFileRequest {
        pub id: BulkId,
        pub query_id: String,
        pub file_id: String,
    }

    /// A query in a customer's list. If it is about several bills, the fields of a bill are those of the first.
    pub struct QueryRow {
        pub query_id: String,
        pub invoice_no: InvoiceNo,
        /// The other bills that the query is about.
        pub other_invoice_nos: Vec<InvoiceNo>,
        pub account_no: AccountNo,
        pub kind: QueryKind,
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub query_state: QueryState,
        pub opened_at: Instant,
        pub opened_by: String,
        /// The day on which the answer is due; none if none is awaited.
        pub answer_due: Option<Day>,
        /// The amount of the bill now.
        pub total_amount_payable: Money,
        /// The due date of the bill, which a query does not change.
        pub due_date: Option<Day>,
        /// The utility's own case number.
        pub case_no: Option<String>,
    }

    /// A query in the staff's list. If it is about several bills, the fields of a bill are those of the first.
    pub struct QueuedQuery {
        pub query_id: String,
        pub bulk_id: BulkId,
        pub company_name: String,
        pub invoice_no: InvoiceNo,
        /// The other bills that the query is about.
        pub other_invoice_nos: Vec<InvoiceNo>,
        pub account_no: AccountNo,
        pub kind: QueryKind,
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub query_state: QueryState,
        pub opened_at: Instant,
        /// The day on which the answer is due; none if none is awaited.
        pub answer_due: Option<Day>,
        /// The working days until that day; negative if the answer is late.
        pub working_days_left: Option<i64>,
        /// The staff user who handles it.
        pub assigned_to: Option<String>,
        pub case_no: Option<String>,
    }

    /// A query in full. The fields of a bill are those of the first bill of `bills`.
    pub struct QueryDetails {
        pub query_id: String,
        /// Increases with every change.
        pub version: i32,
        pub bulk_id: BulkId,
        pub company_name: String,
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        pub kind: QueryKind,
        /// The line of the bill that the query is about, from 1.
        pub line: Option<i32>,
        pub state: QueryState,
        pub opened_at: Instant,
        pub opened_by: String,
        pub answer_due: Option<Day>,
        /// The working days until that day; negative if the answer is late.
        pub working_days_left: Option<i64>,
        /// When the query is closed if no one replies to the answer.
        pub closes_at: Option<Instant>,
        pub ended_at: Option<Instant>,
        pub assigned_to: Option<String>,
        pub case_no: Option<String>,
        /// The amount of the bill when the query was opened.
        pub amount_asked: Money,
        pub total_amount_payable: Money,
        pub due_date: Option<Day>,
        /// The corrected bill that the utility delivered since.
        pub correction: Option<QueryCorrection>,
        /// The oldest first.
        pub messages: Vec<QueryMessage>,
        /// The oldest first.
        pub files: Vec<QueryFile>,
        /// Texts for an answer in both languages, those of the reader first; empty for customers.
        pub templates: Vec<AnswerTemplate>,
        /// The bill with its period and its lines; none for customers, and once the bill has left the bulk account.
        pub bill: Option<BillDetails>,
        /// The findings of the bill that still count: not dismissed, not withdrawn. Empty for customers.
        pub findings: Vec<ListedFinding>,
        /// Every bill that the query is about, in the order in which they were asked about.
        pub bills: Vec<QueryBill>,
    }

    /// A bill of a query.
    pub struct QueryBill {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The amount of the bill when the query was opened.
        pub amount_asked: Money,
        pub total_amount_payable: Money,
        pub due_date: Option<Day>,
        /// When the bill left the bulk account, so that the query went on without it.
        pub left_at: Option<Instant>,
        /// The corrected bill that the utility delivered since.
        pub correction: Option<QueryCorrection>,
        /// The sentences of the findings that the query asks about.
        pub asked_findings: Vec<String>,
        /// The bill with its period and its lines; none for customers, and once the bill has left the bulk account.
        pub bill: Option<BillDetails>,
        /// The findings of the bill that still count: not dismissed, not withdrawn. Empty for customers.
        pub findings: Vec<ListedFinding>,
    }

    /// A corrected bill.
    pub struct QueryCorrection {
        /// The bill itself if it was corrected under the same number, otherwise the bill that replaces it.
        pub invoice_no: InvoiceNo,
        pub amount: Money,
        pub linked_at: Instant,
    }

    /// A message of a query.
    #[derive(Eq)]
    pub struct QueryMessage {
        pub place: i32,
        pub author: QueryAuthor,
        pub name: String,
        pub message: String,
        pub written_at: Instant,
    }

    /// A file of a query.
    #[derive(Eq)]
    pub struct QueryFile {
        pub file_id: String,
        pub file_name: String,
        pub kind: FileKind,
        /// In bytes.
        pub size: i64,
        pub author: QueryAuthor,
        pub name: String,
        pub added_at: Instant,
    }

    /// The answers that were due in a month.
    #[derive(Eq)]
    pub struct QueryServiceMonth {
        /// The first day of the month.
        pub month: Day,
        /// Answers that were due in the month, given or not.
        pub due: i64,
        /// Answers given on the day on which they were due, or before.
        pub in_time: i64,
    }
}

impl QueryKind {
    /// Every kind.
    pub const ALL: &[Self] = &[
        Self::Amount,
        Self::Reading,
        Self::Tariff,
        Self::Period,
        Self::Duplicate,
        Self::Payment,
        Self::EInvoice,
        Self::Other,
    ];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Amount => "amount",
            Self::Reading => "reading",
            Self::Tariff => "tariff",
            Self::Period => "period",
            Self::Duplicate => "duplicate",
            Self::Payment => "payment",
            Self::EInvoice => "eInvoice",
            Self::Other => "other",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Amount => ["Amount", "Amaun"],
            Self::Reading => ["Meter reading", "Bacaan meter"],
            Self::Tariff => ["Tariff or price", "Tarif atau harga"],
            Self::Period => ["Billing period", "Tempoh bil"],
            Self::Duplicate => ["Billed twice", "Dibilkan dua kali"],
            Self::Payment => ["Missing payment", "Bayaran tidak dipaparkan"],
            Self::EInvoice => ["E-invoice", "E-invois"],
            Self::Other => ["Other", "Lain-lain"],
        };
        language.pick(words)
    }
}

impl QueryAuthor {
    /// Returns the side of a user.
    #[must_use]
    pub const fn of(is_staff: bool) -> Self {
        if is_staff { Self::Staff } else { Self::Customer }
    }
}

/// Returns a message as it is stored: trimmed, with Unix line ends.
/// Fails with [`Code::QueryMessageRequired`], [`Code::QueryMessageTooLong`].
pub fn check_message(message: &str) -> Result<String, Problem> {
    let message = message.replace("\r\n", "\n").trim().to_owned();
    if message.is_empty() {
        return Err(Problem::at("message", Code::QueryMessageRequired));
    }
    if message.chars().count() > MAX_MESSAGE_LENGTH {
        let problem = Problem::new(Code::QueryMessageTooLong).with("limit", MAX_MESSAGE_LENGTH);
        return Err(Problem::at("message", problem));
    }
    Ok(message)
}

/// Returns the bills of a query as they are stored: each once, in the order in which they were asked about.
/// Fails with [`Code::QueryBillsTooMany`].
pub fn check_bills(first: &InvoiceNo, others: &[InvoiceNo]) -> Result<Vec<InvoiceNo>, Problem> {
    let mut seen = BTreeSet::new();
    let all = iter::once(first).chain(others);
    let bills: Vec<_> = all.filter(|invoice_no| seen.insert(*invoice_no)).take(MAX_BILLS + 1).cloned().collect();
    if bills.len() > MAX_BILLS {
        return Err(Problem::new(Code::QueryBillsTooMany).with("limit", MAX_BILLS));
    }
    Ok(bills)
}

/// Returns a case number as it is stored; none if it is empty. Fails with [`Code::QueryCaseNoTooLong`].
pub fn check_case_no(case_no: Option<&str>) -> Result<Option<String>, Problem> {
    let case_no = case_no.map(str::trim).filter(|text| !text.is_empty());
    if case_no.is_some_and(|text| text.chars().count() > MAX_CASE_NO_LENGTH) {
        let problem = Problem::new(Code::QueryCaseNoTooLong).with("limit", MAX_CASE_NO_LENGTH);
        return Err(Problem::at("caseNo", problem));
    }
    Ok(case_no.map(ToOwned::to_owned))
}

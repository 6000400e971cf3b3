//! Queries: what a customer asks the utility about bills, and the hold of these bills until it is settled
//! (docs/domain/queries.md).

mod fact;
mod holidays;
mod state;
mod templates;
mod types;
mod working_days;

pub use fact::QueryFact;
pub use holidays::{HOLIDAYS, Holiday, Observed};
pub use state::{QueryEvent, QueryState, SILENCE_DAYS, is_silent_since, next_state};
pub use templates::{AnswerTemplate, answer_templates};
pub use types::*;
pub use working_days::{ANSWER_WORKING_DAYS, answer_due, is_working_day, working_days_left};

use crate::Page;
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{BulkId, InvoiceNo};

endpoints! {
    /// Asks the utility about one bill or several, and puts each on hold.
    OpenQuery = Post "/portal/api/v1/Queries/Open/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, BatchIdInvalid, InvoiceNumberInvalid, BillNotFound, FindingNotFound, FindingsMoved,
            QueryOpenAlready, QueriesOpenAlready, QueryMessageRequired, QueryMessageTooLong, QueryLineUnknown,
            QueryBillsTooMany)
        once changes(Queries, Bills, Findings): Json (OpenQueryRequest) -> OpenedQuery;
    /// Lists the queries of a bulk account.
    GetQueries = Post "/portal/api/v1/Queries/GetQueries/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, BatchIdInvalid, InvoiceNumberInvalid, SearchTooShort)
        reads(Queries, Bills): Json (QueriesRequest) -> Page<QueryRow>;
    /// Returns a query with its messages and files. Staff name the bulk account, and also get the bills and findings.
    GetQuery = Get "/portal/api/v1/Queries/Query"
        for Customer(Bill, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount) token(BillsRead)
        refuses(QueryNotFound)
        reads(Queries, Findings, Bills, Payments, Accounts, Groups, Company): Json (QueryRequest) -> QueryDetails;
    /// Adds a customer's message to a query. A reply to an answer reopens the query.
    ReplyToQuery = Post "/portal/api/v1/Queries/Reply"
        for Customer(Bill, Update) closed(WithoutAccount)
        refuses(TooManyAttempts, QueryNotFound, QueryMoved, QueryEnded, QueryNotAnswered, QueryMessageRequired,
            QueryMessageTooLong, QueryFull)
        changes(Queries, Bills, Findings): Json (ReplyToQueryRequest) -> QueryChanged;
    /// Ends a query, so that its bills are no longer on hold.
    CloseQuery = Post "/portal/api/v1/Queries/Close"
        for Customer(Bill, Update) closed(WithoutAccount)
        refuses(QueryNotFound, QueryMoved, QueryEnded, QueryNotAnswered)
        changes(Queries, Bills, Findings): Json (CloseQueryRequest) -> QueryChanged;
    /// Adds a file to an open query.
    AddQueryFile = Post "/portal/api/v1/Queries/AddFile/{id}"
        for Customer(Bill, Update) of(id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount)
        refuses(TooManyAttempts, FileTooLarge, FileKindUnknown, FileHasScripts, FileEmpty, FileDamaged,
            FileIsProtected, FileCannotBeChecked, FileHasMore, PictureTooLarge, QueryNotFound, QueryEnded,
            QueryFull)
        changes(Queries): Upload (AddQueryFileRequest) -> QueryFile;
    /// Downloads a file of a query.
    DownloadQueryFile = Get "/portal/api/v1/Queries/File/{id}"
        for Customer(Bill, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount) token(Downloads)
        refuses(FileNotFound, FileGone, QueryNotFound)
        gives(Pdf, Png, Jpeg) reads(Queries): File (QueryFileRequest) -> Nothing;
    /// A query with its messages as a PDF.
    PrintQuery = Get "/portal/api/v1/Queries/PDF/{id}"
        for Customer(Bill, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount) token(Downloads)
        refuses(QueryNotFound)
        gives(Pdf) reads(Queries, Findings, Bills, Accounts, Groups, Company): File (PrintQueryRequest) -> Nothing;
    /// Lists the queries of all bulk accounts; those to answer first come first.
    GetQueryQueue = Post "/portal/api/v1/Admin/Queries"
        for Staff(ManageBulkAccounts, View)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, BatchIdInvalid, InvoiceNumberInvalid, SearchTooShort)
        reads(Queries, Accounts, Company): Json (QueryQueueRequest) -> Page<QueuedQuery>;
    /// Assigns a query to the caller, or to no one.
    AssignQuery = Post "/portal/api/v1/Admin/Queries/Assign"
        for Staff(ManageBulkAccounts, Update)
        refuses(QueryNotFound, QueryMoved, QueryEnded)
        changes(Queries): Json (AssignQueryRequest) -> QueryChanged;
    /// Answers a query.
    AnswerQuery = Post "/portal/api/v1/Admin/Queries/Answer"
        for Staff(ManageBulkAccounts, Update)
        refuses(TooManyAttempts, QueryNotFound, QueryMoved, QueryEnded, QueryNotAnswered, QueryMessageRequired,
            QueryMessageTooLong, QueryCaseNoTooLong, QueryFull)
        changes(Queries, Bills, Findings): Json (AnswerQueryRequest) -> QueryChanged;
    /// Returns how many queries were answered in time, by month.
    GetQueryService = Get "/portal/api/v1/Admin/Queries/Service"
        for Staff(ManageBulkAccounts, View) reads(Queries): Json (Nothing) -> Vec<QueryServiceMonth>;
}

lists! {
    /// The queries of a bulk account.
    queries = GetQueries of QueryRow by QuerySortBy {
        search => filter.search,
        show => filter.is_open,
        kind => filter.kind,
    } export {
        invoice_no, other_invoice_nos, account_no, kind, query_state, opened_at, opened_by, answer_due,
        total_amount_payable, due_date, case_no
    }
    /// The queries of all bulk accounts, for staff.
    queryQueue = GetQueryQueue of QueuedQuery by QueueSortBy {
        search => filter.search,
        show => filter.states,
        kind => filter.kind,
        assigned => filter.assignee,
        late => filter.is_late,
    } export {
        bulk_id, company_name, invoice_no, other_invoice_nos, account_no, kind, query_state, opened_at, answer_due,
        assigned_to, case_no
    }
}

orders! {
    /// The orders of a customer's queries.
    pub enum QuerySortBy {
        /// By the time at which the query was opened.
        OpenedAt descending,
        /// By the day on which the answer is due. Queries that await no answer come last.
        AnswerDue,
    }

    /// The orders of the staff's queries.
    pub enum QueueSortBy {
        /// By the day on which the answer is due. Queries that await no answer come last.
        AnswerDue,
        /// By the time at which the query was opened.
        OpenedAt descending,
    }
}

page_requests! {
    /// Asks for a page of a bulk account's queries.
    pub struct QueriesRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: QueryFilter,
        #[serde(default)]
        pub sort: Sort<QuerySortBy>,
    }

    /// Asks for a page of the queries of all bulk accounts.
    pub struct QueryQueueRequest {
        #[serde(default)]
        pub filter: QueueFilter,
        #[serde(default)]
        pub sort: Sort<QueueSortBy>,
    }
}

filters! {
    /// Narrows a list of queries. All conditions must hold.
    pub struct QueryFilter {
        /// Part of an invoice number, an account number or a case number.
        pub search: Option<String>,
        /// Queries that are not settled yet (true), or all others (false).
        pub is_open: Option<bool>,
        pub kind: Option<QueryKind>,
        /// Queries about this bill.
        pub invoice_no: Option<InvoiceNo>,
    }

    /// Narrows the staff's list of queries. All conditions must hold.
    pub struct QueueFilter {
        /// Part of an invoice number, an account number, a bulk account number or a case number.
        pub search: Option<String>,
        /// Queries that are not settled yet (true), or all others (false).
        pub is_open: Option<bool>,
        /// Queries in one of these states.
        pub states: Option<Vec<QueryState>>,
        pub kind: Option<QueryKind>,
        /// Queries by the staff user who handles them.
        pub assignee: Option<QueryAssignee>,
        /// Queries whose answer is late (true), or all others (false).
        pub is_late: Option<bool>,
    }
}

narrowing!(QueryKind, QueryAssignee, InvoiceNo);

#[cfg(feature = "schema")]
exported_words! {
    QueryKind: |kind, to| kind.word(to.language);
    QueryState: |state, to| state.word(to.language);
}

#[cfg(test)]
mod tests;

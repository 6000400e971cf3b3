//! Files that are made for people: the rows of a list, documents of many bills (docs/domain/downloads.md).

use serde_json::{Map, Value};

use crate::bills::BillFilter;
use crate::endpoint::Nothing;
use crate::number::{BatchId, BulkId, InvoiceNo};
use crate::payments::TransactionRequest;
use crate::{Code, Instant};

endpoints! { DownloadsEndpoints;
    /// Has all that a list's filter matches written as a workbook or as a text, for whoever may read the list.
    ExportList = Post "/portal/api/v1/Downloads/ExportList" for SignedIn once changes(Downloads): Json (ExportRequest) -> Download;
    /// Has the documents of many bills put into an archive or into one PDF with an index.
    DownloadBills = Post "/portal/api/v1/Downloads/Bills/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) once changes(Downloads): Json (BillsDownloadRequest) -> Download;
    /// Has a statement of account of a group, or of a whole bulk account, made as a PDF or as a workbook.
    DownloadCombinedStatement = Post "/portal/api/v1/Downloads/Statement/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) once frozen(Statements) changes(Downloads): Json (CombinedStatementRequest) -> Download;
    /// What is made or kept for the caller, the newest first.
    GetDownloads = Get "/portal/api/v1/Downloads" for SignedIn light reads(Downloads): Json (Nothing) -> Downloads;
    /// Stops making a file, or deletes one that is kept.
    CancelDownload = Post "/portal/api/v1/Downloads/Cancel/{downloadId}" for SignedIn changes(Downloads): Json (DownloadRequest) -> Nothing;
    /// Tries again to make a file that could not be made.
    RetryDownload = Post "/portal/api/v1/Downloads/Retry/{downloadId}" for SignedIn once changes(Downloads): Json (DownloadRequest) -> Download;
    /// A file that is kept.
    GetDownloadFile = Get "/portal/api/v1/Downloads/File/{downloadId}" for SignedIn reads(Downloads): File (DownloadRequest) -> Nothing;
    /// The bills of a bulk account as a workbook.
    CreateExcelReportBill = Get "/billpayment-svc/api/v1/Bills/CreateExcelReportBill" for Customer(Bill, View) of(collective_contract_account_no) closed(WithoutAccount) reads(Bills, Accounts, Groups): File (BillReportRequest) -> Nothing;
    /// The documents of whole batches, as an archive or as one PDF.
    DownloadAllFiles = Get "/billpayment-svc/api/v1/Bills/DownloadAllFiles" for Customer(Bill, View) of(bulk_ca) closed(WithoutAccount) reads(Bills, Accounts, Groups): File (AllFilesRequest) -> Nothing;
    /// A payment with its invoices as a workbook, for staff.
    GetAdminPaymentDetailsExcel = Get "/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel" for Staff(AllPayments, View) reads(Payments, Bills, Accounts, Company, Gateway): File (TransactionRequest) -> Nothing;
}

wire! {
    /// As what rows are written.
    #[derive(Copy, Eq)]
    pub enum ExportFormat {
        /// A workbook.
        Xlsx,
        /// What earlier clients ask for: the same workbook.
        Xls,
        /// A text, in which commas part the columns.
        Csv,
    }

    /// As what the documents of many bills are put together.
    #[derive(Copy, Eq, Default)]
    pub enum BillsFormat {
        /// An archive with a PDF of each.
        #[default]
        Zip,
        /// One PDF with an index.
        Pdf,
    }

    /// Which rows, and as what.
    pub struct ExportRequest {
        /// The list's name.
        pub list: String,
        /// What the list's own call would be asked for.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(type = "object"))]
        pub request: Map<String, Value>,
        pub format: ExportFormat,
        /// In customer view mode, the number of the bulk account, as other calls have it in a header.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub view_bulk_id: Option<String>,
    }

    /// Which bills, and as what: whole batches, or these bills, or else all unpaid ones that the filter matches.
    pub struct BillsDownloadRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Every bill of these batches, paid or not.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub batch_ids: Option<Vec<BatchId>>,
        /// These bills, paid or not.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub invoice_nos: Option<Vec<InvoiceNo>>,
        /// Unpaid bills of these groups only.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_ids: Option<Vec<String>>,
        /// What a list of unpaid bills was narrowed by.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: BillFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub format: BillsFormat,
    }

    /// As what a combined statement is written.
    #[derive(Copy, Eq, Default)]
    pub enum StatementFormat {
        /// The sums, and a line for each account.
        #[default]
        Pdf,
        /// The same, and every bill, payment and credit.
        Xlsx,
    }

    /// A statement of account of a group, or of a whole bulk account.
    pub struct CombinedStatementRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Only the accounts that are in this group now.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_id: Option<String>,
        /// The last so many months: one of the periods that are offered.
        pub statement_period: u32,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub format: StatementFormat,
    }

    /// A download is meant.
    pub struct DownloadRequest {
        pub download_id: String,
    }

    /// How far a download is.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "lowercase"))]
    pub enum DownloadState {
        /// Others are made before it.
        Waiting,
        /// It is being made.
        Running,
        /// Its file is kept.
        Ready,
        /// It could not be made.
        Failed,
    }

    /// A file that is being made, or that is kept.
    pub struct Download {
        pub download_id: String,
        /// What the file is called.
        pub name: String,
        pub state: DownloadState,
        /// How many rows or documents are written.
        pub done: i64,
        /// Of how many.
        pub total: i64,
        /// The size of the file.
        pub bytes: Option<i64>,
        pub requested_at: Instant,
        /// Until when it is kept.
        pub expires_at: Instant,
        /// Why it could not be made.
        pub code: Option<Code>,
        /// The same as a sentence.
        pub problem: Option<String>,
    }

    /// What is made or kept for somebody.
    pub struct Downloads {
        /// The newest first.
        pub items: Vec<Download>,
    }

    /// The bills of a bulk account as a workbook, as existing clients ask for it.
    pub struct BillReportRequest {
        /// The bulk account.
        pub collective_contract_account_no: BulkId,
        /// Unpaid bills only, which is what is meant when nothing is said.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub is_current: Option<bool>,
        /// With a row of totals, which is there when nothing is said.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub is_total: Option<bool>,
    }

    /// The documents of batches, as existing clients ask for them.
    pub struct AllFilesRequest {
        /// The bulk account.
        #[serde(rename = "bulkCA", alias = "bulkCa")]
        pub bulk_ca: BulkId,
        /// Batches, with commas between them.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub batch_ids: Option<String>,
        /// Days on which batches were extracted, with commas between them.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub extract_dates: Option<String>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub format: Option<BillsFormat>,
    }
}

/// For how long a file is kept.
pub const KEPT_HOURS: i64 = 24;

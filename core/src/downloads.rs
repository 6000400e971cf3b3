//! Files prepared for users: exported lists, documents of many bills, statements (docs/domain/downloads.md).

use serde_json::{Map, Value};

use crate::bills::BillFilter;
use crate::endpoint::Nothing;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, TransactionNo};
use crate::number_list::NumberList;
use crate::payments::TransactionRequest;
use crate::{Code, Day, Instant};

endpoints! {
    /// Exports all rows that match a list's filter as a workbook or CSV, for users who may read the list.
    ExportList = Post "/portal/api/v1/Downloads/ExportList"
        for SignedIn
        refuses(ListUnknown, Forbidden, ChoiceRequired, BulkAccountNotFound, SearchTooShort, FileNotFound,
            DownloadTooLarge, DownloadNotKept)
        once changes(Downloads): Json (ExportRequest) -> Download;
    /// Collects the documents of many bills into an archive or into one PDF with an index.
    DownloadBills = Post "/portal/api/v1/Downloads/Bills/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(ListUnknown, ChoiceRequired, DateInvalid, AccountNumberLength, BatchIdInvalid,
            InvoiceNumberInvalid, BillInPayment, FileNotFound, DownloadTooLarge, DownloadEmpty, DownloadNotKept,
            TooManyDownloads)
        once changes(Downloads): Json (BillsDownloadRequest) -> Download;
    /// Prepares a statement of account of an account, a group or a whole bulk account, as a PDF or a workbook.
    DownloadCombinedStatement = Post "/portal/api/v1/Downloads/Statement/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(ListUnknown, ChoiceRequired, AccountNumberLength, FileNotFound, DownloadTooLarge, DownloadEmpty,
            DownloadNotKept, TooManyDownloads, GroupNotFound, StatementAccountRefused, StatementPeriodUnknown)
        once frozen(Statements) changes(Downloads): Json (CombinedStatementRequest) -> Download;
    /// The audit pack of a payment: its bills with their settlements, findings and queries, approvals, receipt, bank
    /// confirmation and facts in one archive.
    GetAuditPack = Get "/portal/api/v1/Payments/AuditPack"
        for Customer(Payment, View) closed(WithoutAccount) token(Downloads)
        refuses(ListUnknown, FileNotFound, DownloadTooLarge, DownloadNotKept, TransactionNotFound)
        gives(Zip) reads(Payments, Bills, Queries, Findings, Approvals, Accounts, Groups, Company, Gateway)
        : File (AuditPackRequest) -> Nothing;
    /// Collects the audit packs of all payments of a bulk account that were paid in a month, and its payments made
    /// elsewhere in that month.
    DownloadAuditPacks = Post "/portal/api/v1/Downloads/AuditPacks/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount)
        refuses(ListUnknown, DateInvalid, FileNotFound, DownloadTooLarge, DownloadEmpty, TooManyDownloads)
        once changes(Downloads): Json (AuditPacksRequest) -> Download;
    /// Lists the caller's downloads, the newest first.
    GetDownloads = Get "/portal/api/v1/Downloads"
        for SignedIn light reads(Downloads): Json (Nothing) -> Downloads;
    /// Cancels a download, or deletes its file.
    CancelDownload = Post "/portal/api/v1/Downloads/Cancel/{downloadId}"
        for SignedIn
        refuses(FileNotFound)
        changes(Downloads): Json (DownloadRequest) -> Nothing;
    /// Retries a failed download.
    RetryDownload = Post "/portal/api/v1/Downloads/Retry/{downloadId}"
        for SignedIn
        refuses(FileNotFound, TooManyDownloads, FeatureFrozen)
        once changes(Downloads): Json (DownloadRequest) -> Download;
    /// Returns the file of a download.
    GetDownloadFile = Get "/portal/api/v1/Downloads/File/{downloadId}"
        for SignedIn
        refuses(ListUnknown, Forbidden, FileNotFound, FileGone)
        gives(Pdf, Workbook, Csv, Text, Zip) reads(Downloads): File (DownloadRequest) -> Nothing;
    /// Returns the bills of a bulk account as a workbook.
    CreateExcelReportBill = Get "/billpayment-svc/api/v1/Bills/CreateExcelReportBill"
        for Customer(Bill, View) of(collective_contract_account_no) closed(WithoutAccount) token(Downloads)
        refuses(ListUnknown, FileNotFound, DownloadTooLarge, DownloadNotKept)
        gives(Workbook, Csv, Zip) reads(Bills, Accounts, Groups): File (BillReportRequest) -> Nothing;
    /// Returns the documents of whole batches, as an archive or one PDF.
    DownloadAllFiles = Get "/billpayment-svc/api/v1/Bills/DownloadAllFiles"
        for Customer(Bill, View) of(bulk_ca) closed(WithoutAccount) token(Downloads)
        refuses(ChoiceRequired, DateInvalid, FileNotFound, DownloadTooLarge, DownloadEmpty, DownloadNotKept)
        gives(Pdf, Zip) reads(Bills, Accounts, Groups): File (AllFilesRequest) -> Nothing;
    /// Returns a payment with its invoices as a workbook, for staff.
    GetAdminPaymentDetailsExcel = Get "/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel"
        for Staff(AllPayments, View)
        refuses(ListUnknown, FileNotFound, DownloadTooLarge, DownloadNotKept, TransactionNotFound)
        gives(Workbook) reads(Payments, Bills, Accounts, Company, Gateway): File (TransactionRequest) -> Nothing;
}

wire! {
    /// The format of an exported list.
    #[derive(Copy, Eq)]
    pub enum ExportFormat {
        /// A workbook.
        Xlsx,
        /// The name that earlier clients use; gives the same workbook as `Xlsx`.
        Xls,
        /// Comma-separated text.
        Csv,
    }

    /// The format of the documents of many bills.
    #[derive(Copy, Eq, Default)]
    pub enum BillsFormat {
        /// An archive with one PDF for each bill.
        #[default]
        Zip,
        /// One PDF with an index.
        Pdf,
    }

    /// The rows to export, and the format.
    pub struct ExportRequest {
        /// The list's name.
        pub list: String,
        /// The request that the list's own call would get.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(type = "object"))]
        pub request: Map<String, Value>,
        pub format: ExportFormat,
        /// In customer view mode, the number of the bulk account. Other calls send it in a header.
        #[serde(default)]
        pub view_bulk_id: Option<String>,
    }

    /// The bills to download: whole batches, single bills, or otherwise all unpaid bills that match the filter.
    pub struct BillsDownloadRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Every bill of these batches, paid or not.
        #[serde(default, deserialize_with = "NumberList::deserialize_optional")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<NumberList<BatchId>>"))]
        pub batch_ids: Option<Vec<BatchId>>,
        /// These bills, paid or not.
        #[serde(default, deserialize_with = "NumberList::deserialize_optional")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<NumberList<InvoiceNo>>"))]
        pub invoice_nos: Option<Vec<InvoiceNo>>,
        /// Only unpaid bills of these groups.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        /// The filter of a list of unpaid bills.
        #[serde(default)]
        pub filter: BillFilter,
        #[serde(default)]
        pub format: BillsFormat,
    }

    /// The format of a combined statement.
    #[derive(Copy, Eq, Default)]
    pub enum StatementFormat {
        /// The totals and a line for each account.
        #[default]
        Pdf,
        /// The same, and in addition every bill, payment and credit.
        Xlsx,
    }

    /// Asks for a statement of account of an account, a group or a whole bulk account.
    pub struct CombinedStatementRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Only accounts that are in this group now.
        #[serde(default)]
        pub group_id: Option<String>,
        /// Only this account. Not written if there is none, for processes of the version before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub account_no: Option<AccountNo>,
        /// The length in months, up to now: one of the periods on offer.
        pub statement_period: u32,
        #[serde(default)]
        pub format: StatementFormat,
    }

    /// Selects the payment whose audit pack is wanted.
    pub struct AuditPackRequest {
        pub transaction_no: TransactionNo,
    }

    /// Asks for the audit packs of a month.
    pub struct AuditPacksRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Any day of the month in which the payments were paid.
        pub month: Day,
    }

    /// A download.
    pub struct DownloadRequest {
        pub download_id: String,
    }

    /// The state of a download.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "lowercase"))]
    pub enum DownloadState {
        /// Queued behind other downloads.
        Waiting,
        /// Being prepared.
        Running,
        /// Its file can be downloaded.
        Ready,
        /// It could not be prepared.
        Failed,
    }

    /// A file that is being prepared or that is stored.
    pub struct Download {
        pub download_id: String,
        /// The file name.
        pub name: String,
        pub state: DownloadState,
        /// Rows or documents written so far.
        pub done: i64,
        /// Rows or documents in total.
        pub total: i64,
        /// The size of the file.
        pub bytes: Option<i64>,
        pub requested_at: Instant,
        /// When the file is deleted.
        pub expires_at: Instant,
        /// Why it failed.
        pub code: Option<Code>,
        /// The same, as a sentence.
        pub problem: Option<String>,
    }

    /// The caller's downloads.
    pub struct Downloads {
        /// The newest first.
        pub items: Vec<Download>,
    }

    /// Asks for the bills of a bulk account as a workbook; used by existing clients.
    pub struct BillReportRequest {
        /// The bulk account.
        pub collective_contract_account_no: BulkId,
        /// Whether to include only unpaid bills; true by default.
        #[serde(default)]
        pub is_current: Option<bool>,
        /// Whether to add a row of totals; true by default.
        #[serde(default)]
        pub is_total: Option<bool>,
    }

    /// Asks for the documents of batches; used by existing clients.
    pub struct AllFilesRequest {
        /// The bulk account.
        #[serde(rename = "bulkCA", alias = "bulkCa")]
        pub bulk_ca: BulkId,
        /// Batch IDs, separated by commas.
        #[serde(default)]
        pub batch_ids: Option<String>,
        /// Days on which batches were extracted, separated by commas.
        #[serde(default)]
        pub extract_dates: Option<String>,
        #[serde(default)]
        pub format: Option<BillsFormat>,
    }
}

/// Hours for which a file is stored.
pub const STORED_HOURS: i64 = 24;

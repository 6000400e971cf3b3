//! Types of exports to accounting.

use std::collections::BTreeMap;

use crate::accounts::HiddenRows;
use crate::bills::{ChargeKind, ChargeRole, NamedChargeKind};
use crate::costs::CodingPart;
use crate::downloads::Download;
use crate::number::{AccountNo, BulkId};
use crate::payments::PaymentMethod;
use crate::settlements::SettlementMethod;
use crate::{Code, Day, Instant, Money};

wire! {
    /// The records that a profile exports.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum AccountingStream {
        /// Bills of the company, each divided by the coding of its account.
        Bills,
        /// Paid payments, with the bills that they pay.
        Payments,
        /// Payments outside the portal, with the bills that they pay.
        Settlements,
    }

    /// The definition that a profile began with.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum AccountingPreset {
        /// Bills for Xero as CSV.
        XeroBills,
        /// Supplier invoices for SQL Account as text.
        SqlAccount,
        /// A general-ledger journal as CSV, in which debits equal credits.
        Journal,
        /// Columns of the company's own choice. Facts and runs also name the former presets for `AutoCount` and Oracle.
        #[serde(alias = "autoCount", alias = "oracleFbdi")]
        Own,
    }

    /// The records of a file.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum AccountingLayout {
        /// One row for each line. The accounting program adds the line of the supplier itself.
        Lines,
        /// One row for each line, and one for the supplier or the bank, so that debits equal credits.
        BalancedLines,
        /// A record `MASTER` for each document, followed by a record `DETAIL` for each line.
        MasterDetail,
        /// A file with a row for each document, and a file with a row for each line.
        TwoFiles,
    }

    /// The value of a column.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum ColumnSource {
        /// The text of the column itself.
        Constant,
        /// The number of the document, which no other document of the profile has.
        DocumentNo,
        /// The place of the document in its run, from 1.
        DocumentPlace,
        /// The text of the column before its `|` for documents, and after it for credit notes.
        DocumentType,
        /// The number of the document that this one reverses.
        ReversedNo,
        /// The number of the invoice. A line of a payment has the number of the bill that it pays.
        InvoiceNo,
        /// The number of the payment or settlement.
        TransactionNo,
        /// The number of the electricity account.
        AccountNo,
        /// The company's own name for the account.
        ReferenceId,
        /// The batch of the bill.
        BatchId,
        /// The number of the collective invoice.
        CollectiveInvoiceNo,
        /// The date of the invoice, or the day on which the payment was confirmed.
        DocumentDate,
        DueDate,
        /// The first day of the bill's period.
        PeriodFrom,
        /// The last day of the bill's period.
        PeriodTo,
        /// The account and the period of a bill, or the number of a payment.
        Description,
        /// The place of the line in its document, from 1.
        LineNo,
        LedgerAccount,
        CostCentre,
        /// The amount of the line: a debit without a sign, a credit with a minus.
        Amount,
        /// The amount of a line that is a debit.
        Debit,
        /// The amount of a line that is a credit, without a sign.
        Credit,
        /// The sum of the document's lines.
        DocumentAmount,
        /// The supplier's code or name in the accounting program.
        Supplier,
        /// The ledger account of the supplier.
        PayableAccount,
        /// The ledger account of the bank.
        BankAccount,
        /// How the payment was made.
        PaymentMethod,
        /// The reference of the payment: the bank's, the transfer's or the cheque's.
        PaymentReference,
    }

    /// A column of a file.
    #[derive(Eq)]
    pub struct AccountingColumn {
        pub heading: String,
        pub source: ColumnSource,
        /// The text of a constant; the two words of a document type.
        #[serde(default)]
        pub constant: String,
        /// Maximum characters, if the accounting program has a limit. Longer descriptions and references of payments are cut;
        /// a run with any other text that is longer is refused.
        #[serde(default)]
        pub max_length: Option<u32>,
    }

    /// The character between two columns.
    #[derive(Copy, Eq)]
    pub enum AccountingSeparator {
        Comma,
        Semicolon,
        Tab,
        Pipe,
    }

    /// How dates are written.
    #[derive(Copy, Eq)]
    pub enum AccountingDateFormat {
        /// `2026-11-26`
        YearMonthDay,
        /// `2026/11/26`
        YearSlashMonthSlashDay,
        /// `26/11/2026`
        DayMonthYear,
        /// `11/26/2026`
        MonthDayYear,
        /// `20261126`
        Compact,
    }

    /// How amounts are written.
    #[derive(Copy, Eq)]
    pub enum AccountingNumberFormat {
        /// `1234.50`
        Point,
        /// `1,234.50`
        GroupedPoint,
        /// `1234,50`
        Comma,
    }

    /// The encoding of a file.
    #[derive(Copy, Eq)]
    pub enum AccountingEncoding {
        Utf8,
        /// UTF-8 with a byte order mark, by which Excel recognises it.
        Utf8Bom,
        /// Windows-1252. A run with a character that it does not have is refused.
        Windows1252,
    }

    /// When the portal runs a profile.
    #[derive(Copy, Eq)]
    pub enum AccountingSchedule {
        /// When a user asks for it.
        Manual,
        /// Once a day.
        Daily,
        /// After a batch of bills has arrived.
        AfterBatch,
    }

    /// The ledger account of bills whose account has no coding.
    #[derive(Eq)]
    pub struct SuspenseAccount {
        pub ledger_account: String,
        #[serde(default)]
        pub cost_centre: Option<String>,
    }

    /// The ledger account of a kind of charge, instead of the accounts of the coding.
    #[derive(Eq)]
    pub struct ChargeAccount {
        pub kind: ChargeKind,
        pub ledger_account: String,
    }

    /// The sum of a bill's charges of a kind.
    #[derive(Copy, Eq)]
    pub struct ChargeAmount {
        pub kind: ChargeKind,
        pub role: ChargeRole,
        pub amount: Money,
    }

    /// The content of a profile, as a user enters it.
    #[derive(Eq)]
    pub struct AccountingDraft {
        pub name: String,
        pub stream: AccountingStream,
        pub preset: AccountingPreset,
        pub layout: AccountingLayout,
        /// The columns of a document's own record, for the layouts that have one.
        #[serde(default)]
        pub document_columns: Vec<AccountingColumn>,
        /// The columns of a line.
        pub line_columns: Vec<AccountingColumn>,
        /// Whether the first row has the headings.
        pub has_headings: bool,
        pub separator: AccountingSeparator,
        pub date_format: AccountingDateFormat,
        pub number_format: AccountingNumberFormat,
        pub encoding: AccountingEncoding,
        /// Maximum documents in a file; none for any number.
        #[serde(default)]
        pub documents_per_file: Option<u32>,
        /// Whether documents with a negative sum are credit notes: in files of their own, with the opposite signs.
        pub has_credit_notes: bool,
        /// The utility in the accounting program: a supplier's code or name. Empty if the files do not contain it.
        pub supplier: String,
        /// The ledger account of the supplier: the credit of bills, the debit of payments. Empty if the files do not contain
        /// it.
        pub payable_account: String,
        /// The ledger account of the bank, the credit of payments. Empty if the files do not contain it.
        #[serde(default)]
        pub bank_account: String,
        /// Where bills of uncoded accounts go. Without it a run with such bills is refused.
        #[serde(default)]
        pub suspense: Option<SuspenseAccount>,
        /// Kinds of charges that have a ledger account of their own, each once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub charge_accounts: Vec<ChargeAccount>,
        /// Only bills and payments of this day and later are exported; all if left out.
        #[serde(default)]
        pub from_day: Option<Day>,
        pub schedule: AccountingSchedule,
        /// Whether the user who saves the profile is e-mailed a link to the file of each scheduled run.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub has_link: bool,
    }

    /// The company's own codes that the files of a profile contain, and the choices that apply to them.
    #[expect(clippy::struct_excessive_bools, reason = "one answer for each field of the form")]
    #[derive(Copy, Eq)]
    pub struct AccountingNeeds {
        pub supplier: bool,
        pub payable_account: bool,
        pub bank_account: bool,
        /// Whether documents with a negative sum can be credit notes. Debits and credits say the sign themselves.
        pub credit_notes: bool,
    }

    /// A profile.
    #[derive(Eq)]
    pub struct AccountingProfile {
        pub profile_id: String,
        /// Grows with each change. A run names the version that the user has seen.
        pub version: i64,
        pub draft: AccountingDraft,
        pub saved_at: Instant,
        /// The number of real runs.
        pub runs: i64,
        /// When the last real run was made.
        pub last_run_at: Option<Instant>,
    }

    /// The profiles of a bulk account.
    #[derive(Eq)]
    pub struct AccountingProfiles {
        /// By name.
        pub profiles: Vec<AccountingProfile>,
        /// Maximum profiles.
        pub limit: i64,
        /// The kinds of charges that can have a ledger account of their own, by name.
        pub kinds: Vec<NamedChargeKind>,
    }

    /// Selects a bulk account.
    pub struct AccountingProfilesRequest {
        pub id: BulkId,
    }

    /// Adds or changes a profile.
    pub struct SaveAccountingProfileRequest {
        pub id: BulkId,
        /// The profile to change; none to add one.
        #[serde(default)]
        pub profile_id: Option<String>,
        /// The version that is changed.
        #[serde(default)]
        pub version: Option<i64>,
        pub draft: AccountingDraft,
    }

    /// Removes a profile that was never run.
    pub struct RemoveAccountingProfileRequest {
        pub id: BulkId,
        pub profile_id: String,
        pub version: i64,
    }

    /// The profile that was removed.
    #[derive(Eq)]
    pub struct RemovedAccountingProfile {
        pub profile_id: String,
    }

    /// Asks for the newest bills or payments, to preview a profile.
    pub struct AccountingPreviewRequest {
        pub id: BulkId,
        pub stream: AccountingStream,
    }

    /// The newest bills or payments of the company, for `previewAccounting`.
    #[derive(Eq)]
    pub struct AccountingSources {
        pub sources: Vec<AccountingSource>,
    }

    /// What a document is made from.
    #[derive(Eq)]
    #[serde(tag = "stream")]
    pub enum AccountingSource {
        Bills(BillSource),
        Payments(PaymentSource),
        Settlements(SettlementSource),
    }

    /// A bill to export.
    #[derive(Eq)]
    pub struct BillSource {
        pub invoice_no: String,
        pub account_no: AccountNo,
        #[serde(default)]
        pub reference_id: Option<String>,
        pub batch_id: String,
        pub collective_invoice_no: String,
        pub invoice_date: Day,
        #[serde(default)]
        pub due_date: Option<Day>,
        #[serde(default)]
        pub period_from: Option<Day>,
        #[serde(default)]
        pub period_to: Option<Day>,
        /// The total without charges from earlier bills, which are in the documents of those bills.
        pub amount: Money,
        /// The coding of its account on the invoice date; empty if it has none.
        pub parts: Vec<CodingPart>,
        /// Its charges by kind; empty if they are not known, or if the profile has no accounts for them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub charges: Vec<ChargeAmount>,
    }

    /// A paid payment to export.
    #[derive(Eq)]
    pub struct PaymentSource {
        pub transaction_no: String,
        /// The day on which the payment was confirmed.
        pub paid_on: Day,
        pub method: PaymentMethod,
        #[serde(default)]
        pub reference: Option<String>,
        /// The amount that arrived.
        pub amount: Money,
        /// By invoice number.
        pub bills: Vec<PaidBill>,
    }

    /// A settlement to export.
    #[derive(Eq)]
    pub struct SettlementSource {
        pub settlement_no: String,
        pub account_no: AccountNo,
        pub paid_on: Day,
        pub method: SettlementMethod,
        pub reference: String,
        /// The amount that was not taken back. It may be more than its bills.
        pub amount: Money,
        /// By invoice number.
        pub bills: Vec<PaidBill>,
    }

    /// A bill of a payment.
    #[derive(Eq)]
    pub struct PaidBill {
        pub invoice_no: String,
        pub account_no: AccountNo,
        pub amount: Money,
    }

    /// A document of a run. Its lines add up to zero.
    #[derive(Eq)]
    pub struct AccountingDocument {
        pub document_no: String,
        /// The number of the invoice, payment or settlement.
        pub source_no: String,
        /// The number of the document that this one reverses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reverses: Option<String>,
        pub date: Day,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub due_date: Option<Day>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub period_from: Option<Day>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub period_to: Option<Day>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub account_no: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reference_id: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub batch_id: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub collective_invoice_no: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub method: Option<PaymentMethod>,
        /// How it was paid outside the portal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub settled_by: Option<SettlementMethod>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reference: Option<String>,
        /// The supplier's code or name with which it is booked. Empty if its files did not contain it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        pub supplier: String,
        /// Whether the lines of the bill were not known, so that its charges are on the accounts of the coding, although the
        /// profile has accounts for charges.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub lacks_charges: bool,
        /// The sum of the lines without the line of the supplier or bank. Negative for a credit note.
        pub amount: Money,
        pub lines: Vec<AccountingLine>,
        /// The line of the supplier (bills) or of the bank (payments).
        pub counter_line: AccountingLine,
    }

    /// A line of a document.
    #[derive(Eq)]
    pub struct AccountingLine {
        pub ledger_account: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cost_centre: Option<String>,
        /// The bill that a payment pays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub invoice_no: Option<String>,
        /// A debit is positive, a credit negative.
        pub amount: Money,
        /// The kind of charge, if the profile has a ledger account for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub charge: Option<ChargeKind>,
        /// The ledger account of the coding, which that of the charge replaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coded_account: Option<String>,
        /// Whether the account has no coding, so that the line is on the suspense account.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub is_suspense: bool,
    }

    /// A preview of a profile.
    #[derive(Eq)]
    pub struct AccountingPreview {
        pub documents: Vec<AccountingDocument>,
        pub files: Vec<AccountingPreviewFile>,
        /// Accounts without a coding whose bills have no suspense account. Their bills are left out of the preview; a run
        /// is refused.
        pub uncoded: Vec<AccountNo>,
        /// Kinds of charges without an account, for whose role the profile has several. Their bills are left out of the
        /// preview; a run is refused.
        pub unmapped: Vec<ChargeKind>,
        /// Texts that the files cannot have as they are. A run with any is refused.
        pub misfits: Vec<AccountingMisfit>,
        pub debit: Money,
        pub credit: Money,
    }

    /// Texts of a column that its files cannot have as they are.
    #[derive(Eq)]
    pub struct AccountingMisfit {
        /// The heading of the column.
        pub heading: String,
        pub reason: MisfitReason,
        /// The maximum characters of the column, if the texts are longer.
        pub limit: Option<u32>,
        /// The first of the texts, each once.
        pub values: Vec<String>,
        /// Whether there are more of them.
        pub has_more: bool,
    }

    /// Why a file cannot have a text as it is.
    #[derive(Copy, Eq)]
    pub enum MisfitReason {
        /// It is longer than its column.
        TooLong,
        /// The encoding lacks one of its characters.
        Letters,
        /// It begins as a formula does, or has the separator or a control character.
        Marks,
    }

    /// A file of a preview.
    #[derive(Eq)]
    pub struct AccountingPreviewFile {
        pub name: String,
        /// The whole text of the file, before it is encoded.
        pub text: String,
        /// Its records, each with its cells.
        pub rows: Vec<Vec<String>>,
    }

    /// Runs a profile.
    pub struct RunAccountingRequest {
        pub id: BulkId,
        pub profile_id: String,
        /// The version of the profile that the user has seen.
        pub version: i64,
        /// Whether the run is a sample: it marks nothing, and its documents are exported again by a real run.
        pub is_sample: bool,
        /// The plan that the user has seen. A real run is refused if its documents are no longer those of the plan.
        #[serde(default)]
        pub plan_id: Option<String>,
    }

    /// Asks what a real run would export now.
    pub struct PlanAccountingRequest {
        pub id: BulkId,
        pub profile_id: String,
    }

    /// The documents that a real run would export now.
    #[derive(Eq)]
    pub struct AccountingPlan {
        /// The version of the profile.
        pub version: i64,
        /// Identifies the planned documents, for [`RunAccountingRequest`].
        pub plan_id: String,
        pub sums: AccountingSums,
        /// Bills or payments that have at least one document.
        pub sources: i64,
        /// The kinds that occur, in the order of the enum.
        pub kinds: Vec<AccountingKindSums>,
        /// Lines on the suspense account.
        pub suspense_lines: i64,
        /// Bills whose lines are not known yet, so that their charges would not be on the accounts of charges.
        pub lacking_charges: i64,
        /// Accounts without a coding whose bills have no suspense account. A run is refused if there are any.
        pub uncoded: i64,
        /// The first of these accounts.
        pub uncoded_accounts: Vec<String>,
        /// The bills that are without a coding on their invoice date.
        pub uncoded_bills: i64,
        /// The invoice date of the first of these bills.
        pub uncoded_from: Option<Day>,
        /// The invoice date of the last of these bills.
        pub uncoded_to: Option<Day>,
        /// Kinds of charges without an account, for whose role the profile has several. A run is refused if there are any.
        pub unmapped: Vec<ChargeKind>,
        /// Texts that the files cannot have as they are. A run is refused if there are any.
        pub misfits: Vec<AccountingMisfit>,
        /// The files of the first documents.
        pub files: Vec<AccountingPreviewFile>,
    }

    /// Why a run has a document.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum AccountingDocumentKind {
        /// The first document of a bill or payment.
        New,
        /// The first document of a bill with a negative sum.
        CreditNote,
        /// The document that replaces a reversed one.
        Correction,
        /// Cancels a document of an earlier run.
        Reversal,
    }

    /// The documents of a kind.
    #[derive(Copy, Eq)]
    pub struct AccountingKindSums {
        pub kind: AccountingDocumentKind,
        pub documents: i64,
        /// The sum of the documents, without the lines of the supplier or bank.
        pub amount: Money,
    }

    /// The outcome of a run.
    pub struct AccountingRunResult {
        /// The number of the run; none for a sample.
        pub run_no: Option<i64>,
        pub sums: AccountingSums,
        /// The file, in the downloads of the user.
        pub download: Option<Download>,
    }

    /// The sums of a run.
    #[derive(Copy, Eq, Default)]
    pub struct AccountingSums {
        /// All documents, including reversals.
        pub documents: i64,
        /// Documents that reverse a document of an earlier run.
        pub reversals: i64,
        /// Documents with a negative sum. Files of their own have them if the profile says so.
        pub credit_notes: i64,
        /// Lines, without those of the supplier or bank.
        pub lines: i64,
        pub debit: Money,
        pub credit: Money,
        /// The sum of the lines on the suspense account.
        pub suspense: Money,
    }

    /// The token of a link to the file of a scheduled run.
    pub struct AccountingLinkRequest {
        pub token: String,
    }

    /// The file behind a link.
    #[derive(Eq)]
    pub struct AccountingLinkFile {
        pub name: String,
        pub documents: i64,
        /// When the link expires.
        pub expires_at: Instant,
    }

    /// Selects a run.
    pub struct AccountingRunRequest {
        pub id: BulkId,
        pub profile_id: String,
        pub run_no: i64,
    }

    /// A run.
    #[derive(Eq)]
    pub struct AccountingRun {
        pub profile_id: String,
        /// The name of the profile at the time of the run.
        pub profile_name: String,
        pub stream: AccountingStream,
        /// The number of the run in its profile, from 1.
        pub run_no: i64,
        /// The version of the profile that was run.
        pub profile_version: i64,
        pub made_at: Instant,
        /// The name of the user; none for a scheduled run.
        pub made_by: Option<String>,
        pub documents: i64,
        pub reversals: i64,
        pub lines: i64,
        pub debit: Money,
        pub credit: Money,
        /// Documents whose number in the accounting program was imported.
        pub numbered: i64,
    }

    /// A document in a list.
    #[derive(Eq)]
    pub struct ListedDocument {
        pub profile_id: String,
        pub profile_name: String,
        pub run_no: i64,
        pub document_no: String,
        pub source_no: String,
        pub reverses: Option<String>,
        pub document_date: Day,
        pub account_no: Option<String>,
        pub amount: Money,
        /// Whether it is in the books: neither a reversal nor reversed.
        pub is_current: bool,
        /// Its number in the accounting program.
        pub their_no: Option<String>,
        pub made_at: Instant,
    }

    /// Stores the numbers that the accounting program gave to documents.
    pub struct SetAccountingNumbersRequest {
        pub id: BulkId,
        pub profile_id: String,
        pub numbers: Vec<AccountingNumber>,
    }

    /// A document's number here and in the accounting program.
    #[derive(Eq)]
    pub struct AccountingNumber {
        pub document_no: String,
        /// Empty to remove the number.
        pub their_no: String,
    }

    /// The number of documents whose number was stored.
    #[derive(Eq)]
    pub struct AccountingNumbersSet {
        pub documents: i64,
    }

    /// Selects a profile, for a file with numbers.
    pub struct AccountingNumbersRequest {
        pub id: BulkId,
        pub profile_id: String,
        /// What is done with the hidden rows of a workbook. Without a choice a workbook that has some is refused.
        #[serde(default)]
        pub hidden_rows: Option<HiddenRows>,
    }

    /// The numbers of a file. They can be saved if no row is wrong.
    #[derive(Eq)]
    pub struct ReadAccountingNumbers {
        pub numbers: Vec<AccountingNumber>,
        /// By row.
        pub wrong: Vec<WrongNumberRow>,
    }

    /// A row of a file that cannot be used.
    #[derive(Eq)]
    pub struct WrongNumberRow {
        /// The row's number in the file.
        pub line: u32,
        pub code: Code,
        /// Why it cannot be used, in the reader's language.
        pub sentence: String,
        /// Values for the sentence. The package of the browser has no sentences.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>"))]
        pub params: BTreeMap<String, serde_json::Value>,
    }
}

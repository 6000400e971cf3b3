//! The rules of accounting profiles.

use std::collections::BTreeSet;

use super::{
    AccountingColumn, AccountingDraft, AccountingLayout, AccountingNeeds, AccountingNumberFormat, AccountingSchedule,
    AccountingSeparator, AccountingStream, ChargeAccount, ColumnSource, SuspenseAccount,
};
use crate::costs::{MAX_CODE_LENGTH, check_ledger_account, limited};
use crate::{Code, Problem};

/// Maximum profiles of a bulk account. A form shows all of them.
pub const MAX_ACCOUNTING_PROFILES: i64 = 20;
/// Maximum characters of a profile's name.
pub const MAX_PROFILE_NAME_LENGTH: usize = 60;
/// Maximum columns of a record. The longest preset has fewer than fifty.
pub const MAX_ACCOUNTING_COLUMNS: usize = 100;
/// Maximum characters of a heading, a constant, or the supplier.
pub const MAX_COLUMN_TEXT_LENGTH: usize = 100;
/// Maximum kinds of charges with a ledger account of their own. A utility has some dozen.
pub const MAX_CHARGE_ACCOUNTS: usize = 100;
/// Maximum documents that a profile may put into one file.
pub const MAX_DOCUMENTS_PER_FILE: u32 = 100_000;

impl ColumnSource {
    /// Every source.
    pub const ALL: &[Self] = &[
        Self::Constant,
        Self::DocumentNo,
        Self::DocumentPlace,
        Self::DocumentType,
        Self::ReversedNo,
        Self::InvoiceNo,
        Self::TransactionNo,
        Self::AccountNo,
        Self::ReferenceId,
        Self::BatchId,
        Self::CollectiveInvoiceNo,
        Self::DocumentDate,
        Self::DueDate,
        Self::PeriodFrom,
        Self::PeriodTo,
        Self::Description,
        Self::LineNo,
        Self::LedgerAccount,
        Self::CostCentre,
        Self::Amount,
        Self::Debit,
        Self::Credit,
        Self::DocumentAmount,
        Self::Supplier,
        Self::PayableAccount,
        Self::BankAccount,
        Self::PaymentMethod,
        Self::PaymentReference,
    ];

    /// Whether records of the stream have the value.
    #[must_use]
    pub const fn is_of(self, stream: AccountingStream) -> bool {
        match self {
            Self::ReferenceId
            | Self::BatchId
            | Self::CollectiveInvoiceNo
            | Self::DueDate
            | Self::PeriodFrom
            | Self::PeriodTo => matches!(stream, AccountingStream::Bills),
            Self::AccountNo => !matches!(stream, AccountingStream::Payments),
            Self::TransactionNo | Self::BankAccount | Self::PaymentMethod | Self::PaymentReference => {
                !matches!(stream, AccountingStream::Bills)
            }
            _ => true,
        }
    }

    /// Whether each line has a value of its own, so that a document's own record has none.
    #[must_use]
    pub const fn is_of_line(self) -> bool {
        matches!(
            self,
            Self::LineNo | Self::LedgerAccount | Self::CostCentre | Self::Amount | Self::Debit | Self::Credit
        )
    }
}

/// Returns the values that columns can have: those of a line, or those of a document's own record.
#[must_use]
pub fn column_sources(stream: AccountingStream, is_document: bool) -> Vec<ColumnSource> {
    let can_be = |source: &ColumnSource| source.is_of(stream) && !(is_document && source.is_of_line());
    ColumnSource::ALL.iter().copied().filter(can_be).collect()
}

impl AccountingLayout {
    /// Whether documents have a record of their own.
    #[must_use]
    pub const fn has_documents(self) -> bool {
        matches!(self, Self::MasterDetail | Self::TwoFiles)
    }

    /// Whether texts are quoted where needed. Otherwise separators in texts become spaces.
    #[must_use]
    pub const fn is_quoted(self) -> bool {
        !matches!(self, Self::MasterDetail)
    }
}

impl AccountingDraft {
    /// Returns which of the company's own codes the files contain. A profile asks for no others.
    #[must_use]
    pub fn needs(&self) -> AccountingNeeds {
        let documents: &[AccountingColumn] =
            if self.layout.has_documents() { self.document_columns.as_slice() } else { &[] };
        let has =
            |source: ColumnSource| documents.iter().chain(&self.line_columns).any(|column| column.source == source);
        let has_counter_lines = self.layout == AccountingLayout::BalancedLines;
        let is_bills = self.stream == AccountingStream::Bills;
        AccountingNeeds {
            supplier: has(ColumnSource::Supplier),
            // The lines of a payment are booked on the account of the supplier.
            payable_account: !is_bills || has_counter_lines || has(ColumnSource::PayableAccount),
            bank_account: !is_bills && (has_counter_lines || has(ColumnSource::BankAccount)),
            credit_notes: !has_counter_lines && !has(ColumnSource::Debit) && !has(ColumnSource::Credit),
        }
    }
}

/// Checks a profile, and returns it as it is stored: without codes that its files do not contain. `known` has the codes of
/// the active cost centres. Fails with the problems of all fields together.
pub fn check_accounting_profile(draft: &AccountingDraft, known: &BTreeSet<String>) -> Result<AccountingDraft, Problem> {
    let mut wrong = Vec::new();
    let mut read = draft.clone();
    draft.name.trim().clone_into(&mut read.name);
    if read.name.is_empty() || !is_text(&read.name, MAX_PROFILE_NAME_LENGTH) {
        wrong.push(("name".to_owned(), limited(Code::AccountingNameInvalid, MAX_PROFILE_NAME_LENGTH)));
    }
    if draft.layout.has_documents() {
        read_columns(&mut read.document_columns, "documentColumns", draft, true, &mut wrong);
    } else {
        read.document_columns.clear();
    }
    read_columns(&mut read.line_columns, "lineColumns", draft, false, &mut wrong);
    check_needed(&read, &mut wrong);
    let clashes = draft.number_format == AccountingNumberFormat::Comma
        || draft.number_format == AccountingNumberFormat::GroupedPoint;
    if !draft.layout.is_quoted() && draft.separator == AccountingSeparator::Comma && clashes {
        wrong.push(("separator".to_owned(), Code::AccountingSeparatorInvalid.into()));
    }
    if draft.documents_per_file.is_some_and(|limit| !(1..=MAX_DOCUMENTS_PER_FILE).contains(&limit)) {
        let problem = Problem::new(Code::AccountingFileSizeInvalid).with("limit", i64::from(MAX_DOCUMENTS_PER_FILE));
        wrong.push(("documentsPerFile".to_owned(), problem));
    }
    let needs = draft.needs();
    read.supplier = if needs.supplier { draft.supplier.trim().to_owned() } else { String::new() };
    if needs.supplier && (read.supplier.is_empty() || !is_text(&read.supplier, MAX_COLUMN_TEXT_LENGTH)) {
        wrong.push(("supplier".to_owned(), limited(Code::AccountingSupplierInvalid, MAX_COLUMN_TEXT_LENGTH)));
    }
    read.has_credit_notes = draft.has_credit_notes && needs.credit_notes;
    read.has_link = draft.has_link && draft.schedule != AccountingSchedule::Manual;
    let mut needed_account = |is_needed: bool, text: &str, field: &str| {
        if is_needed { read_account(text, field, &mut wrong) } else { String::new() }
    };
    read.payable_account = needed_account(needs.payable_account, &draft.payable_account, "payableAccount");
    read.bank_account = needed_account(needs.bank_account, &draft.bank_account, "bankAccount");
    read.suspense = match (draft.stream, &draft.suspense) {
        (AccountingStream::Bills, Some(suspense)) => Some(read_suspense(suspense, known, &mut wrong)),
        _ => None,
    };
    read.charge_accounts = match draft.stream {
        AccountingStream::Bills => read_charge_accounts(&draft.charge_accounts, &mut wrong),
        AccountingStream::Payments | AccountingStream::Settlements => Vec::new(),
    };
    Problem::of_fields(wrong).map_or(Ok(read), Err)
}

/// Checks the accounts of kinds of charges, and sorts them by kind. A kind without an account is left out.
fn read_charge_accounts(accounts: &[ChargeAccount], wrong: &mut Vec<(String, Problem)>) -> Vec<ChargeAccount> {
    let mut read: Vec<ChargeAccount> = Vec::new();
    if accounts.len() > MAX_CHARGE_ACCOUNTS {
        wrong.push(("chargeAccounts".to_owned(), limited(Code::AccountingChargesTooMany, MAX_CHARGE_ACCOUNTS)));
        return read;
    }
    for account in accounts.iter().filter(|account| !account.ledger_account.trim().is_empty()) {
        let field = format!("chargeAccounts.{}", account.kind);
        let ledger_account = read_account(&account.ledger_account, &field, wrong);
        if read.iter().any(|other| other.kind == account.kind) {
            wrong.push((field, Code::AccountingChargeRepeated.into()));
        }
        read.push(ChargeAccount { kind: account.kind, ledger_account });
    }
    read.sort_by_key(|account| account.kind);
    read
}

fn read_account(text: &str, field: &str, wrong: &mut Vec<(String, Problem)>) -> String {
    check_ledger_account(text).unwrap_or_else(|problem| {
        wrong.push((field.to_owned(), problem));
        String::new()
    })
}

fn read_suspense(
    suspense: &SuspenseAccount,
    known: &BTreeSet<String>,
    wrong: &mut Vec<(String, Problem)>,
) -> SuspenseAccount {
    let ledger_account = read_account(&suspense.ledger_account, "suspense.ledgerAccount", wrong);
    let code =
        suspense.cost_centre.as_ref().map(|code| code.trim().to_ascii_uppercase()).filter(|code| !code.is_empty());
    if let Some(code) = code.as_ref().filter(|code| !known.contains(*code)) {
        let shown: String = code.chars().take(MAX_CODE_LENGTH).collect();
        let problem = Problem::new(Code::CostCentreUnknown).with("code", shown);
        wrong.push(("suspense.costCentre".to_owned(), problem));
    }
    SuspenseAccount { ledger_account, cost_centre: code }
}

/// Checks the columns of a record, and trims their texts.
fn read_columns(
    columns: &mut [AccountingColumn],
    field: &str,
    draft: &AccountingDraft,
    is_document: bool,
    wrong: &mut Vec<(String, Problem)>,
) {
    if columns.is_empty() {
        wrong.push((field.to_owned(), Code::AccountingColumnsRequired.into()));
    }
    if columns.len() > MAX_ACCOUNTING_COLUMNS {
        wrong.push((field.to_owned(), limited(Code::AccountingColumnsTooMany, MAX_ACCOUNTING_COLUMNS)));
        return;
    }
    let mut headings = BTreeSet::new();
    for (place, column) in columns.iter_mut().enumerate() {
        let field = |name: &str| format!("{field}.{place}.{name}");
        column.heading = column.heading.trim().to_owned();
        column.constant = column.constant.trim().to_owned();
        if column.heading.is_empty() || !is_text(&column.heading, MAX_COLUMN_TEXT_LENGTH) {
            wrong.push((field("heading"), limited(Code::AccountingHeadingInvalid, MAX_COLUMN_TEXT_LENGTH)));
        } else if !headings.insert(column.heading.to_lowercase()) {
            let problem = Problem::new(Code::AccountingHeadingRepeated).with("heading", column.heading.clone());
            wrong.push((field("heading"), problem));
        }
        let is_document_type = column.source == ColumnSource::DocumentType;
        if !is_text(&column.constant, MAX_COLUMN_TEXT_LENGTH) || (is_document_type && !column.constant.contains('|')) {
            wrong.push((field("constant"), limited(Code::AccountingConstantInvalid, MAX_COLUMN_TEXT_LENGTH)));
        }
        if !column.source.is_of(draft.stream) || (is_document && column.source.is_of_line()) {
            wrong.push((field("source"), Code::AccountingSourceInvalid.into()));
        }
        if column.max_length == Some(0) {
            column.max_length = None;
        }
    }
}

/// Checks that the columns have the amounts, the numbers and the accounts that an accounting program needs.
fn check_needed(draft: &AccountingDraft, wrong: &mut Vec<(String, Problem)>) {
    let has = |source: ColumnSource| draft.line_columns.iter().any(|column| column.source == source);
    let mut needed = |is_there: bool, field: &str, code: Code| {
        if !is_there {
            wrong.push((field.to_owned(), code.into()));
        }
    };
    needed(
        has(ColumnSource::Amount) || (has(ColumnSource::Debit) && has(ColumnSource::Credit)),
        "lineColumns",
        Code::AccountingAmountMissing,
    );
    // A line names its document, by the place that the document's own record has as well if there is one.
    let has_place = draft.layout.has_documents()
        && [&draft.document_columns, &draft.line_columns]
            .iter()
            .all(|columns| columns.iter().any(|column| column.source == ColumnSource::DocumentPlace));
    needed(has(ColumnSource::DocumentNo) || has_place, "lineColumns", Code::AccountingNumberMissing);
    needed(has(ColumnSource::LedgerAccount), "lineColumns", Code::AccountingLedgerMissing);
    if draft.layout.has_documents() {
        let has = draft.document_columns.iter().any(|column| column.source == ColumnSource::DocumentNo);
        needed(has, "documentColumns", Code::AccountingNumberMissing);
    }
}

fn is_text(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(char::is_control)
}

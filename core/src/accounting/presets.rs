//! The presets of accounting profiles, as data. Sources of the formats: docs/domain/accounting.md#presets.

use super::ColumnSource::{
    Amount, BankAccount, Constant, CostCentre, Credit, Debit, Description, DocumentAmount, DocumentDate, DocumentNo,
    DueDate, InvoiceNo, LedgerAccount, LineNo, PaymentReference, ReferenceId, Supplier, TransactionNo,
};
use super::{
    AccountingColumn, AccountingDateFormat, AccountingDraft, AccountingEncoding, AccountingLayout,
    AccountingNumberFormat, AccountingPreset, AccountingSchedule, AccountingSeparator, AccountingStream, ColumnSource,
};

impl AccountingPreset {
    /// Every preset.
    pub const ALL: &[Self] = &[Self::XeroBills, Self::SqlAccount, Self::Journal, Self::Own];

    /// Whether the preset has a definition for the stream.
    #[must_use]
    pub const fn is_of(self, stream: AccountingStream) -> bool {
        matches!(stream, AccountingStream::Bills) || matches!(self, Self::Journal | Self::Own)
    }
}

/// A column as data: heading, source, constant, maximum characters (0 for no limit).
type Column = (&'static str, ColumnSource, &'static str, u32);

/// <https://central.xero.com/s/article/Import-a-bill-or-credit-note>: amounts without a sign are bills, negative ones credit notes.
const XERO: &[Column] = &[
    ("*ContactName", Supplier, "", 0),
    ("*InvoiceNumber", DocumentNo, "", 0),
    ("*InvoiceDate", DocumentDate, "", 0),
    ("*DueDate", DueDate, "", 0),
    ("Description", Description, "", 0),
    ("*Quantity", Constant, "1", 0),
    ("*UnitAmount", Amount, "", 0),
    ("*AccountCode", LedgerAccount, "", 0),
    ("*TaxType", Constant, "Tax Exempt", 0),
    ("TrackingName1", Constant, "Cost centre", 0),
    ("TrackingOption1", CostCentre, "", 0),
    ("Currency", Constant, "MYR", 0),
];

/// <https://wiki.sql.com.my/wiki/SQL_Text_Import>, supplier invoice (`AP_PI`). A credit note is not shown there.
const SQL_MASTER: &[Column] = &[
    ("DOCNO", DocumentNo, "", 20),
    ("DOCNOEX", ReferenceId, "", 20),
    ("DOCDATE", DocumentDate, "", 0),
    ("POSTDATE", DocumentDate, "", 0),
    ("CODE", Supplier, "", 10),
    ("TERMS", Constant, "30 Days", 10),
    ("DESCRIPTION", Description, "", 150),
    ("AREA", Constant, "----", 10),
    ("AGENT", Constant, "----", 10),
    ("PROJECT", Constant, "----", 20),
    ("CURRENCYRATE", Constant, "1", 0),
    ("DOCAMT", DocumentAmount, "", 0),
    ("CANCELLED", Constant, "F", 1),
];
const SQL_DETAIL: &[Column] = &[
    ("DOCNO", DocumentNo, "", 20),
    ("ACCOUNT", LedgerAccount, "", 10),
    ("DESCRIPTION", Description, "", 150),
    ("PROJECT", CostCentre, "", 20),
    ("TAX", Constant, "", 10),
    ("TAXAMT", Constant, "0", 0),
    ("TAXINCLUSIVE", Constant, "0", 0),
    ("AMOUNT", Amount, "", 0),
];

const JOURNAL: &[Column] = &[
    ("Date", DocumentDate, "", 0),
    ("Document", DocumentNo, "", 0),
    ("Line", LineNo, "", 0),
    ("Account", LedgerAccount, "", 0),
    ("Cost centre", CostCentre, "", 0),
    ("Description", Description, "", 0),
    ("Debit", Debit, "", 0),
    ("Credit", Credit, "", 0),
];

const OWN_BILLS: &[Column] = &[
    ("Document", DocumentNo, "", 0),
    ("Date", DocumentDate, "", 0),
    ("Due date", DueDate, "", 0),
    ("Account", LedgerAccount, "", 0),
    ("Cost centre", CostCentre, "", 0),
    ("Description", Description, "", 0),
    ("Amount", Amount, "", 0),
];
const OWN_PAYMENTS: &[Column] = &[
    ("Document", DocumentNo, "", 0),
    ("Date", DocumentDate, "", 0),
    ("Payment", TransactionNo, "", 0),
    ("Reference", PaymentReference, "", 0),
    ("Invoice", InvoiceNo, "", 0),
    ("Bank", BankAccount, "", 0),
    ("Account", LedgerAccount, "", 0),
    ("Amount", Amount, "", 0),
];

fn columns(columns: &[Column]) -> Vec<AccountingColumn> {
    let column = |(heading, source, constant, most): &Column| AccountingColumn {
        heading: (*heading).to_owned(),
        source: *source,
        constant: (*constant).to_owned(),
        max_length: (*most > 0).then_some(*most),
    };
    columns.iter().map(column).collect()
}

/// Returns a new profile with the definition of a preset, without a name, accounts and supplier. A preset without a
/// definition for the stream gives the company's own columns.
#[must_use]
pub fn accounting_preset(preset: AccountingPreset, stream: AccountingStream) -> AccountingDraft {
    let preset = if preset.is_of(stream) { preset } else { AccountingPreset::Own };
    let own = match stream {
        AccountingStream::Bills => OWN_BILLS,
        AccountingStream::Payments | AccountingStream::Settlements => OWN_PAYMENTS,
    };
    let draft = AccountingDraft {
        name: String::new(),
        stream,
        preset,
        layout: AccountingLayout::Lines,
        document_columns: Vec::new(),
        line_columns: columns(own),
        has_headings: true,
        separator: AccountingSeparator::Comma,
        date_format: AccountingDateFormat::DayMonthYear,
        number_format: AccountingNumberFormat::Point,
        encoding: AccountingEncoding::Utf8Bom,
        documents_per_file: None,
        has_credit_notes: false,
        supplier: String::new(),
        payable_account: String::new(),
        bank_account: String::new(),
        suspense: None,
        charge_accounts: Vec::new(),
        from_day: None,
        schedule: AccountingSchedule::Manual,
        has_link: false,
    };
    match preset {
        AccountingPreset::Own => draft,
        AccountingPreset::XeroBills => AccountingDraft {
            line_columns: columns(XERO),
            encoding: AccountingEncoding::Utf8,
            documents_per_file: Some(500),
            ..draft
        },
        AccountingPreset::SqlAccount => AccountingDraft {
            layout: AccountingLayout::MasterDetail,
            document_columns: columns(SQL_MASTER),
            line_columns: columns(SQL_DETAIL),
            has_headings: false,
            separator: AccountingSeparator::Semicolon,
            encoding: AccountingEncoding::Windows1252,
            has_credit_notes: true,
            ..draft
        },
        AccountingPreset::Journal => AccountingDraft {
            layout: AccountingLayout::BalancedLines,
            line_columns: columns(JOURNAL),
            date_format: AccountingDateFormat::YearMonthDay,
            ..draft
        },
    }
}

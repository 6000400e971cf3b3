//! The files of a run, written piece by piece. The same documents and profile always give the same bytes.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{
    AccountingColumn, AccountingDateFormat, AccountingDocument, AccountingDraft, AccountingEncoding, AccountingLayout,
    AccountingLine, AccountingMisfit, AccountingNumberFormat, AccountingPreset, AccountingPreview,
    AccountingPreviewFile, AccountingSeparator, AccountingSource, AccountingSums, ColumnSource, DocumentOutcome,
    MisfitReason, make_document,
};
use crate::bills::ChargeKind;
use crate::csv::push_row;
use crate::number::AccountNo;
use crate::payments::PaymentMethod;
use crate::settlements::SettlementMethod;
use crate::{Code, Day, Money, Problem};

/// The records that a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Records {
    /// All records of each document.
    All,
    /// A record for each document.
    Documents,
    /// A record for each line.
    Lines,
}

/// The documents that a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DocumentPart {
    All,
    /// Those with a sum of zero or more.
    Invoices,
    /// Those with a negative sum, written with the opposite signs.
    CreditNotes,
}

/// A kind of file of a profile. Large runs have several files of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountingFileKind {
    records: Records,
    part: DocumentPart,
}

/// Returns the kinds of files that a profile has, in the order in which they are imported.
#[must_use]
pub fn accounting_file_kinds(draft: &AccountingDraft) -> Vec<AccountingFileKind> {
    let parts: &[DocumentPart] = if draft.has_credit_notes {
        &[DocumentPart::Invoices, DocumentPart::CreditNotes]
    } else {
        &[DocumentPart::All]
    };
    let records: &[Records] = match draft.layout {
        AccountingLayout::TwoFiles => &[Records::Documents, Records::Lines],
        AccountingLayout::Lines | AccountingLayout::BalancedLines | AccountingLayout::MasterDetail => &[Records::All],
    };
    let kinds = parts.iter().flat_map(|part| records.iter().map(|records| (*part, *records)));
    kinds.map(|(part, records)| AccountingFileKind { records, part }).collect()
}

impl AccountingFileKind {
    /// Whether files of this kind have the document.
    #[must_use]
    pub fn has(self, document: &AccountingDocument) -> bool {
        match self.part {
            DocumentPart::All => true,
            DocumentPart::Invoices => !document.is_credit_note(),
            DocumentPart::CreditNotes => document.is_credit_note(),
        }
    }

    /// Returns how many documents of a run files of this kind have.
    #[must_use]
    pub const fn documents(self, sums: &AccountingSums) -> i64 {
        match self.part {
            DocumentPart::All => sums.documents,
            DocumentPart::Invoices => sums.documents - sums.credit_notes,
            DocumentPart::CreditNotes => sums.credit_notes,
        }
    }

    /// Returns the name of a file. `number` counts the files of this kind from 1; none if there is only one.
    #[must_use]
    pub fn file_name(self, draft: &AccountingDraft, title: &str, number: Option<i64>) -> String {
        let mut name = match self.records {
            Records::Documents => format!("{title} documents"),
            Records::Lines => format!("{title} lines"),
            Records::All => title.to_owned(),
        };
        if self.part == DocumentPart::CreditNotes {
            name.push_str(" credit notes");
        }
        if let Some(number) = number {
            let _ = write!(name, " {number}");
        }
        name.push_str(if draft.layout == AccountingLayout::MasterDetail { ".txt" } else { ".csv" });
        name
    }

    /// Writes the beginning of a file: its byte order mark and headings, as the profile says.
    pub fn begin(self, draft: &AccountingDraft, out: &mut Vec<u8>) {
        if draft.encoding == AccountingEncoding::Utf8Bom {
            out.extend_from_slice("\u{feff}".as_bytes());
        }
        for row in self.headings(draft) {
            write_row(draft, &row, out);
        }
    }

    /// Writes a document. `place` is its place in the run, from 1.
    pub fn add(self, draft: &AccountingDraft, place: i64, document: &AccountingDocument, out: &mut Vec<u8>) {
        for row in self.rows(draft, place, document) {
            write_row(draft, &row, out);
        }
    }

    fn headings(self, draft: &AccountingDraft) -> Vec<Vec<String>> {
        if !draft.has_headings {
            return Vec::new();
        }
        let of = |columns: &[AccountingColumn]| columns.iter().map(|column| safe_text(&column.heading, None)).collect();
        match (draft.layout, self.records) {
            (AccountingLayout::MasterDetail, _) => {
                vec![record("MASTER", of(&draft.document_columns)), record("DETAIL", of(&draft.line_columns))]
            }
            (_, Records::Documents) => vec![of(&draft.document_columns)],
            (_, Records::All | Records::Lines) => vec![of(&draft.line_columns)],
        }
    }

    /// Returns the records of a document, each with its cells.
    fn rows(self, draft: &AccountingDraft, place: i64, document: &AccountingDocument) -> Vec<Vec<String>> {
        let values = Values { draft, document, place, is_opposite: self.part == DocumentPart::CreditNotes };
        let head = || values.cells(&draft.document_columns, None, 0);
        let lines =
            (1..).zip(values.lines()).map(|(number, line)| values.cells(&draft.line_columns, Some(line), number));
        match (draft.layout, self.records) {
            (AccountingLayout::MasterDetail, _) => {
                [record("MASTER", head())].into_iter().chain(lines.map(|cells| record("DETAIL", cells))).collect()
            }
            (_, Records::Documents) => vec![head()],
            (_, Records::All | Records::Lines) => lines.collect(),
        }
    }
}

fn record(name: &str, mut cells: Vec<String>) -> Vec<String> {
    cells.insert(0, name.to_owned());
    cells
}

/// The values of a document's columns.
struct Values<'a> {
    draft: &'a AccountingDraft,
    document: &'a AccountingDocument,
    place: i64,
    /// Whether amounts are written with the opposite sign.
    is_opposite: bool,
}

impl<'a> Values<'a> {
    /// Returns the lines that have a record.
    fn lines(&self) -> impl Iterator<Item = &'a AccountingLine> + use<'a> {
        let with_counter = self.draft.layout == AccountingLayout::BalancedLines;
        self.document.lines.iter().chain(with_counter.then_some(&self.document.counter_line))
    }

    fn cells(&self, columns: &[AccountingColumn], line: Option<&AccountingLine>, number: i64) -> Vec<String> {
        columns.iter().map(|column| self.cell(column, line, number)).collect()
    }

    fn cell(&self, column: &AccountingColumn, line: Option<&AccountingLine>, number: i64) -> String {
        if let Some(text) = self.text(column, line) {
            return safe_text(&text, column.max_length);
        }
        let (draft, document) = (self.draft, self.document);
        let day = |day: Option<Day>| day.map(|day| date(day, draft.date_format)).unwrap_or_default();
        let amount = |amount: Money| number_text(amount, draft.number_format);
        let line_amount = || line.map(|line| self.signed(line.amount)).unwrap_or_default();
        match column.source {
            ColumnSource::DocumentPlace => self.place.to_string(),
            ColumnSource::DocumentDate => day(Some(document.date)),
            // Xero requires a due date. A bill without one is due at once.
            ColumnSource::DueDate if draft.preset == AccountingPreset::XeroBills => {
                day(document.due_date.or(Some(document.date)))
            }
            ColumnSource::DueDate => day(document.due_date),
            ColumnSource::PeriodFrom => day(document.period_from),
            ColumnSource::PeriodTo => day(document.period_to),
            ColumnSource::LineNo => number.to_string(),
            ColumnSource::Amount => amount(line_amount()),
            ColumnSource::Debit => {
                let debit = line_amount();
                if debit.is_positive() { amount(debit) } else { String::new() }
            }
            ColumnSource::Credit => {
                let credit = opposite(line_amount());
                if credit.is_positive() { amount(credit) } else { String::new() }
            }
            ColumnSource::DocumentAmount => amount(self.signed(document.amount)),
            ColumnSource::PaymentMethod => {
                let method = document.method.map(PaymentMethod::code);
                method.or(document.settled_by.map(SettlementMethod::code)).unwrap_or_default().to_owned()
            }
            // Texts, which are above; none if the document has no value.
            _ => String::new(),
        }
    }

    /// Returns the text of a column as the profile or the document has it. None for days, numbers and amounts, and for a
    /// text that the document lacks.
    fn text<'b>(&'b self, column: &'b AccountingColumn, line: Option<&'b AccountingLine>) -> Option<Cow<'b, str>> {
        let (draft, document) = (self.draft, self.document);
        let text = match column.source {
            ColumnSource::Constant => &column.constant,
            ColumnSource::DocumentNo => &document.document_no,
            ColumnSource::DocumentType => {
                let (invoice, credit_note) = column.constant.split_once('|').unwrap_or_default();
                return Some(if document.is_credit_note() { credit_note.trim() } else { invoice.trim() }.into());
            }
            ColumnSource::ReversedNo => document.reverses.as_ref()?,
            ColumnSource::InvoiceNo => match line.and_then(|line| line.invoice_no.as_ref()) {
                Some(invoice_no) => invoice_no,
                None if !document.is_payment() => &document.source_no,
                None => return None,
            },
            ColumnSource::TransactionNo => &document.source_no,
            ColumnSource::AccountNo => document.account_no.as_ref()?,
            ColumnSource::ReferenceId => document.reference_id.as_ref()?,
            ColumnSource::BatchId => document.batch_id.as_ref()?,
            ColumnSource::CollectiveInvoiceNo => document.collective_invoice_no.as_ref()?,
            ColumnSource::Description => return Some(self.description(line).into()),
            ColumnSource::LedgerAccount => &line?.ledger_account,
            ColumnSource::CostCentre => line?.cost_centre.as_ref()?,
            ColumnSource::Supplier => booked_on(Some(&document.supplier), &draft.supplier),
            ColumnSource::PayableAccount => booked_on(document.payable_account(), &draft.payable_account),
            ColumnSource::BankAccount => booked_on(document.bank_account(), &draft.bank_account),
            ColumnSource::PaymentReference => document.reference.as_ref()?,
            ColumnSource::DocumentPlace
            | ColumnSource::DocumentDate
            | ColumnSource::DueDate
            | ColumnSource::PeriodFrom
            | ColumnSource::PeriodTo
            | ColumnSource::LineNo
            | ColumnSource::Amount
            | ColumnSource::Debit
            | ColumnSource::Credit
            | ColumnSource::DocumentAmount
            | ColumnSource::PaymentMethod => return None,
        };
        Some(text.into())
    }

    fn signed(&self, amount: Money) -> Money {
        if self.is_opposite { opposite(amount) } else { amount }
    }

    /// Describes a document: `Electricity 210000000001 01/10/2026-31/10/2026`.
    fn description(&self, line: Option<&AccountingLine>) -> String {
        let document = self.document;
        let mut text = match &document.reverses {
            Some(number) => format!("Reversal of {number} "),
            None => String::new(),
        };
        if document.is_payment() {
            let _ = write!(text, "Payment {}", document.source_no);
            if let Some(invoice_no) = line.and_then(|line| line.invoice_no.as_deref()) {
                let _ = write!(text, " invoice {invoice_no}");
            }
        } else {
            let _ = write!(text, "Electricity {}", document.account_no.as_deref().unwrap_or_default());
            if let (Some(from), Some(to)) = (document.period_from, document.period_to) {
                let shown = |day| date(day, self.draft.date_format);
                let _ = write!(text, " {}-{}", shown(from), shown(to));
            }
        }
        text
    }
}

/// Returns the supplier or account of a document, or that of the profile if the document has none. A reversal has that of the
/// document that it cancels, although the profile may have another one now.
fn booked_on<'a>(document: Option<&'a String>, profile: &'a String) -> &'a String {
    document.filter(|account| !account.is_empty()).unwrap_or(profile)
}

fn opposite(amount: Money) -> Money {
    Money::ZERO.minus(amount).unwrap_or_default()
}

/// Returns a text that no spreadsheet program takes for a formula, without control characters, cut to a length. Only
/// descriptions and references of payments are cut or changed in a new run, because [`Misfits`] refuses all other texts.
fn safe_text(text: &str, max_length: Option<u32>) -> String {
    let mut safe: String = text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
    // A text of dashes alone is no formula. SQL Account needs `----`.
    let is_dashes = safe.chars().all(|one| one == '-');
    if !is_dashes && safe.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        safe.insert(0, '\'');
    }
    match max_length.and_then(|most| usize::try_from(most).ok()).and_then(|most| safe.char_indices().nth(most)) {
        Some((end, _)) => {
            safe.truncate(end);
            safe
        }
        None => safe,
    }
}

fn date(day: Day, format: AccountingDateFormat) -> String {
    let text = day.to_string();
    let mut parts = text.split('-');
    let [year, month, date] = std::array::from_fn(|_| parts.next().unwrap_or_default());
    match format {
        AccountingDateFormat::YearMonthDay => format!("{year}-{month}-{date}"),
        AccountingDateFormat::YearSlashMonthSlashDay => format!("{year}/{month}/{date}"),
        AccountingDateFormat::DayMonthYear => format!("{date}/{month}/{year}"),
        AccountingDateFormat::MonthDayYear => format!("{month}/{date}/{year}"),
        AccountingDateFormat::Compact => format!("{year}{month}{date}"),
    }
}

fn number_text(amount: Money, format: AccountingNumberFormat) -> String {
    match format {
        AccountingNumberFormat::Point => amount.to_string(),
        AccountingNumberFormat::GroupedPoint => amount.shown().replace("RM\u{a0}", ""),
        AccountingNumberFormat::Comma => amount.to_string().replace('.', ","),
    }
}

impl AccountingSeparator {
    const fn character(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Semicolon => ';',
            Self::Tab => '\t',
            Self::Pipe => '|',
        }
    }
}

fn write_row(draft: &AccountingDraft, row: &[String], out: &mut Vec<u8>) {
    let text = row_text(draft, row);
    match draft.encoding {
        AccountingEncoding::Utf8 | AccountingEncoding::Utf8Bom => out.extend_from_slice(text.as_bytes()),
        AccountingEncoding::Windows1252 => out.extend(text.chars().map(|one| windows_1252(one).unwrap_or(b'?'))),
    }
}

/// Returns a row with its line end. Quotes texts where needed (RFC 4180). A layout without quotes has spaces instead of
/// separators, and ends each record with a separator.
fn row_text(draft: &AccountingDraft, row: &[String]) -> String {
    let separator = draft.separator.character();
    let mut text = String::new();
    if draft.layout.is_quoted() {
        push_row(&mut text, row, separator);
    } else {
        for cell in row {
            text.extend(cell.chars().map(|one| if one == separator { ' ' } else { one }));
            text.push(separator);
        }
        text.push_str("\r\n");
    }
    text
}

/// The characters of Windows-1252 from 0x80 to 0x9F. Five bytes have none.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (0..0x80 | 0xa0..0x100) => u8::try_from(code).ok(),
        _ => (0x80..).zip(WINDOWS_1252).find(|(_, one)| *one == character).map(|(byte, _)| byte),
    }
}

/// Values that a misfit names.
const NAMED_VALUES: usize = 5;

/// Finds the texts that the files of a profile cannot have as they are. A cut or changed code could be taken for another
/// one, so nothing is written while there are any. Descriptions and references of payments are no keys and may be cut.
pub struct Misfits<'a> {
    draft: &'a AccountingDraft,
    found: Vec<AccountingMisfit>,
}

impl<'a> Misfits<'a> {
    /// Begins with the headings.
    #[must_use]
    pub fn new(draft: &'a AccountingDraft) -> Self {
        let mut misfits = Self { draft, found: Vec::new() };
        if draft.has_headings {
            for column in draft.document_columns.iter().chain(&draft.line_columns) {
                misfits.check(&column.heading, None, &column.heading);
            }
        }
        misfits
    }

    /// Checks the texts of a document.
    pub fn add(&mut self, document: &AccountingDocument) {
        let draft = self.draft;
        let values = Values { draft, document, place: 0, is_opposite: false };
        let head = draft.document_columns.iter().map(|column| (column, None));
        let lines = values.lines().flat_map(|line| draft.line_columns.iter().map(move |column| (column, Some(line))));
        // What the portal composes or a payer wrote is cut and changed.
        let is_fixed =
            |source: ColumnSource| !matches!(source, ColumnSource::Description | ColumnSource::PaymentReference);
        for (column, line) in head.chain(lines).filter(|(column, _)| is_fixed(column.source)) {
            if let Some(text) = values.text(column, line) {
                self.check(&column.heading, column.max_length, &text);
            }
        }
    }

    fn check(&mut self, heading: &str, max_length: Option<u32>, text: &str) {
        let is_longer = |most: u32| u32::try_from(text.chars().count()).unwrap_or(u32::MAX) > most;
        let is_split = |one: char| one == self.draft.separator.character() && !self.draft.layout.is_quoted();
        let (reason, limit) = if max_length.is_some_and(is_longer) {
            (MisfitReason::TooLong, max_length)
        } else if self.draft.encoding == AccountingEncoding::Windows1252
            && !text.chars().all(|one| windows_1252(one).is_some())
        {
            (MisfitReason::Letters, None)
        } else if text.contains(is_split) || safe_text(text, None) != text {
            (MisfitReason::Marks, None)
        } else {
            return;
        };
        let is_same = |one: &&mut AccountingMisfit| one.heading == heading && one.reason == reason;
        match self.found.iter_mut().find(is_same) {
            Some(misfit) if misfit.values.iter().any(|value| value == text) => {}
            Some(misfit) if misfit.values.len() < NAMED_VALUES => misfit.values.push(text.to_owned()),
            Some(misfit) => misfit.has_more = true,
            None => self.found.push(AccountingMisfit {
                heading: heading.to_owned(),
                reason,
                limit,
                values: vec![text.to_owned()],
                has_more: false,
            }),
        }
    }

    /// Returns what was found, by column.
    #[must_use]
    pub fn found(&self) -> &[AccountingMisfit] {
        &self.found
    }
}

impl AccountingMisfit {
    /// Returns the refusal of a run.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let code = match self.reason {
            MisfitReason::TooLong => Code::AccountingValueTooLong,
            MisfitReason::Letters => Code::AccountingLettersLacking,
            MisfitReason::Marks => Code::AccountingMarksRefused,
        };
        let values = self.values.iter().map(String::as_str).chain(self.has_more.then_some("…"));
        let values = values.collect::<Vec<_>>().join(", ");
        let problem = Problem::new(code).with("column", self.heading.as_str()).with("values", values);
        match self.limit {
            Some(limit) => problem.with("limit", i64::from(limit)),
            None => problem,
        }
    }
}

/// Makes the documents and files of a profile from some bills or payments. Fails with [`Code::AmountTooLarge`].
pub fn preview_accounting(
    draft: &AccountingDraft,
    title: &str,
    sources: &[AccountingSource],
) -> Result<AccountingPreview, Code> {
    let mut documents = Vec::new();
    let mut uncoded: BTreeSet<AccountNo> = BTreeSet::new();
    let mut unmapped: BTreeSet<ChargeKind> = BTreeSet::new();
    let mut sums = AccountingSums::default();
    for source in sources {
        match (make_document(source, draft, 1)?, source) {
            (DocumentOutcome::Document(document), _) => {
                sums.add(&document)?;
                documents.push(*document);
            }
            (DocumentOutcome::Uncoded, AccountingSource::Bills(bill)) => {
                uncoded.insert(bill.account_no.clone());
            }
            (DocumentOutcome::Unmapped(kind), _) => {
                unmapped.insert(kind);
            }
            (DocumentOutcome::Uncoded | DocumentOutcome::Empty, _) => {}
        }
    }
    let files = preview_files(draft, title, &documents);
    let mut misfits = Misfits::new(draft);
    for document in &documents {
        misfits.add(document);
    }
    let (misfits, uncoded, unmapped) = (misfits.found, uncoded.into_iter().collect(), unmapped.into_iter().collect());
    Ok(AccountingPreview { documents, files, uncoded, unmapped, misfits, debit: sums.debit, credit: sums.credit })
}

/// Returns the files of some documents, without those that would be empty.
#[must_use]
pub fn preview_files(
    draft: &AccountingDraft,
    title: &str,
    documents: &[AccountingDocument],
) -> Vec<AccountingPreviewFile> {
    let kinds = accounting_file_kinds(draft).into_iter().filter(|kind| documents.iter().any(|one| kind.has(one)));
    let files = kinds.map(|kind| {
        let places = (1..).zip(documents).filter(|(_, document)| kind.has(document));
        let rows: Vec<Vec<String>> = kind
            .headings(draft)
            .into_iter()
            .chain(places.flat_map(|(place, document)| kind.rows(draft, place, document)))
            .collect();
        let text = rows.iter().map(|row| row_text(draft, row)).collect();
        AccountingPreviewFile { name: kind.file_name(draft, title, None), text, rows }
    });
    files.collect()
}

//! Which columns of a list can be exported, and how each value is written. Only the server exports.

use std::any::Any;
use std::borrow::Cow;

use crate::audience::role_word;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, ProposalId, ReferenceId, TransactionNo};
use crate::permission::Role;
use crate::{Day, Instant, Language, Money, Page, Words};

/// A row of any list. The columns of the list know its type.
pub type AnyRow = Box<dyn Any + Send>;

/// A column that can be exported.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field of the row, by its Rust name.
    pub field: &'static str,
    /// How the value is written.
    pub kind: CellKind,
    cell: CellOf,
}

/// Returns the cell of a row; none if the row belongs to another list.
type CellOf = for<'a> fn(&'a dyn Any, ExportReader) -> Option<Cell<'a>>;

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Nothing,
    /// A text, written unchanged.
    Text(Cow<'a, str>),
    /// A whole number.
    Count(i64),
    /// An amount in ringgit.
    Amount(Money),
    /// A day.
    Day(Day),
    /// A day and a time.
    Instant(Instant),
}

impl From<&'static str> for Cell<'_> {
    fn from(word: &'static str) -> Self {
        Self::Text(word.into())
    }
}

impl From<Option<Money>> for Cell<'_> {
    fn from(amount: Option<Money>) -> Self {
        amount.map_or(Self::Nothing, Self::Amount)
    }
}

/// The reader of an export.
#[derive(Debug, Clone, Copy)]
pub struct ExportReader {
    /// The reader's language.
    pub language: Language,
    /// Whether the reader is staff, who see different names for a payment's statuses.
    pub is_staff: bool,
    /// The day of the export.
    pub today: Day,
}

/// How a field is written into a workbook or a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// Unchanged. Also used for account and invoice numbers, which are never added up.
    Text,
    /// A whole number.
    Count,
    /// An amount in ringgit.
    Amount,
    /// A day.
    Day,
    /// A day and a time, at +08:00.
    Instant,
    /// Yes or no.
    YesNo,
    /// The word for a code, such as a status, a method or a role, in the reader's language.
    Word,
}

/// A field type that can be exported.
pub trait ExportField {
    /// How it is written.
    const KIND: CellKind;

    /// Returns the cell for the reader.
    fn cell(&self, to: ExportReader) -> Cell<'_>;
}

impl Column {
    /// Makes the column of a field, whose type decides how it is written.
    #[must_use]
    pub const fn of<Row, Field: ExportField>(field: &'static str, _: fn(&Row) -> &Field, cell: CellOf) -> Self {
        Self { field, kind: Field::KIND, cell }
    }

    /// Returns the column's cell of a row; none if the row belongs to another list.
    #[must_use]
    pub fn cell<'a>(&self, row: &'a AnyRow, to: ExportReader) -> Option<Cell<'a>> {
        (self.cell)(row.as_ref(), to)
    }
}

/// Converts a page into a page of rows of any type.
#[must_use]
pub fn any_page<Row: Send + 'static>(page: Page<Row>) -> Page<AnyRow> {
    page.map(|row| Box::new(row) as AnyRow)
}

/// A missing value is written as an empty cell.
impl<Field: ExportField> ExportField for Option<Field> {
    const KIND: CellKind = Field::KIND;

    fn cell(&self, to: ExportReader) -> Cell<'_> {
        self.as_ref().map_or(Cell::Nothing, |field| field.cell(to))
    }
}

/// Prefixes text that a spreadsheet would take for a formula with a quote, as OWASP recommends.
#[must_use]
pub fn no_formula(text: Cow<'_, str>) -> Cow<'_, str> {
    let begins = text.chars().next();
    if begins.is_some_and(|one| matches!(one, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'))
    {
        format!("'{text}").into()
    } else {
        text
    }
}

/// Implements [`ExportField`] for field types.
macro_rules! exported {
    ($($kind:ident: $($field:ty),+ => |$one:ident, $to:ident| $cell:expr;)+) => {
        $($(impl ExportField for $field {
            const KIND: CellKind = CellKind::$kind;

            fn cell(&self, $to: ExportReader) -> Cell<'_> {
                let $one = self;
                $cell
            }
        })+)+
    };
}

/// Implements [`ExportField`] for codes. The word is a function of the code and the reader.
macro_rules! exported_words {
    ($($field:ty: |$one:ident, $to:ident| $word:expr;)+) => {
        $(impl $crate::list::export::ExportField for $field {
            const KIND: $crate::list::export::CellKind = $crate::list::export::CellKind::Word;

            fn cell(&self, $to: $crate::list::export::ExportReader) -> $crate::list::export::Cell<'_> {
                let $one = self;
                $crate::list::export::Cell::Text(std::borrow::Cow::from($word))
            }
        })+
    };
}

exported! {
    Text: String, AccountNo, BatchId, BulkId, InvoiceNo, ProposalId, ReferenceId, TransactionNo =>
        |text, _to| Cell::Text(text.as_str().into());
    Text: Vec<String> => |texts, _to| Cell::Text(texts.join(", ").into());
    Text: Vec<InvoiceNo> => |numbers, _to| {
        Cell::Text(numbers.iter().map(InvoiceNo::as_str).collect::<Vec<_>>().join(", ").into())
    };
    Count: i64 => |count, _to| Cell::Count(*count);
    Amount: Money => |amount, _to| Cell::Amount(*amount);
    Day: Day => |day, _to| Cell::Day(*day);
    Instant: Instant => |at, _to| Cell::Instant(*at);
    YesNo: bool => |is_so, to| Cell::Text(to.of(if *is_so { ["Yes", "Ya"] } else { ["No", "Tidak"] }).into());
}

impl ExportReader {
    /// Returns the word in the reader's language.
    #[must_use]
    pub const fn of(self, words: Words) -> &'static str {
        self.language.pick(words)
    }
}

exported_words! {
    // Business types are the only codes of this number type.
    i16: |number, to| match number {
        1 => to.of(["Government entity", "Entiti kerajaan"]),
        2 => to.of(["Organisation", "Organisasi"]),
        _ => return Cell::Text(number.to_string().into()),
    };
    Role: |role, to| role_word(*role, to.language);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_begins_like_a_formula_is_prefixed() {
        for begins in ["=", "+", "-", "@", "\t", "\r", "\n", "＝"] {
            assert_eq!(no_formula(format!("{begins}1+1").into()), format!("'{begins}1+1"));
        }
        assert_eq!(no_formula("A=1".into()), "A=1");
    }
}

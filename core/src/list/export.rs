//! What of a list's rows can be exported, and as what each field is written. The browser exports nothing itself.

use std::any::Any;
use std::borrow::Cow;

use crate::audience::role_word;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo};
use crate::permission::Role;
use crate::{Day, Instant, Language, Money, Page, Words};

/// A row of a list, of the type that its columns know.
pub type AnyRow = Box<dyn Any + Send>;

/// A column that can be exported.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field of the row, as Rust names it.
    pub field: &'static str,
    /// As what it is written.
    pub kind: Kind,
    cell: CellOf,
}

/// The cell of a row; none when that is a row of another list.
type CellOf = for<'a> fn(&'a dyn Any, Reader) -> Option<Cell<'a>>;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// Nothing is known.
    Nothing,
    /// A text, as it is.
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

/// Who reads what is exported.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// In which language.
    pub language: Language,
    /// Staff know a payment's statuses by other words.
    pub is_staff: bool,
    /// On which day.
    pub today: Day,
}

/// As what a field is written into a workbook or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As it is; a number of an account or an invoice too, which nobody adds up.
    Text,
    /// As a whole number.
    Count,
    /// As an amount in ringgit.
    Amount,
    /// As a day.
    Day,
    /// As a day and a time, at +08:00.
    Instant,
    /// As yes or no.
    YesNo,
    /// As a code's word in the language of whoever exports: a status, a method, a role.
    Word,
}

/// The type of a field that can be exported.
pub trait Exported {
    /// As what it is written.
    const KIND: Kind;

    /// What is written.
    fn cell(&self, to: Reader) -> Cell<'_>;
}

impl Column {
    /// The column of that field, whose type says as what it is written.
    #[must_use]
    pub const fn of<Row, Field: Exported>(field: &'static str, _: fn(&Row) -> &Field, cell: CellOf) -> Self {
        Self { field, kind: Field::KIND, cell }
    }

    /// Its cell of a row; none when that is a row of another list.
    #[must_use]
    pub fn cell<'a>(&self, row: &'a AnyRow, to: Reader) -> Option<Cell<'a>> {
        (self.cell)(row.as_ref(), to)
    }
}

/// A page whose rows are of any type.
#[must_use]
pub fn any_page<Row: Send + 'static>(page: Page<Row>) -> Page<AnyRow> {
    page.map(|row| Box::new(row) as AnyRow)
}

/// What is missing is written as nothing.
impl<Field: Exported> Exported for Option<Field> {
    const KIND: Kind = Field::KIND;

    fn cell(&self, to: Reader) -> Cell<'_> {
        self.as_ref().map_or(Cell::Nothing, |field| field.cell(to))
    }
}

/// Says as what fields of some types are written.
macro_rules! exported {
    ($($kind:ident: $($field:ty),+ => |$one:ident, $to:ident| $cell:expr;)+) => {
        $($(impl Exported for $field {
            const KIND: Kind = Kind::$kind;

            fn cell(&self, $to: Reader) -> Cell<'_> {
                let $one = self;
                $cell
            }
        })+)+
    };
}

/// Says the words of codes, in English and in Malay, or by a function of the code and of who reads it.
macro_rules! exported_words {
    ($($field:ty: |$one:ident, $to:ident| $word:expr;)+) => {
        $(impl $crate::list::export::Exported for $field {
            const KIND: $crate::list::export::Kind = $crate::list::export::Kind::Word;

            fn cell(&self, $to: $crate::list::export::Reader) -> $crate::list::export::Cell<'_> {
                let $one = self;
                $crate::list::export::Cell::Text(std::borrow::Cow::from($word))
            }
        })+
    };
}

exported! {
    Text: String, AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo =>
        |text, _to| Cell::Text(text.as_str().into());
    Text: Vec<String> => |texts, _to| Cell::Text(texts.join(", ").into());
    Count: i64 => |count, _to| Cell::Count(*count);
    Amount: Money => |amount, _to| Cell::Amount(*amount);
    Day: Day => |day, _to| Cell::Day(*day);
    Instant: Instant => |at, _to| Cell::Instant(*at);
    YesNo: bool => |is_so, to| Cell::Text(to.of(if *is_so { ["Yes", "Ya"] } else { ["No", "Tidak"] }).into());
}

impl Reader {
    /// One of two words.
    #[must_use]
    pub const fn of(self, words: Words) -> &'static str {
        self.language.pick(words)
    }
}

exported_words! {
    // Of numbers, only business types are codes.
    i16: |number, to| match number {
        1 => to.of(["Government entity", "Entiti kerajaan"]),
        2 => to.of(["Organisation", "Organisasi"]),
        _ => return Cell::Text(number.to_string().into()),
    };
    Role: |role, to| role_word(*role, to.language);
}

//! What of a list's rows can be exported, and as what each field is written. The browser exports nothing itself.

use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo};
use crate::{Day, Instant, Money};

/// A column that can be exported.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field of the row, as Rust names it.
    pub field: &'static str,
    /// As what it is written.
    pub kind: Kind,
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
}

impl Column {
    /// The column of that field, whose type says as what it is written.
    #[must_use]
    pub const fn of<Row, Field: Exported>(field: &'static str, _: fn(&Row) -> &Field) -> Self {
        Self { field, kind: Field::KIND }
    }
}

/// What is missing is written as nothing.
impl<Field: Exported> Exported for Option<Field> {
    const KIND: Kind = Field::KIND;
}

/// Says as what fields of some types are written.
macro_rules! exported {
    ($($kind:ident: $($field:ty),+;)+) => {
        $($(impl $crate::list::export::Exported for $field {
            const KIND: $crate::list::export::Kind = $crate::list::export::Kind::$kind;
        })+)+
    };
}

exported! {
    Text: String, Vec<String>, AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo;
    Count: i64;
    Amount: Money;
    Day: Day;
    Instant: Instant;
    YesNo: bool;
    // The numbers of business types are codes too.
    Word: i16, crate::permission::Role;
}

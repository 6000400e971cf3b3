//! What of a list's rows can be exported, and as what each field is written. The browser exports nothing itself.

use serde_json::Value;

use crate::audience::role_word;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo};
use crate::permission::Role;
use crate::{Day, Instant, Language, Money};

/// A column that can be exported.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The field of the row, as Rust names it.
    pub field: &'static str,
    /// As what it is written.
    pub kind: Kind,
    /// The word of a code, as JSON has it, where the field is a [`Kind::Word`].
    pub word: fn(&Value, Reader) -> Option<String>,
    /// The word that the screen shows in its place, where that is made of more of the row.
    pub shown: Option<fn(&Value, Reader) -> Option<String>>,
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

    /// The word of a code.
    #[must_use]
    fn word(_code: &Value, _to: Reader) -> Option<String> {
        None
    }
}

impl Column {
    /// The column of that field, whose type says as what it is written.
    #[must_use]
    pub const fn of<Row, Field: Exported>(field: &'static str, _: fn(&Row) -> &Field) -> Self {
        Self { field, kind: Field::KIND, word: <Field as Exported>::word, shown: None }
    }

    /// The same, shown as the screen does.
    #[must_use]
    pub const fn shown(self, shown: fn(&Value, Reader) -> Option<String>) -> Self {
        Self { shown: Some(shown), ..self }
    }
}

/// What is missing is written as nothing.
impl<Field: Exported> Exported for Option<Field> {
    const KIND: Kind = Field::KIND;

    fn word(code: &Value, to: Reader) -> Option<String> {
        Field::word(code, to)
    }
}

/// Says as what fields of some types are written.
macro_rules! exported {
    ($($kind:ident: $($field:ty),+;)+) => {
        $($(impl $crate::list::export::Exported for $field {
            const KIND: $crate::list::export::Kind = $crate::list::export::Kind::$kind;
        })+)+
    };
}

/// Says the words of codes, in English and in Malay, or by a function of the code and of who reads it.
macro_rules! exported_words {
    ($($field:ty: |$one:ident, $to:ident| $word:expr;)+) => {
        $(impl $crate::list::export::Exported for $field {
            const KIND: $crate::list::export::Kind = $crate::list::export::Kind::Word;

            fn word(code: &serde_json::Value, $to: $crate::list::export::Reader) -> Option<String> {
                let $one: $field = serde::Deserialize::deserialize(code).ok()?;
                Some(String::from($word))
            }
        })+
    };
}

exported! {
    Text: String, Vec<String>, AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId, TransactionNo;
    Count: i64;
    Amount: Money;
    Day: Day;
    Instant: Instant;
    YesNo: bool;
}

impl Reader {
    /// One of two words.
    #[must_use]
    pub const fn of(self, words: [&'static str; 2]) -> &'static str {
        words[self.language as usize]
    }
}

exported_words! {
    // Of numbers, only business types are codes.
    i16: |number, to| match number {
        1 => to.of(["Government entity", "Entiti kerajaan"]),
        2 => to.of(["Organisation", "Organisasi"]),
        _ => return Some(number.to_string()),
    };
    Role: |role, to| role_word(role, to.language);
}

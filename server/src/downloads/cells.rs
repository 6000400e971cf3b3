//! The fields of a row as cells: what each is, by what core's list says of its column.

use std::borrow::Cow;

use gridbill_core::list::export::{Column, Kind, Reader};
use gridbill_core::list::on_wire;
use gridbill_core::{Day, Instant, Money};
use serde_json::Value;

use super::words;

/// A column with its name on the wire, which is looked up in every row.
pub struct Field {
    pub column: &'static Column,
    name: String,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    Nothing,
    Text(Cow<'a, str>),
    Count(i64),
    Amount(Money),
    Day(Day),
    Instant(Instant),
}

/// The columns of a list.
pub fn fields(columns: &'static [Column]) -> Vec<Field> {
    columns.iter().map(|column| Field { column, name: on_wire(column.field) }).collect()
}

impl Field {
    /// Its cell of a row.
    ///
    /// # Errors
    /// When the row has something else there than its list says.
    pub fn cell<'a>(&self, row: &'a Value, reader: Reader) -> anyhow::Result<Cell<'a>> {
        let value = row.get(&self.name).unwrap_or(&Value::Null);
        if value.is_null() {
            return Ok(Cell::Nothing);
        }
        let wrong = || anyhow::anyhow!("{} is {value}, which is no {:?}", self.name, self.column.kind);
        let read = || value.as_str().ok_or_else(wrong);
        Ok(match self.column.kind {
            Kind::Text => Cell::Text(text(value).ok_or_else(wrong)?),
            Kind::Count => Cell::Count(value.as_i64().ok_or_else(wrong)?),
            Kind::Amount => Cell::Amount(Money::parse(read()?).map_err(|_| wrong())?),
            Kind::Day => Cell::Day(Day::parse(read()?).map_err(|_| wrong())?),
            Kind::Instant => Cell::Instant(Instant::parse(read()?).map_err(|_| wrong())?),
            Kind::YesNo => Cell::Text(words::yes_or_no(value.as_bool().ok_or_else(wrong)?, reader.language).into()),
            Kind::Word => {
                let word = match self.column.shown {
                    Some(shown) => shown(row, reader),
                    None => (self.column.word)(value, reader),
                };
                Cell::Text(word.ok_or_else(wrong)?.into())
            }
        })
    }
}

fn text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Array(items) => Some(items.iter().map(text).collect::<Option<Vec<_>>>()?.join(", ").into()),
        _ => None,
    }
}

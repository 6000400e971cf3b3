//! Tests of bank statements: reading files and matching lines (docs/domain/bank-statements.md).

mod camt;
mod columns;
mod folded;
mod hostile;
mod matching;
mod mt940;
mod ofx;
mod reading;
mod standard;
mod transfers;

use gridbill_core::bank_statements::{contains_number, read};
use gridbill_core::{Day, Money, Problem};

fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

/// A line of a statement for programs, by the names of the columns.
struct Row {
    heading: Vec<String>,
    cells: Vec<String>,
}

impl Row {
    fn get(&self, name: &str) -> &str {
        let place = self.heading.iter().position(|known| known == name).expect("a column");
        &self.cells[place]
    }

    fn has(&self, number: &str) -> bool {
        contains_number(self.get("Reference"), self.get("Description"), number)
    }
}

fn rows(text: &str) -> Vec<Row> {
    let table = read(text.as_bytes()).unwrap_or_else(|problem| panic!("{problem:?} of {text}"));
    assert!(table.is_known, "{text}");
    table.rows.into_iter().map(|row| Row { heading: table.heading.clone(), cells: row.cells }).collect()
}

fn amounts(text: &str) -> Vec<String> {
    rows(text).iter().map(|row| row.get("Amount").to_owned()).collect()
}

fn refused(text: &str) -> Problem {
    read(text.as_bytes()).expect_err("a refusal")
}

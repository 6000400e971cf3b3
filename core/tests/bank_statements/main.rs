//! Tests of bank statements: reading files and matching lines (docs/domain/bank-statements.md).

mod columns;
mod matching;
mod reading;
mod standard;
mod transfers;

use gridbill_core::{Day, Money};

fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

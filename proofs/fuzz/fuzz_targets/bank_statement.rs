//! Fuzzes a bank statement, as a workbook or a text with columns.
#![no_main]

use gridbill_core::bank_statements::{MAX_COLUMNS, MAX_ROWS, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(table) = read(file) {
        assert!((1..MAX_ROWS).contains(&table.rows.len()));
        assert!(table.heading.len() <= MAX_COLUMNS);
    }
});

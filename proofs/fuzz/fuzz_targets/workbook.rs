//! Fuzzes workbooks of accounts: none may panic, and each gives rows or a refusal.
#![no_main]

use gridbill_core::accounts::HiddenRows;
use gridbill_core::sheet;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(accounts) = sheet::accounts(file, Some(HiddenRows::Include)) {
        assert!((1..=sheet::LIMITS.rows).contains(&accounts.rows.len()));
        assert_eq!(accounts.ok as usize + accounts.wrong as usize, accounts.rows.len());
    }
});

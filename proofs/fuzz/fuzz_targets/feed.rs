//! Fuzzes files of the utility's feed. The heading decides the kind, so all four parsers read each input.
#![no_main]

use std::io::Cursor;

use gridbill::feed::{Account, Bill, BillCharges, read_only};
use gridbill_core::bills::ChargeKindEntry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    let lines = file.split(|byte| *byte == b'\n').count();
    for read in [read_only::<Account>, read_only::<Bill>, read_only::<BillCharges>, read_only::<ChargeKindEntry>] {
        let mut rejected = 0;
        if let Ok(well) = read(&mut Cursor::new(file), &mut |_, _| rejected += 1) {
            assert!(well + rejected < lines, "{well} and {rejected} of {lines} lines, the heading among them");
        }
    }
});

//! Fuzzes declarations: the stored bytes are never more than the upload, and checking them again does not change them.
#![no_main]

use gridbill_core::registration::declaration;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(checked) = declaration::check(file) {
        assert!((1..=file.len()).contains(&checked.bytes));
        assert_eq!(declaration::check(&file[..checked.bytes]), Ok(checked));
    }
});

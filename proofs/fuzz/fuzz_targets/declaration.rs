//! A declaration: what is kept of it is no more than what came, and is the same when it is looked at again.
#![no_main]

use gridbill_core::registration::declaration;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(checked) = declaration::check(file) {
        assert!((1..=file.len()).contains(&checked.bytes));
        assert_eq!(declaration::check(&file[..checked.bytes]), Ok(checked));
    }
});

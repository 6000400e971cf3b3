//! Fuzzes messages in the bank gateway's name: a message survives writing and reading, and one whose fields are well-formed can be split
//! in only one way.
#![no_main]

use gridbill::fpx::Signed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(signed) = Signed::parse(body) else { return };
    assert_eq!(Signed::parse(signed.body().as_bytes()).as_ref(), Ok(&signed));
    if signed.message.malformed().is_none() {
        assert_eq!(signed.message.source().split('|').count(), signed.message.fields().count());
    }
});

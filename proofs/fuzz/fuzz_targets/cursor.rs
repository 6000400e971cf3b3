//! Fuzzes cursors from clients: any text is a position or a refusal, and a written cursor can be read.
#![no_main]

use gridbill::list::cursor;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    drop(cursor::read::<Vec<Option<String>>>("a list", Some(text)));
    let position: Vec<Option<String>> = text.split('\n').map(|line| Some(line.to_owned())).collect();
    let written = cursor::write("a list", &position);
    assert_eq!(cursor::read("a list", Some(&written)), Ok(Some(position)));
    assert!(cursor::read::<Vec<Option<String>>>("another list", Some(&written)).is_err());
});

use gridbill::list::cursor::{read, write};
use gridbill_core::Code;

type Position = (String, String);

#[test]
fn a_cursor_is_valid_in_its_own_list_only() {
    let cursor = write("bills by due date", &("2026-11-20", "400000000001"));
    let read = |list| read::<Position>(list, Some(&cursor));
    assert_eq!(read("bills by due date"), Ok(Some(("2026-11-20".into(), "400000000001".into()))));
    assert_eq!(read("bills by account"), Err(Code::CursorInvalid));
}

#[test]
fn a_cursor_that_was_tampered_with_is_refused() {
    let cursor = write("bills", &("a", "b"));
    for place in 0..cursor.len() {
        let mut altered = cursor.clone().into_bytes();
        altered[place] = if altered[place] == b'0' { b'1' } else { b'0' };
        let altered = String::from_utf8(altered).unwrap();
        assert_eq!(read::<Position>("bills", Some(&altered)), Err(Code::CursorInvalid), "{altered}");
    }
    for cursor in ["", "zz", "00", "é", &cursor[..cursor.len() - 2]] {
        assert_eq!(read::<Position>("bills", Some(cursor)), Err(Code::CursorInvalid), "{cursor}");
    }
}

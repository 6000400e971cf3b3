//! Cursors: the position where a page of a list ended (docs/domain/lists-and-search.md#pages). They are opaque to
//! clients, and valid only for the same list and order.

use gridbill_core::Code;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// Bytes of the checksum that binds a cursor to its list. It prevents mistakes, not attacks: a forged cursor only
/// selects another position in the caller's own list.
const MARK: usize = 6;

/// Returns the cursor after the row at `position`, for the named list and order.
pub fn write(list: &str, position: &impl Serialize) -> String {
    // Positions are tuples of texts, so serialising them never fails.
    let position = serde_json::to_vec(position).unwrap_or_default();
    let mut bytes = mark(list, &position).to_vec();
    bytes.extend(position);
    hex::encode(bytes)
}

/// Returns the position in a cursor; `None` at the start of the list.
/// Fails with [`Code::CursorInvalid`] if the cursor belongs to another list or order.
pub fn read<T: DeserializeOwned>(list: &str, cursor: Option<&str>) -> Result<Option<T>, Code> {
    let read = |cursor: &str| {
        let bytes = hex::decode(cursor).ok()?;
        let (found, position) = bytes.split_at_checked(MARK)?;
        if found != mark(list, position) {
            return None;
        }
        serde_json::from_slice(position).ok()
    };
    cursor.map(|cursor| read(cursor).ok_or(Code::CursorInvalid)).transpose()
}

fn mark(list: &str, position: &[u8]) -> [u8; MARK] {
    let digest = Sha256::new().chain_update(list).chain_update([0]).chain_update(position).finalize();
    std::array::from_fn(|place| digest[place])
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

//! Where a page of a list ended, as clients hand it back (docs/domain/lists-and-search.md#pages): opaque, and good
//! for that list and order only.

use gridbill_core::Code;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// Bytes of the mark that binds a cursor to its list. It keeps mistakes out, not attackers: whoever forges a
/// cursor only chooses where in his own list he goes on.
const MARK: usize = 6;

/// The cursor after the row at `position`, in the list and order of that name.
pub fn write(list: &str, position: &impl Serialize) -> String {
    // Positions are tuples of texts, which serde_json can always write.
    let position = serde_json::to_vec(position).unwrap_or_default();
    let mut bytes = mark(list, &position).to_vec();
    bytes.extend(position);
    hex::encode(bytes)
}

/// The position in a cursor; none at the top of the list.
///
/// # Errors
/// [`Code::CursorInvalid`] when it was not written for that list and order.
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
    fn a_cursor_goes_on_in_its_own_list_only() {
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

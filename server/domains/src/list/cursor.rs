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

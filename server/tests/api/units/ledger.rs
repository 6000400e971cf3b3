use std::fs;

use gridbill::personal_data::ledger::{FILE, LedgerEntry, append_to, read_from};
use gridbill_core::Instant;
use uuid::Uuid;

#[test]
fn entries_are_read_again_and_an_incomplete_line_is_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(read_from(&folder.path().join("none")).expect("no folder"), []);
    let at = Instant::parse("2026-11-26T04:00:00Z").expect("an instant");
    let entry =
        |number: u128| LedgerEntry { person_id: Uuid::from_u128(number), erased_at: at, fact: "ab12".to_owned() };
    append_to(folder.path(), &entry(1)).expect("written");
    let path = folder.path().join(FILE);
    let mut cut = fs::read_to_string(&path).expect("read");
    cut.push_str("{\"personId\":\"0000");
    fs::write(&path, cut).expect("written");
    append_to(folder.path(), &entry(2)).expect("written");
    fs::write(folder.path().join("other.jsonl"), serde_json::to_string(&entry(3)).expect("JSON")).expect("written");
    let mut entries = read_from(folder.path()).expect("read");
    entries.sort_by_key(|entry| entry.person_id);
    assert_eq!(entries, [entry(1), entry(2), entry(3)]);
    fs::write(&path, "{\"personId\":7}\n").expect("written");
    assert!(read_from(folder.path()).is_err());
}

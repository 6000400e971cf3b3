//! Malicious files as fixtures for the tests of the server and the browser: one JSON file, a line for each.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A file in hexadecimal, with core's answer: the code of its refusal, or what was read.
#[derive(Serialize, Deserialize)]
struct Fixture {
    answer: Value,
    file: String,
}

/// Returns the stored bytes of these files (name, answer, bytes), and checks their names and answers. Writes them with
/// `GRIDBILL_WRITE_FIXTURES`.
pub fn of<'a>(kind: &str, files: impl Iterator<Item = (&'a str, Value, &'a Vec<u8>)>) -> BTreeMap<String, Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/{kind}.json"));
    let given = files.map(|(name, answer, file)| (name.to_owned(), Fixture { answer, file: hex::encode(file) }));
    let given: BTreeMap<String, Fixture> = given.collect();
    if std::env::var_os("GRIDBILL_WRITE_FIXTURES").is_some() {
        let line = |(name, fixture)| format!("\"{name}\": {}", serde_json::to_string(fixture).unwrap());
        let lines: Vec<String> = given.iter().map(line).collect();
        std::fs::write(&path, format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
    }
    let stored: BTreeMap<String, Fixture> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let answers = |of: &BTreeMap<String, Fixture>| -> BTreeMap<String, Value> {
        of.iter().map(|(name, fixture)| (name.clone(), fixture.answer.clone())).collect()
    };
    assert_eq!(answers(&stored), answers(&given), "the answers of {kind}");
    stored.into_iter().map(|(name, fixture)| (name, hex::decode(fixture.file).unwrap())).collect()
}

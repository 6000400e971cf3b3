//! Tests of malicious and damaged declarations. None may cause a panic, take long or use much memory, and each must be
//! refused or stored. `fixtures/declarations.json` holds one of each class for the server's tests.
//!
//! There is a single test, so that no other test uses memory while it measures.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(clippy::pedantic, reason = "tests favour short code")]

#[path = "../hostile_sheets/bytes.rs"]
#[expect(dead_code, reason = "some functions are only for workbooks")]
mod bytes;
mod classes;
mod files;
#[path = "../hostile_sheets/fixtures.rs"]
mod fixtures;
#[path = "../hostile_sheets/measured.rs"]
mod measured;
#[path = "../sheets/package.rs"]
mod package;
mod pictures;

use classes::Class;
use gridbill_core::Code;
use gridbill_core::registration::declaration::{CheckedFile, check};
use measured::{MAX_FIXTURE_BYTES, Worst, code_of};
use serde_json::json;

/// Files made of each class, including the class itself; fewer for large ones, and in debug builds.
const OF_EACH: u64 = if cfg!(debug_assertions) { 6 } else { 24 };
const OF_EACH_LARGE: u64 = if cfg!(debug_assertions) { 2 } else { 4 };
const LARGE: usize = 256 << 10;

fn outcome(file: &[u8], name: &str, worst: &mut Worst) -> Result<CheckedFile, Code> {
    match worst.measure(name, || check(file)) {
        Ok(checked) => {
            assert!((1..=file.len()).contains(&checked.bytes), "{name}");
            // The stored part alone passes the same check.
            assert_eq!(check(&file[..checked.bytes]), Ok(checked), "{name}");
            Ok(checked)
        }
        Err(problem) => Err(code_of(&problem, name, 15)),
    }
}

#[test]
fn no_declaration_does_harm() {
    let (mut worst, mut count, mut kept, mut wrong) = (Worst::default(), 0, 0, Vec::new());
    let classes = classes::all();
    fixtures_are_of(&classes);
    assert!(classes.len() >= 20, "{} classes", classes.len());
    for class in &classes {
        count += 1;
        let is = outcome(&class.file, class.name, &mut worst).map(|checked| checked.kind);
        if is != class.expected {
            wrong.push(format!("{}: {is:?}, not {:?}", class.name, class.expected));
        }
        for seed in 1..if class.file.len() > LARGE { OF_EACH_LARGE } else { OF_EACH } {
            let mutated = bytes::mutated(&class.file, seed);
            // With corrected checksums, so that the corruption gets past them.
            let resealed = mutated.starts_with(b"\x89PNG").then(|| files::resealed(mutated.clone()));
            for mutated in [Some(mutated), resealed].into_iter().flatten() {
                count += 1;
                kept +=
                    usize::from(outcome(&mutated, &format!("{} mutated by {seed}", class.name), &mut worst).is_ok());
            }
        }
    }
    for seed in 1..if cfg!(debug_assertions) { 50 } else { 200 } {
        // Corrupt the decompressed content, and compress it again.
        let objects = bytes::mutated(b"9 0 10 30  << /S /JavaScript /JS (app.alert\\(1\\)) >> << /Type /Font >>", seed);
        let file = files::pdf_packed_as("/Type /ObjStm /N 2 /First 11 /Filter /FlateDecode", &files::packed(&objects));
        count += 1;
        kept += usize::from(outcome(&file, &format!("packed objects mutated by {seed}"), &mut worst).is_ok());
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count >= 600, "{count} files");
    println!("{count} files of {} classes; {kept} of the mutated could be kept", classes.len());
    worst.print();
}

/// Checks that the fixtures of the server's tests are these files, each with its code. `GRIDBILL_WRITE_FIXTURES=1`
/// writes them again.
fn fixtures_are_of(classes: &[Class]) {
    let small = classes.iter().filter(|class| class.file.len() <= MAX_FIXTURE_BYTES);
    let stored =
        fixtures::of("declarations", small.map(|class| (class.name, json!(class.expected.err()), &class.file)));
    for class in classes.iter().filter(|class| class.file.len() <= MAX_FIXTURE_BYTES) {
        let is = check(&stored[class.name]).map(|checked| checked.kind).map_err(|problem| problem.code);
        assert_eq!(is, class.expected, "{}", class.name);
    }
}

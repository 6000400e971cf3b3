//! Tests of malicious and damaged workbooks. None may cause a panic, take long or use much memory, and each must give a
//! refusal or its rows. `fixtures/sheets.json` holds one of each class for the tests of the server and the browser.
//!
//! There is a single test, so that no other test uses memory while it measures.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(clippy::pedantic, reason = "tests favour short code")]

mod bytes;
mod classes;
mod fixtures;
mod measured;
#[path = "../sheets/package.rs"]
mod package;

use classes::Class;
use gridbill_core::Code;
use gridbill_core::sheet::accounts;
use measured::{MAX_FIXTURE_BYTES, Worst, code_of};
use serde_json::json;

/// Files made of each class, including the class itself; fewer for classes that take long to compress, and in debug builds.
const OF_EACH: u64 = if cfg!(debug_assertions) { 10 } else { 40 };
const OF_EACH_LARGE: u64 = if cfg!(debug_assertions) { 2 } else { 6 };

fn outcome(file: &[u8], name: &str, worst: &mut Worst) -> Result<(), Code> {
    match worst.measure(name, || accounts(file, None)) {
        Ok(accounts) => {
            assert!((1..=10_001).contains(&accounts.rows.len()), "{name}");
            assert_eq!(accounts.ok as usize + accounts.wrong as usize, accounts.rows.len(), "{name}");
            assert!(accounts.rows.iter().all(|row| row.account_no.chars().count() <= 1_000), "{name}");
            Ok(())
        }
        Err(problem) => Err(code_of(&problem, name, 20)),
    }
}

#[test]
fn no_workbook_does_harm() {
    let (mut worst, mut count, mut read, mut wrong) = (Worst::default(), 0, 0, Vec::new());
    let classes = classes::all();
    fixtures_are_of(&classes);
    assert!(classes.len() >= 40, "{} classes", classes.len());
    for class in &classes {
        count += 1;
        let is = outcome(&class.file, class.name, &mut worst);
        if is != class.expected {
            wrong.push(format!("{}: {is:?}, not {:?}", class.name, class.expected));
        }
        for seed in 1..if class.is_large { OF_EACH_LARGE } else { OF_EACH } {
            // Compressing again takes longer than reading, so fewer of these are made.
            let within = if class.is_large || seed > 16 { None } else { bytes::mutated_within(&class.file, seed) };
            for mutated in [Some(bytes::mutated(&class.file, seed)), within].into_iter().flatten() {
                count += 1;
                read +=
                    usize::from(outcome(&mutated, &format!("{} mutated by {seed}", class.name), &mut worst).is_ok());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count >= 50 * OF_EACH, "{count} files");
    println!("{count} files of {} classes; {read} of the mutated could be read", classes.len());
    worst.print();
}

/// Checks that the fixtures of the server's and the browser's tests are these files, each with its code or its rows.
/// `GRIDBILL_WRITE_FIXTURES=1` writes them again.
fn fixtures_are_of(classes: &[Class]) {
    let small = classes.iter().filter(|class| class.file.len() <= MAX_FIXTURE_BYTES);
    let answer = |file: &[u8]| accounts(file, None).map_or_else(|problem| json!(problem.code), |rows| json!(rows));
    let stored = fixtures::of("sheets", small.map(|class| (class.name, answer(&class.file), &class.file)));
    for class in classes.iter().filter(|class| class.file.len() <= MAX_FIXTURE_BYTES) {
        let is = accounts(&stored[class.name], None).map(drop).map_err(|problem| problem.code);
        assert_eq!(is, class.expected, "{}", class.name);
    }
}

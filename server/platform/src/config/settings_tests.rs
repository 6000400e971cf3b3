//! Checks that the tables of `docs/settings.md` name every variable that the program reads.

use std::collections::BTreeSet;

use clap::Args as _;

use super::{Config, origin};

const PAGE: &str = include_str!("../../../../docs/settings.md");

/// Variables that are not part of [`Config`]: the file store, the log and `serve --demo` read them.
const OTHERS: [&str; 7] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_ALLOW_HTTP",
    "AWS_ENDPOINT_URL",
    "AWS_REGION",
    "AWS_SECRET_ACCESS_KEY",
    "GRIDBILL_DEMO_NOW",
    "RUST_LOG",
];

/// Returns the variables in the first column of the tables.
fn list_named() -> BTreeSet<String> {
    let first_cells = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let words =
        first_cells.flat_map(|cell| cell.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')));
    words.filter(|word| is_variable(word)).map(str::to_owned).collect()
}

fn is_variable(word: &str) -> bool {
    word.contains('_') && !word.contains(|letter: char| letter.is_ascii_lowercase())
}

#[test]
fn the_settings_page_names_every_variable_and_no_other() {
    let command = Config::augment_args(clap::Command::new("gridbill"));
    let mut read: BTreeSet<String> =
        command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)).collect();
    assert!(read.len() > 50, "{read:?}");
    read.extend(OTHERS.map(str::to_owned));
    let named = list_named();
    let missing: Vec<_> = read.difference(&named).collect();
    assert!(missing.is_empty(), "docs/settings.md does not name {missing:?}");
    let unknown: Vec<_> = named.difference(&read).collect();
    assert!(unknown.is_empty(), "docs/settings.md names {unknown:?}, which nothing reads");
}

#[test]
fn the_public_address_has_no_path_and_one_form() {
    for (text, normal) in [
        ("", ""),
        ("https://bills.utility.example", "https://bills.utility.example"),
        ("https://bills.utility.example/", "https://bills.utility.example"),
        ("HTTPS://Bills.Utility.Example:443", "https://bills.utility.example"),
        ("http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"),
    ] {
        assert_eq!(origin(text).as_deref(), Ok(normal));
    }
    for wrong in [
        "bills.utility.example",
        "https://utility.example/bills",
        "ftp://utility.example",
        "https://a:b@utility.example",
        "https://:b@utility.example",
        "https://utility.example?a=b",
    ] {
        assert!(origin(wrong).is_err(), "{wrong}");
    }
}

//! The README's tables name every variable that the program reads.

use std::collections::BTreeSet;

use clap::Args as _;

use super::Config;

const README: &str = include_str!("../../../README.md");

/// Those that are read beside the settings: by the file store, by the log, and by `serve --demo`.
const OTHERS: [&str; 7] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_ALLOW_HTTP",
    "AWS_ENDPOINT_URL",
    "AWS_REGION",
    "AWS_SECRET_ACCESS_KEY",
    "GRIDBILL_DEMO_NOW",
    "RUST_LOG",
];

/// The variables in the first cells of its tables.
fn named() -> BTreeSet<String> {
    let first_cells = README.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let words = first_cells.flat_map(|cell| cell.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_')));
    words.filter(|word| is_variable(word)).map(str::to_owned).collect()
}

fn is_variable(word: &str) -> bool {
    word.contains('_') && !word.contains(|one: char| one.is_ascii_lowercase())
}

#[test]
fn the_readme_names_every_variable_and_no_other() {
    let command = Config::augment_args(clap::Command::new("gridbill"));
    let mut read: BTreeSet<String> =
        command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)).collect();
    assert!(read.len() > 50, "{read:?}");
    read.extend(OTHERS.map(str::to_owned));
    let named = named();
    let missing: Vec<_> = read.difference(&named).collect();
    assert!(missing.is_empty(), "the README's tables do not name {missing:?}");
    let unknown: Vec<_> = named.difference(&read).collect();
    assert!(unknown.is_empty(), "nothing reads {unknown:?}, which the README's tables name");
}

//! Compares the defects of `make mutants` with the current code, without the hours of running them: the lines of each exist once, and its
//! tests exist. Also checks that `make core-mutants` runs every test of core.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const DEFECTS: &str = "proofs/mutants/defects.patch";
const MAX_CHANGED_LINES: usize = 10;
/// Tests that read files and do not run core's code.
const OF_FILES: [&str; 2] = ["layers", "security"];

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A defect, as described by its patch.
struct Mutant {
    name: String,
    class: String,
    tests: Vec<String>,
    hunks: Vec<Hunk>,
    changed_lines: usize,
}

/// One change of a patch.
struct Hunk {
    file: String,
    /// The lines that it removes, and its context lines.
    before: Vec<String>,
}

impl Mutant {
    fn parse(text: &str) -> Self {
        let name = text.lines().next().unwrap_or_default().to_owned();
        let head = || text.lines().skip(1).map_while(|line| line.strip_prefix("# "));
        let class = head().next().and_then(|line| line.strip_prefix("Class: ")).unwrap_or_default().to_owned();
        let tests = head().filter_map(|line| line.strip_prefix("Caught by: ")).map(str::to_owned).collect();
        let (mut file, mut hunks, mut changed_lines) = ("", Vec::<Hunk>::new(), 0);
        for line in text.lines().skip_while(|line| !line.starts_with("--- ")) {
            if let Some(changed) = line.strip_prefix("--- a/") {
                file = changed;
            } else if line.starts_with("@@ ") {
                hunks.push(Hunk { file: file.to_owned(), before: Vec::new() });
            } else if let Some(hunk) = hunks.last_mut()
                && !line.starts_with("+++ ")
            {
                let is_changed = line.starts_with(['-', '+']);
                changed_lines += usize::from(is_changed);
                if !line.starts_with('+') {
                    hunk.before.push(line.get(1..).unwrap_or_default().to_owned());
                }
            }
        }
        Self { name, class, tests, hunks, changed_lines }
    }
}

impl Hunk {
    /// Counts how often the file contains its lines.
    fn count(&self) -> usize {
        let file = std::fs::read_to_string(at(&self.file)).unwrap_or_default();
        let lines: Vec<&str> = file.lines().collect();
        lines.windows(self.before.len()).filter(|lines| **lines == self.before[..]).count()
    }
}

fn mutants() -> Vec<Mutant> {
    let text = std::fs::read_to_string(at(DEFECTS)).expect("the defects");
    text.split("# Defect: ").skip(1).map(Mutant::parse).collect()
}

/// Whether a cited test (`path::name`, as in the pages on security) exists.
fn is_there(cited: &str) -> bool {
    let Some((path, name)) = cited.split_once("::") else { return false };
    let file = std::fs::read_to_string(at(path)).unwrap_or_default();
    let is_rust = path.rsplit('.').next() == Some("rs");
    file.contains(&if is_rust { format!("fn {name}(") } else { format!("it('{name}'") })
}

#[test]
fn every_defect_has_its_place_and_its_tests() {
    let mut wrong = Vec::new();
    for Mutant { name, tests, hunks, .. } in mutants() {
        for hunk in hunks.iter().filter(|hunk| hunk.count() != 1) {
            wrong.push(format!("{name}: its lines of {} are there {} times", hunk.file, hunk.count()));
        }
        for test in tests.iter().filter(|test| !is_there(test)) {
            wrong.push(format!("{name}: there is no test {test}"));
        }
    }
    assert!(wrong.is_empty(), "write these again: {wrong:#?}");
}

#[test]
fn defects_are_small_and_of_many_classes() {
    let mutants = mutants();
    for Mutant { name, class, tests, hunks, changed_lines } in &mutants {
        assert!(!class.is_empty() && !tests.is_empty() && !hunks.is_empty(), "{name} lacks a part");
        assert!((1..=MAX_CHANGED_LINES).contains(changed_lines), "{name} changes {changed_lines} lines");
    }
    let classes: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.class).collect();
    assert!(classes.len() >= 24, "only {} classes", classes.len());
}

#[test]
fn every_test_of_core_is_asked_what_it_notices() {
    let settings = std::fs::read_to_string(at(".cargo/mutants.toml")).expect("the settings");
    let asked = settings.split('"').filter_map(|text| text.strip_prefix("--test=")).chain(OF_FILES);
    let asked: BTreeSet<String> = asked.map(str::to_owned).collect();
    let paths = std::fs::read_dir(at("core/tests")).expect("the folder").map(|entry| entry.expect("an entry").path());
    let is_test = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
    let tests = paths.filter(is_test);
    let tests: BTreeSet<String> = tests.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(asked, tests, ".cargo/mutants.toml names each");
}

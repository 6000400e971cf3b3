//! Checks `docs/security.md` with its pages, and the buyer's folder. The pages of security must say for each requirement of
//! OWASP ASVS 5.0.0, levels 1 and 2, whether and how it is met. No requirement may be missing, and every file and test that
//! they or the folder cite must exist. Reviewers must check whether a cited test proves the claim.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const OVERVIEW: &str = "docs/security.md";
const PAGES: [&str; 4] =
    ["docs/security/v1-v5.md", "docs/security/v6-v9.md", "docs/security/v10-v14.md", "docs/security/v15-v17.md"];
/// The folder for buyers, whose claims name their proof.
const BUYER: &str = "docs/buyer";
const VERDICTS: [&str; 3] = ["met", "not applicable", "deviated"];

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn text(path: &str) -> String {
    std::fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the cells of each row of a page's tables.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = text(page);
    let rows = text.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    rows.map(|row| row.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// A requirement's row on the pages.
struct PageRow {
    number: String,
    level: u8,
    verdict: usize,
}

fn said() -> Vec<PageRow> {
    let of_pages = PAGES.iter().flat_map(|page| rows(page));
    let of_requirements = of_pages.filter(|cells| cells[0].starts_with(|first: char| first.is_ascii_digit()));
    let read = of_requirements.map(|cells| {
        let [number, level, asked, verdict, how] = cells.as_slice() else { panic!("not five cells: {cells:?}") };
        assert!(!asked.is_empty() && !how.is_empty(), "{number} says nothing");
        let verdict = VERDICTS.iter().position(|known| known == verdict);
        PageRow {
            number: number.clone(),
            level: level.parse().unwrap_or_else(|_| panic!("{number}: no level")),
            verdict: verdict.unwrap_or_else(|| panic!("{number}: no verdict")),
        }
    });
    read.collect()
}

/// `fixtures/asvs-5.0.0.json` has the levels of all requirements, section by section, in the standard's order.
#[test]
fn every_requirement_of_both_levels_is_listed_once() {
    let levels: BTreeMap<String, Vec<u8>> =
        serde_json::from_str(&text("fixtures/asvs-5.0.0.json")).expect("the levels of each section");
    let numbered = levels.iter().flat_map(|(section, levels)| {
        levels.iter().zip(1..).map(move |(level, place)| (format!("{section}.{place}"), *level))
    });
    let mut asked: Vec<(String, u8)> = numbered.filter(|(_, level)| *level <= 2).collect();
    let mut answered: Vec<(String, u8)> = said().into_iter().map(|said| (said.number, said.level)).collect();
    asked.sort();
    answered.sort();
    assert_eq!(asked.len(), 253, "70 of level 1 and 183 of level 2");
    assert_eq!(answered, asked);
}

#[test]
fn the_overview_counts_them_and_lists_what_deviates() {
    let said = said();
    let overview = rows(OVERVIEW);
    let mut all = [0; 3];
    for chapter in 1..=17 {
        let mut counts = [0; 3];
        let begin = format!("{chapter}.");
        for said in said.iter().filter(|said| said.number.starts_with(&begin)) {
            counts[said.verdict] += 1;
            all[said.verdict] += 1;
        }
        counted(&overview, &format!("V{chapter}"), counts);
    }
    counted(&overview, "all", all);
    let deviated: Vec<_> = said.iter().filter(|said| said.verdict == 2).map(|said| said.number.clone()).collect();
    let listed = overview.into_iter().map(|cells| cells[0].clone());
    let listed: Vec<_> = listed.filter(|first| first.split('.').count() == 3).collect();
    assert_eq!(listed, deviated);
}

#[track_caller]
fn counted(overview: &[Vec<String>], name: &str, counts: [u32; 3]) {
    let row = overview.iter().find(|cells| cells[0] == name).unwrap_or_else(|| panic!("{name} is not counted"));
    assert_eq!(row[2..], counts.map(|count| count.to_string()), "{name}: {VERDICTS:?}");
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the files of the buyer's folder.
fn of_buyer() -> Vec<String> {
    let files = std::fs::read_dir(at(BUYER)).expect("the folder").map(|entry| entry.expect("a file").file_name());
    let mut files: Vec<_> = files.map(|name| format!("{BUYER}/{}", name.to_string_lossy())).collect();
    files.sort();
    files
}

#[test]
fn a_page_for_buyers_is_short_and_each_row_names_its_proof() {
    let mut claims = 0;
    for page in of_buyer().iter().filter(|page| page.rsplit_once('.').is_some_and(|(_, kind)| kind == "md")) {
        let text = text(page);
        assert!(text.lines().count() <= 100, "{page} is too long");
        let (mut is_claim, mut is_proved) = (false, false);
        for line in text.lines() {
            // A line above a table can name the test of all its rows.
            is_proved = line.starts_with("Proof of each row: `") || is_proved && !line.starts_with('#');
            is_claim = line.starts_with("|---") || is_claim && line.starts_with('|');
            if is_claim && !line.starts_with("|---") {
                claims += 1;
                let is_cited = quoted(line).any(|cited| is_path(cited.split("::").next().unwrap_or(cited)));
                assert!(is_cited || is_proved || line.contains("]("), "{page} proves nothing: {line}");
            }
        }
    }
    assert!(claims > 60, "only {claims} rows");
}

#[test]
fn every_file_and_test_that_is_cited_is_there() {
    let (mut files, mut tests, mut missing) = (0, 0, Vec::new());
    let of_security = PAGES.iter().chain(&[OVERVIEW, "SECURITY.md"]).map(|page| (*page).to_owned());
    for page in of_security.chain(of_buyer()) {
        for cited in quoted(&text(&page)) {
            if let Some((path, name)) = cited.split_once("::").filter(|(path, _)| path.contains('/')) {
                tests += 1;
                let file = std::fs::read_to_string(at(path)).unwrap_or_default();
                let is_rust = path.rsplit('.').next() == Some("rs");
                let is_there = file.contains(&if is_rust { format!("fn {name}(") } else { name.to_owned() });
                if !is_there {
                    missing.push(format!("{page}: {cited}"));
                }
            } else if is_path(cited) {
                files += 1;
                let path = cited.split('#').next().unwrap_or(cited);
                if !at(path).exists() {
                    missing.push(format!("{page}: {cited}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not there: {missing:#?}");
    assert!(files > 50 && tests > 150, "only {files} files and {tests} tests are cited");
}

fn is_path(cited: &str) -> bool {
    const FOLDERS: [&str; 9] =
        ["app/", "core/", "deploy/", "docs/", "fixtures/", "migrations/", "proofs/", "scripts/", "server/"];
    let path = cited.split('#').next().unwrap_or(cited);
    let is_in_a_folder = FOLDERS.iter().any(|folder| path.starts_with(folder));
    let is_at_the_top = !path.contains('/') && [".md", ".toml"].iter().any(|ending| path.ends_with(ending));
    is_in_a_folder || is_at_the_top
}

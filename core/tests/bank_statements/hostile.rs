//! Random and damaged files never panic, and a file that is read has a table within the limits.

use gridbill_core::bank_statements::{MAX_COLUMNS, MAX_ROWS, parse_lines, read};
use proptest::prelude::*;

const SAMPLES: [&str; 5] = ["camt.053.001.02.xml", "camt.053.001.08.xml", "mt940.sta", "ofx-1.ofx", "ofx-2.ofx"];
/// Pieces that have a meaning in one of the formats.
const PIECES: [&str; 30] = [
    "<",
    ">",
    "</",
    "&",
    "&#",
    ";",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    ":61:",
    ":86:",
    ":20:",
    "\n",
    "\r",
    "@@:",
    "{4:",
    "?20",
    "//",
    "é",
    "\u{1}",
    "[+8:",
    "-",
    "+",
    ".",
    ",",
    "99999999999999999999",
    "EREF+",
    "/EREF/",
    "2026-11-19T24:00:00+99:99",
];

fn check(file: &[u8]) {
    if let Ok(table) = read(file) {
        // The currency above a heading may be one more column.
        assert!((1..MAX_ROWS).contains(&table.rows.len()) && table.heading.len() <= MAX_COLUMNS + 1);
        assert_eq!(parse_lines(&table.rows, &table.guessed).len(), table.rows.len());
    }
}

proptest! {
    #[test]
    fn a_damaged_sample_is_read_or_refused(
        sample in 0..SAMPLES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..20, 0..PIECES.len()), 1..6),
    ) {
        let path = format!("{}/../fixtures/bank_statements/{}", env!("CARGO_MANIFEST_DIR"), SAMPLES[sample]);
        let mut characters: Vec<char> = std::fs::read_to_string(path).expect("a file").chars().collect();
        for (place, removed, piece) in changes {
            let at = place.index(characters.len());
            let end = (at + removed).min(characters.len());
            drop(characters.splice(at..end, PIECES[piece].chars()));
        }
        check(characters.into_iter().collect::<String>().as_bytes());
    }

    #[test]
    fn pieces_in_any_order_are_read_or_refused(
        begin in prop::sample::select(vec!["", "OFXHEADER:100\n<OFX><STMTRS><STMTTRN>", ":20:A\n:60F:C261119MYR0,\n:61:", "<Document xmlns=\"camt.053.001.08\"><BkToCstmrStmt><Stmt><Ntry>", "Date,Ref,Amount\n"]),
        pieces in prop::collection::vec(0..PIECES.len(), 0..40),
    ) {
        check((begin.to_owned() + &pieces.into_iter().map(|at| PIECES[at]).collect::<String>()).as_bytes());
    }

    #[test]
    fn bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn any_text_of_a_day_is_a_day_or_none(text in "[0-9A-Za-zé:/ .,+-]{0,30}") {
        check(format!("Date,Reference,Amount\n{text},A,1.00\n").as_bytes());
    }
}

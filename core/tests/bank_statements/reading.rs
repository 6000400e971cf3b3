//! Tests of reading files: amounts and days in the format of their column, every encoding, and column detection.

use std::time::{Duration, Instant};

use gridbill_core::bank_statements::{Columns, LineProblem, MAX_ROWS, check_columns, parse_lines, read};
use gridbill_core::sheet::SheetRow;
use gridbill_core::{Code, Money};
use serde_json::Value;

use super::{day, money};

const HEADING: &str = "Date,Reference,Description,Amount";

fn cases(name: &str) -> Vec<Value> {
    let path = format!("{}/../fixtures/bank_statements/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("cases")
}

fn texts(case: &Value) -> Vec<String> {
    case["column"].as_array().expect("a column").iter().map(|cell| cell.as_str().expect("a text").to_owned()).collect()
}

/// Columns for day, reference and amount.
const COLUMNS: Columns = Columns {
    day: Some(0),
    reference: Some(1),
    description: None,
    amount: Some(2),
    credit: None,
    debit: None,
    direction: None,
    currency: None,
    status: None,
    ignored: Vec::new(),
};

fn rows(cells: impl IntoIterator<Item = [String; 3]>) -> Vec<SheetRow> {
    (2..).zip(cells).map(|(line, cells)| SheetRow { line, cells: cells.to_vec() }).collect()
}

#[test]
fn amounts_are_read_as_their_column_writes_them() {
    for case in cases("amounts") {
        let rows = rows(texts(&case).into_iter().map(|cell| ["2026-11-20".to_owned(), "A".to_owned(), cell]));
        for (line, expected) in parse_lines(&rows, &COLUMNS).iter().zip(case["sen"].as_array().expect("amounts")) {
            let found = match line.problem {
                None | Some(LineProblem::Outgoing) => serde_json::to_value(line.amount).expect("an amount"),
                Some(problem) => serde_json::to_value(problem).expect("a name"),
            };
            let sen = expected.as_i64().map(|sen| serde_json::to_value(Money::from_sen(sen)).expect("an amount"));
            let expected = sen.unwrap_or_else(|| expected.clone());
            assert_eq!(found, expected, "{} of {case}", line.line);
        }
    }
}

#[test]
fn days_are_read_as_their_column_writes_them() {
    for case in cases("days") {
        let rows = rows(texts(&case).into_iter().map(|cell| [cell, "A".to_owned(), "1.00".to_owned()]));
        for (line, expected) in parse_lines(&rows, &COLUMNS).iter().zip(case["days"].as_array().expect("days")) {
            let found = line.day.map_or(Value::Null, |day| day.to_string().into());
            assert_eq!(&found, expected, "{} of {case}", line.line);
        }
    }
}

/// The same statement in the encodings of different systems.
fn written(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let units = || text.encode_utf16();
    let windows = text.chars().map(|one| if one == '–' { 0x96 } else { u8::try_from(u32::from(one)).expect("Latin") });
    vec![
        ("UTF-8", text.as_bytes().to_vec()),
        ("UTF-8 with its mark", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
        ("UTF-16 of Windows", [vec![0xff, 0xfe], units().flat_map(u16::to_le_bytes).collect()].concat()),
        ("UTF-16, the other way", [vec![0xfe, 0xff], units().flat_map(u16::to_be_bytes).collect()].concat()),
        ("UTF-16 without its mark", units().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16, the other way, without its mark", units().flat_map(u16::to_be_bytes).collect()),
        ("Windows-1252", windows.collect()),
    ]
}

#[test]
fn a_statement_is_read_in_every_encoding_and_with_every_separator() {
    let lines_of = |file: &[u8]| {
        let table = read(file).expect("a statement");
        let found = parse_lines(&table.rows, &table.guessed);
        found.into_iter().map(|line| (line.day, line.reference, line.description, line.amount)).collect::<Vec<_>>()
    };
    let expected = vec![
        (Some(day("2026-11-20")), "EFT1".to_owned(), "Café – Jalan 5, \"Utara\"".to_owned(), Some(money("1234.50"))),
        (Some(day("2026-11-21")), "EFT2".to_owned(), "two lines".to_owned(), Some(money("12.00"))),
    ];
    for (separator, first, second) in [
        (',', "\"1,234.50\"", "12.00"),
        (';', "1.234,50", "12,00"),
        ('\t', "1,234.50", "12.00"),
        (';', "RM 1234.50", "RM 12"),
    ] {
        for end in ["\n", "\r\n"] {
            let text = [
                "Account 1234".to_owned(),
                String::new(),
                ["Transaction Date", "Reference No.", "Transaction Description", "Amount (RM)"]
                    .join(&separator.to_string()),
                ["20/11/2026", "EFT1", "\"Café – Jalan 5, \"\"Utara\"\"\"", first].join(&separator.to_string()),
                ["21/11/2026", "EFT2", "\"two\nlines\"", second].join(&separator.to_string()),
            ]
            .join(end);
            for (name, file) in written(&text) {
                assert_eq!(lines_of(&file), expected, "{name} with {separator:?}");
            }
        }
    }
}

#[test]
fn cells_that_keep_their_zeros_in_a_spreadsheet_are_read() {
    let text = "Date,Reference,Description,Amount\n=\"20/11/2026\",=\"000123\",=\"SINAR, JAYA\",=\"1,234.50\"\n'21/11/2026,'000124,a = \"b\",'5.00\n";
    let table = read(text.as_bytes()).expect("a statement");
    let found: Vec<_> = parse_lines(&table.rows, &table.guessed)
        .into_iter()
        .map(|line| (line.day, line.reference_key, line.description, line.amount))
        .collect();
    let expected = |on, description: &str, key: &str, amount| {
        (Some(day(on)), key.to_owned(), description.to_owned(), Some(money(amount)))
    };
    let lines =
        [expected("2026-11-20", "SINAR, JAYA", "123", "1234.50"), expected("2026-11-21", "a = \"b\"", "124", "5.00")];
    assert_eq!(found, lines);
}

#[test]
fn one_harmless_character_costs_no_line() {
    let text = "Date,Reference,Description,Amount\n20/11/2026,EFT1,a\u{b}b,1.00\n20/11/2026,EFT2,\"Sinar,2.00\n20/11/2026,EFT3,c,3.00\n";
    let table = read(text.as_bytes()).expect("a statement");
    let found: Vec<_> = parse_lines(&table.rows, &table.guessed)
        .into_iter()
        .map(|line| (line.reference, line.description, line.amount))
        .collect();
    let line = |reference: &str, description: &str, amount| {
        (reference.to_owned(), description.to_owned(), Some(money(amount)))
    };
    assert_eq!(found, [line("EFT1", "a b", "1.00"), line("EFT2", "\"Sinar", "2.00"), line("EFT3", "c", "3.00")]);
}

#[test]
fn a_quote_opens_a_cell_only_if_its_closing_quote_ends_one() {
    for (rows, expected) in [
        (
            "EFT2,\"Sinar,2.00\nD,EFT3,PIPE 5\" X,3.00\nD,EFT4,c,4.00",
            "EFT2 \"Sinar 2.00, EFT3 PIPE 5\" X 3.00, EFT4 c 4.00",
        ),
        ("EFT2,\"Sinar,2.00\nD,EFT3,\"c\",3.00", "EFT2 \"Sinar 2.00, EFT3 c 3.00"),
        ("EFT2,\"\",2.00\nD,EFT3,\"\"\"c\"\"\" ,3.00", "EFT2  2.00, EFT3 \"c\" 3.00"),
        ("EFT2,=\"a,b\",\"2.00\"\r\nD,EFT3,\"c\nd\",\"3.00\"", "EFT2 a,b 2.00, EFT3 c d 3.00"),
    ] {
        let text = format!("{HEADING}\nD,{rows}").replace("D,E", "20/11/2026,E");
        let table = read(text.as_bytes()).expect("a statement");
        let found: Vec<_> = table.rows.iter().map(|row| row.cells[1..].join(" ")).collect();
        assert_eq!(found.join(", "), expected, "{text}");
    }
    // Hostile files take linear time.
    for piece in [",\"\"", "\"\"\"\"x,", "\"\"\",", "\"a,"] {
        let (text, began) = (format!("{HEADING}\n,\"{}", piece.repeat((2 << 20) / 9)), Instant::now());
        let _ = read(text.as_bytes());
        assert!(began.elapsed() < Duration::from_secs(20), "{piece}");
    }
}

#[test]
fn columns_are_guessed_by_their_names() {
    let guess = |heading: &str| read(format!("{heading}\n1,2,3,4,5,6,7\n").as_bytes()).expect("a statement").guessed;
    let columns = |day, reference, description, amount, credit, debit| Columns {
        day,
        reference,
        description,
        amount,
        credit,
        debit,
        ..Columns::default()
    };
    for (heading, expected) in [
        (HEADING, columns(Some(0), Some(1), Some(2), Some(3), None, None)),
        (
            "No,Posting Date,Transaction Description,Debit (RM),Credit (RM),Balance,Recipient Reference",
            columns(Some(1), Some(6), Some(2), None, Some(4), Some(3)),
        ),
        ("Tarikh,Keterangan,Rujukan,Kredit,Debit,Baki", columns(Some(0), Some(2), Some(1), None, Some(3), Some(4))),
        ("Tarikh,Rujukan,Pengeluaran,Simpanan", columns(Some(0), Some(1), None, None, Some(3), Some(2))),
        ("Date,Ref,DR Amount,CR Amount", columns(Some(0), Some(1), None, None, Some(3), Some(2))),
        ("Date,Ref,Out,In", columns(Some(0), Some(1), None, None, Some(3), Some(2))),
        ("Date,Ref,Amount in RM", columns(Some(0), Some(1), None, Some(2), None, None)),
        ("Date,Ref,Amount Out (RM),Amount In (RM)", columns(Some(0), Some(1), None, None, Some(3), Some(2))),
        ("Who,When,What", Columns::default()),
    ] {
        assert_eq!(guess(heading), expected, "{heading}");
    }
}

#[test]
fn columns_are_there_and_different_ones() {
    let wrong = |columns: Columns| {
        let problem = check_columns(&columns, 4).expect_err("refused");
        assert_eq!(problem.code, Code::BankColumnRequired);
        problem.fields.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert!(check_columns(&COLUMNS, 3).is_ok());
    assert_eq!(wrong(Columns::default()), ["day", "reference", "amount"]);
    assert_eq!(wrong(Columns { reference: Some(0), ..COLUMNS }), ["reference"]);
    assert_eq!(wrong(Columns { day: Some(4), ..COLUMNS }), ["day"]);
    assert_eq!(wrong(Columns { credit: Some(3), ..COLUMNS }), ["credit"]);
}

#[test]
fn credits_are_positive_and_debits_negative() {
    let text = "Date,Ref,Credit,Debit\n20/11/2026,A,12.00,\n20/11/2026,B,,5.00\n20/11/2026,C,0.00,7.00\n20/11/2026,D,,\n,Total,12.00,12.00\n";
    let table = read(text.as_bytes()).expect("a statement");
    let found: Vec<_> =
        parse_lines(&table.rows, &table.guessed).into_iter().map(|line| (line.amount, line.problem)).collect();
    let out = Some(LineProblem::Outgoing);
    assert_eq!(found[..3], [(Some(money("12.00")), None), (Some(money("-5.00")), out), (Some(money("-7.00")), out)]);
    assert_eq!(found[3].1, Some(LineProblem::AmountMissing));
    assert_eq!(found[4].1, Some(LineProblem::NoLine));
}

#[test]
fn other_files_are_refused_before_they_are_read() {
    let code = |file: &[u8]| read(file).expect_err("refused").code;
    assert_eq!(code(&vec![b'a'; (2 << 20) + 1]), Code::FileTooLarge);
    assert_eq!(code(b"%PDF-1.7\n\x01\x02\x00"), Code::BankFileUnknown);
    assert_eq!(code(&[0xd0, 0xcf, 0x11, 0xe0, 1, 0, 0]), Code::BankFileUnknown);
    assert_eq!(code(b"PK\x03\x04 and no package"), Code::SheetDamaged);
    assert_eq!(code(b""), Code::BankFileEmpty);
    assert_eq!(code(HEADING.as_bytes()), Code::BankFileEmpty);
    let many = format!("{HEADING}\n{}", "20/11/2026,A,B,1.00\n".repeat(MAX_ROWS));
    assert_eq!(code(many.as_bytes()), Code::BankRowsTooMany);
    assert_eq!(code(format!("{HEADING}\n{},A,B,1\n", "x".repeat(1_001)).as_bytes()), Code::SheetCellTooLong);
    let most = format!("{HEADING}\n{}", "20/11/2026,A,B,1.00\n".repeat(MAX_ROWS - 1));
    assert_eq!(read(most.as_bytes()).expect("a statement").rows.len(), MAX_ROWS - 1);
    let long = format!("{HEADING}\n20/11/2026,{},B,1.00\n", "x".repeat(1_000));
    assert_eq!(read(long.as_bytes()).expect("a statement").rows.len(), 1);
}

#[test]
fn equal_lines_differ_by_their_number() {
    let cell = |reference: &str| ["2026-11-20".to_owned(), reference.to_owned(), "1.00".to_owned()];
    let found = parse_lines(&rows(["EFT-1", "EFT2", "eft 1", "0EFT1"].map(cell)), &COLUMNS);
    assert_eq!(found.iter().map(|line| line.ordinal).collect::<Vec<_>>(), [1, 1, 2, 3]);
    assert!(found.iter().all(|line| ["EFT1", "EFT2"].contains(&line.reference_key.as_str())));
}

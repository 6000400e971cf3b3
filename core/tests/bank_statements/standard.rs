//! Tests of the statements that banks write for programs. The samples were written for these tests: the camt.053 files
//! are valid by the schemas of ISO 20022, and the others are read alike by the packages `mt-940` and `ofxparse` of `PyPI`.

use std::fmt::Write as _;

use gridbill_core::Code;
use gridbill_core::bank_statements::{LineProblem, MAX_ROWS, check_columns, parse_lines, read};

use super::{day, money, refused};

const SAMPLES: [&str; 5] = ["camt.053.001.02.xml", "camt.053.001.08.xml", "mt940.sta", "ofx-1.ofx", "ofx-2.ofx"];

fn sample(name: &str) -> String {
    let path = format!("{}/../fixtures/bank_statements/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file")
}

/// Replaces a text that the sample must have.
fn with(text: &str, before: &str, after: &str) -> String {
    assert!(text.contains(before), "{before}");
    text.replacen(before, after, 1)
}

#[test]
fn each_format_gives_each_line_once() {
    for name in SAMPLES {
        let table = read(sample(name).as_bytes()).expect(name);
        assert!(table.is_known && check_columns(&table.guessed, table.heading.len()).is_ok(), "{name}");
        let lines = parse_lines(&table.rows, &table.guessed);
        let read: Vec<_> = lines.iter().map(|line| (line.day, line.amount, line.reference.as_str())).collect();
        let of_bank = if name.starts_with("camt") { "B2611200002" } else { read[2].2 };
        let expected =
            [("1588.25", "EFT20261126001"), ("2500.00", "P2611200000001"), ("2000.00", of_bank), ("-176.50", "FEE1")];
        let expected = expected.map(|(amount, reference)| (Some(day("2026-11-20")), Some(money(amount)), reference));
        assert_eq!(read, expected, "{name}");
        assert!(matches!(of_bank, "B2611200002" | "B2611200005" | "N2611200003"), "{name}: {of_bank}");
        let problems: Vec<_> = lines.iter().map(|line| line.problem).collect();
        assert_eq!(problems, [None, None, None, Some(LineProblem::Outgoing)], "{name}");
        let said = |row: usize, text: &str| table.rows[row].cells[2].to_lowercase().contains(text);
        assert!(
            said(0, "sinar jaya") && said(0, "electricity") && said(2, "p2611200000002"),
            "{name}: {:?}",
            table.rows
        );
    }
}

#[test]
fn a_statement_whose_balances_do_not_fit_is_refused() {
    for (name, closing, other) in [
        ("camt.053.001.02.xml", "6911.75", "6911.76"),
        ("camt.053.001.08.xml", "<Amt Ccy=\"MYR\">1588.25</Amt>", "<Amt Ccy=\"MYR\">1588.24</Amt>"),
        ("mt940.sta", "6911,75", "5911,75"),
    ] {
        let problem = refused(&with(&sample(name), closing, other));
        assert_eq!(problem.code, Code::BankBalanceWrong, "{name}");
        assert_ne!(problem.params["computed"], problem.params["closing"], "{name}");
    }
}

#[test]
fn damaged_files_are_refused_with_their_line() {
    let camt = sample("camt.053.001.08.xml");
    let bomb = "<!DOCTYPE Document [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;\">]>\n<Document";
    let deep = format!("<RmtInf>{}", "<Strd>".repeat(100));
    for (name, before, after) in [
        ("camt.053.001.08.xml", "<Document", bomb),
        ("camt.053.001.08.xml", "Electricity &amp; charges", "&b;"),
        ("camt.053.001.08.xml", "Electricity &amp; charges", "&#0;"),
        ("camt.053.001.08.xml", "<RmtInf>", deep.as_str()),
        ("camt.053.001.02.xml", "1588.25</Amt>", "1588.255</Amt>"),
        ("camt.053.001.02.xml", "1588.25</Amt>", "-1588.25</Amt>"),
        ("camt.053.001.02.xml", "<CdtDbtInd>DBIT", "<CdtDbtInd>BOTH"),
        ("camt.053.001.02.xml", "<BookgDt><Dt>2026-11-20", "<BookgDt><Dt>2026-11-31"),
        ("mt940.sta", "C1588,25", "X1588,25"),
        ("mt940.sta", "2611201120C", "2613201120C"),
        ("mt940.sta", "C261119MYR", "261119MYR"),
        ("ofx-1.ofx", "<TRNAMT>1588.25", "<TRNAMT>much"),
        ("ofx-1.ofx", "<DTPOSTED>20261120", "<DTPOSTED>20261131"),
        ("ofx-2.ofx", "Electricity &amp;", "Electricity &lol;"),
        ("ofx-2.ofx", "<OFX>", "<OFX><!ENTITY a \"b\">"),
    ] {
        let problem = refused(&with(&sample(name), before, after));
        assert_eq!(problem.code, Code::BankFileDamaged, "{name}: {after}");
        let line = problem.params["line"].as_u64().expect("a line");
        assert!(line > 0, "{name}: {after}");
        let lower = format!("\n\n\n{}", with(&sample(name), before, after)).replace("\r\n", "\n");
        for end in ["\n", "\r", "\r\n"] {
            assert_eq!(refused(&lower.replace('\n', end)).params["line"], line + 3, "{name} with {end:?}: {after}");
        }
    }
    let cut = camt.split_once("<BookgDt>").expect("a booking").0;
    assert_eq!(refused(cut).code, Code::BankFileDamaged);
    let line = refused(&with(&camt, "1588.25</Amt>", "x</Amt>")).params["line"].clone();
    let at = camt.lines().position(|line| line.contains("1588.25")).expect("the amount") + 1;
    assert_eq!(line, at);
}

#[test]
fn other_versions_and_formats_are_named_or_refused_as_no_table() {
    for version in ["camt.053.001.01", "camt.054.001.02", "camt.052.001.08"] {
        let problem = refused(&sample("camt.053.001.02.xml").replace("camt.053.001.02", version));
        assert_eq!((problem.code, &problem.params["format"]), (Code::BankFormatVersion, &version.into()));
    }
    let ofx = sample("ofx-1.ofx");
    for text in [
        "<!DOCTYPE html><html><table><tr><td>Date,Reference,Amount</td></tr></table></html>\n1,2,3\n",
        "<?xml version=\"1.0\"?><Workbook><Row>Date,Amount</Row></Workbook>\n1,2\n",
        &ofx.replace("STMTRS>", "INVSTMTRS>").replace("STMTTRN>", "INVBUY>"),
    ] {
        assert_eq!(refused(text).code, Code::BankFileUnknown, "{text}");
    }
    let empty = ":20:A\n:60F:C261119MYR1,00\n:62F:C261119MYR1,00\n";
    assert_eq!(refused(empty).code, Code::BankFileEmpty);
}

#[test]
fn memory_is_bounded_by_the_lines_of_a_file() {
    let mut text = ":20:A\n:60F:C261119MYR0,\n".to_owned();
    for _ in 0..MAX_ROWS {
        writeln!(text, ":61:261120C1,NTRFA").expect("a line");
    }
    assert_eq!(refused(&text).code, Code::BankRowsTooMany);
    let long = with(&sample("camt.053.001.08.xml"), "Electricity", &"x".repeat(100_000));
    let table = read(long.as_bytes()).expect("a statement");
    assert!(table.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.chars().count() <= 1_001));
}

#[test]
fn money_in_another_currency_matches_nothing_and_a_reversal_turns_the_sign() {
    let foreign = sample("mt940.sta").replace("MYR", "USD");
    let table = read(foreign.as_bytes()).expect("a statement");
    let lines = parse_lines(&table.rows, &table.guessed);
    assert!(lines.iter().all(|line| line.problem == Some(LineProblem::Foreign)), "{lines:?}");
    let reversed =
        ":20:A\n:60F:C261231MYR10,\n:61:2701011231RC4,NTRFA\n:61:2612310101RDR3,5NTRFB\n:62F:C261231MYR9,50\n";
    let table = read(reversed.as_bytes()).expect("a statement");
    let cells: Vec<_> = table.rows.iter().map(|row| (row.cells[0].as_str(), row.cells[3].as_str())).collect();
    // The booking day is in the year that is nearest to the value day.
    assert_eq!(cells, [("2026-12-31", "-4.00"), ("2027-01-01", "3.50")]);
}

#[test]
fn an_overdrawn_account_has_negative_balances() {
    let overdrawn = |closing: &str| format!(":20:A\n:60F:D261119MYR10,\n:61:261120C4,NTRFA\n:62F:{closing}\n");
    assert_eq!(read(overdrawn("D261120MYR6,").as_bytes()).expect("a statement").rows.len(), 1);
    assert_eq!(refused(&overdrawn("C261120MYR6,")).code, Code::BankBalanceWrong);
    assert_eq!(refused(&overdrawn("D261120MYR14,")).code, Code::BankBalanceWrong);
}

#[test]
fn a_payment_is_named_by_the_first_reference_that_it_has() {
    let camt = sample("camt.053.001.08.xml");
    let named = |refs: &str| {
        let file = with(&camt, "<EndToEndId>EFT20261126001</EndToEndId>", refs);
        let table = read(file.as_bytes()).expect("a statement");
        parse_lines(&table.rows, &table.guessed)[0].reference.clone()
    };
    let none = "<EndToEndId>NOTPROVIDED</EndToEndId>";
    assert_eq!(named(&format!("{none}<TxId>TX1</TxId><ChqNb>000123</ChqNb>")), "000123");
    assert_eq!(named(&format!("{none}<TxId>TX1</TxId>")), "TX1");
    assert_eq!(named(&format!("<InstrId>IN1</InstrId>{none}")), "IN1");
    assert_eq!(named(none), "B2611200001");
    // The text may be written so that no character in it has a meaning.
    assert_eq!(named("<EndToEndId><![CDATA[EFT<1>]]></EndToEndId>"), "EFT<1>");
}

#[test]
fn a_transaction_inside_another_is_refused() {
    let nested = with(&sample("ofx-2.ofx"), "<TRNAMT>", "<STMTTRN><TRNAMT>");
    assert_eq!(refused(&nested).code, Code::BankFileDamaged);
}

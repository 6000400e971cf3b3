//! Values as programs store them, read as spreadsheet programs show them.

use std::collections::BTreeSet;

use gridbill_core::bank_statements;
use gridbill_core::costs::{UploadedCodings, read_codings};
use gridbill_core::sheet;
use gridbill_core::{Code, Language};

use super::package::{Book, MAIN, relations};
use super::shown;

/// The styles of the workbooks: plain, day, day with time, percentage, four digits, duration.
const STYLES: &str = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-43E]dd/mm/yyyy\ hh:mm;@"/><numFmt numFmtId="165" formatCode="0000"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="46"/></cellXfs></styleSheet>"#;
const FROM_1904: &str = r#"<workbookPr date1904="1"/>"#;

/// Makes a workbook with styles. `settings` is what the list of sheets says about the workbook.
fn book(rows: &str, strings: &str, settings: &str) -> Book {
    let parts = [
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "sharedStrings", "sharedStrings.xml"),
        ("rId3", "styles", "styles.xml"),
    ];
    let sheets = r#"<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>"#;
    Book::of(rows, strings)
        .with("xl/_rels/workbook.xml.rels", &relations(&parts))
        .with("xl/styles.xml", STYLES)
        .with("xl/workbook.xml", &format!("<workbook {MAIN}>{settings}{sheets}</workbook>"))
}

/// Makes a row of texts, numbers and numbers with a style: `1:46346` has style 1.
fn row(cells: &[&str]) -> String {
    let cells = cells.iter().map(|cell| match cell.split_once(':') {
        Some((style, number)) => format!(r#"<c s="{style}"><v>{number}</v></c>"#),
        None if cell.parse::<f64>().is_ok() => format!("<c><v>{cell}</v></c>"),
        None => format!(r#"<c t="inlineStr"><is><t>{cell}</t></is></c>"#),
    });
    format!("<row>{}</row>", cells.collect::<String>())
}

/// Reads a workbook of codings with the cost centres A and B.
fn codings(file: &[u8]) -> UploadedCodings {
    let known: BTreeSet<String> = ["A", "B"].map(str::to_owned).into();
    read_codings(&sheet::coding_cells(file, None).unwrap(), &known, Language::En).unwrap()
}

fn sen(sen: i64) -> gridbill_core::Money {
    gridbill_core::Money::from_sen(sen)
}

#[test]
fn values_are_read_as_spreadsheet_programs_show_them() {
    let rows = r#"<row><c><v>1.0E7</v></c><c><v>33.329999999999998</v></c></row>
        <row><c s="3"><v>0.33329999999999999</v></c><c s="3"><v>1</v></c></row>
        <row><c s="1"><v>46346</v></c><c s="2"><v>46346.729861111111</v></c></row>
        <row><c s="4"><v>12</v></c><c s="5"><v>1.5</v></c></row>
        <row><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>
        <row><c t="e"><v>#N/A</v></c><c t="e"><v>#DIV/0!</v></c></row>
        <row><c t="d"><v>2026-11-20</v></c><c t="d"><v>2026-11-20T17:31:00Z</v></c></row>
        <row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>West_x000D_ _x0041_</t></is></c></row>
        <row><c t="str"><v>_x005F_x000D_</v></c><c s="99"><v>46346</v></c></row>"#;
    let strings = "<si><r><t>Block_x0020_</t></r><r><t>_x0042__x000D_</t></r><rPh><t>_x0043_</t></rPh></si>";
    assert_eq!(
        shown(&book(rows, strings, "").file()),
        [
            "1: 10000000 | 33.33",
            "2: 33.33% | 100%",
            "3: 2026-11-20 | 2026-11-20 17:31:00",
            "4: 0012 | 1.5",
            "5: TRUE | FALSE",
            "6: #N/A | #DIV/0!",
            "7: 2026-11-20 | 2026-11-20T17:31:00Z",
            "8: Block B | West\r A",
            "9: _x000D_ | 46346",
        ]
    );
}

#[test]
fn a_workbook_of_the_strict_edition_is_read() {
    let strict = |part: &str| {
        part.replace(
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            "http://purl.oclc.org/ooxml/spreadsheetml/main",
        )
        .replace("http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument")
    };
    let rows = r#"<row><c><v>220000000001</v></c><c t="d"><v>2026-11-20T00:00:00.000</v></c></row>"#;
    let parts = book(rows, "", "").0;
    let parts = parts.into_iter().map(|(name, part)| (name, strict(&String::from_utf8(part).unwrap()).into_bytes()));
    assert_eq!(shown(&Book(parts.collect()).file()), ["1: 220000000001 | 2026-11-20"]);
}

/// 44884 is 20 November 2026 in a workbook that counts from 1904, and four years less a day earlier in any other.
#[test]
fn days_that_count_from_1904_are_read_as_such() {
    let plain = shown(&book(&row(&["1:44884", "2:44884.5"]), "", FROM_1904).file());
    assert_eq!(plain, ["1: 2026-11-20 | 2026-11-20 12:00:00"]);

    // The other rows have no format of days.
    let bank = [
        row(&["Date", "Reference", "Amount"]),
        row(&["1:44884", "EFT1", "100"]),
        row(&["44884", "EFT2", "44884"]),
        row(&["20/11/2026", "EFT3", "100"]),
        row(&["44884.75", "EFT4", "100"]),
    ];
    for settings in [FROM_1904, r#"<workbookPr date1904="true"/>"#] {
        let table = bank_statements::read(&book(&bank.concat(), "", settings).file()).unwrap();
        let lines = bank_statements::parse_lines(&table.rows, &table.guessed);
        let read: Vec<_> = lines.iter().map(|line| (line.day.unwrap().to_string(), line.amount.unwrap())).collect();
        let day = || "2026-11-20".to_owned();
        assert_eq!(
            read,
            [(day(), sen(10_000)), (day(), sen(4_488_400)), (day(), sen(10_000)), (day(), sen(10_000))],
            "{settings}"
        );
    }
    let table = bank_statements::read(&book(&bank.concat(), "", r#"<workbookPr date1904="0"/>"#).file()).unwrap();
    assert_eq!(table.rows[0].cells[0], "2022-11-19");

    // A text with digits and points is no number.
    let texts = [row(&["Date", "Reference", "Amount"]), row(&["31.12.2026", "EFT1", "100"])];
    let table = bank_statements::read(&book(&texts.concat(), "", FROM_1904).file()).unwrap();
    assert_eq!(table.rows[0].cells[0], "31.12.2026");

    let coded = row(&["210000000001", "1:44562", "44926", "A", "100", "6100"]);
    let codings = codings(&book(&coded, "", FROM_1904).file());
    let period = &codings.accounts[0].periods[0];
    assert_eq!(
        (period.from.to_string(), period.until.unwrap().to_string()),
        ("2026-01-02".to_owned(), "2027-01-01".to_owned())
    );
}

#[test]
fn shares_and_days_of_codings_are_read_as_they_are_shown() {
    let rows = [
        row(&["210000000001", "1:46023", "", "A", "3:0.33329999999999999", "6100"]),
        row(&["210000000001", "1/1/2026", "", "B", "66.670000000000002", "6100"]),
        row(&["210000000002", "1 Jan 2026", "31 Dis 2026", "A", "1.0E2", "6100"]),
        row(&["210000000003", "01.07.26", "2:46387.5", "A", "3:1", "6100"]),
    ];
    let read = codings(&book(&rows.concat(), "", "").file());
    assert_eq!(read.wrong, []);
    let periods: Vec<_> = read
        .accounts
        .iter()
        .flat_map(|account| &account.periods)
        .map(|period| {
            let shares: Vec<_> = period.parts.iter().map(|part| part.share).collect();
            (period.from.to_string(), period.until.map(|day| day.to_string()), shares)
        })
        .collect();
    let day = |day: &str| day.to_owned();
    assert_eq!(
        periods,
        [
            (day("2026-01-01"), None, vec![3_333, 6_667]),
            (day("2026-01-01"), Some(day("2026-12-31")), vec![10_000]),
            (day("2026-07-01"), Some(day("2026-12-31")), vec![10_000]),
        ]
    );
    // A third has no exact percentage with two decimals.
    let third =
        codings(&book(&row(&["210000000001", "1:46023", "", "A", "3:0.33333333333333331", "6100"]), "", "").file());
    assert_eq!(third.wrong[0].code, Code::ShareInvalid);
}

#[test]
fn a_bank_file_has_amounts_of_every_writer() {
    let rows = [
        row(&["Date", "Reference", "Amount"]),
        row(&["2:46346.75", "EFT1", "1.0E7"]),
        row(&["1:46346", "EFT2", "1.23456789012E9"]),
        row(&["1:46346", "4:7", "12.300000000000001"]),
        row(&["1:46346", "EFT4", "-1.5E2"]),
    ];
    let table = bank_statements::read(&book(&rows.concat(), "", "").file()).unwrap();
    let lines = bank_statements::parse_lines(&table.rows, &table.guessed);
    let read: Vec<_> = lines.iter().map(|line| (line.reference.as_str(), line.amount.unwrap())).collect();
    let amounts = [("EFT1", 1_000_000_000), ("EFT2", 123_456_789_012), ("0007", 1_230), ("EFT4", -15_000)];
    let amounts = amounts.map(|(reference, amount)| (reference, sen(amount)));
    assert_eq!(read, amounts);
    assert!(lines.iter().all(|line| line.day.unwrap().to_string() == "2026-11-20"));
}

//! Tests of ordinary workbooks, as users and programs write them. Malicious ones are in `hostile_sheets`.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod hidden;
mod package;
mod values;

use std::collections::BTreeSet;

use gridbill_core::accounts::TypedAccount;
use gridbill_core::sheet::{self, LIMITS, SheetRow, read};
use gridbill_core::{Code, Language};
use package::{Book, MAIN, relations};
use rust_xlsxwriter::{Format, Workbook};

/// Formats the content of the first two columns as read: `1: a | b`.
fn shown(file: &[u8]) -> Vec<String> {
    let sheet = read(file, 2, &LIMITS).unwrap_or_else(|problem| panic!("{problem}"));
    sheet.rows.into_iter().map(|SheetRow { line, cells }| format!("{line}: {}", cells.join(" | "))).collect()
}

fn refused(file: &[u8]) -> Code {
    read(file, 2, &LIMITS).unwrap_err().code
}

#[test]
fn a_workbook_of_a_spreadsheet_program_is_read() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Account number").unwrap().write(0, 1, "Reference ID").unwrap();
    sheet.write(1, 0, "220000000001").unwrap().write(1, 1, "Block A & <B>").unwrap();
    sheet.write(4, 0, 220_000_000_002.0).unwrap().write(4, 2, "not read").unwrap();
    sheet.write(5, 2, "not read either").unwrap();
    sheet.write_boolean(6, 0, true).unwrap();
    sheet.write_with_format(7, 1, 46_000.0, &Format::new().set_num_format("yyyy-mm-dd")).unwrap();
    let rows = [
        "1: Account number | Reference ID",
        "2: 220000000001 | Block A & <B>",
        "5: 220000000002 | ",
        "7: TRUE | ",
        "8:  | 2025-12-09",
    ];
    assert_eq!(shown(&book.save_to_buffer().unwrap()), rows);
}

#[test]
fn the_first_sheet_that_is_shown_is_read() {
    let mut book = Workbook::new();
    book.add_worksheet().set_hidden(true).write(0, 0, "hidden").unwrap();
    book.add_worksheet().set_active(true).write(0, 0, "seen").unwrap();
    book.add_worksheet().write(0, 0, "behind").unwrap();
    assert_eq!(shown(&book.save_to_buffer().unwrap()), ["1: seen | "]);
}

#[test]
fn texts_are_read_however_they_are_written() {
    let strings = r#"<si><t>whole</t></si><si><r><t xml:space="preserve">in </t></r><r><t>pieces</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t/></si><si/><si><t>a&amp;b&#x41;&#66;<![CDATA[<c>]]></t></si>"#;
    let rows = r#"<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
        <row/>
        <row r="7"><c r="B7" t="s"><v>4</v></c></row>
        <row><c t="inlineStr"><is><t>in</t></is></c><c t="inlineStr"><is><r><t>in </t></r><r><t>it</t></r><rPh><t>spoken</t></rPh></is></c></row>
        <row r="10"><c r="A10" t="str"><v>text</v></c><c r="B10" t="e"><v>#N/A</v></c></row>
        <row r="11"><c r="A11" t="s"><v>2</v></c><c r="B11" t="s"><v>3</v></c></row>
        <row r="12"><c r="A12"><v>2.2E11</v></c><c r="B12" t="d"><v>2026-11-20T00:00:00</v></c></row>
        <row r="13"><c r="A13" s="1"/><c r="C13"><v>1</v></c></row>
        <row r="1048576"><c r="A1048576"><v> 220000000003 </v></c><c r="XFD1048576"><v>1</v></c></row>"#;
    assert_eq!(
        shown(&Book::of(rows, strings).file()),
        [
            "1: whole | in pieces",
            "7:  | a&bAB<c>",
            "8: in | in it",
            "10: text | #N/A",
            "12: 220000000000 | 2026-11-20",
            "1048576: 220000000003 | "
        ]
    );
}

#[test]
fn prefixes_byte_order_marks_and_other_names_of_parts_make_no_difference() {
    let book = Book(Vec::new())
        .with("[content_types].XML", "\u{feff}<?xml version=\"1.0\"?><Types/>")
        .with("_rels/.rels", &relations(&[("a", "officeDocument", "/xl/workbook2.xml")]))
        .with("xl/workbook2.xml", &format!("\u{feff}<x:workbook xmlns:x=\"m\" {MAIN}><x:sheets><x:sheet name='A' sheetId='1' r:id='b'/></x:sheets></x:workbook>"))
        .with("xl/_rels/workbook2.xml.rels", &relations(&[("b", "worksheet", "../data/S.xml")]))
        .with("data/s.xml", "<x:worksheet xmlns:x='m'><x:sheetData><x:row><x:c><x:v>220000000001</x:v></x:c></x:row></x:sheetData></x:worksheet>");
    assert_eq!(shown(&book.file()), ["1: 220000000001 | "]);
}

#[test]
fn a_type_for_macros_that_no_part_has_is_no_macro() {
    let types = r#"<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>"#;
    let book = Book::of_numbers(&["220000000001"]).with("[Content_Types].xml", types);
    assert_eq!(shown(&book.file()), ["1: 220000000001 | "]);
    assert_eq!(refused(&book.with("xl/other.bin", "macros").file()), Code::SheetHasMacros);
}

#[test]
fn a_workbook_without_anything_has_no_accounts() {
    let mut book = Workbook::new();
    book.add_worksheet();
    let file = book.save_to_buffer().unwrap();
    assert_eq!(shown(&file), Vec::<String>::new());
    assert_eq!(sheet::accounts(&file, None).unwrap_err().code, Code::SheetEmpty);
}

#[test]
fn rows_are_checked_by_themselves_and_against_one_another() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let lines = [
        ("Account number", "Reference ID"),
        ("220000000001", "Block A"),
        ("220000000001", "again"),
        ("230000000001", ""),
        ("2200000001", ""),
        ("", "only a reference"),
        ("210000000009", "seventeen letters"),
        ("210000000010", "sixteen letters!"),
    ];
    for (line, (number, reference)) in (0..).zip(lines) {
        sheet.write(line, 0, number).unwrap().write(line, 1, reference).unwrap();
    }
    let accounts = sheet::accounts(&book.save_to_buffer().unwrap(), None).unwrap();
    assert_eq!((accounts.ok, accounts.wrong), (3, 4));
    let rows: Vec<_> = accounts
        .rows
        .iter()
        .map(|row| (row.line, row.refusal, row.reference_id.as_str(), row.is_reference_cut))
        .collect();
    assert_eq!(
        rows,
        [
            (2, None, "Block A", false),
            (3, Some(Code::AccountRepeated), "again", false),
            (4, Some(Code::AccountNumberPrefix), "", false),
            (5, Some(Code::AccountNumberLength), "", false),
            (6, Some(Code::AccountNumberRequired), "only a reference", false),
            (7, None, "seventeen letter", true),
            (8, None, "sixteen letters!", false),
        ]
    );
}

#[test]
fn rows_above_the_maximum_are_refused() {
    let rows = |count: usize| {
        let lines = (1..=count).map(|line| {
            format!(r#"<row r="{line}"><c r="A{line}"><v>{}</v></c></row>"#, 220_000_000_000_u64 + line as u64)
        });
        Book::of(&lines.collect::<String>(), "").file()
    };
    assert_eq!(read(&rows(10_001), 2, &LIMITS).unwrap().rows.len(), 10_001);
    assert_eq!(refused(&rows(10_002)), Code::SheetTooManyRows);
    assert_eq!(read(&rows(10_002), 2, &LIMITS).unwrap_err().params["limit"], 10_000);
}

#[test]
fn written_workbooks_are_read_again() {
    let rows = [["220000000001", "=1+1", "a_x000D_b _x005F_"], ["+5", "\"<&>\"  ", "why\u{0}"], ["@a", "-a", "\ttab"]];
    let file = sheet::write("Accounts", ["Account number", "Reference ID", "Reason"], [18, 20, 60], rows.into_iter());
    let read: Vec<Vec<String>> = read(&file, 3, &LIMITS).unwrap().rows.into_iter().map(|row| row.cells).collect();
    assert_eq!(
        read[1..],
        [vec!["220000000001", "=1+1", "a_x000D_b _x005F_"], vec!["+5", "\"<&>\"", "why"], vec!["@a", "-a", "tab"]]
    );
}

#[test]
fn a_workbook_of_codings_is_read_as_it_was_written() {
    let rows = [
        ["220000000001", "2026-01-01", "", "CC-100", "60", "6100"],
        ["220000000001", "2026-01-01", "", "CC-200", "40", "=1+1"],
    ]
    .map(|row| row.map(str::to_owned));
    for (language, name) in [(Language::En, "Cost centres"), (Language::Ms, "Pusat kos")] {
        assert_eq!(sheet::codings_sheet_name(language), name);
        let read = sheet::coding_cells(&sheet::coding_workbook(&rows, language), None).unwrap();
        let headings: BTreeSet<_> = read[0].1.iter().collect();
        assert_eq!((read.len(), read[0].0, headings.len()), (3, 1, 6), "{read:?}");
        assert!(headings.iter().all(|heading| !heading.is_empty()));
        assert_eq!(read[1..], [(2, rows[0].clone()), (3, rows[1].clone())]);
    }
}

#[test]
fn numbers_of_an_accounting_program_are_the_first_two_cells_of_a_row() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["Our number", "Their number", "Remark"]).unwrap();
    sheet.write_row(3, 0, ["5100", "PI-1", "paid"]).unwrap();
    let read = sheet::number_cells(&book.save_to_buffer().unwrap(), None).unwrap();
    let cells = |cells: [&str; 2]| cells.map(str::to_owned);
    assert_eq!(read, [(1, cells(["Our number", "Their number"])), (4, cells(["5100", "PI-1"]))]);
}

#[test]
fn a_corrected_list_is_read_again_without_its_remarks() {
    let accounts = [("220000000001", "Block A"), ("22", "=1+1")]
        .map(|(account_no, reference_id)| TypedAccount { account_no, reference_id });
    for (language, name) in [(Language::En, "Accounts"), (Language::Ms, "Akaun")] {
        assert_eq!(sheet::sheet_name(language), name);
        let file = sheet::corrected(&accounts, language);
        let rows = read(&file, 3, &LIMITS).unwrap().rows;
        assert_eq!(rows[0].cells, sheet::heading(language));
        assert_eq!(rows[1].cells, ["220000000001", "Block A", ""]);
        assert_eq!(rows[2].cells[..2], ["22", "=1+1"]);
        assert!(rows[2].cells[2].ends_with('.'), "{rows:?}");
        assert_eq!(shown(&file)[1], "2: 220000000001 | Block A");
    }
}

//! Formulas, rows with totals, and hidden rows.

use gridbill_core::accounts::HiddenRows::{Include, LeaveOut};
use gridbill_core::bank_statements::{self, LineProblem};
use gridbill_core::costs::read_codings;
use gridbill_core::sheet::{self, LIMITS, read};
use gridbill_core::{Code, Language};
use rust_xlsxwriter::{Formula, Workbook};

use super::package::{Book, MAIN};
use super::shown;

/// Makes a row of a workbook with texts and XML of cells.
fn row(attributes: &str, cells: &[&str]) -> String {
    let cells = cells.iter().map(|cell| match cell {
        cell if cell.starts_with("<c") => (*cell).to_owned(),
        cell => format!(r#"<c t="inlineStr"><is><t>{cell}</t></is></c>"#),
    });
    format!("<row{attributes}>{}</row>", cells.collect::<String>())
}

fn file(rows: &[String]) -> Vec<u8> {
    Book::of(&rows.concat(), "").file()
}

const SUM: &str = "<c><f>SUM(A1:A9)</f><v>100</v></c>";
/// A formula of a program that does not calculate.
const UNKNOWN: &str = "<c><f>SUM(A1:A9)</f><v/></c>";

#[test]
fn a_formula_has_its_result() {
    let rows = [
        row("", &[SUM, r#"<c t="str"><f>A1&amp;"x"</f><v>100x</v></c>"#]),
        row("", &["a", r#"<c t="str"><f>""</f><v></v></c>"#]),
        row("", &["b", r#"<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>"#]),
        row("", &["c", r#"<c><f t="shared" si="0"/><v>5</v></c>"#, UNKNOWN]),
    ];
    assert_eq!(shown(&file(&rows)), ["1: 100 | 100x", "2: a | ", "3: b | #DIV/0!", "4: c | 5"]);
    sheet::accounts(&file(&rows), None).unwrap();
}

#[test]
fn a_formula_without_a_result_is_refused_by_its_cell_where_it_is_read() {
    let problem = sheet::accounts(&file(&[row("", &["220000000001", UNKNOWN])]), None).unwrap_err();
    assert_eq!(problem.code, Code::SheetHasFormula);
    assert!(problem.sentence(Language::En).starts_with("Cell B1 contains a formula, "), "{problem}");
    let codings = file(&[row("", &["220000000001", "2026-01-01", "", "A", UNKNOWN, "6100"])]);
    assert_eq!(sheet::coding_cells(&codings, None).unwrap_err().params["cell"], "E1");

    // This program writes 0 for a result that it does not know, and asks for a calculation.
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(6, 0, "220000000001").unwrap();
    sheet.write_formula(6, 1, Formula::new("=1+1")).unwrap();
    let refused = sheet::accounts(&book.save_to_buffer().unwrap(), None).unwrap_err();
    assert_eq!((refused.code, refused.params.get("cell")), (Code::SheetHasFormula, Some(&"B7".into())), "{refused}");
    let mut book = Workbook::new();
    book.add_worksheet().write_formula(6, 1, Formula::new("=1+1").set_result("2")).unwrap();
    assert_eq!(shown(&book.save_to_buffer().unwrap()), ["7:  | 2"]);
    // A zero is a result in a workbook that was calculated.
    assert_eq!(shown(&file(&[row("", &["a", "<c><f>1-1</f><v>0</v></c>"])])), ["1: a | 0"]);
}

#[test]
fn rows_with_totals_are_left_out_of_lists() {
    for total in [
        row("", &["Total", SUM]),
        row("", &["Jumlah keseluruhan:", UNKNOWN]),
        row("", &["GRAND TOTAL"]),
        row("", &["<c/>", UNKNOWN]),
        row("", &["<c/>", "Sub-total", SUM]),
    ] {
        let rows = [row("", &["220000000001", "Block A"]), total];
        let accounts = sheet::accounts(&file(&rows), None).unwrap();
        assert_eq!((accounts.ok, accounts.wrong), (1, 0), "{rows:?}");
    }
    let rows = [
        row("", &["220000000001", "2026-01-01", "", "A", "100", "6100"]),
        row("", &["<c/>", "<c/>", "<c/>", "<c/>", UNKNOWN]),
    ];
    let codings = sheet::coding_cells(&file(&rows), None).unwrap();
    let read = read_codings(&codings, &["A".to_owned()].into(), Language::En).unwrap();
    assert_eq!((read.accounts.len(), read.wrong.len()), (1, 0));
    // A row without an account is no total if it has typed values.
    let rows = [rows[0].clone(), row("", &["<c/>", "2026-01-01", "", "A", SUM, "6100"])];
    assert_eq!(sheet::coding_cells(&file(&rows), None).unwrap().len(), 2);
}

#[test]
fn a_sum_under_a_bank_file_is_a_line_that_matches_nothing() {
    let sen = |sen| Some(gridbill_core::Money::from_sen(sen));
    for sum in [SUM, UNKNOWN] {
        let rows = [
            row("", &["Date", "Reference", "Amount"]),
            row("", &["20/11/2026", "EFT1", "60.00"]),
            row("", &["20/11/2026", "EFT2", "<c><f>20+20</f><v>40</v></c>"]),
            row("", &["20/11/2026", "EFT3", UNKNOWN]),
            row("", &["Total", "<c/>", sum]),
        ];
        let table = bank_statements::read(&file(&rows)).unwrap();
        let lines = bank_statements::parse_lines(&table.rows, &table.guessed);
        let read: Vec<_> = lines.iter().map(|line| (line.amount, line.problem)).collect();
        assert_eq!(read[..3], [(sen(6_000), None), (sen(4_000), None), (None, Some(LineProblem::AmountUnknown))]);
        assert!(read[3].1.is_some(), "{read:?}");
        assert_eq!(table.rows[2].cells[2], "=SUM(A1:A9)");
    }
}

#[test]
fn hidden_rows_are_named_until_they_are_included_or_left_out() {
    let rows = [
        row("", &["Account number", "Reference ID"]),
        row(r#" hidden="1""#, &["220000000001", "by a filter"]),
        row(r#" outlineLevel="1" hidden="true""#, &["220000000002", "in a group"]),
        row("", &["220000000003", "seen"]),
        row(r#" ht="0" customHeight="1""#, &["220000000004", "without height"]),
        row(r#" hidden="0" ht="15""#, &["220000000005", "seen"]),
        row(r#" hidden="1""#, &[]),
        row(r#" hidden="1""#, &["Total", UNKNOWN]),
        row(r#" collapsed="1""#, &["220000000006", "seen"]),
    ];
    let file = file(&rows);
    let refused = sheet::accounts(&file, None).unwrap_err();
    assert_eq!((refused.code, &refused.params["count"]), (Code::SheetRowsHidden, &3.into()));
    assert!(refused.sentence(Language::En).starts_with("Hidden rows in this workbook (3): 2–3, 5."), "{refused}");
    let read = |choice| {
        let accounts = sheet::accounts(&file, Some(choice)).unwrap();
        (accounts.rows.iter().map(|row| row.line).collect::<Vec<_>>(), accounts.hidden)
    };
    assert_eq!(read(Include), (vec![2, 3, 4, 5, 6, 9], vec![2, 3, 5]));
    assert_eq!(read(LeaveOut), (vec![4, 6, 9], vec![]));
    assert_eq!(sheet::coding_cells(&file, None).unwrap_err().code, Code::SheetRowsHidden);
    assert_eq!(sheet::number_cells(&file, None).unwrap_err().code, Code::SheetRowsHidden);
}

/// A left-out row is as if it were not there: neither its formula nor its repeated number refuses anything.
#[test]
fn a_hidden_row_that_is_left_out_refuses_nothing() {
    let rows = [row(r#" hidden="1""#, &["220000000001", UNKNOWN]), row("", &["220000000001", "seen"])];
    assert_eq!(sheet::accounts(&file(&rows), Some(LeaveOut)).unwrap().wrong, 0);
    assert_eq!(sheet::accounts(&file(&rows), Some(Include)).unwrap_err().code, Code::SheetHasFormula);
}

#[test]
fn hidden_rows_of_a_bank_file_are_read_and_named() {
    let rows = [
        row(r#" hidden="1""#, &["Maybank"]),
        row("", &["Date", "Reference", "Amount"]),
        row(r#" hidden="1""#, &["20/11/2026", "EFT1", "60.00"]),
        row("", &["20/11/2026", "EFT2", "40.00"]),
    ];
    let table = bank_statements::read(&file(&rows)).unwrap();
    assert_eq!((table.rows.len(), table.hidden), (2, vec![3]));
}

/// Excel writes a filter's rows like this; the row that the user sees last is not hidden.
#[test]
fn rows_of_a_filter_are_hidden_rows() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_column(0, 0, ["Account number", "220000000001", "220000000002"]).unwrap();
    sheet.autofilter(0, 0, 2, 0).unwrap();
    sheet.set_row_hidden(1).unwrap();
    assert_eq!(read(&book.save_to_buffer().unwrap(), 1, &LIMITS).unwrap().hidden, [2]);
    let sheets = format!(
        r#"<worksheet {MAIN}><sheetFormatPr zeroHeight="1"/><sheetData><row><c><v>220000000001</v></c></row></sheetData></worksheet>"#
    );
    let unused = Book::of("", "").with("xl/worksheets/sheet1.xml", &sheets);
    assert_eq!(read(&unused.file(), 1, &LIMITS).unwrap().hidden, [0; 0], "only rows that are not written are hidden");
}

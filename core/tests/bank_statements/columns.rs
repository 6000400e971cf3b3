//! Tests of columns that say the direction, the currency or the status of their line, and of columns that are carried
//! over from an earlier file.

use gridbill_core::bank_statements::{
    Columns, Line, LineProblem, Meaning, Table, carry_over, check_columns, check_meanings, find_meanings, other_cells,
    parse_lines, parse_table, read, written_amount,
};
use gridbill_core::sheet::SheetRow;
use gridbill_core::{Code, Problem};
use rust_xlsxwriter::{Format, Workbook};

use super::money;

fn table(text: &str) -> Table {
    read(text.as_bytes()).expect("a statement")
}

fn lines(table: &Table, columns: &Columns) -> Vec<Line> {
    parse_lines(&table.rows, columns)
}

fn amounts(table: &Table, columns: &Columns) -> Vec<(Option<String>, Option<LineProblem>)> {
    let shown = |line: Line| (line.amount.map(|amount| amount.decimal().to_string()), line.problem);
    lines(table, columns).into_iter().map(shown).collect()
}

fn problems(table: &Table) -> Vec<Option<LineProblem>> {
    lines(table, &table.guessed).into_iter().map(|line| line.problem).collect()
}

fn stopped(table: &Table, columns: &Columns) -> Option<(String, Code)> {
    let problem = check_meanings(columns, &table.heading, &table.rows).err()?;
    let (field, wrong): &(String, Problem) = problem.fields.first().expect("a field");
    assert_eq!(wrong.code, problem.code);
    Some((field.clone(), problem.code))
}

/// The columns without what the values say, as an officer who does not look at them sends them.
fn without_meanings(columns: &Columns) -> Columns {
    Columns { direction: None, currency: None, status: None, ..columns.clone() }
}

/// A statement whose column after the amount has this heading and these values.
fn with_column(name: &str, values: &[&str]) -> Table {
    let rows = values.iter().map(|value| format!("20/11/2026,EFT10000,Sinar,100.00,{value}\n"));
    table(&format!("Date,Reference,Description,Amount,{name}\n{}", rows.collect::<String>()))
}

const SAID: [&str; 2] = ["CR", "DR"];

#[test]
fn a_debit_row_is_never_money_in() {
    let table = with_column("DR/CR", &SAID);
    assert_eq!(table.guessed.direction, Some(4));
    let out = (Some("-100.00".to_owned()), Some(LineProblem::Outgoing));
    assert_eq!(amounts(&table, &table.guessed), [(Some("100.00".to_owned()), None), out]);
    assert_eq!(
        stopped(&table, &without_meanings(&table.guessed)),
        Some(("direction".to_owned(), Code::BankDirectionUnclear))
    );
    assert_eq!(stopped(&table, &table.guessed), None);
    let ignored = Columns { ignored: vec![4], ..without_meanings(&table.guessed) };
    assert_eq!(stopped(&table, &ignored), None);
    assert!(check_columns(&ignored, 5).is_ok());
}

#[test]
fn directions_are_recognised_in_both_languages() {
    for (name, values) in [
        ("DR/CR", ["C", "D"]),
        ("D/C", ["C", "D"]),
        ("Dr / Cr Indicator", ["Cr.", "Dr."]),
        ("Debit/Credit", ["Credit", "Debit"]),
        ("Debit atau Kredit", ["Kredit", "Debit"]),
        ("D/K", ["K", "D"]),
        ("M/K", ["M", "K"]),
        ("IN/OUT", ["IN", "OUT"]),
        ("Masuk/Keluar", ["Masuk", "Keluar"]),
        ("+/-", ["+", "-"]),
        ("Arah", ["Wang masuk", "Wang keluar"]),
        ("Direction", ["Inward", "Outward"]),
        ("Type", ["Credit", "Debit"]),
        ("Txn Type", ["Credit transfer", "Debit transfer"]),
        ("Transaction Type", ["Deposit", "Withdrawal"]),
        ("Jenis", ["Kredit", "Debit"]),
        ("Jenis Transaksi", ["Terimaan", "Pengeluaran"]),
        ("Sign", ["+", "\u{2212}"]),
        ("CdtDbtInd", ["CRDT", "DBIT"]),
        ("Whatever", ["CR", "DR"]),
        ("", ["CR", "DR"]),
        ("", ["+", "-"]),
        ("Remarks", ["CR", "DR"]),
        ("Transaction Flow", ["Inflow", "Outflow"]),
        ("Aliran", ["Aliran masuk", "Aliran keluar"]),
        ("Type", ["DEP", "WDL"]),
        ("Transaction Type", ["FUND TRANSFER CR", "FUND TRANSFER DR"]),
        ("Transaction Type", ["FPX CREDIT", "DuitNow Debit"]),
        ("Jenis Transaksi", ["Pindahan DuitNow Kredit", "Caj bulanan debit"]),
        ("Transaction", ["Credit interest", "Debit"]),
    ] {
        let table = with_column(name, &values);
        assert_eq!(table.guessed.direction, Some(4), "{name} {values:?}");
        assert_eq!(problems(&table), [None, Some(LineProblem::Outgoing)], "{name} {values:?}");
        assert!(stopped(&table, &without_meanings(&table.guessed)).is_some(), "{name} {values:?}");
    }
}

#[test]
fn other_columns_are_not_taken_for_a_direction() {
    for (name, values) in [
        ("Type", ["IBG", "DuitNow"]),
        ("Branch", ["KUL", "PEN"]),
        ("Cheque No", ["-", "-"]),
        ("Cheque Type", ["-", "-"]),
        ("Balance", ["1,200.00 CR", "1,100.00 CR"]),
        ("Debit/Credit", ["12.00", "-12.00"]),
        ("Remarks", ["Deposit", "Withdrawal"]),
        ("Code", ["1", "2"]),
        ("Transaction Type", ["Debit card", "Credit card"]),
        ("Description", ["FUND TRANSFER CR", "FUND TRANSFER DR"]),
        ("Card", ["Debit card", "Credit card"]),
    ] {
        let table = with_column(name, &values);
        assert_eq!(find_meanings(&table.heading, &table.rows), [], "{name} {values:?}");
    }
    // Amounts with signs below a heading that names both directions.
    let table = table("Date,Reference,Debit/Credit\n20/11/2026,A,12.00\n20/11/2026,B,-5.00\n");
    assert_eq!((table.guessed.amount, table.guessed.credit), (Some(2), None));
    assert_eq!(problems(&table), [None, Some(LineProblem::Outgoing)]);
}

#[test]
fn a_direction_that_is_unclear_is_never_money_in() {
    let of = |amount: &str, direction: &str| {
        let text = format!(
            "Date,Reference,Amount,DR/CR\n20/11/2026,A,{amount},{direction}\n20/11/2026,B,1.00,CR\n20/11/2026,C,1.00,DR\n"
        );
        problems(&table(&text))[0]
    };
    let unclear = Some(LineProblem::DirectionUnclear);
    for (amount, direction, expected) in [
        ("12.00", "CR", None),
        ("+12.00", "CR", None),
        ("12.00 CR", "CR", None),
        ("12.00", "DR", Some(LineProblem::Outgoing)),
        ("-12.00", "DR", Some(LineProblem::Outgoing)),
        ("12.00 DR", "D", Some(LineProblem::Outgoing)),
        ("-12.00", "CR", unclear),
        ("12.00 DR", "CR", unclear),
        ("+12.00", "DR", unclear),
        ("12.00 CR", "DR", unclear),
        ("12.00", "", unclear),
        ("12.00", "CR/DR", unclear),
        ("12.00", "REV", unclear),
        ("12.00", "REVERSAL CREDIT", unclear),
        ("12.00", "Direct debit", unclear),
        ("12.00", "Fixed deposit", unclear),
        ("12.00", "Cash deposit", None),
        ("12.00", "ATM withdrawal", Some(LineProblem::Outgoing)),
        ("12.00", "Debit of a credit", unclear),
        ("Kredit 12.00", "DR", unclear),
        ("", "", Some(LineProblem::AmountMissing)),
        ("0.00", "CR", Some(LineProblem::AmountZero)),
    ] {
        assert_eq!(of(amount, direction), expected, "{amount} {direction}");
    }
    // Codes below a heading that says direction are asked about, and are none of the words.
    for (name, values) in [("Debit Credit Flag", ["1", "2"]), ("Sign", ["1", "-1"])] {
        let table = with_column(name, &values);
        assert_eq!(problems(&table), [unclear; 2], "{name}");
        assert!(stopped(&table, &without_meanings(&table.guessed)).is_some(), "{name}");
    }
    // Two columns of amounts must agree with the direction, too.
    let table = table(
        "Date,Reference,Credit,Debit,DR/CR\n20/11/2026,A,1.00,,CR\n20/11/2026,B,1.00,,DR\n20/11/2026,C,,1.00,CR\n20/11/2026,D,,1.00,DR\n",
    );
    assert_eq!(problems(&table), [None, unclear, unclear, Some(LineProblem::Outgoing)]);
}

#[test]
fn a_row_with_both_amounts_and_a_row_with_none_are_unclear() {
    let table = table(
        "Date,Reference,Credit,Debit\n20/11/2026,A,5.00,5.00\n20/11/2026,B,0.00,0.00\n20/11/2026,C,0.00,\n\
         20/11/2026,D,5.00,0.00\n20/11/2026,E,5.00,-\n20/11/2026,F,-,5.00\n20/11/2026,G,5.00,x\n20/11/2026,H,-,-\n",
    );
    let zero = Some(LineProblem::AmountZero);
    let (unknown, missing) = (Some(LineProblem::AmountUnknown), Some(LineProblem::AmountMissing));
    let expected = [Some(LineProblem::InAndOut), zero, zero, None, None, Some(LineProblem::Outgoing), unknown, missing];
    assert_eq!(problems(&table), expected);
    let one = super::columns::table("Date,Reference,Amount\n20/11/2026,A,0.00\n20/11/2026,B,1.00\n");
    assert_eq!(problems(&one), [zero, None]);
}

#[test]
fn the_direction_of_the_balance_is_not_that_of_the_amount() {
    for (heading, row, direction) in [
        ("Balance,DR/CR,Amount,DR/CR", "100.00,CR,5.00,DR", 5),
        ("Amount,DR/CR,Balance,DR/CR", "5.00,DR,100.00,CR", 3),
        ("DR/CR,Amount,DR/CR,Balance", "DR,5.00,CR,100.00", 4),
        ("Balance,DR/CR,Value,DR/CR", "100.00,CR,5.00,DR", 3),
    ] {
        let table = table(&format!("Date,Reference,{heading}\n20/11/2026,A,{row}\n"));
        assert_eq!(table.guessed.direction, Some(direction), "{heading}");
        assert_ne!(table.guessed.amount, Some(5), "{heading}");
    }
}

#[test]
fn the_currency_before_a_conversion_is_asked_about() {
    for name in ["Original Currency", "Foreign Ccy", "Mata Wang Asal"] {
        let original = with_column(name, &["USD", "MYR"]);
        assert_eq!(original.guessed.currency, None, "{name}");
        let stop = stopped(&original, &original.guessed);
        assert_eq!(stop, Some(("currency".to_owned(), Code::BankCurrencyUnclear)), "{name}");
    }
    let both = table("Date,Reference,Amount,Original Currency,Currency\n20/11/2026,A,5.00,USD,MYR\n");
    assert_eq!((both.guessed.currency, problems(&both)), (Some(4), vec![None]));
}

#[test]
fn money_in_another_currency_matches_nothing() {
    let foreign = Some(LineProblem::Foreign);
    for (name, values) in [
        ("Currency", ["MYR", "USD"]),
        ("Ccy", ["RM", "sgd"]),
        ("Mata Wang", ["Ringgit", "Dolar AS"]),
        ("Kod mata wang", ["", "EUR"]),
        ("", ["MYR", "USD"]),
        ("Account", ["MYR", "KWD"]),
        ("Currency", ["Malaysian Ringgit (MYR)", "US Dollar (USD)"]),
        ("Currency", ["", "Dollar"]),
        ("Currency", ["MYR - Malaysian Ringgit", "SGD - Singapore Dollar"]),
        ("Mata Wang", ["MYR/RM", "Dolar Amerika"]),
    ] {
        let table = with_column(name, &values);
        assert_eq!(table.guessed.currency, Some(4), "{name} {values:?}");
        assert_eq!(amounts(&table, &table.guessed)[1], (None, foreign), "{name} {values:?}");
        assert_eq!(problems(&table)[0], None, "{name} {values:?}");
        let expected = Some(("currency".to_owned(), Code::BankCurrencyUnclear));
        assert_eq!(stopped(&table, &without_meanings(&table.guessed)), expected, "{name} {values:?}");
    }
    // A cell that names no currency, or a number of ISO 4217 that is not the ringgit's.
    let unclear = Some(LineProblem::CurrencyUnclear);
    let numbers = with_column("Currency", &["458", "840"]);
    assert_eq!(problems(&numbers), [None, unclear]);
    assert!(stopped(&numbers, &without_meanings(&numbers.guessed)).is_some());
    assert_eq!(problems(&with_column("Currency", &["MYR", "", "XYZ", "?"])), [None, unclear, unclear, unclear]);
    assert_eq!(problems(&with_column("Currency", &["MYR", "MYR/USD"])), [None, unclear]);
    // The amount names the currency, with its own decimals.
    let table = table("Date,Reference,Amount\n20/11/2026,A,KWD 100.125\n20/11/2026,B,12.00 USD\n20/11/2026,C,1.00\n");
    assert_eq!(amounts(&table, &table.guessed), [(None, foreign), (None, foreign), (Some("1.00".to_owned()), None)]);
    assert_eq!(written_amount(&table.rows[0], &table.guessed).as_deref(), Some("KWD 100.125"));
    let dollars = with_column("Currency", &["USD"]);
    assert_eq!(written_amount(&dollars.rows[0], &dollars.guessed).as_deref(), Some("USD 100.00"));
}

#[test]
fn a_heading_may_name_another_currency() {
    let foreign = |heading: &str| {
        let table = table(&format!("Date,Reference,{heading}\n20/11/2026,A,1.00\n"));
        parse_table(&table.heading, &table.rows, &table.guessed)[0].problem == Some(LineProblem::Foreign)
    };
    for heading in [
        "Amount (USD)",
        "Amount SGD",
        "Credit (US$)",
        "Amount €",
        "amount_usd",
        "Amount (usd)",
        "Amount (US Dollar)",
        "Amaun (Dolar Singapura)",
    ] {
        assert!(foreign(heading), "{heading}");
    }
    for heading in ["Amount (RM)", "Amount (MYR)", "Amount all", "AMOUNT", "Kredit", "TOP UP AMOUNT", "ALL AMOUNTS"] {
        assert!(!foreign(heading), "{heading}");
    }
}

#[test]
fn the_rows_above_a_heading_may_name_another_currency() {
    let read = |above: &str, heading: &str| {
        let cells = if heading == "Amount" { "1.00" } else { "1.00,MYR" };
        let table = table(&format!("{above}\nDate,Reference,{heading}\n20/11/2026,A,{cells}\n"));
        parse_table(&table.heading, &table.rows, &table.guessed)[0].problem
    };
    for above in [
        "Account,5140\nCurrency,USD",
        "Account Currency: USD",
        "Account,5140,Currency :,,US Dollar (USD)",
        "Mata Wang Akaun: SGD",
    ] {
        assert_eq!(read(above, "Amount"), Some(LineProblem::Foreign), "{above}");
        // A column of the file says it for each line.
        assert_eq!(read(above, "Amount,Currency"), None, "{above}");
        assert_eq!(read(above, "Amount,X"), None, "{above}");
    }
    for above in [
        "Currency: All",
        "Currency: MYR/USD",
        "Account,5140\nCurrency,MYR",
        "Currency: Ringgit Malaysia (RM)",
        "Mata wang,",
        "Account,5140",
        "USD",
    ] {
        assert_eq!(read(above, "Amount"), None, "{above}");
    }
    let table = table("Account Currency: USD\nDate,Reference,Credit,Debit\n20/11/2026,A,1.00\n");
    assert_eq!((table.heading[4].as_str(), table.guessed.currency), ("Account Currency", Some(4)));
    assert_eq!(table.rows[0].cells, ["20/11/2026", "A", "1.00", "", "USD"]);
    assert!(stopped(&table, &without_meanings(&table.guessed)).is_some());
}

#[test]
fn the_format_of_a_number_may_name_another_currency() {
    let read = |format: &str, amount: f64| {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        for (column, name) in (0..).zip(["Date", "Reference", "Amount"]) {
            sheet.write(0, column, name).expect("a cell");
        }
        let format = Format::new().set_num_format(format);
        sheet.write(1, 0, "20/11/2026").expect("a cell").write(1, 1, "EFT10000").expect("a cell");
        sheet.write_with_format(1, 2, amount, &format).expect("a cell");
        let table = read(&book.save_to_buffer().expect("a workbook")).expect("a statement");
        amounts(&table, &table.guessed).remove(0)
    };
    for format in [
        "[$USD] #,##0.00",
        "\"USD \"#,##0.00",
        "[$$-409]#,##0.00",
        "#,##0.00 [$€-1]",
        "[$SGD-en-SG] 0.00",
        "[$Rp-421]0",
    ] {
        assert_eq!(read(format, 12.5), (None, Some(LineProblem::Foreign)), "{format}");
    }
    for format in
        ["[$RM-43E]#,##0.00", "\"RM\"#,##0.00", "[$MYR] 0.00", "#,##0.00\" CR\"", "0.00\" units\"", "\"ABC\"0"]
    {
        assert_eq!(read(format, 12.5), (Some("12.50".to_owned()), None), "{format}");
    }
    let out = (Some("-12.50".to_owned()), Some(LineProblem::Outgoing));
    assert_eq!(read("#,##0.00\" DR\"", 12.5), out);
    assert_eq!(read("#,##0.00\" CR\";#,##0.00\" DR\"", -12.5), out);
}

#[test]
fn a_line_that_is_not_booked_matches_nothing() {
    for (name, values, expected) in [
        ("Status", ["Booked", "Pending"], LineProblem::NotBooked),
        ("Transaction Status", ["Successful", "Failed"], LineProblem::NotBooked),
        ("Status Transaksi", ["Berjaya", "Gagal"], LineProblem::NotBooked),
        ("Status", ["Selesai", "Dalam proses"], LineProblem::NotBooked),
        ("Status", ["-", "In-progress"], LineProblem::NotBooked),
        ("Status", ["Completed", "Approved"], LineProblem::NotBooked),
        ("Status", ["Posted", ""], LineProblem::NotBooked),
        ("Status", ["", "Returned"], LineProblem::NotBooked),
        ("", ["BOOK", "PDNG"], LineProblem::NotBooked),
        ("Remarks", ["Cleared", "Rejected"], LineProblem::NotBooked),
        ("Status", ["OK", "Reversed"], LineProblem::Reversal),
        ("Status", ["Payment completed", "Payment not completed"], LineProblem::NotBooked),
        ("Status", ["Transaction Successful", "Partially successful"], LineProblem::NotBooked),
        ("Status", ["Processed", "Processing"], LineProblem::NotBooked),
        ("Status", ["Telah dikreditkan", "Belum dikreditkan"], LineProblem::NotBooked),
        ("Keadaan", ["Telah diproses", "Sedang diproses"], LineProblem::NotBooked),
        ("Status", ["Success (00)", "Success (51)"], LineProblem::NotBooked),
    ] {
        let table = with_column(name, &values);
        assert_eq!(table.guessed.status, Some(4), "{name} {values:?}");
        assert_eq!(problems(&table), [None, Some(expected)], "{name} {values:?}");
        let stop = Some(("status".to_owned(), Code::BankStatusUnclear));
        assert_eq!(stopped(&table, &without_meanings(&table.guessed)), stop, "{name} {values:?}");
    }
}

#[test]
fn a_statement_for_programs_shows_lines_in_other_currencies_and_reversals() {
    let text = ":20:A\n:60F:C261119USD0,\n:61:261120C100,NTRFEFT10001//B1\n:62F:C261120USD100,\n";
    let table = table(text);
    assert!(check_meanings(&table.guessed, &table.heading, &table.rows).is_ok());
    let found = lines(&table, &table.guessed);
    assert_eq!((found[0].amount, found[0].problem), (None, Some(LineProblem::Foreign)));
    assert!(found[0].problem.is_some_and(LineProblem::is_understood));
    assert_eq!(written_amount(&table.rows[0], &table.guessed).as_deref(), Some("USD 100.00"));
    // The mark of a reversal is empty for other lines.
    let row = |line, kind: &str| {
        let cells = ["2026-11-20", "EFT1", "", "5.00", "", kind].map(str::to_owned);
        SheetRow { line, cells: cells.to_vec() }
    };
    let columns = Columns { status: Some(5), ..table.guessed };
    let found = parse_lines(&[row(2, ""), row(3, "reversal")], &columns);
    assert_eq!(found.iter().map(|line| line.problem).collect::<Vec<_>>(), [None, Some(LineProblem::Reversal)]);
}

#[test]
fn a_workbook_is_read_like_a_text() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(["Tarikh", "Rujukan", "Jumlah", "Debit/Kredit", "Mata Wang", "Status"]) {
        sheet.write(0, column, name).expect("a cell");
    }
    for (row, (direction, currency, status)) in
        (1..).zip([("Kredit", "MYR", "Selesai"), ("Debit", "MYR", "Selesai"), ("Kredit", "USD", "Selesai")])
    {
        sheet.write(row, 0, 46_346).expect("a cell");
        for (column, text) in (3..).zip([direction, currency, status]) {
            sheet.write(row, column, text).expect("a cell");
        }
        sheet.write(row, 1, "EFT10000").expect("a cell").write(row, 2, 100.0).expect("a cell");
    }
    let table = read(&book.save_to_buffer().expect("a workbook")).expect("a statement");
    let Columns { direction, currency, status, .. } = table.guessed;
    assert_eq!((direction, currency, status), (Some(3), Some(4), Some(5)));
    assert_eq!(problems(&table), [None, Some(LineProblem::Outgoing), Some(LineProblem::Foreign)]);
    assert_eq!(
        stopped(&table, &without_meanings(&table.guessed)).map(|(field, _)| field).as_deref(),
        Some("direction")
    );
}

#[test]
fn each_meaning_has_its_own_column() {
    let table = with_column("DR/CR", &SAID);
    let wrong = |columns: Columns| {
        let problem = check_columns(&columns, 5).expect_err("refused");
        problem.fields.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(wrong(Columns { direction: Some(3), ..table.guessed.clone() }), ["direction"]);
    assert_eq!(wrong(Columns { status: Some(4), ..table.guessed.clone() }), ["status"]);
    assert_eq!(wrong(Columns { currency: Some(5), ..table.guessed.clone() }), ["currency"]);
    assert_eq!(wrong(Columns { ignored: vec![4], ..table.guessed.clone() }), ["ignored"]);
    assert_eq!(wrong(Columns { ignored: vec![5], ..table.guessed.clone() }), ["ignored"]);
    // The best column of several is suggested; the choice of one answers the question.
    let two = super::columns::table("Date,Reference,Amount,X,DR/CR\n20/11/2026,A,1.00,CR,DR\n");
    assert_eq!(two.guessed.direction, Some(4));
    let found = find_meanings(&two.heading, &two.rows);
    assert_eq!(
        found.iter().map(|one| (one.column, one.meaning)).collect::<Vec<_>>(),
        [(4, Meaning::Direction), (3, Meaning::Direction)]
    );
    assert_eq!(stopped(&two, &two.guessed), None);
}

#[test]
fn earlier_columns_are_found_by_their_names_only() {
    let names = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    let earlier = Columns {
        day: Some(0),
        reference: Some(1),
        amount: Some(2),
        direction: Some(3),
        ignored: vec![4],
        ..Columns::default()
    };
    let before = names("When,Who,How much,DR/CR,Flag");
    let carried = |heading: &str, guessed: &Columns| carry_over(&earlier, &before, &names(heading), guessed);
    let nothing = Columns::default();
    assert_eq!(carried("When,Who,How much,DR/CR,Flag", &nothing), earlier);
    let moved = Columns {
        day: Some(4),
        reference: Some(2),
        amount: Some(1),
        direction: Some(0),
        ignored: vec![3],
        ..Columns::default()
    };
    assert_eq!(carried("DR/CR,how much,WHO,Flag,When", &moved), moved);
    // Missing, twice, and without a name.
    assert_eq!(
        carried("Why,Who,Who,DR/CR,How much", &nothing),
        Columns { amount: Some(4), direction: Some(3), ..Columns::default() }
    );
    assert_eq!(carry_over(&earlier, &names(",,,,"), &names(",,,,"), &nothing), nothing);
    // A direction that its values show.
    let guessed = Columns { direction: Some(3), status: Some(1), ..Columns::default() };
    let found = carried("When,Who,How much,X,Flag", &guessed);
    assert_eq!((found.direction, found.status), (Some(3), None), "a column has one meaning");
}

#[test]
fn other_cells_are_shown_with_their_names() {
    let table = table("Date,Reference,Amount,Sender,,Branch\n20/11/2026,A,1.00,Sinar,x,\n20/11/2026,B,?,,,KL\n");
    let shown = |row: usize, is_read| {
        let cells = other_cells(&table.rows[row], &table.heading, &table.guessed, is_read);
        cells.into_iter().map(|cell| (cell.column, cell.name, cell.value)).collect::<Vec<_>>()
    };
    let cell = |column, name: &str, value: &str| (column, name.to_owned(), value.to_owned());
    // `Sender` is the description.
    assert_eq!(shown(0, true), [cell(4, "", "x")]);
    assert_eq!(shown(1, false), [cell(2, "Amount", "?"), cell(5, "Branch", "KL")]);
    assert_eq!(lines(&table, &table.guessed)[0].amount, Some(money("1.00")));
}

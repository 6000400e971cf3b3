//! Reading a statement file, and refusals of a whole file or of single lines.

use gridbill_core::Code;
use gridbill_core::bank_statements::{
    BankStatementsRequest, Columns, DecideBankLines, DecideLinesRequest, GetBankStatements, GetStatementBanks,
    LineGroup, LineProblem, Why,
};
use gridbill_core::endpoint::Nothing;
use rust_xlsxwriter::{Format, Formula, Workbook};

use super::{
    BANK, COLUMNS, HEADING, OTHER, PCCR, decide, line, lines, payments, read, send, set_columns, statement, uploaded,
};
use crate::support::{Portal, money};

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_is_the_same_in_every_encoding_and_with_every_separator() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let text = |separator: &str, amount: &str| {
        [["Tarikh", "Rujukan", "Kredit"], ["20 Nov 2026", "Pindahan – EFT10000", amount]]
            .map(|cells| cells.join(separator))
            .join("\r\n")
    };
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let windows = |text: &str| text.chars().map(|one| if one == '–' { 0x96 } else { one as u8 }).collect::<Vec<u8>>();
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(["Tarikh", "Rujukan", "Kredit"]) {
        sheet.write(0, column, name).unwrap();
    }
    sheet.write(1, 0, 46_346).unwrap().write(1, 1, "EFT10000").unwrap().write(1, 2, 100.0).unwrap();
    for (name, file) in [
        ("comma", text(",", "100.00").into_bytes()),
        ("semicolon", text(";", "100,00").into_bytes()),
        ("tab, with a mark", format!("\u{feff}{}", text("\t", "RM 100.00")).into_bytes()),
        ("UTF-16", [vec![0xff, 0xfe], utf16(&text("\t", "100.00"))].concat()),
        ("Windows-1252", windows(&text(";", "100.00"))),
        ("a workbook", book.save_to_buffer().unwrap()),
    ] {
        let statement = uploaded(&portal, &file).await;
        if statement.needs_columns {
            assert_eq!(name, "comma", "the columns are remembered");
            let suggested = read(&pccr, &statement.statement_id).await.suggested;
            assert_eq!(suggested, Columns { amount: None, credit: Some(2), ..COLUMNS });
            set_columns(&pccr, &statement.statement_id, suggested).await.unwrap();
        }
        let found = lines(&pccr, &statement.statement_id).await;
        assert_eq!((found.len(), found[0].group), (1, LineGroup::Accept), "{name}: {found:?}");
        assert_eq!(found[0].payment.as_ref().unwrap().transaction_no, made[0].transaction_no, "{name}");
        assert_eq!(found[0].amount, Some(money("100.00")), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_with_a_sum_and_hidden_rows_is_read() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let day = Format::new().set_num_format("d mmm yyyy");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["Date", "Reference", "Amount"]).unwrap();
    for (row, reference) in [(1, "EFT10000"), (2, "EFT10001")] {
        sheet.write_with_format(row, 0, 46_346, &day).unwrap().write(row, 1, reference).unwrap();
        sheet.write(row, 2, 100.0).unwrap();
    }
    sheet.write(3, 0, "Total").unwrap().write_formula(3, 2, Formula::new("=SUM(C2:C3)")).unwrap();
    sheet.set_row_hidden(2).unwrap();
    let uploaded = uploaded(&portal, &book.save_to_buffer().unwrap()).await;
    assert_eq!(uploaded.hidden_rows, [3]);
    set_columns(&pccr, &uploaded.statement_id, COLUMNS).await.unwrap();
    let found = lines(&pccr, &uploaded.statement_id).await;
    let mut matched: Vec<_> =
        found.iter().filter_map(|line| Some((line.line, line.payment.as_ref()?.transaction_no.clone()))).collect();
    matched.sort_unstable();
    assert_eq!(matched, [(2, made[0].transaction_no.clone()), (3, made[1].transaction_no.clone())]);
    let total = found.iter().find(|line| line.line == 4).expect("the row with the total");
    assert_eq!((total.group, total.amount), (LineGroup::Other, None));
}

/// A statement for programs names its own columns, and leaves those of the bank's other files as they are.
#[tokio::test(flavor = "multi_thread")]
async fn a_statement_for_programs_needs_no_columns_and_matches_its_payments() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let camt = include_str!("../../../../fixtures/bank_statements/camt.053.001.08.xml");
    let camt = camt.replace("EFT20261126001", "EFT10000").replace("1588.25", "100.00").replace("6911.75", "5423.50");
    let mt940 = ":20:A\n:60F:C261119MYR0,\n:61:261120C100,NTRFEFT10001//B1\n:62F:C261120MYR100,\n";
    for (file, count, place) in [(camt.as_str(), 4, 0), (mt940, 1, 1)] {
        let statement = uploaded(&portal, file.as_bytes()).await;
        assert!(!statement.needs_columns);
        let found = lines(&pccr, &statement.statement_id).await;
        assert_eq!((found.len(), found[0].group), (count, LineGroup::Accept), "{found:?}");
        assert_eq!(found[0].payment.as_ref().unwrap().transaction_no, made[place].transaction_no);
        let decided = decide(&pccr, &statement.statement_id, &found[..1]).await.expect("decided");
        assert!(decided.outcomes.iter().all(|line| line.refusal.is_none()), "{decided:?}");
    }
    let banks = pccr.call::<GetStatementBanks>(Nothing {}).await.expect("banks");
    assert!(banks.banks.iter().all(|bank| !bank.is_known), "no user has set columns");
    for (file, code) in [
        (camt.replace("5423.50", "5423.51"), "bankBalanceWrong"),
        (camt.replace("camt.053.001.08", "camt.053.001.14"), "bankFormatVersion"),
        (camt.replace("<Document", "<!DOCTYPE a [<!ENTITY b \"c\">]><Document"), "bankFileDamaged"),
        ("<html><table>Date,Reference,Amount</table></html>".to_owned(), "bankFileUnknown"),
    ] {
        let answer = send(&portal, PCCR, BANK, file.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_deref()), (422, Some(code)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_are_set_once_for_each_bank_and_refused_if_they_read_nothing() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = uploaded(&portal, b"Who,When,How much\nEFT1,20/11/2026,5.00\n").await;
    assert!(first.needs_columns);
    let found = read(&pccr, &first.statement_id).await;
    assert_eq!((found.columns, found.suggested), (None, Columns::default()));
    assert_eq!(found.sample, [["EFT1", "20/11/2026", "5.00"]]);
    assert!(lines(&pccr, &first.statement_id).await.is_empty());

    let refused = async |columns| set_columns(&pccr, &first.statement_id, columns).await.unwrap_err();
    let missing = refused(Columns { day: Some(1), ..Columns::default() }).await;
    assert_eq!(missing.fields(), [("reference", Code::BankColumnRequired), ("amount", Code::BankColumnRequired)]);
    assert_eq!(refused(COLUMNS).await.fields(), [("day", Code::BankColumnsWrong)]);
    let columns = Columns { day: Some(1), reference: Some(0), amount: Some(2), ..Columns::default() };
    set_columns(&pccr, &first.statement_id, columns).await.unwrap();
    assert_eq!(lines(&pccr, &first.statement_id).await[0].reference, "EFT1");

    // The bank's next file with the same headings needs no columns. A file with other headings does.
    assert!(!uploaded(&portal, b"Who,When,How much\nEFT2,21/11/2026,5.00\n").await.needs_columns);
    assert!(uploaded(&portal, b"Who,Why,When,How much\nEFT3,x,21/11/2026,5.00\n").await.needs_columns);
    let banks = pccr.call::<GetStatementBanks>(Nothing {}).await.unwrap().banks;
    let known: Vec<_> = banks.iter().filter(|bank| bank.is_known).map(|bank| bank.bank_id.as_str()).collect();
    assert_eq!(known, [BANK]);
    // Those of the utility's own accounts are offered, with those whose statements are known first.
    let offered: Vec<_> = banks.iter().map(|bank| bank.bank_name.as_str()).collect();
    assert_eq!(offered, ["Maybank2E", "Affin Bank", "Hong Leong Bank"]);
    assert!(banks.iter().all(|bank| bank.accounts.len() == 1), "{banks:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_own_accounts_all_banks_are_offered_by_name() {
    let portal = Portal::with_people_and(&["--utility-name", "Tenaga & Sons"]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let banks = pccr.call::<GetStatementBanks>(Nothing {}).await.expect("banks").banks;
    let names: Vec<_> = banks.iter().map(|bank| bank.bank_name.to_lowercase()).collect();
    assert!(names.len() > 20 && names.is_sorted(), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_without_money_are_refused_by_line() {
    let portal = Portal::with_people().await;
    payments(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let rows = [
        line(0, "100.00"),
        line(1, "(100.00)"),
        "31/02/2026,EFT10001,100.00".to_owned(),
        "20/11/2026,EFT10001,a hundred".to_owned(),
        "20/11/2026,EFT10001,".to_owned(),
        ",Total,".to_owned(),
    ];
    let statement_id = statement(&portal, &pccr, &rows).await;
    let problems: Vec<_> = lines(&pccr, &statement_id).await.into_iter().map(|line| line.problem).collect();
    let expected = [
        None,
        Some(LineProblem::Outgoing),
        Some(LineProblem::DayUnknown),
        Some(LineProblem::AmountUnknown),
        Some(LineProblem::AmountMissing),
        Some(LineProblem::NoLine),
    ];
    assert_eq!(problems, expected);
    let groups = read(&pccr, &statement_id).await.groups;
    assert_eq!(
        groups.iter().map(|group| (group.group, group.lines)).collect::<Vec<_>>(),
        [(LineGroup::Accept, 1), (LineGroup::Other, 5)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_statement_are_refused_whole() {
    let portal = Portal::with_people().await;
    let many = format!("{HEADING}\n{}", "20/11/2026,A,1.00\n".repeat(5_001));
    for (file, code) in [
        (&b"%PDF-1.7\n\x01\x02\x03"[..], "bankFileUnknown"),
        (b"", "bankFileEmpty"),
        (HEADING.as_bytes(), "bankFileEmpty"),
        (many.as_bytes(), "bankRowsTooMany"),
        (&vec![b'a'; (2 << 20) + 1], "fileTooLarge"),
    ] {
        let answer = send(&portal, PCCR, BANK, file).await;
        assert_eq!(answer.code().as_deref(), Some(code), "{}", answer.text());
    }
    let answer = send(&portal, PCCR, "NOBANK", b"Date,Reference,Amount\n20/11/2026,A,1.00\n").await;
    assert_eq!(answer.code().as_deref(), Some("bankUnknown"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_file_is_gone_on_with_by_a_colleague() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = format!("{HEADING}\n{}\n", line(0, "100.00"));
    let first = uploaded(&portal, file.as_bytes()).await;
    set_columns(&pccr, &first.statement_id, COLUMNS).await.unwrap();
    let again = uploaded(&portal, file.as_bytes()).await;
    assert_eq!((again.statement_id.as_str(), again.is_known, again.needs_columns), (&*first.statement_id, true, false));
    let asked = |search: Option<&str>| BankStatementsRequest {
        search: search.map(str::to_owned),
        bank_ids: None,
        record_count: None,
        cursor: None,
    };
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let list = glb.call::<GetBankStatements>(asked(Some("NOVEM"))).await.unwrap();
    assert_eq!((list.total, list.items[0].uploaded_by.as_str(), list.items[0].lines), (1, "Farid", 1));
    assert_eq!(glb.call::<GetBankStatements>(asked(Some("december"))).await.unwrap().total, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_the_statement_of_one_bank() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = format!("{HEADING}\n{}\n", line(0, "100.00"));
    let by_mistake = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    assert_eq!(by_mistake.status, 200, "{}", by_mistake.text());
    let statement_id = by_mistake.json()["Data"]["statementId"].as_str().expect("an id").to_owned();
    set_columns(&pccr, &statement_id, COLUMNS).await.unwrap();
    assert_eq!(lines(&pccr, &statement_id).await.len(), 1);

    // No line was decided, so the file moves to the bank named now, which has no stored columns yet.
    let moved = uploaded(&portal, file.as_bytes()).await;
    assert_eq!((moved.statement_id.as_str(), moved.is_known, moved.needs_columns), (&*statement_id, true, true));
    assert_eq!(moved.moved_from.as_deref(), Some("Affin Bank"));
    assert_eq!(read(&pccr, &statement_id).await.columns, None);
    set_columns(&pccr, &statement_id, COLUMNS).await.unwrap();
    let found = lines(&pccr, &statement_id).await;
    let decided = decide(&pccr, &statement_id, &found).await.unwrap();
    assert!(decided.outcomes[0].transaction_no.is_some(), "{decided:?}");

    let refused = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    assert_eq!((refused.status, refused.code().as_deref()), (409, Some("bankFileOfOther")), "{}", refused.text());
    assert!(refused.text().contains("statement november.csv of Maybank2E"), "{}", refused.text());
    let again = uploaded(&portal, file.as_bytes()).await;
    assert_eq!((again.is_known, again.moved_from), (true, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_stays_its_banks_once_a_line_of_it_was_used_through_another_file() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let day = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let found = lines(&pccr, &day).await;
    decide(&pccr, &day, &found).await.unwrap();
    let month = format!("{HEADING}\n{}\n{}\n", line(0, "100.00"), line(1, "100.00"));
    let month_id = uploaded(&portal, month.as_bytes()).await.statement_id;
    let groups = async || lines(&pccr, &month_id).await.iter().map(|line| line.group).collect::<Vec<_>>();
    assert!(groups().await.contains(&LineGroup::Decided));

    let refused = send(&portal, PCCR, OTHER, month.as_bytes()).await;
    assert_eq!((refused.status, refused.code().as_deref()), (409, Some("bankFileOfOther")), "{}", refused.text());
    assert!(groups().await.contains(&LineGroup::Decided));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_moves_to_the_bank_in_which_its_transfers_were_used() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let day = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let found = lines(&pccr, &day).await;
    decide(&pccr, &day, &found).await.unwrap();
    let month = format!("{HEADING}\n{}\n{}\n", line(0, "100.00"), line(1, "100.00"));
    let by_mistake = send(&portal, PCCR, OTHER, month.as_bytes()).await;
    let month_id = by_mistake.json()["Data"]["statementId"].as_str().expect("an id").to_owned();
    set_columns(&pccr, &month_id, COLUMNS).await.unwrap();
    assert!(lines(&pccr, &month_id).await.iter().any(|line| line.why == Some(Why::UsedInOtherBank)));
    // What the form offers is accepted.
    assert!(read(&pccr, &month_id).await.may_change_columns);
    set_columns(&pccr, &month_id, COLUMNS).await.unwrap();

    let moved = uploaded(&portal, month.as_bytes()).await;
    assert_eq!((moved.statement_id.as_str(), moved.moved_from.as_deref()), (&*month_id, Some("Affin Bank")));
    assert!(lines(&pccr, &month_id).await.iter().any(|line| line.group == LineGroup::Decided));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_manager_reads_and_decides_nothing() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let found = lines(&glb, &statement_id).await;
    assert_eq!(found[0].group, LineGroup::Accept);
    assert_eq!(decide(&glb, &statement_id, &found).await.unwrap_err().code(), Code::Forbidden);
    assert_eq!(set_columns(&glb, &statement_id, COLUMNS).await.unwrap_err().code(), Code::Forbidden);
    let answer = send(&portal, "glb@utility.example", BANK, b"Date,Reference,Amount\n20/11/2026,B,1.00\n").await;
    assert_eq!(answer.status, 403);
    let payer = portal.sign_in("payer@sinar.example").await;
    let request = DecideLinesRequest { statement_id, lines: Vec::new() };
    assert_eq!(payer.call::<DecideBankLines>(request).await.unwrap_err().code(), Code::Forbidden);
}

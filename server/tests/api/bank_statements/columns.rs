//! Columns that say the direction, the currency or the status of their line: no line of them is money in unless it says
//! so, and an officer answers before lines are read.

use gridbill_core::Code;
use gridbill_core::bank_statements::{BankLine, Columns, LineGroup, LineProblem, Meaning, UnclearColumn};

use super::{COLUMNS, PCCR, decide, lines, payments, read, set_columns, uploaded, with_status};
use crate::support::{Portal, sql};

const HEADING: &str = "Date,Reference,Description,Amount,DR/CR";

/// Day, reference, description and amount.
fn first_four() -> Columns {
    Columns { description: Some(2), amount: Some(3), ..COLUMNS }
}

fn found(lines: &[BankLine]) -> Vec<(LineGroup, Option<LineProblem>)> {
    lines.iter().map(|line| (line.group, line.problem)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_debit_in_a_column_of_directions_is_never_accepted() {
    let portal = Portal::with_people().await;
    payments(&portal, 2).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = format!("{HEADING}\n20/11/2026,EFT10000,Refund,100.00,DR\n20/11/2026,EFT10001,Sinar,100.00,CR\n");
    let first = uploaded(&portal, file.as_bytes()).await;
    assert!(first.needs_columns);
    let statement = read(&pccr, &first.statement_id).await;
    assert_eq!(statement.suggested, Columns { direction: Some(4), ..first_four() });
    assert_eq!(statement.unclear, [UnclearColumn { column: 4, meaning: Meaning::Direction }]);

    // No user said what the column means, so nothing is read.
    let refused = set_columns(&pccr, &first.statement_id, first_four()).await.unwrap_err();
    assert_eq!(refused.fields(), [("direction", Code::BankDirectionUnclear)]);
    assert!(lines(&pccr, &first.statement_id).await.is_empty());

    set_columns(&pccr, &first.statement_id, statement.suggested).await.unwrap();
    let read_lines = lines(&pccr, &first.statement_id).await;
    let outgoing = (LineGroup::Other, Some(LineProblem::Outgoing));
    assert_eq!(found(&read_lines), [(LineGroup::Accept, None), outgoing]);
    assert!(read_lines[1].proposal.is_none() && read_lines[1].payment.is_none());
    let cells: Vec<_> = read_lines[0].cells.iter().map(|cell| (cell.name.as_str(), cell.value.as_str())).collect();
    assert_eq!(cells, [("DR/CR", "CR")], "the other cells are shown next to the proposal");
    decide(&pccr, &first.statement_id, &read_lines[..1]).await.unwrap();
    assert_eq!(with_status(&portal, 2).await, 1, "the payment of the debit is still pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_of_an_earlier_file_do_not_answer_for_a_column_that_nobody_chose() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    // At first the column has no direction, so no question is asked.
    let heading = "Date,Reference,Description,Amount,Flag";
    let first = uploaded(&portal, format!("{heading}\n20/11/2026,A,x,1.00,\n").as_bytes()).await;
    set_columns(&pccr, &first.statement_id, first_four()).await.unwrap();
    let second = uploaded(&portal, format!("{heading}\n20/11/2026,B,x,1.00,\n").as_bytes()).await;
    assert!(!second.needs_columns);
    // The same heading, but its last column has directions now.
    let file = format!("{heading}\n20/11/2026,EFT10000,x,100.00,DR\n21/11/2026,B,x,1.00,CR\n");
    let third = uploaded(&portal, file.as_bytes()).await;
    assert!(third.needs_columns);
    assert!(lines(&pccr, &third.statement_id).await.is_empty());
    // The officer says that it means something else, and the answer holds for the next file.
    let ignored = Columns { ignored: vec![4], ..first_four() };
    set_columns(&pccr, &third.statement_id, ignored.clone()).await.unwrap();
    let fourth = uploaded(&portal, file.replace("EFT10000", "EFT10009").as_bytes()).await;
    assert!(!fourth.needs_columns);
    assert_eq!(read(&pccr, &fourth.statement_id).await.columns, Some(ignored));
    // A statement that was read before the portal asked: the officer is asked first.
    let query = "update bank_statement set columns = columns - 'ignored' where statement_id = $1::uuid";
    sql::run(portal.pool(), query, &[&fourth.statement_id]).await;
    assert_eq!(read(&pccr, &fourth.statement_id).await.columns, None);

    // A file with other columns: what it has is suggested by its name, never by its place.
    let moved = uploaded(&portal, b"Ref,Who,When,Amount,Reference\n1,x,20/11/2026,1.00,EFT1\n").await;
    assert!(moved.needs_columns);
    let suggested = read(&pccr, &moved.statement_id).await.suggested;
    assert_eq!((suggested.day, suggested.reference, suggested.amount), (None, Some(4), Some(3)));
    let twice = uploaded(&portal, b"When,Reference,Reference,Amount\n20/11/2026,A,B,1.00\n").await;
    assert_eq!(read(&pccr, &twice.statement_id).await.suggested.reference, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_money_and_lines_that_are_not_booked_match_nothing_and_say_why() {
    let portal = Portal::with_people().await;
    payments(&portal, 3).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let file = "Tarikh,Rujukan,Jumlah,Mata Wang,Status\n20/11/2026,EFT10000,100.00,USD,Selesai\n\
                20/11/2026,EFT10001,100.00,MYR,Dalam proses\n20/11/2026,EFT10002,100.00,MYR,Selesai\n";
    let statement = uploaded(&portal, file.as_bytes()).await;
    let refused = set_columns(&pccr, &statement.statement_id, COLUMNS).await.unwrap_err();
    assert_eq!(refused.fields(), [("currency", Code::BankCurrencyUnclear), ("status", Code::BankStatusUnclear)]);
    let columns = Columns { currency: Some(3), status: Some(4), ..COLUMNS };
    set_columns(&pccr, &statement.statement_id, columns).await.unwrap();
    let read_lines = lines(&pccr, &statement.statement_id).await;
    let other = |problem| (LineGroup::Other, Some(problem));
    let expected = [(LineGroup::Accept, None), other(LineProblem::Foreign), other(LineProblem::NotBooked)];
    assert_eq!(found(&read_lines), expected);
    assert_eq!((read_lines[1].amount, read_lines[1].written_amount.as_deref()), (None, Some("USD 100.00")));

    // No line can be read by a column that says something else.
    let statement = uploaded(&portal, b"Date,Reference,Amount,Status\n20/11/2026,EFT10000,100.00,Posted\n").await;
    let wrong = Columns { direction: Some(3), ..COLUMNS };
    let refused = set_columns(&pccr, &statement.statement_id, wrong).await.unwrap_err();
    assert_eq!(refused.fields(), [("direction", Code::BankColumnsWrong)]);
}

/// No choice of columns can read a statement that is wholly in another currency, so its lines are shown as foreign.
#[tokio::test(flavor = "multi_thread")]
async fn a_statement_in_another_currency_shows_its_lines_as_foreign() {
    let portal = Portal::with_people().await;
    payments(&portal, 1).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let mt940 = ":20:A\n:60F:C261119USD0,\n:61:261120C100,NTRFEFT10000//B1\n:62F:C261120USD100,\n";
    for (file, needs_columns) in [
        (mt940, false),
        ("Date,Reference,Amount,Currency\n20/11/2026,EFT10000,100.00,USD\n", true),
        ("Date,Reference,Amount\n20/11/2026,EFT10000,USD 100.00\n", true),
    ] {
        let statement = uploaded(&portal, file.as_bytes()).await;
        assert_eq!(statement.needs_columns, needs_columns, "{file}");
        if needs_columns {
            let suggested = read(&pccr, &statement.statement_id).await.suggested;
            set_columns(&pccr, &statement.statement_id, suggested).await.unwrap();
        }
        let read_lines = lines(&pccr, &statement.statement_id).await;
        assert_eq!(found(&read_lines), [(LineGroup::Other, Some(LineProblem::Foreign))], "{file}");
        assert_eq!(read_lines[0].written_amount.as_deref(), Some("USD 100.00"), "{file}");
    }
}

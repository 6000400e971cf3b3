//! A transfer is credited once, on any screen and however often its line is uploaded.

use gridbill_core::Code;
use gridbill_core::bank_statements::{BankLine, Fit, LineGroup, Why};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::staff::{
    DecisionRequest, PaymentAccept, PaymentReject, ReconciliationRequest, RejectRequest, RequestReconciliation,
};
use gridbill_core::payments::{MakePayment, MakePaymentRequest, PaymentMade, Status};

use super::{
    COLUMNS, HEADING, OTHER, PCCR, as_proposed, decide, line, lines, number, send, set_columns, statement, transfer,
    with_status,
};
use crate::support::given::{self, Person, SINAR, eft, reference};
use crate::support::state::broken_invariants;
use crate::support::{Actor, Portal, RefusedCall, money, sql};

/// Inserts two bills of the same amount.
async fn two_bills(portal: &Portal) -> (Actor, Vec<InvoiceNo>) {
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    (portal.sign_in("payer@sinar.example").await, bills)
}

async fn pay(payer: &Actor, bill: &InvoiceNo) -> PaymentMade {
    payer.call::<MakePayment>(transfer(bill, &number(0))).await.expect("a payment")
}

async fn accept(officer: &Actor, made: &PaymentMade) -> Result<Status, RefusedCall> {
    let request = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    officer.call::<PaymentAccept>(request).await.map(|moved| moved.status)
}

/// Returns the rows that `gridbill check` reports for broken invariants.
pub async fn found_by_check(portal: &Portal) -> Vec<String> {
    let (_, findings) = gridbill::check::look(portal.pool()).await.expect("checked");
    findings.into_iter().filter(|finding| finding.broken > 0).flat_map(|finding| finding.rows).collect()
}

fn only(lines: Vec<BankLine>) -> BankLine {
    let [line] = <[BankLine; 1]>::try_from(lines).expect("one line");
    line
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_accepted_on_its_own_page_uses_the_open_line() {
    let portal = Portal::with_people().await;
    let (payer, bills) = two_bills(&portal).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let first = pay(&payer, &bills[0]).await;
    assert_eq!(accept(&pccr, &first).await.expect("accepted"), Status::Processing);
    let used = only(lines(&pccr, &statement_id).await);
    assert_eq!((used.group, used.used[0].transaction_no.clone()), (LineGroup::Decided, first.transaction_no.clone()));

    // A second payment quotes the same number. No line is left for it on either screen.
    let second = pay(&payer, &bills[1]).await;
    assert_eq!(only(lines(&pccr, &statement_id).await).proposal, None);
    let refused = accept(&pccr, &second).await.expect_err("the money is the other payment's");
    assert_eq!((refused.status, refused.code()), (409, Code::BankLineNeeded));
    assert!(refused.body.error_message.contains(first.transaction_no.as_str()), "{}", refused.body.error_message);
    assert_eq!((with_status(&portal, 3).await, with_status(&portal, 2).await), (1, 1));
    assert_eq!(found_by_check(&portal).await, [""; 0]);

    // A newer statement has a line for the second payment.
    statement(&portal, &pccr, &[line(0, "100.00"), line(0, "100.00")]).await;
    assert_eq!(accept(&pccr, &second).await.expect("accepted"), Status::Processing);
    assert_eq!(found_by_check(&portal).await, [""; 0]);
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_accepted_before_its_line_came_keeps_it() {
    let portal = Portal::with_people().await;
    let (payer, bills) = two_bills(&portal).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = pay(&payer, &bills[0]).await;
    accept(&pccr, &first).await.expect("accepted");
    let second = pay(&payer, &bills[1]).await;
    assert_eq!(accept(&pccr, &second).await.expect_err("one transfer").code(), Code::BankLineNeeded);

    let statement_id = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    let kept = only(lines(&pccr, &statement_id).await);
    assert_eq!((kept.group, kept.why, kept.proposal), (LineGroup::Unmatched, Some(Why::CountedBefore), None));
    assert_eq!(kept.other_payment.as_ref(), Some(&first.transaction_no));
    assert_eq!(accept(&pccr, &second).await.expect_err("the line is the first's").code(), Code::BankLineNeeded);

    // A third payment is declined. A statement with two such lines has one open line, and the other is the first
    // payment's.
    let declined = pay(&payer, &given::bills(portal.pool(), SINAR, 1, "100.00").await[0]).await;
    let request = RejectRequest { e_bulk_payment_id: declined.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(request).await.expect("declined");
    let two = statement(&portal, &pccr, &[line(0, "100.00"), line(0, "100.00")]).await;
    let found = lines(&pccr, &two).await;
    let open: Vec<_> = found.iter().filter(|line| line.proposal.is_some()).collect();
    assert_eq!(open.len(), 1, "{found:?}");
    assert_eq!((open[0].fit, open[0].why), (Some(Fit::Near), Some(Why::NumberRepeated)));
    assert_eq!(open[0].other_payment.as_ref(), Some(&first.transaction_no));
    let outcomes = decide(&pccr, &two, &found).await.expect("decided").outcomes;
    assert_eq!((outcomes.len(), &outcomes[0].refusal), (1, &None));
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_another_bank_has_too_is_named_and_used_once() {
    let portal = Portal::with_people().await;
    let (payer, bills) = two_bills(&portal).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let own = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    // An additional line makes it another file.
    let file = format!("{HEADING}\n{}\n{}\n", line(0, "100.00"), line(7, "5.00"));
    let sent = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    let other = sent.json()["Data"]["statementId"].as_str().expect("an id").to_owned();
    set_columns(&pccr, &other, COLUMNS).await.expect("the columns");

    let first = pay(&payer, &bills[0]).await;
    let repeated = async || lines(&pccr, &other).await.into_iter().find(|line| line.line == 2).expect("the line");
    let open = repeated().await;
    assert_eq!((open.fit, open.why), (Some(Fit::Near), Some(Why::OfOtherBank)));
    assert_eq!(open.other_statement.as_ref().map(|other| other.statement_id.as_str()), Some(own.as_str()));
    let asked = [open];

    let found = lines(&pccr, &own).await;
    assert_eq!(decide(&pccr, &own, &found).await.expect("decided").outcomes[0].refusal, None);
    let used = repeated().await;
    assert_eq!((used.group, used.why, used.proposal), (LineGroup::Unmatched, Some(Why::UsedInOtherBank), None));
    assert_eq!(used.other_payment.as_ref(), Some(&first.transaction_no));

    // A stale proposal cannot decide the next payment with that number, because the line was used meanwhile.
    let second = pay(&payer, &bills[1]).await;
    let mut late = as_proposed(&asked[0]).expect("it was proposed");
    late.e_bulk_payment_id = second.e_bulk_payment_id.clone();
    let request = gridbill_core::bank_statements::DecideLinesRequest { statement_id: other.clone(), lines: vec![late] };
    let answer = pccr.call::<gridbill_core::bank_statements::DecideBankLines>(request).await.expect("an answer");
    assert!(answer.outcomes[0].refusal.as_deref().is_some_and(|why| why.contains("was used already")), "{answer:?}");
    assert_eq!(accept(&pccr, &second).await.expect_err("the money is the first's").code(), Code::BankLineNeeded);
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_officer_on_the_page_and_a_reconciliation_use_the_line() {
    let portal = Portal::with_people_and(&["--second-officer-above", "50.00"]).await;
    let deputy = "deputy@utility.example";
    let person = Person { email: deputy, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), person).await;
    let (payer, bills) = two_bills(&portal).await;
    let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(deputy).await];
    let statement_id = statement(&portal, &officers[0], &[line(0, "100.00"), line(1, "60.00")]).await;
    let group = async |row: u32| {
        let found = lines(&officers[0], &statement_id).await;
        found.into_iter().find(|line| line.line == row).expect("a line").group
    };
    let first = pay(&payer, &bills[0]).await;
    accept(&officers[0], &first).await.expect("proposed");
    assert_eq!(group(2).await, LineGroup::Accept, "not confirmed yet");
    accept(&officers[1], &first).await.expect("confirmed");
    assert_eq!(group(2).await, LineGroup::Decided);

    let short = payer.call::<MakePayment>(transfer(&bills[1], &number(1))).await.expect("a payment");
    let request = ReconciliationRequest {
        e_bulk_payment_id: short.e_bulk_payment_id.clone(),
        reconcile_amount: money("40.00"),
        reconcile_type: 1,
        version: None,
    };
    officers[0].call::<RequestReconciliation>(request).await.expect("requested");
    assert_eq!(group(3).await, LineGroup::Decided);
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

/// Pays two bills by two transfers.
async fn pay_by_two(portal: &Portal, bill_total: &str, amounts: [&str; 2], total: &str) -> PaymentMade {
    let bills = given::bills(portal.pool(), SINAR, 2, bill_total).await;
    let [first, second] = amounts;
    let reference_numbers = vec![reference(&number(0), first), reference(&number(1), second)];
    let payer = portal.sign_in("payer@sinar.example").await;
    let request = MakePaymentRequest { reference_numbers, ..eft(&bills, total) };
    payer.call::<MakePayment>(request).await.expect("a payment")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_transfers_of_one_amount_take_two_lines() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let made = pay_by_two(&portal, "100.00", ["100.00", "100.00"], "200.00").await;
    let statement_id = statement(&portal, &pccr, &[line(0, "100.00")]).await;
    accept(&pccr, &made).await.expect("accepted");
    assert_eq!(only(lines(&pccr, &statement_id).await).group, LineGroup::Decided);
    let awaited = "select string_agg(number_key, ',') from bank_money_awaited";
    assert_eq!(sql::value::<Option<String>>(portal.pool(), awaited, &[]).await, Some(number(1)));
    let later = statement(&portal, &pccr, &[line(1, "100.00")]).await;
    assert_eq!(only(lines(&pccr, &later).await).why, Some(Why::CountedBefore));
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_numbers_that_differ_by_leading_zeros_are_both_awaited() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let reference_numbers = vec![reference("00123456", "100.00"), reference("123456", "100.00")];
    let payer = portal.sign_in("payer@sinar.example").await;
    let request = MakePaymentRequest { reference_numbers, ..eft(&bills, "200.00") };
    let made = payer.call::<MakePayment>(request).await.expect("a payment");
    accept(&pccr, &made).await.expect("accepted");
    assert_eq!(sql::value::<i64>(portal.pool(), "select count(*) from bank_money_awaited", &[]).await, 2);
    let line = "2026-11-20,123456,100.00".to_owned();
    let statement_id = statement(&portal, &pccr, &[line.clone(), line]).await;
    let found = lines(&pccr, &statement_id).await;
    assert!(found.iter().all(|line| line.why == Some(Why::CountedBefore)), "{found:?}");
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_did_not_come_is_not_awaited() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let made = pay_by_two(&portal, "50.00", ["60.00", "40.00"], "100.00").await;
    let statement_id = statement(&portal, &pccr, &[line(0, "60.00")]).await;
    let request = ReconciliationRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        reconcile_amount: money("40.00"),
        reconcile_type: 1,
        version: None,
    };
    pccr.call::<RequestReconciliation>(request).await.expect("requested");
    assert_eq!(only(lines(&pccr, &statement_id).await).group, LineGroup::Decided);
    assert_eq!(sql::value::<i64>(portal.pool(), "select count(*) from bank_money_awaited", &[]).await, 0);
    let later = statement(&portal, &pccr, &[line(1, "40.00")]).await;
    assert_ne!(only(lines(&pccr, &later).await).why, Some(Why::CountedBefore));
    assert_eq!(found_by_check(&portal).await, [""; 0]);
}

/// Older versions could accept two payments by one line. The check names both payments.
#[tokio::test(flavor = "multi_thread")]
async fn the_check_names_two_payments_of_one_line() {
    let portal = Portal::with_people().await;
    let (payer, bills) = two_bills(&portal).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = pay(&payer, &bills[0]).await;
    accept(&pccr, &first).await.expect("accepted");
    sql::run(portal.pool(), "delete from bank_money_awaited", &[]).await;
    let second = pay(&payer, &bills[1]).await;
    statement(&portal, &pccr, &[line(0, "100.00")]).await;
    accept(&pccr, &second).await.expect("nothing is known of the first");
    assert_eq!(found_by_check(&portal).await, [""; 0]);
    let query = "insert into bank_money_awaited (payment_id, version, number_key, amount, day)
                 select payment_id, 1, $2, 100, '2026-11-20' from payment where transaction_no = $1";
    sql::run(portal.pool(), query, &[&first.transaction_no.as_str(), &number(0)]).await;
    let found = found_by_check(&portal).await;
    let names = |made: &PaymentMade| found.iter().all(|row| row.contains(made.transaction_no.as_str()));
    assert!(found.len() == 1 && names(&first) && names(&second), "{found:?}");

    // The check also names the payments that took more of a line than it has.
    sql::run(portal.pool(), "delete from bank_money_awaited", &[]).await;
    sql::run(portal.pool(), "alter table bank_line_used disable trigger shares_of_a_line_add_up", &[]).await;
    let query = "
        insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision, statement_id,
                                    line, decided_by, decided_at, share)
        select $2, day, reference_key, amount, ordinal, (select payment_id from payment where transaction_no = $1), version,
               decision, statement_id, line, decided_by, decided_at, share
        from bank_line_used";
    sql::run(portal.pool(), query, &[&first.transaction_no.as_str(), &OTHER]).await;
    let found = found_by_check(&portal).await;
    let names = |made: &PaymentMade| found.iter().all(|row| row.contains(made.transaction_no.as_str()));
    assert!(found.len() == 1 && names(&first) && names(&second), "{found:?}");
}

//! Lines and payments matched by an officer: several payments for one line, and several lines for one payment.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::bank_statements::{
    BankShare, CandidateWhy, GetMatchCandidates, LineGroup, MatchBankLines, MatchCandidates, MatchCandidatesRequest,
    MatchLinesRequest, MatchedLines, SeenPayment, Why,
};
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept, PaymentReject, RejectRequest};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};

use super::{HEADING, OTHER, PCCR, line, lines, number, send, set_columns, statement, transfer, with_status};
use crate::support::given::{self, Person, SINAR};
use crate::support::state::broken_invariants;
use crate::support::{Actor, Portal, RefusedCall, money, sql};

/// Makes payments of RM 100.00 that await a decision, with references of these numbers.
async fn payments(portal: &Portal, numbers: &[usize]) -> Vec<PaymentMade> {
    let bills = given::bills(portal.pool(), SINAR, i32::try_from(numbers.len()).expect("few"), "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut made = Vec::new();
    for (bill, place) in bills.iter().zip(numbers) {
        made.push(payer.call::<MakePayment>(transfer(bill, &number(*place))).await.expect("a payment"));
    }
    made
}

async fn candidates(staff: &Actor, statement_id: &str, line: u32, search: Option<&str>) -> MatchCandidates {
    let request = MatchCandidatesRequest {
        statement_id: statement_id.to_owned(),
        line,
        search: search.map(str::to_owned),
        line_search: None,
    };
    staff.call::<GetMatchCandidates>(request).await.expect("the candidates")
}

fn share(statement_id: &str, line: u32, made: &PaymentMade, amount: &str) -> BankShare {
    BankShare {
        statement_id: statement_id.to_owned(),
        line,
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        amount: money(amount),
    }
}

async fn matched(officer: &Actor, shares: Vec<BankShare>) -> Result<MatchedLines, RefusedCall> {
    matched_as_told(officer, shares, None).await
}

async fn matched_as_told(
    officer: &Actor,
    shares: Vec<BankShare>,
    awaits_second_officer: Option<bool>,
) -> Result<MatchedLines, RefusedCall> {
    let seen = |share: &BankShare| {
        let e_bulk_payment_id = share.e_bulk_payment_id.clone();
        SeenPayment { e_bulk_payment_id, version: 1, awaits_second_officer }
    };
    let payments = shares.iter().map(seen).collect();
    officer.call::<MatchBankLines>(MatchLinesRequest { shares, payments }).await
}

async fn accept(officer: &Actor, made: &PaymentMade) -> Result<Status, RefusedCall> {
    let request = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    officer.call::<PaymentAccept>(request).await.map(|moved| moved.status)
}

async fn holds(portal: &Portal) {
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

/// One transfer pays two payments that quote the same number. Only a match by an officer can accept both.
#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_pays_several_payments_under_one_number() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0, 0]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(0, "250.00")]).await;
    let found = candidates(&pccr, &statement_id, 2, None).await;
    assert_eq!((found.line.open, found.payments.len()), (money("250.00"), 2));
    assert!(found.payments.iter().all(|one| one.why == CandidateWhy::Number && !one.is_accepted), "{found:?}");

    let shares = made.iter().map(|made| share(&statement_id, 2, made, "100.00")).collect();
    let outcome = matched(&pccr, shares).await.expect("matched");
    assert!(outcome.payments.len() == 2 && outcome.payments.iter().all(|one| !one.awaits_second_officer));
    assert_eq!(with_status(&portal, 3).await, 2);
    let [shown] = <[_; 1]>::try_from(lines(&pccr, &statement_id).await).expect("one line");
    assert_eq!(
        (shown.group, shown.why, shown.open),
        (LineGroup::Unmatched, Some(Why::PartlyUsed), Some(money("50.00")))
    );
    assert_eq!(shown.used.iter().map(|used| used.share).collect::<Vec<_>>(), [money("100.00"), money("100.00")]);
    holds(&portal).await;

    // The rest of the line cannot pay a larger payment, on any screen.
    let third = payments(&portal, &[0]).await;
    let refused =
        matched(&pccr, vec![share(&statement_id, 2, &third[0], "100.00")]).await.expect_err("too little is open");
    assert_eq!((refused.status, refused.code()), (409, Code::BankSharesTooLarge));
    let refused =
        matched(&pccr, vec![share(&statement_id, 2, &third[0], "50.00")]).await.expect_err("half of the payment");
    assert_eq!((refused.status, refused.code()), (422, Code::BankMatchIncomplete));
    let refused = accept(&pccr, &third[0]).await.expect_err("the money under the number was counted");
    assert_eq!(refused.code(), Code::BankLineNeeded);
    assert_eq!(with_status(&portal, 2).await, 1);
    holds(&portal).await;
}

/// A payment that another line of the statement matches exactly is offered only if the officer searches for it, and so is
/// that line. The company's name in the line is a reason.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_matched_already_is_left_out() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0, 1]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let named = "20/11/2026,IBG SINAR JAYA SDN BHD,100.00".to_owned();
    let statement_id = statement(&portal, &pccr, &[line(0, "100.00"), named]).await;
    let found = candidates(&pccr, &statement_id, 3, None).await;
    let offered: Vec<_> = found.payments.iter().map(|one| (&one.payment.transaction_no, one.why)).collect();
    assert_eq!(offered, [(&made[1].transaction_no, CandidateWhy::NameAndAmount)]);
    assert!(found.lines.is_empty(), "{:?}", found.lines);
    assert_eq!(candidates(&pccr, &statement_id, 3, Some("sinar")).await.payments.len(), 2);
}

/// The first of two payments with one number was accepted before the transfer arrived. A match unblocks the second one.
#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_waits_for_its_line_shares_the_transfer() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0, 0]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    accept(&pccr, &made[0]).await.expect("accepted before its line came");
    assert_eq!(accept(&pccr, &made[1]).await.expect_err("stuck").code(), Code::BankLineNeeded);
    let statement_id = statement(&portal, &pccr, &[line(0, "200.00")]).await;
    let found = candidates(&pccr, &statement_id, 2, None).await;
    assert_eq!(found.payments.iter().map(|one| one.is_accepted).collect::<Vec<_>>(), [true, false]);
    assert!(found.payments.iter().all(|one| one.why == CandidateWhy::NumberTogether), "{found:?}");
    let shares: Vec<_> = found
        .payments
        .iter()
        .map(|one| BankShare {
            statement_id: statement_id.clone(),
            line: 2,
            e_bulk_payment_id: one.payment.e_bulk_payment_id.clone(),
            amount: one.payment.expected,
        })
        .collect();
    let payments = found
        .payments
        .iter()
        .map(|one| SeenPayment {
            e_bulk_payment_id: one.payment.e_bulk_payment_id.clone(),
            version: one.version,
            awaits_second_officer: None,
        })
        .collect();
    pccr.call::<MatchBankLines>(MatchLinesRequest { shares, payments }).await.expect("matched");
    let [shown] = <[_; 1]>::try_from(lines(&pccr, &statement_id).await).expect("one line");
    assert_eq!((shown.group, shown.used.len(), shown.open), (LineGroup::Decided, 2, Some(money("0.00"))));
    assert_eq!(with_status(&portal, 3).await, 2);
    let awaited = sql::value::<i64>(portal.pool(), "select count(*) from bank_money_awaited", &[]).await;
    assert_eq!(awaited, 0);
    assert!(candidates(&pccr, &statement_id, 2, None).await.payments.is_empty());
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_lines_of_several_statements_pay_one_payment() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let first = statement(&portal, &pccr, &[line(8, "60.00"), line(0, "5.00")]).await;
    let second = statement(&portal, &pccr, &["21/11/2026,OTHER,45.00".to_owned()]).await;
    let found = candidates(&pccr, &first, 2, Some("sinar")).await;
    assert_eq!(found.payments.len(), 1);
    let others: Vec<_> = found.lines.iter().map(|line| (line.statement_id.as_str(), line.line)).collect();
    assert_eq!(others, [(first.as_str(), 3), (second.as_str(), 2)]);

    let shares = |last: &str| vec![share(&first, 2, &made[0], "60.00"), share(&second, 2, &made[0], last)];
    let refused = matched(&pccr, shares("35.00")).await.expect_err("five are missing");
    assert_eq!(refused.code(), Code::BankMatchIncomplete);
    assert!(refused.body.error_message.contains("95.00"), "{}", refused.body.error_message);
    matched(&pccr, shares("40.00")).await.expect("matched");
    let shown = lines(&pccr, &second).await;
    assert_eq!((shown[0].why, shown[0].open), (Some(Why::PartlyUsed), Some(money("5.00"))));
    assert_eq!(with_status(&portal, 3).await, 1);
    holds(&portal).await;
}

/// The same line in a daily file, a monthly file and under another bank is the same money.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_two_files_is_shared_once() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0, 1, 2]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let day = statement(&portal, &pccr, &[line(9, "200.00")]).await;
    let month = statement(&portal, &pccr, &[line(8, "1.00"), line(9, "200.00")]).await;
    let both = vec![
        share(&day, 2, &made[0], "100.00"),
        share(&day, 2, &made[1], "100.00"),
        share(&month, 3, &made[2], "100.00"),
    ];
    assert_eq!(matched(&pccr, both.clone()).await.expect_err("one money").code(), Code::BankSharesTooLarge);
    let twice = vec![share(&day, 2, &made[0], "50.00"), share(&month, 3, &made[0], "50.00")];
    assert_eq!(matched(&pccr, twice).await.expect_err("one line").code(), Code::BankShareTwice);
    assert_eq!(with_status(&portal, 2).await, 3);
    matched(&pccr, both[..1].to_vec()).await.expect("matched");
    matched(&pccr, vec![share(&month, 3, &made[1], "100.00")]).await.expect("the other half, by the other file");

    let file = format!("{HEADING}\n{}\n{}\n", line(9, "200.00"), line(7, "5.00"));
    let sent = send(&portal, PCCR, OTHER, file.as_bytes()).await;
    let other = sent.json()["Data"]["statementId"].as_str().expect("an id").to_owned();
    set_columns(&pccr, &other, super::COLUMNS).await.expect("the columns");
    let refused = matched(&pccr, vec![share(&other, 2, &made[2], "100.00")]).await.expect_err("used in the other bank");
    assert_eq!((refused.status, refused.code()), (409, Code::BankLineUsed));
    holds(&portal).await;

    // Declining a payment releases its share of the line.
    let waits = payments(&portal, &[3]).await;
    assert_eq!(
        matched(&pccr, vec![share(&day, 2, &waits[0], "100.00")]).await.expect_err("nothing is open").code(),
        Code::BankSharesTooLarge
    );
}

/// Two officers match the last RM 100.00 of a line with different payments at the same time. One is refused.
#[tokio::test(flavor = "multi_thread")]
async fn two_officers_share_out_no_more_than_a_line_has() {
    let portal = Portal::with_people().await;
    let second = "second@utility.example";
    let person = Person { email: second, name: "Salmah", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), person).await;
    let numbers: Vec<usize> = (0..8).collect();
    let made = payments(&portal, &numbers).await;
    let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(second).await];
    let statement_id = statement(&portal, &officers[0], &[line(50, "300.00")]).await;
    let calls = made.iter().enumerate().map(|(place, made)| {
        let (officer, shares) = (&officers[place % 2], vec![share(&statement_id, 2, made, "100.00")]);
        async move { matched(officer, shares).await }
    });
    let outcomes = join_all(calls).await;
    let refused: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!(refused.len(), 5);
    assert!(refused.iter().all(|refused| refused.code() == Code::BankSharesTooLarge), "{refused:?}");
    assert_eq!((with_status(&portal, 3).await, with_status(&portal, 2).await), (3, 5));
    holds(&portal).await;
    // Two officers match the same payment at the same time.
    let line_of = statement(&portal, &officers[0], &[line(51, "500.00"), line(52, "500.00")]).await;
    let waiting = made.iter().zip(&outcomes).find(|(_, outcome)| outcome.is_err()).expect("one waits").0;
    let both = join_all(officers.iter().zip(2..).map(|(officer, row)| {
        let shares = vec![share(&line_of, row, waiting, "100.00")];
        async move { matched(officer, shares).await }
    }))
    .await;
    let told: Vec<_> = both.iter().filter_map(|outcome| outcome.as_ref().err()).map(RefusedCall::code).collect();
    assert_eq!(told, [Code::PaymentMoved]);
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_without_the_right_matches_nothing() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(9, "100.00")]).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(candidates(&glb, &statement_id, 2, None).await.payments.len(), 1);
    let payer = portal.sign_in("payer@sinar.example").await;
    let shares = vec![share(&statement_id, 2, &made[0], "100.00")];
    for actor in [&glb, &payer] {
        let refused = matched(actor, shares.clone()).await.expect_err("not theirs to decide");
        assert_eq!((refused.status, refused.code()), (403, Code::Forbidden));
    }
    let request = MatchCandidatesRequest { statement_id, line: 2, search: None, line_search: None };
    assert_eq!(payer.call::<GetMatchCandidates>(request).await.expect_err("staff's").code(), Code::Forbidden);
    assert_eq!(with_status(&portal, 2).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn above_the_limit_a_match_waits_for_the_second_officer() {
    let portal = Portal::with_people_and(&["--second-officer-above", "50.00"]).await;
    let deputy = "deputy@utility.example";
    let person = Person { email: deputy, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), person).await;
    let made = payments(&portal, &[0, 0]).await;
    let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(deputy).await];
    let statement_id = statement(&portal, &officers[0], &[line(0, "200.00")]).await;
    let shares: Vec<_> = made.iter().map(|made| share(&statement_id, 2, made, "100.00")).collect();
    let first = matched(&officers[0], shares.clone()).await.expect("proposed");
    assert!(first.payments.iter().all(|one| one.awaits_second_officer));
    let found = candidates(&officers[1], &statement_id, 2, None).await;
    assert_eq!(found.line.open, money("200.00"), "no second officer has confirmed");
    assert!(found.payments.iter().all(|one| one.needs_second_officer && one.proposed_by.as_deref() == Some("Farid")));
    let again = matched(&officers[0], shares.clone()).await.expect_err("the same officer");
    assert_eq!(again.code(), Code::SecondOfficerNeeded);
    let unaware = matched_as_told(&officers[1], shares.clone(), Some(true)).await.expect_err("it would be final");
    assert_eq!(unaware.code(), Code::DecisionEffectChanged);
    let second = matched_as_told(&officers[1], shares, Some(false)).await.expect("confirmed");
    assert!(second.payments.iter().all(|one| !one.awaits_second_officer));
    assert_eq!(with_status(&portal, 3).await, 2);
    holds(&portal).await;
}

/// A match applies to all of its payments or to none. If a colleague declined one meanwhile, the others stay undecided.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_carried_out_as_a_whole() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0, 1]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(9, "200.00")]).await;
    let request = RejectRequest { e_bulk_payment_id: made[1].e_bulk_payment_id.clone(), remark: None, version: None };
    pccr.call::<PaymentReject>(request).await.expect("declined");
    let shares: Vec<_> = made.iter().map(|made| share(&statement_id, 2, made, "100.00")).collect();
    assert_eq!(matched(&pccr, shares).await.expect_err("one of them moved").code(), Code::PaymentMoved);
    assert_eq!((with_status(&portal, 2).await, with_status(&portal, 3).await), (1, 0));
    let other = matched(&pccr, vec![share(&statement_id, 3, &made[0], "100.00")]).await.expect_err("no such row");
    assert_eq!((other.status, other.code()), (404, Code::BankLineNotFound));
    assert_eq!(matched(&pccr, Vec::new()).await.expect_err("nothing").code(), Code::BankMatchEmpty);
}

/// The database's own trigger refuses shares that exceed the line.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_refuses_shares_over_a_line() {
    let portal = Portal::with_people().await;
    let made = payments(&portal, &[0]).await;
    let pccr = portal.sign_in_staff(PCCR).await;
    let statement_id = statement(&portal, &pccr, &[line(9, "150.00")]).await;
    matched(&pccr, vec![share(&statement_id, 2, &made[0], "100.00")]).await.expect("matched");
    let more = sql::try_run(portal.pool(), "update bank_line_used set share = 150.01", &[]).await;
    assert!(more.is_err(), "more than the line");
    let query = "
        insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision, statement_id,
                                    line, decided_by, decided_at, share)
        select bank_id, day, reference_key, amount, ordinal, payment_id, version + 1, decision, statement_id, line, decided_by,
               decided_at, 50.01
        from bank_line_used";
    let error = sql::try_run(portal.pool(), query, &[]).await.expect_err("a sen too much");
    assert!(error.to_string().contains("would come to 150.01"), "{error}");
}

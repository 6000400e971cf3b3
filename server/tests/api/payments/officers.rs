//! Above a configured amount, two officers must agree on a credit, on every screen.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::bank_statements::LineGroup;
use gridbill_core::list::Sort;
use gridbill_core::payments::staff::{
    DecisionRequest, GetAdminPaymentDetails, GetAdminPendingPayments, PaymentAccept, PaymentReject,
    PendingPaymentsRequest, ReconciliationRequest, RejectRequest, RequestReconciliation, TurnDownAcceptance,
    TurnDownRequest,
};
use gridbill_core::payments::{
    GetPaymentActivity, GetPaymentDetails, MakePayment, MakeReconciliationPaymentInsufficient, PaymentMade, Status,
    TransactionFilter,
};
use serde_json::{Value, json};

use crate::bank_statements::{self, PCCR};
use crate::support::given::{self, Person, SINAR, eft};
use crate::support::portal::until;
use crate::support::state::broken_invariants;
use crate::support::{Actor, Portal, RefusedCall, money, sql};

const DEPUTY: &str = "deputy@utility.example";

/// Starts a portal with two officers, where both must decide above RM 250.00.
async fn two_officers() -> (Portal, [Actor; 2]) {
    let portal = Portal::with_people_and(&["--second-officer-above", "250.00"]).await;
    let deputy = Person { email: DEPUTY, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), deputy).await;
    let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(DEPUTY).await];
    (portal, officers)
}

/// Makes a payment of this number of bills over RM 100.00 each.
async fn payment(portal: &Portal, bills: i32) -> PaymentMade {
    let bills = given::bills(portal.pool(), SINAR, bills, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, &format!("{}.00", bills.len() * 100))).await.expect("a payment")
}

async fn accept(officer: &Actor, made: &PaymentMade) -> Result<(Status, bool), RefusedCall> {
    accept_as_told(officer, made, None).await
}

async fn accept_as_told(
    officer: &Actor,
    made: &PaymentMade,
    awaits_second_officer: Option<bool>,
) -> Result<(Status, bool), RefusedCall> {
    let e_bulk_payment_id = made.e_bulk_payment_id.clone();
    let request = DecisionRequest { e_bulk_payment_id, version: None, awaits_second_officer };
    officer.call::<PaymentAccept>(request).await.map(|moved| (moved.status, moved.awaits_second_officer))
}

async fn turn_down(officer: &Actor, made: &PaymentMade, remark: &str) -> Result<bool, RefusedCall> {
    let request = TurnDownRequest { e_bulk_payment_id: made.e_bulk_payment_id.clone(), remark: remark.to_owned() };
    officer.call::<TurnDownAcceptance>(request).await.map(|moved| moved.awaits_second_officer)
}

async fn head(officer: &Actor, made: &PaymentMade) -> Value {
    let request = json!({ "transactionNo": made.transaction_no });
    officer.call_raw::<GetAdminPaymentDetails>(request).await.expect("the payment")["head"].take()
}

/// The officer read whether another one must confirm. Meanwhile that has changed.
#[tokio::test(flavor = "multi_thread")]
async fn an_acceptance_has_the_effect_that_its_officer_was_told() {
    let (portal, [first, second]) = two_officers().await;
    let (small, large) = (payment(&portal, 2).await, payment(&portal, 3).await);
    let changed = Err(Code::DecisionEffectChanged);
    let told = async |officer, made, awaits| {
        accept_as_told(officer, made, Some(awaits)).await.map_err(|refused| refused.code())
    };
    assert_eq!(told(&first, &small, true).await, changed);
    assert_eq!(told(&first, &large, false).await, changed);
    assert_eq!(head(&first, &large).await["proposed"], Value::Null);
    assert_eq!(told(&first, &small, false).await, Ok((Status::Processing, false)));
    assert_eq!(told(&first, &large, true).await, Ok((Status::PendingApproval, true)));
    assert_eq!(told(&second, &large, true).await, changed, "it would be the confirmation");
    turn_down(&first, &large, "A mistake.").await.expect("withdrawn");
    assert_eq!(told(&second, &large, false).await, changed, "nothing is left to confirm");
    assert_eq!(told(&second, &large, true).await, Ok((Status::PendingApproval, true)));
    assert_eq!(told(&first, &large, false).await, Ok((Status::Processing, false)));
    holds(&portal).await;
}

async fn holds(portal: &Portal) {
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_officer_confirms_the_first_acceptance() {
    let (portal, [first, second]) = two_officers().await;
    let (small, large) = (payment(&portal, 2).await, payment(&portal, 3).await);
    assert_eq!(
        accept(&first, &small).await.expect("accepted"),
        (Status::Processing, false),
        "up to the limit one decides"
    );
    assert_eq!(head(&first, &large).await["needsSecondOfficer"], true);

    assert_eq!(accept(&first, &large).await.expect("proposed"), (Status::PendingApproval, true));
    let again = accept(&first, &large).await.expect_err("the same officer");
    assert_eq!((again.status, again.code()), (409, Code::SecondOfficerNeeded));
    let shown = head(&second, &large).await;
    assert_eq!((&shown["proposed"]["by"], &shown["proposed"]["isOwn"]), (&json!("Farid"), &json!(false)));
    assert_eq!(head(&first, &large).await["proposed"]["isOwn"], true);
    let waiting = PendingPaymentsRequest {
        awaits_second_officer: Some(true),
        filter: TransactionFilter::default(),
        sort: Sort::default(),
        record_count: None,
        cursor: None,
    };
    let listed = second.call::<GetAdminPendingPayments>(waiting).await.expect("the list").items;
    assert_eq!(listed.iter().map(|one| &one.transaction_no).collect::<Vec<_>>(), [&large.transaction_no]);

    // The customer does not see the first officer's proposal.
    let payer = portal.sign_in("payer@sinar.example").await;
    let about = json!({ "transactionNo": large.transaction_no });
    let told = payer.call_raw::<GetPaymentActivity>(about).await.expect("the activity").to_string();
    assert!(!told.contains("acceptance"), "{told}");
    let query = "select count(*) from fact where kind like 'Acceptance%' and bulk_id is not null";
    let logged = sql::value::<Option<i64>>(portal.pool(), query, &[]).await;
    assert_eq!(logged, Some(0));

    assert_eq!(accept(&second, &large).await.expect("confirmed"), (Status::Processing, false));
    portal.work();
    until("it is posted", async || (head(&first, &large).await["status"] == json!(4)).then_some(())).await;
    assert_eq!(head(&first, &large).await["decidedBy"], "Irfan");
    holds(&portal).await;
}

/// The queue begins with the longest wait unless an officer chooses another order.
#[tokio::test(flavor = "multi_thread")]
async fn the_payment_that_waits_longest_is_first() {
    let (portal, [first, _]) = two_officers().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(payment(&portal, 1).await.transaction_no);
        portal.advance(TimeDelta::minutes(1));
    }
    let listed = async |request: Value| {
        let page = first.call_raw::<GetAdminPendingPayments>(request).await.expect("the list");
        let rows = page["items"].as_array().expect("rows").iter();
        rows.map(|row| row["transactionNo"].as_str().expect("a number").to_owned()).collect::<Vec<_>>()
    };
    let oldest_first: Vec<_> = made.iter().map(|number| number.as_str().to_owned()).collect();
    let newest_first: Vec<_> = oldest_first.iter().rev().cloned().collect();
    assert_eq!(listed(json!({})).await, oldest_first);
    assert_eq!(listed(json!({ "sort": { "by": "paymentDate", "descending": true } })).await, newest_first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pending_acceptance_can_be_turned_down_or_taken_back() {
    let (portal, [first, second]) = two_officers().await;
    let made = payment(&portal, 3).await;
    let early = turn_down(&second, &made, "Nothing waits.").await.expect_err("nothing was accepted");
    assert_eq!(early.code(), Code::NothingProposed);
    accept(&first, &made).await.expect("proposed");
    let empty = turn_down(&second, &made, " ").await.expect_err("a reason is needed");
    assert_eq!((empty.status, empty.fields()), (422, vec![("remark", Code::RemarkRequired)]));
    assert!(!turn_down(&second, &made, "The bank has RM 200.00 only.").await.expect("turned down"));
    assert_eq!(head(&first, &made).await["proposed"], Value::Null);
    // The earlier acceptance has ended, so the other officer is now the first.
    accept(&second, &made).await.expect("proposed");
    assert!(!turn_down(&second, &made, "I looked at another day.").await.expect("withdrawn"));
    accept(&second, &made).await.expect("proposed");
    assert_eq!(accept(&first, &made).await.expect("confirmed").0, Status::Processing);
    let late = turn_down(&second, &made, "Too late.").await.expect_err("it is decided");
    assert_eq!(late.code(), Code::PaymentMoved);
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_decision_replaces_a_pending_acceptance() {
    let (portal, [first, second]) = two_officers().await;
    let made = payment(&portal, 3).await;
    accept(&first, &made).await.expect("proposed");
    let difference = ReconciliationRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        reconcile_amount: money("10.00"),
        reconcile_type: 1,
        version: None,
    };
    second.call::<RequestReconciliation>(difference).await.expect("requested");
    let early = accept(&second, &made).await.expect_err("it awaits the customer");
    assert_eq!(early.code(), Code::PaymentMoved);
    let payer = portal.sign_in("payer@sinar.example").await;
    let rest = json!({
        "transactionNo": made.transaction_no, "bankId": given::BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "123456",
    });
    payer.call_raw::<MakeReconciliationPaymentInsufficient>(rest).await.expect("paid");
    // The first officer accepted the previous version, so the new one needs two officers again.
    assert_eq!(accept(&second, &made).await.expect("proposed"), (Status::PendingApproval, true));
    assert_eq!(accept(&first, &made).await.expect("confirmed").0, Status::Processing);
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn declining_needs_one_officer_and_the_customer_reads_the_reason() {
    let (portal, [first, second]) = two_officers().await;
    let made = payment(&portal, 3).await;
    accept(&first, &made).await.expect("proposed");
    let decline = |remark: &str| RejectRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        remark: Some(remark.to_owned()),
        version: None,
    };
    let empty = second.call::<PaymentReject>(decline(" \n ")).await.expect_err("no reason");
    assert_eq!(empty.fields(), vec![("remark", Code::RemarkRequired)]);
    let long = second.call::<PaymentReject>(decline(&"ü".repeat(1_001))).await.expect_err("too long");
    assert_eq!(long.fields(), vec![("remark", Code::RemarkTooLong)]);
    let reason = format!("The transfer\ncame back. {}", "ü".repeat(976));
    let moved = second.call::<PaymentReject>(decline(&reason)).await.expect("declined");
    assert_eq!(moved.status, Status::Declined);
    let reason = reason.replace('\n', " ");
    assert_eq!(reason.chars().count(), 1_000);
    let payer = portal.sign_in("payer@sinar.example").await;
    let about = json!({ "transactionNo": made.transaction_no });
    let shown = payer.call_raw::<GetPaymentDetails>(about).await.expect("the payment");
    assert_eq!(shown["remarks"], *reason);
    assert_eq!(head(&first, &made).await["remark"], *reason);
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn officers_who_decide_at_once_decide_once() {
    let (portal, officers) = two_officers().await;
    for round in 0..8 {
        let made = payment(&portal, 3).await;
        if round % 2 == 0 {
            accept(&officers[0], &made).await.expect("proposed");
        }
        // Both officers accept three times each, and in later rounds one of them turns down.
        let calls = (0..6).map(|place| {
            let (officer, made) = (officers[place % 2].clone(), made.clone());
            tokio::spawn(async move {
                match place {
                    5 if round > 3 => turn_down(&officer, &made, "No.").await.map(|_| (Status::PendingApproval, true)),
                    _ => accept(&officer, &made).await,
                }
            })
        });
        let answers = futures::future::join_all(calls).await;
        let answers: Vec<_> = answers.into_iter().map(|answer| answer.expect("no panic")).collect();
        let carried_out = answers.iter().filter(|answer| matches!(answer, Ok((Status::Processing, _)))).count();
        assert!(carried_out <= 1, "{answers:?}");
        let refusals = answers.iter().filter_map(|answer| answer.as_ref().err()).map(RefusedCall::code);
        for code in refusals {
            assert!([Code::SecondOfficerNeeded, Code::PaymentMoved, Code::NothingProposed].contains(&code), "{code:?}");
        }
        if round <= 3 {
            assert_eq!(carried_out, 1, "two officers accepted: {answers:?}");
        }
    }
    holds(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_the_bank_is_used_when_the_second_officer_confirms() {
    let (portal, [first, second]) = two_officers().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut request = eft(&bills, "300.00");
    request.reference_numbers[0].number = bank_statements::number(0);
    payer.call::<MakePayment>(request).await.expect("a payment");
    let statement = bank_statements::statement(&portal, &first, &[bank_statements::line(0, "300.00")]).await;
    let found = bank_statements::lines(&first, &statement).await;
    let used = async || sql::value::<i64>(portal.pool(), "select count(*) from bank_line_used", &[]).await;
    let outcome = async |officer: &Actor| {
        bank_statements::decide(officer, &statement, &found).await.expect("an answer").outcomes.remove(0)
    };
    let proposed = outcome(&first).await;
    assert_eq!((proposed.refusal, proposed.awaits_second_officer, used().await), (None, true, 0));
    let again = outcome(&first).await;
    assert!(again.refusal.as_deref().is_some_and(|why| why.contains("Another officer")), "{again:?}");
    assert_eq!(used().await, 0);
    assert_eq!(bank_statements::lines(&second, &statement).await[0].group, LineGroup::Accept);
    let confirmed = outcome(&second).await;
    assert_eq!((confirmed.refusal, confirmed.awaits_second_officer, used().await), (None, false, 1));
    holds(&portal).await;
}

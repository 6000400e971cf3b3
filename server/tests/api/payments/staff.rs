//! Staff view payments and decide on them.

use std::time::Duration;

use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::payments::staff::{
    AdminPaymentDetails, DecisionRequest, GetAdminAllPayments, GetAdminAllPaymentsCards, GetAdminPaymentDetails,
    GetAdminPendingPayments, GetAdminPendingPaymentsCards, PaymentAccept, PaymentReject, RejectRequest,
};
use gridbill_core::payments::{GetPaymentDetails, MakePayment, PaymentMade, Status, Transaction};
use gridbill_core::{Page, number::BulkId};
use serde_json::json;

use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until;
use crate::support::state::{bill_statuses, broken_invariants, jobs, lose_jobs, state};
use crate::support::{Actor, Portal, money, sql};

fn rejection(made: &PaymentMade) -> RejectRequest {
    RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id.clone(), remark: None, version: None }
}

fn decision(made: &PaymentMade) -> DecisionRequest {
    DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id.clone(), version: None, awaits_second_officer: None }
}

/// Makes a payment of RM 300.00 by Sinar, and one of RM 50.00 by Majlis a day later.
async fn two_payments(portal: &Portal) -> [PaymentMade; 2] {
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let first = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    portal.advance(chrono::TimeDelta::days(1));
    let bills = given::bills(portal.pool(), MAJLIS, 1, "50.00").await;
    let master = portal.sign_in("master@majlis.example").await;
    let mut request = eft(&bills, "50.00");
    request.bulk_id = BulkId::parse(MAJLIS).expect("a bulk account");
    [first, master.call::<MakePayment>(request).await.expect("a payment")]
}

async fn details(pccr: &Actor, made: &PaymentMade) -> AdminPaymentDetails {
    let request = json!({ "transactionNo": made.transaction_no });
    let details = pccr.call_raw::<GetAdminPaymentDetails>(request).await.expect("the details");
    serde_json::from_value(details).expect("details")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_payment_whose_job_was_lost_is_found_by_the_hourly_look() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    pccr.call::<PaymentAccept>(decision(&made)).await.expect("accepted");
    lose_jobs(portal.pool()).await;
    assert_eq!(jobs(portal.pool()).await, 0);
    gridbill::serve::tidy::tidy(&portal.app).await.expect("the hourly check");
    assert_eq!(jobs(portal.pool()).await, 1);
    portal.work();
    until("it is posted", async || (details(&pccr, &made).await.head.status == Status::Paid).then_some(())).await;
}

/// Returns the attempts of each job, and whether it has a key.
async fn attempts(portal: &Portal) -> Vec<(i32, bool)> {
    let jobs = "select attempts::int, key is not null from graphile_worker._private_jobs order by attempts desc";
    sql::rows(portal.pool(), jobs, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pending_job_keeps_its_attempts_and_a_failed_one_is_added_again() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    pccr.call::<PaymentAccept>(decision(&made)).await.expect("accepted");
    let tidy = async || gridbill::serve::tidy::tidy(&portal.app).await.expect("the hourly check");
    portal
        .damage("update graphile_worker._private_jobs set attempts = 8, run_at = now() + interval '1 hour', last_error = 'broken'")
        .await;
    tidy().await;
    assert_eq!(attempts(&portal).await, [(8, true)], "it reaches its last attempt, and then an alarm is raised");
    portal.damage("update graphile_worker._private_jobs set attempts = max_attempts").await;
    tidy().await;
    assert_eq!(attempts(&portal).await, [(25, false), (0, true)]);
    // Another job does its work now, so the failed job is deleted after a day.
    portal
        .damage("update graphile_worker._private_jobs set updated_at = now() - interval '25 hours' where key is null")
        .await;
    tidy().await;
    assert_eq!(attempts(&portal).await, [(0, true)]);
    portal.work();
    until("it is posted", async || (details(&pccr, &made).await.head.status == Status::Paid).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_runs_is_not_added_anew() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    pccr.call::<PaymentAccept>(decision(&made)).await.expect("accepted");
    let jobs = "update graphile_worker._private_jobs";
    // A job in its last attempt has not failed until the attempt ends.
    for tried in [1, 25] {
        portal.damage(&format!("{jobs} set attempts = {tried}, locked_at = now(), locked_by = 'another'")).await;
        gridbill::serve::tidy::tidy(&portal.app).await.expect("the hourly check");
        assert_eq!(attempts(&portal).await, [(tried, true)], "another worker runs it");
    }
    // Released after that worker died, the job runs again.
    portal.damage(&format!("{jobs} set attempts = 1, locked_at = null, locked_by = null")).await;
    portal.work();
    until("it is posted", async || (details(&pccr, &made).await.head.status == Status::Paid).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_payment_is_posted() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let moved = pccr.call::<PaymentAccept>(decision(&made)).await.expect("accepted");
    assert_eq!(moved.status, Status::Processing);
    assert_eq!(
        bill_statuses(portal.pool()).await,
        [Status::Processing, Status::Processing, Status::Processing, Status::PendingApproval]
    );
    portal.work();
    until("it is posted", async || (details(&pccr, &made).await.head.status == Status::Paid).then_some(())).await;
    assert_eq!(bill_statuses(portal.pool()).await, [Status::Paid, Status::Paid, Status::Paid, Status::PendingApproval]);
    let AdminPaymentDetails { head, timeline, .. } = details(&pccr, &made).await;
    assert_eq!((head.approved, head.decided_by.as_deref()), (Some(true), Some("Farid")));
    assert_eq!(timeline.iter().map(|entry| entry.by.as_str()).collect::<Vec<_>>(), ["Badrul", "Farid", "Posting"]);
    let timeline = details(&pccr.in_malay(), &made).await.timeline;
    assert_eq!(timeline[2].by, "Pencatatan bayaran");
    let late = pccr.call::<PaymentReject>(rejection(&made)).await.expect_err("too late");
    assert_eq!((late.status, late.code()), (409, Code::PaymentMoved));
    assert!(late.body.error_message.contains("\"Paid\""), "{}", late.body.error_message);
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_payments_bills_are_payable_again() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let moved = pccr.call::<PaymentReject>(rejection(&made)).await.expect("declined");
    assert_eq!(moved.status, Status::Declined);
    assert_eq!(
        bill_statuses(portal.pool()).await,
        [Status::PaymentRequired, Status::PaymentRequired, Status::PaymentRequired, Status::PendingApproval]
    );
    let payer = portal.sign_in("payer@sinar.example").await;
    let shown = payer.in_malay().call_raw::<GetPaymentDetails>(json!({ "transactionNo": made.transaction_no })).await;
    let reason = "Utiliti menolak pembayaran ini. Bilnya boleh dibayar semula.";
    assert_eq!(shown.expect("the details")["reason"], reason);
    let shown = details(&pccr, &made).await.head;
    assert_eq!((shown.approved, shown.reason.is_some()), (Some(false), true));
    let query = "select invoice_no from bill where bulk_id = $1";
    let invoices = sql::values::<String>(portal.pool(), query, &[&SINAR]).await;
    let invoices: Vec<_> = invoices.iter().map(|number| given::invoice(number)).collect();
    payer.call::<MakePayment>(eft(&invoices, "300.00")).await.expect("paid again");
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_happens_once_among_twenty_at_once() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let (_, other) = portal.second().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    portal.work();
    let calls = (0..20).map(|n| {
        let pccr = if n % 2 == 0 { pccr.clone() } else { pccr.at(other) };
        let (decision, rejection) = (decision(&made), rejection(&made));
        tokio::spawn(async move {
            // Accept and decline compete.
            if n % 4 == 3 {
                pccr.call::<PaymentReject>(rejection).await
            } else {
                pccr.call::<PaymentAccept>(decision).await
            }
        })
    });
    let answers: Vec<_> =
        futures::future::join_all(calls).await.into_iter().map(|call| call.expect("no panic")).collect();
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(done.len(), 1);
    assert!(refused.into_iter().all(|refused| refused.expect_err("refused").code() == Code::PaymentMoved));
    until("it ends", async || {
        let status = details(&pccr, &made).await.head.status;
        matches!(status, Status::Paid | Status::Declined).then_some(())
    })
    .await;
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_made_once_for_each_key() {
    let portal = Portal::with_people().await;
    let [made, other] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await.with_key("decide-1");
    let request = |made| serde_json::to_value(decision(made)).expect("a request");
    let (status, first) = pccr.send(&PaymentAccept::ENTRY, request(&made)).await;
    assert_eq!(status, 200);
    assert_eq!(pccr.send(&PaymentAccept::ENTRY, request(&made)).await, (200, first));
    let reused = pccr.call::<PaymentAccept>(decision(&other)).await.expect_err("refused");
    assert_eq!(reused.code(), Code::KeyReused);
    let reused = pccr.call::<PaymentReject>(rejection(&made)).await.expect_err("refused");
    assert_eq!(reused.code(), Code::KeyReused);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_permitted_officers_decide() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let before = state(portal.pool()).await;
    for email in ["glb@utility.example", "ict@utility.example"] {
        let staff = portal.sign_in_staff(email).await;
        let refused = staff.call::<PaymentAccept>(decision(&made)).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (403, Code::Forbidden), "{email}");
    }
    let ict = portal.sign_in_staff("ict@utility.example").await;
    assert_eq!(ict.call::<GetAdminAllPaymentsCards>(Nothing {}).await.expect_err("refused").code(), Code::Forbidden);
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(master.call::<PaymentAccept>(decision(&made)).await.expect_err("refused").code(), Code::Forbidden);
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for id in ["", "P2611200000001", "00000000-0000-4000-8000-000000000000"] {
        let request = DecisionRequest { e_bulk_payment_id: id.to_owned(), version: None, awaits_second_officer: None };
        let refused = pccr.call::<PaymentAccept>(request).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (404, Code::TransactionNotFound));
    }
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_cards_count_every_company() {
    let portal = Portal::with_people().await;
    let [first, second] = two_payments(&portal).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let pending = glb.call::<GetAdminPendingPaymentsCards>(Nothing {}).await.expect("the cards");
    assert_eq!((pending.pending_approval, pending.pending_amount), (2, money("350.00")));
    assert_eq!(pending.pending_since_earlier_days, 1);
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    pccr.call::<PaymentReject>(rejection(&second)).await.expect("declined");
    let list: Page<Transaction> = glb
        .call::<GetAdminPendingPayments>(serde_json::from_value(json!({ "recordCount": 10 })).expect("a request"))
        .await
        .expect("the list");
    assert_eq!(list.items.iter().map(|row| &row.transaction_no).collect::<Vec<_>>(), [&first.transaction_no]);
    assert_eq!(list.items[0].company_name, "Sinar Jaya Sdn. Bhd.");
    let declined = json!({ "filter": { "statuses": [6] } });
    let pending = glb.call_raw::<GetAdminPendingPayments>(declined.clone()).await.expect("the list");
    assert_eq!(pending["total"], 0, "declined payments are not pending with any filter");
    let all = glb.call_raw::<GetAdminAllPayments>(declined).await.expect("the list");
    assert_eq!(all["total"], 1);
    let found = glb.call_raw::<GetAdminAllPayments>(json!({ "filter": { "search": "majlis" } })).await;
    assert_eq!(found.expect("the list")["items"][0]["transactionNo"], second.transaction_no.as_str());
    let all = glb.call::<GetAdminAllPaymentsCards>(Nothing {}).await.expect("the cards");
    assert_eq!((all.total, all.processing, all.declined), (2, 1, 1));

    // The figures come from stored totals, also after folding.
    gridbill::bills::totals::fold(portal.pool()).await.expect("folded");
    let query = "select count(*), bool_and(is_folded) from payment_total";
    let (rows, folded) = sql::row::<(i64, bool)>(portal.pool(), query, &[]).await;
    assert_eq!((rows, folded), (2, true));
    let all = glb.call::<GetAdminAllPaymentsCards>(Nothing {}).await.expect("the cards");
    assert_eq!((all.total, all.processing, all.declined), (2, 1, 1));
    let pending = glb.call::<GetAdminPendingPaymentsCards>(Nothing {}).await.expect("the cards");
    assert_eq!((pending.pending_approval, pending.pending_amount), (1, money("300.00")));
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_whose_job_was_lost_is_posted_at_the_next_start() {
    let portal = Portal::with_people().await;
    let [made, _] = two_payments(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    pccr.call::<PaymentAccept>(decision(&made)).await.expect("accepted");
    assert_eq!(sql::run(portal.pool(), "delete from graphile_worker._private_jobs", &[]).await, 1);
    portal.work();
    until("it is posted", async || (details(&pccr, &made).await.head.status == Status::Paid).then_some(())).await;
    // A repeated job finds nothing to do.
    let again = "select graphile_worker.add_job('post_payment', json_build_object('payment_id', $1::text))";
    sql::run(portal.pool(), again, &[&made.e_bulk_payment_id]).await;
    until("the job is done", async || (jobs(portal.pool()).await == 0).then_some(())).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

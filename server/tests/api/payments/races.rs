//! Users who pay the same bills at the same time, and users who lose their permission while a call waits.

use std::collections::HashMap;

use gridbill_core::Code;
use gridbill_core::number::{InvoiceNo, MemberId};
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept, PaymentReject, RejectRequest};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};
use gridbill_core::permission::Role;
use gridbill_core::staff::{UpdateStaffUserRequest, UpdateTNBUser};
use gridbill_core::team::{DeleteBulkUser, TeamPermission, UpdateBulkUser, UpdateMemberRequest};
use uuid::Uuid;

use crate::support::given::{self, Person, SINAR, eft};
use crate::support::portal::until_blocked;
use crate::support::state::{bill_statuses, broken_invariants};
use crate::support::{Actor, Portal, RefusedCall, sql};
use crate::team::{id_of, one, session_of};

const PEOPLE: usize = 10;
const ROUNDS: usize = 5;
const BILLS: usize = 24;

async fn payers(portal: &Portal) -> Vec<Actor> {
    let mut payers = Vec::new();
    for n in 0..PEOPLE {
        let (email, name) = (format!("payer{n}@sinar.example"), format!("Payer {n}"));
        let person =
            Person { email: &email, name: &name, role: "member", bulk_id: Some(SINAR), pays: true, keeps: false };
        given::person(portal.pool(), person).await;
        payers.push(portal.sign_in(&email).await);
    }
    payers
}

/// Returns a third of the bills, starting at another place for each user, and in reverse order for every second user.
fn selection(bills: &[InvoiceNo], person: usize, round: usize) -> Vec<InvoiceNo> {
    let from = (person * 7 + round * 5) % bills.len();
    let mut selection: Vec<_> = bills.iter().cycle().skip(from).take(bills.len() / 3).cloned().collect();
    if person % 2 == 1 {
        selection.reverse();
    }
    selection
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bill_has_one_winner() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, i32::try_from(BILLS).expect("few"), "100.00").await;
    let (_, other) = portal.second().await;
    let payers = payers(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut refusals = 0;
    for round in 0..ROUNDS {
        let calls = payers.iter().enumerate().map(|(n, payer)| {
            // Every second user calls another process.
            let payer = if n % 2 == 0 { payer.clone() } else { payer.at(other) };
            let wanted = selection(&bills, n, round);
            let total = format!("{}.00", wanted.len() * 100);
            tokio::spawn(async move { (payer.call::<MakePayment>(eft(&wanted, &total)).await, wanted) })
        });
        let mut winners: HashMap<InvoiceNo, PaymentMade> = HashMap::new();
        let mut refused: Vec<(RefusedCall, Vec<InvoiceNo>)> = Vec::new();
        for call in futures::future::join_all(calls).await {
            match call.expect("no panic") {
                (Ok(made), wanted) => {
                    for bill in wanted {
                        assert_eq!(winners.insert(bill.clone(), made.clone()), None, "{bill} was paid twice");
                    }
                }
                (Err(refusal), wanted) => refused.push((refusal, wanted)),
            }
        }
        assert!(!winners.is_empty(), "one payment wins");
        for (refusal, wanted) in &refused {
            assert_eq!(refusal.code(), Code::DuplicatePayment, "{refusal:?}");
            assert_eq!(refusal.body.params["isDuplicate"], true);
            assert!(wanted.iter().any(|bill| winners.contains_key(bill)), "refused for nothing");
        }
        refusals += refused.len();
        assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
        let mut payments: Vec<_> = winners.into_values().map(|made| made.e_bulk_payment_id).collect();
        payments.sort();
        payments.dedup();
        for e_bulk_payment_id in payments {
            pccr.call::<PaymentReject>(RejectRequest { e_bulk_payment_id, remark: None, version: None })
                .await
                .expect("rejected");
        }
    }
    assert!(refusals >= ROUNDS, "some calls conflicted");
}

#[tokio::test(flavor = "multi_thread")]
async fn rejecting_and_paying_at_once_never_breaks() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, i32::try_from(BILLS).expect("few"), "100.00").await;
    let payers = payers(&portal).await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let calls = payers.into_iter().enumerate().map(|(n, payer)| {
        let (bills, pccr) = (bills.clone(), pccr.clone());
        tokio::spawn(async move {
            for round in 0..ROUNDS * 4 {
                let wanted = selection(&bills, n, round);
                match payer.call::<MakePayment>(eft(&wanted, &format!("{}.00", wanted.len() * 100))).await {
                    Ok(PaymentMade { e_bulk_payment_id, .. }) => {
                        pccr.call::<PaymentReject>(RejectRequest { e_bulk_payment_id, remark: None, version: None })
                            .await
                            .expect("rejected");
                    }
                    Err(refusal) => assert_eq!(refusal.code(), Code::DuplicatePayment, "{refusal:?}"),
                }
            }
        })
    });
    for call in futures::future::join_all(calls).await {
        call.expect("nothing but winners and duplicates");
    }
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadlock_is_not_shown() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut backwards = portal.pool().begin().await.expect("a transaction");
    let lock = "select from bill where invoice_no = $1 for update";
    sql::run(&mut *backwards, lock, &[&bills[1].as_str()]).await;
    let call = tokio::spawn({
        let (payer, request) = (payer.clone(), eft(&bills, "200.00"));
        async move { payer.call::<MakePayment>(request).await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // The payment has waited longer for its lock, so PostgreSQL aborts the payment and not this transaction.
    sql::run(&mut *backwards, lock, &[&bills[0].as_str()]).await;
    backwards.commit().await.expect("released");
    call.await.expect("no panic").expect("a payment, at the second attempt");
    assert_eq!(broken_invariants(portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_index_refuses_with_the_error_of_the_locks() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let first = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    // Simulate a bypassed lock: reset the bill's status although a payment contains it.
    let required = Status::PaymentRequired as i16;
    sql::run(portal.pool(), "update bill set status = $1", &[&required]).await;
    let refused = payer.call::<MakePayment>(eft(&bills, "200.00")).await.expect_err("refused");
    assert_eq!((refused.status, refused.code()), (409, Code::DuplicatePayment));
    let held: Vec<gridbill_core::payments::DuplicateInvoice> = refused.list("invoices");
    assert_eq!((held.len(), &held[0].transaction_no), (1, &first.transaction_no));
}

/// Starts a payment that waits for its bill, runs the change, and returns the payment's refusal.
async fn refused_after(portal: &Portal, bills: &[InvoiceNo], change: impl Future<Output = ()>) -> RefusedCall {
    let payer = session_of(portal, "payer@sinar.example").await;
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "select from bill where invoice_no = $1 for update", &[&bills[0].as_str()]).await;
    let request = eft(bills, "100.00");
    let paying = tokio::spawn(async move { payer.call::<MakePayment>(request).await });
    until_blocked(portal, 1).await;
    change.await;
    held.rollback().await.expect("released");
    paying.await.expect("no panic").expect_err("they may not pay any more")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_lost_the_permission_pays_nothing() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let master = session_of(&portal, "master@sinar.example").await;
    let user_id = id_of(portal.pool(), "payer@sinar.example").await;
    let may = async |ticked: TeamPermission| {
        let request = UpdateMemberRequest {
            user_id: MemberId(user_id.clone()),
            nickname: None,
            role: Role::Member,
            permissions: Some(vec![ticked]),
        };
        master.call::<UpdateBulkUser>(request).await.expect("changed");
    };
    let refused = refused_after(&portal, &bills, may(TeamPermission::ManageAccounts)).await;
    assert_eq!((refused.status, refused.code()), (401, Code::SignedOut));
    may(TeamPermission::MakePayments).await;
    let removed = async {
        master.call::<DeleteBulkUser>(one(&user_id)).await.expect("removed");
    };
    let refused = refused_after(&portal, &bills, removed).await;
    assert_eq!((refused.status, refused.code()), (401, Code::SignedOut));
    assert_eq!(bill_statuses(portal.pool()).await, [Status::PaymentRequired]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_who_lost_the_role_decides_nothing() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = session_of(&portal, "payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let ict = session_of(&portal, "ict@utility.example").await;
    let payment_id: Uuid = made.e_bulk_payment_id.parse().expect("an id");
    let mut held = portal.pool().begin().await.expect("a transaction");
    let query = "select payment_id from payment where payment_id = $1 for update";
    sql::value::<Uuid>(&mut *held, query, &[&payment_id]).await;
    let request =
        DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id, version: None, awaits_second_officer: None };
    let accepting = tokio::spawn(async move { pccr.call::<PaymentAccept>(request).await });
    until_blocked(&portal, 1).await;
    let request = UpdateStaffUserRequest {
        user_id: id_of(portal.pool(), "pccr@utility.example").await,
        username: "Farid".to_owned(),
        nickname: None,
        mobile_no: "12345678".to_owned(),
        role: Some(Role::Ict),
    };
    ict.call::<UpdateTNBUser>(request).await.expect("changed");
    held.rollback().await.expect("released");
    let refused = accepting.await.expect("no panic").expect_err("they decide nothing any more");
    assert_eq!((refused.status, refused.code()), (401, Code::SignedOut));
    assert_eq!(bill_statuses(portal.pool()).await, [Status::PendingApproval]);
}

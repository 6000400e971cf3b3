//! Money that arrived after its payment had ended, or twice: decisions about it, and books that balance.

use gridbill::feed::{self, Settlement};
use gridbill::serve::jobs::settle_bills;
use gridbill_core::Code;
use gridbill_core::accounts::RemoveChildAccounts;
use gridbill_core::number::AccountNo;
use gridbill_core::payments::fpx::LateWay;
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, FpxMessagesRequest, FpxRecordsRequest, GetFpxMessages, GetFpxRecords, GetLateConfirmation,
    GetLateConfirmations, LateConfirmation, LateConfirmationDetails, LateConfirmationRequest, LateConfirmationsRequest,
    LateResolved, MessageSignature, MessageWay, RequeryRequest, ResolveLateConfirmation, ResolveLateRequest,
};
use gridbill_core::payments::{GetPaymentActivity, GiveUpPayment, GiveUpRequest, MakePayment, Status};
use serde_json::json;

use super::world::{Paying, World};
use crate::accounts::{every_invariant_holds, worked};
use crate::feed::Folder;
use crate::settlements::HEADER;
use crate::support::given::{self, Person, SINAR, account_of};
use crate::support::{Actor, RefusedCall, money, sql};

pub const PCCR: &str = "pccr@utility.example";
/// A payment can be cancelled at once, before a session expires.
pub const AT_ONCE: [&str; 2] = ["--give-up-after", "0"];

/// Returns a cancelled payment of RM 200.00 whose money arrived afterwards.
pub async fn late(world: &World, fpx_txn_id: &str) -> Paying {
    let paying = world.make().await;
    come_late(world, &paying, fpx_txn_id).await;
    paying
}

/// Cancels a payment, whose money arrives afterwards.
pub async fn come_late(world: &World, paying: &Paying, fpx_txn_id: &str) {
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let asked = RequeryRequest { merchant_tran_id: paying.order_no().to_owned() };
    pccr.call::<AdminFPXManualRequery>(asked).await.expect("FPX has no record of it");
    let about = GiveUpRequest { transaction_no: paying.made.transaction_no.clone() };
    assert!(world.payer.call::<GiveUpPayment>(about).await.expect("the enquiries ran").is_given_up);
    let approved = world.confirmation(paying, "00", fpx_txn_id).await;
    assert!(world.direct(&approved).await);
}

pub async fn listed(staff: &Actor, resolved: bool) -> Vec<LateConfirmation> {
    let request = LateConfirmationsRequest { resolved: Some(resolved), record_count: None, cursor: None };
    staff.call::<GetLateConfirmations>(request).await.expect("the list").items
}

pub async fn details(staff: &Actor, late_id: &str) -> LateConfirmationDetails {
    let request = LateConfirmationRequest { late_id: late_id.to_owned() };
    staff.call::<GetLateConfirmation>(request).await.expect("the details")
}

pub fn to_bills(late_id: &str) -> ResolveLateRequest {
    ResolveLateRequest {
        late_id: late_id.to_owned(),
        way: LateWay::Bills,
        account_no: None,
        reference: None,
        amount: None,
        awaits_second_officer: None,
    }
}

pub fn to_account(late_id: &str, account_no: &AccountNo) -> ResolveLateRequest {
    ResolveLateRequest { way: LateWay::Account, account_no: Some(account_no.clone()), ..to_bills(late_id) }
}

pub fn refunded(late_id: &str, reference: &str) -> ResolveLateRequest {
    ResolveLateRequest { way: LateWay::Refund, reference: Some(reference.to_owned()), ..to_bills(late_id) }
}

pub async fn resolve(staff: &Actor, request: ResolveLateRequest) -> Result<LateResolved, RefusedCall> {
    staff.call::<ResolveLateConfirmation>(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_receipt_pays_its_bills_while_they_are_unpaid() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000001").await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let waiting = listed(&pccr, false).await;
    assert_eq!((waiting.len(), waiting[0].amount, waiting[0].status), (1, money("200.00"), Status::Failed));
    let late_id = waiting[0].late_id.clone();
    let shown = details(&pccr, &late_id).await;
    assert_eq!((shown.total_invoices, shown.unpaid_invoices, shown.why_not_bills), (2, 2, None));

    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    assert_eq!(listed(&ict, false).await.len(), 1, "ICT sees pending receipts");
    assert_eq!(resolve(&ict, to_bills(&late_id)).await.expect_err("ICT decides nothing").code(), Code::Forbidden);
    let done = resolve(&pccr, to_bills(&late_id)).await.expect("decided");
    assert_eq!((done.status, done.awaits_second_officer), (Status::Paid, false));
    assert_eq!(world.bill_statuses(&paying).await, [Status::Paid]);
    assert_eq!(world.receipts(&paying).await, 1);
    let again = resolve(&pccr, refunded(&late_id, "GIRO-1")).await.expect_err("once");
    assert_eq!((again.status, again.code()), (409, Code::LateMoneyDecided));
    assert!(listed(&pccr, false).await.is_empty());
    assert_eq!(listed(&pccr, true).await[0].resolved.as_ref().map(|made| made.way), Some(LateWay::Bills));
    // A repeated message of the bank changes nothing.
    let repeated = world.confirmation(&paying, "00", "2611201200000001").await;
    assert!(world.direct(&repeated).await);
    assert_eq!(world.alerts(&paying).await.len(), 1);
    let about = json!({ "transactionNo": paying.made.transaction_no });
    let told = world.payer.call_raw::<GetPaymentActivity>(about).await.expect("the activity");
    assert!(told.to_string().contains("lateToBills"), "the customer sees it");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_receipt_pays_a_bill_of_which_a_part_was_paid_elsewhere() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000009").await;
    let (bill, folder) = (&paying.bills[0], Folder::new("late"));
    let row = format!("S1,{},{bill},jompay,2026-11-18,40.00,,\n", account_of(bill));
    let path = folder.write("settlements.csv", format!("{HEADER}{row}"));
    feed::import::<Settlement>(&world.portal.app, &path).await.expect("imported");
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    resolve(&pccr, to_bills(&late_id)).await.expect("decided");
    settle_bills(&world.portal.app).await.expect("settled");
    let standing = "select coalesce(closed, 'open') || ' ' || settled_amount from bill where invoice_no = $1";
    let pool = world.portal.pool();
    assert_eq!(sql::value::<String>(pool, standing, &[&bill.as_str()]).await, "open 0.00");
    assert_eq!(listed(&pccr, false).await[0].amount, money("40.00"), "it came twice");
    every_invariant_holds(pool).await;
}

/// Imports a booking of the payment's money for its first bill.
async fn booked(world: &World, paying: &Paying, settlement_no: &str, reversal_of: &str) {
    let (bill, folder) = (&paying.bills[0], Folder::new("late"));
    let (account, number) = (account_of(bill), &paying.made.transaction_no);
    let row = format!("{settlement_no},{account},{bill},portal,2026-11-18,100.00,{reversal_of},{number}\n");
    let path = folder.write("settlements.csv", format!("{HEADER}{row}"));
    feed::import::<Settlement>(&world.portal.app, &path).await.expect("imported");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_receipt_that_is_booked_pays_its_bills_only() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000011").await;
    booked(&world, &paying, "S1", "").await;
    let (pccr, pool) = (world.portal.sign_in_staff(PCCR).await, world.portal.pool());
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    let own = account_of(&paying.bills[0]);
    for other in [refunded(&late_id, "GIRO-1"), to_account(&late_id, &own)] {
        let refused = resolve(&pccr, other).await.expect_err("it is in the books");
        assert_eq!((refused.status, refused.code()), (409, Code::LateMoneyBooked));
    }
    assert_eq!(details(&pccr, &late_id).await.why_not_bills, None);
    let done = resolve(&pccr, to_bills(&late_id)).await.expect("decided");
    assert_eq!(done.status, Status::Paid);
    settle_bills(&world.portal.app).await.expect("settled");
    let parts = "select string_agg(state, ' ') from settlement_part";
    assert_eq!(sql::value::<String>(pool, parts, &[]).await, "confirms");
    assert!(listed(&pccr, false).await.is_empty());
    every_invariant_holds(pool).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_booking_of_a_refunded_late_receipt_pays_nothing() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000012").await;
    booked(&world, &paying, "S1", "").await;
    let (pccr, pool) = (world.portal.sign_in_staff(PCCR).await, world.portal.pool());
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    booked(&world, &paying, "R1", "S1").await;
    resolve(&pccr, refunded(&late_id, "GIRO-1")).await.expect("the booking was taken back");
    booked(&world, &paying, "S2", "").await;
    settle_bills(&world.portal.app).await.expect("settled");
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentRequired]);
    assert!(listed(&pccr, false).await.is_empty(), "it is not given back again");
    every_invariant_holds(pool).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_receipt_pays_no_bill_twice() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000001").await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    let anew = given::eft(&paying.bills[..1], "100.00");
    world.payer.call::<MakePayment>(anew).await.expect("one of its bills is paid again");
    let shown = details(&pccr, &late_id).await;
    assert_eq!((shown.unpaid_invoices, shown.why_not_bills.is_some()), (1, true));
    let refused = resolve(&pccr, to_bills(&late_id)).await.expect_err("not all are unpaid");
    assert_eq!((refused.status, refused.code()), (409, Code::LateBillsTaken));

    // It cannot be credited to another company's account, but to an account of the same company.
    let theirs = given::bills(world.portal.pool(), given::MAJLIS, 1, "50.00").await;
    let theirs = account_of(&theirs[0]);
    let refused = resolve(&pccr, to_account(&late_id, &theirs)).await.expect_err("another company's");
    assert_eq!(refused.fields(), vec![("accountNo", Code::LateAccountUnknown)]);
    let own = account_of(&paying.bills[0]);
    assert!(details(&pccr, &late_id).await.accounts.contains(&own));
    let done = resolve(&pccr, to_account(&late_id, &own)).await.expect("credited");
    assert_eq!(done.status, Status::Failed, "the payment stays what it was");
    let query = "select amount from account_credit";
    let credit = sql::value::<gridbill_core::Money>(world.portal.pool(), query, &[]).await;
    assert_eq!(credit, money("200.00"));
    world.holds().await;
}

/// The bill of an account that was removed stays open for the next company that adds the account.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_whose_account_has_left_is_not_paid_by_it() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000001").await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let late_id = listed(&pccr, false).await[0].late_id.clone();
    let out = json!({ "bulkId": SINAR, "accounts": [account_of(&paying.bills[0]).to_string()] });
    pccr.call_raw::<RemoveChildAccounts>(out).await.expect("requested");
    world.portal.work();
    worked(world.portal.pool()).await;
    let shown = details(&pccr, &late_id).await;
    assert_eq!((shown.total_invoices, shown.unpaid_invoices, shown.why_not_bills.is_some()), (2, 1, true));
    let refused = resolve(&pccr, to_bills(&late_id)).await.expect_err("one of the two is not the company's");
    assert_eq!((refused.status, refused.code()), (409, Code::LateBillsTaken));
    assert_eq!((world.status(&paying).await, world.receipts(&paying).await), (Status::Failed, 0));
    resolve(&pccr, refunded(&late_id, "GIRO-1")).await.expect("it is refunded");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_came_twice_is_refunded_or_credited_each_time() {
    let world = World::with(&AT_ONCE).await;
    let paying = late(&world, "2611201200000001").await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let first = listed(&pccr, false).await[0].late_id.clone();
    resolve(&pccr, to_bills(&first)).await.expect("decided");
    for again in ["2611201200000002", "2611201200000003"] {
        let approved = world.confirmation(&paying, "00", again).await;
        assert!(world.direct(&approved).await);
    }
    let waiting = listed(&pccr, false).await;
    assert_eq!(waiting.len(), 2);
    let refused = resolve(&pccr, to_bills(&waiting[0].late_id)).await.expect_err("they are paid");
    assert_eq!(refused.code(), Code::PaymentMoved);
    let wrong = resolve(&pccr, refunded(&waiting[0].late_id, " ")).await.expect_err("no reference");
    assert_eq!(wrong.fields(), vec![("reference", Code::RefundReferenceWrong)]);
    resolve(&pccr, refunded(&waiting[0].late_id, "GIRO-2026/11")).await.expect("refunded");
    let own = account_of(&paying.bills[1]);
    resolve(&pccr, to_account(&waiting[1].late_id, &own)).await.expect("credited");
    assert_eq!(world.receipts(&paying).await, 1, "one receipt");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn above_the_limit_two_officers_decide_the_same() {
    let world = World::with(&[&AT_ONCE[..], &["--second-officer-above", "150.00"]].concat()).await;
    let deputy = Person {
        email: "deputy@utility.example",
        name: "Irfan",
        role: "pccrAdmin",
        bulk_id: None,
        pays: false,
        keeps: false,
    };
    given::person(world.portal.pool(), deputy).await;
    let paying = late(&world, "2611201200000001").await;
    let first = world.portal.sign_in_staff(PCCR).await;
    let second = world.portal.sign_in_staff("deputy@utility.example").await;
    let late_id = listed(&first, false).await[0].late_id.clone();
    assert!(details(&first, &late_id).await.needs_second_officer);
    let proposed = resolve(&first, refunded(&late_id, "GIRO-1")).await.expect("proposed");
    assert!(proposed.awaits_second_officer);
    let again = resolve(&first, refunded(&late_id, "GIRO-1")).await.expect_err("the same officer");
    assert_eq!(again.code(), Code::SecondOfficerNeeded);
    // Another decision is a new proposal.
    assert!(resolve(&second, to_bills(&late_id)).await.expect("proposed").awaits_second_officer);
    assert_eq!(world.status(&paying).await, Status::Failed);
    assert_eq!(listed(&first, false).await[0].proposed.as_ref().map(|made| made.by.as_str()), Some("Irfan"));
    let unaware = ResolveLateRequest { awaits_second_officer: Some(true), ..to_bills(&late_id) };
    let unaware = resolve(&first, unaware).await.expect_err("it would be the confirmation");
    assert_eq!(unaware.code(), Code::DecisionEffectChanged);
    let done = resolve(&first, to_bills(&late_id)).await.expect("confirmed");
    assert_eq!((done.status, done.awaits_second_officer), (Status::Paid, false));
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_records_are_found_with_their_signed_messages() {
    let world = World::with(&AT_ONCE).await;
    let (one, other) = (late(&world, "2611201200000001").await, world.make().await);
    let pccr = world.portal.sign_in_staff(PCCR).await;
    let ids = [other.order_no(), "P0000000000000", one.order_no(), other.order_no()].map(str::to_owned).to_vec();
    let found = pccr.call::<GetFpxRecords>(FpxRecordsRequest { merchant_tran_ids: ids }).await.expect("records");
    let orders: Vec<_> = found.items.iter().map(|record| record.merchant_tran_id.as_str()).collect();
    assert_eq!((orders, found.not_found), (vec![other.order_no(), one.order_no()], vec!["P0000000000000".to_owned()]));
    assert_eq!((found.items[0].late_ids.len(), found.items[1].late_ids.len()), (0, 1));
    let many = FpxRecordsRequest { merchant_tran_ids: (0..51).map(|n| format!("P{n:013}")).collect() };
    assert_eq!(pccr.call::<GetFpxRecords>(many).await.expect_err("too many").code(), Code::TooLarge);

    let request = FpxMessagesRequest { merchant_tran_id: one.order_no().to_owned(), record_count: None, cursor: None };
    let messages = pccr.call::<GetFpxMessages>(request).await.expect("messages").items;
    let newest = &messages[0];
    assert_eq!((newest.way, newest.signature), (MessageWay::Direct, MessageSignature::Good));
    assert_eq!((newest.code.as_deref(), newest.bank_reference.as_deref()), (Some("00"), Some("2611201200000001")));
    assert_eq!(newest.amount, Some(money("200.00")));
    let oldest = messages.last().expect("the request");
    assert_eq!((oldest.way, oldest.signature), (MessageWay::Request, MessageSignature::Ours));
}

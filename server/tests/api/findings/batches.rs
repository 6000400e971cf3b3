//! Reviews of new batches: bills that wait, and their release by the portal or by staff.

use gridbill_core::audit::AuditSettings;
use gridbill_core::bills::GetBillDetails;
use gridbill_core::endpoint::Nothing;
use gridbill_core::findings::{
    BatchState, GetBatchFindings, GetFindingsSummary, ListedBatch, ReleaseBatch, ReleaseBatchRequest, ReleasedBatch,
    SetAuditSettings, TurnDownBatchRelease, TurnDownBatchReleaseRequest,
};
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::number::{BatchId, InvoiceNo};
use gridbill_core::payments::{MakePayment, MakePaymentRequest};
use gridbill_core::{Code, Money};
use serde_json::{Value, json};

use super::{GivenBill, World, bills_with, dearer, gap, listed};
use crate::support::actor::RefusedCall;
use crate::support::given::{self, Person, SINAR, eft};
use crate::support::state::broken_invariants;
use crate::support::{Actor, Portal, sql};

const PCCR: &str = "pccr@utility.example";
const DEPUTY: &str = "deputy@utility.example";

/// A portal in which new batches wait above a percentage of bills with findings, and with a second officer.
async fn waiting(test: &str, limit: &str, settings: &[&str]) -> World {
    let settings = [&["--batch-finding-limit", limit], settings].concat();
    let portal = Portal::with_people_and(&settings).await;
    let deputy = Person { email: DEPUTY, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), deputy).await;
    World::in_portal(test, portal).await
}

async fn batches(staff: &Actor, request: Value) -> Vec<ListedBatch> {
    let page = staff.call_raw::<GetBatchFindings>(request).await.expect("batches");
    serde_json::from_value(page["items"].clone()).expect("batches")
}

/// Returns the last digits of the batches that wait.
async fn held(staff: &Actor) -> Vec<String> {
    let found = batches(staff, json!({ "filter": { "state": "waiting" } })).await;
    found.into_iter().map(|batch| batch.bill_batch_id.as_str()[8..].to_owned()).collect()
}

async fn release(actor: &Actor, month: u32) -> Result<ReleasedBatch, RefusedCall> {
    release_as_told(actor, month, None).await
}

async fn release_as_told(
    actor: &Actor,
    month: u32,
    awaits_second_officer: Option<bool>,
) -> Result<ReleasedBatch, RefusedCall> {
    let bill_batch_id = BatchId::parse(&format!("28000000{month:02}")).expect("a batch");
    let reason = " A cold month ".to_owned();
    actor.call::<ReleaseBatch>(ReleaseBatchRequest { bill_batch_id, reason, awaits_second_officer }).await
}

async fn turn_down(actor: &Actor, month: u32) -> Result<Nothing, RefusedCall> {
    let bill_batch_id = BatchId::parse(&format!("28000000{month:02}")).expect("a batch");
    let reason = " The readings are wrong ".to_owned();
    actor.call::<TurnDownBatchRelease>(TurnDownBatchReleaseRequest { bill_batch_id, reason }).await
}

/// Asks for a payment of one bill, chosen singly.
async fn pay(world: &World, bill: &GivenBill) -> Result<(), RefusedCall> {
    let invoice_no = InvoiceNo::parse(&bill.invoice_no()).expect("a number");
    let query = "select total_amount_payable from bill where invoice_no = $1";
    let amount = sql::value::<Money>(world.portal.pool(), query, &[&invoice_no.as_str()]).await.to_string();
    let request = MakePaymentRequest { held_invoice_nos: vec![invoice_no.clone()], ..eft(&[invoice_no], &amount) };
    let payer = world.portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(request).await.map(drop)
}

async fn hold(actor: &Actor, bill: &GivenBill) -> Value {
    let found = actor.call_raw::<GetBillDetails>(json!({ "invoiceNo": bill.invoice_no() }));
    found.await.expect("a bill")["bill"]["hold"].clone()
}

/// Returns the sentences of a user's notifications.
async fn told(actor: &Actor) -> Vec<String> {
    let page = actor.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    let items = page["items"].as_array().expect("notifications").iter();
    items.map(|one| one["title"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_above_the_limit_waits_until_staff_release_it() {
    let world = waiting("batches-held", "30", &[]).await;
    let (pccr, master) = (world.portal.sign_in_staff(PCCR).await, world.master().await);
    world.import(&bills_with(&[gap(1, 3)])).await;
    // Every new batch waits for its audit.
    assert_eq!(held(&pccr).await, ["10", "09", "08", "07", "06", "05"]);
    assert!(batches(&pccr, json!({})).await.iter().all(|batch| !batch.is_checked && batch.limit == Some(30)));
    assert_eq!(hold(&master, &GivenBill::clean(0, 9)).await, json!("batch"));
    assert_eq!(pay(&world, &GivenBill::clean(0, 9)).await.expect_err("it waits").code(), Code::BatchWaits);

    world.audit().await;
    assert_eq!(held(&pccr).await, ["10"]);
    let found = batches(&pccr, json!({ "sort": { "by": "flaggedRate", "descending": true } })).await;
    let batch = &found[0];
    assert_eq!((batch.total_bills, batch.flagged_bills, batch.flagged_rate), (3, 1, 3_333));
    assert_eq!((batch.is_checked, batch.batch_state, batch.needs_two), (true, BatchState::Waiting, false));
    assert_eq!(
        batch.rules.iter().map(|one| (one.title.as_str(), one.bills)).collect::<Vec<_>>(),
        [("Days without a bill", 1)]
    );
    let sentence = "Batch 2800000010 is held: 1 of 3 bills have findings, above the limit of 30%.";
    assert_eq!(told(&pccr).await, [sentence]);

    // The bills of the other batches can be paid; those of this batch cannot, not even singly.
    let held_bill = GivenBill::clean(0, 10);
    pay(&world, &GivenBill::clean(0, 9)).await.expect("a payment");
    let refused = pay(&world, &held_bill).await.expect_err("it waits");
    assert_eq!(refused.code(), Code::BatchWaits);
    assert_eq!(refused.list::<String>("invoices"), [held_bill.invoice_no()]);
    assert_eq!(hold(&master, &held_bill).await, json!("batch"));
    // Its findings are for staff only.
    assert_eq!(listed(&master, json!({})).await.len(), 0);
    let summary = master.call_raw::<GetFindingsSummary>(json!({ "id": SINAR })).await.expect("a summary");
    assert_eq!(summary["openFindings"], 0);

    for email in ["glb@utility.example", "ict@utility.example"] {
        let refused = release(&world.portal.sign_in_staff(email).await, 10).await.expect_err("not allowed");
        assert_eq!(refused.status, 403, "{email}");
    }
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    assert_eq!(release(&viewer, 10).await.expect_err("not allowed").status, 403);
    assert_eq!(viewer.call_raw::<GetBatchFindings>(json!({})).await.expect_err("not allowed").status, 403);
    let unexplained = json!({ "billBatchId": "2800000010", "reason": " " });
    let refused = pccr.call_raw::<ReleaseBatch>(unexplained).await.expect_err("no reason");
    assert_eq!(refused.fields(), [("reason", Code::RemarkRequired)]);
    assert_eq!(release(&pccr, 11).await.expect_err("no such batch").code(), Code::BatchNotFound);

    let released = release(&pccr, 10).await.expect("released");
    assert_eq!((released.state, released.awaits_second_officer), (BatchState::Released, false));
    assert_eq!(release(&pccr, 10).await.expect_err("released").code(), Code::BatchReleasedAlready);
    let found = batches(&pccr, json!({ "filter": { "search": "0010" } })).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].released_by.as_deref(), found[0].reason.as_deref()), (Some("Farid"), Some("A cold month")));
    assert_eq!(hold(&master, &held_bill).await, Value::Null);
    pay(&world, &held_bill).await.expect("a payment");
    // The customers hear of the findings after the release.
    assert_eq!(told(&master).await.iter().filter(|one| one.contains("finding")).count(), 0);
    world.audit().await;
    assert_eq!(told(&master).await.iter().filter(|one| one.contains("1 new finding")).count(), 1);
    assert_eq!(listed(&master, json!({})).await.len(), 1);
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_at_the_limit_is_released_by_the_portal() {
    let world = waiting("batches-released", "34", &[]).await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    world.import(&bills_with(&[gap(1, 3)])).await;
    world.audit().await;
    assert_eq!(held(&pccr).await, [""; 0]);
    let found = batches(&pccr, json!({})).await;
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|batch| batch.released_by.is_none() && batch.released_at.is_some()));
    assert_eq!(told(&pccr).await, [""; 0]);
    pay(&world, &GivenBill::clean(1, 10)).await.expect("a payment");
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrected_batch_is_released_by_the_portal() {
    let world = waiting("batches-corrected", "0", &[]).await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    world.import(&bills_with(&[dearer(1), gap(2, 3)])).await;
    world.audit().await;
    assert_eq!(held(&pccr).await, ["10", "09"]);
    world.import(&bills_with(&[gap(2, 3)])).await;
    world.audit().await;
    assert_eq!(held(&pccr).await, ["10"]);
    // An audit with the same figures notifies no one again.
    world.import(&[GivenBill { due_days: 29, ..gap(2, 3) }]).await;
    world.audit().await;
    assert_eq!(told(&pccr).await.len(), 2);
    // A further bill of a batch that the portal released waits again; of a batch that an officer released, it does not.
    release(&pccr, 10).await.expect("released");
    world.import(&[GivenBill::clean(4, 9), GivenBill::clean(4, 10)]).await;
    assert_eq!(held(&pccr).await, ["09"]);
    world.audit().await;
    assert_eq!(held(&pccr).await, [""; 0]);
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_releases_of_a_batch_is_refused() {
    let world = waiting("batches-races", "0", &[]).await;
    let (one, other) = (world.portal.sign_in_staff(PCCR).await, world.portal.sign_in_staff(DEPUTY).await);
    world.import(&bills_with(&[dearer(1), gap(2, 3)])).await;
    world.audit().await;
    for month in [9, 10] {
        let (first, second) = tokio::join!(release(&one, month), release(&other, month));
        assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
        let refused = first.err().or(second.err()).expect("one is refused");
        assert_eq!((refused.status, refused.code()), (409, Code::BatchReleasedAlready));
    }
    let query = "select about from fact where kind = 'BatchReleased' and actor_id is not null";
    let facts = sql::values::<String>(world.portal.pool(), query, &[]).await;
    assert_eq!(facts.len(), 2);
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_officers_release_a_batch_with_much_money_at_stake() {
    let world = waiting("batches-two", "0", &["--second-officer-above", "0.00"]).await;
    let (one, other) = (world.portal.sign_in_staff(PCCR).await, world.portal.sign_in_staff(DEPUTY).await);
    world.import(&bills_with(&[dearer(1)])).await;
    world.audit().await;
    assert!(batches(&one, json!({})).await[0].needs_two || batches(&one, json!({})).await[1].needs_two);
    let proposed = release(&one, 9).await.expect("proposed");
    assert_eq!((proposed.state, proposed.awaits_second_officer), (BatchState::Waiting, true));
    assert_eq!(release(&one, 9).await.expect_err("alone").code(), Code::SecondOfficerNeeded);
    let unaware = release_as_told(&other, 9, Some(true)).await.expect_err("it would be the confirmation");
    assert_eq!(unaware.code(), Code::DecisionEffectChanged);
    assert_eq!(pay(&world, &GivenBill::clean(0, 9)).await.expect_err("it waits").code(), Code::BatchWaits);
    let shown = |found: Vec<ListedBatch>| found.into_iter().find(|batch| batch.batch_state == BatchState::Waiting);
    let own = shown(batches(&one, json!({})).await).expect("the batch");
    assert_eq!((own.is_own_proposal, own.proposed_by.as_deref()), (true, Some("Farid")));
    assert!(!shown(batches(&other, json!({})).await).expect("the batch").is_own_proposal);
    assert!(told(&other).await[0].starts_with("The release of batch 2800000009 was proposed"));
    let released = release(&other, 9).await.expect("released");
    assert_eq!((released.state, released.awaits_second_officer), (BatchState::Released, false));
    pay(&world, &GivenBill::clean(0, 9)).await.expect("a payment");
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposed_release_is_turned_down_or_withdrawn_and_can_be_proposed_again() {
    let world = waiting("batches-turned-down", "0", &["--second-officer-above", "0.00"]).await;
    let (one, other) = (world.portal.sign_in_staff(PCCR).await, world.portal.sign_in_staff(DEPUTY).await);
    world.import(&bills_with(&[dearer(1)])).await;
    world.audit().await;
    assert_eq!(turn_down(&other, 9).await.expect_err("no proposal").code(), Code::BatchReleaseNotProposed);
    assert_eq!(turn_down(&other, 11).await.expect_err("no such batch").code(), Code::BatchNotFound);
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    assert_eq!(turn_down(&viewer, 9).await.expect_err("not allowed").status, 403);

    // A colleague turns it down, with a reason that both officers read.
    release(&one, 9).await.expect("proposed");
    let unexplained = json!({ "billBatchId": "2800000009", "reason": " " });
    let refused = other.call_raw::<TurnDownBatchRelease>(unexplained).await.expect_err("no reason");
    assert_eq!(refused.fields(), [("reason", Code::RemarkRequired)]);
    turn_down(&other, 9).await.expect("turned down");
    assert!(told(&one).await[0].starts_with("The release of batch 2800000009 was turned down"));
    let query = "select data ->> 'reason' from fact where kind = 'BatchReleaseTurnedDown'";
    let reason = sql::value::<Option<String>>(world.portal.pool(), query, &[]).await;
    assert_eq!(reason.as_deref(), Some("The readings are wrong"));
    assert_eq!(turn_down(&other, 9).await.expect_err("no proposal").code(), Code::BatchReleaseNotProposed);
    let found = batches(&one, json!({ "filter": { "search": "0009" } })).await;
    assert_eq!((found[0].batch_state, found[0].proposed_by.as_deref()), (BatchState::Waiting, None));
    assert_eq!(pay(&world, &GivenBill::clean(0, 9)).await.expect_err("it waits").code(), Code::BatchWaits);

    // The officer who proposed it withdraws it. The next proposal needs two officers again.
    assert!(release(&one, 9).await.expect("proposed").awaits_second_officer);
    turn_down(&one, 9).await.expect("withdrawn");
    assert!(release(&other, 9).await.expect("proposed").awaits_second_officer);
    assert_eq!(release(&one, 9).await.expect("released").state, BatchState::Released);
    assert_eq!(turn_down(&one, 9).await.expect_err("released").code(), Code::BatchReleasedAlready);
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

/// Of a confirmation and a refusal at once, one takes effect, and the other officer is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_release_is_confirmed_or_turned_down_and_never_both() {
    let world = waiting("batches-turn-down-races", "0", &["--second-officer-above", "0.00"]).await;
    let (one, other) = (world.portal.sign_in_staff(PCCR).await, world.portal.sign_in_staff(DEPUTY).await);
    world.import(&bills_with(&[dearer(1)])).await;
    world.audit().await;
    assert!(release(&one, 9).await.expect("proposed").awaits_second_officer);
    let (confirmed, turned_down) = tokio::join!(release(&other, 9), turn_down(&one, 9));
    match (confirmed.expect("either counts").awaits_second_officer, turned_down) {
        // The confirmation was first.
        (false, Err(refused)) => assert_eq!(refused.code(), Code::BatchReleasedAlready),
        // The proposal had ended, so the second officer's call is a new proposal.
        (true, Ok(_)) => assert_eq!(held(&one).await, ["09"]),
        (is_proposed, turned_down) => panic!("proposed: {is_proposed}, turned down: {turned_down:?}"),
    }
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

/// Several rules need the lines of a bill, which arrive in a later file.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_waits_for_the_lines_of_the_bills() {
    let world = waiting("batches-lines", "0", &["--second-officer-above", "0.00"]).await;
    let pccr = world.portal.sign_in_staff(PCCR).await;
    world.import(&[GivenBill::clean(0, 10)]).await;
    let lines = "delete from bill_charges";
    world.portal.damage(lines).await;
    world.audit().await;
    assert!(!world.is_due().await);
    assert_eq!(held(&pccr).await, ["10"]);
    assert!(batches(&pccr, json!({})).await[0].needs_two, "until then the whole amount is in doubt");
    world.portal.damage("update batch_review set arrived_at = now() - interval '61 minutes'").await;
    world.audit().await;
    assert_eq!(held(&pccr).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn thresholds_of_a_company_do_not_change_the_figures_of_a_batch() {
    let world = waiting("batches-thresholds", "0", &[]).await;
    let (pccr, master) = (world.portal.sign_in_staff(PCCR).await, world.master().await);
    let settings = AuditSettings { gap_days: 9, ..AuditSettings::default() };
    let request = json!({ "id": SINAR, "settings": settings, "version": 0 });
    master.call_raw::<SetAuditSettings>(request).await.expect("thresholds");
    world.import(&bills_with(&[gap(1, 3)])).await;
    world.audit().await;
    assert_eq!(held(&pccr).await, ["10"]);
    release(&pccr, 10).await.expect("released");
    assert_eq!(listed(&master, json!({})).await.len(), 0);
}

/// Without the setting nothing waits. Staff still see the figures of the last two months.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_limit_no_batch_waits() {
    let world = World::new("batches-off").await;
    let (pccr, master) = (world.portal.sign_in_staff(PCCR).await, world.master().await);
    world.import(&bills_with(&[gap(1, 3)])).await;
    assert_eq!(hold(&master, &gap(1, 3)).await, Value::Null);
    pay(&world, &gap(1, 3)).await.expect("a payment");
    world.audit().await;
    let found = batches(&pccr, json!({})).await;
    assert_eq!(found.iter().map(|batch| batch.flagged_bills).collect::<Vec<_>>(), [1, 0]);
    assert!(found.iter().all(|batch| batch.limit.is_none() && batch.batch_state == BatchState::Released));
    assert_eq!(release(&pccr, 10).await.expect_err("released").code(), Code::BatchReleasedAlready);
    let facts = sql::values::<String>(world.portal.pool(), "select kind from fact where kind like 'Batch%'", &[]).await;
    assert_eq!(facts, [""; 0]);
    assert_eq!(broken_invariants(world.portal.pool()).await, [""; 0]);
}

//! Details of FPX payments for staff, and the verification of accepted messages by `gridbill check`.

use chrono::TimeDelta;
use gridbill::check::{CheckResult, look_with};
use gridbill::fpx::{SigningKey, VerifyingKey};
use gridbill_core::Instant;
use gridbill_core::payments::fpx::{AlertReason, FpxStatus};
use gridbill_core::payments::staff::{
    FpxAlertsRequest, GetAdminPaymentDetails, GetFpxAlerts, GetFpxRequeryData, RequeryRequest,
};
use gridbill_core::payments::{GetPaymentDetails, PaymentDetails, Status, TransactionRequest};
use sqlx::Connection as _;

use super::world::{Paying, World};
use crate::support::{clock, sql};

const ID: &str = "2611201200000001";
const OTHER: &str = "2611201200000002";

fn request(paying: &Paying) -> TransactionRequest {
    TransactionRequest { transaction_no: paying.made.transaction_no.clone(), record_count: None, cursor: None }
}

async fn details(world: &World, paying: &Paying) -> PaymentDetails {
    world.payer.call::<GetPaymentDetails>(request(paying)).await.expect("the payment")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateways_status_and_the_banks_date_are_shown() {
    let world = World::start().await;
    let paying = world.make().await;
    let before = details(&world, &paying).await;
    assert_eq!((before.fpx_status, before.bank_transaction_date), (Some(FpxStatus::Pending), None));
    assert!(world.direct(&world.confirmation(&paying, "99", ID).await).await);
    assert_eq!(details(&world, &paying).await.fpx_status, Some(FpxStatus::PendingApproval));
    let approved = world.message(&paying, "00", ID).await.with("fpxTxnTime", "20261120235901");
    let debited = world.fpx_key.sign(approved.clone()).expect("a signature");
    assert!(world.direct(&debited).await);
    let paid = details(&world, &paying).await;
    assert_eq!((paid.transaction.status, paid.fpx_status), (Status::Paid, Some(FpxStatus::Authorized)));
    // The bank's date is at +08:00.
    let at = Instant::parse("2026-11-20T15:59:01Z").expect("an instant");
    assert_eq!(paid.bank_transaction_date, Some(at));

    let other = world.make().await;
    let credited = world.message(&other, "00", OTHER).await.with("creditAuthCode", "00");
    assert!(world.direct(&world.fpx_key.sign(credited).expect("a signature")).await);
    assert_eq!(details(&world, &other).await.fpx_status, Some(FpxStatus::Sales));
    let staff = world.portal.sign_in_staff("pccr@utility.example").await;
    let head = staff.call::<GetAdminPaymentDetails>(request(&other)).await.expect("the payment").head;
    assert_eq!((head.fpx_status, head.fpx_transaction_id.as_deref()), (Some(FpxStatus::Sales), Some(OTHER)));
    assert_eq!(head.bank_transaction_date, Some(clock::noon()));
    let record = RequeryRequest { merchant_tran_id: other.order_no().to_owned() };
    let record = staff.call::<GetFpxRequeryData>(record).await.expect("the record");
    assert_eq!((record.fpx_status, record.bank_transaction_date), (FpxStatus::Sales, Some(clock::noon())));
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_came_too_late_waits_where_staff_see_it() {
    let world = World::start().await;
    let mut late = Vec::new();
    for id in [ID, OTHER] {
        let paying = world.make().await;
        assert!(world.direct(&world.confirmation(&paying, "51", id).await).await);
        world.portal.advance(TimeDelta::minutes(1));
        assert!(world.direct(&world.confirmation(&paying, "00", id).await).await);
        let shown = details(&world, &paying).await;
        assert_eq!(shown.fpx_status, Some(FpxStatus::Reconfirm));
        let told = shown.reason.unwrap_or_default();
        assert!(told.starts_with("The bank took the money"), "and not the reason of its earlier end: {told}");
        late.push(paying);
    }
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let about = RequeryRequest { merchant_tran_id: late[0].order_no().to_owned() };
    let record = ict.call::<GetFpxRequeryData>(about).await.expect("the record");
    assert_eq!(record.error_description, details(&world, &late[0]).await.reason, "staff read the same");
    let page = async |cursor: Option<String>| {
        ict.call::<GetFpxAlerts>(FpxAlertsRequest { record_count: Some(1), cursor }).await.expect("a page")
    };
    let first = page(None).await;
    let second = page(first.next.clone()).await;
    assert_eq!((first.total, second.next), (2, None));
    for (alert, paying) in [(&first.items[0], &late[1]), (&second.items[0], &late[0])] {
        assert_eq!(alert.merchant_tran_id, paying.order_no(), "newest first");
        assert_eq!((alert.reason, alert.status), (AlertReason::LateApproval, Status::FpxDeclined));
        assert_eq!(alert.amount.to_string(), "200.00");
        assert!(!alert.title.is_empty() && alert.description.contains("26112012000000"));
    }
    let CheckResult { findings, notes, .. } = look_with(world.portal.pool(), &keys(&world)).await.expect("a check");
    assert!(findings.iter().all(|finding| finding.broken == 0), "it breaks nothing");
    let shown = gridbill_core::Money::from_sen(40_000).shown();
    assert!(notes.iter().any(|note| note.contains("2 approvals") && note.contains(&shown)), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains(late[0].order_no()) && note.contains(ID)), "{notes:?}");
}

fn keys(world: &World) -> Vec<VerifyingKey> {
    world.portal.app.gateway.fpx_keys().all().cloned().collect()
}

/// Returns the rows of broken invariants, and the notes.
async fn look(world: &World, keys: &[VerifyingKey]) -> (Vec<String>, Vec<String>) {
    let CheckResult { findings, notes, .. } = look_with(world.portal.pool(), keys).await.expect("a check");
    (findings.into_iter().flat_map(|finding| finding.rows).collect(), notes)
}

/// Changes stored data as no code of the portal can.
async fn damage(world: &World, statement: &str) {
    let statements = format!("set session_replication_role = replica; {statement}");
    let mut connection = world.portal.superuser().await;
    sql::run_script(&mut connection, &statements).await;
    connection.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_verifies_accepted_messages_again() {
    let world = World::start().await;
    let paying = world.make().await;
    assert!(world.direct(&world.confirmation(&paying, "00", ID).await).await);
    assert_eq!(look(&world, &keys(&world)).await, (vec![], vec![]));

    // FPX's key has changed since, so the message can be neither confirmed nor refuted.
    let next = SigningKey::generate().and_then(|key| key.verifying_key()).expect("a key");
    let (broken, notes) = look(&world, std::slice::from_ref(&next)).await;
    assert_eq!(broken, Vec::<String>::new());
    assert!(notes.len() == 1 && notes[0].starts_with("1 messages") && notes[0].contains("not verified"), "{notes:?}");
    assert!(notes[0].contains(&keys(&world)[0].id()[..16]), "it names the key: {notes:?}");
    let retired: Vec<_> = [next].into_iter().chain(keys(&world)).collect();
    assert_eq!(look(&world, &retired).await, (vec![], vec![]), "given to the check once more");

    // A name that FPX did not sign.
    damage(
        &world,
        "update fpx_message set raw = replace(raw, 'fpx_makerName=', 'fpx_makerName=X') where way = 'direct'",
    )
    .await;
    let (broken, _) = look(&world, &keys(&world)).await;
    assert!(
        broken.len() == 1 && broken[0].contains(paying.order_no()) && broken[0].contains("did not sign"),
        "{broken:?}"
    );
    damage(&world, "update fpx_message set key_id = null where way = 'direct'").await;
    let (broken, _) = look(&world, &keys(&world)).await;
    assert!(broken.len() == 1 && broken[0].contains("no known key"), "{broken:?}");
}

/// A confirmation accepted before field formats were checked: a declined message whose signed text is split into other
/// fields, so that it reads as paid.
#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_a_confirmation_with_shifted_separators() {
    let world = World::start().await;
    let paying = world.make().await;
    assert!(world.direct(&world.confirmation(&paying, "00", ID).await).await);
    let declined = world.message(&paying, "51", ID).await.with("buyerName", "X|00|1|00");
    let signed = world.fpx_key.sign(declined.clone()).expect("a signature");
    let recut = [("buyerName", "X"), ("creditAuthCode", "00"), ("creditAuthNo", "1"), ("debitAuthCode", "00")];
    let recut = recut.iter().fold(declined, |message, (field, value)| message.with(field, value));
    let recut = gridbill::fpx::Signed { message: recut.with("debitAuthNo", "||51|"), ..signed };
    assert!(keys(&world)[0].verify(&recut), "the signature holds");
    damage(&world, &format!("update fpx_message set raw = '{}' where way = 'direct'", recut.body())).await;
    let (broken, _) = look(&world, &keys(&world)).await;
    assert!(broken.len() == 1 && broken[0].contains("debitAuthNo"), "{broken:?}");
}

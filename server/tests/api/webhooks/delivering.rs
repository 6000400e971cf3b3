//! What is delivered: the body, the signatures, and to whom.

use std::time::{Duration, Instant};

use gridbill_core::accounts::UpdateMultipleAccounts;
use gridbill_core::accounts::groups::{AssignAccounts, DeleteGroup, RemoveAccounts};
use gridbill_core::number::BulkId;
use gridbill_core::payments::MakePaymentRequest;
use gridbill_core::webhooks::{WebhookEventState, WebhookEventType};
use serde_json::json;
use uuid::Uuid;

use super::receiver::{Behaviour, Receiver};
use super::{SUBMITTED, World};
use crate::accounts::groups::make;
use crate::accounts::{every_invariant_holds, numbers, sinar_with, worked};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::portal::until;
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_delivered_once_with_ids_and_a_signature() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    world.pay().await;
    let created = world.create(&receiver.url(), SUBMITTED).await;
    let other = world.create(&receiver.url(), &[WebhookEventType::PaymentPaid]).await;
    let made = world.pay().await;
    assert_eq!(world.deliver().await, 1, "only events since the webhook was added, and of the chosen types");
    assert_eq!(world.deliver().await, 0);
    let received = receiver.received();
    let [call] = received.as_slice() else { panic!("{received:?}") };
    assert_eq!(call.header("content-type"), "application/json");
    assert!(call.is_signed_by(&created.secret) && !call.is_signed_by(&other.secret));
    let expected = json!({
        "id": call.id(),
        "type": "payment.submitted",
        "timestamp": call.json()["timestamp"],
        "bulkId": SINAR,
        "sequence": 1,
        "data": { "object": "payment", "ids": [made.transaction_no], "state": "pendingApproval", "related": [] },
    });
    assert_eq!(call.json(), expected);
    for hidden in ["100.00", "Badrul", "payer", "sinar.example"] {
        assert!(!call.body.contains(hidden), "{hidden}");
    }
    let log = world.log().await;
    assert_eq!(
        (log.len(), log[0].state, log[0].status, log[0].attempts),
        (1, WebhookEventState::Delivered, Some(204), 1)
    );
    assert_eq!((log[0].event_id.as_str(), &log[0].object_ids), (call.id(), &made.transaction_no.to_string()));
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolled_back_change_and_another_company_send_nothing() {
    let world = World::start().await;
    let receiver = Receiver::start().await;
    world.create(&receiver.url(), WebhookEventType::ALL).await;
    let bill = world.bills.last().expect("a bill").clone();
    let refused = world.payer.call::<gridbill_core::payments::MakePayment>(given::eft(&[bill], "99.00")).await;
    refused.expect_err("another total");
    let bills = given::bills(world.portal.pool(), MAJLIS, 1, "100.00").await;
    let majlis = world.portal.sign_in("master@majlis.example").await;
    let bulk_id = BulkId::parse(MAJLIS).expect("a bulk account");
    let payment = MakePaymentRequest { bulk_id, ..given::eft(&bills, "100.00") };
    majlis.call::<gridbill_core::payments::MakePayment>(payment).await.expect("a payment");
    assert_eq!((world.deliver().await, world.log().await.len()), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_at_the_same_time_send_once() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    world.create(&receiver.url(), SUBMITTED).await;
    for _ in 0..12 {
        world.pay().await;
    }
    let (second, _) = world.portal.second().await;
    let mut sent = 0;
    while sent < 12 {
        let (one, two) = tokio::join!(
            gridbill::webhooks::deliver::deliver_due(&world.portal.app),
            gridbill::webhooks::deliver::deliver_due(&second)
        );
        let both = one.expect("delivered") + two.expect("delivered");
        assert!(both > 0, "nothing is due after {sent}");
        sent += both;
    }
    let mut ids: Vec<_> = receiver.received().iter().map(|call| call.id().to_owned()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((sent, receiver.received().len(), ids.len()), (12, 12, 12));
}

/// Workers that claim at the same time keep the limit of each webhook together. The webhooks have keys of another one, so the
/// workers claim their events and cannot send them.
#[tokio::test(flavor = "multi_thread")]
async fn workers_at_the_same_time_keep_the_limit_of_each_webhook() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    let created = world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    assert_eq!(world.deliver().await, 1);
    // 60 webhooks with 30 events each. Written directly: a company may add few.
    let query = "
        with added as (
            insert into webhook (bulk_id, webhook_id, address, events, keys, public_key, created_by, created_at)
            select bulk_id, gen_random_uuid(), address, events, keys, public_key, created_by, created_at
            from webhook, generate_series(1, 60) where webhook_id = $1 returning bulk_id, webhook_id
        )
        insert into webhook_event (bulk_id, webhook_id, event_id, fact_id, sequence, event_type, data, created_at, due_at)
        select a.bulk_id, a.webhook_id, gen_random_uuid(), e.fact_id, e.sequence, e.event_type, e.data, e.created_at, e.due_at
        from webhook_event e, added a, generate_series(1, 30)";
    sql::run(world.portal.pool(), query, &[&created.webhook_id.parse::<Uuid>().expect("an id")]).await;
    let (second, _) = world.portal.second().await;
    for round in 0..10 {
        let workers = (0..6).map(|worker| {
            let app = if worker % 2 == 0 { world.portal.app.clone() } else { second.clone() };
            tokio::spawn(async move { gridbill::webhooks::deliver::deliver_due(&app).await })
        });
        for worker in futures::future::join_all(workers).await {
            // A worker that found all webhooks locked had nothing to send.
            assert!(matches!(worker.expect("no panic"), Err(_) | Ok(0)), "an event was sent");
        }
        let query = "select count(*) from webhook_event where claimed_until is not null group by webhook_id";
        let claimed = sql::values::<i64>(world.portal.pool(), query, &[]).await;
        assert!(!claimed.is_empty() && claimed.iter().all(|count| *count <= 4), "round {round}: {claimed:?}");
        sql::run(world.portal.pool(), "update webhook_event set claimed_until = null", &[]).await;
    }
}

/// A worker that is killed between the call and its record leaves its claim behind.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_repeats_an_event_with_the_same_id() {
    let mut world = World::start().await;
    let receiver = Receiver::that(Behaviour::Hang).await;
    world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    let app = world.portal.app.clone();
    let worker = tokio::spawn(async move { gridbill::webhooks::deliver::deliver_due(&app).await });
    until("the event is sent", async || (!receiver.received().is_empty()).then_some(())).await;
    worker.abort();
    worker.await.expect_err("killed");
    receiver.behave(Behaviour::Status(200));
    assert_eq!(world.deliver().await, 0, "claimed");
    assert_eq!(world.deliver_later(61).await, 1);
    let received = receiver.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].id(), received[1].id());
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(world.log().await[0].state, WebhookEventState::Delivered);
}

/// A hundred receivers, of which one hangs. Their webhooks are written directly: a company may add few.
#[tokio::test(flavor = "multi_thread")]
async fn a_dead_receiver_delays_nobody() {
    let mut world = World::start().await;
    let (dead, alive) = (Receiver::that(Behaviour::Hang).await, Receiver::start().await);
    let template = world.create(&alive.url(), SUBMITTED).await;
    let app = &world.portal.app;
    for place in 0..99 {
        let webhook_id = Uuid::from_u128(place);
        let keys = app.auth.factors.sealer.seal(&app.random, webhook_id, &[7; 64]).expect("sealed");
        let address = if place == 0 { dead.url() } else { format!("http://{}/{place}", alive.address) };
        let query = "
            insert into webhook (bulk_id, webhook_id, address, events, keys, public_key, created_by, created_at)
            select bulk_id, $2, $3, events, $4, public_key, created_by, created_at from webhook
            where bulk_id = $1 and webhook_id = $5";
        sql::run(
            world.portal.pool(),
            query,
            &[&SINAR, &webhook_id, &address, &keys, &template.webhook_id.parse::<Uuid>().expect("an id")],
        )
        .await;
    }
    world.portal.work();
    // More events than the dead receiver gets at the same time.
    for _ in 0..6 {
        world.pay().await;
    }
    until("the dead receiver is called", async || (dead.received().len() >= 4).then_some(())).await;
    let began = Instant::now();
    let before = alive.received().len();
    world.pay().await;
    until("all others have it", async || (alive.received().len() >= 7 * 99).then_some(())).await;
    // The calls that hang end ten seconds after they began (`outbound`), which was shortly before.
    let delay = began.elapsed();
    assert!(delay < Duration::from_secs(5), "{delay:?} after {before} calls");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sequence_of_an_account_grows_whatever_changes_it() {
    let world = World::start().await;
    let (pool, accounts) = (world.portal.pool(), numbers(0, 2));
    world
        .create(&Receiver::start().await.url(), &[WebhookEventType::AccountAdded, WebhookEventType::AccountChanged])
        .await;
    let keeper = sinar_with(&world.portal, &accounts).await;
    // A group without accounts changes none.
    let [north, south] = [make(&keeper, "North", &accounts[..1]).await, make(&keeper, "South", &[]).await];
    let update = json!({ "id": SINAR, "data": [{ "accountNo": accounts[0], "referenceId": "HQ" }] });
    keeper.call_raw::<UpdateMultipleAccounts>(update).await.expect("changed");
    worked(pool).await;
    let both = json!({ "groupId": south, "accountNumbers": accounts });
    keeper.call_raw::<AssignAccounts>(both).await.expect("moved");
    let second = json!({ "groupId": south, "accountNumbers": accounts[1..] });
    keeper.call_raw::<RemoveAccounts>(second).await.expect("out");
    for group in [north, south] {
        keeper.call_raw::<DeleteGroup>(json!({ "groupId": group })).await.expect("deleted");
    }
    let query = "select event_type || ' ' || (data -> 'ids')::text from webhook_event order by fact_id";
    let [first, second] = [&accounts[0], &accounts[1]];
    let (one, two) = (format!("account.changed [\"{first}\"]"), format!("account.changed [\"{second}\"]"));
    let added = format!("account.added [\"{first}\", \"{second}\"]");
    let moved = format!("account.changed [\"{first}\", \"{second}\"]");
    // The group, the request and its end, the move, the second account left, and the group of the first was deleted.
    let expected = [added, one.clone(), one.clone(), one.clone(), moved, two, one];
    assert_eq!(sql::values::<String>(pool, query, &[]).await, expected);
    let sequences = sql::values::<i32>(pool, "select sequence from webhook_event order by fact_id", &[]).await;
    assert!(sequences.is_sorted_by(|one, other| one < other), "{sequences:?}");
    every_invariant_holds(pool).await;
}

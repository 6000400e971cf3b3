//! What follows from each answer: retries, their end, and events that are sent again.

use gridbill_core::webhooks::{
    RETRY_SECONDS, ReplayWebhook, SetWebhook, WebhookDisabledReason, WebhookEventState, WebhookFailure,
};
use serde_json::{Value, json};

use super::receiver::{Behaviour, Receiver};
use super::{MASTER, SUBMITTED, World};
use crate::accounts::{every_invariant_holds, kinds};
use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::{RefusedCall, sql};

const HOUR: i64 = 3600;

async fn subjects(world: &World, email: &str) -> Vec<String> {
    sql::values(world.portal.pool(), "select body_text as \"text!\" from mail where recipient = $1", &[&email]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_event_is_retried_by_the_schedule_and_then_the_webhook_is_disabled() {
    let mut world = World::start().await;
    let receiver = Receiver::that(Behaviour::Status(500)).await;
    world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    assert_eq!(world.deliver().await, 1);
    for pause in &RETRY_SECONDS[1..] {
        assert_eq!(world.deliver_later(pause - 1).await, 0, "too early for {pause}");
        assert_eq!(world.deliver_later(1 + pause / 5).await, 1, "{pause}");
    }
    let received = receiver.received();
    assert_eq!(received.len(), 10);
    assert!(received.iter().all(|call| call.id() == received[0].id() && call.body == received[0].body));
    world.sign_in_again().await;
    let webhook = world.webhook().await;
    assert_eq!(webhook.disabled_reason, Some(WebhookDisabledReason::Exhausted));
    assert_eq!((webhook.failed, webhook.waiting), (1, 0));
    assert!(kinds(world.portal.pool()).await.contains(&"WebhookDisabled".to_owned()));
    let emails = subjects(&world, MASTER).await;
    assert!(emails.iter().any(|text| text.contains("The webhook to 127.0.0.1 was disabled")), "{emails:?}");

    // Events wait while it is disabled, and are sent once it is enabled. The failed one is not, unless a user asks for it.
    world.pay().await;
    assert_eq!(world.deliver_later(40 * HOUR).await, 0);
    world.sign_in_again().await;
    assert_eq!(world.webhook().await.waiting, 1);
    receiver.behave(Behaviour::Status(200));
    let enabled = json!({ "id": SINAR, "webhookId": webhook.webhook_id, "events": SUBMITTED, "isEnabled": true });
    world.master.call_raw::<SetWebhook>(enabled).await.expect("enabled");
    assert_eq!(world.deliver().await, 1);
    assert_eq!(receiver.received().len(), 11);
    let replayed = replay(&world, json!({ "eventId": received[0].id() })).await.expect("sent again");
    assert_eq!((replayed["events"].clone(), world.deliver().await), (json!(1), 1));
    assert_eq!(receiver.received()[11].id(), received[0].id());
    assert!(world.log().await.iter().all(|event| event.state == WebhookEventState::Delivered));
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_sent_again_during_its_last_attempt_disables_nothing() {
    let mut world = World::start().await;
    let receiver = Receiver::that(Behaviour::Status(500)).await;
    world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    world.deliver().await;
    for pause in &RETRY_SECONDS[1..RETRY_SECONDS.len() - 1] {
        assert_eq!(world.deliver_later(pause + pause / 5).await, 1, "{pause}");
    }
    receiver.behave(Behaviour::Slow(500));
    let before = receiver.received().len();
    let last = RETRY_SECONDS[RETRY_SECONDS.len() - 1];
    world.portal.advance(chrono::TimeDelta::seconds(last + last / 5));
    world.sign_in_again().await;
    let sent_again = async {
        until("the last attempt", async || (receiver.received().len() > before).then_some(())).await;
        replay(&world, json!({ "eventId": receiver.received()[0].id() })).await.expect("sent again");
    };
    tokio::join!(world.deliver(), sent_again);
    let webhook = world.webhook().await;
    assert_eq!((webhook.disabled_reason, webhook.failed, webhook.waiting), (None, 0, 1));
}

async fn replay(world: &World, mut what: Value) -> Result<Value, RefusedCall> {
    what["id"] = json!(SINAR);
    what["webhookId"] = json!(world.webhook().await.webhook_id);
    world.master.call_raw::<ReplayWebhook>(what).await
}

#[tokio::test(flavor = "multi_thread")]
async fn gone_disables_at_once_and_a_redirect_is_not_followed() {
    let mut world = World::start().await;
    let receiver = Receiver::that(Behaviour::Redirect("/elsewhere")).await;
    world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    assert_eq!(world.deliver().await, 1);
    assert!(receiver.received().iter().all(|call| call.path == "/hooks"), "a redirect chooses an unchecked address");
    let log = world.log().await;
    assert_eq!((log[0].state, log[0].status), (WebhookEventState::Waiting, Some(307)));
    receiver.behave(Behaviour::Status(410));
    assert_eq!(world.deliver_later(6).await, 1);
    assert_eq!(world.webhook().await.disabled_reason, Some(WebhookDisabledReason::Gone));
    assert_eq!(world.deliver_later(HOUR).await, 0);
    assert_eq!(receiver.received().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_busy_is_called_when_it_asks() {
    let mut world = World::start().await;
    let receiver = Receiver::that(Behaviour::RetryAfter(429, "120")).await;
    world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    assert_eq!(world.deliver().await, 1);
    assert_eq!(world.deliver_later(119).await, 0);
    // Beyond the maximum, the receiver does not decide.
    receiver.behave(Behaviour::RetryAfter(503, "99999999"));
    assert_eq!(world.deliver_later(1).await, 1);
    receiver.behave(Behaviour::Status(200));
    assert_eq!(world.deliver_later(24 * HOUR - 1).await, 0);
    assert_eq!(world.deliver_later(1).await, 1);
    assert_eq!(receiver.received().len(), 3);
}

/// Takes ten seconds: the limit of a call runs on the machine's clock.
#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_hangs_or_answers_too_much_is_bounded() {
    let mut world = World::start().await;
    let (hangs, large) = (Receiver::that(Behaviour::Hang).await, Receiver::that(Behaviour::Large).await);
    world.create(&hangs.url(), SUBMITTED).await;
    let fine = world.create(&large.url(), SUBMITTED).await;
    // Nothing listens there.
    let none = world.create("http://127.0.0.1:9/", SUBMITTED).await;
    world.pay().await;
    assert_eq!(world.deliver().await, 3);
    let log = world.log().await;
    let of = |webhook_id: &str| log.iter().find(|event| event.webhook_id == webhook_id).expect("an event");
    let (fine, none) = (of(&fine.webhook_id), of(&none.webhook_id));
    assert_eq!(fine.state, WebhookEventState::Delivered);
    assert_eq!(fine.answer.as_ref().map(String::len), Some(1024));
    assert_eq!(none.failure, Some(WebhookFailure::Unreachable));
    let hanging = log.iter().find(|event| event.failure == Some(WebhookFailure::TimedOut)).expect("a hanging one");
    assert!(hanging.milliseconds.is_some_and(|taken| (9_000..15_000).contains(&taken)), "{hanging:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_range_of_time_is_sent_again_with_the_same_ids() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    world.create(&receiver.url(), SUBMITTED).await;
    let begin = world.portal.app.now();
    for _ in 0..3 {
        world.pay().await;
        world.portal.advance(chrono::TimeDelta::seconds(10));
    }
    assert_eq!(world.deliver().await, 3);
    let range = json!({ "from": begin, "to": begin.plus_seconds(20) });
    assert_eq!(replay(&world, range.clone()).await.expect("two")["events"], json!(2));
    let mut failed = range.clone();
    failed["onlyFailed"] = json!(true);
    assert_eq!(replay(&world, failed).await.expect("none")["events"], json!(0));
    assert_eq!(world.deliver().await, 2);
    let mut ids: Vec<_> = receiver.received().iter().map(|call| call.id().to_owned()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((receiver.received().len(), ids.len()), (5, 3));
    let refused = replay(&world, json!({ "from": begin.plus_seconds(20), "to": begin })).await.expect_err("reversed");
    assert_eq!(refused.fields(), [("from", gridbill_core::Code::WebhookRangeInvalid)]);
    let refused = replay(&world, json!({ "eventId": "evt_00000000000000000000000000000000" })).await;
    assert_eq!(refused.expect_err("unknown").code(), gridbill_core::Code::WebhookEventNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_events_and_deleted_webhooks_are_deleted() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    let created = world.create(&receiver.url(), SUBMITTED).await;
    world.pay().await;
    world.deliver().await;
    let named = json!({ "id": SINAR, "webhookId": created.webhook_id });
    world.master.call_raw::<gridbill_core::webhooks::DeleteWebhook>(named).await.expect("deleted");
    world.pay().await;
    assert_eq!((world.deliver().await, world.webhooks().await.len(), world.log().await.len()), (0, 0, 0));
    let rows = async || {
        let query = "select (select count(*) from webhook) + (select count(*) from webhook_event)
                     + (select count(*) from webhook_attempt)";
        sql::value::<i64>(world.portal.pool(), query, &[]).await
    };
    gridbill::webhooks::delete_expired(&world.portal.app).await.expect("cleaned");
    assert_eq!(rows().await, 3);
    world.portal.advance(chrono::TimeDelta::days(31));
    gridbill::webhooks::delete_expired(&world.portal.app).await.expect("cleaned");
    assert_eq!(rows().await, 0);
}

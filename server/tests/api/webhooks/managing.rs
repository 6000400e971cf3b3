//! Adding, changing, testing, rotating and deleting webhooks, and who may.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::webhooks::{
    CreateWebhook, DeleteWebhook, GetWebhookDeliveries, MAX_WEBHOOKS, ReplayWebhook, RotateWebhook, SetWebhook,
    TestWebhook, WebhookEventType,
};
use serde_json::{Value, json};

use super::receiver::{Behaviour, Receiver};
use super::{SUBMITTED, World, create};
use crate::accounts::kinds;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::limits::{CallLimit, assert_limited};
use crate::support::{Actor, Portal, sql};
use crate::team::transfer_master;

#[tokio::test(flavor = "multi_thread")]
async fn only_public_https_addresses_can_be_added() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(super::MASTER).await;
    for (address, code) in [
        ("", Code::WebhookAddressInvalid),
        ("https://erp.sinar.example/a b", Code::WebhookAddressInvalid),
        ("http://erp.sinar.example/", Code::WebhookAddressRefused),
        ("http://127.0.0.1/", Code::WebhookAddressRefused),
        ("https://localhost/", Code::WebhookAddressRefused),
        ("https://user:word@8.8.8.8/", Code::WebhookAddressRefused),
        ("https://10.0.0.1/", Code::WebhookAddressRefused),
        ("https://100.64.0.1/", Code::WebhookAddressRefused),
        ("https://169.254.169.254/latest", Code::WebhookAddressRefused),
        ("https://[fd00:ec2::254]/", Code::WebhookAddressRefused),
        ("https://[::ffff:127.0.0.1]/", Code::WebhookAddressRefused),
        ("https://0.0.0.0/", Code::WebhookAddressRefused),
        ("https://224.0.0.1/", Code::WebhookAddressRefused),
        ("https://8.8.8.8:0/", Code::WebhookAddressRefused),
        ("https://erp.sinar.example:0/hook", Code::WebhookAddressRefused),
        ("https://no-such-name.invalid/", Code::WebhookAddressUnknown),
    ] {
        let refused = create(&master, address, SUBMITTED).await.expect_err(address);
        assert_eq!(refused.fields(), [("address", code)], "{address}");
    }
    let refused = create(&master, "https://8.8.8.8/", &[]).await.expect_err("no events");
    assert_eq!(refused.fields(), [("events", Code::WebhookEventsRequired)]);
    create(&master, "https://8.8.8.8/", SUBMITTED).await.expect("public");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_event_shows_the_answer_and_a_rotation_signs_with_both_secrets_for_a_day() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    let first = world.create(&receiver.url(), SUBMITTED).await;
    let named = json!({ "id": SINAR, "webhookId": first.webhook_id });
    let tested = world.master.call_raw::<TestWebhook>(named.clone()).await.expect("tested");
    assert_eq!((&tested["isDelivered"], &tested["status"]), (&json!(true), &json!(204)));
    let call = receiver.received().pop().expect("a call");
    assert!(call.is_signed_by(&first.secret));
    assert_eq!(call.json()["type"], "webhook.test");
    receiver.behave(Behaviour::Status(500));
    let tested = world.master.call_raw::<TestWebhook>(named.clone()).await.expect("tested");
    assert_eq!(
        (&tested["isDelivered"], &tested["status"], &tested["answer"]),
        (&json!(false), &json!(500), &json!("noted"))
    );
    receiver.behave(Behaviour::Status(200));

    let second = world.master.call_raw::<RotateWebhook>(named).await.expect("rotated");
    let second = second["secret"].as_str().expect("a secret").to_owned();
    assert_ne!(second, first.secret);
    assert!(world.webhook().await.earlier_secret_until.is_some());
    world.pay().await;
    world.deliver().await;
    let call = receiver.received().pop().expect("a call");
    assert!(call.is_signed_by(&first.secret) && call.is_signed_by(&second));
    world.pay().await;
    world.portal.advance(TimeDelta::hours(24) + TimeDelta::seconds(1));
    world.deliver().await;
    let call = receiver.received().pop().expect("a call");
    assert!(!call.is_signed_by(&first.secret) && call.is_signed_by(&second));
}

/// Each secret signs for 24 hours after it was replaced, however many rotations follow.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_rotation_keeps_every_secret_of_the_last_day() {
    let mut world = World::start().await;
    let receiver = Receiver::start().await;
    let first = world.create(&receiver.url(), SUBMITTED).await;
    let named = json!({ "id": SINAR, "webhookId": first.webhook_id });
    let mut secrets = vec![first.secret.clone()];
    for _ in 0..2 {
        let rotated = world.master.call_raw::<RotateWebhook>(named.clone()).await.expect("rotated");
        secrets.push(rotated["secret"].as_str().expect("a secret").to_owned());
        world.portal.advance(TimeDelta::hours(10));
        world.sign_in_again().await;
    }
    let signed = async |world: &mut World| {
        world.pay().await;
        world.deliver().await;
        let call = receiver.received().pop().expect("a call");
        secrets.iter().map(|secret| call.is_signed_by(secret)).collect::<Vec<_>>()
    };
    // 20 and 10 hours ago.
    assert_eq!(signed(&mut world).await, [true, true, true]);
    world.portal.advance(TimeDelta::hours(5));
    world.sign_in_again().await;
    assert_eq!(signed(&mut world).await, [false, true, true]);
    let tested = world.master.call_raw::<TestWebhook>(named.clone()).await.expect("tested");
    assert_eq!(tested["isDelivered"], json!(true));
    let call = receiver.received().pop().expect("a call");
    assert!(!call.is_signed_by(&secrets[0]) && call.is_signed_by(&secrets[1]) && call.is_signed_by(&secrets[2]));
    world.portal.advance(TimeDelta::hours(10));
    world.sign_in_again().await;
    assert_eq!(signed(&mut world).await, [false, false, true]);
    // The header stays small: ten rotations since the window of 24 hours began.
    for _ in 0..10 {
        drop(world.master.call_raw::<RotateWebhook>(named.clone()).await);
    }
    let refused = world.master.call_raw::<RotateWebhook>(named).await.expect_err("too many");
    assert_eq!(refused.code(), Code::TooManyAttempts);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_company_does_not_use_up_the_rotations_of_a_webhook() {
    let world = World::start().await;
    let receiver = Receiver::start().await;
    let webhook_id = world.create(&receiver.url(), SUBMITTED).await.webhook_id;
    let named = |bulk_id: &str| json!({ "id": bulk_id, "webhookId": webhook_id });
    let majlis = world.portal.sign_in("master@majlis.example").await;
    for _ in 0..11 {
        majlis.call_raw::<RotateWebhook>(named(MAJLIS)).await.expect_err("a webhook of another company");
    }
    world.master.call_raw::<RotateWebhook>(named(SINAR)).await.expect("rotated");
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_stored_encrypted_and_changes_are_recorded() {
    let world = World::start().await;
    let receiver = Receiver::start().await;
    let created = world.create(&receiver.url(), SUBMITTED).await;
    let stored = sql::value::<String>(world.portal.pool(), "select w::text from webhook w", &[]).await;
    let secret = openssl::base64::decode_block(created.secret.trim_start_matches("whsec_")).expect("base64");
    assert!(!stored.contains(&hex::encode(secret)));
    let named = json!({ "id": SINAR, "webhookId": created.webhook_id });
    let set = |events: &[WebhookEventType], is_enabled: bool| json!({ "id": SINAR, "webhookId": created.webhook_id, "events": events, "isEnabled": is_enabled });
    world.master.call_raw::<SetWebhook>(set(&[WebhookEventType::BillsDue], false)).await.expect("changed");
    world.master.call_raw::<SetWebhook>(set(&[WebhookEventType::BillsDue], true)).await.expect("enabled");
    world.master.call_raw::<DeleteWebhook>(named.clone()).await.expect("deleted");
    let refused = world.master.call_raw::<DeleteWebhook>(named).await.expect_err("deleted");
    assert_eq!(refused.code(), Code::WebhookNotFound);
    let recorded = kinds(world.portal.pool()).await;
    let recorded: Vec<_> = recorded.iter().filter(|kind| kind.starts_with("Webhook")).map(String::as_str).collect();
    for kind in ["WebhookCreated", "WebhookChanged", "WebhookDisabled", "WebhookEnabled", "WebhookDeleted"] {
        assert!(recorded.contains(&kind), "{kind}: {recorded:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_adds_few_and_another_company_sees_none() {
    let world = World::start().await;
    let receiver = Receiver::start().await;
    let created = world.create(&receiver.url(), SUBMITTED).await;
    for _ in 1..MAX_WEBHOOKS {
        world.create(&receiver.url(), SUBMITTED).await;
    }
    let refused = create(&world.master, &receiver.url(), SUBMITTED).await.expect_err("too many");
    assert_eq!(refused.code(), Code::WebhooksTooMany);
    let majlis = world.portal.sign_in("master@majlis.example").await;
    let named = json!({ "id": MAJLIS, "webhookId": created.webhook_id });
    let refused = majlis.call_raw::<TestWebhook>(named.clone()).await.expect_err("another company");
    assert_eq!(refused.code(), Code::WebhookNotFound);
    let refused = majlis.call_raw::<DeleteWebhook>(named).await.expect_err("another company");
    assert_eq!(refused.code(), Code::WebhookNotFound);
    let log = majlis.call_raw::<GetWebhookDeliveries>(json!({ "id": SINAR })).await.expect_err("another company");
    assert_eq!(log.code(), Code::BulkAccountNotFound);
    assert!(create(&world.payer, &receiver.url(), SUBMITTED).await.is_err(), "only the Master");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_webhooks_tests_and_replays_are_limited_by_company() {
    let World { portal, master, payer, .. } = World::start().await;
    let majlis = portal.sign_in("master@majlis.example").await;
    let receiver = Receiver::start().await;
    let added = |bulk_id: &str| json!({ "id": bulk_id, "address": receiver.url(), "events": SUBMITTED });
    let create_for = async |actor: &Actor, bulk_id: &str| {
        let created = actor.call_raw::<CreateWebhook>(added(bulk_id)).await.expect("a webhook");
        json!({ "id": bulk_id, "webhookId": created["webhookId"] })
    };
    let replayed = |webhook: &Value| {
        let mut request = webhook.clone();
        request["from"] = json!("2026-11-19T00:00:00Z");
        request
    };
    let (ours, theirs) = (create_for(&master, SINAR).await, create_for(&majlis, MAJLIS).await);
    let by_master = |request: Value| (&master, [request.clone(), request.clone(), request]);
    let limit = |bucket, calls| CallLimit { bucket, calls };
    let (own, other) = (by_master(added(SINAR)), (&majlis, added(MAJLIS)));
    assert_limited::<CreateWebhook>(&portal, limit("webhookCreated", 30), own, other).await;
    let (own, other) = (by_master(ours.clone()), (&majlis, theirs.clone()));
    assert_limited::<TestWebhook>(&portal, limit("webhookTest", 60), own, other).await;
    let (own, other) = (by_master(replayed(&ours)), (&majlis, replayed(&theirs)));
    assert_limited::<ReplayWebhook>(&portal, limit("webhookReplay", 300), own, other).await;
    assert_eq!(receiver.received().len(), 3, "a refused test calls no receiver");

    // The limits are the company's: a new Master has no own count.
    transfer_master(&portal, &master, "payer@sinar.example").await;
    let all = async |actor: &Actor| {
        [
            actor.call_raw::<CreateWebhook>(added(SINAR)).await,
            actor.call_raw::<TestWebhook>(ours.clone()).await,
            actor.call_raw::<ReplayWebhook>(replayed(&ours)).await,
        ]
    };
    for answer in all(&payer).await {
        assert_eq!(answer.expect_err("the limit of the company").code(), Code::TooManyAttempts);
    }
    portal.advance(TimeDelta::hours(1));
    for answer in all(&portal.sign_in("payer@sinar.example").await).await {
        answer.expect("an hour later");
    }
}

//! Calls of systems while the database is stopped or the pool is full: calls by API tokens, and the calls that manage tokens
//! and webhooks. Deliveries go on afterwards, and no event is lost.

use gridbill::webhooks::deliver::deliver_due;
use gridbill_core::approvals::{CreateProposal, SetApprovalPolicy};
use gridbill_core::bills::GetOutstandingBills;
use gridbill_core::endpoint::{Endpoint as _, EndpointSpec};
use gridbill_core::number::InvoiceNo;
use gridbill_core::tokens::{CreateApiToken, GetApiTokens, RevokeApiToken, RotateApiToken};
use gridbill_core::webhooks::{
    CreateWebhook, DeleteWebhook, GetWebhookDeliveries, GetWebhooks, ReplayWebhook, RotateWebhook, SetWebhook,
    TestWebhook, WebhookEventType,
};
use serde_json::{Value, json};

use super::{Call, WIDE, all_are_unavailable, take_all_connections};
use crate::support::given::{self, SINAR};
use crate::support::portal::until;
use crate::support::proxy::Proxy;
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, sql};
use crate::team::id_of;
use crate::webhooks::receiver::{Behaviour, Receiver};

/// A company with a policy, a token, a webhook, and bills to pay.
struct World {
    portal: Portal,
    proxy: Proxy,
    receiver: Receiver,
    wire: RawClient,
    master: String,
    token: String,
    token_id: Value,
    webhook_id: Value,
    bills: Vec<InvoiceNo>,
}

impl World {
    async fn start() -> Self {
        let (portal, proxy) = Portal::behind_proxy(&[&WIDE[..], &["--outbound-loopback"]].concat()).await;
        let receiver = Receiver::start().await;
        let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
        let wire = RawClient::to(portal.address);
        // Signing in is a proof of identity. The second factor is added afterwards.
        let signed_in = wire.sign_in("master@sinar.example").await.0;
        let master = portal.visitor().with_token(signed_in.clone());
        let query = "insert into factor (factor_id, person_id, kind, name, added_at, secret)
                     select gen_random_uuid(), person_id, 'totp', 'App', now(), 'secret' from person
                     where email = 'master@sinar.example'";
        sql::run(portal.pool(), query, &[]).await;
        let new = json!({ "id": SINAR, "name": "ERP", "scopes": ["bills:read", "payments:propose"], "expiresOn": last_day() });
        let created = master.call_raw::<CreateApiToken>(new).await.expect("a token");
        let payer = id_of(portal.pool(), "payer@sinar.example").await;
        let policy = json!({ "approverGroups": [], "layers": [{ "from": "0.00", "steps": [{ "mode": "any", "userIds": [payer] }] }] });
        let set = json!({ "id": SINAR, "policy": policy, "version": 0 });
        master.call_raw::<SetApprovalPolicy>(set).await.expect("a policy");
        let events = WebhookEventType::ALL;
        let hook = json!({ "id": SINAR, "address": receiver.url(), "events": events });
        let hook = master.call_raw::<CreateWebhook>(hook).await.expect("a webhook");
        Self {
            master: bearer(&signed_in),
            token: bearer(created["secret"].as_str().expect("a text")),
            token_id: created["token"]["tokenId"].clone(),
            webhook_id: hook["webhookId"].clone(),
            portal,
            proxy,
            receiver,
            wire,
            bills,
        }
    }

    async fn call(&self, entry: &'static EndpointSpec, fields: &Value, token: &str) -> RawResponse {
        super::call(&self.wire, &(entry, fields.clone(), token)).await
    }

    /// The calls of a system, and those that manage tokens and webhooks.
    fn calls(&self) -> Vec<Call<'_>> {
        let (master, token) = (self.master.as_str(), self.token.as_str());
        let hook = |more: Value| {
            let mut fields = json!({ "id": SINAR, "webhookId": self.webhook_id });
            fields.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
            fields
        };
        let of_token = json!({ "id": SINAR, "tokenId": self.token_id, "expiresOn": last_day() });
        vec![
            (&GetOutstandingBills::ENTRY, json!({ "id": SINAR }), token),
            (&CreateProposal::ENTRY, self.proposal(), token),
            (&GetApiTokens::ENTRY, json!({ "id": SINAR }), master),
            (&RotateApiToken::ENTRY, of_token, master),
            (&RevokeApiToken::ENTRY, json!({ "id": SINAR, "tokenId": self.token_id }), master),
            (&GetWebhooks::ENTRY, json!({ "id": SINAR }), master),
            (&GetWebhookDeliveries::ENTRY, json!({ "id": SINAR }), master),
            (
                &CreateWebhook::ENTRY,
                json!({ "id": SINAR, "address": self.receiver.url(), "events": ["payment.paid"] }),
                master,
            ),
            (&SetWebhook::ENTRY, hook(json!({ "events": ["payment.paid"], "isEnabled": false })), master),
            (&RotateWebhook::ENTRY, hook(json!({})), master),
            (&TestWebhook::ENTRY, hook(json!({})), master),
            (
                &ReplayWebhook::ENTRY,
                hook(json!({ "from": "2026-11-19T00:00:00Z", "to": "2026-11-20T00:00:00Z" })),
                master,
            ),
            (&DeleteWebhook::ENTRY, hook(json!({})), master),
        ]
    }

    fn proposal(&self) -> Value {
        json!({ "id": SINAR, "invoiceNos": [self.bills[0]], "totalAmount": "100.00" })
    }

    /// Requires that the refused calls changed nothing, and that all work goes on.
    async fn all_goes_on(&self) {
        let proposed = until("the token works", async || {
            let answer = self.call(&CreateProposal::ENTRY, &self.proposal(), &self.token).await;
            (answer.status == 200).then_some(answer)
        })
        .await;
        let again = self.call(&CreateProposal::ENTRY, &self.proposal(), &self.token).await;
        assert_eq!((again.status, again.body), (200, proposed.body));
        let webhooks = self.call(&GetWebhooks::ENTRY, &json!({ "id": SINAR }), &self.master).await.json();
        let items = webhooks["Data"]["items"].as_array().expect("webhooks");
        assert_eq!((items.len(), &items[0]["webhookId"], &items[0]["disabledAt"]), (1, &self.webhook_id, &Value::Null));
        let delivered = until("the event is delivered", async || {
            deliver_due(&self.portal.app).await.ok();
            self.receiver.received().iter().find(|call| call.json()["type"] == "proposal.created").cloned()
        })
        .await;
        assert_eq!(delivered.json()["sequence"], 1);
        let tested = self.receiver.received().iter().filter(|call| call.json()["type"] == "webhook.test").count();
        assert_eq!(tested, 0, "a test was sent although the call was refused");
    }
}

fn last_day() -> String {
    crate::support::clock::today().plus_days(90).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn systems_are_told_that_the_database_is_stopped_and_nothing_is_lost() {
    let world = World::start().await;
    world.proxy.close();
    all_are_unavailable(&world.wire, &world.calls()).await;
    deliver_due(&world.portal.app).await.expect_err("no database");
    world.proxy.open();
    world.all_goes_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn systems_are_told_that_the_pool_is_full_and_nothing_is_lost() {
    let world = World::start().await;
    let held = take_all_connections(&world.portal).await;
    all_are_unavailable(&world.wire, &world.calls()).await;
    drop(held);
    world.all_goes_on().await;
}

/// The database stops between the delivery of an event and the record of its answer. The event is sent again, with the same id.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_whose_answer_was_not_recorded_is_sent_again() {
    let world = World::start().await;
    let proposed = world.call(&CreateProposal::ENTRY, &world.proposal(), &world.token).await;
    assert_eq!(proposed.status, 200, "{}", proposed.text());
    world.receiver.behave(Behaviour::Hang);
    let app = world.portal.app.clone();
    let delivering = tokio::spawn(async move { deliver_due(&app).await });
    until("the event is sent", async || (!world.receiver.received().is_empty()).then_some(())).await;
    world.proxy.close();
    delivering.await.expect("no panic").expect_err("no database");
    world.receiver.behave(Behaviour::Status(204));
    world.proxy.open();
    // The claim ends.
    world.portal.advance(chrono::TimeDelta::seconds(61));
    until("the event is sent again", async || {
        deliver_due(&world.portal.app).await.ok();
        (world.receiver.received().len() >= 2).then_some(())
    })
    .await;
    let received = world.receiver.received();
    assert_eq!((received[0].id(), &received[0].body), (received[1].id(), &received[1].body));
}

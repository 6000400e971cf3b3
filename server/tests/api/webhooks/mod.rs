//! Webhooks (docs/domain/webhooks.md), against real receivers.

mod delivering;
mod issued;
mod managing;
pub mod receiver;
mod retrying;

use gridbill::webhooks::deliver::deliver_due;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, PaymentMade};
use gridbill_core::webhooks::{
    CreateWebhook, CreateWebhookRequest, GetWebhookDeliveries, GetWebhooks, Webhook, WebhookDelivery, WebhookEventType,
    WebhookSecret, WebhooksRequest,
};
use serde_json::json;

use crate::support::given::{self, SINAR, eft};
use crate::support::{Actor, Portal, RefusedCall};
use crate::team::bulk;

const MASTER: &str = "master@sinar.example";

/// The event of each payment of these tests.
const SUBMITTED: &[WebhookEventType] = &[WebhookEventType::PaymentSubmitted];

/// A portal, its Master, and bills to pay.
struct World {
    portal: Portal,
    master: Actor,
    payer: Actor,
    bills: Vec<InvoiceNo>,
}

impl World {
    async fn start() -> Self {
        let portal = Portal::with_people_and(&["--outbound-loopback"]).await;
        let bills = given::bills(portal.pool(), SINAR, 30, "100.00").await;
        let (master, payer) = (portal.sign_in(MASTER).await, portal.sign_in("payer@sinar.example").await);
        Self { portal, master, payer, bills }
    }

    /// Sessions end while the clock moves by days.
    async fn sign_in_again(&mut self) {
        self.master = self.portal.sign_in(MASTER).await;
        self.payer = self.portal.sign_in("payer@sinar.example").await;
    }

    async fn create(&self, address: &str, events: &[WebhookEventType]) -> WebhookSecret {
        create(&self.master, address, events).await.expect("a webhook")
    }

    /// Submits a payment of one bill, which is one event.
    async fn pay(&mut self) -> PaymentMade {
        let bill = self.bills.pop().expect("a bill");
        self.payer.call::<MakePayment>(eft(&[bill], "100.00")).await.expect("a payment")
    }

    async fn deliver(&self) -> usize {
        deliver_due(&self.portal.app).await.expect("delivered")
    }

    /// Moves the clock to after the claims and pauses of all events, and delivers what is due.
    async fn deliver_later(&self, seconds: i64) -> usize {
        self.portal.advance(chrono::TimeDelta::seconds(seconds));
        self.deliver().await
    }

    async fn webhooks(&self) -> Vec<Webhook> {
        self.master.call::<GetWebhooks>(WebhooksRequest { id: bulk(SINAR) }).await.expect("webhooks").items
    }

    async fn webhook(&self) -> Webhook {
        let mut all = self.webhooks().await;
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    async fn log(&self) -> Vec<WebhookDelivery> {
        let page = self.master.call_raw::<GetWebhookDeliveries>(json!({ "id": SINAR })).await.expect("a log");
        serde_json::from_value(page["items"].clone()).expect("rows")
    }
}

async fn create(actor: &Actor, address: &str, events: &[WebhookEventType]) -> Result<WebhookSecret, RefusedCall> {
    let request = CreateWebhookRequest { id: bulk(SINAR), address: address.to_owned(), events: events.to_vec() };
    actor.call::<CreateWebhook>(request).await
}

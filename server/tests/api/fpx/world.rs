//! A portal with the real sandbox, and FPX's own key to sign messages that the sandbox would not send.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use gridbill::app::App;
use gridbill::base::{Clock, Random};
use gridbill::fpx::sandbox::{SandboxConfig, serve_on};
use gridbill::fpx::{KeyFiles, Kind, Message, Order, Signed, SigningKey, ensure_keys};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, PaymentMade, Status};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::given::{self, SINAR};
use crate::support::portal::until;
use crate::support::{Actor, Portal, client, clock, sql};

pub struct World {
    pub portal: Portal,
    pub payer: Actor,
    pub client: reqwest::Client,
    pub fpx_key: SigningKey,
    bank: String,
    data: PathBuf,
}

/// A payment with its bills.
pub struct Paying {
    pub made: PaymentMade,
    pub bills: Vec<InvoiceNo>,
}

impl Paying {
    pub fn order_no(&self) -> &str {
        self.made.merchant_tran_id.as_deref().expect("an order number")
    }
}

impl World {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts a portal and a sandbox with these additional settings.
    pub async fn with(flags: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let bank = format!("http://{}", listener.local_addr().expect("an address"));
        let portal = Portal::with_people_and(&[&["--fpx-url", &bank], flags].concat()).await;
        let (data, keys) = folder(&portal.app.config.data);
        let url = |way: &str| format!("http://{}/payments-svc/fpx/{way}", portal.address).parse().expect("a URL");
        let listen = listener.local_addr().expect("an address");
        let mut config = SandboxConfig::new(listen, data.clone(), url("direct"), url("indirect"), clock::noon);
        config.repeats = vec![Duration::from_millis(20); 5];
        config.delay = Duration::from_millis(100);
        config.clock_tolerance = Duration::from_hours(30 * 24);
        tokio::spawn(async move { serve_on(listener, config, std::future::pending()).await.expect("the sandbox") });
        let payer = portal.sign_in("payer@sinar.example").await;
        let client = client();
        let fpx_key = SigningKey::load(&keys.fpx_key).expect("FPX's key");
        // Once the sandbox answers, it has read its keys.
        let up = client.get(format!("{bank}/sandbox/api/payments/none")).send().await.expect("the sandbox answers");
        assert_eq!(up.status(), StatusCode::NOT_FOUND);
        Self { portal, payer, client, fpx_key, bank, data }
    }

    /// Makes an FPX payment of two bills over RM 100; the browser has not gone to the bank yet.
    pub async fn make(&self) -> Paying {
        let bills = given::bills(self.portal.pool(), SINAR, 2, "100.00").await;
        let made = self.payer.call::<MakePayment>(given::fpx(&bills, "200.00")).await.expect("a payment");
        assert_eq!(made.status, Status::PaymentInitiated);
        Paying { made, bills }
    }

    /// Posts the request to FPX as the browser does.
    pub async fn go(&self, paying: &Paying) {
        let redirect = paying.made.redirect.as_ref().expect("a redirect");
        let fields: Vec<_> = redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
        let answer = self.client.post(&redirect.url).form(&fields).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{}", answer.text().await.expect("text"));
    }

    pub async fn pay(&self) -> Paying {
        let paying = self.make().await;
        self.go(&paying).await;
        paying
    }

    pub async fn maker(&self, paying: &Paying, action: &str) {
        self.act(paying, "maker", action).await;
    }

    pub async fn authorizer(&self, paying: &Paying, action: &str) {
        self.act(paying, "authorizer", action).await;
    }

    async fn act(&self, paying: &Paying, who: &str, action: &str) {
        let path = format!("/sandbox/api/payments/{}/{who}", paying.order_no());
        assert_eq!(self.sandbox(&path, json!({ "action": action })).await, StatusCode::OK, "{who} {action}");
    }

    pub async fn fault(&self, paying: &Paying, fault: &str) {
        let body = json!({ "sellerExOrderNo": paying.order_no(), "fault": fault });
        assert_eq!(self.sandbox("/sandbox/api/faults", body).await, StatusCode::OK);
    }

    pub async fn sandbox(&self, path: &str, body: Value) -> StatusCode {
        self.client.post(format!("{}{path}", self.bank)).json(&body).send().await.expect("an answer").status()
    }

    /// Returns the payment's data in the sandbox.
    pub async fn at_bank(&self, paying: &Paying) -> Value {
        let url = format!("{}/sandbox/api/payments/{}", self.bank, paying.order_no());
        self.client.get(url).send().await.expect("an answer").json().await.expect("JSON")
    }

    /// Posts to the portal as FPX does. Returns status, redirect address and text.
    pub async fn post(&self, way: &str, body: impl Into<reqwest::Body>) -> (u16, Option<String>, String) {
        let url = format!("http://{}/payments-svc/fpx/{way}", self.portal.address);
        let request = self.client.post(url).header("content-type", "application/x-www-form-urlencoded");
        let answer = request.body(body).send().await.expect("an answer");
        let to = answer.headers().get("location").map(|to| to.to_str().expect("text").to_owned());
        (answer.status().as_u16(), to, answer.text().await.expect("text"))
    }

    /// Sends a direct message. Returns whether FPX receives `OK`.
    pub async fn direct(&self, signed: &Signed) -> bool {
        let (status, _, text) = self.post("direct", signed.body()).await;
        (status, text.as_str()) == (200, "OK")
    }

    /// Returns a confirmation about a payment, signed by FPX.
    pub async fn confirmation(&self, paying: &Paying, code: &str, fpx_txn_id: &str) -> Signed {
        let message = self.message(paying, code, fpx_txn_id).await;
        self.fpx_key.sign(message).expect("a signature")
    }

    pub async fn message(&self, paying: &Paying, code: &str, fpx_txn_id: &str) -> Message {
        let query = "select fields from fpx_request where order_no = $1";
        let fields = sql::value::<Value>(self.portal.pool(), query, &[&paying.order_no()]).await;
        let order: Order = serde_json::from_value(fields).expect("an order");
        Message::new(Kind::Ac, |field| match field {
            "debitAuthCode" => code.to_owned(),
            "fpxTxnId" => fpx_txn_id.to_owned(),
            "fpxTxnTime" => clock::noon().compact(),
            _ => order.get(field).to_owned(),
        })
    }

    pub async fn status(&self, paying: &Paying) -> Status {
        let query = "select status from payment where transaction_no = $1";
        sql::value(self.portal.pool(), query, &[&paying.made.transaction_no.as_str()]).await
    }

    pub async fn becomes(&self, paying: &Paying, status: Status) {
        let what = format!("{} is {status:?}", paying.order_no());
        until(&what, async || (self.status(paying).await == status).then_some(())).await;
    }

    /// Returns the verdict on each message about the payment, in order of arrival.
    pub async fn verdicts(&self, paying: &Paying) -> Vec<String> {
        let query = "select way || ' ' || verdict from fpx_message where order_no = $1 order by message_id";
        sql::values(self.portal.pool(), query, &[&paying.order_no()]).await
    }

    /// Returns the alerts that staff see about the payment.
    pub async fn alerts(&self, paying: &Paying) -> Vec<(String, String)> {
        let query = "select reason, value from fpx_alert where order_no = $1 order by alert_id";
        sql::rows(self.portal.pool(), query, &[&paying.order_no()]).await
    }

    pub async fn bill_statuses(&self, paying: &Paying) -> Vec<Status> {
        let numbers: Vec<String> = paying.bills.iter().map(ToString::to_string).collect();
        let query = "select status from bill where invoice_no = any($1) group by status order by status";
        sql::values(self.portal.pool(), query, &[&numbers]).await
    }

    pub async fn receipts(&self, paying: &Paying) -> i64 {
        let query = "select count(*) from receipt join payment using (payment_id) where transaction_no = $1";
        sql::value(self.portal.pool(), query, &[&paying.made.transaction_no.as_str()]).await
    }

    /// Advances the clock by these minutes, then asks FPX about due payments. Returns the number of enquiries.
    pub async fn requery_after(&self, minutes: i64) -> usize {
        self.portal.advance(chrono::TimeDelta::minutes(minutes));
        gridbill::payments::fpx::requery::ask_all_due(&self.portal.app).await.expect("the enquiries ran")
    }

    /// Advances the clock, then asks a fake gateway that gives this answer about due payments.
    pub async fn gateway_says(&self, answer: &str, after: chrono::TimeDelta) {
        self.portal.advance(after);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut config = self.portal.app.config.clone();
        config.fpx.fpx_url = Some(format!("http://{}", listener.local_addr().expect("an address")));
        let answer = answer.to_owned();
        let router = axum::Router::new().fallback(move || async move { answer });
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        let (pool, clock) = (self.portal.pool().clone(), Clock::fixed(self.portal.app.now()));
        let app = App::new(pool, config, clock, Random::seeded(9)).await.expect("a portal");
        assert!(gridbill::payments::fpx::requery::ask_all_due(&app).await.expect("the enquiries ran") > 0);
        serving.abort();
    }

    /// Returns the number of stored messages: from FPX and the portal, and those that FPX did not sign.
    pub async fn count_messages(&self) -> (i64, i64) {
        let query = "select (select count(*) from fpx_message), (select count(*) from fpx_rejected)";
        sql::row(self.portal.pool(), query, &[]).await
    }

    /// Returns the number of stored unsigned messages that name the payment.
    pub async fn rejected(&self, paying: &Paying) -> usize {
        let query = "select raw from fpx_rejected where verdict = 'badSignature'";
        let raws = sql::values::<String>(self.portal.pool(), query, &[]).await;
        raws.iter().filter(|raw| raw.contains(paying.order_no())).count()
    }

    /// Checks all invariants.
    pub async fn holds(&self) {
        let keys: Vec<_> = self.portal.app.gateway.fpx_keys().all().cloned().collect();
        let looked = gridbill::check::look_with(self.portal.pool(), &keys).await.expect("a check");
        assert!(looked.notes.iter().all(|note| !note.contains("not verified")), "{:?}", looked.notes);
        for finding in looked.findings {
            assert_eq!(finding.broken, 0, "{} {}: {:?}", finding.number, finding.invariant, finding.rows);
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// Creates a data folder for the sandbox with the portal's keys.
fn folder(portal: &Path) -> (PathBuf, KeyFiles) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("gridbill-api-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    let keys = ensure_keys(portal).expect("keys");
    let from = keys.fpx_key.parent().expect("a folder");
    let to = folder.join(from.file_name().expect("a name"));
    std::fs::create_dir_all(&to).expect("a folder");
    for file in [&keys.exchange_key, &keys.exchange_certificate, &keys.fpx_key, &keys.fpx_certificate] {
        std::fs::copy(file, to.join(file.file_name().expect("a name"))).expect("a copy");
    }
    (folder, keys)
}

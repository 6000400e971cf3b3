//! A sandbox and a merchant on loopback, for tests.

use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State as Shares;
use axum::http::StatusCode;
use axum::routing::post;
use gridbill_core::number::BankId;
use gridbill_core::{Instant, Money};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use super::{SandboxConfig, serve_on};
use crate::fpx::testing::scratch;
use crate::fpx::{Gateway, GatewayConfig, NewPayment, Received, SigningKey, Start, VerifyingKeys, ensure_keys};

pub fn noon() -> Instant {
    Instant::parse("2026-11-20T04:00:00Z").expect("an instant")
}

/// The messages that the merchant received, and how many it must still refuse to acknowledge.
#[derive(Default)]
struct Ears {
    heard: Vec<Received>,
    deaf: u32,
}

pub struct World {
    pub config: SandboxConfig,
    pub gateway: Arc<Gateway>,
    pub base: String,
    pub client: reqwest::Client,
    ears: Arc<Mutex<Ears>>,
    /// A runtime of its own, so that it can be killed with all its connections.
    sandbox: Option<Runtime>,
}

impl World {
    pub fn start(change: impl FnOnce(&mut SandboxConfig)) -> Self {
        let data = scratch("sandbox");
        let (merchant, listener) = (bind(), bind());
        let at = format!("http://{}", merchant.local_addr().expect("an address"));
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let gateway = Arc::new(gateway(&base, &data));
        let url = |path: &str| format!("{at}{path}").parse().expect("a URL");
        let listen = listener.local_addr().expect("an address");
        let mut config = SandboxConfig::new(listen, data, url("/direct"), url("/indirect"), noon);
        config.repeats = vec![Duration::from_millis(10); 5];
        config.delay = Duration::from_millis(150);
        change(&mut config);
        let ears = Arc::new(Mutex::new(Ears::default()));
        let app = Router::new().route("/direct", post(hear)).with_state((gateway.clone(), ears.clone()));
        merchant.set_nonblocking(true).expect("a listener");
        let merchant = tokio::net::TcpListener::from_std(merchant).expect("a listener");
        tokio::spawn(async move { axum::serve(merchant, app).await });
        let sandbox = Some(run(listener, config.clone()));
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        Self { config, gateway, base, client, ears, sandbox }
    }

    /// Kills the sandbox and restarts it at the same address with the same data.
    pub async fn restart(&mut self) {
        self.kill();
        for _ in 0..200 {
            if let Ok(listener) = TcpListener::bind(self.config.listen) {
                self.sandbox = Some(run(listener, self.config.clone()));
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the port is not free again");
    }

    fn kill(&mut self) {
        if let Some(sandbox) = self.sandbox.take() {
            sandbox.shutdown_background();
        }
    }

    /// Makes the merchant answer the next `times` messages with something other than `OK`.
    pub fn refuse_next(&self, times: u32) {
        self.ears.lock().expect("ears").deaf = times;
    }

    /// Starts a payment as the merchant and posts it like the browser. Returns the bank's page.
    pub async fn pay(&self, order_no: &str) -> (Start, String) {
        let start = self.request(order_no);
        let fields: Vec<_> = start.redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
        let answer = self.client.post(&start.redirect.url).form(&fields).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        let page = answer.headers()["location"].to_str().expect("text").to_owned();
        (start, page)
    }

    pub fn request(&self, order_no: &str) -> Start {
        let bank_id = BankId::parse("TEST0021").expect("an id");
        let payment = NewPayment {
            exchange_order_no: order_no,
            order_no: &format!("T-{order_no}"),
            at: noon(),
            amount: Money::from_sen(123_450),
            bank_id: &bank_id,
            buyer_email: "payer@sinar.example",
            buyer_name: "Sinar Jaya <Sdn. Bhd.>",
            maker_name: "Aminah",
            description: "Electricity bills",
        };
        self.gateway.authorization_request(&payment).expect("a request")
    }

    /// Posts JSON to the sandbox. Returns status and text.
    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, String) {
        let answer = self.client.post(format!("{}{path}", self.base)).json(&body).send().await.expect("an answer");
        (answer.status(), answer.text().await.expect("text"))
    }

    pub async fn get(&self, path: &str) -> (StatusCode, String) {
        let answer = self.client.get(format!("{}{path}", self.base)).send().await.expect("an answer");
        (answer.status(), answer.text().await.expect("text"))
    }

    pub async fn fault(&self, order_no: &str, fault: &str) {
        let (status, _) =
            self.post("/sandbox/api/faults", serde_json::json!({ "sellerExOrderNo": order_no, "fault": fault })).await;
        assert_eq!(status, StatusCode::OK);
    }

    pub async fn maker(&self, order_no: &str, action: &str) -> StatusCode {
        self.post(&format!("/sandbox/api/payments/{order_no}/maker"), serde_json::json!({ "action": action })).await.0
    }

    pub async fn authorizer(&self, order_no: &str, action: &str) -> StatusCode {
        self.post(&format!("/sandbox/api/payments/{order_no}/authorizer"), serde_json::json!({ "action": action }))
            .await
            .0
    }

    /// Waits until the merchant has received `count` messages, then a little longer to detect extra messages.
    pub async fn wait_for_messages(&self, count: usize) -> Vec<Received> {
        for _ in 0..400 {
            if self.ears.lock().expect("ears").heard.len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(Duration::from_millis(60)).await;
        let heard = self.ears.lock().expect("ears").heard.clone();
        assert_eq!(heard.len(), count, "{heard:?}");
        heard
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.config.data);
    }
}

/// The answer codes of the received messages.
pub fn codes(heard: &[Received]) -> Vec<&str> {
    heard.iter().map(|received| received.unverified().get("debitAuthCode")).collect()
}

fn bind() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").expect("a port")
}

fn run(listener: TcpListener, config: SandboxConfig) -> Runtime {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    listener.set_nonblocking(true).expect("a listener");
    runtime.spawn(async move {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
        serve_on(listener, config, std::future::pending()).await.expect("it serves");
    });
    runtime
}

fn gateway(base: &str, data: &Path) -> Gateway {
    let files = ensure_keys(data).expect("keys");
    Gateway::new(GatewayConfig {
        base_url: format!("{base}/FPXMain/").parse().expect("a URL"),
        exchange_id: "EX00011982".into(),
        seller_id: "SE00013501".into(),
        seller_bank_code: "01".into(),
        signing_key: SigningKey::load(&files.exchange_key).expect("a key"),
        fpx_keys: VerifyingKeys::load(&files.fpx_certificate, None).expect("a certificate"),
        timeout: Duration::from_secs(10),
    })
    .expect("a gateway")
}

async fn hear(
    Shares((gateway, ears)): Shares<(Arc<Gateway>, Arc<Mutex<Ears>>)>,
    body: Bytes,
) -> (StatusCode, &'static str) {
    let received = gateway.read(&body).expect("an FPX message");
    let mut ears = ears.lock().expect("ears");
    let genuine = received.signature_ok();
    ears.heard.push(received);
    if !genuine {
        return (StatusCode::BAD_REQUEST, "bad signature");
    }
    if ears.deaf > 0 {
        ears.deaf -= 1;
        return (StatusCode::OK, "NOT YET");
    }
    (StatusCode::OK, "OK")
}

//! A receiver of webhooks that can misbehave in every way.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use axum::routing::any;
use openssl::base64::{decode_block, encode_block};
use openssl::hash::MessageDigest;
use openssl::pkey::PKey;
use openssl::sign::Signer;
use serde_json::Value;
use tokio::net::TcpListener;

/// How the receiver answers.
#[derive(Debug, Clone, Copy)]
pub enum Behaviour {
    Status(u16),
    /// The status with `Retry-After`.
    RetryAfter(u16, &'static str),
    /// A redirect to this path of the receiver.
    Redirect(&'static str),
    /// The status, half a second later.
    Slow(u16),
    /// No answer.
    Hang,
    /// Success with ten megabytes.
    Large,
}

/// A received call.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).expect(name).to_str().expect("text")
    }

    pub fn id(&self) -> &str {
        self.header("webhook-id")
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Whether one of the signatures is by the secret. Computed here without code of the portal.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        let key = decode_block(secret.strip_prefix("whsec_").expect("the prefix")).expect("base64");
        let content = format!("{}.{}.{}", self.id(), self.header("webhook-timestamp"), self.body);
        let key = PKey::hmac(&key).expect("a key");
        let mut signer = Signer::new(MessageDigest::sha256(), &key).expect("a signer");
        let expected = signer.sign_oneshot_to_vec(content.as_bytes()).expect("signed");
        let expected = format!("v1,{}", encode_block(&expected));
        self.header("webhook-signature").split(' ').any(|signature| signature == expected)
    }
}

struct Shared {
    behaviour: Mutex<Behaviour>,
    received: Mutex<Vec<Received>>,
}

pub struct Receiver {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

impl Receiver {
    pub async fn start() -> Self {
        Self::that(Behaviour::Status(204)).await
    }

    pub async fn that(behaviour: Behaviour) -> Self {
        let shared = Arc::new(Shared { behaviour: Mutex::new(behaviour), received: Mutex::default() });
        let router = Router::new().fallback(any(answer)).with_state(shared.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks?key=1", self.address)
    }

    pub fn behave(&self, behaviour: Behaviour) {
        *self.shared.behaviour.lock().expect("a lock") = behaviour;
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().expect("a lock").clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: axum::extract::Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("a body");
    let received = Received {
        path: parts.uri.path().to_owned(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).expect("text"),
    };
    shared.received.lock().expect("a lock").push(received);
    let behaviour = *shared.behaviour.lock().expect("a lock");
    let response = Response::builder();
    match behaviour {
        Behaviour::Status(status) => response.status(status).body(Body::from("noted")),
        Behaviour::RetryAfter(status, after) => {
            response.status(status).header("retry-after", after).body(Body::empty())
        }
        Behaviour::Redirect(path) => response.status(307).header("location", path).body(Body::empty()),
        Behaviour::Slow(status) => {
            tokio::time::sleep(Duration::from_millis(500)).await;
            response.status(status).body(Body::empty())
        }
        Behaviour::Hang => {
            tokio::time::sleep(Duration::from_mins(10)).await;
            response.body(Body::empty())
        }
        Behaviour::Large => {
            let part = Ok::<_, std::convert::Infallible>(Bytes::from(vec![b'x'; 1 << 20]));
            response.body(Body::from_stream(futures::stream::iter(std::iter::repeat_n(part, 10))))
        }
    }
    .expect("a response")
}

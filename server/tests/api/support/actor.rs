//! A client that calls the portal over HTTP through the endpoint table.

use std::net::SocketAddr;

use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint, EndpointSpec, Method, path_names};
use gridbill_core::problem::ErrorBody;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

/// A refused call: its HTTP status and the envelope's `Error`.
#[derive(Debug, Clone)]
pub struct RefusedCall {
    pub status: u16,
    pub body: Box<ErrorBody>,
}

impl RefusedCall {
    pub fn code(&self) -> Code {
        self.body.code
    }

    /// Returns each invalid field with its code.
    pub fn fields(&self) -> Vec<(&str, Code)> {
        self.body.fields.iter().map(|field| (field.field.as_str(), field.code)).collect()
    }

    /// Returns the list that the error's parameters hold under this name.
    pub fn list<T: serde::de::DeserializeOwned>(&self, name: &str) -> Vec<T> {
        serde_json::from_value(self.body.params[name].clone()).expect("a list")
    }
}

#[derive(Clone)]
pub struct Actor {
    client: reqwest::Client,
    base: String,
    headers: HeaderMap,
}

impl Actor {
    pub fn new(address: SocketAddr) -> Self {
        let client = super::client();
        Self { client, base: format!("http://{address}"), headers: HeaderMap::new() }
    }

    #[must_use]
    pub fn with(&self, name: &'static str, value: &str) -> Self {
        let mut actor = self.clone();
        let value = HeaderValue::from_str(value).expect("a header");
        actor.headers.insert(HeaderName::from_static(name), value);
        actor
    }

    #[must_use]
    pub fn with_token(&self, token: String) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    /// Sends this `Idempotency-Key` with every call, so that the server runs a repeated call only once.
    #[must_use]
    pub fn with_key(&self, key: &str) -> Self {
        self.with("idempotency-key", key)
    }

    /// Asks for answers in Malay.
    #[must_use]
    pub fn in_malay(&self) -> Self {
        self.with("accept-language", "ms")
    }

    /// Returns the same session, calling another server process.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { base: format!("http://{address}"), ..self.clone() }
    }

    /// Calls an endpoint of the table.
    pub async fn call<E: Endpoint>(&self, request: E::Request) -> Result<E::Response, RefusedCall> {
        let value = serde_json::to_value(request).expect("a request");
        self.call_raw::<E>(value).await.map(|data| serde_json::from_value(data).expect("the answer's type"))
    }

    /// Calls an endpoint with arbitrary JSON, for requests that the typed form cannot express.
    pub async fn call_raw<E: Endpoint>(&self, request: Value) -> Result<Value, RefusedCall> {
        let (status, body) = self.send(&E::ENTRY, request).await;
        let mut envelope: Map<String, Value> = serde_json::from_slice(&body).expect("an envelope");
        if status == 200 {
            assert!(envelope["Error"].is_null());
            return Ok(envelope["Data"].take());
        }
        let body: ErrorBody = serde_json::from_value(envelope["Error"].take()).expect("an error");
        assert_eq!(status, body.code.status());
        Err(RefusedCall { status, body: Box::new(body) })
    }

    /// Sends the request and returns status and body unchanged.
    pub async fn send(&self, entry: &EndpointSpec, request: Value) -> (u16, Vec<u8>) {
        let Value::Object(mut fields) = request else { panic!("a request is an object") };
        let mut path = entry.path().to_owned();
        for name in path_names(entry.path()) {
            let value = fields.remove(name).expect("the path's value");
            path = path.replace(&format!("{{{name}}}"), &plain(&value));
        }
        let request = match entry.method {
            Method::Get => self.client.get(self.url(&path, fields)),
            Method::Post | Method::Patch => {
                let names = entry.query_names();
                let query: Map<_, _> =
                    names.filter_map(|name| fields.get(name).map(|value| (name.to_owned(), value.clone()))).collect();
                let body = Value::Object(fields);
                let method = if entry.method == Method::Post { reqwest::Method::POST } else { reqwest::Method::PATCH };
                self.client.request(method, self.url(&path, query)).json(&body)
            }
        };
        let answer = request.headers(self.headers.clone()).send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.bytes().await.expect("a body").to_vec())
    }

    /// Opens a stream of server-sent events.
    pub async fn open(&self, path: &str) -> reqwest::Response {
        let request = self.client.get(format!("{}{path}", self.base)).headers(self.headers.clone());
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
        answer
    }

    fn url(&self, path: &str, query: Map<String, Value>) -> String {
        let query: Vec<_> = query.iter().filter(|(_, value)| !value.is_null()).collect();
        let query: Vec<_> = query.into_iter().map(|(name, value)| (name, plain(value))).collect();
        let query = serde_urlencoded::to_string(query).expect("a query");
        format!("{}{path}?{query}", self.base)
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

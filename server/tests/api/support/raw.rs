//! Calls as raw bytes, for requests that the endpoint table's types cannot express.

use std::net::SocketAddr;

use gridbill_core::endpoint::{EndpointSpec, Method, path_names};
use reqwest::header::HeaderMap;
use serde_json::{Map, Value};

use super::portal::PASSWORD;

/// An answer as it was received. For a stream of events the body is not read.
pub struct RawResponse {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl RawResponse {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the envelope's error code, or none for a successful answer.
    pub fn code(&self) -> Option<String> {
        let body: Value = serde_json::from_slice(&self.body).ok()?;
        Some(body["Error"]["code"].as_str()?.to_owned())
    }

    /// Returns the cookies that the answer sets.
    pub fn cookies(&self) -> Vec<String> {
        let set = self.headers.get_all("set-cookie").iter();
        set.map(|cookie| cookie.to_str().expect("a cookie").to_owned()).collect()
    }
}

/// A client that sends exactly the given bytes.
#[derive(Clone)]
pub struct RawClient {
    client: reqwest::Client,
    base: String,
}

/// Name and value of each header.
pub type Headers<'a> = &'a [(&'a str, &'a str)];

impl RawClient {
    pub fn to(address: SocketAddr) -> Self {
        let client = super::client();
        Self { client, base: format!("http://{address}") }
    }

    pub fn at(&self, address: SocketAddr) -> Self {
        Self { base: format!("http://{address}"), ..self.clone() }
    }

    pub async fn send(&self, method: &str, path: &str, headers: Headers<'_>, body: impl Into<Vec<u8>>) -> RawResponse {
        let answer = self.begin(method, path, headers, body).await;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let stream = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let body = if stream { Vec::new() } else { answer.bytes().await.expect("a body").to_vec() };
        RawResponse { status, headers, body }
    }

    /// Returns the status of a GET, or none if the server does not answer.
    pub async fn status(&self, path: &str) -> Option<u16> {
        let answer = self.client.get(format!("{}{path}", self.base)).send().await.ok()?;
        Some(answer.status().as_u16())
    }

    /// Sends a request and returns before the body has arrived.
    pub async fn begin(
        &self,
        method: &str,
        path: &str,
        headers: Headers<'_>,
        body: impl Into<Vec<u8>>,
    ) -> reqwest::Response {
        self.request(method, path, headers, body).send().await.expect("an answer")
    }

    /// Builds a request without sending it.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: Headers<'_>,
        body: impl Into<Vec<u8>>,
    ) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        let mut request = self.client.request(method, format!("{}{path}", self.base)).body(body.into());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request
    }

    /// Calls an endpoint with its fields in path, query and body, and with additional query text.
    pub async fn call(&self, entry: &EndpointSpec, fields: &Value, query: &str, headers: Headers<'_>) -> RawResponse {
        let (path, body) = written(entry, fields, query);
        self.send(entry.method.name(), &path, headers, body).await
    }

    /// Signs in and returns access token and refresh token.
    pub async fn sign_in(&self, email: &str) -> (String, String) {
        let service = if email.ends_with("@utility.example") { "Admin" } else { "User" };
        let body = serde_json::json!({ "username": email, "password": PASSWORD }).to_string();
        let answer = self.send("POST", &format!("/user-svc/api/v1/{service}/Login"), &[], body).await;
        assert_eq!(answer.status, 200, "{email}: {}", answer.text());
        let data = answer.json()["Data"].take();
        let token = |name: &str| data[name].as_str().expect("a token").to_owned();
        (token("accessToken"), token("refreshToken"))
    }
}

/// Returns the path with query, and the body.
pub fn written(entry: &EndpointSpec, fields: &Value, query: &str) -> (String, Vec<u8>) {
    let mut fields: Map<String, Value> = fields.as_object().expect("fields").clone();
    let mut path = entry.path().to_owned();
    for name in path_names(entry.path()) {
        let value = fields.remove(name).unwrap_or_else(|| panic!("{}: no {name}", entry.name));
        path = path.replace(&format!("{{{name}}}"), value.as_str().expect("a text"));
    }
    let named: Vec<String> = match entry.method {
        Method::Get => fields.keys().cloned().collect(),
        Method::Post | Method::Patch => entry.query_names().map(str::to_owned).collect(),
    };
    let mut pairs: Vec<String> = Vec::new();
    for name in named {
        if let Some(value) = fields.remove(&name) {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            pairs.push(serde_urlencoded::to_string([(name, value)]).expect("a query"));
        }
    }
    if !query.is_empty() {
        pairs.push(query.to_owned());
    }
    let body = if entry.method == Method::Get { Vec::new() } else { Value::Object(fields).to_string().into_bytes() };
    let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
    (format!("{path}{query}"), body)
}

/// Returns the `Authorization` header value for a token.
pub fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

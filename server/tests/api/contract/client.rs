//! An existing client, and the prefixes of the addresses that it calls.

use serde_json::{Value, json};

use crate::support::Portal;
use crate::support::raw::{RawClient, bearer};

pub(super) const USER: &str = "/user-svc/api/v1/User";
pub(super) const ADMIN: &str = "/user-svc/api/v1/Admin";
pub(super) const BILLS: &str = "/billpayment-svc/api/v1/Bills";
pub(super) const PAY: &str = "/billpayment-svc/api/v1/Payment";
pub(super) const PAYMENTS: &str = "/payments-svc/api/v1";
pub(super) const ACCOUNT: &str = "/account-svc/api/v1";

/// An HTTP client with an optional token.
pub(super) struct Client {
    pub(super) wire: RawClient,
    pub(super) token: Option<String>,
}

impl Client {
    pub(super) async fn of(portal: &Portal, email: &str) -> Self {
        let wire = RawClient::to(portal.address);
        let token = Some(bearer(&wire.sign_in(email).await.0));
        Self { wire, token }
    }

    /// Sends the request unchanged and returns `Data`.
    pub(super) async fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers: Vec<_> = self.token.iter().map(|token| ("authorization", token.as_str())).collect();
        let answer = self.wire.send(method, path, &headers, body.clone()).await;
        assert_eq!(answer.status, 200, "{method} {path} {body}: {}", answer.text());
        let mut envelope = answer.json();
        assert!(envelope["Error"].is_null(), "{path}");
        envelope["Data"].take()
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        self.ask("GET", path, Value::Null).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, body).await
    }

    /// Calls lists and counts with only `recordCount` in the body.
    pub(super) async fn lists(&self, paths: &[String]) {
        for path in paths {
            let rows = self.post(path, json!({ "recordCount": 1 })).await;
            if rows["items"].is_array() {
                assert!(rows["items"].as_array().is_some_and(|items| items.len() <= 1), "{path}: {rows}");
            }
            self.post(path, Value::Null).await;
        }
    }
}

//! The real sandbox, in process, as the bank gateway of one portal.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use gridbill::fpx::sandbox::{SandboxConfig, serve_on};
use gridbill_core::payments::Redirect;
use serde_json::json;
use tokio::net::TcpListener;

use super::clock::noon;

pub struct Sandbox {
    pub base: String,
    /// Folder with keys and payments, used only by this sandbox and its portal.
    pub data: PathBuf,
    client: reqwest::Client,
}

impl Sandbox {
    /// Starts a gateway for the portal at that address.
    pub async fn start(portal: SocketAddr) -> Self {
        let data = std::env::temp_dir().join(format!("gridbill-api-{}-{}", std::process::id(), portal.port()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let url = |path: &str| format!("http://{portal}/payments-svc/fpx/{path}").parse().expect("a URL");
        let mut config = SandboxConfig::new(address, data.clone(), url("direct"), url("indirect"), noon);
        config.repeats = vec![Duration::from_millis(50); 20];
        tokio::spawn(serve_on(listener, config, std::future::pending()));
        let client = super::client();
        Self { base: format!("http://{address}"), data, client }
    }

    /// Posts the form as the payer's browser does. Returns the status and the address to which the gateway redirects.
    pub async fn post(&self, redirect: &Redirect) -> (u16, String) {
        let fields: Vec<_> = redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
        let answer = self.client.post(&redirect.url).form(&fields).send().await.expect("an answer");
        let next = answer.headers().get("location").and_then(|value| value.to_str().ok()).unwrap_or_default();
        (answer.status().as_u16(), next.to_owned())
    }

    /// Performs the click of the maker or the authorizer.
    pub async fn act(&self, order_no: &str, who: &str, action: &str) -> u16 {
        let url = format!("{}/sandbox/api/payments/{order_no}/{who}", self.base);
        let answer = self.client.post(url).json(&json!({ "action": action })).send().await;
        answer.expect("an answer").status().as_u16()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

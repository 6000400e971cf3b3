//! Calls to addresses that customers choose. A customer must not use the portal to reach what only the portal's network
//! can reach. So a call goes to public addresses only, and the check is made on the addresses to which the connection is
//! opened: a name that resolves to another address the second time gains nothing.

use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::de::DeserializeOwned;

use crate::config;

pub mod dns;
mod public;

/// Time that a whole call may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Time in which a connection must be open.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum bytes of an answer.
const MAX_BYTES: usize = 256 * 1024;

/// The reason why a call gave no answer.
#[derive(Debug)]
pub enum OutboundError {
    /// The address is not public, or not `https://`.
    Refused,
    /// Nothing answered, or with an error of the server.
    Unavailable(anyhow::Error),
    /// The server refused the request with this status.
    Status(StatusCode),
    /// The answer is too large or has an unexpected form.
    Invalid,
}

/// Sends calls to public addresses.
pub struct Outbound {
    client: Client,
    guard: Guard,
    dns_server: Option<SocketAddr>,
}

/// Decides which addresses may be called.
#[derive(Debug, Clone, Copy)]
struct Guard {
    allows_loopback: bool,
}

/// A name that resolves to an address which may not be called.
#[derive(Debug)]
struct NotPublic;

impl std::fmt::Display for NotPublic {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text.write_str("the address is not public")
    }
}

impl std::error::Error for NotPublic {}

impl Guard {
    fn allows(self, address: IpAddr) -> bool {
        public::is_public(address) || (self.allows_loopback && address.to_canonical().is_loopback())
    }

    /// Returns the addresses of a host. One forbidden address refuses the whole name.
    async fn resolve(self, host: &str) -> Result<Vec<SocketAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found: Vec<SocketAddr> = tokio::net::lookup_host((host, 0)).await?.collect();
        if found.iter().all(|address| self.allows(address.ip())) { Ok(found) } else { Err(Box::new(NotPublic)) }
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = *self;
        Box::pin(async move {
            let found = Self::resolve(guard, name.as_str()).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

impl Outbound {
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(config: &config::Outbound) -> anyhow::Result<Self> {
        let guard = Guard { allows_loopback: config.outbound_loopback };
        let client = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            // A redirect or a proxy would choose another address than the checked one.
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .dns_resolver(guard)
            .build()?;
        Ok(Self { client, guard, dns_server: config.dns_server })
    }

    /// Checks the form of an address, and its host if it is a number. Host names are checked when they are resolved.
    ///
    /// # Errors
    /// [`OutboundError::Refused`].
    pub fn parse(&self, address: &str) -> Result<Url, OutboundError> {
        let url = Url::parse(address).map_err(|_| OutboundError::Refused)?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let number: Option<IpAddr> = host.parse().ok();
        let is_here = number.map_or(host == "localhost", |number| number.is_loopback());
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && self.guard.allows_loopback && is_here);
        let is_plain = url.username().is_empty() && url.password().is_none() && !host.is_empty();
        let is_allowed = number.is_none_or(|number| self.guard.allows(number));
        if is_safe && is_plain && is_allowed { Ok(url) } else { Err(OutboundError::Refused) }
    }

    /// As [`Self::parse`], and resolves a host name as a call would.
    ///
    /// # Errors
    /// [`OutboundError::Refused`]; [`OutboundError::Unavailable`] for an unknown name.
    pub async fn check(&self, address: &str) -> Result<(), OutboundError> {
        let url = self.parse(address)?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        match self.guard.resolve(host).await {
            Ok(_) => Ok(()),
            Err(error) if error.is::<NotPublic>() => Err(OutboundError::Refused),
            Err(error) => Err(OutboundError::Unavailable(anyhow::anyhow!(error))),
        }
    }

    /// Reads a JSON document.
    ///
    /// # Errors
    /// The reason why there is none.
    pub async fn get<T: DeserializeOwned>(&self, address: &str) -> Result<T, OutboundError> {
        self.send(self.client.get(self.parse(address)?)).await
    }

    /// Posts a form, and reads the JSON answer.
    ///
    /// # Errors
    /// The reason why there is none.
    pub async fn post_form<T: DeserializeOwned>(
        &self,
        address: &str,
        form: &[(&str, &str)],
        basic: Option<(&str, &str)>,
    ) -> Result<T, OutboundError> {
        let mut request = self.client.post(self.parse(address)?).form(form);
        if let Some((user, password)) = basic {
            request = request.basic_auth(user, Some(password));
        }
        self.send(request).await
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, OutboundError> {
        let mut answer = request.header("accept", "application/json").send().await.map_err(failed)?;
        match answer.status() {
            StatusCode::OK => {}
            status if status.is_client_error() => return Err(OutboundError::Status(status)),
            status => return Err(OutboundError::Unavailable(anyhow::anyhow!("the status is {status}"))),
        }
        let mut body = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(failed)? {
            if body.len() + part.len() > MAX_BYTES {
                return Err(OutboundError::Invalid);
            }
            body.extend_from_slice(&part);
        }
        serde_json::from_slice(&body).map_err(|_| OutboundError::Invalid)
    }

    /// Returns the TXT records of a name.
    ///
    /// # Errors
    /// If the DNS server does not answer.
    pub async fn txt_records(&self, name: &str, id: [u8; 2]) -> anyhow::Result<Vec<String>> {
        dns::txt_records(dns::server(self.dns_server)?, name, id).await
    }
}

fn failed(error: reqwest::Error) -> OutboundError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return OutboundError::Refused;
        }
        cause = inner.source();
    }
    // The address is the customer's, and a query in it may hold a secret.
    OutboundError::Unavailable(error.without_url().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbound(outbound_loopback: bool) -> Outbound {
        Outbound::new(&config::Outbound { dns_server: None, outbound_loopback }).expect("a client")
    }

    #[test]
    fn only_public_https_addresses_are_accepted() {
        let outbound = outbound(false);
        for refused in [
            "",
            "login.sinar.example",
            "http://login.sinar.example",
            "ftp://login.sinar.example",
            "https://user@login.sinar.example",
            "https://user:password@login.sinar.example",
            "https://127.0.0.1",
            "https://127.1",
            "https://2130706433",
            "https://0x7f000001",
            "https://0177.0.0.1",
            "https://10.0.0.1",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]",
            "https://[::ffff:127.0.0.1]",
            "https://[fd00:ec2::254]",
            "https://0.0.0.0",
            "http://localhost",
            "http://127.0.0.1",
        ] {
            assert!(matches!(outbound.parse(refused), Err(OutboundError::Refused)), "{refused}");
        }
        for accepted in ["https://login.sinar.example/a", "https://8.8.8.8", "https://[2606:4700::1111]:8443"] {
            outbound.parse(accepted).expect(accepted);
        }
    }

    #[test]
    fn the_setting_allows_this_machine_and_no_other() {
        let outbound = outbound(true);
        for accepted in ["http://127.0.0.1:81", "http://localhost:81", "http://[::1]:81", "https://127.0.0.1"] {
            outbound.parse(accepted).expect(accepted);
        }
        for refused in ["http://10.0.0.1", "https://10.0.0.1", "http://login.sinar.example", "https://169.254.169.254"]
        {
            assert!(matches!(outbound.parse(refused), Err(OutboundError::Refused)), "{refused}");
        }
    }

    /// A name is checked when the connection is opened, by the addresses to which it would go.
    #[tokio::test]
    async fn a_name_of_this_machine_is_refused_at_the_connection() {
        let outbound = outbound(false);
        let answer = outbound.get::<serde_json::Value>("https://localhost:1/").await;
        assert!(matches!(answer, Err(OutboundError::Refused)), "{answer:?}");
        assert!(matches!(outbound.check("https://localhost:1/").await, Err(OutboundError::Refused)));
    }
}

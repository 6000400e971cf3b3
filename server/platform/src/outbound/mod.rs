//! Calls to addresses that customers choose. A customer must not use the portal to reach what only the portal's network
//! can reach. So a call goes to public addresses only, and the check is made on the addresses to which the connection is
//! opened: a name that resolves to another address the second time gains nothing.

use std::error::Error as _;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
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
/// Bytes of a refusal that are read.
const MAX_REFUSAL_BYTES: usize = 16 * 1024;

/// The reason why a call gave no answer.
#[derive(Debug)]
pub enum OutboundError {
    /// The address is not public, or not `https://`.
    Refused,
    /// Nothing answered, or with an error of the server.
    Unavailable(anyhow::Error),
    /// The server refused or redirected the request with this status, and the begin of its answer.
    Status(StatusCode, Vec<u8>),
    /// The answer is too large or has an unexpected form.
    Invalid,
}

/// A body that is posted.
#[derive(Debug)]
pub struct Post<'a> {
    pub address: &'a str,
    pub headers: &'a [(&'static str, String)],
    pub body: String,
    /// Bytes of the answer that are read.
    pub max_answer: usize,
}

/// The answer to a posted body, of any status.
#[derive(Debug)]
pub struct PostAnswer {
    pub status: u16,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The begin of the body.
    pub body: Vec<u8>,
}

/// Sends calls to public addresses.
pub struct Outbound {
    client: Client,
    guard: Guard,
    dns_server: Option<SocketAddr>,
}

/// Decides which addresses may be called.
#[derive(Debug, Clone)]
struct Guard {
    allows_loopback: bool,
    #[cfg(test)]
    names: tests::Names,
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
    fn allows(&self, address: IpAddr) -> bool {
        public::is_public(address) || (self.allows_loopback && address.to_canonical().is_loopback())
    }

    async fn look_up(&self, host: &str) -> std::io::Result<Vec<SocketAddr>> {
        #[cfg(test)]
        if let Some(given) = self.names.next() {
            return Ok(given);
        }
        Ok(tokio::net::lookup_host((host, 0)).await?.collect())
    }

    /// Returns the addresses of a host. One forbidden address refuses the whole name.
    async fn resolve(&self, host: &str) -> Result<Vec<SocketAddr>, Box<dyn std::error::Error + Send + Sync>> {
        let found = self.look_up(host).await?;
        if found.iter().all(|address| self.allows(address.ip())) { Ok(found) } else { Err(Box::new(NotPublic)) }
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let found = Self::resolve(&guard, name.as_str()).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

impl Outbound {
    /// Fails if TLS cannot be set up.
    pub fn new(config: &config::Outbound) -> anyhow::Result<Self> {
        let guard = Guard {
            allows_loopback: config.outbound_loopback,
            #[cfg(test)]
            names: tests::Names::default(),
        };
        Self::guarded(guard, config.dns_server)
    }

    fn guarded(guard: Guard, dns_server: Option<SocketAddr>) -> anyhow::Result<Self> {
        let client = Client::builder()
            // Firewalls of providers refuse requests without a name.
            .user_agent(concat!("Gridbill/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            // A redirect or a proxy would choose another address than the checked one.
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .dns_resolver(guard.clone())
            .build()?;
        Ok(Self { client, guard, dns_server })
    }

    /// Checks the form of an address, and its host if it is a number. Host names are checked when they are resolved.
    pub fn parse(&self, address: &str) -> Result<Url, OutboundError> {
        let url = Url::parse(address).map_err(|_| OutboundError::Refused)?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let number: Option<IpAddr> = host.parse().ok();
        let is_here = number.map_or(host == "localhost", |number| number.is_loopback());
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && self.guard.allows_loopback && is_here);
        let is_plain = url.username().is_empty() && url.password().is_none() && !host.is_empty();
        let is_allowed = number.is_none_or(|number| self.guard.allows(number));
        // No program listens at port 0, so no call could arrive.
        let has_port = url.port() != Some(0);
        if is_safe && is_plain && is_allowed && has_port { Ok(url) } else { Err(OutboundError::Refused) }
    }

    /// As [`Self::parse`], and resolves a host name as a call would.
    /// Fails with [`OutboundError::Refused`]; [`OutboundError::Unavailable`] for an unknown name.
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
    pub async fn get<T: DeserializeOwned>(&self, address: &str) -> Result<T, OutboundError> {
        self.send(self.client.get(self.parse(address)?)).await
    }

    /// Posts a form, and reads the JSON answer.
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

    /// Posts a body. Every status is an answer; redirects are not followed. Reads the begin of the answer only, and drops
    /// the connection after it. Fails with the reason why there is no answer.
    pub async fn post(&self, post: Post<'_>) -> Result<PostAnswer, OutboundError> {
        let mut request = self.client.post(self.parse(post.address)?).body(post.body);
        for (name, value) in post.headers {
            request = request.header(*name, value);
        }
        let mut answer = request.send().await.map_err(failed)?;
        let retry_after = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()).map(str::to_owned);
        // The status counts even if the rest of the answer never arrives.
        let body = begin_of(&mut answer, post.max_answer).await;
        Ok(PostAnswer { status: answer.status().as_u16(), retry_after, body })
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, OutboundError> {
        let mut answer = request.header("accept", "application/json").send().await.map_err(failed)?;
        match answer.status() {
            StatusCode::OK => {}
            // A redirect is not followed: the address itself is wrong.
            status if status.is_client_error() || status.is_redirection() => {
                return Err(OutboundError::Status(status, begin_of(&mut answer, MAX_REFUSAL_BYTES).await));
            }
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
    pub async fn txt_records(&self, name: &str, id: [u8; 2]) -> anyhow::Result<Vec<String>> {
        dns::txt_records(dns::server(self.dns_server)?, name, id).await
    }
}

/// Reads the begin of an answer, or what arrived of it.
async fn begin_of(answer: &mut Response, max: usize) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(part)) = answer.chunk().await {
        body.extend_from_slice(&part[..part.len().min(max - body.len())]);
        if body.len() >= max {
            break;
        }
    }
    body
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
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    /// Answers of a name server, one for each question. Without one, the machine's resolver is asked.
    #[derive(Debug, Clone, Default)]
    pub struct Names(Arc<Mutex<VecDeque<Vec<SocketAddr>>>>);

    impl Names {
        pub fn next(&self) -> Option<Vec<SocketAddr>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
        }
    }

    /// A name that is public when the address is saved, and leads to this machine when it is called.
    #[tokio::test]
    async fn a_name_that_is_rebound_is_refused_at_the_connection() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let port = listener.local_addr().expect("an address").port();
        for rebound in ["127.0.0.1", "169.254.169.254", "10.0.0.1", "::ffff:127.0.0.1", "fd00:ec2::254"] {
            let of = |address: &str| vec![SocketAddr::new(address.parse().expect(address), 0)];
            let names = Names(Arc::new(Mutex::new([of("8.8.8.8"), of(rebound)].into())));
            let outbound = Outbound::guarded(Guard { allows_loopback: false, names }, None).expect("a client");
            let address = format!("https://hooks.sinar.example:{port}/");
            outbound.check(&address).await.expect("public at first");
            let call = Post { address: &address, headers: &[], body: String::new(), max_answer: 16 };
            let refused = outbound.post(call).await;
            assert!(matches!(refused, Err(OutboundError::Refused)), "{rebound}: {refused:?}");
        }
        assert!(listener.accept().is_err(), "no connection was opened");
    }

    /// A name with a public and a private address, in either order.
    #[tokio::test]
    async fn one_private_address_refuses_a_name_that_also_has_a_public_one() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let port = listener.local_addr().expect("an address").port();
        for private in ["127.0.0.1", "169.254.169.254", "10.0.0.1", "fd00:ec2::254"] {
            for both in [["8.8.8.8", private], [private, "8.8.8.8"]] {
                let found = both.map(|address| SocketAddr::new(address.parse().expect(address), 0)).to_vec();
                let names = Names(Arc::new(Mutex::new([found.clone(), found].into())));
                let outbound = Outbound::guarded(Guard { allows_loopback: false, names }, None).expect("a client");
                let address = format!("https://hooks.sinar.example:{port}/");
                let checked = outbound.check(&address).await;
                assert!(matches!(checked, Err(OutboundError::Refused)), "{both:?}: {checked:?}");
                let call = Post { address: &address, headers: &[], body: String::new(), max_answer: 16 };
                let refused = outbound.post(call).await;
                assert!(matches!(refused, Err(OutboundError::Refused)), "{both:?}: {refused:?}");
            }
        }
        assert!(listener.accept().is_err(), "no connection was opened");
    }

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

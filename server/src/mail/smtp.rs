//! The mail server, by SMTP.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use gridbill_core::Instant;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use reqwest::Url;
use uuid::Uuid;

use crate::config::Config;

/// How long the mail server may take to be reached.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How long it may take for an e-mail.
const MAX_TIMEOUT: Duration = Duration::from_mins(1);
/// Connections to it of one process, which works four jobs at a time.
const CONNECTIONS: u32 = 4;

/// The way to the mail server.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// An e-mail as it goes out.
pub struct Outgoing<'a> {
    pub mail_id: Uuid,
    pub recipient: &'a str,
    pub language: &'a str,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub written_at: Instant,
}

/// Why an e-mail was not taken.
#[derive(Debug)]
pub struct NotTaken {
    /// The server says of the e-mail or its address that asking again is no use (55x), or no address can be made of it. That it
    /// does not know us (53x) is for somebody to mend, and e-mails wait for that.
    pub is_for_good: bool,
    /// For the outbox's row: as the server said it, which may name people.
    pub why: String,
    /// For the log: nobody's name.
    pub kind: String,
}

impl NotTaken {
    fn without_answer(said: &str) -> Self {
        Self { is_for_good: false, why: format!("no answer: {said}"), kind: "no answer".to_owned() }
    }
}

impl From<lettre::transport::smtp::Error> for NotTaken {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        let said = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        let Some(status) = error.status().map(|code| code.to_string()) else { return Self::without_answer(&said) };
        Self { is_for_good: status.starts_with("55"), why: format!("{status} {said}"), kind: status }
    }
}

impl Smtp {
    /// The mail server of the settings; none without `SMTP_URL`.
    ///
    /// # Errors
    /// When the address of the server or of the sender is none.
    pub fn new(config: &Config) -> anyhow::Result<Option<Self>> {
        let host = host(&config.public_url());
        let from = from(config, host.as_deref())?;
        let Some(url) = config.mail.smtp_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let server = Url::parse(url).ok().filter(|server| server.host_str().is_some_and(|host| !host.is_empty()));
        // The error of lettre is not shown: it may repeat the password.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).ok();
        let (server, builder) = server.zip(builder).context(
            "SMTP_URL is no mail server's address; write smtps://user:password@host, smtp://user:password@host?tls=required, \
             or smtp://host:port within your own network",
        )?;
        let is_secret = server.scheme() == "smtps"
            || server.query_pairs().any(|(name, value)| name == "tls" && value == "required");
        anyhow::ensure!(
            is_secret || server.password().is_none() || is_this_machine(&server),
            "SMTP_URL would send its password where others can read it; add ?tls=required, or write smtps://"
        );
        // The path of SMTP_URL is the name by which to greet, where it has one.
        let builder = match host.filter(|_| server.path().len() <= 1) {
            Some(host) => builder.hello_name(ClientId::Domain(host)),
            None => builder,
        };
        let pool = PoolConfig::new().max_size(CONNECTIONS);
        Ok(Some(Self { transport: builder.timeout(Some(TIMEOUT)).pool_config(pool).build(), from }))
    }

    /// Sends an e-mail; when it returns, the mail server has taken it.
    ///
    /// # Errors
    /// [`NotTaken`].
    pub async fn send(&self, email: Outgoing<'_>) -> Result<(), NotTaken> {
        let message = self.message(email).map_err(|error| NotTaken {
            is_for_good: true,
            why: format!("550 {error:#}"),
            kind: "the e-mail cannot be written".to_owned(),
        })?;
        // In a task of its own: cut off halfway, its connection would return to the pool and give the next e-mail this one's
        // answers.
        let transport = self.transport.clone();
        let sending = tokio::spawn(async move { transport.send(message).await });
        match tokio::time::timeout(MAX_TIMEOUT, sending).await {
            Ok(Ok(Ok(_))) => Ok(()),
            Ok(Ok(Err(error))) => Err(error.into()),
            Ok(Err(error)) => Err(NotTaken::without_answer(&error.to_string())),
            Err(error) => Err(NotTaken::without_answer(&error.to_string())),
        }
    }

    fn message(&self, email: Outgoing<'_>) -> anyhow::Result<Message> {
        let Outgoing { mail_id, recipient, language, subject, text, html, written_at } = email;
        let to = Mailbox::new(None, recipient.parse::<Address>().context("the address cannot be written")?);
        let raw = |name, value: &str| {
            let name = HeaderName::new_from_ascii_str(name);
            HeaderValue::new(name, value.to_owned())
        };
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            // The same each time it is tried, so that a server which took it twice can tell.
            .message_id(Some(format!("<{mail_id}@{}>", self.from.email.domain())))
            .date(SystemTime::from(written_at.utc()))
            .raw_header(raw("Auto-Submitted", "auto-generated"))
            .raw_header(raw("Content-Language", language))
            .multipart(MultiPart::alternative_plain_html(text, html))
            .context("the e-mail cannot be written")
    }
}

/// The sender: as set, else made of the utility's name and the portal's host.
fn from(config: &Config, host: Option<&str>) -> anyhow::Result<Mailbox> {
    if let Some(from) = config.mail.mail_from.as_deref().map(str::trim).filter(|from| !from.is_empty()) {
        return from.parse().with_context(|| {
            format!("GRIDBILL_MAIL_FROM is no sender: {from}; write Name <address@host>, or the address alone")
        });
    }
    let address = Address::new("no-reply", host.unwrap_or("localhost"));
    let address = address.context("no sender can be made of the public address; set GRIDBILL_MAIL_FROM")?;
    Ok(Mailbox::new(Some(config.utility.utility_name.clone()), address))
}

/// The host under which the portal is reached, unless it is a mere number.
fn host(public_url: &str) -> Option<String> {
    let url = Url::parse(public_url).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']);
    if host.parse::<IpAddr>().is_ok() { None } else { Some(host.to_owned()) }
}

fn is_this_machine(server: &Url) -> bool {
    let host = server.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

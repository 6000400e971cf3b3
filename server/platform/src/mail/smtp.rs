//! The SMTP client.

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

use super::{STOP_PAGE, STOP_PATH};
use crate::config::Config;

/// Timeout for connecting to the mail server and for each of its answers.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum time to send an e-mail.
const MAX_TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum SMTP connections of a process, which runs four jobs at a time.
const CONNECTIONS: u32 = 4;

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// An e-mail to send.
pub struct Outgoing<'a> {
    pub mail_id: Uuid,
    pub recipient: &'a str,
    pub language: &'a str,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The page that stops such e-mails.
    pub stop_link: Option<String>,
    pub written_at: Instant,
}

/// The reason why an e-mail was not accepted.
#[derive(Debug)]
pub struct SmtpFailure {
    /// The server permanently refuses the e-mail or its address, or the address is invalid ([`is_permanent`]).
    pub is_for_good: bool,
    /// The server's answer, for the outbox's row. It may contain names or addresses.
    pub why: String,
    /// The answer's code, for the log. It contains no personal data.
    pub kind: String,
}

impl SmtpFailure {
    fn without_answer(said: &str) -> Self {
        Self { is_for_good: false, why: format!("no answer: {said}"), kind: "no answer".to_owned() }
    }
}

/// Whether an answer refuses an e-mail for good (5xx). Failed authentication (53x) does not count: an operator must fix it,
/// and e-mails wait for that. The queries of the outbox have the same rule.
pub fn is_permanent(said: &str) -> bool {
    said.starts_with('5') && !said.starts_with("53")
}

impl From<lettre::transport::smtp::Error> for SmtpFailure {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        let said = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        let Some(status) = error.status().map(|code| code.to_string()) else { return Self::without_answer(&said) };
        Self { is_for_good: is_permanent(&status), why: format!("{status} {said}"), kind: status }
    }
}

impl Smtp {
    /// Returns the client for the configured mail server; `None` without `SMTP_URL`.
    /// Fails when the address of the server or the sender is invalid.
    pub fn new(config: &Config) -> anyhow::Result<Option<Self>> {
        let host = host(&config.public_url());
        let from = from(config, host.as_deref())?;
        let Some(url) = config.mail.smtp_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let server = Url::parse(url).ok().filter(|server| server.host_str().is_some_and(|host| !host.is_empty()));
        // lettre's error is not shown, because it may contain the password.
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
        // The path of SMTP_URL, if any, is the name in the SMTP greeting.
        let builder = match host.filter(|_| server.path().len() <= 1) {
            Some(host) => builder.hello_name(ClientId::Domain(host)),
            None => builder,
        };
        let pool = PoolConfig::new().max_size(CONNECTIONS);
        Ok(Some(Self { transport: builder.timeout(Some(TIMEOUT)).pool_config(pool).build(), from }))
    }

    /// Sends an e-mail. Returns once the mail server has accepted it.
    pub async fn send(&self, email: Outgoing<'_>) -> Result<(), SmtpFailure> {
        let message = self.message(email).map_err(|error| SmtpFailure {
            is_for_good: true,
            why: format!("550 {error:#}"),
            kind: "the e-mail cannot be written".to_owned(),
        })?;
        // In a separate task: if the future were dropped halfway, its connection would return to the pool and the
        // next e-mail would read this e-mail's answers.
        let transport = self.transport.clone();
        let sending = tokio::spawn(async move { transport.send(message).await });
        match tokio::time::timeout(MAX_TIMEOUT, sending).await {
            Ok(Ok(Ok(_))) => Ok(()),
            Ok(Ok(Err(error))) => Err(error.into()),
            Ok(Err(error)) => Err(SmtpFailure::without_answer(&error.to_string())),
            Err(error) => Err(SmtpFailure::without_answer(&error.to_string())),
        }
    }

    fn message(&self, email: Outgoing<'_>) -> anyhow::Result<Message> {
        let Outgoing { mail_id, recipient, language, subject, text, html, stop_link, written_at } = email;
        let to = Mailbox::new(None, recipient.parse::<Address>().context("the address cannot be written")?);
        let raw = |name, value: &str| {
            let name = HeaderName::new_from_ascii_str(name);
            HeaderValue::new(name, value.to_owned())
        };
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            // The id is the same for every attempt, so that a server that gets the e-mail twice can detect the
            // duplicate.
            .message_id(Some(format!("<{mail_id}@{}>", self.from.email.domain())))
            .date(SystemTime::from(written_at.utc()))
            .raw_header(raw("Auto-Submitted", "auto-generated"))
            .raw_header(raw("Content-Language", language));
        let message = match stop_link.as_deref().map(|link| (link, one_click(link))) {
            Some((_, Some(address))) => message
                .raw_header(raw("List-Unsubscribe", &format!("<{address}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")),
            Some((link, None)) => message.raw_header(raw("List-Unsubscribe", &format!("<{link}>"))),
            None => message,
        };
        message.multipart(MultiPart::alternative_plain_html(text, html)).context("the e-mail cannot be written")
    }
}

/// Returns the address at which mail programs stop e-mails by themselves (RFC 8058), for a page that stops them; `None` without
/// TLS, which the RFC requires. They then open the page (RFC 2369).
fn one_click(link: &str) -> Option<String> {
    let (portal, token) = link.split_once(STOP_PAGE)?;
    portal.starts_with("https://").then(|| format!("{portal}{STOP_PATH}{token}"))
}

/// Returns the configured sender, or no-reply at the portal's host with the utility's name.
fn from(config: &Config, host: Option<&str>) -> anyhow::Result<Mailbox> {
    if let Some(from) = config.mail.mail_from.as_deref().map(str::trim).filter(|from| !from.is_empty()) {
        return from.parse().with_context(|| {
            format!("GRIDBILL_MAIL_FROM is no sender: {from}; write Name <address@host>, or the address alone")
        });
    }
    let address = Address::new("no-reply", host.unwrap_or("localhost"));
    let address = address.context("the public address is not a valid sender; set GRIDBILL_MAIL_FROM")?;
    Ok(Mailbox::new(Some(config.utility.utility_name.clone()), address))
}

/// Returns the portal's host, unless it is an IP address.
fn host(public_url: &str) -> Option<String> {
    let url = Url::parse(public_url).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']);
    if host.parse::<IpAddr>().is_ok() { None } else { Some(host.to_owned()) }
}

fn is_this_machine(server: &Url) -> bool {
    let host = server.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

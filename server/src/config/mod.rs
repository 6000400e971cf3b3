//! Settings: flags or environment, `gridbill --help` lists them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

mod fpx;
pub mod open;
mod payments;
mod statements;
mod utility;

pub use fpx::Fpx;
pub use payments::Payments;
pub use statements::Statements;
pub use utility::Utility;

/// What every command needs to know.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Where the portal listens.
    #[arg(long, env = "GRIDBILL_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
    /// The data folder: keys, files and, without a database of your own, the private PostgreSQL.
    #[arg(long, env = "GRIDBILL_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,
    /// Where uploaded files are kept: `s3://bucket/folder` for a store that speaks S3, with `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and, where it is not Amazon's, `AWS_ENDPOINT_URL`; or `file:///folder`. `files` in
    /// the data folder unless set. Every process needs the same.
    #[arg(long, env = "GRIDBILL_FILES_URL", global = true)]
    pub files_url: Option<String>,
    /// A PostgreSQL of your own; without it the program runs a private one in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// A standby of it, where exports, documents, statements and searches are read. One that is behind is waited for, for half
    /// a second; then the primary is read.
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true, global = true)]
    pub database_read_url: Option<String>,
    /// Whether every commit is on a second machine before it is acknowledged. With this, a database whose settings do not
    /// promise that is refused.
    #[arg(long, env = "GRIDBILL_NEEDS_REPLICA", global = true)]
    pub needs_replica: bool,
    /// Database connections of one process that may write; as many again only read.
    #[arg(long, env = "GRIDBILL_CONNECTIONS", default_value_t = 24, global = true)]
    pub connections: u32,
    /// Seconds that a process goes on serving after it was asked to stop. From then on it is not ready, so that a proxy in
    /// front has so long to notice.
    #[arg(long, env = "GRIDBILL_STOP_DELAY", default_value_t = 2, global = true)]
    pub stop_delay: u64,
    /// Seconds that calls under way may take at the end of a process.
    #[arg(long, env = "GRIDBILL_STOP_TIMEOUT", default_value_t = 20, global = true)]
    pub stop_timeout: u64,
    /// The built app.
    #[arg(long, env = "GRIDBILL_APP", default_value = "app/dist", global = true)]
    pub app: PathBuf,
    /// Where /metrics is served; nowhere unless set.
    #[arg(long, env = "GRIDBILL_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<SocketAddr>,
    /// Whether each request is a line of the log: method, path, status, time, endpoint, caller's address, ids.
    #[arg(long, env = "GRIDBILL_ACCESS_LOG", global = true)]
    pub access_log: bool,
    /// The address under which people and banks reach the portal; the listening address unless set.
    #[arg(long, env = "GRIDBILL_PUBLIC_URL", global = true)]
    pub public_url: Option<String>,
    /// The header into which the proxy in front writes the caller's address, such as X-Forwarded-For; its last entry counts.
    /// Without it the connection's own address counts.
    #[arg(long, env = "GRIDBILL_ADDRESS_HEADER", global = true)]
    pub address_header: Option<String>,
    /// Whom to tell of a weakness of the portal, for `/.well-known/security.txt`: `mailto:security@host` or `https://…`.
    #[arg(long, env = "GRIDBILL_SECURITY_CONTACT", value_parser = contact, global = true)]
    pub security_contact: Option<String>,
    /// The programs of PostgreSQL, when neither npm's package nor the system's is to be used.
    #[arg(long, env = "GRIDBILL_POSTGRES_BIN", global = true)]
    pub postgres_bin: Option<PathBuf>,
    #[command(flatten)]
    pub utility: Utility,
    #[command(flatten)]
    pub mail: Mail,
    #[command(flatten)]
    pub fpx: Fpx,
    #[command(flatten)]
    pub payments: Payments,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub statements: Statements,
    #[command(flatten)]
    pub http: Http,
    #[command(flatten)]
    pub traces: Traces,
}

/// Traces of calls, for a collector of OpenTelemetry.
#[derive(Debug, Clone, clap::Args)]
pub struct Traces {
    /// The collector, which speaks OTLP over HTTP: `http://127.0.0.1:4318`. Nothing is sent unless set.
    #[arg(long = "traces-url", env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    pub url: Option<String>,
    /// The share of traces that are sent, from 0 to 1, of those that begin here. Whoever sends `traceparent` decides for its own.
    #[arg(long = "traces-share", env = "OTEL_TRACES_SAMPLER_ARG", default_value = "1", value_parser = share, global = true)]
    pub share: f64,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "a number from 0 to 1".to_owned())
}

/// Limits of every connection, so that slow clients do not use the process up. Timeouts are in seconds.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Http {
    /// Open connections of one process; fewer where the system allows it fewer descriptors.
    #[arg(long, env = "GRIDBILL_MAX_CONNECTIONS", default_value_t = 10_000, global = true)]
    pub max_connections: usize,
    /// Open connections from one network address. Not counted behind a proxy (`GRIDBILL_ADDRESS_HEADER`), from which they all
    /// come: the proxy limits those of its clients.
    #[arg(long, env = "GRIDBILL_MAX_CONNECTIONS_PER_ADDRESS", default_value_t = 1_000, global = true)]
    pub max_connections_per_address: usize,
    /// How long a client may take to send a request's head.
    #[arg(long, env = "GRIDBILL_HEAD_TIMEOUT", default_value = "10", value_parser = seconds, global = true)]
    pub head_timeout: Duration,
    /// How long a connection may wait for its next request.
    #[arg(long, env = "GRIDBILL_IDLE_TIMEOUT", default_value = "60", value_parser = seconds, global = true)]
    pub idle_timeout: Duration,
    /// How long a client may take to send a request's body, and a second more for each KiB that arrived.
    #[arg(long, env = "GRIDBILL_BODY_TIMEOUT", default_value = "10", value_parser = seconds, global = true)]
    pub body_timeout: Duration,
    /// How long a client may take to read what was written to it, and a second more for each KiB that it took.
    #[arg(long, env = "GRIDBILL_WRITE_TIMEOUT", default_value = "30", value_parser = seconds, global = true)]
    pub write_timeout: Duration,
}

fn contact(text: &str) -> Result<String, String> {
    let is_known = ["mailto:", "https://", "tel:"].iter().any(|scheme| text.starts_with(scheme));
    if is_known && !text.contains(|character: char| character.is_control() || character.is_whitespace()) {
        Ok(text.to_owned())
    } else {
        Err("write mailto:security@host, https://… or tel:…".to_owned())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    let timeout = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if timeout.is_zero() { Err("there must be some time".to_owned()) } else { Ok(timeout) }
}

/// How often visitors may ask. A whole company may sit behind one address, so these stop machines, not people; guessing one
/// person's password is stopped by its five attempts.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Limits {
    /// Sign-ins from one network address in 15 minutes, right or wrong.
    #[arg(long, env = "GRIDBILL_SIGN_INS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub sign_ins_per_address: i32,
    /// Registrations from one network address in an hour.
    #[arg(long, env = "GRIDBILL_REGISTRATIONS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub registrations_per_address: i32,
    /// Letters that one network address may ask for in an hour: links to activate, links to set a new password.
    #[arg(long, env = "GRIDBILL_EMAILS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub emails_per_address: i32,
    /// Letters that visitors from one network (/24, with IPv6 /56) may ask for to one e-mail address in an hour.
    #[arg(long, env = "GRIDBILL_EMAILS_PER_EMAIL", default_value_t = 5, global = true)]
    pub emails_per_email: i32,
    /// Links of one kind that visitors from all networks may have sent to one mailbox in an hour; beyond, none is sent while
    /// an earlier one is good.
    #[arg(long, env = "GRIDBILL_LINKS_PER_MAILBOX", default_value_t = 20, global = true)]
    pub links_per_mailbox: i32,
    /// Wrong passwords for one account from all networks in an hour. Devices that its owner has signed in from have
    /// their own five attempts instead.
    #[arg(long, env = "GRIDBILL_WRONG_PASSWORDS_PER_ACCOUNT", default_value_t = 50, global = true)]
    pub wrong_passwords_per_account: i32,
    /// Invitations, and activation links of new staff, that one person may send in an hour, repeats among them.
    #[arg(long, env = "GRIDBILL_INVITATIONS_PER_PERSON", default_value_t = 60, global = true)]
    pub invitations_per_person: i32,
    /// The same to one e-mail address, whoever sends them.
    #[arg(long, env = "GRIDBILL_INVITATIONS_PER_EMAIL", default_value_t = 5, global = true)]
    pub invitations_per_email: i32,
    /// E-mails to colleagues that one person may send in an hour: instructions, bills, reminders. One colleague gets as many.
    #[arg(long, env = "GRIDBILL_COLLEAGUE_EMAILS_PER_PERSON", default_value_t = 30, global = true)]
    pub colleague_emails_per_person: i32,
    /// Reads of one person that one process works on at once; more wait for a moment.
    #[arg(long, env = "GRIDBILL_READS_PER_PERSON", default_value_t = 4, global = true)]
    pub reads_per_person: usize,
    /// Changes by one person that one process works on at the same time; more wait for a moment. Never more than half of those
    /// that may be in a transaction.
    #[arg(long, env = "GRIDBILL_WRITES_PER_PERSON", default_value_t = 2, global = true)]
    pub writes_per_person: usize,
    /// Files of many rows or documents that are made at once: by jobs in all processes together, and by calls in each. The
    /// same for every process.
    #[arg(long, env = "GRIDBILL_DOCUMENTS_AT_ONCE", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..), global = true)]
    pub documents_at_once: u16,
    /// Rows for each kind of refusal that one process adds to `security_event` in an hour; the rest are counted, and their
    /// number is written at the end of the hour.
    #[arg(long, env = "GRIDBILL_SECURITY_EVENTS_PER_HOUR", default_value_t = 2_000, global = true)]
    pub security_events_per_hour: i32,
    /// Days for which security events are kept; they go once all of their month is as old.
    #[arg(long, env = "GRIDBILL_SECURITY_EVENT_DAYS", default_value_t = 396, global = true)]
    pub security_event_days: i64,
    /// E-mail addresses and links that one network address may have looked up, or used, in 15 minutes.
    #[arg(long, env = "GRIDBILL_CHECKS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub checks_per_address: i32,
    /// Messages from one network address, in 15 minutes, that name themselves the bank gateway's and are not signed by it.
    #[arg(long, env = "GRIDBILL_UNSIGNED_MESSAGES_PER_ADDRESS", default_value_t = 60, global = true)]
    pub unsigned_messages_per_address: i32,
    /// Declarations that one person may upload in an hour.
    #[arg(long, env = "GRIDBILL_UPLOADS_PER_PERSON", default_value_t = 60, global = true)]
    pub uploads_per_person: i32,
    /// Companies whose accounts one person may look up in an hour, by the company's number.
    #[arg(long, env = "GRIDBILL_COMPANIES_PER_PERSON", default_value_t = 30, global = true)]
    pub companies_per_person: i32,
    /// Accounts that one person may look up one by one in an hour, with where they are.
    #[arg(long, env = "GRIDBILL_ACCOUNTS_PER_PERSON", default_value_t = 300, global = true)]
    pub accounts_per_person: i32,
    /// Accounts that one person may have checked in lists in an hour. A list has 10,000 at most, and is checked once or twice.
    #[arg(long, env = "GRIDBILL_LISTED_ACCOUNTS_PER_PERSON", default_value_t = 50_000, global = true)]
    pub listed_accounts_per_person: i32,
}

/// E-mail.
#[derive(Debug, Clone, clap::Args)]
pub struct Mail {
    /// The mail server: `smtps://user:password@host`, or `smtp://…` with `?tls=required` where STARTTLS begins TLS. Without it,
    /// e-mails stay in the outbox. Every process needs it.
    #[arg(long, env = "SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// The sender, `Name <address@host>`; no-reply at the public address's host unless set.
    #[arg(long, env = "GRIDBILL_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
}

impl Config {
    /// How long a process that was asked to stop still serves.
    #[must_use]
    pub fn stop_delay(&self) -> Duration {
        Duration::from_secs(self.stop_delay)
    }

    /// How long calls under way may take at the end.
    #[must_use]
    pub fn stop_timeout(&self) -> Duration {
        Duration::from_secs(self.stop_timeout)
    }

    /// The address under which people reach the portal, without a slash at the end.
    #[must_use]
    pub fn public_url(&self) -> String {
        self.public_url
            .as_ref()
            .map_or_else(|| format!("http://{}", self.listen), |url| url.trim_end_matches('/').to_owned())
    }

    /// The bank gateway's base URL, without a slash at the end.
    #[must_use]
    pub fn fpx_url(&self) -> String {
        let sandbox = || format!("http://{}", self.fpx.sandbox_listen);
        self.fpx.fpx_url.as_ref().map_or_else(sandbox, |url| url.trim_end_matches('/').to_owned())
    }

    /// Where the app's forms may go beside the portal itself: the bank gateway.
    #[must_use]
    pub fn form_action(&self) -> String {
        let url = self.fpx_url();
        url.split('/').take(3).collect::<Vec<_>>().join("/")
    }

    /// Cookies travel over TLS only, unless the portal is reached on this machine.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        self.public_url().starts_with("https://")
    }
}

#[cfg(test)]
mod settings_tests;

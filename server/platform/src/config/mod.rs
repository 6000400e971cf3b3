//! Settings from flags or the environment; `gridbill --help` lists them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use gridbill_core::Day;

mod audit;
mod feed;
mod fpx;
pub mod open;
mod outbound;
mod payments;
mod statements;
mod utility;

pub use audit::Audit;
pub use feed::Feed;
pub use fpx::Fpx;
pub use outbound::Outbound;
pub use payments::Payments;
pub use statements::Statements;
pub use utility::Utility;

/// Settings of every command.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Address that the portal listens on.
    #[arg(long, env = "GRIDBILL_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
    /// The data folder: keys, files and, without `DATABASE_URL`, the private PostgreSQL.
    #[arg(long, env = "GRIDBILL_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,
    /// Store for uploaded files: `s3://bucket/folder` for an S3-compatible store, or `file:///folder`; the default
    /// is `files` in the data folder. S3 needs `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and,
    /// outside Amazon, `AWS_ENDPOINT_URL`. Must be the same for every process.
    #[arg(long, env = "GRIDBILL_FILES_URL", global = true)]
    pub files_url: Option<String>,
    /// Folders of fonts, separated by colons, for letters in PDFs that the program's own fonts lack, such as Chinese ones.
    #[arg(long, env = "GRIDBILL_FONTS", value_delimiter = ':', global = true)]
    pub fonts: Vec<PathBuf>,
    /// The folder of the ledger of erasures, which is applied to a restored database before the portal serves; the
    /// default is `erasures` in the data folder. Keep it apart from the database and back it up.
    #[arg(long = "erasures", env = "GRIDBILL_ERASURES", global = true)]
    pub erasures: Option<PathBuf>,
    /// Address of an existing PostgreSQL. Without it the program runs a private PostgreSQL in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// A standby of that database, which serves exports, documents, statements and searches. A read waits half a
    /// second for a standby that is behind, then uses the primary.
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true, global = true)]
    pub database_read_url: Option<String>,
    /// Require that every commit is on a second machine before it is acknowledged. The program then refuses a
    /// database whose settings do not guarantee this.
    #[arg(long, env = "GRIDBILL_NEEDS_REPLICA", global = true)]
    pub needs_replica: bool,
    /// Database connections of a process that may write. The process opens up to the same number of read-only
    /// connections.
    #[arg(long, env = "GRIDBILL_CONNECTIONS", default_value_t = 24, global = true)]
    pub connections: u32,
    /// Seconds that a process keeps serving after it was asked to stop. It reports "not ready" during this time, so
    /// that the proxy in front can notice.
    #[arg(long, env = "GRIDBILL_STOP_DELAY", default_value_t = 2, global = true)]
    pub stop_delay: u64,
    /// Seconds that calls in flight may take while a process shuts down.
    #[arg(long, env = "GRIDBILL_STOP_TIMEOUT", default_value_t = 20, global = true)]
    pub stop_timeout: u64,
    /// The folder of the built app.
    #[arg(long, env = "GRIDBILL_APP", default_value = "app/dist", global = true)]
    pub app: PathBuf,
    /// Address that serves /metrics; not served if not set.
    #[arg(long, env = "GRIDBILL_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<SocketAddr>,
    /// Log each request: method, path, status, duration, endpoint, caller's address, ids.
    #[arg(long, env = "GRIDBILL_ACCESS_LOG", global = true)]
    pub access_log: bool,
    /// The address under which users and banks reach the portal; the listening address if not set.
    #[arg(long, env = "GRIDBILL_PUBLIC_URL", value_parser = origin, global = true)]
    pub public_url: Option<String>,
    /// The day from which staff need a second factor, such as 2027-01-31. From then on, staff without one can only add
    /// one. Not required if not set.
    #[arg(long, env = "GRIDBILL_STAFF_FACTOR_FROM", value_parser = day, global = true)]
    pub staff_factor_from: Option<Day>,
    /// The header in which the proxy in front sends the caller's address, such as X-Forwarded-For. The last entry
    /// counts. Without this setting the address of the connection counts.
    #[arg(long, env = "GRIDBILL_ADDRESS_HEADER", global = true)]
    pub address_header: Option<String>,
    /// Contact for reports of vulnerabilities, for `/.well-known/security.txt`: `mailto:security@host` or
    /// `https://…`.
    #[arg(long, env = "GRIDBILL_SECURITY_CONTACT", value_parser = contact, global = true)]
    pub security_contact: Option<String>,
    /// The folder of PostgreSQL's programs, instead of those of the npm package or the system.
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
    pub audit: Audit,
    #[command(flatten)]
    pub feed: Feed,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub statements: Statements,
    #[command(flatten)]
    pub outbound: Outbound,
    #[command(flatten)]
    pub http: Http,
    #[command(flatten)]
    pub traces: Traces,
}

/// Traces of calls, for an OpenTelemetry collector.
#[derive(Debug, Clone, clap::Args)]
pub struct Traces {
    /// The collector's address, which accepts OTLP over HTTP: `http://127.0.0.1:4318`. No traces are sent if not
    /// set.
    #[arg(long = "traces-url", env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    pub url: Option<String>,
    /// The share of traces that begin here and are sent, from 0 to 1. Callers that send `traceparent` decide for
    /// their own traces.
    #[arg(long = "traces-share", env = "OTEL_TRACES_SAMPLER_ARG", default_value = "1", value_parser = share, global = true)]
    pub share: f64,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "a number from 0 to 1".to_owned())
}

/// Limits of every connection, so that slow clients do not exhaust the process. Timeouts are in seconds.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Http {
    /// Open connections of a process; fewer if the system allows fewer file descriptors.
    #[arg(long, env = "GRIDBILL_MAX_CONNECTIONS", default_value_t = 10_000, global = true)]
    pub max_connections: usize,
    /// Open connections from one network address. Not applied behind a proxy (`GRIDBILL_ADDRESS_HEADER`), since all
    /// connections come from it; the proxy must limit its clients.
    #[arg(long, env = "GRIDBILL_MAX_CONNECTIONS_PER_ADDRESS", default_value_t = 1_000, global = true)]
    pub max_connections_per_address: usize,
    /// Time that a client may take to send a request's head.
    #[arg(long, env = "GRIDBILL_HEAD_TIMEOUT", default_value = "10", value_parser = seconds, global = true)]
    pub head_timeout: Duration,
    /// Time that a connection may be idle between requests.
    #[arg(long, env = "GRIDBILL_IDLE_TIMEOUT", default_value = "60", value_parser = seconds, global = true)]
    pub idle_timeout: Duration,
    /// Time that a client may take to send a request's body, plus a second for each KiB received.
    #[arg(long, env = "GRIDBILL_BODY_TIMEOUT", default_value = "10", value_parser = seconds, global = true)]
    pub body_timeout: Duration,
    /// Time that a client may take to read a response, plus a second for each KiB that it has read.
    #[arg(long, env = "GRIDBILL_WRITE_TIMEOUT", default_value = "30", value_parser = seconds, global = true)]
    pub write_timeout: Duration,
}

/// Parses an address without a path, because the app loads its files from the root of a host name. Returns it in its normal form.
/// An empty text counts as not set.
fn origin(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let is_plain = |url: &reqwest::Url| {
        let has_user = !url.username().is_empty() || url.password().is_some();
        url.path() == "/" && url.query().is_none() && url.fragment().is_none() && !has_user
    };
    match reqwest::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && is_plain(&url) => Ok(url.origin().ascii_serialization()),
        _ => Err("write the portal's own address as https://bills.utility.example, without a path".to_owned()),
    }
}

fn day(text: &str) -> Result<Day, String> {
    Day::parse(text).map_err(|_| "write a day as 2027-01-31".to_owned())
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

/// Rate limits and other limits. A whole company may share one network address, so these stop machines, not users;
/// the five attempts per account stop guesses of a single password.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Limits {
    /// Sign-ins from one network address in 15 minutes, successful or not.
    #[arg(long, env = "GRIDBILL_SIGN_INS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub sign_ins_per_address: i32,
    /// Registrations from one network address in an hour.
    #[arg(long, env = "GRIDBILL_REGISTRATIONS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub registrations_per_address: i32,
    /// E-mails that one network address may request in an hour: activation links and password reset links.
    #[arg(long, env = "GRIDBILL_EMAILS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub emails_per_address: i32,
    /// E-mails to one address that visitors from one network (/24, with IPv6 /56) may request in an hour.
    #[arg(long, env = "GRIDBILL_EMAILS_PER_EMAIL", default_value_t = 5, global = true)]
    pub emails_per_email: i32,
    /// Links of one kind that visitors from all networks may send to one mailbox in an hour. Beyond the limit, no
    /// link is sent while an earlier link is valid.
    #[arg(long, env = "GRIDBILL_LINKS_PER_MAILBOX", default_value_t = 20, global = true)]
    pub links_per_mailbox: i32,
    /// Wrong passwords for one account from all networks in an hour. Devices that its owner has signed in from have
    /// their own five attempts instead.
    #[arg(long, env = "GRIDBILL_WRONG_PASSWORDS_PER_ACCOUNT", default_value_t = 50, global = true)]
    pub wrong_passwords_per_account: i32,
    /// Invitations, and activation links of new staff, that one person may send in an hour, including repeats.
    #[arg(long, env = "GRIDBILL_INVITATIONS_PER_PERSON", default_value_t = 60, global = true)]
    pub invitations_per_person: i32,
    /// Invitations and activation links to one e-mail address in an hour, from all senders.
    #[arg(long, env = "GRIDBILL_INVITATIONS_PER_EMAIL", default_value_t = 5, global = true)]
    pub invitations_per_email: i32,
    /// E-mails to colleagues that one person may send in an hour: instructions, bills, reminders. A colleague may
    /// receive the same number.
    #[arg(long, env = "GRIDBILL_COLLEAGUE_EMAILS_PER_PERSON", default_value_t = 30, global = true)]
    pub colleague_emails_per_person: i32,
    /// Concurrent reads of one person in a process; further reads wait for a moment.
    #[arg(long, env = "GRIDBILL_READS_PER_PERSON", default_value_t = 4, global = true)]
    pub reads_per_person: usize,
    /// Calls that one API token may make in a minute, in each process.
    #[arg(long, env = "GRIDBILL_TOKEN_CALLS_PER_MINUTE", default_value_t = 600, global = true)]
    pub token_calls_per_minute: u32,
    /// Concurrent changes of one person in a process; further changes wait for a moment. Never more than half of
    /// the process's write transactions.
    #[arg(long, env = "GRIDBILL_WRITES_PER_PERSON", default_value_t = 2, global = true)]
    pub writes_per_person: usize,
    /// Concurrent jobs, in all processes together, that write files of many rows or documents; also the limit of
    /// such calls in each process. Must be the same for every process.
    #[arg(long, env = "GRIDBILL_DOCUMENTS_AT_ONCE", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..), global = true)]
    pub documents_at_once: u16,
    /// Rows that one process adds to `security_event` in an hour for each kind of refusal. Further events are
    /// counted, and their number is stored at the end of the hour.
    #[arg(long, env = "GRIDBILL_SECURITY_EVENTS_PER_HOUR", default_value_t = 2_000, global = true)]
    pub security_events_per_hour: i32,
    /// Days for which security events are stored. A month is deleted once all of its events are that old.
    #[arg(long, env = "GRIDBILL_SECURITY_EVENT_DAYS", default_value_t = 396, global = true)]
    pub security_event_days: i64,
    /// E-mail addresses and links that one network address may check or use in 15 minutes.
    #[arg(long, env = "GRIDBILL_CHECKS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub checks_per_address: i32,
    /// Messages from one network address in 15 minutes that claim to come from the bank gateway but are not signed
    /// by it.
    #[arg(long, env = "GRIDBILL_UNSIGNED_MESSAGES_PER_ADDRESS", default_value_t = 60, global = true)]
    pub unsigned_messages_per_address: i32,
    /// Queries about bills that one person may open in an hour.
    #[arg(long, env = "GRIDBILL_QUERIES_PER_PERSON", default_value_t = 30, global = true)]
    pub queries_per_person: i32,
    /// Messages that one customer may add to queries in an hour.
    #[arg(long, env = "GRIDBILL_QUERY_MESSAGES_PER_PERSON", default_value_t = 120, global = true)]
    pub query_messages_per_person: i32,
    /// Declarations and files of queries that one person may upload in an hour.
    #[arg(long, env = "GRIDBILL_UPLOADS_PER_PERSON", default_value_t = 60, global = true)]
    pub uploads_per_person: i32,
    /// Companies whose accounts one person may look up in an hour by company number.
    #[arg(long, env = "GRIDBILL_COMPANIES_PER_PERSON", default_value_t = 30, global = true)]
    pub companies_per_person: i32,
    /// Single accounts that one person may look up in an hour, with their addresses.
    #[arg(long, env = "GRIDBILL_ACCOUNTS_PER_PERSON", default_value_t = 300, global = true)]
    pub accounts_per_person: i32,
    /// Accounts that one person may check in lists in an hour. A list has at most 10,000 accounts, and is checked
    /// once or twice.
    #[arg(long, env = "GRIDBILL_LISTED_ACCOUNTS_PER_PERSON", default_value_t = 50_000, global = true)]
    pub listed_accounts_per_person: i32,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Mail {
    /// The mail server: `smtps://user:password@host`, or `smtp://…?tls=required` for STARTTLS. Without it, e-mails
    /// stay in the outbox. Every process needs this setting.
    #[arg(long, env = "SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// The sender, `Name <address@host>`; no-reply at the host of the public address if not set.
    #[arg(long, env = "GRIDBILL_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
}

impl Config {
    /// Returns the folder of the ledger of erasures.
    #[must_use]
    pub fn erasures_folder(&self) -> PathBuf {
        self.erasures.clone().unwrap_or_else(|| self.data.join("erasures"))
    }

    /// Time that a process keeps serving after it was asked to stop.
    #[must_use]
    pub fn stop_delay(&self) -> Duration {
        Duration::from_secs(self.stop_delay)
    }

    /// Time that calls in flight may take while the process shuts down.
    #[must_use]
    pub fn stop_timeout(&self) -> Duration {
        Duration::from_secs(self.stop_timeout)
    }

    /// The address under which users reach the portal, without a trailing slash.
    #[must_use]
    pub fn public_url(&self) -> String {
        self.set_public_url().map_or_else(|| format!("http://{}", self.listen), str::to_owned)
    }

    /// The address that passkeys belong to. Passkeys need a name: without a public address, the machine's own name.
    #[must_use]
    pub fn passkey_url(&self) -> String {
        self.set_public_url().map_or_else(|| format!("http://localhost:{}", self.listen.port()), str::to_owned)
    }

    fn set_public_url(&self) -> Option<&str> {
        self.public_url.as_deref().filter(|url| !url.is_empty())
    }

    /// The bank gateway's base URL, without a trailing slash.
    #[must_use]
    pub fn fpx_url(&self) -> String {
        let sandbox = || format!("http://{}", self.fpx.sandbox_listen);
        self.fpx.fpx_url.as_ref().map_or_else(sandbox, |url| url.trim_end_matches('/').to_owned())
    }

    /// The origin that the app's forms may post to in addition to the portal: the bank gateway.
    #[must_use]
    pub fn form_action(&self) -> String {
        let url = self.fpx_url();
        url.split('/').take(3).collect::<Vec<_>>().join("/")
    }

    /// Whether cookies are marked `Secure`: if the public address uses `https://`.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        self.public_url().starts_with("https://")
    }
}

#[cfg(test)]
mod settings_tests;

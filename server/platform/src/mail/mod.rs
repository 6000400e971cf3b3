//! E-mails. They are added to the outbox in the transaction of the change that they are about, and stay there until
//! a mail server has accepted them.

use std::sync::Arc;

use gridbill_core::Language;
use minijinja::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::base::Base;
use crate::config::Config;
use crate::error::Answer;
use crate::jobs::Queue;

pub use gridbill_core::Words;

mod deliver;
mod smtp;
pub mod sql;
mod writer;

pub use deliver::SendMail;
pub use deliver::{MAX_REFUSALS, is_refused_for_good, is_too_old, oldest, outbox};
use smtp::Smtp;
pub use writer::{RenderedEmail, Writer, named, plain};

/// Days for which accepted e-mails stay in the outbox, without their content.
const ACCEPTED_DAYS: i64 = 90;
/// Days for which e-mails that were never accepted stay in the outbox, with their recipient.
const NEVER_ACCEPTED_DAYS: i64 = 30;

/// A recipient.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub email: &'a str,
    /// `None` for an invited person whose name is not known.
    pub name: Option<&'a str>,
    pub language: Language,
}

/// The link that stops e-mails of a kind, without signing in.
#[derive(Debug, Clone, Copy)]
pub struct StopLink<'a> {
    /// The address of a company that the e-mail is for; `None` for a user.
    pub mailbox_id: Option<Uuid>,
    /// The full address of the page, with the token in the fragment.
    pub link: &'a str,
}

/// The page that asks before it stops e-mails. The token follows in the fragment.
pub const STOP_PAGE: &str = "/account/stopEmails#";
/// The address at which mail programs stop e-mails (RFC 8058). The token follows as the last part of the path, because programs
/// do not send fragments.
pub const STOP_PATH: &str = "/stopEmails/";

/// Returns the full address of the page that stops e-mails.
#[must_use]
pub fn stop_page(config: &Config, token: &str) -> String {
    format!("{}{STOP_PAGE}{token}", config.public_url())
}

/// The content of an e-mail. Each domain declares its own e-mails.
pub trait Email: Send + Sync {
    /// Returns the files with subject and paragraphs.
    fn words(&self) -> Words;

    /// Returns the full address that it links to, with the token in the fragment.
    fn link(&self) -> Option<&str> {
        None
    }

    /// Returns the link that stops e-mails like this. E-mails that a user needs, or has asked for, have none.
    fn stop(&self) -> Option<StopLink<'_>> {
        None
    }

    /// Returns the values that the words refer to.
    fn values(&self, language: Language) -> Value;
}

/// Includes the files of that name from the caller's folder `emails`. A missing file is a compile error.
#[macro_export]
macro_rules! words {
    ($name:literal) => {
        [include_str!(concat!("emails/", $name, ".en.txt")), include_str!(concat!("emails/", $name, ".ms.txt"))]
    };
}
pub use words;

/// Writes e-mails and, with a mail server, sends them.
pub struct Sender {
    writer: Writer,
    smtp: Option<Smtp>,
}

impl Sender {
    /// Loads the templates, and sets up the client for the configured mail server.
    /// Fails when `SMTP_URL` or `GRIDBILL_MAIL_FROM` cannot be used.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self { writer: Writer::new(&config.utility)?, smtp: Smtp::new(config)? })
    }

    /// Whether a mail server is configured.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.smtp.is_some()
    }
}

/// The outbox, with the parts that fill and empty it.
#[derive(Clone)]
pub struct Mail {
    base: Base,
    queue: Queue,
    sender: Arc<Sender>,
}

impl Mail {
    /// Fails as [`Sender::new`].
    pub fn new(base: &Base, queue: &Queue) -> anyhow::Result<Self> {
        let sender = Arc::new(Sender::new(&base.config)?);
        Ok(Self { base: base.clone(), queue: queue.clone(), sender })
    }

    /// Whether a mail server is configured.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.sender.is_sent()
    }

    /// Adds an e-mail to the outbox; it is sent once the transaction commits.
    pub async fn send(&self, db: &mut PgConnection, to: To<'_>, email: impl Email) -> Answer<()> {
        let (mail_id, written) = (self.base.random.uuid(), self.sender.writer.write(to, &email)?);
        sql::add(db, mail_id, to, &written, email.stop(), self.base.now()).await?;
        if self.is_sent() {
            self.add_job(db, mail_id).await?;
        }
        Ok(())
    }

    /// Deletes e-mails that were accepted long ago or never, and clears the content of e-mails that are too old to
    /// be sent.
    pub async fn delete_old(&self) -> Answer<()> {
        let (pool, now) = (&self.base.pool, self.base.now());
        sql::delete_accepted(pool, now.plus_seconds(-ACCEPTED_DAYS * 86_400)).await?;
        sql::delete_undelivered(pool, now.plus_seconds(-NEVER_ACCEPTED_DAYS * 86_400)).await?;
        sql::clear_expired(pool, oldest(now)).await?;
        Ok(())
    }
}

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

/// The link that stops e-mails to an address of a company, without signing in.
#[derive(Debug, Clone, Copy)]
pub struct StopLink<'a> {
    /// The address of the company that the e-mail is for.
    pub mailbox_id: Uuid,
    /// The full address of the page, with the token in the fragment.
    pub link: &'a str,
}

/// The content of an e-mail. Each domain declares its own e-mails.
pub trait Email: Send + Sync {
    /// Returns the files with subject and paragraphs.
    fn words(&self) -> Words;

    /// Returns the full address that it links to, with the token in the fragment.
    fn link(&self) -> Option<&str> {
        None
    }

    /// Returns the link that stops e-mails like this. Only e-mails to addresses of companies have one: users choose their
    /// e-mails in their profile.
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

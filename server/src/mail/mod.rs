//! E-mail is put into the outbox in the transaction of what it tells of, and stays there until a mail server has
//! taken it.

use std::sync::Arc;

use gridbill_core::Language;
use minijinja::Value;
use sqlx::PgConnection;

use crate::base::Base;
use crate::config::Config;
use crate::error::Answer;
use crate::jobs::Queue;

mod deliver;
mod smtp;
pub(crate) mod sql;
mod writer;

pub use deliver::SendMail;
pub(crate) use deliver::{MAX_REFUSALS, is_refused_for_good, is_too_old, oldest, outbox};
use smtp::Smtp;
pub use writer::{Writer, Written, named, plain};

/// Until then one can tell whether and when an e-mail went out.
const ACCEPTED_DAYS: i64 = 90;
/// So long one can tell that an e-mail never went out, and to whom.
const NEVER_TAKEN_DAYS: i64 = 30;

/// Somebody to write to.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub email: &'a str,
    /// None for somebody who was invited and whom nobody knows by name.
    pub name: Option<&'a str>,
    pub language: Language,
}

/// What an e-mail says. Each domain declares its own.
pub trait Email: Send + Sync {
    /// Its subject and paragraphs.
    fn words(&self) -> Words;

    /// The whole address that it leads to, with its token in the fragment.
    fn link(&self) -> Option<&str> {
        None
    }

    /// The values that its words name.
    fn values(&self, language: Language) -> Value;
}

/// An e-mail's file in each language.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    pub en: &'static str,
    pub ms: &'static str,
}

impl Words {
    const fn of(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Ms => self.ms,
        }
    }
}

/// The files of that name, in the folder `emails` beside the caller. An e-mail that lacks one does not compile.
macro_rules! words {
    ($name:literal) => {
        $crate::mail::Words {
            en: include_str!(concat!("emails/", $name, ".en.txt")),
            ms: include_str!(concat!("emails/", $name, ".ms.txt")),
        }
    };
}
pub(crate) use words;

/// What writes e-mails and, with a mail server, sends them.
pub struct Sender {
    writer: Writer,
    smtp: Option<Smtp>,
}

impl Sender {
    /// Templates, and the mail server of the settings.
    ///
    /// # Errors
    /// When `SMTP_URL` or `GRIDBILL_MAIL_FROM` cannot be used.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self { writer: Writer::new(&config.utility)?, smtp: Smtp::new(config)? })
    }

    /// Whether there is a mail server that takes e-mails.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.smtp.is_some()
    }
}

/// The outbox, and what it is written and emptied with.
#[derive(Clone)]
pub struct Mail {
    base: Base,
    queue: Queue,
    sender: Arc<Sender>,
}

impl Mail {
    /// # Errors
    /// As [`Sender::new`].
    pub fn new(base: &Base, queue: &Queue) -> anyhow::Result<Self> {
        let sender = Arc::new(Sender::new(&base.config)?);
        Ok(Self { base: base.clone(), queue: queue.clone(), sender })
    }

    /// Whether there is a mail server that takes e-mails.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.sender.is_sent()
    }

    /// Puts an e-mail into the outbox; it is sent once the transaction commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send(&self, db: &mut PgConnection, to: To<'_>, email: impl Email) -> Answer<()> {
        let (mail_id, written) = (self.base.random.uuid(), self.sender.writer.write(to, &email)?);
        sql::add(db, mail_id, to, &written, self.base.now()).await?;
        if self.is_sent() {
            self.add_job(db, mail_id).await?;
        }
        Ok(())
    }

    /// Forgets e-mails that the mail server took long ago or never, and what those say that are too old to be sent.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tidy(&self) -> Answer<()> {
        let (pool, now) = (&self.base.pool, self.base.now());
        sql::forget_accepted(pool, now.plus_seconds(-ACCEPTED_DAYS * 86_400)).await?;
        sql::forget_never_taken(pool, now.plus_seconds(-NEVER_TAKEN_DAYS * 86_400)).await?;
        sql::empty_too_old(pool, oldest(now)).await?;
        Ok(())
    }
}

//! E-mail: a letter is put into the outbox in the transaction of what it tells of, and stays there until a mail server has
//! taken it.

use std::sync::Arc;

use gridbill_core::audience::Audience;
use gridbill_core::audience::ToDo;
use gridbill_core::fact::Fact;
use gridbill_core::{Day, Instant, Language};
use sqlx::PgConnection;

use crate::base::Base;
use crate::config::Config;
use crate::error::Answer;
use crate::jobs::Queue;

mod deliver;
mod letters;
mod smtp;
pub(crate) mod sql;

pub use deliver::SendMail;
use letters::Letters;
use smtp::Smtp;

/// Until then one can tell whether and when a letter went out.
const ACCEPTED_DAYS: i64 = 90;

/// Somebody to write to.
#[derive(Debug, Clone, Copy)]
pub struct To<'a> {
    pub email: &'a str,
    /// None for somebody who was invited and whom nobody knows by name.
    pub name: Option<&'a str>,
    pub language: Language,
}

/// What a letter says. Addresses of links are whole, with their token in the fragment.
#[derive(Debug, Clone)]
pub enum Letter<'a> {
    /// Activate the account that you registered.
    Activation { link: &'a str, expires_at: Instant },
    /// The utility made you an account: activate it, then set your password.
    StaffActivation { link: &'a str, expires_at: Instant },
    /// Somebody invites you into their company's bulk account; by registering, or by signing in.
    Invitation { link: &'a str, expires_at: Instant, company: &'a str, invited_by: &'a str, is_registered: bool },
    /// Set a new password.
    Reset { link: &'a str, expires_at: Instant },
    /// Your password was changed; call us if it was not you.
    PasswordChanged { at: Instant },
    /// Your mobile number was changed; call us if it was not you.
    MobileChanged { at: Instant },
    /// You are the Master of your company's bulk account now.
    BecameMaster { company: &'a str, from: &'a str },
    /// The utility asks for more about your company before it decides.
    RegistrationNeedsMore { company: &'a str, remark: &'a str },
    /// The utility does not register your company.
    RegistrationRejected { company: &'a str, remark: &'a str },
    /// Your company has its bulk account, with so many accounts; and so many that could not be taken.
    RegistrationApproved { company: &'a str, bulk_id: &'a str, accounts: i64, errors: i64 },
    /// You gave the master role away, and are a Viewer now.
    GaveMasterAway { company: &'a str, to: &'a str },
    /// Government entities may register now, until that day; you asked to be told.
    GovernmentWindowIsOpen { link: &'a str, until: Day },
    /// Something happened about which you are asked to do something.
    Fact { sentence: String, to_do: &'static str, link: String },
}

impl Letter<'_> {
    /// What is written about a fact; none where nothing is to be done.
    #[must_use]
    pub fn fact(config: &Config, fact: &Fact, about: &str, language: Language) -> Option<Self> {
        let ToDo { sentence: to_do, screen } = fact.to_do(language)?;
        let sentence = fact.sentence(about, Audience::Customers, language);
        Some(Self::Fact { sentence, to_do, link: format!("{}{screen}{about}", config.public_url()) })
    }
}

/// What writes letters and, with a mail server, sends them.
pub struct Sender {
    letters: Letters,
    smtp: Option<Smtp>,
}

impl Sender {
    /// Templates, and the mail server of the settings.
    ///
    /// # Errors
    /// When `SMTP_URL` or `GRIDBILL_MAIL_FROM` cannot be used.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self { letters: Letters::new(&config.utility)?, smtp: Smtp::new(config)? })
    }

    /// Whether there is a mail server that takes letters.
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

    /// Whether there is a mail server that takes letters.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        self.sender.is_sent()
    }

    /// Puts a letter into the outbox; it is sent once the transaction commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send(&self, db: &mut PgConnection, to: To<'_>, letter: Letter<'_>) -> Answer<()> {
        let (mail_id, written) = (self.base.random.uuid(), self.sender.letters.write(to, &letter)?);
        sql::add(db, mail_id, to, &written, self.base.now()).await?;
        if self.is_sent() {
            self.add_job(db, mail_id).await?;
        }
        Ok(())
    }

    /// Forgets letters that the mail server took long ago.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tidy(&self) -> Answer<()> {
        sql::forget_accepted(&self.base.pool, self.base.now().plus_seconds(-ACCEPTED_DAYS * 86_400)).await?;
        Ok(())
    }
}

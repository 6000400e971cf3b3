//! Records facts. Each fact is a row in the caller's transaction, chained to the previous row of its subject.
//! Recording also notifies users, sends e-mails and publishes the topics that pages read again. Core defines the
//! facts, their words and their audience (`gridbill_core::fact`).
//!
//! ```text
//! let fact = PeopleFact::MemberRemoved { user_id, before };
//! facts::record(&context, &mut tx, Entry::by(&who.person, Subject::BulkAccount(bulk_id), fact, &member.email)).await?;
//! ```

use std::fmt;

use gridbill_core::Instant;
use gridbill_core::audience::{Audience, ByEmail};
use gridbill_core::fact::{Fact, PortalActor};
use gridbill_core::notifications::Reader;
use gridbill_core::number::{AccountNo, BatchId, BulkId, ProposalId};
use gridbill_core::payments::PaymentMethod;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::personal_data::erase::KeptTexts;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::Context;
use crate::auth::stop::Schedule;
use crate::auth::who::{Caller, Person};
use crate::base::Base;
use crate::error::Answer;
use crate::live::{self, Change};
use crate::mail::To;

pub mod api_tokens;
pub mod chain;
mod email;
mod holders;
pub mod mailboxes;
pub mod proof;
mod read;
pub mod seal;
mod sql;
pub mod verify;
pub mod watermark;

pub use email::sentence;
use email::{FactEmail, NewsEmail};
pub use holders::Holders;
pub use read::read;
pub use sql::{are_related, last_check, last_seal};

/// The subject of a fact, which has its own chain. Facts of one subject wait for each other, so choose the
/// narrowest subject that the change locks anyway.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    Payment(Uuid),
    Registration(Uuid),
    BulkAccount(&'a BulkId),
    Account(&'a AccountNo),
    Person(Uuid),
    Job(i64),
    Email(Uuid),
    Method(PaymentMethod),
    FpxAlert(i64),
    /// A row of a bank statement.
    BankLine(Uuid, i32),
    Announcement(Uuid),
    Query(Uuid),
    Batch(&'a BatchId),
    Proposal(&'a ProposalId),
    DataRequest(i64),
    Breach(i64),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Payment(id) => write!(f, "payment:{id}"),
            Self::Registration(id) => write!(f, "registration:{id}"),
            Self::BulkAccount(id) => write!(f, "bulkAccount:{id}"),
            Self::Account(number) => write!(f, "account:{number}"),
            Self::Person(id) => write!(f, "person:{id}"),
            Self::Job(id) => write!(f, "job:{id}"),
            Self::Email(id) => write!(f, "email:{id}"),
            Self::Method(method) => write!(f, "method:{}", method.code()),
            Self::FpxAlert(id) => write!(f, "fpxAlert:{id}"),
            Self::BankLine(statement, line) => write!(f, "bankLine:{statement}:{line}"),
            Self::Announcement(id) => write!(f, "announcement:{id}"),
            Self::Query(id) => write!(f, "query:{id}"),
            Self::Batch(id) => write!(f, "batch:{id}"),
            Self::Proposal(id) => write!(f, "proposal:{id}"),
            Self::DataRequest(number) => write!(f, "dataRequest:{number}"),
            Self::Breach(number) => write!(f, "breach:{number}"),
        }
    }
}

/// The person or system that caused a fact.
#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    /// A signed-in user, or an integration of one.
    Person(&'a Person),
    /// A user who is not signed in. The call may identify the person.
    Visitor { person_id: Option<Uuid>, name: &'a str, caller: &'a Caller },
    /// An integration whose call was refused, by its recorded name.
    Integration { recorded: &'a str, caller: &'a Caller },
    /// A bank, by its name, through the gateway.
    Bank(&'a str),
    /// The utility, by its name.
    Utility(&'a str),
    /// The portal itself: a job or a command.
    Portal(PortalActor),
}

impl<'a> Actor<'a> {
    /// Returns the person's id; none for an integration, which is recorded by its own name.
    #[must_use]
    pub const fn person_id(&self) -> Option<Uuid> {
        match self {
            Self::Person(person) if person.integration.is_some() => None,
            Self::Person(person) => Some(person.person_id),
            Self::Visitor { person_id, .. } => *person_id,
            Self::Integration { .. } | Self::Bank(_) | Self::Utility(_) | Self::Portal(_) => None,
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Self::Person(person) => person.recorded_name(),
            Self::Integration { recorded, .. } => recorded,
            Self::Visitor { name, .. } | Self::Bank(name) | Self::Utility(name) => name,
            Self::Portal(actor) => actor.name(),
        }
    }

    fn role(&self) -> Option<Role> {
        match self {
            Self::Person(person) => person.role.filter(|_| person.integration.is_none()),
            Self::Integration { .. } | Self::Visitor { .. } | Self::Bank(_) | Self::Utility(_) | Self::Portal(_) => {
                None
            }
        }
    }

    const fn caller(&self) -> Option<&'a Caller> {
        match self {
            Self::Person(person) => Some(&person.caller),
            Self::Visitor { caller, .. } | Self::Integration { caller, .. } => Some(caller),
            Self::Bank(_) | Self::Utility(_) | Self::Portal(_) => None,
        }
    }
}

/// A fact with its subject and actor.
#[derive(Debug)]
pub struct Entry<'a> {
    subject: Subject<'a>,
    actor: Actor<'a>,
    fact: Fact,
    /// The subject's name, number or e-mail, as users know it.
    about: &'a str,
    /// The bulk account whose log shows the fact.
    bulk_id: Option<&'a BulkId>,
    /// A person whom the fact affects, in addition to the users of the bulk account.
    affected_person: Option<Uuid>,
    /// If given, only these of the bulk account's users are notified.
    only: Option<&'a [Uuid]>,
}

impl<'a> Entry<'a> {
    #[must_use]
    pub fn of(subject: Subject<'a>, actor: Actor<'a>, fact: impl Into<Fact>, about: &'a str) -> Self {
        let bulk_id = match subject {
            Subject::BulkAccount(bulk_id) => Some(bulk_id),
            Subject::Payment(_)
            | Subject::Registration(_)
            | Subject::Account(_)
            | Subject::Person(_)
            | Subject::Job(_)
            | Subject::Email(_)
            | Subject::Method(_)
            | Subject::FpxAlert(_)
            | Subject::BankLine(..)
            | Subject::Announcement(_)
            | Subject::Query(_)
            | Subject::Batch(_)
            | Subject::Proposal(_)
            | Subject::DataRequest(_)
            | Subject::Breach(_) => None,
        };
        Self { subject, actor, fact: fact.into(), about, bulk_id, affected_person: None, only: None }
    }

    /// Creates an entry for an action of a signed-in user.
    #[must_use]
    pub fn by(person: &'a Person, subject: Subject<'a>, fact: impl Into<Fact>, about: &'a str) -> Self {
        let entry = Self::of(subject, Actor::Person(person), fact, about);
        let bulk_id = entry.bulk_id.or(person.bulk_id.as_ref());
        entry.in_account(bulk_id)
    }

    /// Sets the bulk account whose log shows the fact.
    #[must_use]
    pub fn in_account(self, bulk_id: Option<&'a BulkId>) -> Self {
        Self { bulk_id, ..self }
    }

    /// Notifies only these of the bulk account's users.
    #[must_use]
    pub fn to_only(self, people: &'a [Uuid]) -> Self {
        Self { only: Some(people), ..self }
    }

    /// Sets the person whom the fact affects as well.
    #[must_use]
    pub fn concerning(self, person_id: Uuid) -> Self {
        Self { affected_person: Some(person_id), ..self }
    }
}

/// Records a fact in the caller's transaction with one statement, and sends the e-mails, one for each recipient.
pub async fn record(context: &Context, db: &mut PgConnection, entry: Entry<'_>) -> Answer<()> {
    let (told, mail_topic) = (entry.fact.recipients(), entry.fact.mail_topic());
    let now = context.now();
    let sql::Recorded { fact_id, mut at_once } = store(db, &entry, now, || context.uuid()).await?;
    if let Some(topic) = mail_topic {
        mailboxes::notify(context, db, &entry, topic).await?;
    }
    let mut emailed = Vec::new();
    if let Some(by_email) = told.by_email {
        emailed = write(context, db, &entry, by_email).await?;
    }
    if told.has_own_email {
        emailed.extend(entry.affected_person);
    }
    at_once.retain(|person_id| !emailed.contains(person_id));
    if !at_once.is_empty() {
        write_news(context, db, &entry, &at_once).await?;
        emailed.extend(at_once);
    }
    if !emailed.is_empty() {
        sql::mark_emailed(db, fact_id, now, &emailed).await?;
    }
    Ok(())
}

/// Records a fact without e-mails, for facts that notify no user. Commands have no mail.
pub async fn record_without_emails(base: &Base, db: &mut PgConnection, entry: &Entry<'_>) -> sqlx::Result<()> {
    store(db, entry, base.now(), || base.random.uuid()).await.map(drop)
}

/// Stores a fact with its notifications and events.
async fn store(
    db: &mut PgConnection,
    entry: &Entry<'_>,
    now: Instant,
    new_id: impl Fn() -> Uuid,
) -> sqlx::Result<sql::Recorded> {
    let told = entry.fact.recipients();
    let stored = entry.fact.to_stored().map_err(|error| sqlx::Error::Encode(error.into()))?;
    let change = Change::of(entry.fact.topics()).of_all(entry.bulk_id, entry.affected_person);
    let caller = entry.actor.caller();
    let subject = entry.subject.to_string();
    let events = match entry.bulk_id {
        Some(_) => entry.fact.webhook_events(subject.split_once(':').map_or("", |(_, id)| id), entry.about),
        None => Vec::new(),
    };
    let kept = KeptTexts::of(&stored.kind, &subject, entry.about, &stored.data);
    let new = sql::NewFact {
        subject: &subject,
        stored: &stored,
        kept: kept.map(serde_json::to_value).transpose().map_err(|error| sqlx::Error::Encode(error.into()))?,
        about: entry.about,
        bulk_id: entry.bulk_id,
        actor_id: entry.actor.person_id(),
        actor_name: entry.actor.name(),
        role: entry.actor.role(),
        address: caller.map(|caller| caller.address.as_str()),
        device: caller.map(|caller| caller.device.as_str()),
        happened_at: now,
        change: live::unless_in_a_call(change)?,
        customers: Holders::of(told.customers),
        staff: Holders::of(told.staff),
        concerned: entry.affected_person.filter(|_| told.affected_user),
        is_security: told.is_security,
        only: entry.only,
        event_ids: events.iter().map(|_| new_id()).collect(),
        events,
    };
    sql::record(db, &new).await
}

/// Sends an e-mail to each person who wants every notification immediately, and about security to all of them.
async fn write_news(context: &Context, db: &mut PgConnection, entry: &Entry<'_>, people: &[Uuid]) -> Answer<()> {
    for person in sql::subscribers(&mut *db, people).await? {
        let email = NewsEmail::of(context.config(), entry, reader(&person), person.language);
        // Alerts about security are sent to users who chose no e-mails, too.
        let email = if entry.fact.recipients().is_security {
            email
        } else {
            email.stopped_by(context.stop_news_link(person.person_id, Schedule::AtOnce)?)
        };
        context.send(db, to(&person), email).await?;
    }
    Ok(())
}

/// Sends an e-mail to each person who has to act or wants reminders, and returns these people.
async fn write(context: &Context, db: &mut PgConnection, entry: &Entry<'_>, by_email: ByEmail) -> Answer<Vec<Uuid>> {
    let mut written = Vec::new();
    let Some(bulk_id) = entry.bulk_id else { return Ok(written) };
    for person in sql::to_write_to(&mut *db, bulk_id, by_email, entry.only).await? {
        let asking = FactEmail::of(context.config(), &entry.fact, Some(bulk_id), entry.about, person.language);
        if let Some(email) = asking {
            context.send(db, to(&person), email).await?;
        } else {
            let email = NewsEmail::of(context.config(), entry, reader(&person), person.language);
            context.send(db, to(&person), email.into_reminder()).await?;
        }
        written.push(person.person_id);
    }
    Ok(written)
}

const fn reader(person: &sql::Recipient) -> Reader {
    let side = if person.is_staff { Audience::Staff } else { Audience::Customers };
    let permissions = Permissions { make_payments: person.make_payments, manage_accounts: person.manage_accounts };
    Reader { side, role: person.role, permissions }
}

fn to(person: &sql::Recipient) -> To<'_> {
    To { email: &person.email, name: Some(&person.name), language: person.language }
}

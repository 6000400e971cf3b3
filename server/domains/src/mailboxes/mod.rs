//! E-mail addresses of a company that receive e-mails without signing in (docs/domain/remittance.md).

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::MailboxFact;
use gridbill_core::mailboxes::{
    self as core, AddMailboxRequest, CONFIRM_SECONDS, MAX_MAILBOXES, Mailbox, MailboxRequest, Mailboxes,
    MailboxesRequest, SetMailboxRequest, check_topics,
};
use gridbill_core::number::Email;
use gridbill_core::{Code, Day, Instant, Language, Problem};
use uuid::Uuid;

use crate::accounts::bulk;
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{rate_limit, token};
use crate::endpoint::{Mount, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::mail::{StopLink, To};

pub mod email;
mod limits;
mod links;
mod sql;

use email::ConfirmationEmail;
pub use links::{delete_expired, stop_at_once};
use sql::LockedMailbox;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetMailboxes, list)
        .json(core::AddMailbox, add)
        .json(core::SetMailbox, set)
        .json(core::ResendMailbox, resend)
        .json(core::RemoveMailbox, remove)
        .json(core::CheckMailboxLink, links::check)
        .json(core::ConfirmMailbox, links::confirm)
        .json(core::StopMailbox, links::stop)
}

async fn list(app: App, who: Customer, _: MailboxesRequest) -> Answer<Mailboxes> {
    let items = sql::mailboxes(&app.pool, &who.bulk_id, None, app.now()).await?;
    Ok(Mailboxes { items, limit: MAX_MAILBOXES })
}

/// Adds an address, and sends it a link to confirm.
async fn add(app: App, who: Customer, request: AddMailboxRequest) -> Answer<Mailbox> {
    let email = Email::parse(&request.email).map_err(|code| Problem::at("email", code))?.normal();
    let topics = check_topics(&request.topics)?;
    count(&app, &who, &email).await?;
    let mut tx = bulk::begin_change(&app, &who).await?;
    if let Some(removed) = sql::lock_removed(&mut tx, &who.bulk_id, &email).await? {
        refuse_to_ask(&removed, app.now(), who.person.language).map_err(|problem| Problem::at("email", problem))?;
        sql::delete(&mut tx, &who.bulk_id, removed.mailbox_id).await?;
    }
    let stored = sql::mailboxes(&mut *tx, &who.bulk_id, None, app.now()).await?;
    if stored.iter().any(|mailbox| mailbox.email == email) {
        return Err(Problem::at("email", Code::MailboxExists).into());
    }
    if stored.len() >= usize::try_from(MAX_MAILBOXES).unwrap_or(usize::MAX) {
        return Err(Problem::new(Code::MailboxesTooMany).with("limit", MAX_MAILBOXES).into());
    }
    let mailbox_id = app.random.uuid();
    let new = sql::NewMailbox {
        mailbox_id,
        email: &email,
        language: request.language,
        topics: &topics,
        added_by: who.person.person_id,
        added_at: app.now(),
    };
    sql::add(&mut tx, &who.bulk_id, &new).await?;
    let locked = sql::lock(&mut tx, &who.bulk_id, mailbox_id).await?.ok_or(Code::MailboxNotFound)?;
    send_link(&app, &mut tx, &who, &locked).await?;
    record(&app, &mut tx, &who, MailboxFact::MailboxAdded { topics, language: request.language }, &email).await?;
    let added = sql::mailboxes(&mut *tx, &who.bulk_id, Some(mailbox_id), app.now()).await?;
    let added = added.into_iter().next().ok_or(Code::MailboxNotFound)?;
    tx.commit().await?;
    Ok(added)
}

/// Changes topics and language. Topics that the address stopped stay stopped until it is confirmed again. An address whose
/// reader wants nothing gets no further topics until it may be asked.
async fn set(app: App, who: Customer, request: SetMailboxRequest) -> Answer<Nothing> {
    let topics = check_topics(&request.topics)?;
    let (mut tx, before) = begin_change(&app, &who, &request.mailbox_id).await?;
    if topics.iter().any(|topic| !before.topics.contains(topic)) {
        refuse_to_ask(&before, app.now(), who.person.language).map_err(|problem| Problem::at("topics", problem))?;
    }
    if before.topics != topics || before.language != request.language {
        sql::set(&mut tx, &who.bulk_id, before.mailbox_id, &topics, request.language).await?;
        let fact = MailboxFact::MailboxChanged { before: before.topics, after: topics, language: request.language };
        record(&app, &mut tx, &who, fact, &before.email).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Sends a new link. Refuses if there is nothing to confirm.
async fn resend(app: App, who: Customer, request: MailboxRequest) -> Answer<Nothing> {
    let mailbox_id = id(&request.mailbox_id)?;
    let stored = sql::mailboxes(&app.pool, &who.bulk_id, Some(mailbox_id), app.now()).await?;
    let stored = stored.into_iter().next().ok_or(Code::MailboxNotFound)?;
    if let Some(from) = stored.ask_again_from {
        return Err(asked_later(from, who.person.language).into());
    }
    count(&app, &who, &stored.email).await?;
    let (mut tx, found) = begin_change(&app, &who, &request.mailbox_id).await?;
    refuse_to_ask(&found, app.now(), who.person.language)?;
    if found.is_confirmed && !found.is_stopped && found.stopped_topics.is_empty() {
        return Err(Code::MailboxIsConfirmed.into());
    }
    send_link(&app, &mut tx, &who, &found).await?;
    record(&app, &mut tx, &who, MailboxFact::MailboxLinkSent, &found.email).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Returns the refusal for a reader who stopped all e-mails and may be asked again later.
fn asked_later(from: Instant, language: Language) -> Problem {
    // The day on which a whole day is allowed.
    let day = Day::at(from.plus_seconds(86_399));
    Problem::new(Code::MailboxAskedLater).with("day", day.shown(language)).with("askAgainFrom", from.to_string())
}

/// Refuses to ask the reader of an address who answered within a year that they want nothing.
fn refuse_to_ask(mailbox: &LockedMailbox, now: Instant, language: Language) -> Result<(), Problem> {
    mailbox.ask_again_from(now).map_or(Ok(()), |from| Err(asked_later(from, language)))
}

/// Removes an address with its links. One that may not be asked again yet is kept without links, so that it is not asked when
/// it is added again.
async fn remove(app: App, who: Customer, request: MailboxRequest) -> Answer<Nothing> {
    let (mut tx, found) = begin_change(&app, &who, &request.mailbox_id).await?;
    match found.ask_again_from(app.now()) {
        Some(_) => sql::mark_removed(&mut tx, &who.bulk_id, found.mailbox_id, app.now()).await?,
        None => sql::delete(&mut tx, &who.bulk_id, found.mailbox_id).await?,
    }
    record(&app, &mut tx, &who, MailboxFact::MailboxRemoved { topics: found.topics }, &found.email).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Counts a confirmation by sender, by company, and by recipient over all companies: until it confirms, an address belongs
/// to a stranger.
async fn count(app: &App, who: &Customer, email: &str) -> Answer<()> {
    rate_limit::enforce(&app.auth, limits::BY_PERSON, &who.person.person_id.to_string()).await?;
    rate_limit::enforce(&app.auth, limits::BY_COMPANY, who.bulk_id.as_str()).await?;
    rate_limit::enforce(&app.auth, limits::BY_RECIPIENT, email).await
}

fn id(text: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(text.trim()).map_err(|_| Code::MailboxNotFound)
}

/// Begins a change of an address, and locks it.
async fn begin_change(app: &App, who: &Customer, mailbox_id: &str) -> Answer<(Tx, LockedMailbox)> {
    let mut tx = bulk::begin_change(app, who).await?;
    let found = sql::lock(&mut tx, &who.bulk_id, id(mailbox_id)?).await?.ok_or(Code::MailboxNotFound)?;
    Ok((tx, found))
}

/// Sends a link to confirm, which replaces an earlier one, and next to it a link to stop.
async fn send_link(app: &App, tx: &mut Tx, who: &Customer, mailbox: &LockedMailbox) -> Answer<()> {
    let (context, now) = (app.context(), app.now());
    let expires_at = now.plus_seconds(CONFIRM_SECONDS);
    sql::expire_confirmations(tx, &who.bulk_id, mailbox.mailbox_id, now).await?;
    let token = context.token();
    sql::add_confirmation(tx, &who.bulk_id, mailbox.mailbox_id, &token::hashed(&token), now, expires_at).await?;
    let stop = facts::mailboxes::stop_link(&context, tx, &who.bulk_id, mailbox.mailbox_id, None).await?;
    let email = ConfirmationEmail {
        company: &mailbox.company,
        topics: &mailbox.topics,
        expires_at,
        link: &format!("{}/account/confirmAddress#{token}", app.config.public_url()),
        stop: StopLink { mailbox_id: Some(mailbox.mailbox_id), link: &stop },
    };
    context.send(tx, To { email: &mailbox.email, name: None, language: mailbox.language }, email).await
}

async fn record(app: &App, tx: &mut Tx, who: &Customer, fact: MailboxFact, email: &str) -> Answer<()> {
    let entry = Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, email);
    facts::record(&app.context(), tx, entry).await
}

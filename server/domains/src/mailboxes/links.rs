//! The e-mailed links of addresses. The database stores only the hash of a token; the token is in the fragment of the
//! address, which browsers never send to a server. Opening a page changes nothing; its button does.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::MailboxFact;
use gridbill_core::mailboxes::{
    CheckMailboxLinkRequest, CheckedMailboxLink, ConfirmMailboxRequest, MailTopic, MailboxLinkKind, StopMailboxRequest,
    mask_email,
};
use gridbill_core::{Code, Instant};

use super::sql::{self, FoundLink};
use crate::accounts::bulk;
use crate::app::App;
use crate::auth::stop::StoppedNews;
use crate::auth::who::{Caller, Visitor};
use crate::auth::{rate_limit, token};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::links::refused;
use crate::identity::profile::preferences;

/// Days for which an old link is reported as expired; afterwards it is reported as invalid.
const KEPT_DAYS: i64 = 90;

impl FoundLink {
    fn check(&self, now: Instant) -> Answer<()> {
        if self.is_used {
            return Err(refused(Code::LinkUsed).into());
        }
        if self.expires_at <= now { Err(refused(Code::LinkExpired).into()) } else { Ok(()) }
    }
}

/// Returns what a link is for.
pub async fn check(app: App, visitor: Visitor, request: CheckMailboxLinkRequest) -> Answer<CheckedMailboxLink> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    if request.kind == MailboxLinkKind::Stop
        && let Some(news) = StoppedNews::read(&app.auth, &request.token)
    {
        let email = preferences::email_of_stopped(&app, news).await?;
        return Ok(CheckedMailboxLink { masked_email: mask_email(&email), topics: Vec::new(), is_of_user: true });
    }
    let mut db = app.pool.acquire().await?;
    let hash = token::hashed(&request.token);
    let link = sql::link(&mut db, request.kind, &hash).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    link.check(app.now())?;
    let topics = match request.kind {
        MailboxLinkKind::Confirm => link.topics.clone(),
        MailboxLinkKind::Stop => link.topic.into_iter().collect(),
    };
    Ok(CheckedMailboxLink { masked_email: mask_email(&link.email), topics, is_of_user: false })
}

/// Confirms an address. All that it stopped before is sent again.
pub async fn confirm(app: App, visitor: Visitor, request: ConfirmMailboxRequest) -> Answer<Nothing> {
    let (mut tx, link) = locked(&app, &visitor.caller, MailboxLinkKind::Confirm, &request.token).await?;
    sql::confirm(&mut tx, &link.bulk_id, link.mailbox_id, app.now()).await?;
    record(&app, &mut tx, &visitor.caller, &link, MailboxFact::MailboxConfirmed { topics: link.topics.clone() })
        .await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Stops a topic, or all. Does nothing if it is stopped already.
pub async fn stop(app: App, visitor: Visitor, request: StopMailboxRequest) -> Answer<Nothing> {
    stop_at_once(&app, &visitor.caller, request).await
}

/// Stops e-mails for a caller who holds the token.
pub async fn stop_at_once(app: &App, caller: &Caller, request: StopMailboxRequest) -> Answer<Nothing> {
    if let Some(news) = StoppedNews::read(&app.auth, &request.token) {
        rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), caller).await?;
        return preferences::stop_news(app, caller, news, request.all).await;
    }
    let (mut tx, link) = locked(app, caller, MailboxLinkKind::Stop, &request.token).await?;
    let topic: Option<MailTopic> = link.topic.filter(|_| !request.all);
    let has_changed = match topic {
        Some(topic) => sql::stop_topic(&mut tx, &link.bulk_id, link.mailbox_id, topic, app.now()).await?,
        None => sql::stop_all(&mut tx, &link.bulk_id, link.mailbox_id, app.now()).await?,
    };
    if has_changed {
        record(app, &mut tx, caller, &link, MailboxFact::MailboxStopped { topic }).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Finds a valid link, and locks its bulk account, so that the link is used once.
async fn locked(app: &App, caller: &Caller, kind: MailboxLinkKind, token: &str) -> Answer<(Tx, FoundLink)> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), caller).await?;
    let hash = token::hashed(token);
    let mut tx = app.begin().await?;
    let found = sql::link(&mut tx, kind, &hash).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    bulk::lock_row(&mut tx, &found.bulk_id).await?;
    // Read again, because the link may have been used while this call waited for the lock.
    let found = sql::link(&mut tx, kind, &hash).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    found.check(app.now())?;
    Ok((tx, found))
}

/// Records an answer of the address, which is no user.
async fn record(app: &App, tx: &mut Tx, caller: &Caller, link: &FoundLink, fact: MailboxFact) -> Answer<()> {
    let actor = Actor::Visitor { person_id: None, name: &link.email, caller };
    let entry = Entry::of(Subject::BulkAccount(&link.bulk_id), actor, fact, &link.email);
    facts::record(&app.context(), tx, entry).await
}

/// Deletes links that expired long ago, and removed addresses that may be asked again.
pub async fn delete_expired(app: &App) -> Answer<()> {
    sql::delete_links(&app.pool, app.now().plus_seconds(-KEPT_DAYS * 86_400)).await?;
    sql::delete_removed(&app.pool, app.now()).await?;
    Ok(())
}

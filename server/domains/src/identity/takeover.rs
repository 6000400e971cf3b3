//! Activation of users who were taken over from another portal (docs/domain/people.md#users-of-another-portal).

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::registering::{INVITATION_SECONDS, LinkKind};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::email::IdentityEmail;
use super::links::{self, LinkOwner};
use super::sql::takeover as sql;
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::jobs::{self, Failures};
use crate::mail::To;

pub use super::sql::takeover::{ActivatedUser, is_taken_over};

/// Seconds for which the first link is valid: as long as an invitation, because the users do not expect it.
const LINK_SECONDS: i64 = INVITATION_SECONDS;
const HOUR: i64 = 3600;
/// Runs of the job in an hour.
const RUNS: i64 = 60;

/// The job that sends activation e-mails.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SendActivations {}

impl TaskHandler for SendActivations {
    const IDENTIFIER: &'static str = "send_activations";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        send_due(&app).await.map_err(|error| format!("sending activation e-mails: {error:?}"))
    }
}

/// Sends the next activation e-mails, each in its own transaction: a sixtieth of an hour's limit, and never more than
/// the limit within an hour. Fails with the first failure, after all were tried.
pub async fn send_due(app: &App) -> Answer<()> {
    let (now, limit) = (app.now(), i64::from(app.config.feed.activations_per_hour));
    let sent = sql::count_sent(&app.pool, now.plus_seconds(-HOUR)).await?;
    let count = (limit - sent).min((limit + RUNS - 1) / RUNS);
    if count <= 0 {
        return Ok(());
    }
    let mut failures = Failures::default();
    for person_id in sql::list_due(&app.pool, Day::at(now), count).await? {
        let done = send_first(app, person_id).await;
        failures.note(&person_id.to_string(), "cannot send an activation e-mail", done)?;
    }
    failures.answer()
}

async fn send_first(app: &App, person_id: Uuid) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if let Some(user) = send(app, &mut tx, person_id, Times::First).await? {
        let fact = PeopleFact::LinkSent { link: Some(LinkKind::Reset.code().to_owned()) };
        let actor = Actor::Utility(&app.config.utility.utility_name);
        let entry = Entry::of(Subject::Person(person_id), actor, fact, &user.email);
        facts::record(&app.context(), &mut tx, entry.in_account(Some(&user.bulk_id))).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Whether a user may already have an activation e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// The user has none.
    First,
    /// The user may have one, and gets another.
    Again,
}

/// Queues an activation e-mail with a new link. Returns none, and sends nothing, before the company's cut-over day,
/// while the company is not ready, and to a user who has activated the account or has left. The caller records the
/// fact.
pub async fn send(app: &App, db: &mut PgConnection, person_id: Uuid, times: Times) -> Answer<Option<ActivatedUser>> {
    let now = app.now();
    let user = sql::mark_sent(db, person_id, now, Day::at(now), times == Times::Again).await?;
    let Some(user) = user else { return Ok(None) };
    let link = links::issue_for(app, db, LinkKind::Reset, LinkOwner::Person(person_id), LINK_SECONDS).await?;
    let to = To { email: &user.email, name: Some(&user.name), language: user.language };
    let email = IdentityEmail::TakenOver { link: &link.address, expires_at: link.expires_at, company: &user.company };
    app.context().send(db, to, email).await?;
    Ok(Some(user))
}

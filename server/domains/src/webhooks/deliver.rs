//! Delivers events. Every process that runs jobs claims due events, sends them without a transaction, and then records the
//! answers. If a process is killed between both, another one sends the event again, with the same id.

use std::time::Duration;

use gridbill_core::Instant;
use gridbill_core::fact::PortalActor;
use gridbill_core::webhooks::{AttemptResult, NextStep, WebhookDisabledReason, WebhookFact};
use tokio::task::JoinSet;

use super::host_of;
use super::send::{Message, SealedKeys, Sent, earlier_keys, send};
use super::sql::{self, Attempt, ClaimedEvent, Outcome};
use crate::app::App;
use crate::base::Base;
use crate::database;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};

/// Deliveries of a process at the same time.
const MAX_RUNNING: usize = 256;
/// Pause between two looks for due events while there are none.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Seconds for which an event is claimed. Longer than a delivery takes, so that no other process sends it meanwhile.
const CLAIM_SECONDS: i64 = 60;
/// Maximum time for running deliveries to finish when the process stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// Delivers events until `stop`, and recovers from all errors.
pub async fn run(app: App, stop: impl Future<Output = ()> + Send) {
    let mut running = JoinSet::new();
    tokio::pin!(stop);
    loop {
        match claim(&app, MAX_RUNNING - running.len()).await {
            Ok(claimed) => {
                for event in claimed {
                    let app = app.clone();
                    running.spawn(async move { note(deliver(&app, event).await) });
                }
            }
            Err(error) => note(Err(error)),
        }
        tokio::select! {
            () = &mut stop => break,
            // A receiver has room for its next event.
            Some(_) = running.join_next(), if !running.is_empty() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        while running.try_join_next().is_some() {}
    }
    let finished = async { while running.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP_TIMEOUT, finished).await.is_err() {
        tracing::warn!("deliveries to webhooks did not finish in time and are repeated");
    }
}

fn note(done: Answer<()>) {
    if let Err(error) = done {
        database::log(&error.into_cause(), "failed to deliver events to webhooks");
    }
}

/// Delivers the events that are due now, and returns how many. For tests, whose clock stands still.
pub async fn deliver_due(app: &App) -> Answer<usize> {
    let claimed = claim(app, MAX_RUNNING).await?;
    let count = claimed.len();
    let delivered = futures::future::join_all(claimed.into_iter().map(|event| deliver(app, event))).await;
    delivered.into_iter().collect::<Answer<()>>()?;
    Ok(count)
}

struct Claim {
    event: ClaimedEvent,
    until: Instant,
}

async fn claim(base: &Base, room: usize) -> Answer<Vec<Claim>> {
    if room == 0 {
        return Ok(Vec::new());
    }
    let now = base.now();
    let until = now.plus_seconds(CLAIM_SECONDS);
    let mut tx = base.pool.begin().await?;
    let claimed = sql::claim(&mut tx, i64::try_from(room).unwrap_or(i64::MAX), now, until).await?;
    tx.commit().await?;
    Ok(claimed.into_iter().map(|event| Claim { event, until }).collect())
}

async fn deliver(app: &App, Claim { event, until }: Claim) -> Answer<()> {
    let sealed = SealedKeys {
        keys: &event.keys,
        earlier: earlier_keys(
            (event.earlier_keys.as_ref(), event.earlier_until),
            (&event.older_keys, &event.older_until),
        ),
    };
    let message = Message {
        bulk_id: &event.bulk_id,
        webhook_id: event.webhook_id,
        event_id: event.event_id,
        event_type: &event.event_type,
        sequence: event.sequence.into(),
        data: event.data.0.clone(),
        happened_at: event.created_at,
    };
    let sent = send(app, &event.address, &sealed, message).await.map_err(Error::from)?;
    record(app, &event, until, &sent).await
}

/// Records the answer, and what follows from it.
async fn record(app: &App, event: &ClaimedEvent, until: Instant, sent: &Sent) -> Answer<()> {
    let now = app.now();
    let attempts = usize::try_from(event.attempts).unwrap_or_default() + 1;
    let jitter = u16::from_le_bytes(app.random.bytes::<2>());
    let next = sent.result.next_step(attempts, jitter);
    let (state, due_at) = match next {
        NextStep::Delivered => ("delivered", now),
        NextStep::Retry { seconds } => ("waiting", now.plus_seconds(seconds)),
        NextStep::Disable(_) => ("failed", now),
    };
    let outcome = Outcome { state, due_at, delivered_at: (next == NextStep::Delivered).then_some(now) };
    let attempt = Attempt {
        attempted_at: now,
        milliseconds: sent.milliseconds,
        status: sent.status(),
        failure: sent.failure(),
        answer: sent.answer.as_deref(),
    };
    let mut tx = app.pool.begin().await?;
    // The webhook is locked before its events, as by all changes.
    match next {
        NextStep::Delivered => sql::set_failing(&mut tx, &event.bulk_id, event.webhook_id, None).await?,
        NextStep::Retry { .. } => sql::set_failing(&mut tx, &event.bulk_id, event.webhook_id, Some(now)).await?,
        NextStep::Disable(_) => drop(sql::lock(&mut tx, &event.bulk_id, event.webhook_id).await?),
    }
    let is_claimed = sql::finish(&mut tx, event, until, &outcome).await?;
    if let NextStep::Disable(reason) = next
        && is_claimed
    {
        sql::set_failing(&mut tx, &event.bulk_id, event.webhook_id, Some(now)).await?;
        disable(app, &mut tx, event, reason).await?;
    }
    sql::log(&mut tx, event, &attempt).await?;
    tx.commit().await?;
    let outcome = match sent.result {
        AttemptResult::Answered { .. } => state,
        AttemptResult::Failed(_) => "unanswered",
    };
    metrics::counter!("gridbill_webhook_attempts_total", "outcome" => outcome).increment(1);
    Ok(())
}

/// Disables a webhook, unless it was disabled or deleted meanwhile.
async fn disable(
    app: &App,
    db: &mut sqlx::PgConnection,
    event: &ClaimedEvent,
    reason: WebhookDisabledReason,
) -> Answer<()> {
    let Some(webhook) = sql::lock(&mut *db, &event.bulk_id, event.webhook_id).await? else { return Ok(()) };
    if webhook.disabled_reason.is_some() {
        return Ok(());
    }
    sql::set_disabled(&mut *db, &event.bulk_id, event.webhook_id, Some(reason), app.now()).await?;
    let fact = WebhookFact::WebhookDisabled { webhook_id: event.webhook_id.to_string(), reason };
    let (actor, host) = (Actor::Portal(PortalActor::Webhooks), host_of(&webhook.address));
    facts::record(&app.context(), db, Entry::of(Subject::BulkAccount(&event.bulk_id), actor, fact, &host)).await
}

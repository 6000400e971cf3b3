//! Queries of webhooks, their events and the attempts to deliver these.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::webhooks::{
    MAX_AT_ONCE, Webhook, WebhookData, WebhookDisabledReason, WebhookEventType, WebhookFailure,
};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Lists the webhooks of a bulk account.
pub async fn webhooks(db: impl PgExecutor<'_>, bulk_id: &BulkId, now: Instant) -> sqlx::Result<Vec<Webhook>> {
    let rows = sqlx::query!(
        r#"select w.webhook_id, w.address, w.events, w.public_key, p.name as created_by,
                  w.created_at as "created_at: Instant", w.earlier_until as "earlier_until: Instant",
                  w.disabled_at as "disabled_at: Instant", w.disabled_reason as "disabled_reason: WebhookDisabledReason",
                  w.failing_since as "failing_since: Instant",
                  (select count(*) from webhook_event e
                   where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id and e.state = 'waiting') as "waiting!",
                  (select count(*) from webhook_event e
                   where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id and e.state = 'failed') as "failed!",
                  (select max(e.delivered_at) from webhook_event e
                   where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id) as "last_delivered_at: Instant"
           from webhook w join person p on p.person_id = w.created_by
           where w.bulk_id = $1 and w.deleted_at is null
           order by w.created_at, w.webhook_id"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await?;
    let webhook = rows.into_iter().map(|row| Webhook {
        webhook_id: row.webhook_id.to_string(),
        address: row.address,
        events: known_events(&row.events),
        public_key: row.public_key,
        created_by: row.created_by,
        created_at: row.created_at,
        earlier_secret_until: row.earlier_until.filter(|until| *until > now),
        disabled_at: row.disabled_at,
        disabled_reason: row.disabled_reason,
        failing_since: row.failing_since,
        waiting: row.waiting,
        failed: row.failed,
        last_delivered_at: row.last_delivered_at,
    });
    Ok(webhook.collect())
}

/// Reads stored events. A newer version of the portal may have stored others.
fn known_events(stored: &[String]) -> Vec<WebhookEventType> {
    stored.iter().filter_map(|code| WebhookEventType::from_code(code)).collect()
}

fn codes(events: &[WebhookEventType]) -> Vec<&'static str> {
    events.iter().map(|event| event.code()).collect()
}

/// Counts the webhooks of a bulk account.
pub async fn count(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from webhook where bulk_id = $1 and deleted_at is null"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

pub struct NewWebhook<'a> {
    pub webhook_id: Uuid,
    pub address: &'a str,
    pub events: &'a [WebhookEventType],
    pub keys: &'a [u8],
    pub public_key: &'a str,
    pub created_by: Uuid,
    pub created_at: Instant,
}

pub async fn add(db: &mut PgConnection, bulk_id: &BulkId, new: &NewWebhook<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into webhook (bulk_id, webhook_id, address, events, keys, public_key, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        bulk_id.as_str(),
        new.webhook_id,
        new.address,
        &codes(new.events) as &[&str],
        new.keys,
        new.public_key,
        new.created_by,
        new.created_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A webhook as deliveries and changes need it.
pub struct StoredWebhook {
    pub webhook_id: Uuid,
    pub address: String,
    pub events: Vec<String>,
    pub keys: Vec<u8>,
    pub earlier_keys: Option<Vec<u8>>,
    pub earlier_until: Option<Instant>,
    pub disabled_reason: Option<WebhookDisabledReason>,
}

impl StoredWebhook {
    pub fn known_events(&self) -> Vec<WebhookEventType> {
        known_events(&self.events)
    }
}

pub async fn webhook(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    webhook_id: Uuid,
) -> sqlx::Result<Option<StoredWebhook>> {
    sqlx::query_as!(
        StoredWebhook,
        r#"select webhook_id, address, events, keys, earlier_keys, earlier_until as "earlier_until: Instant",
                  disabled_reason as "disabled_reason: WebhookDisabledReason"
           from webhook where bulk_id = $1 and webhook_id = $2 and deleted_at is null"#,
        bulk_id.as_str(),
        webhook_id,
    )
    .fetch_optional(db)
    .await
}

/// Locks a webhook. Does not wait for facts that are being recorded: their events only need the key of the row.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, webhook_id: Uuid) -> sqlx::Result<Option<StoredWebhook>> {
    sqlx::query_as!(
        StoredWebhook,
        r#"select webhook_id, address, events, keys, earlier_keys, earlier_until as "earlier_until: Instant",
                  disabled_reason as "disabled_reason: WebhookDisabledReason"
           from webhook where bulk_id = $1 and webhook_id = $2 and deleted_at is null for no key update"#,
        bulk_id.as_str(),
        webhook_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn set_events(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    events: &[WebhookEventType],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook set events = $3 where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        &codes(events) as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// Disables a webhook, or enables it if there is no reason. Its events wait while it is disabled.
pub async fn set_disabled(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    reason: Option<WebhookDisabledReason>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook set disabled_reason = $3, disabled_at = case when $3::text is not null then $4::timestamptz end,
                            failing_since = case when $3::text is not null then failing_since end
         where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        reason.map(WebhookDisabledReason::code),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Makes the waiting events of a webhook due at once, with all their attempts.
pub async fn restart_waiting(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook_event set due_at = $3, attempts = 0 where bulk_id = $1 and webhook_id = $2 and state = 'waiting'",
        bulk_id.as_str(),
        webhook_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Replaces the keys. The present ones become the earlier ones.
pub async fn rotate(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    keys: &[u8],
    public_key: &str,
    until: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook set earlier_keys = keys, earlier_until = $5, keys = $3, public_key = $4
         where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        keys,
        public_key,
        until.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn set_tested(db: impl PgExecutor<'_>, bulk_id: &BulkId, webhook_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook set tested_at = $3 where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks a webhook as deleted, and deletes its keys.
pub async fn delete(db: &mut PgConnection, bulk_id: &BulkId, webhook_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        r"update webhook set deleted_at = $3, keys = '\x', earlier_keys = null, earlier_until = null
          where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Counts the events of a range.
pub async fn count_range(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    (from, to): (Instant, Instant),
    only_failed: bool,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from webhook_event
           where bulk_id = $1 and webhook_id = $2 and created_at >= $3 and created_at < $4
             and (state = 'failed' or not $5)"#,
        bulk_id.as_str(),
        webhook_id,
        from.utc(),
        to.utc(),
        only_failed,
    )
    .fetch_one(db)
    .await
}

/// Makes the events of a range due at once, with all their attempts. Returns how many.
pub async fn replay_range(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    (from, to): (Instant, Instant),
    only_failed: bool,
    now: Instant,
) -> sqlx::Result<u64> {
    let replayed = sqlx::query!(
        "update webhook_event set state = 'waiting', attempts = 0, due_at = $5, claimed_until = null
         where bulk_id = $1 and webhook_id = $2 and created_at >= $3 and created_at < $4 and (state = 'failed' or not $6)",
        bulk_id.as_str(),
        webhook_id,
        from.utc(),
        to.utc(),
        now.utc(),
        only_failed,
    );
    Ok(replayed.execute(db).await?.rows_affected())
}

/// Makes an event due at once, with all its attempts. Returns false if there is no such event.
pub async fn replay_one(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    event_id: Uuid,
    now: Instant,
) -> sqlx::Result<bool> {
    let replayed = sqlx::query!(
        "update webhook_event set state = 'waiting', attempts = 0, due_at = $4, claimed_until = null
         where bulk_id = $1 and webhook_id = $2 and event_id = $3",
        bulk_id.as_str(),
        webhook_id,
        event_id,
        now.utc(),
    );
    Ok(replayed.execute(db).await?.rows_affected() > 0)
}

/// An event that this process delivers now.
pub struct ClaimedEvent {
    pub bulk_id: BulkId,
    pub webhook_id: Uuid,
    pub event_id: Uuid,
    pub sequence: i32,
    pub event_type: String,
    pub data: Json<WebhookData>,
    pub created_at: Instant,
    pub attempts: i32,
    pub address: String,
    pub keys: Vec<u8>,
    pub earlier_keys: Option<Vec<u8>>,
    pub earlier_until: Option<Instant>,
}

/// Claims due events until `until`, and returns them. Each webhook has a limit of events at the same time, and a failing one
/// gets one event, so slow receivers delay no others. Processes skip a webhook for which another one claims just now, so that
/// both keep the limit. A claimed event is returned to no other process before `until`.
pub async fn claim(
    db: impl PgExecutor<'_>,
    room: i64,
    now: Instant,
    until: Instant,
) -> sqlx::Result<Vec<ClaimedEvent>> {
    sqlx::query_as!(
        ClaimedEvent,
        r#"with free as (
               select w.bulk_id, w.webhook_id,
                      case when w.failing_since is null then $2::bigint else 1 end
                      - (select count(*) from webhook_event c
                         where c.bulk_id = w.bulk_id and c.webhook_id = w.webhook_id and c.claimed_until is not null
                           and c.claimed_until > $3) as events
               from webhook w
               where w.disabled_at is null and w.deleted_at is null
                 and exists (select from webhook_event e
                             where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id and e.state = 'waiting'
                               and e.due_at <= $3 and (e.claimed_until is null or e.claimed_until <= $3))
               for no key update skip locked
           ), due as (
               select next.bulk_id, next.webhook_id, next.event_id from free
               cross join lateral (
                   select e.bulk_id, e.webhook_id, e.event_id, e.due_at from webhook_event e
                   where e.bulk_id = free.bulk_id and e.webhook_id = free.webhook_id and e.state = 'waiting'
                     and e.due_at <= $3 and (e.claimed_until is null or e.claimed_until <= $3)
                   order by e.due_at limit greatest(free.events, 0) for update skip locked
               ) next
               order by next.due_at limit $1
           )
           update webhook_event e set claimed_until = $4
           from due join webhook w on w.bulk_id = due.bulk_id and w.webhook_id = due.webhook_id
           where e.bulk_id = due.bulk_id and e.webhook_id = due.webhook_id and e.event_id = due.event_id
           returning e.bulk_id as "bulk_id: BulkId", e.webhook_id, e.event_id, e.sequence, e.event_type,
                     e.data as "data: Json<WebhookData>", e.created_at as "created_at: Instant", e.attempts,
                     w.address, w.keys, w.earlier_keys, w.earlier_until as "earlier_until: Instant""#,
        room,
        MAX_AT_ONCE,
        now.utc(),
        until.utc(),
    )
    .fetch_all(db)
    .await
}

/// An attempt for the log.
pub struct Attempt<'a> {
    pub attempted_at: Instant,
    pub milliseconds: i32,
    pub status: Option<i32>,
    pub failure: Option<WebhookFailure>,
    pub answer: Option<&'a str>,
}

/// Writes an attempt to the log. Does nothing if the event was deleted meanwhile.
pub async fn log(db: &mut PgConnection, event: &ClaimedEvent, attempt: &Attempt<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into webhook_attempt (bulk_id, webhook_id, event_id, attempted_at, milliseconds, status, failure, answer)
         select bulk_id, webhook_id, event_id, $4, $5, $6, $7, $8 from webhook_event
         where bulk_id = $1 and webhook_id = $2 and event_id = $3",
        event.bulk_id.as_str(),
        event.webhook_id,
        event.event_id,
        attempt.attempted_at.utc(),
        attempt.milliseconds,
        attempt.status,
        attempt.failure.map(WebhookFailure::code),
        attempt.answer,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The new state of an event after an attempt.
pub struct Outcome<'a> {
    pub state: &'a str,
    pub due_at: Instant,
    pub delivered_at: Option<Instant>,
}

/// Ends the claim of an event. Changes nothing if the claim ended before: the event was sent again meanwhile.
pub async fn finish(
    db: &mut PgConnection,
    event: &ClaimedEvent,
    claimed_until: Instant,
    outcome: &Outcome<'_>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook_event set state = $5, due_at = $6, delivered_at = coalesce($7, delivered_at),
                                  attempts = attempts + 1, claimed_until = null
         where bulk_id = $1 and webhook_id = $2 and event_id = $3 and claimed_until = $4",
        event.bulk_id.as_str(),
        event.webhook_id,
        event.event_id,
        claimed_until.utc(),
        outcome.state,
        outcome.due_at.utc(),
        outcome.delivered_at.map(Instant::utc),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Notes whether a webhook fails. Writes only if that changed.
pub async fn set_failing(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    since: Option<Instant>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook set failing_since = $3
         where bulk_id = $1 and webhook_id = $2 and (failing_since is null) <> ($3::timestamptz is null)",
        bulk_id.as_str(),
        webhook_id,
        since.map(Instant::utc),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes events that were written before `before`, with their attempts, and deleted webhooks without events.
pub async fn delete_old(db: &mut PgConnection, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from webhook_event where created_at < $1", before.utc()).execute(&mut *db).await?;
    sqlx::query!(
        "delete from webhook w where w.deleted_at < $1
           and not exists (select from webhook_event e where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id)",
        before.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

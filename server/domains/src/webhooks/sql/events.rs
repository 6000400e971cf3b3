//! Queries of the events of webhooks, and of the attempts to deliver them.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::webhooks::{MAX_AT_ONCE, WebhookData, WebhookFailure};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

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
    /// The keys before `earlier_keys`, and the end of each.
    pub older_keys: Vec<Vec<u8>>,
    pub older_until: Vec<Instant>,
}

/// Claims due events until `until`, and returns them. Each webhook has a limit of events at the same time, and a failing one
/// gets one event, so slow receivers delay no others. The webhooks are locked by a statement of their own: the next one then
/// sees, and counts, all events that other processes claimed before. Processes skip a webhook for which another one claims just
/// now. A claimed event is returned to no other process before `until`.
pub async fn claim(db: &mut PgConnection, room: i64, now: Instant, until: Instant) -> sqlx::Result<Vec<ClaimedEvent>> {
    let locked = sqlx::query!(
        r#"select w.bulk_id, w.webhook_id from webhook w
           where w.disabled_at is null and w.deleted_at is null
             and exists (select from webhook_event e
                         where e.bulk_id = w.bulk_id and e.webhook_id = w.webhook_id and e.state = 'waiting'
                           and e.due_at <= $1 and (e.claimed_until is null or e.claimed_until <= $1))
           for no key update skip locked"#,
        now.utc(),
    )
    .fetch_all(&mut *db)
    .await?;
    if locked.is_empty() {
        return Ok(Vec::new());
    }
    let (bulk_ids, webhook_ids): (Vec<String>, Vec<Uuid>) =
        locked.into_iter().map(|webhook| (webhook.bulk_id, webhook.webhook_id)).unzip();
    sqlx::query_as!(
        ClaimedEvent,
        r#"with free as (
               select w.bulk_id, w.webhook_id,
                      case when w.failing_since is null then $2::bigint else 1 end
                      - (select count(*) from webhook_event c
                         where c.bulk_id = w.bulk_id and c.webhook_id = w.webhook_id and c.claimed_until is not null
                           and c.claimed_until > $3) as events
               from unnest($5::text[], $6::uuid[]) as l (bulk_id, webhook_id) join webhook w using (bulk_id, webhook_id)
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
                     w.address, w.keys, w.earlier_keys, w.earlier_until as "earlier_until: Instant", w.older_keys,
                     w.older_until as "older_until: Vec<Instant>""#,
        room,
        MAX_AT_ONCE,
        now.utc(),
        until.utc(),
        &bulk_ids,
        &webhook_ids,
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

/// Ends the claim of an event. Changes nothing, and returns false, if the claim ended before: the event was sent again
/// meanwhile.
pub async fn finish(
    db: &mut PgConnection,
    event: &ClaimedEvent,
    claimed_until: Instant,
    outcome: &Outcome<'_>,
) -> sqlx::Result<bool> {
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
    .map(|ended| ended.rows_affected() > 0)
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

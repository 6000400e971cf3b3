//! Queries of webhooks.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::webhooks::{Webhook, WebhookDisabledReason, WebhookEventType};
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
    /// The keys before `earlier_keys`, and the end of each.
    pub older_keys: Vec<Vec<u8>>,
    pub older_until: Vec<Instant>,
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
                  older_keys, older_until as "older_until: Vec<Instant>",
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
                  older_keys, older_until as "older_until: Vec<Instant>",
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

/// Replaces the keys. The present ones become the earlier ones, and the earlier ones become older ones until their end.
pub async fn rotate(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    webhook_id: Uuid,
    keys: &[u8],
    public_key: &str,
    (now, until): (Instant, Instant),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update webhook w
         set older_keys = live.keys, older_until = live.until, earlier_keys = w.keys, earlier_until = $5, keys = $3, public_key = $4
         from (select coalesce(array_agg(o.keys order by o.until desc), '{}') as keys,
                      coalesce(array_agg(o.until order by o.until desc), '{}') as until
               from webhook e, unnest(e.older_keys || e.earlier_keys, e.older_until || e.earlier_until) as o (keys, until)
               where e.bulk_id = $1 and e.webhook_id = $2 and o.until > $6) live
         where w.bulk_id = $1 and w.webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        keys,
        public_key,
        until.utc(),
        now.utc(),
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
        r"update webhook set deleted_at = $3, keys = '\x', earlier_keys = null, earlier_until = null, older_keys = '{}', older_until = '{}'
          where bulk_id = $1 and webhook_id = $2",
        bulk_id.as_str(),
        webhook_id,
        now.utc(),
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

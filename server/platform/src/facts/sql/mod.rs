//! Queries for facts.

use gridbill_core::audience::ByEmail;
use gridbill_core::fact::StoredFact;
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::webhooks::WebhookEvent;
use gridbill_core::{Instant, Language};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Holders;
use crate::live::CHANNEL;

pub mod api_tokens;
mod appointments;
mod chain;
pub mod mailboxes;

pub use appointments::are_related;
pub use chain::{
    Check, LinkedFact, ProvableFact, Seal, ToCheck, add_seal, add_seal_check, add_up_checks, all, fact_writers, heads,
    last_check, last_fact, last_seal, list_linked_facts, of_subjects, page, seal_to_check, seals,
};

pub struct NewFact<'a> {
    pub subject: &'a str,
    pub stored: &'a StoredFact,
    /// `about` and `data` without personal texts, if they have some.
    pub kept: Option<Value>,
    pub about: &'a str,
    pub bulk_id: Option<&'a BulkId>,
    pub actor_id: Option<Uuid>,
    pub actor_name: &'a str,
    pub role: Option<Role>,
    pub address: Option<&'a str>,
    pub device: Option<&'a str>,
    pub happened_at: Instant,
    /// The message for pages, if this statement has to publish it.
    pub change: Option<String>,
    pub customers: Holders,
    pub staff: Holders,
    pub concerned: Option<Uuid>,
    /// All recipients of the notification also get an e-mail.
    pub is_security: bool,
    /// If given, only these of the bulk account's users are notified.
    pub only: Option<&'a [Uuid]>,
    /// The events for webhooks.
    pub events: Vec<WebhookEvent>,
    /// An id for each event.
    pub event_ids: Vec<Uuid>,
}

/// A fact that was recorded.
pub struct Recorded {
    pub fact_id: i64,
    /// The recipients who want an immediate e-mail.
    pub at_once: Vec<Uuid>,
}

/// Maximum people in one message to the other processes. A PostgreSQL notification has at most 8,000 bytes.
const PEOPLE_IN_A_MESSAGE: i64 = 150;
/// The topic of notifications, as processes write it.
const NOTIFICATIONS: &str = "notifications";

/// Locks the fact's subject, adds the fact, writes its events for the webhooks of the bulk account, publishes the change to
/// pages, and notifies all recipients except the actor; their pages are informed, too.
pub async fn record(db: &mut PgConnection, new: &NewFact<'_>) -> sqlx::Result<Recorded> {
    let (event_types, event_data): (Vec<&str>, Vec<Value>) = new
        .events
        .iter()
        .map(|event| Ok((event.event_type.code(), serde_json::to_value(&event.data)?)))
        .collect::<serde_json::Result<Vec<_>>>()
        .map_err(|error| sqlx::Error::Encode(error.into()))?
        .into_iter()
        .unzip();
    sqlx::query_as!(
        Recorded,
        r#"with locked as materialized (
               select pg_advisory_xact_lock(hashtextextended('fact ' || $1, 0))
           ), recorded as (
               insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, acting_role, address, device,
                                 happened_at, form, kept)
               select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 2, $26::jsonb from locked
               returning fact_id, place
           ), hooked as (
               insert into webhook_event (bulk_id, webhook_id, event_id, fact_id, sequence, event_type, data, created_at,
                                          due_at)
               -- Earlier versions counted some events of an account for each group, so all of them begin above those.
               select w.bulk_id, w.webhook_id, e.event_id, recorded.fact_id,
                      recorded.place + case when e.event_type like 'account.%' then 1000000000 else 0 end, e.event_type, e.data, $11, $11
               from recorded cross join unnest($23::uuid[], $24::text[], $25::jsonb[]) e (event_id, event_type, data)
               join webhook w on w.bulk_id = $5 and w.deleted_at is null and e.event_type = any(w.events)
           ), told as (
               select person_id from person
               where bulk_id = $5 and (role = any($12) or (make_payments and role = any($13))
                                       or (manage_accounts and role = any($14)))
                 and activated_at is not null and disabled_at is null and deleted_at is null
                 and ($22::uuid[] is null or person_id = any($22))
               union
               select person_id from person
               where is_staff and role = any($15) and activated_at is not null and disabled_at is null
                 and deleted_at is null
               union
               select $16::uuid where $16::uuid is not null
           ), notified as (
               insert into notification (fact_id, person_id, bulk_id, about, notified_at)
               select fact_id, person_id, $5, $4, $11 from recorded cross join told where person_id is distinct from $6
               returning person_id
           ), message as (
               select person_id, (row_number() over () - 1) / $19::bigint as number from notified
           ), announced as (
               insert into published (channel, payload)
               select $17, jsonb_build_object('topics', jsonb_build_array($20::text), 'personIds', jsonb_agg(person_id))::text
               from message group by number
               union all
               select $17, $18 where $18::text is not null
           )
           -- A user who left the bulk account finds the notification after coming back, and gets no e-mail about it.
           select fact_id, array(select person_id from notified join person p using (person_id)
                        where $21 or (notification_email = 'atOnce'
                                      and (p.is_staff or $5 is null or p.bulk_id = $5))) as "at_once!"
           from recorded"#,
        new.subject,
        new.stored.kind,
        new.stored.data,
        new.about,
        new.bulk_id.map(BulkId::as_str),
        new.actor_id,
        new.actor_name,
        new.role.map(Role::code),
        new.address,
        new.device,
        new.happened_at.utc(),
        &new.customers.roles as &[&str],
        &new.customers.with_payments as &[&str],
        &new.customers.with_accounts as &[&str],
        &new.staff.roles as &[&str],
        new.concerned,
        CHANNEL,
        new.change,
        PEOPLE_IN_A_MESSAGE,
        NOTIFICATIONS,
        new.is_security,
        new.only,
        &new.event_ids,
        &event_types as &[&str],
        &event_data,
        new.kept.as_ref(),
    )
    .fetch_one(db)
    .await
}

/// Marks a fact's notifications of people who got an e-mail about it, so that no daily digest repeats them.
pub async fn mark_emailed(
    db: &mut PgConnection,
    fact_id: i64,
    happened_at: Instant,
    people: &[Uuid],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification set emailed_at = $2 where fact_id = $1 and notified_at = $2 and person_id = any($3)",
        fact_id,
        happened_at.utc(),
        people,
    )
    .execute(db)
    .await
    .map(drop)
}

/// A recipient of an e-mail.
pub struct Recipient {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
    pub is_staff: bool,
    pub role: Option<Role>,
    pub make_payments: bool,
    pub manage_accounts: bool,
}

/// Returns the users of a bulk account who hold a permission, ordered by e-mail. For reminders, only the users who
/// want them. If `only` is given, only these users.
pub async fn to_write_to(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    by_email: ByEmail,
    only: Option<&[Uuid]>,
) -> sqlx::Result<Vec<Recipient>> {
    let (scope, is_needed) = match by_email {
        ByEmail::Needed(scope) => (scope, true),
        ByEmail::Reminder(scope) => (scope, false),
    };
    let holders = Holders::of(Some(scope));
    sqlx::query_as!(
        Recipient,
        r#"select person_id, email, name, language as "language: Language", is_staff, role as "role: Role",
                  make_payments, manage_accounts
           from person
           where bulk_id = $1 and (role = any($2) or (make_payments and role = any($3))
                                   or (manage_accounts and role = any($4)))
             and (email_opting or $5) and activated_at is not null and disabled_at is null and deleted_at is null
             and ($6::uuid[] is null or person_id = any($6))
           order by email"#,
        bulk_id.as_str(),
        &holders.roles as &[&str],
        &holders.with_payments as &[&str],
        &holders.with_accounts as &[&str],
        is_needed,
        only,
    )
    .fetch_all(db)
    .await
}

/// Returns those of the people who are active, ordered by e-mail.
pub async fn subscribers(db: &mut PgConnection, people: &[Uuid]) -> sqlx::Result<Vec<Recipient>> {
    sqlx::query_as!(
        Recipient,
        r#"select person_id, email, name, language as "language: Language", is_staff, role as "role: Role",
                  make_payments, manage_accounts
           from person
           where person_id = any($1) and activated_at is not null and disabled_at is null and deleted_at is null
           order by email"#,
        people,
    )
    .fetch_all(db)
    .await
}

//! Queries for e-mails between colleagues.

use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::permission::Role;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::people::ColleagueContact;

/// Returns the other users of a bulk account who can sign in, ordered by name, or only the user `one`.
pub async fn list_colleagues(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    without: Uuid,
    one: Option<Uuid>,
) -> sqlx::Result<Vec<ColleagueContact>> {
    sqlx::query_as!(
        ColleagueContact,
        r#"select p.person_id, p.email, p.name, p.language as "language: Language", p.role as "role!: Role",
                  p.make_payments, p.manage_accounts, b.registration_status
           from person p join bulk_account b using (bulk_id)
           where p.bulk_id = $1 and p.person_id <> $2 and ($3::uuid is null or p.person_id = $3) and p.role is not null
             and p.activated_at is not null and p.disabled_at is null and p.deleted_at is null
           order by p.name, p.email"#,
        bulk_id.as_str(),
        without,
        one,
    )
    .fetch_all(db)
    .await
}

pub async fn company(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<String> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1", bulk_id.as_str())
        .fetch_one(db)
        .await
}

/// Returns when colleagues were last reminded of a payment. The caller must have locked the payment.
pub async fn reminded_at(db: &mut PgConnection, bulk_id: &BulkId, payment_id: Uuid) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(
        r#"select reminded_at as "at: Instant" from payment_reminder where bulk_id = $1 and payment_id = $2"#,
        bulk_id.as_str(),
        payment_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn record_reminder(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    payment_id: Uuid,
    by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into payment_reminder (payment_id, bulk_id, reminded_by, reminded_at) values ($1, $2, $3, $4)
         on conflict (payment_id) do update set reminded_by = excluded.reminded_by, reminded_at = excluded.reminded_at",
        payment_id,
        bulk_id.as_str(),
        by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Data of a pending payment for the e-mail.
pub struct PendingPayment {
    pub bank_name: Option<String>,
    pub started_at: Instant,
}

pub async fn find_pending_payment(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    payment_id: Uuid,
) -> sqlx::Result<PendingPayment> {
    sqlx::query_as!(
        PendingPayment,
        r#"select bank_name, requested_at as "started_at: Instant" from payment where bulk_id = $1 and payment_id = $2"#,
        bulk_id.as_str(),
        payment_id,
    )
    .fetch_one(db)
    .await
}

/// A selection to store.
pub struct NewSelection<'a> {
    pub selection_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub sent_by: Uuid,
    pub sent_to: Uuid,
    pub note: Option<&'a str>,
    pub invoices: &'a [InvoiceNo],
    pub sent_at: Instant,
    pub expires_at: Instant,
}

pub async fn insert_selection(db: &mut PgConnection, new: NewSelection<'_>) -> sqlx::Result<()> {
    let invoices: Vec<_> = new.invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query!(
        "insert into sent_selection (selection_id, bulk_id, sent_by, sent_to, note, invoice_nos, sent_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.selection_id,
        new.bulk_id.as_str(),
        new.sent_by,
        new.sent_to,
        new.note,
        &invoices as &[&str],
        new.sent_at.utc(),
        new.expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A stored selection.
pub struct StoredSelection {
    pub sent_by: String,
    pub sent_at: Instant,
    pub expires_at: Instant,
    pub note: Option<String>,
    pub invoices: Vec<InvoiceNo>,
}

/// Returns a selection of the bulk account, unless expired.
pub async fn find_selection(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    selection_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<StoredSelection>> {
    sqlx::query_as!(
        StoredSelection,
        r#"select by.name as sent_by, s.sent_at as "sent_at: Instant", s.expires_at as "expires_at: Instant", s.note,
                  s.invoice_nos as "invoices: Vec<InvoiceNo>"
           from sent_selection s join person by on by.person_id = s.sent_by
           where s.bulk_id = $1 and s.selection_id = $2 and s.expires_at > $3"#,
        bulk_id.as_str(),
        selection_id,
        now.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Deletes expired selections.
pub async fn delete_expired(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from sent_selection where expires_at <= $1", now.utc()).execute(db).await.map(drop)
}

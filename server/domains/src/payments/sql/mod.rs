//! Small queries that several parts of the domain share.

use gridbill_core::Instant;
use gridbill_core::number::{AccountNo, BankId, BulkId, InvoiceNo};
use gridbill_core::payments::{PaymentMethod, Reference, Status, Window};
use gridbill_core::typed::clean;
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::app::App;

pub mod approval;
pub mod cards;
pub mod details;
pub mod group;
pub mod lines;
pub mod make;
pub mod repeated;
pub mod transition;

/// The window in which a method is closed, now or later.
pub async fn window(db: impl PgExecutor<'_>, method: PaymentMethod) -> sqlx::Result<Option<Window>> {
    sqlx::query_as!(
        Window,
        r#"select from_at as "from: Instant", to_at as "to: Instant" from method_window where method = $1"#,
        method.code(),
    )
    .fetch_optional(db)
    .await
}

pub struct MethodWindow {
    pub method: PaymentMethod,
    pub window: Window,
}

/// Lists the windows that have not ended.
pub async fn windows(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<Vec<MethodWindow>> {
    let rows = sqlx::query!(
        r#"select method as "method: PaymentMethod", from_at as "from: Instant", to_at as "to: Instant"
           from method_window where to_at > $1"#,
        now.utc(),
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows
        .into_iter()
        .map(|row| MethodWindow { method: row.method, window: Window { from: row.from, to: row.to } })
        .collect())
}

/// Locks a method's window against concurrent changes, even if there is no row yet.
pub async fn lock_window(db: impl PgExecutor<'_>, method: PaymentMethod) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('method ' || $1, 0))", method.code())
        .execute(db)
        .await
        .map(drop)
}

pub async fn set_window(db: impl PgExecutor<'_>, method: PaymentMethod, window: Window) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into method_window (method, from_at, to_at) values ($1, $2, $3)
         on conflict (method) do update set from_at = excluded.from_at, to_at = excluded.to_at",
        method.code(),
        window.from.utc(),
        window.to.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_window(db: impl PgExecutor<'_>, method: PaymentMethod) -> sqlx::Result<()> {
    sqlx::query!("delete from method_window where method = $1", method.code()).execute(db).await.map(drop)
}

pub struct ListedBank {
    pub name: String,
    pub online: bool,
}

/// Finds a bank in the gateway's last list.
pub async fn bank(db: &mut PgConnection, bank_id: &BankId) -> sqlx::Result<Option<ListedBank>> {
    sqlx::query_as!(ListedBank, "select name, online from fpx_bank where bank_id = $1", bank_id.as_str())
        .fetch_optional(db)
        .await
}

/// Finds the window in which a method is not available, and the chosen bank in the gateway's last list.
pub async fn method_and_bank(
    app: &App,
    method: PaymentMethod,
    bank_id: Option<&BankId>,
) -> sqlx::Result<(Option<Window>, Option<ListedBank>)> {
    let mut db = app.reader.connection().await?;
    let found = sqlx::query!(
        r#"select from_at as "from?: Instant", to_at as "to?: Instant", name as "name?", online as "online?"
           from (select) as one left join method_window on method = $1 left join fpx_bank on bank_id = $2"#,
        method.code(),
        bank_id.map(BankId::as_str),
    )
    .fetch_one(&mut *db)
    .await?;
    db.return_to_pool();
    let window = found.from.zip(found.to).map(|(from, to)| Window { from, to });
    let bank = found.name.zip(found.online).map(|(name, online)| ListedBank { name, online });
    Ok((window, bank))
}

/// The company name of a bulk account.
pub async fn company(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<String> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1", bulk_id.as_str())
        .fetch_one(db)
        .await
}

/// Returns the cleaned numbers and the amounts of references, as they are stored.
fn columns(references: &[Reference]) -> (Vec<String>, Vec<Decimal>) {
    references.iter().map(|reference| (clean(&reference.number).into_owned(), reference.amount.decimal())).unzip()
}

/// Adds the reference numbers of a version; an FPX payment has none.
pub async fn add_references(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    payment_id: Uuid,
    version: i32,
    method: PaymentMethod,
    bank_name: &str,
    references: &[Reference],
) -> sqlx::Result<()> {
    if references.is_empty() {
        return Ok(());
    }
    let (numbers, amounts) = columns(references);
    sqlx::query!(
        "insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method, bank_name)
         select $1, $2, $3, place, number, amount, $4, $5
         from unnest($6::text[], $7::numeric[]) with ordinality as reference (number, amount, place)",
        bulk_id.as_str(),
        payment_id,
        version,
        method.code(),
        bank_name,
        &numbers,
        &amounts,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Finds the account of an invoice, if the invoice is in the payment.
pub async fn account_of_item(
    db: &mut PgConnection,
    payment_id: Uuid,
    invoice_no: &InvoiceNo,
) -> sqlx::Result<Option<AccountNo>> {
    sqlx::query_scalar!(
        r#"select account_no as "account_no: AccountNo" from payment_item where payment_id = $1 and invoice_no = $2"#,
        payment_id,
        invoice_no.as_str(),
    )
    .fetch_optional(db)
    .await
}

pub struct FpxRequest<'a> {
    pub bulk_id: &'a BulkId,
    pub payment_id: Uuid,
    pub order_no: &'a str,
    pub fields: serde_json::Value,
    pub raw: &'a str,
    pub sent_at: Instant,
    pub next_requery_at: Option<Instant>,
}

/// Stores every field of the request, for enquiries and for comparison with confirmations.
pub async fn add_fpx_request(db: &mut PgConnection, request: &FpxRequest<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fpx_request (tenant, payment_id, order_no, fields, sent_at, next_requery_at)
         values ($1, $2, $3, $4, $5, $6)",
        request.bulk_id.as_str(),
        request.payment_id,
        request.order_no,
        request.fields,
        request.sent_at.utc(),
        request.next_requery_at.map(Instant::utc),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into fpx_message (at, way, order_no, raw, verdict) values ($1, 'request', $2, $3, 'sent')",
        request.sent_at.utc(),
        request.order_no,
        request.raw,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Accepted payments that are not posted yet, as operators monitor them.
pub struct Posting {
    pub payments: i64,
    /// When the first of them was accepted.
    pub oldest: Option<Instant>,
}

/// Counts the payments of all tenants that await posting. Compares the status with its number, to match the partial
/// index.
pub async fn posting(db: impl PgExecutor<'_>) -> sqlx::Result<Posting> {
    sqlx::query_as!(
        Posting,
        r#"select count(*) as "payments!", min(coalesce(decided_at, requested_at)) as "oldest: Instant"
           from payment where status = $1"#,
        Status::Processing as i16,
    )
    .fetch_one(db)
    .await
}

/// Lists the accepted payments that are not posted yet.
pub async fn payments_to_post(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("select payment_id from payment where payment_is_being_posted(status)").fetch_all(db).await
}

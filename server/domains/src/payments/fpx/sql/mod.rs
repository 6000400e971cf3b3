//! Queries about FPX's messages, alerts and banks.

use gridbill_core::payments::Status;
use gridbill_core::{Instant, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::error::{Answer, Error};
use crate::fpx::{Confirmation, Order};

mod alerts;
pub mod banks;
pub mod late;
mod record;
pub use alerts::*;
pub use record::*;

#[derive(Clone, Copy, Default)]
pub struct NewMessage<'a> {
    pub channel: &'static str,
    pub order_no: Option<&'a str>,
    pub raw: &'a str,
    pub verdict: &'static str,
    /// The amount that the message confirms.
    pub confirmed: Option<Money>,
    /// The FPX key that signed the message.
    pub key_id: Option<&'a str>,
}

/// Stores a message for ever. The confirmed amount is stored only on the first such message of an order.
pub async fn insert_message(db: &mut PgConnection, new: &NewMessage<'_>, at: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fpx_message (at, way, order_no, raw, verdict, confirmed_amount, key_id)
         values ($1, $2, $3, $4, $5, case when not exists (
            select from fpx_message where order_no = $3 and confirmed_amount is not null) then $6::numeric end, $7)",
        at.utc(),
        new.channel,
        new.order_no,
        new.raw,
        new.verdict,
        new.confirmed.map(Money::decimal),
        new.key_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Counts the stored messages of this order and outcome, or signed messages that name no order, up to `limit`.
pub async fn count_copies(db: &mut PgConnection, new: &NewMessage<'_>, limit: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
            (select from fpx_message where order_no = $1 and verdict = $2 limit $3)
            union all
            (select from fpx_message where $1::text is null and order_no is null and key_id is not null limit $3)
           ) kept"#,
        new.order_no,
        new.verdict,
        limit,
    )
    .fetch_one(db)
    .await
}

/// Whether a payment was sent to the bank under this number.
pub async fn is_order(db: &mut PgConnection, order_no: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from fpx_request where order_no = $1) as "is!""#, order_no)
        .fetch_one(db)
        .await
}

/// An unsigned message.
pub struct RejectedMessage<'a> {
    pub channel: &'static str,
    pub verdict: &'static str,
    pub network: &'a str,
    /// Size of the body as far as it was read.
    pub bytes: usize,
    pub raw: &'a str,
}

/// Stores an unsigned message in a ring of rows; it replaces the oldest.
pub async fn insert_rejected_message(
    db: impl PgExecutor<'_>,
    rejected: &RejectedMessage<'_>,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fpx_rejected (place, at, way, verdict, network, bytes, raw)
         values (nextval('fpx_rejected_place'), $1, $2, $3, $4, $5, $6)
         on conflict (place) do update
         set at = excluded.at, way = excluded.way, verdict = excluded.verdict, network = excluded.network,
             bytes = excluded.bytes, raw = excluded.raw",
        at.utc(),
        rejected.channel,
        rejected.verdict,
        rejected.network,
        i32::try_from(rejected.bytes).unwrap_or(i32::MAX),
        rejected.raw,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The last stored message whose outcome is ambiguous.
pub async fn find_ambiguous_message(db: &mut PgConnection, order_no: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select raw from fpx_message where order_no = $1 and verdict = 'doubtful' and way <> 'enquiry'
         order by message_id desc limit 1",
        order_no,
    )
    .fetch_optional(db)
    .await
}

/// The request that was sent to FPX, with FPX's payment number if known.
#[derive(Clone)]
pub struct Request {
    pub payment_id: Uuid,
    pub order_no: String,
    pub order: Order,
    pub sent_at: Instant,
    pub fpx_txn_id: Option<String>,
    pub bank_name: String,
}

struct RequestRow {
    payment_id: Uuid,
    order_no: String,
    fields: serde_json::Value,
    sent_at: Instant,
    fpx_txn_id: Option<String>,
    bank_name: String,
}

impl TryFrom<RequestRow> for Request {
    type Error = Error;

    fn try_from(row: RequestRow) -> Result<Self, Error> {
        let order = serde_json::from_value(row.fields).map_err(anyhow::Error::from)?;
        let RequestRow { payment_id, order_no, sent_at, fpx_txn_id, bank_name, .. } = row;
        Ok(Self { payment_id, order_no, order, sent_at, fpx_txn_id, bank_name })
    }
}

pub async fn request(db: &mut PgConnection, order_no: &str) -> Answer<Request> {
    sqlx::query_as!(
        RequestRow,
        r#"select payment_id, order_no, fields, sent_at as "sent_at: Instant", fpx_txn_id,
                  coalesce(bank_name, 'FPX') as "bank_name!"
           from fpx_request join payment using (payment_id) where order_no = $1"#,
        order_no,
    )
    .fetch_one(db)
    .await?
    .try_into()
}

/// Claims requests whose enquiry is due, so that no other process asks about them before `until`. With an order number,
/// claims that request even if it is not due, unless an enquiry is running. The claim of a process that dies expires at
/// `until`.
pub async fn claim(
    db: impl PgExecutor<'_>,
    now: Instant,
    until: Instant,
    order_no: Option<&str>,
    limit: i64,
) -> Answer<Vec<Answer<Request>>> {
    let rows = sqlx::query_as!(
        RequestRow,
        r#"with due as (
            select payment_id from fpx_request
            where (asking_until is null or asking_until <= $1)
              and case when $3::text is null then next_requery_at <= $1 else order_no = $3 end
            order by next_requery_at limit $4 for update skip locked
           )
           update fpx_request r set next_requery_at = $2, asking_until = $2, requeries = requeries + 1,
                  last_requery_at = $1
           from due join payment p using (payment_id) where r.payment_id = due.payment_id
           returning r.payment_id, r.order_no, r.fields, r.sent_at as "sent_at: Instant", r.fpx_txn_id,
                     coalesce(p.bank_name, 'FPX') as "bank_name!""#,
        now.utc(),
        until.utc(),
        order_no,
        limit,
    );
    Ok(rows.fetch_all(db).await?.into_iter().map(TryInto::try_into).collect())
}

/// Unconfirmed payments, as operators monitor them.
pub struct Unconfirmed {
    /// Payments about which FPX has given no final answer.
    pub payments: i64,
    /// The longest time without an answer from FPX. If the last enquiry was not answered, it counts from FPX's last
    /// answer or from sending. Otherwise it counts from the time the next enquiry is due, which is in the future while
    /// enquiries are on time.
    pub oldest: Option<Instant>,
    /// Payments that await the authoriser's approval, which may take days.
    pub awaiting_authorizer: i64,
}

/// Counts unconfirmed payments of all tenants.
pub async fn count_unconfirmed(db: impl PgExecutor<'_>) -> sqlx::Result<Unconfirmed> {
    sqlx::query_as!(
        Unconfirmed,
        r#"select count(*) filter (where p.status = $1) as "payments!",
                  min(case when p.status = $1 and r.last_requery_at > coalesce(r.heard_at, r.sent_at)
                           then coalesce(r.heard_at, r.sent_at) else r.next_requery_at end) as "oldest: Instant",
                  count(*) filter (where p.status = $2) as "awaiting_authorizer!"
           from payment p join fpx_request r using (payment_id)
           where p.status in ($1, $2) and r.next_requery_at is not null"#,
        Status::PaymentInitiated as i16,
        Status::FpxPending as i16,
    )
    .fetch_one(db)
    .await
}

/// Whether an enquiry was asked for while one is running.
pub async fn is_asked_again(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from fpx_request where payment_id = $1 and next_requery_at < asking_until) as "is_asked!""#,
        payment_id,
    )
    .fetch_one(db)
    .await
}

/// Ends a claim, so that another enquiry can start.
pub async fn stop_enquiries(db: impl PgExecutor<'_>, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update fpx_request set asking_until = null where payment_id = $1", payment_id)
        .execute(db)
        .await
        .map(drop)
}

/// Sets when FPX is asked next; `None` stops enquiries.
pub async fn set_next_enquiry(db: &mut PgConnection, payment_id: Uuid, at: Option<Instant>) -> sqlx::Result<()> {
    let at = at.map(Instant::utc);
    sqlx::query!("update fpx_request set next_requery_at = $2 where payment_id = $1", payment_id, at)
        .execute(db)
        .await
        .map(drop)
}

/// The content of a verified message.
#[derive(Clone, Copy)]
pub struct VerifiedAnswer<'a> {
    /// FPX's own number and time of the payment; empty values leave the stored ones unchanged.
    pub fpx_txn_id: &'a str,
    pub fpx_txn_time: &'a str,
    pub code: &'a str,
    pub credit_code: &'a str,
}

impl<'a> VerifiedAnswer<'a> {
    pub fn of(confirmation: &'a Confirmation) -> Self {
        Self {
            fpx_txn_id: confirmation.fpx_txn_id(),
            fpx_txn_time: confirmation.fpx_txn_time(),
            code: confirmation.debit_code(),
            credit_code: confirmation.message().get("creditAuthCode"),
        }
    }
}

/// Stores the last answer with its request.
pub async fn update_answer(
    db: &mut PgConnection,
    payment_id: Uuid,
    answer: &VerifiedAnswer<'_>,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update fpx_request set fpx_txn_id = coalesce(nullif($2, ''), fpx_txn_id),
                fpx_txn_time = coalesce(nullif($3, ''), fpx_txn_time),
                heard_code = $4, credit_code = nullif($5, ''), heard_at = $6
         where payment_id = $1",
        payment_id,
        answer.fpx_txn_id,
        answer.fpx_txn_time,
        answer.code,
        answer.credit_code,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the answer code that was stored last.
pub async fn find_answer_code(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select heard_code from fpx_request where payment_id = $1", payment_id).fetch_one(db).await
}

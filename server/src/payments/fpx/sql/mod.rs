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
pub struct Kept<'a> {
    pub way: &'static str,
    pub order_no: Option<&'a str>,
    pub raw: &'a str,
    pub verdict: &'static str,
    /// The money that it says was taken.
    pub confirmed: Option<Money>,
    /// FPX's key that signed it.
    pub key_id: Option<&'a str>,
}

/// Keeps a message for ever. The amount counts for the first one of its order only.
pub async fn keep(db: &mut PgConnection, kept: &Kept<'_>, at: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fpx_message (at, way, order_no, raw, verdict, confirmed_amount, key_id)
         values ($1, $2, $3, $4, $5, case when not exists (
            select from fpx_message where order_no = $3 and confirmed_amount is not null) then $6::numeric end, $7)",
        at.utc(),
        kept.way,
        kept.order_no,
        kept.raw,
        kept.verdict,
        kept.confirmed.map(Money::decimal),
        kept.key_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// How many messages of that order and outcome are kept, or signed ones that name no order; counted up to `limit`.
pub async fn copies(db: &mut PgConnection, kept: &Kept<'_>, limit: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
            (select from fpx_message where order_no = $1 and verdict = $2 limit $3)
            union all
            (select from fpx_message where $1::text is null and order_no is null and key_id is not null limit $3)
           ) kept"#,
        kept.order_no,
        kept.verdict,
        limit,
    )
    .fetch_one(db)
    .await
}

/// Whether a payment left for the bank under this number.
pub async fn is_order(db: &mut PgConnection, order_no: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from fpx_request where order_no = $1) as "is!""#, order_no)
        .fetch_one(db)
        .await
}

/// What somebody sent who is not FPX.
pub struct Rejected<'a> {
    pub way: &'static str,
    pub verdict: &'static str,
    pub network: &'a str,
    /// As much as was read of it.
    pub bytes: usize,
    pub raw: &'a str,
}

/// Keeps it in the place of the oldest such message.
pub async fn keep_rejected(db: impl PgExecutor<'_>, rejected: &Rejected<'_>, at: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fpx_rejected (place, at, way, verdict, network, bytes, raw)
         values (nextval('fpx_rejected_place'), $1, $2, $3, $4, $5, $6)
         on conflict (place) do update
         set at = excluded.at, way = excluded.way, verdict = excluded.verdict, network = excluded.network,
             bytes = excluded.bytes, raw = excluded.raw",
        at.utc(),
        rejected.way,
        rejected.verdict,
        rejected.network,
        i32::try_from(rejected.bytes).unwrap_or(i32::MAX),
        rejected.raw,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The last message that left in doubt what it was about.
pub async fn doubtful(db: &mut PgConnection, order_no: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select raw from fpx_message where order_no = $1 and verdict = 'doubtful' and way <> 'enquiry'
         order by message_id desc limit 1",
        order_no,
    )
    .fetch_optional(db)
    .await
}

/// What was asked of FPX, and what it answered last.
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

/// Takes requests whose enquiry is due, so that nobody else asks about them before `until`; one of that number even
/// when it is not due, unless somebody asks about it now. Whoever dies while asking loses them then.
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

/// Payments at the bank, as an operator watches them.
pub struct Unconfirmed {
    /// Those of which FPX has not said what became of them.
    pub payments: i64,
    /// Since when FPX's word is missing longest. Where the last enquiry was not answered: since FPX's last answer, or since the
    /// payment was sent. Else since the next one fell due; that lies ahead as long as FPX is asked in time.
    pub oldest: Option<Instant>,
    /// Those of which FPX has said that their authorizer has to approve, for which there are days.
    pub awaiting_authorizer: i64,
}

/// Over all tenants.
///
/// # Errors
/// When the database does not answer.
pub async fn unconfirmed(db: impl PgExecutor<'_>) -> sqlx::Result<Unconfirmed> {
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

/// Nobody asks about it any more: others may.
pub async fn end_asking(db: impl PgExecutor<'_>, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update fpx_request set asking_until = null where payment_id = $1", payment_id)
        .execute(db)
        .await
        .map(drop)
}

/// When FPX is asked next; never, when there is nothing left to ask.
pub async fn ask_at(db: &mut PgConnection, payment_id: Uuid, at: Option<Instant>) -> sqlx::Result<()> {
    let at = at.map(Instant::utc);
    sqlx::query!("update fpx_request set next_requery_at = $2 where payment_id = $1", payment_id, at)
        .execute(db)
        .await
        .map(drop)
}

/// What a believed message says.
#[derive(Clone, Copy)]
pub struct Heard<'a> {
    /// FPX's own number and time of the payment; what is empty stays as it was.
    pub fpx_txn_id: &'a str,
    pub fpx_txn_time: &'a str,
    pub code: &'a str,
    pub credit_code: &'a str,
}

impl<'a> Heard<'a> {
    pub fn of(said: &'a Confirmation) -> Self {
        Self {
            fpx_txn_id: said.fpx_txn_id(),
            fpx_txn_time: said.fpx_txn_time(),
            code: said.debit_code(),
            credit_code: said.message().get("creditAuthCode"),
        }
    }
}

/// Keeps with a request what was heard of it last.
pub async fn hear(db: &mut PgConnection, payment_id: Uuid, heard: &Heard<'_>, at: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update fpx_request set fpx_txn_id = coalesce(nullif($2, ''), fpx_txn_id),
                fpx_txn_time = coalesce(nullif($3, ''), fpx_txn_time),
                heard_code = $4, credit_code = nullif($5, ''), heard_at = $6
         where payment_id = $1",
        payment_id,
        heard.fpx_txn_id,
        heard.fpx_txn_time,
        heard.code,
        heard.credit_code,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// The answer code that was heard last of a request.
pub async fn heard(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select heard_code from fpx_request where payment_id = $1", payment_id).fetch_one(db).await
}

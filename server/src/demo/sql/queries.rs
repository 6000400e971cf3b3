//! Queries of the demo's queries about bills.

use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::queries::{QueryKind, QueryState};
use gridbill_core::{Day, Instant, Money};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::payment::DemoUser;

/// A query of the past.
pub struct PastQuery {
    pub query_id: Uuid,
    pub bulk_id: String,
    pub bill: AskedBill,
    pub kind: QueryKind,
    pub state: QueryState,
    pub asker: DemoUser,
    pub officer: DemoUser,
    /// The question first.
    pub messages: Vec<PastMessage>,
    pub opened_at: Instant,
    pub answer_due: Option<Day>,
    pub answered_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    pub case_no: Option<&'static str>,
}

/// A message of a query.
pub struct PastMessage {
    pub is_staff: bool,
    pub text: &'static str,
    pub at: Instant,
    pub answer_due: Option<Day>,
}

/// A bill to ask about.
pub struct AskedBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub amount: Money,
    /// The state of the premises.
    pub state: String,
}

pub async fn has_queries(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from bill_query) as "has!""#).fetch_one(db).await
}

/// Returns one of the newest paid or payable bills of a bulk account.
pub async fn bill_to_ask_about(
    db: &mut PgConnection,
    bulk_id: &str,
    is_paid: bool,
    skip: i64,
) -> sqlx::Result<Option<AskedBill>> {
    sqlx::query_as!(
        AskedBill,
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.account_no as "account_no: AccountNo",
                  b.total_amount_payable as "amount: Money", m.state
           from bill b join account_master m using (account_no)
           where b.bulk_id = $1 and b.e_invoice_status is distinct from 'cancelled'
             and case when $2 then not bill_is_unpaid(b.status)
                      else bill_is_selectable(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) end
           order by b.invoice_no desc offset $3 limit 1"#,
        bulk_id,
        is_paid,
        skip,
    )
    .fetch_optional(db)
    .await
}

/// Adds a query with its messages.
pub async fn add_query(db: &mut PgConnection, query: &PastQuery) -> sqlx::Result<()> {
    statement!(
        "insert into bill_query (query_id, bulk_id, invoice_no, account_no, kind, state, version, opened_by, opened_at, amount,
                                 answer_due, answered_at, ended_at, assigned_to, case_no)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        query.query_id,
        query.bulk_id,
        query.bill.invoice_no.as_str(),
        query.bill.account_no.as_str(),
        query.kind.code(),
        query.state.code(),
        i32::from(query.answered_at.is_some()) + i32::from(query.ended_at.is_some()) + 1,
        query.asker.person_id,
        query.opened_at.utc(),
        query.bill.amount,
        query.answer_due.map(Day::date),
        query.answered_at.map(Instant::utc),
        query.ended_at.map(Instant::utc),
        query.answered_at.map(|_| query.officer.person_id),
        query.case_no,
    )
    .execute(&mut *db)
    .await?;
    for (place, message) in (1..).zip(&query.messages) {
        let author = if message.is_staff { &query.officer } else { &query.asker };
        statement!(
            "insert into query_message (query_id, place, bulk_id, is_staff, author_id, message, written_at, answer_due)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            query.query_id,
            place,
            query.bulk_id,
            message.is_staff,
            author.person_id,
            message.text,
            message.at.utc(),
            message.answer_due.map(Day::date),
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

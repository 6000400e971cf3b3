//! Queries that change a payment.

use gridbill_core::number::{AccountNo, BulkId, TransactionNo};
use gridbill_core::payments::{PaymentState, ReconcileKind, Status};
use gridbill_core::{Instant, Money};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::Error;

/// A payment whose row this transaction has locked.
#[derive(Debug, Clone)]
pub struct LockedPayment {
    pub payment_id: Uuid,
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub state: PaymentState,
    /// The officer who accepted it, while a second officer must still confirm.
    pub proposed_by: Option<Uuid>,
}

pub struct LockedRow {
    payment_id: Uuid,
    transaction_no: TransactionNo,
    bulk_id: BulkId,
    status: Status,
    amount: Money,
    version: i32,
    reconcile_type: Option<i16>,
    reconcile_amount: Option<Money>,
    paid_amount: Option<Money>,
    credit_account_no: Option<AccountNo>,
    proposed_by: Option<Uuid>,
}

impl TryFrom<LockedRow> for LockedPayment {
    type Error = Error;

    fn try_from(row: LockedRow) -> Result<Self, Error> {
        let kind = row.reconcile_type.map(ReconcileKind::from_type).transpose()?;
        Ok(Self {
            payment_id: row.payment_id,
            transaction_no: row.transaction_no,
            bulk_id: row.bulk_id,
            state: PaymentState {
                status: row.status,
                version: row.version,
                billed: row.amount,
                reconcile: kind.zip(row.reconcile_amount),
                paid: row.paid_amount,
                credit_account_no: row.credit_account_no,
            },
            proposed_by: row.proposed_by,
        })
    }
}

/// The key by which a payment is found.
#[derive(Debug, Clone, Copy)]
pub enum By<'a> {
    /// The internal id, in any bulk account.
    Id(Uuid),
    /// The number that users see, within one bulk account.
    Number(&'a BulkId, &'a TransactionNo),
    /// The gateway's order number, in any bulk account.
    Order(&'a str),
}

/// Locks one payment.
pub async fn lock(db: &mut PgConnection, by: By<'_>) -> sqlx::Result<Option<LockedRow>> {
    let (bulk_id, payment_id, transaction_no, order_no) = match by {
        By::Id(payment_id) => (None, Some(payment_id), None, None),
        By::Number(bulk_id, number) => (Some(bulk_id.as_str()), None, Some(number.as_str()), None),
        By::Order(order_no) => (None, None, None, Some(order_no)),
    };
    sqlx::query_as!(
        LockedRow,
        r#"select payment_id, transaction_no as "transaction_no: TransactionNo", bulk_id as "bulk_id: BulkId",
                  status as "status: Status", amount as "amount: Money", version,
                  reconcile_type, reconcile_amount as "reconcile_amount: Money", paid_amount as "paid_amount: Money",
                  credit_account_no as "credit_account_no: AccountNo", proposed_by
           from payment
           where ($1::text is null or bulk_id = $1)
             and payment_id = coalesce($2, (select payment_id from payment where transaction_no = $3),
                                       (select payment_id from fpx_request where order_no = $4))
           for update"#,
        bulk_id,
        payment_id,
        transaction_no,
        order_no,
    )
    .fetch_optional(db)
    .await
}

/// Lists every reconciliation that was requested for a payment.
pub async fn earlier_rounds(db: &mut PgConnection, payment_id: Uuid) -> Result<Vec<(ReconcileKind, Money)>, Error> {
    let asked = sqlx::query!(
        r#"select coalesce(data ->> 'missing', data ->> 'excess')::numeric as "amount!: Money", kind = 'OverpaymentRequested' as "is_over!"
           from fact where subject = 'payment:' || $1::uuid and kind in ('InsufficientRequested', 'OverpaymentRequested')
           order by place"#,
        payment_id,
    );
    let kind = |is_over| if is_over { ReconcileKind::Overpayment } else { ReconcileKind::Insufficient };
    Ok(asked.fetch_all(db).await?.into_iter().map(|row| (kind(row.is_over), row.amount)).collect())
}

/// The columns of a payment that a change writes.
pub struct PaymentUpdate<'a> {
    pub locked: &'a LockedPayment,
    pub decided: Option<(Uuid, Instant)>,
    pub bank_code: Option<&'a str>,
    /// The reason for declining.
    pub remark: Option<&'a str>,
    pub posted_at: Option<Instant>,
    /// The amount of the receipt, if the payment gets it now.
    pub received: Option<Money>,
    pub now: Instant,
}

/// Writes the payment and the status of the bills that it holds, and its receipt if it has one. Locks the bills in the order in
/// which a new payment locks bills.
pub async fn update_payment(db: &mut PgConnection, stored: &PaymentUpdate<'_>) -> sqlx::Result<()> {
    let (locked, state) = (stored.locked, &stored.locked.state);
    sqlx::query!(
        "with payment as (
             update payment set status = $2, version = $3, reconcile_type = $4, reconcile_amount = $5, paid_amount = $6,
                    credit_account_no = $7, decided_by = coalesce($8, decided_by), decided_at = coalesce($9, decided_at),
                    bank_code = coalesce($10, bank_code), posted_at = coalesce($11, posted_at),
                    remark = coalesce($12, remark), proposed_by = $13,
                    proposed_at = case when $13::uuid is not null then $14::timestamptz end
             where payment_id = $1
         ), receipt as (
             insert into receipt (bulk_id, payment_id, receipt_no, amount, at)
             select $16, $1, $17, $18::numeric, $14 where $18 is not null
         ), locked as materialized (
             select b.invoice_no from bill b
             where b.invoice_no in (select invoice_no from payment_item where payment_id = $1 and live)
             order by b.invoice_no for update
         )
         update bill set status = $15 from locked where bill.invoice_no = locked.invoice_no and bill.status <> $15",
        locked.payment_id,
        state.status as i16,
        state.version,
        state.reconcile.map(|(kind, _)| kind.reconcile_type()),
        state.reconcile.map(|(_, amount)| amount.decimal()),
        state.paid.map(Money::decimal),
        state.credit_account_no.as_ref().map(AccountNo::as_str),
        stored.decided.map(|(person_id, _)| person_id),
        stored.decided.map(|(_, at)| at.utc()),
        stored.bank_code,
        stored.posted_at.map(Instant::utc),
        stored.remark,
        locked.proposed_by,
        stored.now.utc(),
        state.status.of_bill() as i16,
        locked.bulk_id.as_str(),
        locked.receipt_no(),
        stored.received.map(Money::decimal),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks the bills that these payments hold, in the order in which a new payment locks bills.
pub async fn lock_bills(db: &mut PgConnection, payment_ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "select b.invoice_no from bill b
         where b.invoice_no in (select invoice_no from payment_item where payment_id = any($1) and live)
         order by b.invoice_no for update",
        payment_ids,
    )
    .fetch_all(db)
    .await
    .map(drop)
}

/// Holds the bills again that a payment held before it ended. The caller has checked that no other payment holds them. If the
/// booking of the payment has paid a bill, it confirms the payment from now on.
pub async fn hold_items(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update bill set closed = null, settled_amount = 0, settled_on = null
         where closed = 'paidElsewhere' and invoice_no in (select invoice_no from payment_item where payment_id = $1)",
        payment_id,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("update payment_item set live = true where payment_id = $1 and not live", payment_id)
        .execute(db)
        .await
        .map(drop)
}

/// Releases the bills for other payments.
pub async fn release_items(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update payment_item set live = false where payment_id = $1 and live", payment_id)
        .execute(db)
        .await
        .map(drop)
}

pub async fn add_credit(
    db: &mut PgConnection,
    locked: &LockedPayment,
    account_no: &AccountNo,
    amount: Money,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into account_credit (bulk_id, payment_id, account_no, amount, at) values ($1, $2, $3, $4, $5)",
        locked.bulk_id.as_str(),
        locked.payment_id,
        account_no.as_str(),
        amount.decimal(),
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

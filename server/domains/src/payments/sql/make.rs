//! Queries that make a payment: one statement per table, however many bills.

use gridbill_core::bills::{HoldCause, Selection};
use gridbill_core::number::{AccountNo, BankId, BulkId, InvoiceNo, PaymentGroupNo, TransactionNo};
use gridbill_core::payments::{DuplicateInvoice, PaymentMethod, Status};
use gridbill_core::{Instant, Money};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

pub struct LockedBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub status: Status,
    pub amount: Money,
    pub current_charge: Money,
    pub disable_payment: bool,
}

impl LockedBill {
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.status != Status::PaymentRequired
    }
}

/// Locks the bills by number, in the same order for every payment.
pub async fn lock_bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<LockedBill>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        LockedBill,
        r#"select invoice_no as "invoice_no: InvoiceNo", account_no as "account_no: AccountNo",
                  status as "status: Status", total_amount_payable as "amount: Money",
                  current_charge as "current_charge: Money", disable_payment
           from bill where bulk_id = $1 and invoice_no = any($2)
           order by invoice_no for update"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Finds bills without locking them, for previews.
pub async fn find_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<LockedBill>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        LockedBill,
        r#"select invoice_no as "invoice_no: InvoiceNo", account_no as "account_no: AccountNo",
                  status as "status: Status", total_amount_payable as "amount: Money",
                  current_charge as "current_charge: Money", disable_payment
           from bill where bulk_id = $1 and invoice_no = any($2)"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// A hold of a bill.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hold {
    pub invoice_no: InvoiceNo,
    pub cause: HoldCause,
    /// The query or the e-invoice that caused it. Another one is another hold. Empty for a batch, whose bills no user can
    /// choose.
    pub source: String,
}

/// Lists the bills that are on hold, each with its hold.
pub async fn held(db: &mut PgConnection, bulk_id: &BulkId, invoices: &[InvoiceNo]) -> sqlx::Result<Vec<Hold>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        Hold,
        r#"select h.invoice_no as "invoice_no!: InvoiceNo", h.cause as "cause!: HoldCause",
                  bill_hold_source(h.bulk_id, h.invoice_no, h.cause) as "source!"
           from bill_on_hold h where h.bulk_id = $1 and h.invoice_no = any($2) order by 1"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Lists the live payments that hold these bills.
pub async fn holders(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    asker: Uuid,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<DuplicateInvoice>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        DuplicateInvoice,
        r#"select i.invoice_no as "invoice_no: InvoiceNo", p.transaction_no as "transaction_no: TransactionNo",
                  r.name as requested_by, p.requested_by = $3 as "is_own!", p.requested_at as "requested_at: Instant", p.status as "status: Status"
           from payment_item i join payment p using (payment_id) join person r on r.person_id = p.requested_by
           where p.bulk_id = $1 and i.live and i.invoice_no = any($2)
           order by i.invoice_no"#,
        bulk_id.as_str(),
        &invoices as &[&str],
        asker,
    )
    .fetch_all(db)
    .await
}

pub struct NewPayment<'a> {
    pub payment_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub method: PaymentMethod,
    pub status: Status,
    pub selection: &'a Selection,
    pub bank_id: &'a BankId,
    pub bank_name: &'a str,
    pub requested_by: Uuid,
    pub now: Instant,
    /// The group that the payment belongs to, and its place there.
    pub group: Option<(&'a PaymentGroupNo, i32)>,
}

/// Adds the payment under the next payment number, prefixed with its day.
pub async fn add_payment(db: &mut PgConnection, payment: &NewPayment<'_>) -> sqlx::Result<TransactionNo> {
    let compact = payment.now.compact();
    let day = compact.get(2..8).unwrap_or_default();
    sqlx::query_scalar!(
        r#"insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts,
                                bank_id, bank_name, requested_by, requested_at, group_no, group_place)
           values ($1, 'P' || $2::text || lpad((nextval('transaction_number') % 10000000)::text, 7, '0'),
                   $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           returning transaction_no as "transaction_no: TransactionNo""#,
        payment.payment_id,
        day,
        payment.bulk_id.as_str(),
        payment.method.code(),
        payment.status as i16,
        payment.selection.total.decimal(),
        i32::try_from(payment.selection.bills).unwrap_or(i32::MAX),
        i32::try_from(payment.selection.accounts).unwrap_or(i32::MAX),
        payment.bank_id.as_str(),
        payment.bank_name,
        payment.requested_by,
        payment.now.utc(),
        payment.group.map(|(group_no, _)| group_no.as_str()),
        payment.group.map(|(_, place)| place),
    )
    .fetch_one(db)
    .await
}

/// Adds bills to the payment, except those that another live payment holds. Returns how many were added.
pub async fn add_items(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    payment_id: Uuid,
    bills: &[LockedBill],
) -> sqlx::Result<usize> {
    let invoices: Vec<&str> = bills.iter().map(|bill| bill.invoice_no.as_str()).collect();
    let accounts: Vec<&str> = bills.iter().map(|bill| bill.account_no.as_str()).collect();
    let amounts: Vec<Decimal> = bills.iter().map(|bill| bill.amount.decimal()).collect();
    let added = sqlx::query!(
        "insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
         select $1, $2, invoice_no, account_no, amount, true
         from unnest($3::text[], $4::text[], $5::numeric[]) as item (invoice_no, account_no, amount)
         on conflict (invoice_no) where live do nothing",
        bulk_id.as_str(),
        payment_id,
        &invoices as &[&str],
        &accounts as &[&str],
        &amounts,
    );
    let added = added.execute(db).await?.rows_affected();
    Ok(usize::try_from(added).unwrap_or(usize::MAX))
}

/// Sets bills that are already locked to the status of their payment.
pub async fn set_bills(db: &mut PgConnection, invoices: &[InvoiceNo], status: Status) -> sqlx::Result<()> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query!("update bill set status = $2 where invoice_no = any($1)", &invoices as &[&str], status as i16,)
        .execute(db)
        .await
        .map(drop)
}

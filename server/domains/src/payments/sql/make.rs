//! Queries that make a payment: one statement per table, however many bills.

use gridbill_core::bills::{Closure, HoldCause, Selection};
use gridbill_core::number::{AccountNo, BankId, BulkId, InvoiceNo, PaymentGroupNo, TransactionNo};
use gridbill_core::payments::{DuplicateInvoice, PaymentMethod, Reference, Status};
use gridbill_core::permission::Role;
use gridbill_core::{Instant, Money};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::columns;
use crate::auth::who::{Customer, Person};

pub struct LockedBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub status: Status,
    pub amount: Money,
    pub current_charge: Money,
    pub closed: Option<Closure>,
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
                  current_charge as "current_charge: Money",
                  bill_closed(status, closed, disable_payment) as "closed: Closure"
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
                  current_charge as "current_charge: Money",
                  bill_closed(status, closed, disable_payment) as "closed: Closure"
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
    /// The query or the e-invoice that caused it. Another one is another hold. Empty for a batch, whose bills no user
    /// can choose.
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
                  coalesce(r.name, p.taken_over_payer, '') as "requested_by!",
                  p.requested_by is not distinct from $3 as "is_own!", p.requested_at as "requested_at: Instant",
                  p.status as "status: Status"
           from payment_item i join payment p using (payment_id) left join person r on r.person_id = p.requested_by
           where p.bulk_id = $1 and i.live and i.invoice_no = any($2)
           order by i.invoice_no"#,
        bulk_id.as_str(),
        &invoices as &[&str],
        asker,
    )
    .fetch_all(db)
    .await
}

/// What else decides about a payment of locked bills.
pub struct Surroundings {
    /// Whether some bills are on hold.
    pub has_holds: bool,
    /// Whether the company has a policy, which may need approvals.
    pub has_policy: bool,
    /// Whether other payments of the company have some of the reference numbers.
    pub has_repeated: bool,
}

/// Looks at everything around locked bills at once. Most payments need no further look. Returns none if the payer no
/// longer has the rights with which the call was admitted.
pub async fn surroundings(
    db: &mut PgConnection,
    who: &Customer,
    invoices: &[InvoiceNo],
    reference_keys: &[String],
) -> sqlx::Result<Option<Surroundings>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    let Person { person_id, role, permissions, bulk_id, .. } = &who.person;
    let found = sqlx::query!(
        r#"select person_is_unchanged($2, $3, $4, $5, $6) as "is_unchanged!",
                  exists (select from bill_on_hold where bulk_id = $1 and invoice_no = any($7)) as "has_holds!",
                  exists (select from approval_policy where bulk_id = $1 and state = 'inForce') as "has_policy!",
                  exists (select from payment_reference r join payment p using (payment_id)
                          where p.bulk_id = $1 and upper(ltrim(r.number, '0')) = any($8)) as "has_repeated!""#,
        who.bulk_id.as_str(),
        person_id,
        role.map(Role::code),
        permissions.make_payments,
        permissions.manage_accounts,
        bulk_id.as_ref().map(BulkId::as_str),
        &invoices as &[&str],
        reference_keys,
    )
    .fetch_one(db)
    .await?;
    Ok(found.is_unchanged.then_some(Surroundings {
        has_holds: found.has_holds,
        has_policy: found.has_policy,
        has_repeated: found.has_repeated,
    }))
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

/// Adds the payment under the next payment number, prefixed with its day, with its bills and reference numbers, and
/// sets the status of its bills, which are locked. A bill that another live payment holds is not added. Returns the
/// number, and how many bills were added.
pub async fn add_payment(
    db: &mut PgConnection,
    payment: &NewPayment<'_>,
    bills: &[LockedBill],
    references: &[Reference],
) -> sqlx::Result<(TransactionNo, usize)> {
    let compact = payment.now.compact();
    let day = compact.get(2..8).unwrap_or_default();
    let invoices: Vec<&str> = bills.iter().map(|bill| bill.invoice_no.as_str()).collect();
    let accounts: Vec<&str> = bills.iter().map(|bill| bill.account_no.as_str()).collect();
    let amounts: Vec<Decimal> = bills.iter().map(|bill| bill.amount.decimal()).collect();
    let (numbers, parts) = columns(references);
    let added = sqlx::query!(
        r#"with payment as (
               insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts,
                                    bank_id, bank_name, requested_by, requested_at, group_no, group_place)
               values ($1, 'P' || $2::text || lpad((nextval('transaction_number') % 10000000)::text, 7, '0'),
                       $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
               returning transaction_no
           ), item as (
               insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
               select $3, $1, invoice_no, account_no, amount, true
               from unnest($15::text[], $16::text[], $17::numeric[]) as item (invoice_no, account_no, amount)
               on conflict (invoice_no) where live do nothing
               returning invoice_no
           ), reference as (
               insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method, bank_name)
               select $3, $1, 1, place, number, amount, $4, $10
               from unnest($18::text[], $19::numeric[]) with ordinality as reference (number, amount, place)
           ), moved as (
               update bill set status = $5 where invoice_no = any($15)
           )
           select transaction_no as "transaction_no: TransactionNo", (select count(*) from item) as "added!" from payment"#,
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
        &invoices as &[&str],
        &accounts as &[&str],
        &amounts,
        &numbers,
        &parts,
    )
    .fetch_one(db)
    .await?;
    Ok((added.transaction_no, usize::try_from(added.added).unwrap_or(usize::MAX)))
}

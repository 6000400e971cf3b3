//! Queries of settlements.

use gridbill_core::bills::Closure;
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, TransactionNo};
use gridbill_core::payments::Status;
use gridbill_core::settlements::{Delivered, HeldBy, Part, SettleableBill, SettlementMethod};
use gridbill_core::webhooks::WebhookEventType;
use gridbill_core::{Day, Instant, Money};
use sqlx::PgConnection;

use super::settle::Wanted;

/// Locks accounts against imports of their bills, which lock them as well.
pub async fn lock_accounts(db: &mut PgConnection, accounts: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        "select from account_master where account_no = any($1) order by account_no for no key update",
        accounts,
    )
    .execute(db)
    .await
    .map(drop)
}

/// The bills and settlements to read. A number in a row of one account never reaches a bill or a settlement of another.
pub struct Scope {
    pub accounts: Vec<String>,
    /// Accounts with a settlement that names no bill: all their bills and settlements.
    pub whole: Vec<String>,
    /// The bills that settlements name.
    pub named: Vec<String>,
}

/// Returns the bills that are concerned. A bill that settlements name is settled by itself, unless its account has a
/// settlement without a number, whose use depends on all bills.
pub async fn scope(db: &mut PgConnection, wanted: &Wanted) -> sqlx::Result<Scope> {
    let whole = sqlx::query_scalar!(
        r#"select account_no as "account_no!" from unnest($1::text[]) as g (account_no)
           where exists (select from settlement s
                         where s.account_no = g.account_no and s.invoice_no is null)"#,
        &wanted.accounts,
    )
    .fetch_all(&mut *db)
    .await?;
    let named = match &wanted.delivered {
        Some(delivered) => {
            sqlx::query_scalar!(
                r#"select distinct s.invoice_no as "invoice_no!"
                   from settlement d join settlement s on s.account_no = d.account_no
                                                      and s.settlement_no in (d.settlement_no, d.reversal_of)
                   where d.settlement_no = any($1) and s.invoice_no is not null"#,
                delivered,
            )
            .fetch_all(db)
            .await?
        }
        None => {
            sqlx::query_scalar!(
                r#"select distinct invoice_no as "invoice_no!" from settlement
                   where account_no = any($1) and invoice_no is not null"#,
                &wanted.accounts,
            )
            .fetch_all(db)
            .await?
        }
    };
    Ok(Scope { accounts: wanted.accounts.clone(), whole, named })
}

/// A locked bill with what settlements have paid of it so far.
pub struct LockedBill {
    pub bulk_id: Option<BulkId>,
    pub bill: SettleableBill,
    pub is_stopped: bool,
    pub is_reported: bool,
    pub closed: Option<Closure>,
    pub settled_amount: Money,
    pub settled_on: Option<Day>,
}

/// Locks bills by number, and reads them with the payments that hold them. Two statements: one that waits for a lock does not see
/// the payment that the other transaction made.
pub async fn lock_bills(db: &mut PgConnection, scope: &Scope) -> sqlx::Result<Vec<(AccountNo, LockedBill)>> {
    sqlx::query!(
        "select from bill where invoice_no = any($1) and account_no = any($3) or account_no = any($2)
         order by invoice_no for no key update",
        &scope.named,
        &scope.whole,
        &scope.accounts,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        r#"select b.account_no as "account_no: AccountNo", b.bulk_id as "bulk_id: BulkId", b.invoice_no as "invoice_no: InvoiceNo",
                  b.invoice_date as "invoice_date: Day", b.due_date as "due_date: Day",
                  b.total_amount_payable as "total: Money", b.status as "status: Status",
                  b.stop_reason is not null as "is_stopped!", b.reported_by is not null as "is_reported!",
                  b.closed as "closed: Closure", b.settled_amount as "settled_amount: Money",
                  b.settled_on as "settled_on: Day", p.transaction_no as "transaction_no?: TransactionNo"
           from bill b
           left join payment_item i on i.invoice_no = b.invoice_no and i.live
           left join payment p on p.payment_id = i.payment_id
           where b.invoice_no = any($1) and b.account_no = any($3) or b.account_no = any($2)"#,
        &scope.named,
        &scope.whole,
        &scope.accounts,
    )
    .map(|row| {
        let payment =
            row.transaction_no.map(|transaction_no| HeldBy { transaction_no, is_paid: row.status == Status::Paid });
        let bill = SettleableBill {
            invoice_no: row.invoice_no,
            invoice_date: row.invoice_date,
            due_date: row.due_date,
            total: row.total,
            payment,
        };
        let locked = LockedBill {
            bulk_id: row.bulk_id,
            bill,
            is_stopped: row.is_stopped,
            is_reported: row.is_reported,
            closed: row.closed,
            settled_amount: row.settled_amount,
            settled_on: row.settled_on,
        };
        (row.account_no, locked)
    })
    .fetch_all(db)
    .await
}

/// Loads the settlements of the bills and accounts, with those that they take back or that take them back.
pub async fn settlements(db: &mut PgConnection, scope: &Scope) -> sqlx::Result<Vec<(AccountNo, Delivered)>> {
    sqlx::query!(
        r#"with own as materialized (
               select settlement_no, account_no from settlement where invoice_no = any($1) and account_no = any($3)
               union select settlement_no, account_no from settlement where account_no = any($2)
           )
           select s.account_no as "account_no: AccountNo", s.settlement_no, s.invoice_no as "invoice_no: InvoiceNo",
                  s.method as "method: SettlementMethod", s.paid_on as "paid_on: Day", s.amount as "amount: Money",
                  s.reversal_of, s.reference
           from settlement s
           where s.settlement_no in (
               select settlement_no from own
               union select r.settlement_no from own o join settlement r on r.account_no = o.account_no
                                                                        and r.reversal_of = o.settlement_no
               union select t.settlement_no from own o join settlement r using (settlement_no)
                     join settlement t on t.account_no = o.account_no and t.settlement_no = r.reversal_of)"#,
        &scope.named,
        &scope.whole,
        &scope.accounts,
    )
    .map(|row| {
        let delivered = Delivered {
            settlement_no: row.settlement_no,
            invoice_no: row.invoice_no,
            method: row.method,
            paid_on: row.paid_on,
            amount: row.amount,
            reversal_of: row.reversal_of,
            reference: row.reference,
        };
        (row.account_no, delivered)
    })
    .fetch_all(db)
    .await
}

/// A part to store.
pub struct NewPart {
    pub account_no: AccountNo,
    /// Its place among the parts of its settlement, from 1.
    pub place: i16,
    pub part: Part,
}

/// Replaces the parts of settlements.
pub async fn replace_parts(db: &mut PgConnection, settlements: &[String], parts: &[NewPart]) -> sqlx::Result<()> {
    sqlx::query!("delete from settlement_part where settlement_no = any($1)", settlements).execute(&mut *db).await?;
    sqlx::query!(
        "insert into settlement_part (settlement_no, place, bulk_id, account_no, invoice_no, paid_on, amount, state)
         select g.settlement_no, g.place, case when b.invoice_no is null then s.bulk_id else b.bulk_id end, g.account_no,
                g.invoice_no, s.paid_on, g.amount, g.state
         from unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::numeric[], $6::text[])
              as g (settlement_no, place, account_no, invoice_no, amount, state)
         join settlement s using (settlement_no)
         left join bill b on b.invoice_no = g.invoice_no and b.account_no = g.account_no
         order by g.settlement_no, g.place",
        &parts.iter().map(|new| new.part.settlement_no.clone()).collect::<Vec<_>>(),
        &parts.iter().map(|new| new.place).collect::<Vec<_>>(),
        &parts.iter().map(|new| new.account_no.to_string()).collect::<Vec<_>>(),
        &parts.iter().map(|new| new.part.invoice_no.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
            as &[Option<String>],
        &parts.iter().map(|new| new.part.amount.decimal()).collect::<Vec<_>>(),
        &parts.iter().map(|new| new.part.state.code().to_owned()).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// What settlements now say of a bill.
pub struct ChangedBill {
    pub invoice_no: InvoiceNo,
    pub closed: Option<Closure>,
    pub settled_amount: Money,
    pub settled_on: Option<Day>,
}

/// Changes locked bills that no payment of the portal holds.
pub async fn update_bills(db: &mut PgConnection, bills: &[ChangedBill]) -> sqlx::Result<()> {
    if bills.is_empty() {
        return Ok(());
    }
    // The trigger of changed bills would note their accounts again.
    sqlx::query!("set local gridbill.settling = 'on'").execute(&mut *db).await?;
    sqlx::query!(
        "update bill b
         set closed = g.closed, disable_payment = g.closed is not null and g.closed <> 'paidElsewhere',
             status = case when g.closed = 'paidElsewhere' then 4 else 1 end, settled_amount = g.settled_amount,
             settled_on = g.settled_on
         from unnest($1::text[], $2::text[], $3::numeric[], $4::date[]) as g (invoice_no, closed, settled_amount, settled_on)
         where b.invoice_no = g.invoice_no",
        &bills.iter().map(|bill| bill.invoice_no.to_string()).collect::<Vec<_>>(),
        &bills.iter().map(|bill| bill.closed.map(|closed| closed.name().to_owned())).collect::<Vec<_>>()
            as &[Option<String>],
        &bills.iter().map(|bill| bill.settled_amount.decimal()).collect::<Vec<_>>(),
        &bills.iter().map(|bill| bill.settled_on.map(Day::date)).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("set local gridbill.settling = ''").execute(db).await.map(drop)
}

/// Raises a case for each settlement of a bill that the portal's payment had paid, and withdraws open cases whose money did not
/// come twice after all.
pub async fn raise_cases(
    db: &mut PgConnection,
    settlements: &[String],
    twice: &[(String, InvoiceNo, Money)],
    now: Instant,
) -> sqlx::Result<()> {
    let numbers: Vec<String> = twice.iter().map(|(number, ..)| number.clone()).collect();
    sqlx::query!(
        "with gone as (
             select alert_id from fpx_alert
             where reason = 'paidElsewhere' and order_no = any($1) and order_no <> all($2) and settled_at is null
         ), proposals as (delete from late_proposal where alert_id in (select alert_id from gone))
         delete from fpx_alert where alert_id in (select alert_id from gone)",
        settlements,
        &numbers,
    )
    .execute(&mut *db)
    .await?;
    if twice.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into fpx_alert (at, order_no, reason, value, amount, payment_id)
         select $4, g.settlement_no, 'paidElsewhere', g.settlement_no, g.amount, i.payment_id
         from unnest($1::text[], $2::text[], $3::numeric[]) as g (settlement_no, invoice_no, amount)
         join payment_item i on i.invoice_no = g.invoice_no and i.live
         on conflict (order_no, reason, value) do nothing",
        &numbers,
        &twice.iter().map(|(_, invoice_no, _)| invoice_no.to_string()).collect::<Vec<_>>(),
        &twice.iter().map(|(.., amount)| amount.decimal()).collect::<Vec<_>>(),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns which of the bulk accounts have a webhook that receives settled bills.
pub async fn with_webhook(db: &mut PgConnection, bulk_ids: &[String]) -> sqlx::Result<Vec<BulkId>> {
    sqlx::query_scalar!(
        r#"select distinct bulk_id as "bulk_id: BulkId" from webhook
           where bulk_id = any($1) and deleted_at is null and $2 = any(events)"#,
        bulk_ids,
        WebhookEventType::BillsSettled.code(),
    )
    .fetch_all(db)
    .await
}

/// Deletes the oldest notes of accounts whose settlements must be allocated again, and returns their accounts.
pub async fn take_due(db: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<String>> {
    let accounts = sqlx::query_scalar!(
        "delete from settlement_due where due_id in (
             select due_id from settlement_due order by due_id limit $1 for update skip locked)
         returning account_no",
        limit,
    )
    .fetch_all(db)
    .await?;
    let mut accounts: Vec<String> = accounts;
    accounts.sort_unstable();
    accounts.dedup();
    Ok(accounts)
}

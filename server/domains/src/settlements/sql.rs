//! Queries of settlements.

use gridbill_core::bills::Closure;
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, TransactionNo};
use gridbill_core::settlements::{Carried, Delivered, HeldBy, Part, SettleableBill, SettlementMethod, carried_amount};
use gridbill_core::webhooks::WebhookEventType;
use gridbill_core::{Day, Instant, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::settle::{Twice, Wanted};

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

/// Locks accounts, and all their bills by number, before bills of theirs are stored.
pub async fn lock(db: &mut PgConnection, accounts: &[String]) -> sqlx::Result<()> {
    if accounts.is_empty() {
        return Ok(());
    }
    lock_accounts(db, accounts).await?;
    sqlx::query!("select from bill where account_no = any($1) order by invoice_no for no key update", accounts)
        .execute(db)
        .await
        .map(drop)
}

/// A bill that a settlement names.
struct Named {
    invoice_no: String,
    account_no: String,
}

/// The bills and settlements to read. A number in a row of one account never reaches a bill or a settlement of another.
pub struct Scope {
    /// Accounts of which all bills and settlements are read.
    pub whole: Vec<String>,
    /// The bills that settlements name, and the account of each.
    pub named: Vec<String>,
    pub named_accounts: Vec<String>,
}

/// Returns the bills that are concerned. A bill that settlements name is settled with those of the account that the same payment
/// of the portal holds, unless its account has a settlement without a number, whose use depends on all bills, or a bill that may
/// contain others.
pub async fn scope(db: &mut PgConnection, wanted: &Wanted, can_carry: bool) -> sqlx::Result<Scope> {
    let whole = sqlx::query_scalar!(
        r#"select account_no as "account_no!" from unnest($1::text[]) as g (account_no)
           where $2 or exists (select from settlement s
                               where s.account_no = g.account_no and s.invoice_no is null)
              or exists (select from bill b
                         where b.account_no = g.account_no
                           and ($3 and b.outstanding_amount <> 0 or b.carried_to is not null))"#,
        &wanted.accounts,
        wanted.has_new_bills,
        can_carry,
    )
    .fetch_all(&mut *db)
    .await?;
    let named = match &wanted.delivered {
        Some(delivered) => {
            sqlx::query_as!(
                Named,
                r#"select distinct s.invoice_no as "invoice_no!", s.account_no
                   from settlement d join settlement s on s.account_no = d.account_no
                                                      and s.settlement_no in (d.settlement_no, d.reversal_of)
                   where d.settlement_no = any($1) and s.invoice_no is not null"#,
                delivered,
            )
            .fetch_all(&mut *db)
            .await?
        }
        None => {
            sqlx::query_as!(
                Named,
                r#"select distinct invoice_no as "invoice_no!", account_no from settlement
                   where account_no = any($1) and invoice_no is not null"#,
                &wanted.accounts,
            )
            .fetch_all(&mut *db)
            .await?
        }
    };
    let (named, named_accounts): (Vec<_>, Vec<_>) =
        named.into_iter().map(|one| (one.invoice_no, one.account_no)).unzip();
    let with_paid = with_paid_together(db, &named, &named_accounts).await?;
    let (named, named_accounts) = with_paid.into_iter().map(|one| (one.invoice_no, one.account_no)).unzip();
    Ok(Scope { whole, named, named_accounts })
}

/// Adds the bills of the same account that the same payment of the portal holds: its booking may name one of them for all. They are
/// found by account, because a payment may hold ten thousand bills.
async fn with_paid_together(db: &mut PgConnection, named: &[String], accounts: &[String]) -> sqlx::Result<Vec<Named>> {
    sqlx::query_as!(
        Named,
        r#"with named as materialized (select * from unnest($1::text[], $2::text[]) as n (invoice_no, account_no)),
                held as materialized (select n.account_no, i.payment_id from named n
                                      join payment_item i on i.invoice_no = n.invoice_no and i.live)
           select invoice_no as "invoice_no!", account_no as "account_no!" from named
           union
           select b.invoice_no, h.account_no from held h join bill b on b.account_no = h.account_no
           where (select i.payment_id from payment_item i where i.invoice_no = b.invoice_no and i.live) = h.payment_id"#,
        named,
        accounts,
    )
    .fetch_all(db)
    .await
}

/// What the tables say of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStanding {
    pub closed: Option<Closure>,
    pub settled_amount: Money,
    pub settled_on: Option<Day>,
    pub carried: Option<Carried>,
    pub contained: Money,
}

/// A locked bill.
pub struct LockedBill {
    pub bill: SettleableBill,
    pub is_stopped: bool,
    pub is_reported: bool,
    pub now: StoredStanding,
}

impl LockedBill {
    /// Whether a payment of the portal has paid the bill.
    pub fn is_paid_by_portal(&self) -> bool {
        self.bill.payment.as_ref().is_some_and(|payment| payment.paid_on.is_some())
    }
}

/// Locks bills by number, and reads them with the payments that hold them. Two statements: one that waits for a lock does not see
/// the payment that the other transaction made. Bills are joined with what is named: `= any` compares each with all in a prepared
/// statement, which takes a second for ten thousand.
pub async fn lock_bills(db: &mut PgConnection, scope: &Scope) -> sqlx::Result<Vec<(AccountNo, LockedBill)>> {
    let locked = sqlx::query_scalar!(
        "select invoice_no from bill
         where invoice_no in (
             select b.invoice_no from unnest($1::text[], $2::text[]) as n (invoice_no, account_no)
             join bill b using (invoice_no, account_no)
             union select invoice_no from bill where account_no = any($3))
         order by invoice_no for no key update",
        &scope.named,
        &scope.named_accounts,
        &scope.whole,
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        r#"select b.account_no as "account_no: AccountNo", b.bulk_id as "bulk_id: BulkId", b.invoice_no as "invoice_no: InvoiceNo",
                  b.invoice_date as "invoice_date: Day", b.extraction_date as "extraction_date: Day", b.due_date as "due_date: Day",
                  b.current_charge as "current_charge: Money", b.outstanding_amount as "outstanding_amount: Money",
                  b.total_amount_payable as "total: Money", bill_counts(b.e_invoice_status) as "is_counted!",
                  b.stop_reason is not null as "is_stopped!", b.reported_by is not null as "is_reported!",
                  b.closed as "closed: Closure", b.settled_amount as "settled_amount: Money",
                  b.settled_on as "settled_on: Day", b.carried_to as "carried_to: InvoiceNo",
                  b.carried_amount as "carried_amount: Money", b.contained as "contained: Money",
                  p.transaction_no as "transaction_no?: TransactionNo",
                  case when payment_is_paid(b.status) then r.at end as "paid_at?: Instant",
                  (select min(d.decided_at) from fpx_alert a join late_decision d using (alert_id)
                   where a.order_no = b.invoice_no and a.reason = 'paidAndCarried') as "given_back_at: Instant"
           from bill b
           left join payment_item i on i.invoice_no = b.invoice_no and i.live
           left join payment p on p.payment_id = i.payment_id
           left join receipt r on r.payment_id = i.payment_id
           where b.invoice_no = any($1)"#,
        &locked,
    )
    .map(|row| {
        let paid_on = row.paid_at.map(Day::at);
        let bill = SettleableBill {
            invoice_no: row.invoice_no,
            bulk_id: row.bulk_id,
            invoice_date: row.invoice_date,
            extraction_date: row.extraction_date,
            due_date: row.due_date,
            total: row.total,
            carries: carried_amount(row.current_charge, row.outstanding_amount, row.total),
            is_counted: row.is_counted,
            payment: row.transaction_no.map(|transaction_no| HeldBy {
                transaction_no,
                paid_on,
                given_back_on: row.given_back_at.map(Day::at),
            }),
        };
        let now = StoredStanding {
            closed: row.closed,
            settled_amount: row.settled_amount,
            settled_on: row.settled_on,
            carried: row.carried_to.zip(row.carried_amount).map(|(to, amount)| Carried { to, amount }),
            contained: row.contained,
        };
        let locked = LockedBill { bill, is_stopped: row.is_stopped, is_reported: row.is_reported, now };
        (row.account_no, locked)
    })
    .fetch_all(db)
    .await
}

/// Loads the settlements of the bills and accounts, with those that take them back. A reversal belongs to what it takes back,
/// whichever bill it names; it is loaded by itself while it waits for that.
pub async fn settlements(db: &mut PgConnection, scope: &Scope) -> sqlx::Result<Vec<(AccountNo, Delivered)>> {
    sqlx::query!(
        r#"with own as materialized (
               select s.settlement_no, s.account_no from unnest($1::text[], $2::text[]) as n (invoice_no, account_no)
               join settlement s using (invoice_no, account_no)
               where s.reversal_of is null
                  or not exists (select from settlement t where t.settlement_no = s.reversal_of and t.account_no = s.account_no
                                                            and t.reversal_of is null)
               union select settlement_no, account_no from settlement where account_no = any($3)
           )
           select s.account_no as "account_no: AccountNo", s.settlement_no, s.invoice_no as "invoice_no: InvoiceNo",
                  s.method as "method: SettlementMethod", s.paid_on as "paid_on: Day", s.amount as "amount: Money",
                  s.reversal_of, s.reference,
                  coalesce(d.amount, case when l.at is not null then s.amount end) as "given_back?: Money",
                  coalesce(d.decided_at, l.at) as "given_back_at?: Instant"
           from settlement s
           left join (fpx_alert a join late_decision d using (alert_id))
               on a.order_no = s.settlement_no and a.reason = 'paidElsewhere'
           left join lateral (select given_back_late(s.account_no, s.reference) as at
                              where s.reversal_of is null and btrim(s.reference) like 'P%') l on true
           where s.settlement_no in (
               select settlement_no from own
               union select r.settlement_no from own o join settlement r on r.account_no = o.account_no
                                                                        and r.reversal_of = o.settlement_no)"#,
        &scope.named,
        &scope.named_accounts,
        &scope.whole,
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
            given_back: row.given_back.unwrap_or_default(),
            given_back_on: row.given_back_at.map(Day::at),
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
         select g.settlement_no, g.place, case when b.invoice_no is null or g.state = 'unmatched' then e.bulk_id else b.bulk_id end,
                g.account_no,
                g.invoice_no, s.paid_on, g.amount, g.state
         from unnest($1::text[], $2::smallint[], $3::text[], $4::text[], $5::numeric[], $6::text[])
              as g (settlement_no, place, account_no, invoice_no, amount, state)
         join settlement s using (settlement_no)
         left join bill b on b.invoice_no = g.invoice_no and b.account_no = g.account_no
         left join electricity_account e on e.account_no = s.account_no and e.bulk_id = s.bulk_id
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

/// Changes locked bills. A bill that a payment of the portal holds keeps its status.
pub async fn update_bills(db: &mut PgConnection, bills: &[(&LockedBill, StoredStanding)]) -> sqlx::Result<()> {
    if bills.is_empty() {
        return Ok(());
    }
    // The trigger of changed bills would note their accounts again.
    sqlx::query!("set local gridbill.settling = 'on'").execute(&mut *db).await?;
    let carried = |(_, now): &(&LockedBill, StoredStanding)| now.carried.clone();
    sqlx::query!(
        "update bill b
         set closed = g.closed,
             disable_payment = case when g.is_held then b.disable_payment else closure_disables_payment(g.closed) end,
             status = case when g.is_held then b.status when g.closed in ('paidElsewhere', 'carried') then 4 else 1 end,
             settled_amount = g.settled_amount, settled_on = g.settled_on, carried_to = g.carried_to,
             carried_amount = g.carried_amount, contained = g.contained
         from unnest($1::text[], $2::boolean[], $3::text[], $4::numeric[], $5::date[], $6::text[], $7::numeric[], $8::numeric[])
              as g (invoice_no, is_held, closed, settled_amount, settled_on, carried_to, carried_amount, contained)
         where b.invoice_no = g.invoice_no",
        &bills.iter().map(|(bill, _)| bill.bill.invoice_no.to_string()).collect::<Vec<_>>(),
        &bills.iter().map(|(bill, _)| bill.bill.payment.is_some()).collect::<Vec<_>>(),
        &bills.iter().map(|(_, now)| now.closed.map(|closed| closed.name().to_owned())).collect::<Vec<_>>()
            as &[Option<String>],
        &bills.iter().map(|(_, now)| now.settled_amount.decimal()).collect::<Vec<_>>(),
        &bills.iter().map(|(_, now)| now.settled_on.map(Day::date)).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
        &bills.iter().map(|one| carried(one).map(|carried| carried.to.to_string())).collect::<Vec<_>>()
            as &[Option<String>],
        &bills.iter().map(|one| carried(one).map(|carried| carried.amount.decimal())).collect::<Vec<_>>()
            as &[Option<Decimal>],
        &bills.iter().map(|(_, now)| now.contained.decimal()).collect::<Vec<_>>(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("set local gridbill.settling = ''").execute(db).await.map(drop)
}

/// Raises a case for money that came twice, and withdraws open cases whose money did not come twice after all. An open case whose
/// amount is another now loses its proposal. `looked_at` are the settlements and bills whose cases are known now.
pub async fn raise_cases(
    db: &mut PgConnection,
    looked_at: &[String],
    twice: &[Twice],
    now: Instant,
) -> sqlx::Result<()> {
    let text = |field: fn(&Twice) -> &str| twice.iter().map(|one| field(one).to_owned()).collect::<Vec<String>>();
    let (of, values) = (text(|one| &one.of), text(|one| &one.value));
    sqlx::query!(
        "with gone as (
             select alert_id from fpx_alert
             where reason in ('paidElsewhere', 'paidAndCarried') and order_no = any($1) and settled_at is null
               and (order_no, value) not in (select * from unnest($2::text[], $3::text[]))
               -- The newer bill left the company with its account. What the company paid of it is still given back.
               and not exists (select from bill b join bill n on n.account_no = b.account_no
                               where reason = 'paidAndCarried' and b.invoice_no = order_no and n.invoice_no = value
                                 and b.bulk_id is distinct from n.bulk_id
                                 and n.outstanding_amount <> 0 and bill_counts(n.e_invoice_status))
             order by alert_id for update
         ), proposals as (delete from late_proposal where alert_id in (select alert_id from gone))
         delete from fpx_alert where alert_id in (select alert_id from gone)",
        looked_at,
        &of,
        &values,
    )
    .execute(&mut *db)
    .await?;
    if twice.is_empty() {
        return Ok(());
    }
    let amounts: Vec<Decimal> = twice.iter().map(|one| one.amount.decimal()).collect();
    sqlx::query!(
        "with changed as (
             update fpx_alert a set amount = g.amount
             from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as g (of, reason, value, amount)
             where a.order_no = g.of and a.reason = g.reason and a.value = g.value and a.settled_at is null
               and a.amount is distinct from g.amount
             returning a.alert_id
         )
         delete from late_proposal where alert_id in (select alert_id from changed)",
        &of,
        &text(|one| one.reason.code()),
        &values,
        &amounts,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into fpx_alert (at, order_no, reason, value, amount, payment_id)
         select $6, g.of, g.reason, g.value, g.amount, i.payment_id
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $7::date[])
              as g (of, reason, value, invoice_no, amount, paid_on)
         join payment_item i on i.invoice_no = g.invoice_no and i.live
         -- What came twice before the take-over was decided by the other portal.
         join payment p on p.payment_id = i.payment_id
                       and (p.taken_over_at is null or g.paid_on >= (p.taken_over_at at time zone 'Asia/Kuala_Lumpur')::date)
         -- The payment of a bill is given back once, also if the bill that contains it is replaced by another.
         where not exists (select from fpx_alert a where a.order_no = g.of and a.reason = g.reason and a.settled_at is not null)
           -- The booking of a late receipt that officers gave back as such.
           and not exists (select from settlement s where s.settlement_no = g.of and g.reason = 'paidElsewhere'
                                                      and given_back_late(s.account_no, s.reference) is not null)
         on conflict (order_no, reason, value) do nothing",
        &of,
        &text(|one| one.reason.code()),
        &values,
        &text(|one| one.invoice_no.as_str()),
        &amounts,
        now.utc(),
        &twice.iter().map(|one| one.paid_on.map(Day::date)).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
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

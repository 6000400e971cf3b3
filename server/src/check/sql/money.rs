//! Queries of money that banks confirmed, and of money that awaits a decision.

use futures::stream::BoxStream;
use gridbill_core::number::TransactionNo;
use gridbill_core::{Day, Money};
use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 4: the amount credited equals the amount received.
pub async fn money(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            4,
            "paid FPX payments are those that banks confirmed, to the sen; a confirmation that came too late has its alert",
            "select p.transaction_no || ' at ' || p.status || ' over ' || p.amount || ', confirmed '
                      || coalesce(m.amount::text, 'nothing') as what, count(*) over () as of
               from payment p
               left join fpx_request r using (payment_id)
               left join (select order_no, sum(confirmed_amount) as amount from fpx_message
                          where confirmed_amount is not null group by order_no) m using (order_no)
               where (p.method = 'FPX' and payment_is_paid(p.status) and m.amount is distinct from p.amount
                      and p.taken_over_at is null)
                  or (not payment_is_paid(p.status) and m.amount is not null
                      and not exists (select from fpx_alert a where a.order_no = r.order_no and a.reason = 'lateApproval'))
                  or (p.method = 'FPX' and p.taken_over_at is null) <> (r.payment_id is not null)
               limit 10"
        ),
        broken!(
            db,
            4,
            "every confirmation is of a payment that we made",
            "select 'order ' || m.order_no as what, count(*) over () as of
               from fpx_message m left join fpx_request r using (order_no)
               where m.confirmed_amount is not null and r.order_no is null limit 10"
        ),
        broken!(
            db,
            4,
            "what is credited is what posted payments were paid too much, to one of their accounts",
            "select p.transaction_no || ' at ' || p.status || ', over ' || coalesce(p.reconcile_amount::text, '0')
                      || ', credited ' || coalesce(c.amount::text, 'nothing') as what, count(*) over () as of
               from payment p left join account_credit c on c.payment_id = p.payment_id and c.alert_id is null
               where c.amount is distinct from case when payment_is_paid(p.status) and p.reconcile_type = 2 then p.reconcile_amount end
                  or (c.payment_id is not null
                      and (c.account_no is distinct from p.credit_account_no
                           or not exists (select from payment_item i
                                          where i.payment_id = p.payment_id and i.account_no = c.account_no)))
               limit 10"
        ),
        broken!(
            db,
            4,
            "late money is dealt with by one decision, over all of it: its bills are paid, an account is credited, or it was refunded",
            "select 'order ' || a.order_no || ' as ' || a.value || ', RM ' || coalesce(a.amount, p.amount) || ': '
                      || coalesce(d.way || ' RM ' || d.amount, 'no decision') as what, count(*) over () as of
               from fpx_alert a left join fpx_request r using (order_no)
               join payment p on p.payment_id = coalesce(a.payment_id, r.payment_id)
               left join late_decision d using (alert_id) left join account_credit c on c.alert_id = a.alert_id
               where case when is_late_money(a.reason) then
                         (a.settled_at is null) <> (d.alert_id is null)
                         or d.amount is distinct from case when d.alert_id is not null then coalesce(a.amount, p.amount) end
                         or d.payment_id is distinct from case when d.alert_id is not null then p.payment_id end
                         or (d.way = 'bills' and not payment_is_paid(p.status))
                         or (d.way is not distinct from 'account') <> (c.alert_id is not null)
                         or (c.alert_id is not null
                             and (c.payment_id, c.account_no, c.amount) <> (d.payment_id, d.account_no, d.amount))
                     else d.alert_id is not null or c.alert_id is not null end
               limit 10"
        ),
        broken!(
            db,
            11,
            "each decision about late money has its fact, and each such fact its decision",
            // Both sides are counted for all payments at once: the view has no index by payment.
            "select p.transaction_no || ' has ' || coalesce(d.times, 0) || ' decisions and ' || coalesce(f.times, 0)
                      || ' facts' as what, count(*) over () as of
               from (select payment_id, count(*) as times from late_decision group by 1) d
               full join (select payment_id, count(*) as times from payment_fact
                          where kind in ('LateToBills', 'LateToAccount', 'LateRefunded') group by 1) f using (payment_id)
               join payment p using (payment_id)
               where d.times is distinct from f.times limit 10"
        ),
        broken!(
            db,
            11,
            "each paid payment, and no other, has a receipt over what came",
            "select p.transaction_no || ' at ' || p.status || ' over ' || p.amount || ', receipt over '
                      || coalesce(r.amount::text, 'none') as what, count(*) over () as of
               from payment p left join receipt r using (payment_id)
               where r.amount is distinct from
                     case when payment_is_paid(p.status)
                          then p.amount + case p.reconcile_type when 2 then p.reconcile_amount else 0 end end
                  or (p.posted_at is not null) <> payment_is_paid(p.status)
               limit 10"
        ),
    ])
}

/// Invariant 4: the shares of a line never exceed its amount, and payments use exactly the money credited to them.
pub async fn bank_lines(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            4,
            "the shares of a line of a bank statement add up to its amount at most",
            "select string_agg(distinct p.transaction_no, ' and ') || ' take ' || sum(u.share) || ' of the line of ' || u.day
                      || ' over ' || u.amount as what, count(*) over () as of
               from bank_line_used u join payment p using (payment_id)
               group by u.statement_id, u.line, u.day, u.amount
               having sum(u.share) > u.amount limit 10"
        ),
        // With several numbers, an overpayment is counted by the amounts of the numbers, so it is left out here.
        broken!(
            db,
            4,
            "what a credited payment takes of lines, and counted before they came, is what its last submission brought",
            "select p.transaction_no || ' takes ' || taken.share || ' of lines and waits for ' || taken.awaited || ', and brought '
                      || brought.amount as what, count(*) over () as of
               from payment p
               cross join lateral (
                   select r.version, count(*) as numbers,
                          sum(r.amount) + case when p.reconcile_type = 2 then p.reconcile_amount else 0 end as amount
                   from payment_reference r where r.payment_id = p.payment_id
                   group by r.version order by r.version desc limit 1) brought
               cross join lateral (
                   select (select coalesce(sum(u.share), 0) from bank_line_used u
                           where u.payment_id = p.payment_id and u.version >= brought.version) as share,
                          (select coalesce(sum(a.amount), 0) from bank_money_awaited a
                           where a.payment_id = p.payment_id and a.version >= brought.version) as awaited) taken
               where (payment_is_being_posted(p.status) or payment_is_paid(p.status)) and taken.share > 0
                 and taken.share + taken.awaited <> brought.amount
                 and (brought.numbers = 1 or p.reconcile_type is distinct from 2)
               limit 10"
        ),
        broken!(
            db,
            4,
            "a line is used only for a payment that was accepted or reconciled by it",
            "select p.transaction_no || ' at ' || p.status || ', by the line of ' || u.day || ' over ' || u.amount as what,
                      count(*) over () as of
               from bank_line_used u join payment p using (payment_id)
               where not payment_is_live(p.status) or u.version > p.version limit 10"
        ),
    ])
}

/// A message that counted, with the request that it answers.
pub struct Confirmed {
    pub order_no: String,
    pub fields: serde_json::Value,
    pub raw: String,
    /// The confirmed amount, if it counted.
    pub amount: Option<Money>,
    pub key_id: Option<String>,
}

/// Late receipts that await a decision: money that the utility holds although it paid no bill.
pub struct UndecidedReceipt {
    pub what: String,
    pub of: i64,
    pub amount: Money,
}

/// Lists money that came after the portal had given up its payment, or came twice, and that is not decided yet.
pub async fn money_that_waits(db: &mut PgConnection) -> sqlx::Result<Vec<UndecidedReceipt>> {
    sqlx::query_as!(
        UndecidedReceipt,
        r#"select order_no || ' as ' || value || ', RM ' || coalesce(amount, 0) as "what!", count(*) over () as "of!",
                  coalesce(sum(amount) over (), 0) as "amount!: Money"
           from fpx_alert where settled_at is null and is_late_money(reason)
           order by at, alert_id limit 10"#,
    )
    .fetch_all(db)
    .await
}

pub fn confirmations(db: &mut PgConnection) -> BoxStream<'_, sqlx::Result<Confirmed>> {
    sqlx::query_as!(
        Confirmed,
        r#"select r.order_no, r.fields, m.raw, m.confirmed_amount as "amount: Money", m.key_id
           from fpx_message m join fpx_request r using (order_no)
           where m.confirmed_amount is not null or m.verdict in ('applied', 'late')"#,
    )
    .fetch(db)
}

/// Money that was counted for a payment before its line came.
pub struct CountedPayment {
    pub transaction_no: TransactionNo,
    pub number_key: String,
    pub amount: Money,
    pub submitted: Day,
}

pub async fn counted_payments(db: &mut PgConnection) -> sqlx::Result<Vec<CountedPayment>> {
    sqlx::query_as!(
        CountedPayment,
        r#"select p.transaction_no as "transaction_no: TransactionNo", a.number_key, a.amount as "amount: Money",
                  a.day as "submitted: Day"
           from bank_money_awaited a join payment p using (payment_id) order by a.day, p.transaction_no"#,
    )
    .fetch_all(db)
    .await
}

/// An amount that several payments took or await, with their first and last day.
pub struct UsedAmount {
    pub amount: Money,
    pub from: Day,
    pub to: Day,
}

pub async fn used_amounts(db: &mut PgConnection) -> sqlx::Result<Vec<UsedAmount>> {
    sqlx::query_as!(
        UsedAmount,
        r#"select amount as "amount!: Money", min(day) as "from!: Day", max(day) as "to!: Day"
           from (select amount, day from bank_line_used union all select amount, day from bank_money_awaited) counted
           group by amount having count(*) > 1 order by amount"#,
    )
    .fetch_all(db)
    .await
}

//! The invariants as queries that return the violating rows. They repeat the rules of core and of the constraints in
//! SQL on purpose: code that checks itself would find nothing.

use gridbill_core::payments::Status;
use sqlx::postgres::PgArguments;
use sqlx::query::QueryAs;
use sqlx::{PgConnection, Postgres};

use super::{Counts, Finding};

/// A row that violates an invariant, described so that a person can look it up, and the number of such rows.
#[derive(sqlx::FromRow)]
struct Violation {
    what: String,
    of: i64,
}

fn found(number: u8, invariant: &'static str, rows: Vec<Violation>) -> Finding {
    let broken = rows.first().map_or(0, |row| row.of.unsigned_abs());
    Finding { number, invariant, rows: rows.into_iter().map(|row| row.what).collect(), broken }
}

/// Queries the first rows that violate an invariant. `.sqlx` does not describe these queries: all return a text and a
/// number.
#[expect(clippy::disallowed_methods, reason = "the tests of the check run every one of these queries")]
fn violations<'q>(sql: &'static str) -> QueryAs<'q, Postgres, Violation, PgArguments> {
    sqlx::query_as(sql)
}

/// Checks an invariant.
macro_rules! broken {
    ($db:expr, $number:literal, $invariant:literal, $sql:literal $(, $argument:expr)*) => {
        found($number, $invariant, violations($sql)$(.bind($argument))*.fetch_all(&mut *$db).await?)
    };
}

mod accounting;
mod approvals;
mod costs;
mod findings;
mod groups;
mod lines;
mod money;
mod people;
mod personal_data;
mod queries;
mod registrations;
mod tenants;
mod totals;
mod webhooks;

pub use accounting::accounting;
pub use approvals::approvals;
pub use costs::costs;
pub use findings::findings;
pub use groups::payment_groups;
pub use lines::{LinedBill, lined_bills};
pub use money::{
    Confirmed, CountedPayment, bank_lines, confirmations, counted_payments, money, money_that_waits, used_amounts,
};
pub use people::{independence, people, sessions};
pub use personal_data::personal_data;
pub use queries::queries;
pub use registrations::{registrations, repeated_companies};
pub use tenants::tenants;
pub use totals::totals;
pub use webhooks::webhooks;

pub async fn counts(db: &mut PgConnection) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select (select count(*) from bill) as "bills!", (select count(*) from payment) as "payments!",
                  (select count(*) from payment_item) as "items!", (select count(*) from fact) as "facts!",
                  (select count(*) from fpx_message) as "messages!",
                  (select count(*) from answered_call) as "answered!""#,
    )
    .fetch_one(db)
    .await
}

/// Checks what bills contain of earlier bills, and the statements of accounts.
pub async fn balances(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            6,
            "a bill contains what was open of the bills carried to it, and money that had paid no bill",
            "select 'invoice ' || coalesce(b.invoice_no, c.carried_to) || ' contains RM ' || coalesce(b.contained, 0)
                      || ', carried to it are RM ' || coalesce(c.amount, 0) as what, count(*) over () as of
               from bill b
               full join (select carried_to, sum(amount) as amount
                          from (select carried_to, carried_amount as amount from bill where carried_to is not null
                                union all
                                select invoice_no, -amount from settlement_part where state = 'carried') each
                          group by carried_to) c on c.carried_to = b.invoice_no
               where coalesce(b.contained, 0) <> coalesce(c.amount, 0)
                  or (c.carried_to is not null and b.contained is distinct from b.outstanding_amount)
               limit 10"
        ),
        broken!(
            db,
            6,
            "the statement of each account closes: what is open is what was billed less what was paid",
            "with moved as (
                 select b.bulk_id, b.account_no, i.amount as paid, b.carried_amount as carried
                 from bill b join payment_item i on i.invoice_no = b.invoice_no and i.live
                 join receipt r using (payment_id)
                 left join (select a.order_no from fpx_alert a join late_decision d using (alert_id)
                            where a.reason = 'paidAndCarried') returned on returned.order_no = b.invoice_no
                 where b.carried_to is not null and payment_is_paid(b.status) and returned.order_no is null
             ), line as (
                 select bulk_id, account_no, total_amount_payable - contained as booked,
                        case when payment_is_paid(status) then 0
                             else total_amount_payable - settled_amount - coalesce(carried_amount, 0) end as open
                 from bill
                 union all
                 select b.bulk_id, b.account_no, -i.amount, 0
                 from payment_item i join receipt r using (payment_id) join bill b using (invoice_no)
                 where i.live and payment_is_paid(b.status)
                 union all
                 select p.bulk_id, p.account_no, -p.amount, case when p.state in ('waits', 'unmatched') then -p.amount else 0 end
                 from settlement_part p join settlement s using (settlement_no)
                 where p.state in ('applied', 'waits', 'unmatched', 'carried') and s.reversal_of is null
                 union all
                 -- Both the portal's payment and the newer bill have the amount, until officers decide.
                 select bulk_id, account_no, 0, -carried from moved
                 union all
                 -- Decided: the payment left the account.
                 select b.bulk_id, b.account_no, i.amount, i.amount - b.carried_amount
                 from bill b join payment_item i on i.invoice_no = b.invoice_no and i.live
                 where b.carried_to is not null and payment_is_paid(b.status)
                   and exists (select from fpx_alert a join late_decision d using (alert_id)
                               where a.reason = 'paidAndCarried' and a.order_no = b.invoice_no)
             )
             select account_no || ' of ' || coalesce(bulk_id, 'none') || ': RM ' || sum(booked) || ' by the entries, RM '
                      || sum(open) || ' open' as what, count(*) over () as of
             from line
             -- The job `settle_bills` has these accounts before it.
             where account_no not in (select account_no from settlement_due)
             group by bulk_id, account_no having sum(booked) <> sum(open) limit 10"
        ),
    ])
}

/// Invariants 1, 6 and 9: the payment that holds a bill.
pub async fn bills(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            1,
            "a bill is in at most one live payment",
            "select 'invoice ' || i.invoice_no || ' is in ' || string_agg(p.transaction_no, ', ') as what,
                      count(*) over () as of
               from payment_item i join payment p using (payment_id)
               where i.live or payment_is_live(p.status)
               group by i.invoice_no having count(*) > 1 limit 10"
        ),
        broken!(
            db,
            1,
            "a payment holds its bills exactly while it is alive",
            "select p.transaction_no || ' at ' || p.status || ', invoice ' || i.invoice_no || ' is '
                      || case when i.live then 'held' else 'not held' end as what, count(*) over () as of
               from payment_item i join payment p using (payment_id)
               where i.live <> payment_is_live(p.status) limit 10"
        ),
        broken!(
            db,
            6,
            "a bill's status is that of the payment that holds it; when none does, it is paid elsewhere, carried or payment required",
            "select 'invoice ' || b.invoice_no || ' at ' || b.status || ', its payment at '
                      || coalesce(p.status::text, 'none') as what, count(*) over () as of
               from bill b
               left join (payment_item i join payment p on p.payment_id = i.payment_id
                                                       and payment_is_live(p.status)) using (invoice_no)
               where b.status <> coalesce(p.status, case when b.closed in ('paidElsewhere', 'carried') then $2 else $1 end) limit 10",
            Status::PaymentRequired as i16,
            Status::Paid as i16
        ),
        broken!(
            db,
            6,
            "a bill is paid elsewhere, or in part, by what its settlements come to",
            "select 'invoice ' || b.invoice_no || ': RM ' || b.settled_amount || ' settled, its settlements come to RM '
                      || coalesce(s.amount, 0) || ', ' || coalesce(b.closed, 'open') as what, count(*) over () as of
               from bill b
               full join (select invoice_no, sum(amount) as amount, max(paid_on) as paid_on from settlement_part
                          where state = 'applied' group by invoice_no) s using (invoice_no)
               where b.settled_amount is distinct from coalesce(s.amount, 0)
                  or (b.closed is not distinct from 'paidElsewhere')
                     <> (b.settled_amount > 0 and b.settled_amount = b.total_amount_payable and b.closed is distinct from 'carried')
                  or (b.closed is not distinct from 'partlyPaid')
                     <> (b.settled_amount > 0 and b.settled_amount < b.total_amount_payable and b.closed is distinct from 'carried')
                  or (b.closed = 'paidElsewhere' and b.settled_on is distinct from s.paid_on)
               limit 10"
        ),
        broken!(
            db,
            9,
            "the bills that a payment holds are of its bulk account, and of the account that they were",
            "select p.transaction_no || ' of ' || p.bulk_id || ', invoice ' || i.invoice_no || ' of '
                      || coalesce(b.bulk_id, 'none') as what, count(*) over () as of
               from payment_item i join payment p using (payment_id) left join bill b using (invoice_no)
               where (i.live and b.bulk_id is distinct from p.bulk_id) or b.account_no is distinct from i.account_no limit 10"
        ),
    ])
}

/// Invariant 2: amounts add up, to the sen.
pub async fn amounts(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            2,
            "a payment's amount and counts are those of its items",
            "select p.transaction_no || ' says ' || p.amount || ', its items ' || coalesce(i.amount, 0) as what,
                      count(*) over () as of
               from payment p
               left join (select payment_id, sum(amount) as amount, count(*) as invoices,
                                 count(distinct account_no) as accounts
                          from payment_item group by payment_id) i using (payment_id)
               where (p.amount, p.invoices, p.accounts) is distinct from (i.amount, i.invoices, i.accounts) limit 10"
        ),
        broken!(
            db,
            2,
            "the parts of a settlement come to its amount",
            "select 'settlement ' || s.settlement_no || ' of RM ' || s.amount || ': RM ' || coalesce(p.amount, 0) as what,
                      count(*) over () as of
               from settlement s
               left join (select settlement_no, sum(amount) as amount, sum(amount) filter (where state = 'reversed') as reversed
                          from settlement_part group by settlement_no) p using (settlement_no)
               left join (select r.reversal_of as settlement_no, r.account_no, sum(r.amount) as amount, sum(w.amount) as waiting
                          from settlement r
                          left join (select settlement_no, sum(amount) as amount from settlement_part group by settlement_no) w
                              using (settlement_no)
                          where r.reversal_of is not null group by r.reversal_of, r.account_no) back
                   on back.settlement_no = s.settlement_no and back.account_no = s.account_no and s.reversal_of is null
               -- A reversal has a part of what its settlement did not have.
               where coalesce(p.amount, 0) <> case
                         when exists (select from settlement o where o.settlement_no = s.reversal_of
                                                               and o.account_no = s.account_no and o.reversal_of is null)
                             then least(coalesce(p.amount, 0), s.amount)
                         else s.amount end
                  or s.reversal_of is null
                     and coalesce(p.reversed, 0) + coalesce(back.waiting, 0) <> coalesce(back.amount, 0)
               limit 10"
        ),
        broken!(
            db,
            2,
            "a held bill costs what its payment pays for it",
            "select p.transaction_no || ' pays ' || i.amount || ' of invoice ' || i.invoice_no || ' over '
                      || b.total_amount_payable as what, count(*) over () as of
               from payment_item i join payment p using (payment_id) join bill b using (invoice_no)
               where i.live and i.amount <> b.total_amount_payable limit 10"
        ),
        broken!(
            db,
            2,
            "reference numbers of EFT and cheques add up to the payment; FPX has none",
            "select p.transaction_no || ' over ' || p.amount || ' has references over ' || coalesce(r.amount, 0)
                      as what, count(*) over () as of
               from payment p
               left join (select payment_id, sum(amount) as amount from payment_reference where version = 1
                          group by payment_id) r using (payment_id)
               where coalesce(r.amount, 0) <> case when p.method = 'FPX' then 0 else p.amount end
                 and (p.taken_over_at is null or r.amount <> p.amount) limit 10"
        ),
        broken!(
            db,
            2,
            "a difference that was paid has its reference number",
            "select p.transaction_no || ', version ' || coalesce(e.version, r.version) || ': paid ' || coalesce(e.amount, 0)
                      || ', references over ' || coalesce(r.amount, 0) as what, count(*) over () as of
               from (select payment_id, version, sum(amount) as amount from payment_fact
                     where kind = 'DifferencePaid' group by payment_id, version) e
               full join (select payment_id, version, sum(amount) as amount from payment_reference where version > 1
                          group by payment_id, version) r using (payment_id, version)
               join payment p using (payment_id)
               where e.amount is distinct from r.amount limit 10"
        ),
        broken!(
            db,
            2,
            "paid is billed plus or minus the reconciliation",
            "select transaction_no || ': ' || amount || ' billed, ' || coalesce(paid_amount::text, 'nothing')
                      || ' paid, reconciliation ' || coalesce(reconcile_type || ' over ' || reconcile_amount, 'none')
                      as what, count(*) over () as of
               from payment
               where coalesce(paid_amount, amount)
                     <> amount + coalesce(case reconcile_type when 1 then -reconcile_amount
                                                              when 2 then reconcile_amount end, 0)
                  or (reconcile_type is null) <> (reconcile_amount is null) limit 10"
        ),
    ])
}

/// Invariants 3 and 11: each event of a payment is recorded once, without gaps.
pub async fn events(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            3,
            "a payment has exactly one beginning, and each event begins where the one before ended",
            "select p.transaction_no || ': ' || coalesce(e.broken, 'no events') as what, count(*) over () as of
               from payment p
               left join (
                   select payment_id, count(*) filter (where wrong) as wrong,
                          min(kind || ' from ' || coalesce(from_status::text, 'nothing')) filter (where wrong) as broken
                   from (select payment_id, kind, from_status,
                                from_status is distinct from
                                lag(to_status) over (partition by payment_id order by place) as wrong
                         from payment_fact) chained
                   group by payment_id
               ) e using (payment_id)
               where p.taken_over_at is null and (e.wrong is null or e.wrong > 0) limit 10"
        ),
        broken!(
            db,
            3,
            "a payment that was taken over has ended, and has no events of this portal",
            "select p.transaction_no || ' at ' || p.status || ', made on ' || p.requested_at as what,
                      count(*) over () as of
               from payment p
               left join (select payment_id, count(*) as times from payment_fact
                          where kind not in ('LateProposed', 'LateToAccount', 'LateRefunded') group by payment_id) f
                   using (payment_id)
               where p.taken_over_at is not null
                 and ((payment_is_live(p.status) and not payment_is_paid(p.status)) or p.version <> 1
                      or p.requested_by is not null or f.times > 0 or p.requested_at > p.taken_over_at)
               limit 10"
        ),
        broken!(
            db,
            11,
            "a payment stands where its last event left it",
            "select p.transaction_no || ' at ' || p.status || ' in version ' || p.version || ', its last event at '
                      || coalesce(e.to_status || ' in version ' || e.version, 'none') as what, count(*) over () as of
               from payment p
               left join (select distinct on (payment_id) payment_id, to_status, version
                          from payment_fact order by payment_id, place desc) e using (payment_id)
               where p.taken_over_at is null and (p.status, p.version) is distinct from (e.to_status, e.version)
               limit 10"
        ),
        // The key of notifications includes their time, which is the fact's time, so no user is notified twice of a
        // fact.
        broken!(
            db,
            11,
            "a notification has the time of its fact",
            "select 'notification ' || n.notification_id || ' at ' || n.notified_at || ', its fact at ' || f.happened_at as what,
                      count(*) over () as of
               from notification n join fact f using (fact_id) where n.notified_at <> f.happened_at limit 10"
        ),
        broken!(
            db,
            3,
            "each answered call that moves money has its event",
            "with call (person_id, endpoint, transaction_no, times) as (
                   select person_id, endpoint, convert_from(answer, 'UTF8')::jsonb -> 'Data' ->> 'transactionNo', count(*)
                   from answered_call
                   where endpoint in ('MakePayment', 'MakeReconciliationPaymentInsufficient',
                                      'MakeExcessiveReconciliationPayment', 'PaymentAccept', 'PaymentReject',
                                      'RequestReconciliation', 'TurnDownAcceptance', 'ResolveLateConfirmation')
                   group by 1, 2, 3
               )
               select c.endpoint || ' was answered ' || c.times || ' times with '
                      || coalesce(c.transaction_no, 'no number') || ', which has ' || e.times || ' such events' as what,
                      count(*) over () as of
               from call c
               cross join lateral (
                   select count(*) as times
                   from payment p join fact e on e.subject = 'payment:' || p.payment_id
                   where p.transaction_no = c.transaction_no and e.actor_id = c.person_id
                     and e.kind = any(case c.endpoint
                         when 'MakePayment' then '{PaymentSubmitted,FpxStarted}'::text[]
                         when 'MakeReconciliationPaymentInsufficient' then '{DifferencePaid}'
                         when 'MakeExcessiveReconciliationPayment' then '{CreditChosen}'
                         when 'PaymentAccept' then '{PaymentAccepted,AcceptanceProposed}'
                         when 'TurnDownAcceptance' then '{AcceptanceTurnedDown}'
                         when 'ResolveLateConfirmation' then '{LateProposed,LateToBills,LateToAccount,LateRefunded}'
                         when 'PaymentReject' then '{PaymentRejected}'
                         else '{InsufficientRequested,OverpaymentRequested}' end)
               ) e
               where c.times > e.times limit 10"
        ),
    ])
}

/// A transition that occurred, and how often.
pub struct Transition {
    pub method: String,
    pub from_status: Option<i16>,
    pub kind: String,
    pub to_status: i16,
    pub times: i64,
    pub example: String,
}

pub async fn transitions(db: &mut PgConnection) -> sqlx::Result<Vec<Transition>> {
    sqlx::query_as!(
        Transition,
        r#"select p.method, e.from_status, e.kind as "kind!", e.to_status as "to_status!", count(*) as "times!",
                  min(p.transaction_no) as "example!"
           from payment_fact e join payment p using (payment_id)
           group by p.method, e.from_status, e.kind, e.to_status"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of facts whose personal texts were erased. The chain is checked separately.
pub async fn erased_facts(db: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "facts!" from fact where actor_erased_by is not null or content_erased_by is not null"#
    )
    .fetch_one(db)
    .await
}

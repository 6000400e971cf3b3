//! Queries of payments by transfer or cheque that await approval.

use gridbill_core::bank_statements::AwaitedPayment;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::{PaymentMethod, ReconcileKind};
use gridbill_core::{Code, Day, Instant, Money};
use sqlx::PgExecutor;
use uuid::Uuid;

/// A payment with its last submission: the whole amount at first, a difference later.
pub struct AwaitingPayment {
    pub payment_id: Uuid,
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub company_name: String,
    pub version: i32,
    pub billed: Money,
    pub reconcile_type: Option<i16>,
    pub reconcile_amount: Option<Money>,
    /// The amounts of all requested reconciliations, by kind.
    pub insufficient: Vec<Money>,
    pub overpaid: Vec<Money>,
    pub requested_at: Instant,
    /// When the last submission was made; at first the payment itself.
    pub submitted_at: Instant,
    pub submitted_version: i32,
    pub method: PaymentMethod,
    pub bank_name: Option<String>,
    pub numbers: Vec<String>,
    pub submitted: Money,
    /// Another live or paid payment that uses one of these numbers.
    pub repeated_in: Option<TransactionNo>,
    /// Whether it awaits approval; otherwise it awaits only the line of money that was counted.
    pub awaits_approval: bool,
    /// Whether money of the last submission was counted.
    pub is_counted: bool,
    /// The money that was counted before its line came.
    pub awaited_money: Option<Money>,
    /// The officer who accepted it first, while a second officer must confirm.
    pub proposed_by: Option<String>,
}

impl AwaitingPayment {
    /// Converts the payment for core's comparison. Fails when the stored reconciliation has an unknown kind.
    pub fn awaited(&self) -> Result<AwaitedPayment, Code> {
        let kind = self.reconcile_type.map(ReconcileKind::from_type).transpose()?;
        Ok(AwaitedPayment {
            payment_no: self.transaction_no.to_string(),
            numbers: self.numbers.clone(),
            submitted: self.submitted,
            is_difference: self.submitted_version > 1,
            day: Day::at(self.submitted_at),
            billed: self.billed,
            previous: kind.zip(self.reconcile_amount),
            earlier: [(ReconcileKind::Insufficient, &self.insufficient), (ReconcileKind::Overpayment, &self.overpaid)]
                .into_iter()
                .flat_map(|(kind, amounts)| amounts.iter().map(move |amount| (kind, *amount)))
                .collect(),
            is_repeated: self.repeated_in.is_some(),
            is_settled: false,
        })
    }
}

/// Lists the payments that were accepted before their line came: with one of these numbers or payment numbers, or with this
/// amount in these days.
pub async fn accepted_for(
    db: impl PgExecutor<'_>,
    number_keys: &[String],
    amount: Money,
    (from, to): (Day, Day),
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select distinct a.payment_id from bank_money_awaited a join payment p using (payment_id)
         where a.number_key = any($1) or p.transaction_no = any($1) or (a.amount = $2 and a.day between $3 and $4)",
        number_keys,
        amount.decimal(),
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}

/// Lists the payments that await approval, and those with these ids.
pub async fn list_awaiting(db: impl PgExecutor<'_>, also: &[Uuid]) -> sqlx::Result<Vec<AwaitingPayment>> {
    sqlx::query_as!(
        AwaitingPayment,
        r#"select p.payment_id, p.transaction_no as "transaction_no: TransactionNo", p.bulk_id as "bulk_id: BulkId",
                  c.company_name, p.version, p.amount as "billed: Money", p.reconcile_type,
                  p.reconcile_amount as "reconcile_amount: Money",
                  array(select (f.data ->> 'missing')::numeric from fact f
                        where f.subject = 'payment:' || p.payment_id and f.kind = 'InsufficientRequested') as "insufficient!: Vec<Money>",
                  array(select (f.data ->> 'excess')::numeric from fact f
                        where f.subject = 'payment:' || p.payment_id and f.kind = 'OverpaymentRequested') as "overpaid!: Vec<Money>",
                  p.requested_at as "requested_at: Instant",
                  r.version as "submitted_version!", r.method as "method!: PaymentMethod", r.bank_name,
                  r.numbers as "numbers!", r.submitted as "submitted!: Money",
                  (select min(o.transaction_no) from payment_reference mine
                   join payment_reference theirs
                     on upper(ltrim(theirs.number, '0')) = upper(ltrim(mine.number, '0')) and theirs.payment_id <> mine.payment_id
                   join payment o on o.payment_id = theirs.payment_id
                   where mine.payment_id = p.payment_id and mine.version = r.version and payment_is_live(o.status)
                  ) as "repeated_in: TransactionNo",
                  coalesce((select max(f.happened_at) from fact f
                            where f.subject = 'payment:' || p.payment_id and f.kind = 'DifferencePaid'),
                           p.requested_at) as "submitted_at!: Instant",
                  payment_awaits_approval(p.status) as "awaits_approval!",
                  (exists (select from bank_line_used u where u.payment_id = p.payment_id and u.version >= r.version)
                   or exists (select from bank_money_awaited a where a.payment_id = p.payment_id and a.version >= r.version)
                  ) as "is_counted!",
                  (select sum(a.amount) from bank_money_awaited a where a.payment_id = p.payment_id) as "awaited_money: Money",
                  (select name from person where person_id = p.proposed_by) as proposed_by
           from payment p join bulk_account c using (bulk_id)
           cross join lateral (
               select version, min(method) as method, min(bank_name) as bank_name, array_agg(number order by place) as numbers,
                      sum(amount) as submitted
               from payment_reference where payment_id = p.payment_id group by version order by version desc limit 1) r
           where payment_awaits_approval(p.status) or p.payment_id = any($1)
           order by p.requested_at, p.transaction_no"#,
        also,
    )
    .fetch_all(db)
    .await
}

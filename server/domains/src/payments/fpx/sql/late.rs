//! Queries about late receipts.

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::payments::fpx::{LateWay, Resolution};
use gridbill_core::{Instant, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// The bills of a payment that had ended: how many there are, and how many its money can still pay, or has paid by its booking.
pub struct Bills {
    pub total: i64,
    pub unpaid: i64,
}

pub async fn bills(db: impl PgExecutor<'_>, late_id: i64) -> sqlx::Result<Bills> {
    sqlx::query_as!(
        Bills,
        r#"select count(*) as "total!",
                  count(*) filter (where b.bulk_id = p.bulk_id and b.total_amount_payable = i.amount
                                   and (bill_has_no_payment(b.status)
                                        or b.closed = 'paidElsewhere' and is_paid_by_booking(b.invoice_no, p.payment_id)))
                      as "unpaid!"
           from fpx_alert a left join fpx_request r using (order_no)
           join payment p on p.payment_id = coalesce(a.payment_id, r.payment_id)
           join payment_item i on i.payment_id = p.payment_id join bill b using (invoice_no)
           where a.alert_id = $1"#,
        late_id,
    )
    .fetch_one(db)
    .await
}

/// Lists the first 20 accounts of the payment that still belong to the bulk account.
pub async fn accounts(db: impl PgExecutor<'_>, late_id: i64) -> sqlx::Result<Vec<AccountNo>> {
    sqlx::query_scalar!(
        r#"select distinct i.account_no as "account_no: AccountNo"
           from fpx_alert a left join fpx_request r using (order_no)
           join payment p on p.payment_id = coalesce(a.payment_id, r.payment_id)
           join payment_item i on i.payment_id = p.payment_id
           join electricity_account e on e.account_no = i.account_no and e.bulk_id = p.bulk_id
           where a.alert_id = $1 order by 1 limit 20"#,
        late_id,
    )
    .fetch_all(db)
    .await
}

/// Finds the payment of a late receipt.
pub async fn payment_of(db: &mut PgConnection, late_id: i64) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        r#"select coalesce(a.payment_id, r.payment_id) as "payment_id!"
           from fpx_alert a left join fpx_request r using (order_no)
           where a.alert_id = $1 and is_late_money(a.reason)"#,
        late_id,
    )
    .fetch_optional(db)
    .await
}

/// A late receipt whose row is locked.
pub struct Late {
    /// FPX's own payment number.
    pub fpx_txn_id: String,
    pub amount: Money,
    pub is_settled: bool,
}

/// Locks a late receipt. The caller has locked its payment before. None if the money did not come twice after all.
pub async fn lock(db: &mut PgConnection, late_id: i64) -> sqlx::Result<Option<Late>> {
    sqlx::query_as!(
        Late,
        r#"select a.value as fpx_txn_id, coalesce(a.amount, p.amount) as "amount!: Money",
                  a.settled_at is not null as "is_settled!"
           from fpx_alert a left join fpx_request r using (order_no)
           join payment p on p.payment_id = coalesce(a.payment_id, r.payment_id)
           where a.alert_id = $1 for update of a"#,
        late_id,
    )
    .fetch_optional(db)
    .await
}

/// Whether all bills of a payment have the same amount and are still unpaid, or only the booking of this money has paid them. Locks
/// them by number. Uses `is not distinct from` because the bill of a removed account has no bulk account: `=` would give null, which
/// `bool_and` ignores.
pub async fn are_bills_free(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"with locked as materialized (
            select b.invoice_no, b.bulk_id, b.status, b.closed, b.total_amount_payable from bill b
            where b.invoice_no in (select invoice_no from payment_item where payment_id = $1)
            order by b.invoice_no for update
           )
           select coalesce(bool_and(b.bulk_id is not distinct from p.bulk_id and b.total_amount_payable = i.amount
                                    and (bill_has_no_payment(b.status)
                                         or b.closed = 'paidElsewhere' and is_paid_by_booking(b.invoice_no, $1))), false)
               as "are!"
           from payment p join payment_item i using (payment_id) left join locked b using (invoice_no)
           where p.payment_id = $1"#,
        payment_id,
    )
    .fetch_one(db)
    .await
}

/// Returns what the billing system has booked of a late approval, by the number of its payment.
pub async fn booked(db: &mut PgConnection, late_id: i64, payment_id: Uuid) -> sqlx::Result<Money> {
    sqlx::query_scalar!(
        r#"select coalesce((select booked_late($2) from fpx_alert where alert_id = $1 and reason = 'lateApproval'), 0)
               as "booked!: Money""#,
        late_id,
        payment_id,
    )
    .fetch_one(db)
    .await
}

/// Whether the account belongs to the bulk account now.
pub async fn is_account_of(db: &mut PgConnection, bulk_id: &BulkId, account_no: &AccountNo) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from electricity_account where bulk_id = $1 and account_no = $2) as "is!""#,
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_one(db)
    .await
}

/// A decision that one officer proposed and a second officer must confirm.
pub struct Proposal {
    way: LateWay,
    account_no: Option<AccountNo>,
    reference: Option<String>,
    pub by: Uuid,
}

impl Proposal {
    pub fn is_of(&self, resolution: &Resolution) -> bool {
        self.way == resolution.way()
            && self.account_no.as_ref() == resolution.account_no()
            && self.reference.as_deref() == resolution.reference()
    }
}

pub async fn proposal(db: &mut PgConnection, late_id: i64) -> sqlx::Result<Option<Proposal>> {
    sqlx::query_as!(
        Proposal,
        r#"select way as "way: LateWay", account_no as "account_no: AccountNo", reference, proposed_by as by
           from late_proposal where alert_id = $1"#,
        late_id,
    )
    .fetch_optional(db)
    .await
}

/// An officer's decision on a late receipt.
pub struct Decided<'a> {
    pub late_id: i64,
    pub bulk_id: &'a BulkId,
    pub payment_id: Uuid,
    pub amount: Money,
    pub resolution: &'a Resolution,
    pub by: Uuid,
    pub now: Instant,
}

/// Stores a proposal until a second officer confirms it; replaces an earlier proposal.
pub async fn propose(db: &mut PgConnection, decided: &Decided<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into late_proposal (alert_id, way, account_no, reference, proposed_by, proposed_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (alert_id) do update
         set way = excluded.way, account_no = excluded.account_no, reference = excluded.reference,
             proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at",
        decided.late_id,
        decided.resolution.way() as LateWay,
        decided.resolution.account_no().map(AccountNo::as_str),
        decided.resolution.reference(),
        decided.by,
        decided.now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Stores the decision and settles the alert. A booking of this money that arrives meanwhile is allocated again.
pub async fn decide(db: &mut PgConnection, decided: &Decided<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into late_decision (alert_id, payment_id, way, amount, account_no, reference, decided_by, decided_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        decided.late_id,
        decided.payment_id,
        decided.resolution.way() as LateWay,
        decided.amount.decimal(),
        decided.resolution.account_no().map(AccountNo::as_str),
        decided.resolution.reference(),
        decided.by,
        decided.now.utc(),
    )
    .execute(&mut *db)
    .await?;
    if let Some(account_no) = decided.resolution.account_no() {
        sqlx::query!(
            "insert into account_credit (bulk_id, payment_id, alert_id, account_no, amount, at)
             values ($1, $2, $3, $4, $5, $6)",
            decided.bulk_id.as_str(),
            decided.payment_id,
            decided.late_id,
            account_no.as_str(),
            decided.amount.decimal(),
            decided.now.utc(),
        )
        .execute(&mut *db)
        .await?;
    }
    // Also of accounts without a settlement: an import whose rows are not seen yet may be booking this money.
    sqlx::query!(
        "insert into settlement_due (account_no) select distinct account_no from payment_item where payment_id = $1",
        decided.payment_id,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from late_proposal where alert_id = $1", decided.late_id).execute(&mut *db).await?;
    sqlx::query!("update fpx_alert set settled_at = $2 where alert_id = $1", decided.late_id, decided.now.utc())
        .execute(db)
        .await
        .map(drop)
}

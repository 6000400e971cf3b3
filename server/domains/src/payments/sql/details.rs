//! Queries about one payment.

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, PaymentGroupNo, ProposalId, TransactionNo};
use gridbill_core::payments::{CreditAccount, PaymentMethod, Status, Transaction, VersionedReference};
use gridbill_core::{Instant, Money};
use serde_json::Value;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A stored payment, joined with its FPX request, receipt, officers and reminder.
pub struct FoundPayment {
    pub payment_id: Uuid,
    pub transaction: Transaction,
    pub version: i32,
    pub merchant_tran_id: Option<String>,
    pub fpx_transaction_id: Option<String>,
    pub fpx_transaction_time: Option<String>,
    pub bank_code: Option<String>,
    pub heard_code: Option<String>,
    pub credit_code: Option<String>,
    pub receipt_no: Option<String>,
    pub receipt_at: Option<Instant>,
    pub reconcile_type: Option<i16>,
    pub reconcile_amount: Option<Money>,
    pub credit_account_no: Option<AccountNo>,
    pub reminded_at: Option<Instant>,
    pub decided_by: Option<String>,
    pub decided_at: Option<Instant>,
    pub remark: Option<String>,
    /// The user who made it; `None` for a payment that was taken over.
    pub requested_by: Option<Uuid>,
    pub sent_at: Option<Instant>,
    pub heard_at: Option<Instant>,
    /// The proposal that was released as this payment.
    pub proposal_id: Option<ProposalId>,
    pub proposed_by: Option<Uuid>,
    pub proposer: Option<String>,
    pub proposed_at: Option<Instant>,
}

pub async fn payment(
    db: impl PgExecutor<'_>,
    bulk_id: Option<&BulkId>,
    number: &TransactionNo,
) -> sqlx::Result<Option<FoundPayment>> {
    let row = sqlx::query!(
        r#"select p.payment_id, p.transaction_no as "transaction_no: TransactionNo", p.bulk_id as "bulk_id: BulkId",
                  b.company_name, p.requested_at as "payment_date: Instant",
                  p.method as "payment_method: PaymentMethod", p.bank_name,
                  array(select r.number from payment_reference r where r.payment_id = p.payment_id
                        order by r.version, r.place) as "reference_numbers!",
                  p.amount as "transaction_amount: Money", p.paid_amount as "paid_amount: Money",
                  p.invoices::bigint as "total_invoices!", p.accounts::bigint as "total_accounts!",
                  coalesce(requester.name, p.taken_over_payer, '') as "requested_by!",
                  p.status as "status: Status", p.version,
                  p.taken_over_at as "taken_over_at: Instant",
                  f.order_no as "merchant_tran_id?", f.fpx_txn_id as "fpx_transaction_id?",
                  f.fpx_txn_time as "fpx_transaction_time?", f.heard_code as "heard_code?",
                  f.credit_code as "credit_code?", p.bank_code,
                  receipt.receipt_no as "receipt_no?", receipt.at as "receipt_at?: Instant", p.reconcile_type,
                  p.reconcile_amount as "reconcile_amount: Money",
                  p.credit_account_no as "credit_account_no: AccountNo", decider.name as "decided_by?",
                  p.decided_at as "decided_at: Instant", p.remark, p.requested_by as requester_id,
                  f.sent_at as "sent_at?: Instant", f.heard_at as "heard_at?: Instant", p.proposed_by,
                  p.group_no as "group_no: PaymentGroupNo", p.group_place,
                  (select g.payments from payment_group g where g.bulk_id = p.bulk_id and g.group_no = p.group_no) as group_payments,
                  (select a.proposal_id from proposal a where a.payment_id = p.payment_id) as "proposal_id: ProposalId",
                  proposer.name as "proposer?", p.proposed_at as "proposed_at: Instant", reminder.reminded_at as "reminded_at?: Instant"
           from payment p
           join bulk_account b using (bulk_id)
           left join person requester on requester.person_id = p.requested_by
           left join person decider on decider.person_id = p.decided_by
           left join person proposer on proposer.person_id = p.proposed_by
           left join fpx_request f using (payment_id)
           left join receipt using (payment_id)
           left join payment_reminder reminder on reminder.payment_id = p.payment_id and reminder.bulk_id = p.bulk_id
           where ($1::text is null or p.bulk_id = $1) and p.transaction_no = $2"#,
        bulk_id.map(BulkId::as_str),
        number.as_str(),
    );
    Ok(row.fetch_optional(db).await?.map(|row| FoundPayment {
        payment_id: row.payment_id,
        transaction: Transaction {
            transaction_no: row.transaction_no,
            e_bulk_payment_id: row.payment_id.to_string(),
            bulk_id: row.bulk_id,
            company_name: row.company_name,
            payment_date: row.payment_date,
            payment_method: row.payment_method,
            bank_name: row.bank_name,
            reference_numbers: row.reference_numbers,
            transaction_amount: row.transaction_amount,
            paid_amount: row.paid_amount,
            total_invoices: row.total_invoices,
            total_accounts: row.total_accounts,
            requested_by: row.requested_by,
            status: row.status,
            taken_over_at: row.taken_over_at,
            group_no: row.group_no,
            group_place: row.group_place,
            group_payments: row.group_payments,
        },
        version: row.version,
        merchant_tran_id: row.merchant_tran_id,
        fpx_transaction_id: row.fpx_transaction_id,
        fpx_transaction_time: row.fpx_transaction_time,
        bank_code: row.bank_code,
        heard_code: row.heard_code,
        credit_code: row.credit_code,
        receipt_no: row.receipt_no,
        receipt_at: row.receipt_at,
        reconcile_type: row.reconcile_type,
        reconcile_amount: row.reconcile_amount,
        credit_account_no: row.credit_account_no,
        reminded_at: row.reminded_at,
        decided_by: row.decided_by,
        decided_at: row.decided_at,
        remark: row.remark,
        requested_by: row.requester_id,
        sent_at: row.sent_at,
        heard_at: row.heard_at,
        proposed_by: row.proposed_by,
        proposal_id: row.proposal_id,
        proposer: row.proposer,
        proposed_at: row.proposed_at,
    }))
}

pub async fn references(db: impl PgExecutor<'_>, payment_id: Uuid) -> sqlx::Result<Vec<VersionedReference>> {
    sqlx::query_as!(
        VersionedReference,
        r#"select version, number, amount as "amount: Money", bank_name, method as "payment_method: PaymentMethod"
           from payment_reference where payment_id = $1 order by version, place"#,
        payment_id,
    )
    .fetch_all(db)
    .await
}

pub struct Happened {
    pub kind: String,
    pub data: Value,
    pub at: Instant,
    /// The user; `None` for a bank or the portal.
    pub actor_id: Option<Uuid>,
    pub by: String,
}

/// Lists the facts of a payment, oldest first.
pub async fn facts(db: impl PgExecutor<'_>, subject: &str) -> sqlx::Result<Vec<Happened>> {
    sqlx::query_as!(
        Happened,
        r#"select kind, data, happened_at as "at: Instant", actor_id, actor_name as by from fact
           where subject = $1 order by place"#,
        subject,
    )
    .fetch_all(db)
    .await
}

/// Lists the accounts of a customer's payment, each with its first invoice.
pub async fn credit_accounts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    payment_id: Uuid,
) -> sqlx::Result<Vec<CreditAccount>> {
    sqlx::query_as!(
        CreditAccount,
        r#"select min(i.invoice_no) as "invoice_no!: InvoiceNo", i.account_no as "account_no: AccountNo",
                  min(e.reference_id) as reference_id, sum(i.amount) as "amount!: Money"
           from payment p
           join payment_item i using (payment_id)
           left join electricity_account e on e.account_no = i.account_no and e.bulk_id = p.bulk_id
           where p.bulk_id = $1 and p.payment_id = $2
           group by i.account_no order by i.account_no"#,
        bulk_id.as_str(),
        payment_id,
    )
    .fetch_all(db)
    .await
}

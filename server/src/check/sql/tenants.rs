//! The tenants of parts of payments and statements. Each part stores its tenant, so that it stays with its bulk account
//! when data is split across databases (docs/capacity.md#one-primary-is-not-enough).

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 9: each part belongs to the same bulk account as its payment or statement.
pub async fn tenants(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![broken!(
        db,
        9,
        "what belongs to a payment or a statement is of its bulk account",
        "with whole as (
               select payment_id as id, transaction_no as name, bulk_id from payment
               union all select statement_id, 'statement ' || statement_id, bulk_id from statement
           ), part as (
               select payment_id as id, 'invoice ' || invoice_no as name, bulk_id from payment_item
               union all select payment_id, 'reference ' || number, bulk_id from payment_reference
               union all select payment_id, 'receipt ' || receipt_no, bulk_id from receipt
               union all select payment_id, 'credit of account ' || account_no, bulk_id from account_credit
               union all select payment_id, 'order ' || order_no, tenant from fpx_request
               union all select statement_id, 'recipient ' || email, bulk_id from statement_recipient
           )
           select w.name || ' of ' || w.bulk_id || ', ' || p.name || ' of ' || p.bulk_id as what, count(*) over () as of
           from part p join whole w using (id) where p.bulk_id <> w.bulk_id limit 10"
    )])
}

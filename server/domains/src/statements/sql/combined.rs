//! Queries of combined statements.

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, TransactionNo};
use gridbill_core::statements::{LedgerBill, LedgerCarried, LedgerCredit, LedgerPayment};
use gridbill_core::{Day, Instant, Money};
use sqlx::PgConnection;
use uuid::Uuid;

/// An account of a combined statement.
pub struct Member {
    pub account_no: AccountNo,
    pub reference_id: Option<String>,
}

pub async fn group_name(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select name from account_group where bulk_id = $1 and group_id = $2",
        bulk_id.as_str(),
        group_id
    )
    .fetch_optional(db)
    .await
}

pub async fn members(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Option<Uuid>,
    account_no: Option<&AccountNo>,
) -> sqlx::Result<Vec<Member>> {
    sqlx::query_as!(
        Member,
        r#"select m.account_no as "account_no!: AccountNo", e.reference_id
           from (select account_no from electricity_account
                 where bulk_id = $1 and ($2::uuid is null or group_id = $2)
                 union
                 select account_no from bill where bulk_id = $1 and $2::uuid is null
                 union
                 select c.account_no from account_credit c where c.bulk_id = $1 and $2::uuid is null) m
           left join electricity_account e on e.bulk_id = $1 and e.account_no = m.account_no
           where $3::text is null or m.account_no = $3
           order by m.account_no"#,
        bulk_id.as_str(),
        group_id,
        account_no.map(AccountNo::as_str),
    )
    .fetch_all(db)
    .await
}

/// Lists the bills of some accounts up to a day, each with the payment that paid it. The result matches the statement
/// of a single account.
pub async fn bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[String],
    last: Day,
) -> sqlx::Result<Vec<(AccountNo, LedgerBill)>> {
    sqlx::query!(
        r#"select b.account_no as "account_no: AccountNo", b.invoice_no as "invoice_no: InvoiceNo",
                  b.invoice_date as "day: Day", b.due_date as "due: Day", b.total_amount_payable as "amount: Money",
                  b.contained as "contained: Money",
                  b.carried_to as "carried_to: InvoiceNo", b.carried_amount as "carried_amount: Money",
                  n.invoice_date as "carried_on?: Day", bill_is_in_payment(b.status) as "is_in_payment!", p.transaction_no as "transaction_no?: TransactionNo",
                  p.at as "paid_at?: Instant",
                  returned.at as "returned_at?: Instant", p.amount as "paid?: Money"
           from bill b
           left join bill n on n.invoice_no = b.carried_to
           left join (select a.order_no, d.payment_id, d.decided_at as at
                      from fpx_alert a join late_decision d using (alert_id) where a.reason = 'paidAndCarried') returned
               on returned.order_no = b.invoice_no
           left join lateral (
               select p.transaction_no, r.at, i.amount
               from payment_item i
               join payment p using (payment_id)
               join receipt r using (payment_id)
               where i.invoice_no = b.invoice_no and i.live and p.bulk_id = $1 and payment_is_paid(p.status)
           ) p on true
           where b.bulk_id = $1 and b.account_no = any($2) and b.invoice_date <= $3
           order by b.account_no, b.invoice_date, b.invoice_no"#,
        bulk_id.as_str(),
        accounts,
        last.date(),
    )
    .map(|row| {
        let paid_by = row.transaction_no.zip(row.paid_at).zip(row.paid).map(|((transaction_no, at), amount)| LedgerPayment {
            transaction_no,
            day: Day::at(at),
            amount,
            references: Vec::new(),
            returned_on: row.returned_at.map(Day::at),
        });
        let carried = row.carried_to.zip(row.carried_on).zip(row.carried_amount);
        let carried = carried.map(|((to, day), amount)| LedgerCarried { to, day, amount });
        let bill = LedgerBill {
            invoice_no: row.invoice_no,
            day: row.day,
            due: row.due,
            amount: row.amount,
            contained: row.contained,
            carried,
            is_in_payment: row.is_in_payment,
            paid_by,
        };
        (row.account_no, bill)
    })
    .fetch_all(db)
    .await
}

/// Lists the credits of some accounts up to a day.
pub async fn credits(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[String],
    last: Day,
) -> sqlx::Result<Vec<(AccountNo, LedgerCredit)>> {
    sqlx::query!(
        r#"select c.account_no as "account_no: AccountNo", p.transaction_no as "transaction_no: TransactionNo",
                  c.at as "at: Instant", c.amount as "amount: Money"
           from payment p join account_credit c using (payment_id)
           where p.bulk_id = $1 and c.account_no = any($2) and c.at < $3
           order by c.account_no, c.at, p.transaction_no"#,
        bulk_id.as_str(),
        accounts,
        last.plus_days(1).begins().utc(),
    )
    .map(|row| {
        (row.account_no, LedgerCredit { transaction_no: row.transaction_no, day: Day::at(row.at), amount: row.amount })
    })
    .fetch_all(db)
    .await
}

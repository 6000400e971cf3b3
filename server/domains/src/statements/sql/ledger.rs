//! Queries of a statement's data.

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, ReferenceId, TransactionNo};
use gridbill_core::statements::{
    Ledger, LedgerBill, LedgerCarried, LedgerCredit, LedgerPayment, LedgerReversal, LedgerSettlement,
};
use gridbill_core::{Day, Instant, Money};
use sqlx::PgConnection;

use crate::documents::statement::Account;

/// Loads all bills and credits of an account up to a day, within a bulk account or, with `None`, for an account in
/// none. A payment counts from the day of its receipt.
pub async fn ledger(
    db: &mut PgConnection,
    bulk_id: Option<&BulkId>,
    account_no: &AccountNo,
    last: Day,
) -> sqlx::Result<Ledger> {
    let bills = sqlx::query!(
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.invoice_date as "day: Day", b.due_date as "due: Day",
                  b.total_amount_payable as "amount: Money", b.contained as "contained: Money",
                  b.carried_to as "carried_to: InvoiceNo", b.carried_amount as "carried_amount: Money",
                  n.invoice_date as "carried_on?: Day", bill_is_in_payment(b.status) as "is_in_payment!",
                  p.transaction_no as "transaction_no?: TransactionNo", p.at as "paid_at?: Instant",
                  returned.at as "returned_at?: Instant",
                  p.amount as "paid?: Money", p.numbers as "numbers?"
           from bill b
           left join bill n on n.invoice_no = b.carried_to
           left join (select a.order_no, d.payment_id, d.decided_at as at
                      from fpx_alert a join late_decision d using (alert_id) where a.reason = 'paidAndCarried') returned
               on returned.order_no = b.invoice_no
           left join lateral (
               select p.transaction_no, r.at, i.amount,
                      array(select n.number from payment_reference n where n.payment_id = p.payment_id
                            order by n.version, n.place) as numbers
               from payment_item i
               join payment p using (payment_id)
               join receipt r using (payment_id)
               where i.invoice_no = b.invoice_no and i.live and p.bulk_id = $1 and payment_is_paid(p.status)
           ) p on true
           where b.bulk_id is not distinct from $1 and b.account_no = $2 and b.invoice_date <= $3
           order by b.invoice_date, b.invoice_no"#,
        bulk_id.map(BulkId::as_str),
        account_no.as_str(),
        last.date(),
    )
    .map(|row| LedgerBill {
        invoice_no: row.invoice_no,
        day: row.day,
        due: row.due,
        amount: row.amount,
        contained: row.contained,
        carried: row.carried_to.zip(row.carried_on).zip(row.carried_amount).map(|((to, day), amount)| LedgerCarried {
            to,
            day,
            amount,
        }),
        is_in_payment: row.is_in_payment,
        paid_by: row.transaction_no.zip(row.paid_at).zip(row.paid).map(|((transaction_no, at), amount)| {
            let returned_on = row.returned_at.map(Day::at);
            LedgerPayment {
                transaction_no,
                day: Day::at(at),
                amount,
                references: row.numbers.unwrap_or_default(),
                returned_on,
            }
        }),
    })
    .fetch_all(&mut *db)
    .await?;
    let credits = sqlx::query!(
        r#"select p.transaction_no as "transaction_no: TransactionNo", c.at as "at: Instant", c.amount as "amount: Money"
           from payment p join account_credit c using (payment_id)
           where p.bulk_id = $1 and c.account_no = $2 and c.at < $3
           order by c.at, p.transaction_no"#,
        bulk_id.map(BulkId::as_str),
        account_no.as_str(),
        last.plus_days(1).begins().utc(),
    )
    .map(|row| LedgerCredit { transaction_no: row.transaction_no, day: Day::at(row.at), amount: row.amount })
    .fetch_all(&mut *db)
    .await?;
    let settlements = settlements(db, bulk_id, std::slice::from_ref(&account_no.to_string()), last).await?;
    let settlements = settlements.into_iter().map(|(_, settlement)| settlement).collect();
    Ok(Ledger { bills, credits, settlements })
}

/// Lists the payments of some accounts outside the portal up to a day, without those of bills that the portal's payments have paid.
/// Officers decide about the latter. What the utility took back is divided among its reversals.
pub async fn settlements(
    db: &mut PgConnection,
    bulk_id: Option<&BulkId>,
    accounts: &[String],
    last: Day,
) -> sqlx::Result<Vec<(AccountNo, LedgerSettlement)>> {
    sqlx::query!(
        r#"select p.account_no as "account_no: AccountNo", p.settlement_no,
                  case when p.state in ('applied', 'carried') then p.invoice_no end as "invoice_no: InvoiceNo", p.paid_on as "day: Day",
                  r.settlement_no as "reversed_by?", r.paid_on as "reversed_on?: Day",
                  coalesce(r.amount, p.amount) as "amount!: Money", s.reference
           from settlement_part p join settlement s using (settlement_no)
           left join lateral (
               select r.settlement_no, r.paid_on,
                      least(r.amount, p.amount - sum(r.amount) over (order by r.paid_on, r.settlement_no) + r.amount) as amount
               from settlement r
               where p.state = 'reversed' and r.reversal_of = p.settlement_no and r.account_no = p.account_no
           ) r on r.amount > 0
           where p.bulk_id is not distinct from $1 and p.account_no = any($2) and p.paid_on <= $3
             and p.state in ('applied', 'waits', 'unmatched', 'reversed', 'carried') and s.reversal_of is null
           order by p.account_no, p.paid_on, p.settlement_no, p.place, r.paid_on, r.settlement_no"#,
        bulk_id.map(BulkId::as_str),
        accounts,
        last.date(),
    )
    .map(|row| {
        let settlement = LedgerSettlement {
            settlement_no: row.settlement_no,
            invoice_no: row.invoice_no,
            day: row.day,
            reversed: row.reversed_by.zip(row.reversed_on).map(|(settlement_no, day)| LedgerReversal { settlement_no, day }),
            amount: row.amount,
            reference: row.reference,
        };
        (row.account_no, settlement)
    })
    .fetch_all(db)
    .await
}

/// Loads the data about the account that the document shows.
pub async fn account_shown(db: &mut PgConnection, bulk_id: &BulkId, account_no: &AccountNo) -> sqlx::Result<Account> {
    sqlx::query_as!(
        Account,
        r#"select b.company_name as company, m.company_name as holder, m.tariff,
                  concat_ws(', ', nullif(m.premises_address, ''), nullif(concat_ws(' ', m.postal_code, m.city), ' ')) as "address!",
                  a.reference_id as "reference_id?: ReferenceId"
           from bulk_account b
           join account_master m on m.account_no = $2
           left join electricity_account a on a.account_no = m.account_no and a.bulk_id = b.bulk_id
           where b.bulk_id = $1"#,
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_one(db)
    .await
}

//! Compares the stored totals with the bills and accounts.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 12: each stored total equals a fresh count.
pub async fn totals(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            12,
            "what is kept of bills is what the bills come to",
            "with counted as (
                   select bulk_id, bill_batch_id, extraction_date, date_trunc('month', invoice_date)::date as invoice_month,
                          due_date, disable_payment, closed,
                          bill_standing(status, total_amount_payable, current_charge, disable_payment) as standing,
                          bill_rest(status, total_amount_payable, settled_amount) as amount, current_charge, outstanding_amount, 1 as bills,
                          (bill_has_no_payment(status) and total_amount_payable < 0)::int as credits,
                          (outstanding_amount > 0)::int as with_charges, greatest(outstanding_amount, 0) as charges,
                          case when bill_counts(e_invoice_status) then coalesce(consumption_kwh, 0) else 0 end as kwh,
                          bill_counts(e_invoice_status)::int as counted,
                          case when bill_counts(e_invoice_status) then current_charge else 0 end as cost
                   from bill where bulk_id is not null
                   union all
                   select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, disable_payment, closed, standing,
                          -amount, -current_charge, -outstanding_amount, -bills, -credits, -with_charges, -charges,
                          -kwh, -counted, -cost
                   from bill_total
               )
               select bulk_id || ', batch ' || bill_batch_id || ', ' || standing || ': ' || sum(bills) || ' bills, RM '
                          || sum(amount) || ' differ' as what,
                      count(*) over () as of
               from counted
               group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, disable_payment, closed, standing
               having sum(bills) <> 0 or sum(amount) <> 0 or sum(current_charge) <> 0 or sum(outstanding_amount) <> 0
                   or sum(credits) <> 0 or sum(with_charges) <> 0 or sum(charges) <> 0 or sum(kwh) <> 0
                   or sum(counted) <> 0 or sum(cost) <> 0
               limit 10"
        ),
        broken!(
            db,
            12,
            "the accounts with unpaid bills that are kept are those that have some",
            "with unpaid as (
                   select bulk_id, bill_batch_id, account_no,
                          bill_standing(status, total_amount_payable, current_charge, disable_payment) = 'payable' as is_payable
                   from bill where bulk_id is not null and bill_is_unpaid(status)
               ), counted as (
                   select bulk_id, bill_batch_id, count(distinct account_no) as unpaid,
                          count(distinct account_no) filter (where is_payable) as payable
                   from unpaid group by bulk_id, bill_batch_id
                   union all
                   select bulk_id, '', count(distinct account_no), count(distinct account_no) filter (where is_payable)
                   from unpaid group by bulk_id
               )
               select coalesce(c.bulk_id, k.bulk_id) || ', batch ' || coalesce(c.bill_batch_id, k.bill_batch_id) || ': '
                          || coalesce(c.unpaid, 0) || ' accounts, kept are ' || coalesce(k.unpaid, 0) as what,
                      count(*) over () as of
               from counted c full join account_counts k on k.bulk_id = c.bulk_id and k.bill_batch_id = c.bill_batch_id
               where coalesce(c.unpaid, 0) <> coalesce(k.unpaid, 0) or coalesce(c.payable, 0) <> coalesce(k.payable, 0)
               limit 10"
        ),
        broken!(
            db,
            12,
            "the electricity accounts that are kept by state are those that are there",
            "with counted as (
                   select e.bulk_id, m.state, m.active, 1 as accounts
                   from electricity_account e join account_master m using (account_no)
                   union all
                   select bulk_id, state, active, -accounts from account_total
               )
               select bulk_id || ', ' || state || ': ' || sum(accounts) || ' accounts differ' as what,
                      count(*) over () as of
               from counted group by bulk_id, state, active having sum(accounts) <> 0 limit 10"
        ),
        broken!(
            db,
            12,
            "the payments that are kept by state are those that are there",
            "with counted as (
                   select status, amount, 1 as payments from payment
                   union all
                   select status, -amount, -payments from payment_total
               )
               select 'status ' || status || ': ' || sum(payments) || ' payments, RM ' || sum(amount) || ' differ' as what,
                      count(*) over () as of
               from counted group by status having sum(payments) <> 0 or sum(amount) <> 0 limit 10"
        ),
    ])
}

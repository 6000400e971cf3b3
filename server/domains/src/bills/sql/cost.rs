//! Queries of cost and use by month.

use chrono::NaiveDate;
use gridbill_core::accounts::state_code;
use gridbill_core::bills::{AccountCost, CostMonth, Quantity, StateCost};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Day, Money};
use sqlx::PgExecutor;
use uuid::Uuid;

/// Cost and use of each month from stored totals. `from` and `to` are first days of months.
pub async fn of_bulk_account(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    from: Day,
    to: Day,
) -> sqlx::Result<Vec<CostMonth>> {
    sqlx::query!(
        r#"select m::date as "month!: Day", coalesce(sum(t.counted), 0)::bigint as "bills!",
                  coalesce(sum(t.cost), 0) as "cost!: Money", coalesce(sum(t.kwh), 0) as "kwh!"
           from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 month') m
           left join bill_total t on t.bulk_id = $1 and t.invoice_month = m::date
           group by m order by m"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .map(|row| CostMonth { month: row.month, bills: row.bills, cost: row.cost, kwh: Quantity::of(row.kwh) })
    .fetch_all(db)
    .await
}

/// Cost and use of each month for one account, or for the accounts of a group.
pub async fn of_accounts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    account_no: Option<&AccountNo>,
    group_id: Option<Uuid>,
    from: Day,
    to: Day,
) -> sqlx::Result<Vec<CostMonth>> {
    sqlx::query!(
        r#"with accounts as materialized (
               select account_no from electricity_account
               where bulk_id = $1 and ($2::text is null or account_no = $2) and ($3::uuid is null or group_id = $3)
           ), billed as (
               select date_trunc('month', b.invoice_date)::date as month, count(*) as bills,
                      sum(b.current_charge) as cost, sum(b.consumption_kwh) as kwh
               from accounts a join bill b on b.account_no = a.account_no
               where b.bulk_id = $1 and bill_counts(b.e_invoice_status) and b.invoice_date >= $4 and b.invoice_date < $5::date + interval '1 month'
               group by 1
           )
           select m::date as "month!: Day", coalesce(b.bills, 0) as "bills!", coalesce(b.cost, 0) as "cost!: Money",
                  coalesce(b.kwh, 0) as "kwh!"
           from generate_series($4::date::timestamp, $5::date::timestamp, interval '1 month') m
           left join billed b on b.month = m::date order by m"#,
        bulk_id.as_str(),
        account_no.map(AccountNo::as_str),
        group_id,
        from.date(),
        to.date(),
    )
    .map(|row| CostMonth { month: row.month, bills: row.bills, cost: row.cost, kwh: Quantity::of(row.kwh) })
    .fetch_all(db)
    .await
}

/// Lists the accounts that cost most in a month, with their cost in an earlier month.
pub async fn dearest(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    month: Day,
    before: Option<Day>,
    limit: i64,
) -> sqlx::Result<Vec<AccountCost>> {
    sqlx::query_as!(
        AccountCost,
        r#"with dearest as (
               select account_no, sum(current_charge) as cost from bill
               where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $2
                 and invoice_date < $2::date + interval '1 month'
               group by account_no having sum(current_charge) > 0
               order by sum(current_charge) desc, account_no limit $4
           )
           select d.account_no as "account_no: AccountNo", a.reference_id, d.cost as "cost!: Money",
                  b.cost as "before: Money", d.cost - b.cost as "rise: Money"
           from dearest d
           cross join lateral (select sum(b.current_charge) as cost from bill b
                               where b.bulk_id = $1 and b.account_no = d.account_no and bill_counts(b.e_invoice_status)
                                 and b.invoice_date >= $3
                                 and b.invoice_date < $3::date + interval '1 month') b
           left join electricity_account a on a.bulk_id = $1 and a.account_no = d.account_no
           order by d.cost desc, d.account_no"#,
        bulk_id.as_str(),
        month.date(),
        before.map(Day::date) as Option<NaiveDate>,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Lists the accounts whose cost rose most between two months, in ringgit. Accounts without cost in the earlier month
/// are new and left out.
pub async fn rising(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    month: Day,
    before: Day,
    limit: i64,
) -> sqlx::Result<Vec<AccountCost>> {
    sqlx::query_as!(
        AccountCost,
        r#"with cost as (
               select account_no, sum(current_charge) as cost from bill
               where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $2
                 and invoice_date < $2::date + interval '1 month'
               group by account_no
           ), before as (
               select account_no, sum(current_charge) as cost from bill
               where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $3
                 and invoice_date < $3::date + interval '1 month'
               group by account_no having sum(current_charge) > 0
           ), rising as (
               select c.account_no, c.cost, b.cost as before from cost c join before b using (account_no)
               where c.cost > b.cost order by c.cost - b.cost desc, c.account_no limit $4
           )
           select r.account_no as "account_no: AccountNo", a.reference_id, r.cost as "cost!: Money",
                  r.before as "before: Money", r.cost - r.before as "rise: Money"
           from rising r
           left join electricity_account a on a.bulk_id = $1 and a.account_no = r.account_no
           order by r.cost - r.before desc, r.account_no"#,
        bulk_id.as_str(),
        month.date(),
        before.date(),
        limit,
    )
    .fetch_all(db)
    .await
}

/// Sums the cost of a month by state, highest first.
pub async fn states(db: impl PgExecutor<'_>, bulk_id: &BulkId, month: Day) -> sqlx::Result<Vec<StateCost>> {
    sqlx::query!(
        r#"with cost as (
               select account_no, sum(current_charge) as cost from bill
               where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $2
                 and invoice_date < $2::date + interval '1 month'
               group by account_no
           )
           select m.state, count(*) as "accounts!", sum(c.cost) as "cost!: Money"
           from cost c join account_master m using (account_no)
           group by m.state order by sum(c.cost) desc, m.state"#,
        bulk_id.as_str(),
        month.date(),
    )
    .map(|row| StateCost {
        state_code: state_code(&row.state).map(str::to_owned),
        state: row.state,
        accounts: row.accounts,
        cost: row.cost,
    })
    .fetch_all(db)
    .await
}

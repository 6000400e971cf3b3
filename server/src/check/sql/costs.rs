//! Invariants of cost centres and codings.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 2 and 9, for codings.
pub async fn costs(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            2,
            "the shares of a coding add up to the whole",
            "with sums as (
                   select 'account ' || c.account_no || ' from ' || c.from_day as what, coalesce(sum(p.share), 0) as share
                   from account_coding c left join account_coding_part p using (bulk_id, account_no, from_day)
                   group by c.bulk_id, c.account_no, c.from_day
                   union all
                   select 'group ' || group_id, sum(share) from group_coding_part group by bulk_id, group_id
               )
               select what || ': ' || share as what, count(*) over () as of from sums where share <> 10000 limit 10"
        ),
        broken!(
            db,
            2,
            "an account has at most one coding on a day",
            "select 'account ' || account_no || ' from ' || from_day as what, count(*) over () as of
               from (select *, lag(coalesce(until_day, 'infinity')) over (partition by account_no order by from_day) as before
                     from account_coding) c
               where before >= from_day limit 10"
        ),
        broken!(
            db,
            9,
            "the coding of an account is of its bulk account",
            "select 'account ' || c.account_no || ' of ' || c.bulk_id as what, count(*) over () as of
               from account_coding c join electricity_account a using (account_no)
               where a.bulk_id <> c.bulk_id limit 10"
        ),
    ])
}

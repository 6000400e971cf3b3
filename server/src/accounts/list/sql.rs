//! The queries of lists of accounts. Their text is put together when the program is compiled, so that each order has its
//! own checked query.

use gridbill_core::accounts::{Account, AccountSort, AccountSortBy as By};
use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use gridbill_core::{Instant, Money};
use sqlx::PgPool;
use uuid::Uuid;

use super::Narrow;

/// A query over the accounts that match: the filter's parameters are $1 to $7.
macro_rules! of_accounts {
    ($row:ident, $select:tt, $rest:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            r#"with matching as (
                   select a.account_no, a.reference_id, a.group_id, g.name as group_name, a.tagged_at,
                          m.premises_address, m.city, m.postal_code, m.state, m.sector, m.tariff, m.active, a.bulk_id,
                          lower(a.account_no) as by_number, coalesce(lower(a.reference_id), U&'\+10FFFF') as by_reference,
                          coalesce(lower(g.name), U&'\+10FFFF') as by_group
                   from electricity_account a
                   join account_master m using (account_no)
                   left join account_group g on g.bulk_id = a.bulk_id and g.group_id = a.group_id
                   where a.bulk_id = $1
                     and ($2::text[] is null or a.account_no = any($2))
                     and ($3::text is null or a.reference_id ilike $3 or m.premises_address ilike $3 or m.city ilike $3
                          or g.name ilike $3)
                     and ($4::uuid[] is null or a.group_id = any($4))
                     and (not $5::bool or a.group_id is null)
                     and ($6::bool is null or m.active = $6)
                     and ($7::text[] is null or m.state = any($7))
               )
               select "#
                + $select
                + " from matching "
                + $rest,
            $narrow.bulk_id.as_str(),
            $narrow.numbers.as_deref(),
            $narrow.pattern,
            $narrow.groups.as_deref() as Option<&[Uuid]>,
            $narrow.without_group,
            $narrow.active,
            $narrow.states.as_deref(),
            $($more,)*
        )
    };
}

/// A page in one order, after that place.
macro_rules! paged {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $rest:tt) => {
        of_accounts!(
            Account,
            r#"account_no as "account_no!: AccountNo", reference_id as "reference_id: ReferenceId",
               group_id::text as group_id, group_name, premises_address as "premises_address!", city as "city!",
               postal_code as "postal_code!", state as "state!", sector as "sector!", tariff as "tariff!",
               active as "is_active!", tagged_at as "tagged_at!: Instant",
               (select coalesce(sum(b.total_amount_payable), 0) from bill b
                where b.account_no = matching.account_no and b.bulk_id = matching.bulk_id and b.status <> 4)
                   as "amount_payable!: Money""#,
            $rest,
            $narrow,
            $after.map(|(place, _)| place.as_str()),
            $after.map(|(_, account_no)| account_no.as_str()),
            $rows
        )
        .fetch_all($db)
        .await
    };
}

pub async fn page(
    db: &PgPool,
    narrow: &Narrow,
    sort: AccountSort,
    after: Option<&(String, String)>,
    rows: i64,
) -> sqlx::Result<Vec<Account>> {
    match (sort.by, sort.descending) {
        (By::AccountNo, false) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_number, account_no) > ($8, $9) order by by_number, account_no limit $10"
        ),
        (By::AccountNo, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_number, account_no) < ($8, $9) order by by_number desc, account_no desc limit $10"
        ),
        (By::ReferenceId, false) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_reference, account_no) > ($8, $9) order by by_reference, account_no limit $10"
        ),
        (By::ReferenceId, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_reference, account_no) < ($8, $9) order by by_reference desc, account_no desc limit $10"
        ),
        (By::GroupName, false) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_group, account_no) > ($8, $9) order by by_group, account_no limit $10"
        ),
        (By::GroupName, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "where $8::text is null or (by_group, account_no) < ($8, $9) order by by_group desc, account_no desc limit $10"
        ),
    }
}

struct Count {
    rows: i64,
}

/// How many match in all.
pub async fn count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    let count = of_accounts!(Count, r#"count(*) as "rows!""#, "", narrow).fetch_one(db).await?;
    Ok(count.rows)
}

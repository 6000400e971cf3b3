//! The queries of lists of accounts. Their text is put together when the program is compiled, so that each order has its
//! own checked query.

use gridbill_core::accounts::{Account, AccountSort, AccountSortBy as By};
use gridbill_core::number::{AccountNo, ReferenceId};
use gridbill_core::{Instant, Money};
use sqlx::PgPool;
use uuid::Uuid;

use super::{After, Narrow};

/// A query over the accounts that match: the filter's parameters are $1 to $8.
macro_rules! of_accounts {
    ($row:ident, $select:tt, $rest:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            "select "
                + $select
                + r#" from electricity_account a
                   join account_master m using (account_no)
                   left join account_group g on g.bulk_id = a.bulk_id and g.group_id = a.group_id
                   where a.bulk_id = $1
                     and ($2::text is null or a.account_no = $2)
                     and ($3::text[] is null or a.account_no = any($3) or a.reference_id = any($3))
                     and ($4::text is null or a.account_no ilike $4 or a.reference_id ilike $4
                          or m.premises_address ilike $4 or m.city ilike $4 or g.name ilike $4)
                     and ($5::uuid[] is null or a.group_id = any($5))
                     and (not $6::bool or a.group_id is null)
                     and ($7::bool is null or m.active = $7)
                     and ($8::text[] is null or m.state = any($8)) "#
                + $rest,
            $narrow.bulk_id.as_str(),
            $narrow.account_no,
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

/// A page in one order, after that place: $9 is its text, $10 its account.
macro_rules! paged {
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $rest:tt) => {
        of_accounts!(
            Account,
            r#"a.account_no as "account_no: AccountNo", a.reference_id as "reference_id: ReferenceId",
               a.group_id::text as group_id, g.name as "group_name?", m.premises_address, m.city, m.postal_code,
               m.state, m.sector, m.tariff, m.active as is_active, a.tagged_at as "tagged_at: Instant",
               (select coalesce(sum(b.total_amount_payable), 0) from bill b
                where b.account_no = a.account_no and b.bulk_id = a.bulk_id and b.status <> 4)
                   as "amount_payable!: Money""#,
            $rest,
            $narrow,
            $after.and_then(|(text, _)| text.as_deref()),
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
    after: Option<&After>,
    rows: i64,
) -> sqlx::Result<Vec<Account>> {
    match (sort.by, sort.descending) {
        (By::AccountNo, false) => paged!(
            db, narrow, after, rows,
            "and $9::text is null and a.account_no > coalesce($10, '') order by a.account_no limit $11"
        ),
        (By::AccountNo, true) => paged!(
            db, narrow, after, rows,
            "and $9::text is null and a.account_no < coalesce($10, '3') order by a.account_no desc limit $11"
        ),
        (By::ReferenceId, false) => paged!(
            db, narrow, after, rows,
            "and ($10::text is null
                  or (a.reference_id is null, lower(coalesce(a.reference_id, '')), a.account_no)
                     > ($9::text is null, lower(coalesce($9, '')), $10))
             order by a.reference_id is null, lower(coalesce(a.reference_id, '')), a.account_no limit $11"
        ),
        (By::ReferenceId, true) => paged!(
            db, narrow, after, rows,
            "and ($10::text is null
                  or (a.reference_id is not null, lower(coalesce(a.reference_id, '')), a.account_no)
                     < ($9::text is not null, lower(coalesce($9, '')), $10))
             order by a.reference_id is not null desc, lower(coalesce(a.reference_id, '')) desc, a.account_no desc limit $11"
        ),
        (By::GroupName, false) => paged!(
            db, narrow, after, rows,
            "and ($10::text is null
                  or (g.name is null, lower(coalesce(g.name, '')), a.account_no)
                     > ($9::text is null, lower(coalesce($9, '')), $10))
             order by g.name is null, lower(coalesce(g.name, '')), a.account_no limit $11"
        ),
        (By::GroupName, true) => paged!(
            db, narrow, after, rows,
            "and ($10::text is null
                  or (g.name is not null, lower(coalesce(g.name, '')), a.account_no)
                     < ($9::text is not null, lower(coalesce($9, '')), $10))
             order by g.name is not null desc, lower(coalesce(g.name, '')) desc, a.account_no desc limit $11"
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

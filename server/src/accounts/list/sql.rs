//! The queries of lists of accounts. Their text is put together when the program is compiled, so that each order has its
//! own checked query. The utility's account master is looked at for the rows of the page only, unless the filter asks.

use gridbill_core::accounts::{Account, AccountSort, AccountSortBy as By, Sector, state_code};
use gridbill_core::number::{AccountNo, ReferenceId};
use gridbill_core::{Instant, Money};
use sqlx::PgPool;
use uuid::Uuid;

use super::{After, Narrow};

/// An account as it is stored.
struct Row {
    account_no: AccountNo,
    reference_id: Option<ReferenceId>,
    group_id: Option<String>,
    group_name: Option<String>,
    premises_address: String,
    city: String,
    postal_code: String,
    state: String,
    sector: String,
    tariff: String,
    account_description: String,
    is_active: bool,
    tagged_at: Instant,
    amount_payable: Money,
}

impl From<Row> for Account {
    fn from(row: Row) -> Self {
        Self {
            account_no: row.account_no,
            reference_id: row.reference_id,
            group_id: row.group_id,
            group_name: row.group_name,
            premises_address: row.premises_address,
            city: row.city,
            postal_code: row.postal_code,
            state_code: state_code(&row.state).map(str::to_owned),
            state: row.state,
            sector_id: Sector::named(&row.sector).map(|sector| sector.id),
            sector: row.sector,
            tariff: row.tariff,
            account_description: row.account_description,
            is_active: row.is_active,
            tagged_at: row.tagged_at,
            amount_payable: row.amount_payable,
        }
    }
}

/// A query over the accounts that match, between its head and its tail: the filter's parameters are $1 to $8.
macro_rules! of_accounts {
    ($row:ident, $head:tt, $tail:tt, $narrow:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            $head
                + r#" from electricity_account a
                   left join account_group g on g.bulk_id = a.bulk_id and g.group_id = a.group_id
                   where a.bulk_id = $1
                     and ($2::text is null or a.account_no = $2)
                     and ($3::text[] is null or a.account_no = any($3) or a.reference_id = any($3))
                     and ($4::text is null or a.account_no ilike $4 or a.reference_id ilike $4 or g.name ilike $4
                          or exists (select from account_master m where m.account_no = a.account_no
                                     and (m.premises_address ilike $4 or m.city ilike $4)))
                     and ($5::uuid[] is null or a.group_id = any($5))
                     and (not $6::bool or a.group_id is null)
                     and (($7::bool is null and $8::text[] is null)
                          or exists (select from account_master m where m.account_no = a.account_no
                                     and ($7 is null or m.active = $7) and ($8 is null or m.state = any($8)))) "#
                + $tail,
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
    ($db:expr, $narrow:expr, $after:expr, $rows:expr, $tail:tt) => {
        of_accounts!(
            Row,
            r#"select page.account_no as "account_no!: AccountNo", page.reference_id as "reference_id?: ReferenceId",
                      page.group_id::text as "group_id?", page.name as "group_name?",
                      m.premises_address as "premises_address!", m.city as "city!", m.postal_code as "postal_code!",
                      m.state as "state!", m.sector as "sector!", m.tariff as "tariff!", m.active as "is_active!",
                      m.company_name as "account_description!",
                      page.tagged_at as "tagged_at!: Instant",
                      (select coalesce(sum(b.total_amount_payable), 0) from bill b
                       where b.account_no = page.account_no and b.bulk_id = page.bulk_id and b.status <> 4
                         and bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                             = 'payable')
                          as "amount_payable!: Money"
               from (select a.account_no, a.bulk_id, a.reference_id, a.group_id, a.tagged_at, g.name"#,
            $tail,
            $narrow,
            $after.and_then(|(text, _)| text.as_deref()),
            $after.map(|(_, account_no)| account_no.as_str()),
            $rows
        )
        .map(Account::from)
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
            db,
            narrow,
            after,
            rows,
            "and $9::text is null and a.account_no > coalesce($10, '') order by a.account_no limit $11) page
             join account_master m using (account_no) order by page.account_no"
        ),
        (By::AccountNo, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "and $9::text is null and a.account_no < coalesce($10, '3') order by a.account_no desc limit $11) page
             join account_master m using (account_no) order by page.account_no desc"
        ),
        (By::ReferenceId, false) => paged!(
            db,
            narrow,
            after,
            rows,
            "and ($10::text is null
                  or (a.reference_id is null, lower(coalesce(a.reference_id, '')), a.account_no)
                     > ($9::text is null, lower(coalesce($9, '')), $10))
             order by a.reference_id is null, lower(coalesce(a.reference_id, '')), a.account_no limit $11) page
             join account_master m using (account_no)
             order by page.reference_id is null, lower(coalesce(page.reference_id, '')), page.account_no"
        ),
        (By::ReferenceId, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "and ($10::text is null
                  or (a.reference_id is not null, lower(coalesce(a.reference_id, '')), a.account_no)
                     < ($9::text is not null, lower(coalesce($9, '')), $10))
             order by a.reference_id is not null desc, lower(coalesce(a.reference_id, '')) desc, a.account_no desc
             limit $11) page
             join account_master m using (account_no)
             order by page.reference_id is not null desc, lower(coalesce(page.reference_id, '')) desc,
                      page.account_no desc"
        ),
        (By::GroupName, false) => paged!(
            db,
            narrow,
            after,
            rows,
            "and ($10::text is null
                  or (g.name is null, lower(coalesce(g.name, '')), a.account_no)
                     > ($9::text is null, lower(coalesce($9, '')), $10))
             order by g.name is null, lower(coalesce(g.name, '')), a.account_no limit $11) page
             join account_master m using (account_no)
             order by page.name is null, lower(coalesce(page.name, '')), page.account_no"
        ),
        (By::GroupName, true) => paged!(
            db,
            narrow,
            after,
            rows,
            "and ($10::text is null
                  or (g.name is not null, lower(coalesce(g.name, '')), a.account_no)
                     < ($9::text is not null, lower(coalesce($9, '')), $10))
             order by g.name is not null desc, lower(coalesce(g.name, '')) desc, a.account_no desc limit $11) page
             join account_master m using (account_no)
             order by page.name is not null desc, lower(coalesce(page.name, '')) desc, page.account_no desc"
        ),
    }
}

struct Count {
    rows: i64,
}

/// How many match in all.
pub async fn count(db: &PgPool, narrow: &Narrow) -> sqlx::Result<i64> {
    let count = of_accounts!(Count, r#"select count(*) as "rows!""#, "", narrow).fetch_one(db).await?;
    Ok(count.rows)
}

//! Search of all customers' accounts by number, by reference ID (whole or in part), or by company.

use gridbill_core::accounts::FoundAccount;
use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use sqlx::{PgConnection, PgPool};

use crate::accounts::search::AccountSearch;

/// Forces a new plan for each search of this transaction. A word in every company's name is found fastest by a scan, a
/// rare word by the index.
pub async fn plan_each(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select set_config('plan_cache_mode', 'force_custom_plan', true) as mode")
        .fetch_one(db)
        .await
        .map(drop)
}

/// Loads a page by number, after the given account. Few matches are found by the trigram index and then sorted. With
/// many matches, a scan in the order of the numbers reaches a full page sooner.
pub async fn page(
    db: &mut PgConnection,
    wanted: &AccountSearch,
    after: Option<&str>,
    rows: i64,
    are_many: bool,
) -> sqlx::Result<Vec<FoundAccount>> {
    sqlx::query_as!(
        FoundAccount,
        r#"with found as (
               (select account_no from account_master where account_no = any($1) and account_no > $5
                order by account_no limit $6)
               union
               (select account_no from electricity_account where reference_id = any($2) and account_no > $5
                order by account_no limit $6)
               union
               (select account_no from electricity_account
                where $3::text is not null and reference_id ilike $3 and account_no > $5 order by account_no limit $6)
               union
               (select account_no from account_master
                where $4::text is not null and $7::bool and company_name ilike $4 and account_no > $5
                order by account_no limit $6)
               union
               (select account_no from (select account_no from account_master
                                        where $4::text is not null and not $7 and company_name ilike $4 offset 0) few
                where account_no > $5 order by account_no limit $6)
           )
           select m.account_no as "account_no: AccountNo", m.company_name, m.company_name as account_description,
                  m.premises_address, m.active as is_active,
                  a.bulk_id as "bulk_id?: BulkId", a.reference_id as "reference_id?: ReferenceId"
           from (select account_no from found order by account_no limit $6) page
           join account_master m using (account_no) left join electricity_account a using (account_no)
           order by account_no"#,
        &wanted.numbers,
        &wanted.references,
        wanted.reference.as_deref(),
        wanted.company.as_deref(),
        after.unwrap_or_default(),
        rows,
        are_many,
    )
    .fetch_all(db)
    .await
}

/// Counts all matches: those by company, plus the others.
pub async fn count(db: &mut PgConnection, wanted: &AccountSearch) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"with others as (
               select account_no from account_master where account_no = any($1)
               union
               select account_no from electricity_account where reference_id = any($2)
               union
               select account_no from electricity_account where $3::text is not null and reference_id ilike $3
           )
           select (select count(*) from account_master where $4::text is not null and company_name ilike $4)
                  + (select count(*) from others join account_master m using (account_no)
                     where ($4::text is null or not m.company_name ilike $4)) as "count!""#,
        &wanted.numbers,
        &wanted.references,
        wanted.reference.as_deref(),
        wanted.company.as_deref(),
    )
    .fetch_one(db)
    .await
}

/// The address of an account.
pub async fn premises(db: &PgPool, account_no: &AccountNo) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select premises_address from account_master where account_no = $1", account_no.as_str())
        .fetch_optional(db)
        .await
}

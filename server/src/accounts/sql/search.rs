//! The queries that look for any customer's account.

use gridbill_core::accounts::FoundAccount;
use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use sqlx::PgPool;

use crate::accounts::search::Wanted;

/// A query over the accounts that are wanted by number ($1), by reference ID ($2 whole, $3 a part) or by company ($4).
macro_rules! wanted {
    ($row:ident, $select:tt, $rest:tt, $wanted:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            $row,
            "with wanted as (
                 select account_no from account_master where account_no = any($1)
                 union
                 select account_no from electricity_account where reference_id = any($2)
                 union
                 select account_no from electricity_account where $3::text is not null and reference_id ilike $3
                 union
                 select account_no from account_master where $4::text is not null and company_name ilike $4
             )
             select "
                + $select
                + " "
                + $rest,
            &$wanted.numbers,
            &$wanted.references,
            $wanted.reference.as_deref(),
            $wanted.company.as_deref(),
            $($more,)*
        )
    };
}

/// A page by number, after that one.
pub async fn page(db: &PgPool, wanted: &Wanted, after: Option<&str>, rows: i64) -> sqlx::Result<Vec<FoundAccount>> {
    wanted!(
        FoundAccount,
        r#"m.account_no as "account_no!: AccountNo", m.company_name as "company_name!",
           m.premises_address as "premises_address!", m.active as "is_active!", a.bulk_id as "bulk_id?: BulkId",
           a.reference_id as "reference_id?: ReferenceId""#,
        "from (select account_no from wanted where account_no > coalesce($5, '') order by account_no limit $6) w
         join account_master m using (account_no) left join electricity_account a using (account_no)
         order by account_no",
        wanted,
        after,
        rows
    )
    .fetch_all(db)
    .await
}

struct Count {
    rows: i64,
}

/// How many match in all.
pub async fn count(db: &PgPool, wanted: &Wanted) -> sqlx::Result<i64> {
    Ok(wanted!(Count, r#"count(*) as "rows!""#, "from wanted", wanted).fetch_one(db).await?.rows)
}

/// Where an account is.
pub async fn premises(db: &PgPool, account_no: &AccountNo) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select premises_address from account_master where account_no = $1", account_no.as_str())
        .fetch_optional(db)
        .await
}

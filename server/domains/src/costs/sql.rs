//! Queries of cost centres and codings.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use futures::stream::BoxStream;
use gridbill_core::costs::{CodingPart, CodingPeriod, CostCentreName, GroupCoding};
use gridbill_core::fact::RecodedAccount;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Day, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

pub async fn count_centres(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "centres!" from cost_centre where bulk_id = $1"#, bulk_id.as_str())
        .fetch_one(db)
        .await
}

/// Adds or changes a cost centre.
pub async fn save_centre(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    code: &str,
    name: &str,
    is_active: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into cost_centre (bulk_id, code, name, is_active) values ($1, $2, $3, $4)
         on conflict (bulk_id, code) do update set name = excluded.name, is_active = excluded.is_active",
        bulk_id.as_str(),
        code,
        name,
        is_active,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_centre(db: &mut PgConnection, bulk_id: &BulkId, code: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from cost_centre where bulk_id = $1 and code = $2", bulk_id.as_str(), code)
        .execute(db)
        .await
        .map(drop)
}

/// Lists all cost centres by code.
pub async fn names(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Vec<CostCentreName>> {
    sqlx::query_as!(
        CostCentreName,
        "select code, name as cost_centre_name, is_active from cost_centre where bulk_id = $1 order by code",
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Returns the codes that new codings may use.
pub async fn active_codes(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<BTreeSet<String>> {
    let names = names(db, bulk_id).await?;
    Ok(names.into_iter().filter(|centre| centre.is_active).map(|centre| centre.code).collect())
}

/// The group of an account.
pub struct OwnGroup {
    pub group_id: Option<Uuid>,
}

/// Returns the group of an account; none if the account is not in the bulk account.
pub async fn group_of(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account_no: &AccountNo,
) -> sqlx::Result<Option<OwnGroup>> {
    sqlx::query_as!(
        OwnGroup,
        "select group_id from electricity_account where bulk_id = $1 and account_no = $2",
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Lists the accounts of a bulk account with the id of their group.
pub async fn accounts(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Vec<(String, Option<String>)>> {
    sqlx::query!(
        r#"select account_no, group_id::text as group_id from electricity_account where bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .map(|row| (row.account_no, row.group_id))
    .fetch_all(db)
    .await
}

/// Returns the periods of these accounts, or of all, by account number. Periods are ordered by first day, parts by code.
pub async fn periods(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: Option<&[&str]>,
) -> sqlx::Result<HashMap<String, Vec<CodingPeriod>>> {
    let rows = sqlx::query!(
        r#"select c.account_no, c.from_day as "from: Day", c.until_day as "until: Day", p.code, p.share, p.ledger_account
           from account_coding c
           join account_coding_part p
             on p.bulk_id = c.bulk_id and p.account_no = c.account_no and p.from_day = c.from_day
           where c.bulk_id = $1 and ($2::text[] is null or c.account_no = any($2))
           order by c.account_no, c.from_day, p.code"#,
        bulk_id.as_str(),
        accounts as Option<&[&str]>,
    )
    .fetch_all(db)
    .await?;
    let mut periods: HashMap<String, Vec<CodingPeriod>> = HashMap::new();
    for row in rows {
        let part = CodingPart { code: row.code, share: row.share.into(), ledger_account: row.ledger_account };
        let of_account = periods.entry(row.account_no).or_default();
        match of_account.last_mut().filter(|last| last.from == row.from) {
            Some(last) => last.parts.push(part),
            None => of_account.push(CodingPeriod { from: row.from, until: row.until, parts: vec![part] }),
        }
    }
    Ok(periods)
}

/// Replaces the periods of accounts.
pub async fn replace_periods(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[RecodedAccount]) -> sqlx::Result<()> {
    let numbers: Vec<&str> = accounts.iter().map(|account| account.account_no.as_str()).collect();
    sqlx::query!(
        "delete from account_coding where bulk_id = $1 and account_no = any($2)",
        bulk_id.as_str(),
        &numbers as &[&str],
    )
    .execute(&mut *db)
    .await?;
    let periods: Vec<(&str, &CodingPeriod)> = accounts
        .iter()
        .flat_map(|account| account.after.iter().map(|period| (account.account_no.as_str(), period)))
        .collect();
    let numbers: Vec<&str> = periods.iter().map(|(account_no, _)| *account_no).collect();
    let from: Vec<_> = periods.iter().map(|(_, period)| period.from.date()).collect();
    let until: Vec<_> = periods.iter().map(|(_, period)| period.until.map(Day::date)).collect();
    sqlx::query!(
        "insert into account_coding (bulk_id, account_no, from_day, until_day)
         select $1, * from unnest($2::text[], $3::date[], $4::date[])",
        bulk_id.as_str(),
        &numbers as &[&str],
        &from as &[NaiveDate],
        &until as &[Option<NaiveDate>],
    )
    .execute(&mut *db)
    .await?;
    let parts: Vec<(&str, Day, &CodingPart)> = periods
        .iter()
        .flat_map(|(account_no, period)| period.parts.iter().map(|part| (*account_no, period.from, part)))
        .collect();
    let numbers: Vec<&str> = parts.iter().map(|(account_no, ..)| *account_no).collect();
    let from: Vec<_> = parts.iter().map(|(_, from, _)| from.date()).collect();
    let Parts { codes, shares, ledgers } = Parts::of(parts.iter().map(|(.., part)| *part));
    sqlx::query!(
        "insert into account_coding_part (bulk_id, account_no, from_day, code, share, ledger_account)
         select $1, * from unnest($2::text[], $3::date[], $4::text[], $5::integer[], $6::text[])",
        bulk_id.as_str(),
        &numbers as &[&str],
        &from as &[NaiveDate],
        &codes as &[&str],
        &shares as &[i32],
        &ledgers as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// The columns of parts.
struct Parts<'a> {
    codes: Vec<&'a str>,
    shares: Vec<i32>,
    ledgers: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(parts: impl Iterator<Item = &'a CodingPart> + Clone) -> Self {
        Self {
            codes: parts.clone().map(|part| part.code.as_str()).collect(),
            // Core refuses a share above 10,000.
            shares: parts.clone().map(|part| i32::try_from(part.share).unwrap_or_default()).collect(),
            ledgers: parts.map(|part| part.ledger_account.as_str()).collect(),
        }
    }
}

/// Returns the groups with their default codings, by name; only one group if it is named.
pub async fn group_codings(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Option<Uuid>,
) -> sqlx::Result<Vec<GroupCoding>> {
    let rows = sqlx::query!(
        r#"select g.group_id::text as "group_id!", g.name, p.code as "code?", p.share as "share?",
                  p.ledger_account as "ledger_account?"
           from account_group g left join group_coding_part p on p.bulk_id = g.bulk_id and p.group_id = g.group_id
           where g.bulk_id = $1 and ($2::uuid is null or g.group_id = $2)
           order by lower(g.name), g.group_id, p.code"#,
        bulk_id.as_str(),
        group_id,
    )
    .fetch_all(db)
    .await?;
    let mut groups: Vec<GroupCoding> = Vec::new();
    for row in rows {
        if groups.last().is_none_or(|last| last.group_id != row.group_id) {
            groups.push(GroupCoding { group_id: row.group_id, group_name: row.name, parts: Vec::new() });
        }
        let part = row.code.zip(row.share).zip(row.ledger_account);
        if let (Some(group), Some(((code, share), ledger_account))) = (groups.last_mut(), part) {
            group.parts.push(CodingPart { code, share: share.into(), ledger_account });
        }
    }
    Ok(groups)
}

/// Replaces the default coding of a group.
pub async fn replace_group_parts(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Uuid,
    parts: &[CodingPart],
) -> sqlx::Result<()> {
    sqlx::query!("delete from group_coding_part where bulk_id = $1 and group_id = $2", bulk_id.as_str(), group_id)
        .execute(&mut *db)
        .await?;
    let Parts { codes, shares, ledgers } = Parts::of(parts.iter());
    sqlx::query!(
        "insert into group_coding_part (bulk_id, group_id, code, share, ledger_account)
         select $1, $2, * from unnest($3::text[], $4::integer[], $5::text[])",
        bulk_id.as_str(),
        group_id,
        &codes as &[&str],
        &shares as &[i32],
        &ledgers as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// A bill of a report.
pub struct ReportedBill {
    pub account_no: String,
    pub invoice_date: Day,
    pub cost: Money,
}

/// Streams the bills that were invoiced from one month to another. Both days are first days of months.
pub fn bills<'e>(
    db: impl PgExecutor<'e> + 'e,
    bulk_id: &'e BulkId,
    from: Day,
    to: Day,
) -> BoxStream<'e, sqlx::Result<ReportedBill>> {
    sqlx::query_as!(
        ReportedBill,
        r#"select account_no, invoice_date as "invoice_date: Day", current_charge as "cost: Money" from bill
           where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $2 and invoice_date < $3::date + interval '1 month'"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .fetch(db)
}

//! Queries of deposits.

use std::collections::BTreeMap;

use gridbill_core::accounts::deposits::{BilledMonth, Deposit, DepositError, DepositKind, EXPIRY_DAYS};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Day, Money};
use sqlx::{PgConnection, PgExecutor};

/// Inserts and replaces deposits of known accounts. A stored number keeps its account. Returns how many were new, and how many
/// changed.
pub async fn store(db: &mut PgConnection, rows: &[Deposit]) -> sqlx::Result<(u64, u64)> {
    let stored = sqlx::query!(
        r#"with stored as (
               insert into deposit as d (deposit_no, account_no, kind, amount, since, until, bank, returned_on)
               select g.*
               from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::date[], $6::date[], $7::text[], $8::date[])
                    as g (deposit_no, account_no, kind, amount, since, until, bank, returned_on)
               join account_master m on m.account_no = g.account_no
               order by g.deposit_no
               on conflict (deposit_no) do update
               set kind = excluded.kind, amount = excluded.amount, since = excluded.since, until = excluded.until,
                   bank = excluded.bank, returned_on = excluded.returned_on
               where d.account_no = excluded.account_no
                 and (d.kind, d.amount, d.since, d.until, d.bank, d.returned_on) is distinct from
                     (excluded.kind, excluded.amount, excluded.since, excluded.until, excluded.bank, excluded.returned_on)
               returning xmax = 0 as is_new
           )
           select count(*) filter (where is_new) as "new!", count(*) filter (where not is_new) as "changed!" from stored"#,
        &rows.iter().map(|row| row.deposit_no.clone()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.account_no.to_string()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.kind.code().to_owned()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.amount.decimal()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.since.date()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.until.map(Day::date)).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
        &rows.iter().map(|row| row.bank.clone()).collect::<Vec<_>>() as &[Option<String>],
        &rows.iter().map(|row| row.returned_on.map(Day::date)).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
    )
    .fetch_one(db)
    .await?;
    Ok((stored.new.unsigned_abs(), stored.changed.unsigned_abs()))
}

/// Returns the indexes of the rows that the previous statement did not store, with the reasons.
pub async fn not_stored(db: &mut PgConnection, rows: &[Deposit]) -> sqlx::Result<Vec<(usize, DepositError)>> {
    let wrong = sqlx::query!(
        r#"select g.place as "place!", m.account_no is null as "is_unknown!"
           from unnest($1::text[], $2::text[]) with ordinality as g (deposit_no, account_no, place)
           left join account_master m on m.account_no = g.account_no
           left join deposit d on d.deposit_no = g.deposit_no
           where m.account_no is null or d.account_no <> g.account_no"#,
        &rows.iter().map(|row| row.deposit_no.clone()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.account_no.to_string()).collect::<Vec<_>>(),
    )
    .fetch_all(db)
    .await?;
    let each = wrong.into_iter().map(|row| {
        let error = if row.is_unknown { DepositError::UnknownAccount } else { DepositError::OtherAccount };
        (usize::try_from(row.place - 1).unwrap_or(usize::MAX), error)
    });
    Ok(each.collect())
}

/// An account with the deposits that were not given back.
#[derive(Default)]
pub struct AccountDeposits {
    pub reference_id: Option<String>,
    pub deposits: Vec<Deposit>,
}

/// Loads the accounts of a bulk account, or one of them, that have a deposit which was not given back before that day.
pub async fn deposits(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account: Option<&AccountNo>,
    today: Day,
) -> sqlx::Result<BTreeMap<AccountNo, AccountDeposits>> {
    let rows = sqlx::query!(
        r#"select d.deposit_no, d.account_no as "account_no: AccountNo", a.reference_id, d.kind as "kind: DepositKind",
                  d.amount as "amount: Money", d.since as "since: Day", d.until as "until: Day", d.bank,
                  d.returned_on as "returned_on: Day"
           from electricity_account a join deposit d using (account_no)
           where a.bulk_id = $1 and ($3::text is null or a.account_no = $3) and (d.returned_on is null or d.returned_on > $2)"#,
        bulk_id.as_str(),
        today.date(),
        account.map(AccountNo::as_str),
    )
    .fetch_all(db)
    .await?;
    let mut accounts: BTreeMap<AccountNo, AccountDeposits> = BTreeMap::new();
    for row in rows {
        let account = accounts.entry(row.account_no.clone()).or_default();
        account.reference_id = row.reference_id;
        account.deposits.push(Deposit {
            deposit_no: row.deposit_no,
            account_no: row.account_no,
            kind: row.kind,
            amount: row.amount,
            since: row.since,
            until: row.until,
            bank: row.bank,
            returned_on: row.returned_on,
        });
    }
    Ok(accounts)
}

/// Sums the charges of the accounts with a deposit by account and month, from the first day to the day before the second. Only
/// bills of this bulk account that count as cost. A deposit that a bill asks for or gives back is no charge of its month.
pub async fn billed_months(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account: Option<&AccountNo>,
    (from, to): (Day, Day),
) -> sqlx::Result<BTreeMap<AccountNo, Vec<BilledMonth>>> {
    let rows = sqlx::query!(
        r#"select account_no as "account_no: AccountNo", date_trunc('month', invoice_date)::date as "month!: Day",
                  sum(current_charge - coalesce(d.deposits, 0)) as "charges!: Money"
           from bill b
           left join lateral (
               select sum((line ->> 'amount')::numeric) as deposits
               from bill_charges c, jsonb_array_elements(c.charges -> 'lines') line
               where c.invoice_no = b.invoice_no
                 -- Once for all bills, most of which then read no lines.
                 and exists (select from charge_kind where role = 'deposit')
                 and exists (select from charge_kind k where k.kind = line ->> 'kind' and k.role = 'deposit')
           ) d on true
           where bulk_id = $1 and bill_counts(e_invoice_status) and invoice_date >= $2 and invoice_date < $3
             and ($4::text is null or account_no = $4)
             and exists (select from deposit d where d.account_no = b.account_no)
           group by account_no, date_trunc('month', invoice_date)"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
        account.map(AccountNo::as_str),
    )
    .fetch_all(db)
    .await?;
    let mut accounts: BTreeMap<AccountNo, Vec<BilledMonth>> = BTreeMap::new();
    for row in rows {
        accounts.entry(row.account_no).or_default().push(BilledMonth { month: row.month, charges: row.charges });
    }
    Ok(accounts)
}

/// A guarantee that expires soon.
pub struct ExpiringGuarantee {
    pub deposit_no: String,
    pub account_no: AccountNo,
    pub bulk_id: BulkId,
    pub amount: Money,
    pub until: Day,
    pub bank: Option<String>,
}

/// Returns the guarantees of all bulk accounts that expire soon, and whose last day was not announced.
pub async fn expiring(db: impl PgExecutor<'_>, today: Day) -> sqlx::Result<Vec<ExpiringGuarantee>> {
    sqlx::query_as!(
        ExpiringGuarantee,
        r#"select d.deposit_no, d.account_no as "account_no: AccountNo", a.bulk_id as "bulk_id: BulkId",
                  d.amount as "amount: Money", d.until as "until!: Day", d.bank
           from deposit d join electricity_account a using (account_no)
           where d.until >= $1 and d.until <= $2 and d.since <= $1 and d.returned_on is null
             and d.told_until is distinct from d.until
           order by a.bulk_id, d.until, d.deposit_no"#,
        today.date(),
        today.plus_days(EXPIRY_DAYS).date(),
    )
    .fetch_all(db)
    .await
}

/// Notes that users are told of the last day. Returns false if they were, or if the guarantee has changed.
pub async fn note_reminder(db: &mut PgConnection, guarantee: &ExpiringGuarantee) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update deposit set told_until = until
         where deposit_no = $1 and until = $2 and returned_on is null and told_until is distinct from until",
        guarantee.deposit_no,
        guarantee.until.date(),
    );
    Ok(noted.execute(db).await?.rows_affected() > 0)
}

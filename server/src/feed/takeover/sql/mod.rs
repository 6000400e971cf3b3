//! Queries of the files of companies, users, groups and references: a whole chunk per statement.

use std::collections::{HashMap, HashSet};

use gridbill_core::Instant;
use gridbill_core::number::{AccountNo, BulkId, MobileNo, ReferenceId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

pub mod payment;

use super::super::field::Refusal;
use super::company::{Company, same_company};
use super::group::GroupedAccount;
use super::reference::AccountReference;
use super::user::UserForm;

/// A company that cannot be stored.
pub struct CompanyConflict {
    /// Its position in the chunk, from 1.
    place: i64,
    /// Whether this portal made the bulk account itself.
    is_own: bool,
    /// Another bulk account of the same company.
    other: Option<String>,
}

impl CompanyConflict {
    pub fn place(&self) -> usize {
        index(self.place)
    }

    pub fn refusal(&self) -> Refusal {
        match &self.other {
            _ if self.is_own => {
                let why = "This bulk account was made in this portal, and is not taken over. Change the company in \
                           the portal.";
                Refusal::of("bulkId", why)
            }
            Some(other) => same_company(other),
            None => {
                let why = "An application of this company is open in this portal. Decide it first, or leave this \
                           company out.";
                Refusal::of("registrationNo", why)
            }
        }
    }
}

/// Finds companies that have another bulk account or an open application here, and bulk accounts that this portal made.
pub async fn find_company_conflicts(
    connection: &mut PgConnection,
    rows: &[Company],
) -> sqlx::Result<Vec<CompanyConflict>> {
    let numbers: Vec<String> = rows.iter().map(|row| row.details.registration_no.clone()).collect();
    let ids: Vec<String> = rows.iter().map(|row| row.bulk_id.to_string()).collect();
    sqlx::query_as!(
        CompanyConflict,
        r#"with given as materialized (
               select g.*, company_no(g.registration_no) as new_no, old_company_no(g.registration_no) as old_no
               from unnest($1::text[], $2::text[]) with ordinality as g (bulk_id, registration_no, place)
           ), found as (
               select g.place, b.bulk_id is not null and t.bulk_id is null as is_own,
                      coalesce((select o.bulk_id from bulk_account o
                                where company_no(o.registration_no) = g.new_no and o.bulk_id <> g.bulk_id limit 1),
                               (select o.bulk_id from bulk_account o
                                where old_company_no(o.registration_no) = g.old_no and o.bulk_id <> g.bulk_id
                                  and is_same_company(o.registration_no, g.registration_no) limit 1)) as other,
                      b.bulk_id is null
                          and exists (select from registration r
                                      where registration_is_live(r.status)
                                        and (company_no(r.registration_no) = g.new_no
                                             or old_company_no(r.registration_no) = g.old_no
                                                and is_same_company(r.registration_no,
                                                    g.registration_no))) as has_application
               from given g left join bulk_account b on b.bulk_id = g.bulk_id left
                   join takeover t on t.bulk_id = g.bulk_id
           )
           select place as "place!", is_own as "is_own!", other from found where is_own or other is not null
               or has_application"#,
        &ids,
        &numbers,
    )
    .fetch_all(connection)
    .await
}

/// Inserts and updates companies. A company in use, of which a user has activated the account, keeps its details.
/// Returns how many were new, and how many changed.
pub async fn store_companies(
    connection: &mut PgConnection,
    rows: &[&Company],
    now: Instant,
) -> sqlx::Result<(u64, u64)> {
    let text = |field: fn(&Company) -> &str| rows.iter().map(|row| field(row).to_owned()).collect::<Vec<String>>();
    let details: Result<Vec<Value>, _> = rows.iter().map(|row| serde_json::to_value(&row.details)).collect();
    let ids = text(|row| row.bulk_id.as_str());
    let days: Vec<_> = rows.iter().map(|row| row.cut_over_day.date()).collect();
    let stored = sqlx::query!(
        r#"with given as (
               select g.*, exists (select from person p where p.bulk_id = g.bulk_id and p.activated_at is not null
                                                          and p.deleted_at is null) as is_used
               from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])
                   as g (bulk_id, company_name, registration_no, business_type, details)
           ), stored as (
               insert into bulk_account as b (bulk_id, company_name, registration_no, business_type, details,
                   created_at)
               select bulk_id, company_name, registration_no, business_type, details, $6 from given order by bulk_id
               on conflict (bulk_id) do update
               set company_name = excluded.company_name, registration_no = excluded.registration_no,
                   business_type = excluded.business_type, details = excluded.details, version = b.version + 1
               where (b.company_name, b.registration_no, b.business_type, b.details)
                     is distinct from (excluded.company_name, excluded.registration_no, excluded.business_type,
                         excluded.details)
                 and not (select g.is_used from given g where g.bulk_id = b.bulk_id)
               returning bulk_id
           )
           select array_agg(bulk_id) as "bulk_ids" from stored"#,
        &ids,
        &text(|row| &row.details.company_name),
        &text(|row| &row.details.registration_no),
        &rows.iter().map(|row| row.business_type).collect::<Vec<_>>(),
        &details.map_err(|error| sqlx::Error::Encode(error.into()))?,
        now.utc(),
    )
    .fetch_one(&mut *connection)
    .await?;
    let days = sqlx::query!(
        r#"insert into takeover as t (bulk_id, cut_over_day, taken_over_at)
           select bulk_id, cut_over_day, $3 from unnest($1::text[], $2::date[]) as g (bulk_id, cut_over_day)
               order by bulk_id
           on conflict (bulk_id) do update set cut_over_day = excluded.cut_over_day
           where t.cut_over_day <> excluded.cut_over_day
           returning bulk_id, xmax = 0 as "is_new!""#,
        &ids,
        &days,
        now.utc(),
    )
    .fetch_all(connection)
    .await?;
    let new: HashSet<&str> = days.iter().filter(|row| row.is_new).map(|row| row.bulk_id.as_str()).collect();
    let details = stored.bulk_ids.unwrap_or_default();
    let changed: HashSet<&str> =
        details.iter().map(String::as_str).chain(days.iter().map(|row| row.bulk_id.as_str())).collect();
    Ok((new.len() as u64, (changed.len() - new.len()) as u64))
}

/// Locks the companies that were taken over, and returns their names. The first chunk of an import that names a
/// company deletes the problems of the import before.
pub async fn begin_users(
    connection: &mut PgConnection,
    bulk_ids: &[&str],
    import_id: i64,
) -> sqlx::Result<HashMap<String, String>> {
    let companies = sqlx::query!(
        "select t.bulk_id, b.company_name from takeover t join bulk_account b using (bulk_id)
         where t.bulk_id = any($1) order by t.bulk_id for no key update of t",
        bulk_ids as &[&str],
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "with begun as (
             update takeover set users_import = $2
             where bulk_id = any($1) and users_import is distinct from $2 returning bulk_id
         )
         delete from takeover_problem where bulk_id in (select bulk_id from begun)",
        bulk_ids as &[&str],
        import_id,
    )
    .execute(connection)
    .await?;
    Ok(companies.into_iter().map(|row| (row.bulk_id, row.company_name)).collect())
}

/// Who has an e-mail address.
pub enum AddressHolder {
    Staff,
    /// A user of this bulk account.
    Company(String),
    /// A user without a bulk account.
    NoCompany,
    /// An open invitation into this bulk account.
    Invited(String),
}

/// Finds who has these addresses.
pub async fn find_address_holders(
    connection: &mut PgConnection,
    emails: &[String],
) -> sqlx::Result<HashMap<String, AddressHolder>> {
    let rows = sqlx::query!(
        r#"select email as "email!", bulk_id, is_staff as "is_staff!", false as "is_invited!"
           from person where email = any($1) and deleted_at is null
           union all
           select i.email, i.bulk_id, false, true
           from invitation i
           where i.email = any($1) and i.accepted_at is null and i.withdrawn_at is null
             and not exists (select from person p where p.email = i.email and p.deleted_at is null)"#,
        emails,
    )
    .fetch_all(connection)
    .await?;
    let holders = rows.into_iter().map(|row| {
        let holder = match row.bulk_id {
            _ if row.is_staff => AddressHolder::Staff,
            Some(bulk_id) if row.is_invited => AddressHolder::Invited(bulk_id),
            Some(bulk_id) => AddressHolder::Company(bulk_id),
            None => AddressHolder::NoCompany,
        };
        (row.email, holder)
    });
    Ok(holders.collect())
}

/// The Master of a company.
pub struct Master {
    pub bulk_id: String,
    pub email: String,
    /// Whether a file can give the user another role.
    pub is_changeable: bool,
}

/// Finds the companies' Masters.
pub async fn find_masters(connection: &mut PgConnection, bulk_ids: &[String]) -> sqlx::Result<Vec<Master>> {
    sqlx::query_as!(
        Master,
        r#"select p.bulk_id as "bulk_id!", p.email,
                  p.activated_at is null and p.disabled_at is null and u.person_id is not null as "is_changeable!"
           from person p left join takeover_user u using (person_id)
           where p.bulk_id = any($1) and p.role = 'master' and p.deleted_at is null"#,
        bulk_ids,
    )
    .fetch_all(connection)
    .await
}

/// A user to store.
pub struct NewUser<'a> {
    /// The ID of a new user.
    pub person_id: Uuid,
    pub bulk_id: &'a str,
    pub form: &'a UserForm,
}

/// The result of storing users.
pub struct StoredUsers {
    /// The addresses of new ones.
    pub new: HashSet<String>,
    pub changed: u64,
}

/// Inserts users, and updates those who have not activated their account.
pub async fn store_users(
    connection: &mut PgConnection,
    users: &[NewUser<'_>],
    now: Instant,
) -> sqlx::Result<StoredUsers> {
    let text =
        |field: fn(&UserForm) -> &str| users.iter().map(|one| field(one.form).to_owned()).collect::<Vec<String>>();
    let flag = |field: fn(&UserForm) -> bool| users.iter().map(|one| field(one.form)).collect::<Vec<bool>>();
    let mobiles: Vec<Option<&str>> =
        users.iter().map(|one| one.form.mobile_no.as_ref().map(MobileNo::as_str)).collect();
    let stored = sqlx::query!(
        r#"with given as materialized (
               select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::bool[],
                                    $8::text[], $9::text[])
                   as g (person_id, bulk_id, email, name, role, make_payments, manage_accounts, mobile_no, language)
           ), changed as (
               update person p
               set name = g.name, role = g.role, make_payments = g.make_payments, manage_accounts = g.manage_accounts,
                   mobile_no = g.mobile_no, language = g.language
               from given g
               where p.email = g.email and p.bulk_id = g.bulk_id and p.activated_at is null and p.disabled_at is null
                 and exists (select from takeover_user u where u.person_id = p.person_id)
                 and (p.name, p.role, p.make_payments, p.manage_accounts, p.mobile_no, p.language)
                     is distinct from (g.name, g.role, g.make_payments, g.manage_accounts, g.mobile_no, g.language)
               returning p.person_id
           ), added as (
               insert into person (person_id, email, name, role, make_payments, manage_accounts, bulk_id, mobile_no,
                   language,
                                   is_staff, created_at)
               select person_id, email, name, role, make_payments, manage_accounts, bulk_id, mobile_no, language,
                   false, $10
               from given g
               where not exists (select from person p where p.email = g.email and p.deleted_at is null)
               order by email
               on conflict (email) where deleted_at is null do nothing
               returning person_id, bulk_id, email
           ), noted as (
               insert into takeover_user (person_id, bulk_id, taken_over_at) select person_id, bulk_id, $10 from added
           )
           select (select array_agg(email) from added) as "new", (select count(*) from changed) as "changed!""#,
        &users.iter().map(|one| one.person_id).collect::<Vec<_>>(),
        &users.iter().map(|one| one.bulk_id.to_owned()).collect::<Vec<String>>(),
        &text(|form| &form.email),
        &text(|form| &form.name),
        &text(|form| form.role.code()),
        &flag(|form| form.permissions.make_payments),
        &flag(|form| form.permissions.manage_accounts),
        &mobiles as &[Option<&str>],
        &text(|form| form.language.tag()),
        now.utc(),
    )
    .fetch_one(connection)
    .await?;
    Ok(StoredUsers {
        new: stored.new.unwrap_or_default().into_iter().collect(),
        changed: stored.changed.unsigned_abs(),
    })
}

/// Maximum characters of a stored reason.
const MAX_REASON: usize = 500;

/// Stores the refused users of companies.
pub async fn add_problems(connection: &mut PgConnection, problems: &[(String, String)]) -> sqlx::Result<()> {
    let ids: Vec<String> = problems.iter().map(|(bulk_id, _)| bulk_id.clone()).collect();
    let reasons: Vec<String> = problems.iter().map(|(_, reason)| reason.chars().take(MAX_REASON).collect()).collect();
    sqlx::query!(
        "insert into takeover_problem (bulk_id, reason) select * from unnest($1::text[], $2::text[])",
        &ids,
        &reasons,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// The company that has the account of a row.
pub struct AccountOwner {
    place: i64,
    pub bulk_id: String,
    pub is_taken_over: bool,
    /// Whether the utility has the account.
    pub is_known: bool,
    pub owner: Option<String>,
}

impl AccountOwner {
    pub fn place(&self) -> usize {
        index(self.place)
    }
}

/// Finds the companies that have the accounts of rows.
pub async fn find_owners(
    connection: &mut PgConnection,
    rows: impl Iterator<Item = (&BulkId, &AccountNo)>,
) -> sqlx::Result<Vec<AccountOwner>> {
    let (ids, accounts): (Vec<String>, Vec<String>) =
        rows.map(|(bulk_id, account_no)| (bulk_id.to_string(), account_no.to_string())).unzip();
    sqlx::query_as!(
        AccountOwner,
        r#"select g.place as "place!", g.bulk_id as "bulk_id!", t.bulk_id is not null as "is_taken_over!",
                  m.account_no is not null as "is_known!", e.bulk_id as "owner?"
           from unnest($1::text[], $2::text[]) with ordinality as g (bulk_id, account_no, place)
           left join takeover t on t.bulk_id = g.bulk_id
           left join account_master m on m.account_no = g.account_no
           left join electricity_account e on e.account_no = g.account_no"#,
        &ids,
        &accounts,
    )
    .fetch_all(connection)
    .await
}

/// Adds accounts to companies that were taken over, with the bills that belong to no company yet, and sets the
/// reference IDs of companies that are not in use. Locks the accounts like tagging. Returns how many were new, and
/// how many changed.
pub async fn store_references(
    connection: &mut PgConnection,
    rows: &[AccountReference],
    now: Instant,
) -> sqlx::Result<(u64, u64)> {
    let ids: Vec<String> = rows.iter().map(|row| row.bulk_id.to_string()).collect();
    let accounts: Vec<String> = rows.iter().map(|row| row.account_no.to_string()).collect();
    let references: Vec<Option<&str>> =
        rows.iter().map(|row| row.reference_id.as_ref().map(ReferenceId::as_str)).collect();
    sqlx::query!(
        "select from account_master where account_no = any($1) order by account_no for no key update",
        &accounts,
    )
    .execute(&mut *connection)
    .await?;
    let stored = sqlx::query!(
        r#"with given as materialized (
               select g.*, exists (select from person p where p.bulk_id = g.bulk_id and p.activated_at is not null
                                                          and p.deleted_at is null) as is_used
               from unnest($1::text[], $2::text[], $3::text[]) as g (bulk_id, account_no, reference_id)
               join takeover t on t.bulk_id = g.bulk_id join account_master m on m.account_no = g.account_no
           ), added as (
               insert into electricity_account (account_no, bulk_id, reference_id, tagged_at)
               select account_no, bulk_id, reference_id, $4 from given order by account_no
               on conflict (account_no) do nothing
               returning account_no
           ), changed as (
               update electricity_account e set reference_id = g.reference_id
               from given g
               where e.account_no = g.account_no and e.bulk_id = g.bulk_id and not g.is_used
                 and e.reference_id is distinct from g.reference_id
               returning e.account_no
           )
           select (select array_agg(account_no) from added) as "new", (select count(*) from changed) as "changed!""#,
        &ids,
        &accounts,
        &references as &[Option<&str>],
        now.utc(),
    )
    .fetch_one(&mut *connection)
    .await?;
    let new = stored.new.unwrap_or_default();
    if !new.is_empty() {
        sqlx::query!(
            "with open as materialized (
                 select b.invoice_no, e.bulk_id from bill b join electricity_account e using (account_no)
                 where b.account_no = any($1) and b.bulk_id is null order by b.invoice_no for no key update of b
             )
             update bill b set bulk_id = open.bulk_id from open where b.invoice_no = open.invoice_no",
            &new,
        )
        .execute(connection)
        .await?;
    }
    Ok((new.len() as u64, stored.changed.unsigned_abs()))
}

/// Makes the groups of companies that are not in use, and puts their accounts into them. Returns how many accounts
/// had no group before, and how many had another.
pub async fn store_groups(
    connection: &mut PgConnection,
    rows: &[GroupedAccount],
    now: Instant,
) -> sqlx::Result<(u64, u64)> {
    let ids: Vec<String> = rows.iter().map(|row| row.bulk_id.to_string()).collect();
    let names: Vec<String> = rows.iter().map(|row| row.group_name.clone()).collect();
    let accounts: Vec<String> = rows.iter().map(|row| row.account_no.to_string()).collect();
    sqlx::query!(
        "insert into account_group (group_id, bulk_id, name, created_at)
         select gen_random_uuid(), g.bulk_id, min(g.name), $4
         from unnest($1::text[], $2::text[], $3::text[]) as g (bulk_id, name, account_no)
         join takeover t on t.bulk_id = g.bulk_id
         join electricity_account e on e.account_no = g.account_no and e.bulk_id = g.bulk_id
         where not exists (select from person p where p.bulk_id = g.bulk_id and p.activated_at is not null
                                                  and p.deleted_at is null)
         group by g.bulk_id, lower(g.name) order by g.bulk_id, lower(g.name)
         on conflict (bulk_id, lower(name)) do nothing",
        &ids,
        &names,
        &accounts,
        now.utc(),
    )
    .execute(&mut *connection)
    .await?;
    let moved = sqlx::query!(
        r#"with moving as materialized (
               select e.account_no, e.group_id as before, a.group_id as after
               from unnest($1::text[], $2::text[], $3::text[]) as g (bulk_id, name, account_no)
               join takeover t on t.bulk_id = g.bulk_id
               join electricity_account e on e.account_no = g.account_no and e.bulk_id = g.bulk_id
               join account_group a on a.bulk_id = g.bulk_id and lower(a.name) = lower(g.name)
               where e.group_id is distinct from a.group_id
                 and not exists (select from person p where p.bulk_id = g.bulk_id and p.activated_at is not null
                                                        and p.deleted_at is null)
               order by e.account_no for no key update of e
           ), moved as (
               update electricity_account e set group_id = moving.after from moving
                   where e.account_no = moving.account_no
               returning moving.before
           )
           select count(*) filter (where before is null) as "new!",
               count(*) filter (where before is not null) as "changed!"
           from moved"#,
        &ids,
        &names,
        &accounts,
    )
    .fetch_one(connection)
    .await?;
    Ok((moved.new.unsigned_abs(), moved.changed.unsigned_abs()))
}

/// Converts a position from 1 to an index.
pub fn index(place: i64) -> usize {
    usize::try_from(place - 1).unwrap_or(usize::MAX)
}

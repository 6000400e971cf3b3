//! Electricity accounts: adding, renaming, grouping and removing them, the company profile, and the staff's screens.

mod changing;
mod figures;
mod gate;
pub mod groups;
mod lists;
mod lookups;
mod owed;
mod pending;
mod profile;
mod races;
mod removing;
mod staff;
mod tagging;
mod theirs;

use gridbill_core::accounts::{AddAccounts, GetAccounts};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::{Actor, Portal, RefusedCall, sql};

/// The account that each company in the tests begins with.
pub const FIRST: &str = "223000000001";

/// Returns an account number that no other helper uses.
pub fn number(n: usize) -> String {
    format!("217{n:09}")
}

pub fn numbers(from: usize, to: usize) -> Vec<String> {
    (from..to).map(number).collect()
}

/// Inserts accounts in the utility's records that belong to no bulk account.
pub async fn known(pool: &PgPool, accounts: &[String], active: bool) {
    let query = "
        insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                    state, sector, tariff, active)
        select account_no, '201001234567', 'Kilang ' || right(account_no, 3) || ' Sdn. Bhd.', 'Lot ' || right(account_no, 4),
               'Klang', '41000', case when right(account_no, 1) = '7' then 'Johor' else 'Selangor' end, 'Industrial',
               'Medium Voltage General', $2
        from unnest($1::text[]) account_no";
    sql::run(pool, query, &[&accounts, &active]).await;
}

/// Inserts one unpaid bill of RM 100.00 for each account, in the bulk account that has it.
pub async fn billed(pool: &PgPool, accounts: &[String]) {
    let query = "
        insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                          invoice_date, due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount,
                          tax_amount, total_amount_payable)
        select '6' || substr(m.account_no, 2), '900000000002', m.account_no, e.bulk_id, '2800000002', '2026-11-10',
               '2026-11-10', '2026-12-10', 'Normal', 'actual', 'Medium Voltage General', 100, 0, 0, 100
        from account_master m left join electricity_account e using (account_no) where m.account_no = any($1)";
    sql::run(pool, query, &[&accounts]).await;
}

/// Returns the invoice number of a bill that [`billed`] inserted.
pub fn invoice_of(account_no: &str) -> String {
    format!("6{}", &account_no[1..])
}

/// Requests that accounts be added.
pub async fn add(actor: &Actor, accounts: &[String]) -> Result<Value, RefusedCall> {
    let accounts: Vec<Value> = accounts.iter().map(|account_no| json!({ "accountNo": account_no })).collect();
    actor.call_raw::<AddAccounts>(json!({ "bulkId": SINAR, "childAccounts": accounts })).await
}

/// Waits until the tagging job has no pending rows.
pub async fn worked(pool: &PgPool) {
    until("nothing waits", || async {
        let waiting = sql::value::<i64>(pool, "select count(*) from tagging where done_at is null", &[]).await;
        (waiting == 0).then_some(())
    })
    .await;
}

/// Adds these accounts to Sinar. The job keeps running.
pub async fn sinar_with(portal: &Portal, accounts: &[String]) -> Actor {
    known(portal.pool(), accounts, true).await;
    portal.work();
    let keeper = crate::team::session_of(portal, "keeper@sinar.example").await;
    add(&keeper, accounts).await.expect("requested");
    worked(portal.pool()).await;
    keeper
}

/// Returns all accounts of a list, reading page by page.
pub async fn listed(actor: &Actor, mut request: Value) -> Vec<Value> {
    request["id"] = json!(SINAR);
    let mut found = Vec::new();
    loop {
        let page = actor.call_raw::<GetAccounts>(request.clone()).await.expect("a page");
        found.extend(page["items"].as_array().expect("items").iter().cloned());
        if page["next"].is_null() {
            assert_eq!(page["total"], json!(found.len()), "{request}");
            return found;
        }
        request["cursor"] = page["next"].clone();
    }
}

pub fn column(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_str().unwrap_or("-").to_owned()).collect()
}

/// Returns the bulk account that owns an account.
pub async fn owner(pool: &PgPool, account_no: &str) -> Option<String> {
    let query = "select bulk_id from electricity_account where account_no = $1";
    sql::values(pool, query, &[&account_no]).await.pop()
}

/// Returns the bulk account of the bill of such an account.
pub async fn billed_to(pool: &PgPool, account_no: &str) -> Option<String> {
    sql::value(pool, "select bulk_id from bill where invoice_no = $1", &[&invoice_of(account_no)]).await
}

/// Returns a fingerprint of all data that account calls may change.
pub async fn state(pool: &PgPool) -> String {
    let query = "select md5(concat_ws(' ',
                 (select string_agg(t::text, ',' order by account_no) from electricity_account t),
                 (select string_agg(t::text, ',' order by tagging_id) from tagging t),
                 (select string_agg(t::text, ',' order by group_id) from account_group t),
                 (select string_agg(t::text, ',' order by bulk_id) from bulk_account t),
                 (select string_agg(t::text, ',' order by invoice_no) from bill t),
                 (select string_agg(t::text, ',' order by fact_id) from fact t)))";
    sql::value(pool, query, &[]).await
}

/// Returns the kinds of the recorded facts, oldest first.
pub async fn kinds(pool: &PgPool) -> Vec<String> {
    crate::team::notes(pool).await.into_iter().map(|(kind, ..)| kind).collect()
}

pub async fn every_invariant_holds(pool: &PgPool) {
    let (_, findings) = gridbill::check::look(pool).await.expect("a check");
    for finding in findings {
        assert!(finding.rows.is_empty(), "{}: {:?}", finding.invariant, finding.rows);
    }
}

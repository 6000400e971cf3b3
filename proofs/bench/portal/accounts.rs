//! Measures every list and card of a bulk account with 10,000 electricity accounts in 200 groups, among a million of the utility, and
//! staff's lists of all of them.

use serde_json::json;
use sqlx::PgPool;

use crate::calls::{Call, asked, measured, posted};
use crate::{BULK_ID, Bench};

const GROUPS: i32 = 200;
/// Accounts that could not be added.
const ERRORS: i32 = 2_000;
/// Adds accounts up to the wanted number, and groups those of the company that pays in the other measurement.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn make(pool: &PgPool, all: i32) -> anyhow::Result<()> {
    for (statement, count) in [
        (
            "insert into account_master
             select '228' || lpad(n::text, 9, '0'), '2099' || lpad((n % 200000)::text, 8, '0'),
                    'Syarikat ' || initcap(translate(md5((n % 200000)::text), '0123456789', 'aeioulnrst')) || ' Sdn Bhd',
                    'Lot ' || n, 'Klang', '41000', 'Selangor', 'Industrial', 'Medium Voltage General', n % 20 <> 0
             from generate_series(1, $2) n
             where (select count(*) from account_master) < $2 and $1 <> '' on conflict do nothing",
            all,
        ),
        (
            "insert into account_group (group_id, bulk_id, name, created_at)
             select md5('group ' || n)::uuid, $1, 'Group ' || n, now() from generate_series(1, $2) n
             on conflict do nothing",
            GROUPS,
        ),
        (
            "update electricity_account
             set group_id = md5('group ' || 1 + right(account_no, 6)::int % $2)::uuid, reference_id = 'Site ' || right(account_no, 6)
             where bulk_id = $1 and right(account_no, 1) <> '7' and group_id is null",
            GROUPS,
        ),
        (
            "insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type)
             select $1, '227' || lpad(n::text, 9, '0'), 1, 'Bench', now(), now(), 'notFound' from generate_series(1, $2) n
             on conflict do nothing",
            ERRORS,
        ),
    ] {
        sqlx::query(statement).bind(BULK_ID).bind(count).execute(pool).await?;
    }
    for table in ["analyze account_master", "analyze electricity_account", "analyze tagging", "analyze bill"] {
        sqlx::raw_sql(table).execute(pool).await?;
    }
    Ok(())
}

pub async fn measure(bench: &Bench, pool: &PgPool, customer: &str, staff: &str) -> anyhow::Result<()> {
    let (all, rounds) = (bench.all_accounts, bench.rounds * 3);
    make(pool, all).await?;
    println!(
        "\n{} accounts in {GROUPS} groups among {all}: milliseconds over HTTP, the middle and the longest of {rounds}",
        bench.invoices
    );
    measured(bench, rounds, &calls(), [customer, staff]).await
}

fn calls() -> Vec<(&'static str, bool, Call)> {
    const SERVICE: &str = "/account-svc/api/v1";
    let accounts = |body| posted(format!("/portal/api/v1/Accounts/GetAccounts/{BULK_ID}"), body);
    let search = |body| posted(format!("{SERVICE}/BulkAccount/SearchElectricityAccounts"), body);
    let group = |path: &str, body| posted(format!("{SERVICE}/Group/{path}"), body);
    vec![
        ("account cards", false, posted(format!("{SERVICE}/BulkAccount/GetAccountCards/{BULK_ID}"), json!({}))),
        ("accounts, the first 100", false, accounts(json!({}))),
        ("accounts, the first 1,000", false, accounts(json!({ "recordCount": 1000 }))),
        ("accounts by reference ID", false, accounts(json!({ "sort": { "by": "referenceId" } }))),
        (
            "accounts by group, from the end",
            false,
            accounts(json!({ "sort": { "by": "groupName", "descending": true } })),
        ),
        ("accounts searched by a part of the address", false, accounts(json!({ "filter": { "search": "lot 12" } }))),
        ("accounts searched by number", false, accounts(json!({ "filter": { "search": "229000000007" } }))),
        ("accounts in no group", false, group(&format!("GetAccountsNotInGroup/{BULK_ID}"), json!({}))),
        ("accounts of a state", false, accounts(json!({ "filter": { "states": ["Selangor"], "active": true } }))),
        // The id that the database derives from `group 1`.
        ("accounts of a group", false, group("GetAccountsInGroup/6ead63e9-229a-8864-e76d-e7653b89e9a7", json!({}))),
        ("groups, the first 100", false, group(&format!("GetGroupsTable/{BULK_ID}"), json!({}))),
        ("groups, all 200", false, group(&format!("GetGroupsTable/{BULK_ID}"), json!({ "recordCount": 1000 }))),
        ("groups searched", false, group(&format!("GetGroupsTable/{BULK_ID}"), json!({ "search": "oup 19" }))),
        (
            "pending for action",
            false,
            asked(format!(
                "{SERVICE}/BulkChildAccount/GetBulkChildAccountError?collectiveContractAccountNo={BULK_ID}&recordCount=100"
            )),
        ),
        ("one account with its history", false, asked(format!("{SERVICE}/BulkAccount/GetAccountDetails/229000000007"))),
        ("how far the jobs have come", false, asked(format!("/portal/api/v1/Accounts/GetTaggingProgress/{BULK_ID}"))),
        (
            "staff: bulk accounts, counted",
            true,
            posted(format!("{SERVICE}/BulkAccount/GetBulkAccountsCards"), json!({})),
        ),
        (
            "staff: bulk accounts, the first 100",
            true,
            posted(format!("{SERVICE}/BulkAccount/GetBulkAccountsTable"), json!({})),
        ),
        (
            "staff: bulk accounts searched",
            true,
            posted(format!("{SERVICE}/BulkAccount/GetBulkAccountsTable"), json!({ "search": "bench" })),
        ),
        (
            "staff: accounts of a bulk account",
            true,
            posted(format!("/portal/api/v1/Accounts/GetAccounts/{BULK_ID}"), json!({})),
        ),
        ("staff: any account by number", true, search(json!({ "searchString": "228000000007" }))),
        ("staff: any account by a company's rare word", true, search(json!({ "searchString": "bench sdn" }))),
        ("staff: any account by a part of a reference ID", true, search(json!({ "searchString": "site 00012" }))),
        (
            "staff: any account by a word in every company's name",
            true,
            search(json!({ "searchString": "syarikat", "criteria": "companyName" })),
        ),
        (
            "staff: accounts with errors",
            true,
            asked(format!("{SERVICE}/BulkChildAccount/GetBulkChildAccountErrorForAdmin")),
        ),
    ]
}

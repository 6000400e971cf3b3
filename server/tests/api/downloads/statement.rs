//! Statements of account for a group and a bulk account: their sums equal those of bills, payments and credits.

use chrono::TimeDelta;
use gridbill_core::announcements::WriteAnnouncement;
use gridbill_core::downloads::{DownloadCombinedStatement, DownloadState, RetryDownload};
use gridbill_core::number::AccountNo;
use gridbill_core::statements::first_day;
use gridbill_core::{Code, Money};
use serde_json::{Value, json};

use super::workbook::{Cell, rows};
use super::{World, read};
use crate::announcements::form;
use crate::statements::figures::{Recount, history, recount, write};
use crate::support::clock::today;
use crate::support::given::{self, SINAR, account_of};
use crate::support::{pdf_text, sql};

/// Amount in sen of each account's bill from `given::bills`, ten days old and unpaid.
const BILL: i64 = 10_010;
const MONTHS: u32 = 12;

/// Inserts bills of 150 accounts and of another company. Twelve accounts have a year of payments and credits, and six
/// of these are in a group. Returns the group, its accounts, and a recount of the twelve.
async fn world() -> (World, String, Vec<AccountNo>, Vec<Recount>) {
    let world = World::with_bills(150).await;
    let pool = world.portal.pool();
    given::bills(pool, given::MAJLIS, 4, "55.00").await;
    let days = today().days_since(first_day(today(), MONTHS)) + 1;
    let mut counted = Vec::new();
    let mut accounts = Vec::new();
    for place in 0..12_usize {
        let account_no = account_of(&given::invoice(&format!("51{:010}", place + 1)));
        let history = history(place as u64);
        write(pool, &account_no, 1_000 * (place + 1), &history).await;
        counted.push(recount(&history, days));
        accounts.push(account_no);
    }
    accounts.truncate(6);
    let keeper = world.portal.sign_in("keeper@sinar.example").await;
    let numbers: Vec<&str> = accounts.iter().map(AccountNo::as_str).collect();
    let group = json!({ "id": SINAR, "groupName": "North", "accountNumbers": numbers });
    let group = keeper.call_raw::<gridbill_core::accounts::groups::CreateGroup>(group).await.expect("a group");
    let group_id = group["groupId"].as_str().expect("its id").to_owned();
    (world, group_id, accounts, counted)
}

fn asked(group_id: Option<&str>, format: &str) -> Value {
    json!({ "id": SINAR, "groupId": group_id, "statementPeriod": MONTHS, "format": format })
}

fn sum(counted: &[Recount], column: fn(&Recount) -> i64) -> i64 {
    counted.iter().map(column).sum()
}

/// Returns the amounts of a column in sen.
fn column(bytes: &[u8], sheet: usize, column: &str) -> Vec<i64> {
    let rows = rows(bytes, sheet);
    let amounts = rows.values().filter_map(|row| match row.get(column) {
        #[expect(clippy::cast_possible_truncation, reason = "amounts of a test are small")]
        Some(Cell::Number(number)) => Some((number * 100.0).round() as i64),
        _ => None,
    });
    amounts.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_of_all_accounts_adds_up_to_its_bills_payments_and_credits() {
    let (world, _, _, counted) = world().await;
    let begun = world.master.call_raw::<DownloadCombinedStatement>(asked(None, "xlsx")).await.expect("a download");
    let begun = read(begun);
    world.portal.work();
    // The first account of the company, and the 150 accounts with bills.
    assert_eq!((begun.state, begun.total), (DownloadState::Waiting, 151));
    let ready = world.until(&begun.download_id, DownloadState::Ready).await;
    assert_eq!((ready.done, &*ready.name), (151, &*format!("Statement of account {SINAR} {}.xlsx", today())));
    let file = world.file(&world.master, &ready.download_id).await.expect("a file");

    let billed = sum(&counted, |of| of.billed) + 150 * BILL;
    let closing = sum(&counted, |of| of.closing) + 150 * BILL;
    let totals = [
        sum(&counted, |of| of.opening),
        billed,
        -sum(&counted, |of| of.paid),
        0,
        0,
        -sum(&counted, |of| of.credited),
        closing,
        0,
    ];
    assert_eq!(totals.iter().filter(|total| **total != 0).count(), 5, "{totals:?}");
    assert_eq!(totals[..6].iter().sum::<i64>(), closing);
    // The second sheet has the accounts, and their total below.
    for (place, total) in ["C", "D", "E", "F", "G", "H", "I", "J"].into_iter().zip(totals) {
        let mut amounts = column(&file, 2, place);
        assert_eq!(amounts.pop(), Some(total), "{place}");
        assert_eq!((amounts.len(), amounts.iter().sum::<i64>()), (151, total), "{place}");
    }
    // The third sheet has every bill, payment and credit of the period.
    assert_eq!(column(&file, 3, "H").iter().sum::<i64>(), closing - totals[0]);
    // The summary has the figures from the opening balance on, and the open amount by age.
    let summary = column(&file, 1, "B");
    let ages: [i64; 4] = std::array::from_fn(|age| {
        counted.iter().map(|of| of.by_age[age]).sum::<i64>() + if age == 0 { 150 * BILL } else { 0 }
    });
    let [in_payment, a, b, c, d, credits] = summary[summary.len() - 6..] else { panic!("the last figures") };
    assert_eq!(summary[summary.len() - 14..summary.len() - 6], totals);
    assert_eq!((in_payment, [a, b, c, d]), (0, ages));
    assert_eq!(ages.iter().sum::<i64>() + credits, closing);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_account_has_a_workbook_of_its_own() {
    let (world, group_id, accounts, counted) = world().await;
    let of = |account_no: &str| {
        let mut request = asked(None, "xlsx");
        request["accountNo"] = json!(account_no);
        request
    };
    let account_no = accounts[2].as_str();
    let made = world.master.call_raw::<DownloadCombinedStatement>(of(account_no)).await.expect("a download");
    let made = read(made);
    assert_eq!((made.state, made.total), (DownloadState::Ready, 1));
    assert_eq!(made.name, format!("Statement of account {account_no} {}.xlsx", today()));
    let file = world.file(&world.master, &made.download_id).await.expect("a file");
    let (opening, closing) = (counted[2].opening, counted[2].closing + BILL);
    assert_eq!(column(&file, 2, "C"), [opening, opening]);
    assert_eq!(column(&file, 2, "I"), [closing, closing]);
    assert_eq!(column(&file, 3, "H").iter().sum::<i64>(), closing - opening);
    // Neither an account of another company nor one outside the group.
    let mut outside = of(account_no);
    outside["groupId"] = json!(group_id);
    outside["accountNo"] = json!(account_of(&given::invoice("510000000012")).as_str());
    let others = world.portal.sign_in("master@majlis.example").await;
    let mut foreign = of(account_no);
    foreign["id"] = json!(given::MAJLIS);
    for (who, request) in [(&world.master, outside), (&others, foreign)] {
        let refused = who.call_raw::<DownloadCombinedStatement>(request).await.expect_err("refused");
        assert_eq!(refused.fields(), [("accountNo", Code::StatementAccountRefused)]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pdf_of_a_group_has_only_its_accounts_and_their_sums() {
    let (world, group_id, accounts, counted) = world().await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let made = viewer.call_raw::<DownloadCombinedStatement>(asked(Some(&group_id), "pdf")).await.expect("a download");
    let made = read(made);
    assert_eq!((made.state, made.total), (DownloadState::Ready, 6));
    assert_eq!(made.name, format!("Statement of account North {}.pdf", today()));
    let text = pdf_text(&world.file(&viewer, &made.download_id).await.expect("a file"));
    let group = &counted[..6];
    let shown = |sen: i64| Money::from_sen(sen).shown().replace('\u{a0}', "");
    let closing = sum(group, |of| of.closing) + 6 * BILL;
    for said in [shown(closing), shown(sum(group, |of| of.opening)), shown(sum(group, |of| of.billed) + 6 * BILL)] {
        assert!(text.contains(&said), "{said} in {text}");
    }
    for (account_no, of) in accounts.iter().zip(group) {
        assert!(text.contains(account_no.as_str()), "{account_no}");
        let closing = shown(of.closing + BILL).replacen("RM", "", 1);
        assert!(text.contains(&closing), "{closing}");
    }
    assert!(!text.contains(account_of(&given::invoice("510000000012")).as_str()));
}

/// A freeze of statements also holds for a retry of one. Other failed downloads are retried.
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_statement_is_not_retried_while_statements_are_frozen() {
    let world = World::with_bills(150).await;
    let statement = world.master.call_raw::<DownloadCombinedStatement>(asked(None, "xlsx")).await.expect("a download");
    let statement = read(statement);
    let bills = world.bills(json!({ "id": SINAR, "format": "zip" })).await;
    sql::run(world.portal.pool(), "update download set state = 'failed', code = 'DownloadNotKept'", &[]).await;
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let mut frozen = form("Upgrade");
    frozen["freezes"] = json!(["statements"]);
    frozen["fromTime"] = json!("12:00");
    ict.call_raw::<WriteAnnouncement>(json!({ "form": frozen })).await.expect("an announcement");
    let again = json!({ "downloadId": statement.download_id });
    let refused = world.master.call_raw::<RetryDownload>(again.clone()).await.expect_err("frozen");
    assert_eq!((refused.status, refused.code()), (422, Code::FeatureFrozen));
    world.retry(&bills.download_id).await;
    world.portal.advance(TimeDelta::hours(2));
    let master = world.portal.sign_in("master@sinar.example").await;
    master.call_raw::<RetryDownload>(again).await.expect("the freeze is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_group_of_the_own_company_and_an_offered_period_have_a_statement() {
    let (world, group_id, ..) = world().await;
    let refused = async |request: Value| {
        world.master.call_raw::<DownloadCombinedStatement>(request).await.expect_err("refused").code()
    };
    assert_eq!(refused(asked(Some("no group"), "pdf")).await, Code::GroupNotFound);
    assert_eq!(refused(asked(Some(&uuid::Uuid::now_v7().to_string()), "pdf")).await, Code::GroupNotFound);
    let mut period = asked(None, "pdf");
    period["statementPeriod"] = json!(2);
    assert_eq!(refused(period).await, Code::StatementPeriodUnknown);
    let others = world.portal.sign_in("master@majlis.example").await;
    let mut foreign = asked(Some(&group_id), "pdf");
    foreign["id"] = json!(given::MAJLIS);
    let refused = others.call_raw::<DownloadCombinedStatement>(foreign).await.expect_err("another company's group");
    assert_eq!(refused.code(), Code::GroupNotFound);
    let refused = others.call_raw::<DownloadCombinedStatement>(asked(None, "pdf")).await.expect_err("another company");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
}

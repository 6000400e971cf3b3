//! Scheduled runs.

use chrono::TimeDelta;
use gridbill::serve::jobs::run_accounting_schedules;
use gridbill_core::accounting::GetAccountingRuns;
use gridbill_core::downloads::GetDownloads;
use gridbill_core::endpoint::Nothing;
use serde_json::{Value, json};

use super::{World, journal};
use crate::accounts::kinds;
use crate::support::given::{self, SINAR};
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_profile_runs_once_a_day_and_its_file_is_in_the_tray() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["schedule"] = "daily".into();
    world.save(draft).await;
    run_accounting_schedules(&world.portal.app).await.expect("looked");
    assert_eq!(world.marked().await, 0, "not on the day on which it was saved");
    world.portal.advance(TimeDelta::days(1));
    let both = futures::future::join_all((0..2).map(|_| run_accounting_schedules(&world.portal.app))).await;
    both.into_iter().for_each(|done| done.expect("run"));
    assert_eq!(world.marked().await, 3);
    let runs = world.payer.call_raw::<GetAccountingRuns>(json!({ "id": SINAR })).await;
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let runs = match runs {
        Ok(runs) => runs,
        // The session may have ended overnight.
        Err(_) => payer.call_raw::<GetAccountingRuns>(json!({ "id": SINAR })).await.expect("runs"),
    };
    assert_eq!((runs["items"].as_array().map(Vec::len), &runs["items"][0]["madeBy"]), (Some(1), &Value::Null));
    let downloads = payer.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
    assert_eq!(downloads.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Books 1.csv"]);
    // Nothing new on the next day is no failure.
    world.portal.advance(TimeDelta::days(1));
    run_accounting_schedules(&world.portal.app).await.expect("nothing new");
    assert!(!kinds(world.pool()).await.contains(&"AccountingRunRefused".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_run_that_is_refused_notifies_the_user_who_scheduled_it() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["schedule"] = "daily".into();
    draft["suspense"] = Value::Null;
    world.save(draft).await;
    world.portal.advance(TimeDelta::days(1));
    run_accounting_schedules(&world.portal.app).await.expect("refused");
    run_accounting_schedules(&world.portal.app).await.expect("not again today");
    assert_eq!(world.marked().await, 0);
    let facts = kinds(world.pool()).await;
    assert_eq!(facts.iter().filter(|kind| *kind == "AccountingRunRefused").count(), 1);
    let query = "select count(*) from notification n join fact f using (fact_id) join person p using (person_id)
                 where f.kind = 'AccountingRunRefused' and p.email = 'payer@sinar.example'";
    let notified = sql::value::<i64>(world.pool(), query, &[]).await;
    assert_eq!(notified, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_that_come_later_in_a_batch_are_exported_once_their_file_is_read() {
    let world = World::new().await;
    let mut draft = journal("Books");
    draft["schedule"] = "afterBatch".into();
    world.save(draft).await;
    let hold_last = "update bill set bulk_id = null where invoice_no = $1";
    sql::run(world.pool(), hold_last, &[&world.bills[2].as_str()]).await;
    let arrive = "insert into batch_review (bill_batch_id, extraction_date, state, released_at, arrived_at)
                  select distinct bill_batch_id, current_date, 'released', $1::timestamptz, $1::timestamptz from bill
                  on conflict (bill_batch_id) do update set arrived_at = excluded.arrived_at";
    let pass_an_hour = || world.portal.advance(TimeDelta::hours(1));
    pass_an_hour();
    sql::run(world.pool(), arrive, &[&world.portal.app.now().utc()]).await;
    pass_an_hour();
    run_accounting_schedules(&world.portal.app).await.expect("run");
    assert_eq!(world.marked().await, 2);
    let come = "update bill set bulk_id = $2 where invoice_no = $1";
    sql::run(world.pool(), come, &[&world.bills[2].as_str(), &SINAR]).await;
    pass_an_hour();
    sql::run(world.pool(), arrive, &[&world.portal.app.now().utc()]).await;
    pass_an_hour();
    let begin = "insert into feed_import (kind, file_name) values ('bills', 'bills.csv')";
    sql::run(world.pool(), begin, &[]).await;
    run_accounting_schedules(&world.portal.app).await.expect("looked");
    assert_eq!(world.marked().await, 2, "more bills of the file may come");
    sql::run(world.pool(), "update feed_import set ended_at = now()", &[]).await;
    run_accounting_schedules(&world.portal.app).await.expect("run");
    assert_eq!(world.marked().await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_with_accounts_of_charges_waits_for_the_lines_of_new_bills() {
    let world = World::new().await;
    for schedule in ["daily", "afterBatch"] {
        let mut draft = journal(schedule);
        draft["schedule"] = schedule.into();
        draft["chargeAccounts"] = json!([{ "kind": "retail", "ledgerAccount": "1800" }]);
        world.save(draft).await;
    }
    world.portal.advance(TimeDelta::days(1));
    let arrive = "insert into batch_review (bill_batch_id, extraction_date, state, released_at)
                  select distinct bill_batch_id, current_date, 'released', $1::timestamptz from bill";
    sql::run(world.pool(), arrive, &[&world.portal.app.now().utc()]).await;
    let marked_later = async |expected: i64, why: &str| {
        run_accounting_schedules(&world.portal.app).await.expect("looked");
        assert_eq!(world.marked().await, expected, "{why}");
    };
    marked_later(0, "no bill has lines").await;
    let [two, last] = [&world.bills[..2], &world.bills[2..]];
    world.deliver_lines(two).await;
    marked_later(0, "one bill has no lines").await;
    world.deliver_lines(last).await;
    marked_later(6, "each bill has its lines").await;
    let query =
        r#"select count(*) from accounting_document where document -> 'lines' @> '[{"ledgerAccount": "1800"}]'"#;
    assert_eq!(sql::value::<i64>(world.pool(), query, &[]).await, 4, "the third bill is on the suspense account");
    // The lines of a later bill do not arrive within an hour.
    given::bills(world.pool(), SINAR, 1, "5.00").await;
    world.portal.advance(TimeDelta::days(1));
    marked_later(6, "the bill is new").await;
    sql::run(world.pool(), "update batch_review set arrived_at = now() - interval '61 minutes'", &[]).await;
    marked_later(8, "both profiles waited an hour").await;
}

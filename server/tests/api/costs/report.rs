//! The report by cost centre, group and month, compared with the bills.

use gridbill_core::costs::GetCostReport;
use gridbill_core::downloads::ExportList;
use gridbill_core::{Code, Money};
use serde_json::{Value, json};

use super::{centre, coding, part, set, world};
use crate::accounts::groups::make as make_group;
use crate::support::given::SINAR;
use crate::support::{Actor, sql};

async fn rows(actor: &Actor, mut request: Value) -> Vec<Value> {
    request["id"] = json!(SINAR);
    let mut found = Vec::new();
    loop {
        let page = actor.call_raw::<GetCostReport>(request.clone()).await.expect("a page");
        found.extend(page["rows"]["items"].as_array().expect("rows").iter().cloned());
        if page["rows"]["next"].is_null() {
            assert_eq!(page["rows"]["total"], json!(found.len()));
            return found;
        }
        request["cursor"] = page["rows"]["next"].clone();
    }
}

fn sum(rows: &[Value]) -> Money {
    let costs = rows.iter().map(|row| Money::parse(row["cost"].as_str().expect("an amount")).expect("an amount"));
    Money::sum(costs).expect("a small sum")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_divides_every_bill_and_adds_up_to_the_bills() {
    let (portal, keeper, accounts) = world().await;
    sql::run(portal.pool(), "update bill set current_charge = 100.01, total_amount_payable = 100.01", &[]).await;
    centre(&keeper, "A1", "First").await;
    make_group(&keeper, "North", &accounts[1..2]).await;
    let halves = json!([part("HQ", 5_000), part("A1", 5_000)]);
    let period = |parts: &Value| ("2026-01-01", None, parts.clone());
    set(
        &keeper,
        &[coding(&accounts[0], &[period(&halves)]), coding(&accounts[1], &[period(&json!([part("HQ", 10_000)]))])],
    )
    .await
    .expect("coded");
    let report = keeper.call_raw::<GetCostReport>(json!({ "id": SINAR })).await.expect("a report");
    let shown: Vec<(Value, Value, Value)> = report["rows"]["items"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["groupName"].clone(), row["code"].clone(), row["cost"].clone()))
        .collect();
    let none = Value::Null;
    assert_eq!(
        shown,
        [
            (json!("North"), json!("HQ"), json!("100.01")),
            // The first of two equal remainders gets the sen.
            (none.clone(), json!("A1"), json!("50.01")),
            (none.clone(), json!("HQ"), json!("50.00")),
            (none.clone(), none.clone(), json!("100.01")),
        ]
    );
    assert_eq!((&report["total"], &report["uncoded"]), (&json!("300.03"), &json!("100.01")));
    assert_eq!(report["months"].as_array().map(Vec::len), Some(6));
    assert_eq!(report["centres"][0], json!({ "code": "HQ", "name": "Head office", "bills": 2, "cost": "150.01" }));
    let paged = rows(&keeper, json!({ "recordCount": 1 })).await;
    assert_eq!((paged.len(), sum(&paged).to_string()), (4, "300.03".to_owned()));

    // A bill without a cost centre on the day of its invoice is not in a later period.
    set(&keeper, &[coding(&accounts[1], &[("2099-01-01", None, json!([part("HQ", 10_000)]))])]).await.expect("coded");
    let report = keeper.call_raw::<GetCostReport>(json!({ "id": SINAR })).await.expect("a report");
    assert_eq!(report["uncoded"], json!("200.02"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_has_a_limit_and_is_exported() {
    let (_portal, keeper, accounts) = world().await;
    set(&keeper, &[coding(&accounts[0], &[("2026-01-01", None, json!([part("HQ", 10_000)]))])]).await.expect("coded");
    for (from, to, code) in [
        (json!("2026-01-01"), json!("2027-01-31"), Code::CostReportTooLong),
        (json!("2026-05-01"), json!("2026-04-30"), Code::CostReportEndsFirst),
    ] {
        let refused = keeper
            .call_raw::<GetCostReport>(json!({ "id": SINAR, "from": from, "to": to }))
            .await
            .expect_err("refused");
        assert_eq!(refused.fields(), [("from", code)]);
    }
    let early =
        keeper.call_raw::<GetCostReport>(json!({ "id": SINAR, "from": "2020-01-01", "to": "2020-02-01" })).await;
    assert_eq!(early.expect("empty")["rows"]["total"], json!(0));
    let asked = json!({ "list": "costReport", "request": { "id": SINAR }, "format": "csv" });
    let download = keeper.call_raw::<ExportList>(asked).await.expect("an export");
    assert_eq!((&download["state"], &download["total"]), (&json!("ready"), &json!(2)), "{download}");
}

//! The staff's side: queue, assignment, templates and the service figure.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::queries::{AnswerQuery, AssignQuery, GetQueryQueue, GetQueryService};
use serde_json::{Value, json};

use super::{answer, close, open, seen};
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal};

async fn queue(staff: &Actor, filter: Value) -> Vec<Value> {
    let page = staff.call_raw::<GetQueryQueue>(json!({ "filter": filter })).await.expect("a page");
    page["items"].as_array().expect("items").iter().map(|item| item["invoiceNo"].clone()).collect()
}

async fn assign(staff: &Actor, query: &Value, to_me: bool, version: i32) -> Result<Value, Code> {
    let request = json!({ "queryId": query, "toMe": to_me, "version": version });
    staff.call_raw::<AssignQuery>(request).await.map_err(|refused| refused.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_begins_with_what_is_due_first_and_is_narrowed() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let numbers: Vec<Value> = bills.iter().map(|bill| json!(bill)).collect();
    let payer = portal.sign_in("payer@sinar.example").await;
    let first = open(&payer, &bills[0]).await;
    portal.advance(TimeDelta::days(3));
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let second = open(&payer, &bills[1]).await;
    let third = open(&payer, &bills[2]).await;
    let fourth = open(&payer, &bills[3]).await;
    answer(&pccr, &third, "It is right.").await;
    close(&payer, &fourth, false).await.expect("withdrawn");

    assert_eq!(queue(&pccr, json!({})).await[0], numbers[0]);
    assert_eq!(queue(&pccr, json!({ "isOpen": true })).await.len(), 3);
    assert_eq!(queue(&pccr, json!({ "isOpen": false })).await, [numbers[3].clone()]);
    assert_eq!(queue(&pccr, json!({ "states": ["open", "reopened"] })).await, numbers[..2]);
    assert_eq!(queue(&pccr, json!({ "states": ["answered"] })).await, [numbers[2].clone()]);
    assert_eq!(queue(&pccr, json!({ "search": SINAR })).await.len(), 4);
    assert_eq!(queue(&pccr, json!({ "search": bills[1] })).await, [numbers[1].clone()]);
    assert_eq!(queue(&pccr, json!({ "kind": "tariff" })).await.len(), 0);

    assert_eq!(assign(&pccr, &second, true, 1).await.expect("assigned")["version"], json!(2));
    assert_eq!(assign(&pccr, &second, true, 1).await, Err(Code::QueryMoved));
    assert_eq!(queue(&pccr, json!({ "assignee": "me" })).await, [numbers[1].clone()]);
    assert_eq!(queue(&pccr, json!({ "assignee": "noOne" })).await.len(), 3);
    let details = seen(&pccr, &second).await;
    assert_eq!(details.assigned_to.as_deref(), Some("Farid"));
    for text in ["read the meter again", "membaca meter semula"] {
        assert!(details.templates.iter().any(|template| template.text.contains(text)));
    }
    assign(&pccr, &second, false, 2).await.expect("given back");
    assert_eq!(assign(&pccr, &fourth, true, 2).await, Err(Code::QueryEnded));

    // The first answer is due on 27 November, the others on 30 November.
    portal.advance(TimeDelta::days(6));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    assert_eq!(queue(&pccr, json!({ "isLate": true })).await, [numbers[0].clone()]);
    assert_eq!(queue(&pccr, json!({ "isLate": false })).await.len(), 3);
    let page = pccr.call_raw::<GetQueryQueue>(json!({})).await.expect("a page");
    let left: Vec<_> =
        page["items"].as_array().expect("items").iter().map(|item| item["workingDaysLeft"].clone()).collect();
    assert_eq!(left, [json!(0), json!(1), Value::Null, Value::Null]);
    assert_eq!(seen(&pccr, &first).await.working_days_left, Some(0));
    let manager = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(queue(&manager, json!({})).await.len(), 4);
    assert_eq!(assign(&manager, &second, true, 3).await, Err(Code::Forbidden));
    let ict = portal.sign_in_staff("ict@utility.example").await;
    assert_eq!(ict.call_raw::<GetQueryQueue>(json!({})).await.expect_err("refused").code(), Code::Forbidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_figure_counts_the_answers_that_were_due() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut queries = Vec::new();
    for bill in &bills {
        queries.push(open(&payer, bill).await);
    }
    answer(&pccr, &queries[0], "It is right.").await;
    // A second answer was not awaited, so it does not count.
    answer(&pccr, &queries[0], "We looked again.").await;
    let service = |staff: Actor| async move { staff.call_raw::<GetQueryService>(json!({})).await.expect("figures") };
    assert_eq!(service(pccr.clone()).await, json!([{ "month": "2026-11-01", "due": 1, "inTime": 1 }]));
    close(&payer, &queries[1], false).await.expect("withdrawn");
    portal.advance(TimeDelta::days(10));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let late = json!({ "queryId": queries[2], "message": "It is right.", "version": 1 });
    pccr.call_raw::<AnswerQuery>(late).await.expect("a late answer");
    // One in time, one late, and one that still awaits its answer.
    assert_eq!(service(pccr).await, json!([{ "month": "2026-11-01", "due": 3, "inTime": 1 }]));
}

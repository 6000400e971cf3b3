//! Queries about findings of the bill audit: a finding's state follows its query.

use gridbill_core::Code;
use gridbill_core::findings::{DismissFindings, GetFindings, ReopenFindings};
use gridbill_core::number::InvoiceNo;
use gridbill_core::queries::OpenQuery;
use serde_json::{Value, json};

use super::{answer, close, reply, seen};
use crate::check::broken;
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, sql};

/// Adds an open finding of a rule to a bill, and returns its id.
pub async fn found(portal: &Portal, bill: &InvoiceNo, rule: &str) -> String {
    let query = "
        insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake, found_at)
        select bulk_id, invoice_no, $2, account_no, bill_batch_id, invoice_date, 'open', jsonb_build_object('rule', $2::text, 'percent', 60), 0, now()
        from bill where invoice_no = $1 returning finding_id";
    let id = sql::value::<i64>(portal.pool(), query, &[&bill.as_str(), &rule]).await;
    id.to_string()
}

async fn ask(actor: &Actor, bill: &InvoiceNo, findings: &[&String]) -> Result<Value, Code> {
    let request = json!({ "id": SINAR, "invoiceNo": bill, "message": "Please check this.", "findingIds": findings });
    let opened = actor.call_raw::<OpenQuery>(request).await;
    opened.map(|opened| opened["queryId"].clone()).map_err(|refused| refused.code())
}

/// Returns the states of the bill's findings, by rule.
pub async fn states(actor: &Actor, bill: &InvoiceNo) -> Vec<String> {
    let request = json!({ "id": SINAR, "filter": { "search": bill }, "sort": { "by": "rule" } });
    let page = actor.call_raw::<GetFindings>(request).await.expect("a page");
    let items = page["items"].as_array().expect("findings").iter();
    items.map(|one| one["state"].as_str().expect("a state").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_findings_state_follows_its_query() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let [asked, other] = [found(&portal, &bills[0], "useFloor").await, found(&portal, &bills[0], "useRecord").await];
    let elsewhere = found(&portal, &bills[1], "useRecord").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;

    // A finding of another bill, or none at all.
    assert_eq!(ask(&payer, &bills[0], &[&asked, &elsewhere]).await, Err(Code::FindingsMoved));
    assert_eq!(ask(&payer, &bills[0], &[&"x".to_owned()]).await, Err(Code::FindingNotFound));
    assert_eq!(states(&payer, &bills[0]).await, ["open", "open"]);

    let query = ask(&payer, &bills[0], &[&asked]).await.expect("a query");
    assert_eq!(states(&payer, &bills[0]).await, ["asked", "open"]);
    // Staff see the bill and its findings next to the question. Customers have a page for them.
    let staffs = seen(&pccr, &query).await;
    assert_eq!(staffs.bill.map(|bill| bill.bill.invoice_no).as_ref(), Some(&bills[0]));
    let mut beside: Vec<_> = staffs.findings.iter().map(|one| &one.finding_id).collect();
    beside.sort();
    assert_eq!(beside, [&asked, &other]);
    let customers = seen(&payer, &query).await;
    assert!(customers.bill.is_none() && customers.findings.is_empty());
    let dismissed = json!({ "id": SINAR, "findingIds": [asked], "reason": "Known" });
    let refused = payer.call_raw::<DismissFindings>(dismissed).await.expect_err("it was asked about");
    assert_eq!(refused.code(), Code::FindingsMoved);
    answer(&pccr, &query, "It is right.").await;
    assert_eq!(states(&payer, &bills[0]).await, ["answered", "open"]);
    reply(&payer, &query, None).await.expect("a reply");
    assert_eq!(states(&payer, &bills[0]).await, ["asked", "open"]);
    answer(&pccr, &query, "We looked again. It is right.").await;
    close(&payer, &query, true).await.expect("accepted");
    assert_eq!(states(&payer, &bills[0]).await, ["settled", "open"]);

    // A settled finding can be opened again. A query that is withdrawn leaves its findings open.
    let reopened = json!({ "id": SINAR, "findingIds": [asked] });
    payer.call_raw::<ReopenFindings>(reopened).await.expect("open again");
    let second = ask(&payer, &bills[0], &[&asked, &other]).await.expect("a query");
    assert_eq!(states(&payer, &bills[0]).await, ["asked", "asked"]);
    close(&payer, &second, false).await.expect("withdrawn");
    assert_eq!(states(&payer, &bills[0]).await, ["open", "open"]);
    assert!(broken(&portal).await.into_iter().all(|(_, broken)| broken == 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_a_concurrent_dismissal_and_query_is_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 12, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    for bill in &bills {
        let finding = found(&portal, bill, "useRecord").await;
        let asked = async { ask(&payer, bill, &[&finding]).await.map(drop) };
        let dismissed = async {
            let request = json!({ "id": SINAR, "findingIds": [finding], "reason": "Known" });
            master.call_raw::<DismissFindings>(request).await.map(drop).map_err(|refused| refused.code())
        };
        let (asked, dismissed) = futures::join!(asked, dismissed);
        let expected = match (asked, dismissed) {
            (Ok(()), Err(Code::FindingsMoved)) => "asked",
            (Err(Code::FindingsMoved), Ok(())) => "dismissed",
            both => panic!("{both:?}"),
        };
        assert_eq!(states(&payer, bill).await, [expected]);
        let query = "select count(*) from bill_query where invoice_no = $1";
        let queries = sql::value::<i64>(portal.pool(), query, &[&bill.as_str()]).await;
        assert_eq!(queries, i64::from(expected == "asked"));
    }
}

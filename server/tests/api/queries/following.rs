//! The job that follows queries up: silence, corrected bills, and bills that left the bulk account.

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill::serve::jobs::follow_queries;
use gridbill_core::accounts::RemoveChildAccount;
use gridbill_core::queries::QueryState;
use serde_json::json;

use super::{answer, notification_titles, open, reply, seen};
use crate::support::given::{self, SINAR, account_of};
use crate::support::{Portal, money, sql};

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_query_is_closed_after_fourteen_days_of_silence() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut queries = Vec::new();
    for bill in &bills {
        queries.push(open(&payer, bill).await);
    }
    answer(&pccr, &queries[0], "It is right.").await;
    answer(&pccr, &queries[1], "It is right.").await;
    portal.advance(TimeDelta::days(13));
    follow_queries(&portal.app).await.expect("followed");
    let payer = portal.sign_in("payer@sinar.example").await;
    assert_eq!(seen(&payer, &queries[0]).await.state, QueryState::Answered);
    reply(&payer, &queries[1], None).await.expect("a reply");
    portal.advance(TimeDelta::days(2));
    // Several processes may run the job at the same time.
    for done in join_all((0..4).map(|_| follow_queries(&portal.app))).await {
        done.expect("followed");
    }
    let payer = portal.sign_in("payer@sinar.example").await;
    let states = [0, 1, 2].map(|place: usize| seen(&payer, &queries[place]));
    let states: Vec<_> = join_all(states).await.iter().map(|query| query.state).collect();
    assert_eq!(states, [QueryState::Closed, QueryState::Reopened, QueryState::Open]);
    let query = "select actor_name from fact where kind = 'QueryClosed' and about = $1";
    let closed = sql::values::<String>(portal.pool(), query, &[&bills[0].as_str()]).await;
    assert_eq!(closed, ["Queries"]);
    assert!(notification_titles(&payer, &bills[0]).await[0].contains("was closed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_corrected_bill_links_itself_to_the_query() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut queries = Vec::new();
    for bill in &bills {
        queries.push(open(&payer, bill).await);
    }
    // The feed corrects the first bill, replaces the second, and delivers the next month's bill of the third.
    let query = "update bill set total_amount_payable = 90, current_charge = 90 where invoice_no = $1";
    sql::run(portal.pool(), query, &[&bills[0].as_str()]).await;
    let query = "update bill set reading_start = date '2026-10-01', reading_end = date '2026-10-31'
                 where invoice_no <> $1";
    sql::run(portal.pool(), query, &[&bills[0].as_str()]).await;
    let query = "
        insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date,
                          due_date, bill_type, reading_type, reading_start, reading_end, tariff, current_charge,
                          outstanding_amount, tax_amount, total_amount_payable)
        select '6' || substr(invoice_no, 2), collective_invoice_no, account_no, bulk_id, bill_batch_id, date '2026-11-21',
               date '2026-11-21', due_date, bill_type, reading_type, reading_start + step, reading_end + step, tariff, 80, 0, 0, 80
        from bill join (values ($1, 0), ($2, 31)) n (number, step) on number = invoice_no";
    sql::run(portal.pool(), query, &[&bills[1].as_str(), &bills[2].as_str()]).await;
    for _ in 0..2 {
        follow_queries(&portal.app).await.expect("followed");
    }
    let linked = |place: usize| {
        let (payer, query) = (payer.clone(), queries[place].clone());
        async move { seen(&payer, &query).await.correction.map(|bill| (bill.invoice_no.to_string(), bill.amount)) }
    };
    assert_eq!(linked(0).await, Some((bills[0].to_string(), money("90.00"))));
    assert_eq!(linked(1).await, Some((format!("6{}", &bills[1].as_str()[1..]), money("80.00"))));
    assert_eq!(linked(2).await, None);
    assert_eq!(seen(&payer, &queries[0]).await.version, 2);
    // A correction does not end the query. Both sides are told.
    assert_eq!(seen(&payer, &queries[0]).await.state, QueryState::Open);
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for actor in [&payer, &pccr] {
        let titles = notification_titles(actor, &bills[0]).await;
        assert!(titles[0].contains("corrected bill"), "{titles:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_withdrawn_when_its_bill_leaves_the_bulk_account() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let query = open(&payer, &bills[0]).await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    let account = json!({ "bulkId": SINAR, "accountNo": account_of(&bills[0]) });
    keeper.call_raw::<RemoveChildAccount>(account).await.expect("removed");
    sql::run(portal.pool(), "update bill set bulk_id = null where invoice_no = $1", &[&bills[0].as_str()]).await;
    follow_queries(&portal.app).await.expect("followed");
    assert_eq!(seen(&payer, &query).await.state, QueryState::Withdrawn);
}

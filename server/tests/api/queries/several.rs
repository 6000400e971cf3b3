//! One query about several bills: each bill is held, answered, corrected and released with it, and none without it.

use futures::future::join_all;
use gridbill::serve::jobs::follow_queries;
use gridbill_core::Code;
use gridbill_core::accounts::RemoveChildAccount;
use gridbill_core::bills::GetBillDetails;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::{MakePayment, MakePaymentRequest};
use gridbill_core::queries::{GetQueries, GetQueryQueue, MAX_BILLS, OpenQuery, PrintQuery, QueryState};
use serde_json::{Value, json};

use super::findings::{found, states};
use super::{answer, close, notification_titles, open, reply, seen};
use crate::check::broken;
use crate::support::given::{self, MAJLIS, SINAR, account_of, eft};
use crate::support::{Actor, Portal, RefusedCall, money, pdf_text, sql};

fn asking(bills: &[InvoiceNo]) -> Value {
    json!({ "id": SINAR, "invoiceNo": bills[0], "otherInvoiceNos": bills[1..], "message": "The same line is on each." })
}

async fn ask(actor: &Actor, request: Value) -> Result<Value, RefusedCall> {
    actor.call_raw::<OpenQuery>(request).await.map(|opened| opened["queryId"].clone())
}

/// Returns the holds of bills, as their pages show them.
async fn holds(actor: &Actor, bills: &[InvoiceNo]) -> Vec<bool> {
    let holds = bills.iter().map(|bill| actor.call_raw::<GetBillDetails>(json!({ "invoiceNo": bill })));
    join_all(holds).await.into_iter().map(|bill| bill.expect("a bill")["bill"]["hold"] == json!("query")).collect()
}

/// Fails if `gridbill check` finds anything.
async fn check(portal: &Portal) {
    let broken: Vec<_> = broken(portal).await.into_iter().filter(|(_, broken)| *broken > 0).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answer_settles_every_bill_of_a_query() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let findings = [found(&portal, &bills[0], "useFloor").await, found(&portal, &bills[2], "useRecord").await];
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut request = asking(&bills[..3]);
    request["findingIds"] = json!(findings);
    // A bill that is named twice is asked about once.
    request["otherInvoiceNos"] = json!([bills[2], bills[1], bills[2], bills[0]]);
    let query = ask(&payer, request).await.expect("a query");

    // Existing clients read the first bill, as before.
    let details = seen(&payer, &query).await;
    assert_eq!((&details.invoice_no, details.amount_asked), (&bills[0], money("100.00")));
    let asked: Vec<_> = details.bills.iter().map(|bill| (&bill.invoice_no, bill.asked_findings.len())).collect();
    assert_eq!(asked, [(&bills[0], 1), (&bills[2], 1), (&bills[1], 0)]);
    assert!(details.bills.iter().all(|bill| bill.bill.is_none() && bill.findings.is_empty()));
    // Staff get each bill with its findings.
    let beside = seen(&pccr, &query).await;
    for bill in &beside.bills {
        assert_eq!(bill.bill.as_ref().map(|found| &found.bill.invoice_no), Some(&bill.invoice_no));
        assert_eq!(bill.findings.len(), bill.asked_findings.len());
    }
    assert_eq!(beside.bill.map(|bill| bill.bill.invoice_no).as_ref(), Some(&bills[0]));
    assert_eq!(beside.findings.len(), 1);

    assert_eq!(holds(&payer, &bills).await, [true, true, true, false]);
    assert_eq!(states(&payer, &bills[2]).await, ["asked"]);
    let titles = notification_titles(&pccr, &bills[0]).await;
    let title = format!(
        "The utility was asked about bill {} and 2 other bills for RM\u{a0}300.00 (Other). The bills are on hold.",
        bills[0]
    );
    assert_eq!(titles, [title]);

    // Each of the bills finds the query, for both sides; the other one does not.
    for (bill, total) in [(&bills[0], 1), (&bills[1], 1), (&bills[2], 1), (&bills[3], 0)] {
        for filter in [json!({ "invoiceNo": bill }), json!({ "search": bill }), json!({ "search": account_of(bill) })] {
            let page = payer.call_raw::<GetQueries>(json!({ "id": SINAR, "filter": filter })).await.expect("a page");
            assert_eq!(page["total"], json!(total), "{filter}");
        }
        let page = pccr.call_raw::<GetQueryQueue>(json!({ "filter": { "search": bill } })).await.expect("a page");
        assert_eq!(page["total"], json!(total));
    }
    let page = payer.call_raw::<GetQueries>(json!({ "id": SINAR })).await.expect("a page");
    assert_eq!(page["items"][0]["otherInvoiceNos"], json!([bills[2], bills[1]]));
    let (status, pdf) = pccr
        .send(&<PrintQuery as gridbill_core::endpoint::Endpoint>::ENTRY, json!({ "id": SINAR, "queryId": query }))
        .await;
    assert_eq!(status, 200);
    let text = pdf_text(&pdf);
    assert!(bills[..3].iter().all(|bill| text.contains(bill.as_str())), "{text}");

    answer(&pccr, &query, "We correct the line on each.").await;
    assert_eq!(states(&payer, &bills[2]).await, ["answered"]);
    reply(&payer, &query, None).await.expect("a reply");
    answer(&pccr, &query, "All are corrected.").await;
    assert_eq!(holds(&payer, &bills).await, [true, true, true, false]);
    close(&payer, &query, true).await.expect("accepted");
    assert_eq!(holds(&payer, &bills).await, [false; 4]);
    for bill in [&bills[0], &bills[2]] {
        assert_eq!(states(&payer, bill).await, ["settled"]);
    }
    let titles = notification_titles(&pccr, &bills[0]).await;
    let title =
        format!("The answer about bill {} and 2 other bills was accepted. The bills are no longer on hold.", bills[0]);
    assert_eq!(titles[0], title);
    // Each of them can be asked about again.
    open(&payer, &bills[1]).await;
    check(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_cannot_be_asked_about_refuses_the_whole_request() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let others = given::bills(portal.pool(), MAJLIS, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let open_ids = [found(&portal, &bills[0], "useFloor").await, found(&portal, &bills[3], "useRecord").await];
    open(&payer, &bills[2]).await;

    let with = |place: usize, other: &InvoiceNo| {
        let mut asked = bills[..2].to_vec();
        asked.insert(place, other.clone());
        asking(&asked)
    };
    let unknown = InvoiceNo::parse("999999999999").expect("a number");
    for place in 0..3 {
        for other in [&others[0], &unknown] {
            let refused = ask(&payer, with(place, other)).await.expect_err("not theirs");
            assert_eq!(refused.code(), Code::BillNotFound);
        }
        let refused = ask(&payer, with(place, &bills[2])).await.expect_err("open already");
        assert_eq!(refused.code(), Code::QueriesOpenAlready);
        assert_eq!(refused.list::<InvoiceNo>("invoices"), [bills[2].clone()]);
    }
    // A finding of a bill that is not asked about is refused by name, and so are too many bills.
    let mut request = asking(&bills[..2]);
    request["findingIds"] = json!(open_ids);
    let refused = ask(&payer, request).await.expect_err("another bill's finding");
    assert_eq!(refused.code(), Code::FindingsMoved);
    assert_eq!(refused.list::<InvoiceNo>("invoices"), [bills[3].clone()]);
    let many: Vec<_> =
        (0..=MAX_BILLS).map(|place| InvoiceNo::parse(&format!("49{place:010}")).expect("a number")).collect();
    assert_eq!(ask(&payer, asking(&many)).await.expect_err("too many").code(), Code::QueryBillsTooMany);
    // Nothing of the refused requests is left.
    assert_eq!(sql::value::<i64>(portal.pool(), "select count(*) from bill_query", &[]).await, 1);
    assert_eq!(holds(&payer, &bills).await, [false, false, true, false]);
    assert_eq!(states(&payer, &bills[0]).await, ["open"]);
    check(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_queries_about_a_shared_bill_is_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 30, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    for three in bills.chunks(3) {
        // The shared bill comes last in one request and first in the other, so a lock by request order could deadlock.
        let (one, other) =
            ([three[0].clone(), three[1].clone()], [three[1].clone(), three[2].clone(), three[0].clone()]);
        let (one, other) = futures::join!(ask(&payer, asking(&one)), ask(&master, asking(&other)));
        let (query, refused) = match (one, other) {
            (Ok(query), Err(refused)) | (Err(refused), Ok(query)) => (query, refused),
            both => panic!("{both:?}"),
        };
        assert_eq!(refused.code(), Code::QueriesOpenAlready);
        let asked = seen(&payer, &query).await.bills.len();
        let held = holds(&payer, three).await.into_iter().filter(|is_held| *is_held).count();
        assert_eq!(held, asked);
    }
    check(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_concurrent_with_a_query_about_several_bills_is_first_or_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 24, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    for three in bills.chunks(3) {
        let paid = async { payer.call::<MakePayment>(eft(&three[1..2], "100.00")).await };
        let (query, paid) = futures::join!(ask(&master, asking(three)), paid);
        // A bill in a payment can be asked about, too.
        let query = query.expect("a query");
        assert_eq!(seen(&payer, &query).await.bills.len(), 3);
        if let Err(refused) = paid {
            assert_eq!(refused.code(), Code::BillsOnHold);
            assert_eq!(refused.list::<InvoiceNo>("invoices"), [three[1].clone()]);
            // Chosen alone, it is paid, and the query goes on about all three.
            let chosen = MakePaymentRequest { held_invoice_nos: vec![three[1].clone()], ..eft(&three[1..2], "100.00") };
            payer.call::<MakePayment>(chosen).await.expect("a payment");
        }
        assert_eq!(holds(&payer, three).await, [true, false, true]);
        assert_eq!(seen(&payer, &query).await.state, QueryState::Open);
    }
    check(&portal).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_bill_is_corrected_and_leaves_by_itself() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let finding = found(&portal, &bills[2], "useRecord").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let mut request = asking(&bills[..3]);
    request["findingIds"] = json!([finding]);
    let query = ask(&payer, request).await.expect("a query");
    sql::run(portal.pool(), "update bill_query set line = 1", &[]).await;
    // Billed twice: neither bill of a query replaces another one.
    let twice =
        "update bill b set account_no = f.account_no, reading_start = f.reading_start, reading_end = f.reading_end,
                                   invoice_date = '2026-12-01'
                 from bill f where f.invoice_no = $1 and b.invoice_no = $2";
    let account_no =
        sql::value::<String>(portal.pool(), "select account_no from bill where invoice_no = $1", &[&bills[1].as_str()])
            .await;
    sql::run(portal.pool(), twice, &[&bills[0].as_str(), &bills[1].as_str()]).await;
    follow_queries(&portal.app).await.expect("followed");
    assert_eq!((seen(&payer, &query).await.version, seen(&payer, &query).await.line), (1, Some(1)));
    sql::run(
        portal.pool(),
        "update bill set account_no = $2 where invoice_no = $1",
        &[&bills[1].as_str(), &account_no],
    )
    .await;
    // The feed corrects the second bill.
    let corrected = "update bill set total_amount_payable = 90, current_charge = 90 where invoice_no = $1";
    sql::run(portal.pool(), corrected, &[&bills[1].as_str()]).await;
    for done in join_all((0..3).map(|_| follow_queries(&portal.app))).await {
        done.expect("followed");
    }
    let details = seen(&payer, &query).await;
    let corrections: Vec<_> = details.bills.iter().map(|bill| bill.correction.as_ref().map(|one| one.amount)).collect();
    assert_eq!(corrections, [None, Some(money("90.00")), None]);
    assert!((details.version, details.correction.is_none()) == (2, true));
    let title = format!("The utility corrected bill {} from RM\u{a0}100.00 to RM\u{a0}90.00.", bills[1]);
    assert_eq!(notification_titles(&pccr, &bills[1]).await[0], title);

    // The first bill leaves. The query goes on about the others, and is found by the next one.
    let leave = async |bill: &InvoiceNo| {
        let keeper = portal.sign_in("keeper@sinar.example").await;
        let account = json!({ "bulkId": SINAR, "accountNo": account_of(bill) });
        keeper.call_raw::<RemoveChildAccount>(account).await.expect("removed");
        sql::run(portal.pool(), "update bill set bulk_id = null where invoice_no = $1", &[&bill.as_str()]).await;
        for done in join_all((0..3).map(|_| follow_queries(&portal.app))).await {
            done.expect("followed");
        }
        let broken = broken(&portal).await;
        assert!(broken.iter().all(|(name, broken)| !name.contains("query") || *broken == 0), "{broken:?}");
    };
    leave(&bills[0]).await;
    let details = seen(&payer, &query).await;
    assert_eq!((details.state, &details.invoice_no, details.version), (QueryState::Open, &bills[1], 3));
    assert_eq!(details.line, None, "the line was the first bill's");
    // What becomes of a bill that left is another company's matter.
    sql::run(portal.pool(), "update bill set total_amount_payable = 77 where invoice_no = $1", &[&bills[0].as_str()])
        .await;
    let left = seen(&payer, &query).await.bills.remove(0);
    assert_eq!((left.total_amount_payable, left.due_date), (money("100.00"), None));
    assert_eq!(details.bills.iter().map(|bill| bill.left_at.is_some()).collect::<Vec<_>>(), [true, false, false]);
    let title = format!(
        "Bill {} has left the company's accounts. The query about bill {} goes on without it.",
        bills[0], bills[1]
    );
    assert_eq!(notification_titles(&payer, &bills[1]).await[0], title);
    assert_eq!(holds(&payer, &bills[1..]).await, [true, true, false]);
    // The answer is about those that are left.
    answer(&pccr, &query, "The others are right.").await;
    let title = format!("The utility answered the query about bill {} and 1 other bill, case C-7.", bills[1]);
    assert_eq!(notification_titles(&payer, &bills[1]).await[0], title);
    leave(&bills[2]).await;
    assert_eq!(seen(&payer, &query).await.state, QueryState::Answered);
    // Without its last bill, the query is withdrawn.
    leave(&bills[1]).await;
    assert_eq!(seen(&payer, &query).await.state, QueryState::Withdrawn);
}

/// The programs of the previous version know no table of bills.
#[tokio::test(flavor = "multi_thread")]
async fn a_query_of_the_previous_version_holds_its_bill_until_it_ends() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let inserted = "
        insert into bill_query (query_id, bulk_id, invoice_no, account_no, kind, state, opened_by, opened_at, amount, answer_due)
        select gen_random_uuid(), bulk_id, invoice_no, account_no, 'other', 'open',
               (select person_id from person where email = 'payer@sinar.example'), now(), total_amount_payable, '2026-12-01'
        from bill where invoice_no = $1";
    sql::run(portal.pool(), inserted, &[&bills[0].as_str()]).await;
    assert_eq!(holds(&payer, &bills).await, [true, false]);
    let refused = ask(&payer, asking(&bills)).await.expect_err("open already");
    assert_eq!(refused.list::<InvoiceNo>("invoices"), [bills[0].clone()]);
    sql::run(portal.pool(), "update bill_query set state = 'withdrawn', answer_due = null, ended_at = now()", &[])
        .await;
    assert_eq!(holds(&payer, &bills).await, [false, false]);
    ask(&payer, asking(&bills)).await.expect("a query");
}

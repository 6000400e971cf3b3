//! Queries about bills: the conversation, who may take part, and concurrent changes.

mod files;
mod findings;
mod following;
mod hold;
mod several;
mod staff;

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::number::InvoiceNo;
use gridbill_core::queries::{
    AnswerQuery, CloseQuery, GetQueries, GetQuery, OpenQuery, PrintQuery, QueryDetails, ReplyToQuery,
};
use serde_json::{Value, json};

use crate::check::broken;
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Actor, Portal, pdf_text, sql};

/// Opens a query and returns its id.
async fn open(actor: &Actor, bill: &InvoiceNo) -> Value {
    actor.call_raw::<OpenQuery>(asking(bill)).await.expect("a query")["queryId"].clone()
}

fn asking(bill: &InvoiceNo) -> Value {
    json!({ "id": SINAR, "invoiceNo": bill, "kind": "reading", "message": " Is the reading right?\r\nIt is high. " })
}

async fn seen(actor: &Actor, query: &Value) -> QueryDetails {
    let found = actor.call_raw::<GetQuery>(json!({ "id": SINAR, "queryId": query })).await.expect("a query");
    serde_json::from_value(found).expect("a query")
}

async fn answer(staff: &Actor, query: &Value, message: &str) -> Value {
    let version = seen(staff, query).await.version;
    let request = json!({ "queryId": query, "message": message, "caseNo": "C-7", "version": version });
    staff.call_raw::<AnswerQuery>(request).await.expect("an answer")
}

async fn close(actor: &Actor, query: &Value, is_accepted: bool) -> Result<Value, Code> {
    let request = json!({ "queryId": query, "isAccepted": is_accepted });
    actor.call_raw::<CloseQuery>(request).await.map_err(|refused| refused.code())
}

async fn reply(actor: &Actor, query: &Value, version: Option<i32>) -> Result<Value, Code> {
    let request = json!({ "queryId": query, "message": "Please look again.", "version": version });
    actor.call_raw::<ReplyToQuery>(request).await.map_err(|refused| refused.code())
}

/// Returns the titles of the notifications about a bill, the newest first.
async fn notification_titles(actor: &Actor, bill: &InvoiceNo) -> Vec<String> {
    let page = actor.call_raw::<GetNotificationLogs>(json!({ "filter": { "search": bill } })).await.expect("a page");
    let items = page["items"].as_array().expect("items").clone();
    items.iter().map(|item| item["title"].as_str().expect("a title").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_opened_answered_reopened_and_accepted() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let opened = payer.call_raw::<OpenQuery>(asking(&bills[0])).await.expect("a query");
    // Friday 20 November and five working days.
    assert_eq!((&opened["state"], &opened["answerDue"]), (&json!("open"), &json!("2026-11-27")));
    let query = opened["queryId"].clone();
    let first = seen(&payer, &query).await;
    assert_eq!(first.messages[0].message, "Is the reading right?\nIt is high.");
    assert_eq!((first.opened_by.as_str(), first.working_days_left, first.closes_at), ("Badrul", Some(5), None));
    assert!(first.templates.is_empty());
    assert_eq!(notification_titles(&pccr, &bills[0]).await.len(), 1);

    let answered = answer(&pccr, &query, "We read the meter again. It is right.").await;
    assert_eq!((&answered["state"], &answered["version"]), (&json!("answered"), &json!(2)));
    let second = seen(&payer, &query).await;
    assert_eq!((second.answer_due, second.working_days_left, second.case_no.as_deref()), (None, None, Some("C-7")));
    assert!(second.closes_at.is_some());
    let title = format!("The utility answered the query about bill {}, case C-7.", bills[0]);
    assert_eq!(notification_titles(&payer, &bills[0]).await[0], title);
    // The answer is also e-mailed to those who ask, regardless of their preference.
    let statement = "select recipient from mail where subject like '%' order by recipient";
    let mails = sql::values::<String>(portal.pool(), statement, &[]).await;
    assert!(
        ["master@sinar.example", "payer@sinar.example"].iter().all(|to| mails.iter().any(|mail| mail.contains(to)))
    );
    assert!(!mails.iter().any(|mail| mail.contains("viewer@")), "{mails:?}");

    portal.advance(TimeDelta::days(3));
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let reopened = reply(&payer, &query, Some(2)).await.expect("a reply");
    assert_eq!(reopened["state"], json!("reopened"));
    // Monday 23 November and five working days.
    assert_eq!(seen(&payer, &query).await.answer_due.map(|day| day.to_string()).as_deref(), Some("2026-11-30"));
    assert_eq!(close(&payer, &query, true).await, Err(Code::QueryNotAnswered));
    answer(&pccr, &query, "We credit RM 5.00.").await;
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(close(&master, &query, true).await.expect("accepted")["state"], json!("accepted"));
    assert_eq!(reply(&payer, &query, None).await, Err(Code::QueryEnded));
    assert_eq!(close(&payer, &query, false).await, Err(Code::QueryEnded));

    let page = payer.call_raw::<GetQueries>(json!({ "id": SINAR })).await.expect("a page");
    assert_eq!((&page["total"], &page["items"][0]["state"]), (&json!(1), &json!("accepted")));
    for (filter, total) in [
        (json!({ "isOpen": true }), 0),
        (json!({ "isOpen": false }), 1),
        (json!({ "kind": "reading" }), 1),
        (json!({ "kind": "tariff" }), 0),
        (json!({ "search": "C-7" }), 1),
        (json!({ "search": bills[0] }), 1),
        (json!({ "invoiceNo": bills[1] }), 0),
    ] {
        let page = payer.call_raw::<GetQueries>(json!({ "id": SINAR, "filter": filter })).await.expect("a page");
        assert_eq!(page["total"], json!(total), "{filter}");
    }
    // The bill can be asked about again.
    open(&payer, &bills[0]).await;
    let broken: Vec<_> = broken(&portal).await.into_iter().filter(|(_, broken)| *broken > 0).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_opened_once_for_a_bill_and_once_for_a_key() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    let keyed = payer.with_key("one");
    let first = keyed.call_raw::<OpenQuery>(asking(&bills[0])).await.expect("a query");
    assert_eq!(keyed.call_raw::<OpenQuery>(asking(&bills[0])).await.expect("the same"), first);
    let again = master.call_raw::<OpenQuery>(asking(&bills[0])).await.expect_err("open already");
    assert_eq!(again.code(), Code::QueryOpenAlready);
    // Only one of several concurrent calls succeeds.
    let several = join_all((0..6).map(|_| master.call_raw::<OpenQuery>(asking(&bills[1])))).await;
    assert_eq!(several.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in several.into_iter().filter_map(Result::err) {
        assert_eq!(refused.code(), Code::QueryOpenAlready);
    }
    for (changes, code) in [
        (json!({ "message": "  " }), Code::QueryMessageRequired),
        (json!({ "message": "x".repeat(4_001) }), Code::QueryMessageTooLong),
        (json!({ "line": 1 }), Code::QueryLineUnknown),
        (json!({ "invoiceNo": "999999999999" }), Code::BillNotFound),
    ] {
        let mut request = asking(&bills[0]);
        for (name, value) in changes.as_object().expect("fields") {
            request[name] = value.clone();
        }
        let refused = payer.call_raw::<OpenQuery>(request).await.expect_err("refused");
        let found = refused.fields().first().map_or_else(|| refused.code(), |(_, code)| *code);
        assert_eq!(found, code, "{changes}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_changes_of_a_query_is_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let query = open(&payer, &bills[0]).await;
    let replies = join_all([&payer, &master].map(|actor| reply(actor, &query, Some(1)))).await;
    assert_eq!(replies.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(replies.contains(&Err(Code::QueryMoved)));
    answer(&pccr, &query, "It is right.").await;
    let closes = join_all([close(&payer, &query, true), close(&master, &query, false)]).await;
    assert_eq!(closes.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(closes.contains(&Err(Code::QueryEnded)));
    let request = json!({ "queryId": query, "message": "Too late.", "version": 2 });
    let refused = pccr.call_raw::<AnswerQuery>(request).await.expect_err("refused");
    assert_eq!(refused.code(), Code::QueryMoved);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_find_no_query_and_viewers_only_read() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let stranger = portal.sign_in("master@majlis.example").await;
    given::bills(portal.pool(), MAJLIS, 1, "100.00").await;
    let query = open(&payer, &bills[0]).await;
    let unknown = json!("01890000-0000-7000-8000-000000000000");
    for query in [&query, &unknown, &json!("no id")] {
        let own = stranger.call_raw::<GetQuery>(json!({ "queryId": query })).await.expect_err("not there");
        assert_eq!(own.code(), Code::QueryNotFound);
        assert_eq!(reply(&stranger, query, None).await, Err(Code::QueryNotFound));
        assert_eq!(close(&stranger, query, false).await, Err(Code::QueryNotFound));
    }
    let theirs = stranger.call_raw::<GetQuery>(json!({ "id": SINAR, "queryId": query })).await.expect_err("not theirs");
    assert_eq!(theirs.code(), Code::BulkAccountNotFound);
    let mut asked = asking(&bills[0]);
    asked["id"] = json!(MAJLIS);
    let asked = stranger.call_raw::<OpenQuery>(asked).await.expect_err("not theirs");
    assert_eq!(asked.code(), Code::BillNotFound);

    for email in ["viewer@sinar.example", "keeper@sinar.example"] {
        let viewer = portal.sign_in(email).await;
        assert_eq!(seen(&viewer, &query).await.messages.len(), 1);
        assert_eq!(reply(&viewer, &query, None).await, Err(Code::Forbidden));
        assert_eq!(close(&viewer, &query, false).await, Err(Code::Forbidden));
        let refused = viewer.call_raw::<OpenQuery>(asking(&bills[0])).await.expect_err("refused");
        assert_eq!(refused.code(), Code::Forbidden);
    }
    // Staff in customer view mode read only, and a GLB Account Manager never answers.
    let viewing = portal.sign_in_staff("pccr@utility.example").await.with("x-bulk-account", SINAR);
    assert_eq!(seen(&viewing, &query).await.messages.len(), 1);
    assert_eq!(reply(&viewing, &query, None).await, Err(Code::ViewModeReadOnly));
    let manager = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(seen(&manager, &query).await.messages.len(), 1);
    let request = json!({ "queryId": query, "message": "It is right.", "version": 1 });
    assert_eq!(manager.call_raw::<AnswerQuery>(request).await.expect_err("refused").code(), Code::Forbidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_and_messages_are_limited_by_person() {
    let portal = Portal::with_people_and(&["--queries-per-person=2", "--query-messages-per-person=2"]).await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let query = open(&payer, &bills[0]).await;
    open(&payer, &bills[1]).await;
    let refused = payer.call_raw::<OpenQuery>(asking(&bills[2])).await.expect_err("too many");
    assert_eq!(refused.code(), Code::TooManyAttempts);
    assert!(reply(&payer, &query, None).await.is_ok() && reply(&payer, &query, None).await.is_ok());
    assert_eq!(reply(&payer, &query, None).await, Err(Code::TooManyAttempts));
    let master = portal.sign_in("master@sinar.example").await;
    open(&master, &bills[2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_printed_with_all_its_messages() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let query = open(&payer, &bills[0]).await;
    let long = "The meter was read by two people. ".repeat(100);
    answer(&pccr, &query, &format!("{long}The last word.")).await;
    let print = |actor: Actor| {
        let request = json!({ "id": SINAR, "queryId": query });
        async move { actor.send(&<PrintQuery as gridbill_core::endpoint::Endpoint>::ENTRY, request).await }
    };
    for (actor, word) in [(payer.clone(), "Query"), (payer.in_malay(), "Pertanyaan"), (pccr, "Query")] {
        let (status, bytes) = print(actor).await;
        assert_eq!(status, 200);
        // The text of a PDF has no spaces between words that are positioned.
        let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
        let text = without_spaces(&pdf_text(&bytes));
        for part in [word, bills[0].as_str(), "Is the reading right?", "It is high.", "The last word.", "C-7", "Farid"]
        {
            assert!(text.contains(&without_spaces(part)), "{part}: {text}");
        }
    }
    let stranger = portal.sign_in("master@majlis.example").await;
    assert_eq!(print(stranger).await.0, 404);
}

//! Requests about personal data: who makes, sees and answers them, and their deadlines.

use chrono::TimeDelta;
use gridbill::serve::jobs::remind_of_data_requests;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::home::GetStaffHome;
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::personal_data::requests::{
    DataRequestState, EndDataRequest, ExtendDataRequest, GetDataRequest, GetDataRequests, GetOwnDataRequests,
    MakeDataRequest, OwnDataRequest, RecordDataRequest, WithdrawDataRequest,
};
use gridbill_core::staff::DeleteUser;
use serde_json::{Value, json};

use crate::support::clock::today;
use crate::support::given::{self, SINAR};
use crate::support::limits::{CallLimit, assert_limited};
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

const VIEWER: &str = "viewer@sinar.example";
const PCCR: &str = "pccr@utility.example";

async fn make(actor: &Actor, kind: &str) -> Result<Value, Code> {
    let request = json!({ "kind": kind, "text": "Please send me everything." });
    actor.call_raw::<MakeDataRequest>(request).await.map_err(|refused| refused.code())
}

async fn own(actor: &Actor) -> Vec<OwnDataRequest> {
    actor.call::<GetOwnDataRequests>(Nothing {}).await.expect("requests").items
}

async fn numbers(staff: &Actor, filter: Value) -> Vec<Value> {
    let page = staff.call_raw::<GetDataRequests>(json!({ "filter": filter })).await.expect("a page");
    page["items"].as_array().expect("items").iter().map(|item| item["number"].clone()).collect()
}

async fn extend(staff: &Actor, number: &Value, version: i32) -> Result<Value, Code> {
    let request = json!({ "number": number, "reason": "The archive is being moved.", "version": version });
    staff.call_raw::<ExtendDataRequest>(request).await.map_err(|refused| refused.code())
}

async fn end(staff: &Actor, number: &Value, outcome: &str, version: i32) -> Result<Value, Code> {
    let request = json!({ "number": number, "outcome": outcome, "answer": "It is in the letter.", "version": version });
    staff.call_raw::<EndDataRequest>(request).await.map_err(|refused| refused.code())
}

async fn notified(actor: &Actor) -> Vec<String> {
    let page = actor.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    let title = |row: &Value| row["title"].as_str().expect("a title").to_owned();
    page["items"].as_array().expect("items").iter().map(title).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_asks_and_is_answered_in_time() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in(VIEWER).await;
    let made = make(&viewer, "access").await.expect("a request");
    assert_eq!(made["dueOn"], json!(today().plus_days(21).to_string()));
    assert_eq!(make(&viewer, "access").await, Err(Code::DataRequestsTooMany));
    make(&viewer, "correction").await.expect("another kind");

    let staff = portal.sign_in_staff(PCCR).await;
    let number = &made["number"];
    let request = json!({ "number": number });
    let details = staff.call_raw::<GetDataRequest>(request).await.expect("details");
    assert_eq!((&details["daysLeft"], &details["channel"]), (&json!(21), &json!("portal")));
    assert_eq!(details["extendsTo"], json!(today().plus_days(35).to_string()));
    let extended = extend(&staff, number, 1).await.expect("extended");
    assert_eq!(extended["dueOn"], json!(today().plus_days(35).to_string()));
    assert_eq!(extend(&staff, number, 2).await, Err(Code::DataRequestExtendedAlready));
    assert_eq!(end(&staff, number, "answered", 1).await, Err(Code::DataRequestMoved));
    end(&staff, number, "answered", 2).await.expect("answered");
    assert_eq!(end(&staff, number, "refused", 3).await, Err(Code::DataRequestEnded));

    let items = own(&viewer).await;
    let seen = items.iter().find(|item| json!(item.number) == *number).expect("the request");
    assert_eq!(seen.state, DataRequestState::Answered);
    assert_eq!(seen.answer.as_deref(), Some("It is in the letter."));
    assert_eq!(seen.extension_reason.as_deref(), Some("The archive is being moved."));
    let told = notified(&viewer).await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|title| title.contains("was extended to")), "{told:?}");
    // Colleagues read nothing of it, neither in the log nor in notifications.
    assert!(notified(&portal.sign_in("master@sinar.example").await).await.is_empty());
    // The same kind can be asked for again.
    make(&viewer, "access").await.expect("a further request");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_person_withdraws_and_only_their_own() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in(VIEWER).await;
    let made = make(&viewer, "consent").await.expect("a request");
    assert_eq!(made["dueOn"], json!(today().plus_days(7).to_string()));
    let withdraw = async |actor: &Actor, number: &Value| {
        let request = json!({ "number": number });
        actor.call_raw::<WithdrawDataRequest>(request).await.map(drop).map_err(|refused| refused.code())
    };
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(withdraw(&master, &made["number"]).await, Err(Code::DataRequestNotFound));
    assert!(own(&master).await.is_empty());
    assert_eq!(withdraw(&viewer, &json!("17")).await, Err(Code::DataRequestNotFound));
    withdraw(&viewer, &made["number"]).await.expect("withdrawn");
    assert_eq!(withdraw(&viewer, &made["number"]).await, Err(Code::DataRequestEnded));
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_record_letters_of_anyone() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(PCCR).await;
    let letter = |email: &str, received: i64| {
        json!({ "kind": "objection", "channel": "letter", "personName": "Lim Ah Kow", "email": email,
                "text": "Stop writing to me.", "receivedOn": today().plus_days(received).to_string() })
    };
    let stranger = staff.call_raw::<RecordDataRequest>(letter("", -5)).await.expect("recorded");
    assert_eq!(stranger["dueOn"], json!(today().plus_days(16).to_string()));
    let known = staff.call_raw::<RecordDataRequest>(letter(VIEWER, 0)).await.expect("recorded");
    let viewer = portal.sign_in(VIEWER).await;
    let items = own(&viewer).await;
    assert_eq!(items.iter().map(|item| json!(item.number)).collect::<Vec<_>>(), [known["number"].clone()]);
    assert_eq!(notified(&viewer).await.len(), 1);

    let wrong = json!({ "kind": "access", "channel": "portal", "personName": "", "email": "x", "text": " ",
                        "receivedOn": today().plus_days(1).to_string() });
    let refused = staff.call_raw::<RecordDataRequest>(wrong).await.expect_err("wrong");
    let mut fields: Vec<_> = refused.fields().into_iter().map(|(field, _)| field).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["channel", "email", "personName", "receivedOn", "text"]);
    // The period of an objection is fixed.
    assert_eq!(extend(&staff, &known["number"], 1).await, Err(Code::DataRequestNotExtendable));

    assert_eq!(numbers(&staff, json!({ "isOpen": true })).await, [stranger["number"].clone(), known["number"].clone()]);
    assert_eq!(numbers(&staff, json!({ "search": "Ah Kow" })).await.len(), 2);
    assert_eq!(numbers(&staff, json!({ "search": VIEWER })).await, [known["number"].clone()]);
    assert_eq!(numbers(&staff, json!({ "search": known["number"] })).await, [known["number"].clone()]);
    assert_eq!(numbers(&staff, json!({ "kind": "access" })).await.len(), 0);
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(numbers(&glb, json!({})).await.len(), 2);
    assert_eq!(end(&glb, &known["number"], "answered", 1).await, Err(Code::Forbidden));
}

/// A user who was deleted asks by letter to be erased, and reads nothing in the portal.
#[tokio::test(flavor = "multi_thread")]
async fn a_letter_of_a_deleted_user_finds_the_user_and_notifies_nobody() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let user_id = id_of(pool, VIEWER).await;
    let viewer = portal.sign_in(VIEWER).await;
    let made = make(&viewer, "access").await.expect("a request");
    let staff = portal.sign_in_staff("ict@utility.example").await;
    let details = async |number: &Value| {
        let request = json!({ "number": number });
        staff.call_raw::<GetDataRequest>(request).await.expect("details")
    };
    assert_eq!(details(&made["number"]).await["readsInPortal"], json!(true));
    staff.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.expect("deleted");
    let query = "select (select count(*) from notification where person_id::text = $1)
                      + (select count(*) from mail where recipient = $2)";
    let told = async || sql::value::<i64>(pool, query, &[&user_id, &VIEWER]).await;
    let before = told().await;

    let letter = || {
        json!({ "kind": "erasure", "channel": "letter", "personName": "Devi", "email": VIEWER,
                "text": "Please erase my data.", "receivedOn": today().to_string() })
    };
    let recorded = staff.call_raw::<RecordDataRequest>(letter()).await.expect("recorded");
    let seen = details(&recorded["number"]).await;
    assert_eq!((&seen["userId"], &seen["readsInPortal"]), (&json!(user_id), &json!(false)));
    assert_eq!(details(&made["number"]).await["readsInPortal"], json!(false));
    extend(&staff, &recorded["number"], 1).await.expect("extended");
    end(&staff, &recorded["number"], "answered", 2).await.expect("answered");
    end(&staff, &made["number"], "answered", 1).await.expect("answered");
    assert_eq!(told().await, before);

    // The user who has the address now comes first.
    let name = "Another Devi";
    let person = given::Person { email: VIEWER, name, role: "viewer", bulk_id: Some(SINAR), pays: false, keeps: false };
    given::person(pool, person).await;
    let recorded = staff.call_raw::<RecordDataRequest>(letter()).await.expect("recorded");
    let seen = details(&recorded["number"]).await;
    assert_eq!(seen["readsInPortal"], json!(true));
    assert_ne!(seen["userId"], json!(user_id));
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_reminded_and_see_what_is_late() {
    let portal = Portal::with_people().await;
    let made = make(&portal.sign_in(VIEWER).await, "access").await.expect("a request");
    let reminded = async || {
        for _ in 0..2 {
            remind_of_data_requests(&portal.app).await.expect("a run");
        }
        let staff = portal.sign_in_staff(PCCR).await;
        let of_request = |title: &String| title.contains("must be answered by") || title.contains("overdue since");
        notified(&staff).await.iter().filter(|title| of_request(title)).count()
    };
    assert_eq!(reminded().await, 0);
    for (days, count) in [(14, 1), (4, 2), (2, 3), (1, 3), (1, 4), (30, 4)] {
        portal.advance(TimeDelta::days(days));
        assert_eq!(reminded().await, count, "after {days} further days");
    }
    let staff = portal.sign_in_staff(PCCR).await;
    assert_eq!(numbers(&staff, json!({ "isLate": true })).await, [made["number"].clone()]);
    assert_eq!(extend(&staff, &made["number"], 1).await, Err(Code::DataRequestOverdue));
    let home = staff.call::<GetStaffHome>(Nothing {}).await.expect("home");
    let waiting = home.data_requests.expect("requests");
    assert_eq!((waiting.count, waiting.late), (1, 1));
    end(&staff, &made["number"], "refused", 1).await.expect("refused");
    assert_eq!(numbers(&staff, json!({ "isLate": true })).await.len(), 0);
    assert_eq!(numbers(&staff, json!({ "isOpen": false })).await.len(), 1);
    assert_eq!(staff.call::<GetStaffHome>(Nothing {}).await.expect("home").data_requests.expect("requests").count, 0);
}

/// Two officers who answer at the same time: one succeeds, the other is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_ended_once() {
    let portal = Portal::with_people().await;
    let made = make(&portal.sign_in(VIEWER).await, "access").await.expect("a request");
    let pccr = portal.sign_in_staff(PCCR).await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let (first, second) =
        tokio::join!(end(&pccr, &made["number"], "answered", 1), end(&ict, &made["number"], "refused", 1));
    let mut results = [first.map(drop), second.map(drop)];
    results.sort_by_key(Result::is_err);
    assert_eq!(results, [Ok(()), Err(Code::DataRequestMoved)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_and_recorded_letters_are_limited_by_user() {
    let portal = Portal::with_people().await;
    let (viewer, payer) = (portal.sign_in(VIEWER).await, portal.sign_in("payer@sinar.example").await);
    let asked = |kind: &str| json!({ "kind": kind, "text": "Please send me everything." });
    let requests = ["access", "correction", "erasure"].map(asked);
    let limit = CallLimit { bucket: "dataRequestMade", calls: 20 };
    assert_limited::<MakeDataRequest>(&portal, limit, (&viewer, requests), (&payer, asked("access"))).await;

    let (pccr, ict) = (portal.sign_in_staff(PCCR).await, portal.sign_in_staff("ict@utility.example").await);
    let letter = || {
        json!({ "kind": "access", "channel": "letter", "personName": "Lim Ah Kow", "email": "",
                "text": "Please send me everything.", "receivedOn": today().to_string() })
    };
    let letters = [letter(), letter(), letter()];
    let limit = CallLimit { bucket: "dataRequestRecorded", calls: 200 };
    assert_limited::<RecordDataRequest>(&portal, limit, (&pccr, letters), (&ict, letter())).await;

    portal.advance(TimeDelta::hours(1));
    assert_eq!(make(&portal.sign_in(VIEWER).await, "erasure").await, Err(Code::TooManyAttempts));
    let pccr = portal.sign_in_staff(PCCR).await;
    pccr.call_raw::<RecordDataRequest>(letter()).await.expect("an hour later");
    portal.advance(TimeDelta::hours(23));
    make(&portal.sign_in(VIEWER).await, "erasure").await.expect("a day later");
}

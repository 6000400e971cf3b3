//! The register of breaches: deadlines, versions that stay, and reminders.

use chrono::TimeDelta;
use gridbill::serve::jobs::remind_of_data_requests;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::home::GetStaffHome;
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::personal_data::breaches::{
    BreachDetails, BreachStep, CorrectBreach, DutyState, GetBreach, GetBreaches, RecordBreach,
};
use serde_json::{Value, json};

use crate::support::clock::noon;
use crate::support::limits::{CallLimit, assert_limited};
use crate::support::{Actor, Portal, sql};

const ICT: &str = "ict@utility.example";

fn entry() -> Value {
    json!({ "knownAt": noon(), "summary": "Letter to the wrong address", "data": "Names and account numbers",
            "persons": 3, "causes": "A slip of the pen", "measures": "The letter was called back",
            "isHarmLikely": true })
}

async fn listed(staff: &Actor, filter: Value) -> Vec<Value> {
    let page = staff.call_raw::<GetBreaches>(json!({ "filter": filter })).await.expect("a page");
    page["items"].as_array().expect("items").clone()
}

async fn correct(staff: &Actor, number: &Value, version: i32, change: (&str, Value)) -> Result<Value, Code> {
    let mut entry = entry();
    entry[change.0] = change.1;
    let request = json!({ "number": number, "entry": entry, "reason": "We know more.", "version": version });
    staff.call_raw::<CorrectBreach>(request).await.map_err(|refused| refused.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_breach_has_its_deadlines_and_keeps_every_version() {
    let portal = Portal::with_people().await;
    portal.advance(TimeDelta::minutes(6));
    let ict = portal.sign_in_staff(ICT).await;
    let recorded = ict.call_raw::<RecordBreach>(json!({ "entry": entry() })).await.expect("recorded");
    let number = &recorded["number"];
    let row = listed(&ict, json!({ "isOpen": true })).await.remove(0);
    assert_eq!(row["commissionerDue"], json!(noon().plus_seconds(72 * 3600)));
    assert_eq!(row["personsDue"], json!(noon().plus_seconds((72 + 168) * 3600)));
    assert_eq!(row["nextDue"], row["commissionerDue"]);

    let notified_at = noon().plus_seconds(300);
    correct(&ict, number, 1, ("commissionerNotifiedAt", json!(notified_at))).await.expect("corrected");
    assert_eq!(correct(&ict, number, 1, ("persons", json!(4))).await, Err(Code::BreachMoved));
    let row = listed(&ict, json!({ "search": number })).await.remove(0);
    assert_eq!(row["nextDue"], json!(notified_at.plus_seconds(7 * 86_400)));
    correct(&ict, number, 2, ("isHarmLikely", json!(false))).await.expect("corrected");
    assert!(listed(&ict, json!({ "isOpen": true })).await.is_empty());
    assert_eq!(listed(&ict, json!({ "isOpen": false })).await.len(), 1);

    let details: BreachDetails =
        serde_json::from_value(ict.call_raw::<GetBreach>(json!({ "number": number })).await.expect("details"))
            .expect("details");
    let versions: Vec<_> = details.versions.iter().map(|one| (one.version, one.reason.is_some())).collect();
    assert_eq!(versions, [(3, true), (2, true), (1, false)]);

    let future = noon().plus_seconds(7200);
    assert_eq!(correct(&ict, number, 3, ("commissionerNotifiedAt", json!(future))).await, Err(Code::BreachTimeInvalid));
    assert_eq!(correct(&ict, &json!("BR-99"), 1, ("persons", json!(4))).await, Err(Code::BreachNotFound));
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(listed(&glb, json!({})).await.len(), 1);
    assert_eq!(correct(&glb, number, 3, ("persons", json!(4))).await, Err(Code::Forbidden));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cyber_security_incident_has_the_deadlines_of_both_acts() {
    let portal = Portal::with_people().await;
    portal.advance(TimeDelta::minutes(6));
    let ict = portal.sign_in_staff(ICT).await;
    let mut incident = entry();
    incident["isCyberIncident"] = json!(true);
    let recorded = ict.call_raw::<RecordBreach>(json!({ "entry": incident })).await.expect("recorded");
    let row = listed(&ict, json!({ "isOpen": true })).await.remove(0);
    assert_eq!(row["nextDue"], json!(noon()), "the notice is due at once");
    assert_eq!(row["cyberParticularsDue"], json!(noon().plus_seconds(6 * 3600)));
    assert_eq!(row["cyberSupplementDue"], json!(noon().plus_seconds(14 * 86_400)));

    let notified_at = noon().plus_seconds(300);
    incident["cyberNotifiedAt"] = json!(notified_at);
    let request =
        json!({ "number": recorded["number"], "entry": incident, "reason": "NACSA was notified.", "version": 1 });
    ict.call_raw::<CorrectBreach>(request).await.expect("corrected");
    // A page of the previous version does not know these fields, and ends no deadline.
    correct(&ict, &recorded["number"], 2, ("persons", json!(4))).await.expect("corrected");
    let request = json!({ "number": recorded["number"] });
    let details: BreachDetails =
        serde_json::from_value(ict.call_raw::<GetBreach>(request).await.expect("details")).expect("details");
    let duties: Vec<_> = details.versions[0].duties.iter().map(|duty| (duty.step, duty.state, duty.done_at)).collect();
    assert_eq!(
        duties,
        [
            (BreachStep::CyberNotice, DutyState::Done, Some(notified_at)),
            (BreachStep::CyberParticulars, DutyState::Due, None),
            (BreachStep::Commissioner, DutyState::Due, None),
            (BreachStep::Persons, DutyState::Due, None),
            (BreachStep::CyberSupplement, DutyState::Due, None),
        ]
    );
    portal.advance(TimeDelta::hours(6));
    let ict = portal.sign_in_staff(ICT).await;
    let waiting = ict.call::<GetStaffHome>(Nothing {}).await.expect("home").breaches.expect("breaches");
    assert_eq!((waiting.count, waiting.late), (1, 1), "the particulars are overdue");
    for _ in 0..2 {
        remind_of_data_requests(&portal.app).await.expect("a run");
    }
    let query = "select data ->> 'step' from fact where kind = 'BreachDue' order by fact_id";
    assert_eq!(sql::values::<String>(portal.pool(), query, &[]).await, ["cyberParticulars"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_refuses_to_change_or_delete_a_version() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff(ICT).await;
    ict.call_raw::<RecordBreach>(json!({ "entry": entry() })).await.expect("recorded");
    for statement in ["update breach_version set persons = 0", "delete from breach_version", "delete from breach"] {
        let refused = sql::try_run(&mut portal.superuser().await, statement, &[]).await;
        assert!(refused.is_err(), "{statement}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_reminded_of_each_notification_once_before_and_once_after_its_deadline() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff(ICT).await;
    ict.call_raw::<RecordBreach>(json!({ "entry": entry() })).await.expect("recorded");
    let reminded = async || {
        for _ in 0..2 {
            remind_of_data_requests(&portal.app).await.expect("a run");
        }
        let pccr = portal.sign_in_staff("pccr@utility.example").await;
        let page = pccr.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
        let titles = page["items"].as_array().expect("items").iter();
        titles.filter(|row| row["title"].as_str().is_some_and(|title| title.contains("must be notified of"))).count()
    };
    assert_eq!(reminded().await, 0);
    for (hours, count) in [(49, 1), (24, 2), (48, 2)] {
        portal.advance(TimeDelta::hours(hours));
        assert_eq!(reminded().await, count, "after {hours} further hours");
    }
    let ict = portal.sign_in_staff(ICT).await;
    let waiting = ict.call::<GetStaffHome>(Nothing {}).await.expect("home").breaches.expect("breaches");
    assert_eq!((waiting.count, waiting.late), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_breaches_and_corrections_have_one_limit_by_user() {
    let portal = Portal::with_people().await;
    let (ict, pccr) = (portal.sign_in_staff(ICT).await, portal.sign_in_staff("pccr@utility.example").await);
    let written = || json!({ "entry": entry() });
    let limit = CallLimit { bucket: "breachVersion", calls: 200 };
    let breaches = [written(), written(), written()];
    assert_limited::<RecordBreach>(&portal, limit, (&ict, breaches), (&pccr, written())).await;
    let rows = listed(&ict, json!({})).await;
    assert_eq!(rows.len(), 3);
    let number = &rows[0]["number"];
    assert_eq!(correct(&ict, number, 1, ("persons", json!(4))).await, Err(Code::TooManyAttempts));
    correct(&pccr, number, 1, ("persons", json!(4))).await.expect("corrected by another user");
    portal.advance(TimeDelta::hours(1));
    correct(&portal.sign_in_staff(ICT).await, number, 2, ("persons", json!(5))).await.expect("an hour later");
}

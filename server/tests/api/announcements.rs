//! Announcements: publishing, display, and the calls that they freeze.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::announcements::{
    ChangeAnnouncement, GetAnnouncements, GetAnnouncementsTable, WithdrawAnnouncement, WriteAnnouncement,
};
use gridbill_core::endpoint::{Endpoint as _, EndpointSpec};
use gridbill_core::identity::GetPortal;
use gridbill_core::payments::MakePayment;
use gridbill_core::registry::endpoints;
use serde_json::{Value, json};

use crate::contract::requests::request;
use crate::support::given::{self, SINAR, eft};
use crate::support::raw::{RawClient, bearer};
use crate::support::{Actor, Portal, sql};

/// Returns an announcement for 13:00 to 14:00, written at noon, when every test begins.
pub fn form(title: &str) -> Value {
    json!({
        "kind": "tariffUpgrade", "placement": "everywhere", "titleEn": title, "titleMs": format!("{title} (BM)"),
        "textEn": "Some functions are not available.", "textMs": "Sebahagian fungsi tidak tersedia.",
        "servicesEn": "", "servicesMs": "", "fromDay": "2026-11-20", "fromTime": "13:00",
        "toDay": "2026-11-20", "toTime": "14:00", "returnsDay": "", "returnsTime": "", "shownDay": "", "shownTime": "",
        "freezes": [],
    })
}

fn with(mut form: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().expect("fields") {
        form[name] = value.clone();
    }
    form
}

async fn write(actor: &Actor, form: Value) -> Value {
    let written = actor.call_raw::<WriteAnnouncement>(json!({ "form": form })).await.expect("an announcement");
    written["announcementId"].clone()
}

/// Returns the English titles of the displayed announcements.
fn titles(on_show: &Value) -> Vec<&str> {
    let announcements = on_show["announcements"].as_array().expect("announcements");
    announcements.iter().map(|one| one["en"]["title"].as_str().expect("a title")).collect()
}

fn frozen() -> impl Iterator<Item = &'static EndpointSpec> {
    endpoints().filter(|entry| !entry.frozen.is_empty())
}

const PEOPLE: &[Option<&str>] = &[
    None,
    Some("master@sinar.example"),
    Some("keeper@sinar.example"),
    Some("payer@sinar.example"),
    Some("viewer@sinar.example"),
    Some("new@baru.example"),
    Some("pccr@utility.example"),
    Some("glb@utility.example"),
    Some("ict@utility.example"),
];

/// Calls each freezable endpoint as each person. Returns the refusal codes.
async fn refusals(portal: &Portal) -> BTreeMap<(&'static str, Option<&'static str>), Option<String>> {
    let wire = RawClient::to(portal.address);
    let nobody = "00000000-0000-4000-8000-000000000000";
    let mut found = BTreeMap::new();
    for &email in PEOPLE {
        let token = match email {
            Some(email) => bearer(&wire.sign_in(email).await.0),
            None => String::new(),
        };
        let headers: &[(&str, &str)] = if email.is_some() { &[("authorization", &token)] } else { &[] };
        for entry in frozen() {
            let fields = request(entry, SINAR, "500000000001", "P0000000000001", nobody);
            let answer = wire.call(entry, &fields, "", headers).await;
            found.insert((entry.name, email), answer.code());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn frozen_calls_are_refused_to_all_users_and_payments_continue() {
    let portal = Portal::with_people().await;
    given::person_without_account(portal.pool(), "new@baru.example").await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let all = json!({ "freezes": ["registration", "accounts", "groups", "details", "statements"] });
    write(&ict, with(form("Tariff upgrade"), all)).await;

    let is_frozen = |code: &Option<String>| code.as_deref() == Some("featureFrozen");
    let before = refusals(&portal).await;
    assert!(!before.values().any(is_frozen), "before it begins: {before:?}");
    portal.advance(TimeDelta::hours(1));
    let within = refusals(&portal).await;
    let mut count = 0;
    for (call, code) in &within {
        // A caller without permission is refused for that reason, not because of the freeze.
        let is_guarded = |code: &&str| ["forbidden", "signedOut"].contains(code);
        match before[call].as_deref().filter(is_guarded) {
            Some(guarded) => assert_eq!(code.as_deref(), Some(guarded), "{call:?}"),
            None => {
                assert!(is_frozen(code), "{call:?}: {code:?}");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} were refused");
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("payments go on");

    portal.advance(TimeDelta::hours(1));
    let after = refusals(&portal).await;
    assert!(!after.values().any(is_frozen), "after its end: {after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_freeze_holds_from_the_next_call_of_any_process_and_names_its_end() {
    let portal = Portal::with_people().await;
    let (_app, other) = portal.second().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let master = portal.sign_in("master@sinar.example").await;
    let group = |name: &str| json!({ "id": SINAR, "groupName": name, "accountNumbers": [] });
    let create = |actor: Actor, name: &'static str| async move { actor.call_raw::<CreateGroup>(group(name)).await };
    let is_frozen = |answer: Result<Value, crate::support::RefusedCall>| {
        answer.err().filter(|refused| refused.code() == Code::FeatureFrozen).map(|refused| refused.body.error_message)
    };
    let now = json!({ "fromTime": "12:00", "freezes": ["groups"] });
    let announcement = write(&ict, with(form("Groups"), now)).await;
    let english = is_frozen(create(master.clone(), "North").await).expect("frozen at once");
    assert!(english.contains("20 Nov 2026, 14:00"), "{english}");
    let malay = is_frozen(create(master.in_malay().at(other), "North").await).expect("frozen at the other process");
    assert!(malay.contains("sehingga 20 Nov 2026, 14:00"), "{malay}");

    let about = json!({ "announcementId": announcement, "version": 1 });
    ict.call_raw::<WithdrawAnnouncement>(about).await.expect("withdrawn");
    assert_eq!(is_frozen(create(master.at(other), "North").await), None);
    assert_eq!(is_frozen(create(master, "South").await), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_is_shown_at_its_places_and_times() {
    let portal = Portal::with_people().await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let (at_sign_in, later) = (
        json!({ "kind": "plannedDowntime", "placement": "signIn" }),
        json!({ "kind": "fpxMaintenance", "servicesEn": "FPX", "servicesMs": "FPX", "returnsDay": "2026-11-20",
                "returnsTime": "14:30", "shownDay": "2026-11-20", "shownTime": "12:30" }),
    );
    write(&pccr, with(form("Sign-in"), at_sign_in)).await;
    write(&pccr, with(form("Later"), later)).await;
    let unplanned = json!({ "kind": "unplannedDowntime", "fromTime": "11:00", "toDay": "", "toTime": "", "shownDay": "", "shownTime": "" });
    write(&pccr, with(form("Without an end"), unplanned)).await;

    let seen = |actor: Actor, signed_in: bool| async move {
        if signed_in {
            actor.call_raw::<GetAnnouncements>(json!({})).await.expect("announcements")
        } else {
            actor.call_raw::<GetPortal>(json!({})).await.expect("the portal")["announcements"].clone()
        }
    };
    let visitor = portal.visitor();
    let at_noon = seen(visitor.clone(), false).await;
    assert_eq!(titles(&at_noon), ["Sign-in", "Without an end"]);
    assert_eq!(at_noon["nextAt"], json!("2026-11-20T04:30:00.000Z"));
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(titles(&seen(viewer, true).await), ["Without an end"]);
    assert_eq!(titles(&seen(pccr.clone(), true).await), ["Without an end"]);

    portal.advance(TimeDelta::minutes(30));
    let shown = seen(portal.sign_in("viewer@sinar.example").await, true).await;
    let mut both = titles(&shown);
    both.sort_unstable();
    assert_eq!(both, ["Later", "Without an end"]);
    let fpx = shown["announcements"].as_array().expect("two").iter().find(|one| one["kind"] == "fpxMaintenance");
    let fpx = fpx.expect("FPX maintenance");
    assert_eq!(fpx["en"]["services"], json!("Affected: FPX."));
    assert_eq!(fpx["ms"]["returns"], json!("Dijangka pulih pada 20 Nov 2026, 14:30."));
    assert_eq!(shown["nextAt"], json!("2026-11-20T05:00:00.000Z"));

    portal.advance(TimeDelta::hours(2));
    let afterwards = seen(visitor, false).await;
    assert_eq!((titles(&afterwards), &afterwards["nextAt"]), (vec!["Without an end"], &json!(null)));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let listed = |state: Value| {
        let pccr = pccr.clone();
        async move {
            let page = pccr.call_raw::<GetAnnouncementsTable>(json!({ "state": state })).await.expect("a list");
            (page["total"].clone(), page["items"].as_array().map(Vec::len))
        }
    };
    assert_eq!(listed(json!("over")).await, (json!(2), Some(2)));
    assert_eq!(listed(json!("running")).await, (json!(1), Some(1)));
    assert_eq!(listed(json!("scheduled")).await, (json!(0), Some(0)));
    assert_eq!(listed(json!(null)).await, (json!(3), Some(3)));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_officers_changes_it_and_refusals_change_nothing() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let refused = glb.call_raw::<WriteAnnouncement>(json!({ "form": form("No") })).await.expect_err("reads only");
    assert_eq!(refused.code(), Code::Forbidden);
    for (changes, field, code) in [
        (json!({ "titleMs": " " }), "titleMs", Code::AnnouncementTextRequired),
        (json!({ "textEn": "a".repeat(1_001) }), "textEn", Code::AnnouncementTextTooLong),
        (json!({ "toTime": "13:00" }), "toDay", Code::AnnouncementEndsFirst),
        (json!({ "toDay": "", "toTime": "" }), "toDay", Code::AnnouncementEndRequired),
        (json!({ "fromTime": "10:00", "toTime": "12:00" }), "toDay", Code::WindowIsOver),
        (json!({ "placement": "signIn", "freezes": ["groups"] }), "placement", Code::FreezeNotShown),
        (json!({ "fromDay": "31 Feb 2026" }), "fromDay", Code::DateInvalid),
        (json!({ "fromTime": "25:00" }), "fromTime", Code::TimeInvalid),
    ] {
        let form = with(form("No"), changes);
        let refused = ict.call_raw::<WriteAnnouncement>(json!({ "form": form })).await.expect_err("no announcement");
        assert_eq!(refused.fields(), [(field, code)]);
        assert!(WriteAnnouncement::ENTRY.refuses.contains(&code), "{code:?}");
        let change = json!({ "announcementId": uuid::Uuid::now_v7(), "version": 1, "form": form });
        let refused = ict.call_raw::<ChangeAnnouncement>(change).await.expect_err("no announcement");
        assert_eq!(refused.fields(), [(field, code)]);
        assert!(ChangeAnnouncement::ENTRY.refuses.contains(&code), "{code:?}");
    }
    let unknown = json!({ "form": with(form("No"), json!({ "freezes": ["payments"] })) });
    let refused = ict.call_raw::<WriteAnnouncement>(unknown).await.expect_err("payments are never frozen");
    assert_eq!(refused.code(), Code::Unreadable);

    // The same key sent twice creates one announcement.
    let once = ict.with_key("once");
    let first = write(&once, form("Upgrade")).await;
    assert_eq!(write(&once, form("Upgrade")).await, first);
    let change = json!({ "announcementId": first, "version": 1, "form": form("Upgraded") });
    let about = json!({ "announcementId": first, "version": 1 });
    let (changed, withdrawn) =
        tokio::join!(ict.call_raw::<ChangeAnnouncement>(change.clone()), pccr.call_raw::<WithdrawAnnouncement>(about));
    assert!(changed.is_ok() != withdrawn.is_ok(), "{changed:?} {withdrawn:?}");
    let late = changed.err().or(withdrawn.err()).expect("the second is refused");
    assert_eq!(late.code(), Code::AnnouncementMoved);
    let again = pccr.call_raw::<ChangeAnnouncement>(change).await.expect_err("the version has changed");
    assert_eq!(again.code(), Code::AnnouncementMoved);
    let nowhere = json!({ "announcementId": "nothing", "version": 1 });
    let missing = pccr.call_raw::<WithdrawAnnouncement>(nowhere).await.expect_err("there is none");
    assert_eq!(missing.code(), Code::AnnouncementNotFound);
    let query = "select kind from fact where subject like 'announcement:%' order by fact_id";
    let kinds = sql::values::<String>(portal.pool(), query, &[]).await;
    assert_eq!(kinds.len(), 2, "{kinds:?}");
    assert_eq!(kinds[0], "AnnouncementWritten");
}

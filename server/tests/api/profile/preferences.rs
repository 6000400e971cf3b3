//! Language, theme, list layouts, favourite dates and guided tours.

use gridbill_core::Code;
use gridbill_core::Day;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::identity::profile::{
    DateRange, GetUserPreferences, PreferenceRequest, Preferences, SetUserPreference, TUTORIALS, TutorialRequest,
    UpdateDatePreference, UserTutorialCompleted,
};
use serde_json::json;

use super::{activity, fields, refused, state};
use crate::support::Portal;
use crate::support::clock::noon;

const PAYER: &str = "payer@sinar.example";

fn preference(code: &str, value: &str) -> PreferenceRequest {
    PreferenceRequest { preference_code: code.to_owned(), config_value: value.to_owned() }
}

fn range(from: &str, to: &str) -> DateRange {
    DateRange { start_date: Day::parse(from).expect("a day"), end_date: Day::parse(to).expect("a day") }
}

#[tokio::test(flavor = "multi_thread")]
async fn preferences_belong_to_one_user() {
    let portal = Portal::with_people().await;
    let (payer, colleague) = (portal.sign_in(PAYER).await, portal.sign_in("viewer@sinar.example").await);
    let staff = portal.sign_in_staff("glb@utility.example").await;
    let at_first = Preferences { language: Some("en".to_owned()), ..Preferences::default() };
    assert_eq!(payer.call::<GetUserPreferences>(Nothing {}).await.expect("preferences"), at_first);
    for (code, value) in [("language", "ms"), ("theme", "light"), ("theme", "system"), ("theme", "dark")] {
        payer.call::<SetUserPreference>(preference(code, value)).await.expect("set");
    }
    payer.call::<UpdateDatePreference>(range("2026-11-01", "2026-11-01")).await.expect("a day is a range, too");
    payer.call::<UpdateDatePreference>(range("2026-08-01", "2026-10-31")).await.expect("set");
    let kept = payer.call_raw::<GetUserPreferences>(json!({})).await.expect("preferences");
    assert_eq!(
        kept,
        json!({
            "language": "ms", "theme": "dark", "density": null, "columns": null, "singleKeys": null,
            "notificationEmail": null,
            "favourite-date-preference": { "startDate": "2026-08-01", "endDate": "2026-10-31" },
        })
    );
    let elsewhere = portal.sign_in(PAYER).await;
    assert_eq!(elsewhere.call_raw::<GetUserPreferences>(json!({})).await.expect("preferences"), kept);
    assert_eq!(colleague.call::<GetUserPreferences>(Nothing {}).await.expect("preferences"), at_first);
    staff.call::<SetUserPreference>(preference("theme", "dark")).await.expect("staff have them, too");

    let lines = activity(portal.pool()).await;
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0].3, json!({ "before": { "language": "en" }, "after": { "language": "ms" } }));
    let before = state(portal.pool()).await;
    payer.call::<SetUserPreference>(preference("theme", "dark")).await.expect("the same again");
    payer.call::<UpdateDatePreference>(range("2026-08-01", "2026-10-31")).await.expect("the same again");
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_settings_follow_the_user() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in(PAYER).await;
    let hidden = r#"{"payments":["method"],"outstandingBills":["group"]}"#;
    let chosen = [
        ("density", "compact"),
        ("columns", "{}"),
        ("density", "comfortable"),
        ("columns", hidden),
        ("singleKeys", "off"),
    ];
    for (code, value) in chosen {
        payer.call::<SetUserPreference>(preference(code, value)).await.expect("set");
    }
    let elsewhere = portal.sign_in(PAYER).await.call::<GetUserPreferences>(Nothing {}).await.expect("preferences");
    assert_eq!((elsewhere.density.as_deref(), elsewhere.columns.as_deref()), (Some("comfortable"), Some(hidden)));
    assert_eq!((elsewhere.single_keys.as_deref(), elsewhere.theme), (Some("off"), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_preferences_and_wrong_dates_change_nothing() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in(PAYER).await;
    let before = state(portal.pool()).await;
    for (code, value, field) in [
        ("language", "fr", "configValue"),
        ("language", "", "configValue"),
        ("theme", "DARK", "configValue"),
        ("density", "roomy", "configValue"),
        ("singleKeys", "true", "configValue"),
        ("columns", "method", "configValue"),
        ("columns", r#"{"payments":"method"}"#, "configValue"),
        ("colour", "dark", "preferenceCode"),
        ("", "", "preferenceCode"),
        ("role", "master", "preferenceCode"),
    ] {
        let request = json!({ "preferenceCode": code, "configValue": value });
        let told = refused::<SetUserPreference>(&payer, request).await;
        assert_eq!(told.fields, fields(&[(field, Code::PreferenceUnknown)]), "{code} {value}");
        assert_eq!(told.english, "This preference or its value is not valid.");
        assert_eq!(told.malay, "Keutamaan ini atau nilainya tidak sah.");
    }
    for (from, to, field, code) in [
        ("2026-11-20", "2026-11-19", "endDate", Code::DateRangeReversed),
        ("20.11.2026", "2026-11-21", "startDate", Code::DateInvalid),
        ("2026-11-20", "2026-02-30", "endDate", Code::DateInvalid),
    ] {
        let told = refused::<UpdateDatePreference>(&payer, json!({ "startDate": from, "endDate": to })).await;
        assert_eq!(told.fields, fields(&[(field, code)]), "{from} {to}");
    }
    let told = refused::<UserTutorialCompleted>(&payer, json!({ "userTutorialId": "everything" })).await;
    assert_eq!((told.code, told.english.as_str()), (Code::TutorialUnknown, "We could not find this guided tour."));
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guided_tour_is_seen_once() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in(PAYER).await;
    let seen = |id: &str| payer.call::<UserTutorialCompleted>(TutorialRequest { user_tutorial_id: id.to_owned() });
    seen("home").await.expect("seen");
    portal.advance(chrono::TimeDelta::minutes(2));
    let (again, other) = tokio::join!(seen("home"), seen("billPayment"));
    again.expect("skipped the second time");
    other.expect("seen");
    let profile = payer.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    let seen: Vec<_> =
        profile.tutorials.iter().map(|tour| (tour.user_tutorial_id.as_str(), tour.completed_at)).collect();
    assert_eq!(seen, [("billPayment", noon().plus_seconds(120)), ("home", noon())]);
    for (id, _) in TUTORIALS {
        let request = TutorialRequest { user_tutorial_id: (*id).to_owned() };
        payer.call::<UserTutorialCompleted>(request).await.expect("every tour of the specification");
    }
    let profile = payer.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    assert_eq!(profile.tutorials.len(), TUTORIALS.len());
    let colleague = portal.sign_in("viewer@sinar.example").await;
    assert!(colleague.call::<GetUserProfile>(Nothing {}).await.expect("a profile").tutorials.is_empty());
}

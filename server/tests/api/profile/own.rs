//! Name, mobile number and e-mail choice.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{UpdateProfileRequest, UpdateUserProfile};
use gridbill_core::identity::{GetAdminProfile, GetUserProfile};
use serde_json::json;

use super::{activity, emails, fields, give_mobile_no, refused, state};
use crate::support::{Actor, Portal};

const PAYER: &str = "payer@sinar.example";
const MOBILE: &str = "123456789";

async fn portal() -> (Portal, Actor) {
    let portal = Portal::with_people().await;
    give_mobile_no(portal.pool(), PAYER, MOBILE).await;
    let payer = portal.sign_in(PAYER).await;
    (portal, payer)
}

fn form(name: &str, mobile_no: &str) -> UpdateProfileRequest {
    UpdateProfileRequest { name: name.to_owned(), mobile_no: mobile_no.to_owned(), is_admin: None, email_opting: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn name_and_email_choice_change_at_once_and_leave_a_line() {
    let (portal, payer) = portal().await;
    let wanted =
        UpdateProfileRequest { email_opting: Some(true), is_admin: Some(false), ..form(" Badrul a/l Hisham ", MOBILE) };
    payer.call::<UpdateUserProfile>(wanted.clone()).await.expect("changed");
    let profile = payer.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    assert_eq!((profile.name.as_str(), profile.email_opting), ("Badrul a/l Hisham", true));
    assert_eq!(profile.mobile_no.as_deref(), Some(MOBILE));
    let details = json!({
        "before": { "name": "Badrul", "emailOpting": false },
        "after": { "name": "Badrul a/l Hisham", "emailOpting": true },
    });
    let line = ("ProfileChanged".to_owned(), "Badrul".to_owned(), PAYER.to_owned(), details);
    assert_eq!(activity(portal.pool()).await, [line]);
    assert!(emails(portal.pool()).await.is_empty(), "a changed name sends no warning");

    let before = state(portal.pool()).await;
    payer.call::<UpdateUserProfile>(wanted).await.expect("the same again");
    let silent = UpdateProfileRequest { email_opting: None, ..form("Badrul a/l Hisham", &format!(" {MOBILE} ")) };
    payer.call::<UpdateUserProfile>(silent).await.expect("what is left out stays");
    assert_eq!(state(portal.pool()).await, before, "nothing changed, and something was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_is_e_mailed_about_a_changed_mobile_number() {
    let (portal, payer) = portal().await;
    payer.call::<UpdateUserProfile>(form("Badrul", "198765432")).await.expect("changed");
    let profile = payer.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    assert_eq!(profile.mobile_no.as_deref(), Some("198765432"));
    assert_eq!(emails(portal.pool()).await, [(PAYER.to_owned(), "en".to_owned())], "the owner is e-mailed");
    let details = json!({ "before": { "mobileNo": MOBILE }, "after": { "mobileNo": "198765432" } });
    assert_eq!(activity(portal.pool()).await[0].3, details);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_field_is_reported_in_both_languages_and_changes_nothing() {
    let (portal, payer) = portal().await;
    let before = state(portal.pool()).await;
    let long = "a".repeat(101);
    for (name, mobile_no, wrong) in [
        ("", "", vec![("name", Code::NameRequired), ("mobileNo", Code::MobileRequired)]),
        ("  ", MOBILE, vec![("name", Code::NameRequired)]),
        ("\u{1}\u{2}\u{7f}", MOBILE, vec![("name", Code::NameInvalid)]),
        ("Badrul\u{202e}lurdaB", MOBILE, vec![("name", Code::NameInvalid)]),
        (&long, MOBILE, vec![("name", Code::NameTooLong)]),
        ("12345", "23456789", vec![("name", Code::NameInvalid), ("mobileNo", Code::MobileInvalid)]),
        ("Badrul", "1234567", vec![("mobileNo", Code::MobileLength)]),
        ("Badrul", "123456789012", vec![("mobileNo", Code::MobileLength)]),
        ("Badrul", "12345678a", vec![("mobileNo", Code::TelephoneCharacters)]),
    ] {
        let request = json!({ "name": name, "mobileNo": mobile_no });
        let told = refused::<UpdateUserProfile>(&payer, request).await;
        assert_eq!(told.fields, fields(&wrong), "{name:?} {mobile_no:?}");
        assert_eq!(told.code, wrong[0].1, "the first one stands for all");
    }
    let told = refused::<UpdateUserProfile>(&payer, json!({})).await;
    assert_eq!(told.fields, fields(&[("name", Code::NameRequired), ("mobileNo", Code::MobileRequired)]));
    assert_eq!(
        (told.english.as_str(), told.malay.as_str()),
        ("Please enter a full name.", "Sila masukkan nama penuh.")
    );
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_makes_a_user_staff() {
    let (portal, payer) = portal().await;
    give_mobile_no(portal.pool(), "pccr@utility.example", MOBILE).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let before = state(portal.pool()).await;
    for (who, is_admin) in [(&payer, true), (&staff, false)] {
        let request = json!({ "name": "Somebody", "mobileNo": MOBILE, "isAdmin": is_admin, "EmailOpting": true });
        assert_eq!(refused::<UpdateUserProfile>(who, request).await.code, Code::Forbidden);
    }
    assert_eq!(state(portal.pool()).await, before);
    let right = UpdateProfileRequest { is_admin: Some(true), email_opting: Some(true), ..form("Farid", MOBILE) };
    staff.call::<UpdateUserProfile>(right).await.expect("as they are");
    assert!(staff.call::<GetAdminProfile>(Nothing {}).await.expect("a profile").email_opting);
}

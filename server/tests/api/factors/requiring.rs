//! Who needs a second factor: by the rule of a bulk account, and staff from a day of the settings.

use chrono::TimeDelta;
use gridbill::auth::factors;
use gridbill::identity::factors::reset::{ResetFactors, reset};
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::{
    FactorPolicyRequest, FactorPolicyState, GetFactorPolicy, GetFactors, RemoveFactor, RemoveFactorRequest,
    SetFactorPolicy,
};
use gridbill_core::identity::profile::{GetSessions, GetUserPreferences};
use gridbill_core::identity::{GetAdminProfile, GetUserProfile, Login};
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::staff::GetTNBUsersCards;
use gridbill_core::{Code, Day};
use serde_json::json;

use super::{MASTER, add_app, challenged, complete, credentials, facts, is_signed_in, subjects, with_totp};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};

const VIEWER: &str = "viewer@sinar.example";

async fn policy(master: &Actor) -> FactorPolicyState {
    let request = FactorPolicyRequest { id: BulkId::parse(SINAR).expect("an account") };
    master.call::<GetFactorPolicy>(request).await.expect("the rule")
}

async fn set(master: &Actor, roles: &[&str], from: Option<&str>) -> Result<(), (Code, Vec<String>)> {
    let request = json!({ "id": SINAR, "roles": roles, "requiredFrom": from });
    let answer = master.call_raw::<SetFactorPolicy>(request).await;
    answer.map(drop).map_err(|refused| {
        let fields = refused.fields().into_iter().map(|(field, _)| field.to_owned()).collect();
        (refused.fields().first().map_or(refused.code(), |(_, code)| *code), fields)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_applies_from_its_day() {
    let portal = Portal::with_people().await;
    let today = Day::at(portal.app.now());
    let master = portal.sign_in(MASTER).await;
    assert_eq!((policy(&master).await.roles, policy(&master).await.required_from), (Vec::new(), None));
    let tomorrow = today.plus_days(1).to_string();
    set(&master, &["viewer", "viewer"], Some(&tomorrow)).await.expect("set");
    let state = policy(&master).await;
    assert_eq!((state.roles, state.required_from), (vec![Role::Viewer], Some(today.plus_days(1))));
    assert_eq!(facts(&portal).await, ["FactorRuleChanged"]);

    // Until the day, the user is only told.
    let viewer = portal.sign_in(VIEWER).await;
    let factors = viewer.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert_eq!((factors.required_from, factors.must_add), (Some(today.plus_days(1)), false));
    viewer.call::<GetSessions>(Nothing {}).await.expect("as before");

    portal.advance(TimeDelta::days(1));
    let viewer = portal.sign_in(VIEWER).await;
    let refused = viewer.call::<GetSessions>(Nothing {}).await.expect_err("a factor first");
    assert_eq!((refused.status, refused.code()), (403, Code::FactorRequired));
    viewer.call::<GetUserProfile>(Nothing {}).await.expect("the page needs it");
    viewer.call::<GetUserPreferences>(Nothing {}).await.expect("the page needs it");
    let factors = viewer.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert!(factors.must_add);
    // Other roles are not concerned.
    portal.sign_in(MASTER).await.call::<GetSessions>(Nothing {}).await.expect("as before");

    // The user adds a factor at sign-in, and goes on in the same session.
    let (_, added) = add_app(&portal, &viewer).await;
    viewer.call::<GetSessions>(Nothing {}).await.expect("free");
    let master = portal.sign_in(MASTER).await;
    let viewers = policy(&master).await.counts.into_iter().find(|count| count.role == Role::Viewer).expect("viewers");
    assert_eq!((viewers.users, viewers.with_factor), (1, 1));
    // Those who pay are named with and without a factor; a Viewer is none of them.
    let payers = policy(&master).await.payers;
    let has_factor = |email: &str| payers.iter().find(|payer| payer.email == email).map(|payer| payer.has_factor);
    assert_eq!((has_factor(MASTER), has_factor(VIEWER)), (Some(false), None));
    // The last factor stays while it is required.
    let request = || RemoveFactorRequest { factor_id: added.factor_id.clone() };
    let refused = viewer.call::<RemoveFactor>(request()).await.expect_err("the last one");
    assert_eq!(refused.code(), Code::FactorIsLast);
    assert_eq!(viewer.call::<GetFactors>(Nothing {}).await.expect("factors").factors.len(), 1, "nothing was removed");
    let (_, second) = add_app(&portal, &viewer).await;
    let one = RemoveFactorRequest { factor_id: second.factor_id };
    viewer.call::<RemoveFactor>(one).await.expect("another one is left");
    set(&master, &[], None).await.expect("no rule");
    viewer.call::<RemoveFactor>(request()).await.expect("no longer required");
    assert_eq!(policy(&master).await.required_from, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_is_checked_and_belongs_to_the_master() {
    let portal = Portal::with_people().await;
    let today = Day::at(portal.app.now());
    let master = portal.sign_in(MASTER).await;
    let refused = async |roles: &[&str], days: i64| {
        set(&master, roles, Some(&today.plus_days(days).to_string())).await.expect_err("refused")
    };
    assert_eq!(refused(&["ict"], 0).await, (Code::FactorPolicyRole, vec!["roles".to_owned()]));
    assert_eq!(refused(&["member"], -1).await, (Code::FactorPolicyDay, vec!["requiredFrom".to_owned()]));
    assert_eq!(refused(&["member"], 91).await, (Code::FactorPolicyDay, vec!["requiredFrom".to_owned()]));
    set(&master, &["master", "member"], Some(&today.plus_days(90).to_string())).await.expect("set");
    set(&master, &["master", "member"], Some(&today.plus_days(90).to_string())).await.expect("the same again");
    assert_eq!(facts(&portal).await, ["FactorRuleChanged"], "the same rule is no change");
    let viewer = portal.sign_in(VIEWER).await;
    assert_eq!(set(&viewer, &[], None).await, Err((Code::Forbidden, Vec::new())));
    let foreign = json!({ "id": MAJLIS, "roles": [] });
    let refused = master.call_raw::<SetFactorPolicy>(foreign).await.expect_err("another company");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_need_a_factor_from_the_day_of_the_settings() {
    let today = Day::at(Portal::with_people().await.app.now());
    for (days, is_required) in [(1, false), (0, true)] {
        let from = format!("--staff-factor-from={}", today.plus_days(days));
        let portal = Portal::with_people_and(&[&from]).await;
        let ict = portal.sign_in_staff("ict@utility.example").await;
        let answer = ict.call::<GetTNBUsersCards>(Nothing {}).await;
        assert_eq!(answer.err().map(|refused| refused.code()), is_required.then_some(Code::FactorRequired));
        ict.call::<GetAdminProfile>(Nothing {}).await.expect("the page needs it");
        let factors = ict.call::<GetFactors>(Nothing {}).await.expect("factors");
        assert_eq!((factors.required_from, factors.must_add), (Some(today.plus_days(days)), is_required));
        // Customers are not concerned.
        portal.sign_in(MASTER).await.call::<GetSessions>(Nothing {}).await.expect("as before");
        add_app(&portal, &ict).await;
        ict.call::<GetTNBUsersCards>(Nothing {}).await.expect("free");
    }
}

/// `gridbill admin reset-factors`, for an administrator who lost everything.
#[tokio::test(flavor = "multi_thread")]
async fn the_command_removes_all_factors() {
    let portal = Portal::with_people().await;
    let email = "ict@utility.example";
    let ict = portal.sign_in_staff(email).await;
    let (app, _) = add_app(&portal, &ict).await;
    let visitor = portal.visitor();
    let waiting = challenged(&visitor, email).await;
    let of = |email: &str| ResetFactors { email: email.to_owned() };
    reset(&portal.app, &of("nobody@utility.example")).await.expect_err("nobody");
    reset(&portal.app, &of(MASTER)).await.expect_err("no factor");
    reset(&portal.app, &of("ICT@utility.example")).await.expect("reset");
    assert!(!is_signed_in(&ict).await);
    let refused = complete(&visitor, with_totp(&waiting, &app.code(&portal))).await.expect_err("void");
    assert_eq!(refused.code(), Code::ChallengeExpired);
    let ict = portal.sign_in_staff(email).await;
    assert_eq!(ict.call::<GetFactors>(Nothing {}).await.expect("factors").recovery_codes_left, 0);
    assert_eq!(facts(&portal).await, ["FactorAdded", "FactorsReset"]);
    assert_eq!(subjects(&portal, email).await.len(), 2);
    portal.visitor().call::<Login>(credentials(MASTER)).await.expect("another user").tokens().expect("no factor");
}

/// Old questions are deleted, open ones stay.
#[tokio::test(flavor = "multi_thread")]
async fn old_questions_are_deleted() {
    let portal = Portal::with_people().await;
    add_app(&portal, &portal.sign_in(MASTER).await).await;
    challenged(&portal.visitor(), MASTER).await;
    let left = async || {
        gridbill::auth::tidy::delete_expired(&portal.app.auth).await.expect("tidied");
        sql::value::<i64>(portal.pool(), "select count(*) from factor_challenge", &[]).await
    };
    assert_eq!(left().await, 1);
    portal.advance(TimeDelta::minutes(6));
    assert_eq!(left().await, 0);
    let query = "select person_id from person where email = $1";
    let person_id = sql::value::<uuid::Uuid>(portal.pool(), query, &[&MASTER]).await;
    assert_eq!(factors::sql::kinds(portal.pool(), person_id).await.expect("kinds").len(), 1, "factors stay");
}

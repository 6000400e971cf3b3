//! Resets by staff: two officers, an e-mail, and a day in which the user can object.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::Login;
use gridbill_core::identity::factors::GetFactors;
use gridbill_core::staff::{
    ConfirmFactorReset, DeleteTNBUser, DeleteUser, EndFactorReset, FactorReset, FactorResetRequest, GetFactorResets,
    ProposeFactorReset,
};
use serde_json::json;

use super::{
    MASTER, add_app, add_passkey, challenged, complete, credentials, facts, is_signed_in, subjects, with_totp,
};
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

async fn propose(officer: &Actor, user_id: &str) -> Result<(), Code> {
    let request = json!({ "userId": user_id, "remark": "The telephone was stolen; seen at the counter." });
    officer.call_raw::<ProposeFactorReset>(request).await.map(drop).map_err(|refused| refused.code())
}

async fn confirm(officer: &Actor, user_id: &str) -> Result<(), Code> {
    let request = FactorResetRequest { user_id: user_id.to_owned(), proposed_at: None };
    officer.call::<ConfirmFactorReset>(request).await.map(drop).map_err(|refused| refused.code())
}

/// Confirms the reset that the officer saw.
async fn confirm_seen(officer: &Actor, seen: &FactorReset) -> Result<(), Code> {
    let request = FactorResetRequest { user_id: seen.user_id.clone(), proposed_at: Some(seen.proposed_at) };
    officer.call::<ConfirmFactorReset>(request).await.map(drop).map_err(|refused| refused.code())
}

async fn resets(officer: &Actor) -> Vec<FactorReset> {
    officer.call::<GetFactorResets>(Nothing {}).await.expect("the resets").resets
}

#[tokio::test(flavor = "multi_thread")]
async fn two_officers_and_a_day_remove_the_factors() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    let user_id = id_of(portal.pool(), MASTER).await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    assert_eq!(propose(&ict, &user_id).await, Err(Code::NoFactorToReset));
    add_app(&portal, &master).await;
    assert_eq!(confirm(&pccr, &user_id).await, Err(Code::FactorResetNotFound));
    propose(&ict, &user_id).await.expect("proposed");
    assert_eq!(propose(&pccr, &user_id).await, Err(Code::FactorResetWaits));
    assert_eq!(confirm(&ict, &user_id).await, Err(Code::SecondOfficerNeeded));
    let [waiting] = resets(&pccr).await.try_into().expect("one reset");
    assert_eq!((waiting.due_at, waiting.why_not, waiting.is_own), (None, None, false));
    assert!(resets(&ict).await[0].why_not.is_some());
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(propose(&glb, &user_id).await, Err(Code::Forbidden));
    assert_eq!(confirm(&glb, &user_id).await, Err(Code::Forbidden));

    confirm(&pccr, &user_id).await.expect("confirmed");
    assert_eq!(confirm(&pccr, &user_id).await, Err(Code::FactorResetNotFound), "once");
    assert_eq!(resets(&ict).await[0].due_at, Some(portal.app.now().plus_seconds(24 * 3600)));
    let told = subjects(&portal, MASTER).await;
    assert!(told.contains(&"Your two-factor authentication will be reset".to_owned()), "{told:?}");
    // Until then, the factor is asked for.
    portal.advance(TimeDelta::seconds(24 * 3600 - 1));
    challenged(&portal.visitor(), MASTER).await;
    portal.advance(TimeDelta::seconds(1));
    let answer = portal.visitor().call::<Login>(credentials(MASTER)).await.expect("the password is right");
    let again = portal.visitor().with_token(answer.tokens().expect("no factor is left").access_token);
    let factors = again.call::<GetFactors>(Nothing {}).await.expect("factors");
    assert!(factors.factors.is_empty() && factors.recovery_codes_left == 0);
    assert!(!is_signed_in(&master).await);
    let expected = ["FactorAdded", "FactorResetProposed", "FactorResetConfirmed", "FactorsReset"];
    assert_eq!(facts(&portal).await, expected);
    assert_eq!(resets(&portal.sign_in_staff("ict@utility.example").await).await.len(), 0);
}

/// The officer read one reset's reason. Meanwhile it was ended, and another one was proposed.
#[tokio::test(flavor = "multi_thread")]
async fn a_reset_that_the_officer_did_not_see_is_not_confirmed() {
    let portal = Portal::with_people().await;
    add_app(&portal, &portal.sign_in(MASTER).await).await;
    let user_id = id_of(portal.pool(), MASTER).await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    propose(&ict, &user_id).await.expect("proposed");
    let [seen] = resets(&pccr).await.try_into().expect("one reset");
    let end = json!({ "userId": user_id, "remark": "A mistake." });
    ict.call_raw::<EndFactorReset>(end).await.expect("ended");
    portal.advance(TimeDelta::seconds(1));
    propose(&ict, &user_id).await.expect("proposed again");
    assert_eq!(confirm_seen(&pccr, &seen).await, Err(Code::FactorResetNotFound));
    let [seen] = resets(&pccr).await.try_into().expect("one reset");
    confirm_seen(&pccr, &seen).await.expect("confirmed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_goes_with_the_officer_who_proposed_it() {
    let portal = Portal::with_people().await;
    add_app(&portal, &portal.sign_in(MASTER).await).await;
    let user_id = id_of(portal.pool(), MASTER).await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    propose(&ict, &user_id).await.expect("proposed");
    let officer = json!({ "userId": id_of(portal.pool(), "ict@utility.example").await });
    pccr.call_raw::<DeleteTNBUser>(officer).await.expect("deleted");
    assert_eq!(confirm(&pccr, &user_id).await, Err(Code::FactorResetNotFound));
}

/// The user still has the factor: an impostor asked for the reset.
#[tokio::test(flavor = "multi_thread")]
async fn a_proof_of_a_factor_ends_the_reset() {
    let portal = Portal::with_people().await;
    let (app, _) = add_app(&portal, &portal.sign_in(MASTER).await).await;
    let user_id = id_of(portal.pool(), MASTER).await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    propose(&ict, &user_id).await.expect("proposed");
    confirm(&pccr, &user_id).await.expect("confirmed");
    let visitor = portal.visitor();
    let challenge = challenged(&visitor, MASTER).await;
    complete(&visitor, with_totp(&challenge, &app.code(&portal))).await.expect("signed in");
    assert_eq!(resets(&ict).await.len(), 0);
    portal.advance(TimeDelta::days(2));
    challenged(&visitor, MASTER).await;
    assert_eq!(facts(&portal).await.last().map(String::as_str), Some("FactorResetEnded"));

    // An officer ends one, too; a reset that no second officer confirmed never takes effect.
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    propose(&ict, &user_id).await.expect("proposed again");
    portal.advance(TimeDelta::days(2));
    challenged(&visitor, MASTER).await;
    let (ict, _) = (portal.sign_in_staff("ict@utility.example").await, pccr);
    let request = json!({ "userId": user_id, "remark": "A mistake." });
    ict.call_raw::<EndFactorReset>(request.clone()).await.expect("ended");
    let refused = ict.call_raw::<EndFactorReset>(request).await.expect_err("once");
    assert_eq!(refused.code(), Code::FactorResetNotFound);
}

/// The reset would remove the new factor, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_factor_that_is_added_ends_the_reset() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in(MASTER).await;
    add_app(&portal, &master).await;
    let user_id = id_of(portal.pool(), MASTER).await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    propose(&ict, &user_id).await.expect("proposed");
    confirm(&pccr, &user_id).await.expect("confirmed");
    add_passkey(&master).await;
    assert_eq!(resets(&ict).await, []);
    portal.advance(TimeDelta::days(2));
    challenged(&portal.visitor(), MASTER).await;
    let expected = ["FactorAdded", "FactorResetProposed", "FactorResetConfirmed", "FactorAdded", "FactorResetEnded"];
    assert_eq!(facts(&portal).await, expected);
}

/// No officer resets their own factors, and an old session of an officer does not do it.
#[tokio::test(flavor = "multi_thread")]
async fn a_reset_ends_with_its_user() {
    let portal = Portal::with_people().await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let user_id = id_of(portal.pool(), "payer@sinar.example").await;
    let (ict, pccr) =
        (portal.sign_in_staff("ict@utility.example").await, portal.sign_in_staff("pccr@utility.example").await);
    add_app(&portal, &payer).await;
    propose(&ict, &user_id).await.expect("proposed");
    ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.expect("deleted");
    assert_eq!(resets(&pccr).await, []);
    assert_eq!(confirm(&pccr, &user_id).await, Err(Code::FactorResetNotFound));
    let told = subjects(&portal, "payer@sinar.example").await;
    assert!(!told.contains(&"Your two-factor authentication will be reset".to_owned()), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_proves_who_they_are() {
    let portal = Portal::with_people().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    add_app(&portal, &ict).await;
    let own = id_of(portal.pool(), "ict@utility.example").await;
    assert_eq!(propose(&ict, &own).await, Err(Code::UserIsYourself));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    sql::run(portal.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
    assert_eq!(propose(&pccr, &own).await, Err(Code::ConfirmIdentity));
    assert_eq!(resets(&pccr).await.len(), 0);
}

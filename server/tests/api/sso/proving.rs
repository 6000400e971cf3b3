//! Confirming one's identity at the provider before a sensitive change.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::identity::profile::UpdateUserProfile;
use gridbill_core::identity::sso::{BeginSsoProof, BeginSsoProofRequest, FinishSsoProof, SsoPurpose};
use serde_json::json;

use super::provider::Lie;
use super::{PAYER, VIEWER, World, code, unchanged};
use crate::factors::add_app;
use crate::support::{Actor, sql};
use crate::team::session_of;

/// Makes every session's proof a quarter of an hour old.
async fn outlive_proof(world: &World) {
    sql::run(world.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
}

async fn is_proved(actor: &Actor) -> bool {
    let request = json!({ "name": "Badrul Hisham", "mobileNo": "198765432" });
    match actor.call_raw::<UpdateUserProfile>(request).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused.code(), Code::ConfirmIdentity);
            false
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_provider_confirms_a_user_who_signed_in_there_again() {
    let world = World::offered().await;
    let payer = world.link(PAYER, "badrul").await;
    outlive_proof(&world).await;
    assert!(!is_proved(&payer).await);
    let confirm = async |subject: &str| world.prove(&payer, SsoPurpose::Confirm, subject).await;
    let before = unchanged(&world).await;
    world.provider.lie(Lie::OldSignIn);
    assert_eq!(code(confirm("badrul").await), Code::SsoNotFresh, "a session of the provider is no proof");
    world.provider.lie(Lie::NoSignInTime);
    assert_eq!(code(confirm("badrul").await), Code::SsoSignInTimeMissing);
    assert_eq!(code(confirm("devi").await), Code::SsoWrongUser);
    assert_eq!(unchanged(&world).await, before);
    assert!(!is_proved(&payer).await);
    let start =
        payer.call::<BeginSsoProof>(BeginSsoProofRequest { purpose: SsoPurpose::Confirm }).await.expect("begun");
    assert!(start.address.contains("prompt=login") && start.address.contains("max_age=60"), "{}", start.address);
    // Another session of the same user cannot use the answer.
    let answer = world.provider.authorize(&start, "badrul");
    let other = session_of(&world.portal, PAYER).await;
    assert_eq!(code(other.call::<FinishSsoProof>(answer.clone()).await), Code::SsoExpired);
    payer.call::<FinishSsoProof>(answer).await.expect("confirmed");
    assert!(is_proved(&payer).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_is_not_replaced_by_the_provider() {
    let world = World::offered().await;
    let viewer = world.link(VIEWER, "devi").await;
    let begun =
        viewer.call::<BeginSsoProof>(BeginSsoProofRequest { purpose: SsoPurpose::Confirm }).await.expect("begun");
    let answer = world.provider.authorize(&begun, "devi");
    add_app(&world.portal, &viewer).await;
    assert_eq!(code(viewer.call::<FinishSsoProof>(answer).await), Code::FactorNeeded);
    assert_eq!(code(world.prove(&viewer, SsoPurpose::Confirm, "devi").await), Code::FactorNeeded);
}

/// Every question leads to the provider, so questions have the limit of calls that go there.
#[tokio::test(flavor = "multi_thread")]
async fn questions_of_one_user_are_limited() {
    let world = World::offered().await;
    let payer = world.link(PAYER, "badrul").await;
    let begin =
        async |actor: &Actor| actor.call::<BeginSsoProof>(BeginSsoProofRequest { purpose: SsoPurpose::Confirm }).await;
    // Connecting took two of the 60 calls of an hour.
    for _ in 0..58 {
        begin(&payer).await.expect("begun");
    }
    assert_eq!(code(begin(&payer).await), Code::TooManyAttempts);
    begin(&session_of(&world.portal, VIEWER).await).await.expect("another user");
    world.portal.advance(TimeDelta::hours(1));
    begin(&session_of(&world.portal, PAYER).await).await.expect("an hour later");
}

//! The Master's trial of a provider, before any other user signs in through it.

use axum::http::StatusCode;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::GetSessions;
use gridbill_core::identity::sso::{
    BeginSsoProof, BeginSsoProofRequest, BeginSsoTrial, FinishSso, FinishSsoProof, FinishSsoRequest, FinishSsoTrial,
    GetOwnSso, SetSso, SetSsoRequest, SsoMode, SsoPurpose, SsoRequest,
};

use super::provider::{Lie, Provider, Reads};
use super::{MASTER, PAYER, SECRET, VIEWER, World, code, facts, field, refusals, state, trial};
use crate::factors::add_app;
use crate::support::given::SINAR;
use crate::support::{Actor, sql};
use crate::team::{bulk, session_of};

fn id() -> SsoRequest {
    SsoRequest { id: bulk(SINAR) }
}

async fn stored() -> (World, Actor) {
    let world = World::start().await;
    let master = session_of(&world.portal, MASTER).await;
    world.prove_domain(&master).await;
    world.store(&master).await.expect("stored");
    (world, master)
}

/// Counts the sessions of all users, and the connections.
async fn sessions_and_links(world: &World) -> (i64, i64) {
    let query = "select (select count(*) from session), (select count(*) from sso_identity)";
    sql::row::<(i64, i64)>(world.pool(), query, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_user_sees_a_provider_before_its_trial() {
    let (world, master) = stored().await;
    let payer = session_of(&world.portal, PAYER).await;
    let is_offered = async || payer.call::<GetOwnSso>(Nothing {}).await.expect("an answer").is_offered;
    let before = state(&master).await;
    assert!(
        before.provider.is_none()
            && before.untried.is_some_and(|untried| untried.has_secret && untried.failure.is_none())
    );
    for mode in [SsoMode::Optional, SsoMode::Required] {
        assert_eq!(field(world.set_mode(&master, mode).await), ("mode".to_owned(), Code::SsoNotTried));
    }
    assert_eq!(code(world.begin(PAYER).await), Code::SsoNotOffered);
    assert_eq!(code(world.prove(&payer, SsoPurpose::Link, "badrul").await), Code::SsoNotOffered);
    assert!(!is_offered().await);

    let counts = sessions_and_links(&world).await;
    world.try_settings(&master).await.expect("it works");
    assert_eq!(sessions_and_links(&world).await, counts, "no session, and no user is connected");
    let tried = state(&master).await;
    assert_eq!((tried.mode, tried.untried.is_none(), tried.linked), (SsoMode::Off, true, 0));
    assert!(tried.provider.is_some_and(|provider| provider.tried_at.is_some()));
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("SsoChanged"));
    assert_eq!(code(master.call::<BeginSsoTrial>(id()).await), Code::SsoNothingToTry);
    // The button follows the mode.
    assert_eq!((code(world.begin(PAYER).await), is_offered().await), (Code::SsoNotOffered, false));
    world.set_mode(&master, SsoMode::Optional).await.expect("set");
    world.begin(PAYER).await.expect("offered");
    assert!(is_offered().await);
    // The trial connected no user, so the Master's account at the provider is unknown.
    assert_eq!(code(world.sign_in("the Master's own account").await), Code::SsoNotLinked);
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_settings_ask_for_a_new_trial_and_the_old_ones_serve_until_then() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let master = session_of(&world.portal, MASTER).await;
    let (_, _) = add_app(&world.portal, &master).await;
    world.set_mode(&master, SsoMode::Required).await.expect("required");
    let wrong = SetSsoRequest { client_secret: Some("wrong".to_owned()), ..world.wanted() };
    master.call::<SetSso>(wrong).await.expect("stored");
    assert_eq!(code(world.try_settings(&master).await), Code::SsoClientRefused);
    let after = state(&master).await;
    assert_eq!((after.mode, after.provider.is_some()), (SsoMode::Required, true));
    let failure = after.untried.and_then(|untried| untried.failure).expect("stored with the settings");
    assert_eq!((failure.code, &failure.params["error"]), (Code::SsoClientRefused, &"invalid_client".into()));
    assert_eq!(refusals(&world).await.len(), 1);
    world.session("badrul").await;
    // Other settings than those that were tried.
    let start = master.call::<BeginSsoTrial>(id()).await.expect("begun");
    let answer = world.provider.authorize(&start, "aina");
    world.store(&master).await.expect("stored again");
    assert!(state(&master).await.untried.is_some_and(|untried| untried.failure.is_none()));
    assert_eq!(code(master.call::<FinishSsoTrial>(trial(answer)).await), Code::SsoExpired);
    world.try_settings(&master).await.expect("it works");
    assert_eq!(state(&master).await.mode, SsoMode::Required, "the mode stays");
    world.session("badrul").await;
    // A new secret stays to be tried when it is left out the next time.
    let new = SetSsoRequest { client_secret: Some("new".to_owned()), ..world.wanted() };
    master.call::<SetSso>(new).await.expect("stored");
    master.call::<SetSso>(SetSsoRequest { client_secret: None, ..world.wanted() }).await.expect("stored");
    assert_eq!(code(world.try_settings(&master).await), Code::SsoClientRefused);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_belongs_to_the_session_that_began_it() {
    let (world, master) = stored().await;
    let begun = async || {
        let start = master.call::<BeginSsoTrial>(id()).await.expect("begun");
        world.provider.authorize(&start, "aina")
    };
    let other = session_of(&world.portal, MASTER).await;
    assert_eq!(code(other.call::<FinishSsoTrial>(trial(begun().await)).await), Code::SsoExpired, "another session");
    let stranger = session_of(&world.portal, "master@majlis.example").await;
    assert_eq!(code(stranger.call::<FinishSsoTrial>(trial(begun().await)).await), Code::BulkAccountNotFound);
    assert_eq!(code(stranger.call::<BeginSsoTrial>(id()).await), Code::BulkAccountNotFound);
    let viewer = session_of(&world.portal, VIEWER).await;
    assert_eq!(code(viewer.call::<FinishSsoTrial>(trial(begun().await)).await), Code::Forbidden);
    assert_eq!(code(viewer.call::<BeginSsoTrial>(id()).await), Code::Forbidden);
    // The handle serves no other purpose, and no other handle serves a trial.
    assert_eq!(code(master.call::<FinishSsoProof>(begun().await).await), Code::SsoExpired);
    assert_eq!(code(world.portal.visitor().call::<FinishSso>(begun().await).await), Code::SsoExpired);
    let one = begun().await;
    let mixed = FinishSsoRequest { state: begun().await.state, ..one };
    assert_eq!(code(master.call::<FinishSsoTrial>(trial(mixed)).await), Code::SsoStateWrong);
    world.provider.lie(Lie::Nonce);
    assert_eq!(code(master.call::<FinishSsoTrial>(trial(begun().await)).await), Code::SsoNonceWrong);
    assert!(state(&master).await.provider.is_none(), "nothing is in use");
    assert_eq!(sessions_and_links(&world).await.1, 0);

    let good = begun().await;
    master.call::<FinishSsoTrial>(trial(good.clone())).await.expect("it works");
    assert_eq!(code(master.call::<FinishSsoTrial>(trial(good)).await), Code::SsoStateUsed);
    world.set_mode(&master, SsoMode::Optional).await.expect("set");
    let proof = master.call::<BeginSsoProof>(BeginSsoProofRequest { purpose: SsoPurpose::Link }).await.expect("begun");
    let answer = world.provider.authorize(&proof, "aina");
    assert_eq!(code(master.call::<FinishSsoTrial>(trial(answer)).await), Code::SsoExpired);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_needs_a_recent_proof_and_gives_none() {
    let (world, master) = stored().await;
    let start = master.call::<BeginSsoTrial>(id()).await.expect("begun");
    sql::run(world.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
    assert_eq!(code(master.call::<BeginSsoTrial>(id()).await), Code::ConfirmIdentity);
    let answer = world.provider.authorize(&start, "aina");
    master.call::<FinishSsoTrial>(trial(answer)).await.expect("it was proved when it began");
    assert_eq!(code(world.set_mode(&master, SsoMode::Off).await), Code::ConfirmIdentity, "a trial proves no identity");
    master.call::<GetSessions>(Nothing {}).await.expect("the session goes on");
}

/// What a Master's mistake leads to, with the sentence that says what to change.
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_trial_says_what_to_change() {
    let (world, master) = stored().await;
    let message = async || world.try_settings(&master).await.expect_err("refused").body.error_message;
    let refused = async |error: &str| {
        let start = master.call::<BeginSsoTrial>(id()).await.expect("begun");
        let mut answer = trial(world.provider.authorize(&start, "aina"));
        (answer.code, answer.error) = (None, Some(error.to_owned()));
        master.call::<FinishSsoTrial>(answer).await.expect_err("refused").body.error_message
    };
    assert!(refused("access_denied").await.contains("(access_denied). Please try again, or ask its administrator"));
    world.provider.lie(Lie::SharedSecret);
    assert!(message().await.contains("signs with HS256. The portal accepts RS256,"));
    world.provider.lie(Lie::Claim("exp", "-5"));
    assert!(message().await.contains("no usable value for exp."));
    world.provider.lie(Lie::Audience);
    assert!(message().await.contains("another application, another (aud)"));
    world.provider.fail_with(Some(StatusCode::BAD_GATEWAY));
    assert!(message().await.contains("does not answer at 127.0.0.1."));
    world.provider.fail_with(None);
    let failure = state(&master).await.untried.and_then(|untried| untried.failure).expect("a failure");
    assert_eq!(failure.code, Code::SsoProviderUnavailable, "the last one");
    // The form of the secret is found out by the trial, and used from then on.
    world.provider.read_secret(Reads::Undecoded);
    world.try_settings(&master).await.expect("it works");
    assert_eq!(world.provider.take_refused_clients(), 1);
    world.set_mode(&master, SsoMode::Optional).await.expect("set");
    world.link(PAYER, "badrul").await;
    assert_eq!(world.provider.take_refused_clients(), 0);
    assert_eq!(refusals(&world).await.len(), 5);
}

/// A stored secret of one provider is never sent to another.
#[tokio::test(flavor = "multi_thread")]
async fn the_secret_of_settings_in_use_stays_with_them() {
    let world = World::offered().await;
    let master = session_of(&world.portal, MASTER).await;
    let evil = Provider::start(SECRET).await;
    let moved = || SetSsoRequest { issuer: evil.issuer.clone(), client_secret: None, ..world.wanted() };
    assert_eq!(field(master.call::<SetSso>(moved()).await), ("clientSecret".to_owned(), Code::SsoSecretRequired));
    let other = SetSsoRequest { client_secret: Some("another".to_owned()), ..moved() };
    master.call::<SetSso>(other).await.expect("stored");
    master.call::<SetSso>(moved()).await.expect("the secret of the same settings stays");
    let kept = SetSsoRequest { client_secret: None, ..world.wanted() };
    master.call::<SetSso>(kept).await.expect("as it is in use");
    assert!(state(&master).await.untried.is_none());
    assert_eq!(field(master.call::<SetSso>(moved()).await).1, Code::SsoSecretRequired);
}

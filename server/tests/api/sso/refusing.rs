//! Answers that are refused: each with its own code, recorded, and nothing changed.

use axum::http::StatusCode;
use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::identity::sso::{
    BeginSsoTrial, FinishSso, FinishSsoProof, FinishSsoRequest, FinishSsoTrial, SetSso, SetSsoRequest, SsoRequest,
};

use super::provider::{Lie, Provider, Reads};
use super::{MASTER, PAYER, SECRET, World, code, events, refusals, trial, unchanged};
use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::sql;
use crate::team::{bulk, session_of};

/// Waits until exactly these refusals are recorded.
async fn recorded(world: &World, expected: &[Code]) {
    let mut names: Vec<_> = expected.iter().map(|code| code.name().to_owned()).collect();
    names.sort();
    until("the events", || async { (events(world).await == names).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lie_in_a_token_has_its_own_refusal() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let before = unchanged(&world).await;
    let lies = [
        (Lie::ForgedKeyId, Code::SsoKeyUnknown),
        (Lie::NoSignature, Code::SsoAlgorithmRefused),
        (Lie::SharedSecret, Code::SsoAlgorithmRefused),
        (Lie::StrangersKey, Code::SsoTokenInvalid),
        (Lie::Issuer, Code::SsoIssuerWrong),
        (Lie::Audience, Code::SsoAudienceWrong),
        (Lie::Nonce, Code::SsoNonceWrong),
        (Lie::Expired, Code::SsoTokenExpired),
        (Lie::NoToken, Code::SsoTokenInvalid),
        (Lie::Claim("exp", r#""1763611200""#), Code::SsoClaimInvalid),
        (Lie::Claim("iat", "-1"), Code::SsoClaimInvalid),
        (Lie::Claim("auth_time", "1763611200000"), Code::SsoClaimInvalid),
        (Lie::Claim("auth_time", "1e300"), Code::SsoClaimInvalid),
        (Lie::Claim("iat", "253402300799"), Code::SsoTokenExpired),
    ];
    for (lie, expected) in lies {
        world.provider.lie(lie);
        assert_eq!(code(world.sign_in("badrul").await), expected, "{lie:?}");
        assert_eq!(unchanged(&world).await, before, "{lie:?}");
    }
    world.provider.fail_with(Some(StatusCode::BAD_GATEWAY));
    let refused = world.sign_in("badrul").await.expect_err("down");
    assert_eq!((refused.status, refused.code()), (503, Code::SsoProviderUnavailable));
    world.provider.fail_with(None);
    assert_eq!(unchanged(&world).await, before);
    let expected: Vec<_> = lies.into_iter().map(|(_, code)| code).chain([Code::SsoProviderUnavailable]).collect();
    recorded(&world, &expected).await;
    world.session("badrul").await;
    // The Master sees in the activity log what was wrong.
    let seen = refusals(&world).await;
    assert_eq!(seen.len(), lies.len() + 1);
    for part in [
        "with none.",
        "with HS256.",
        "key forged,",
        "(signature)",
        "(iss)",
        "(aud)",
        "(nonce)",
        "(exp)",
        "for exp.",
        "for iat.",
        "for auth_time.",
        "127.0.0.1",
    ] {
        assert!(seen.iter().any(|sentence| sentence.contains(part)), "{part}: {seen:#?}");
    }
}

/// Any visitor can begin a sign-in and refuse it, so the activity log has a limit, and no free text of theirs.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_write_into_the_activity_log() {
    let world = World::offered().await;
    let refuse = async |error: &str| {
        let start = world.begin(PAYER).await.expect("begun");
        let answer =
            FinishSsoRequest { code: None, error: Some(error.to_owned()), ..world.provider.authorize(&start, "x") };
        assert_eq!(code(world.portal.visitor().call::<FinishSso>(answer).await), Code::SsoProviderRefused);
    };
    refuse("Call 03-1234 5678 now").await;
    for _ in 0..25 {
        refuse("access_denied").await;
    }
    let seen = refusals(&world).await;
    assert_eq!(seen.len(), 20, "the limit of an hour");
    assert!(seen[0].contains("(?)") && seen[1].contains("(access_denied)"), "{seen:?}");
    world.portal.advance(TimeDelta::hours(1));
    refuse("access_denied").await;
    assert_eq!(refusals(&world).await.len(), 21);
}

/// Some providers compare the header's secret without decoding it. The other form is tried once, and remembered.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_that_the_provider_does_not_decode_is_sent_as_it_is() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let remembers = async || sql::value::<bool>(world.pool(), "select secret_undecoded from sso_provider", &[]).await;
    assert_eq!((world.provider.take_refused_clients(), remembers().await), (0, false));
    world.provider.read_secret(Reads::Undecoded);
    world.session("badrul").await;
    assert_eq!((world.provider.take_refused_clients(), remembers().await), (1, true));
    world.session("badrul").await;
    assert_eq!(world.provider.take_refused_clients(), 0, "the form that worked comes first");
    world.provider.read_secret(Reads::Decoded);
    world.session("badrul").await;
    assert_eq!((world.provider.take_refused_clients(), remembers().await), (1, false));
    // A wrong secret is tried in both forms, and no more.
    sql::run(world.pool(), "update sso_provider set client_id = 'port al'", &[]).await;
    let start = world.begin(PAYER).await.expect("begun");
    let asked = start.address.replace("client_id=port+al", "client_id=portal");
    let answer =
        world.provider.authorize(&gridbill_core::identity::sso::SsoStart { address: asked, ..start }, "badrul");
    let refused = world.portal.visitor().call::<FinishSso>(answer).await.expect_err("another client");
    assert_eq!(refused.code(), Code::SsoClientRefused);
    assert_eq!(world.provider.take_refused_clients(), 2);
    assert!(refusals(&world).await[0].contains("(invalid_client)"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_once_and_for_its_own_sign_in() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let visitor = world.portal.visitor();
    let begun = async || {
        let start = world.begin(PAYER).await.expect("begun");
        world.provider.authorize(&start, "badrul")
    };
    let (one, other) = (begun().await, begun().await);
    let before = unchanged(&world).await;
    let finish = async |answer: FinishSsoRequest| visitor.call::<FinishSso>(answer).await;

    // A stranger's answer in the victim's browser: the victim's handle does not fit.
    let mixed = FinishSsoRequest { state: other.state.clone(), ..one.clone() };
    assert_eq!(code(finish(mixed).await), Code::SsoStateWrong);
    let unknown = FinishSsoRequest { handle: "unknown".to_owned(), ..one.clone() };
    assert_eq!(code(finish(unknown).await), Code::SsoExpired);
    let elsewhere = visitor.with("user-agent", "Another browser").call::<FinishSso>(one.clone()).await;
    assert_eq!(code(elsewhere), Code::SsoExpired);
    // The code of another sign-in: its PKCE verifier is another one.
    let injected = FinishSsoRequest { code: other.code.clone(), ..one.clone() };
    assert_eq!(code(finish(injected).await), Code::SsoProviderRefused);
    assert_eq!(code(finish(one).await), Code::SsoStateUsed, "the refused answer used it up");
    assert_eq!(unchanged(&world).await, before);

    let good = begun().await;
    finish(good.clone()).await.expect("signed in");
    assert_eq!(code(finish(good).await), Code::SsoStateUsed, "a replay");
    let late = begun().await;
    world.portal.advance(TimeDelta::minutes(10));
    assert_eq!(code(finish(late).await), Code::SsoExpired);
    let denied = FinishSsoRequest { code: None, error: Some("access_denied".to_owned()), ..begun().await };
    assert_eq!(code(finish(denied).await), Code::SsoProviderRefused);
    let expected = [
        Code::SsoStateWrong,
        Code::SsoExpired,
        Code::SsoExpired,
        Code::SsoProviderRefused,
        Code::SsoStateUsed,
        Code::SsoStateUsed,
        Code::SsoExpired,
        Code::SsoProviderRefused,
    ];
    recorded(&world, &expected).await;
}

/// RFC 9207: the answer of one provider is not taken for that of another.
#[tokio::test(flavor = "multi_thread")]
async fn two_providers_are_not_mixed_up() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let evil = Provider::start(SECRET).await;
    evil.use_clock_of(&world.portal);
    let before = unchanged(&world).await;
    for iss in [Some(evil.issuer.clone()), None] {
        let start = world.begin(PAYER).await.expect("begun");
        let answer = FinishSsoRequest { iss, ..world.provider.authorize(&start, "badrul") };
        assert_eq!(code(world.portal.visitor().call::<FinishSso>(answer).await), Code::SsoMixedUp);
    }
    assert_eq!(unchanged(&world).await, before);
    // The Master changes the provider while a user is there: the answer of the old one is void.
    let start = world.begin(PAYER).await.expect("begun");
    let answer = world.provider.authorize(&start, "badrul");
    let moved = SetSsoRequest { issuer: evil.issuer.clone(), ..world.wanted() };
    let master = session_of(&world.portal, MASTER).await;
    master.call::<SetSso>(moved).await.expect("stored");
    let start = master.call::<BeginSsoTrial>(SsoRequest { id: bulk(SINAR) }).await.expect("begun");
    master.call::<FinishSsoTrial>(trial(evil.authorize(&start, "aina"))).await.expect("moved");
    assert_eq!(code(world.portal.visitor().call::<FinishSso>(answer).await), Code::SsoExpired);
    // The same subject at another provider is another user.
    let start = world.begin(PAYER).await.expect("begun");
    let answer = evil.authorize(&start, "badrul");
    assert_eq!(code(world.portal.visitor().call::<FinishSso>(answer).await), Code::SsoNotLinked);
}

/// The handle of a sign-in is none of a session, and the other way round.
#[tokio::test(flavor = "multi_thread")]
async fn a_handle_serves_its_own_purpose() {
    let world = World::offered().await;
    let payer = world.link(PAYER, "badrul").await;
    let start = world.begin(PAYER).await.expect("begun");
    let answer = world.provider.authorize(&start, "badrul");
    assert_eq!(code(payer.call::<FinishSsoProof>(answer).await), Code::SsoExpired);
}

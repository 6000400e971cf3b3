//! Answers that are refused: each with its own code, recorded, and nothing changed.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::identity::sso::{FinishSso, FinishSsoProof, FinishSsoRequest, SetSso, SetSsoRequest, SsoMode};

use super::provider::{Lie, Provider};
use super::{MASTER, PAYER, SECRET, World, code, events, unchanged};
use crate::support::portal::until;
use crate::team::session_of;

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
    ];
    for (lie, expected) in lies {
        world.provider.lie(lie);
        assert_eq!(code(world.sign_in("badrul").await), expected, "{lie:?}");
        assert_eq!(unchanged(&world).await, before, "{lie:?}");
    }
    world.provider.set_down(true);
    let refused = world.sign_in("badrul").await.expect_err("down");
    assert_eq!((refused.status, refused.code()), (503, Code::SsoProviderUnavailable));
    world.provider.set_down(false);
    assert_eq!(unchanged(&world).await, before);
    let expected: Vec<_> = lies.into_iter().map(|(_, code)| code).chain([Code::SsoProviderUnavailable]).collect();
    recorded(&world, &expected).await;
    world.session("badrul").await;
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
    let moved = SetSsoRequest { issuer: evil.issuer.clone(), ..world.wanted(SsoMode::Optional) };
    session_of(&world.portal, MASTER).await.call::<SetSso>(moved).await.expect("moved");
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

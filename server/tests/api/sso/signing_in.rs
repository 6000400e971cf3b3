//! Signing in through the provider, and how users are connected with it.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::identity::factors::{CompleteSignIn, CompleteSignInRequest, SignInAnswer};
use gridbill_core::identity::registering::{CheckLink, CheckLinkRequest, LinkKind};
use gridbill_core::identity::sso::{FinishSso, FinishSsoRequest, GetOwnSso, SsoMode, SsoPurpose};
use gridbill_core::permission::Role;
use gridbill_core::team::DeleteBulkUser;

use jsonwebtoken::Algorithm;

use super::provider::Lie;
use super::{MASTER, PAYER, VIEWER, World, code, facts, field, unchanged};
use crate::factors::add_app;
use crate::registering::invited;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, sql};
use crate::team::{id_of, one, session_of};

async fn email_of(actor: &Actor) -> String {
    actor.call::<GetUserProfile>(Nothing {}).await.expect("signed in").email
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connected_user_signs_in_whatever_address_the_provider_names() {
    let world = World::offered().await;
    let payer = session_of(&world.portal, PAYER).await;
    let own = payer.call::<GetOwnSso>(Nothing {}).await.expect("an answer");
    assert_eq!((own.is_offered, own.is_linked, own.must_link), (true, false, false));
    world.link(PAYER, "badrul").await;
    let own = payer.call::<GetOwnSso>(Nothing {}).await.expect("an answer");
    assert_eq!((own.is_offered, own.is_linked), (true, true));
    assert_eq!(email_of(&world.session("badrul").await).await, PAYER);
    // Identity is issuer and subject: another address changes nothing, and an address alone identifies no user.
    world.provider.set_email(MASTER);
    assert_eq!(email_of(&world.session("badrul").await).await, PAYER);
    world.provider.set_email(PAYER);
    assert_eq!(code(world.sign_in("somebody else").await), Code::SsoNotLinked);
    let query = "select count(*) from security_event where kind = 'signIn' and outcome = 'succeeded'
                 and call = 'FinishSso'";
    let signed_in = sql::value::<i64>(world.pool(), query, &[]).await;
    assert_eq!(signed_in, 2);
    // The password works as before, because the provider is optional.
    world.portal.sign_in(PAYER).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_domain_alone_decides_where_a_sign_in_goes() {
    let world = World::offered().await;
    for email in [PAYER, "nobody@sinar.example", "NOBODY@Sinar.Example"] {
        world.begin(email).await.expect("a provider");
    }
    let not_offered = || ("email".to_owned(), Code::SsoNotOffered);
    for email in ["master@majlis.example", "nobody@nowhere.example", "a@sub.sinar.example"] {
        assert_eq!(field(world.begin(email).await), not_offered(), "{email}");
    }
    world.set(&session_of(&world.portal, MASTER).await, SsoMode::Off).await.expect("off");
    assert_eq!(field(world.begin(PAYER).await), not_offered());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_joins_with_an_invitation_only() {
    let world = World::offered().await;
    let finish = async |subject: &str, token: &str| {
        let start = world.begin("new@sinar.example").await.expect("begun");
        let answer = world.provider.authorize(&start, subject);
        let answer = FinishSsoRequest { invitation_token: Some(token.to_owned()), ..answer };
        world.portal.visitor().call::<FinishSso>(answer).await
    };
    let before = unchanged(&world).await;
    assert_eq!(code(world.sign_in("nur").await), Code::SsoNotLinked);
    assert_eq!(code(finish("nur", "").await), Code::SsoNotLinked);
    assert_eq!(code(finish("nur", "unknown").await), Code::LinkInvalid);
    assert_eq!(unchanged(&world).await, before);

    let is_offered = async |token: &str| {
        let request = CheckLinkRequest { kind: LinkKind::Invitation, token: token.to_owned() };
        world.portal.visitor().call::<CheckLink>(request).await.expect("a link").is_sso_offered
    };
    let (_, theirs) = invited(&world.portal, MAJLIS, "nur@sinar.example").await;
    assert!(!is_offered(&theirs).await);
    assert_eq!(code(finish("nur", &theirs).await), Code::LinkInvalid, "of another company");
    let (_, outside) = invited(&world.portal, SINAR, "nur@elsewhere.example").await;
    assert!(!is_offered(&outside).await);
    assert_eq!(code(finish("nur", &outside).await), Code::SsoNotLinked, "not a proved domain");
    let (_, taken) = invited(&world.portal, SINAR, VIEWER).await;
    assert!(!is_offered(&taken).await);
    assert_eq!(code(finish("nur", &taken).await), Code::SsoNotLinked, "who has an account connects it");

    let (_, token) = invited(&world.portal, SINAR, "nur@sinar.example").await;
    assert!(is_offered(&token).await);
    let tokens = finish("nur", &token).await.expect("joined").tokens().expect("no second factor");
    let nur = world.portal.visitor().with_token(tokens.access_token);
    let profile = nur.call::<GetUserProfile>(Nothing {}).await.expect("signed in");
    assert_eq!((profile.email.as_str(), profile.name.as_str()), ("nur@sinar.example", "Noraini"));
    assert_eq!(profile.role, Some(Role::Member));
    assert!(profile.permissions.make_payments && profile.terms_to_accept.is_some());
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("SsoLinked"));
    let query = "select password_hash is not null from person where email = 'nur@sinar.example'";
    let has_password = sql::value::<bool>(world.pool(), query, &[]).await;
    assert!(!has_password);
    assert_eq!(code(finish("another", &token).await), Code::LinkUsed);
    assert_eq!(email_of(&world.session("nur").await).await, "nur@sinar.example");
}

/// The rule of names holds for the provider, too, so that the new user can save the profile as it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_of_the_provider_obeys_the_rule_of_names() {
    let world = World::offered().await;
    for (place, (given, expected)) in [
        ("  Nur <b>Aisyah</b>\u{202e} #7 ", "Nur b Aisyah /b"),
        ("Siti\u{200b} Aminah", "Siti Aminah"),
        ("90210", "nur@sinar.example"),
        ("=1+1", "nur@sinar.example"),
    ]
    .into_iter()
    .enumerate()
    {
        world.provider.set_name(given);
        let email = "nur@sinar.example".replace("nur", ["nur", "nor", "nurul", "nura"][place]);
        let (_, token) = invited(&world.portal, SINAR, &email).await;
        let start = world.begin(&email).await.expect("begun");
        let answer = world.provider.authorize(&start, &format!("subject {place}"));
        let answer = FinishSsoRequest { invitation_token: Some(token), ..answer };
        let signed_in = world.portal.visitor().call::<FinishSso>(answer).await.expect("joined");
        let user = world.portal.visitor().with_token(signed_in.tokens().expect("tokens").access_token);
        let profile = user.call::<GetUserProfile>(Nothing {}).await.expect("signed in");
        let expected = if expected.contains('@') { email.as_str() } else { expected };
        assert_eq!(profile.name, expected, "{given:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_left_the_company_is_no_longer_connected() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let master = session_of(&world.portal, MASTER).await;
    let payer = id_of(world.pool(), PAYER).await;
    master.call::<DeleteBulkUser>(one(&payer)).await.expect("removed");
    assert_eq!(code(world.sign_in("badrul").await), Code::SsoNotLinked);
    // The provider's user is free for the next person who is invited.
    let (_, token) = invited(&world.portal, SINAR, "badrul2@sinar.example").await;
    let start = world.begin(PAYER).await.expect("begun");
    let answer = FinishSsoRequest { invitation_token: Some(token), ..world.provider.authorize(&start, "badrul") };
    world.portal.visitor().call::<FinishSso>(answer).await.expect("joined");
    assert_eq!(email_of(&world.session("badrul").await).await, "badrul2@sinar.example");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_user_of_the_provider_is_one_user_here() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let viewer = session_of(&world.portal, VIEWER).await;
    assert_eq!(code(world.prove(&viewer, SsoPurpose::Link, "badrul").await), Code::SsoAlreadyLinked);
    assert_eq!(code(world.sign_in("devi").await), Code::SsoNotLinked, "the refusal connected nobody");
    world.link(VIEWER, "devi").await;
    // A user whose account at the provider was made anew connects again.
    world.link(VIEWER, "devi-2").await;
    assert_eq!(code(world.sign_in("devi").await), Code::SsoNotLinked);
    assert_eq!(email_of(&world.session("devi-2").await).await, VIEWER);
    // Connecting needs a recent proof of identity.
    sql::run(world.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
    assert_eq!(code(world.prove(&viewer, SsoPurpose::Link, "devi-3").await), Code::ConfirmIdentity);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_keys_of_every_accepted_kind_count_at_once() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    world.provider.rotate("second");
    world.session("badrul").await;
    for (id, algorithm) in [
        ("third", Algorithm::RS256),
        ("fourth", Algorithm::RS384),
        ("fifth", Algorithm::RS512),
        ("sixth", Algorithm::PS256),
        ("seventh", Algorithm::PS384),
        ("eighth", Algorithm::PS512),
        ("ninth", Algorithm::ES384),
        ("tenth", Algorithm::EdDSA),
    ] {
        world.provider.add_key(id, algorithm);
        world.session("badrul").await;
    }
    // A token by a key that the provider withdrew is refused.
    world.provider.lie(Lie::ForgedKeyId);
    assert_eq!(code(world.sign_in("badrul").await), Code::SsoKeyUnknown);
}

/// Times with a fraction or an exponent are numbers, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_time_may_have_a_fraction() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    for value in ["1700000000.123456", "1.7e9"] {
        world.provider.lie(Lie::Claim("auth_time", value));
        world.session("badrul").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_here_is_asked_for_as_well() {
    let world = World::offered().await;
    let payer = world.link(PAYER, "badrul").await;
    let (app, _) = add_app(&world.portal, &payer).await;
    let SignInAnswer::Challenged(challenged) = world.sign_in("badrul").await.expect("half way") else {
        panic!("no second factor was asked for");
    };
    let request = CompleteSignInRequest {
        handle: challenged.challenge.handle,
        totp: Some(app.code(&world.portal)),
        recovery_code: None,
        passkey: None,
        invitation_token: None,
    };
    world.portal.visitor().call::<CompleteSignIn>(request).await.expect("signed in");
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_are_limited_like_those_with_a_password() {
    let world = World::offered_with(&["--sign-ins-per-address=2"]).await;
    world.begin(PAYER).await.expect("the first");
    world.begin(PAYER).await.expect("the second");
    assert_eq!(code(world.begin(PAYER).await), Code::TooManyAttempts);
    world.portal.advance(TimeDelta::minutes(15));
    world.begin(PAYER).await.expect("a new window");
    assert_eq!(code(world.sign_in("badrul").await), Code::TooManyAttempts, "the answer counts, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn old_sign_ins_are_deleted() {
    let world = World::offered().await;
    world.begin(PAYER).await.expect("begun");
    let left = async || {
        gridbill::auth::tidy::delete_expired(&world.portal.app.auth).await.expect("tidied");
        sql::value::<i64>(world.pool(), "select count(*) from sso_sign_in", &[]).await
    };
    // The trial of the settings is one, too.
    assert_eq!(left().await, 2);
    world.portal.advance(TimeDelta::minutes(10));
    assert_eq!(left().await, 0);
}

//! A company that requires its own sign-in, and the sign-in that stays for its Master.

use axum::http::StatusCode;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::{GetFactors, RemoveFactor, RemoveFactorRequest, SignInAnswer};
use gridbill_core::identity::profile::GetSessions;
use gridbill_core::identity::sso::{GetOwnSso, SsoMode, SsoPurpose};
use gridbill_core::identity::{GetUserProfile, Login, LoginRequest};

use super::{MASTER, PAYER, VIEWER, World, code, facts};
use crate::factors::{add_app, add_passkey, sign_in_by_passkey};
use crate::support::portal::{PASSWORD, until};
use crate::support::{Actor, RefusedCall, sql};
use crate::team::session_of;

async fn login(world: &World, email: &str, password: &str) -> Result<SignInAnswer, RefusedCall> {
    let request = LoginRequest { username: email.to_owned(), password: password.to_owned(), invitation_token: None };
    world.portal.visitor().call::<Login>(request).await
}

async fn is_free(actor: &Actor) -> Result<(), Code> {
    actor.call::<GetSessions>(Nothing {}).await.map(drop).map_err(|refused| refused.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_sign_in_closes_the_password_for_everyone_but_the_master() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let viewer = session_of(&world.portal, VIEWER).await;
    let master = session_of(&world.portal, MASTER).await;
    assert_eq!(code(world.set(&master, SsoMode::Required).await), Code::SsoBreakGlassFactor);
    let (app, added) = add_app(&world.portal, &master).await;
    world.set(&master, SsoMode::Required).await.expect("required");

    // A connected user signs in through the provider only. A wrong password looks as before.
    assert_eq!(code(login(&world, PAYER, "wrong-1").await), Code::WrongCredentials);
    let refused = login(&world, PAYER, PASSWORD).await.expect_err("the password");
    assert_eq!((refused.status, refused.code()), (422, Code::SsoRequired));
    world.session("badrul").await.call::<GetUserProfile>(Nothing {}).await.expect("signed in");

    // Who is not connected yet can do nothing else, in old sessions as in new ones.
    assert_eq!(is_free(&viewer).await, Err(Code::SsoLinkRequired));
    let viewer = login(&world, VIEWER, PASSWORD).await.expect("signed in").tokens().expect("no factor");
    let viewer = world.portal.visitor().with_token(viewer.access_token);
    assert_eq!(is_free(&viewer).await, Err(Code::SsoLinkRequired));
    assert!(viewer.call::<GetOwnSso>(Nothing {}).await.expect("an answer").must_link);
    world.prove(&viewer, SsoPurpose::Link, "devi").await.expect("connected");
    assert_eq!(is_free(&viewer).await, Ok(()));
    assert_eq!(code(login(&world, VIEWER, PASSWORD).await), Code::SsoRequired);

    // The Master's way in if the provider fails: password and second factor. It is recorded and e-mailed.
    world.provider.fail_with(Some(StatusCode::BAD_GATEWAY));
    let answer = login(&world, MASTER, PASSWORD).await.expect("half way");
    assert!(matches!(answer, SignInAnswer::Challenged(_)), "the password alone is not enough");
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("BreakGlassUsed"));
    let events = async || {
        let query = "select outcome, count(*) from security_event
                     where outcome in ('breakGlass', 'passwordNotAllowed') group by outcome order by outcome";
        sql::rows::<(String, i64)>(world.pool(), query, &[]).await
    };
    let expected = [("breakGlass".to_owned(), 1), ("passwordNotAllowed".to_owned(), 2)];
    until("the events", || async { (events().await == expected).then_some(()) }).await;
    assert_eq!(is_free(&master).await, Ok(()));
    let request = RemoveFactorRequest { factor_id: added.factor_id };
    assert_eq!(code(master.call::<RemoveFactor>(request).await), Code::FactorIsLast);
    drop(app);

    // The provider is down, and the Master lets passwords in again.
    world.set(&master, SsoMode::Off).await.expect("off");
    login(&world, PAYER, PASSWORD).await.expect("as before").tokens().expect("signed in");
}

/// No sign-in at the provider begins with an address outside the company's domains, so the password stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_outside_the_domains_and_one_of_an_earlier_client_still_get_in() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    world.link(VIEWER, "devi").await;
    let master = session_of(&world.portal, MASTER).await;
    let _app = add_app(&world.portal, &master).await;
    world.set(&master, SsoMode::Required).await.expect("required");
    assert_eq!(code(login(&world, VIEWER, PASSWORD).await), Code::SsoRequired);
    let partner = "viewer@partner.example";
    sql::run(world.pool(), "update person set email = $2 where email = $1", &[&VIEWER, &partner]).await;
    login(&world, partner, PASSWORD).await.expect("signed in").tokens().expect("no factor");
    // A domain whose record is missing lets no password in.
    sql::run(world.pool(), "update sso_domain set proved_at = null, read_at = null, missing_since = null", &[]).await;
    assert_eq!(code(login(&world, PAYER, PASSWORD).await), Code::SsoRequired);
    // Users of another client at the same issuer may have other names there.
    sql::run(world.pool(), "update sso_provider set client_id = 'another'", &[]).await;
    let payer = login(&world, PAYER, PASSWORD).await.expect("signed in").tokens().expect("no factor");
    let payer = world.portal.visitor().with_token(payer.access_token);
    assert_eq!(is_free(&payer).await, Err(Code::SsoLinkRequired));
    sql::run(world.pool(), "update sso_provider set client_id = 'portal'", &[]).await;
    sql::run(world.pool(), "update sso_identity set client_id = 'earlier'", &[]).await;
    assert_eq!(is_free(&payer).await, Err(Code::SsoLinkRequired));
    sql::run(world.pool(), "update sso_domain set proved_at = now(), read_at = now()", &[]).await;
    // A provider that names the user as before connects them again.
    world.prove(&payer, SsoPurpose::Link, "badrul").await.expect("connected");
    assert_eq!(is_free(&payer).await, Ok(()));
}

/// A passkey is another way in, as the password is.
#[tokio::test(flavor = "multi_thread")]
async fn a_required_sign_in_closes_passkeys_for_everyone_but_the_master() {
    let world = World::offered().await;
    world.link(PAYER, "badrul").await;
    let (mut payers, _) = add_passkey(&session_of(&world.portal, PAYER).await).await;
    let master = session_of(&world.portal, MASTER).await;
    let (mut masters, _) = add_passkey(&master).await;
    let visitor = world.portal.visitor();
    sign_in_by_passkey(&visitor, &mut payers).await.expect("not required yet");
    world.set(&master, SsoMode::Required).await.expect("required");
    assert_eq!(sign_in_by_passkey(&visitor, &mut payers).await.err(), Some(Code::SsoRequired));
    sign_in_by_passkey(&visitor, &mut masters).await.expect("the Master's own way in");
    assert_eq!(facts(&world).await.last().map(String::as_str), Some("BreakGlassUsed"));
}

/// After a transfer the new Master needs a factor before anything else, so that the way in stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_master_adds_a_factor_first() {
    let world = World::offered().await;
    let master = session_of(&world.portal, MASTER).await;
    add_app(&world.portal, &master).await;
    world.set(&master, SsoMode::Required).await.expect("required");
    sql::run(world.pool(), "update person set role = 'viewer' where email = $1", &[&MASTER]).await;
    sql::run(world.pool(), "update person set role = 'master' where email = $1", &[&PAYER]).await;
    let payer = session_of(&world.portal, PAYER).await;
    assert_eq!(is_free(&payer).await, Err(Code::FactorRequired));
    assert!(payer.call::<GetFactors>(Nothing {}).await.expect("factors").must_add);
    add_app(&world.portal, &payer).await;
    assert_eq!(is_free(&payer).await, Ok(()));
}

/// Users of other companies and staff are not concerned.
#[tokio::test(flavor = "multi_thread")]
async fn other_companies_sign_in_as_before() {
    let world = World::offered().await;
    let master = session_of(&world.portal, MASTER).await;
    add_app(&world.portal, &master).await;
    world.set(&master, SsoMode::Required).await.expect("required");
    let other = world.portal.sign_in("master@majlis.example").await;
    let own = other.call::<GetOwnSso>(Nothing {}).await.expect("an answer");
    assert_eq!((own.is_offered, own.is_linked, own.must_link), (false, false, false));
    assert_eq!(code(world.prove(&other, SsoPurpose::Link, "endon").await), Code::SsoNotOffered);
    let staff = world.portal.sign_in_staff("ict@utility.example").await;
    assert!(!staff.call::<GetOwnSso>(Nothing {}).await.expect("an answer").is_offered);
}

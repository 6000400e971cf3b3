//! Rate limits for visitors. The counts are in the database, so all processes share them.

use gridbill_core::identity::registering::{
    AdminForgotPassword, CheckLink, CheckLinkRequest, IsNewEmailValid, ResendActivation, SendNewActivationLink,
};

use super::*;
use crate::support::portal::PASSWORD;
use crate::support::sql;

async fn portal(flags: &[&str]) -> (Portal, Actor, Actor, gridbill::app::App) {
    let portal = Portal::with_people_and(flags).await;
    let (second, elsewhere) = portal.second().await;
    let here = portal.visitor();
    (portal, here.clone(), here.at(elsewhere), second)
}

fn too_many<T: std::fmt::Debug>(answer: Result<T, RefusedCall>, minutes: i64) {
    let refused = answer.expect_err("too many");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyAttempts));
    assert_eq!(refused.body.params["minutes"], minutes);
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_are_counted_by_address_right_or_wrong_at_all_processes() {
    let (portal, here, there, second) = portal(&["--sign-ins-per-address=4"]).await;
    let right = credentials("viewer@sinar.example", PASSWORD);
    let wrong = credentials("nobody@sinar.example", "wrong");
    here.call::<Login>(right.clone()).await.expect("signed in");
    assert_eq!(code(there.call::<Login>(wrong.clone()).await), Code::WrongCredentials);
    assert_eq!(code(here.call::<Login>(wrong).await), Code::WrongCredentials);
    there.call::<Login>(right.clone()).await.expect("the fourth");
    let before = state(portal.pool()).await;
    too_many(here.call::<Login>(right.clone()).await, 15);
    too_many(there.call::<Login>(right.clone()).await, 15);
    assert_eq!(state(portal.pool()).await, before);
    portal.advance(TimeDelta::seconds(14 * 60 + 59));
    second.clock.advance(TimeDelta::seconds(14 * 60 + 59));
    too_many(here.call::<Login>(right.clone()).await, 1);
    portal.advance(TimeDelta::seconds(1));
    here.call::<Login>(right).await.expect("the window is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_is_reported_in_both_languages() {
    let (portal, ..) = portal(&["--sign-ins-per-address=0"]).await;
    let (_, texts) = sentences::<Login>(&portal, &credentials("viewer@sinar.example", PASSWORD)).await;
    let english = "Too many attempts. Please try again in 15 min.";
    assert_eq!(texts, [english, "Terlalu banyak percubaan. Sila cuba lagi dalam 15 minit."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn registrations_are_counted_by_address_once_they_are_well_formed() {
    let (portal, here, there, _) = portal(&["--registrations-per-address=2"]).await;
    for _ in 0..5 {
        let typing = RegisterRequest { name: String::new(), ..form("a@baru.example") };
        assert_eq!(code(here.call::<Register>(typing).await), Code::NameRequired);
    }
    here.call::<Register>(form("a@baru.example")).await.expect("registered");
    there.call::<Register>(form("b@baru.example")).await.expect("registered");
    let before = state(portal.pool()).await;
    too_many(here.call::<Register>(form("c@baru.example")).await, 60);
    too_many(there.call::<Register>(form("c@baru.example")).await, 60);
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_kinds_of_e_mails_count_by_address() {
    let (portal, here, there, _) = portal(&["--emails-per-address=4"]).await;
    register(&portal, NUR).await.expect("registered");
    let link = LinkRequest { token: token(&portal, NUR).await };
    here.call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("an e-mail");
    assert_eq!(code(there.call::<ForgotPassword>(address("nobody@sinar.example")).await), Code::EmailNotRegistered);
    there.call::<AdminForgotPassword>(address("glb@utility.example")).await.expect("an e-mail");
    here.call::<ResendActivation>(address(NUR)).await.expect("an e-mail");
    let before = state(portal.pool()).await;
    too_many(here.call::<SendNewActivationLink>(link).await, 60);
    too_many(there.call::<ResendActivation>(address(NUR)).await, 60);
    too_many(there.call::<ForgotPassword>(address("payer@sinar.example")).await, 60);
    too_many(here.call::<AdminForgotPassword>(address("ict@utility.example")).await, 60);
    assert_eq!(state(portal.pool()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn e_mails_to_one_address_are_limited() {
    let (portal, here, there, _) = portal(&["--emails-per-email=2"]).await;
    here.call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("an e-mail");
    there.call::<ForgotPassword>(address("VIEWER@sinar.example")).await.expect("an e-mail");
    too_many(here.call::<ForgotPassword>(address("viewer@sinar.example")).await, 60);
    too_many(here.call::<ResendActivation>(address("viewer@sinar.example")).await, 60);
    here.call::<ForgotPassword>(address("payer@sinar.example")).await.expect("another user's address");
    // The answer does not reveal whether the address is registered.
    for _ in 0..2 {
        here.call::<ResendActivation>(address("nobody@sinar.example")).await.expect("the same answer");
    }
    too_many(here.call::<ResendActivation>(address("nobody@sinar.example")).await, 60);
    register(&portal, NUR).await.expect("registered");
    for _ in 0..2 {
        let link = LinkRequest { token: token(&portal, NUR).await };
        there.call::<SendNewActivationLink>(link).await.expect("an e-mail");
    }
    let link = LinkRequest { token: token(&portal, NUR).await };
    too_many(here.call::<SendNewActivationLink>(link).await, 60);
    portal.advance(TimeDelta::hours(1));
    here.call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("the window is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn lookups_of_addresses_and_links_are_limited() {
    let (_portal, here, there, _second) = portal(&["--checks-per-address=3"]).await;
    let look = CheckLinkRequest { kind: LinkKind::Reset, token: "guessed".to_owned() };
    here.call::<IsNewEmailValid>(address(NUR)).await.expect("an answer");
    assert_eq!(code(there.call::<CheckLink>(look.clone()).await), Code::LinkInvalid);
    there.call::<IsNewEmailValid>(address("viewer@sinar.example")).await.expect("an answer");
    too_many(here.call::<CheckLink>(look).await, 15);
    too_many(there.call::<IsNewEmailValid>(address(NUR)).await, 15);
    too_many(here.call::<Activate>(LinkRequest { token: "guessed".to_owned() }).await, 15);
    let new = ResetPasswordRequest { token: "guessed".to_owned(), password: NEW.to_owned() };
    too_many(here.call::<ResetPassword>(new).await, 15);
    here.call::<Login>(credentials("viewer@sinar.example", PASSWORD)).await.expect("signing in is counted by itself");
}

/// Behind a proxy each client address has its own limits. Without a configured proxy the header is ignored.
#[tokio::test(flavor = "multi_thread")]
async fn the_proxys_header_counts_where_it_is_configured() {
    let right = credentials("viewer@sinar.example", PASSWORD);
    let (_portal, here, ..) = portal(&["--sign-ins-per-address=1", "--address-header=x-forwarded-for"]).await;
    let from = |address: &str| here.with("x-forwarded-for", address);
    from("198.51.100.1, 203.0.113.1").call::<Login>(right.clone()).await.expect("signed in");
    too_many(from("198.51.100.2, 203.0.113.1").call::<Login>(right.clone()).await, 15);
    from("198.51.100.1, 203.0.113.2").call::<Login>(right.clone()).await.expect("another caller");
    from("2001:db8::1").call::<Login>(right.clone()).await.expect("a home");
    too_many(from("2001:db8::2").call::<Login>(right.clone()).await, 15);

    let (_portal, here, ..) = portal(&["--sign-ins-per-address=1"]).await;
    here.with("x-forwarded-for", "203.0.113.1").call::<Login>(right.clone()).await.expect("signed in");
    too_many(here.with("x-forwarded-for", "203.0.113.2").call::<Login>(right).await, 15);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_counts_are_deleted() {
    let (portal, here, ..) = portal(&[]).await;
    for turn in 0..25 {
        here.call::<ResendActivation>(address(&format!("{turn}@baru.example"))).await.expect("an answer");
    }
    let rates =
        || async { sql::value::<i64>(portal.pool(), "select count(*) from rate where bucket = 'letterTo'", &[]).await };
    assert_eq!(rates().await, 25);
    portal.advance(TimeDelta::hours(25));
    for turn in 100..103 {
        here.call::<ResendActivation>(address(&format!("{turn}@baru.example"))).await.expect("an answer");
    }
    assert_eq!(rates().await, 3);
}

/// Strangers repeatedly request e-mails in the owner's name. The owner still gets an e-mail, and an earlier link works.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_does_not_use_up_the_owners_e_mails() {
    let (portal, here, there, _) = portal(&["--emails-per-email=2", "--address-header=x-forwarded-for"]).await;
    let owner = here.with("x-forwarded-for", "203.0.113.1");
    let stranger = |host: i32| there.with("x-forwarded-for", &format!("198.51.100.{host}"));
    owner.call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("an e-mail");
    let own_link = token(&portal, "viewer@sinar.example").await;
    for host in 0..2 {
        stranger(host).call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("an e-mail");
    }
    too_many(stranger(3).call::<ForgotPassword>(address("viewer@sinar.example")).await, 60);
    owner.call::<ForgotPassword>(address("viewer@sinar.example")).await.expect("the owner has a limit of their own");
    reset(&portal, &own_link, NEW).await.expect("the first link was not ended by others");
    let last = token_of_links(&portal, "viewer@sinar.example").await;
    assert_eq!(code(reset(&portal, &last, NEW).await), Code::LinkUsed, "one use is enough for all of them");

    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    for host in 0..2 {
        stranger(host).call::<ResendActivation>(address(NUR)).await.expect("an e-mail");
    }
    too_many(stranger(3).call::<ResendActivation>(address(NUR)).await, 60);
    owner
        .call::<SendNewActivationLink>(LinkRequest { token: first.clone() })
        .await
        .expect("the owner has a limit of their own");
    activate(&portal, &first).await.expect("the first link was not ended by others");
}

/// Returns the token of the newest link sent to an address.
async fn token_of_links(portal: &Portal, email: &str) -> String {
    let emails = emails(portal, email).await;
    token_in(&emails.iter().find(|message| message.text.contains('#')).expect("a link").text)
}

/// Requests from many networks do not flood a mailbox, and the owner always has a valid link.
#[tokio::test(flavor = "multi_thread")]
async fn links_to_a_mailbox_are_limited_and_the_last_ones_stay_valid() {
    let (portal, here, ..) = portal(&["--links-per-mailbox=3", "--address-header=x-forwarded-for"]).await;
    for (email, staff) in [("viewer@sinar.example", false), ("glb@utility.example", true)] {
        for network in 0..8 {
            let stranger = here.with("x-forwarded-for", &format!("198.51.{network}.1"));
            let answer = if staff {
                stranger.call::<AdminForgotPassword>(address(email)).await
            } else {
                stranger.call::<ForgotPassword>(address(email)).await
            };
            answer.expect("the same answer");
        }
        assert_eq!(emails(&portal, email).await.len(), 3, "{email}");
    }
    // Requests that send no e-mail do not count.
    for network in 0..8 {
        let stranger = here.with("x-forwarded-for", &format!("198.51.{network}.1"));
        stranger.call::<ResendActivation>(address("payer@sinar.example")).await.expect("the same answer");
    }
    forgot(&portal, "payer@sinar.example").await.expect("an e-mail");
    assert_eq!(emails(&portal, "payer@sinar.example").await.len(), 1);
    // After a link was used no valid one is left, so another may be sent.
    let link = token(&portal, "viewer@sinar.example").await;
    reset(&portal, &link, NEW).await.expect("reset");
    forgot(&portal, "viewer@sinar.example").await.expect("an e-mail");
    let another = token_of_links(&portal, "viewer@sinar.example").await;
    reset(&portal, &another, "bulan-purnama-7").await.expect("reset again");
}

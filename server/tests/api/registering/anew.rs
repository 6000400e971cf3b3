//! A registration that was not activated reserves its address until its links expire.

use gridbill_core::identity::registering::{IsNewEmailValid, SendNewActivationLink};

use super::*;
use crate::support::sql;

fn other() -> RegisterRequest {
    RegisterRequest {
        password: "bintang-timur-9".to_owned(),
        name: "Nurul Huda".to_owned(),
        identification_type: "passport".to_owned(),
        identification_no: "a1234567".to_owned(),
        mobile_no: "1122334455".to_owned(),
        ..form(NUR)
    }
}

async fn is_free(portal: &Portal) -> bool {
    portal.visitor().call::<IsNewEmailValid>(address(NUR)).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn once_the_links_have_expired_the_address_may_be_registered_anew() {
    let portal = Portal::start().await;
    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    let before = state(portal.pool()).await;
    assert!(!is_free(&portal).await);
    assert_eq!(code(portal.visitor().call::<Register>(other()).await), Code::EmailInUse);
    assert_eq!(state(portal.pool()).await, before);

    portal.advance(TimeDelta::hours(24));
    assert!(is_free(&portal).await);
    assert_eq!(code(activate(&portal, &first).await), Code::LinkExpired);
    portal.visitor().in_malay().call::<Register>(other()).await.expect("registered again");
    assert!(!is_free(&portal).await);
    let emails = emails(&portal, NUR).await;
    assert_eq!((emails.len(), emails[0].language.as_str()), (2, "ms"));
    activate(&portal, &token_in(&emails[0].text)).await.expect("activated");

    assert_eq!(code(sign_in(&portal, NUR, NEW).await), Code::WrongCredentials, "the old password is gone");
    sign_in(&portal, NUR, "bintang-timur-9").await.expect("signed in");
    let query = "select name, mobile_no, identification_type, identification_no, language from person";
    let (name, mobile_no, identification_type, identification_no, language) =
        sql::row::<(String, Option<String>, Option<String>, Option<String>, String)>(portal.pool(), query, &[]).await;
    assert_eq!(name, "Nurul Huda");
    assert_eq!(mobile_no.as_deref(), Some("1122334455"));
    assert_eq!(identification_type.as_deref(), Some("passport"));
    assert_eq!((identification_no.as_deref(), language.as_str()), (Some("A1234567"), "ms"));
    // An active account is never replaced by a new registration, however old its links are.
    portal.advance(TimeDelta::days(400));
    assert_eq!(code(portal.visitor().call::<Register>(form(NUR)).await), Code::EmailInUse);
}

/// The page of an expired link offers a new link.
#[tokio::test(flavor = "multi_thread")]
async fn an_expired_link_brings_a_new_one_to_the_same_address() {
    let portal = Portal::start().await;
    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    portal.advance(TimeDelta::hours(30));
    let ask = |token: &str| {
        let request = LinkRequest { token: token.to_owned() };
        let visitor = portal.visitor();
        async move { visitor.call::<SendNewActivationLink>(request).await }
    };
    ask(&first).await.expect("a new link");
    let second = token(&portal, NUR).await;
    assert_eq!(code(activate(&portal, &first).await), Code::LinkExpired);
    // A link that is still valid also requests a new one and stays valid, because the request may come from a stranger.
    ask(&second).await.expect("a new link");
    let third = token(&portal, NUR).await;
    activate(&portal, &second).await.expect("activated");
    for token in [&first, &second, &third] {
        assert_eq!(code(ask(token).await), Code::AccountAlreadyActivated);
    }
    assert_eq!(code(ask("unknown").await), Code::LinkInvalid);
    assert_eq!(emails(&portal, NUR).await.len(), 3);
    let kinds: Vec<_> = recorded_facts(portal.pool()).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["Registered", "LinkSent", "LinkSent", "Activated"]);
}

/// A lock caused by a stranger's guesses before activation is removed by the activation.
#[tokio::test(flavor = "multi_thread")]
async fn activating_lifts_a_lock_from_before() {
    let portal = Portal::start().await;
    for _ in 0..5 {
        sign_in(&portal, NUR, "wrong").await.expect_err("wrong");
    }
    register(&portal, NUR).await.expect("registered");
    assert_eq!(code(sign_in(&portal, NUR, NEW).await), Code::AccountLocked);
    activate(&portal, &token(&portal, NUR).await).await.expect("activated");
    sign_in(&portal, NUR, NEW).await.expect("signed in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_user_may_register_as_a_new_user() {
    let portal = Portal::start().await;
    active(&portal, NUR).await;
    sql::run(portal.pool(), "update person set disabled_at = created_at, deleted_at = created_at", &[]).await;
    assert!(is_free(&portal).await);
    active(&portal, NUR).await;
    let people = sql::value::<i64>(portal.pool(), "select count(*) from person where email = $1", &[&NUR]).await;
    assert_eq!(people, 2);
}

//! Content of a received e-mail.

use gridbill::team::email::TeamEmail;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::registering::{Activate, LinkRequest, Register, RegisterRequest};
use gridbill_core::identity::{GetUserProfile, Login, LoginRequest};

use super::*;
use crate::support::sql;

const LINK: &str = "http://127.0.0.1/account/activate#0123456789abcdef";

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_has_both_parts_in_the_recipients_language() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    portal.work();
    put(&portal.app, AINA, IdentityEmail::Activation { link: LINK, expires_at: noon().plus_seconds(86_400) }).await;
    let message = mailbox.wait(1).await.remove(0);
    assert_eq!(message.to, ["aina@sinar.example"]);
    assert_eq!(message.header("From"), "\"Sinaran Utility Berhad\" <no-reply@localhost>");
    assert_eq!(message.header("To"), "aina@sinar.example");
    assert_eq!(message.header("Subject"), "Activate your account");
    assert_eq!(message.header("Date"), "Fri, 20 Nov 2026 04:00:00 +0000");
    assert_eq!(message.header("Content-Language"), "en");
    assert_eq!(message.header("Auto-Submitted"), "auto-generated");
    let mail_id = sql::value::<uuid::Uuid>(portal.pool(), "select mail_id from mail", &[]).await;
    assert_eq!(message.header("Message-ID"), format!("<{mail_id}@localhost>"));
    assert_eq!(message.link(), LINK);
    let (text, html) = message.bodies();
    for body in [&text, &html] {
        assert!(body.contains("Hello Aina,") && body.contains("21 Nov 2026, 12:00"), "{body}");
    }
    let row = row_with(portal.pool(), "accepted", |row| row.is_accepted).await;
    assert!(row.is_forgotten && row.attempts == 1 && row.last_error.is_none(), "{row:?}");

    let malay = To { email: "badrul@sinar.example", name: None, language: Language::Ms };
    put(&portal.app, malay, changed()).await;
    let message = mailbox.wait(2).await.remove(1);
    assert_eq!(
        (message.to.as_slice(), message.header("Content-Language").as_str()),
        (&["badrul@sinar.example".to_owned()][..], "ms")
    );
    assert_eq!(message.header("Subject"), "Kata laluan anda telah ditukar");
    let (text, html) = message.bodies();
    for body in [&text, &html] {
        assert!(body.contains("Salam sejahtera,") && body.contains("20 Nov 2026, 12:00 (waktu Malaysia)"), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolled_back_e_mail_is_not_sent() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    portal.work();
    let mut tx = portal.pool().begin().await.expect("a transaction");
    portal.app.context().send(&mut tx, AINA, changed()).await.expect("an e-mail");
    tx.rollback().await.expect("rolled back");
    put(&portal.app, To { email: "second@sinar.example", ..AINA }, changed()).await;
    row_with(portal.pool(), "accepted", |row| row.is_accepted).await;
    let taken = mailbox.taken();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].to, ["second@sinar.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_name_writes_a_header_or_an_address() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    portal.work();
    let evil = "Aina\r\nBcc: all@evil.example\r\n\r\nhttp://evil.example/\n.\nRCPT TO:<all@evil.example>";
    let invitation =
        TeamEmail::Invitation { link: LINK, expires_at: noon(), company: evil, invited_by: evil, is_registered: false };
    put(&portal.app, To { name: Some(evil), ..AINA }, invitation).await;
    let message = mailbox.wait(1).await.remove(0);
    assert_eq!(message.to, ["aina@sinar.example"]);
    let usual = [
        "From",
        "To",
        "Subject",
        "Message-ID",
        "Date",
        "Auto-Submitted",
        "Content-Language",
        "MIME-Version",
        "Content-Type",
    ];
    let mut names = message.header_names();
    names.sort_by_key(|name| usual.iter().position(|usual| usual == name));
    assert_eq!(names, usual);
    assert!(message.header("Subject").contains("Bcc: all@ evil. example"), "only the words remain");
    assert_eq!(message.link(), LINK);
    assert_eq!(mailbox.taken().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn registering_by_the_e_mailed_link_and_signing_in() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    portal.work();
    let (email, password) = ("nur@baru.example", "sinar-cahaya-42");
    let form = RegisterRequest {
        email: email.to_owned(),
        password: password.to_owned(),
        name: "Nur Aisyah binti Ali".to_owned(),
        identification_type: "ic".to_owned(),
        identification_no: "900131-14-5678".to_owned(),
        mobile_no: "123456789".to_owned(),
        invitation_token: None,
        terms_version: None,
    };
    portal.visitor().in_malay().call::<Register>(form).await.expect("registered");
    let message = mailbox.wait(1).await.remove(0);
    assert_eq!((message.to.as_slice(), message.header("Content-Language").as_str()), (&[email.to_owned()][..], "ms"));
    assert!(message.bodies().0.starts_with("Salam sejahtera Nur Aisyah binti Ali,"));
    let link = message.link();
    let (page, token) = link.split_once('#').expect("a token in the fragment");
    assert_eq!(page, format!("{}/account/activate", portal.app.config.public_url()));
    let login = LoginRequest { username: email.to_owned(), password: password.to_owned(), invitation_token: None };
    portal.visitor().call::<Login>(login.clone()).await.expect_err("not activated yet");
    portal.visitor().call::<Activate>(LinkRequest { token: token.to_owned() }).await.expect("activated");
    let tokens = portal.visitor().call::<Login>(login).await.expect("signed in").tokens().expect("no second factor");
    let profile = portal.visitor().with_token(tokens.access_token).call::<GetUserProfile>(Nothing {}).await;
    assert_eq!(profile.expect("a profile").name, "Nur Aisyah binti Ali");
    row_with(portal.pool(), "accepted, its text deleted", |row| row.is_accepted && row.is_forgotten).await;
}

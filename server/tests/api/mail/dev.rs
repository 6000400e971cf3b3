//! `/dev/mail`, which shows the e-mails of the demo.

use super::*;
use crate::support::raw::{RawClient, RawResponse};
use crate::support::sql;

const LINK: &str = "http://127.0.0.1/account/activate#0123456789abcdef";

async fn get(portal: &Portal, path: &str) -> RawResponse {
    RawClient::to(portal.address).send("GET", path, &[], "").await
}

/// Marks the portal as a demo.
async fn mark(portal: &Portal) {
    sql::run(portal.pool(), "insert into secret (name, value) values ('demo', '')", &[]).await;
}

async fn mail_id(portal: &Portal) -> uuid::Uuid {
    sql::value(portal.pool(), "select mail_id from mail", &[]).await
}

async fn is_hidden(portal: &Portal, id: uuid::Uuid) {
    for path in ["/dev/mail".to_owned(), format!("/dev/mail/{id}")] {
        let answer = get(portal, &path).await;
        assert_eq!((answer.status, answer.code().as_deref()), (404, Some("notFound")), "{path}");
        assert!(!answer.text().contains("aina"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn e_mails_are_hidden_outside_the_demo_and_with_a_mail_server() {
    let portal = Portal::start().await;
    put(&portal.app, AINA, changed()).await;
    is_hidden(&portal, mail_id(&portal).await).await;
    let mailbox = Mailbox::open();
    let portal = super::portal(&mailbox).await;
    mark(&portal).await;
    put(&portal.app, AINA, changed()).await;
    is_hidden(&portal, mail_id(&portal).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_shows_its_e_mails_and_their_links_leave_the_frame() {
    let portal = Portal::start().await;
    mark(&portal).await;
    assert!(get(&portal, "/dev/mail").await.text().contains("No e-mails yet"));
    put(
        &portal.app,
        To { name: Some("A<b>ina"), ..AINA },
        IdentityEmail::Activation { link: LINK, expires_at: noon() },
    )
    .await;
    let id = mail_id(&portal).await;
    portal.advance(chrono::TimeDelta::seconds(60));
    put(&portal.app, To { email: "badrul@sinar.example", language: Language::Ms, ..AINA }, changed()).await;

    let list = get(&portal, "/dev/mail").await;
    assert_eq!((list.status, list.headers["cache-control"].as_bytes()), (200, &b"no-store"[..]));
    let list = list.text();
    assert!(list.contains("2 e-mails") && list.contains("Activate your account") && list.contains("Malay"), "{list}");
    assert!(list.contains("To aina@sinar.example") && list.contains("20 Nov 2026, 12:00"), "{list}");
    let (newer, older) = (list.find("badrul@"), list.find("aina@"));
    assert!(newer < older, "the newest first");
    assert!(list.contains(&format!("/dev/mail/{id}")));
    assert!(!list.contains("0123456789abcdef"), "a list of subjects only");

    let message = get(&portal, &format!("/dev/mail/{id}")).await;
    assert_eq!((message.status, message.headers["cache-control"].as_bytes()), (200, &b"no-store"[..]));
    let message = message.text();
    let frame = "sandbox=\"allow-top-navigation-by-user-activation\" srcdoc=\"";
    let (_, framed) = message.split_once(frame).expect("a sandboxed frame");
    let (framed, _) = framed.split_once('"').expect("the frame's end");
    assert!(framed.contains("&lt;base target=&quot;_top&quot;&gt;") && framed.contains("0123456789abcdef"), "{framed}");
    assert!(message.contains("Hello A&lt;b&gt;ina,"), "the text, as text: {message}");
    let as_text = message.split("As text").nth(1).expect("the text part");
    assert!(as_text.contains("#0123456789abcdef</a>"), "{as_text}");

    assert_eq!(get(&portal, "/dev/mail/no-letter").await.status, 404);
    assert_eq!(get(&portal, &format!("/dev/mail/{}", uuid::Uuid::nil())).await.status, 404);
}

//! Mail programs stop e-mails of one kind by themselves (RFC 8058).

use gridbill::serve::jobs::write_digests;
use gridbill_core::Code;
use gridbill_core::identity::profile::{GetUserPreferences, SetUserPreference};
use gridbill_core::mailboxes::{AddMailbox, CheckMailboxLink, ConfirmMailbox, GetMailboxes, StopMailbox};
use gridbill_core::payments::MakePayment;
use serde_json::{Value, json};

use crate::accounts::{every_invariant_holds, kinds};
use crate::support::given::{self, SINAR, eft};
use crate::support::mailbox::{Mailbox, ReceivedEmail};
use crate::support::raw::RawClient;
use crate::support::{Actor, Portal};

const PUBLIC: &str = "https://portal.example";
const AP: &str = "ap@sinar.example";
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

async fn portal(mailbox: &Mailbox) -> Portal {
    let portal = Portal::with_people_and(&["--smtp-url", &mailbox.url, "--public-url", PUBLIC]).await;
    portal.work();
    portal
}

/// Returns the path that the mail program of an e-mail posts to.
fn path_of(email: &ReceivedEmail) -> String {
    assert_eq!(email.header("List-Unsubscribe-Post"), ONE_CLICK);
    let header = email.header("List-Unsubscribe");
    let address = header.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).expect("one address");
    let path = address.strip_prefix(PUBLIC).expect("an address of the portal").to_owned();
    assert!(path.starts_with("/stopEmails/"), "{path}");
    path
}

fn token_of(path: &str) -> &str {
    path.rsplit('/').next().expect("a token")
}

async fn schedule(actor: &Actor) -> Value {
    actor.call_raw::<GetUserPreferences>(json!({})).await.expect("preferences")["notificationEmail"].clone()
}

async fn wants(actor: &Actor, way: &str) {
    let request = json!({ "preferenceCode": "notificationEmail", "configValue": way });
    actor.call_raw::<SetUserPreference>(request).await.expect("chosen");
}

/// Returns the e-mail to a recipient, among the first `count`.
async fn sent_to(mailbox: &Mailbox, count: usize, recipient: &str) -> ReceivedEmail {
    let sent = mailbox.wait(count).await;
    sent.into_iter().rfind(|email| email.to.iter().any(|to| to.contains(recipient))).expect("an e-mail")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_stops_the_notifications_of_a_user_and_nothing_else() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    let wire = RawClient::to(portal.address);
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    wants(&pccr, "atOnce").await;
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let news = sent_to(&mailbox, 1, "pccr@utility.example").await;
    let path = path_of(&news);
    assert!(!path.contains("pccr"), "{path}");
    assert!(news.bodies().0.contains(&format!("{PUBLIC}/account/stopEmails#{}", token_of(&path))));

    // Opening the address asks first, and a POST without the form stops nothing.
    let opened = wire.send("GET", &path, &[], "").await;
    let page = format!("/account/stopEmails#{}", token_of(&path));
    assert_eq!((opened.status, opened.headers["location"].to_str().expect("a text")), (303, page.as_str()));
    assert_eq!(wire.send("POST", &path, &[FORM], "").await.status, 400);
    let request = json!({ "kind": "stop", "token": token_of(&path) });
    let checked = portal.visitor().call_raw::<CheckMailboxLink>(request).await.expect("a link");
    assert_eq!(checked, json!({ "maskedEmail": "p***@u***.example", "topics": [], "isOfUser": true }));
    assert_eq!(schedule(&pccr).await, "atOnce");

    // A user who gets digests now wants those. They have what was not e-mailed at once.
    wants(&pccr, "daily").await;
    payer.call::<MakePayment>(eft(&bills[1..2], "100.00")).await.expect("a payment");
    assert_eq!(wire.send("POST", &path, &[FORM], ONE_CLICK).await.status, 200);
    assert_eq!(schedule(&pccr).await, "daily");
    write_digests(&portal.app).await.expect("written");
    // On its page the same link stops all notifications by e-mail, as the page says.
    let request = json!({ "token": token_of(&path), "all": true });
    portal.visitor().call_raw::<StopMailbox>(request).await.expect("stopped");
    assert_eq!(schedule(&pccr).await, "never");
    wants(&pccr, "daily").await;
    let digest = path_of(&sent_to(&mailbox, 2, "pccr@utility.example").await);
    let multipart = ("content-type", "multipart/form-data; boundary=b");
    let form = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    for _ in 0..2 {
        let answer = wire.send("POST", &digest, &[multipart], form).await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "OK"));
    }
    assert_eq!(schedule(&pccr).await, "never");
    let changed = kinds(portal.pool()).await.iter().filter(|kind| *kind == "ProfileChanged").count();
    assert_eq!(changed, 5, "three choices and two stops");
    payer.call::<MakePayment>(eft(&bills[2..], "100.00")).await.expect("a payment");
    // E-mails that users need are sent, and have no such header.
    let request = json!({ "id": SINAR, "email": AP, "language": "en", "topics": ["remittance"] });
    portal.sign_in("master@sinar.example").await.call_raw::<AddMailbox>(request).await.expect("added");
    sent_to(&mailbox, 3, AP).await;
    assert_eq!(mailbox.taken().len(), 3, "no notification by e-mail");
    every_invariant_holds(portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_stops_the_topic_of_an_address_and_no_other() {
    let mailbox = Mailbox::open();
    let portal = portal(&mailbox).await;
    let master = portal.sign_in("master@sinar.example").await;
    let topics = json!(["remittance", "failedPayments"]);
    let request = json!({ "id": SINAR, "email": AP, "language": "en", "topics": topics });
    master.call_raw::<AddMailbox>(request).await.expect("added");
    let asked = sent_to(&mailbox, 1, AP).await.bodies().0;
    let token: String = asked.split_once("confirmAddress#").expect("a link").1.chars().take(64).collect();
    portal.visitor().call_raw::<ConfirmMailbox>(json!({ "token": token })).await.expect("confirmed");
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let made = crate::remittance::pay(&portal, &bills, "100.00").await;
    crate::remittance::accept(&portal, &made).await;
    let news = sent_to(&mailbox, 2, AP).await;
    assert_eq!(RawClient::to(portal.address).send("POST", &path_of(&news), &[FORM], ONE_CLICK).await.status, 200);
    let list = master.call_raw::<GetMailboxes>(json!({ "id": SINAR })).await.expect("addresses");
    assert_eq!(list["items"][0]["stoppedTopics"], json!(["remittance"]));
    assert_eq!(list["items"][0]["state"], "confirmed");
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_addresses_stop_nothing_and_are_limited() {
    let portal = Portal::with_people_and(&["--checks-per-address=5"]).await;
    let wire = RawClient::to(portal.address);
    let post = async |token: &str| wire.send("POST", &format!("/stopEmails/{token}"), &[FORM], ONE_CLICK).await;
    assert_eq!(post(&"0".repeat(90)).await.code().as_deref(), Some("linkInvalid"));
    assert_eq!(post("..%2fadmin").await.code().as_deref(), Some("unreadable"));
    assert_eq!(wire.send("GET", "/stopEmails/a%0d%0ab", &[], "").await.status, 404);
    for _ in 0..4 {
        post("00").await;
    }
    let limited = post("00").await;
    assert_eq!((limited.status, limited.headers.contains_key("retry-after")), (429, true));
    let refused = portal.visitor().call_raw::<StopMailbox>(json!({ "token": "00" })).await.expect_err("the same limit");
    assert_eq!(refused.code(), Code::TooManyAttempts);
}

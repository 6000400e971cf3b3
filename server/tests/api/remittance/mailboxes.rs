//! E-mail addresses of a company: adding, confirming, e-mails, stopping, limits, and other companies.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::mailboxes::{
    AddMailbox, CheckMailboxLink, ConfirmMailbox, GetMailboxes, RemoveMailbox, ResendMailbox, SetMailbox, StopMailbox,
};
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::payments::staff::{PaymentReject, RejectRequest};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{accept, pay, posted};
use crate::accounts::{every_invariant_holds, kinds};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::limits::{CallLimit, assert_limited};
use crate::support::mailbox::Mailbox;
use crate::support::{Actor, Portal, RefusedCall, sql};
use crate::team::transfer_master;

const AP: &str = "ap@sinar.example";

/// An e-mail in the outbox.
#[derive(sqlx::FromRow)]
struct Written {
    subject: String,
    text: String,
    stop_link: Option<String>,
}

/// Returns the e-mails to an address in the order of their transactions, because the clock of tests stands still.
async fn written(pool: &PgPool, email: &str) -> Vec<Written> {
    let query = "select subject, body_text as text, stop_link from mail where recipient = $1
                 order by xmin::text::bigint";
    sql::rows(pool, query, &[&email]).await
}

fn token_of(text: &str, page: &str) -> String {
    let (_, rest) = text.split_once(&format!("{page}#")).expect("a link");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn add(actor: &Actor, email: &str, topics: &[&str]) -> Result<Value, RefusedCall> {
    actor.call_raw::<AddMailbox>(json!({ "id": SINAR, "email": email, "language": "en", "topics": topics })).await
}

async fn list(actor: &Actor) -> Vec<Value> {
    let found = actor.call_raw::<GetMailboxes>(json!({ "id": SINAR })).await.expect("addresses");
    found["items"].as_array().expect("items").clone()
}

/// Adds an address and confirms it.
async fn confirmed(portal: &Portal, master: &Actor, email: &str, topics: &[&str]) -> Value {
    let mailbox = add(master, email, topics).await.expect("added");
    let emails = written(portal.pool(), email).await;
    let token = token_of(&emails.last().expect("an e-mail").text, "confirmAddress");
    portal.visitor().call_raw::<ConfirmMailbox>(json!({ "token": token })).await.expect("confirmed");
    mailbox
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_receives_nothing_until_it_is_confirmed_and_then_each_payment() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let mailbox = add(&master, " AP@Sinar.example ", &["dueBills", "remittance", "remittance"]).await.expect("added");
    assert_eq!((&mailbox["email"], &mailbox["state"]), (&json!(AP), &json!("unconfirmed")));
    assert_eq!(mailbox["topics"], json!(["remittance", "dueBills"]));
    portal.work();
    let first = pay(&portal, &bills[..1], "100.00").await;
    accept(&portal, &first).await;
    posted(&master, &first).await;
    let emails = written(portal.pool(), AP).await;
    assert_eq!(emails.len(), 1, "only the link to confirm");
    assert_eq!(emails[0].subject, "Confirm that Sinar Jaya Sdn. Bhd. may send you e-mails");

    // Opening the page changes nothing, and reveals little.
    let token = token_of(&emails[0].text, "confirmAddress");
    let visitor = portal.visitor();
    for _ in 0..2 {
        let checked = visitor.call_raw::<CheckMailboxLink>(json!({ "kind": "confirm", "token": token })).await;
        let expected =
            json!({ "maskedEmail": "a***@s***.example", "topics": ["remittance", "dueBills"], "isOfUser": false });
        assert_eq!(checked.expect("a link"), expected);
    }
    assert_eq!(list(&master).await[0]["state"], "unconfirmed");
    visitor.call_raw::<ConfirmMailbox>(json!({ "token": token })).await.expect("confirmed");
    let used = visitor.call_raw::<ConfirmMailbox>(json!({ "token": token })).await.expect_err("used");
    assert_eq!(used.code(), Code::LinkUsed);

    let second = pay(&portal, &bills[1..2], "100.00").await;
    accept(&portal, &second).await;
    posted(&master, &second).await;
    let emails = written(portal.pool(), AP).await;
    assert_eq!(emails.len(), 2);
    let path = format!("/billPayment/transactions/{}", second.transaction_no);
    assert!(emails[1].text.contains(&path) && emails[1].text.contains("RM\u{a0}100.00"), "{}", emails[1].text);
    assert!(
        emails[1].text.contains("Sinar Jaya") && emails[1].text.contains("Stop these e-mails"),
        "{}",
        emails[1].text
    );
    // Another topic is not sent.
    let third = pay(&portal, &bills[2..], "100.00").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let rejection = RejectRequest { e_bulk_payment_id: third.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(rejection).await.expect("declined");
    assert_eq!(written(portal.pool(), AP).await.len(), 2);
    let row = &list(&master).await[0];
    assert_eq!(
        (&row["state"], row["lastMailAt"].is_string(), &row["addedBy"]),
        (&json!("confirmed"), true, &json!("Aminah"))
    );
    // The address's answer is in the log, and its Master is notified.
    let news = master.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    assert!(news.to_string().contains("ap@sinar.example was confirmed"), "{news}");
    every_invariant_holds(portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_of_an_e_mail_stops_its_topic_or_all_until_another_confirmation() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let visitor = portal.visitor();
    let mailbox = confirmed(&portal, &master, AP, &["remittance", "failedPayments"]).await;
    let named = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"] });
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    portal.work();
    let made = pay(&portal, &bills[..1], "100.00").await;
    accept(&portal, &made).await;
    posted(&master, &made).await;
    let nothing_to_confirm = master.call_raw::<ResendMailbox>(named.clone()).await.expect_err("confirmed");
    assert_eq!(nothing_to_confirm.code(), Code::MailboxIsConfirmed);

    let news = written(portal.pool(), AP).await.pop().expect("an e-mail");
    let stop = token_of(&news.text, "stopEmails");
    assert!(news.stop_link.is_some_and(|link| link.ends_with(&stop)));
    let checked = visitor.call_raw::<CheckMailboxLink>(json!({ "kind": "stop", "token": stop })).await;
    let expected = json!({ "maskedEmail": "a***@s***.example", "topics": ["remittance"], "isOfUser": false });
    assert_eq!(checked.expect("a link"), expected, "neither company nor address");
    assert_eq!(list(&master).await[0]["stoppedTopics"], json!([]), "opening the page stops nothing");
    for _ in 0..2 {
        visitor.call_raw::<StopMailbox>(json!({ "token": stop })).await.expect("stopped");
    }
    assert_eq!(list(&master).await[0]["stoppedTopics"], json!(["remittance"]));
    // The company cannot start it again, only the reader can.
    let set = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"], "language": "ms", "topics": ["remittance"] });
    master.call_raw::<SetMailbox>(set).await.expect("changed");
    let made = pay(&portal, &bills[1..], "100.00").await;
    accept(&portal, &made).await;
    posted(&master, &made).await;
    assert_eq!(written(portal.pool(), AP).await.len(), 2);

    visitor.call_raw::<StopMailbox>(json!({ "token": stop, "all": true })).await.expect("stopped");
    assert_eq!(list(&master).await[0]["state"], "stopped");
    let asked = master.call_raw::<ResendMailbox>(named.clone()).await.expect_err("not within a year");
    assert_eq!(asked.code(), Code::MailboxAskedLater);
    portal.advance(TimeDelta::days(365));
    let master = portal.sign_in("master@sinar.example").await;
    master.call_raw::<ResendMailbox>(named.clone()).await.expect("sent");
    let again = written(portal.pool(), AP).await.pop().expect("an e-mail");
    assert!(again.subject.starts_with("Sahkan bahawa"), "{}", again.subject);
    let token = token_of(&again.text, "confirmAddress");
    visitor.call_raw::<ConfirmMailbox>(json!({ "token": token })).await.expect("confirmed");
    let row = &list(&master).await[0];
    assert_eq!((&row["state"], &row["stoppedTopics"]), (&json!("confirmed"), &json!([])));

    // A removed address has no links any more.
    master.call_raw::<RemoveMailbox>(named.clone()).await.expect("removed");
    for (kind, token) in [("stop", &stop), ("confirm", &token)] {
        let gone = visitor.call_raw::<CheckMailboxLink>(json!({ "kind": kind, "token": token })).await;
        assert_eq!(gone.expect_err("gone").code(), Code::LinkInvalid);
    }
    assert_eq!(master.call_raw::<RemoveMailbox>(named).await.expect_err("gone").code(), Code::MailboxNotFound);
    let happened: Vec<String> =
        kinds(portal.pool()).await.into_iter().filter(|kind| kind.starts_with("Mailbox")).collect();
    assert_eq!(
        happened,
        [
            "MailboxAdded",
            "MailboxConfirmed",
            "MailboxStopped",
            "MailboxChanged",
            "MailboxStopped",
            "MailboxLinkSent",
            "MailboxConfirmed",
            "MailboxRemoved"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_can_refuse_and_an_old_link_confirms_nothing() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let visitor = portal.visitor();
    let mailbox = add(&master, AP, &["remittance"]).await.expect("added");
    let named = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"] });
    let first = written(portal.pool(), AP).await.pop().expect("an e-mail");
    let (confirm, stop) = (token_of(&first.text, "confirmAddress"), token_of(&first.text, "stopEmails"));
    // A link is of one kind.
    for (kind, token) in [("stop", &confirm), ("confirm", &stop)] {
        let wrong = visitor.call_raw::<CheckMailboxLink>(json!({ "kind": kind, "token": token })).await;
        assert_eq!(wrong.expect_err("another kind").code(), Code::LinkInvalid);
    }
    visitor.call_raw::<StopMailbox>(json!({ "token": stop })).await.expect("stopped");
    assert_eq!(list(&master).await[0]["state"], "stopped");
    let used = visitor.call_raw::<ConfirmMailbox>(json!({ "token": confirm })).await.expect_err("ended");
    assert_eq!(used.code(), Code::LinkUsed);
    // The reader is not asked again within a year, by no way.
    let asked = master.call_raw::<ResendMailbox>(named.clone()).await.expect_err("asked already");
    assert_eq!(asked.code(), Code::MailboxAskedLater);
    portal.advance(TimeDelta::days(365));
    let master = portal.sign_in("master@sinar.example").await;
    // A new link ends the earlier one.
    master.call_raw::<ResendMailbox>(named.clone()).await.expect("sent");
    let second = token_of(&written(portal.pool(), AP).await.pop().expect("an e-mail").text, "confirmAddress");
    master.call_raw::<ResendMailbox>(named.clone()).await.expect("sent");
    let ended = visitor.call_raw::<ConfirmMailbox>(json!({ "token": second })).await.expect_err("ended");
    assert_eq!(ended.code(), Code::LinkExpired);
    master.call_raw::<ResendMailbox>(named.clone()).await.expect("sent");
    // The address has had three links today, from any company.
    assert_eq!(master.call_raw::<ResendMailbox>(named).await.expect_err("too many").code(), Code::TooManyAttempts);
    let majlis = portal.sign_in("master@majlis.example").await;
    let theirs = json!({ "id": MAJLIS, "email": AP, "language": "en", "topics": ["remittance"] });
    assert_eq!(majlis.call_raw::<AddMailbox>(theirs).await.expect_err("too many").code(), Code::TooManyAttempts);
    // A link expires.
    let last = token_of(&written(portal.pool(), AP).await.pop().expect("an e-mail").text, "confirmAddress");
    portal.advance(TimeDelta::days(3));
    let late = visitor.call_raw::<ConfirmMailbox>(json!({ "token": last })).await.expect_err("late");
    assert_eq!(late.code(), Code::LinkExpired);
    // The database has no token.
    let hashes = sql::values::<Vec<u8>>(portal.pool(), "select token_hash from mailbox_link", &[]).await;
    for hash in hashes {
        assert_eq!(hash.len(), 32);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_belong_to_one_company_and_only_its_master_changes_them() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let mailbox = add(&master, AP, &["remittance"]).await.expect("added");
    for (request, code) in [
        (add(&master, AP, &["remittance"]).await, Code::MailboxExists),
        (add(&master, "b@sinar.example", &[]).await, Code::MailboxTopicsRequired),
        (add(&master, "nobody", &["remittance"]).await, Code::EmailInvalid),
        (add(&master, "b@sinar.example", &["everything"]).await, Code::Unreadable),
    ] {
        let refused = request.expect_err("refused");
        let codes: Vec<Code> = refused.fields().into_iter().map(|(_, code)| code).chain([refused.code()]).collect();
        assert!(codes.contains(&code), "{code:?}: {codes:?}");
    }
    for email in ["payer@sinar.example", "viewer@sinar.example", "keeper@sinar.example"] {
        let member = portal.sign_in(email).await;
        let refused = add(&member, "c@sinar.example", &["remittance"]).await.expect_err("no right");
        assert_eq!(refused.code(), Code::Forbidden, "{email}");
    }
    let majlis = portal.sign_in("master@majlis.example").await;
    let theirs = json!({ "id": MAJLIS, "mailboxId": mailbox["mailboxId"] });
    assert_eq!(
        majlis.call_raw::<RemoveMailbox>(theirs.clone()).await.expect_err("not theirs").code(),
        Code::MailboxNotFound
    );
    assert_eq!(majlis.call_raw::<ResendMailbox>(theirs).await.expect_err("not theirs").code(), Code::MailboxNotFound);
    let found = majlis.call_raw::<GetMailboxes>(json!({ "id": MAJLIS })).await.expect("addresses");
    assert_eq!(found, json!({ "items": [], "limit": 20 }));
    // A company has at most twenty.
    for n in 0..19 {
        let query = "
            insert into mailbox (bulk_id, mailbox_id, email, language, topics, added_by, added_at)
            select bulk_id, gen_random_uuid(), $1, 'en', '{remittance}', added_by, added_at from mailbox limit 1";
        sql::run(portal.pool(), query, &[&format!("n{n}@sinar.example")]).await;
    }
    let full = add(&master, "last@sinar.example", &["remittance"]).await.expect_err("full");
    assert_eq!((full.code(), &full.body.params["limit"]), (Code::MailboxesTooMany, &json!(20)));
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_limited_by_person_and_by_company() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let majlis = portal.sign_in("master@majlis.example").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let asked = |bulk_id: &str, name: &str| json!({ "id": bulk_id, "email": format!("{name}@sinar.example"), "language": "en", "topics": ["remittance"] });
    let three = |names: [&str; 3]| names.map(|name| asked(SINAR, name));
    let by_person = CallLimit { bucket: "mailbox", calls: 20 };
    let (own, other) = ((&master, three(["a", "b", "c"])), (&majlis, asked(MAJLIS, "a")));
    assert_limited::<AddMailbox>(&portal, by_person, own, other).await;
    // Another user of the same company has another count, which begins again after an hour.
    transfer_master(&portal, &master, "payer@sinar.example").await;
    let (own, other) = ((&payer, three(["c", "d", "e"])), (&majlis, asked(MAJLIS, "b")));
    assert_limited::<AddMailbox>(&portal, by_person, own, other).await;
    portal.advance(TimeDelta::hours(1));
    let payer = portal.sign_in("payer@sinar.example").await;
    let majlis = portal.sign_in("master@majlis.example").await;
    let by_company = CallLimit { bucket: "mailboxCompany", calls: 40 };
    let (own, other) = ((&payer, three(["e", "f", "g"])), (&majlis, asked(MAJLIS, "c")));
    assert_limited::<AddMailbox>(&portal, by_company, own, other).await;
    // The company has one count for all of its users, for a day.
    let keeper = portal.sign_in("keeper@sinar.example").await;
    transfer_master(&portal, &payer, "keeper@sinar.example").await;
    let refused = add(&keeper, "g@sinar.example", &["remittance"]).await.expect_err("the limit of the company");
    assert_eq!(refused.code(), Code::TooManyAttempts);
    portal.advance(TimeDelta::hours(23));
    let keeper = portal.sign_in("keeper@sinar.example").await;
    add(&keeper, "g@sinar.example", &["remittance"]).await.expect("a day later");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_use_one_link_at_the_same_time_confirm_once() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    add(&master, AP, &["remittance"]).await.expect("added");
    let token = token_of(&written(portal.pool(), AP).await.pop().expect("an e-mail").text, "confirmAddress");
    let visitor = portal.visitor();
    let uses = (0..6).map(|_| visitor.call_raw::<ConfirmMailbox>(json!({ "token": token })));
    let done = futures::future::join_all(uses).await;
    assert_eq!(done.iter().filter(|answer| answer.is_ok()).count(), 1);
    let confirmed = kinds(portal.pool()).await.into_iter().filter(|kind| kind == "MailboxConfirmed").count();
    assert_eq!(confirmed, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_its_limit_of_e_mails_a_day() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let mailbox = confirmed(&portal, &master, AP, &["remittance"]).await;
    let query = "insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, mailbox_id)
                 select gen_random_uuid(), recipient, language, subject, '', '', created_at, mailbox_id
                 from mail, generate_series(1, 199) where mailbox_id = $1";
    sql::run(
        portal.pool(),
        query,
        &[&uuid::Uuid::parse_str(mailbox["mailboxId"].as_str().expect("an id")).expect("an id")],
    )
    .await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    portal.work();
    let made = pay(&portal, &bills[..1], "100.00").await;
    accept(&portal, &made).await;
    posted(&master, &made).await;
    assert_eq!(written(portal.pool(), AP).await.len(), 200, "the payment is paid, and sends nothing");
    portal.advance(TimeDelta::days(2));
    let master = portal.sign_in("master@sinar.example").await;
    let made = pay(&portal, &bills[1..], "100.00").await;
    accept(&portal, &made).await;
    posted(&master, &made).await;
    assert_eq!(written(portal.pool(), AP).await.len(), 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sent_e_mail_names_the_page_that_stops_it_and_the_outbox_forgets_the_link() {
    let mailbox = Mailbox::open();
    let portal = Portal::with_people_and(&["--smtp-url", &mailbox.url]).await;
    let master = portal.sign_in("master@sinar.example").await;
    portal.work();
    add(&master, AP, &["remittance"]).await.expect("added");
    let sent = mailbox.wait(1).await;
    let header = sent[0].header("List-Unsubscribe");
    let (text, html) = sent[0].bodies();
    let stop = format!("/account/stopEmails#{}", token_of(&text, "stopEmails"));
    assert!(header.starts_with('<') && header.ends_with(&format!("{stop}>")), "{header}");
    assert!(html.contains(&format!("{stop}\"")), "{html}");
    let names = sent[0].header_names();
    assert!(!names.iter().any(|name| name.eq_ignore_ascii_case("List-Unsubscribe-Post")), "RFC 8058 needs TLS");
    crate::support::portal::until("the outbox forgets", async || {
        let left = sql::value::<i64>(portal.pool(), "select count(*) from mail where stop_link is not null", &[]).await;
        (left == 0).then_some(())
    })
    .await;
    assert_eq!(list(&master).await[0]["isLastMailAccepted"], true);
}

/// A reader who wants nothing has answered. Removing the address and adding it again does not ask once more.
#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_address_is_not_asked_again_for_a_year() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    let visitor = portal.visitor();
    let mailbox = confirmed(&portal, &master, AP, &["remittance"]).await;
    let named = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"] });
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    portal.work();
    let made = pay(&portal, &bills, "100.00").await;
    accept(&portal, &made).await;
    posted(&master, &made).await;
    let stop = token_of(&written(portal.pool(), AP).await.pop().expect("an e-mail").text, "stopEmails");
    // The only topic is stopped, so the reader wants nothing.
    visitor.call_raw::<StopMailbox>(json!({ "token": stop })).await.expect("stopped");
    let emails = written(portal.pool(), AP).await.len();
    let stopped = list(&master).await[0].clone();
    assert_eq!(stopped["stoppedTopics"], json!(["remittance"]));
    let from = portal.app.now().plus_seconds(365 * 86_400).to_string();
    assert_eq!(stopped["askAgainFrom"], json!(from));
    let refused = master.call_raw::<ResendMailbox>(named.clone()).await.expect_err("asked already");
    assert_eq!((refused.status, refused.code()), (409, Code::MailboxAskedLater));
    assert_eq!(refused.body.params["askAgainFrom"], json!(from));
    // Another topic would be sent without asking, and would let the address be asked again.
    let topics =
        |topics: &[&str]| json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"], "language": "ms", "topics": topics });
    let refused = master.call_raw::<SetMailbox>(topics(&["remittance", "dueBills"])).await.expect_err("not asked");
    assert_eq!(refused.fields(), [("topics", Code::MailboxAskedLater)]);
    master.call_raw::<SetMailbox>(topics(&["remittance"])).await.expect("another language");

    master.call_raw::<RemoveMailbox>(named.clone()).await.expect("removed");
    assert_eq!(list(&master).await, [Value::Null; 0]);
    assert_eq!(master.call_raw::<RemoveMailbox>(named).await.expect_err("gone").code(), Code::MailboxNotFound);
    let refused = add(&master, AP, &["dueBills"]).await.expect_err("not asked");
    assert_eq!(refused.fields(), [("email", Code::MailboxAskedLater)]);
    portal.advance(TimeDelta::days(364));
    gridbill::mailboxes::delete_expired(&portal.app).await.expect("cleaned");
    let master = portal.sign_in("master@sinar.example").await;
    let refused = add(&master, AP, &["dueBills"]).await.expect_err("not asked");
    assert_eq!(refused.fields(), [("email", Code::MailboxAskedLater)]);
    assert_eq!(written(portal.pool(), AP).await.len(), emails);
    portal.advance(TimeDelta::days(1));
    let master = portal.sign_in("master@sinar.example").await;
    add(&master, AP, &["dueBills"]).await.expect("a year later");
    assert_eq!(list(&master).await[0]["askAgainFrom"], Value::Null);
}

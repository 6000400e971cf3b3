//! The outbox on the operators' screen: e-mails without their content, and sending again.

use gridbill_core::Code;
use gridbill_core::home::GetStaffHome;
use gridbill_core::operations::{GetOutbox, SendEmailAgain};
use serde_json::{Value, json};

use super::facts;
use crate::crash::process::free_address;
use crate::support::{Actor, Portal};

const SECRET: &str = "activate#9f8e7d6c5b4a39281706";

/// Starts a portal with an unreachable mail server and an e-mail of each state.
async fn portal() -> Portal {
    let portal = Portal::with_people_and(&["--smtp-url", &format!("smtp://{}", free_address())]).await;
    put(&portal).await;
    portal
}

async fn put(portal: &Portal) {
    portal
        .damage(&format!(
            "insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, attempts, last_error)
             select gen_random_uuid(), name || '@sinar.example', 'en', 'About ' || name, '{SECRET}', '<a href=\"{SECRET}\">',
                    timestamptz '2026-11-20T03:00:00Z' - age, attempts, error
             from (values ('waiting', interval '0', 0, null), ('refused', interval '1 hour', 3, '451 try aina@sinar.example later'),
                          ('forgood', interval '2 hours', 10, '550 unknown'), ('old', interval '4 days', 5, 'no answer'))
                  as e (name, age, attempts, error)"
        ))
        .await;
}

async fn outbox(actor: &Actor, request: Value) -> Vec<Value> {
    let page = actor.call_raw::<GetOutbox>(request).await.expect("the outbox");
    let items = page["items"].as_array().expect("a page").clone();
    assert_eq!(page["total"], json!(items.len()));
    items
}

fn about(email: &Value) -> Value {
    json!({ "mailId": email["mailId"], "attempts": email["attempts"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_e_mails_is_never_shown() {
    let portal = portal().await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let all = outbox(&glb, json!({})).await;
    let states: Vec<_> = all.iter().map(|email| email["state"].as_str().expect("a state")).collect();
    assert_eq!(states, ["waiting", "refused", "givenUp", "tooOld"]);
    let text = json!(all).to_string();
    for secret in [SECRET, "href", "activate", "9f8e7d6c", "aina@"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    assert_eq!((&all[1]["recipient"], &all[1]["subject"]), (&json!("refused@sinar.example"), &json!("About refused")));
    assert_eq!(all[1]["error"], json!("451 try [address] later"));
    let tooold: Vec<_> = all.iter().map(|email| email["isTooOld"].as_bool()).collect();
    assert_eq!(tooold, [Some(false), Some(false), Some(false), Some(true)]);
    let failing = outbox(&glb, json!({ "states": ["refused", "givenUp"] })).await;
    let home = glb.call_raw::<GetStaffHome>(json!({})).await.expect("home");
    assert_eq!(home["emails"]["count"], json!(failing.len()), "Home shows the total of its list");
    assert_eq!(failing.len(), 2, "an expired e-mail cannot be sent");
    for (state, count) in [("waiting", 1), ("refused", 1), ("givenUp", 1), ("tooOld", 1)] {
        assert_eq!(outbox(&glb, json!({ "states": [state] })).await.len(), count, "{state}");
    }
    assert_eq!(outbox(&glb, json!({ "search": "forgood" })).await.len(), 1);
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(master.call_raw::<GetOutbox>(json!({})).await.expect_err("staff only").code(), Code::Forbidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_is_sent_again_once_by_two_who_saw_the_same() {
    let portal = portal().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let all = outbox(&ict, json!({})).await;
    let [_, refused, for_good, old] = all.as_slice() else { panic!("four e-mails") };
    assert_eq!(glb.call_raw::<SendEmailAgain>(about(refused)).await.expect_err("reads only").code(), Code::Forbidden);
    let (one, other) =
        tokio::join!(ict.call_raw::<SendEmailAgain>(about(refused)), ict.call_raw::<SendEmailAgain>(about(refused)));
    let late = if one.is_ok() { other } else { one };
    assert_eq!(late.expect_err("the second is refused").code(), Code::EmailMoved);
    ict.call_raw::<SendEmailAgain>(about(for_good)).await.expect("a refused e-mail can be sent again");
    assert_eq!(ict.call_raw::<SendEmailAgain>(about(old)).await.expect_err("no use").code(), Code::EmailTooOld);
    let unknown = json!({ "mailId": "none", "attempts": 0 });
    assert_eq!(ict.call_raw::<SendEmailAgain>(unknown).await.expect_err("none").code(), Code::EmailNotFound);
    let subject = format!("email:{}", refused["mailId"].as_str().expect("an id"));
    let recorded = facts(&portal, &subject).await;
    assert_eq!(recorded.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), ["EmailSentAgain"]);
    let waiting = outbox(&ict, json!({ "states": ["waiting"] })).await;
    assert_eq!(waiting.iter().filter(|email| !email["nextAt"].is_null()).count(), 2, "each has its job: {waiting:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_that_is_just_being_sent_is_not_sent_a_second_time() {
    let portal = portal().await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let all = outbox(&ict, json!({ "states": ["refused"] })).await;
    ict.call_raw::<SendEmailAgain>(about(&all[0])).await.expect("requested again");
    portal.damage("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'").await;
    let again = json!({ "mailId": all[0]["mailId"], "attempts": 0 });
    let refused = ict.call_raw::<SendEmailAgain>(again.clone()).await.expect_err("it is being sent");
    assert_eq!(refused.code(), Code::EmailMoved);
    portal.damage("update graphile_worker._private_jobs set locked_at = null, locked_by = null").await;
    ict.call_raw::<SendEmailAgain>(again).await.expect("it is queued again");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_mail_server_nothing_is_promised() {
    let portal = Portal::with_people().await;
    put(&portal).await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let all = outbox(&ict, json!({ "states": ["refused"] })).await;
    let refused = ict.call_raw::<SendEmailAgain>(about(&all[0])).await.expect_err("no mail server");
    assert_eq!(refused.code(), Code::NoMailServer);
}

//! Links to the files of scheduled runs, which work without signing in.

use chrono::TimeDelta;
use gridbill::serve::jobs::run_accounting_schedules;
use gridbill_core::Code;
use gridbill_core::accounting::{CheckAccountingLink, OpenAccountingLink, SaveAccountingProfile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::problem::ErrorBody;
use serde_json::{Value, json};

use super::{World, journal};
use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::sql;

fn scheduled() -> Value {
    let mut draft = journal("Books");
    draft["schedule"] = "daily".into();
    draft["hasLink"] = true.into();
    draft
}

impl World {
    /// Saves a scheduled profile, runs it, and returns its id and the token of the e-mailed link.
    async fn linked(&self) -> (String, String) {
        let id = self.save(scheduled()).await;
        self.portal.advance(TimeDelta::days(1));
        run_accounting_schedules(&self.portal.app).await.expect("run");
        (id, self.token().await)
    }

    /// Returns the token in the last e-mail.
    async fn token(&self) -> String {
        let query = "select body_text from mail where recipient = 'payer@sinar.example'
                     and body_text like '%accountingFile#%'";
        let text = sql::value::<String>(self.pool(), query, &[]).await;
        let (_, rest) = text.split_once("/account/accountingFile#").expect("a link");
        rest.chars().take_while(char::is_ascii_hexdigit).collect()
    }

    async fn check(&self, token: &str) -> Result<Value, Code> {
        let checked = self.portal.visitor().call_raw::<CheckAccountingLink>(json!({ "token": token })).await;
        checked.map_err(|refused| refused.code())
    }

    /// Returns the file of a link.
    async fn open(&self, token: &str) -> Result<Vec<u8>, Code> {
        let (status, body) = self.portal.visitor().send(&OpenAccountingLink::ENTRY, json!({ "token": token })).await;
        if status == 200 {
            return Ok(body);
        }
        let mut answer: Value = serde_json::from_slice(&body).expect("an envelope");
        Err(serde_json::from_value::<ErrorBody>(answer["Error"].take()).expect("an error").code)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_gives_the_file_of_its_run_for_a_week() {
    let world = World::new().await;
    let (id, token) = world.linked().await;
    let checked = world.check(&token).await.expect("a link");
    assert_eq!((&checked["name"], &checked["documents"]), (&json!("Books 1.csv"), &json!(3)));
    let file = world.open(&token).await.expect("a file");
    assert_eq!(world.open(&token).await.as_ref(), Ok(&file), "it works again, with the same bytes");
    let text = String::from_utf8(file).expect("UTF-8");
    assert!(world.bills.iter().all(|bill| text.contains(bill.as_str())), "{text}");
    until("the events", async || {
        let query = "select count(*) from security_event where kind = 'fileLink' and outcome = 'opened'";
        let events = sql::value::<i64>(world.pool(), query, &[]).await;
        (events == 2).then_some(())
    })
    .await;
    // Neither the token nor another one is stored or accepted.
    let stored = sql::value::<String>(world.pool(), "select encode(token_hash, 'hex') from accounting_link", &[]).await;
    assert_ne!(stored, token);
    assert_eq!(world.open(&"0".repeat(token.len())).await, Err(Code::LinkInvalid));
    world.portal.advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert!(world.check(&token).await.is_ok());
    world.portal.advance(TimeDelta::seconds(1));
    assert_eq!(world.check(&token).await, Err(Code::LinkExpired));
    assert_eq!(world.open(&token).await, Err(Code::LinkExpired));
    drop(id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_ends_with_its_schedule() {
    let world = World::new().await;
    let (id, token) = world.linked().await;
    // The session ended overnight.
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let mut draft = scheduled();
    draft["schedule"] = "manual".into();
    let request = json!({ "id": SINAR, "profileId": id, "version": 1, "draft": draft });
    let saved = payer.call_raw::<SaveAccountingProfile>(request).await.expect("saved");
    assert!(saved["draft"]["hasLink"].is_null(), "a profile without a schedule sends no links");
    assert_eq!(world.check(&token).await, Err(Code::LinkInvalid));
    assert_eq!(world.open(&token).await, Err(Code::LinkInvalid));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_ends_when_its_user_may_no_longer_have_the_file() {
    let world = World::new().await;
    let (_, token) = world.linked().await;
    for change in ["disabled_at = now()", "bulk_id = '3000000002', disabled_at = null"] {
        world.portal.damage(&format!("update person set {change} where email = 'payer@sinar.example'")).await;
        assert_eq!(world.check(&token).await, Err(Code::LinkInvalid), "{change}");
        assert_eq!(world.open(&token).await, Err(Code::LinkInvalid), "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_gives_its_file_thirty_times_an_hour() {
    let world = World::new().await;
    let (_, token) = world.linked().await;
    for _ in 0..30 {
        world.open(&token).await.expect("a file");
    }
    assert_eq!(world.open(&token).await, Err(Code::TooManyAttempts));
    world.portal.advance(TimeDelta::hours(1));
    assert!(world.open(&token).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_choice_a_scheduled_run_sends_no_link() {
    let world = World::new().await;
    let mut draft = scheduled();
    draft["hasLink"] = false.into();
    world.save(draft).await;
    world.portal.advance(TimeDelta::days(1));
    run_accounting_schedules(&world.portal.app).await.expect("run");
    assert_eq!(world.marked().await, 3);
    let links = sql::value::<i64>(world.pool(), "select count(*) from accounting_link", &[]).await;
    assert_eq!(links, 0);
}

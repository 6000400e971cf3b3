//! Streams of changes, across processes and only to the right company.

mod ending;
mod notifier;

use std::time::Duration;

use gridbill_core::accounts::groups::{CreateGroup, CreateGroupRequest};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::identity::profile::{PreferenceRequest, SetUserPreference};
use gridbill_core::number::BulkId;
use gridbill_core::payments::MakePayment;
use gridbill_core::team::{AddBulkUser, AddMemberRequest, TeamPermission};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::portal;
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::raw::{RawClient, bearer};
use crate::support::sql;

const LIVE: &str = "/portal/api/v1/Live";
/// Longer than the fifteen seconds between two heartbeats.
const PATIENCE: Duration = Duration::from_secs(25);

struct Stream {
    answer: reqwest::Response,
    read: String,
}

impl Stream {
    async fn open(wire: &RawClient, token: &str) -> Self {
        let answer = wire.begin("GET", LIVE, &[("authorization", &bearer(token))], "").await;
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["cache-control"], "no-store, no-transform");
        let mut stream = Self { answer, read: String::new() };
        assert_eq!(stream.next().await.expect("a heartbeat").0, "beat", "the stream begins with a beat");
        stream
    }

    /// Returns the next event with its data, or none once the stream has ended.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name).map(str::trim));
                let found = line("event:").zip(line("data:"));
                let found = found.map(|(name, data)| (name.to_owned(), serde_json::from_str(data).expect("JSON")));
                self.read = rest.to_owned();
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let more = timeout(PATIENCE, self.answer.chunk()).await.expect("neither an event nor an end");
            self.read.push_str(std::str::from_utf8(&more.ok()??).expect("text"));
        }
    }

    /// Returns the next change of payments.
    async fn payment(&mut self) -> Option<Value> {
        self.change("payments").await
    }

    /// Returns the topics of the next change that includes this topic, without notifications (see `notifications/`).
    async fn change(&mut self, topic: &str) -> Option<Value> {
        loop {
            match self.next().await? {
                (name, data) if name == "changed" => {
                    let topics = data["topics"].as_array().expect("topics").iter();
                    let topics: Vec<_> = topics.filter(|one| **one != json!("notifications")).collect();
                    if topics.contains(&&json!(topic)) {
                        return Some(json!(topics));
                    }
                }
                (name, _) => assert_eq!(name, "beat"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_reaches_pages_of_other_processes_and_only_its_company() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let (_second, address) = portal.second().await;
    let there = wire.at(address);
    let mut viewer = Stream::open(&there, &there.sign_in("viewer@sinar.example").await.0).await;
    let mut staff = Stream::open(&there, &there.sign_in("pccr@utility.example").await.0).await;
    let mut reader = Stream::open(&there, &there.sign_in("glb@utility.example").await.0).await;
    let mut ict = Stream::open(&there, &there.sign_in("ict@utility.example").await.0).await;
    let mut stranger = Stream::open(&there, &there.sign_in("master@majlis.example").await.0).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    // An EFT payment does not change the gateway topic.
    assert_eq!(viewer.payment().await.expect("a change"), json!(["payments", "bills"]));
    assert_eq!(staff.payment().await.expect("a change"), json!(["payments", "bills"]));
    assert_eq!(reader.payment().await.expect("a change"), json!(["payments", "bills"]));
    let heard =
        timeout(Duration::from_secs(2), futures::future::select(Box::pin(stranger.payment()), Box::pin(ict.payment())));
    assert!(heard.await.is_err(), "another company, or staff without access to payments, received the change");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_payment_publishes_nothing() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let mut viewer = Stream::open(&wire, &wire.sign_in("viewer@sinar.example").await.0).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "99.00")).await.expect_err("a wrong total");
    let silence = timeout(Duration::from_millis(700), viewer.payment()).await;
    assert!(silence.is_err(), "received a change of a refused payment: {silence:?}");
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    assert!(viewer.payment().await.is_some());
}

/// The sessions table is locked while the change arrives, which proves that delivering it queries no session.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_reaches_every_stream_without_a_query() {
    let (portal, wire) = portal().await;
    let mut streams = Vec::new();
    for email in ["viewer@sinar.example", "payer@sinar.example", "pccr@utility.example"] {
        let (token, _) = wire.sign_in(email).await;
        for _ in 0..4 {
            streams.push(Stream::open(&wire, &token).await);
        }
    }
    let mut locked = portal.pool().begin().await.expect("a transaction");
    lock_sessions(&mut locked).await;
    let change = json!({ "topics": ["payments"], "bulkIds": [SINAR] }).to_string();
    sql::run(portal.pool(), "select pg_notify($1, $2)", &[&"changed", &change]).await;
    for stream in &mut streams {
        let heard = timeout(Duration::from_secs(8), stream.payment()).await.expect("the change arrives");
        assert_eq!(heard.expect("a change"), json!(["payments"]));
    }
    locked.rollback().await.expect("rolled back");
}

async fn lock_sessions(db: &mut sqlx::PgConnection) {
    sql::run(db, "lock table session in access exclusive mode", &[]).await;
}

/// A call's changes are published to users who may read them, within the bulk account that the call was about.
#[tokio::test(flavor = "multi_thread")]
async fn changes_reach_the_users_who_may_read_them() {
    let (portal, wire) = portal().await;
    let open = async |email: &str| Stream::open(&wire, &wire.sign_in(email).await.0).await;
    let mut master = open("master@sinar.example").await;
    let mut viewer = open("viewer@sinar.example").await;
    let mut stranger = open("master@majlis.example").await;
    let mut manager = open("glb@utility.example").await;
    let bulk_id = BulkId::parse(SINAR).expect("a bulk account");

    let keeper = portal.sign_in("keeper@sinar.example").await;
    let group = CreateGroupRequest { id: bulk_id.clone(), group_name: "North".into(), account_numbers: Vec::new() };
    keeper.call::<CreateGroup>(group).await.expect("a group");
    assert_eq!(viewer.change("groups").await, Some(json!(["groups", "accounts"])));
    assert_eq!(master.change("groups").await, Some(json!(["groups", "accounts"])));

    // The change is made by staff, who belong to no bulk account.
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let member = AddMemberRequest {
        id: Some(bulk_id),
        email: "new@sinar.example".into(),
        nickname: None,
        permissions: vec![TeamPermission::ViewOnly],
    };
    staff.call::<AddBulkUser>(member).await.expect("invited");
    assert_eq!(master.change("team").await, Some(json!(["team"])), "the list of all users is the staff's");
    assert_eq!(manager.change("team").await, Some(json!(["team", "users"])));

    // A change of a user's own settings is published only to that user.
    let wish = PreferenceRequest { preference_code: "theme".into(), config_value: "dark".into() };
    let person = portal.sign_in("master@sinar.example").await;
    person.call::<SetUserPreference>(wish).await.expect("kept");
    assert_eq!(master.change("preferences").await, Some(json!(["preferences"])));
    for (who, stream) in [("a Viewer", &mut viewer), ("staff", &mut manager), ("another company", &mut stranger)] {
        while let Ok(heard) = timeout(Duration::from_millis(500), stream.next()).await {
            let (name, data) = heard.expect("the stream goes on");
            let topics = data["topics"].to_string();
            let is_theirs = name == "beat" || (who != "another company" && !topics.contains("preferences"));
            assert!(is_theirs && !(who == "a Viewer" && topics.contains("team")), "{who} received {topics}");
        }
    }
}

/// A page recognises the change of its own call by the id in the answer. The user's other sessions get the change as
/// usual.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_recognises_the_change_of_its_own_call() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let token = wire.sign_in("payer@sinar.example").await.0;
    let mut own = Stream::open(&wire, &token).await;
    let mut elsewhere = Stream::open(&wire, &wire.sign_in("payer@sinar.example").await.0).await;
    for (entry, request, topics) in [
        (MakePayment::ENTRY, json!(eft(&bills[..1], "100.00")), json!(["payments", "bills"])),
        (SetUserPreference::ENTRY, json!({ "preferenceCode": "theme", "configValue": "dark" }), json!(["preferences"])),
    ] {
        let answer = wire.call(&entry, &request, "", &[("authorization", &bearer(&token))]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let call = answer.headers["x-request-id"].to_str().expect("an id");
        let told = ("changed".to_owned(), json!({ "topics": [], "own": [{ "call": call, "topics": topics }] }));
        assert_eq!(own.next().await, Some(told));
        assert_eq!(elsewhere.next().await, Some(("changed".to_owned(), json!({ "topics": topics, "own": [] }))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_one_transaction_are_one_event() {
    let (portal, wire) = portal().await;
    let mut viewer = Stream::open(&wire, &wire.sign_in("viewer@sinar.example").await.0).await;
    let mut staff = Stream::open(&wire, &wire.sign_in("pccr@utility.example").await.0).await;
    let mut tx = portal.pool().begin().await.expect("a transaction");
    for (topic, bulk_id) in
        [("payments", SINAR), ("bills", SINAR), ("groups", MAJLIS), ("payments", SINAR), ("team", MAJLIS)]
    {
        let change = json!({ "topics": [topic], "bulkIds": [bulk_id] }).to_string();
        sql::run(&mut *tx, "select pg_notify($1, $2)", &[&"changed", &change]).await;
    }
    tx.commit().await.expect("committed");
    let told = |topics: Value| Some(("changed".to_owned(), json!({ "topics": topics, "own": [] })));
    assert_eq!(viewer.next().await, told(json!(["payments", "bills"])));
    let (_, mut heard) = staff.next().await.expect("a change");
    let mut heard: Vec<String> = serde_json::from_value(heard["topics"].take()).expect("topics");
    heard.sort();
    assert_eq!(heard, ["bills", "groups", "payments", "team"]);
    for stream in [&mut viewer, &mut staff] {
        let more = timeout(Duration::from_millis(500), stream.next()).await;
        assert!(more.is_err(), "received twice: {more:?}");
    }
}

//! Calls about personal data and emissions while the database is stopped or the pool is full. Refused calls change nothing,
//! and their repetition acts once.

use gridbill_core::carbon::GetCarbonReport;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::personal_data::ErasePerson;
use gridbill_core::personal_data::breaches::{CorrectBreach, GetBreach, GetBreaches, RecordBreach};
use gridbill_core::personal_data::own_data::DownloadOwnData;
use gridbill_core::personal_data::requests::{
    EndDataRequest, ExtendDataRequest, GetDataRequest, GetDataRequests, GetOwnDataRequests, MakeDataRequest,
    RecordDataRequest, WithdrawDataRequest,
};
use gridbill_core::staff::DeleteUser;
use serde_json::{Value, json};

use super::{Call, WIDE, all_are_unavailable, call, take_all_connections};
use crate::support::Portal;
use crate::support::clock::{noon, today};
use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::proxy::Proxy;
use crate::support::raw::{RawClient, bearer};
use crate::team::id_of;

/// A user with a request, a breach, and a user who left.
struct World {
    portal: Portal,
    proxy: Proxy,
    wire: RawClient,
    viewer: String,
    staff: String,
    left: String,
}

fn breach() -> Value {
    json!({ "knownAt": noon(), "summary": "A letter to the wrong address", "data": "Names", "persons": 3,
            "causes": "A slip", "measures": "The letter was called back", "isHarmLikely": true })
}

impl World {
    async fn start() -> Self {
        let (portal, proxy) = Portal::behind_proxy(&WIDE).await;
        let wire = RawClient::to(portal.address);
        let viewer = bearer(&wire.sign_in("viewer@sinar.example").await.0);
        let staff = bearer(&wire.sign_in("ict@utility.example").await.0);
        let left = id_of(portal.pool(), "payer@sinar.example").await;
        for (entry, fields, token) in [
            (&MakeDataRequest::ENTRY, json!({ "kind": "correction", "text": "My name is wrong." }), &viewer),
            (&RecordBreach::ENTRY, json!({ "entry": breach() }), &staff),
            (&DeleteUser::ENTRY, json!({ "userId": left }), &staff),
        ] {
            let headers = [("authorization", token.as_str()), ("idempotency-key", "before")];
            let answer = wire.call(entry, &fields, "", &headers).await;
            assert_eq!(answer.status, 200, "{}: {}", entry.name, answer.text());
        }
        Self { portal, proxy, wire, viewer, staff, left }
    }

    /// The report reads by connections of its own, so it is not refused when the pool of calls is full.
    fn report(&self) -> Call<'_> {
        (&GetCarbonReport::ENTRY, json!({ "id": SINAR }), &self.viewer)
    }

    fn make(&self) -> Call<'_> {
        (&MakeDataRequest::ENTRY, json!({ "kind": "access", "text": "Please send me my data." }), &self.viewer)
    }

    fn record(&self) -> Call<'_> {
        let request = json!({ "kind": "access", "channel": "letter", "personName": "Rohani binti Jaafar", "email": "",
                              "text": "Please send me my data.", "receivedOn": today() });
        (&RecordDataRequest::ENTRY, request, &self.staff)
    }

    fn record_breach(&self) -> Call<'_> {
        (&RecordBreach::ENTRY, json!({ "entry": breach() }), &self.staff)
    }

    fn erase(&self) -> Call<'_> {
        (&ErasePerson::ENTRY, json!({ "userId": self.left, "reason": "The user asked for it." }), &self.staff)
    }

    fn calls(&self) -> Vec<Call<'_>> {
        let (viewer, staff) = (self.viewer.as_str(), self.staff.as_str());
        let (request, breach_no) = (json!({ "number": "DR-1" }), json!({ "number": "BR-1" }));
        let extend = json!({ "number": "DR-1", "reason": "The archive is being moved.", "version": 1 });
        let end = json!({ "number": "DR-1", "outcome": "answered", "answer": "We corrected it.", "version": 1 });
        let correct = json!({ "number": "BR-1", "entry": breach(), "reason": "We know more.", "version": 1 });
        vec![
            (&GetOwnDataRequests::ENTRY, json!({}), viewer),
            self.make(),
            (&WithdrawDataRequest::ENTRY, request.clone(), viewer),
            (&DownloadOwnData::ENTRY, json!({}), viewer),
            (&GetDataRequests::ENTRY, json!({}), staff),
            (&GetDataRequest::ENTRY, request, staff),
            self.record(),
            (&ExtendDataRequest::ENTRY, extend, staff),
            (&EndDataRequest::ENTRY, end, staff),
            (&GetBreaches::ENTRY, json!({}), staff),
            (&GetBreach::ENTRY, breach_no, staff),
            self.record_breach(),
            (&CorrectBreach::ENTRY, correct, staff),
            self.erase(),
        ]
    }

    /// Requires that the refused calls changed nothing, and that their repetition acts once.
    async fn all_goes_on(&self) {
        until("the report is answered", async || (call(&self.wire, &self.report()).await.status == 200).then_some(()))
            .await;
        let items = async |one: Call<'_>| call(&self.wire, &one).await.json()["Data"]["items"].take();
        let own = items((&GetOwnDataRequests::ENTRY, json!({}), &self.viewer)).await;
        let own = own.as_array().expect("requests");
        assert_eq!((own.len(), &own[0]["state"]), (1, &json!("open")));
        for repeated in [self.make(), self.record(), self.record_breach()] {
            let (first, second) = (call(&self.wire, &repeated).await, call(&self.wire, &repeated).await);
            assert_eq!((first.status, &first.body), (200, &second.body), "{}: {}", repeated.0.name, first.text());
        }
        for (entry, count) in [(&GetDataRequests::ENTRY, 3), (&GetBreaches::ENTRY, 2)] {
            let found = items((entry, json!({}), &self.staff)).await;
            assert_eq!(found.as_array().map(Vec::len), Some(count), "{}: {found}", entry.name);
        }
        // The refused call proposed nothing: the same officer's next call is the first one.
        let proposed = call(&self.wire, &self.erase()).await;
        assert_eq!(proposed.json()["Data"]["awaitsSecondOfficer"], json!(true), "{}", proposed.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_about_personal_data_are_told_that_the_database_is_stopped() {
    let world = World::start().await;
    world.proxy.close();
    all_are_unavailable(&world.wire, &[world.report()]).await;
    all_are_unavailable(&world.wire, &world.calls()).await;
    world.proxy.open();
    world.all_goes_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_about_personal_data_are_told_that_the_pool_is_full() {
    let world = World::start().await;
    let held = take_all_connections(&world.portal).await;
    all_are_unavailable(&world.wire, &world.calls()).await;
    drop(held);
    world.all_goes_on().await;
}

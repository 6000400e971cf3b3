//! Every searchable list refuses fewer than three characters, at the field and with the same sentence.

use gridbill_core::accounts::SearchElectricityAccounts;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::activity::GetActivityLogs;
use gridbill_core::bills::{CountBills, SearchBills, SelectBills};
use gridbill_core::endpoint::{Caller, Endpoint, EndpointSpec};
use gridbill_core::list::on_wire;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Code, registry};
use serde_json::{Value, json};

use crate::contract::requests::request;
use crate::support::given::SINAR;
use crate::support::{Actor, Portal};

/// Sets a field of a request by its dotted path, such as `filter.search`.
fn put(request: &mut Value, field: &str, value: &str) {
    let pointer = field.split('.').fold(request, |within, name| &mut within[name]);
    *pointer = json!(value);
}

/// Checks that texts that are too short are refused in both languages.
async fn refused(actor: &Actor, entry: &EndpointSpec, field: &str, mut request: Value) {
    for text in ["ab", " a ", "12", "总部", "%_"] {
        put(&mut request, field, text);
        for (actor, sentence) in
            [(actor, "Enter at least 3 characters."), (&actor.in_malay(), "Masukkan sekurang-kurangnya 3 aksara.")]
        {
            let (status, body) = actor.send(entry, request.clone()).await;
            let body: Value = serde_json::from_slice(&body).unwrap();
            let name = format!("{} {field} {text}: {body}", entry.name);
            assert_eq!(status, 422, "{name}");
            let error: ErrorBody = serde_json::from_value(body["Error"].clone()).unwrap();
            let found: Vec<_> =
                error.fields.iter().map(|at| (at.field.as_str(), at.code, at.message.as_str())).collect();
            assert_eq!(found, [(field, Code::SearchTooShort, sentence)], "{name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_search_refuses_fewer_than_three_characters_in_the_same_words() {
    let portal = Portal::with_people().await;
    let customer = portal.sign_in("master@sinar.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let group =
        customer.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": "North", "accountNumbers": [] })).await;
    let nothing = "00000000-0000-4000-8000-000000000000";
    let mut searched = 0;
    for list in registry::lists() {
        let fields = list.params.iter().filter(|param| param.name == "search").flat_map(|param| param.fields);
        for field in fields.map(|field| on_wire(field)) {
            let entry = registry::endpoints().find(|entry| entry.name == list.call).unwrap();
            let actor = if entry.caller == Caller::Staff { &staff } else { &customer };
            let mut asked = request(entry, SINAR, "400000000001", "P0000000000001", nothing);
            if let (Ok(group), true) = (&group, entry.name.ends_with("InGroup") && asked["groupId"].is_string()) {
                asked["groupId"] = group["groupId"].clone();
            }
            refused(actor, entry, &field, asked).await;
            searched += 1;
        }
    }
    assert!(searched >= 20, "{searched} lists were searched");

    // Searches of calls that are no lists, or whose text is in another field.
    let filter = json!({ "id": SINAR, "filter": {} });
    refused(&customer, &SelectBills::ENTRY, "filter.search", filter.clone()).await;
    refused(&customer, &CountBills::ENTRY, "filter.search", filter.clone()).await;
    refused(&customer, &GetActivityLogs::ENTRY, "filter.username", json!({ "filter": {} })).await;
    let history = json!({ "id": SINAR, "startDate": "2026-10-01", "endDate": "2026-11-20", "criteria": "referenceId" });
    refused(&customer, &SearchBills::ENTRY, "searchString", history).await;
    for criteria in ["referenceId", "companyName"] {
        refused(&staff, &SearchElectricityAccounts::ENTRY, "searchString", json!({ "criteria": criteria })).await;
    }
}

/// A search of only blanks or separators does not filter, in lists with and without numbers.
#[tokio::test(flavor = "multi_thread")]
async fn a_blank_search_finds_everything() {
    let portal = Portal::with_people().await;
    let master = portal.sign_in("master@sinar.example").await;
    for (entry, field) in [
        (&gridbill_core::team::GetManageUsersTable::ENTRY, "filter.search"),
        (&gridbill_core::accounts::groups::GetGroupsTable::ENTRY, "search"),
        (&gridbill_core::accounts::GetAccounts::ENTRY, "filter.search"),
    ] {
        let total = async |text: &str| {
            let mut asked = json!({ "id": SINAR, "bulkId": SINAR });
            put(&mut asked, field, text);
            let (status, body) = master.send(entry, asked).await;
            let body: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(status, 200, "{} {text}: {body}", entry.name);
            body["Data"]["total"].clone()
        };
        let all = total("").await;
        for blank in ["  ", ",", "; \n"] {
            assert_eq!(total(blank).await, all, "{} {blank:?}", entry.name);
        }
    }
}

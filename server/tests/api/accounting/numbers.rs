//! Numbers of the accounting program come back.

use gridbill_core::Code;
use gridbill_core::accounting::{GetAccountingDocuments, GetAccountingRuns, SetAccountingNumbers};
use serde_json::{Value, json};

use super::{World, journal};
use crate::support::given::SINAR;

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_stored_for_all_documents_or_for_none() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let first = world.bills[0].to_string();
    let set = async |numbers: Value| {
        let request = json!({ "id": SINAR, "profileId": id, "numbers": numbers });
        world.payer.call_raw::<SetAccountingNumbers>(request).await
    };
    let number = |ours: &str, theirs: &str| json!({ "documentNo": ours, "theirNo": theirs });
    let refused = set(json!([number(&first, "PI-1"), number("999", "PI-2")])).await.expect_err("unknown");
    assert_eq!(refused.fields(), [("numbers.1.documentNo", Code::AccountingDocumentUnknown)]);
    let refused = set(json!([number(&first, "PI-1"), number(&first, "PI-2")])).await.expect_err("twice");
    assert_eq!(refused.fields(), [("numbers.1.documentNo", Code::AccountingDocumentRepeated)]);
    assert_eq!(set(json!([])).await.expect_err("none").code(), Code::AccountingNumbersRequired);
    assert_eq!(set(json!([number(&first, " PI-1 ")])).await.expect("set")["documents"], 1);
    assert_eq!(set(json!([number(&first, "PI-1")])).await.expect("unchanged")["documents"], 0);
    let list = async |request: Value| {
        let page = world.payer.call_raw::<GetAccountingDocuments>(request).await.expect("documents");
        page["items"].as_array().expect("items").clone()
    };
    let found = list(json!({ "id": SINAR, "search": "pi-1" })).await;
    assert_eq!((found.len(), &found[0]["documentNo"], &found[0]["theirNo"]), (1, &json!(first), &json!("PI-1")));
    assert_eq!(list(json!({ "id": SINAR, "profileId": id, "runNo": 1, "hasTheirNo": false })).await.len(), 2);
    let runs = world.payer.call_raw::<GetAccountingRuns>(json!({ "id": SINAR, "profileId": id })).await.expect("runs");
    assert_eq!(runs["items"][0]["numbered"], 1);
    set(json!([number(&first, "")])).await.expect("removed");
    assert_eq!(list(json!({ "id": SINAR, "hasTheirNo": true })).await.len(), 0);
}

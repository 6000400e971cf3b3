//! Profiles: saving, versions, limits, permissions and the preview.

use gridbill_core::Code;
use gridbill_core::accounting::{
    AccountingPreset, AccountingStream, GetAccountingProfiles, PreviewAccounting, RemoveAccountingProfile,
    SaveAccountingProfile,
};
use serde_json::json;

use super::{World, journal, profile};
use crate::accounts::kinds;
use crate::support::given::SINAR;

#[tokio::test(flavor = "multi_thread")]
async fn profiles_are_saved_with_a_version_and_removed_while_they_were_never_run() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let save = async |version: i64, draft: serde_json::Value| {
        let request = json!({ "id": SINAR, "profileId": id, "version": version, "draft": draft });
        world.payer.call_raw::<SaveAccountingProfile>(request).await
    };
    let changed = save(1, journal("Ledger")).await.expect("changed");
    assert_eq!((&changed["version"], &changed["draft"]["name"]), (&json!(2), &json!("Ledger")));
    // An unchanged profile keeps its version; an old version is refused.
    assert_eq!(save(2, journal(" Ledger ")).await.expect("unchanged")["version"], 2);
    let refused = save(1, journal("Other")).await.expect_err("an old version");
    assert_eq!((refused.status, refused.code()), (409, Code::AccountingProfileChanged));
    let taken = json!({ "id": SINAR, "draft": journal("LEDGER") });
    let refused = world.payer.call_raw::<SaveAccountingProfile>(taken).await.expect_err("the same name");
    assert_eq!(refused.fields(), [("draft.name", Code::AccountingNameTaken)]);
    let mut without_amount = profile(AccountingPreset::Own, AccountingStream::Bills, "Own");
    without_amount["lineColumns"].as_array_mut().expect("columns").retain(|column| column["source"] != "amount");
    let request = json!({ "id": SINAR, "draft": without_amount });
    let refused = world.payer.call_raw::<SaveAccountingProfile>(request).await.expect_err("no amount");
    assert_eq!(refused.fields(), [("draft.lineColumns", Code::AccountingAmountMissing)]);
    let remove = async |version: i64| {
        let request = json!({ "id": SINAR, "profileId": id, "version": version });
        world.payer.call_raw::<RemoveAccountingProfile>(request).await
    };
    assert_eq!(remove(1).await.expect_err("an old version").code(), Code::AccountingProfileChanged);
    remove(2).await.expect("removed");
    assert_eq!(remove(2).await.expect_err("gone").code(), Code::AccountingProfileNotFound);
    let id = world.save(journal("Books")).await;
    world.real(&id).await;
    let request = json!({ "id": SINAR, "profileId": id, "version": 1 });
    let refused = world.payer.call_raw::<RemoveAccountingProfile>(request).await.expect_err("it was run");
    assert_eq!(refused.code(), Code::AccountingProfileWasRun);
    let facts = kinds(world.pool()).await;
    let count = |kind: &str| facts.iter().filter(|one| *one == kind).count();
    assert_eq!(
        (count("AccountingProfileSaved"), count("AccountingProfileRemoved"), count("AccountingRunMade")),
        (3, 1, 1)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bulk_account_has_at_most_twenty_profiles() {
    let world = World::new().await;
    for number in 0..20 {
        world.save(journal(&format!("Books {number}"))).await;
    }
    let request = json!({ "id": SINAR, "draft": journal("One more") });
    let refused = world.payer.call_raw::<SaveAccountingProfile>(request).await.expect_err("too many");
    assert_eq!(refused.code(), Code::AccountingProfilesTooMany);
    let profiles = world.payer.call_raw::<GetAccountingProfiles>(json!({ "id": SINAR })).await.expect("profiles");
    assert_eq!((profiles["profiles"].as_array().map(Vec::len), &profiles["limit"]), (Some(20), &json!(20)));
}

#[tokio::test(flavor = "multi_thread")]
async fn users_who_do_not_pay_read_profiles_and_change_nothing() {
    let world = World::new().await;
    let id = world.save(journal("Books")).await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    viewer.call_raw::<GetAccountingProfiles>(json!({ "id": SINAR })).await.expect("profiles");
    let save = json!({ "id": SINAR, "draft": journal("Other") });
    assert_eq!(viewer.call_raw::<SaveAccountingProfile>(save).await.expect_err("a viewer").status, 403);
    let run = json!({ "id": SINAR, "profileId": id, "version": 1, "isSample": true });
    let refused = viewer.call_raw::<gridbill_core::accounting::RunAccounting>(run).await.expect_err("a viewer");
    assert_eq!(refused.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_has_the_newest_bills_with_their_codings() {
    let world = World::new().await;
    let request = json!({ "id": SINAR, "stream": "bills" });
    let answer = world.payer.call_raw::<PreviewAccounting>(request).await.expect("sources");
    let sources = answer["sources"].as_array().expect("a list");
    assert_eq!(sources.len(), 3);
    let of = |invoice: usize| {
        let number = world.bills[invoice].to_string();
        sources.iter().find(|source| source["invoiceNo"] == number.as_str()).expect("a bill")
    };
    assert_eq!((of(0)["parts"].as_array().map(Vec::len), &of(0)["amount"]), (Some(2), &json!("100.01")));
    assert_eq!(of(2)["parts"], json!([]));
}

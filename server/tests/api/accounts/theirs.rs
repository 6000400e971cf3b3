//! Data of another company answers byte for byte like data that does not exist (invariant 9).

use gridbill_core::accounts::groups::{
    AssignAccounts, CreateGroup, DeleteGroup, GetAccountsInGroup, GetGroupDetails, RemoveAccounts, UpdateGroup,
};
use gridbill_core::accounts::{
    AddAccounts, GetAccountDetails, GetAccounts, GetBulkChildAccountError, GetProfile, PendingSubmit,
    RemoveChildAccount, RemoveChildAccounts, RemoveFromPending, UpdateMultipleAccounts, UpdateProfile,
};
use gridbill_core::endpoint::{Endpoint as _, EndpointSpec};
use serde_json::{Value, json};

use super::{add, known, number, numbers, sinar_with, state, worked};
use crate::support::Portal;
use crate::support::given::{MAJLIS, SINAR};
use crate::team::session_of;

/// Builds a call from the ids of a bulk account, account, group and failed account, and from the caller's own account.
type Request = fn(&[String; 4], &str) -> Value;

#[tokio::test(flavor = "multi_thread")]
async fn accounts_groups_and_profiles_of_others_are_not_there() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 2)).await;
    let made = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [number(0)] });
    let group =
        keeper.call_raw::<CreateGroup>(made).await.expect("a group")["groupId"].as_str().expect("an id").to_owned();
    add(&keeper, &numbers(8, 9)).await.expect("requested");
    worked(pool).await;
    known(pool, &numbers(20, 21), true).await;
    let endon = session_of(&portal, "master@majlis.example").await;
    let own = format!("22{MAJLIS}");
    let before = state(pool).await;
    let theirs = [SINAR, number(0).as_str(), group.as_str(), number(8).as_str()].map(str::to_owned);
    let nobodys = ["3000000099", number(90).as_str(), "01890000-0000-7000-8000-000000000000", number(91).as_str()]
        .map(str::to_owned);
    let calls: Vec<(&EndpointSpec, Request)> = vec![
        (&GetAccounts::ENTRY, |[id, ..], _| json!({ "id": id })),
        (&GetProfile::ENTRY, |[id, ..], _| json!({ "id": id })),
        (&UpdateProfile::ENTRY, |[id, ..], _| json!({ "id": id, "form": {}, "version": 1 })),
        (&GetBulkChildAccountError::ENTRY, |[id, ..], _| json!({ "collectiveContractAccountNo": id })),
        (&AddAccounts::ENTRY, |[id, ..], own| json!({ "bulkId": id, "childAccounts": [{ "accountNo": own }] })),
        (&RemoveChildAccount::ENTRY, |[id, account_no, ..], _| json!({ "bulkId": id, "accountNo": account_no })),
        (&RemoveChildAccount::ENTRY, |[_, account_no, ..], _| json!({ "bulkId": MAJLIS, "accountNo": account_no })),
        (&RemoveChildAccounts::ENTRY, |[id, account_no, ..], _| json!({ "bulkId": id, "accounts": [account_no] })),
        (
            &RemoveChildAccounts::ENTRY,
            |[_, account_no, ..], own| json!({ "bulkId": MAJLIS, "accounts": [own, account_no] }),
        ),
        (&GetAccountDetails::ENTRY, |[_, account_no, ..], _| json!({ "accountNo": account_no })),
        (
            &UpdateMultipleAccounts::ENTRY,
            |[_, account_no, ..], _| json!({ "id": MAJLIS, "data": [{ "accountNo": account_no, "referenceId": "mine" }] }),
        ),
        (
            &UpdateMultipleAccounts::ENTRY,
            |[_, _, group, _], own| json!({ "id": MAJLIS, "data": [{ "accountNo": own, "groupId": group }] }),
        ),
        (&PendingSubmit::ENTRY, |[.., failed], _| json!({ "bulkId": MAJLIS, "accounts": [failed] })),
        (&RemoveFromPending::ENTRY, |[.., failed], _| json!({ "bulkId": MAJLIS, "accounts": [failed] })),
        (&GetGroupDetails::ENTRY, |[_, _, group, _], _| json!({ "groupId": group })),
        (&GetAccountsInGroup::ENTRY, |[_, _, group, _], _| json!({ "groupId": group })),
        (&UpdateGroup::ENTRY, |[_, _, group, _], _| json!({ "groupId": group, "groupName": "Mine" })),
        (&DeleteGroup::ENTRY, |[_, _, group, _], _| json!({ "groupId": group })),
        (&AssignAccounts::ENTRY, |[_, _, group, _], own| json!({ "groupId": group, "accountNumbers": [own] })),
        (&RemoveAccounts::ENTRY, |[_, _, group, _], own| json!({ "groupId": group, "accountNumbers": [own] })),
        (
            &CreateGroup::ENTRY,
            |[_, account_no, ..], _| json!({ "id": MAJLIS, "groupName": "Mine", "accountNumbers": [account_no] }),
        ),
    ];
    for (entry, request) in calls {
        let (status, yours) = endon.send(entry, request(&theirs, &own)).await;
        let (_, missing) = endon.send(entry, request(&nobodys, &own)).await;
        let [yours, missing] = [yours, missing].map(|body| String::from_utf8(body).expect("a text"));
        assert_eq!((status, &yours), (404, &missing), "{}", entry.name);
    }
    assert_eq!(state(pool).await, before);
    // Lists, searches and filters do not reveal them either.
    for filter in [json!({ "search": number(0) }), json!({ "search": "Lot 0000" }), json!({ "groupIds": [group] })] {
        let page = endon.call_raw::<GetAccounts>(json!({ "id": MAJLIS, "filter": filter })).await.expect("a page");
        assert_eq!(page["total"], 0, "{filter}");
    }
}

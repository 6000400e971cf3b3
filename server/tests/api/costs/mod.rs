//! Cost centres, codings and the report, over HTTP.

mod report;
mod workbook;

use gridbill_core::Code;
use gridbill_core::accounts::RemoveChildAccount;
use gridbill_core::accounts::groups::DeleteGroup;
use gridbill_core::costs::{
    GetAccountCoding, GetCostCentres, GetGroupCodings, GetUncodedAccounts, RemoveCostCentre, SaveCostCentre,
    SetAccountCodings, SetGroupCoding,
};
use serde_json::{Value, json};

use crate::accounts::groups::make as make_group;
use crate::accounts::{every_invariant_holds, kinds, worked};
use crate::support::given::{self, MAJLIS, SINAR, account_of};
use crate::support::portal::until_blocked;
use crate::support::{Actor, Portal, sql};

pub async fn centre(actor: &Actor, code: &str, name: &str) -> Value {
    let request = json!({ "id": SINAR, "code": code, "name": name, "isActive": true, "isNew": true });
    actor.call_raw::<SaveCostCentre>(request).await.expect("a cost centre")
}

pub fn part(code: &str, share: i64) -> Value {
    json!({ "code": code, "share": share, "ledgerAccount": "6100-01" })
}

pub fn coding(account_no: &str, periods: &[(&str, Option<&str>, Value)]) -> Value {
    let periods: Vec<Value> =
        periods.iter().map(|(from, until, parts)| json!({ "from": from, "until": until, "parts": parts })).collect();
    json!({ "accountNo": account_no, "periods": periods })
}

pub async fn set(actor: &Actor, accounts: &[Value]) -> Result<Value, (Code, Vec<(String, Code)>)> {
    let answer = actor.call_raw::<SetAccountCodings>(json!({ "id": SINAR, "accounts": accounts })).await;
    answer.map_err(|refused| {
        let fields = refused.fields().into_iter().map(|(field, code)| (field.to_owned(), code)).collect();
        (refused.code(), fields)
    })
}

async fn uncoded(actor: &Actor) -> Vec<String> {
    let page = actor.call_raw::<GetUncodedAccounts>(json!({ "id": SINAR })).await.expect("accounts");
    let numbers =
        page["items"].as_array().expect("items").iter().map(|row| row["accountNo"].as_str().expect("a number"));
    numbers.map(str::to_owned).collect()
}

/// A portal with three accounts of Sinar, each with a bill, and with two cost centres.
async fn world() -> (Portal, Actor, Vec<String>) {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let accounts = bills.iter().map(|bill| account_of(bill).to_string()).collect();
    let keeper = portal.sign_in("keeper@sinar.example").await;
    centre(&keeper, " plant-1 ", " Plant 1 ").await;
    centre(&keeper, "HQ", "Head office").await;
    (portal, keeper, accounts)
}

#[tokio::test(flavor = "multi_thread")]
async fn cost_centres_are_added_changed_and_removed_unless_they_are_used() {
    let (portal, keeper, accounts) = world().await;
    let list = async |request: Value| {
        let page = keeper.call_raw::<GetCostCentres>(request).await.expect("a page");
        page["items"].as_array().expect("items").clone()
    };
    let all = list(json!({ "id": SINAR })).await;
    let row = |code: &str, name: &str| json!({ "code": code, "name": name, "isActive": true, "codedAccounts": 0, "codedGroups": 0 });
    assert_eq!(all, [row("HQ", "Head office"), row("PLANT-1", "Plant 1")]);
    assert_eq!(list(json!({ "id": SINAR, "search": "plant" })).await.len(), 1);
    let save = |code: &str, is_active: bool, is_new: bool| json!({ "id": SINAR, "code": code, "name": "Plant", "isActive": is_active, "isNew": is_new });
    for (request, code) in [
        (save("plant-1", true, true), Code::CostCentreExists),
        (save("UNKNOWN", true, false), Code::CostCentreNotFound),
        (save("=1+1", true, true), Code::CostCentreCodeInvalid),
        (
            json!({ "id": SINAR, "code": "X", "name": " ", "isActive": true, "isNew": true }),
            Code::CostCentreNameInvalid,
        ),
    ] {
        assert_eq!(keeper.call_raw::<SaveCostCentre>(request).await.expect_err("refused").code(), code);
    }
    set(&keeper, &[coding(&accounts[0], &[("2026-01-01", None, json!([part("PLANT-1", 10_000)]))])])
        .await
        .expect("coded");
    let remove = |code: &str| json!({ "id": SINAR, "code": code });
    let refused = keeper.call_raw::<RemoveCostCentre>(remove("PLANT-1")).await.expect_err("used");
    assert_eq!((refused.status, refused.code()), (409, Code::CostCentreInUse));
    assert_eq!((&refused.body.params["accounts"], &refused.body.params["groups"]), (&json!(1), &json!(0)));
    keeper.call_raw::<RemoveCostCentre>(remove("HQ")).await.expect("removed");
    assert_eq!(
        keeper.call_raw::<RemoveCostCentre>(remove("HQ")).await.expect_err("gone").code(),
        Code::CostCentreNotFound
    );
    // An inactive cost centre takes no new codings, and the existing ones stay.
    keeper.call_raw::<SaveCostCentre>(save("PLANT-1", false, false)).await.expect("changed");
    keeper.call_raw::<SaveCostCentre>(save("PLANT-1", false, false)).await.expect("unchanged");
    let period = ("2026-01-01", Some("2026-12-31"), json!([part("PLANT-1", 10_000)]));
    set(&keeper, &[coding(&accounts[0], std::slice::from_ref(&period))]).await.expect("it stays");
    let (_, fields) = set(&keeper, &[coding(&accounts[1], &[period])]).await.expect_err("new");
    assert_eq!(fields, [("accounts.0.periods.0.parts.0.code".to_owned(), Code::CostCentreUnknown)]);
    assert_eq!(list(json!({ "id": SINAR, "isActive": true })).await.len(), 0);
    assert_eq!(
        kinds(portal.pool()).await,
        [
            "CostCentreSaved",
            "CostCentreSaved",
            "AccountsCoded",
            "CostCentreRemoved",
            "CostCentreSaved",
            "AccountsCoded"
        ]
    );
    every_invariant_holds(portal.pool()).await;
}

/// The call waits for the bulk account while the Master takes the right away.
#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_lost_the_right_meanwhile_changes_nothing() {
    let portal = Portal::with_people().await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "select from bulk_account where bulk_id = $1 for no key update", &[&SINAR]).await;
    let request = json!({ "id": SINAR, "code": "HQ", "name": "Head office", "isActive": true, "isNew": true });
    let saving = tokio::spawn(async move { keeper.call_raw::<SaveCostCentre>(request).await });
    until_blocked(&portal, 1).await;
    let demote = "update person set role = 'viewer', manage_accounts = false where email = 'keeper@sinar.example'";
    sql::run(&mut *held, demote, &[]).await;
    held.commit().await.expect("committed");
    assert_eq!(saving.await.expect("a call").expect_err("no right").code(), Code::SignedOut);
    assert_eq!(sql::value::<i64>(portal.pool(), "select count(*) from cost_centre", &[]).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn codings_are_replaced_for_all_accounts_or_for_none() {
    let (portal, keeper, accounts) = world().await;
    let whole = json!([part("HQ", 10_000)]);
    let halves = json!([part("PLANT-1", 5_000), part("hq", 5_000)]);
    let (one, two) = (accounts[0].as_str(), accounts[1].as_str());
    let field = |name: &str, code: Code| Err((code, vec![(name.to_owned(), code)]));
    let year = |parts: &Value| ("2026-01-01", None, parts.clone());
    // Each refusal leaves the first account, which would be fine, without a coding.
    let fine = coding(one, &[year(&whole)]);
    for (second, expected) in [
        (
            coding(two, &[year(&json!([part("HQ", 5_000), part("PLANT-1", 4_999)]))]),
            field("accounts.1.periods.0.parts", Code::SharesNotWhole),
        ),
        (
            coding(two, &[("2026-01-01", Some("2026-06-30"), whole.clone()), ("2026-06-30", None, halves.clone())]),
            field("accounts.1.periods.1.from", Code::CodingOverlaps),
        ),
        (
            coding(two, &[year(&json!([part("NOWHERE", 10_000)]))]),
            field("accounts.1.periods.0.parts.0.code", Code::CostCentreUnknown),
        ),
        (coding(one, &[year(&whole)]), field("accounts.1.accountNo", Code::AccountRepeated)),
        // Accounts of others and unknown accounts are refused alike.
        (coding("229999999999", &[year(&whole)]), Err((Code::AccountNotFound, Vec::new()))),
    ] {
        assert_eq!(set(&keeper, &[fine.clone(), second]).await, expected);
    }
    assert_eq!(set(&keeper, &[]).await, field("accounts", Code::AccountsRequired));
    assert!(uncoded(&keeper).await.contains(&accounts[0]));

    let periods = [("2026-07-01", None, halves), ("2026-01-01", Some("2026-06-30"), whole)];
    // The answer has what was replaced, with which a caller takes the change back.
    let none = |account: &str| json!({ "accountNo": account, "periods": [] });
    let first = json!({ "accounts": 2, "replaced": [none(one), none(two)] });
    assert_eq!(set(&keeper, &[fine.clone(), coding(two, &periods)]).await, Ok(first.clone()));
    let second = set(&keeper, &[fine, coding(two, &periods)]).await;
    assert_eq!(second, Ok(json!({ "accounts": 0, "replaced": [] })), "nothing changed");
    let undone = set(&keeper, first["replaced"].as_array().expect("codings")).await.expect("taken back");
    assert!(uncoded(&keeper).await.contains(&accounts[0]));
    let again = set(&keeper, undone["replaced"].as_array().expect("codings")).await.expect("set again");
    assert_eq!(again, first);
    let read = async |account_no: &str| {
        keeper.call_raw::<GetAccountCoding>(json!({ "id": SINAR, "accountNo": account_no })).await
    };
    let stored = read(two).await.expect("a coding");
    let codes = |period: usize| {
        stored["periods"][period]["parts"]
            .as_array()
            .expect("parts")
            .iter()
            .map(|part| part["code"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!((&stored["periods"][0]["from"], codes(0)), (&json!("2026-01-01"), vec![json!("HQ")]));
    assert_eq!((&stored["periods"][1]["until"], codes(1)), (&Value::Null, vec![json!("HQ"), json!("PLANT-1")]));
    assert_eq!(stored["costCentres"].as_array().map(Vec::len), Some(2));
    assert_eq!(read("229999999999").await.expect_err("unknown").code(), Code::AccountNotFound);
    assert!(!uncoded(&keeper).await.contains(&accounts[0]) && uncoded(&keeper).await.contains(&accounts[2]));

    // The coding of an account leaves the bulk account with it.
    portal.work();
    keeper.call_raw::<RemoveChildAccount>(json!({ "bulkId": SINAR, "accountNo": two })).await.expect("requested");
    worked(portal.pool()).await;
    assert_eq!(read(two).await.expect_err("removed").code(), Code::AccountNotFound);
    every_invariant_holds(portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_has_a_default_for_accounts_without_a_coding() {
    let (portal, keeper, accounts) = world().await;
    let group = make_group(&keeper, "North", &accounts[..2]).await;
    let set_group = async |parts: Value| {
        keeper.call_raw::<SetGroupCoding>(json!({ "id": SINAR, "groupId": group, "parts": parts })).await
    };
    let refused = set_group(json!([part("HQ", 9_999)])).await.expect_err("not the whole");
    assert_eq!(refused.fields(), [("parts", Code::SharesNotWhole)]);
    let stored = set_group(json!([part("HQ", 10_000)])).await.expect("a default");
    assert_eq!(stored["parts"], json!([part("HQ", 10_000)]));
    assert!(!uncoded(&keeper).await.contains(&accounts[0]) && uncoded(&keeper).await.contains(&accounts[2]));
    let coding =
        keeper.call_raw::<GetAccountCoding>(json!({ "id": SINAR, "accountNo": accounts[0] })).await.expect("a coding");
    assert_eq!(coding["groupDefault"]["groupName"], json!("North"));
    let groups = keeper.call_raw::<GetGroupCodings>(json!({ "id": SINAR })).await.expect("groups");
    assert_eq!(groups["groups"][0]["parts"], stored["parts"]);
    let used = keeper.call_raw::<RemoveCostCentre>(json!({ "id": SINAR, "code": "HQ" })).await.expect_err("used");
    assert_eq!(used.code(), Code::CostCentreInUse);
    // A group that is deleted no longer uses its cost centres.
    keeper.call_raw::<DeleteGroup>(json!({ "groupId": group })).await.expect("deleted");
    keeper.call_raw::<RemoveCostCentre>(json!({ "id": SINAR, "code": "HQ" })).await.expect("removed");
    let unknown = set_group(json!([part("PLANT-1", 10_000)])).await.expect_err("unknown");
    assert_eq!(unknown.code(), Code::GroupNotFound);
    every_invariant_holds(portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn viewers_change_nothing_and_other_companies_see_nothing() {
    let (portal, keeper, accounts) = world().await;
    let period = ("2026-01-01", None, json!([part("HQ", 10_000)]));
    let fine = coding(&accounts[0], &[period]);
    set(&keeper, std::slice::from_ref(&fine)).await.expect("coded");
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(set(&viewer, &[fine]).await.expect_err("a viewer").0, Code::Forbidden);
    viewer.call_raw::<GetCostCentres>(json!({ "id": SINAR })).await.expect("cost centres");
    let stranger = portal.sign_in("master@majlis.example").await;
    let refused = stranger.call_raw::<GetCostCentres>(json!({ "id": SINAR })).await.expect_err("another company");
    assert_eq!(refused.status, 404);
    let own = stranger.call_raw::<GetCostCentres>(json!({ "id": MAJLIS })).await.expect("their own");
    assert_eq!(own["total"], json!(0));
    let request = json!({ "id": MAJLIS, "accountNo": accounts[0] });
    assert_eq!(
        stranger.call_raw::<GetAccountCoding>(request).await.expect_err("not theirs").code(),
        Code::AccountNotFound
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_accounts_are_coded_by_one_call() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2_000, "100.00").await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    centre(&keeper, "HQ", "Head office").await;
    let accounts: Vec<Value> = bills
        .iter()
        .map(|bill| coding(account_of(bill).as_str(), &[("2026-01-01", None, json!([part("HQ", 10_000)]))]))
        .collect();
    assert_eq!(set(&keeper, &accounts).await.expect("coded")["accounts"], json!(2_000));
    // The first account of the people has no bill.
    assert_eq!(uncoded(&keeper).await.len(), 1);
    every_invariant_holds(portal.pool()).await;
}

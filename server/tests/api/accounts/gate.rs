//! Bills and payments are closed until a bulk account has an account free of errors, and open on the next request.

use gridbill_core::Code;
use gridbill_core::accounts::groups::GetGroupsTable;
use gridbill_core::accounts::{AddAccounts, GetAccountCards, GetAccounts, GetProfile, RemoveChildAccount};
use gridbill_core::bills::GetOutstandingBillsCard;
use gridbill_core::identity::profile::GetUserPreferences;
use gridbill_core::payments::GetBankList;
use gridbill_core::registration::GetRegistrationStatus;
use serde_json::json;

use super::{FIRST, known, numbers, worked};
use crate::support::given::SINAR;
use crate::support::{Actor, Portal};
use crate::team::session_of;

/// Returns whether bills and payments are closed, and checks that both are closed or both open.
async fn closed(actor: &Actor) -> bool {
    let id = json!({ "id": SINAR });
    let answers = [actor.call_raw::<GetOutstandingBillsCard>(id).await, actor.call_raw::<GetBankList>(json!({})).await];
    let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    for refused in &refused {
        assert_eq!((refused.status, refused.code()), (403, Code::NoWorkingAccount));
    }
    assert!(refused.is_empty() || refused.len() == answers.len());
    !refused.is_empty()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gate_closes_with_the_last_account_and_opens_with_the_first() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    known(pool, &numbers(0, 1), true).await;
    portal.work();
    let master = session_of(&portal, "master@sinar.example").await;
    let endon = session_of(&portal, "master@majlis.example").await;
    assert!(!closed(&master).await);
    master.call_raw::<RemoveChildAccount>(json!({ "bulkId": SINAR, "accountNo": FIRST })).await.expect("requested");
    worked(pool).await;
    assert!(closed(&master).await);
    // The calls needed to add an account stay open.
    let id = json!({ "id": SINAR });
    master.call_raw::<GetProfile>(id.clone()).await.expect("the company's profile");
    master.call_raw::<GetAccounts>(id.clone()).await.expect("the accounts");
    master.call_raw::<GetAccountCards>(id.clone()).await.expect("the cards");
    master.call_raw::<GetGroupsTable>(id.clone()).await.expect("the groups");
    master.call_raw::<GetUserPreferences>(json!({})).await.expect("the own profile");
    master.call_raw::<GetRegistrationStatus>(json!({})).await.expect("the registration");
    let seen = master.call_raw::<gridbill_core::identity::GetUserProfile>(json!({})).await.expect("the profile");
    assert_eq!(seen["hasValidContractAccount"], json!(false));
    // Staff still see bills and payments.
    let pccr = session_of(&portal, "pccr@utility.example").await.with("x-bulk-account", SINAR);
    assert!(!closed(&pccr).await);
    // An account with an error does not open the gate.
    let add = |account_no: &str| json!({ "bulkId": SINAR, "childAccounts": [{ "accountNo": account_no }] });
    master.call_raw::<AddAccounts>(add("220000000099")).await.expect("requested");
    worked(pool).await;
    assert!(closed(&master).await);
    master.call_raw::<AddAccounts>(add(&numbers(0, 1)[0])).await.expect("requested");
    worked(pool).await;
    assert!(!closed(&master).await);
    drop(endon);
}

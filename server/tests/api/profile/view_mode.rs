//! Data about a bulk account that staff need to enter customer view mode.

use gridbill_core::Code;
use gridbill_core::endpoint::Caller;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::identity::profile::{CustomerProfileRequest, GetCustomerProfile};
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::registration::{GetRegistrationStatus, RegistrationStatus};
use gridbill_core::registry::endpoints;
use serde_json::json;

use super::refused;
use crate::contract::requests::request;
use crate::support::given::{self, SINAR};
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn view_mode_shows_the_customers_data_under_the_officers_name() {
    let portal = Portal::with_people().await;
    let status = RegistrationStatus::AcceptedWithError as i16;
    let query = "update bulk_account set registration_status = $2 where bulk_id = $1";
    sql::run(portal.pool(), query, &[&SINAR, &status]).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let profile = glb
        .call::<GetCustomerProfile>(CustomerProfileRequest { bulk_id: BulkId::parse(SINAR).expect("a number") })
        .await
        .expect("a profile");
    assert_eq!((profile.name.as_str(), profile.email.as_str()), ("Goh", "glb@utility.example"));
    assert_eq!(profile.company_name.as_deref(), Some("Sinar Jaya Sdn. Bhd."));
    assert_eq!(profile.bulk_id.as_ref().map(BulkId::as_str), Some(SINAR));
    assert_eq!((profile.registration_status_id, profile.role), (status, Some(Role::Viewer)));
    assert_eq!(profile.scopes, ["User.Bill.View", "User.Payment.View", "User.Account.View", "User.ManageUser.View"]);
}

/// A page identifies its account by these calls. In view mode both answer for the viewed account.
#[tokio::test(flavor = "multi_thread")]
async fn profile_and_registration_are_those_of_the_viewed_account() {
    let portal = Portal::with_people().await;
    let status = RegistrationStatus::AcceptedWithError as i16;
    let query = "update bulk_account set registration_status = $2 where bulk_id = $1";
    sql::run(portal.pool(), query, &[&SINAR, &status]).await;
    for email in ["glb@utility.example", "pccr@utility.example"] {
        let viewer = portal.sign_in_staff(email).await.with("x-bulk-account", SINAR);
        let profile = viewer.call_raw::<GetUserProfile>(json!({})).await.expect("a profile");
        assert_eq!((&profile["companyName"], &profile["role"]), (&json!("Sinar Jaya Sdn. Bhd."), &json!("viewer")));
        assert_eq!((&profile["email"], &profile["bulkId"]), (&json!(email), &json!(SINAR)));
        let standing = viewer.call_raw::<GetRegistrationStatus>(json!({})).await.expect("the status");
        assert_eq!((&standing["bulkId"], &standing["status"]), (&json!(SINAR), &json!(status)));
        let elsewhere = viewer.with("x-bulk-account", "3099999999").call_raw::<GetUserProfile>(json!({})).await;
        assert_eq!(elsewhere.expect_err("not found").code(), Code::BulkAccountNotFound);
    }
    let query = "select count(*) from fact where kind = 'CustomerViewEntered'";
    let views = sql::value::<Option<i64>>(portal.pool(), query, &[]).await;
    assert_eq!(views, Some(2), "every view is recorded");
    // Without the permission, or outside view mode, these calls are for customers only.
    let ict = portal.sign_in_staff("ict@utility.example").await.with("x-bulk-account", SINAR);
    assert_eq!(ict.call_raw::<GetUserProfile>(json!({})).await.expect_err("no viewer").code(), Code::Forbidden);
    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(glb.call_raw::<GetRegistrationStatus>(json!({})).await.expect_err("no view").code(), Code::Forbidden);
    // A customer's header is ignored.
    let payer = portal.sign_in("payer@sinar.example").await.with("x-bulk-account", "3000000002");
    let own = payer.call_raw::<GetUserProfile>(json!({})).await.expect("the own profile");
    assert_eq!(own["bulkId"], SINAR);
}

/// The scopes agree with the guard of every customer's call.
#[tokio::test(flavor = "multi_thread")]
async fn its_scopes_are_what_the_guard_lets_through() {
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("glb@utility.example").await.0);
    let scopes: Vec<String> = Role::scopes_in_view_mode().iter().map(ToString::to_string).collect();
    let mut opened = std::collections::BTreeSet::new();
    for entry in endpoints().filter(|entry| entry.caller == Caller::Customer) {
        let fields = request(entry, SINAR, "999999999999", "P2601010000001", "not-there");
        let headers = [("authorization", token.as_str()), ("x-bulk-account", SINAR)];
        let answer = wire.call(entry, &fields, "", &headers).await;
        let scope = entry.scope.expect("a permission").to_string();
        let is_open = answer.code().as_deref() != Some("viewModeReadOnly");
        assert_eq!(is_open, scopes.contains(&scope) && !entry.sends, "{}: {}", entry.name, answer.text());
        assert_ne!(answer.code().as_deref(), Some("forbidden"), "{}", entry.name);
        opened.extend(is_open.then_some(scope));
    }
    assert!(opened.contains("User.ManageUser.View") && opened.contains("User.Bill.View"));
}

#[tokio::test(flavor = "multi_thread")]
async fn view_mode_needs_the_permission_and_an_existing_account() {
    let portal = Portal::with_people().await;
    let there = json!({ "bulkId": SINAR });
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    for missing in ["3000000099", "no number", ""] {
        let told = refused::<GetCustomerProfile>(&pccr, json!({ "bulkId": missing })).await;
        assert_eq!(told.code, Code::BulkAccountNotFound);
    }
    let ict = portal.sign_in_staff("ict@utility.example").await;
    assert_eq!(refused::<GetCustomerProfile>(&ict, there.clone()).await.code, Code::Forbidden);
    given::person_without_account(portal.pool(), "new@baru.example").await;
    for email in ["master@sinar.example", "new@baru.example"] {
        let customer = portal.sign_in(email).await;
        assert_eq!(refused::<GetCustomerProfile>(&customer, there.clone()).await.code, Code::Forbidden);
    }
}

//! The matrix of roles and endpoints, written by hand from the table of roles (docs/domain/people.md#roles). Nothing in
//! this file asks core for a permission.

use chrono::TimeDelta;
use gridbill_core::endpoint::{EndpointSpec, Method};
use gridbill_core::registry::endpoints;

use super::calls::CALLS;
use super::requests::request;
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, is_long};

/// A caller, with the scopes that the documents grant.
struct Caller {
    name: &'static str,
    email: Option<&'static str>,
    side: Side,
    scopes: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    Nobody,
    Customer,
    CustomerWithoutAccount,
    Staff,
}

const VIEWS: [&str; 3] = ["User.Bill.View", "User.Payment.View", "User.Account.View"];
const PAYS: [&str; 3] = ["User.Bill.Update", "User.Payment.Add", "User.Payment.Update"];
const KEEPS: [&str; 3] = ["User.Account.Add", "User.Account.Update", "User.Account.Delete"];
const MASTER: [&str; 16] = [
    "User.Bill.View",
    "User.Bill.Add",
    "User.Bill.Update",
    "User.Bill.Delete",
    "User.Payment.View",
    "User.Payment.Add",
    "User.Payment.Update",
    "User.Payment.Delete",
    "User.Account.View",
    "User.Account.Add",
    "User.Account.Update",
    "User.Account.Delete",
    "User.ManageUser.View",
    "User.ManageUser.Add",
    "User.ManageUser.Update",
    "User.ManageUser.Delete",
];
const ADMIN_VIEWS: [&str; 10] = [
    "Admin.ManageBulkAccounts.View",
    "Admin.BulkAccounts.CustomerViewMode.View",
    "Admin.BulkAccounts.SearchElectricityAccounts.View",
    "Admin.Payments.PendingApproval.View",
    "Admin.Payments.AllPayments.View",
    "Admin.ManageTNBUsers.View",
    "Admin.ManageTNBAdmins.View",
    "Admin.FpxManualRequery.View",
    "Admin.BulkChildAccountError.View",
    "Admin.Operations.View",
];
const ADMIN_CHANGES: [&str; 12] = [
    "Admin.ManageBulkAccounts.Add",
    "Admin.ManageBulkAccounts.Update",
    "Admin.ManageBulkAccounts.Delete",
    "Admin.Payments.PendingApproval.Update",
    "Admin.ManageTNBUsers.Add",
    "Admin.ManageTNBUsers.Update",
    "Admin.ManageTNBUsers.Delete",
    "Admin.ManageTNBAdmins.Add",
    "Admin.ManageTNBAdmins.Update",
    "Admin.ManageTNBAdmins.Delete",
    "Admin.FpxManualRequery.Update",
    "Admin.Operations.Update",
];
const ICT: [&str; 13] = [
    "Admin.FpxManualRequery.View",
    "Admin.FpxManualRequery.Update",
    "Admin.ManageTNBAdmins.View",
    "Admin.ManageTNBAdmins.Add",
    "Admin.ManageTNBAdmins.Update",
    "Admin.ManageTNBAdmins.Delete",
    "Admin.ManageTNBUsers.View",
    "Admin.ManageTNBUsers.Add",
    "Admin.ManageTNBUsers.Update",
    "Admin.ManageTNBUsers.Delete",
    "Admin.BulkChildAccountError.View",
    "Admin.Operations.View",
    "Admin.Operations.Update",
];

fn callers() -> Vec<Caller> {
    let customer = |name, email, scopes: &[&[&'static str]]| Caller {
        name,
        email: Some(email),
        side: Side::Customer,
        scopes: scopes.concat(),
    };
    let staff = |name, email, scopes: &[&[&'static str]]| Caller {
        name,
        email: Some(email),
        side: Side::Staff,
        scopes: scopes.concat(),
    };
    vec![
        Caller { name: "a visitor", email: None, side: Side::Nobody, scopes: vec![] },
        Caller { name: "an expired token", email: Some("expired"), side: Side::Nobody, scopes: vec![] },
        customer("a Master", "master@sinar.example", &[&MASTER]),
        customer("a Member", "neither@sinar.example", &[&VIEWS]),
        customer("a Member who pays", "payer@sinar.example", &[&VIEWS, &PAYS]),
        customer("a Member who keeps accounts", "keeper@sinar.example", &[&VIEWS, &KEEPS]),
        customer("a Member who does both", "both@sinar.example", &[&VIEWS, &PAYS, &KEEPS]),
        customer("a Viewer", "viewer@sinar.example", &[&VIEWS]),
        Caller {
            name: "a customer without a bulk account",
            email: Some("new@baru.example"),
            side: Side::CustomerWithoutAccount,
            scopes: vec![],
        },
        staff("a PCCR Admin", "pccr@utility.example", &[&ADMIN_VIEWS, &ADMIN_CHANGES]),
        staff("a GLB Account Manager", "glb@utility.example", &[&ADMIN_VIEWS]),
        staff("ICT", "ict@utility.example", &[&ICT]),
    ]
}

/// The way in which a call is sent: plain, or in customer view mode.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mode {
    Plain,
    ViewByHeader,
    ViewByQuery,
}

const MODES: [Mode; 3] = [Mode::Plain, Mode::ViewByHeader, Mode::ViewByQuery];

/// The result that the documents prescribe for a call.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Expected {
    SignedOut,
    Forbidden,
    ReadOnly,
    PastTheGuard,
}

/// Calls that send messages. Their permission is to view, but customer view mode may not use them.
const SENDING: &[&str] = &[
    "/portal/api/v1/Colleagues/SendInstructions/{id}",
    "/portal/api/v1/Colleagues/Remind",
    "/portal/api/v1/Colleagues/SendSelection/{id}",
    "/account-svc/api/v1/Statement/GetStatement",
    "/portal/api/v1/Statements/Retry",
];

/// Calls without a permission of their own that change shared data: a name that others see, a password, a request that staff
/// answer, an application, views shared with colleagues.
const CHANGING: &[&str] = &[
    "/user-svc/api/v1/User/UpdateUserProfile",
    "/user-svc/api/v1/User/ChangePassword",
    "/portal/api/v1/Password/Change",
    "/portal/api/v1/Factors/Totp/Confirm",
    "/portal/api/v1/Factors/Passkeys/Finish",
    "/portal/api/v1/SignIn/Company/FinishProof",
    "/portal/api/v1/Factors/Remove",
    "/portal/api/v1/Profile/AcceptTerms",
    "/user-svc/api/v1/User/UserTutorialCompleted",
    "/user-svc/api/v1/Admin/FirstTimeChangePassword",
    "/portal/api/v1/Password/SetFirst",
    "/portal/api/v1/PersonalData/Requests/Make",
    "/portal/api/v1/PersonalData/Requests/Withdraw",
    "/portal/api/v1/Views/Save",
    "/portal/api/v1/Views/Rename",
    "/portal/api/v1/Views/Share",
    "/portal/api/v1/Views/Delete",
    "/portal/api/v1/Views/Restore",
    "/portal/api/v1/Registration/SaveDraft",
    "/portal/api/v1/Registration/Withdraw",
    "/account-svc/api/v1/BulkRegistration/UploadDeclaration",
    "/account-svc/api/v1/BulkRegistration/RegisterBulkAccount",
    "/account-svc/api/v1/BulkRegistration/UpdateRegistrationRecord",
    "/account-svc/api/v1/BulkRegistration/RedoApplication",
    "/account-svc/api/v1/BulkRegistration/GovernmentRegistrationNotification",
];

/// Whether a call changes data or sends a message.
fn is_write(path: &str, permission: &str) -> bool {
    let (callers, _) = permission.split_once(" or ").unwrap_or((permission, ""));
    let is_scope = callers.contains('.');
    is_scope && !callers.ends_with(".View") || SENDING.contains(&path) || CHANGING.contains(&path)
}

fn expected(caller: &Caller, (path, permission): (&str, &str), mode: Mode) -> Expected {
    let holds = |scope: &str| caller.scopes.contains(&scope);
    // Customer view mode changes nothing, whichever side the call belongs to.
    let views = mode != Mode::Plain && holds("Admin.BulkAccounts.CustomerViewMode.View");
    if views && is_write(path, permission) {
        return Expected::ReadOnly;
    }
    // For every other signed-in user the application counts as not found.
    if permission.starts_with("the applicant") && caller.side != Side::Nobody {
        return Expected::PastTheGuard;
    }
    // Staff act for the bulk account that they name, unless they are in customer view mode.
    if let Some((customers, staff)) = permission.split_once(" or ") {
        return match (caller.side, mode) {
            (Side::Staff, Mode::Plain) if holds(staff) => Expected::PastTheGuard,
            (Side::Staff, Mode::Plain) => Expected::Forbidden,
            _ => expected(caller, (path, customers), mode),
        };
    }
    let allowed = |yes: bool| if yes { Expected::PastTheGuard } else { Expected::Forbidden };
    match (permission, caller.side) {
        // The sample refresh token belongs to no session, so the call answers as signed out.
        ("anybody", _) if path.ends_with("/RefreshToken") => Expected::SignedOut,
        ("anybody" | "the gateway", _) => Expected::PastTheGuard,
        (_, Side::Nobody) => Expected::SignedOut,
        ("anybody signed in", _) => Expected::PastTheGuard,
        // The guard passes here too, but no caller in this test has a first password to set.
        ("staff", Side::Staff)
            if ["/FirstTimeChangePassword", "/Password/SetFirst"].iter().any(|end| path.ends_with(end)) =>
        {
            Expected::Forbidden
        }
        // These calls also answer staff in view mode: the status of the viewed bulk account, and the profile that
        // identifies the page.
        ("customers", Side::Staff)
            if ["/GetUserProfile", "/GetRegistrationStatus"].iter().any(|end| path.ends_with(end)) =>
        {
            allowed(views)
        }
        ("customers", side) => allowed(matches!(side, Side::Customer | Side::CustomerWithoutAccount)),
        ("staff", side) => allowed(side == Side::Staff),
        (scope, Side::Staff) if scope.starts_with("User.") => match mode {
            Mode::Plain => Expected::Forbidden,
            _ if !holds("Admin.BulkAccounts.CustomerViewMode.View") => Expected::Forbidden,
            _ => Expected::PastTheGuard,
        },
        (scope, _) => allowed(holds(scope)),
    }
}

fn seen(answer: &RawResponse) -> Expected {
    match (answer.status, answer.code().as_deref()) {
        (401, Some("signedOut")) => Expected::SignedOut,
        (403, Some("forbidden")) => Expected::Forbidden,
        (403, Some("viewModeReadOnly")) => Expected::ReadOnly,
        (401 | 403 | 500.., _) => panic!("{} {}", answer.status, answer.text()),
        _ => Expected::PastTheGuard,
    }
}

async fn more_people(portal: &Portal) {
    for (email, name, pays) in [("neither@sinar.example", "Indra", false), ("both@sinar.example", "Jamil", true)] {
        let person = given::Person { email, name, role: "member", bulk_id: Some(SINAR), pays, keeps: pays };
        given::person(portal.pool(), person).await;
    }
    given::person_without_account(portal.pool(), "new@baru.example").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_caller_has_exactly_the_rights_of_the_role_table() {
    let portal = Portal::with_people().await;
    more_people(&portal).await;
    let wire = RawClient::to(portal.address);
    let (expired, _) = wire.sign_in("master@sinar.example").await;
    portal.advance(TimeDelta::seconds(301));
    let (mut always, mut sampled) = (0, 0);
    for (place, caller) in callers().into_iter().enumerate() {
        let token = match caller.email {
            None => None,
            Some("expired") => Some(expired.clone()),
            Some(email) => Some(wire.sign_in(email).await.0),
        };
        let token = token.as_deref().map(bearer);
        for entry in endpoints() {
            for ((method, path), mode) in entry.routes().flat_map(|route| MODES.map(|mode| (route, mode))) {
                let call = CALLS.iter().position(|call| (call.0, call.1) == (method.name(), path));
                let call = call.expect("a documented call");
                let (_, _, permission) = &CALLS[call];
                // Only staff have customer view mode. Each other caller tries it with a third of the calls, and each call is
                // tried by a third of these callers; the long form tries all.
                let is_sampled = caller.side != Side::Staff && mode != Mode::Plain;
                if is_sampled && !is_long() && !(place + call).is_multiple_of(3) {
                    continue;
                }
                let entry =
                    &if path == entry.path() { *entry } else { EndpointSpec { method, address: path, ..*entry } };
                let mut fields = request(entry, SINAR, "999999999999", "P2601010000001", "not-there");
                // For staff, naming a bulk account in the query already turns on view mode.
                let in_query = entry.query_names().any(|name| name == "bulkId") || method == Method::Get;
                if mode == Mode::Plain && caller.side == Side::Staff && in_query {
                    fields.as_object_mut().expect("fields").remove("bulkId");
                }
                let mut headers = vec![];
                headers.extend(token.as_deref().map(|token| ("authorization", token)));
                headers.extend((mode == Mode::ViewByHeader).then_some(("x-bulk-account", SINAR)));
                let is_named = in_query && fields.get("bulkId").is_some();
                let query = if mode == Mode::ViewByQuery && !is_named { "bulkId=3000000001" } else { "" };
                let answer = wire.call(entry, &fields, query, &headers).await;
                let (seen, expected) = (seen(&answer), expected(&caller, (path, permission), mode));
                assert_eq!(seen, expected, "{} calls {} {mode:?}: {}", caller.name, entry.name, answer.text());
                sampled += usize::from(is_sampled);
                always += usize::from(!is_sampled);
            }
        }
    }
    let staff = callers().iter().filter(|caller| caller.side == Side::Staff).count();
    assert_eq!(always, (callers().len() + staff * (MODES.len() - 1)) * CALLS.len());
    let all = (callers().len() - staff) * (MODES.len() - 1) * CALLS.len();
    assert!(sampled == all || !is_long() && sampled >= all / 3, "{sampled} of {all}");
}

/// The header works only for staff. A customer's header is ignored, and an unknown bulk account is not found.
#[tokio::test(flavor = "multi_thread")]
async fn customer_view_mode_shows_that_account_only_and_only_to_staff() {
    let portal = Portal::with_people().await;
    given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let wire = RawClient::to(portal.address);
    let path = |bulk_id: &str| format!("/billpayment-svc/api/v1/Bills/GetOutstandingBillsCard/{bulk_id}");
    let pccr = bearer(&wire.sign_in("pccr@utility.example").await.0);
    for (viewed, named, status) in [
        (SINAR, SINAR, 200),
        (MAJLIS, MAJLIS, 200),
        (SINAR, MAJLIS, 404),
        ("3000000099", "3000000099", 404),
        ("no number", SINAR, 404),
    ] {
        let headers = [("authorization", pccr.as_str()), ("x-bulk-account", viewed)];
        let answer = wire.send("POST", &path(named), &headers, "").await;
        assert_eq!(answer.status, status, "{viewed} {named}: {}", answer.text());
        if status == 200 {
            assert_eq!(answer.json()["Data"]["totalBills"], if viewed == SINAR { 2 } else { 0 });
        } else {
            assert_eq!(answer.code().as_deref(), Some("bulkAccountNotFound"));
        }
    }
    let endon = bearer(&wire.sign_in("master@majlis.example").await.0);
    let headers = [("authorization", endon.as_str()), ("x-bulk-account", SINAR)];
    assert_eq!(wire.send("POST", &path(SINAR), &headers, "").await.code().as_deref(), Some("bulkAccountNotFound"));
    let own = wire.send("POST", &path(MAJLIS), &headers, "").await;
    assert_eq!(own.json()["Data"]["totalBills"], 0);
}

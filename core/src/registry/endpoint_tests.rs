//! Tests of every declared endpoint.

use std::collections::BTreeSet;

use super::*;
use crate::endpoint::{BodyFormat, Caller, ClosedUntil, Feature, Method, TokenScope};
use crate::permission::{Permissions, Role};

#[test]
fn every_read_has_a_topic_and_every_change_too() {
    // Answers that never change, or that belong to a link or a secret which only its holder knows.
    let fixed = [
        "GetPortal",
        "GetStatus",
        "DownloadAddAccountTemplate",
        "Live",
        "IsNewEmailValid",
        "GetEmailByInvitationToken",
        "CheckLink",
        "ValidateResetToken",
        "AdminValidateResetToken",
        "ForgotPassword",
        "AdminForgotPassword",
        "SendInstructions",
        "SendSelection",
        "EnterCustomerView",
        "LeaveCustomerView",
        "BeginTotp",
        "BeginPasskeySignIn",
        "BeginPasskey",
        "BeginPasskeyProof",
        "BeginSso",
        "BeginSsoProof",
        "CheckMailboxLink",
        "CheckAccountingLink",
        "OpenAccountingLink",
    ];
    for entry in endpoints() {
        let has_topic = !entry.reads.is_empty() || !entry.changes.is_empty();
        assert_eq!(has_topic, !fixed.contains(&entry.name), "{}", entry.name);
        let is_read = entry.method == Method::Get || entry.sends;
        if entry.writes() && entry.scope.is_some() && !is_read {
            assert!(!entry.changes.is_empty(), "{} does not declare its changes", entry.name);
        }
    }
}

/// A link, an image or a page of another site makes a browser send a GET with its cookies.
#[test]
fn no_get_changes_anything() {
    for entry in endpoints().filter(|entry| entry.method == Method::Get) {
        assert!(entry.changes.is_empty() && !entry.once && !entry.sends, "{}", entry.name);
    }
}

/// The address, the permission and the token scope of a call, as `fixtures/portal-calls.txt` has them.
fn rights(entry: &EndpointSpec, method: Method, path: &str) -> String {
    let method = method.name();
    let caller = match entry.caller {
        Caller::Public => "anybody",
        Caller::Applicant if entry.staff_scope.is_some() => "the applicant",
        Caller::Customer | Caller::AnyCustomer | Caller::Applicant => "customers",
        Caller::Staff => "staff",
        Caller::SignedIn => "anybody signed in",
        Caller::Gateway => "the gateway",
    };
    let permission = entry.scope.map_or_else(|| caller.to_owned(), |scope| scope.to_string());
    let staff = entry.staff_scope.map(|scope| format!(" or {scope}")).unwrap_or_default();
    let token = entry.token.map_or("no token", TokenScope::code);
    format!("{method} {path} = {permission}{staff}; {token}")
}

/// Who may make a call is reviewed when it is added. The calls of existing clients are in the contract.
#[test]
fn the_portals_calls_are_those_of_the_fixture() {
    let reviewed: BTreeSet<&str> = include_str!("../../../fixtures/portal-calls.txt").lines().collect();
    let routes = |entry: &'static EndpointSpec| entry.routes().map(move |(method, path)| (entry, method, path));
    let calls = endpoints().flat_map(routes).filter(|(_, _, path)| path.starts_with("/portal/"));
    let calls: BTreeSet<String> = calls.map(|(entry, method, path)| rights(entry, method, path)).collect();
    let missing: Vec<_> = calls.iter().filter(|call| !reviewed.contains(call.as_str())).collect();
    assert!(missing.is_empty(), "check who may make these calls, and add them to the fixture: {missing:#?}");
    let gone: Vec<_> = reviewed.iter().filter(|call| !calls.contains(**call)).collect();
    assert!(gone.is_empty(), "these calls are not declared: {gone:#?}");
}

#[test]
fn every_topic_is_read_somewhere_and_changed_somewhere_in_the_table() {
    for topic in Topic::ALL {
        assert!(endpoints().any(|entry| entry.reads.contains(topic)), "nothing reads {topic:?}");
        assert!(endpoints().any(|entry| entry.changes.contains(topic)), "nothing changes {topic:?}");
    }
}

#[test]
fn topics_reach_only_users_who_may_read_them() {
    let heard = |role: Role| -> BTreeSet<Topic> {
        topics(role.is_staff(), |scope| role.allows(Permissions::default(), scope)).into_iter().collect()
    };
    let [viewer, member, ict, manager] = [Role::Viewer, Role::Member, Role::Ict, Role::GlbAccountManager].map(heard);
    assert!(viewer.contains(&Topic::Bills) && !viewer.contains(&Topic::Team) && !viewer.contains(&Topic::Users));
    assert!(member.contains(&Topic::Payments) && !member.contains(&Topic::Staff));
    assert!(ict.contains(&Topic::Gateway) && ict.contains(&Topic::Users));
    for topic in [Topic::Payments, Topic::Bills, Topic::Registrations, Topic::Company] {
        assert!(!ict.contains(&topic), "ICT receives {topic:?}");
    }
    assert!(manager.contains(&Topic::Payments) && manager.contains(&Topic::Staff));
}

#[test]
fn bills_payments_and_people_are_closed_without_an_account() {
    for entry in endpoints().filter(|entry| entry.caller == Caller::Customer) {
        let is_theirs = entry.scope.is_some_and(|scope| scope.area.needs_account());
        // Users who manage the company's users also update its data, even before it has an account.
        let expected = (is_theirs && entry.name != "UpdateProfile").then_some(ClosedUntil::WithoutAccount);
        assert_eq!(entry.closed, expected, "{}", entry.name);
    }
}

#[test]
fn contradictory_declarations_are_refused() {
    let line = *endpoints().find(|entry| entry.name == "AddAccounts").expect("a line");
    let wrong = [
        EndpointSpec { of: None, ..line },
        EndpointSpec { caller: Caller::Applicant, of: None, staff_scope: None, ..line },
        EndpointSpec { caller: Caller::Public, ..line },
        EndpointSpec { caller: Caller::Staff, ..line },
        EndpointSpec { once: true, kind: BodyFormat::File, ..line },
        EndpointSpec { once: true, changes: &[], ..line },
        EndpointSpec { caller: Caller::AnyCustomer, closed: Some(ClosedUntil::WithoutAccount), ..line },
        EndpointSpec { changes: &[], ..line },
        EndpointSpec { viewed: true, ..line },
    ];
    assert_eq!(line.checked().name, line.name);
    for entry in wrong {
        let checked = std::panic::catch_unwind(|| entry.checked());
        assert!(checked.is_err(), "{entry:?}");
    }
}

#[test]
fn announcements_freeze_no_payment() {
    use crate::endpoint::Feature::{Accounts, Details, Groups, Registration, Statements};
    let expected: &[(&str, &[Feature])] = &[
        ("Register", &[Registration]),
        ("RegisterBulkAccount", &[Registration]),
        ("UpdateRegistrationRecord", &[Registration]),
        ("AddAccounts", &[Accounts]),
        ("RemoveChildAccount", &[Accounts]),
        ("RemoveChildAccounts", &[Accounts]),
        ("UpdateMultipleAccounts", &[Accounts, Groups, Details]),
        ("PendingSubmit", &[Accounts]),
        ("RemoveFromPending", &[Accounts]),
        ("UpdateProfile", &[Details]),
        ("CreateGroup", &[Groups]),
        ("UpdateGroup", &[Groups]),
        ("DeleteGroup", &[Groups]),
        ("AssignAccounts", &[Groups]),
        ("RemoveAccounts", &[Groups]),
        ("GetStatement", &[Statements]),
        ("RetryStatement", &[Statements]),
        ("DownloadCombinedStatement", &[Statements]),
    ];
    let frozen: Vec<_> =
        endpoints().filter(|entry| !entry.frozen.is_empty()).map(|entry| (entry.name, entry.frozen)).collect();
    assert_eq!(frozen, expected);
    for entry in crate::payments::ENDPOINTS.iter().chain(crate::payments::staff::ENDPOINTS) {
        assert!(entry.frozen.is_empty(), "{} is a payment call", entry.name);
    }
}

//! Which calls are open to API tokens.

use super::endpoints;
use crate::endpoint::TokenScope;

#[test]
fn every_scope_opens_a_call() {
    for scope in TokenScope::ALL {
        assert!(endpoints().any(|entry| entry.token == Some(*scope)), "{scope:?} opens nothing");
    }
}

#[test]
fn no_scope_pays_approves_or_reaches_users() {
    let pays = ["MakePayment", "ReleaseProposal", "ApproveProposal", "GiveUpPayment", "CreateApiToken", "AddBulkUser"];
    for entry in endpoints().filter(|entry| pays.contains(&entry.name)) {
        assert_eq!(entry.token, None, "{}", entry.name);
    }
    // A proposal is what comes nearest.
    let proposes = endpoints().filter(|entry| entry.token == Some(TokenScope::PaymentsPropose));
    let names: Vec<_> = proposes.map(|entry| entry.name).collect();
    assert_eq!(names, ["PlanPayments", "PreviewApproval", "CreateProposal", "WithdrawProposal"]);
}

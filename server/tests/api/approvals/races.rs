//! Users who act at the same time.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::approvals::{ProposalState, ReleaseProposal};
use serde_json::json;

use super::{Company, approve, decide, propose, release, releasing, seen};
use crate::support::given::SINAR;
use crate::support::sql;

async fn payments(company: &Company) -> i64 {
    sql::value(company.portal.pool(), "select count(*) from payment", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_approvers_at_once_one_approves_and_the_other_learns_that_it_moved_on() {
    let company = Company::new(20).await;
    for bills in company.bills.chunks(2) {
        let proposal = propose(&company.master, bills).await.expect("a proposal");
        let both = join_all([&company.payer, &company.second].map(|actor| approve(actor, &proposal, 1))).await;
        assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1, "{both:?}");
        assert!(both.contains(&Err(Code::ProposalMoved)), "{both:?}");
        assert_eq!(seen(&company.master, &proposal).await.acts.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_releases_one_pays() {
    let company = Company::new(2).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    let proposal = propose(payer, bills).await.expect("a proposal");
    approve(second, &proposal, 1).await.expect("approved");
    approve(director, &proposal, 2).await.expect("approved");
    let actors = [master, payer, second, director, master, payer];
    let several = join_all(actors.map(|actor| release(actor, &proposal, "200.00"))).await;
    assert_eq!(several.iter().filter(|answer| answer.is_ok()).count(), 1, "{several:?}");
    for refused in several.into_iter().filter_map(Result::err) {
        assert_eq!(refused, Code::ProposalEnded);
    }
    assert_eq!(payments(&company).await, 1);
    assert_eq!(company.settled(&proposal).await, ProposalState::Released);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_runs_once_for_its_key() {
    let company = Company::new(2).await;
    let Company { bills, payer, second, director, .. } = &company;
    let proposal = propose(payer, bills).await.expect("a proposal");
    approve(second, &proposal, 1).await.expect("approved");
    approve(director, &proposal, 2).await.expect("approved");
    let keyed = payer.with_key("one");
    let first = keyed.call_raw::<ReleaseProposal>(releasing(&proposal, "200.00")).await.expect("released");
    let again = keyed.call_raw::<ReleaseProposal>(releasing(&proposal, "200.00")).await.expect("the same");
    assert_eq!(first, again);
    assert_eq!(payments(&company).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_proposals_of_a_bill_at_once_one_is_made() {
    let company = Company::new(3).await;
    let bills = &company.bills;
    let both = join_all([propose(&company.payer, &bills[..2]), propose(&company.master, &bills[1..])]).await;
    assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1, "{both:?}");
    assert!(both.iter().any(|answer| *answer == Err(Code::BillsProposed)), "{both:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_decisions_about_a_policy_one_counts() {
    let company = Company::new(1).await;
    company.set(json!({ "layers": [] }), 1).await.expect("a proposed end");
    let both = join_all([decide(&company.payer, 2, true), decide(&company.second, 2, false)]).await;
    assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1, "{both:?}");
    let query = "select count(*) from approval_policy where bulk_id = $1 and state = 'pending'";
    let pending = sql::value::<i64>(company.portal.pool(), query, &[&SINAR]).await;
    assert_eq!(pending, 0);
}

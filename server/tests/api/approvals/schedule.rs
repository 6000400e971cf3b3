//! The day on which a proposal shall be released.

use chrono::TimeDelta;
use gridbill::serve::jobs::follow_proposals;
use gridbill_core::approvals::{CreateProposal, GetProposals, ProposalState};
use gridbill_core::number::InvoiceNo;
use gridbill_core::{Code, Day};
use serde_json::{Value, json};

use super::acts::told;
use super::{Company, DIRECTOR, MASTER, PAYER, SECOND, approve, delegate, policy_of, seen, total};
use crate::support::given::SINAR;
use crate::support::{Actor, sql};

async fn propose_for(actor: &Actor, bills: &[InvoiceNo], day: &str) -> Result<Value, Code> {
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": total(bills), "releaseOn": day });
    actor.call_raw::<CreateProposal>(request).await.map_err(|refused| refused.code())
}

/// The notifications of a user about a proposal that name the day of release.
async fn asked(actor: &Actor, proposal: &Value) -> Vec<String> {
    told(actor, proposal).await.into_iter().filter(|title| title.contains("shall be released today")).collect()
}

/// Runs the job for proposals at that time.
async fn follow_on(company: &Company, days: TimeDelta) {
    company.portal.advance(days);
    follow_proposals(&company.portal.app).await.expect("a run");
    follow_proposals(&company.portal.app).await.expect("a run");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_proposer_is_asked_once_in_the_morning_of_the_day_of_release() {
    let company = Company::new(2).await;
    for wrong in ["2026-11-19", "2027-01-20"] {
        assert_eq!(propose_for(&company.payer, &company.bills, wrong).await, Err(Code::ReleaseDayInvalid), "{wrong}");
    }
    // A Sunday: the working day before is the Friday.
    let made = propose_for(&company.payer, &company.bills, "2026-11-29").await.expect("a proposal");
    assert_eq!(made["releaseOn"], json!("2026-11-27"));
    let proposal = made["proposalId"].clone();
    let details = seen(&company.payer, &proposal).await;
    assert_eq!(details.release_on, Day::parse("2026-11-27").ok());
    assert_eq!(Day::at(details.lapses_at), Day::parse("2026-12-11").expect("a day"));
    let page = company.payer.call_raw::<GetProposals>(json!({ "id": SINAR })).await.expect("a page");
    assert_eq!(page["items"][0]["releaseOn"], json!("2026-11-27"));

    approve(&company.second, &proposal, 1).await.expect("approved");
    approve(&company.director, &proposal, 2).await.expect("approved");
    company.forget_factors().await;
    follow_on(&company, TimeDelta::days(6)).await;
    let payer = company.portal.sign_in(PAYER).await;
    assert_eq!(asked(&payer, &proposal).await, [""; 0], "the day before");
    follow_on(&company, TimeDelta::days(1)).await;
    let payer = company.portal.sign_in(PAYER).await;
    assert_eq!(asked(&payer, &proposal).await.len(), 1);
    let director = company.portal.sign_in(DIRECTOR).await;
    assert_eq!(asked(&director, &proposal).await, [""; 0], "only the proposer is asked");
    assert_eq!(seen(&payer, &proposal).await.state, ProposalState::Approved, "nothing is paid without a person");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_may_pay_are_asked_when_the_proposer_no_longer_may() {
    let company = Company::new(2).await;
    let made = propose_for(&company.payer, &company.bills, "2026-11-27").await.expect("a proposal");
    let proposal = made["proposalId"].clone();
    approve(&company.second, &proposal, 1).await.expect("approved");
    approve(&company.director, &proposal, 2).await.expect("approved");
    company.forget_factors().await;
    company.run(&format!("update person set role = 'viewer', make_payments = false where email = '{PAYER}'")).await;
    follow_on(&company, TimeDelta::days(7)).await;
    let director = company.portal.sign_in(DIRECTOR).await;
    assert_eq!(asked(&director, &proposal).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_may_pay_hear_of_a_void_proposal_of_a_user_who_left() {
    let company = Company::new(2).await;
    let made = propose_for(&company.payer, &company.bills, "2026-11-27").await.expect("a proposal");
    let proposal = made["proposalId"].clone();
    approve(&company.second, &proposal, 1).await.expect("approved");
    approve(&company.director, &proposal, 2).await.expect("approved");
    company.forget_factors().await;
    company.run(&format!("update person set role = 'viewer', make_payments = false where email = '{PAYER}'")).await;
    company.run("update bill set total_amount_payable = 101, current_charge = 101").await;
    follow_on(&company, TimeDelta::days(7)).await;
    let told =
        "select count(*) from notification n join fact f using (fact_id) join person p on p.person_id = n.person_id
                where f.kind = 'ProposalVoided' and p.email = $1";
    for email in [SECOND, DIRECTOR] {
        assert_eq!(sql::value::<i64>(company.portal.pool(), told, &[&email]).await, 1, "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_the_day_of_release_the_bills_are_compared_and_the_missing_approvers_asked() {
    let company = Company::new(4).await;
    let Company { bills, payer, second, .. } = &company;
    let [waiting, changed] = [&bills[..2], &bills[2..]];
    let waiting = propose_for(payer, waiting, "2026-11-24").await.expect("a proposal")["proposalId"].clone();
    let changing = propose_for(payer, changed, "2026-11-24").await.expect("a proposal")["proposalId"].clone();
    approve(second, &waiting, 1).await.expect("approved");
    company
        .run(&format!(
            "update bill set total_amount_payable = 101, current_charge = 101 where invoice_no = '{}'",
            changed[0]
        ))
        .await;
    company.forget_factors().await;
    follow_on(&company, TimeDelta::days(4)).await;
    let (payer, director) = (company.portal.sign_in(PAYER).await, company.portal.sign_in(DIRECTOR).await);
    for actor in [&payer, &director] {
        assert_eq!(asked(actor, &waiting).await.len(), 1);
    }
    assert_eq!(seen(&payer, &waiting).await.state, ProposalState::Proposed);
    let void = seen(&payer, &changing).await;
    assert_eq!((void.state, void.changes.len()), (ProposalState::Void, 1));
    assert_eq!(asked(&payer, &changing).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn delegating_an_approval_needs_a_recent_proof_of_identity() {
    let company = Company::new(1).await;
    let master = company.id(MASTER).await;
    company.forget_proofs().await;
    assert_eq!(delegate(&company.director, Some(&master), "2026-11-22").await, Err(Code::ConfirmIdentity));
    assert_eq!(policy_of(&company.director).await["delegations"], json!([]));
    assert_eq!(
        delegate(&company.director, None, "2026-11-22").await.expect("nothing to end")["delegation"],
        Value::Null
    );
}

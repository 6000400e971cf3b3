//! Setting, confirming and refusing a policy.

use gridbill_core::Code;
use gridbill_core::approvals::{ProposalState, SetApprovalPolicy};
use gridbill_core::payments::MakePayment;
use serde_json::json;

use super::{Company, DIRECTOR, MASTER, PAYER, approve, decide, delegate, policy_of, propose, release, seen};
use crate::support::given::{SINAR, eft};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_policy_needs_a_second_approver_under_the_old_one() {
    let company = Company::new(2).await;
    let Company { bills, master, payer, director, .. } = &company;
    let mut policy = company.policy().await;
    let first = policy_of(payer).await;
    let sentence = first["sentences"][0].as_str().expect("a sentence").replace('\u{a0}', " ");
    assert_eq!(sentence, "A payment of RM 150.00 or more needs one of the 2 people in Approvers, then Fatimah.");
    assert_eq!((&first["isOn"], &first["version"], &first["canChange"]), (&json!(true), &json!(1), &json!(false)));

    assert_eq!(company.set(policy.clone(), 1).await, Err(Code::PolicyUnchanged));
    assert_eq!(company.set(json!({ "layers": [] }), 0).await, Err(Code::PolicyChanged));
    policy["layers"][0]["from"] = json!("1000.00");
    let set = company.set(policy.clone(), 1).await.expect("a proposed policy");
    assert_eq!((&set["version"], &set["awaitsSecondApprover"]), (&json!(2), &json!(true)));
    assert_eq!(company.set(json!({ "layers": [] }), 1).await, Err(Code::PolicyPending));
    let pending = policy_of(director).await;
    assert_eq!((&pending["version"], &pending["pending"]["canDecide"]), (&json!(1), &json!(true)));
    assert_eq!(policy_of(master).await["pending"]["canDecide"], json!(false));
    // The old policy is in force until then, and the Master cannot confirm.
    let refused = payer.call::<MakePayment>(eft(bills, "200.00")).await.expect_err("needs approval");
    assert_eq!(refused.code(), Code::ApprovalNeeded);
    assert_eq!(decide(master, 2, true).await, Err(Code::OwnProposal));
    assert_eq!(decide(payer, 1, true).await, Err(Code::PolicyChanged));
    assert_eq!(decide(payer, 2, false).await.expect("refused"), json!({ "version": 1, "isOn": true }));

    let set = company.set(policy, 1).await.expect("a proposed policy");
    assert_eq!(set["version"], json!(3));
    assert_eq!(decide(director, 3, true).await.expect("confirmed"), json!({ "version": 3, "isOn": true }));
    assert_eq!(policy_of(payer).await["confirmedBy"], json!("Fatimah"));
    payer.call::<MakePayment>(eft(bills, "200.00")).await.expect("a payment below the new amount");

    // Ending approval is a change as well; the proposer may withdraw it.
    company.set(json!({ "layers": [] }), 3).await.expect("a proposed end");
    assert_eq!(decide(master, 4, false).await.expect("withdrawn"), json!({ "version": 3, "isOn": true }));
    company.set(json!({ "layers": [] }), 3).await.expect("a proposed end");
    assert_eq!(decide(payer, 5, true).await.expect("confirmed"), json!({ "version": 5, "isOn": false }));
    // Without a policy in force, a new one needs no second approver.
    let again = company.policy().await;
    let set = company.set(again, 5).await.expect("a policy");
    assert_eq!(set["awaitsSecondApprover"], json!(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_its_proposer_nor_a_user_who_is_no_approver_decides_a_policy() {
    let company = Company::without_policy(1).await;
    let Company { master, payer, director, .. } = &company;
    // The Master, who proposes the change, is an approver under the policy in force. The payer is none.
    let step = json!({ "mode": "any", "userIds": [company.id(MASTER).await, company.id(DIRECTOR).await] });
    company.set(json!({ "layers": [{ "from": "0.00", "steps": [step] }] }), 0).await.expect("a policy");
    // A delegate of an approver decides proposals, but no policy.
    delegate(director, Some(&company.id(PAYER).await), "2026-11-25").await.expect("delegated");
    company.set(json!({ "layers": [] }), 1).await.expect("a proposed end");
    let before = policy_of(director).await;
    assert_eq!((&before["isOn"], &before["pending"]["version"]), (&json!(true), &json!(2)));
    for (actor, is_confirmed, code) in
        [(master, true, Code::OwnProposal), (payer, true, Code::NotAnApprover), (payer, false, Code::NotAnApprover)]
    {
        assert_eq!(policy_of(actor).await["pending"]["canDecide"], json!(false));
        assert_eq!(decide(actor, 2, is_confirmed).await, Err(code));
        assert_eq!(policy_of(director).await, before);
    }
    assert_eq!(decide(director, 2, true).await.expect("confirmed"), json!({ "version": 2, "isOn": false }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_keeps_the_policy_under_which_it_was_made() {
    let company = Company::new(3).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    let proposal = propose(payer, &bills[..2]).await.expect("a proposal");
    approve(second, &proposal, 1).await.expect("approved");
    // The new policy needs the Master alone.
    let step = json!({ "mode": "any", "userIds": [company.id(MASTER).await, company.id(DIRECTOR).await] });
    company.set(json!({ "layers": [{ "from": "0.00", "steps": [step] }] }), 1).await.expect("a proposed policy");
    decide(director, 2, true).await.expect("confirmed");
    assert_eq!(approve(master, &proposal, 2).await, Err(Code::NotAnApprover));
    approve(director, &proposal, 2).await.expect("approved");
    assert_eq!(seen(payer, &proposal).await.policy_version, 1);
    release(payer, &proposal, "200.00").await.expect("released");
    assert_eq!(company.settled(&proposal).await, ProposalState::Released);
    let newer = propose(payer, &bills[2..]).await.expect("a proposal");
    assert_eq!(seen(payer, &newer).await.policy_version, 2);
    assert_eq!(approve(second, &newer, 1).await, Err(Code::NotAnApprover));
    assert_eq!(approve(master, &newer, 1).await.expect("approved").state, ProposalState::Approved);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_is_set_by_the_master_with_a_recent_password() {
    let company = Company::without_policy(1).await;
    let policy = company.policy().await;
    let request = |policy: serde_json::Value| json!({ "id": SINAR, "policy": policy, "version": 0 });
    let refused = company.payer.call_raw::<SetApprovalPolicy>(request(policy.clone())).await.expect_err("a Member");
    assert_eq!(refused.code(), Code::Forbidden);
    let mut viewers = policy.clone();
    viewers["layers"][0]["steps"][1]["userIds"] = json!([company.id("viewer@sinar.example").await]);
    let refused = company.master.call_raw::<SetApprovalPolicy>(request(viewers)).await.expect_err("a Viewer");
    assert_eq!(refused.fields(), [("policy.layers.0.steps.1.userIds", Code::ApproverUnknown)]);
    company.forget_proofs().await;
    assert_eq!(company.set(policy, 0).await, Err(Code::ConfirmIdentity));
    assert_eq!(policy_of(&company.master).await["version"], json!(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_without_another_active_approver_cannot_be_changed() {
    let company = Company::new(1).await;
    company
        .run(
            "update person set make_payments = false
             where email in ('payer@sinar.example', 'second@sinar.example', 'director@sinar.example')",
        )
        .await;
    assert_eq!(company.set(json!({ "layers": [] }), 1).await, Err(Code::PolicyBlocked));
    assert_eq!(policy_of(&company.master).await["isOn"], json!(true));
    company.run("update person set make_payments = true where email = 'payer@sinar.example'").await;
    company.set(json!({ "layers": [] }), 1).await.expect("a proposed end");
    company.forget_factors().await;
    let payer = company.portal.sign_in(PAYER).await;
    decide(&payer, 2, true).await.expect("confirmed");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_step_and_the_groups_of_accounts_count() {
    let company = Company::without_policy(3).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    company
        .run(&format!(
            "insert into account_group (group_id, bulk_id, name, created_at)
             values ('00000000-0000-4000-8000-000000000007', '{SINAR}', 'Plant', now());
             update electricity_account set group_id = '00000000-0000-4000-8000-000000000007'
             where account_no = '2{}'",
            &bills[0].as_str()[1..]
        ))
        .await;
    let both = json!({ "mode": "all", "userIds": [company.id(PAYER).await, company.id(super::SECOND).await] });
    let last = json!({ "userIds": [company.id(DIRECTOR).await] });
    let layers = json!([
        { "from": "200.00", "steps": [both] },
        { "from": "0.00", "groupId": "00000000-0000-4000-8000-000000000007", "steps": [last] },
    ]);
    company.set(json!({ "layers": layers }), 0).await.expect("a policy");
    assert_eq!(propose(master, &bills[1..2]).await, Err(Code::ApprovalNotNeeded));
    let of_group = propose(master, &bills[..1]).await.expect("a proposal");
    assert_eq!(seen(payer, &of_group).await.steps.len(), 1);
    approve(director, &of_group, 1).await.expect("approved");
    super::withdraw(master, &of_group).await.expect("withdrawn");
    let whole = propose(master, bills).await.expect("a proposal");
    assert_eq!(seen(payer, &whole).await.steps.len(), 2);
    let first = approve(payer, &whole, 1).await.expect("approved");
    assert_eq!((first.state, first.step), (ProposalState::Proposed, 1));
    assert_eq!(approve(payer, &whole, 1).await, Err(Code::ActedBefore));
    assert_eq!(approve(second, &whole, 1).await.expect("approved").step, 2);
    assert_eq!(approve(director, &whole, 2).await.expect("approved").state, ProposalState::Approved);
    assert_eq!(company.settled(&whole).await, ProposalState::Approved);
}

//! The life of a proposal, and who may act on it.

use chrono::TimeDelta;
use gridbill::serve::jobs::follow_proposals;
use gridbill_core::Code;
use gridbill_core::approvals::{CreateProposal, GetProposals, PreviewApproval, ProposalState, WithdrawProposal};
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::payments::{GetPaymentDetails, MakePayment};
use serde_json::{Value, json};

use super::{
    Company, DIRECTOR, MASTER, PAYER, SECOND, approve, delegate, propose, refuse, release, seen, total, withdraw,
};
use crate::support::given::{SINAR, eft};
use crate::support::limits::{CallLimit, assert_limited};
use crate::support::{Actor, sql};
use crate::team::session_of;

/// Returns the titles of the notifications about a proposal, the newest first.
pub(super) async fn told(actor: &Actor, proposal: &Value) -> Vec<String> {
    let page =
        actor.call_raw::<GetNotificationLogs>(json!({ "filter": { "search": proposal } })).await.expect("a page");
    let items = page["items"].as_array().expect("items").clone();
    items.iter().map(|item| item["title"].as_str().expect("a title").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_proposed_approved_in_two_steps_and_released() {
    let company = Company::new(3).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    let refused = payer.call::<MakePayment>(eft(bills, "300.00")).await.expect_err("needs approval");
    assert_eq!(refused.code(), Code::ApprovalNeeded);
    let request = json!({ "id": SINAR, "invoiceNos": bills });
    let preview = payer.call_raw::<PreviewApproval>(request).await.expect("a preview");
    let sentence = preview["sentence"].as_str().expect("a sentence").replace('\u{a0}', " ");
    assert_eq!(sentence, "A payment of RM 300.00 needs one of Badrul or Salmah, then Fatimah.");
    assert_eq!((&preview["isNeeded"], &preview["refusal"]), (&json!(true), &Value::Null));

    let proposal = propose(master, bills).await.expect("a proposal");
    let first = seen(payer, &proposal).await;
    assert_eq!((first.state, first.step, first.note.as_deref()), (ProposalState::Proposed, 1, Some("For October.")));
    assert!(first.can_decide && !first.is_own && !first.can_release && first.changes.is_empty());
    assert_eq!((first.bills.len(), first.hash.len(), first.policy_version), (3, 64, 1));
    assert_eq!(told(payer, &proposal).await.len(), 1);
    assert_eq!(told(director, &proposal).await, [""; 0], "not yet the director's turn");
    // The Master is not exempt.
    assert_eq!(approve(master, &proposal, 1).await, Err(Code::OwnProposal));
    assert_eq!(approve(director, &proposal, 1).await, Err(Code::NotAnApprover));
    assert_eq!(release(master, &proposal, "300.00").await.map(drop), Err(Code::ProposalNotApproved));

    let changed = approve(payer, &proposal, 1).await.expect("approved");
    assert_eq!((changed.state, changed.step), (ProposalState::Proposed, 2));
    // No user acts in two steps, and the step of the other approver is over.
    assert_eq!(approve(payer, &proposal, 2).await, Err(Code::ActedBefore));
    assert_eq!(approve(second, &proposal, 1).await, Err(Code::ProposalMoved));
    assert_eq!(told(director, &proposal).await.len(), 1);
    assert_eq!(approve(director, &proposal, 2).await.expect("approved").state, ProposalState::Approved);
    assert!(told(master, &proposal).await[0].contains("is approved and can be released"));
    let approved = seen(payer, &proposal).await;
    assert!(approved.can_release && !approved.can_decide);
    assert_eq!(approved.acts.iter().map(|act| act.by.as_str()).collect::<Vec<_>>(), ["Badrul", "Fatimah"]);

    let released = release(payer, &proposal, "300.00").await.expect("released");
    let payment = released.payment.expect("a payment");
    assert_eq!(seen(payer, &proposal).await.transaction_no.as_ref(), Some(&payment.transaction_no));
    let request = json!({ "transactionNo": payment.transaction_no });
    let paid = payer.call_raw::<GetPaymentDetails>(request).await.expect("a payment");
    assert_eq!(paid["proposalId"], proposal);
    assert_eq!(release(payer, &proposal, "300.00").await.map(drop), Err(Code::ProposalEnded));
    assert_eq!(company.settled(&proposal).await, ProposalState::Released);
    // The approvers were e-mailed a link to the proposal, which decides nothing by itself.
    let query = "select recipient from mail order by recipient";
    let mails = sql::values::<String>(company.portal.pool(), query, &[]).await;
    assert!([PAYER, SECOND, DIRECTOR, MASTER].iter().all(|to| mails.iter().any(|mail| mail.contains(to))), "{mails:?}");
    assert!(!mails.iter().any(|mail| mail.contains("viewer@")), "{mails:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_changes_without_a_policy_or_below_its_amount() {
    let company = Company::without_policy(3).await;
    let Company { bills, payer, .. } = &company;
    assert_eq!(propose(payer, &bills[..1]).await, Err(Code::ApprovalNotNeeded));
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let policy = company.policy().await;
    company.set(policy, 0).await.expect("a policy");
    let request = json!({ "id": SINAR, "invoiceNos": [bills[1]] });
    let preview = payer.call_raw::<PreviewApproval>(request).await.expect("a preview");
    assert_eq!(preview["isNeeded"], json!(false));
    assert_eq!(propose(payer, &bills[1..2]).await, Err(Code::ApprovalNotNeeded));
    payer.call::<MakePayment>(eft(&bills[1..2], "100.00")).await.expect("a payment");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_refused_withdrawn_or_lapses_and_its_bills_are_free_again() {
    let company = Company::new(2).await;
    let Company { bills, payer, second, .. } = &company;
    let first = propose(payer, bills).await.expect("a proposal");
    assert_eq!(propose(second, bills).await, Err(Code::BillsProposed));
    let no_reason = json!({ "proposalId": first, "step": 1, "reason": " " });
    let no_reason = second.call_raw::<gridbill_core::approvals::RefuseProposal>(no_reason).await.expect_err("a reason");
    assert_eq!(no_reason.fields(), [("reason", Code::RemarkRequired)]);
    assert_eq!(refuse(payer, &first, 1).await, Err(Code::OwnProposal));
    assert_eq!(refuse(second, &first, 1).await.expect("refused")["state"], json!("refused"));
    assert_eq!(seen(payer, &first).await.end_reason.as_deref(), Some("Too high"));
    assert_eq!(approve(second, &first, 1).await, Err(Code::ProposalEnded));

    let withdrawn = propose(payer, bills).await.expect("a proposal");
    // Another approver has to give a reason; a user of no step may not withdraw at all.
    assert_eq!(withdraw(second, &withdrawn).await, Err(Code::RemarkRequired));
    assert_eq!(withdraw(payer, &withdrawn).await.expect("withdrawn")["state"], json!("withdrawn"));
    assert_eq!(withdraw(payer, &withdrawn).await, Err(Code::ProposalEnded));

    let lapsing = propose(payer, bills).await.expect("a proposal");
    company.forget_factors().await;
    company.portal.advance(TimeDelta::days(4));
    follow_proposals(&company.portal.app).await.expect("a run");
    follow_proposals(&company.portal.app).await.expect("a run");
    let second = company.portal.sign_in(SECOND).await;
    let reminders = told(&second, &lapsing).await;
    assert_eq!(reminders.iter().filter(|title| title.contains("still awaits")).count(), 1, "{reminders:?}");
    company.portal.advance(TimeDelta::days(10));
    let second = company.portal.sign_in(SECOND).await;
    // Its time is over even before the job runs.
    assert_eq!(approve(&second, &lapsing, 1).await, Err(Code::ProposalEnded));
    follow_proposals(&company.portal.app).await.expect("a run");
    let payer = company.portal.sign_in(PAYER).await;
    assert_eq!(seen(&payer, &lapsing).await.state, ProposalState::Lapsed);
    propose(&payer, bills).await.expect("a proposal of the free bills");
    let page = payer.call_raw::<GetProposals>(json!({ "id": SINAR })).await.expect("a page");
    assert_eq!(page["total"], json!(4));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delegate_acts_for_some_days_one_hop_and_never_for_the_proposer() {
    let company = Company::new(4).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    let (master_id, second_id) = (company.id(MASTER).await, company.id(SECOND).await);
    for wrong in [company.id("viewer@sinar.example").await, company.id(DIRECTOR).await, "nobody".to_owned()] {
        assert_eq!(delegate(director, Some(&wrong), "2026-11-25").await, Err(Code::DelegateInvalid));
    }
    assert_eq!(delegate(director, Some(&master_id), "2026-11-19").await, Err(Code::DelegationDaysInvalid));
    // The director delegates to the Master, and the Master to the second payer: one hop only.
    delegate(director, Some(&master_id), "2026-11-22").await.expect("delegated");
    delegate(master, Some(&second_id), "2026-11-22").await.expect("delegated");
    let proposal = propose(payer, &bills[..2]).await.expect("a proposal");
    // The payer is an approver of the first step, but proposed it.
    assert_eq!(approve(payer, &proposal, 1).await, Err(Code::OwnProposal));
    approve(second, &proposal, 1).await.expect("approved");
    assert_eq!(seen(master, &proposal).await.in_place_of.as_deref(), Some("Fatimah"));
    assert_eq!(approve(master, &proposal, 2).await.expect("in the director's place").state, ProposalState::Approved);
    assert_eq!(seen(payer, &proposal).await.acts[1].in_place_of.as_deref(), Some("Fatimah"));

    // A delegate of an approver who proposed it has no right in their place.
    delegate(payer, Some(&master_id), "2026-11-22").await.expect("delegated");
    let own = propose(payer, &bills[2..]).await.expect("a proposal");
    assert_eq!(approve(master, &own, 1).await, Err(Code::NotAnApprover));
    approve(second, &own, 1).await.expect("approved");
    // The second payer acted, and the Master's delegation does not pass the director's right on.
    assert_eq!(approve(second, &own, 2).await, Err(Code::ActedBefore));
    company.forget_factors().await;
    company.portal.advance(TimeDelta::days(3));
    let master = company.portal.sign_in(MASTER).await;
    assert_eq!(approve(&master, &own, 2).await, Err(Code::NotAnApprover), "the delegation is over");
    let director = company.portal.sign_in(DIRECTOR).await;
    assert_eq!(delegate(&director, None, "2026-11-22").await.expect("ended")["delegation"], Value::Null);
    approve(&director, &own, 2).await.expect("approved");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approver_of_both_steps_acts_in_one_only_also_by_delegation() {
    let company = Company::without_policy(6).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    let payer_id = company.id(PAYER).await;
    let first = json!({ "mode": "any", "userIds": [payer_id, company.id(SECOND).await] });
    let last = json!({ "mode": "any", "userIds": [payer_id, company.id(DIRECTOR).await] });
    company.set(json!({ "layers": [{ "from": "0.00", "steps": [first, last] }] }), 0).await.expect("a policy");
    delegate(director, Some(&payer_id), "2026-11-22").await.expect("delegated");
    delegate(payer, Some(&company.id(MASTER).await), "2026-11-22").await.expect("delegated");

    let proposal = propose(master, &bills[..2]).await.expect("a proposal");
    assert_eq!(approve(payer, &proposal, 1).await.expect("approved").step, 2);
    // The payer has two rights in the second step, the own one and the director's, and can use neither.
    assert!(!seen(payer, &proposal).await.can_decide);
    let awaited = json!({ "id": SINAR, "filter": { "awaitsMe": true } });
    assert_eq!(payer.call_raw::<GetProposals>(awaited).await.expect("a page")["total"], json!(0));
    assert_eq!(approve(payer, &proposal, 2).await, Err(Code::ActedBefore));
    assert_eq!(refuse(payer, &proposal, 2).await, Err(Code::ActedBefore));
    approve(director, &proposal, 2).await.expect("approved");

    // The Master acts in the payer's place. Both have acted then.
    let proposal = propose(second, &bills[2..4]).await.expect("a proposal");
    approve(master, &proposal, 1).await.expect("in the payer's place");
    assert_eq!(seen(director, &proposal).await.acts[0].in_place_of.as_deref(), Some("Badrul"));
    for actor in [payer, master] {
        assert!(!seen(actor, &proposal).await.can_decide);
        assert_eq!(approve(actor, &proposal, 2).await, Err(Code::ActedBefore));
    }
    approve(director, &proposal, 2).await.expect("approved");

    // The Master cannot use a right that the payer has used.
    let proposal = propose(second, &bills[4..]).await.expect("a proposal");
    approve(payer, &proposal, 1).await.expect("approved");
    assert!(!seen(master, &proposal).await.can_decide);
    assert_eq!(approve(master, &proposal, 2).await, Err(Code::NotAnApprover));
    let decided = seen(director, &proposal).await;
    assert_eq!((decided.state, decided.step, decided.acts.len()), (ProposalState::Proposed, 2, 1));
    approve(director, &proposal, 2).await.expect("approved");
    assert_eq!(company.settled(&proposal).await, ProposalState::Approved);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approver_who_was_removed_in_between_no_longer_counts() {
    let company = Company::new(2).await;
    let Company { bills, master, payer, second, .. } = &company;
    let proposal = propose(master, bills).await.expect("a proposal");
    company.run("update person set make_payments = false where email = 'payer@sinar.example'").await;
    assert_eq!(approve(payer, &proposal, 1).await, Err(Code::Forbidden));
    let details = seen(second, &proposal).await;
    let can_approve: Vec<_> = details.steps[0].approvers.iter().map(|one| one.can_approve).collect();
    assert_eq!(can_approve.iter().filter(|can| **can).count(), 1);
    approve(second, &proposal, 1).await.expect("approved");
    // The director leaves. No user can approve the last step or propose anything new.
    company
        .run("update person set role = 'viewer', make_payments = false where email = 'director@sinar.example'")
        .await;
    assert_eq!(release(master, &proposal, "200.00").await.map(drop), Err(Code::ProposalNotApproved));
    withdraw(master, &proposal).await.expect("withdrawn");
    assert_eq!(propose(master, bills).await, Err(Code::ProposalBlocked));
    let preview = json!({ "id": SINAR, "invoiceNos": bills });
    let preview = master.call_raw::<PreviewApproval>(preview).await.expect("a preview");
    assert_eq!(preview["refusal"], json!("proposalBlocked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_viewers_and_keepers_cannot_act() {
    let company = Company::new(2).await;
    let Company { portal, bills, payer, .. } = &company;
    let proposal = propose(payer, bills).await.expect("a proposal");
    company.forget_factors().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    let stranger = portal.sign_in("master@majlis.example").await;
    for actor in [&viewer, &keeper] {
        assert_eq!(seen(actor, &proposal).await.total_bills, 2);
        assert_eq!(propose(actor, bills).await, Err(Code::Forbidden));
        assert_eq!(approve(actor, &proposal, 1).await, Err(Code::Forbidden));
        assert_eq!(refuse(actor, &proposal, 1).await, Err(Code::Forbidden));
        assert_eq!(withdraw(actor, &proposal).await, Err(Code::Forbidden));
        assert_eq!(release(actor, &proposal, "200.00").await.map(drop), Err(Code::Forbidden));
        assert!(!seen(actor, &proposal).await.can_decide);
    }
    assert_eq!(approve(&stranger, &proposal, 1).await, Err(Code::ProposalNotFound));
    assert_eq!(refuse(&stranger, &proposal, 1).await, Err(Code::ProposalNotFound));
    assert_eq!(withdraw(&stranger, &proposal).await, Err(Code::ProposalNotFound));
    assert_eq!(release(&stranger, &proposal, "200.00").await.map(drop), Err(Code::ProposalNotFound));
    assert_eq!(propose(&stranger, bills).await, Err(Code::BulkAccountNotFound));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selection_is_refused_as_a_payment_would_be() {
    let company = Company::new(2).await;
    let Company { bills, payer, .. } = &company;
    let ask = |invoices: Value, total: &str| json!({ "id": SINAR, "invoiceNos": invoices, "totalAmount": total });
    for (request, code) in [
        (ask(json!([]), "0.00"), Code::InvoicesRequired),
        (ask(json!([bills[0], bills[0]]), "200.00"), Code::InvoiceRepeated),
        (ask(json!([bills[0], "599999999999"]), "200.00"), Code::InvoiceUnknown),
        (ask(json!(bills), "199.00"), Code::TotalChanged),
    ] {
        let refused = payer.call_raw::<CreateProposal>(request).await.expect_err("a refusal");
        assert_eq!(refused.code(), code);
    }
    let mut long = ask(json!(bills), &total(bills));
    long["note"] = json!("x".repeat(501));
    assert_eq!(payer.call_raw::<CreateProposal>(long).await.expect_err("too long").code(), Code::RemarkTooLong);
}

#[tokio::test(flavor = "multi_thread")]
async fn proposals_are_limited_by_person() {
    let company = Company::new(8).await;
    let Company { portal, bills, payer, second, .. } = &company;
    let asked = |place: usize| {
        let bills = &bills[place * 2..][..2];
        json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": total(bills) })
    };
    let limit = CallLimit { bucket: "proposal", calls: 100 };
    assert_limited::<CreateProposal>(portal, limit, (payer, [0, 1, 2].map(asked)), (second, asked(2))).await;
    portal.advance(TimeDelta::hours(1));
    let payer = session_of(portal, PAYER).await;
    propose(&payer, &bills[6..]).await.expect("an hour later");
}

/// The list marks what awaits the caller with the SQL function, and details decide with core.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_and_the_details_agree_about_what_awaits_whom() {
    let company = Company::new(12).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    delegate(director, Some(&company.id(MASTER).await), "2026-11-25").await.expect("delegated");
    delegate(second, Some(&company.id(DIRECTOR).await), "2026-11-25").await.expect("delegated");
    let mut proposals = Vec::new();
    for (place, actor) in [master, payer, second, director].into_iter().enumerate() {
        let own = &bills[place * 3..][..2];
        // The director proposes nothing: the last step would be blocked.
        if let Ok(proposal) = propose(actor, own).await {
            proposals.push(proposal);
        }
    }
    assert_eq!(proposals.len(), 3);
    approve(second, &proposals[0], 1).await.expect("approved");
    approve(payer, &proposals[2], 1).await.expect("approved");
    approve(director, &proposals[2], 2).await.expect("approved");
    let mut awaited = 0;
    for actor in [master, payer, second, director] {
        let page = actor.call_raw::<GetProposals>(json!({ "id": SINAR })).await.expect("a page");
        for row in page["items"].as_array().expect("rows") {
            let details = seen(actor, &row["proposalId"]).await;
            assert_eq!(row["awaitsMe"], json!(details.can_decide), "{row}");
            awaited += usize::from(details.can_decide);
        }
        for (filter, awaits) in [(json!({ "awaitsMe": true }), true), (json!({ "awaitsMe": false }), false)] {
            let page = actor.call_raw::<GetProposals>(json!({ "id": SINAR, "filter": filter })).await.expect("a page");
            let rows = page["items"].as_array().expect("rows").clone();
            assert!(rows.iter().all(|row| row["awaitsMe"] == json!(awaits)), "{rows:?}");
        }
    }
    assert!(awaited >= 2, "only {awaited} proposals await a user");
    let by_state = json!({ "id": SINAR, "filter": { "states": ["approved"] } });
    assert_eq!(master.call_raw::<GetProposals>(by_state).await.expect("a page")["total"], json!(1));
    let by_number = json!({ "id": SINAR, "filter": { "search": proposals[1] } });
    assert_eq!(master.call_raw::<GetProposals>(by_number).await.expect("a page")["total"], json!(1));
}

/// The proposer is away or has left: the Master or an approver frees the bills, with a reason.
#[tokio::test(flavor = "multi_thread")]
async fn the_master_or_an_approver_frees_the_bills_of_a_proposer_who_left() {
    let company = Company::new(4).await;
    let Company { bills, master, payer, second, director, .. } = &company;
    // The users' factors let no one sign in, and withdrawing needs none.
    company.forget_factors().await;
    let kept = propose(payer, &bills[2..]).await.expect("a proposal");
    for (actor, approves) in [(master, true), (director, false)] {
        let proposal = propose(payer, &bills[..2]).await.expect("a proposal");
        // Who wants the bills learns whom to ask.
        let asked = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": total(bills) });
        let refused = second.call_raw::<CreateProposal>(asked).await.expect_err("taken");
        assert_eq!(refused.code(), Code::BillsProposed);
        let params = json!(refused.body.params);
        assert_eq!(params["invoices"], json!(bills.clone()));
        let holder = |proposal: &Value, bills: &[_]| json!({ "proposalId": proposal, "proposedBy": "Badrul", "invoiceNos": bills });
        assert_eq!(params["proposals"], json!([holder(&kept, &bills[2..]), holder(&proposal, &bills[..2])]));
        let sentence = format!("Some of these bills are in proposal {} by Badrul.", kept.as_str().expect("a number"));
        assert!(refused.body.error_message.starts_with(&sentence), "{}", refused.body.error_message);

        if approves {
            approve(second, &proposal, 1).await.expect("approved");
            approve(director, &proposal, 2).await.expect("approved");
            company.run(&format!("update person set disabled_at = now() where email = '{PAYER}'")).await;
        }
        let viewer = company.portal.sign_in("viewer@sinar.example").await;
        let request = |reason: Value| json!({ "proposalId": proposal, "reason": reason });
        assert!(viewer.call_raw::<WithdrawProposal>(request(json!("Mine"))).await.is_err());
        assert!(seen(actor, &proposal).await.can_withdraw && !seen(actor, &proposal).await.is_own);
        let no_reason = actor.call_raw::<WithdrawProposal>(request(json!(" "))).await.expect_err("a reason");
        assert_eq!(no_reason.fields(), [("reason", Code::RemarkRequired)]);
        let done = actor.call_raw::<WithdrawProposal>(request(json!("Badrul has left"))).await.expect("withdrawn");
        assert_eq!(done["state"], json!("withdrawn"));
        company.run(&format!("update person set disabled_at = null where email = '{PAYER}'")).await;
        assert_eq!(seen(master, &proposal).await.end_reason.as_deref(), Some("Badrul has left"));
        // The proposer is told, also one who comes back.
        let told = told(payer, &proposal).await;
        let is_told = told.iter().any(|title| title.contains("of Badrul for") && title.contains("by another user"));
        assert!(is_told, "{told:?}");
        assert_eq!(company.settled(&proposal).await, ProposalState::Withdrawn);
    }
    propose(second, &bills[..2]).await.expect("the bills are free");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposer_who_left_gets_no_e_mail_about_the_proposal() {
    let company = Company::new(4).await;
    let wanted = json!({ "preferenceCode": "notificationEmail", "configValue": "atOnce" });
    company.payer.call_raw::<SetUserPreference>(wanted).await.expect("chosen");
    let proposals = [
        propose(&company.payer, &company.bills[..2]).await.expect("a proposal"),
        propose(&company.payer, &company.bills[2..]).await.expect("a proposal"),
    ];
    let is_written_to = async |proposal: &Value| {
        sql::run(company.portal.pool(), "delete from mail", &[]).await;
        refuse(&company.second, proposal, 1).await.expect("refused");
        sql::values::<String>(company.portal.pool(), "select recipient from mail", &[])
            .await
            .contains(&PAYER.to_owned())
    };
    assert!(is_written_to(&proposals[0]).await);
    company
        .run(&format!("update person set bulk_id = null, role = null, make_payments = false where email = '{PAYER}'"))
        .await;
    assert!(!is_written_to(&proposals[1]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_of_no_step_cannot_withdraw() {
    let company = Company::without_policy(2).await;
    let director = company.id(DIRECTOR).await;
    let layer = json!({ "from": "150.00", "steps": [{ "mode": "any", "userIds": [director] }] });
    company.set(json!({ "layers": [layer] }), 0).await.expect("a policy");
    let proposal = propose(&company.payer, &company.bills).await.expect("a proposal");
    assert!(!seen(&company.second, &proposal).await.can_withdraw);
    assert_eq!(withdraw(&company.second, &proposal).await, Err(Code::NotTheProposer));
    // An approver who may no longer make payments has no right.
    company.run(&format!("update person set make_payments = false where email = '{DIRECTOR}'")).await;
    assert!(withdraw(&company.director, &proposal).await.is_err());
    withdraw(&company.payer, &proposal).await.expect("withdrawn without a reason");
}

//! Releasing: bills that changed, holds, identity, and many bills.

use std::time::{Duration, Instant};

use gridbill_core::approvals::{CreateProposal, ProposalDetails, ProposalState, ReleaseProposal};
use gridbill_core::bills::HoldCause;
use gridbill_core::downloads::GetAuditPack;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::packs::{Outcome, PackRule, VerifyOptions, verify};
use gridbill_core::payments::{GetPaymentDetails, MakePayment, MakePaymentRequest, PaymentOfPlan, PrintPayment};
use gridbill_core::queries::{CloseQuery, OpenQuery};
use gridbill_core::{Code, Language};
use serde_json::{Value, json};

use super::acts::told;
use super::{Company, approve, propose, release, releasing, seen};
use crate::support::given::{self, SINAR, eft, fpx};
use crate::support::money;
use crate::support::{Actor, pdf_text, sql};

/// Proposes the bills and has them approved.
async fn approved(company: &Company, bills: &[gridbill_core::number::InvoiceNo]) -> Value {
    let proposal = propose(&company.payer, bills).await.expect("a proposal");
    approve(&company.second, &proposal, 1).await.expect("approved");
    let last = approve(&company.director, &proposal, 2).await.expect("approved");
    assert_eq!(last.state, ProposalState::Approved);
    proposal
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_was_issued_again_makes_the_proposal_void_and_is_named() {
    let company = Company::new(3).await;
    let bills = &company.bills;
    let proposal = approved(&company, &bills[..2]).await;
    company
        .run(&format!(
            "update bill set total_amount_payable = 101, current_charge = 101 where invoice_no = '{}'",
            bills[1]
        ))
        .await;
    let changes = seen(&company.payer, &proposal).await.changes;
    assert_eq!(changes.len(), 1);
    let released = release(&company.payer, &proposal, "200.00").await.expect("an answer");
    assert_eq!((released.state, released.payment), (ProposalState::Void, None));
    let named = &released.changes[0];
    assert_eq!((&named.invoice_no, named.reason), (&bills[1], Code::BillAmountChanged));
    assert_eq!(named.amount.map(|amount| amount.to_string()).as_deref(), Some("101.00"));
    let payments = sql::value::<i64>(company.portal.pool(), "select count(*) from payment", &[]).await;
    assert_eq!(payments, 0);
    assert_eq!(company.settled(&proposal).await, ProposalState::Void);
    assert_eq!(seen(&company.payer, &proposal).await.changes, changes);
    // The bills are free again.
    propose(&company.payer, &[bills[0].clone(), bills[2].clone()]).await.expect("a proposal");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_was_paid_meanwhile_makes_the_proposal_void() {
    let company = Company::new(2).await;
    let Company { bills, payer, .. } = &company;
    let proposal = approved(&company, bills).await;
    // A small payment needs no approval.
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let released = release(payer, &proposal, "200.00").await.expect("an answer");
    assert_eq!((released.state, released.changes[0].reason), (ProposalState::Void, Code::BillInPayment));
    assert_eq!(company.settled(&proposal).await, ProposalState::Void);
}

#[tokio::test(flavor = "multi_thread")]
async fn approving_notices_a_change_as_well() {
    let company = Company::new(2).await;
    let proposal = propose(&company.payer, &company.bills).await.expect("a proposal");
    company.run(&format!("update bill set status = 4 where invoice_no = '{}'", company.bills[0])).await;
    let changed = approve(&company.second, &proposal, 1).await.expect("an answer");
    assert_eq!((changed.state, changed.changes[0].reason), (ProposalState::Void, Code::BillPaid));
    assert_eq!(seen(&company.payer, &proposal).await.state, ProposalState::Void);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_on_hold_is_released_only_if_it_was_chosen_alone() {
    let company = Company::new(2).await;
    let Company { bills, payer, .. } = &company;
    let proposal = approved(&company, bills).await;
    let asked = json!({ "id": SINAR, "invoiceNo": bills[0], "message": "Why?" });
    payer.call_raw::<OpenQuery>(asked).await.expect("a query");
    assert_eq!(seen(payer, &proposal).await.held_bills, 1);
    assert_eq!(release(payer, &proposal, "200.00").await.map(drop), Err(Code::BillsOnHold));
    assert_eq!(seen(payer, &proposal).await.state, ProposalState::Approved);
    let mut chosen = releasing(&proposal, "200.00");
    chosen["heldInvoiceNos"] = json!([bills[0]]);
    let released = payer.call_raw::<ReleaseProposal>(chosen).await.expect("released");
    assert_eq!(released["state"], json!("released"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_release_needs_a_second_factor_a_recent_proof_and_valid_references() {
    let company = Company::new(2).await;
    let proposal = approved(&company, &company.bills).await;
    assert_eq!(release(&company.payer, &proposal, "199.00").await.map(drop), Err(Code::ReferencesDoNotAddUp));
    company.forget_proofs().await;
    assert_eq!(release(&company.payer, &proposal, "200.00").await.map(drop), Err(Code::ConfirmIdentity));
    company.forget_factors().await;
    assert_eq!(release(&company.payer, &proposal, "200.00").await.map(drop), Err(Code::ReleaseNeedsFactor));
    assert_eq!(seen(&company.payer, &proposal).await.state, ProposalState::Approved);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_thousand_bills_are_proposed_opened_and_released_in_one_transaction() {
    let company = Company::new(5_000).await;
    let bills = &company.bills;
    let began = Instant::now();
    let proposal = approved(&company, bills).await;
    let proposed = began.elapsed();
    let began = Instant::now();
    let details = seen(&company.payer, &proposal).await;
    let opened = began.elapsed();
    assert_eq!(details.bills.len(), bills.len());
    let began = Instant::now();
    let released = release(&company.payer, &proposal, "500000.00").await.expect("released");
    let paid = began.elapsed();
    let payment = released.payment.expect("a payment");
    let request = json!({ "transactionNo": payment.transaction_no });
    let paid_bills = company.payer.call_raw::<GetPaymentDetails>(request).await.expect("a payment");
    assert_eq!(paid_bills["totalInvoices"].as_u64().or(paid_bills["invoices"]["total"].as_u64()), Some(5_000));
    println!("5,000 bills: proposed and approved in {proposed:?}, opened in {opened:?}, released in {paid:?}");
    // Unoptimised builds on a busy machine are much slower than the portal.
    assert!(opened < Duration::from_secs(10) && paid < Duration::from_secs(30), "{opened:?} {paid:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_over_the_limit_of_a_method_is_released_by_another_one() {
    let company = Company::new(1).await;
    let payer = &company.payer;
    let bills = given::bills(company.portal.pool(), SINAR, 2, "600000.00").await;
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": "1200000.00" });
    let proposal = payer.call_raw::<CreateProposal>(request).await.expect("a proposal")["proposalId"].clone();
    approve(&company.second, &proposal, 1).await.expect("approved");
    approve(&company.director, &proposal, 2).await.expect("approved");
    let by_fpx = json!({ "proposalId": proposal, "paymentMethod": "FPX", "bankId": given::BANK });
    let refused = payer.call_raw::<ReleaseProposal>(by_fpx).await.expect_err("above the limit");
    assert_eq!(refused.body.fields[0].code, Code::ProposalAboveMethod);
    // A group of payments cannot avoid the policy.
    let plan = MakePaymentRequest {
        plan: Some(PaymentOfPlan::First { invoice_nos: bills.clone(), total_amount: money("1200000.00") }),
        ..fpx(&bills[..1], "600000.00")
    };
    assert_eq!(payer.call::<MakePayment>(plan).await.expect_err("needs approval").code(), Code::ApprovalNeeded);
    let by_rentas = json!({
        "proposalId": proposal, "paymentMethod": "EFT_RENTAS", "bankId": given::BANK,
        "referenceNumbers": [{ "number": "R1", "amount": "1200000.00" }],
    });
    let released = payer.call_raw::<ReleaseProposal>(by_rentas).await.expect("a payment");
    assert!(released["payment"]["transactionNo"].is_string());
    assert_eq!(company.settled(&proposal).await, ProposalState::Released);
}

/// The audit pack of a released proposal proves its approvals.
#[tokio::test(flavor = "multi_thread")]
async fn the_audit_pack_of_a_released_proposal_proves_its_approvals() {
    let company = Company::new(2).await;
    let proposal = approved(&company, &company.bills).await;
    let released = release(&company.payer, &proposal, "200.00").await.expect("an answer");
    let number = released.payment.expect("a payment").transaction_no;
    let request = json!({ "transactionNo": number });
    let (status, archive) = company.payer.send(&GetAuditPack::ENTRY, request).await;
    assert_eq!(status, 200);
    let found = verify(&archive, &VerifyOptions::default(), Language::En);
    let outcome = found.packs[0].rules.iter().find(|rule| rule.rule == PackRule::Approval).map(|rule| rule.outcome);
    assert_eq!((outcome, found.outcome), (Some(Outcome::Holds), Outcome::Unproven), "{found:#?}");
}

/// The document of the payment names its proposal, and who approved it.
#[tokio::test(flavor = "multi_thread")]
async fn the_document_of_a_released_payment_names_its_approvers() {
    let company = Company::new(2).await;
    let proposal = approved(&company, &company.bills).await;
    let released = release(&company.payer, &proposal, "200.00").await.expect("an answer");
    let number = released.payment.expect("a payment").transaction_no;
    let (status, file) = company.payer.send(&PrintPayment::ENTRY, json!({ "transactionNo": number })).await;
    assert_eq!(status, 200);
    let text = pdf_text(&file);
    let id = proposal.as_str().expect("a number");
    let from = text.find(&format!("Proposal{id}")).unwrap_or_else(|| panic!("{text}"));
    let acts: Vec<String> = seen(&company.payer, &proposal)
        .await
        .acts
        .into_iter()
        .map(|act| format!("Approvedby{}{}", act.by, act.at.shown(Language::En)).replace([' ', '\u{a0}'], ""))
        .collect();
    assert_eq!(acts.len(), 2);
    assert!(text[from..].contains(&acts.concat()), "{text} lacks {acts:?}");
}

async fn ask(actor: &Actor, bill: &InvoiceNo) -> Value {
    let request = json!({ "id": SINAR, "invoiceNo": bill, "message": "Why?" });
    actor.call_raw::<OpenQuery>(request).await.expect("a query")["queryId"].clone()
}

/// A hold keeps its cause: another one, even of the same kind, was not chosen by anyone.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_hold_after_the_approval_is_refused() {
    let company = Company::new(2).await;
    let Company { bills, payer, second, director, .. } = &company;
    let query = ask(payer, &bills[0]).await;
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": "200.00", "heldInvoiceNos": [bills[0]] });
    let proposal = payer.call_raw::<CreateProposal>(request).await.expect("a proposal")["proposalId"].clone();
    let held = |proposal: &ProposalDetails| {
        let bill = proposal.bills.iter().find(|bill| bill.invoice_no == bills[0]).expect("the bill");
        (bill.hold, bill.new_hold)
    };
    assert_eq!(held(&seen(payer, &proposal).await), (Some(HoldCause::Query), None));
    // The approvers are told which bill is on hold, and who chose it.
    let told = told(second, &proposal).await;
    let named = format!("On hold: {} (open query, chosen by Badrul).", bills[0]);
    assert!(told[0].ends_with(&named), "{told:?}");
    approve(second, &proposal, 1).await.expect("approved");
    approve(director, &proposal, 2).await.expect("approved");

    // Another query about the bill is another hold, and so is a cancelled e-invoice.
    let withdrawn = json!({ "queryId": query, "isAccepted": false });
    payer.call_raw::<CloseQuery>(withdrawn).await.expect("closed");
    assert_eq!(held(&seen(payer, &proposal).await), (Some(HoldCause::Query), None));
    let again = ask(second, &bills[0]).await;
    assert_eq!(held(&seen(payer, &proposal).await), (Some(HoldCause::Query), Some(HoldCause::Query)));
    assert_eq!(release(payer, &proposal, "200.00").await.map(drop), Err(Code::BillsOnHold));
    second.call_raw::<CloseQuery>(json!({ "queryId": again, "isAccepted": false })).await.expect("closed");
    given::set_e_invoices(company.portal.pool(), &bills[..1], "cancelled").await;
    assert_eq!(held(&seen(payer, &proposal).await), (Some(HoldCause::Query), Some(HoldCause::EInvoice)));
    assert_eq!(release(payer, &proposal, "200.00").await.map(drop), Err(Code::BillsOnHold));
    assert_eq!(seen(payer, &proposal).await.state, ProposalState::Approved);

    // The user who releases it can choose it in spite of the new hold, and is named for that.
    let mut chosen = releasing(&proposal, "200.00");
    chosen["heldInvoiceNos"] = json!([bills[0]]);
    let released = second.call_raw::<ReleaseProposal>(chosen).await.expect("released");
    let expected = json!([{ "invoiceNo": bills[0], "cause": "eInvoice", "chosenBy": "Salmah" }]);
    assert_eq!(held_of_fact(&company, "PaymentSubmitted").await, expected);
    let by_proposer = json!([{ "invoiceNo": bills[0], "cause": "query", "chosenBy": "Badrul" }]);
    assert_eq!(held_of_fact(&company, "ProposalMade").await, by_proposer);
    let (payment, approval) = packed(payer, &released["payment"]["transactionNo"]).await;
    assert_eq!(payment["heldBills"], expected);
    let holds: Vec<_> = approval["bills"].as_array().expect("bills").iter().map(|bill| &bill["hold"]).collect();
    assert_eq!(holds, [&json!("query"), &Value::Null]);
    assert_eq!(company.settled(&proposal).await, ProposalState::Released);
}

/// The hold that the proposer chose is accepted, and the fact of the payment names the proposer, not the one who releases.
#[tokio::test(flavor = "multi_thread")]
async fn a_hold_that_was_chosen_in_the_proposal_is_released_in_the_proposers_name() {
    let company = Company::new(2).await;
    let Company { bills, payer, second, director, .. } = &company;
    ask(payer, &bills[0]).await;
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": "200.00", "heldInvoiceNos": [bills[0]] });
    let proposal = payer.call_raw::<CreateProposal>(request).await.expect("a proposal")["proposalId"].clone();
    approve(second, &proposal, 1).await.expect("approved");
    approve(director, &proposal, 2).await.expect("approved");
    release(second, &proposal, "200.00").await.expect("released");
    let expected = json!([{ "invoiceNo": bills[0], "cause": "query", "chosenBy": "Badrul" }]);
    assert_eq!(held_of_fact(&company, "PaymentSubmitted").await, expected);
}

/// Items of earlier versions have no cause, so the release asks again.
#[tokio::test(flavor = "multi_thread")]
async fn a_hold_without_a_stored_cause_is_asked_about_again() {
    let company = Company::new(2).await;
    let Company { bills, payer, .. } = &company;
    ask(payer, &bills[0]).await;
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": "200.00", "heldInvoiceNos": [bills[0]] });
    let proposal = payer.call_raw::<CreateProposal>(request).await.expect("a proposal")["proposalId"].clone();
    company.run("update proposal_item set hold_cause = null, hold_source = null").await;
    approve(&company.second, &proposal, 1).await.expect("approved");
    approve(&company.director, &proposal, 2).await.expect("approved");
    assert_eq!(release(payer, &proposal, "200.00").await.map(drop), Err(Code::BillsOnHold));
}

/// The held bills of the newest fact of a kind.
async fn held_of_fact(company: &Company, kind: &str) -> Value {
    let query = "select data from fact where kind = $1 order by fact_id desc limit 1";
    let data = sql::value::<Value>(company.portal.pool(), query, &[&kind]).await;
    data["held"].clone()
}

/// Returns `payment.json` and `approval.json` of a payment's audit pack, whose rules hold.
async fn packed(actor: &Actor, number: &Value) -> (Value, Value) {
    let (status, archive) = actor.send(&GetAuditPack::ENTRY, json!({ "transactionNo": number })).await;
    assert_eq!(status, 200);
    let found = verify(&archive, &VerifyOptions::default(), Language::En);
    let failed: Vec<_> = found.packs[0].rules.iter().filter(|rule| rule.outcome == Outcome::Fails).collect();
    assert!(failed.is_empty(), "{failed:?}");
    let (files, _) = gridbill_core::packs::archive::read(&archive);
    let json = |name: &str| {
        let file = files.iter().find(|file| file.name.ends_with(name)).expect("the file");
        serde_json::from_slice(file.bytes).expect("JSON")
    };
    (json("payment.json"), json("approval.json"))
}

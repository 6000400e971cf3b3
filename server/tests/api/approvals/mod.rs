//! Approval inside a company, over HTTP.

mod acts;
mod policies;
mod races;
mod release;
mod schedule;

use gridbill_core::Code;
use gridbill_core::approvals::{
    ApproveProposal, CreateProposal, DecideApprovalPolicy, DelegateApproval, GetApprovalPolicy, GetProposal,
    ProposalChanged, ProposalDetails, ProposalState, RefuseProposal, ReleaseProposal, ReleasedProposal,
    SetApprovalPolicy, WithdrawProposal,
};
use gridbill_core::number::InvoiceNo;
use serde_json::{Value, json};

use crate::check::broken;
use crate::support::given::{self, Person, SINAR};
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

/// A portal whose company has a policy: from RM 150, one of the payer and the second payer, then the director.
struct Company {
    portal: Portal,
    bills: Vec<InvoiceNo>,
    master: Actor,
    payer: Actor,
    second: Actor,
    director: Actor,
}

const PAYER: &str = "payer@sinar.example";
const SECOND: &str = "second@sinar.example";
const DIRECTOR: &str = "director@sinar.example";
const MASTER: &str = "master@sinar.example";

impl Company {
    /// Without a policy, with that many bills of RM 100.
    async fn without_policy(bills: i32) -> Self {
        let portal = Portal::with_people().await;
        for (email, name) in [(SECOND, "Salmah"), (DIRECTOR, "Fatimah")] {
            let (role, bulk_id) = ("member", Some(SINAR));
            given::person(portal.pool(), Person { email, name, role, bulk_id, pays: true, keeps: false }).await;
        }
        let bills = given::bills(portal.pool(), SINAR, bills, "100.00").await;
        let master = portal.sign_in(MASTER).await;
        let payer = portal.sign_in(PAYER).await;
        let second = portal.sign_in(SECOND).await;
        let director = portal.sign_in(DIRECTOR).await;
        let company = Self { portal, bills, master, payer, second, director };
        company.give_factors().await;
        company
    }

    async fn new(bills: i32) -> Self {
        let company = Self::without_policy(bills).await;
        let policy = company.policy().await;
        company.set(policy, 0).await.expect("a policy");
        company
    }

    async fn id(&self, email: &str) -> String {
        id_of(self.portal.pool(), email).await
    }

    async fn policy(&self) -> Value {
        let approvers = json!({ "name": "Approvers", "userIds": [self.id(PAYER).await, self.id(SECOND).await] });
        let first = json!({ "mode": "any", "groups": ["Approvers"] });
        let then = json!({ "mode": "any", "userIds": [self.id(DIRECTOR).await] });
        json!({ "approverGroups": [approvers], "layers": [{ "from": "150.00", "steps": [first, then] }] })
    }

    async fn set(&self, policy: Value, version: i32) -> Result<Value, Code> {
        let request = json!({ "id": SINAR, "policy": policy, "version": version });
        self.master.call_raw::<SetApprovalPolicy>(request).await.map_err(|refused| refused.code())
    }

    /// The state of the proposal, and that every invariant holds.
    async fn settled(&self, proposal: &Value) -> ProposalState {
        let broken: Vec<_> = broken(&self.portal).await.into_iter().filter(|(_, broken)| *broken > 0).collect();
        assert!(broken.is_empty(), "{broken:?}");
        seen(&self.payer, proposal).await.state
    }

    /// Runs statements with all triggers, as the feed or another part of the portal would.
    async fn run(&self, statements: &str) {
        sql::run_script(&mut self.portal.superuser().await, statements).await;
    }

    /// Gives each user a second factor, which a release needs. Their sessions stay proofs of identity, but they cannot
    /// sign in again.
    async fn give_factors(&self) {
        self.run(
            "insert into factor (factor_id, person_id, kind, name, added_at, secret)
             select gen_random_uuid(), person_id, 'totp', 'App', now(), 'secret' from person",
        )
        .await;
    }

    /// Removes everyone's second factor.
    async fn forget_factors(&self) {
        self.run("delete from factor").await;
    }

    /// Lets the time since the last confirmation of every session pass.
    async fn forget_proofs(&self) {
        self.run("update session set proved_at = null").await;
    }
}

fn total(bills: &[InvoiceNo]) -> String {
    format!("{}.00", bills.len() * 100)
}

async fn propose(actor: &Actor, bills: &[InvoiceNo]) -> Result<Value, Code> {
    let request = json!({ "id": SINAR, "invoiceNos": bills, "totalAmount": total(bills), "note": " For October. " });
    let made = actor.call_raw::<CreateProposal>(request).await.map_err(|refused| refused.code())?;
    Ok(made["proposalId"].clone())
}

async fn seen(actor: &Actor, proposal: &Value) -> ProposalDetails {
    let found = actor.call_raw::<GetProposal>(json!({ "proposalId": proposal })).await.expect("a proposal");
    serde_json::from_value(found).expect("a proposal")
}

async fn approve(actor: &Actor, proposal: &Value, step: i32) -> Result<ProposalChanged, Code> {
    let request = json!({ "proposalId": proposal, "step": step });
    let changed = actor.call_raw::<ApproveProposal>(request).await.map_err(|refused| refused.code())?;
    Ok(serde_json::from_value(changed).expect("a change"))
}

async fn refuse(actor: &Actor, proposal: &Value, step: i32) -> Result<Value, Code> {
    let request = json!({ "proposalId": proposal, "step": step, "reason": "Too high" });
    actor.call_raw::<RefuseProposal>(request).await.map_err(|refused| refused.code())
}

async fn withdraw(actor: &Actor, proposal: &Value) -> Result<Value, Code> {
    let request = json!({ "proposalId": proposal });
    actor.call_raw::<WithdrawProposal>(request).await.map_err(|refused| refused.code())
}

async fn decide(actor: &Actor, version: i32, is_confirmed: bool) -> Result<Value, Code> {
    let request = json!({ "id": SINAR, "version": version, "isConfirmed": is_confirmed });
    actor.call_raw::<DecideApprovalPolicy>(request).await.map_err(|refused| refused.code())
}

async fn delegate(actor: &Actor, to: Option<&str>, until: &str) -> Result<Value, Code> {
    let request = json!({ "id": SINAR, "toUserId": to, "until": until });
    actor.call_raw::<DelegateApproval>(request).await.map_err(|refused| refused.code())
}

fn releasing(proposal: &Value, total: &str) -> Value {
    let number = format!("EFT{}", proposal.as_str().expect("a number"));
    json!({
        "proposalId": proposal, "paymentMethod": "EFT_GIRO", "bankId": given::BANK,
        "referenceNumbers": [{ "number": number, "amount": total }],
    })
}

async fn release(actor: &Actor, proposal: &Value, total: &str) -> Result<ReleasedProposal, Code> {
    let released = actor.call_raw::<ReleaseProposal>(releasing(proposal, total)).await;
    let released = released.map_err(|refused| refused.code())?;
    Ok(serde_json::from_value(released).expect("a release"))
}

async fn policy_of(actor: &Actor) -> Value {
    actor.call_raw::<GetApprovalPolicy>(json!({ "id": SINAR })).await.expect("a policy")
}

//! A proposal with its policy and approvals, for the audit pack of its payment.

use gridbill_core::number::{BulkId, ProposalId};
use gridbill_core::packs::PackedApproval;
use gridbill_core::recorded_name::display_name;
use gridbill_core::{Code, Language};
use sqlx::PgPool;

use super::sql;
use super::sql::policy as policies;
use crate::error::Answer;

/// Loads a proposal. Fails with [`Code::ProposalNotFound`] if the bulk account does not have it.
pub async fn load(
    db: &PgPool,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
    language: Language,
) -> Answer<PackedApproval> {
    let proposal = sql::find(db, bulk_id, proposal_id).await?.ok_or(Code::ProposalNotFound)?;
    let policy = policies::version(db, bulk_id, proposal.policy_version).await?;
    Ok(PackedApproval {
        state: proposal.state,
        proposer_id: proposal.proposer_id.to_string(),
        proposed_by: display_name(proposal.proposed_by, language),
        proposed_at: proposal.proposed_at,
        amount: proposal.amount,
        note: proposal.note,
        policy_version: proposal.policy_version,
        policy,
        steps: proposal.steps,
        bills: sql::packed_bills(db, bulk_id, proposal_id).await?,
        acts: sql::packed_acts(db, bulk_id, proposal_id).await?,
        hash: hex::encode(&proposal.hash),
        proposal_id: proposal.proposal_id,
    })
}

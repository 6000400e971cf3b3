//! The job that reminds approvers, and lets proposals lapse that were not released in time.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::approvals::{ApprovalFact, ProposalEvent, ProposalState, reminder};
use gridbill_core::fact::PortalActor;
use gridbill_core::{Day, Instant};
use serde::{Deserialize, Serialize};

use super::proposals::{after, entry};
use super::rights::Rights;
use super::sql::{self, Proposal, ProposalEnd};
use crate::app::App;
use crate::error::Answer;
use crate::facts::{self, Actor};
use crate::jobs::{self, Failures};

/// The job that follows proposals up.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FollowProposals {}

impl TaskHandler for FollowProposals {
    const IDENTIFIER: &'static str = "follow_proposals";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        follow(&app).await.map_err(|error| format!("following proposals up: {error:?}"))
    }
}

const ACTOR: Actor<'static> = Actor::Portal(PortalActor::Approvals);

/// Follows all open proposals up, each in its own transaction. Several processes may run this at the same time: each
/// proposal is locked and looked at again.
///
/// # Errors
/// The first failure, after all proposals were tried.
pub async fn follow(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for proposal in sql::open(&app.pool).await? {
        let done = follow_one(app, &proposal).await;
        failures.note(proposal.proposal_id.as_str(), "cannot follow a proposal up", done);
    }
    failures.answer()
}

/// Lets a proposal lapse, or reminds its approvers.
async fn follow_one(app: &App, seen: &Proposal) -> Answer<()> {
    let now = app.now();
    let is_due = |proposal: &Proposal| now >= proposal.lapses_at || due(proposal, now).is_some();
    if !is_due(seen) {
        return Ok(());
    }
    let mut tx = app.pool.begin().await?;
    let Some(proposal) = sql::lock(&mut tx, &seen.bulk_id, &seen.proposal_id).await? else { return Ok(()) };
    if !proposal.state.is_open() {
        return Ok(());
    }
    if now >= proposal.lapses_at {
        let state = after(&proposal, ProposalEvent::Lapse)?;
        sql::end(&mut tx, &proposal.proposal_id, state, &ProposalEnd::default(), now).await?;
        let fact = ApprovalFact::ProposalLapsed { total: proposal.amount };
        let entry = entry(&proposal, ACTOR, fact).concerning(proposal.proposer_id);
        facts::record(&app.context(), &mut tx, entry).await?;
    } else if let Some(reminder) = due(&proposal, now) {
        let awaited = Rights::of(&mut tx, &proposal, Day::at(now)).await?.awaited(&proposal.steps);
        let of_due = reminder == reminder::Reminder::OfDueDate;
        let fact = ApprovalFact::ProposalReminded {
            total: proposal.amount,
            step: proposal.step,
            due: proposal.earliest_due.filter(|_| of_due),
        };
        sql::mark_reminded(&mut tx, &proposal.proposal_id, of_due).await?;
        facts::record(&app.context(), &mut tx, entry(&proposal, ACTOR, fact).to_only(&awaited)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Returns the reminder that a proposal needs now.
fn due(proposal: &Proposal, now: Instant) -> Option<reminder::Reminder> {
    let sent = reminder::Sent { of_step: proposal.is_reminded, of_due: proposal.is_reminded_of_due };
    let awaits = proposal.state == ProposalState::Proposed;
    if awaits { reminder::due(proposal.step_since, proposal.earliest_due, &sent, now) } else { None }
}

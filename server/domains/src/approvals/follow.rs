//! The job that reminds approvers, asks for the release on its day, and lets proposals lapse that were not released in time.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::approvals::{ApprovalFact, ProposalEvent, ProposalState, find_changes, is_release_due, reminder};
use gridbill_core::fact::PortalActor;
use gridbill_core::{Day, Instant};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::proposals::{after, entry, void};
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
/// proposal is locked and looked at again. Fails with the first failure, after all proposals were tried.
pub async fn follow(app: &App) -> Answer<()> {
    let mut failures = Failures::default();
    for proposal in sql::open(&app.pool).await? {
        let done = follow_one(app, &proposal).await;
        failures.note(proposal.proposal_id.as_str(), "cannot follow a proposal up", done)?;
    }
    failures.answer()
}

/// Lets a proposal lapse, asks for its release, or reminds its approvers.
async fn follow_one(app: &App, seen: &Proposal) -> Answer<()> {
    let now = app.now();
    let is_due =
        |proposal: &Proposal| now >= proposal.lapses_at || must_tell(proposal, now) || due(proposal, now).is_some();
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
        let told = Rights::of(&mut tx, &proposal, Day::at(now)).await?.successors();
        let entry = entry(&proposal, ACTOR, fact).concerning(proposal.proposer_id).to_only(&told);
        facts::record(&app.context(), &mut tx, entry).await?;
    } else if must_tell(&proposal, now) {
        ask_for_release(app, &mut tx, &proposal, now).await?;
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

/// Whether the proposer must be asked to release it, because its day has come.
fn must_tell(proposal: &Proposal, now: Instant) -> bool {
    !proposal.is_release_told && is_release_due(proposal.release_on, now)
}

/// Asks the proposer, or all who may pay if the proposer no longer may, to release an approved proposal, and else the approvers to decide. A proposal whose bills changed
/// becomes void instead.
async fn ask_for_release(app: &App, db: &mut PgConnection, proposal: &Proposal, now: Instant) -> Answer<()> {
    let frozen = sql::frozen_bills(&mut *db, &proposal.proposal_id).await?;
    let current = sql::current_bills(&mut *db, &proposal.bulk_id, &proposal.proposal_id).await?;
    let changes = find_changes(&frozen, &current);
    if !changes.is_empty() {
        return void(&app.context(), db, proposal, ACTOR, &changes).await;
    }
    let is_approved = proposal.state == ProposalState::Approved;
    let rights = Rights::of(&mut *db, proposal, Day::at(now)).await?;
    let mut asked = rights.releasers();
    if !is_approved {
        asked = rights.awaited(&proposal.steps);
        asked.push(proposal.proposer_id);
    }
    sql::mark_release_told(&mut *db, &proposal.proposal_id).await?;
    let fact = ApprovalFact::ProposalReleaseDue { total: proposal.amount, is_approved };
    facts::record(&app.context(), db, entry(proposal, ACTOR, fact).to_only(&asked)).await
}

/// Returns the reminder that a proposal needs now.
fn due(proposal: &Proposal, now: Instant) -> Option<reminder::Reminder> {
    let sent = reminder::Sent { of_step: proposal.is_reminded, of_due: proposal.is_reminded_of_due };
    let awaits = proposal.state == ProposalState::Proposed;
    if awaits { reminder::due(proposal.step_since, proposal.earliest_due, &sent, now) } else { None }
}

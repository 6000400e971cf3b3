//! What decides who may act on a proposal, read from the database for core's rules.

use gridbill_core::Day;
use gridbill_core::approvals::{Approval, DelegatedRight, RequiredStep, Situation};
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::approver_ids;
use super::sql::policy::{self as policies, User};
use super::sql::{self, Proposal};
use crate::error::Answer;

/// The users, delegations and approvals of a proposal.
pub struct Rights {
    proposer: String,
    pub users: Vec<User>,
    active: Vec<String>,
    delegations: Vec<DelegatedRight>,
    pub approvals: Vec<Approval>,
    today: Day,
}

impl Rights {
    /// Reads what decides about a proposal.
    pub async fn of(db: &mut PgConnection, proposal: &Proposal, today: Day) -> Answer<Self> {
        let bulk_id: &BulkId = &proposal.bulk_id;
        let users = policies::users(&mut *db, bulk_id).await?;
        Ok(Self {
            proposer: proposal.proposer_id.to_string(),
            active: approver_ids(&users),
            users,
            delegations: policies::delegated_rights(&mut *db, bulk_id, today).await?,
            approvals: sql::approvals(db, &proposal.proposal_id).await?,
            today,
        })
    }

    /// Returns what core's rules decide by.
    pub fn situation<'a>(&'a self, steps: &'a [RequiredStep]) -> Situation<'a> {
        Situation {
            steps,
            proposer: &self.proposer,
            approvals: &self.approvals,
            delegations: &self.delegations,
            active: &self.active,
            today: self.today,
        }
    }

    /// Returns the users whom the proposal awaits once it is approved: its proposer, or all who may pay if the proposer no
    /// longer may.
    pub fn releasers(&self) -> Vec<Uuid> {
        let able = || self.users.iter().filter(|user| user.can_approve).map(|user| user.person_id);
        let proposer: Vec<Uuid> = able().filter(|id| id.to_string() == self.proposer).collect();
        if proposer.is_empty() { able().collect() } else { proposer }
    }

    /// Returns all who may pay, if the proposer no longer may; otherwise no user.
    pub fn successors(&self) -> Vec<Uuid> {
        let mut releasers = self.releasers();
        releasers.retain(|id| id.to_string() != self.proposer);
        releasers
    }

    /// Returns the users whom the proposal awaits.
    pub fn awaited(&self, steps: &[RequiredStep]) -> Vec<Uuid> {
        let situation = self.situation(steps);
        let may_act = |user: &&User| situation.right_of(&user.person_id.to_string()).is_ok();
        self.users.iter().filter(may_act).map(|user| user.person_id).collect()
    }
}

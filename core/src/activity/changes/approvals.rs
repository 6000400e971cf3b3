//! Remarks and reasons of approvals.

use super::{REMARK, Table};
use crate::approvals::ApprovalFact;
use crate::recorded_name::display_name;

impl Table {
    pub(super) fn approval(&mut self, fact: &ApprovalFact) {
        match fact {
            ApprovalFact::ProposalApproved { remark, in_place_of, .. } => {
                self.came(IN_PLACE_OF, in_place_of.clone());
                self.came(REMARK, remark.clone());
            }
            ApprovalFact::ProposalRefused { reason, in_place_of, .. } => {
                self.came(IN_PLACE_OF, in_place_of.clone());
                self.came(REMARK, Some(reason.clone()));
            }
            ApprovalFact::ProposalWithdrawn { reason, proposed_by, .. } => {
                self.came(PROPOSED_BY, proposed_by.clone().map(|name| display_name(name, self.language)));
                self.came(REMARK, reason.clone());
            }
            ApprovalFact::ProposalMade { held, .. } => self.held(held),
            ApprovalFact::PolicyProposed { .. }
            | ApprovalFact::PolicySet { .. }
            | ApprovalFact::PolicyTurnedDown { .. }
            | ApprovalFact::ApprovalDelegated { .. }
            | ApprovalFact::DelegationEnded { .. }
            | ApprovalFact::ProposalReleased { .. }
            | ApprovalFact::ProposalVoided { .. }
            | ApprovalFact::ProposalLapsed { .. }
            | ApprovalFact::ProposalReleaseDue { .. }
            | ApprovalFact::ProposalReminded { .. } => {}
        }
    }
}

/// The proposer of a proposal that another user withdrew.
const PROPOSED_BY: crate::Words = ["Proposed by", "Dicadangkan oleh"];
/// The user in whose place an approver acted.
const IN_PLACE_OF: crate::Words = ["In place of", "Bagi pihak"];

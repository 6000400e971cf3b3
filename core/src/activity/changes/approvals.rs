//! Remarks and reasons of approvals.

use super::{REMARK, Table};
use crate::approvals::ApprovalFact;

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
            ApprovalFact::ProposalWithdrawn { reason, .. } => self.came(REMARK, reason.clone()),
            ApprovalFact::PolicyProposed { .. }
            | ApprovalFact::PolicySet { .. }
            | ApprovalFact::PolicyTurnedDown { .. }
            | ApprovalFact::ApprovalDelegated { .. }
            | ApprovalFact::DelegationEnded { .. }
            | ApprovalFact::ProposalMade { .. }
            | ApprovalFact::ProposalReleased { .. }
            | ApprovalFact::ProposalVoided { .. }
            | ApprovalFact::ProposalLapsed { .. }
            | ApprovalFact::ProposalReleaseDue { .. }
            | ApprovalFact::ProposalReminded { .. } => {}
        }
    }
}

/// The user in whose place an approver acted.
const IN_PLACE_OF: crate::Words = ["In place of", "Bagi pihak"];

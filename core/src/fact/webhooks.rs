//! Which facts are delivered to the webhooks of a company, and as which events. A new domain does
//! not compile without a decision.

use super::{
    AccountingFact, AccountsFact, ApprovalFact, BillsFact, Fact, FindingsFact, PaymentEvent, PaymentFact, QueryFact,
    StatementFact,
};
use crate::webhooks::{WebhookEvent, WebhookEventType as Type, WebhookObject as Object};

impl Fact {
    /// Returns the events that follow from the fact. `id` is the stored id of its subject. Facts about users, their
    /// sessions and settings give none, because events go to systems and have no personal data.
    #[must_use]
    pub fn webhook_events(&self, id: &str, about: &str) -> Vec<WebhookEvent> {
        match self {
            Self::Payment(fact) => payment(fact, about).into_iter().collect(),
            Self::Approval(fact) => proposal(fact, about).into_iter().collect(),
            Self::Query(fact) => query(fact, id, about).into_iter().collect(),
            Self::Findings(fact) => findings(fact).into_iter().collect(),
            Self::Bills(fact) => vec![bills(fact)],
            Self::Accounts(fact) => accounts(fact),
            Self::Statement(fact) => statement(fact, about).into_iter().collect(),
            Self::Accounting(fact) => accounting(fact).into_iter().collect(),
            Self::Registration(_)
            | Self::Company(_)
            | Self::People(_)
            | Self::Colleague(_)
            | Self::Mailbox(_)
            | Self::Token(_)
            | Self::Webhook(_)
            | Self::Download(_)
            | Self::DataProtection(_)
            | Self::Viewing(_)
            | Self::Operations(_) => Vec::new(),
        }
    }
}

fn payment(fact: &PaymentFact, transaction_no: &str) -> Option<WebhookEvent> {
    let event = match &fact.event {
        PaymentEvent::PaymentSubmitted { .. } => Type::PaymentSubmitted,
        PaymentEvent::FpxStarted => Type::PaymentStarted,
        PaymentEvent::FpxPending => Type::PaymentPending,
        PaymentEvent::PaymentAccepted => Type::PaymentAccepted,
        PaymentEvent::FpxApproved | PaymentEvent::PaymentPosted | PaymentEvent::LateToBills { .. } => Type::PaymentPaid,
        PaymentEvent::FpxDeclined { .. } | PaymentEvent::PaymentRejected { .. } => Type::PaymentDeclined,
        PaymentEvent::FpxFailed { .. } | PaymentEvent::FpxExpired { .. } | PaymentEvent::FpxGivenUp { .. } => {
            Type::PaymentFailed
        }
        PaymentEvent::InsufficientRequested { .. } | PaymentEvent::OverpaymentRequested { .. } => {
            Type::PaymentActionRequired
        }
        PaymentEvent::DifferencePaid { .. } | PaymentEvent::CreditChosen { .. } => Type::PaymentAnswered,
        PaymentEvent::LateToAccount { .. } => Type::PaymentCredited,
        PaymentEvent::LateRefunded { .. } => Type::PaymentRefunded,
        // Steps inside the utility.
        PaymentEvent::AcceptanceProposed
        | PaymentEvent::AcceptanceTurnedDown { .. }
        | PaymentEvent::LateProposed { .. } => return None,
    };
    let state = fact.after.status.key();
    Some(WebhookEvent::of(event, Object::Payment, vec![transaction_no.to_owned()], state))
}

fn proposal(fact: &ApprovalFact, proposal_id: &str) -> Option<WebhookEvent> {
    let (event, state) = match fact {
        ApprovalFact::ProposalMade { .. } => (Type::ProposalCreated, "proposed"),
        ApprovalFact::ProposalApproved { is_last: false, .. } => (Type::ProposalStepApproved, "proposed"),
        ApprovalFact::ProposalApproved { is_last: true, .. } => (Type::ProposalApproved, "approved"),
        ApprovalFact::ProposalRefused { .. } => (Type::ProposalRefused, "refused"),
        ApprovalFact::ProposalWithdrawn { .. } => (Type::ProposalWithdrawn, "withdrawn"),
        ApprovalFact::ProposalReleased { .. } => (Type::ProposalReleased, "released"),
        ApprovalFact::ProposalVoided { .. } => (Type::ProposalVoided, "void"),
        ApprovalFact::ProposalLapsed { .. } => (Type::ProposalLapsed, "lapsed"),
        // Requests to people, and rules about them.
        ApprovalFact::ProposalReleaseDue { .. }
        | ApprovalFact::ProposalReminded { .. }
        | ApprovalFact::PolicyProposed { .. }
        | ApprovalFact::PolicySet { .. }
        | ApprovalFact::PolicyTurnedDown { .. }
        | ApprovalFact::ApprovalDelegated { .. }
        | ApprovalFact::DelegationEnded { .. } => return None,
    };
    let event = WebhookEvent::of(event, Object::Proposal, vec![proposal_id.to_owned()], state);
    Some(match fact {
        ApprovalFact::ProposalReleased { transaction_no, .. } => event.with(Object::Payment, transaction_no.as_str()),
        _ => event,
    })
}

fn query(fact: &QueryFact, query_id: &str, invoice_no: &str) -> Option<WebhookEvent> {
    let (event, state) = match fact {
        QueryFact::QueryOpened { .. } => (Type::QueryOpened, "open"),
        QueryFact::QueryReplied { .. } => (Type::QueryReplied, "open"),
        QueryFact::QueryAnswered { .. } => (Type::QueryAnswered, "answered"),
        QueryFact::QueryBillCorrected { .. } => (Type::QueryBillCorrected, "corrected"),
        QueryFact::QueryAccepted { .. } => (Type::QueryClosed, "accepted"),
        QueryFact::QueryClosed { .. } => (Type::QueryClosed, "closed"),
        QueryFact::QueryWithdrawn { .. } => (Type::QueryWithdrawn, "withdrawn"),
        // A name of a file or of a user, and a bill whose account was removed, which is an event of its own.
        QueryFact::QueryFileAdded { .. } | QueryFact::QueryAssigned { .. } | QueryFact::QueryBillLeft { .. } => {
            return None;
        }
    };
    let event = WebhookEvent::of(event, Object::Query, vec![query_id.to_owned()], state).with(Object::Bill, invoice_no);
    let others = if let QueryFact::QueryOpened { others, .. } = fact { others.as_slice() } else { &[] };
    Some(others.iter().fold(event, |event, other| event.with(Object::Bill, other.as_str())))
}

fn findings(fact: &FindingsFact) -> Option<WebhookEvent> {
    Some(match fact {
        FindingsFact::FindingsFound { batch_id, .. } => {
            WebhookEvent::of(Type::FindingOpened, Object::Batch, vec![batch_id.clone()], "open")
        }
        FindingsFact::FindingsDismissed { finding_ids, .. } => {
            WebhookEvent::of(Type::FindingDismissed, Object::Finding, finding_ids.clone(), "dismissed")
        }
        FindingsFact::FindingsReopened { finding_ids, .. } => {
            WebhookEvent::of(Type::FindingReopened, Object::Finding, finding_ids.clone(), "open")
        }
        // Settings of the company, and batches of the utility.
        FindingsFact::RuleMuted { .. }
        | FindingsFact::RuleUnmuted { .. }
        | FindingsFact::AuditSettingsChanged { .. }
        | FindingsFact::BatchWaits { .. }
        | FindingsFact::BatchReleaseProposed { .. }
        | FindingsFact::BatchReleaseTurnedDown { .. }
        | FindingsFact::BatchReleased { .. } => return None,
    })
}

fn bills(fact: &BillsFact) -> WebhookEvent {
    match fact {
        BillsFact::BillsFallDue { due, .. } => {
            WebhookEvent::of(Type::BillsDue, Object::DueDate, vec![due.to_string()], "due")
        }
        BillsFact::BillsIssued { batch_id, bills } => {
            WebhookEvent::of(Type::BillsIssued, Object::Batch, vec![batch_id.to_string()], "issued").counting(*bills)
        }
        BillsFact::BillsSettled { invoice_nos, is_paid } => {
            let invoices = invoice_nos.iter().map(ToString::to_string).collect();
            WebhookEvent::of(Type::BillsSettled, Object::Bill, invoices, if *is_paid { "paid" } else { "open" })
        }
    }
}

fn accounts(fact: &AccountsFact) -> Vec<WebhookEvent> {
    let of = |event, ids: Vec<String>, state| {
        (!ids.is_empty()).then(|| WebhookEvent::of(event, Object::Account, ids, state))
    };
    match fact {
        AccountsFact::AccountsProcessed { tagged, failed, untagged, changed } => {
            let failed = failed.iter().map(|account| account.account_no.clone()).collect();
            let events = [
                of(Type::AccountAdded, tagged.clone(), "added"),
                of(Type::AccountFailed, failed, "failed"),
                of(Type::AccountRemoved, untagged.clone(), "removed"),
                of(Type::AccountChanged, changed.clone(), "changed"),
            ];
            events.into_iter().flatten().collect()
        }
        AccountsFact::AccountsChanged { accounts } => {
            let ids = accounts.iter().map(|account| account.account_no.clone()).collect();
            of(Type::AccountChanged, ids, "changed").into_iter().collect()
        }
        AccountsFact::AccountsGrouped { accounts, .. }
        | AccountsFact::AccountsUngrouped { accounts, .. }
        | AccountsFact::GroupMade { accounts, .. }
        | AccountsFact::GroupDeleted { accounts, .. } => {
            of(Type::AccountChanged, accounts.clone(), "changed").into_iter().collect()
        }
        // Requests, whose result is `AccountsProcessed`; names of groups, cost centres and guarantees.
        AccountsFact::AccountsAdded { .. }
        | AccountsFact::AccountsTriedAgain { .. }
        | AccountsFact::AccountsForgotten { .. }
        | AccountsFact::AccountRemoved
        | AccountsFact::AccountsRemoved { .. }
        | AccountsFact::GroupRenamed { .. }
        | AccountsFact::CostCentreSaved { .. }
        | AccountsFact::CostCentreRemoved { .. }
        | AccountsFact::AccountsCoded { .. }
        | AccountsFact::GroupCoded { .. }
        | AccountsFact::GuaranteeExpires { .. } => Vec::new(),
    }
}

fn statement(fact: &StatementFact, account_no: &str) -> Option<WebhookEvent> {
    let (event, statement_id, state) = match fact {
        StatementFact::StatementReady { statement_id, .. } => (Type::StatementReady, statement_id, "ready"),
        StatementFact::StatementFailed { statement_id, .. } => (Type::StatementFailed, statement_id, "failed"),
        StatementFact::StatementRequested { .. } => return None,
    };
    let event = WebhookEvent::of(event, Object::Statement, vec![statement_id.clone()], state);
    Some(event.with(Object::Account, account_no))
}

fn accounting(fact: &AccountingFact) -> Option<WebhookEvent> {
    match fact {
        AccountingFact::AccountingRunMade { profile_id, run_no, .. } => {
            let event =
                WebhookEvent::of(Type::AccountingRunMade, Object::AccountingRun, vec![run_no.to_string()], "made");
            Some(event.with(Object::AccountingProfile, profile_id.as_str()))
        }
        AccountingFact::AccountingRunRefused { profile_id, .. } => Some(WebhookEvent::of(
            Type::AccountingRunRefused,
            Object::AccountingProfile,
            vec![profile_id.clone()],
            "refused",
        )),
        // Settings, and numbers that come from the accounting program itself.
        AccountingFact::AccountingProfileSaved { .. }
        | AccountingFact::AccountingProfileRemoved { .. }
        | AccountingFact::AccountingNumbersSet { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fact::tests::facts;
    use crate::payments::Status;

    #[test]
    fn every_type_follows_from_a_fact() {
        let events = facts().into_iter().flat_map(|fact| fact.webhook_events("id", "about"));
        let given: BTreeSet<_> = events.map(|event| event.event_type).collect();
        let missing: Vec<_> = Type::ALL.iter().filter(|event| !given.contains(event)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn a_payment_is_paid_exactly_when_its_state_says_so() {
        for fact in facts() {
            let Fact::Payment(payment) = &fact else { continue };
            let is_paid = payment.after.status == Status::Paid && payment.before != Some(Status::Paid);
            let events = fact.webhook_events("id", "P1");
            assert_eq!(events.iter().any(|event| event.event_type == Type::PaymentPaid), is_paid, "{payment:?}");
            for event in events {
                assert_eq!(event.data.ids, ["P1"]);
                assert_eq!(event.data.state, payment.after.status.key());
            }
        }
    }

    /// An event has ids and a state. Names, addresses and amounts of the facts are in none.
    #[test]
    fn no_event_has_a_name_an_address_or_an_amount() {
        for fact in facts() {
            for event in fact.webhook_events("id", "P1") {
                let text = serde_json::to_string(&event.data).expect("JSON");
                assert!(!text.contains('@') && !text.contains(".00"), "{text}");
                assert!(!event.data.ids.is_empty() && !event.data.state.is_empty(), "{text}");
            }
        }
    }
}

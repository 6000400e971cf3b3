//! Which facts are sent to the confirmed e-mail addresses of a company.

use super::{BillsFact, Fact, FindingsFact, PaymentEvent};
use crate::mailboxes::MailTopic;

impl Fact {
    /// Returns the topic under which addresses of the company receive the fact; none for all other facts. Facts that ask a
    /// user to act are not among them, because an address cannot act.
    #[must_use]
    pub const fn mail_topic(&self) -> Option<MailTopic> {
        match self {
            Self::Payment(fact) => payment(&fact.event),
            Self::Bills(BillsFact::BillsFallDue { .. }) => Some(MailTopic::DueBills),
            Self::Findings(FindingsFact::FindingsFound { .. }) => Some(MailTopic::Findings),
            Self::Bills(BillsFact::BillsIssued { .. } | BillsFact::BillsSettled { .. })
            | Self::Findings(_)
            | Self::Registration(_)
            | Self::Company(_)
            | Self::Accounting(_)
            | Self::Accounts(_)
            | Self::People(_)
            | Self::Colleague(_)
            | Self::Statement(_)
            | Self::Mailbox(_)
            | Self::Webhook(_)
            | Self::Token(_)
            | Self::Query(_)
            | Self::Approval(_)
            | Self::Download(_)
            | Self::DataProtection(_)
            | Self::Viewing(_)
            | Self::Operations(_) => None,
        }
    }
}

/// Decides for each event of a payment. A payment is paid by three of them.
const fn payment(event: &PaymentEvent) -> Option<MailTopic> {
    match event {
        PaymentEvent::FpxApproved | PaymentEvent::PaymentPosted | PaymentEvent::LateToBills { .. } => {
            Some(MailTopic::Remittance)
        }
        PaymentEvent::FpxDeclined { .. }
        | PaymentEvent::FpxFailed { .. }
        | PaymentEvent::FpxExpired { .. }
        | PaymentEvent::FpxGivenUp { .. }
        | PaymentEvent::PaymentRejected { .. } => Some(MailTopic::FailedPayments),
        PaymentEvent::PaymentSubmitted { .. }
        | PaymentEvent::FpxStarted
        | PaymentEvent::FpxPending
        | PaymentEvent::AcceptanceProposed
        | PaymentEvent::AcceptanceTurnedDown { .. }
        | PaymentEvent::PaymentAccepted
        | PaymentEvent::InsufficientRequested { .. }
        | PaymentEvent::OverpaymentRequested { .. }
        | PaymentEvent::DifferencePaid { .. }
        | PaymentEvent::CreditChosen { .. }
        | PaymentEvent::LateProposed { .. }
        | PaymentEvent::LateToAccount { .. }
        | PaymentEvent::LateRefunded { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::tests::facts;
    use crate::payments::Status;

    #[test]
    fn a_remittance_advice_is_announced_exactly_when_a_payment_becomes_paid() {
        let mut paid = 0;
        for fact in facts() {
            let Fact::Payment(payment) = &fact else { continue };
            let becomes_paid = payment.after.status == Status::Paid && payment.before != Some(Status::Paid);
            assert_eq!(fact.mail_topic() == Some(MailTopic::Remittance), becomes_paid, "{payment:?}");
            paid += usize::from(becomes_paid);
        }
        assert_eq!(paid, 3);
    }

    #[test]
    fn no_fact_that_asks_a_user_to_act_is_sent() {
        for fact in facts().iter().filter(|fact| fact.mail_topic().is_some()) {
            assert_eq!(fact.requested_action(crate::Language::En), None, "{fact:?}");
        }
    }
}

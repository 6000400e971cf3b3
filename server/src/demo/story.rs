//! Histories of the demo's payments, replayed through core's state machine.

use gridbill_core::fact::{PaymentEvent, PaymentFact};
use gridbill_core::number::AccountNo;
use gridbill_core::payments::{Event, PaymentMethod, PaymentState};
use gridbill_core::{Code, Instant, Money, Problem};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The events after the beginning, each with the seconds since the previous event.
pub type Story = &'static [(Event, i64)];

pub const SUBMITTED: Story = &[];
pub const ACCEPTED: Story = &[(Event::Accepted, 23 * HOUR)];
pub const POSTED: Story = &[(Event::Accepted, 26 * HOUR), (Event::Posted, 40)];
pub const REJECTED: Story = &[(Event::Rejected, 2 * DAY)];
pub const SHORT: Story = &[(Event::InsufficientRequested, DAY)];
pub const SHORT_AND_PAID: Story = &[(Event::InsufficientRequested, DAY), (Event::DifferencePaid, 5 * HOUR)];
pub const SHORT_AND_POSTED: Story = &[
    (Event::InsufficientRequested, DAY),
    (Event::DifferencePaid, 2 * DAY),
    (Event::Accepted, 20 * HOUR),
    (Event::Posted, 35),
];
pub const OVER: Story = &[(Event::OverpaymentRequested, 27 * HOUR)];
pub const OVER_AND_POSTED: Story = &[
    (Event::OverpaymentRequested, DAY),
    (Event::CreditChosen, 6 * HOUR),
    (Event::Accepted, 22 * HOUR),
    (Event::Posted, 50),
];
pub const STARTED: Story = &[];
pub const APPROVED: Story = &[(Event::FpxApproved, 4 * MINUTE)];
pub const WAITING: Story = &[(Event::FpxPending, 3 * MINUTE)];
pub const WAITED_AND_APPROVED: Story = &[(Event::FpxPending, 3 * MINUTE), (Event::FpxApproved, 5 * HOUR)];
pub const WAITED_AND_DECLINED: Story = &[(Event::FpxPending, 3 * MINUTE), (Event::FpxDeclined, 3 * HOUR)];
pub const WAITED_AND_EXPIRED: Story = &[(Event::FpxPending, 3 * MINUTE), (Event::FpxExpired, 5 * DAY + HOUR)];
pub const TIMED_OUT: Story = &[(Event::FpxFailed, 12 * MINUTE)];

/// An event of a payment.
#[derive(Debug, Clone)]
pub struct Step {
    pub at: Instant,
    pub fact: PaymentFact,
}

/// The result of a story.
#[derive(Debug, Clone)]
pub struct ReplayedPayment {
    pub steps: Vec<Step>,
    pub state: PaymentState,
}

impl ReplayedPayment {
    /// The reason of the rejection.
    pub fn remark(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match &step.fact.event {
            PaymentEvent::PaymentRejected { remark } => remark.as_deref(),
            _ => None,
        })
    }
}

/// Data that the events of a story need.
pub struct Brought {
    pub references: Vec<String>,
    /// The amount of the reconciliation, and the number of the transfer that pays it.
    pub difference: (Money, String),
    /// The account that gets the credit of an overpayment.
    pub account_no: AccountNo,
}

/// Replays a story for a payment over `billed`. Fails when the state machine does not allow it.
pub fn replay(
    method: PaymentMethod,
    story: Story,
    begins: Instant,
    billed: Money,
    brought: &Brought,
) -> Result<ReplayedPayment, Problem> {
    let (state, fact) = PaymentState::begin(method, billed, brought.references.clone());
    let mut told = ReplayedPayment { steps: vec![Step { at: begins, fact }], state };
    let mut at = begins;
    for &(event, seconds) in story {
        at = at.plus_seconds(seconds);
        let (state, fact) = told.state.apply_event(whole(event, billed, brought)?)?;
        told.state = state;
        told.steps.push(Step { at, fact });
    }
    Ok(told)
}

/// Builds the event with its data.
fn whole(event: Event, billed: Money, brought: &Brought) -> Result<PaymentEvent, Problem> {
    let (difference, reference) = &brought.difference;
    let bank_code = |code: &str| Some(code.to_owned());
    Ok(match event {
        Event::Submitted => PaymentEvent::PaymentSubmitted { references: brought.references.clone() },
        Event::FpxStarted => PaymentEvent::FpxStarted,
        Event::FpxApproved => PaymentEvent::FpxApproved,
        Event::FpxPending => PaymentEvent::FpxPending,
        Event::FpxDeclined => PaymentEvent::FpxDeclined { bank_code: bank_code("2X") },
        Event::FpxFailed => PaymentEvent::FpxFailed { bank_code: bank_code("1A") },
        Event::FpxExpired => PaymentEvent::FpxExpired { bank_code: bank_code("99") },
        Event::FpxGivenUp => PaymentEvent::FpxGivenUp { bank_code: bank_code("76") },
        Event::AcceptanceProposed => PaymentEvent::AcceptanceProposed,
        Event::AcceptanceTurnedDown => {
            PaymentEvent::AcceptanceTurnedDown { remark: "The bank shows another amount.".to_owned() }
        }
        Event::Accepted => PaymentEvent::PaymentAccepted,
        Event::Rejected => {
            PaymentEvent::PaymentRejected { remark: Some("The bank returned the cheque. Please pay again.".to_owned()) }
        }
        Event::InsufficientRequested => {
            PaymentEvent::InsufficientRequested { missing: *difference, paid: billed.minus(*difference)? }
        }
        Event::OverpaymentRequested => {
            PaymentEvent::OverpaymentRequested { excess: *difference, paid: billed.plus(*difference)? }
        }
        Event::DifferencePaid => PaymentEvent::DifferencePaid { difference: *difference, reference: reference.clone() },
        Event::CreditChosen => {
            PaymentEvent::CreditChosen { excess: *difference, account_no: brought.account_no.clone() }
        }
        Event::Posted => PaymentEvent::PaymentPosted,
        // The demo has no late receipts.
        Event::LateProposed | Event::LateToBills | Event::LateToAccount | Event::LateRefunded => {
            return Err(Code::PaymentMoved.into());
        }
    })
}

/// Seconds from the beginning of a story to its end.
pub fn length(story: Story) -> i64 {
    story.iter().map(|(_, seconds)| seconds).sum()
}

#[cfg(test)]
mod tests {
    use gridbill_core::payments::Status;

    use super::*;

    #[test]
    fn every_story_is_possible_and_ends_in_its_status() {
        use PaymentMethod::{Cheque, Fpx};
        let begins = Instant::parse("2026-11-01T02:00:00Z").unwrap();
        let brought = Brought {
            references: vec!["A1".to_owned()],
            difference: (Money::from_sen(5_000), "B1".to_owned()),
            account_no: AccountNo::parse("220000000001").unwrap(),
        };
        let ends =
            |method, story| replay(method, story, begins, Money::from_sen(100_000), &brought).unwrap().state.status;
        for (story, status) in [
            (SUBMITTED, Status::PendingApproval),
            (ACCEPTED, Status::Processing),
            (POSTED, Status::Paid),
            (REJECTED, Status::Declined),
            (SHORT, Status::InsufficientPending),
            (SHORT_AND_PAID, Status::PendingApproval),
            (SHORT_AND_POSTED, Status::Paid),
            (OVER, Status::OverpayPending),
            (OVER_AND_POSTED, Status::Paid),
        ] {
            assert_eq!(ends(Cheque, story), status);
        }
        for (story, status) in [
            (STARTED, Status::PaymentInitiated),
            (APPROVED, Status::Paid),
            (WAITING, Status::FpxPending),
            (WAITED_AND_APPROVED, Status::Paid),
            (WAITED_AND_DECLINED, Status::FpxDeclined),
            (WAITED_AND_EXPIRED, Status::Failed),
            (TIMED_OUT, Status::Failed),
        ] {
            assert_eq!(ends(Fpx, story), status);
        }
    }
}

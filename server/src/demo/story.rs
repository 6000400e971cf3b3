//! How a payment of the demo went, told by core's state machine.

use gridbill_core::payments::{Event, PaymentMethod, ReconcileKind, Status, first, next};
use gridbill_core::{Instant, Money, Problem};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// What happened after the beginning, each with the seconds since what was before.
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

/// One thing that happened.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub event: Event,
    pub at: Instant,
    pub from: Option<Status>,
    pub to: Status,
    pub amount: Money,
    pub paid_amount: Option<Money>,
    pub version: i32,
}

/// Where a story led to.
#[derive(Debug, Clone)]
pub struct Told {
    pub steps: Vec<Step>,
    pub status: Status,
    pub version: i32,
    pub reconcile: Option<(ReconcileKind, Money)>,
    pub paid_amount: Option<Money>,
}

/// Tells a story of a payment over `amount` whose reconciliation, where it has one, is over `difference`.
///
/// # Errors
/// When the state machine does not allow it.
pub fn tell(
    method: PaymentMethod,
    story: Story,
    begins: Instant,
    amount: Money,
    difference: Money,
) -> Result<Told, Problem> {
    let (event, status) = first(method);
    let begin = Step { event, at: begins, from: None, to: status, amount, paid_amount: None, version: 1 };
    let mut told = Told { steps: vec![begin], status, version: 1, reconcile: None, paid_amount: None };
    let mut at = begins;
    for &(event, seconds) in story {
        at = at.plus_seconds(seconds);
        let from = told.status;
        told.status = next(from, event)?;
        let about = match event {
            Event::InsufficientRequested => {
                told.reconcile = Some((ReconcileKind::Insufficient, difference));
                told.paid_amount = Some(amount.minus(difference)?);
                difference
            }
            Event::OverpaymentRequested => {
                told.reconcile = Some((ReconcileKind::Overpayment, difference));
                told.paid_amount = Some(amount.plus(difference)?);
                difference
            }
            Event::DifferencePaid | Event::CreditChosen => {
                told.version += 1;
                difference
            }
            _ => amount,
        };
        let (version, paid_amount) = (told.version, told.paid_amount);
        told.steps.push(Step { event, at, from: Some(from), to: told.status, amount: about, paid_amount, version });
    }
    Ok(told)
}

/// Seconds from the beginning to the end of a story.
pub fn length(story: Story) -> i64 {
    story.iter().map(|(_, seconds)| seconds).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_story_is_possible_and_ends_where_its_name_says() {
        use PaymentMethod::{Cheque, Fpx};
        let begins = Instant::parse("2026-11-01T02:00:00Z").unwrap();
        let ends = |method, story| {
            tell(method, story, begins, Money::from_sen(100_000), Money::from_sen(5_000)).unwrap().status
        };
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

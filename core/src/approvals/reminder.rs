//! When the approvers of a proposal are reminded: once after a working day without a decision, and once on the last
//! working day before the earliest due date of its bills.

use super::schedule::STATE;
use crate::queries::working_days_left;
use crate::{Day, Instant};

/// Seconds in a step during which no reminder is sent, because the approvers have just been told of the proposal.
const QUIET_SECONDS: i64 = 4 * 3600;

/// A reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// The current step awaits approval for a working day.
    OfStep,
    /// A bill is due soon.
    OfDueDate,
}

/// The reminders that were sent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sent {
    /// In the current step.
    pub of_step: bool,
    /// About the due date.
    pub of_due: bool,
}

/// Returns the reminder that is due now; none if no reminder is. `step_since` is when the current step began.
#[must_use]
pub fn due(step_since: Instant, earliest_due: Option<Day>, sent: &Sent, now: Instant) -> Option<Reminder> {
    let today = Day::at(now);
    if now.seconds_since(step_since) < QUIET_SECONDS {
        return None;
    }
    let is_last_day = |due: Day| today <= due && working_days_left(today, due.plus_days(-1), STATE) <= 0;
    if !sent.of_due && earliest_due.is_some_and(is_last_day) {
        return Some(Reminder::OfDueDate);
    }
    let is_a_day_later = now.seconds_since(step_since) >= 86_400;
    let is_overdue = is_a_day_later && working_days_left(Day::at(step_since), today, STATE) >= 1;
    (!sent.of_step && is_overdue).then_some(Reminder::OfStep)
}

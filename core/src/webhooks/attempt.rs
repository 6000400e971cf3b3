//! What follows from an attempt to deliver an event (docs/domain/webhooks.md#retries).

/// Seconds between an attempt and the one before it. The first is made at once.
pub const RETRY_SECONDS: [i64; 10] =
    [0, 5, 5 * 60, 30 * 60, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

const HOUR: i64 = 3600;

/// Maximum wait that a receiver can ask for with `Retry-After`.
pub const MAX_RETRY_AFTER_SECONDS: i64 = 24 * HOUR;

/// The pause is extended by up to this part of itself, so that the events of an outage do not return all at once.
const JITTER_PART: i64 = 5;

wire! {
    /// The reason why an attempt got no answer.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum WebhookFailure {
        /// The address leads to a network that the portal does not call.
        AddressRefused,
        /// The connection could not be opened, or was closed before the answer.
        Unreachable,
        /// The receiver did not answer in time.
        TimedOut,
    }

    /// The reason why an endpoint receives nothing.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum WebhookDisabledReason {
        /// A user switched it off.
        ByUser,
        /// The receiver answered 410 Gone.
        Gone,
        /// All attempts to deliver an event failed.
        Exhausted,
    }
}

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptResult {
    /// The receiver answered.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The wait that the receiver asked for, in seconds.
        retry_after: Option<i64>,
    },
    /// There was no answer.
    Failed(WebhookFailure),
}

/// What happens after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// The event is delivered.
    Delivered,
    /// The next attempt is made after these seconds.
    Retry {
        /// The pause.
        seconds: i64,
    },
    /// The event has failed, and the endpoint is disabled.
    Disable(WebhookDisabledReason),
}

impl AttemptResult {
    /// Returns what follows. `attempts` counts this attempt, too; `jitter` is random. A redirect is a failure, because it
    /// would choose an address that was never checked.
    #[must_use]
    pub fn next_step(self, attempts: usize, jitter: u16) -> NextStep {
        let asked = match self {
            Self::Answered { status: 200..=299, .. } => return NextStep::Delivered,
            Self::Answered { status: 410, .. } => return NextStep::Disable(WebhookDisabledReason::Gone),
            Self::Answered { status: 429 | 503, retry_after } => retry_after.unwrap_or_default(),
            Self::Answered { .. } | Self::Failed(_) => 0,
        };
        let Some(pause) = RETRY_SECONDS.get(attempts) else {
            return NextStep::Disable(WebhookDisabledReason::Exhausted);
        };
        let extended = pause + pause * i64::from(jitter) / i64::from(u16::MAX) / JITTER_PART;
        NextStep::Retry { seconds: extended.max(asked.min(MAX_RETRY_AFTER_SECONDS)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(status: u16) -> AttemptResult {
        AttemptResult::Answered { status, retry_after: None }
    }

    #[test]
    fn only_a_status_of_success_delivers_and_410_disables_at_once() {
        for status in [200, 202, 204, 299] {
            assert_eq!(answered(status).next_step(1, 0), NextStep::Delivered);
        }
        for status in [100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 411, 429, 500, 503] {
            assert_eq!(answered(status).next_step(1, 0), NextStep::Retry { seconds: 5 }, "{status}");
        }
        assert_eq!(answered(410).next_step(1, 0), NextStep::Disable(WebhookDisabledReason::Gone));
    }

    #[test]
    fn pauses_grow_and_the_last_failure_disables() {
        let failed = AttemptResult::Failed(WebhookFailure::TimedOut);
        let mut total = 0;
        for (attempts, &pause) in RETRY_SECONDS.iter().enumerate().skip(1) {
            let NextStep::Retry { seconds } = failed.next_step(attempts, 0) else { panic!("{attempts}") };
            assert_eq!(seconds, pause);
            let NextStep::Retry { seconds: latest } = failed.next_step(attempts, u16::MAX) else {
                panic!("{attempts}")
            };
            assert_eq!(latest, seconds + seconds / JITTER_PART);
            total += seconds;
        }
        assert_eq!(failed.next_step(10, 0), NextStep::Disable(WebhookDisabledReason::Exhausted));
        assert_eq!(total / 3600, 75, "an outage of three days loses nothing");
    }

    #[test]
    fn a_receiver_can_ask_for_a_later_attempt_within_bounds() {
        let asked = |status, seconds| AttemptResult::Answered { status, retry_after: Some(seconds) };
        for status in [429, 503] {
            assert_eq!(asked(status, 60).next_step(1, 0), NextStep::Retry { seconds: 60 });
            assert_eq!(asked(status, 1).next_step(1, 0), NextStep::Retry { seconds: 5 });
            assert_eq!(asked(status, -7).next_step(1, 0), NextStep::Retry { seconds: 5 });
            assert_eq!(asked(status, i64::MAX).next_step(1, 0), NextStep::Retry { seconds: MAX_RETRY_AFTER_SECONDS });
        }
        assert_eq!(asked(500, 60).next_step(1, 0), NextStep::Retry { seconds: 5 });
    }
}

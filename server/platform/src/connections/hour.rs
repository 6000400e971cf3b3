//! Counts the calls of this process in the last hour by service, for the public status page. The histogram of /metrics has the
//! same calls, but no memory of an hour.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use gridbill_core::Instant;
use gridbill_core::status::Service;

const MINUTES: i64 = 60;

/// The calls of the last hour.
#[derive(Debug, Default)]
pub struct CallsOfHour(Mutex<HashMap<Service, VecDeque<Minute>>>);

/// The calls of a service in a minute.
#[derive(Debug, Clone, Copy)]
struct Minute {
    /// Minutes since 1970.
    number: i64,
    calls: u64,
    failed: u64,
}

impl CallsOfHour {
    /// Counts a call of a service.
    pub fn count(&self, service: Service, is_failed: bool, now: Instant) {
        let number = minute(now);
        let mut services = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let minutes = services.entry(service).or_default();
        minutes.retain(|minute| is_recent(minute.number, number));
        if minutes.back().is_none_or(|last| last.number != number) {
            minutes.push_back(Minute { number, calls: 0, failed: 0 });
        }
        if let Some(last) = minutes.back_mut() {
            last.calls += 1;
            last.failed += u64::from(is_failed);
        }
    }

    /// Returns the calls of a service in the last hour, and how many of them failed.
    #[must_use]
    pub fn of(&self, service: Service, now: Instant) -> (u64, u64) {
        let number = minute(now);
        let services = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let minutes = services.get(&service).into_iter().flatten().filter(|minute| is_recent(minute.number, number));
        minutes.fold((0, 0), |(calls, failed), minute| (calls + minute.calls, failed + minute.failed))
    }
}

fn minute(now: Instant) -> i64 {
    now.utc().timestamp().div_euclid(60)
}

fn is_recent(number: i64, now: i64) -> bool {
    number > now - MINUTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_for_an_hour_and_by_service() {
        let calls = CallsOfHour::default();
        let now = Instant::parse("2026-11-20T04:00:30Z").expect("an instant");
        calls.count(Service::SignIn, false, now);
        calls.count(Service::SignIn, true, now.plus_seconds(1800));
        calls.count(Service::Payments, false, now);
        assert_eq!(calls.of(Service::SignIn, now.plus_seconds(1800)), (2, 1));
        assert_eq!(calls.of(Service::Payments, now), (1, 0));
        assert_eq!(calls.of(Service::SignIn, now.plus_seconds(3600)), (1, 1));
        assert_eq!(calls.of(Service::SignIn, now.plus_seconds(5400)), (0, 0));
        assert_eq!(calls.of(Service::Documents, now), (0, 0));
    }
}

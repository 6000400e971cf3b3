//! Counts calls in windows of a minute, in the memory of a process: for limits that must cost no statement.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gridbill_core::Instant;

/// Length of a window.
pub const WINDOW_SECONDS: i64 = 60;
/// Maximum counters of a kind. Beyond that, counters whose window is over are deleted, or else all: a flood of invented
/// tokens or addresses must not fill the memory.
const MAX_COUNTERS: usize = 20_000;

/// Counters, each with the beginning of its window.
pub struct Windows<K>(Mutex<HashMap<K, (Instant, u32)>>);

/// The rest of a window after a call was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowState {
    pub remaining: u32,
    /// Seconds until the window ends.
    pub seconds: i64,
    pub is_exceeded: bool,
}

impl<K> Default for Windows<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq> Windows<K> {
    /// Counts a call.
    pub fn count(&self, key: K, limit: u32, now: Instant) -> WindowState {
        let mut counters = self.lock();
        if counters.len() >= MAX_COUNTERS && !counters.contains_key(&key) {
            counters.retain(|_, (began_at, _)| !is_over(*began_at, now));
            if counters.len() >= MAX_COUNTERS {
                counters.clear();
            }
        }
        let (began_at, calls) = counters.entry(key).or_insert((now, 0));
        if is_over(*began_at, now) {
            (*began_at, *calls) = (now, 0);
        }
        *calls = calls.saturating_add(1);
        WindowState {
            remaining: limit.saturating_sub(*calls),
            seconds: left(*began_at, now),
            is_exceeded: *calls > limit,
        }
    }

    /// Returns the seconds until the window ends if its limit is reached, without counting.
    #[must_use]
    pub fn find_full(&self, key: &K, limit: u32, now: Instant) -> Option<i64> {
        let (began_at, calls) = self.lock().get(key).copied()?;
        let is_full = !is_over(began_at, now) && calls >= limit;
        is_full.then(|| left(began_at, now))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, (Instant, u32)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_over(began_at: Instant, now: Instant) -> bool {
    now.seconds_since(began_at) >= WINDOW_SECONDS
}

fn left(began_at: Instant, now: Instant) -> i64 {
    (WINDOW_SECONDS - now.seconds_since(began_at)).clamp(1, WINDOW_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(remaining: u32, seconds: i64, is_exceeded: bool) -> WindowState {
        WindowState { remaining, seconds, is_exceeded }
    }

    #[test]
    fn a_window_begins_with_the_first_call_and_counts_each_key() {
        let windows = Windows::default();
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        assert_eq!(windows.count("one", 2, now), state(1, 60, false));
        assert_eq!(windows.count("one", 2, now.plus_seconds(20)), state(0, 40, false));
        assert_eq!(windows.find_full(&"one", 2, now.plus_seconds(20)), Some(40));
        assert_eq!(windows.count("one", 2, now.plus_seconds(59)), state(0, 1, true));
        assert_eq!(windows.count("other", 2, now.plus_seconds(59)), state(1, 60, false));
        assert_eq!(windows.find_full(&"one", 2, now.plus_seconds(60)), None);
        assert_eq!(windows.count("one", 2, now.plus_seconds(60)), state(1, 60, false));
    }

    #[test]
    fn invented_keys_do_not_fill_the_memory() {
        let windows = Windows::default();
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        for key in 0..3 * MAX_COUNTERS {
            windows.count(key, 2, now);
        }
        assert!(windows.lock().len() <= MAX_COUNTERS);
    }
}

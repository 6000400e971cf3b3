//! The progress of a connection, from its reads, writes and requests, and whether its client is too slow.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Http;

/// Minimum rate at which a client must send a body or read a response once its timeout has passed.
const MIN_BYTES_PER_SECOND: u64 = 1_024;

/// The part of a request that a connection is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The next request.
    Idle,
    /// The rest of a request's head.
    Head,
    /// The rest of a request's body.
    Body,
    /// The portal's response.
    Answer,
}

/// Progress of a connection. Its task updates it; the accept loop reads it.
#[derive(Debug)]
pub struct Progress(Mutex<State>);

#[derive(Debug)]
struct State {
    phase: Phase,
    since: Instant,
    /// Bytes of the body received so far.
    received: u64,
    /// Set while the client has not read everything that was written: since when, and bytes read since then.
    unread: Option<(Instant, u64)>,
    is_cut: bool,
}

impl Progress {
    /// Progress of a new connection, which must send its first request within the head timeout.
    pub fn begin(now: Instant) -> Self {
        Self(Mutex::new(State { phase: Phase::Head, since: now, received: 0, unread: None, is_cut: false }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn enter(&self, phase: Phase) {
        let mut state = self.state();
        (state.phase, state.since, state.received) = (phase, Instant::now(), 0);
    }

    /// Records that the handler is waiting for more of the body.
    pub fn wait_for_body(&self) {
        if self.state().phase == Phase::Answer {
            self.enter(Phase::Body);
        }
    }

    /// Records that the handler has the whole body, or does not need the rest.
    pub fn end_body(&self) {
        if self.state().phase == Phase::Body {
            self.enter(Phase::Answer);
        }
    }

    pub fn read(&self, bytes: usize) {
        let mut state = self.state();
        match state.phase {
            Phase::Idle if bytes > 0 => (state.phase, state.since) = (Phase::Head, Instant::now()),
            Phase::Body => state.received += bytes as u64,
            Phase::Idle | Phase::Head | Phase::Answer => {}
        }
    }

    /// Records bytes that the socket accepted, or `None` if its buffer is full until the client reads.
    pub fn wrote(&self, bytes: Option<usize>) {
        let mut state = self.state();
        match (bytes, state.unread) {
            (None, None) => state.unread = Some((Instant::now(), 0)),
            (Some(bytes), Some((since, taken))) => state.unread = Some((since, taken + bytes as u64)),
            (None, Some(_)) | (Some(_), None) => {}
        }
    }

    /// Records that the socket accepted everything that was written.
    pub fn flushed(&self) {
        let mut state = self.state();
        if state.unread.take().is_some() && state.phase == Phase::Idle {
            state.since = Instant::now();
        }
    }

    /// Returns the timeout that the client exceeded, if any.
    pub fn overdue(&self, now: Instant, http: &Http) -> Option<&'static str> {
        let state = self.state();
        let at_least = |timeout: Duration, bytes: u64| timeout + Duration::from_secs(bytes / MIN_BYTES_PER_SECOND);
        if let Some((since, taken)) = state.unread {
            return (now - since > at_least(http.write_timeout, taken)).then_some("write");
        }
        let (timeout, reason) = match state.phase {
            Phase::Idle => (http.idle_timeout, "idle"),
            Phase::Head => (http.head_timeout, "head"),
            Phase::Body => (at_least(http.body_timeout, state.received), "body"),
            Phase::Answer => return None,
        };
        (now - state.since > timeout).then_some(reason)
    }

    /// Returns the sort key of a connection that has no request in flight and so can be closed without loss. Idle
    /// connections sort first.
    pub fn spare_since(&self) -> Option<(bool, Instant)> {
        let state = self.state();
        let is_spare = matches!(state.phase, Phase::Idle | Phase::Head) && state.unread.is_none();
        is_spare.then_some((state.phase == Phase::Head, state.since))
    }

    /// Discards unread data when the connection closes, instead of holding it for a client that does not read.
    pub fn cut(&self) {
        self.state().is_cut = true;
    }

    pub fn is_cut(&self) -> bool {
        self.state().is_cut
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        http: Http,
    }

    fn after(progress: &Progress, seconds: u64) -> Option<&'static str> {
        let http = Only::parse_from(["gridbill"]).http;
        progress.overdue(Instant::now() + Duration::from_secs(seconds), &http)
    }

    #[test]
    fn each_phase_has_its_timeout() {
        let progress = Progress::begin(Instant::now());
        assert_eq!((after(&progress, 9), after(&progress, 11)), (None, Some("head")));
        progress.enter(Phase::Answer);
        assert_eq!(after(&progress, 3600), None, "the portal's own time is not the client's");
        progress.wait_for_body();
        assert_eq!((after(&progress, 9), after(&progress, 11)), (None, Some("body")));
        progress.read(10 * 1024);
        assert_eq!((after(&progress, 19), after(&progress, 21)), (None, Some("body")));
        progress.end_body();
        progress.enter(Phase::Idle);
        assert_eq!((after(&progress, 59), after(&progress, 61)), (None, Some("idle")));
        progress.read(1);
        assert_eq!((after(&progress, 9), after(&progress, 11)), (None, Some("head")));
    }

    #[test]
    fn a_client_that_reads_nothing_is_overdue_in_every_phase() {
        let progress = Progress::begin(Instant::now());
        for phase in [Phase::Answer, Phase::Idle] {
            progress.enter(phase);
            progress.wrote(None);
            assert_eq!((after(&progress, 29), after(&progress, 31)), (None, Some("write")));
            progress.wrote(Some(40 * 1024));
            assert_eq!((after(&progress, 69), after(&progress, 71)), (None, Some("write")));
            progress.flushed();
            assert_eq!(after(&progress, 50), None);
        }
    }
}

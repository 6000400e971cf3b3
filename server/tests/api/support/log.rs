//! The log of the program, as a test reads it.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// Collects log lines.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Collects all events of this thread until the guards are dropped: those of the program and its libraries, except
    /// those of the HTTP client used by tests. A test that listens runs on one thread.
    pub fn listen() -> (Self, (tracing::Dispatch, DefaultGuard)) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new("trace,hyper=off,hyper_util=off,reqwest=off"))
            .with_span_events(FmtSpan::FULL)
            .with_writer(move || writer.clone())
            .finish();
        // With only one subscriber, tracing could cache "disabled" for a callsite that another test's thread reaches first.
        let other = tracing::Dispatch::new(tracing_subscriber::registry());
        (log, (other, tracing::subscriber::set_default(subscriber)))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("a lock")).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

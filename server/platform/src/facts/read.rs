//! Parses stored facts.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use gridbill_core::fact::{Fact, StoredFact};

/// Kinds of facts that could not be parsed and were already logged.
static LOGGED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
/// Maximum number of kinds that are logged; there are a few dozen kinds.
const MAX_LOGGED: usize = 200;

/// Parses a fact. Returns `None` for a fact that this version does not know; callers then show only its subject.
/// Each failure is counted, and the first of each kind is logged. The cause is a newer program running at the same
/// time, or a damaged row.
pub fn read(stored: StoredFact) -> Option<Fact> {
    let kind = stored.kind.clone();
    match Fact::from_stored(stored) {
        Ok(fact) => Some(fact),
        Err(error) => {
            metrics::counter!("gridbill_facts_unreadable_total").increment(1);
            let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
            if logged.len() < MAX_LOGGED && logged.insert(kind.clone()) {
                tracing::error!(kind, %error, "failed to parse a fact");
            }
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_that_cannot_be_read_are_counted() {
        let recorder = PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, || {
            let stored = |kind: &str| StoredFact { kind: kind.to_owned(), data: json!({}) };
            assert_eq!(read(stored("OfALaterVersion")), None);
            assert_eq!(read(stored("PaymentAccepted")), None, "without its data");
        });
        assert!(recorder.handle().render().contains("gridbill_facts_unreadable_total 2"));
    }
}

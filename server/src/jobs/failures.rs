//! Runs a job's independent steps so that a failed step does not stop the others.

use crate::error::{Answer, Error};

/// Collects failures. Each is logged, and the job fails with the first after all steps have run.
#[derive(Debug, Default)]
pub struct Failures(Option<Error>);

impl Failures {
    /// Records the result of a step: its name, and the log message for a failure.
    pub fn note(&mut self, which: &str, not_done: &str, done: Answer<()>) {
        if let Err(error) = done {
            tracing::error!(which, error = format!("{error:?}"), "{not_done}; it will be tried again");
            self.0.get_or_insert(error);
        }
    }

    /// Returns the result of the job.
    ///
    /// # Errors
    /// The first failure.
    pub fn answer(self) -> Answer<()> {
        self.0.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use gridbill_core::Code;

    use super::*;

    #[test]
    fn the_first_failure_is_answered_and_none_is_when_all_is_done() {
        let mut failures = Failures::default();
        failures.note("A", "not done", Ok(()));
        failures.note("B", "not done", Err(Code::NotFound.into()));
        failures.note("C", "not done", Err(Code::Unavailable.into()));
        let Err(Error::Refused(problem)) = failures.answer() else { panic!("B failed") };
        assert_eq!(problem.code, Code::NotFound);
        let mut failures = Failures::default();
        failures.note("A", "not done", Ok(()));
        assert!(failures.answer().is_ok());
    }
}

//! Runs a job's independent steps so that a failed step does not stop the others, unless the database is away.

use crate::database::is_away;
use crate::error::{Answer, Error};

/// Collects failures. Each is logged, and the job fails with the first after all steps have run.
#[derive(Debug, Default)]
pub struct Failures(Option<Error>);

impl Failures {
    /// Records the result of a step: its name, and the log message for a failure.
    /// Fails with the failure, if the database is away: the other steps would fail, too. The job ends and is tried
    /// again.
    pub fn note(&mut self, which: &str, not_done: &str, done: Answer<()>) -> Answer<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Error::Internal(cause)) if is_away(&cause) => Err(Error::Internal(cause)),
            Err(error) => {
                tracing::error!(which, error = format!("{error:?}"), "{not_done}; it will be tried again");
                self.0.get_or_insert(error);
                Ok(())
            }
        }
    }

    /// Returns the result of the job.
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
        let steps = [Ok(()), Err(Code::NotFound.into()), Err(Code::Unavailable.into())];
        for done in steps {
            failures.note("a step", "not done", done).expect("the database is there");
        }
        let Err(Error::Refused(problem)) = failures.answer() else { panic!("B failed") };
        assert_eq!(problem.code, Code::NotFound);
        let mut failures = Failures::default();
        failures.note("a step", "not done", Ok(())).expect("done");
        assert!(failures.answer().is_ok());
    }

    #[test]
    fn a_database_that_is_away_ends_the_job() {
        let mut failures = Failures::default();
        let step = failures.note("a step", "not done", Err(sqlx::Error::PoolTimedOut.into()));
        assert!(matches!(step, Err(Error::Internal(cause)) if is_away(&cause)));
    }
}

//! What a job does for many, each by itself, so that one that fails holds up no other.

use crate::error::{Answer, Error};

/// What failed of it. Each is in the log, and the job fails with the first after all were done.
#[derive(Debug, Default)]
pub struct Failures(Option<Error>);

impl Failures {
    /// Takes what came of one: which one it is, and what was not done if it failed.
    pub fn note(&mut self, which: &str, not_done: &str, done: Answer<()>) {
        if let Err(error) = done {
            tracing::error!(which, error = format!("{error:?}"), "{not_done}; it will be tried again");
            self.0.get_or_insert(error);
        }
    }

    /// What the job answers.
    ///
    /// # Errors
    /// The first one.
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

//! The error of a handler.

use std::panic::Location;

use gridbill_core::{Code, Problem};

/// A refusal by a rule, or an internal error.
#[derive(Debug)]
pub enum Error {
    /// A rule refuses the call; the caller gets its code.
    Refused(Problem),
    /// A defect or failure of the portal. The caller gets a general message, the log the cause.
    Internal(anyhow::Error),
}

impl Error {
    /// Returns the cause, for code outside handlers. It still shows whether the database was unavailable.
    #[must_use]
    pub fn into_cause(self) -> anyhow::Error {
        match self {
            Self::Refused(problem) => anyhow::anyhow!("refused: {problem:?}"),
            Self::Internal(error) => error,
        }
    }
}

/// The result of handlers.
pub type Answer<T> = Result<T, Error>;

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Self::Refused(code.into())
    }
}

impl From<sqlx::Error> for Error {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        Self::from(anyhow::Error::from(error))
    }
}

impl From<anyhow::Error> for Error {
    /// Adds the location of the `?` at which the error entered a handler.
    #[track_caller]
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error.context(Location::caller()))
    }
}

/// Turns a violated constraint into the code of the rule that it enforces.
pub trait OnConstraint<T> {
    /// Returns `code` if the named constraint was violated. Fails with the code, or the original error.
    fn on_constraint(self, constraint: &str, code: Code) -> Answer<T>;
}

impl<T> OnConstraint<T> for Result<T, sqlx::Error> {
    fn on_constraint(self, constraint: &str, code: Code) -> Answer<T> {
        self.map_err(|error| match error.as_database_error().and_then(|error| error.constraint()) {
            Some(name) if name == constraint => code.into(),
            _ => error.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_internal_error_names_its_place() {
        fn handler() -> Answer<()> {
            Err(sqlx::Error::RowNotFound)?;
            Ok(())
        }
        let line = line!() - 3;
        let Err(Error::Internal(error)) = handler() else { panic!("an internal error") };
        let logged = format!("{error:#}");
        assert!(logged.contains(&format!("error.rs:{line}:")), "{logged}");
        assert!(logged.contains("no rows"), "{logged}");
    }
}

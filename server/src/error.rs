//! What a handler answers when it cannot do what was asked.

use std::panic::Location;

use gridbill_core::{Code, Problem};

/// Refused by a rule, or broken inside.
#[derive(Debug)]
pub enum Error {
    /// A rule says no; the caller is told which.
    Refused(Problem),
    /// Ours to mend; the caller gets the general sentence and the log the cause.
    Internal(anyhow::Error),
}

impl Error {
    /// For whoever is no handler: the cause, which still tells whether the database was away.
    #[must_use]
    pub fn into_cause(self) -> anyhow::Error {
        match self {
            Self::Refused(problem) => anyhow::anyhow!("refused: {problem:?}"),
            Self::Internal(error) => error,
        }
    }
}

/// What handlers return.
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
    /// Notes where the error met a handler: the place of the `?`.
    #[track_caller]
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error.context(Location::caller()))
    }
}

/// Turns what the database would not store into the rule that forbids it.
pub trait OnConstraint<T> {
    /// When the constraint of that name refused, the code says why.
    ///
    /// # Errors
    /// The code, or whatever else went wrong.
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
    fn an_internal_error_says_where_it_arose() {
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

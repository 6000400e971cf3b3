//! Errors of calls to FPX.

use std::fmt;

use super::message::Unreadable;

/// The reason why a call to FPX failed.
#[derive(Debug)]
pub enum GatewayError {
    /// No connection, or a time-out.
    Unreachable(reqwest::Error),
    /// An HTTP status other than 200.
    Status(u16),
    /// The answer is not an FPX message, or is too long.
    Unreadable(String),
    /// The answer is not signed by FPX, or concerns another exchange.
    NotFpx,
    /// A value of the payment does not fit FPX's rules. Holds the field's name without its prefix.
    Field(&'static str),
    /// The portal's own key failed.
    Key(anyhow::Error),
}

impl fmt::Display for GatewayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(error) if error.is_timeout() => f.write_str("FPX did not answer in time"),
            Self::Unreachable(error) => write!(f, "FPX cannot be reached: {error}"),
            Self::Status(status) => write!(f, "FPX answered with HTTP status {status}"),
            Self::Unreadable(why) => write!(f, "FPX's answer cannot be read: {why}"),
            Self::NotFpx => f.write_str("the answer was not signed by FPX"),
            Self::Field(field) => write!(f, "fpx_{field} does not fit FPX"),
            Self::Key(error) => write!(f, "cannot sign: {error}"),
        }
    }
}

impl std::error::Error for GatewayError {}

impl From<Unreadable> for GatewayError {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error.to_string())
    }
}

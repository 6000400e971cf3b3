//! Messages from FPX and the check of their signatures.

use std::fmt;

use super::message::{Message, Signed};
use super::order::Confirmation;
use super::sign::VerifyingKeys;

/// A parsed message with the result of the signature check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    signed: Signed,
    key_id: Option<String>,
}

impl Received {
    pub(super) fn new(signed: Signed, keys: &VerifyingKeys) -> Self {
        let key_id = keys.verified_by(&signed).map(|key| key.id().to_owned());
        Self { signed, key_id }
    }

    /// Whether FPX signed it.
    #[must_use]
    pub const fn signature_ok(&self) -> bool {
        self.key_id.is_some()
    }

    /// The id of the FPX key that signed it.
    #[must_use]
    pub fn key_id(&self) -> Option<&str> {
        self.key_id.as_deref()
    }

    /// The unverified content. Trust it only if the signature is valid.
    #[must_use]
    pub const fn unverified(&self) -> &Message {
        &self.signed.message
    }

    /// Returns the message as a confirmation, if it is signed and well formed.
    pub fn confirmation(&self) -> Result<Confirmation, NotConfirmed> {
        if !self.signature_ok() {
            return Err(NotConfirmed::BadSignature);
        }
        if let Some(field) = self.signed.message.malformed() {
            return Err(NotConfirmed::Malformed(field));
        }
        Confirmation::read(&self.signed.message).ok_or(NotConfirmed::NotAConfirmation)
    }
}

/// The reason why a message is not a valid confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotConfirmed {
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but this field (without its prefix) is malformed, so the signed text may have meant other fields.
    Malformed(&'static str),
    /// Signed, but a message of another kind.
    NotAConfirmation,
}

impl fmt::Display for NotConfirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadSignature => f.write_str("the signature is not FPX's"),
            Self::Malformed(field) => write!(f, "fpx_{field} does not have its form"),
            Self::NotAConfirmation => f.write_str("not a confirmation"),
        }
    }
}

impl std::error::Error for NotConfirmed {}

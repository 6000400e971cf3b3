//! What arrived from FPX, and whether it is to be believed.

use std::fmt;

use super::message::{Message, Signed};
use super::order::Confirmation;
use super::sign::VerifyingKeys;

/// A message as it came, with the verdict on its signature.
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

    /// Which of FPX's keys signed it.
    #[must_use]
    pub fn key_id(&self) -> Option<&str> {
        self.key_id.as_deref()
    }

    /// What it claims, for the record: believe nothing of it unless the signature is good.
    #[must_use]
    pub const fn claimed(&self) -> &Message {
        &self.signed.message
    }

    /// The confirmation that it is.
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

/// Why something that arrived changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotConfirmed {
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but this field (without its prefix) does not have its form, so that the signed text may have meant others.
    Malformed(&'static str),
    /// Signed, but of another kind.
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

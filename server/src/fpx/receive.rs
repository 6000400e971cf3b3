//! What arrived from FPX, and whether it is to be believed.

use std::fmt;

use super::message::{Message, Signed};
use super::order::Confirmation;
use super::sign::VerifyingKeys;

/// A message as it came, with the verdict on its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    signed: Signed,
    signature_ok: bool,
}

impl Received {
    pub(super) fn new(signed: Signed, keys: &VerifyingKeys) -> Self {
        let signature_ok = keys.verify(&signed);
        Self { signed, signature_ok }
    }

    /// Whether FPX signed it.
    #[must_use]
    pub const fn signature_ok(&self) -> bool {
        self.signature_ok
    }

    /// What it claims, for the record: believe nothing of it unless the signature is good.
    #[must_use]
    pub const fn claimed(&self) -> &Message {
        &self.signed.message
    }

    /// The confirmation that it is.
    pub fn confirmation(&self) -> Result<Confirmation, NotConfirmed> {
        if !self.signature_ok {
            return Err(NotConfirmed::BadSignature);
        }
        Confirmation::read(&self.signed.message).ok_or(NotConfirmed::NotAConfirmation)
    }
}

/// Why something that arrived changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotConfirmed {
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but of another kind, or without an amount that can be read.
    NotAConfirmation,
}

impl fmt::Display for NotConfirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BadSignature => "the signature is not FPX's",
            Self::NotAConfirmation => "not a confirmation with an amount",
        })
    }
}

impl std::error::Error for NotConfirmed {}

//! The status of a payment in the gateway's words (docs/fpx.md#status-labels).

use super::code::{Failure, Verdict, verdict};
use crate::payments::Status;
use crate::{Language, Tone};

wire! {
    /// The status of an FPX payment, in the gateway's words.
    #[derive(Copy, Eq, Hash)]
    pub enum FpxStatus {
        /// The bank took the money; the utility's bank has not confirmed yet that it arrived.
        Authorized,
        /// The bank took the money, and the utility's bank confirmed that it arrived.
        Sales,
        /// A person or the bank declined, or the authoriser did not approve in time.
        NotApproved,
        /// The payment could not be carried out.
        Error,
        /// FPX or the bank was closed.
        Blocked,
        /// The bank took the money after the payment had ended in the portal.
        Reconfirm,
        /// The payer is at the bank, or the bank has not finished.
        Pending,
        /// FPX has no record of the payment, or the payer left before the end.
        Incomplete,
        /// The company's authoriser has yet to approve.
        PendingApproval,
    }
}

/// The data from which an FPX payment's status is derived.
#[derive(Clone, Copy, Debug)]
pub struct FpxStatusInput<'a> {
    /// The payment's status in the portal.
    pub status: Status,
    /// The debit answer code of FPX's last message.
    pub heard: Option<&'a str>,
    /// The credit answer code of the same message.
    pub credit: Option<&'a str>,
}

/// Returns the payment's status at the gateway.
#[must_use]
pub fn fpx_status(known: FpxStatusInput<'_>) -> FpxStatus {
    let heard = known.heard.map(verdict);
    match known.status {
        Status::Paid if known.credit == Some("00") => FpxStatus::Sales,
        Status::Paid => FpxStatus::Authorized,
        Status::Failed | Status::FpxDeclined if heard == Some(Verdict::Approved) => FpxStatus::Reconfirm,
        Status::FpxPending => FpxStatus::PendingApproval,
        Status::FpxDeclined => FpxStatus::NotApproved,
        Status::Failed => match heard {
            Some(Verdict::PendingAuthorizer | Verdict::Declined | Verdict::Failed { reason: Failure::Limit }) => {
                FpxStatus::NotApproved
            }
            Some(Verdict::Failed { reason: Failure::BankBlocked | Failure::OutsideHours }) => FpxStatus::Blocked,
            Some(Verdict::Failed { reason: Failure::TimeOut } | Verdict::NeverReached) | None => FpxStatus::Incomplete,
            Some(_) => FpxStatus::Error,
        },
        _ if heard == Some(Verdict::NeverReached) => FpxStatus::Incomplete,
        _ => FpxStatus::Pending,
    }
}

impl FpxStatus {
    /// All statuses.
    pub const ALL: &[Self] = &[
        Self::Authorized,
        Self::Sales,
        Self::NotApproved,
        Self::Error,
        Self::Blocked,
        Self::Reconfirm,
        Self::Pending,
        Self::Incomplete,
        Self::PendingApproval,
    ];

    /// The word that staff read.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Authorized => ["Authorized", "Diluluskan"],
            Self::Sales => ["Sales", "Jualan"],
            Self::NotApproved => ["Not approved", "Tidak diluluskan"],
            Self::Error => ["Error", "Ralat"],
            Self::Blocked => ["Blocked", "Disekat"],
            Self::Reconfirm => ["Reconfirm", "Sahkan semula"],
            Self::Pending => ["Pending", "Belum selesai"],
            Self::Incomplete => ["Incomplete", "Tidak lengkap"],
            Self::PendingApproval => ["Pending approval", "Menunggu kelulusan"],
        };
        language.pick(words)
    }

    /// The tone of its label.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Authorized | Self::Sales => Tone::Good,
            Self::Pending | Self::PendingApproval => Tone::Progress,
            Self::Reconfirm => Tone::Warning,
            Self::NotApproved | Self::Error | Self::Blocked | Self::Incomplete => Tone::Bad,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(status: Status, heard: Option<&str>) -> FpxStatus {
        fpx_status(FpxStatusInput { status, heard, credit: None })
    }

    #[test]
    fn every_label_is_reached() {
        use FpxStatus as F;
        use Status::{Failed, FpxDeclined, FpxPending, Paid, PaymentInitiated};
        for (status, heard, label) in [
            (PaymentInitiated, None, F::Pending),
            (PaymentInitiated, Some("09"), F::Pending),
            (PaymentInitiated, Some("76"), F::Incomplete),
            (FpxPending, Some("99"), F::PendingApproval),
            (FpxPending, Some("09"), F::PendingApproval),
            (FpxDeclined, Some("51"), F::NotApproved),
            (FpxDeclined, Some("1A"), F::NotApproved),
            (Failed, Some("99"), F::NotApproved),
            (Failed, Some("48"), F::NotApproved),
            (Failed, Some("BB"), F::Blocked),
            (Failed, Some("OE"), F::Blocked),
            (Failed, Some("1A"), F::Incomplete),
            (Failed, Some("76"), F::Incomplete),
            (Failed, None, F::Incomplete),
            (Failed, Some("XW"), F::Error),
            (Failed, Some("09"), F::Error),
            (Failed, Some("00"), F::Reconfirm),
            (FpxDeclined, Some("00"), F::Reconfirm),
            (Paid, Some("00"), F::Authorized),
        ] {
            assert_eq!(at(status, heard), label, "{status:?} {heard:?}");
        }
        let paid = FpxStatusInput { status: Paid, heard: Some("00"), credit: Some("00") };
        assert_eq!(fpx_status(paid), F::Sales);
        assert_eq!(fpx_status(FpxStatusInput { credit: Some("51"), ..paid }), F::Authorized);
    }

    #[test]
    fn each_has_its_word_in_both_languages() {
        for (at, one) in FpxStatus::ALL.iter().enumerate() {
            for language in Language::ALL {
                assert!(FpxStatus::ALL[..at].iter().all(|other| other.word(language) != one.word(language)));
            }
            assert_ne!(one.word(Language::En), one.word(Language::Ms));
        }
    }
}

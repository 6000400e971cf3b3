//! The reason why a payment failed or was declined, as a sentence for users
//! (docs/domain/payments.md#reasons-of-unsuccessful-payments).

use super::Status;
use super::fpx::{Failure, Verdict, verdict};
use crate::{Language, Words};

/// Returns the bank's answer code that explains why a payment failed. This is the code that ended it, unless the bank
/// took the money afterwards.
#[must_use]
pub fn reason_code<'a>(ended: Option<&'a str>, heard: Option<&'a str>) -> Option<&'a str> {
    heard.filter(|code| verdict(code) == Verdict::Approved).or(ended)
}

/// Returns the sentence for a failed or declined payment, by the bank's answer code if there is a code. None for other
/// statuses.
#[must_use]
pub fn failure_sentence(status: Status, bank_code: Option<&str>, language: Language) -> Option<&'static str> {
    let words = match (status, bank_code) {
        (Status::Declined, _) => [
            "The utility declined this payment. Its bills can be paid again.",
            "Utiliti menolak pembayaran ini. Bilnya boleh dibayar semula.",
        ],
        (Status::FpxDeclined | Status::Failed, Some(code)) => by_code(code),
        (Status::FpxDeclined, None) => ["The bank declined this payment.", "Bank menolak pembayaran ini."],
        (Status::Failed, None) => [
            "The bank did not report the outcome of this payment within five calendar days.",
            "Bank tidak memaklumkan hasil pembayaran ini dalam tempoh lima hari kalendar.",
        ],
        _ => return None,
    };
    Some(language.pick(words))
}

fn by_code(code: &str) -> Words {
    match (verdict(code), code) {
        (Verdict::Approved, _) => [
            "The bank took the money after this payment had ended. The utility’s decision is in its history.",
            "Bank mengambil wang selepas pembayaran ini tamat. Keputusan utiliti mengenainya ada dalam sejarahnya.",
        ],
        // The next three codes are the last that FPX sent before the payment expired.
        (Verdict::PendingAuthorizer, _) => [
            "Nobody approved this payment at the bank within five calendar days.",
            "Tiada sesiapa meluluskan pembayaran ini di bank dalam tempoh lima hari kalendar.",
        ],
        (Verdict::NeverReached, _) => [
            "This payment never reached the bank. No money was taken.",
            "Pembayaran ini tidak sampai ke bank. Tiada wang diambil.",
        ],
        (Verdict::InProgress, _) => [
            "The bank did not finish this payment within five calendar days.",
            "Bank tidak menyelesaikan pembayaran ini dalam tempoh lima hari kalendar.",
        ],
        (Verdict::Declined, "51") => {
            ["There was not enough money in the account.", "Baki dalam akaun tidak mencukupi."]
        }
        (Verdict::Declined, "53" | "14") => {
            ["The bank could not use the chosen account.", "Bank tidak dapat menggunakan akaun yang dipilih."]
        }
        (Verdict::Declined, "57" | "58" | "77") => [
            "The bank does not permit this payment from the chosen account.",
            "Bank tidak membenarkan pembayaran ini daripada akaun yang dipilih.",
        ],
        (Verdict::Declined, _) => ["The payment was cancelled at the bank.", "Pembayaran dibatalkan di bank."],
        (Verdict::Failed { reason: Failure::TimeOut }, _) => [
            "The bank's page was left open for too long, or required information was not entered.",
            "Halaman bank dibiarkan terbuka terlalu lama, atau maklumat yang diperlukan tidak dimasukkan.",
        ],
        (Verdict::Failed { reason: Failure::BankBlocked }, _) => {
            ["The bank was not available through FPX.", "Bank tidak tersedia melalui FPX."]
        }
        (Verdict::Failed { reason: Failure::OutsideHours }, _) => {
            ["The payment was made outside the hours of FPX.", "Pembayaran dibuat di luar waktu operasi FPX."]
        }
        (Verdict::Failed { reason: Failure::Limit }, _) => {
            ["The amount was above or below the bank's limit.", "Amaun melebihi atau kurang daripada had bank."]
        }
        _ => [
            "The payment could not be completed because of a technical error.",
            "Pembayaran tidak dapat diselesaikan kerana ralat teknikal.",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unsuccessful_payments_have_a_reason() {
        for &status in Status::ALL {
            let ended = status.is_final() && status != Status::Paid;
            for code in [None, Some("51"), Some("1A"), Some("BB"), Some("OE"), Some("48"), Some("XW"), Some("??")] {
                assert_eq!(failure_sentence(status, code, Language::En).is_some(), ended, "{status:?} {code:?}");
            }
        }
    }

    #[test]
    fn the_reason_is_the_banks() {
        let declined = |code| failure_sentence(Status::FpxDeclined, Some(code), Language::Ms);
        assert_eq!(declined("51"), Some("Baki dalam akaun tidak mencukupi."));
        assert_eq!(declined("1C"), Some("Pembayaran dibatalkan di bank."));
        assert_ne!(
            failure_sentence(Status::Failed, None, Language::En),
            failure_sentence(Status::Failed, Some("1A"), Language::En)
        );
    }

    #[test]
    fn late_money_is_mentioned_for_every_end() {
        let ends = [(Status::Failed, Some("76")), (Status::Failed, None), (Status::FpxDeclined, Some("51"))];
        for (status, ended) in ends {
            let told = |heard| failure_sentence(status, reason_code(ended, heard), Language::En);
            assert!(told(Some("00")).is_some_and(|told| told.starts_with("The bank took the money")), "{status:?}");
            for heard in [None, Some("76"), Some("09")] {
                assert_eq!(told(heard), failure_sentence(status, ended, Language::En), "{status:?} {heard:?}");
            }
        }
    }

    #[test]
    fn an_expired_payment_gives_the_last_answer() {
        let expired = |heard| failure_sentence(Status::Failed, heard, Language::En).expect("a reason");
        assert_eq!(expired(Some("76")), "This payment never reached the bank. No money was taken.");
        assert_eq!(expired(Some("99")), "Nobody approved this payment at the bank within five calendar days.");
        for (at, heard) in [None, Some("76"), Some("99"), Some("09")].into_iter().enumerate() {
            assert_eq!(expired(heard).contains("Nobody approved"), heard == Some("99"), "{at}");
        }
    }
}

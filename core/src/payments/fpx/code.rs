//! The answer codes of `fpx_debitAuthCode`.

use serde::{Deserialize, Serialize};

use crate::payments::fact::PaymentEvent;

/// The meaning of a bank's answer code for the payment.
///
/// Only the debit code decides; the other code of the message, `creditAuthCode`, is never required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Verdict {
    /// The money was taken. Final: no later message undoes it.
    Approved,
    /// The maker confirmed; the company's authoriser still has to approve, within five calendar days.
    PendingAuthorizer,
    /// The bank has not finished yet: ask again later.
    InProgress,
    /// FPX never received the request; a code only in answers to enquiries. Ask again until the payment expires.
    NeverReached,
    /// A person or the bank declined.
    Declined,
    /// The payment could not be carried out.
    Failed {
        /// The cause, as far as it matters to the payer.
        reason: Failure,
    },
}

/// The cause of a failure, if neither a person nor the bank declined the payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Failure {
    /// A page of the bank was left open too long, or the payer did not enter what it asked for.
    TimeOut,
    /// FPX has blocked the bank for now.
    BankBlocked,
    /// Outside the operating hours of FPX.
    OutsideHours,
    /// The amount is over or under a limit, or FPX does not accept it.
    Limit,
    /// FPX has seen the order number before.
    Duplicate,
    /// FPX could not verify our signature.
    Signature,
    /// Our clock and FPX's differ by too much.
    Clock,
    /// Any other failure, including unknown codes.
    System,
}

impl Verdict {
    /// Returns the payment's event for this answer code; none if the payment does not change.
    #[must_use]
    pub fn event(self, code: &str) -> Option<PaymentEvent> {
        let bank_code = || Some(code.to_owned());
        match self {
            Self::Approved => Some(PaymentEvent::FpxApproved),
            Self::PendingAuthorizer => Some(PaymentEvent::FpxPending),
            Self::InProgress | Self::NeverReached => None,
            Self::Declined => Some(PaymentEvent::FpxDeclined { bank_code: bank_code() }),
            Self::Failed { .. } => Some(PaymentEvent::FpxFailed { bank_code: bank_code() }),
        }
    }

    /// Whether staff must look at the payment, because the cause lies with us or with FPX and will affect the next
    /// payer too.
    #[must_use]
    pub const fn needs_operator(self) -> bool {
        match self {
            Self::Approved | Self::PendingAuthorizer | Self::InProgress | Self::NeverReached | Self::Declined => false,
            Self::Failed { reason } => match reason {
                Failure::TimeOut | Failure::BankBlocked | Failure::OutsideHours | Failure::Limit => false,
                Failure::Duplicate | Failure::Signature | Failure::Clock | Failure::System => true,
            },
        }
    }

    /// Whether the bank has finished with the payment, so that no further enquiry is needed.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Approved | Self::Declined | Self::Failed { .. })
    }
}

/// Whether the payer cancelled on a page of the bank. In this case the bank itself did not decline.
#[must_use]
pub fn is_cancelled(code: &str) -> bool {
    matches!(code, "80" | "BC" | "1C" | "1F" | "1I" | "1L" | "2X")
}

/// Reads `fpx_debitAuthCode`. An unknown code is a failure that alerts an operator, never a success, and never a reason
/// to keep waiting.
#[must_use]
pub fn verdict(code: &str) -> Verdict {
    let failed = |reason| Verdict::Failed { reason };
    match code {
        "00" => Verdict::Approved,
        // Some public merchant packages treat this code as a failure and release the bills, although the authoriser can
        // still approve.
        "99" => Verdict::PendingAuthorizer,
        "09" => Verdict::InProgress,
        "76" => Verdict::NeverReached,
        code if is_cancelled(code) => Verdict::Declined,
        // Funds, account, not permitted.
        "51" | "53" | "14" | "57" | "58" | "77" => Verdict::Declined,
        // Time-outs first, then information that the payer did not enter.
        "1A" | "1D" | "1G" | "1J" | "1M" | "OF" | "1B" | "1E" | "1H" | "1K" => failed(Failure::TimeOut),
        "BB" => failed(Failure::BankBlocked),
        "OE" => failed(Failure::OutsideHours),
        "48" | "49" | "2A" | "13" => failed(Failure::Limit),
        "45" | "XN" | "XO" => failed(Failure::Duplicate),
        "98" | "XC" | "78" => failed(Failure::Signature),
        "XW" => failed(Failure::Clock),
        _ => failed(Failure::System),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        input: String,
        output: Verdict,
    }

    #[test]
    fn every_case_of_the_fixtures() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../../../fixtures/rules/fpx-codes.json"))
            .expect("the fixtures parse");
        assert!(cases.len() > 45, "the fixtures contain the entire table");
        for case in cases {
            assert_eq!(verdict(&case.input), case.output, "{}", case.name);
        }
    }

    #[test]
    fn staff_are_alerted_to_errors_that_recur() {
        for code in ["45", "XN", "XO", "98", "XC", "78", "XW", "92", "ZZ", "", "0", "000", " 00"] {
            assert!(verdict(code).needs_operator(), "{code:?}");
        }
        for code in ["00", "99", "09", "76", "1C", "51", "1A", "BB", "OE", "48", "13"] {
            assert!(!verdict(code).needs_operator(), "{code:?}");
        }
    }

    #[test]
    fn waiting_is_not_an_end() {
        for code in ["99", "09", "76"] {
            assert!(!verdict(code).is_final(), "{code}");
        }
        for code in ["00", "58", "1A", "??"] {
            assert!(verdict(code).is_final(), "{code}");
        }
    }

    #[test]
    fn an_answer_changes_the_payment_as_it_says() {
        let code = || Some("51".to_owned());
        for (verdict, event) in [
            (Verdict::Approved, Some(PaymentEvent::FpxApproved)),
            (Verdict::PendingAuthorizer, Some(PaymentEvent::FpxPending)),
            (Verdict::InProgress, None),
            (Verdict::NeverReached, None),
            (Verdict::Declined, Some(PaymentEvent::FpxDeclined { bank_code: code() })),
            (Verdict::Failed { reason: Failure::Limit }, Some(PaymentEvent::FpxFailed { bank_code: code() })),
        ] {
            assert_eq!(verdict.event("51"), event, "{verdict:?}");
        }
    }
}

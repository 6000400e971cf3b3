//! The answer codes of `fpx_debitAuthCode`.

use serde::{Deserialize, Serialize};

use crate::payments::fact::PaymentEvent;

/// What a bank's answer means for the payment.
///
/// `creditAuthCode`, the other code of the message, is never required: the debit decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Verdict {
    /// The money was taken. Final: nothing that arrives later undoes it.
    Approved,
    /// The maker confirmed; the company's own authorizer still has to approve, up to five calendar days later.
    PendingAuthorizer,
    /// The bank is still at it: ask again later.
    InProgress,
    /// FPX never received the request (answered to an enquiry only): ask again until the time-out, then it failed.
    NeverReached,
    /// A person or the bank said no.
    Declined,
    /// It could not be carried out.
    Failed {
        /// Why, as far as the payer is concerned.
        reason: Failure,
    },
}

/// Why a payment failed without anybody having said no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Failure {
    /// A bank's page was left open too long, or what it asked for was not given.
    TimeOut,
    /// FPX has blocked the bank for now.
    BankBlocked,
    /// Outside the hours in which FPX works.
    OutsideHours,
    /// Over or under a limit, or an amount that FPX does not take.
    Limit,
    /// FPX has seen the order number before.
    Duplicate,
    /// FPX could not verify our signature.
    Signature,
    /// Our clock and FPX's differ by too much.
    Clock,
    /// Anything else, including codes that we have never heard of.
    System,
}

impl Verdict {
    /// What it does to the payment, by that answer code; `None`: nothing yet.
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

    /// Whether a person at the utility must look at it: the cause lies with us or with FPX, and will repeat for the next payer.
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

    /// Whether the bank has finished with the payment, so that there is nothing left to ask.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Approved | Self::Declined | Self::Failed { .. })
    }
}

/// Whether the payer cancelled at one of the bank's pages: the bank declined nothing.
#[must_use]
pub fn is_cancelled(code: &str) -> bool {
    matches!(code, "80" | "BC" | "1C" | "1F" | "1I" | "1L" | "2X")
}

/// Reads `fpx_debitAuthCode`. A code that is not in the table is a failure that an operator hears of, never a success
/// and never something to wait for.
#[must_use]
pub fn verdict(code: &str) -> Verdict {
    let failed = |reason| Verdict::Failed { reason };
    match code {
        "00" => Verdict::Approved,
        // Public merchant packages take this for a failure and free the bills, while the authorizer can still approve.
        "99" => Verdict::PendingAuthorizer,
        "09" => Verdict::InProgress,
        "76" => Verdict::NeverReached,
        code if is_cancelled(code) => Verdict::Declined,
        // Funds, account, not permitted.
        "51" | "53" | "14" | "57" | "58" | "77" => Verdict::Declined,
        // Timed out, then: information not given.
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
        assert!(cases.len() > 45, "the whole table is there");
        for case in cases {
            assert_eq!(verdict(&case.input), case.output, "{}", case.name);
        }
    }

    #[test]
    fn an_operator_hears_of_what_repeats_for_the_next_payer() {
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
}

//! What a verified message of FPX leads to, by its channel, its verdict and the state of the payment.

use super::{Failure, Verdict};
use crate::payments::fact::PaymentEvent;
use crate::payments::{Status, next_status};

/// How FPX's own number of a payment relates to the number of an earlier answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FpxNumber {
    /// There was no earlier number.
    First,
    /// The same number.
    Same,
    /// Another number, so the message concerns another request.
    Other,
}

/// A verified message, and the payment that it meets.
#[derive(Debug, Clone, Copy)]
pub struct VerifiedMessage<'a> {
    /// Whether it answers the portal's enquiry about this order. Other messages come by the direct or indirect channel.
    pub answers_enquiry: bool,
    /// Its meaning.
    pub verdict: Verdict,
    /// The bank's answer code.
    pub code: &'a str,
    /// The FPX number that it names.
    pub number: FpxNumber,
    /// The payment's status before it.
    pub status: Status,
}

/// What a verified message leads to.
#[derive(Debug, Clone, PartialEq)]
pub enum Reaction {
    /// The payment changes by this event.
    Apply(PaymentEvent),
    /// FPX has no payment under this number. Nothing can be alive, so an earlier doubtful refusal is final.
    ApplyDoubtfulRefusal,
    /// The answer is stored, and decides nothing.
    Record,
    /// The refusal may concern another request under the same order number, or the enquiry. The payment stays open.
    Doubt,
    /// As [`Self::Doubt`], and FPX is asked about the order now.
    DoubtAndAsk,
    /// Money came after the payment had ended: staff must act.
    AlertLateApproval,
    /// A paid payment was paid again, under another FPX number: staff must act.
    AlertPaidTwice,
    /// The message repeats what the payment's status says already.
    Repeat,
    /// The state has moved on, and the message changes nothing.
    Ignore,
}

impl Reaction {
    /// Decides what a verified message leads to.
    ///
    /// FPX answers *duplicate* or *bad signature* (XN, XO, 45; XC, 98, 78) to a second request; in an answer to an
    /// enquiry these codes concern the enquiry. A refusal under another FPX number also concerns another request, but an
    /// enquiry's answer concerns the order itself.
    #[must_use]
    pub fn to(message: VerifiedMessage<'_>) -> Self {
        use Verdict::{Approved, Declined, Failed, NeverReached};
        const REPEATED: [Failure; 2] = [Failure::Duplicate, Failure::Signature];
        let VerifiedMessage { answers_enquiry, verdict, code, number, status } = message;
        let Some(event) = verdict.event(code) else {
            return match (answers_enquiry, verdict, status) {
                (true, NeverReached, Status::PaymentInitiated) => Self::ApplyDoubtfulRefusal,
                (_, _, status) if status.is_final() => Self::Ignore,
                _ => Self::Record,
            };
        };
        let after = |from| next_status(from, event.event()).ok();
        match (answers_enquiry, verdict, number) {
            // The status allows the event.
            (true, Failed { reason }, _) if after(status).is_some() && REPEATED.contains(&reason) => Self::Doubt,
            (false, Failed { reason }, _) if after(status).is_some() && REPEATED.contains(&reason) => Self::DoubtAndAsk,
            (false, Failed { .. } | Declined, FpxNumber::Other) if after(status).is_some() => Self::DoubtAndAsk,
            _ if after(status).is_some() => Self::Apply(event),
            // The payment has ended, or is past this message.
            (_, Approved, _) if status != Status::Paid => Self::AlertLateApproval,
            (_, Approved, FpxNumber::First | FpxNumber::Other) => Self::AlertPaidTwice,
            (_, _, FpxNumber::Same) if after(Status::PaymentInitiated) == Some(status) => Self::Repeat,
            _ => Self::Ignore,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILED: Verdict = Verdict::Failed { reason: Failure::System };
    const DUPLICATE: Verdict = Verdict::Failed { reason: Failure::Duplicate };
    const VERDICTS: [Verdict; 8] = [
        Verdict::Approved,
        Verdict::PendingAuthorizer,
        Verdict::InProgress,
        Verdict::NeverReached,
        Verdict::Declined,
        FAILED,
        DUPLICATE,
        Verdict::Failed { reason: Failure::Signature },
    ];
    const FPX: [Status; 5] =
        [Status::PaymentInitiated, Status::FpxPending, Status::Paid, Status::FpxDeclined, Status::Failed];

    fn messages() -> impl Iterator<Item = VerifiedMessage<'static>> {
        let numbers = [FpxNumber::First, FpxNumber::Same, FpxNumber::Other];
        [false, true].into_iter().flat_map(move |answers_enquiry| {
            VERDICTS.into_iter().flat_map(move |verdict| {
                numbers.into_iter().flat_map(move |number| {
                    FPX.into_iter().map(move |status| VerifiedMessage {
                        answers_enquiry,
                        verdict,
                        code: "51",
                        number,
                        status,
                    })
                })
            })
        })
    }

    #[test]
    fn only_an_open_payment_changes() {
        for message in messages() {
            let is_open = matches!(message.status, Status::PaymentInitiated | Status::FpxPending);
            match Reaction::to(message) {
                Reaction::Apply(_) | Reaction::Record | Reaction::Doubt | Reaction::DoubtAndAsk => {
                    assert!(is_open, "{message:?}");
                }
                Reaction::ApplyDoubtfulRefusal => assert_eq!(message.status, Status::PaymentInitiated, "{message:?}"),
                Reaction::AlertLateApproval | Reaction::AlertPaidTwice | Reaction::Repeat | Reaction::Ignore => {}
            }
        }
    }

    #[test]
    fn an_approval_is_never_dropped() {
        for message in messages().filter(|message| message.verdict == Verdict::Approved) {
            let expected = match (message.status, message.number) {
                (Status::PaymentInitiated | Status::FpxPending, _) => Reaction::Apply(PaymentEvent::FpxApproved),
                (Status::Paid, FpxNumber::Same) => Reaction::Repeat,
                (Status::Paid, _) => Reaction::AlertPaidTwice,
                _ => Reaction::AlertLateApproval,
            };
            assert_eq!(Reaction::to(message), expected, "{message:?}");
        }
    }

    #[test]
    fn a_refusal_that_may_be_of_another_request_ends_nothing() {
        let message = VerifiedMessage {
            answers_enquiry: false,
            verdict: Verdict::Declined,
            code: "51",
            number: FpxNumber::Other,
            status: Status::PaymentInitiated,
        };
        assert_eq!(Reaction::to(message), Reaction::DoubtAndAsk);
        let declined = Reaction::Apply(PaymentEvent::FpxDeclined { bank_code: Some("51".to_owned()) });
        assert_eq!(Reaction::to(VerifiedMessage { answers_enquiry: true, ..message }), declined);
        assert_eq!(Reaction::to(VerifiedMessage { number: FpxNumber::Same, ..message }), declined);
        for number in [FpxNumber::First, FpxNumber::Same, FpxNumber::Other] {
            let duplicate = VerifiedMessage { verdict: DUPLICATE, number, ..message };
            assert_eq!(Reaction::to(duplicate), Reaction::DoubtAndAsk);
            assert_eq!(Reaction::to(VerifiedMessage { answers_enquiry: true, ..duplicate }), Reaction::Doubt);
        }
    }

    #[test]
    fn what_is_known_is_a_repetition() {
        let message = VerifiedMessage {
            answers_enquiry: false,
            verdict: Verdict::PendingAuthorizer,
            code: "99",
            number: FpxNumber::Same,
            status: Status::FpxPending,
        };
        assert_eq!(Reaction::to(message), Reaction::Repeat);
        assert_eq!(Reaction::to(VerifiedMessage { number: FpxNumber::Other, ..message }), Reaction::Ignore);
        assert_eq!(Reaction::to(VerifiedMessage { status: Status::Paid, ..message }), Reaction::Ignore);
        let failed = VerifiedMessage { verdict: FAILED, status: Status::Failed, ..message };
        assert_eq!(Reaction::to(failed), Reaction::Repeat);
        assert_eq!(Reaction::to(VerifiedMessage { verdict: Verdict::Declined, ..failed }), Reaction::Ignore);
    }

    #[test]
    fn an_answer_without_a_decision_is_stored_while_the_payment_is_open() {
        for message in messages() {
            let decides_nothing = matches!(message.verdict, Verdict::InProgress | Verdict::NeverReached);
            let is_open = matches!(message.status, Status::PaymentInitiated | Status::FpxPending);
            let never = message.verdict == Verdict::NeverReached && message.answers_enquiry;
            let expected = match (is_open, never && message.status == Status::PaymentInitiated) {
                (false, _) => Reaction::Ignore,
                (true, true) => Reaction::ApplyDoubtfulRefusal,
                (true, false) => Reaction::Record,
            };
            if decides_nothing {
                assert_eq!(Reaction::to(message), expected, "{message:?}");
            }
        }
    }
}

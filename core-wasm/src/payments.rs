//! Rules for payments: statuses and methods.

use gridbill_core::colleagues::check_note;
use gridbill_core::payments::fpx::{Approval, FpxStatus, approval, check_reminder};
use gridbill_core::payments::officers::check_reason;
use gridbill_core::payments::{Document, PaymentMethod, Status, StatusGroup};
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Instant, Language, Money, Tone};
use serde::Serialize;
use tsify::Tsify;

use crate::rule::refusal;

/// A payment's status as a screen shows it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StatusShown {
    /// The word for customers.
    customer_word: &'static str,
    /// The word for staff.
    staff_word: &'static str,
    group: StatusGroup,
    tone: Tone,
    /// Whether the payment holds its bills, so that no other payment can include them.
    is_live: bool,
    /// Whether the status can no longer change.
    is_final: bool,
    /// The kind of document that the payment's page shows.
    document: Document,
    document_title: &'static str,
}

impl StatusShown {
    fn of(status: Status, language: Language) -> Self {
        let document = Document::of(status);
        Self {
            customer_word: status.word_for_customers(language),
            staff_word: status.word_for_staff(language),
            group: status.group(),
            tone: status.tone(),
            is_live: status.is_live(),
            is_final: status.is_final(),
            document,
            document_title: document.title(language),
        }
    }
}

/// The gateway's status of a payment, as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct FpxStatusShown {
    word: &'static str,
    tone: Tone,
}

impl FpxStatusShown {
    fn of(status: FpxStatus, language: Language) -> Self {
        Self { word: status.word(language), tone: status.tone() }
    }
}

/// A payment method as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct MethodShown {
    word: &'static str,
    least: Money,
    most: Option<Money>,
}

impl MethodShown {
    fn of(method: PaymentMethod, language: Language) -> Self {
        let (least, most) = method.limits();
        Self { word: method.word(language), least, most }
    }
}

rules! {
    /// Returns the words of a payment's status, for customers and for staff, with its tone.
    paymentStatus(status: Status, language: Language) -> StatusShown = StatusShown::of(status, language);
    /// Returns the word and the tone of the gateway's status of an FPX payment.
    fpxStatus(status: FpxStatus, language: Language) -> FpxStatusShown = FpxStatusShown::of(status, language);
    /// Returns a method's name and limits.
    paymentMethod(method: PaymentMethod, language: Language) -> MethodShown = MethodShown::of(method, language);
    /// Returns the time that the company's authoriser has left to approve a payment.
    fpxApproval(started: Instant, now: Instant, language: Language) -> Approval = approval(started, now, language);
    /// Returns the refusal if it is too early for another reminder to colleagues.
    reminderRefusal(last: Option<Instant>, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_reminder(last, now, language), language);
    /// Checks the length of a note to a colleague.
    noteRefusal(note: String, language: Language) -> Option<ErrorBody> = refusal(check_note(Some(&note)), language);
    /// Checks an officer's reason. Field: `remark`.
    checkReason(reason: String, language: Language) -> Option<ErrorBody> = refusal(check_reason(&reason), language);
}

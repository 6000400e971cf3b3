//! E-mails between users of a bulk account: transfer instructions, bills to pay, reminders to approve
//! (docs/domain/colleagues.md).

mod fact;

pub use fact::ColleagueFact;

use crate::bills::{LeftOut, Payable};
use crate::endpoint::Nothing;
use crate::number::{BulkId, InvoiceNo, TransactionNo};
use crate::number_list::NumberList;
use crate::{Code, Instant, Money, Problem};

endpoints! {
    /// Lists the other users of the caller's bulk account.
    GetColleagues = Get "/portal/api/v1/Colleagues"
        for Customer(Bill, View) closed(WithoutAccount) reads(Profile, Company): Json (Nothing) -> Vec<Colleague>;
    /// Sends a colleague transfer instructions: the amount, the destination and the reference to quote.
    SendInstructions = Post "/portal/api/v1/Colleagues/SendInstructions/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, UserNotFound, AmountInvalid, AmountDecimals, AmountTooLarge,
            InvoiceNumberInvalid, SearchTooShort, SearchTooMany, BillInPayment, BillOnHold, BillNotFound,
            InvoicesTooMany, InvoiceNotPayable, TotalChanged, TransactionNotFound, PaymentMoved)
        sends changes(): Json (SendInstructionsRequest) -> Nothing;
    /// Reminds colleagues to approve a payment at their bank.
    RemindAuthoriser = Post "/portal/api/v1/Colleagues/Remind"
        for Customer(Payment, View) closed(WithoutAccount)
        refuses(TooManyAttempts, UserNotFound, TransactionNotFound, PaymentMoved, ReminderTooSoon)
        sends changes(Payments): Json (RemindRequest) -> Reminded;
    /// Sends bills to a colleague who may pay them.
    SendSelection = Post "/portal/api/v1/Colleagues/SendSelection/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, UserNotFound, InvoiceNumberInvalid, BillInPayment, BillOnHold, BillNotFound,
            RemarkTooLong, InvoicesTooMany, ColleagueMayNotPay)
        sends changes(): Json (SendSelectionRequest) -> SelectionSent;
    /// Returns the bills that a colleague sent, split into those that can still be paid and those that cannot.
    GetSentSelection = Get "/portal/api/v1/Colleagues/Selection"
        for Customer(Payment, Add) closed(WithoutAccount)
        refuses(SearchTooShort, SearchTooMany, BillNotFound, SentSelectionNotFound)
        reads(Bills, Profile): Json (SentSelectionRequest) -> SentSelection;
}

/// Days for which a sent selection can be opened.
pub const SELECTION_DAYS: i64 = 7;

/// Maximum characters of a note.
pub const MAX_NOTE_LENGTH: usize = 500;

wire! {
    /// Another user of the same bulk account.
    pub struct Colleague {
        pub user_id: String,
        pub name: String,
        /// Shown with the name, because two people may have the same name.
        pub email: String,
        pub may_pay: bool,
    }

    /// Transfer instructions for one colleague: the total of selected bills, or the difference of a payment.
    pub struct SendInstructionsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// The colleague.
        pub user_id: String,
        /// The bills, if there is no payment yet.
        #[serde(default, with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
        /// The payment with a missing difference.
        #[serde(default)]
        pub transaction_no: Option<TransactionNo>,
        /// The amount that the sender saw.
        pub amount: Money,
    }

    /// A payment to approve, and the colleagues to remind.
    pub struct RemindRequest {
        pub transaction_no: TransactionNo,
        /// One colleague; if left out, all other users who may pay.
        #[serde(default)]
        pub user_id: Option<String>,
    }

    /// A sent reminder.
    pub struct Reminded {
        /// The number of recipients.
        pub people: usize,
        /// The earliest time for the next reminder.
        pub next_at: Instant,
    }

    /// A selection of bills for a colleague.
    pub struct SendSelectionRequest {
        /// The bulk account.
        pub id: BulkId,
        /// The colleague.
        pub user_id: String,
        #[serde(with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
        #[serde(default)]
        pub note: Option<String>,
    }

    /// The sent selection.
    pub struct SelectionSent {
        /// The id that opens it.
        pub selection_id: String,
        /// The number of bills in it.
        pub bills: usize,
        /// When it can no longer be opened.
        pub expires_at: Instant,
        /// The bills that were left out, with reasons.
        pub left_out: Vec<LeftOut>,
    }

    /// The selection to open.
    pub struct SentSelectionRequest {
        pub selection_id: String,
    }

    /// A selection as its recipient sees it.
    pub struct SentSelection {
        pub sent_by: String,
        pub sent_at: Instant,
        /// When it can no longer be opened.
        pub expires_at: Instant,
        /// The sender's note.
        pub note: Option<String>,
        /// The bills that can be paid now.
        pub bills: Vec<Payable>,
        /// The bills that cannot be paid, with reasons.
        pub left_out: Vec<LeftOut>,
    }
}

/// Returns the reference to quote in a transfer, so that the utility can match it: the payment with the missing
/// difference, or the bulk account.
#[must_use]
pub fn reference_to_quote<'a>(bulk_id: &'a BulkId, transaction_no: Option<&'a TransactionNo>) -> &'a str {
    transaction_no.map_or(bulk_id.as_str(), TransactionNo::as_str)
}

/// Checks a note to a colleague; an empty one gives none. Fails with [`Code::RemarkTooLong`] at `note`.
pub fn check_note(note: Option<&str>) -> Result<Option<String>, Problem> {
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    if note.is_some_and(|note| note.chars().count() > MAX_NOTE_LENGTH) {
        let too_long = Problem::new(Code::RemarkTooLong).with("limit", MAX_NOTE_LENGTH);
        return Err(Problem::at("note", too_long));
    }
    Ok(note.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_short_or_missing() {
        assert_eq!(check_note(None), Ok(None));
        assert_eq!(check_note(Some("  \n")), Ok(None));
        assert_eq!(check_note(Some(" by Friday ")), Ok(Some("by Friday".to_owned())));
        assert!(check_note(Some(&"é".repeat(MAX_NOTE_LENGTH))).is_ok());
        let refused = check_note(Some(&"é".repeat(MAX_NOTE_LENGTH + 1))).expect_err("too long");
        assert_eq!((refused.fields[0].0.as_str(), refused.code), ("note", Code::RemarkTooLong));
    }

    #[test]
    fn a_transfer_quotes_the_payment_or_the_bulk_account() {
        let bulk_id = BulkId::parse("3000000001").expect("a bulk account");
        let payment = TransactionNo::parse("P2611200000001").expect("a payment");
        assert_eq!(reference_to_quote(&bulk_id, None), "3000000001");
        assert_eq!(reference_to_quote(&bulk_id, Some(&payment)), "P2611200000001");
    }
}

//! What the people of a bulk account send each other: where a transfer goes, bills to pay, a reminder to approve
//! (docs/domain/colleagues.md).

mod fact;

pub use fact::ColleagueFact;

use crate::bills::{LeftOut, Payable};
use crate::endpoint::Nothing;
use crate::number::{BulkId, InvoiceNo, TransactionNo};
use crate::{Code, Instant, Money, Problem};

endpoints! { ColleaguesEndpoints;
    /// The people of the own bulk account who can be written to, without oneself.
    GetColleagues = Get "/portal/api/v1/Colleagues" for Customer(Bill, View) closed(WithoutAccount) reads(Profile, Company): Json (Nothing) -> Vec<Colleague>;
    /// Sends a colleague how much is to be transferred, where to, and what to quote.
    SendInstructions = Post "/portal/api/v1/Colleagues/SendInstructions/{id}" for Customer(Payment, View) of(id) closed(WithoutAccount) sends changes(): Json (SendInstructionsRequest) -> Nothing;
    /// Reminds colleagues that a payment waits for approval at their bank.
    RemindAuthoriser = Post "/portal/api/v1/Colleagues/Remind" for Customer(Payment, View) closed(WithoutAccount) sends changes(Payments): Json (RemindRequest) -> Reminded;
    /// Sends bills to a colleague who may pay them.
    SendSelection = Post "/portal/api/v1/Colleagues/SendSelection/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) sends changes(): Json (SendSelectionRequest) -> SelectionSent;
    /// The bills that a colleague has sent, as far as they can still be paid.
    GetSentSelection = Get "/portal/api/v1/Colleagues/Selection" for Customer(Payment, Add) closed(WithoutAccount) reads(Bills, Profile): Json (SentSelectionRequest) -> SentSelection;
}

/// Days for which a selection that was sent can be opened.
pub const SELECTION_DAYS: i64 = 7;

/// The most characters of a note.
pub const MAX_NOTE_LENGTH: usize = 500;

wire! {
    /// Somebody of the same bulk account.
    pub struct Colleague {
        /// The person.
        pub user_id: String,
        /// Their name.
        pub name: String,
        /// Their address; two people may have one name.
        pub email: String,
        /// Whether they may pay bills.
        pub may_pay: bool,
    }

    /// What is to be transferred, and who is told: the total of bills that are chosen, or the difference of a payment.
    pub struct SendInstructionsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// The colleague.
        pub user_id: String,
        /// The bills, where there is no payment yet.
        #[serde(default)]
        pub invoice_nos: Vec<InvoiceNo>,
        /// The payment of which something is missing.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub transaction_no: Option<TransactionNo>,
        /// The amount that the person saw.
        pub amount: Money,
    }

    /// Which payment waits, and who is reminded.
    pub struct RemindRequest {
        /// The payment.
        pub transaction_no: TransactionNo,
        /// One colleague; without it everybody else who may pay.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub user_id: Option<String>,
    }

    /// A reminder that was sent.
    pub struct Reminded {
        /// To how many.
        pub people: usize,
        /// From when on the next one can be sent.
        pub next_at: Instant,
    }

    /// Bills for a colleague.
    pub struct SendSelectionRequest {
        /// The bulk account.
        pub id: BulkId,
        /// The colleague.
        pub user_id: String,
        /// The bills.
        pub invoice_nos: Vec<InvoiceNo>,
        /// What else is to be said.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub note: Option<String>,
    }

    /// A selection that was sent.
    pub struct SelectionSent {
        /// By which it is opened.
        pub selection_id: String,
        /// How many bills are in it.
        pub bills: usize,
        /// Until when it can be opened.
        pub expires_at: Instant,
        /// What was left out, and why.
        pub left_out: Vec<LeftOut>,
    }

    /// Which selection.
    pub struct SentSelectionRequest {
        /// By which it is opened.
        pub selection_id: String,
    }

    /// A selection as whoever got it opens it.
    pub struct SentSelection {
        /// Who sent it.
        pub sent_by: String,
        /// When.
        pub sent_at: Instant,
        /// Until when it can be opened.
        pub expires_at: Instant,
        /// What they wrote.
        pub note: Option<String>,
        /// What can be paid of it now.
        pub bills: Vec<Payable>,
        /// What cannot, and why.
        pub left_out: Vec<LeftOut>,
    }
}

/// What a transfer quotes, so that the utility knows what it is for: the payment of which something is missing, or the
/// bulk account.
#[must_use]
pub fn reference_to_quote<'a>(bulk_id: &'a BulkId, transaction_no: Option<&'a TransactionNo>) -> &'a str {
    transaction_no.map_or(bulk_id.as_str(), TransactionNo::as_str)
}

/// Checks a note to a colleague; none where nothing was written.
///
/// # Errors
/// [`Code::RemarkTooLong`] at `note`.
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

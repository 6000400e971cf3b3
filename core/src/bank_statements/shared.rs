//! What travels when a person matches lines and payments.

use super::{MatchedPayment, UsedLine};
use crate::number::TransactionNo;
use crate::{Day, Money};

wire! {
    /// What is open of a line.
    #[derive(Eq)]
    pub struct OpenMoney {
        pub statement_id: String,
        /// The line's row in the file.
        pub line: u32,
        /// The line's amount without the shares that payments have taken.
        pub open: Money,
    }

    /// What a payment expects of the lines that it is matched with.
    #[derive(Eq)]
    pub struct ExpectedPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub transaction_no: TransactionNo,
        pub expected: Money,
    }

    /// The share of a line's money that belongs to a payment.
    #[derive(Eq)]
    pub struct BankShare {
        pub statement_id: String,
        /// The line's row in the file.
        pub line: u32,
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub amount: Money,
    }

    /// Why a payment may belong to a line, the best reason first.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum CandidateWhy {
        /// The line has the payment's number, and what the payment expects is open.
        NumberAndAmount,
        /// The line has the number of several payments, which together expect what is open.
        NumberTogether,
        /// The line has the payment's number.
        Number,
        /// The payment expects what is open.
        Amount,
        /// All waiting payments of the company together expect what is open.
        CompanyTogether,
        /// The payment's number is like one of the line.
        NumberAlike,
        /// The payment was submitted at most 14 days from the line's day.
        Day,
        /// Nothing points to it.
        Other,
    }

    /// A line is meant, and what is searched for.
    pub struct MatchCandidatesRequest {
        pub statement_id: String,
        /// The line's row in the file.
        pub line: u32,
        /// Payments by number, amount, company or batch; none shows those that may fit.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Other lines by reference, description or amount.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub line_search: Option<String>,
    }

    /// A line with all that may belong to it.
    pub struct MatchCandidates {
        pub line: MatchLine,
        /// The best first.
        pub payments: Vec<MatchCandidate>,
        /// Payments that fit as well and are not among these.
        pub more_payments: i64,
        /// Other lines with open money, the nearest by day first.
        pub lines: Vec<MatchLine>,
        /// Lines that are not among these.
        pub more_lines: i64,
    }

    /// A line of money that came in, as far as it is open.
    pub struct MatchLine {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        /// The line's row in the file.
        pub line: u32,
        pub day: Day,
        pub reference: String,
        pub description: String,
        pub amount: Money,
        /// The amount without the shares that payments have taken.
        pub open: Money,
        /// Those payments.
        pub used: Vec<UsedLine>,
    }

    /// A payment that may belong to a line.
    pub struct MatchCandidate {
        pub payment: MatchedPayment,
        /// The version that is decided on.
        pub version: i32,
        pub why: CandidateWhy,
        /// It was accepted before its line came, and waits for that line only.
        pub is_accepted: bool,
        /// The officer who accepted it first, where a second one must confirm.
        pub proposed_by: Option<String>,
        /// Accepting it needs two officers.
        pub needs_second_officer: bool,
    }

    /// Match these.
    pub struct MatchLinesRequest {
        pub shares: Vec<BankShare>,
        /// The versions of the payments that were seen.
        pub payments: Vec<SeenPayment>,
    }

    /// A payment as it was seen.
    pub struct SeenPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub version: i32,
    }

    /// What came of a match.
    pub struct MatchedLines {
        pub payments: Vec<PaymentOutcome>,
    }

    /// What came of a payment.
    pub struct PaymentOutcome {
        pub transaction_no: TransactionNo,
        /// One officer accepted it, and a second one must confirm: its shares are still open.
        pub awaits_second_officer: bool,
    }
}

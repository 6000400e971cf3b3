//! Requests and responses for matching lines and payments by hand.

use super::{MatchedPayment, UsedLine};
use crate::number::TransactionNo;
use crate::{Day, Money};

wire! {
    /// The open amount of a line.
    #[derive(Eq)]
    pub struct OpenMoney {
        pub statement_id: String,
        /// The line's row number.
        pub line: u32,
        /// The line's amount minus the shares that payments have used.
        pub open: Money,
    }

    /// The amount that a payment needs from the lines that it is matched with.
    #[derive(Eq)]
    pub struct ExpectedPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub transaction_no: TransactionNo,
        pub expected: Money,
    }

    /// The part of a line's money that goes to a payment.
    #[derive(Eq)]
    pub struct BankShare {
        pub statement_id: String,
        /// The line's row number.
        pub line: u32,
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub amount: Money,
    }

    /// Why a payment may belong to a line, best reason first.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum CandidateWhy {
        /// The line contains the payment's number, and its open amount is what the payment expects.
        NumberAndAmount,
        /// The line contains the number of several payments, which together expect the open amount.
        NumberTogether,
        /// The line contains the company's name, and its open amount is what the payment expects.
        NameAndAmount,
        /// The payment expects the open amount.
        Amount,
        /// All open payments of the company together expect the open amount.
        CompanyTogether,
        /// The line contains the payment's number.
        Number,
        /// The line contains the company's name.
        Name,
        /// The payment's number is similar to a number in the line.
        NumberAlike,
        /// The payment was submitted within 14 days of the line's date, and the open amount covers it.
        Day,
        /// No indication.
        Other,
    }

    /// A request to declare a line to be other money.
    pub struct OtherMoneyRequest {
        pub statement_id: String,
        /// The line's row number.
        pub line: u32,
        /// The statement of the other line.
        pub other_statement_id: String,
        /// The other line's row number.
        pub other_line: u32,
        /// How the officer knows it.
        pub reason: String,
    }

    /// A request for the candidates of a line, with optional search texts.
    pub struct MatchCandidatesRequest {
        pub statement_id: String,
        /// The line's row number.
        pub line: u32,
        /// Search payments by number, amount, company or batch. Without a text, the response contains the payments that
        /// may fit.
        #[serde(default)]
        pub search: Option<String>,
        /// Search other lines by reference, description or amount.
        #[serde(default)]
        pub line_search: Option<String>,
    }

    /// A line with the payments and lines that may belong to it.
    pub struct MatchCandidates {
        pub line: MatchLine,
        /// The line of another statement that is or may be the same transfer: a used one if there is one.
        pub repeats: Option<RepeatedLine>,
        /// Best first.
        pub payments: Vec<MatchCandidate>,
        /// The number of further payments that also qualify.
        pub more_payments: i64,
        /// Other lines with an open amount, nearest by date first.
        pub lines: Vec<MatchLine>,
        /// The number of further lines.
        pub more_lines: i64,
    }

    /// A line of another statement that is or may be the same transfer.
    pub struct RepeatedLine {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        /// The line's row number.
        pub line: u32,
        /// The payment that took its money first, if one did.
        pub transaction_no: Option<TransactionNo>,
        /// Whether it certainly is the same transfer.
        pub is_proven: bool,
    }

    /// A line of money that came in, with its open amount.
    pub struct MatchLine {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        /// The line's row number.
        pub line: u32,
        pub day: Day,
        pub reference: String,
        pub description: String,
        pub amount: Money,
        /// The amount minus the shares that payments have used.
        pub open: Money,
        /// The payments that have used a share.
        pub used: Vec<UsedLine>,
    }

    /// A payment that may belong to a line.
    pub struct MatchCandidate {
        pub payment: MatchedPayment,
        /// The payment's version; send it with the match.
        pub version: i32,
        pub why: CandidateWhy,
        /// Whether it was accepted before its line was uploaded, so that it only needs that line.
        pub is_accepted: bool,
        /// The officer who accepted it first, if a second officer must confirm.
        pub proposed_by: Option<String>,
        /// Whether accepting it needs two officers.
        pub needs_second_officer: bool,
    }

    /// A request to match lines and payments.
    pub struct MatchLinesRequest {
        pub shares: Vec<BankShare>,
        /// The versions of the payments that the officer saw.
        pub payments: Vec<SeenPayment>,
    }

    /// A payment with the version that the officer saw.
    pub struct SeenPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub version: i32,
        /// Whether the officer was told that another officer must confirm. The decision is refused if that is not so now.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// The outcomes of a match.
    pub struct MatchedLines {
        pub payments: Vec<PaymentOutcome>,
    }

    /// The outcome for a payment.
    pub struct PaymentOutcome {
        pub transaction_no: TransactionNo,
        /// Whether a second officer must confirm the acceptance. Until then its shares remain open.
        pub awaits_second_officer: bool,
    }
}

//! What travels of a statement's lines: what is proposed for each, and what was decided by it.

use crate::number::{BulkId, TransactionNo};
use crate::payments::PaymentMethod;
use crate::{Day, Instant, Money};

wire! {
    /// What is proposed for a line, in the order in which lines are shown.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum LineGroup {
        /// Accept the payment.
        Accept,
        /// Ask for what is missing.
        Insufficient,
        /// Ask what to do with what is too much.
        Overpayment,
        /// Nothing: no payment matches, or a person has to look.
        Unmatched,
        /// A payment was decided by it.
        Decided,
        /// It is no money that came in, or it cannot be read.
        Other,
    }

    /// Lines of one group.
    pub struct GroupCount {
        pub group: LineGroup,
        pub lines: i64,
        /// Those that fit exactly.
        pub exact: i64,
        /// What they come to.
        pub amount: Money,
    }

    /// How well a payment fits a line.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum Fit {
        /// Reference and amount are the same.
        Exact,
        /// One of them differs, or several payments fit.
        Near,
    }

    /// What a person has to look at.
    #[derive(Copy, Eq)]
    pub enum Why {
        /// The reference is the payment's, the amount is not.
        AmountDiffers,
        /// Amount and day are the payment's, the reference is only like it.
        ReferenceDiffers,
        /// Several payments fit.
        SeveralFit,
        /// The payment has several numbers, each of which is a line.
        SeveralNumbers,
        /// The difference is the one that was asked for before.
        AsBefore,
        /// Another line of the file says the same.
        Repeated,
        /// Number and amount are the payment's, and too many days lie between.
        DayDiffers,
        /// Another live or paid payment has the number, too.
        NumberRepeated,
        /// A statement of another bank has the same line.
        OfOtherBank,
        /// A statement of another bank has the same line, and that one was used.
        UsedInOtherBank,
        /// A payment was accepted with this number and amount before the line was there: it is the line of that payment.
        CountedBefore,
        /// Payments have taken a part of it.
        PartlyUsed,
    }

    /// Why a line is none of money that came in.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum LineProblem {
        /// It has neither day nor amount: a total, a balance, a remark.
        NoLine,
        DayUnknown,
        AmountMissing,
        AmountUnknown,
        /// A point or comma before three digits may be of thousands or of decimals.
        AmountUnclear,
        /// Money that went out.
        Outgoing,
    }

    /// What is decided.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum LineDecision {
        Accept,
        Insufficient,
        Overpayment,
    }

    /// What is proposed for a payment.
    #[derive(Copy, Eq)]
    pub struct Proposal {
        pub decision: LineDecision,
        /// What is missing or too much.
        pub amount: Option<Money>,
    }

    /// A line of a statement.
    pub struct BankLine {
        pub statement_id: String,
        /// Its row in the file.
        pub line: u32,
        pub group: LineGroup,
        pub day: Option<Day>,
        pub reference: String,
        pub description: String,
        pub amount: Option<Money>,
        /// Why it is none.
        pub problem: Option<LineProblem>,
        pub fit: Option<Fit>,
        pub why: Option<Why>,
        pub proposal: Option<Proposal>,
        /// The payment that it matches.
        pub payment: Option<MatchedPayment>,
        /// What is open of its amount, where it is money that came in.
        pub open: Option<Money>,
        /// The payments that were decided by it.
        pub used: Vec<UsedLine>,
        /// The other payment that [`Why::NumberRepeated`], [`Why::UsedInOtherBank`] or [`Why::CountedBefore`] is about.
        pub other_payment: Option<TransactionNo>,
        /// Another statement that has the same line.
        pub other_statement: Option<OtherStatement>,
    }

    /// A statement that has the same line: the same day, reference and amount.
    pub struct OtherStatement {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        /// The line's row in that file.
        pub line: u32,
    }

    /// A payment as evidence beside a line.
    pub struct MatchedPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub bulk_id: BulkId,
        pub payment_method: PaymentMethod,
        /// The bank that it was made from.
        pub bank_name: Option<String>,
        pub requested_at: Instant,
        /// The numbers that it is to arrive under.
        pub reference_numbers: Vec<String>,
        /// What is to arrive.
        pub expected: Money,
        pub billed: Money,
    }

    /// A payment that was decided by a line.
    pub struct UsedLine {
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub decision: LineDecision,
        /// The payment's share of the line.
        pub share: Money,
        pub decided_by: String,
        pub decided_at: Instant,
    }

    /// Decide these, as they were proposed.
    pub struct DecideLinesRequest {
        pub statement_id: String,
        pub lines: Vec<DecideLine>,
    }

    /// One of them.
    pub struct DecideLine {
        pub line: u32,
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub decision: LineDecision,
        /// What is missing or too much, as it was shown.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub amount: Option<Money>,
    }

    /// What became of them.
    pub struct DecidedLines {
        pub outcomes: Vec<LineOutcome>,
    }

    /// What became of one.
    pub struct LineOutcome {
        pub line: u32,
        pub transaction_no: Option<TransactionNo>,
        /// Why nothing was decided by it, as a sentence in the caller's language; none when it was.
        pub refusal: Option<String>,
        /// The payment was accepted by one officer, and a second one must confirm: the line is not used yet.
        pub awaits_second_officer: bool,
    }
}

impl LineProblem {
    /// Every reason.
    pub const ALL: &[Self] = &[
        Self::NoLine,
        Self::DayUnknown,
        Self::AmountMissing,
        Self::AmountUnknown,
        Self::AmountUnclear,
        Self::Outgoing,
    ];

    /// How it is stored, which is how it travels.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoLine => "noLine",
            Self::DayUnknown => "dayUnknown",
            Self::AmountMissing => "amountMissing",
            Self::AmountUnknown => "amountUnknown",
            Self::AmountUnclear => "amountUnclear",
            Self::Outgoing => "outgoing",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_line_is_stored_as_it_travels() {
        for &problem in LineProblem::ALL {
            assert_eq!(serde_json::to_value(problem).expect("JSON"), problem.code());
        }
    }
}

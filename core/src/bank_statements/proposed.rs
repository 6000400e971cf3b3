//! The lines of a statement on the wire: the proposed decision for each, and the decisions made.

use crate::number::{BulkId, TransactionNo};
use crate::payments::PaymentMethod;
use crate::{Day, Instant, Money};

wire! {
    /// The group of a line by its proposal, in display order.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum LineGroup {
        /// Accept the payment.
        Accept,
        /// Ask the customer for the missing amount.
        Insufficient,
        /// Ask the customer what to do with the excess.
        Overpayment,
        /// No proposal: no payment matches, or a person has to decide.
        Unmatched,
        /// A payment was decided by this line.
        Decided,
        /// The line is not money that came in, or it cannot be read.
        Other,
    }

    /// The figures of a group.
    pub struct GroupCount {
        pub group: LineGroup,
        pub lines: i64,
        /// The number of lines that fit exactly.
        pub exact: i64,
        /// The total amount of the lines.
        pub amount: Money,
    }

    /// How well a payment fits a line.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum Fit {
        /// Reference and amount are equal.
        Exact,
        /// Reference or amount differs, or several payments fit.
        Near,
    }

    /// The reason why a person has to look at a match.
    #[derive(Copy, Eq)]
    pub enum Why {
        /// The reference is the payment's, but the amount differs.
        AmountDiffers,
        /// Amount and day are the payment's, but the reference is only similar.
        ReferenceDiffers,
        /// Several payments fit equally well.
        SeveralFit,
        /// The payment has several numbers, each on its own line.
        SeveralNumbers,
        /// The difference equals an earlier reconciliation of the payment.
        AsBefore,
        /// Another line of the file is identical.
        Repeated,
        /// Number and amount are the payment's, but too many days lie between.
        DayDiffers,
        /// Another live or paid payment also uses the number.
        NumberRepeated,
        /// A statement of another bank contains the same line.
        OfOtherBank,
        /// A statement of another bank contains the same line, and a payment was decided by that line.
        UsedInOtherBank,
        /// It may be the same transfer as a line by which a payment was decided.
        MayBeSame,
        /// A payment with this number and amount was accepted before the line was uploaded. The line belongs to that
        /// payment.
        CountedBefore,
        /// Payments have already used a part of the line.
        PartlyUsed,
    }

    /// Why a line is not money that came in.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum LineProblem {
        /// It has neither a date nor an amount; for example a total, a balance or a remark.
        NoLine,
        DayUnknown,
        AmountMissing,
        AmountUnknown,
        /// A point or comma before three digits may separate thousands or decimals.
        AmountUnclear,
        /// The money went out.
        Outgoing,
        /// The direction is missing or unknown, or it contradicts the amount's sign or column.
        DirectionUnclear,
        /// It has an amount that came in and one that went out.
        InAndOut,
        AmountZero,
        /// The money is in another currency than the ringgit.
        Foreign,
        CurrencyUnclear,
        /// The bank has not booked it: it is pending, rejected or returned.
        NotBooked,
        /// Money that came back to the utility, not a customer's, or a credit that the bank took back.
        Reversal,
    }

    /// A decision about a payment by a bank line.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum LineDecision {
        Accept,
        Insufficient,
        Overpayment,
    }

    /// The proposed decision for a payment.
    #[derive(Copy, Eq)]
    pub struct Proposal {
        pub decision: LineDecision,
        /// The missing amount or the excess.
        pub amount: Option<Money>,
    }

    /// A line of a statement.
    pub struct BankLine {
        pub statement_id: String,
        /// The row number in the file. In camt.053, MT940 and OFX, the number of the line plus 1, as in a table below a
        /// heading.
        pub line: u32,
        pub group: LineGroup,
        pub day: Option<Day>,
        pub reference: String,
        pub description: String,
        pub amount: Option<Money>,
        /// The amount as written in the file, if it is not one in ringgit.
        pub written_amount: Option<String>,
        /// Why the line is not money that came in.
        pub problem: Option<LineProblem>,
        /// The row's other cells that are not empty.
        pub cells: Vec<LineCell>,
        pub fit: Option<Fit>,
        pub why: Option<Why>,
        pub proposal: Option<Proposal>,
        /// The payment that it matches.
        pub payment: Option<MatchedPayment>,
        /// The part of its amount that no payment has used, if it is money that came in.
        pub open: Option<Money>,
        /// The payments that were decided by the line.
        pub used: Vec<UsedLine>,
        /// The other payment, for [`Why::NumberRepeated`], [`Why::UsedInOtherBank`], [`Why::MayBeSame`] and
        /// [`Why::CountedBefore`].
        pub other_payment: Option<TransactionNo>,
        /// Another statement with a line that is, or for [`Why::MayBeSame`] may be, the same transfer.
        pub other_statement: Option<OtherStatement>,
    }

    /// A cell of a line's row.
    #[derive(Eq)]
    pub struct LineCell {
        /// The column, as an index from 0.
        pub column: u32,
        /// The column's name; empty if it has none.
        pub name: String,
        pub value: String,
    }

    /// A statement with a line that is or may be the same transfer.
    pub struct OtherStatement {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        /// The line's row number there.
        pub line: u32,
    }

    /// The payment that is shown next to a line for comparison.
    pub struct MatchedPayment {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub bulk_id: BulkId,
        pub payment_method: PaymentMethod,
        /// The bank from which it was paid.
        pub bank_name: Option<String>,
        pub requested_at: Instant,
        /// The reference numbers under which its money will arrive.
        pub reference_numbers: Vec<String>,
        /// The amount that will arrive.
        pub expected: Money,
        pub billed: Money,
    }

    /// A payment that was decided by a line.
    pub struct UsedLine {
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub decision: LineDecision,
        /// The payment's share of the line's money.
        pub share: Money,
        pub decided_by: String,
        pub decided_at: Instant,
    }

    /// A request to carry out the proposals of several lines.
    pub struct DecideLinesRequest {
        pub statement_id: String,
        pub lines: Vec<DecideLine>,
    }

    /// A line whose proposal is carried out.
    pub struct DecideLine {
        pub line: u32,
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub decision: LineDecision,
        /// The missing amount or the excess, as shown to the officer.
        #[serde(default)]
        pub amount: Option<Money>,
    }

    /// The outcomes of the lines.
    pub struct DecidedLines {
        pub outcomes: Vec<LineOutcome>,
    }

    /// The outcome of a line.
    pub struct LineOutcome {
        pub line: u32,
        pub transaction_no: Option<TransactionNo>,
        /// Why the line was refused, as a sentence in the caller's language; none if it succeeded.
        pub refusal: Option<String>,
        /// Whether a second officer must confirm the acceptance. Until then the line is not used.
        pub awaits_second_officer: bool,
    }
}

impl LineProblem {
    /// All reasons.
    pub const ALL: &[Self] = &[
        Self::NoLine,
        Self::DayUnknown,
        Self::AmountMissing,
        Self::AmountUnknown,
        Self::AmountUnclear,
        Self::Outgoing,
        Self::DirectionUnclear,
        Self::InAndOut,
        Self::AmountZero,
        Self::Foreign,
        Self::CurrencyUnclear,
        Self::NotBooked,
        Self::Reversal,
    ];

    /// The code that is stored, which equals the code on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoLine => "noLine",
            Self::DayUnknown => "dayUnknown",
            Self::AmountMissing => "amountMissing",
            Self::AmountUnknown => "amountUnknown",
            Self::AmountUnclear => "amountUnclear",
            Self::Outgoing => "outgoing",
            Self::DirectionUnclear => "directionUnclear",
            Self::InAndOut => "inAndOut",
            Self::AmountZero => "amountZero",
            Self::Foreign => "foreign",
            Self::CurrencyUnclear => "currencyUnclear",
            Self::NotBooked => "notBooked",
            Self::Reversal => "reversal",
        }
    }

    /// Whether the line was understood, although it is not money that came in. A statement can consist of such lines.
    #[must_use]
    pub const fn is_understood(self) -> bool {
        matches!(
            self,
            Self::Outgoing | Self::InAndOut | Self::AmountZero | Self::Foreign | Self::NotBooked | Self::Reversal
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_problems_are_stored_as_their_wire_codes() {
        for &problem in LineProblem::ALL {
            assert_eq!(serde_json::to_value(problem).expect("JSON"), problem.code());
        }
    }
}

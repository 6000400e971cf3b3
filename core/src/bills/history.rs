//! Bill history: the bills of the last six months, paid and unpaid (docs/domain/bills.md#history).

use std::ops::Deref;

use super::{Bill, BillState, Closure, bill_state};
use crate::Day;
use crate::list::Sort;
use crate::number::BulkId;
use crate::payments::Status;

/// Months that bill history and search go back.
pub const HISTORY_MONTHS: u32 = 6;

/// The first day of bill history. Bills are dated by their invoice.
#[must_use]
pub fn history_begins(today: Day) -> Day {
    today.minus_months(HISTORY_MONTHS)
}

orders! {
    /// The orders of bill history.
    pub enum HistorySortBy {
        /// By the day of the invoice.
        InvoiceDate descending,
        /// By due date.
        DueDate descending,
        /// By the amount payable.
        TotalAmountPayable descending,
        /// By account number.
        AccountNo,
        /// By invoice number.
        InvoiceNo,
        /// By state.
        Status,
    }
}

page_requests! {
    /// A request for a page of the bills of the last six months, filtered and sorted.
    pub struct BillHistoryRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: HistoryFilter,
        #[serde(default)]
        pub sort: Sort<HistorySortBy>,
    }
}

filters! {
    /// Narrows bill history. All conditions must hold.
    pub struct HistoryFilter {
        /// A search text in any form that [`crate::search::recognise`] accepts.
        pub search: Option<String>,
        /// Invoiced on this day or later.
        pub invoiced_from: Option<Day>,
        /// Invoiced on this day or earlier.
        pub invoiced_to: Option<Day>,
        /// Bills in this state.
        pub state: Option<HistoryState>,
        /// Bills of accounts in these groups.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        /// Bills of these tariffs.
        pub tariffs: Option<Vec<String>>,
        /// Bills with this type of meter reading.
        pub reading_type: Option<ReadingType>,
        /// Bills with a valid e-invoice (true), or all others (false).
        pub valid_e_invoice: Option<bool>,
        /// Bills that are closed for this reason.
        pub closed: Option<Closure>,
    }
}

narrowing!(HistoryState, ReadingType);

wire! {
    /// The state of a bill, in few groups. Each bill is in exactly one.
    #[derive(Copy, Eq)]
    pub enum HistoryState {
        /// The bill has to be paid and is not overdue.
        PaymentRequired,
        /// The bill has to be paid and is over 30 days past its due date.
        PaymentOverdue,
        /// The bill is in a payment that is in progress.
        InPayment,
        Paid,
        /// Nothing is due.
        NoActionRequired,
    }

    /// How a meter was read.
    #[derive(Copy, Eq)]
    pub enum ReadingType {
        Actual,
        Estimated,
        Final,
        Special,
        Unmetered,
    }

    /// A bill in history. The total of a paid bill is the amount that was paid.
    pub struct PastBill {
        /// The bill as it appears in lists.
        #[serde(flatten)]
        pub bill: Bill,
        pub tariff: String,
        /// How the meter was read.
        pub reading_type: String,
        /// The first day of the reading period.
        pub reading_start: Option<Day>,
        /// The last day of the reading period.
        pub reading_end: Option<Day>,
    }
}

/// The columns of a bill are also columns of its history.
impl Deref for PastBill {
    type Target = Bill;

    fn deref(&self) -> &Bill {
        &self.bill
    }
}

impl HistoryState {
    /// All states.
    pub const ALL: &[Self] =
        &[Self::PaymentRequired, Self::PaymentOverdue, Self::InPayment, Self::Paid, Self::NoActionRequired];

    /// Returns the state of a bill.
    #[must_use]
    pub fn of(bill: &PastBill, today: Day) -> Self {
        match bill_state(bill.total_amount_payable, bill.status, bill.closed, bill.due_date, today) {
            BillState::NoActionRequired | BillState::Carried => Self::NoActionRequired,
            BillState::PaymentRequired | BillState::NoDueDate => Self::PaymentRequired,
            BillState::PaymentOverdue => Self::PaymentOverdue,
            BillState::InPayment(Status::Paid) | BillState::PaidElsewhere => Self::Paid,
            BillState::InPayment(_) => Self::InPayment,
        }
    }
}

impl ReadingType {
    /// All types.
    pub const ALL: &[Self] = &[Self::Actual, Self::Estimated, Self::Final, Self::Special, Self::Unmetered];

    /// The name in the feed and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Actual => "actual",
            Self::Estimated => "estimated",
            Self::Final => "final",
            Self::Special => "special",
            Self::Unmetered => "unmetered",
        }
    }
}

//! Bill history: the bills of the last six months, paid and unpaid (docs/domain/bills.md#history).

use super::{BillState, EInvoiceStatus, HoldCause, bill_state};
use crate::list::Sort;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::payments::Status;
use crate::{Code, Day, Instant, Money};

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
        pub group_ids: Option<Vec<String>>,
        /// Bills of these tariffs.
        pub tariffs: Option<Vec<String>>,
        /// Bills with this type of meter reading.
        pub reading_type: Option<ReadingType>,
        /// Bills with a valid e-invoice (true), or all others (false).
        pub valid_e_invoice: Option<bool>,
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

    /// A bill in history.
    pub struct PastBill {
        pub invoice_no: InvoiceNo,
        /// The collective invoice that the bill belongs to.
        pub collective_invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The group that the account is in.
        pub group_name: Option<String>,
        pub bill_batch_id: BatchId,
        /// When the utility extracted the bill.
        pub extraction_date: Day,
        pub invoice_date: Day,
        pub due_date: Option<Day>,
        /// Equal to `due_date`, under the name that existing clients use. All bills of a collective invoice are due
        /// together.
        pub collective_invoice_due_date: Option<Day>,
        pub tariff: String,
        /// How the meter was read.
        pub reading_type: String,
        /// The first day of the reading period.
        pub reading_start: Option<Day>,
        /// The last day of the reading period.
        pub reading_end: Option<Day>,
        /// The charge of this period.
        pub current_charge: Money,
        /// Charges from earlier bills.
        pub outstanding_amount: Money,
        /// The amount to pay, or the amount that was paid.
        pub total_amount_payable: Money,
        /// The status of the payment that holds the bill; [`Status::PaymentRequired`] if the bill is in no payment.
        pub status: Status,
        /// Whether the utility has disabled payment of this bill.
        pub disable_payment: bool,
        /// Whether the bill can be paid now.
        pub payable: bool,
        /// Why the bill cannot be paid now; none if it can.
        pub reason: Option<Code>,
        /// Why the bill is on hold; none if it is not. A selection of many bills leaves it out.
        pub hold: Option<HoldCause>,
        /// The number of the e-invoice, as MyInvois issued it.
        pub e_invoice_uuid: Option<String>,
        pub e_invoice_status: Option<EInvoiceStatus>,
        /// The page of MyInvois that shows the e-invoice.
        pub e_invoice_link: Option<String>,
        /// When MyInvois validated the e-invoice.
        pub e_invoice_validated_at: Option<Instant>,
    }
}

impl HistoryState {
    /// All states.
    pub const ALL: &[Self] =
        &[Self::PaymentRequired, Self::PaymentOverdue, Self::InPayment, Self::Paid, Self::NoActionRequired];

    /// Returns the state of a bill.
    #[must_use]
    pub fn of(bill: &PastBill, today: Day) -> Self {
        match bill_state(bill.total_amount_payable, bill.status, bill.due_date, today) {
            BillState::NoActionRequired => Self::NoActionRequired,
            BillState::PaymentRequired | BillState::NoDueDate => Self::PaymentRequired,
            BillState::PaymentOverdue => Self::PaymentOverdue,
            BillState::InPayment(Status::Paid) => Self::Paid,
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

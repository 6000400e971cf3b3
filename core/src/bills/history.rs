//! Bill history: the bills of the last six months, paid and unpaid (docs/domain/bills.md#history).

use super::{BillState, bill_state};
use crate::list::Sort;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::payments::Status;
use crate::{Code, Day, Money};

/// Months that history and search go back.
pub const HISTORY_MONTHS: u32 = 6;

/// The first day of history: a bill belongs to the day of its invoice.
#[must_use]
pub fn history_begins(today: Day) -> Day {
    today.minus_months(HISTORY_MONTHS)
}

orders! {
    /// What bill history is ordered by.
    pub enum HistorySortBy {
        /// The day of the invoice.
        InvoiceDate descending,
        /// The due date.
        DueDate descending,
        /// The amount payable.
        TotalAmountPayable descending,
        /// The account number.
        AccountNo,
        /// The invoice number.
        InvoiceNo,
        /// What becomes of it.
        Status,
    }
}

page_requests! {
    /// Which bills of the last six months, in which order, and how many.
    pub struct BillHistoryRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: HistoryFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<HistorySortBy>,
    }
}

filters! {
    /// Narrows bill history. Everything named must hold.
    pub struct HistoryFilter {
        /// A searched text, as [`crate::search::recognise`] understands it.
        pub search: Option<String>,
        /// Invoiced on this day or later.
        pub invoiced_from: Option<Day>,
        /// Invoiced on this day or earlier.
        pub invoiced_to: Option<Day>,
        /// Bills that stand there.
        pub state: Option<HistoryState>,
        /// Bills of accounts in these groups.
        pub group_ids: Option<Vec<String>>,
        /// Bills of these tariffs.
        pub tariffs: Option<Vec<String>>,
        /// Bills whose meter was read so.
        pub reading_type: Option<ReadingType>,
    }
}

narrowing!(HistoryState, ReadingType);

wire! {
    /// What a bill reads, in few words: each bill is one of these.
    #[derive(Copy, Eq)]
    pub enum HistoryState {
        /// To be paid, and not overdue.
        PaymentRequired,
        /// To be paid, over 30 days past its due date.
        PaymentOverdue,
        /// A payment on its way holds it.
        InPayment,
        /// Paid.
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
        /// The collective invoice that it belongs to.
        pub collective_invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The account's group.
        pub group_name: Option<String>,
        pub bill_batch_id: BatchId,
        /// When the utility extracted it.
        pub extraction_date: Day,
        pub invoice_date: Day,
        /// When it is due.
        pub due_date: Option<Day>,
        /// The same, as existing clients call it: a collective invoice is due as a whole.
        pub collective_invoice_due_date: Option<Day>,
        pub tariff: String,
        /// How the meter was read.
        pub reading_type: String,
        /// First day of the reading.
        pub reading_start: Option<Day>,
        /// Last day of the reading.
        pub reading_end: Option<Day>,
        /// This period's charge.
        pub current_charge: Money,
        /// Carried from earlier bills.
        pub outstanding_amount: Money,
        /// What is to be paid, or was.
        pub total_amount_payable: Money,
        /// Where its payment stands; [`Status::PaymentRequired`] when none holds it.
        pub status: Status,
        /// The utility has switched its payment off.
        pub disable_payment: bool,
        /// It can be paid now.
        pub payable: bool,
        /// Why it cannot be paid now; nothing where it can.
        pub reason: Option<Code>,
    }
}

impl HistoryState {
    /// Every one.
    pub const ALL: &[Self] =
        &[Self::PaymentRequired, Self::PaymentOverdue, Self::InPayment, Self::Paid, Self::NoActionRequired];

    /// Where a bill stands.
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
    /// Every one.
    pub const ALL: &[Self] = &[Self::Actual, Self::Estimated, Self::Final, Self::Special, Self::Unmetered];

    /// As the feed and the database name it.
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

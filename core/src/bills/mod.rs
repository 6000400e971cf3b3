//! Bills: what is owed (docs/domain/bills.md).

mod charges;
mod charges_shown;
mod colour;
mod cost;
mod details;
mod due;
mod due_file;
mod due_window;
mod history;
mod listed;
mod owed;
mod searching;
mod selecting;
mod selection;
mod state;

pub use charges::{
    BillAmounts, ChargeBlock, ChargeKind, ChargeLine, ChargeUnit, Charges, MeterReading, Priced, Quantity,
};
pub use charges_shown::{ChargeGroup, ChargeShown, ChargesShown, ReadingShown, period_shown};
pub use colour::{BatchColour, batch_colour};
pub use cost::*;
pub use details::*;
pub use due::*;
pub use due_file::due_file;
pub use due_window::{DUE_IN_DAYS, DueNote, DueWindow, due_note};
pub use history::*;
pub use listed::*;
pub use owed::{Figure, Remainder, Standing, remainder, standing};
pub use searching::*;
pub use selecting::*;
pub use selection::{Selection, refusal, select};
pub use state::{BillState, OVERDUE_AFTER_DAYS, bill_state};

use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::payments::Status;
use crate::{Code, Day, Instant, Money, Page};

endpoints! { BillsEndpoints;
    /// What a bulk account owes, in figures.
    GetOutstandingBillsCard = Post "/billpayment-svc/api/v1/Bills/GetOutstandingBillsCard/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BulkRequest) -> OutstandingCard;
    /// What is not paid, by when it is due.
    GetDueCalendar = Post "/portal/api/v1/Bills/DueCalendar/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BulkRequest) -> DueCalendar;
    /// The due dates of what can be paid, as a calendar file.
    GetDueCalendarFile = Get "/portal/api/v1/Bills/DueCalendarFile/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): File (BulkRequest) -> Nothing;
    /// Cost and use of 25 months, of a bulk account, one of its groups or one of its accounts.
    GetCostByMonth = Post "/portal/api/v1/Bills/CostByMonth/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (CostRequest) -> CostByMonth;
    /// The accounts and states that cost most in the last full month.
    GetCostliest = Post "/portal/api/v1/Bills/Costliest/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts): Json (BulkRequest) -> Costliest;
    /// Unpaid bills of a bulk account, grouped by batch.
    GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BatchesRequest) -> Page<Batch>;
    /// Unpaid bills of a bulk account, filtered and sorted.
    GetOutstandingBills = Post "/billpayment-svc/api/v1/Bills/GetOutstandingBills/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (OutstandingBillsRequest) -> Page<Bill>;
    /// Accounts that carry a charge from earlier bills.
    GetOutstandingCharges = Post "/billpayment-svc/api/v1/Bills/GetOutstandingCharges/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (OutstandingBillsRequest) -> Page<Bill>;
    /// Bills of the last six months, paid and unpaid.
    GetBillHistory = Post "/billpayment-svc/api/v1/Bills/GetBillHistory/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (BillHistoryRequest) -> Page<PastBill>;
    /// The same, searched for by one criterion.
    SearchBills = Post "/billpayment-svc/api/v1/Bills/Search/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (SearchBillsRequest) -> Page<PastBill>;
    /// The tariffs that bills of the last six months have, by name.
    GetBillTariffs = Get "/portal/api/v1/Bills/Tariffs/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BulkRequest) -> Vec<String>;
    /// All that is known of one bill.
    GetBillDetails = Get "/billpayment-svc/api/v1/Bills/GetBillDetails/{invoiceNo}" for Customer(Bill, View) closed(WithoutAccount) reads(Bills, Payments, Accounts, Groups): Json (InvoiceRequest) -> BillDetails;
    /// A bill as a PDF.
    PrintPDF2 = Get "/billpayment-svc/api/v1/Bills/PrintPDF2" for Customer(Bill, View) closed(WithoutAccount) reads(Bills, Accounts, Groups): File (PrintRequest) -> Nothing;
    /// Every bill that a filter matches and that can be paid, beyond the page, with a count of the others by reason.
    SelectBills = Post "/portal/api/v1/Bills/Select/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (SelectRequest) -> Selectable;
    /// How many bills a filter matches that can be paid, what they come to, and how many others by reason.
    CountBills = Post "/portal/api/v1/Bills/Count/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Accounts, Groups): Json (SelectRequest) -> Countable;
}

orders! {
    /// What a list of bills is ordered by.
    pub enum BillSortBy {
        /// The due date.
        DueDate,
        /// The amount payable.
        TotalAmountPayable,
        /// The account number.
        AccountNo,
        /// The invoice number.
        InvoiceNo,
        /// The batch.
        BillBatchId,
        /// This period's charge.
        CurrentCharge descending,
        /// The charge from earlier bills.
        OutstandingAmount descending,
        /// What becomes of it, then the due date.
        Status,
    }

    /// What a list of batches is ordered by.
    pub enum BatchSortBy {
        /// When it was extracted: the oldest is due first.
        ExtractionDate,
        /// The batch.
        BillBatchId,
        /// The earliest due date.
        DueDate,
        /// How many bills.
        TotalBills descending,
        /// This period's charges.
        CurrentCharge descending,
        /// What can be paid now.
        SelectableAmount descending,
    }
}

page_requests! {
    /// Which batches, in which order, and how many.
    pub struct BatchesRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: BatchFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<BatchSortBy>,
    }

    /// Which bills, in which order, and how many.
    pub struct OutstandingBillsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// Bills of these groups only.
        #[serde(default, deserialize_with = "crate::list::criterion")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_ids: Option<Vec<String>>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: BillFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<BillSortBy>,
    }
}

filters! {
    /// Narrows a list of batches. Everything named must hold.
    pub struct BatchFilter {
        /// A searched text: of the batch, or of one of its bills.
        pub search: Option<String>,
        /// Batches with a bill that can be paid now (true), or the others (false).
        pub payable: Option<bool>,
    }

    /// Narrows a list of bills. Everything named must hold.
    pub struct BillFilter {
        /// A searched text, as [`crate::search::recognise`] understands it.
        pub search: Option<String>,
        /// Bills of these batches.
        pub batch_ids: Option<Vec<BatchId>>,
        /// Bills of these accounts.
        pub account_nos: Option<Vec<AccountNo>>,
        /// Bills over 30 days past their due date (true), or the others (false).
        pub overdue: Option<bool>,
        /// Bills to be paid that are due then.
        pub due: Option<DueWindow>,
        /// Due on this day or later.
        pub due_from: Option<Day>,
        /// Due on this day or earlier.
        pub due_to: Option<Day>,
        /// Bills that can be paid now (true), or the others (false).
        pub payable: Option<bool>,
    }
}

wire! {
    /// A bulk account is meant.
    pub struct BulkRequest {
        /// The bulk account.
        pub id: BulkId,
    }

    /// A bill is meant.
    pub struct InvoiceRequest {
        pub invoice_no: InvoiceNo,
    }

    /// A bill of an account is meant.
    pub struct PrintRequest {
        /// The electricity account.
        pub ca_no: AccountNo,
        pub invoice_no: InvoiceNo,
    }

    /// The head of the bills screen.
    pub struct OutstandingCard {
        /// Unpaid bills.
        pub total_bills: i64,
        /// Accounts with an unpaid bill.
        pub total_accounts: i64,
        /// Batches with an unpaid bill.
        pub total_batches: i64,
        /// Bills that can be paid now.
        pub payable_bills: i64,
        /// Accounts with a bill that can be paid now.
        pub payable_accounts: i64,
        /// What can be paid now: without what payments hold, and no credit taken off.
        pub amount_payable: Money,
        /// What is over 30 days past its due date.
        pub overdue_amount: Money,
        /// Bills over 30 days past their due date.
        pub overdue_bills: i64,
        /// Bills that a payment holds that is still on its way.
        pub bills_in_payment: i64,
        /// What they come to.
        pub amount_in_payment: Money,
        /// Bills that come to a credit.
        pub credit_bills: i64,
        /// The credit, without a sign.
        pub credit_amount: Money,
        /// Bills on which something is due that cannot be paid here.
        pub bills_not_payable: i64,
        /// What they come to.
        pub amount_not_payable: Money,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The unpaid bills that were extracted together.
    pub struct Batch {
        pub bill_batch_id: BatchId,
        /// When the utility extracted it.
        pub extraction_date: Day,
        /// The earliest due date among its unpaid bills.
        pub due_date: Option<Day>,
        pub total_bills: i64,
        /// Those of them that can be selected for payment now.
        pub selectable_bills: i64,
        /// Accounts among its unpaid bills.
        pub total_accounts: i64,
        /// The current charges of what can be selected for payment now.
        pub current_charge: Money,
        /// Its charges from earlier bills.
        pub outstanding_amount: Money,
        /// What it comes to.
        pub selectable_amount: Money,
        /// What the bills come to that a payment holds.
        pub amount_in_payment: Money,
    }

    /// A bill in a list.
    pub struct Bill {
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
        /// This period's charge.
        pub current_charge: Money,
        /// Carried from earlier bills.
        pub outstanding_amount: Money,
        /// What is to be paid.
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

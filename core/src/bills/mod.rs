//! Bills: the endpoints, lists and rules about the amounts that a bulk account owes (docs/domain/bills.md).

mod banking_app;
mod charges;
mod charges_shown;
mod closure;
mod colour;
mod cost;
mod daily;
mod details;
mod due;
mod due_file;
mod due_window;
mod duitnow;
mod e_invoice;
mod history;
mod hold;
mod kinds;
mod listed;
mod owed;
mod searching;
mod selecting;
mod selection;
mod state;

pub use banking_app::*;
pub(crate) use charges::exported;
pub use charges::{BillAmounts, ChargeBlock, ChargeLine, ChargeUnit, Charges, MeterReading, Priced, Quantity};
pub use charges_shown::{ChargeGroup, ChargeShown, ChargesShown, ReadingShown, period_shown};
pub use closure::Closure;
pub use colour::{BatchColour, batch_colour};
pub use cost::*;
pub use daily::*;
pub use details::*;
pub use due::*;
pub use due_file::due_file;
pub use due_window::{DUE_IN_DAYS, DueNote, DueWindow, due_note};
pub use duitnow::{Merchant, QrBill, crc16, duitnow_text};
pub use e_invoice::*;
pub use history::*;
pub use hold::{HeldBill, HoldCause, hold_cause};
pub use kinds::*;
pub use listed::*;
pub use owed::{Figure, Remainder, Standing, bill_amount_group, own_amount, remainder};
pub use searching::*;
pub use selecting::*;
pub use selection::{Selection, select, selection_refusal};
pub use state::{BillState, OVERDUE_AFTER_DAYS, bill_state};

use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::payments::Status;
use crate::{Code, Day, Instant, Money, Page};

endpoints! {
    /// The figures of a bulk account's unpaid bills.
    GetOutstandingBillsCard = Post "/billpayment-svc/api/v1/Bills/GetOutstandingBillsCard/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills): Json (BulkRequest) -> OutstandingCard;
    /// The amounts of unpaid bills by due date.
    GetDueCalendar = Post "/portal/api/v1/Bills/DueCalendar/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills): Json (BulkRequest) -> DueCalendar;
    /// The due dates of payable bills as a calendar file.
    GetDueCalendarFile = Get "/portal/api/v1/Bills/DueCalendarFile/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(Downloads)
        gives(Calendar) reads(Bills): File (BulkRequest) -> Nothing;
    /// Cost and consumption of 25 months, for a bulk account, a group or an account.
    GetCostByMonth = Post "/portal/api/v1/Bills/CostByMonth/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(AccountNumberLength, GroupNotFound)
        reads(Bills, Accounts, Groups): Json (CostRequest) -> CostByMonth;
    /// The accounts and states that cost most in the last full month.
    GetCostliest = Post "/portal/api/v1/Bills/Costliest/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills, Accounts): Json (BulkRequest) -> Costliest;
    /// Unpaid bills of a bulk account, grouped by batch.
    GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Bills): Json (BatchesRequest) -> Page<Batch>;
    /// Unpaid bills of a bulk account, filtered and sorted.
    GetOutstandingBills = Post "/billpayment-svc/api/v1/Bills/GetOutstandingBills/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, AccountNumberLength, BatchIdInvalid,
            InvoiceNumberInvalid, SearchTooShort, SearchTooMany)
        reads(Bills, Accounts, Groups): Json (OutstandingBillsRequest) -> Page<Bill>;
    /// Unpaid bills that carry charges from earlier bills.
    GetOutstandingCharges = Post "/billpayment-svc/api/v1/Bills/GetOutstandingCharges/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, AccountNumberLength, BatchIdInvalid,
            InvoiceNumberInvalid, SearchTooShort)
        reads(Bills, Accounts, Groups): Json (OutstandingBillsRequest) -> Page<Bill>;
    /// Bills of the last six months, paid and unpaid.
    GetBillHistory = Post "/billpayment-svc/api/v1/Bills/GetBillHistory/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, AccountNumberLength, InvoiceNumberInvalid,
            SearchTooShort, SearchTooMany)
        reads(Bills, Accounts, Groups): Json (BillHistoryRequest) -> Page<PastBill>;
    /// Bill history, searched by a single criterion as existing clients do.
    SearchBills = Post "/billpayment-svc/api/v1/Bills/Search/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, DateRangeReversed, DateInvalid, AccountNumberLength, BatchIdInvalid,
            InvoiceNumberInvalid, ReferenceIdLength, SearchTooShort, SearchTooMany, PeriodRequired, PeriodTooOld,
            SearchByRequired)
        reads(Bills, Accounts, Groups): Json (SearchBillsRequest) -> Page<PastBill>;
    /// The tariffs of the bills of the last six months, by name.
    GetBillTariffs = Get "/portal/api/v1/Bills/Tariffs/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills): Json (BulkRequest) -> Vec<String>;
    /// A bill in full.
    GetBillDetails = Get "/billpayment-svc/api/v1/Bills/GetBillDetails/{invoiceNo}"
        for Customer(Bill, View) closed(WithoutAccount) token(BillsRead)
        refuses(InvoiceNumberInvalid, BillNotFound)
        reads(Bills, Payments, Accounts, Groups): Json (InvoiceRequest) -> BillDetails;
    /// Daily use and cost of the account's bills, from 24 months before a bill up to that bill.
    GetDailyUse = Get "/portal/api/v1/Bills/DailyUse/{invoiceNo}"
        for Customer(Bill, View) closed(WithoutAccount) token(BillsRead)
        refuses(InvoiceNumberInvalid, BillNotFound)
        reads(Bills): Json (InvoiceRequest) -> DailyUse;
    /// A bill as a PDF.
    PrintPDF2 = Get "/billpayment-svc/api/v1/Bills/PrintPDF2"
        for Customer(Bill, View) closed(WithoutAccount) token(Downloads)
        refuses(AccountNumberLength, InvoiceNumberInvalid, BillNotFound)
        gives(Pdf) reads(Bills, Accounts, Groups): File (PrintRequest) -> Nothing;
    /// All payable bills that match a filter, on every page, and the number of other matches by reason.
    SelectBills = Post "/portal/api/v1/Bills/Select/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(ChoiceRequired, DateInvalid, AccountNumberLength, BatchIdInvalid, InvoiceNumberInvalid,
            SearchTooShort)
        reads(Bills): Json (SelectRequest) -> Selectable;
    /// The number and total of the payable bills that match a filter, and the number of other matches by reason.
    CountBills = Post "/portal/api/v1/Bills/Count/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(ChoiceRequired, DateInvalid, AccountNumberLength, BatchIdInvalid, InvoiceNumberInvalid,
            SearchTooShort)
        reads(Bills, Accounts, Groups): Json (SelectRequest) -> Countable;
}

orders! {
    /// The orders of a list of bills.
    pub enum BillSortBy {
        /// By due date.
        DueDate,
        /// By the amount payable.
        TotalAmountPayable,
        /// By account number.
        AccountNo,
        /// By invoice number.
        InvoiceNo,
        /// By batch.
        BillBatchId,
        /// By the charge of this period.
        CurrentCharge descending,
        /// By the charges from earlier bills.
        OutstandingAmount descending,
        /// By state, then by due date.
        Status,
    }

    /// The orders of a list of batches.
    pub enum BatchSortBy {
        /// By the day of extraction. The oldest batch comes first, because it is due first.
        ExtractionDate,
        /// By batch number.
        BillBatchId,
        /// By the earliest due date.
        DueDate,
        /// By the number of bills.
        TotalBills descending,
        /// By the charges of this period.
        CurrentCharge descending,
        /// By the amount that can be paid now.
        SelectableAmount descending,
    }
}

page_requests! {
    /// A request for a page of batches, filtered and sorted.
    pub struct BatchesRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: BatchFilter,
        #[serde(default)]
        pub sort: Sort<BatchSortBy>,
    }

    /// A request for a page of bills, filtered and sorted.
    pub struct OutstandingBillsRequest {
        pub id: BulkId,
        /// Only bills of accounts in these groups.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        #[serde(default)]
        pub filter: BillFilter,
        #[serde(default)]
        pub sort: Sort<BillSortBy>,
    }
}

filters! {
    /// Narrows a list of batches. All conditions must hold.
    pub struct BatchFilter {
        /// A search text that matches the batch or any of its bills.
        pub search: Option<String>,
        /// Batches with a bill that can be paid now (true), or all others (false).
        pub payable: Option<bool>,
    }

    /// Narrows a list of bills. All conditions must hold.
    pub struct BillFilter {
        /// A search text in any form that [`crate::search::recognise`] accepts.
        pub search: Option<String>,
        /// Bills of these batches.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<BatchId>>"))]
        pub batch_ids: Option<Vec<BatchId>>,
        /// Bills of these accounts.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<AccountNo>>"))]
        pub account_nos: Option<Vec<AccountNo>>,
        /// Bills over 30 days past their due date (true), or all others (false).
        pub overdue: Option<bool>,
        /// Bills that have to be paid and are due in this window.
        pub due: Option<DueWindow>,
        /// Due on this day or later.
        pub due_from: Option<Day>,
        /// Due on this day or earlier.
        pub due_to: Option<Day>,
        /// Bills that can be paid now (true), or all others (false).
        pub payable: Option<bool>,
        /// Bills with a valid e-invoice (true), or all others (false).
        pub valid_e_invoice: Option<bool>,
        /// Bills that are closed for this reason.
        pub closed: Option<Closure>,
    }
}

wire! {
    /// Selects a bulk account.
    pub struct BulkRequest {
        pub id: BulkId,
    }

    /// Selects a bill.
    pub struct InvoiceRequest {
        pub invoice_no: InvoiceNo,
    }

    /// Selects a bill of an account.
    pub struct PrintRequest {
        /// The electricity account.
        pub ca_no: AccountNo,
        pub invoice_no: InvoiceNo,
    }

    /// The figures at the top of the bills screen.
    pub struct OutstandingCard {
        /// Unpaid bills.
        pub total_bills: i64,
        /// Accounts with an unpaid bill.
        pub total_accounts: i64,
        /// Batches with an unpaid bill.
        pub total_batches: i64,
        /// Bills that can be paid, including those on hold, such as bills of a batch that waits.
        pub payable_bills: i64,
        /// Accounts with a bill that can be paid.
        pub payable_accounts: i64,
        /// The total that can be paid. Bills in payments are not included, and credits are not deducted.
        pub amount_payable: Money,
        /// The amount over 30 days past its due date.
        pub overdue_amount: Money,
        /// Bills over 30 days past their due date.
        pub overdue_bills: i64,
        /// Bills in payments that are in progress.
        pub bills_in_payment: i64,
        /// The total of these bills.
        pub amount_in_payment: Money,
        /// Bills whose total is a credit.
        pub credit_bills: i64,
        /// The sum of the credits, without a sign.
        pub credit_amount: Money,
        /// Bills with an amount due that cannot be paid in the portal.
        pub bills_not_payable: i64,
        /// The total of these bills.
        pub amount_not_payable: Money,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// A batch: unpaid bills that the utility extracted together.
    pub struct Batch {
        pub bill_batch_id: BatchId,
        pub extraction_date: Day,
        /// The earliest due date among its unpaid bills.
        pub due_date: Option<Day>,
        pub total_bills: i64,
        /// The number of bills that can be selected for payment now, including bills on hold.
        pub selectable_bills: i64,
        /// The number of bills on hold, which selecting the batch leaves out.
        pub bills_on_hold: i64,
        /// The number of accounts with unpaid bills.
        pub total_accounts: i64,
        /// The current charges of the selectable bills.
        pub current_charge: Money,
        /// The charges from earlier bills, of the selectable bills.
        pub outstanding_amount: Money,
        /// The total of the selectable bills.
        pub selectable_amount: Money,
        /// The total of the bills that are in payments.
        pub amount_in_payment: Money,
    }

    /// A bill in a list.
    pub struct Bill {
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
        /// The charge of this period.
        pub current_charge: Money,
        /// Charges from earlier bills.
        pub outstanding_amount: Money,
        /// The amount to pay.
        pub total_amount_payable: Money,
        /// The status of the payment that holds the bill; [`Status::PaymentRequired`] if the bill is in no payment.
        pub status: Status,
        /// Whether the bill is unpaid, but closed for payment. `closed` says why.
        pub disable_payment: bool,
        /// Why the bill cannot be paid in the portal although it is in no payment there; none if it is open.
        pub closed: Option<Closure>,
        /// The part of the total that was paid outside the portal.
        pub settled_amount: Money,
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

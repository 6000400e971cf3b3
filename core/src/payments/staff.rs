//! What the utility's staff do with payments (specification, sections 4 and 7, "Payments admin").

use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BulkId, TransactionNo};
use crate::payments::fpx::FpxStatus;
use crate::payments::{
    ActivityEntry, GiveUpRequest, GivenUp, PaymentItem, PaymentMethod, PaymentMoved, ReconcileAsked, RepeatedReference,
    Settlement, Status, Transaction, TransactionFilter, TransactionRequest, TransactionSortBy, VersionedReference,
};
use crate::{Instant, Money, Page};

mod gateway;
mod settling;

pub use gateway::*;
pub use settling::*;

endpoints! { StaffPaymentsEndpoints;
    /// Payments that wait for the utility, counted.
    GetAdminPendingPaymentsCards = Post "/payments-svc/api/v1/Admin/GetAdminPendingPaymentsCards" for Staff(PendingApproval, View) reads(Payments): Json (Nothing) -> PendingCards;
    /// Payments that wait for the utility, oldest first.
    GetAdminPendingPayments = Post "/payments-svc/api/v1/Admin/GetAdminPendingPayments" for Staff(PendingApproval, View) reads(Payments, Company): Json (PendingPaymentsRequest) -> Page<Transaction>;
    /// All payments, counted by state.
    GetAdminAllPaymentsCards = Post "/payments-svc/api/v1/Admin/GetAdminAllPaymentsCards" for Staff(AllPayments, View) reads(Payments): Json (Nothing) -> AllPaymentsCards;
    /// All payments.
    GetAdminAllPayments = Post "/payments-svc/api/v1/Admin/GetAdminAllPayments" for Staff(AllPayments, View) reads(Payments, Company): Json (AdminPaymentsRequest) -> Page<Transaction>;
    /// One payment with all that is needed to decide on it.
    GetAdminPaymentDetails = Get "/payments-svc/api/v1/Admin/GetAdminPaymentDetails" for Staff(AllPayments, View) reads(Payments, Bills, Accounts, Company, Gateway): Json (TransactionRequest) -> AdminPaymentDetails;
    /// What the bank gateway knows and the portal knows of an FPX payment.
    GetFpxRequeryData = Get "/payments-svc/api/v1/Admin/GetFpxRequeryData" for Staff(FpxManualRequery, View) reads(Gateway): Json (RequeryRequest) -> RequeryData;
    /// What about FPX payments waits for somebody at the utility, newest first.
    GetFpxAlerts = Post "/payments-svc/api/v1/Admin/GetFpxAlerts" for Staff(FpxManualRequery, View) reads(Gateway): Json (FpxAlertsRequest) -> Page<FpxAlert>;
    /// Settles an alert that neither a decision about money nor an answer of FPX ends.
    SettleFpxAlert = Post "/portal/api/v1/Admin/FpxAlerts/Settle" for Staff(FpxManualRequery, Update) once changes(Gateway): Json (SettleFpxAlertRequest) -> FpxAlertSettled;
    /// Asks the bank gateway about an FPX payment now.
    AdminFPXManualRequery = Post "/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId" for Staff(FpxManualRequery, Update) once changes(Payments, Bills, Gateway): Json (RequeryRequest) -> RequeryData;
    /// FPX payments by several of the gateway's order numbers.
    GetFpxRecords = Post "/portal/api/v1/Admin/FpxRecords" for Staff(FpxManualRequery, View) reads(Gateway): Json (FpxRecordsRequest) -> FpxRecords;
    /// What FPX and the portal said to each other about a payment, newest first.
    GetFpxMessages = Post "/portal/api/v1/Admin/FpxMessages" for Staff(FpxManualRequery, View) reads(Gateway): Json (FpxMessagesRequest) -> Page<FpxMessage>;
    /// Gives up an FPX payment that never reached the bank, as FPX says once more now.
    GiveUpFpxPayment = Post "/portal/api/v1/Admin/GiveUpPayment" for Staff(FpxManualRequery, Update) once changes(Payments, Bills, Gateway): Json (GiveUpRequest) -> GivenUp;
    /// Money that came after the portal had given a payment up, or came twice.
    GetLateConfirmations = Post "/portal/api/v1/Admin/LateConfirmations" for Staff(FpxManualRequery, View) reads(Gateway): Json (LateConfirmationsRequest) -> Page<LateConfirmation>;
    /// One of them, with what can become of it.
    GetLateConfirmation = Get "/portal/api/v1/Admin/LateConfirmations/One" for Staff(FpxManualRequery, View) reads(Gateway): Json (LateConfirmationRequest) -> LateConfirmationDetails;
    /// Decides what becomes of late money.
    ResolveLateConfirmation = Post "/portal/api/v1/Admin/LateConfirmations/Resolve" for Staff(PendingApproval, Update) once changes(Payments, Bills, Gateway): Json (ResolveLateRequest) -> LateResolved;
    /// Turns down what another officer accepted, or takes back what one accepted oneself, before it is confirmed.
    TurnDownAcceptance = Post "/portal/api/v1/Admin/TurnDownAcceptance" for Staff(PendingApproval, Update) once changes(Payments): Json (TurnDownRequest) -> PaymentMoved;
    /// Asks the customer to reconcile what was paid with what was billed.
    RequestReconciliation = Post "/billpayment-svc/api/v1/Admin/RequestReconciliation" for Staff(PendingApproval, Update) once changes(Payments, Bills, BankStatements): Json (ReconciliationRequest) -> PaymentMoved;
    /// Accepts an EFT or cheque payment.
    PaymentAccept = Post "/billpayment-svc/api/v1/Admin/PaymentAccept" for Staff(PendingApproval, Update) once changes(Payments, Bills, BankStatements): Json (DecisionRequest) -> PaymentMoved;
    /// Declines an EFT or cheque payment; its bills are payable again.
    PaymentReject = Post "/billpayment-svc/api/v1/Admin/PaymentReject" for Staff(PendingApproval, Update) once changes(Payments, Bills, BankStatements): Json (RejectRequest) -> PaymentMoved;
}

lists! { StaffPaymentsLists;
    /// The payments that wait for the utility.
    pendingPayments = GetAdminPendingPayments of Transaction by PendingSortBy {
        search => filter.search,
        method => filter.methods,
        from => filter.from,
        to => filter.to,
        second => awaits_second_officer,
    } export {
        transaction_no, company_name, bulk_id, payment_date, requested_by, payment_method, bank_name, reference_numbers, total_invoices,
        total_accounts, transaction_amount, paid_amount as Settlement, status
    }
    /// All payments.
    allPayments = GetAdminAllPayments of Transaction by TransactionSortBy {
        search => filter.search,
        status => filter.statuses,
        method => filter.methods,
        from => filter.from,
        to => filter.to,
    } export {
        transaction_no, company_name, bulk_id, payment_date, requested_by, payment_method, bank_name, reference_numbers, total_invoices,
        total_accounts, transaction_amount, paid_amount as Settlement, status
    }
    /// The invoices that a payment pays, for staff.
    invoicesForStaff = GetAdminPaymentDetails.invoices of PaymentItem {
    } export { invoice_no, account_no, reference_id, bill_batch_id, due_date, amount }
    /// What about FPX payments waits for somebody at the utility.
    alerts = GetFpxAlerts of FpxAlert {
    }
    /// What FPX and the portal said to each other about a payment.
    fpxMessages = GetFpxMessages of FpxMessage {
    }
    /// Money that came too late.
    lateConfirmations = GetLateConfirmations of LateConfirmation {
        show => resolved,
    }
}

orders! {
    /// What the payments that wait for the utility are ordered by.
    pub enum PendingSortBy {
        /// When it was made: the longest wait first.
        PaymentDate,
        /// Its amount.
        TransactionAmount descending,
        /// Its number.
        TransactionNo,
        /// Where it stands, which is the same for all: existing clients may ask for it.
        Status,
    }
}

impl From<Sort<PendingSortBy>> for Sort<TransactionSortBy> {
    fn from(sort: Sort<PendingSortBy>) -> Self {
        let by = match sort.by {
            PendingSortBy::PaymentDate => TransactionSortBy::PaymentDate,
            PendingSortBy::TransactionAmount => TransactionSortBy::TransactionAmount,
            PendingSortBy::TransactionNo => TransactionSortBy::TransactionNo,
            PendingSortBy::Status => TransactionSortBy::Status,
        };
        Self { by, descending: Some(sort.descends()) }
    }
}

page_requests! {
    /// Which waiting payments, in which order, and how many.
    pub struct PendingPaymentsRequest {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: TransactionFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<PendingSortBy>,
        /// Those only that one officer accepted and a second one must confirm, or only the others.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub awaits_second_officer: Option<bool>,
    }

    /// Which payments, in which order, and how many.
    pub struct AdminPaymentsRequest {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: TransactionFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<TransactionSortBy>,
        /// Those only that one officer accepted and a second one must confirm, or only the others.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub awaits_second_officer: Option<bool>,
    }
}

wire! {
    /// Payments that wait for the utility.
    pub struct PendingCards {
        /// Waiting.
        pub pending_approval: i64,
        /// What they come to.
        pub pending_amount: Money,
        /// Waiting since before today.
        pub pending_since_earlier_days: i64,
        /// Of the waiting ones those that one officer accepted and a second one must confirm.
        pub awaiting_second_officer: i64,
        /// Waiting for a customer to pay a difference.
        pub insufficient: i64,
        /// Waiting for a customer to choose an account.
        pub overpayment: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// All payments by state.
    pub struct AllPaymentsCards {
        pub total: i64,
        /// Posted.
        pub paid: i64,
        /// On their way.
        pub processing: i64,
        /// Waiting for a customer.
        pub pending_reconciliation: i64,
        /// Declined by bank or utility.
        pub declined: i64,
        pub failed: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// One payment for those who decide on it (specification, section 3, "Admin payment details").
    pub struct AdminPaymentDetails {
        pub head: AdminPaymentHead,
        /// How it began.
        pub init: ActivityEntry,
        /// Each time too little was paid.
        pub insufficient: Vec<ActivityEntry>,
        /// Each time too much was paid.
        pub excessive: Vec<ActivityEntry>,
        /// The account that an overpayment is credited to, once chosen.
        pub excessive_account: Option<AccountNo>,
        /// What was asked for last.
        pub latest_reconcile_request: Option<ReconcileAsked>,
        /// Everything, oldest first.
        pub timeline: Vec<ActivityEntry>,
        /// The reference numbers with their amounts, version by version.
        pub references: Vec<VersionedReference>,
        /// Its numbers that other payments of the bulk account have too.
        pub repeated_references: Vec<RepeatedReference>,
        pub invoices: Page<PaymentItem>,
    }

    /// The head of [`AdminPaymentDetails`].
    pub struct AdminPaymentHead {
        /// By which programs know it.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        /// By which people know it.
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub bulk_id: BulkId,
        pub status: Status,
        /// How it was made.
        pub payment_method: PaymentMethod,
        /// The bank that paid.
        pub bank_name: Option<String>,
        /// The gateway's order number, for FPX.
        pub merchant_tran_id: Option<String>,
        /// The sum of its items when it was made.
        pub billed_amount: Money,
        /// What was really paid, when it was reconciled.
        pub paid_amount: Option<Money>,
        /// In figures.
        pub settlement: Settlement,
        /// Invoices in it.
        pub total_invoices: i64,
        /// Accounts in it.
        pub total_accounts: i64,
        /// Who made it.
        pub requested_by: String,
        pub requested_at: Instant,
        /// The version: 1, one more for each reconciliation.
        pub version: i32,
        /// Whether it was approved; none while nobody decided.
        pub approved: Option<bool>,
        /// Who decided.
        pub decided_by: Option<String>,
        pub decided_at: Option<Instant>,
        /// Why it failed or was declined, as a sentence in the caller's language.
        pub reason: Option<String>,
        /// Why it was declined, as the officer wrote it to the customer.
        pub remark: Option<String>,
        /// Accepting it needs two officers.
        pub needs_second_officer: bool,
        /// Who accepted it first, where a second one must confirm.
        pub proposed: Option<Proposed>,
        /// Where it stands in the gateway's words, for FPX.
        pub fpx_status: Option<FpxStatus>,
        /// The gateway's own number, once it confirmed.
        pub fpx_transaction_id: Option<String>,
        /// When the bank confirmed.
        pub bank_transaction_date: Option<Instant>,
    }

    /// What an officer decided, as long as another one has to confirm it.
    pub struct Proposed {
        pub by: String,
        pub at: Instant,
        /// The caller did.
        pub is_own: bool,
        /// The caller appointed the proposer, or was appointed by them, and does not count as the second officer.
        pub is_related: bool,
    }

    /// Decide on this payment.
    pub struct DecisionRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The version that was decided on; existing clients do not say it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub version: Option<i32>,
    }

    /// Decline this payment.
    pub struct RejectRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// Why, as the customer reads it; existing clients say nothing.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub remark: Option<String>,
        /// The version that was decided on; existing clients do not say it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub version: Option<i32>,
    }

    /// Turn down the acceptance of this payment.
    pub struct TurnDownRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// Why, as the other officer reads it.
        pub remark: String,
    }

    /// Ask for this reconciliation.
    pub struct ReconciliationRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The difference between billed and paid.
        pub reconcile_amount: Money,
        /// 1 insufficient, 2 overpayment.
        pub reconcile_type: i16,
        /// The version that was decided on; existing clients do not say it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub version: Option<i32>,
    }
}

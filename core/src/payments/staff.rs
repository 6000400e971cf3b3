//! What the utility's staff do with payments (specification, sections 4 and 7, "Payments admin").

use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BulkId, TransactionNo};
use crate::payments::fpx::{AlertReason, FpxStatus};
use crate::payments::{
    ActivityEntry, PaymentItem, PaymentMethod, PaymentMoved, ReconcileAsked, RepeatedReference, Settlement, Status,
    Transaction, TransactionFilter, TransactionRequest, TransactionSortBy, VersionedReference,
};
use crate::{Instant, Money, Page};

endpoints! { StaffPaymentsEndpoints;
    /// Payments that wait for the utility, counted.
    GetAdminPendingPaymentsCards = Post "/payments-svc/api/v1/Admin/GetAdminPendingPaymentsCards" for Staff(PendingApproval, View) reads(Payments): Json (Nothing) -> PendingCards;
    /// Payments that wait for the utility.
    GetAdminPendingPayments = Post "/payments-svc/api/v1/Admin/GetAdminPendingPayments" for Staff(PendingApproval, View) reads(Payments, Company): Json (AdminPaymentsRequest) -> Page<Transaction>;
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
    /// Asks the bank gateway about an FPX payment now.
    AdminFPXManualRequery = Post "/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId" for Staff(FpxManualRequery, Update) once changes(Payments, Bills, Gateway): Json (RequeryRequest) -> RequeryData;
    /// Asks the customer to reconcile what was paid with what was billed.
    RequestReconciliation = Post "/billpayment-svc/api/v1/Admin/RequestReconciliation" for Staff(PendingApproval, Update) once changes(Payments, Bills): Json (ReconciliationRequest) -> PaymentMoved;
    /// Accepts an EFT or cheque payment.
    PaymentAccept = Post "/billpayment-svc/api/v1/Admin/PaymentAccept" for Staff(PendingApproval, Update) once changes(Payments, Bills): Json (DecisionRequest) -> PaymentMoved;
    /// Declines an EFT or cheque payment; its bills are payable again.
    PaymentReject = Post "/billpayment-svc/api/v1/Admin/PaymentReject" for Staff(PendingApproval, Update) once changes(Payments, Bills): Json (DecisionRequest) -> PaymentMoved;
}

lists! { StaffPaymentsLists;
    /// The payments that wait for the utility.
    pendingPayments = GetAdminPendingPayments of Transaction by TransactionSortBy {
        search => filter.search,
        method => filter.methods,
        from => filter.from,
        to => filter.to,
    } export {
        transaction_no, company_name, bulk_id, payment_date, requested_by, payment_method, bank_name, reference_numbers, total_invoices,
        total_accounts, transaction_amount, paid_amount, status
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
        total_accounts, transaction_amount, paid_amount, status
    }
    /// The invoices that a payment pays, for staff.
    invoicesForStaff = GetAdminPaymentDetails.invoices of PaymentItem {
    } export { invoice_no, account_no, reference_id, bill_batch_id, due_date, amount }
    /// What about FPX payments waits for somebody at the utility.
    alerts = GetFpxAlerts of FpxAlert {
    }
}

page_requests! {
    /// Which payments, in which order, and how many.
    pub struct AdminPaymentsRequest {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: TransactionFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<TransactionSortBy>,
    }

    /// How many of the alerts.
    pub struct FpxAlertsRequest {}
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
        /// Where it stands in the gateway's words, for FPX.
        pub fpx_status: Option<FpxStatus>,
        /// The gateway's own number, once it confirmed.
        pub fpx_transaction_id: Option<String>,
        /// When the bank confirmed.
        pub bank_transaction_date: Option<Instant>,
    }

    /// Decide on this payment.
    pub struct DecisionRequest {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
    }

    /// Ask for this reconciliation.
    pub struct ReconciliationRequest {
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        /// The difference between billed and paid.
        pub reconcile_amount: Money,
        /// 1 insufficient, 2 overpayment.
        pub reconcile_type: i16,
    }

    /// Which FPX payment.
    pub struct RequeryRequest {
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }

    /// What somebody at the utility must look at.
    pub struct FpxAlert {
        /// Since when.
        pub at: Instant,
        pub reason: AlertReason,
        /// Why, in a few words of the caller's language.
        pub title: String,
        /// Why, as a sentence in the caller's language.
        pub description: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The money that was taken, else the payment's amount.
        pub amount: Money,
        /// Where the payment stands.
        pub status: Status,
    }

    /// An FPX payment as the gateway and the portal know it (specification, section 3, "Payment gateway (requery) record").
    pub struct RequeryData {
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// Who made it.
        pub customer_name: String,
        pub customer_email: String,
        /// Invoices in it.
        pub total_invoices: i64,
        pub amount: Money,
        /// When it was made.
        pub payment_transaction_date: Instant,
        pub status: Status,
        /// Where it stands in the gateway's words.
        pub fpx_status: FpxStatus,
        /// The time for approval is over, and FPX has not said what became of it.
        pub is_unanswered: bool,
        /// Why it failed or was declined.
        pub error_description: Option<String>,
        /// The bank.
        pub acquirer_bank_name: Option<String>,
        /// The gateway's own number.
        pub bank_reference: Option<String>,
        /// When the bank confirmed.
        pub bank_transaction_date: Option<Instant>,
        /// When the gateway was asked last.
        pub last_requery_run_date: Option<Instant>,
        /// Whether asking again can change something.
        pub requery_enabled: bool,
    }
}

//! Endpoints, lists and types for staff who decide about payments.

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

endpoints! {
    /// The number of payments that await the utility.
    GetAdminPendingPaymentsCards = Post "/payments-svc/api/v1/Admin/GetAdminPendingPaymentsCards"
        for Staff(PendingApproval, View) reads(Payments): Json (Nothing) -> PendingCards;
    /// Payments that await the utility, oldest first.
    GetAdminPendingPayments = Post "/payments-svc/api/v1/Admin/GetAdminPendingPayments"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort, TransactionNotFound)
        reads(Payments, Company): Json (PendingPaymentsRequest) -> Page<Transaction>;
    /// The number of payments in each status group.
    GetAdminAllPaymentsCards = Post "/payments-svc/api/v1/Admin/GetAdminAllPaymentsCards"
        for Staff(AllPayments, View) reads(Payments): Json (Nothing) -> AllPaymentsCards;
    /// All payments.
    GetAdminAllPayments = Post "/payments-svc/api/v1/Admin/GetAdminAllPayments"
        for Staff(AllPayments, View)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort, TransactionNotFound)
        reads(Payments, Company): Json (AdminPaymentsRequest) -> Page<Transaction>;
    /// One payment with the information needed to decide on it.
    GetAdminPaymentDetails = Get "/payments-svc/api/v1/Admin/GetAdminPaymentDetails"
        for Staff(AllPayments, View)
        refuses(CursorInvalid, EftNumberCharacters, ChequeNumberCharacters, TransactionNotFound)
        reads(Payments, Bills, Accounts, Company, Gateway): Json (TransactionRequest) -> AdminPaymentDetails;
    /// The records of the bank gateway and of the portal about an FPX payment.
    GetFpxRequeryData = Get "/payments-svc/api/v1/Admin/GetFpxRequeryData"
        for Staff(FpxManualRequery, View)
        refuses(TransactionNotFound)
        reads(Gateway): Json (RequeryRequest) -> RequeryData;
    /// Alerts about FPX payments that staff have to look at, newest first.
    GetFpxAlerts = Post "/payments-svc/api/v1/Admin/GetFpxAlerts"
        for Staff(FpxManualRequery, View)
        refuses(CursorInvalid)
        reads(Gateway): Json (FpxAlertsRequest) -> Page<FpxAlert>;
    /// Settles an alert by hand. Only for alerts that no decision about money and no answer of FPX settles.
    SettleFpxAlert = Post "/portal/api/v1/Admin/FpxAlerts/Settle"
        for Staff(FpxManualRequery, Update)
        refuses(RemarkRequired, RemarkTooLong, AlertNotFound, AlertIsSettled, AlertEndsOtherwise)
        once changes(Gateway): Json (SettleFpxAlertRequest) -> FpxAlertSettled;
    /// Asks the bank gateway about an FPX payment now.
    AdminFPXManualRequery = Post "/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId"
        for Staff(FpxManualRequery, Update)
        refuses(EnquiryInProgress, GatewayUnavailable, TransactionNotFound, PaymentMoved, CreditAccountUnknown,
            RequeryNotNeeded)
        once changes(Payments, Bills, Gateway): Json (RequeryRequest) -> RequeryData;
    /// FPX payments by several of the gateway's order numbers.
    GetFpxRecords = Post "/portal/api/v1/Admin/FpxRecords"
        for Staff(FpxManualRequery, View) reads(Gateway): Json (FpxRecordsRequest) -> FpxRecords;
    /// The messages between FPX and the portal about a payment, newest first.
    GetFpxMessages = Post "/portal/api/v1/Admin/FpxMessages"
        for Staff(FpxManualRequery, View)
        refuses(CursorInvalid)
        reads(Gateway): Json (FpxMessagesRequest) -> Page<FpxMessage>;
    /// Cancels an FPX payment that never reached the bank. FPX is asked once more before that.
    GiveUpFpxPayment = Post "/portal/api/v1/Admin/GiveUpPayment"
        for Staff(FpxManualRequery, Update)
        refuses(EnquiryInProgress, GatewayUnavailable, TransactionNotFound, PaymentMoved, CreditAccountUnknown,
            GiveUpTooEarly)
        once changes(Payments, Bills, Gateway): Json (GiveUpRequest) -> GivenUp;
    /// Late receipts: money that came after a payment had ended, or came twice.
    GetLateConfirmations = Post "/portal/api/v1/Admin/LateConfirmations"
        for Staff(FpxManualRequery, View)
        refuses(CursorInvalid)
        reads(Gateway): Json (LateConfirmationsRequest) -> Page<LateConfirmation>;
    /// One late receipt with the possible decisions.
    GetLateConfirmation = Get "/portal/api/v1/Admin/LateConfirmations/One"
        for Staff(FpxManualRequery, View)
        refuses(TransactionNotFound)
        reads(Gateway): Json (LateConfirmationRequest) -> LateConfirmationDetails;
    /// Decides about a late receipt.
    ResolveLateConfirmation = Post "/portal/api/v1/Admin/LateConfirmations/Resolve"
        for Staff(PendingApproval, Update)
        refuses(ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid, AccountNumberLength,
            ReferenceIdLength, TransactionNotFound, PaymentMoved, CreditAccountUnknown, SecondOfficerNeeded,
            DecisionEffectChanged, LateMoneyDecided, LateAmountChanged, OfficersNotIndependent, LateBillsTaken,
            LateMoneyBooked, LateAccountUnknown, RefundReferenceWrong)
        once changes(Payments, Bills, Gateway): Json (ResolveLateRequest) -> LateResolved;
    /// Turns down another officer's acceptance, or withdraws the caller's own, before a second officer confirms it.
    TurnDownAcceptance = Post "/portal/api/v1/Admin/TurnDownAcceptance"
        for Staff(PendingApproval, Update)
        refuses(RemarkRequired, RemarkTooLong, TransactionNotFound, PaymentMoved, CreditAccountUnknown,
            NothingProposed)
        once changes(Payments): Json (TurnDownRequest) -> PaymentMoved;
    /// Asks the customer to reconcile the paid amount with the billed amount.
    RequestReconciliation = Post "/billpayment-svc/api/v1/Admin/RequestReconciliation"
        for Staff(PendingApproval, Update)
        refuses(AmountInvalid, AmountDecimals, AmountTooLarge, BankLineUsed, BankLineNeeded, BankLineUnnamed,
            BankLineChanged, TransactionNotFound, PaymentMoved, PaymentAnswered, ReconcileTypeUnknown,
            ReconcileAmountPositive, ReconcileAmountTooLarge, ReconcileAmountAsBefore, CreditAccountUnknown,
            SecondOfficerNeeded, OfficersNotIndependent)
        once changes(Payments, Bills, BankStatements): Json (ReconciliationRequest) -> PaymentMoved;
    /// Accepts an EFT or cheque payment.
    PaymentAccept = Post "/billpayment-svc/api/v1/Admin/PaymentAccept"
        for Staff(PendingApproval, Update)
        refuses(BankLineUsed, BankLineNeeded, BankLineUnnamed, BankLineChanged, TransactionNotFound,
            PaymentMoved, PaymentAnswered, ReconcileAmountPositive, ReconcileAmountTooLarge,
            ReconcileAmountAsBefore, CreditAccountUnknown, SecondOfficerNeeded, DecisionEffectChanged,
            OfficersNotIndependent)
        once changes(Payments, Bills, BankStatements): Json (DecisionRequest) -> PaymentMoved;
    /// Declines an EFT or cheque payment; its bills are payable again.
    PaymentReject = Post "/billpayment-svc/api/v1/Admin/PaymentReject"
        for Staff(PendingApproval, Update)
        refuses(RemarkRequired, RemarkTooLong, BankLineUsed, BankLineNeeded, BankLineUnnamed, BankLineChanged,
            TransactionNotFound, PaymentMoved, PaymentAnswered, ReconcileAmountPositive, ReconcileAmountTooLarge,
            ReconcileAmountAsBefore, CreditAccountUnknown, SecondOfficerNeeded, OfficersNotIndependent)
        once changes(Payments, Bills, BankStatements): Json (RejectRequest) -> PaymentMoved;
}

lists! {
    /// The payments that await the utility.
    pendingPayments = GetAdminPendingPayments of Transaction by AwaitingPaymentSortBy {
        search => filter.search,
        method => filter.methods,
        from => filter.from,
        to => filter.to,
        second => awaits_second_officer,
    } export {
        transaction_no, company_name, bulk_id, payment_date, requested_by, payment_method, bank_name,
        reference_numbers, total_invoices, total_accounts, transaction_amount, paid_amount as Settlement, status
    }
    /// All payments.
    allPayments = GetAdminAllPayments of Transaction by TransactionSortBy {
        search => filter.search,
        status => filter.statuses,
        method => filter.methods,
        from => filter.from,
        to => filter.to,
    } export {
        transaction_no, company_name, bulk_id, payment_date, requested_by, payment_method, bank_name,
        reference_numbers, total_invoices, total_accounts, transaction_amount, paid_amount as Settlement, status
    }
    /// The invoices of a payment, for staff.
    invoicesForStaff = GetAdminPaymentDetails.invoices of PaymentItem {
    } export { invoice_no, account_no, reference_id, bill_batch_id, due_date, amount }
    /// Alerts about FPX payments that staff have to look at.
    alerts = GetFpxAlerts of FpxAlert {
    }
    /// The messages between FPX and the portal about a payment.
    fpxMessages = GetFpxMessages of FpxMessage {
    }
    /// Late receipts.
    lateConfirmations = GetLateConfirmations of LateConfirmation {
        show => resolved,
    }
}

orders! {
    /// The orders of the payments that await the utility.
    pub enum AwaitingPaymentSortBy {
        /// By the time of payment, longest waiting first.
        PaymentDate,
        /// By amount.
        TransactionAmount descending,
        /// By transaction number.
        TransactionNo,
        /// By status. All these payments have the same status, but existing clients may send this order.
        Status,
    }
}

impl From<Sort<AwaitingPaymentSortBy>> for Sort<TransactionSortBy> {
    fn from(sort: Sort<AwaitingPaymentSortBy>) -> Self {
        let by = match sort.by {
            AwaitingPaymentSortBy::PaymentDate => TransactionSortBy::PaymentDate,
            AwaitingPaymentSortBy::TransactionAmount => TransactionSortBy::TransactionAmount,
            AwaitingPaymentSortBy::TransactionNo => TransactionSortBy::TransactionNo,
            AwaitingPaymentSortBy::Status => TransactionSortBy::Status,
        };
        Self { by, descending: Some(sort.descends()) }
    }
}

page_requests! {
    /// A request for a page of the payments that await the utility, filtered and sorted.
    pub struct PendingPaymentsRequest {
        #[serde(default)]
        pub filter: TransactionFilter,
        #[serde(default)]
        pub sort: Sort<AwaitingPaymentSortBy>,
        /// True for payments that an officer accepted and a second officer must confirm, false for all others.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// A request for a page of all payments, filtered and sorted.
    pub struct AdminPaymentsRequest {
        #[serde(default)]
        pub filter: TransactionFilter,
        #[serde(default)]
        pub sort: Sort<TransactionSortBy>,
        /// True for payments that an officer accepted and a second officer must confirm, false for all others.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }
}

wire! {
    /// Figures of the payments that await the utility or, after a reconciliation, the customer.
    pub struct PendingCards {
        /// Payments that await the utility's decision.
        pub pending_approval: i64,
        /// Their total amount.
        pub pending_amount: Money,
        /// Of these, payments made before today.
        pub pending_since_earlier_days: i64,
        /// Of these, payments that an officer accepted and a second officer must confirm.
        pub awaiting_second_officer: i64,
        /// Payments whose customer has to pay a difference.
        pub insufficient: i64,
        /// Payments whose customer has to choose an account to credit.
        pub overpayment: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The number of payments in each status group.
    pub struct AllPaymentsCards {
        pub total: i64,
        pub paid: i64,
        /// In progress.
        pub processing: i64,
        /// Awaiting a customer.
        pub pending_reconciliation: i64,
        /// Declined by the bank or the utility.
        pub declined: i64,
        pub failed: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// A payment with the information that an officer needs to decide on it.
    pub struct AdminPaymentDetails {
        pub head: AdminPaymentHead,
        /// The first entry of the history.
        pub init: ActivityEntry,
        /// Each request for a missing amount.
        pub insufficient: Vec<ActivityEntry>,
        /// Each request about an overpayment.
        pub excessive: Vec<ActivityEntry>,
        /// The account to which an overpayment is credited, once chosen.
        pub excessive_account: Option<AccountNo>,
        /// The latest reconciliation that the utility requested.
        pub latest_reconcile_request: Option<ReconcileAsked>,
        /// All entries of the history, oldest first.
        pub timeline: Vec<ActivityEntry>,
        /// The reference numbers with their amounts, ordered by version.
        pub references: Vec<VersionedReference>,
        /// Reference numbers of this payment that other payments of the bulk account also use.
        pub repeated_references: Vec<RepeatedReference>,
        pub invoices: Page<PaymentItem>,
    }

    /// The head of [`AdminPaymentDetails`].
    pub struct AdminPaymentHead {
        /// The identifier that programs use.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        /// The number that users read.
        pub transaction_no: TransactionNo,
        pub company_name: String,
        pub bulk_id: BulkId,
        pub status: Status,
        pub payment_method: PaymentMethod,
        /// The bank that paid.
        pub bank_name: Option<String>,
        /// The gateway's order number, for FPX.
        pub merchant_tran_id: Option<String>,
        /// The sum of the payment's items when it was made.
        pub billed_amount: Money,
        /// The amount that was really paid, if the payment was reconciled.
        pub paid_amount: Option<Money>,
        /// The payment's figures: billed, received, missing and excess.
        pub settlement: Settlement,
        pub total_invoices: i64,
        pub total_accounts: i64,
        /// The user who made the payment.
        pub requested_by: String,
        pub requested_at: Instant,
        /// Starts at 1 and grows by one with each reconciliation.
        pub version: i32,
        /// Whether the utility accepted it; none before the decision.
        pub approved: Option<bool>,
        /// The officer who decided.
        pub decided_by: Option<String>,
        pub decided_at: Option<Instant>,
        /// Why the payment failed or was declined, as a sentence in the caller's language.
        pub reason: Option<String>,
        /// The officer's reason for declining, as the customer reads it.
        pub remark: Option<String>,
        /// Whether accepting the payment needs two officers.
        pub needs_second_officer: bool,
        /// The first acceptance, while a second officer has to confirm it.
        pub proposed: Option<Proposed>,
        /// The gateway's word for the status, for FPX.
        pub fpx_status: Option<FpxStatus>,
        /// The gateway's own number, once it confirmed.
        pub fpx_transaction_id: Option<String>,
        /// When the bank confirmed.
        pub bank_transaction_date: Option<Instant>,
    }

    /// An officer's decision that another officer still has to confirm.
    pub struct Proposed {
        pub by: String,
        pub at: Instant,
        /// Whether the caller made it.
        pub is_own: bool,
        /// Whether the caller appointed the proposer or was appointed by them. Such an officer does not count as the
        /// second officer.
        pub is_related: bool,
    }

    /// A request to decide on a payment.
    pub struct DecisionRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The version that the officer saw. Existing clients do not send it.
        #[serde(default)]
        pub version: Option<i32>,
        /// Whether the officer was told that another officer must confirm. The decision is refused if that is not so now.
        /// Existing clients do not send it.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// A request to decline a payment.
    pub struct RejectRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The reason that the customer reads. Existing clients do not send it.
        #[serde(default)]
        pub remark: Option<String>,
        /// The version that the officer saw. Existing clients do not send it.
        #[serde(default)]
        pub version: Option<i32>,
    }

    /// A request to turn down the acceptance of a payment.
    pub struct TurnDownRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The reason that the other officer reads.
        pub remark: String,
    }

    /// A request to ask the customer for a reconciliation.
    pub struct ReconciliationRequest {
        #[serde(rename = "eBulkPaymentID", alias = "eBulkPaymentId")]
        pub e_bulk_payment_id: String,
        /// The difference between billed and paid.
        pub reconcile_amount: Money,
        /// 1 insufficient, 2 overpayment.
        pub reconcile_type: i16,
        /// The version that the officer saw. Existing clients do not send it.
        #[serde(default)]
        pub version: Option<i32>,
    }
}

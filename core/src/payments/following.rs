//! Requests and responses for lists of payments, payment details and reconciliation.

use super::fpx::FpxStatus;
use super::{AmountLine, Event, PaymentChannel, PaymentMethod, Settlement, Status};
use crate::list::Sort;
use crate::number::{AccountNo, BankId, BulkId, InvoiceNo, PaymentGroupNo, ProposalId, TransactionNo};
use crate::{Day, Instant, Money, Page};

orders! {
    /// The orders of a list of payments.
    pub enum TransactionSortBy {
        /// By the time of payment.
        PaymentDate descending,
        /// By amount.
        TransactionAmount descending,
        /// By transaction number.
        TransactionNo,
        /// By status, then by transaction number.
        Status,
    }
}

page_requests! {
    /// A request for a page of a bulk account's payments, filtered and sorted.
    pub struct TransactionsRequest {
        pub bulk_id: BulkId,
        #[serde(default)]
        pub filter: TransactionFilter,
        #[serde(default)]
        pub sort: Sort<TransactionSortBy>,
    }

    /// A request for a payment with a page of its invoices.
    pub struct TransactionRequest {
        pub transaction_no: TransactionNo,
    }
}

filters! {
    /// Narrows a list of payments. All conditions must hold.
    pub struct TransactionFilter {
        /// A search text: transaction, invoice, account or reference numbers, or part of a name.
        pub search: Option<String>,
        /// Payments in any of these statuses.
        pub statuses: Option<Vec<Status>>,
        /// Payments by any of these methods.
        pub methods: Option<Vec<PaymentMethod>>,
        /// Payments from any of these banks.
        pub bank_ids: Option<Vec<String>>,
        /// Made on this day or later.
        pub from: Option<Day>,
        /// Made on this day or earlier.
        pub to: Option<Day>,
    }
}

wire! {
    /// Selects the bulk account.
    pub struct TransactionsCardsRequest {
        pub bulk_id: BulkId,
    }

    /// The number of payments in each status group.
    pub struct TransactionsCards {
        pub total: i64,
        pub paid: i64,
        /// In progress.
        pub processing: i64,
        /// Awaiting the customer.
        pub action_required: i64,
        /// Declined by the bank or the utility.
        pub declined: i64,
        pub failed: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// A payment in a list.
    pub struct Transaction {
        /// The number that users read.
        pub transaction_no: TransactionNo,
        /// The identifier that programs use.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// When the payment was made.
        pub payment_date: Instant,
        pub payment_method: PaymentMethod,
        /// The bank that paid.
        pub bank_name: Option<String>,
        /// EFT or cheque numbers of all versions.
        pub reference_numbers: Vec<String>,
        /// The sum of the payment's items when it was made.
        pub transaction_amount: Money,
        /// The amount that was really paid, if the payment was reconciled.
        pub paid_amount: Option<Money>,
        pub total_invoices: i64,
        pub total_accounts: i64,
        /// The user who made the payment. In a payment that was taken over it is the name in the other portal, or
        /// empty.
        pub requested_by: String,
        pub status: Status,
        /// When the payment was taken over from another portal. It has ended, and this portal has no facts of it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub taken_over_at: Option<Instant>,
        /// The payment group, if the payment is one of several.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub group_no: Option<PaymentGroupNo>,
        /// The place in the group, from 1.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub group_place: Option<i32>,
        /// The number of payments in the group's plan.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub group_payments: Option<i32>,
    }

    /// An invoice of a payment.
    pub struct PaymentItem {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        pub bill_batch_id: crate::number::BatchId,
        pub due_date: Option<Day>,
        /// The part of the invoice that this payment pays.
        pub amount: Money,
    }

    /// A payment in full.
    pub struct PaymentDetails {
        /// The payment as it appears in lists.
        pub transaction: Transaction,
        /// The payment's figures: billed, received, missing and excess.
        pub settlement: Settlement,
        /// The amounts on the payment's document, from top to bottom.
        pub lines: Vec<AmountLine>,
        /// The receipt number, once the payment was posted.
        pub receipt_no: Option<String>,
        /// When the payment was posted.
        pub receipt_at: Option<Instant>,
        /// The gateway's order number, for FPX.
        pub merchant_tran_id: Option<String>,
        /// The gateway's own number, once it confirmed.
        pub fpx_transaction_id: Option<String>,
        /// When the bank confirmed, for FPX.
        pub bank_transaction_date: Option<Instant>,
        /// The gateway's word for the status, for FPX.
        pub fpx_status: Option<FpxStatus>,
        /// Whether the caller can cancel the payment: they made it, and FPX does not know it.
        pub may_give_up: bool,
        /// When colleagues were last reminded to approve it.
        pub reminded_at: Option<Instant>,
        /// The approved proposal that was released as this payment.
        pub proposal_id: Option<ProposalId>,
        /// Whether the payer cancelled at the bank. The status of such a payment is declined.
        pub is_cancelled: bool,
        /// Why the payment failed or was declined, as a sentence in the caller's language.
        pub reason: Option<String>,
        /// The kind of the latest reconciliation, open or answered: 1 insufficient, 2 overpayment.
        pub reconcile_type: Option<i16>,
        pub reconcile_amount: Option<Money>,
        /// The amount of the reconciliation before the latest.
        pub previous_reconciliation_amount: Option<Money>,
        /// The channel through which the money comes.
        pub payment_channel: PaymentChannel,
        /// The remark to show: the officer's reason if there is one, otherwise [`Self::reason`].
        pub remarks: Option<String>,
        /// The account to which an overpayment is credited, once chosen.
        pub credit_account_no: Option<AccountNo>,
        /// When the utility decided.
        pub decided_at: Option<Instant>,
        /// The reference numbers with their amounts, ordered by version.
        pub references: Vec<VersionedReference>,
        pub invoices: Page<PaymentItem>,
    }

    /// A reference number of one version of a payment.
    pub struct VersionedReference {
        /// 1 for the first submission, plus one for each reconciliation.
        pub version: i32,
        /// The EFT or cheque number.
        pub number: String,
        /// The amount paid under this number.
        pub amount: Money,
        /// The bank that paid.
        pub bank_name: Option<String>,
        pub payment_method: PaymentMethod,
    }

    /// Selects the payment.
    pub struct ActivityRequest {
        pub transaction_no: TransactionNo,
    }

    /// Selects the payment whose document is printed.
    pub struct DocumentRequest {
        pub transaction_no: TransactionNo,
    }

    /// The history of a payment.
    pub struct PaymentActivity {
        /// The payment's current state.
        pub head: ActivityHead,
        /// The first entry.
        pub init: ActivityEntry,
        /// Each request for a missing amount.
        pub insufficient: Vec<ActivityEntry>,
        /// Each request about an overpayment.
        pub excessive: Vec<ActivityEntry>,
        /// The latest reconciliation that the utility requested.
        pub latest_reconcile_request: Option<ReconcileAsked>,
        /// All entries, oldest first.
        pub timeline: Vec<ActivityEntry>,
    }

    /// The current state of a payment.
    pub struct ActivityHead {
        pub status: Status,
        pub payment_method: PaymentMethod,
        /// The sum of the payment's items when it was made.
        pub transaction_amount: Money,
    }

    /// An entry in a payment's history.
    pub struct ActivityEntry {
        pub event: Event,
        pub at: Instant,
        /// The person who acted; otherwise the bank or the portal, named in the reader's language.
        pub by: String,
        /// The status before; none for the first entry.
        pub from: Option<Status>,
        /// The status after.
        pub to: Status,
        /// The amount that the event is about.
        pub amount: Money,
        /// The total paid so far, for a reconciliation.
        pub paid_amount: Option<Money>,
        /// The version of the payment.
        pub version: i32,
        /// The reference numbers, account or reason that belong to the event.
        pub note: Option<String>,
    }

    /// A reconciliation that the utility requested.
    #[derive(Copy, Eq)]
    pub struct ReconcileAsked {
        /// 1 insufficient, 2 overpayment.
        pub reconcile_type: i16,
        /// The difference between billed and paid.
        pub reconcile_amount: Money,
    }

    /// A request for the accounts that can be credited.
    pub struct CreditAccountsRequest {
        pub transaction_no: TransactionNo,
        /// The amount to credit, as shown to the user.
        #[serde(default)]
        pub reconcile_amount: Option<Money>,
    }

    /// An account that can be credited, identified by one of its invoices.
    pub struct CreditAccount {
        /// The invoice to send in the request that chooses this account.
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The part of the payment that is for this account.
        pub amount: Money,
    }

    /// A request to pay the difference.
    pub struct InsufficientRequest {
        pub transaction_no: TransactionNo,
        /// The bank that pays.
        pub bank_id: BankId,
        /// EFT or cheque.
        pub payment_mode: PaymentMethod,
        /// The number of the transfer or cheque that pays the difference.
        #[serde(rename = "bulkChequeEFTNumber")]
        pub bulk_cheque_eft_number: String,
    }

    /// A request to credit an overpayment to an account.
    pub struct ExcessiveRequest {
        /// An invoice of the account to credit.
        pub invoice_no: InvoiceNo,
        pub transaction_no: TransactionNo,
    }

    /// A payment after its status changed.
    pub struct PaymentMoved {
        /// The number that users read.
        pub transaction_no: TransactionNo,
        /// The identifier that programs use.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub status: Status,
        /// Whether an officer accepted it and a second officer must confirm.
        pub awaits_second_officer: bool,
    }
}

impl ReconcileAsked {
    /// Converts to the kind and amount that the rules compare.
    /// Fails with [`Code::ReconcileTypeUnknown`](crate::Code::ReconcileTypeUnknown).
    pub fn kind_and_amount(&self) -> Result<(super::ReconcileKind, Money), crate::Code> {
        Ok((super::ReconcileKind::from_type(self.reconcile_type)?, self.reconcile_amount))
    }
}

//! What travels when payments are followed, and reconciled.

use super::fpx::FpxStatus;
use super::{AmountLine, Event, PaymentChannel, PaymentMethod, Settlement, Status};
use crate::list::Sort;
use crate::number::{AccountNo, BankId, BulkId, InvoiceNo, TransactionNo};
use crate::{Day, Instant, Money, Page};

orders! {
    /// What a list of payments is ordered by.
    pub enum TransactionSortBy {
        /// When it was made.
        PaymentDate descending,
        /// Its amount.
        TransactionAmount descending,
        /// Its number.
        TransactionNo,
        /// Where it stands, then its number.
        Status,
    }
}

page_requests! {
    /// Which payments of a bulk account, in which order, and how many.
    pub struct TransactionsRequest {
        pub bulk_id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: TransactionFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<TransactionSortBy>,
    }

    /// Which payment, and how many of its invoices.
    pub struct TransactionRequest {
        pub transaction_no: TransactionNo,
    }
}

filters! {
    /// Narrows a list of payments. Everything named must hold.
    pub struct TransactionFilter {
        /// A searched text: transaction, invoice, account or reference numbers, or a part of a name.
        pub search: Option<String>,
        /// Payments in one of these states.
        pub statuses: Option<Vec<Status>>,
        /// Payments by one of these methods.
        pub methods: Option<Vec<PaymentMethod>>,
        /// Payments from one of these banks.
        pub bank_ids: Option<Vec<String>>,
        /// Made on this day or later.
        pub from: Option<Day>,
        /// Made on this day or earlier.
        pub to: Option<Day>,
    }
}

wire! {
    /// For which bulk account.
    pub struct TransactionsCardsRequest {
        pub bulk_id: BulkId,
    }

    /// Payments by what they wait for.
    pub struct TransactionsCards {
        pub total: i64,
        /// Posted.
        pub paid: i64,
        /// On their way.
        pub processing: i64,
        /// Waiting for the customer.
        pub action_required: i64,
        /// Declined by bank or utility.
        pub declined: i64,
        pub failed: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// A payment in a list.
    pub struct Transaction {
        /// By which people know it.
        pub transaction_no: TransactionNo,
        /// By which programs know it.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// When it was made.
        pub payment_date: Instant,
        pub payment_method: PaymentMethod,
        /// The bank that paid.
        pub bank_name: Option<String>,
        /// EFT or cheque numbers of all versions.
        pub reference_numbers: Vec<String>,
        /// The sum of its items when it was made.
        pub transaction_amount: Money,
        /// What was really paid, when it was reconciled.
        pub paid_amount: Option<Money>,
        pub total_invoices: i64,
        pub total_accounts: i64,
        /// Who made it.
        pub requested_by: String,
        pub status: Status,
    }

    /// An invoice of a payment.
    pub struct PaymentItem {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        pub bill_batch_id: crate::number::BatchId,
        /// When it was due.
        pub due_date: Option<Day>,
        /// What the payment pays of it.
        pub amount: Money,
    }

    /// One payment.
    pub struct PaymentDetails {
        /// As in a list.
        pub transaction: Transaction,
        /// In figures.
        pub settlement: Settlement,
        /// The amounts of its document, from top to bottom.
        pub lines: Vec<AmountLine>,
        /// The number of its receipt, once it was posted.
        pub receipt_no: Option<String>,
        /// When it was posted.
        pub receipt_at: Option<Instant>,
        /// The gateway's order number, for FPX.
        pub merchant_tran_id: Option<String>,
        /// The gateway's own number, once it confirmed.
        pub fpx_transaction_id: Option<String>,
        /// When the bank confirmed, for FPX.
        pub bank_transaction_date: Option<Instant>,
        /// Where it stands in the gateway's words, for FPX.
        pub fpx_status: Option<FpxStatus>,
        /// The caller made it, and FPX knows nothing of it.
        pub may_give_up: bool,
        /// When colleagues were last reminded to approve it.
        pub reminded_at: Option<Instant>,
        /// The payer cancelled it at the bank; its status is that of a declined payment.
        pub is_cancelled: bool,
        /// Why it failed or was declined, as a sentence in the caller's language.
        pub reason: Option<String>,
        /// The difference that the utility asks for, or asked for last.
        pub reconcile_type: Option<i16>,
        pub reconcile_amount: Option<Money>,
        /// The amount of the difference that was asked for before that one.
        pub previous_reconciliation_amount: Option<Money>,
        /// By which way the money comes.
        pub payment_channel: PaymentChannel,
        /// What is to be said about it: the officer's reason, else [`Self::reason`].
        pub remarks: Option<String>,
        /// The account that an overpayment is credited to, once chosen.
        pub credit_account_no: Option<AccountNo>,
        /// When the utility decided.
        pub decided_at: Option<Instant>,
        /// The reference numbers with their amounts, version by version.
        pub references: Vec<VersionedReference>,
        pub invoices: Page<PaymentItem>,
    }

    /// A reference number of one version of a payment.
    pub struct VersionedReference {
        /// 1 for the first submission, one more for each reconciliation.
        pub version: i32,
        /// The EFT or cheque number.
        pub number: String,
        /// What it paid.
        pub amount: Money,
        /// The bank that paid.
        pub bank_name: Option<String>,
        /// By which method.
        pub payment_method: PaymentMethod,
    }

    /// Which payment.
    pub struct ActivityRequest {
        pub transaction_no: TransactionNo,
    }

    /// The document of a payment.
    pub struct DocumentRequest {
        pub transaction_no: TransactionNo,
    }

    /// What happened to a payment.
    pub struct PaymentActivity {
        /// Where it stands.
        pub head: ActivityHead,
        /// How it began.
        pub init: ActivityEntry,
        /// Each time too little was paid.
        pub insufficient: Vec<ActivityEntry>,
        /// Each time too much was paid.
        pub excessive: Vec<ActivityEntry>,
        /// What the utility asked for last.
        pub latest_reconcile_request: Option<ReconcileAsked>,
        /// Everything, oldest first.
        pub timeline: Vec<ActivityEntry>,
    }

    /// Where a payment stands.
    pub struct ActivityHead {
        pub status: Status,
        /// How it was made.
        pub payment_method: PaymentMethod,
        /// The sum of its items when it was made.
        pub transaction_amount: Money,
    }

    /// One thing that happened.
    pub struct ActivityEntry {
        pub event: Event,
        pub at: Instant,
        /// Who; the bank or the portal where it was no person, the portal in the reader's language.
        pub by: String,
        /// The state before; none at the beginning.
        pub from: Option<Status>,
        /// The state after.
        pub to: Status,
        /// The amount that it was about.
        pub amount: Money,
        /// What had been paid by then, where it was a reconciliation.
        pub paid_amount: Option<Money>,
        /// The version of the payment.
        pub version: i32,
        /// Reference numbers, account or reason that came with it.
        pub note: Option<String>,
    }

    /// A reconciliation that was asked for.
    #[derive(Copy, Eq)]
    pub struct ReconcileAsked {
        /// 1 insufficient, 2 overpayment.
        pub reconcile_type: i16,
        /// By how much.
        pub reconcile_amount: Money,
    }

    /// Which accounts may be credited.
    pub struct CreditAccountsRequest {
        pub transaction_no: TransactionNo,
        /// The amount to be credited, as the person sees it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reconcile_amount: Option<Money>,
    }

    /// An account that may be credited, by one of its invoices.
    pub struct CreditAccount {
        /// The invoice to name in the request.
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The customer's own name for it.
        pub reference_id: Option<String>,
        /// What the payment pays for the account.
        pub amount: Money,
    }

    /// Pay the difference.
    pub struct InsufficientRequest {
        pub transaction_no: TransactionNo,
        /// The bank that pays.
        pub bank_id: BankId,
        /// EFT or cheque.
        pub payment_mode: PaymentMethod,
        /// The number of the transfer or cheque over the difference.
        #[serde(rename = "bulkChequeEFTNumber")]
        pub bulk_cheque_eft_number: String,
    }

    /// Credit an account.
    pub struct ExcessiveRequest {
        /// An invoice of the account to be credited.
        pub invoice_no: InvoiceNo,
        pub transaction_no: TransactionNo,
    }

    /// A payment after it moved.
    pub struct PaymentMoved {
        /// By which people know it.
        pub transaction_no: TransactionNo,
        /// By which programs know it.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        pub status: Status,
        /// Accepted by one officer; a second one must confirm.
        pub awaits_second_officer: bool,
    }
}

impl ReconcileAsked {
    /// Its kind and amount, as the rules compare them.
    ///
    /// # Errors
    /// [`Code::ReconcileTypeUnknown`](crate::Code::ReconcileTypeUnknown).
    pub fn kind_and_amount(&self) -> Result<(super::ReconcileKind, Money), crate::Code> {
        Ok((super::ReconcileKind::from_type(self.reconcile_type)?, self.reconcile_amount))
    }
}

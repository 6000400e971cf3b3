//! Requests and responses about the bank gateway's side of payments, and about late receipts.

use crate::number::{AccountNo, BulkId, TransactionNo};
use crate::number_list::NumberList;
use crate::payments::Status;
use crate::payments::fpx::{AlertReason, FpxStatus, LateWay};
use crate::{Instant, Money};

page_requests! {
    /// A request for a page of the alerts.
    pub struct FpxAlertsRequest {}

    /// A request for a page of a payment's messages.
    pub struct FpxMessagesRequest {
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }

    /// A request for a page of the late receipts.
    pub struct LateConfirmationsRequest {
        /// True for late receipts that were decided, instead of those that await a decision.
        #[serde(default)]
        pub resolved: Option<bool>,
    }
}

wire! {
    /// Selects an FPX payment.
    pub struct RequeryRequest {
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }

    /// An alert about an FPX payment that staff have to look at.
    pub struct FpxAlert {
        pub alert_id: String,
        /// When the alert was raised.
        pub at: Instant,
        pub reason: AlertReason,
        /// A title in the caller's language.
        pub title: String,
        /// The description as a sentence in the caller's language.
        pub description: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The amount of the late receipt; for other alerts, the amount of the payment.
        pub amount: Money,
        /// The status of the payment.
        pub status: Status,
        /// Whether staff have to settle it by hand. Other alerts end with a decision about the money, or with FPX's
        /// answer.
        pub is_settled_by_hand: bool,
    }

    /// The records of the gateway and the portal about an FPX payment.
    pub struct RequeryData {
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The user who made the payment.
        pub customer_name: String,
        pub customer_email: String,
        pub total_invoices: i64,
        pub amount: Money,
        /// When the payment was made.
        pub payment_transaction_date: Instant,
        pub status: Status,
        /// The gateway's word for the status.
        pub fpx_status: FpxStatus,
        /// Whether the time for approval is over and FPX has not reported the outcome.
        pub is_unanswered: bool,
        /// Why the payment failed or was declined.
        pub error_description: Option<String>,
        pub acquirer_bank_name: Option<String>,
        /// The gateway's own number.
        pub bank_reference: Option<String>,
        /// When the bank confirmed.
        pub bank_transaction_date: Option<Instant>,
        /// When the portal last asked the gateway about the payment.
        pub last_requery_run_date: Option<Instant>,
        /// Whether asking again can change anything.
        pub requery_enabled: bool,
        /// Whether the payment can be cancelled, because FPX does not know it.
        pub may_give_up: bool,
        /// The late receipts of this payment that await a decision.
        pub late_ids: Vec<String>,
    }

    /// A request for FPX payments by the gateway's order numbers, at most 50.
    pub struct FpxRecordsRequest {
        #[serde(with = "NumberList::<String>")]
        pub merchant_tran_ids: Vec<String>,
    }

    /// The payments that were found, in the order of the request.
    pub struct FpxRecords {
        pub items: Vec<RequeryData>,
        /// The order numbers without a payment.
        pub not_found: Vec<String>,
    }

    /// A message between the portal and FPX.
    pub struct FpxMessage {
        pub message_id: i64,
        pub at: Instant,
        pub way: MessageWay,
        /// The result of processing it.
        pub outcome: MessageOutcome,
        pub signature: MessageSignature,
        /// The beginning of the fingerprint of the FPX key that signed the message.
        pub key_id: Option<String>,
        /// The debit answer code.
        pub code: Option<String>,
        /// FPX's own number.
        pub bank_reference: Option<String>,
        /// The amount in the message.
        pub amount: Option<Money>,
        /// The message exactly as it was sent or received.
        pub raw: String,
    }

    /// The route of a message.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum MessageWay {
        /// From the portal to FPX, by the payer's browser.
        Request,
        /// From FPX, server to server.
        Direct,
        /// From FPX, by the payer's browser.
        Indirect,
        /// An enquiry from the portal to FPX, or the answer.
        Enquiry,
    }

    /// The result of processing a message.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum MessageOutcome {
        /// The portal sent it.
        Sent,
        /// It changed the payment.
        Applied,
        /// It reported a state that was already known.
        Repeated,
        /// It changed nothing.
        Ignored,
        /// It may be about another request, so FPX was asked.
        Doubtful,
        /// It reported an approval after the payment had ended.
        Late,
        /// Its signature is not FPX's.
        BadSignature,
        /// Its values differ from those of the request.
        Mismatch,
        /// It is about an order that the portal does not know.
        Unknown,
        /// It cannot be parsed.
        Unreadable,
        /// Processing it failed; FPX sends it again.
        Broken,
    }

    /// The result of checking a message's signature when it was received.
    #[derive(Copy, Eq)]
    pub enum MessageSignature {
        /// The portal signed it.
        Ours,
        /// FPX signed it.
        Good,
        /// FPX did not sign it.
        Bad,
        /// Not checked: stored before keys were recorded, or an answer of a kind that is never signed.
        Unsigned,
    }

    /// A late receipt: money that the bank took after the payment had ended in the portal, or took twice.
    pub struct LateConfirmation {
        pub late_id: String,
        /// When the alert was raised.
        pub at: Instant,
        pub reason: AlertReason,
        /// A title in the caller's language.
        pub title: String,
        /// FPX's own number.
        pub bank_reference: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The amount of the late receipt.
        pub amount: Money,
        /// The status of the payment.
        pub status: Status,
        /// The decision, once it was carried out.
        pub resolved: Option<LateDecision>,
        /// An officer's decision that a second officer still has to confirm.
        pub proposed: Option<LateDecision>,
    }

    /// An officer's decision about a late receipt.
    pub struct LateDecision {
        pub way: LateWay,
        /// The account to credit.
        pub account_no: Option<AccountNo>,
        /// The bank's number of the refund.
        pub reference: Option<String>,
        pub by: String,
        pub at: Instant,
        /// Whether the caller made it.
        pub is_own: bool,
        /// Whether the caller appointed that officer or was appointed by them. Such an officer does not count as the
        /// second officer.
        pub is_related: bool,
    }

    /// Selects a late receipt.
    pub struct LateConfirmationRequest {
        pub late_id: String,
    }

    /// A late receipt with the possible decisions.
    pub struct LateConfirmationDetails {
        pub late: LateConfirmation,
        /// The number of invoices in the payment.
        pub total_invoices: i64,
        /// Of these, invoices that are still unpaid and unchanged.
        pub unpaid_invoices: i64,
        /// Why the money cannot pay the bills of the payment, as a sentence in the caller's language.
        pub why_not_bills: Option<String>,
        /// The first 20 accounts of the payment.
        pub accounts: Vec<AccountNo>,
        /// Whether a new decision needs two officers. A proposal always needs a second one.
        pub needs_second_officer: bool,
    }

    /// A request to decide about a late receipt.
    pub struct ResolveLateRequest {
        pub late_id: String,
        pub way: LateWay,
        /// The account to credit.
        #[serde(default)]
        pub account_no: Option<AccountNo>,
        /// The bank's number of the refund.
        #[serde(default)]
        pub reference: Option<String>,
        /// The amount that the officer saw. The decision is refused if it is another one now.
        #[serde(default)]
        pub amount: Option<Money>,
        /// Whether the officer was told that another officer must confirm. The decision is refused if that is not so now.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// A late receipt after an officer's decision.
    pub struct LateResolved {
        pub late_id: String,
        pub transaction_no: TransactionNo,
        /// The status of its payment.
        pub status: Status,
        /// Whether a second officer must confirm the decision.
        pub awaits_second_officer: bool,
    }
}

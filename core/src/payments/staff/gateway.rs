//! What travels when staff look at the bank gateway's side of payments, and decide about money that came too late.

use crate::number::{AccountNo, BulkId, TransactionNo};
use crate::payments::Status;
use crate::payments::fpx::{AlertReason, FpxStatus, LateWay};
use crate::{Instant, Money};

page_requests! {
    /// How many of the alerts.
    pub struct FpxAlertsRequest {}

    /// Which messages, and how many.
    pub struct FpxMessagesRequest {
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }

    /// Which late money, and how many.
    pub struct LateConfirmationsRequest {
        /// What was dealt with, instead of what waits.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub resolved: Option<bool>,
    }
}

wire! {
    /// Which FPX payment.
    pub struct RequeryRequest {
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }

    /// What somebody at the utility must look at.
    pub struct FpxAlert {
        /// By which it is known.
        pub alert_id: String,
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
        /// It waits for somebody to settle it; others end with the money or the answer that they are about.
        pub is_settled_by_hand: bool,
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
        /// FPX says that it knows nothing of it: it can be given up.
        pub may_give_up: bool,
        /// Money of it that waits for somebody, because it came too late or twice.
        pub late_ids: Vec<String>,
    }

    /// Which FPX payments, by the gateway's order numbers: 50 at most.
    pub struct FpxRecordsRequest {
        pub merchant_tran_ids: Vec<String>,
    }

    /// Those that there are, in the order in which they were asked for.
    pub struct FpxRecords {
        pub items: Vec<RequeryData>,
        /// The numbers under which there is none.
        pub not_found: Vec<String>,
    }

    /// A message that travelled between the portal and FPX.
    pub struct FpxMessage {
        /// By which it is known.
        pub message_id: i64,
        pub at: Instant,
        pub way: MessageWay,
        /// What became of it.
        pub outcome: MessageOutcome,
        pub signature: MessageSignature,
        /// The beginning of the fingerprint of FPX's key that signed it.
        pub key_id: Option<String>,
        /// The answer code of the debit.
        pub code: Option<String>,
        /// FPX's own number.
        pub bank_reference: Option<String>,
        /// The amount that it names.
        pub amount: Option<Money>,
        /// As it travelled.
        pub raw: String,
    }

    /// How a message travelled.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum MessageWay {
        /// Ours, by the payer's browser.
        Request,
        /// From FPX, server to server.
        Direct,
        /// From FPX, by the payer's browser.
        Indirect,
        /// Our question to FPX, or its answer.
        Enquiry,
    }

    /// What became of a message.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum MessageOutcome {
        /// Ours, sent.
        Sent,
        /// The payment changed.
        Applied,
        /// It said what was known.
        Repeated,
        /// It changed nothing.
        Ignored,
        /// It may be about another request: FPX was asked.
        Doubtful,
        /// Approved after the payment had ended.
        Late,
        /// FPX did not sign it.
        BadSignature,
        /// It is about something else than what was asked for.
        Mismatch,
        /// It is about no order of ours.
        Unknown,
        /// It cannot be read.
        Unreadable,
        /// Taking it failed; FPX sends it again.
        Broken,
    }

    /// Whether a message's signature was good when it came.
    #[derive(Copy, Eq)]
    pub enum MessageSignature {
        /// The portal signed it.
        Ours,
        /// FPX signed it.
        Good,
        /// FPX did not sign it.
        Bad,
        /// From before keys were noted, or an answer that nobody signs.
        Unsigned,
    }

    /// Money that came after the portal had given a payment up, or came twice.
    pub struct LateConfirmation {
        /// By which it is known.
        pub late_id: String,
        /// Since when.
        pub at: Instant,
        pub reason: AlertReason,
        /// Why, in a few words of the caller's language.
        pub title: String,
        /// FPX's own number.
        pub bank_reference: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
        pub transaction_no: TransactionNo,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The money.
        pub amount: Money,
        /// Where the payment stands.
        pub status: Status,
        /// What became of it.
        pub resolved: Option<LateDecision>,
        /// What one officer decided, and a second one must confirm.
        pub proposed: Option<LateDecision>,
    }

    /// What an officer decided about late money.
    pub struct LateDecision {
        pub way: LateWay,
        /// The account that is credited.
        pub account_no: Option<AccountNo>,
        /// The bank's number of the refund.
        pub reference: Option<String>,
        pub by: String,
        pub at: Instant,
        /// The caller did.
        pub is_own: bool,
        /// The caller appointed that officer, or was appointed by them, and does not count as the second officer.
        pub is_related: bool,
    }

    /// Which late money.
    pub struct LateConfirmationRequest {
        pub late_id: String,
    }

    /// Late money with what can become of it.
    pub struct LateConfirmationDetails {
        pub late: LateConfirmation,
        /// Invoices in the payment.
        pub total_invoices: i64,
        /// Of them those that are still unpaid as they were.
        pub unpaid_invoices: i64,
        /// Why it cannot go to the bills of the payment, as a sentence in the caller's language.
        pub why_not_bills: Option<String>,
        /// The accounts of the payment, the first of them.
        pub accounts: Vec<AccountNo>,
        /// Deciding needs two officers.
        pub needs_second_officer: bool,
    }

    /// This is to become of late money.
    pub struct ResolveLateRequest {
        pub late_id: String,
        pub way: LateWay,
        /// The account to be credited.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub account_no: Option<AccountNo>,
        /// The bank's number of the refund.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference: Option<String>,
    }

    /// Late money after an officer decided.
    pub struct LateResolved {
        pub late_id: String,
        pub transaction_no: TransactionNo,
        /// Where its payment stands.
        pub status: Status,
        /// A second officer must confirm it.
        pub awaits_second_officer: bool,
    }
}

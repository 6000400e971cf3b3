//! The types of events, and what an event says (docs/domain/webhooks.md#events).

use crate::{Instant, Language};

/// Declares the event types: the name that receivers see, which never changes, and the English and Malay words.
macro_rules! event_types {
    ($($(#[$meta:meta])* $event:ident = $code:literal: $english:literal / $malay:literal;)+) => {
        wire! {
            /// The type of an event. Each belongs to one fact of the portal.
            #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
            pub enum WebhookEventType {
                $($(#[$meta])* #[serde(rename = $code)] $event,)+
            }
        }

        impl WebhookEventType {
            /// Every type.
            pub const ALL: &[Self] = &[$(Self::$event),+];

            /// Returns the name that receivers see, which is also stored.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$event => $code,)+
                }
            }

            /// Returns the words for users.
            #[must_use]
            pub const fn word(self, language: Language) -> &'static str {
                let words = match self {
                    $(Self::$event => [$english, $malay],)+
                };
                language.pick(words)
            }
        }
    };
}

event_types! {
    /// An EFT or cheque payment was submitted.
    PaymentSubmitted = "payment.submitted": "Payment submitted" / "Pembayaran dihantar";
    /// An FPX payment was started.
    PaymentStarted = "payment.started": "FPX payment started" / "Pembayaran FPX dimulakan";
    /// An FPX payment waits for the company's authoriser at the bank.
    PaymentPending = "payment.pending": "Payment waits for the bank's authoriser" / "Pembayaran menunggu kelulusan di bank";
    /// The utility accepted the payment and posts it.
    PaymentAccepted = "payment.accepted": "Payment accepted" / "Pembayaran diterima";
    /// The payment is paid.
    PaymentPaid = "payment.paid": "Payment paid" / "Pembayaran dibayar";
    /// The bank or the utility declined the payment.
    PaymentDeclined = "payment.declined": "Payment declined" / "Pembayaran ditolak";
    /// The payment failed, expired or was cancelled.
    PaymentFailed = "payment.failed": "Payment failed" / "Pembayaran gagal";
    /// The utility found another amount, and asks the company to act.
    PaymentActionRequired = "payment.actionRequired": "Payment needs action" / "Pembayaran perlu tindakan";
    /// The company answered about the other amount.
    PaymentAnswered = "payment.answered": "Payment answered" / "Pembayaran dijawab";
    /// A late receipt of the payment was credited to an account.
    PaymentCredited = "payment.credited": "Late receipt credited" / "Terimaan lewat dikreditkan";
    /// A late receipt of the payment was refunded.
    PaymentRefunded = "payment.refunded": "Late receipt refunded" / "Terimaan lewat dibayar balik";
    /// A payment was proposed.
    ProposalCreated = "proposal.created": "Payment proposed" / "Pembayaran dicadangkan";
    /// One step of several was approved.
    ProposalStepApproved = "proposal.stepApproved": "Step of a proposal approved" / "Langkah cadangan diluluskan";
    /// The last step was approved.
    ProposalApproved = "proposal.approved": "Proposal approved" / "Cadangan diluluskan";
    /// An approver refused.
    ProposalRefused = "proposal.refused": "Proposal refused" / "Cadangan ditolak";
    /// The proposer withdrew it.
    ProposalWithdrawn = "proposal.withdrawn": "Proposal withdrawn" / "Cadangan ditarik balik";
    /// The proposal became a payment.
    ProposalReleased = "proposal.released": "Proposal paid" / "Cadangan dibayar";
    /// Its bills changed or were paid.
    ProposalVoided = "proposal.voided": "Proposal void" / "Cadangan terbatal";
    /// It was not paid in time.
    ProposalLapsed = "proposal.lapsed": "Proposal lapsed" / "Cadangan luput";
    /// Bills of a batch were imported, or their batch was released.
    BillsIssued = "bill.issued": "Bills issued" / "Bil dikeluarkan";
    /// Bills were paid outside the portal, or their payment was taken back.
    BillsSettled = "bill.settled": "Bills paid elsewhere" / "Bil dibayar di tempat lain";
    /// Bills fall due soon.
    BillsDue = "bill.due": "Bills fall due" / "Bil hampir tarikh akhir bayaran";
    /// The audit reported new findings on bills of a batch.
    FindingOpened = "finding.opened": "Findings opened" / "Penemuan dibuka";
    /// Findings were dismissed.
    FindingDismissed = "finding.dismissed": "Findings dismissed" / "Penemuan diketepikan";
    /// Findings were opened again.
    FindingReopened = "finding.reopened": "Findings reopened" / "Penemuan dibuka semula";
    /// A query about a bill was opened.
    QueryOpened = "query.opened": "Query opened" / "Pertanyaan dibuka";
    /// The company added a message.
    QueryReplied = "query.replied": "Query replied to" / "Pertanyaan dibalas";
    /// The utility answered.
    QueryAnswered = "query.answered": "Query answered" / "Pertanyaan dijawab";
    /// The utility delivered a corrected bill.
    QueryBillCorrected = "query.billCorrected": "Bill of a query corrected" / "Bil pertanyaan dibetulkan";
    /// The query ended.
    QueryClosed = "query.closed": "Query closed" / "Pertanyaan ditutup";
    /// The query was withdrawn.
    QueryWithdrawn = "query.withdrawn": "Query withdrawn" / "Pertanyaan ditarik balik";
    /// Accounts were added to the bulk account.
    AccountAdded = "account.added": "Accounts added" / "Akaun ditambah";
    /// Accounts could not be added.
    AccountFailed = "account.failed": "Accounts not added" / "Akaun tidak ditambah";
    /// Accounts were removed from the bulk account.
    AccountRemoved = "account.removed": "Accounts removed" / "Akaun dibuang";
    /// The reference ID or the group of accounts changed.
    AccountChanged = "account.changed": "Accounts changed" / "Akaun diubah";
    /// A statement of account can be downloaded.
    StatementReady = "statement.ready": "Statement ready" / "Penyata sedia";
    /// A statement of account could not be prepared.
    StatementFailed = "statement.failed": "Statement failed" / "Penyata gagal";
    /// An export to accounting was made.
    AccountingRunMade = "accountingRun.made": "Accounting export made" / "Eksport perakaunan dibuat";
    /// A scheduled export to accounting was refused.
    AccountingRunRefused = "accountingRun.refused": "Accounting export refused" / "Eksport perakaunan tidak dibenarkan";
}

impl WebhookEventType {
    /// Returns the type with that name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.code() == code)
    }
}

/// The type of the event that a user sends to test an endpoint. Every endpoint receives it.
pub const TEST_TYPE: &str = "webhook.test";

wire! {
    /// The kind of an object that an event is about.
    #[derive(Copy, Eq)]
    pub enum WebhookObject {
        /// A payment, by its transaction number.
        Payment,
        /// A proposal to pay, by its number.
        Proposal,
        /// A bill, by its invoice number.
        Bill,
        /// A due date of bills.
        DueDate,
        /// A batch of bills.
        Batch,
        Finding,
        /// A query about a bill.
        Query,
        /// An electricity account, by its number.
        Account,
        Statement,
        AccountingProfile,
        /// A run of an accounting profile, by its number.
        AccountingRun,
        /// The endpoint itself, in a test.
        Webhook,
    }

    /// Another object that belongs to an event.
    pub struct WebhookReference {
        pub object: WebhookObject,
        pub id: String,
    }

    /// What an event is about. It has no names, e-mail addresses or amounts: the receiver reads them with a call, which
    /// checks its permission.
    pub struct WebhookData {
        /// The kind of the objects.
        pub object: WebhookObject,
        /// The objects, by the ids that calls take.
        pub ids: Vec<String>,
        /// How many bills the batch of `bill.issued` has now. No other event has a count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub count: Option<i64>,
        /// The state of the objects after the event.
        pub state: String,
        /// Other objects that belong to the event, such as the bill of a query.
        pub related: Vec<WebhookReference>,
    }

    /// The body of a delivery.
    pub struct WebhookPayload {
        /// The id of the event, which the header `webhook-id` repeats. Every attempt and every replay has the same.
        pub id: String,
        /// The type of the event, for example `payment.paid`.
        #[serde(rename = "type")]
        pub event_type: String,
        /// When it happened.
        pub timestamp: Instant,
        /// The bulk account.
        pub bulk_id: String,
        /// Grows with each event of an object, so that a receiver can ignore an event that arrives after a later one.
        pub sequence: i64,
        pub data: WebhookData,
    }
}

/// An event to deliver.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    /// The type of the event.
    pub event_type: WebhookEventType,
    /// What it is about.
    pub data: WebhookData,
}

impl WebhookEvent {
    /// Creates an event about objects of one kind.
    #[must_use]
    pub fn of(event_type: WebhookEventType, object: WebhookObject, ids: Vec<String>, state: &str) -> Self {
        Self {
            event_type,
            data: WebhookData { object, ids, count: None, state: state.to_owned(), related: Vec::new() },
        }
    }

    /// Adds the number of bills.
    #[must_use]
    pub const fn counting(mut self, bills: i64) -> Self {
        self.data.count = Some(bills);
        self
    }

    /// Adds another object that belongs to the event.
    #[must_use]
    pub fn with(mut self, object: WebhookObject, id: impl Into<String>) -> Self {
        self.data.related.push(WebhookReference { object, id: id.into() });
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_type_has_its_own_name_and_words() {
        let codes: BTreeSet<_> = WebhookEventType::ALL.iter().map(|event| event.code()).collect();
        assert_eq!(codes.len(), WebhookEventType::ALL.len());
        for event in WebhookEventType::ALL {
            assert_eq!(WebhookEventType::from_code(event.code()), Some(*event));
            assert_eq!(serde_json::to_value(event).expect("JSON"), event.code());
            let [english, malay] = Language::ALL.map(|language| event.word(language));
            assert!(english != malay && !malay.is_empty(), "{english}");
        }
        assert_eq!(WebhookEventType::from_code(TEST_TYPE), None);
    }
}

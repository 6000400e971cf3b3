//! The files of an audit pack that programs read.

use crate::approvals::{ApprovalPolicy, ProposalState, RequiredStep};
use crate::bills::{HeldBill, HoldCause};
use crate::number::{AccountNo, BulkId, InvoiceNo, ProposalId, TransactionNo};
use crate::payments::{PaymentMethod, ReconcileAsked, Status, VersionedReference};
use crate::{Day, Instant, Language, Money};

wire! {
    /// The content of a pack.
    #[derive(Copy, Eq)]
    pub enum PackKind {
        /// One payment.
        Payment,
        /// The packs of all payments of a month.
        Month,
    }

    /// `manifest.json`.
    pub struct Manifest {
        pub format: String,
        pub kind: PackKind,
        /// The payment; none for a month.
        pub transaction_no: Option<TransactionNo>,
        /// The first day of the month; none for a payment.
        pub month: Option<Day>,
        pub bulk_id: BulkId,
        pub company_name: String,
        /// The language of the documents.
        pub language: Language,
        /// The version of the portal that made the pack.
        pub product_version: String,
        pub made_at: Instant,
        /// The last fact of the payment.
        pub head: Option<ChainHead>,
        /// The newest seal when the pack was made.
        pub seal: Option<SealName>,
        /// Every file except the manifest and its digest, in the order of the archive.
        pub files: Vec<ManifestFile>,
    }

    /// The last fact of a chain.
    #[derive(Eq)]
    pub struct ChainHead {
        pub subject: String,
        pub place: i32,
        pub hash: String,
    }

    /// A seal by its day and hash.
    #[derive(Eq)]
    pub struct SealName {
        pub day: Day,
        pub hash: String,
    }

    /// A file of a pack.
    #[derive(Eq)]
    pub struct ManifestFile {
        pub name: String,
        pub size: u64,
        /// In hexadecimal digits.
        pub sha256: String,
    }

    /// `payment.json`.
    pub struct PackedPayment {
        pub transaction_no: TransactionNo,
        pub payment_id: String,
        pub bulk_id: BulkId,
        pub company_name: String,
        pub status: Status,
        pub payment_method: PaymentMethod,
        pub bank_name: Option<String>,
        pub requested_by: String,
        pub requested_at: Instant,
        pub version: i32,
        /// The sum of the bills when the payment was made.
        pub amount: Money,
        /// The amount that arrived, once it is known.
        pub paid_amount: Option<Money>,
        /// The last difference that the utility found.
        pub reconcile: Option<ReconcileAsked>,
        pub credit_account_no: Option<AccountNo>,
        pub receipt_no: Option<String>,
        pub receipt_at: Option<Instant>,
        pub references: Vec<VersionedReference>,
        pub bills: Vec<PackedBill>,
        /// The bills that were paid although they were on hold, with the users who chose them.
        #[serde(default)]
        pub held_bills: Vec<HeldBill>,
    }

    /// A bill of a payment.
    pub struct PackedBill {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        /// The amount that the payment pays.
        pub amount: Money,
        /// Its document; none if the bill is no longer in the portal.
        pub file: Option<String>,
    }

    /// `approval.json`.
    pub struct PackedApproval {
        pub proposal_id: ProposalId,
        pub state: ProposalState,
        pub proposer_id: String,
        pub proposed_by: String,
        pub proposed_at: Instant,
        pub amount: Money,
        pub note: Option<String>,
        pub policy_version: i32,
        /// The policy as it was in force.
        pub policy: ApprovalPolicy,
        /// The steps that the policy required.
        pub steps: Vec<RequiredStep>,
        pub bills: Vec<ProposedBill>,
        pub acts: Vec<PackedAct>,
        /// The SHA-256 of the proposed bills (docs/domain/approvals.md).
        pub hash: String,
    }

    /// A bill as it was proposed.
    pub struct ProposedBill {
        pub invoice_no: InvoiceNo,
        pub amount: Money,
        /// The group of its account.
        pub group_id: Option<String>,
        /// The cause of its hold, if the proposer chose it although it was on hold.
        #[serde(default)]
        pub hold: Option<HoldCause>,
    }

    /// An approval.
    pub struct PackedAct {
        /// From 1.
        pub step: i32,
        pub is_approval: bool,
        pub user_id: String,
        pub name: String,
        /// The approver whose right was used.
        pub right_of: String,
        pub remark: Option<String>,
        pub acted_at: Instant,
    }

    /// `bank.json`.
    pub struct PackedBank {
        /// FPX's order number of the payment.
        pub order_no: Option<String>,
        /// The request to FPX and its signed answers, as they were sent.
        pub messages: Vec<PackedMessage>,
        /// The keys that verified the answers, by their SHA-256.
        pub keys: Vec<PackedKey>,
        /// The lines of bank statements that were counted for the payment.
        pub lines: Vec<PackedLine>,
        /// When the utility decided about the payment.
        pub decided_at: Option<Instant>,
    }

    /// A message of the gateway.
    pub struct PackedMessage {
        pub file: String,
        pub at: Instant,
        /// `request`, `direct`, `indirect` or `enquiry`.
        pub way: String,
        pub outcome: String,
        /// The SHA-256 of the key that verified it; none for the portal's own request.
        pub key_id: Option<String>,
    }

    /// A key of FPX.
    pub struct PackedKey {
        pub key_id: String,
        pub file: String,
    }

    /// A bank line, as far as it is about this payment.
    pub struct PackedLine {
        pub day: Day,
        /// The number in the bank's statement.
        pub reference: String,
        /// The amount that was counted for this payment. The line itself may be larger.
        pub amount: Money,
        pub decided_at: Instant,
    }

    /// `chain.json`.
    pub struct PackedChain {
        pub subjects: Vec<PackedSubject>,
        /// The hash of the seal before the first one.
        pub previous: Option<String>,
        /// The seals since the earliest one that seals a fact of the pack.
        pub seals: Vec<PackedSeal>,
    }

    /// The facts of the payment, of its proposal, or of a former user whose texts were erased from them.
    pub struct PackedSubject {
        pub subject: String,
        /// In the order of the chain, from the first.
        pub facts: Vec<PackedFact>,
        /// Proves that a seal covers the facts up to a place.
        pub proof: Option<SealProof>,
    }

    /// A fact.
    pub struct PackedFact {
        pub place: i32,
        pub hash: String,
        /// None for an action of the utility's staff, whose network address the company may not see, and for a former
        /// user's facts about other subjects.
        pub content: Option<FactContent>,
    }

    /// The hashed content of a fact (docs/facts.md).
    pub struct FactContent {
        pub kind: String,
        /// The JSON text as it is hashed.
        pub data: String,
        pub about: String,
        pub bulk_id: Option<String>,
        pub actor_id: Option<String>,
        pub actor_name: String,
        pub acting_role: Option<String>,
        pub address: Option<String>,
        pub device: Option<String>,
        /// Microseconds since 1970.
        pub happened_at: i64,
        /// The digests of the personal texts; none for a fact of form 1.
        pub salted: Option<PackedSalts>,
    }

    /// The salted digests of a fact of form 2, in hexadecimal digits.
    pub struct PackedSalts {
        /// The JSON text of `about` and `data` without personal texts; none if they have none.
        pub kept: Option<String>,
        pub actor: PackedSalt,
        /// None if `about` and `data` have no personal texts.
        pub content: Option<PackedSalt>,
    }

    /// A digest of personal texts with its salt.
    pub struct PackedSalt {
        /// None if the texts were erased, or are not for the company.
        pub salt: Option<String>,
        pub digest: String,
        /// The texts are left out although they are not erased.
        pub is_withheld: bool,
    }

    /// The place of a subject in the tree of a seal, with the hashes next to the way to the root.
    pub struct SealProof {
        pub day: Day,
        /// The place of the last sealed fact in its chain.
        pub place: i32,
        /// The number of the subject's facts under this seal.
        pub facts: i64,
        pub leaf: u64,
        pub leaves: u64,
        pub path: Vec<String>,
    }

    /// A seal.
    pub struct PackedSeal {
        pub day: Day,
        pub through: i64,
        pub facts: i64,
        /// The root of its tree; none for a seal of an earlier version.
        pub root: Option<String>,
        pub hash: String,
    }
}

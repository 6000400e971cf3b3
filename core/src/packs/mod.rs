//! Audit packs: everything about a payment in one archive, which can be verified without the portal
//! (docs/domain/audit-pack.md).

#[cfg(feature = "packs")]
pub mod archive;
#[cfg(feature = "packs")]
mod bank;
#[cfg(feature = "packs")]
mod chain;
mod evidence;
mod readme;
#[cfg(feature = "packs")]
mod rsa;
#[cfg(feature = "packs")]
mod rules;
#[cfg(feature = "packs")]
mod titles;
#[cfg(feature = "packs")]
mod verify;
mod words;

pub use evidence::*;
pub use readme::readme;
#[cfg(feature = "packs")]
pub use rsa::PublicKey;
#[cfg(feature = "packs")]
pub use verify::{VerifyOptions, manifest_sum, verify};

/// The value of `format` in a manifest. A later form has another number.
pub const FORMAT: &str = "gridbill-audit-pack-2";
/// The earlier form, whose facts have no salted digests. It is verified as well.
pub const FORMAT_WITHOUT_SALTS: &str = "gridbill-audit-pack-1";
/// The explanation of a pack.
pub const README: &str = "README.txt";
/// The list of files.
pub const MANIFEST: &str = "manifest.json";
/// The SHA-256 of the list of files, in the form that `sha256sum --check` reads.
pub const MANIFEST_SUM: &str = "manifest.sha256";
/// The payment with its bills.
pub const PAYMENT: &str = "payment.json";
/// The document of the payment; its receipt once it is paid.
pub const RECEIPT: &str = "receipt.pdf";
/// Findings of the bill audit about the bills.
pub const FINDINGS: &str = "findings.json";
/// Queries about the bills.
pub const QUERIES: &str = "queries.json";
/// The proposal that was released as this payment.
pub const APPROVAL: &str = "approval.json";
/// The bank's confirmation.
pub const BANK: &str = "bank.json";
/// Payments of the bills outside the portal; in the pack of a month, those that were made in it.
pub const SETTLEMENTS: &str = "settlements.csv";
/// Facts and seals.
pub const CHAIN: &str = "chain.json";

/// Maximum bytes of an archive that is verified.
pub const MAX_BYTES: usize = 1 << 30;

wire! {
    /// The result of a rule.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub enum Outcome {
        /// The rule does not apply to this payment.
        NotApplicable,
        Holds,
        /// The pack alone cannot prove it.
        Unproven,
        Fails,
    }

    /// A rule that a pack is verified against.
    #[derive(Copy, Eq)]
    pub enum PackRule {
        Archive,
        Manifest,
        Files,
        Amounts,
        Approval,
        Bank,
        Facts,
        Seal,
    }

    /// A damage of a pack, or the reason why something is not proved.
    #[derive(Eq)]
    #[serde(tag = "code", rename_all_fields = "camelCase")]
    pub enum PackRemark {
        NotAnArchive,
        ArchiveTooLarge,
        ArchiveTruncated,
        /// A byte outside the content of the files.
        ArchiveChanged { at: usize, name: Option<String> },
        /// The manifest is missing, or cannot be read.
        ManifestUnreadable,
        ManifestChanged,
        FormatUnknown { format: String },
        FileMissing { name: String },
        FileUnlisted { name: String },
        FileRepeated { name: String },
        FileChanged { name: String },
        /// A file cannot be read although its digest fits.
        FileUnreadable { name: String },
        OtherPayment { name: String, expected: String, found: String },
        BillsDiffer { bills: String, payment: String },
        PaidDiffers { expected: String, paid: String },
        StateDiffers,
        HoldsDiffer,
        ProposalDiffers,
        StepsDiffer,
        StepNotApproved { step: usize },
        ApproverRepeated { name: String },
        ApprovalUnrecorded { name: String },
        SignatureInvalid { name: String },
        OrderDiffers { name: String },
        AmountDiffers { name: String, amount: String },
        Unconfirmed,
        LinesDiffer { lines: String, paid: String },
        FactAltered { subject: String, place: i32 },
        FactMissing { subject: String, place: i32 },
        HeadDiffers,
        SealDiffers { day: String },
        SealMissing { day: String },
        /// Facts of the utility's staff, of which only the hash is in the pack.
        FactsWithheld { facts: usize },
        /// Facts of former users, whose personal texts were erased.
        FactsErased { facts: usize },
        NoProposal,
        NotPaid,
        KeyMissing { name: String },
        NoLines,
        NotSealed,
        SealedInList { day: String },
    }

    /// A remark with its sentence.
    pub struct ShownRemark {
        pub remark: PackRemark,
        pub sentence: String,
    }

    /// The result of a rule for one pack.
    pub struct RuleResult {
        pub rule: PackRule,
        pub title: String,
        pub outcome: Outcome,
        pub remarks: Vec<ShownRemark>,
    }

    /// The result of a file of a pack.
    pub struct FileResult {
        pub name: String,
        /// The purpose of the file.
        pub title: String,
        pub size: Option<u64>,
        pub outcome: Outcome,
    }

    /// The result of the pack of one payment, or of the pack of a month as a whole.
    pub struct PackResult {
        /// The folder of the payment in the pack of a month; none for the whole file.
        pub name: Option<String>,
        pub transaction_no: Option<String>,
        pub company_name: Option<String>,
        /// As the pack says; none if it cannot be read.
        pub made_at: Option<String>,
        pub product_version: Option<String>,
        /// The newest seal in the pack: its day and its hash, to be compared with the utility's.
        pub seal: Option<SealName>,
        pub outcome: Outcome,
        pub rules: Vec<RuleResult>,
        pub files: Vec<FileResult>,
    }

    /// The result of a file that was verified.
    pub struct Verification {
        /// The result in one sentence.
        pub sentence: String,
        pub outcome: Outcome,
        /// The file itself first, then the packs in it.
        pub packs: Vec<PackResult>,
    }
}

impl Verification {
    /// Returns the remarks of all packs.
    pub fn remarks(&self) -> impl Iterator<Item = &ShownRemark> {
        self.packs.iter().flat_map(|pack| &pack.rules).flat_map(|rule| &rule.remarks)
    }
}

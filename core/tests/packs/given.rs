//! A pack as the portal writes it, whose parts a test can change before it is written.

use gridbill_core::approvals::{
    ApprovalLayer, ApprovalPolicy, ApprovalStep, ApproverMode, FrozenBill, ProposalState, RequiredStep, frozen_text,
};
use gridbill_core::chain::{FactForm, SealForm, SealTree, SealedHead};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, ProposalId, TransactionNo};
use gridbill_core::packs::archive::ArchiveWriter;
use gridbill_core::packs::{
    APPROVAL, BANK, CHAIN, ChainHead, FINDINGS, FORMAT, FactContent, MANIFEST, MANIFEST_SUM, Manifest, ManifestFile,
    PAYMENT, PackKind, PackedAct, PackedApproval, PackedBank, PackedBill, PackedChain, PackedFact, PackedLine,
    PackedPayment, PackedSeal, PackedSubject, ProposedBill, QUERIES, README, RECEIPT, SealName, SealProof,
    manifest_sum, readme,
};
use gridbill_core::payments::{PaymentMethod, Status};
use gridbill_core::{Day, Instant, Language, Money};
use serde_json::json;
use sha2::{Digest as _, Sha256};

pub const NUMBER: &str = "P2611200000001";
const PAYMENT_ID: &str = "0198a5b0-0000-7000-8000-000000000001";
const PROPOSAL: &str = "A2611200000001";
const BULK: &str = "3010000017";
pub const PROPOSER: &str = "0198a5b0-0000-7000-8000-0000000000aa";
const APPROVER: &str = "0198a5b0-0000-7000-8000-0000000000bb";

/// The parts of a pack.
pub struct Given {
    pub payment: PackedPayment,
    pub approval: Option<PackedApproval>,
    pub bank: PackedBank,
    pub chain: PackedChain,
    /// Further files, with their names.
    pub files: Vec<(String, Vec<u8>)>,
    pub number: String,
    pub seal: Option<SealName>,
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(json!(text)).expect("a value")
}

pub fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

pub fn at(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

fn fact(
    subject: &str,
    place: i32,
    kind: &str,
    data: &serde_json::Value,
    about: &str,
    actor: Option<&str>,
) -> FactForm<'static> {
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    FactForm {
        subject: leak(subject),
        place,
        kind: leak(kind),
        data: leak(&data.to_string()),
        about: leak(about),
        bulk_id: Some(BULK),
        actor_id: actor.map(leak),
        actor_name: if actor.is_some() { "Aina" } else { "Posting" },
        acting_role: actor.map(|_| "member"),
        address: actor.map(|_| "192.0.2.1"),
        device: actor.map(|_| "Firefox"),
        happened_at: 1_763_611_200_000_000 + i64::from(place),
    }
}

/// Chains facts. `withheld` is the place of a fact of which only the hash is shown.
fn chained(subject: &str, facts: Vec<FactForm<'static>>, withheld: Option<i32>) -> PackedSubject {
    let mut previous: Option<Vec<u8>> = None;
    let facts = facts.into_iter().map(|form| {
        let hash = form.hash(previous.as_deref());
        previous = Some(hash.to_vec());
        let content = FactContent {
            kind: form.kind.to_owned(),
            data: form.data.to_owned(),
            about: form.about.to_owned(),
            bulk_id: form.bulk_id.map(str::to_owned),
            actor_id: form.actor_id.map(str::to_owned),
            actor_name: form.actor_name.to_owned(),
            acting_role: form.acting_role.map(str::to_owned),
            address: form.address.map(str::to_owned),
            device: form.device.map(str::to_owned),
            happened_at: form.happened_at,
            salted: None,
        };
        PackedFact {
            place: form.place,
            hash: hex::encode(hash),
            content: (Some(form.place) != withheld).then_some(content),
        }
    });
    PackedSubject { subject: subject.to_owned(), facts: facts.collect(), proof: None }
}

impl Given {
    /// A paid EFT payment of three bills, which one approver approved. A seal covers its facts.
    #[allow(clippy::too_many_lines, reason = "one example, told from its bills to its seal")]
    pub fn eft() -> Self {
        let bills: Vec<(InvoiceNo, Money)> =
            (1..=3).map(|place| (read(&format!("51000000000{place}")), money(&format!("{place}00.50")))).collect();
        let amount = money("601.50");
        let payment_subject = format!("payment:{PAYMENT_ID}");
        let proposal_subject = format!("proposal:{PROPOSAL}");
        let frozen: Vec<_> = bills
            .iter()
            .map(|(invoice_no, amount)| FrozenBill { invoice_no: invoice_no.clone(), amount: *amount })
            .collect();
        let hash = hex::encode(Sha256::digest(frozen_text(&frozen, amount)));
        let state = |before: Option<u8>, status: u8, kind: &str| json!({ "before": before, "after": { "status": status, "version": 1, "paid": null }, "billed": "601.50", "kind": kind, "references": [] });
        let paid = vec![
            fact(&payment_subject, 1, "PaymentSubmitted", &state(None, 2, "PaymentSubmitted"), NUMBER, Some(PROPOSER)),
            fact(&payment_subject, 2, "PaymentAccepted", &state(Some(2), 3, "PaymentAccepted"), NUMBER, Some("staff")),
            fact(&payment_subject, 3, "PaymentPosted", &state(Some(3), 4, "PaymentPosted"), NUMBER, None),
        ];
        let proposed = vec![
            fact(
                &proposal_subject,
                1,
                "ProposalMade",
                &json!({ "total": "601.50", "bills": 3, "hash": hash, "policyVersion": 1, "steps": 1 }),
                PROPOSAL,
                Some(PROPOSER),
            ),
            fact(
                &proposal_subject,
                2,
                "ProposalApproved",
                &json!({ "total": "601.50", "step": 1, "steps": 1, "isLast": true }),
                PROPOSAL,
                Some(APPROVER),
            ),
            fact(
                &proposal_subject,
                3,
                "ProposalReleased",
                &json!({ "total": "601.50", "hash": hash, "transactionNo": NUMBER }),
                PROPOSAL,
                Some(PROPOSER),
            ),
        ];
        let mut subjects = vec![chained(&payment_subject, paid, Some(2)), chained(&proposal_subject, proposed, None)];
        let seal = sealed(&mut subjects);
        let name = SealName { day: seal.day, hash: seal.hash.clone() };
        let step = ApprovalStep { mode: ApproverMode::Any, user_ids: vec![APPROVER.to_owned()], groups: Vec::new() };
        let layer = ApprovalLayer { group_id: None, from: Money::ZERO, largest_bill_from: None, steps: vec![step] };
        let approval = PackedApproval {
            proposal_id: read::<ProposalId>(PROPOSAL),
            state: ProposalState::Released,
            proposer_id: PROPOSER.to_owned(),
            proposed_by: "Aina".to_owned(),
            proposed_at: at("2026-11-20T03:00:00Z"),
            amount,
            note: None,
            policy_version: 1,
            policy: ApprovalPolicy { approver_groups: Vec::new(), layers: vec![layer] },
            steps: vec![RequiredStep { mode: ApproverMode::Any, user_ids: vec![APPROVER.to_owned()] }],
            bills: bills
                .iter()
                .map(|(invoice_no, amount)| ProposedBill {
                    invoice_no: invoice_no.clone(),
                    amount: *amount,
                    group_id: None,
                    hold: None,
                })
                .collect(),
            acts: vec![PackedAct {
                step: 1,
                is_approval: true,
                user_id: APPROVER.to_owned(),
                name: "Fatimah".to_owned(),
                right_of: APPROVER.to_owned(),
                remark: None,
                acted_at: at("2026-11-20T03:30:00Z"),
            }],
            hash,
        };
        let payment = PackedPayment {
            transaction_no: read::<TransactionNo>(NUMBER),
            payment_id: PAYMENT_ID.to_owned(),
            bulk_id: read::<BulkId>(BULK),
            company_name: "Sinar Jaya Sdn. Bhd.".to_owned(),
            status: Status::Paid,
            payment_method: PaymentMethod::EftGiro,
            bank_name: Some("Maybank".to_owned()),
            requested_by: "Aina".to_owned(),
            requested_at: at("2026-11-20T04:00:00Z"),
            version: 1,
            amount,
            paid_amount: None,
            reconcile: None,
            credit_account_no: None,
            receipt_no: Some("R2611200000001".to_owned()),
            receipt_at: Some(at("2026-11-20T05:00:00Z")),
            references: Vec::new(),
            bills: bills
                .iter()
                .map(|(invoice_no, amount)| PackedBill {
                    invoice_no: invoice_no.clone(),
                    account_no: read::<AccountNo>("210000000001"),
                    amount: *amount,
                    file: Some(format!("bills/{invoice_no}.pdf")),
                })
                .collect(),
            held_bills: Vec::new(),
        };
        let line = PackedLine {
            day: Day::parse("2026-11-20").expect("a day"),
            reference: "EFT1".to_owned(),
            amount,
            decided_at: at("2026-11-20T04:30:00Z"),
        };
        let mut files = vec![
            (README.to_owned(), readme("https://portal.example/verifyPack").into_bytes()),
            (RECEIPT.to_owned(), b"%PDF-1.7 a receipt".to_vec()),
            (FINDINGS.to_owned(), b"[]".to_vec()),
            (QUERIES.to_owned(), b"[]".to_vec()),
        ];
        let document = |(invoice_no, amount): &(InvoiceNo, Money)| {
            (format!("bills/{invoice_no}.pdf"), format!("%PDF-1.7 a bill over {amount}").into_bytes())
        };
        files.extend(bills.iter().map(document));
        let bank =
            PackedBank { order_no: None, messages: Vec::new(), keys: Vec::new(), lines: vec![line], decided_at: None };
        let chain = PackedChain { subjects, previous: Some("ab".repeat(32)), seals: vec![seal] };
        Self { payment, approval: Some(approval), bank, chain, files, number: NUMBER.to_owned(), seal: Some(name) }
    }

    /// Returns all files except the manifest, in the order of the archive.
    fn all_files(&self) -> Vec<(String, Vec<u8>)> {
        let json = |name: &str, value: serde_json::Result<Vec<u8>>| (name.to_owned(), value.expect("JSON"));
        let mut files = self.files.clone();
        files.push(json(PAYMENT, serde_json::to_vec_pretty(&self.payment)));
        if let Some(approval) = &self.approval {
            files.push(json(APPROVAL, serde_json::to_vec_pretty(approval)));
        }
        files.push(json(BANK, serde_json::to_vec_pretty(&self.bank)));
        files.push(json(CHAIN, serde_json::to_vec_pretty(&self.chain)));
        files
    }

    /// Writes the archive with a manifest that fits the files.
    pub fn archive(&self) -> Vec<u8> {
        let files = self.all_files();
        let subject = self.chain.subjects.first();
        let last = subject.and_then(|subject| Some((subject, subject.facts.last()?)));
        let listed = |(name, bytes): &(String, Vec<u8>)| ManifestFile {
            name: name.clone(),
            size: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
        };
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            kind: PackKind::Payment,
            transaction_no: Some(read::<TransactionNo>(&self.number)),
            month: None,
            bulk_id: read::<BulkId>(BULK),
            company_name: "Sinar Jaya Sdn. Bhd.".to_owned(),
            language: Language::En,
            product_version: "0.2.0".to_owned(),
            made_at: at("2026-11-22T04:00:00Z"),
            head: last.map(|(subject, last)| ChainHead {
                subject: subject.subject.clone(),
                place: last.place,
                hash: last.hash.clone(),
            }),
            seal: self.seal.clone(),
            files: files.iter().map(listed).collect(),
        };
        let manifest = serde_json::to_vec_pretty(&manifest).expect("JSON");
        let sum = manifest_sum(&manifest).into_bytes();
        let mut whole = files;
        whole.extend([(MANIFEST.to_owned(), manifest), (MANIFEST_SUM.to_owned(), sum)]);
        written(&whole)
    }
}

/// Writes files as an archive.
pub fn written(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        writer.add(name, bytes).expect("written");
    }
    writer.finish().expect("finished")
}

/// Seals the subjects together with others, and adds the proofs.
fn sealed(subjects: &mut [PackedSubject]) -> PackedSeal {
    let head = |subject: &PackedSubject| {
        let last = hex::decode(&subject.facts.last().expect("a fact").hash).expect("a hash");
        let facts = i64::try_from(subject.facts.len()).expect("few");
        SealedHead { subject: &subject.subject, hash: &last, facts }.leaf()
    };
    let mut leaves: Vec<_> = (0..5_u8).map(|other| [other; 32]).collect();
    let places: Vec<usize> = subjects
        .iter()
        .map(|subject| {
            leaves.push(head(subject));
            leaves.len() - 1
        })
        .collect();
    let count = leaves.len() as u64;
    let tree = SealTree::over(leaves);
    let day = Day::parse("2026-11-20").expect("a day");
    for (subject, leaf) in subjects.iter_mut().zip(places) {
        subject.proof = Some(SealProof {
            day,
            place: subject.facts.last().expect("a fact").place,
            facts: i64::try_from(subject.facts.len()).expect("few"),
            leaf: leaf as u64,
            leaves: count,
            path: tree.path(leaf).iter().map(hex::encode).collect(),
        });
    }
    let previous = hex::decode("ab".repeat(32)).expect("a hash");
    let form = SealForm { previous: Some(&previous), day: "2026-11-20", through: 900 };
    let hash = hex::encode(form.hash(&tree.root(), 17));
    PackedSeal { day, through: 900, facts: 17, root: Some(hex::encode(tree.root())), hash }
}

//! Verifies the archive of an audit pack. Reads nothing but the archive.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::archive::{self, ArchiveDamage, PackedFile};
use super::bank::check_bank;
use super::chain::{check_facts, check_seals, erasures};
use super::rules::{check_amounts, check_approval, check_payment, payment_subject, proposal_subject};
use super::titles::file_title;
use super::{
    APPROVAL, BANK, CHAIN, FORMAT, FORMAT_WITHOUT_SALTS, FileResult, MANIFEST, MANIFEST_SUM, MAX_BYTES, Manifest,
    Outcome, PAYMENT, PackKind, PackRemark, PackResult, PackRule, PackedApproval, PackedBank, PackedChain,
    PackedPayment, PublicKey, RuleResult, ShownRemark, Verification,
};
use crate::Language;
use crate::number::TransactionNo;

/// Values with which a reader can verify more than the pack alone proves.
#[derive(Debug, Clone, Default)]
pub struct VerifyOptions<'a> {
    /// The payment that the pack must be about.
    pub transaction_no: Option<&'a str>,
    /// FPX's public key in PEM, from a source other than the pack.
    pub fpx_key: Option<&'a str>,
}

/// Verifies an archive: of one payment, or of a month.
#[must_use]
pub fn verify(archive: &[u8], options: &VerifyOptions<'_>, language: Language) -> Verification {
    let reader = Reader { key: options.fpx_key.and_then(PublicKey::from_pem), language };
    let mut packs = Vec::new();
    if archive.len() > MAX_BYTES {
        let remark = PackRemark::ArchiveTooLarge;
        packs.push(PackResult::of(
            None,
            vec![reader.rule(PackRule::Archive, Outcome::Fails, vec![remark])],
            Vec::new(),
        ));
    } else {
        reader.verify(archive, options.transaction_no, &mut packs);
    }
    let outcome = packs.iter().map(|pack| pack.outcome).max().unwrap_or(Outcome::Fails);
    Verification { sentence: outcome.summary(language).to_owned(), outcome, packs }
}

struct Reader {
    key: Option<PublicKey>,
    language: Language,
}

/// The remarks of the files of an archive.
#[derive(Default)]
struct FileRemarks {
    remarks: Vec<PackRemark>,
    results: Vec<FileResult>,
}

impl Reader {
    /// Verifies an archive, and the folders of a month in it.
    fn verify(&self, archive: &[u8], expected: Option<&str>, packs: &mut Vec<PackResult>) {
        let (files, damage) = archive::read(archive);
        let by_name: BTreeMap<&str, &[u8]> = files.iter().map(|file| (file.name, file.bytes)).collect();
        let mut rules = vec![self.failing(PackRule::Archive, damage.map(remark_of).into_iter().collect())];
        let (manifest, remarks) = read_manifest(&by_name);
        rules.push(self.failing(PackRule::Manifest, remarks));
        let Some(manifest) = manifest else {
            packs.push(PackResult::of(None, rules, Vec::new()));
            return;
        };
        let FileRemarks { remarks, results } = self.check_files(&manifest, &files, &by_name);
        rules.push(self.failing(PackRule::Files, remarks));
        match (manifest.kind, expected) {
            (PackKind::Payment, _) => rules.extend(self.check_content(&manifest, &by_name, expected)),
            (PackKind::Month, Some(expected)) => {
                let found = manifest.month.map(|month| month.to_string()).unwrap_or_default();
                let (name, expected) = (MANIFEST.to_owned(), expected.to_owned());
                rules.push(self.failing(PackRule::Amounts, vec![PackRemark::OtherPayment { name, expected, found }]));
            }
            (PackKind::Month, None) => {}
        }
        packs.push(PackResult::of(None, rules, results).with(&manifest));
        if manifest.kind == PackKind::Month {
            let folders: BTreeSet<&str> = files.iter().filter_map(|file| Some(file.name.split_once('/')?.0)).collect();
            packs.extend(folders.into_iter().map(|folder| self.verify_folder(folder, &files)));
        }
    }

    /// Verifies the folder of a payment in the pack of a month.
    fn verify_folder<'a>(&self, folder: &str, files: &[PackedFile<'a>]) -> PackResult {
        let within = |file: &PackedFile<'a>| {
            let name = file.name.strip_prefix(folder)?.strip_prefix('/')?;
            Some(PackedFile { name, ..*file })
        };
        let files: Vec<_> = files.iter().filter_map(within).collect();
        let by_name: BTreeMap<&str, &[u8]> = files.iter().map(|file| (file.name, file.bytes)).collect();
        let (manifest, remarks) = read_manifest(&by_name);
        let mut rules = vec![self.failing(PackRule::Manifest, remarks)];
        let Some(manifest) = manifest else { return PackResult::of(Some(folder), rules, Vec::new()) };
        let FileRemarks { remarks, results } = self.check_files(&manifest, &files, &by_name);
        rules.push(self.failing(PackRule::Files, remarks));
        rules.extend(self.check_content(&manifest, &by_name, Some(folder)));
        PackResult::of(Some(folder), rules, results).with(&manifest)
    }

    /// Compares the files with the manifest.
    fn check_files(
        &self,
        manifest: &Manifest,
        files: &[PackedFile<'_>],
        by_name: &BTreeMap<&str, &[u8]>,
    ) -> FileRemarks {
        let mut checked = FileRemarks::default();
        for listed in &manifest.files {
            let name = listed.name.clone();
            let found = by_name.get(name.as_str());
            let is_same = found.is_some_and(|bytes| {
                u64::try_from(bytes.len()).is_ok_and(|size| size == listed.size)
                    && hex::encode(Sha256::digest(bytes)) == listed.sha256
            });
            checked.results.push(FileResult {
                title: file_title(&name, self.language).to_owned(),
                name: name.clone(),
                size: found.and_then(|bytes| u64::try_from(bytes.len()).ok()),
                outcome: if is_same { Outcome::Holds } else { Outcome::Fails },
            });
            match (found, is_same) {
                (None, _) => checked.remarks.push(PackRemark::FileMissing { name }),
                (Some(_), false) => checked.remarks.push(PackRemark::FileChanged { name }),
                (Some(_), true) => {}
            }
        }
        let own = [MANIFEST, MANIFEST_SUM];
        for (place, file) in files.iter().enumerate() {
            let name = file.name.to_owned();
            if files.iter().take(place).any(|before| before.name == file.name) {
                checked.remarks.push(PackRemark::FileRepeated { name });
            } else if !own.contains(&file.name) && !manifest.files.iter().any(|listed| listed.name == file.name) {
                checked.results.push(FileResult {
                    title: file_title(&name, self.language).to_owned(),
                    name: name.clone(),
                    size: u64::try_from(file.bytes.len()).ok(),
                    outcome: Outcome::Fails,
                });
                checked.remarks.push(PackRemark::FileUnlisted { name });
            }
        }
        checked
    }

    /// Verifies the content of the pack of one payment.
    fn check_content(
        &self,
        manifest: &Manifest,
        files: &BTreeMap<&str, &[u8]>,
        expected: Option<&str>,
    ) -> Vec<RuleResult> {
        let mut unreadable = Vec::new();
        let payment: Option<PackedPayment> = read_json(files, PAYMENT, &mut unreadable);
        let chain: Option<PackedChain> = read_json(files, CHAIN, &mut unreadable);
        let bank: Option<PackedBank> = read_json(files, BANK, &mut unreadable);
        let approval: Option<PackedApproval> =
            files.contains_key(APPROVAL).then(|| read_json(files, APPROVAL, &mut unreadable)).flatten();
        let (Some(payment), Some(chain), Some(bank)) = (payment, chain, bank) else {
            return vec![self.failing(PackRule::Amounts, unreadable)];
        };
        let mut amounts = unreadable;
        let numbers = [expected, manifest.transaction_no.as_ref().map(TransactionNo::as_str)];
        let other = numbers.into_iter().flatten().find_map(|number| check_payment(number, &payment, manifest.made_at));
        amounts.extend(other);
        amounts.extend(check_amounts(&payment, &chain));
        let text = |name: &str| files.get(name).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let (approved, approval_remarks) = check_approval(&payment, approval.as_ref(), &chain);
        let (confirmed, bank_remarks) = check_bank(&payment, &bank, text, self.key.as_ref());
        let (recorded, fact_remarks) = check_chain(manifest, &payment, approval.as_ref(), &chain);
        let (sealed, seal_remarks) = check_head_seal(manifest, &chain);
        vec![
            self.failing(PackRule::Amounts, amounts),
            self.rule(PackRule::Approval, approved, approval_remarks),
            self.rule(PackRule::Bank, confirmed, bank_remarks),
            self.rule(PackRule::Facts, recorded, fact_remarks),
            self.rule(PackRule::Seal, sealed, seal_remarks),
        ]
    }

    /// Returns the result of a rule that fails if there is a remark.
    fn failing(&self, rule: PackRule, remarks: Vec<PackRemark>) -> RuleResult {
        let outcome = if remarks.is_empty() { Outcome::Holds } else { Outcome::Fails };
        self.rule(rule, outcome, remarks)
    }

    fn rule(&self, rule: PackRule, outcome: Outcome, remarks: Vec<PackRemark>) -> RuleResult {
        let remarks: Vec<ShownRemark> = remarks
            .into_iter()
            .map(|remark| ShownRemark { sentence: remark.sentence(self.language), remark })
            .collect();
        RuleResult { rule, title: rule.title(self.language).to_owned(), outcome, remarks }
    }
}

/// Checks the facts of the payment and of its proposal, and that the manifest names the last one.
fn check_chain(
    manifest: &Manifest,
    payment: &PackedPayment,
    approval: Option<&PackedApproval>,
    chain: &PackedChain,
) -> (Outcome, Vec<PackRemark>) {
    let (mut outcome, mut withheld, mut erased, mut remarks) = (Outcome::Holds, 0, 0, Vec::new());
    let (subject, erasures) = (payment_subject(payment), erasures(chain));
    let needed = [Some(subject.clone()), approval.map(proposal_subject)];
    for needed in needed.into_iter().flatten() {
        if !chain.subjects.iter().any(|one| one.subject == needed) {
            outcome = Outcome::Fails;
            remarks.push(PackRemark::FactMissing { subject: needed, place: 1 });
        }
    }
    for (worse, found) in chain.subjects.iter().map(|subject| check_facts(subject, &erasures)) {
        outcome = outcome.max(worse);
        for remark in found {
            match remark {
                PackRemark::FactsWithheld { facts } => withheld += facts,
                PackRemark::FactsErased { facts } => erased += facts,
                remark => remarks.push(remark),
            }
        }
    }
    let last = chain.subjects.iter().find(|one| one.subject == subject).and_then(|one| one.facts.last());
    let is_head = manifest
        .head
        .as_ref()
        .zip(last)
        .is_some_and(|(head, last)| head.subject == subject && head.place == last.place && head.hash == last.hash);
    if !is_head {
        outcome = Outcome::Fails;
        remarks.push(PackRemark::HeadDiffers);
    }
    if withheld > 0 {
        remarks.push(PackRemark::FactsWithheld { facts: withheld });
    }
    if erased > 0 {
        remarks.push(PackRemark::FactsErased { facts: erased });
    }
    (outcome, remarks)
}

/// Checks the seals, and that the manifest names the newest one.
fn check_head_seal(manifest: &Manifest, chain: &PackedChain) -> (Outcome, Vec<PackRemark>) {
    let (outcome, remarks) = check_seals(chain);
    let newest = chain.seals.last();
    match (&manifest.seal, newest) {
        (Some(named), Some(seal)) if named.day != seal.day || named.hash != seal.hash => {
            (Outcome::Fails, vec![PackRemark::SealDiffers { day: named.day.to_string() }])
        }
        (None, Some(seal)) => (Outcome::Fails, vec![PackRemark::SealDiffers { day: seal.day.to_string() }]),
        _ => (outcome, remarks),
    }
}

/// Reads the manifest, and compares it with its digest.
fn read_manifest(files: &BTreeMap<&str, &[u8]>) -> (Option<Manifest>, Vec<PackRemark>) {
    let Some(bytes) = files.get(MANIFEST) else { return (None, vec![PackRemark::ManifestUnreadable]) };
    let sum = manifest_sum(bytes);
    let is_same = files.get(MANIFEST_SUM).is_some_and(|found| *found == sum.as_bytes());
    let mut remarks = if is_same { Vec::new() } else { vec![PackRemark::ManifestChanged] };
    let Ok(manifest) = serde_json::from_slice::<Manifest>(bytes) else {
        remarks.push(PackRemark::ManifestUnreadable);
        return (None, remarks);
    };
    if ![FORMAT, FORMAT_WITHOUT_SALTS].contains(&manifest.format.as_str()) {
        remarks.push(PackRemark::FormatUnknown { format: manifest.format });
        return (None, remarks);
    }
    (Some(manifest), remarks)
}

/// Returns the content of `manifest.sha256`.
#[must_use]
pub fn manifest_sum(manifest: &[u8]) -> String {
    format!("{}  {MANIFEST}\n", hex::encode(Sha256::digest(manifest)))
}

fn read_json<T: DeserializeOwned>(
    files: &BTreeMap<&str, &[u8]>,
    name: &str,
    unreadable: &mut Vec<PackRemark>,
) -> Option<T> {
    let read = files.get(name).and_then(|bytes| serde_json::from_slice(bytes).ok());
    if read.is_none() {
        unreadable.push(PackRemark::FileUnreadable { name: name.to_owned() });
    }
    read
}

fn remark_of(damage: ArchiveDamage) -> PackRemark {
    match damage {
        ArchiveDamage::NotAnArchive => PackRemark::NotAnArchive,
        ArchiveDamage::Truncated => PackRemark::ArchiveTruncated,
        ArchiveDamage::Changed { at, name } => PackRemark::ArchiveChanged { at, name },
    }
}

impl PackResult {
    fn of(name: Option<&str>, rules: Vec<RuleResult>, files: Vec<FileResult>) -> Self {
        Self {
            name: name.map(str::to_owned),
            transaction_no: None,
            company_name: None,
            made_at: None,
            product_version: None,
            seal: None,
            outcome: rules.iter().map(|rule| rule.outcome).max().unwrap_or(Outcome::Fails),
            rules,
            files,
        }
    }

    fn with(self, manifest: &Manifest) -> Self {
        Self {
            transaction_no: manifest.transaction_no.as_ref().map(ToString::to_string),
            company_name: Some(manifest.company_name.clone()),
            made_at: Some(manifest.made_at.to_string()),
            product_version: Some(manifest.product_version.clone()),
            seal: manifest.seal.clone(),
            ..self
        }
    }
}

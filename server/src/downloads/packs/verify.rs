//! The command that verifies an audit pack.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use gridbill_core::Language;
use gridbill_core::number::TransactionNo;
use gridbill_core::packs::{self, MAX_BYTES, Outcome, PackResult, Verification, VerifyOptions};

/// The exit code if a rule fails, as of `gridbill check`.
const FAILED: u8 = 2;

/// A file to verify.
#[derive(Debug, Args)]
pub struct VerifyPack {
    /// The archive as it was downloaded.
    file: PathBuf,
    /// The payment that the pack must be about.
    #[arg(long)]
    payment: Option<String>,
    /// FPX's public key in PEM, from a source other than the pack.
    #[arg(long)]
    fpx_key: Option<PathBuf>,
    /// The language of the sentences: en or ms.
    #[arg(long, default_value = "en")]
    language: String,
}

/// Verifies a pack and prints the result. Needs neither settings nor a database.
pub fn run(request: &VerifyPack) -> anyhow::Result<ExitCode> {
    let file = &request.file;
    let size = std::fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len();
    anyhow::ensure!(
        usize::try_from(size).is_ok_and(|size| size <= MAX_BYTES),
        "{} is larger than {} MB",
        file.display(),
        MAX_BYTES >> 20
    );
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let payment = request.payment.as_deref().map(TransactionNo::parse).transpose();
    let payment =
        payment.map_err(|_| anyhow::anyhow!("--payment is the number of a payment, such as P2611260000001"))?;
    let key =
        request.fpx_key.as_ref().map(std::fs::read_to_string).transpose().context("cannot read the key of FPX")?;
    if let Some(key) = &key {
        anyhow::ensure!(
            packs::PublicKey::from_pem(key).is_some(),
            "--fpx-key is not a public RSA key of 2,048 bits in PEM"
        );
    }
    let language = match request.language.as_str() {
        "en" => Language::En,
        "ms" => Language::Ms,
        other => anyhow::bail!("no language is named {other}: en or ms"),
    };
    let options =
        VerifyOptions { transaction_no: payment.as_ref().map(TransactionNo::as_str), fpx_key: key.as_deref() };
    let verification = packs::verify(&bytes, &options, language);
    print!("{}", written(&verification, language));
    Ok(if verification.outcome == Outcome::Fails { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

/// Writes the result as text.
fn written(verification: &Verification, language: Language) -> String {
    let packs = verification.packs.iter().flat_map(|pack| lines(pack, language));
    let lines: Vec<String> = std::iter::once(verification.sentence.clone()).chain(packs).collect();
    lines.join("\n") + "\n"
}

fn lines(pack: &PackResult, language: Language) -> Vec<String> {
    let mut lines = vec![String::new()];
    let about =
        [pack.transaction_no.as_ref().or(pack.name.as_ref()), pack.company_name.as_ref(), pack.made_at.as_ref()];
    let about: Vec<&str> = about.into_iter().flatten().map(String::as_str).collect();
    if !about.is_empty() {
        lines.push(about.join(", "));
    }
    if let Some(seal) = &pack.seal {
        lines.push(format!("{} {}", seal.day, seal.hash));
    }
    for rule in &pack.rules {
        lines.push(format!("[{}] {}", rule.outcome.word(language), rule.title));
        lines.extend(rule.remarks.iter().map(|remark| format!("    {}", remark.sentence)));
    }
    lines
}

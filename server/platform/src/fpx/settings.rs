//! Builds the gateway client from the settings, and checks their keys.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;

use super::{Gateway, GatewayConfig, KeyFiles, SigningKey, VerifyingKey, VerifyingKeys, ensure_keys};
use crate::config::Config;
use crate::config::open::is_in_the_open;

/// Timeout for the gateway's answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Builds the gateway client, with the sandbox's keys unless others are set. Fails when a key cannot be read.
pub fn gateway(config: &Config) -> anyhow::Result<Gateway> {
    let fpx = &config.fpx;
    let (key, certificate) = match (&fpx.fpx_private_key, &fpx.fpx_certificate) {
        (Some(key), Some(certificate)) => (key.clone(), certificate.clone()),
        (None, None) => {
            let files = ensure_keys(&config.data)?;
            (files.exchange_key, files.fpx_certificate)
        }
        _ => anyhow::bail!("set both the private key and the certificate of FPX, or neither for the sandbox"),
    };
    let url = config.fpx_url();
    Gateway::new(GatewayConfig {
        base_url: url.parse().with_context(|| format!("{url} is not a URL"))?,
        exchange_id: fpx.exchange_id().to_owned(),
        seller_id: fpx.seller_id().to_owned(),
        seller_bank_code: fpx.seller_bank_code().to_owned(),
        signing_key: SigningKey::load(&key)?,
        fpx_keys: VerifyingKeys::load(&certificate, fpx.fpx_certificate_standby.as_deref())?,
        timeout: TIMEOUT,
    })
}

/// Refuses the sandbox's settings, the keys that this program created for it, and an address without TLS. Anyone who
/// can read the data folder could confirm payments with those keys.
/// Fails when a setting is missing, the address has no TLS, or a configured key was created here. The error names the
/// setting.
pub fn require_own(config: &Config) -> anyhow::Result<()> {
    let fpx = &config.fpx;
    let missing = fpx.missing();
    anyhow::ensure!(
        missing.is_empty(),
        "only the demo pays through the sandbox, with keys made by this program; set {}",
        missing.join(", ")
    );
    anyhow::ensure!(
        !is_in_the_open(&config.fpx_url()),
        "GRIDBILL_FPX_URL must begin with https://: payers and enquiries are sent there"
    );
    let made = KeyFiles::of(&config.data);
    let is_made = |set: Option<&PathBuf>, made: &Path| -> anyhow::Result<bool> {
        Ok(set.is_some_and(|_| made.exists()) && same_key(set, made)?)
    };
    let private = is_made(fpx.fpx_private_key.as_ref(), &made.exchange_key)?;
    let certificate = is_made(fpx.fpx_certificate.as_ref(), &made.fpx_certificate)?;
    let standby = is_made(fpx.fpx_certificate_standby.as_ref(), &made.fpx_certificate)?;
    for (setting, is_made) in [
        ("GRIDBILL_FPX_PRIVATE_KEY", private),
        ("GRIDBILL_FPX_CERTIFICATE", certificate),
        ("GRIDBILL_FPX_CERTIFICATE_STANDBY", standby),
    ] {
        anyhow::ensure!(
            !is_made,
            "{setting} is a key that this program made for its sandbox; set the one agreed with FPX"
        );
    }
    Ok(())
}

/// Whether two files hold the same key.
fn same_key(set: Option<&PathBuf>, made: &Path) -> anyhow::Result<bool> {
    let Some(set) = set else { return Ok(false) };
    let id = |path: &Path| -> anyhow::Result<String> {
        match SigningKey::load(path) {
            Ok(key) => Ok(key.verifying_key()?.id().to_owned()),
            Err(_) => Ok(VerifyingKey::load(path)?.id().to_owned()),
        }
    };
    Ok(id(set)? == id(made)?)
}

/// Loads FPX's current, standby and retired certificates, which `gridbill check` uses to verify stored messages again.
/// Creates none. Fails when a certificate cannot be read.
pub fn known_keys(config: &Config) -> anyhow::Result<Vec<VerifyingKey>> {
    let fpx = &config.fpx;
    let made = KeyFiles::of(&config.data).fpx_certificate;
    let current = fpx.fpx_certificate.clone().or_else(|| made.exists().then_some(made));
    let paths = current.iter().chain(&fpx.fpx_certificate_standby).chain(&fpx.fpx_certificates_retired);
    paths.map(|path| VerifyingKey::load(path)).collect()
}

//! Keys for the demo, which runs both sides. Created at the first start in the data folder, never committed.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;
use openssl::asn1::Asn1Time;
use openssl::hash::MessageDigest;
use openssl::x509::{X509, X509Name};

use super::sign::SigningKey;

/// Distinguishes the draft folders of a portal and a sandbox in the same process.
static DRAFTS: AtomicU32 = AtomicU32::new(0);

/// Paths of the keys of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFiles {
    /// The merchant's exchange key, which signs the portal's requests.
    pub exchange_key: PathBuf,
    /// The certificate with which FPX verifies them.
    pub exchange_certificate: PathBuf,
    /// The sandbox's key, which signs FPX's messages.
    pub fpx_key: PathBuf,
    /// The certificate with which the portal verifies them.
    pub fpx_certificate: PathBuf,
}

impl KeyFiles {
    /// Their paths in a data folder, whether they exist or not.
    #[must_use]
    pub fn of(data: &Path) -> Self {
        Self::within(&data.join("fpx"))
    }

    fn within(folder: &Path) -> Self {
        let file = |name| folder.join(name);
        Self {
            exchange_key: file("exchange.key.pem"),
            exchange_certificate: file("exchange.crt.pem"),
            fpx_key: file("fpx.key.pem"),
            fpx_certificate: file("fpx.crt.pem"),
        }
    }
}

/// Returns the keys in the folder `fpx` of a data folder. Creates them if they do not exist.
///
/// The portal and the sandbox may start at the same moment. Each creates the folder under a temporary name and renames
/// it, so one of them wins and both read the same pair.
pub fn ensure_keys(data: &Path) -> anyhow::Result<KeyFiles> {
    let folder = data.join("fpx");
    let files = KeyFiles::within(&folder);
    if !files.exchange_key.exists() {
        fs::create_dir_all(data).with_context(|| format!("cannot make the data folder {}", data.display()))?;
        let draft = data.join(format!(".fpx-keys-{}-{}", std::process::id(), DRAFTS.fetch_add(1, Ordering::Relaxed)));
        // May remain from a killed process that had the same process id.
        let _ = fs::remove_dir_all(&draft);
        let made = make(&draft).and_then(|()| match fs::rename(&draft, &folder) {
            // Another process was faster; use its keys.
            Err(_) if files.exchange_key.exists() => Ok(()),
            moved => moved.with_context(|| format!("cannot make the key folder {}", folder.display())),
        });
        // No longer exists if it was renamed.
        let _ = fs::remove_dir_all(&draft);
        made?;
    }
    Ok(files)
}

fn make(draft: &Path) -> anyhow::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(draft)?;
    let files = KeyFiles::within(draft);
    pair("Gridbill demo exchange", &files.exchange_key, &files.exchange_certificate)?;
    pair("FPX sandbox", &files.fpx_key, &files.fpx_certificate)
}

fn pair(name: &str, key_file: &Path, certificate_file: &Path) -> anyhow::Result<()> {
    let key = SigningKey::generate()?;
    write_private(key_file, &key.to_pem()?)?;
    write_private(certificate_file, &certificate(name, &key)?)
}

fn write_private(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    Ok(file.sync_all()?)
}

/// A self-signed certificate in PEM: only a public key, in the form in which FPX publishes its own.
fn certificate(name: &str, key: &SigningKey) -> anyhow::Result<Vec<u8>> {
    let mut subject = X509Name::builder()?;
    subject.append_entry_by_text("CN", name)?;
    let subject = subject.build();
    let mut certificate = X509::builder()?;
    certificate.set_version(2)?;
    certificate.set_subject_name(&subject)?;
    certificate.set_issuer_name(&subject)?;
    certificate.set_pubkey(key.pkey())?;
    certificate.set_not_before(Asn1Time::days_from_now(0)?.as_ref())?;
    certificate.set_not_after(Asn1Time::days_from_now(3650)?.as_ref())?;
    certificate.sign(key.pkey(), MessageDigest::sha256())?;
    Ok(certificate.build().to_pem()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fpx::message::{Kind, Message};
    use crate::fpx::sign::VerifyingKeys;
    use crate::fpx::testing::scratch;

    #[test]
    fn keys_are_made_once_and_readable_only_by_their_owner() {
        use std::os::unix::fs::PermissionsExt;
        let data = scratch("keys");
        let files = ensure_keys(&data).expect("keys");
        let first = fs::read(&files.fpx_key).expect("a key");
        assert_eq!(ensure_keys(&data).expect("the same"), files);
        assert_eq!(fs::read(&files.fpx_key).expect("a key"), first);
        assert_eq!(fs::metadata(&files.fpx_key).expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(&data).expect("a folder").count(), 1, "no draft is left behind");

        let signed = SigningKey::load(&files.fpx_key).and_then(|key| key.sign(Message::new(Kind::Be, str::to_owned)));
        let signed = signed.expect("a signature");
        assert!(VerifyingKeys::load(&files.fpx_certificate, None).expect("a certificate").verify(&signed));
        assert!(!VerifyingKeys::load(&files.exchange_certificate, None).expect("a certificate").verify(&signed));
        fs::remove_dir_all(data).expect("cleared");
    }

    #[test]
    fn two_programs_at_once_end_with_the_same_keys() {
        let data = scratch("keys-race");
        let other = data.join(".other");
        fs::create_dir_all(&data).expect("a folder");
        make(&other).expect("keys");
        fs::rename(&other, data.join("fpx")).expect("the other program wins");
        let theirs = fs::read(data.join("fpx/fpx.key.pem")).expect("a key");
        assert_eq!(fs::read(ensure_keys(&data).expect("keys").fpx_key).expect("a key"), theirs);
        fs::remove_dir_all(data).expect("cleared");
    }
}

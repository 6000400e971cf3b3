//! Checksums: RSASSA-PKCS1-v1_5 with SHA-1, which FPX prescribes, written as 512 uppercase hex digits.
//!
//! Uses `openssl` because neither ring nor aws-lc signs with SHA-1. Keys are never printed, not even by `Debug`.

use std::fmt;
use std::path::Path;

use anyhow::Context;
use openssl::hash::MessageDigest;
use openssl::pkey::{PKey, Private, Public};
use openssl::rsa::Rsa;
use openssl::sign::{Signer, Verifier};
use openssl::x509::X509;
use sha2::{Digest as _, Sha256};

use super::message::{Message, Signed};

/// The key length that FPX prescribes, in bits.
pub const KEY_BITS: u32 = 2048;

/// A private key that signs messages: the merchant's exchange key or, in the sandbox, FPX's.
#[derive(Clone)]
pub struct SigningKey(PKey<Private>);

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

impl SigningKey {
    /// Generates a new key.
    pub fn generate() -> anyhow::Result<Self> {
        Ok(Self(PKey::from_rsa(Rsa::generate(KEY_BITS)?)?))
    }

    /// Parses an unencrypted PEM, PKCS#8 or PKCS#1.
    pub fn from_pem(pem: &[u8]) -> anyhow::Result<Self> {
        // The PEM itself must not appear in an error; openssl's errors name only the step that failed.
        let key = PKey::private_key_from_pem(pem).context("not an unencrypted private key in PEM")?;
        anyhow::ensure!(key.rsa().is_ok() && key.bits() == KEY_BITS, "FPX takes RSA keys of {KEY_BITS} bits only");
        Ok(Self(key))
    }

    /// Loads a key from a PEM file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let pem = std::fs::read(path).with_context(|| format!("cannot read the key {}", path.display()))?;
        Self::from_pem(&pem).with_context(|| format!("cannot use the key {}", path.display()))
    }

    /// The private key as PKCS#8 PEM. Write it only to a file that its owner alone can read.
    pub fn to_pem(&self) -> anyhow::Result<Vec<u8>> {
        Ok(self.0.private_key_to_pem_pkcs8()?)
    }

    /// The public key.
    pub fn verifying_key(&self) -> anyhow::Result<VerifyingKey> {
        VerifyingKey::of(PKey::public_key_from_pem(&self.0.public_key_to_pem()?)?)
    }

    /// The openssl key, for creating a certificate.
    pub(super) const fn pkey(&self) -> &PKey<Private> {
        &self.0
    }

    /// Signs a text and returns its checksum.
    pub fn checksum(&self, source: &str) -> anyhow::Result<String> {
        let mut signer = Signer::new(MessageDigest::sha1(), &self.0)?;
        Ok(hex::encode_upper(signer.sign_oneshot_to_vec(source.as_bytes())?))
    }

    /// Adds the checksum to a message.
    pub fn sign(&self, message: Message) -> anyhow::Result<Signed> {
        let checksum = self.checksum(&message.source())?;
        Ok(Signed { message, checksum })
    }
}

/// A public key that verifies messages.
#[derive(Clone, Debug)]
pub struct VerifyingKey {
    key: PKey<Public>,
    id: String,
}

impl VerifyingKey {
    /// Parses a certificate or a public key in PEM.
    ///
    /// The certificate's dates are not checked. FPX announces a change through the standby certificate, and a
    /// confirmation of a payment must not be lost because a date has passed.
    pub fn from_pem(pem: &[u8]) -> anyhow::Result<Self> {
        let key = match X509::from_pem(pem) {
            Ok(certificate) => certificate.public_key()?,
            Err(_) => PKey::public_key_from_pem(pem).context("neither a certificate nor a public key in PEM")?,
        };
        anyhow::ensure!(key.rsa().is_ok() && key.bits() == KEY_BITS, "FPX's keys are RSA of {KEY_BITS} bits");
        Self::of(key)
    }

    fn of(key: PKey<Public>) -> anyhow::Result<Self> {
        let id = hex::encode(Sha256::digest(key.public_key_to_der()?));
        Ok(Self { key, id })
    }

    /// The SHA-256 of the public key, independent of its certificate.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The public key in PEM.
    pub fn to_pem(&self) -> anyhow::Result<Vec<u8>> {
        Ok(self.key.public_key_to_pem()?)
    }

    /// Whether this key made the message's checksum.
    #[must_use]
    pub fn verify(&self, signed: &Signed) -> bool {
        hex::decode(&signed.checksum).is_ok_and(|signature| self.verifies(&signed.message.source(), &signature))
    }

    /// Loads a key from a PEM file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let pem = std::fs::read(path).with_context(|| format!("cannot read the certificate {}", path.display()))?;
        Self::from_pem(&pem).with_context(|| format!("cannot use the certificate {}", path.display()))
    }

    fn verifies(&self, source: &str, signature: &[u8]) -> bool {
        // An openssl error, such as a signature of the wrong length, also means "not verified".
        Verifier::new(MessageDigest::sha1(), &self.key)
            .and_then(|mut verifier| verifier.verify_oneshot(signature, source.as_bytes()))
            .unwrap_or(false)
    }
}

/// The keys that verify the other side's messages: the current key and, around a change, the next.
#[derive(Clone, Debug)]
pub struct VerifyingKeys {
    /// Tried first.
    pub current: VerifyingKey,
    /// Tried when the current key does not verify.
    pub standby: Option<VerifyingKey>,
}

impl VerifyingKeys {
    /// Loads one or two PEM files, each a certificate or a public key.
    pub fn load(current: &Path, standby: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self { current: VerifyingKey::load(current)?, standby: standby.map(VerifyingKey::load).transpose()? })
    }

    /// Whether the message's checksum was made by the other side.
    #[must_use]
    pub fn verify(&self, signed: &Signed) -> bool {
        self.verified_by(signed).is_some()
    }

    /// The key that made the message's checksum.
    #[must_use]
    pub fn verified_by(&self, signed: &Signed) -> Option<&VerifyingKey> {
        self.all().find(|key| key.verify(signed))
    }

    /// The current one, then the standby.
    pub fn all(&self) -> impl Iterator<Item = &VerifyingKey> {
        std::iter::once(&self.current).chain(&self.standby)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fpx::message::Kind;

    fn message() -> Message {
        Message::new(Kind::Ac, str::to_owned)
    }

    fn keys_of(key: &SigningKey) -> VerifyingKeys {
        VerifyingKeys { current: key.verifying_key().expect("a public key"), standby: None }
    }

    #[test]
    fn a_signature_verifies_and_any_change_breaks_it() {
        let key = SigningKey::generate().expect("a key");
        let signed = key.sign(message()).expect("a signature");
        assert_eq!(signed.checksum.len(), 512);
        assert!(signed.checksum.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b)));
        let keys = keys_of(&key);
        assert!(keys.verify(&signed));
        for field in Kind::Ac.fields().iter().filter(|field| **field != "msgType") {
            let altered = Signed { message: signed.message.clone().with(field, "x"), ..signed.clone() };
            assert!(!keys.verify(&altered), "{field}");
        }
        let flipped = if signed.checksum.starts_with('0') { "1" } else { "0" };
        for checksum in ["", "00", "no hex", &signed.checksum[2..], &format!("{flipped}{}", &signed.checksum[1..])] {
            assert!(!keys.verify(&Signed { checksum: checksum.to_owned(), ..signed.clone() }), "{checksum}");
        }
    }

    #[test]
    fn the_standby_certificate_verifies_and_a_strange_key_does_not() {
        let [old, new, stranger] = std::array::from_fn(|_| SigningKey::generate().expect("a key"));
        let keys = VerifyingKeys { standby: new.verifying_key().ok(), ..keys_of(&old) };
        assert!(keys.verify(&old.sign(message()).expect("a signature")));
        assert!(keys.verify(&new.sign(message()).expect("a signature")));
        assert!(!keys.verify(&stranger.sign(message()).expect("a signature")));
        assert!(!keys_of(&old).verify(&new.sign(message()).expect("a signature")));
    }

    #[test]
    fn keys_are_read_from_pem_and_never_printed() {
        let key = SigningKey::generate().expect("a key");
        let again = SigningKey::from_pem(&key.to_pem().expect("PEM")).expect("it reads");
        assert!(keys_of(&key).verify(&again.sign(message()).expect("a signature")));
        assert_eq!(format!("{again:?}"), "SigningKey(…)");
        let short = PKey::from_rsa(Rsa::generate(1024).expect("RSA")).expect("a key");
        assert!(SigningKey::from_pem(&short.private_key_to_pem_pkcs8().expect("PEM")).is_err());
        assert!(SigningKey::from_pem(b"nothing").is_err());
        assert!(VerifyingKey::from_pem(b"nothing").is_err());
    }
}

//! Keys and signatures of Standard Webhooks 1.0: HMAC-SHA256 (`v1`) and Ed25519 (`v1a`). Each delivery has both, so a
//! receiver chooses by what it stores: the secret, or the public key.

use anyhow::{Context as _, ensure};
use gridbill_core::webhooks::signed_content;
use openssl::base64::encode_block;
use openssl::hash::MessageDigest;
use openssl::pkey::{Id, PKey};
use openssl::sign::Signer;
use uuid::Uuid;

use crate::auth::Auth;
use crate::base::Random;

/// Bytes of a secret, and of the seed of an Ed25519 key.
pub const LENGTH: usize = 32;

/// The keys of a webhook.
pub struct Keys {
    pub secret: Vec<u8>,
    pub seed: Vec<u8>,
}

impl Keys {
    pub fn generate(random: &Random) -> Self {
        Self { secret: random.bytes::<LENGTH>().to_vec(), seed: random.bytes::<LENGTH>().to_vec() }
    }

    /// Encrypts the keys for their webhook.
    pub fn seal(&self, auth: &Auth, random: &Random, webhook_id: Uuid) -> anyhow::Result<Vec<u8>> {
        auth.factors.sealer.seal(random, webhook_id, &[self.secret.as_slice(), &self.seed].concat())
    }

    /// Fails if the bytes were not encrypted for that webhook.
    pub fn open(auth: &Auth, webhook_id: Uuid, sealed: &[u8]) -> anyhow::Result<Self> {
        let opened = auth.factors.sealer.open(webhook_id, sealed)?;
        ensure!(opened.len() == 2 * LENGTH, "the keys of a webhook have another length");
        let (secret, seed) = opened.split_at(LENGTH);
        Ok(Self { secret: secret.to_vec(), seed: seed.to_vec() })
    }

    /// Returns the secret as receivers store it.
    #[must_use]
    pub fn secret(&self) -> String {
        format!("whsec_{}", encode_block(&self.secret))
    }

    /// Returns the public key as receivers store it.
    pub fn public_key(&self) -> anyhow::Result<String> {
        let key = PKey::private_key_from_raw_bytes(&self.seed, Id::ED25519)?;
        Ok(format!("whpk_{}", encode_block(&key.raw_public_key()?)))
    }

    pub fn sign(&self, content: &str) -> anyhow::Result<String> {
        let hmac = PKey::hmac(&self.secret)?;
        let mut signer = Signer::new(MessageDigest::sha256(), &hmac)?;
        let symmetric = signer.sign_oneshot_to_vec(content.as_bytes())?;
        let key = PKey::private_key_from_raw_bytes(&self.seed, Id::ED25519)?;
        let asymmetric = Signer::new_without_digest(&key)?.sign_oneshot_to_vec(content.as_bytes())?;
        Ok(format!("v1,{} v1a,{}", encode_block(&symmetric), encode_block(&asymmetric)))
    }
}

/// Returns the header `webhook-signature`: the signatures by each of the keys, separated by spaces.
pub fn signatures(keys: &[Keys], id: &str, timestamp: i64, body: &str) -> anyhow::Result<String> {
    let content = signed_content(id, timestamp, body);
    let signed: anyhow::Result<Vec<_>> = keys.iter().map(|keys| keys.sign(&content)).collect();
    Ok(signed.context("failed to sign an event")?.join(" "))
}

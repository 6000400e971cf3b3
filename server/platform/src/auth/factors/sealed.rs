//! Encrypts the secrets of authenticator apps with AES-256-GCM, so that a copy of the table `factor` alone makes no
//! codes. The key is in the table `secret`, like the key that signs access tokens.

use anyhow::{Context as _, ensure};
use openssl::symm::{Cipher, decrypt_aead, encrypt_aead};
use sqlx::PgPool;
use uuid::Uuid;

use crate::auth::sql;
use crate::base::Random;

/// Bytes of a nonce, as GCM prescribes.
const NONCE: usize = 12;
/// Bytes of an authentication tag.
const TAG: usize = 16;

/// The key of the secrets.
pub struct Sealer(Vec<u8>);

impl Sealer {
    /// Fails when the database does not answer.
    pub async fn load(pool: &PgPool, random: &Random) -> anyhow::Result<Self> {
        Ok(Self(sql::secret(pool, "factors", &random.bytes::<32>()).await?))
    }

    /// Encrypts a secret of a person: nonce, tag, text. It can be decrypted for that person only, so a row that is
    /// copied to another person is useless.
    pub fn seal(&self, random: &Random, person_id: Uuid, secret: &[u8]) -> anyhow::Result<Vec<u8>> {
        let (nonce, mut tag) = (random.bytes::<NONCE>(), [0; TAG]);
        let owner = person_id.as_bytes();
        let text = encrypt_aead(Cipher::aes_256_gcm(), &self.0, Some(&nonce), owner, secret, &mut tag)?;
        Ok([nonce.as_slice(), &tag, &text].concat())
    }

    /// Fails if the bytes were not encrypted for that person by this key.
    pub fn open(&self, person_id: Uuid, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        ensure!(sealed.len() > NONCE + TAG, "a sealed secret is too short");
        let (nonce, rest) = sealed.split_at(NONCE);
        let (tag, text) = rest.split_at(TAG);
        decrypt_aead(Cipher::aes_256_gcm(), &self.0, Some(nonce), person_id.as_bytes(), text, tag)
            .context("failed to decrypt the secret of an authenticator app")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_for_its_person_alone() {
        let random = Random::seeded(1);
        let sealer = Sealer(random.bytes::<32>().to_vec());
        let (owner, other) = (random.uuid(), random.uuid());
        let secret = sealer.seal(&random, owner, b"12345678901234567890").expect("sealed");
        assert!(!secret.windows(5).any(|part| part == b"12345"));
        assert_eq!(sealer.open(owner, &secret).expect("opened"), b"12345678901234567890");
        sealer.open(other, &secret).expect_err("another person");
        for at in 0..secret.len() {
            let mut damaged = secret.clone();
            damaged[at] ^= 1;
            sealer.open(owner, &damaged).expect_err("damaged");
        }
        sealer.open(owner, &secret[..20]).expect_err("cut");
        Sealer(random.bytes::<32>().to_vec()).open(owner, &secret).expect_err("another key");
    }
}

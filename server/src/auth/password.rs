//! Passwords: argon2id with OWASP's parameters, a few at a time, never on the threads that answer requests.

use std::sync::Arc;

use anyhow::anyhow;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use gridbill_core::identity::password::MAX_LENGTH;
use tokio::sync::Semaphore;

use crate::base::Random;

/// How many are worked on at once: each takes 19 MB and a core.
const CONCURRENCY: usize = 4;

pub struct Passwords {
    permits: Arc<Semaphore>,
    /// Checked when nobody has that e-mail, so that both cases take the same time.
    dummy: String,
}

impl Passwords {
    /// # Errors
    /// When the hash cannot be made.
    pub fn new(random: &Random) -> anyhow::Result<Self> {
        let dummy = hash(&hex::encode(random.bytes::<16>()), &random.bytes())?;
        Ok(Self { permits: Arc::new(Semaphore::new(CONCURRENCY)), dummy })
    }

    /// Whether the password fits the stored hash; with no hash the same work is done and the answer is no.
    ///
    /// A longer password than anybody can have costs no work. Its answer comes sooner, but it is the caller who knows how
    /// long it is: whether there is such a hash still makes no difference.
    ///
    /// # Errors
    /// When the work could not be done.
    pub async fn fits(&self, password: String, stored: Option<String>) -> anyhow::Result<bool> {
        if password.chars().nth(MAX_LENGTH).is_some() {
            return Ok(false);
        }
        let _permit = self.permits.acquire().await?;
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.dummy.clone());
        let fits =
            tokio::task::spawn_blocking(move || argon2().verify_password(password.as_bytes(), stored.as_str()).is_ok());
        Ok(fits.await? && known)
    }

    /// The hash of a new password. To be called while no transaction is open: it waits for a permit.
    ///
    /// # Errors
    /// When the work could not be done.
    pub async fn hash(&self, random: &Random, password: String) -> anyhow::Result<String> {
        let _permit = self.permits.acquire().await?;
        let salt = random.bytes();
        tokio::task::spawn_blocking(move || hash(&password, &salt)).await?
    }
}

/// The hash to store.
///
/// # Errors
/// When it cannot be made.
pub fn hash(password: &str, salt: &[u8; 16]) -> anyhow::Result<String> {
    let hash = argon2().hash_password_with_salt(password.as_bytes(), salt);
    hash.map(|hash| hash.to_string()).map_err(|error| anyhow!("hashing a password: {error}"))
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

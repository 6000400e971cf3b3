//! Passwords: argon2id with OWASP's parameters, a few at a time, never on the threads that answer requests.

use std::sync::Arc;

use anyhow::anyhow;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use gridbill_core::Code;
use gridbill_core::identity::password::{self, MAX_LENGTH};
use tokio::sync::Semaphore;

use crate::base::Random;

/// How many are worked on at once: each takes [`MEMORY`] and a core.
const CONCURRENCY: usize = 4;

/// What a hash takes of memory, in KiB: 19 MiB.
const MEMORY: u32 = 19 * 1_024;
/// How often it passes over that memory.
const PASSES: u32 = 2;
/// How much of it could be done at the same time.
const LANES: u32 = 1;

/// Passwords that leaked from elsewhere (`leaked/README.md`). The server's alone, since a page would load them for nothing.
const LEAKED: &str = include_str!("leaked/passwords.txt");

/// Checks a new password by core's rules, and that it is none of those that leaked from elsewhere.
///
/// # Errors
/// The code of the first rule that it breaks; [`Code::PasswordCommon`].
pub fn check(password: &str) -> Result<(), Code> {
    password::check(password)?;
    let lower_case = password.to_ascii_lowercase();
    if LEAKED.lines().any(|leaked| leaked == lower_case) { Err(Code::PasswordCommon) } else { Ok(()) }
}

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
    // All are within the library's bounds: it refuses none of them, and its own are the same.
    let params = Params::new(MEMORY, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaked_from_elsewhere_is_refused_in_any_case() {
        // Core's rules let it through.
        assert_eq!(password::check("Mustang66"), Ok(()));
        for leaked in ["mustang66", "Mustang66", "MUSTANg66"] {
            assert_eq!(check(leaked), Err(Code::PasswordCommon), "{leaked}");
        }
        assert_eq!(check("harimau malaya 7"), Ok(()));
        assert_eq!(check("mustang"), Err(Code::PasswordTooShort), "what is said first stays so");
    }

    #[test]
    fn three_thousand_leaked_passwords_are_known_that_the_rules_would_take() {
        let taken = LEAKED.lines().filter(|leaked| password::check(leaked).is_ok()).count();
        assert!(taken >= 3_000, "{taken}");
        assert!(LEAKED.lines().is_sorted(), "in order");
    }
}

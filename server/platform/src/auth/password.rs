//! Hashes and checks passwords with argon2id and OWASP's parameters: a few at a time, and never on the threads that
//! answer requests.

use std::sync::Arc;

use anyhow::anyhow;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use gridbill_core::Code;
use gridbill_core::identity::password::{self, MAX_LENGTH};
use tokio::sync::Semaphore;

use crate::base::Random;

/// Maximum number of concurrent hash operations; each takes [`MEMORY`] and a core.
const CONCURRENCY: usize = 4;

/// Memory of a hash operation in KiB: 19 MiB.
const MEMORY: u32 = 19 * 1_024;
/// Number of passes over that memory.
const PASSES: u32 = 2;
/// argon2's degree of parallelism.
const LANES: u32 = 1;

/// Passwords from public leaks (`leaked/README.md`). Only the server checks them; the app would have to download
/// the list.
const LEAKED: &str = include_str!("leaked/passwords.txt");

/// Checks a new password by core's rules, and that it is not in the list of leaked passwords.
/// Fails with the code of the first broken rule; [`Code::PasswordCommon`].
pub fn check(password: &str) -> Result<(), Code> {
    password::check(password)?;
    let lower_case = password.to_ascii_lowercase();
    if LEAKED.lines().any(|leaked| leaked == lower_case) { Err(Code::PasswordCommon) } else { Ok(()) }
}

pub struct Passwords {
    permits: Arc<Semaphore>,
    /// A hash that is checked if no person has the e-mail, so that both cases take the same time.
    dummy: String,
}

impl Passwords {
    /// Fails if the hash cannot be computed.
    pub fn new(random: &Random) -> anyhow::Result<Self> {
        let dummy = hash(&hex::encode(random.bytes::<16>()), &random.bytes())?;
        Ok(Self { permits: Arc::new(Semaphore::new(CONCURRENCY)), dummy })
    }

    /// Whether the password matches the stored hash. Without a stored hash it does the same work and returns false.
    ///
    /// A password beyond the maximum length returns early without work. The timing reveals nothing: the caller
    /// knows the length, and the result does not depend on a stored hash.
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

    /// Hashes a new password. Call it while no transaction is open, because it waits for a permit.
    pub async fn hash(&self, random: &Random, password: String) -> anyhow::Result<String> {
        let _permit = self.permits.acquire().await?;
        let salt = random.bytes();
        tokio::task::spawn_blocking(move || hash(&password, &salt)).await?
    }
}

/// Returns the hash to store.
pub fn hash(password: &str, salt: &[u8; 16]) -> anyhow::Result<String> {
    let hash = argon2().hash_password_with_salt(password.as_bytes(), salt);
    hash.map(|hash| hash.to_string()).map_err(|error| anyhow!("failed to hash a password: {error}"))
}

fn argon2() -> Argon2<'static> {
    // The values are within the library's bounds, so this cannot fail; its defaults are the same values.
    let params = Params::new(MEMORY, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaked_passwords_are_refused_in_any_case() {
        // Core's rules accept it.
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

//! The two tokens of a session: a signed one for a few minutes, and an opaque one for the next pair.

use gridbill_core::Instant;
use gridbill_core::identity::ACCESS_SECONDS;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;
use crate::base::Random;

/// What an access token says. Everything else is read from the session's row on every request.
#[derive(Debug, Serialize, Deserialize)]
pub struct Claims {
    pub sid: Uuid,
    /// Which pair of the session's tokens it belongs to.
    pub generation: i32,
    pub exp: i64,
}

/// The key that signs access tokens, shared by all processes through the database.
pub struct Keys {
    signing: EncodingKey,
    checking: DecodingKey,
}

impl Keys {
    /// # Errors
    /// When the database does not answer.
    pub async fn load(pool: &PgPool, random: &Random) -> anyhow::Result<Self> {
        let secret = sql::secret(pool, "access token", &random.bytes::<32>()).await?;
        Ok(Self { signing: EncodingKey::from_secret(&secret), checking: DecodingKey::from_secret(&secret) })
    }

    /// # Errors
    /// When it cannot be signed.
    pub fn sign(&self, sid: Uuid, generation: i32, now: Instant) -> anyhow::Result<String> {
        let claims = Claims { sid, generation, exp: now.plus_seconds(ACCESS_SECONDS).utc().timestamp() };
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.signing)?)
    }

    /// The claims of a token that is ours and not past its time.
    ///
    /// # Errors
    /// Why it is not good.
    pub fn read(&self, token: &str, now: Instant) -> Result<Claims, NotGood> {
        let mut validation = Validation::new(Algorithm::HS256);
        // Against the portal's clock, not the library's.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.checking, &validation).map_err(|_| NotGood::Forged)?.claims;
        if claims.exp > now.utc().timestamp() { Ok(claims) } else { Err(NotGood::Expired(claims)) }
    }
}

/// Why an access token opens nothing.
#[derive(Debug)]
pub enum NotGood {
    /// We did not sign it.
    Forged,
    /// We did, a while ago.
    Expired(Claims),
}

/// A new token that says nothing and that nobody can guess: a refresh token, or an e-mailed link's.
#[must_use]
pub fn opaque(random: &Random) -> String {
    hex::encode(random.bytes::<32>())
}

/// The refresh token that follows a spent one. Only who has the spent one can make it, and only with the stored seed.
#[must_use]
pub fn following(seed: &[u8], spent: &str) -> String {
    let hash = Sha256::new().chain_update(b"refresh token").chain_update(seed).chain_update(spent.as_bytes());
    hex::encode(hash.finalize())
}

/// How such a token is stored.
#[must_use]
pub fn hashed(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

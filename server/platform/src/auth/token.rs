//! The two tokens of a session: a signed access token that is valid for a few minutes, and an opaque refresh token
//! for the next pair.

use gridbill_core::Instant;
use gridbill_core::identity::ACCESS_SECONDS;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;
use crate::base::Random;

/// The claims of an access token. Everything else is read from the session's row on every request.
#[derive(Debug, Serialize, Deserialize)]
pub struct Claims {
    pub sid: Uuid,
    /// The generation of the pair that the token belongs to.
    pub generation: i32,
    pub exp: i64,
}

/// The key that signs access tokens. All processes share it through the database.
pub struct Keys {
    signing: EncodingKey,
    checking: DecodingKey,
}

impl Keys {
    /// Fails when the database does not answer.
    pub async fn load(pool: &PgPool, random: &Random) -> anyhow::Result<Self> {
        let secret = sql::secret(pool, "access token", &random.bytes::<32>()).await?;
        Ok(Self { signing: EncodingKey::from_secret(&secret), checking: DecodingKey::from_secret(&secret) })
    }

    /// Fails if signing fails.
    pub fn sign(&self, sid: Uuid, generation: i32, now: Instant) -> anyhow::Result<String> {
        let claims = Claims { sid, generation, exp: now.plus_seconds(ACCESS_SECONDS).utc().timestamp() };
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.signing)?)
    }

    /// Returns the claims of a token that this portal signed and that has not expired.
    /// Fails with the reason why the token is not accepted.
    pub fn read(&self, token: &str, now: Instant) -> Result<Claims, TokenError> {
        let mut validation = Validation::new(Algorithm::HS256);
        // Expiry is checked against the portal's clock, not the library's.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.checking, &validation).map_err(|_| TokenError::Forged)?.claims;
        if claims.exp > now.utc().timestamp() { Ok(claims) } else { Err(TokenError::Expired(claims)) }
    }
}

/// The reason why an access token is not accepted.
#[derive(Debug)]
pub enum TokenError {
    /// This portal did not sign it.
    Forged,
    /// Signed by this portal, but past its expiry.
    Expired(Claims),
}

/// Returns a new random token that carries no data: a refresh token, or the token of an e-mailed link.
#[must_use]
pub fn opaque(random: &Random) -> String {
    hex::encode(random.bytes::<32>())
}

/// Derives the refresh token that follows a spent one. This needs both the spent token and the stored seed.
#[must_use]
pub fn following(seed: &[u8], spent: &str) -> String {
    let hash = Sha256::new().chain_update(b"refresh token").chain_update(seed).chain_update(spent.as_bytes());
    hex::encode(hash.finalize())
}

/// Returns the hash under which a token is stored.
#[must_use]
pub fn hashed(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

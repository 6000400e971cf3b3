//! Deletes old data of sessions, rate limits and security events.

use gridbill_core::Instant;
use gridbill_core::identity::MAX_ATTEMPTS;

use super::{Auth, device, sql};
use crate::database::months::{self, Monthly};
use crate::error::Answer;

/// No rate limit has a longer window.
const RATE_DAYS: i64 = 1;
/// Ended sessions are kept this long so that `gridbill check` can examine them (invariant 10). None lives longer
/// than a day.
const SESSION_DAYS: i64 = 30;
/// Wrong attempts that did not lead to a lock count for this long; a lock stays until a reset.
const ATTEMPT_DAYS: i64 = 30;

/// Deletes old counts, sessions, attempts and devices, and the months of old security events. If one kind fails,
/// the others are still deleted.
pub async fn delete_expired(auth: &Auth) -> Answer<()> {
    let ago = |days: i64| -> Instant { auth.now().plus_seconds(-days * 86_400) };
    let kinds = [
        sql::rate_limits::delete_all_rates(&auth.pool, ago(RATE_DAYS)).await,
        sql::delete_sessions(&auth.pool, ago(SESSION_DAYS)).await,
        sql::rate_limits::delete_attempts(&auth.pool, ago(ATTEMPT_DAYS), MAX_ATTEMPTS).await,
        sql::factors::delete_expired_challenges(&auth.pool, auth.now()).await,
        sql::sso::delete_expired_sign_ins(&auth.pool, auth.now()).await,
        device::delete_unused_devices(auth, ago(device::KNOWN_DAYS)).await,
        months::drop_before(&auth.pool, Monthly::SecurityEvents, ago(auth.config.limits.security_event_days)).await,
    ];
    Ok(kinds.into_iter().collect::<sqlx::Result<()>>()?)
}

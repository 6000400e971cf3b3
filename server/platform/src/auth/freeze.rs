//! Refuses calls to functions that an announcement has frozen, for customers and staff alike.
//!
//! The check queries the database on every call of an endpoint that can be frozen. There are few such endpoints, and
//! each writes. So a new, changed or withdrawn freeze applies to the next call of every process, and a planned freeze
//! begins on time.

use gridbill_core::announcements::check_frozen;
use gridbill_core::endpoint::EndpointSpec;
use gridbill_core::{Instant, Language};
use sqlx::PgConnection;

use super::{Auth, sql};
use crate::error::Answer;

/// Fails with [`gridbill_core::Code::FeatureFrozen`] while a feature that the call belongs to is frozen.
pub async fn check(auth: &Auth, entry: &EndpointSpec, language: Language) -> Answer<()> {
    if entry.frozen.is_empty() {
        return Ok(());
    }
    let mut db = auth.reader.connection().await?;
    let checked = check_within(&mut db, entry, auth.now(), language).await;
    db.return_to_pool();
    checked
}

/// The same check inside a transaction, for a call that repeats another call.
pub async fn check_within(db: &mut PgConnection, entry: &EndpointSpec, now: Instant, language: Language) -> Answer<()> {
    let freezes = sql::freezes::not_over(db, now).await?;
    Ok(check_frozen(&freezes, entry.frozen, now, language)?)
}

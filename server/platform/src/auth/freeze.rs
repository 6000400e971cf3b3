//! Refuses calls to functions that an announcement has frozen, for customers and staff alike.
//!
//! The check queries the database on every call of an endpoint that can be frozen. There are few such endpoints, and
//! each writes. So a new, changed or withdrawn freeze applies to the next call of every process, and a planned freeze
//! begins on time.

use gridbill_core::Language;
use gridbill_core::announcements::check_frozen;
use gridbill_core::endpoint::EndpointSpec;

use super::{Auth, sql};
use crate::error::Answer;

/// Fails with [`gridbill_core::Code::FeatureFrozen`] while a feature that the call belongs to is frozen.
pub async fn check(auth: &Auth, entry: &EndpointSpec, language: Language) -> Answer<()> {
    if entry.frozen.is_empty() {
        return Ok(());
    }
    let now = auth.now();
    let mut db = auth.reader.connection().await?;
    let freezes = sql::freezes::not_over(&mut *db, now).await?;
    db.return_to_pool();
    Ok(check_frozen(&freezes, entry.frozen, now, language)?)
}

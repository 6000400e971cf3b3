//! Refuses calls to functions that an announcement has frozen, for customers and staff alike.
//!
//! Only calls of endpoints that can be frozen query the database; there are few of them, and each writes. A freeze
//! that any process announces, changes or withdraws therefore applies to the very next call, and a planned freeze
//! begins on time.

use gridbill_core::Language;
use gridbill_core::announcements::check_frozen;
use gridbill_core::endpoint::EndpointSpec;

use super::{Auth, sql};
use crate::error::Answer;

/// # Errors
/// [`gridbill_core::Code::FeatureFrozen`] while a feature that the call belongs to is frozen.
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

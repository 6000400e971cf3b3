//! What an announcement freezes for some time is refused, to customers and staff alike.
//!
//! The lines that can be frozen are few, and each writes: they ask the database, so that a freeze that was announced, changed or
//! withdrawn by whichever process counts for the very next call, and one that was announced before begins at its instant. No
//! other call asks.

use gridbill_core::Language;
use gridbill_core::announcements::check_frozen;
use gridbill_core::endpoint::Entry;

use super::{Auth, sql};
use crate::error::Answer;

/// # Errors
/// [`gridbill_core::Code::FeatureFrozen`] while something is frozen that the call is part of.
pub async fn check(auth: &Auth, entry: &Entry, language: Language) -> Answer<()> {
    if entry.frozen.is_empty() {
        return Ok(());
    }
    let now = auth.now();
    let mut db = auth.reader.connection().await?;
    let freezes = sql::freezes::not_over(&mut *db, now).await?;
    db.keep();
    Ok(check_frozen(&freezes, entry.frozen, now, language)?)
}

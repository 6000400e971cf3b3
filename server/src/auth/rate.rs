//! How often somebody may ask for something. The counts are in the database, so all processes share them.

use gridbill_core::{Code, Problem};

use super::sql;
use crate::app::App;
use crate::error::Answer;

/// So many times in so many seconds.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Its name.
    pub bucket: &'static str,
    pub most: i32,
    pub seconds: i64,
}

/// Counts one more; whoever asks must do so before the work, and not in its transaction, or a refusal would not count.
///
/// # Errors
/// [`Code::TooManyAttempts`] beyond the most, until the window that began with the first is over.
pub async fn take(app: &App, rate: Rate, subject: &str) -> Answer<()> {
    let now = app.now();
    let (hits, began_at) = sql::hit(&app.pool, rate.bucket, subject, rate.seconds, now).await?;
    if hits <= rate.most {
        return Ok(());
    }
    let left = rate.seconds - now.seconds_since(began_at);
    Err(Problem::new(Code::TooManyAttempts).with("minutes", (left.max(0) / 60) + 1).into())
}

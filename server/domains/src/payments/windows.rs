//! The windows in which payment methods are closed.

use gridbill_core::Instant;
use gridbill_core::operations::MethodSetting;
use gridbill_core::payments::{PaymentMethod, Window};
use sqlx::{PgConnection, PgPool};

use super::sql;
use crate::error::Answer;

/// Lists every method with its limits and its current or next closed window.
pub async fn methods(db: &PgPool, now: Instant) -> Answer<Vec<MethodSetting>> {
    let windows = sql::windows(db, now).await?;
    let setting = |&payment_method: &PaymentMethod| {
        let (least, most) = payment_method.limits();
        let window = windows.iter().find(|closed| closed.method == payment_method).map(|closed| closed.window);
        let is_closed = window.is_some_and(|window| window.from <= now && now < window.to);
        MethodSetting { payment_method, least, most, window, is_closed }
    };
    Ok(PaymentMethod::ALL.iter().map(setting).collect())
}

/// Loads the window of a method unless it has ended, and locks it until the transaction ends.
pub async fn lock(db: &mut PgConnection, method: PaymentMethod, now: Instant) -> Answer<Option<Window>> {
    sql::lock_window(&mut *db, method).await?;
    Ok(sql::window(db, method).await?.filter(|window| window.to > now))
}

/// Closes a method for the given window, or removes its window.
pub async fn set(db: &mut PgConnection, method: PaymentMethod, window: Option<Window>) -> Answer<()> {
    match window {
        Some(window) => sql::set_window(db, method, window).await?,
        None => sql::delete_window(db, method).await?,
    }
    Ok(())
}

//! The banks that the payer can choose from, as FPX last listed them.

use std::time::Duration;

use gridbill_core::endpoint::Nothing;
use gridbill_core::payments::Bank;
use gridbill_core::{Code, Instant};
use sqlx::PgPool;

use super::sql::banks as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;

/// Seconds after which the bank list is stale.
const FRESH_SECONDS: i64 = 3 * 60;
/// Maximum time that a caller waits for the list.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Calls within this time share one request to the gateway.
const SHARED: Duration = Duration::from_millis(250);

/// Lists all banks, including those that are offline. A stale list is returned immediately and refreshed in the
/// background.
pub async fn list(app: App, _: Customer, _: Nothing) -> Answer<Vec<Bank>> {
    let Some(age) = age(&app).await? else {
        refresh(&app).await?;
        return Ok(sql::banks(&app.pool).await?);
    };
    let known = sql::banks(&app.pool).await?;
    if age >= FRESH_SECONDS {
        tokio::spawn(async move {
            if let Err(error) = refresh(&app).await {
                tracing::warn!(?error, "cannot refresh the bank list; the stored list stays in use");
            }
        });
    }
    Ok(known)
}

/// Returns the stored bank list and when FPX sent it. Does not call FPX.
pub async fn list_known(db: &PgPool) -> Answer<(Vec<Bank>, Option<Instant>)> {
    Ok((sql::banks(db).await?, sql::banks_at(db).await?))
}

/// Refreshes a stale bank list before a payer is sent to a bank. If the gateway does not answer now, it would not take
/// the payer either, and the bills would be held until the time-out. Fails with [`Code::GatewayUnavailable`].
pub async fn refresh_if_stale(app: &App) -> Answer<()> {
    match age(app).await? {
        Some(age) if age < FRESH_SECONDS => Ok(()),
        _ => refresh(app).await,
    }
}

async fn age(app: &App) -> Answer<Option<i64>> {
    Ok(sql::banks_at(&app.pool).await?.map(|at| app.now().seconds_since(at)))
}

async fn refresh(app: &App) -> Answer<()> {
    let asked = tokio::time::timeout(TIMEOUT, app.gateway.banks(SHARED)).await;
    let banks = match asked {
        Ok(Ok(banks)) if !banks.is_empty() => banks,
        Ok(Ok(_)) => return Err(unavailable(&"the list is empty")),
        Ok(Err(error)) => return Err(unavailable(&error)),
        Err(late) => return Err(unavailable(&late)),
    };
    let mut tx = app.pool.begin().await?;
    sql::set_banks(&mut tx, &banks, app.now()).await?;
    tx.commit().await?;
    Ok(())
}

fn unavailable(why: &dyn std::fmt::Display) -> crate::error::Error {
    tracing::warn!(%why, "cannot load the bank list from FPX");
    Code::GatewayUnavailable.into()
}

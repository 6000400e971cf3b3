//! The banks to choose from, as FPX told of them last.

use std::time::Duration;

use gridbill_core::endpoint::Nothing;
use gridbill_core::payments::Bank;
use gridbill_core::{Code, Instant};
use sqlx::PgPool;

use super::sql::banks as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;

/// Seconds after which the banks are asked for again.
const FRESH_SECONDS: i64 = 3 * 60;
/// How long somebody waits for the list.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Those who ask while the list is on its way share the answer.
const SHARED: Duration = Duration::from_millis(250);

/// All banks, those that are offline too. An old list is answered at once and asked for anew behind the answer.
pub async fn list(app: App, _: Customer, _: Nothing) -> Answer<Vec<Bank>> {
    let Some(age) = age(&app).await? else {
        refresh(&app).await?;
        return Ok(sql::banks(&app.pool).await?);
    };
    let known = sql::banks(&app.pool).await?;
    if age >= FRESH_SECONDS {
        tokio::spawn(async move {
            if let Err(error) = refresh(&app).await {
                tracing::warn!(?error, "the bank list stays as it was");
            }
        });
    }
    Ok(known)
}

/// The banks as FPX told of them last, and when it did. Nobody is asked for it.
///
/// # Errors
/// When the database does not answer.
pub async fn known(db: &PgPool) -> Answer<(Vec<Bank>, Option<Instant>)> {
    Ok((sql::banks(db).await?, sql::banks_at(db).await?))
}

/// Before somebody is sent to a bank the list must be fresh: a gateway that does not answer now would not take them
/// either, and their bills would be held until the time-out.
///
/// # Errors
/// [`Code::GatewayUnavailable`].
pub async fn be_fresh(app: &App) -> Answer<()> {
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
    tracing::warn!(%why, "FPX did not give its banks");
    Code::GatewayUnavailable.into()
}

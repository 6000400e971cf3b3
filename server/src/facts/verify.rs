//! Whether what was recorded still holds: all of it at once, as `gridbill check` and once a day a job look at it, or the facts
//! of one page.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use gridbill_core::Day;
use gridbill_core::activity::ActivityDamage;
use sqlx::{PgConnection, PgPool};

use super::chain::Chain;
use super::seal::SealCheck;
use super::sql::{self, Check};
use crate::app::App;
use crate::error::Answer;

/// So many of what does not hold are named.
const MAX_FINDINGS: usize = 10;

/// What a look at all facts found.
#[derive(Debug, Default)]
pub struct Verified {
    /// How many there are.
    pub facts: i64,
    /// How many chains do not hold.
    pub broken: u64,
    /// Of the first of them, the first fact that does not hold.
    pub chains: Vec<String>,
    /// Each seal that does not fit its facts.
    pub seals: Vec<String>,
}

/// Goes once over all facts, subject by subject.
///
/// # Errors
/// When the database does not answer.
pub async fn all(db: &mut PgConnection, most: usize) -> sqlx::Result<Verified> {
    let mut seal_check = SealCheck::against(sql::seals(&mut *db).await?);
    let (mut chain, mut verified) = (Chain::default(), Verified::default());
    let mut facts = sql::all(db);
    while let Some(fact) = facts.try_next().await? {
        verified.facts += 1;
        seal_check.add(&fact);
        if let Some(wrong) = chain.next(fact) {
            verified.broken += 1;
            if verified.chains.len() < most {
                verified.chains.push(wrong);
            }
        }
    }
    verified.seals = seal_check.end();
    Ok(verified)
}

/// Looks at all facts, unless that was done today, and keeps what it found for the activity log.
///
/// # Errors
/// When the database does not answer.
pub async fn daily(app: &App) -> Answer<()> {
    let now = app.now();
    let day = Day::at(now);
    if sql::last_check(&app.pool).await?.is_some_and(|last| last.day >= day) {
        return Ok(());
    }
    let mut snapshot = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    sql::without_timeout(&mut snapshot).await?;
    let Verified { facts, broken, chains, seals } = all(&mut snapshot, MAX_FINDINGS).await?;
    snapshot.rollback().await?;
    let broken = broken + seals.len() as u64;
    let findings: Vec<String> = chains.into_iter().chain(seals).take(MAX_FINDINGS).collect();
    if broken > 0 {
        tracing::error!(target: "security", %day, facts, broken, ?findings, "what was recorded does not hold");
    }
    let broken = i64::try_from(broken).unwrap_or(i64::MAX);
    Ok(sql::add_check(&app.pool, &Check { day, checked_at: now, facts, broken, findings }).await?)
}

/// Those of some facts that do not hold beside the one before them in their chain.
///
/// # Errors
/// When the database does not answer.
pub async fn damaged(db: &PgPool, ids: &[i64]) -> sqlx::Result<BTreeMap<i64, ActivityDamage>> {
    let beside = sql::beside_those_before(db, ids).await?;
    let damaged = beside.into_iter().filter_map(|(fact, hash_before)| {
        let before = hash_before.as_deref().map(|hash| (fact.place - 1, hash));
        Some((fact.fact_id, fact.damage(before)?))
    });
    Ok(damaged.collect())
}

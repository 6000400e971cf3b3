//! Verifies recorded facts: all facts for `gridbill check`, seal by seal in a daily job, or one page of the activity
//! log.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use gridbill_core::Day;
use gridbill_core::activity::ActivityDamage;
use sqlx::{PgConnection, PgPool};

use super::chain::Chain;
use super::seal::{SealCheck, Sealed, Sealing};
use super::sql::{self, Check, LinkedFact, Seal, ToCheck};
use crate::app::App;
use crate::error::Answer;

/// Maximum findings that are stored for a seal, and shown for all seals.
const MAX_FINDINGS: i64 = 10;
/// Facts read by one query, which takes a fraction of a second.
const PAGE: i64 = 2_000;
/// Facts after which a run starts no further seal: some minutes of work.
const MAX_FACTS: i64 = 10_000_000;

/// The result of verifying all facts.
#[derive(Debug, Default)]
pub struct Verified {
    /// Number of facts.
    pub facts: i64,
    /// Number of broken chains.
    pub broken: u64,
    /// The first invalid fact of each broken chain, for the first broken chains.
    pub chains: Vec<String>,
    /// The seals that do not match their facts.
    pub seals: Vec<String>,
}

/// Verifies all facts in one pass, ordered by subject.
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

/// Verifies the sealed facts seal by seal, unless that was done today, and stores the findings for the activity
/// log. The newest seal comes first, then the least recently verified seals. If there are too many facts for one
/// run, the next hourly run continues. All queries are short, and use a standby if there is one.
pub async fn daily(app: &App) -> Answer<()> {
    let today = Day::at(app.now());
    let mut looked = 0;
    while looked < MAX_FACTS
        && let Some(seal) = sql::seal_to_check(&app.pool, today.begins()).await?
    {
        let check = verify(app, &seal).await?;
        if check.broken > 0 {
            let Check { day, facts, broken, findings, .. } = &check;
            tracing::error!(target: "security", %day, facts, broken, ?findings, "recorded facts are damaged");
        }
        looked += check.facts;
        sql::add_seal_check(&app.pool, &check).await?;
        sql::add_up_checks(&app.pool, today, MAX_FINDINGS).await?;
    }
    Ok(())
}

/// Verifies each fact of a seal with its predecessor in its chain, and the seal itself.
async fn verify(app: &App, seal: &ToCheck) -> Answer<Check> {
    let mut check = Check { day: seal.day, checked_at: app.now(), facts: 0, broken: 0, findings: Vec::new() };
    let mut after = seal.after;
    loop {
        let page = app.read(|app| async move { Ok(sql::page(&app.pool, after, seal.through, PAGE).await?) }).await?;
        let Some(last) = page.last() else { break };
        after = last.fact.fact_id;
        for LinkedFact { fact, hash_before } in &page {
            check.facts += 1;
            check.add_finding(match hash_before.as_deref() {
                None if fact.place > 1 => Some(fact.gap(fact.place - 1)),
                hash_before => fact.finding(hash_before.map(|hash| (fact.place - 1, hash))),
            });
        }
    }
    let now = app.read(|app| async move { Ok(heads(&app.pool, seal).await?) }).await?;
    let ToCheck { day, through, facts, previous, root, hash, hash_before, .. } = seal;
    let sealed = Seal {
        day: *day,
        through: *through,
        facts: *facts,
        previous: previous.clone(),
        root: root.clone(),
        hash: hash.clone(),
    };
    check.add_finding(sealed.damage(hash_before.as_deref(), &now));
    Ok(check)
}

/// Computes a seal from the facts under it.
async fn heads(db: &PgPool, seal: &ToCheck) -> sqlx::Result<Sealed> {
    let mut sealing = Sealing::after(seal.previous.as_deref(), seal.day, seal.through);
    let mut heads = sql::heads(db, seal.after, seal.through);
    while let Some(head) = heads.try_next().await? {
        sealing.add(&head.subject, &head.hash, head.facts);
    }
    Ok(sealing.end())
}

impl Check {
    fn add_finding(&mut self, finding: Option<String>) {
        if let Some(finding) = finding {
            self.broken += 1;
            if self.broken <= MAX_FINDINGS {
                self.findings.push(finding);
            }
        }
    }
}

/// Returns the facts among these that are damaged or do not follow their predecessor.
pub async fn damaged(db: &PgPool, ids: &[i64]) -> sqlx::Result<BTreeMap<i64, ActivityDamage>> {
    let facts = sql::list_linked_facts(db, ids).await?;
    let damaged = facts.into_iter().filter_map(|LinkedFact { fact, hash_before }| {
        let before = hash_before.as_deref().map(|hash| (fact.place - 1, hash));
        Some((fact.fact_id, fact.damage(before)?))
    });
    Ok(damaged.collect())
}

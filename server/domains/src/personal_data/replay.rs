//! Applies the ledger of erasures to a restored database (docs/operations.md#erasures-after-a-restore).

use gridbill_core::fact::PortalActor;
use uuid::Uuid;

use super::erase::erase_person;
use super::ledger::{self, LedgerEntry};
use super::sql::erase as sql;
use crate::app::App;
use crate::error::{Answer, Error};
use crate::facts::Actor;

/// The result of comparing the ledger with the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    /// People who were erased again.
    pub applied: usize,
    /// Erasures of the database that the ledger did not have.
    pub added: usize,
}

/// Erases the people of the ledger who are not erased in the database, then adds erasures of the database that the ledger
/// does not have. Processes call it before they serve. It can be repeated, and stopped at any time.
/// Fails when the ledger or the database cannot be used.
pub async fn apply(app: &App) -> anyhow::Result<Replayed> {
    let people = in_ledger(app).await?;
    let mut applied = 0;
    for person_id in sql::unerased(&app.pool, &people).await? {
        applied += usize::from(erase_again(app, person_id).await.map_err(Error::into_cause)?);
    }
    let added = add_missing(app).await?;
    if applied > 0 {
        tracing::warn!(applied, "erased again what the ledger of erasures has and the database lacked");
    }
    Ok(Replayed { applied, added })
}

/// Adds erasures of the database that this machine's ledger does not have, and returns their number. Processes repeat
/// it: without a shared folder, other machines add their erasures to their own ledgers.
/// Fails when the ledger or the database cannot be used.
pub async fn add_missing(app: &App) -> anyhow::Result<usize> {
    let missing = sql::recorded(&app.pool, &in_ledger(app).await?).await?;
    let added = missing.len();
    for erasure in missing {
        let entry = LedgerEntry { person_id: erasure.person_id, erased_at: erasure.erased_at, fact: erasure.hash };
        ledger::append(&app.config, entry).await?;
    }
    if added > 0 {
        tracing::warn!(added, "added to the ledger of erasures what it lacked");
    }
    Ok(added)
}

async fn in_ledger(app: &App) -> anyhow::Result<Vec<Uuid>> {
    Ok(ledger::read(&app.config).await?.iter().map(|entry| entry.person_id).collect())
}

/// Erases a person in a transaction. A backup may be older than the end of the membership, which is then repeated, too.
/// Returns false if another process has already erased the person.
async fn erase_again(app: &App, person_id: Uuid) -> Answer<bool> {
    let mut tx = app.begin().await?;
    sql::lock_people(&mut tx, &[person_id]).await?;
    let Some(person) = sql::person(&mut tx, person_id).await?.filter(|person| !person.is_erased) else {
        return Ok(false);
    };
    sql::end_membership(&mut tx, person_id, app.now()).await?;
    erase_person(app, &mut tx, &person, Actor::Portal(PortalActor::Erasures), None).await?;
    tx.commit().await?;
    Ok(true)
}

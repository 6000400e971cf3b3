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
    let people: Vec<Uuid> = ledger::read(&app.config).await?.iter().map(|entry| entry.person_id).collect();
    let mut applied = 0;
    for person_id in sql::unerased(&app.pool, &people).await? {
        applied += usize::from(erase_again(app, person_id).await.map_err(Error::into_cause)?);
    }
    let recorded = sql::recorded(&app.pool, &people).await?;
    let added = recorded.iter().filter(|entry| !people.contains(&entry.person_id)).count();
    for entry in recorded {
        let entry = LedgerEntry { person_id: entry.person_id, erased_at: entry.erased_at, fact: entry.hash };
        ledger::append(&app.config, entry).await?;
    }
    if applied + added > 0 {
        tracing::warn!(applied, added, "the ledger of erasures and the database differed");
    }
    Ok(Replayed { applied, added })
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

//! Erases the personal data of users who left. Two officers decide it. Payments, decisions and amounts stay; the texts of
//! the user's facts are erased, and the hash chains can still be verified (docs/domain/personal-data.md#erasure).

use std::collections::BTreeMap;

use gridbill_core::fact::{ErasedFact, PeopleFact};
use gridbill_core::payments::officers::{DecisionEffect, check_reason};
use gridbill_core::personal_data::erase::KeptTexts;
use gridbill_core::personal_data::{ErasePersonRequest, ErasedPerson};
use gridbill_core::recorded_name::FORMER_USER;
use gridbill_core::{Code, Problem};
use uuid::Uuid;

use super::ledger::{self, LedgerEntry};
use super::sql::erase::{self as sql, FoundFact, LeavingPerson, PlannedErasure};
use crate::app::App;
use crate::auth::who::Staff;
use crate::auth::{again, guard};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

/// Maximum facts that one `PersonErased` names. It is some 70 kB large.
const FACTS_IN_A_RECORD: usize = 500;

/// Proposes an erasure, or confirms that of another officer.
pub async fn erase(app: App, Staff { person: actor }: Staff, request: ErasePersonRequest) -> Answer<ErasedPerson> {
    let person_id = Uuid::parse_str(request.user_id.trim()).map_err(|_| Code::UserNotFound)?;
    if person_id == actor.person_id {
        return Err(Code::UserIsYourself.into());
    }
    let mut tx = app.begin().await?;
    // Both rows in the order of their ids. A second erasure and a deletion of the user wait here.
    sql::lock_people(&mut tx, &[person_id, actor.person_id]).await?;
    guard::check_unchanged(&mut tx, &actor).await?;
    let person = sql::person(&mut tx, person_id).await?.ok_or(Code::UserNotFound)?;
    if person.is_erased {
        return Err(Code::UserErased.into());
    }
    if !person.has_left {
        return Err(Code::UserStillActive.into());
    }
    let told = request.awaits_second_officer;
    let Some(proposed_by) = sql::proposer(&mut tx, person_id).await? else {
        DecisionEffect::Proposes.check_told(told)?;
        let remark = check_reason(&request.reason)
            .map_err(|refused| Problem::at("reason", Problem { fields: Vec::new(), ..refused }))?;
        again::require_recent_proof(&app.auth, &mut tx, &actor).await?;
        sql::add_proposal(&mut tx, person_id, &remark, actor.person_id, app.now()).await?;
        let fact = PeopleFact::PersonErasureProposed { user_id: person_id.to_string(), remark };
        let entry = Entry::by(&actor, Subject::Person(person_id), fact, &person.email);
        facts::record(&app.context(), &mut tx, entry).await?;
        tx.commit().await?;
        return Ok(ErasedPerson { awaits_second_officer: true, facts: 0 });
    };
    if proposed_by == actor.person_id {
        return Err(Code::SecondOfficerNeeded.into());
    }
    if facts::are_related(&mut *tx, proposed_by, actor.person_id).await? {
        return Err(Code::OfficersNotIndependent.into());
    }
    DecisionEffect::Decides.check_told(told)?;
    again::require_recent_proof(&app.auth, &mut tx, &actor).await?;
    let facts = erase_person(&app, &mut tx, &person, Actor::Person(&actor), Some(proposed_by)).await?;
    tx.commit().await?;
    Ok(ErasedPerson { awaits_second_officer: false, facts })
}

/// Erases a deleted person, whose row the caller has locked, and returns the number of facts whose texts were erased. The
/// erasure is in the ledger before the transaction commits, so that a restored backup never misses it.
pub async fn erase_person(
    app: &App,
    tx: &mut Tx,
    person: &LeavingPerson,
    actor: Actor<'_>,
    proposed_by: Option<Uuid>,
) -> Answer<i64> {
    let found = sql::facts_of(tx, person).await?;
    let planned: Vec<PlannedErasure> = found.into_iter().filter_map(plan).collect();
    let subject = Subject::Person(person.person_id);
    let mut parts: Vec<&[PlannedErasure]> = planned.chunks(FACTS_IN_A_RECORD).collect();
    if parts.is_empty() {
        parts.push(&[]);
    }
    let mut hash = String::new();
    for part in parts {
        let facts: BTreeMap<String, ErasedFact> = sql::hashes(tx, part).await?.into_iter().collect();
        let fact = PeopleFact::PersonErased {
            user_id: person.person_id.to_string(),
            role: person.role,
            proposed_by: proposed_by.map(|officer| officer.to_string()),
            facts,
        };
        let entry = Entry::of(subject, actor, fact, FORMER_USER).in_account(person.bulk_id.as_ref());
        facts::record(&app.context(), tx, entry).await?;
        let recorded = sql::last_fact(tx, &subject.to_string()).await?;
        sql::erase_texts(tx, part, recorded.fact_id).await?;
        hash = recorded.hash;
    }
    sql::anonymise(tx, person, app.now()).await?;
    let entry = LedgerEntry { person_id: person.person_id, erased_at: app.now(), fact: hash };
    ledger::append(&app.config, entry).await?;
    Ok(i64::try_from(planned.len()).unwrap_or(i64::MAX))
}

/// Decides which texts of a fact are erased. Another user's texts stay, unless one field has the texts of both.
fn plan(found: FoundFact) -> Option<PlannedErasure> {
    let kept = match found.kept {
        Some(kept) => serde_json::from_value(kept).ok(),
        None if found.form == 1 => KeptTexts::of(&found.kind, &found.subject, &found.about, &found.data),
        None => None,
    };
    let kept = kept.filter(|_| found.names_user);
    (found.erases_actor || kept.is_some()).then(|| PlannedErasure {
        fact_id: found.fact_id,
        erases_actor: found.erases_actor,
        kept,
    })
}

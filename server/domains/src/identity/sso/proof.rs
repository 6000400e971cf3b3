//! Proofs of a signed-in user at the company's provider: connecting with it, or confirming the user's identity.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{BeginSsoProofRequest, FinishSsoRequest, SsoMode, SsoPurpose, SsoStart};

use super::super::sql::sso as sql;
use super::waiting::{Purpose, answered, start};
use super::{FINISH_PROOF, OUTBOUND_CALLS, record_refusal};
use crate::app::App;
use crate::auth::who::Person;
use crate::auth::{again, factors, rate_limit};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Begins a connection or a confirmation. A connection needs a recent proof of identity, so that the thief of a session
/// cannot connect an identity of their own. A confirmation is only for users without a second factor, because a factor
/// is stronger.
pub(super) async fn begin(app: App, person: Person, request: BeginSsoProofRequest) -> Answer<SsoStart> {
    let bulk_id = person.bulk_id.as_ref().filter(|_| !person.is_staff).ok_or(Code::SsoNotOffered)?;
    let provider = sql::provider(&app.pool, bulk_id).await?;
    let provider = provider.filter(|provider| provider.mode != SsoMode::Off).ok_or(Code::SsoNotOffered)?;
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
    let purpose = match request.purpose {
        SsoPurpose::Link => {
            let mut tx = app.begin().await?;
            if !factors::sql::lock(&mut tx, person.person_id).await? {
                return Err(Code::SignedOut.into());
            }
            again::require_recent_proof(&app.auth, &mut tx, &person).await?;
            Purpose::Link
        }
        SsoPurpose::Confirm => {
            check_without_factor(&app, &person).await?;
            Purpose::Confirm
        }
    };
    start(&app, &provider.settings, purpose, &person.caller, Some(&person), &person.email).await
}

async fn check_without_factor(app: &App, person: &Person) -> Answer<()> {
    if factors::has_factor(&app.pool, person.person_id).await? { Err(Code::FactorNeeded.into()) } else { Ok(()) }
}

/// Completes a connection or a confirmation.
pub(super) async fn finish(app: App, person: Person, request: FinishSsoRequest) -> Answer<Nothing> {
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
    let answer = prove(&app, &person, &request).await;
    answer.map_err(|error| record_refusal(&app, &person.caller, Some(person.person_id), FINISH_PROOF, error))
}

async fn prove(app: &App, person: &Person, request: &FinishSsoRequest) -> Answer<Nothing> {
    let purposes = [Purpose::Link, Purpose::Confirm];
    let answered = answered(app, &person.caller, Some(person), &purposes, request).await?;
    if person.bulk_id.as_ref() != Some(&answered.bulk_id) {
        return Err(Code::SsoExpired.into());
    }
    let mut tx = app.begin().await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    let owner = sql::person(&mut *tx, answered.identity()).await?;
    match answered.purpose {
        // Also connected for the client in use, if it was for an earlier one.
        Purpose::Link if owner == Some(person.person_id) => {
            sql::note_use(&mut tx, answered.identity(), app.now()).await?;
        }
        Purpose::Link => {
            if !sql::link(&mut tx, answered.identity(), person.person_id, app.now()).await? {
                return Err(Code::SsoAlreadyLinked.into());
            }
            let fact = PeopleFact::SsoLinked { issuer: answered.claims.iss.clone() };
            let entry = Entry::by(person, Subject::Person(person.person_id), fact, &person.email);
            facts::record(&app.context(), &mut tx, entry.concerning(person.person_id)).await?;
        }
        Purpose::Confirm => {
            if owner != Some(person.person_id) {
                return Err(Code::SsoWrongUser.into());
            }
            if factors::has_factor(&mut *tx, person.person_id).await? {
                return Err(Code::FactorNeeded.into());
            }
            again::note_proof(&app.auth, &mut tx, person).await?;
        }
        Purpose::SignIn | Purpose::Trial => return Err(Code::SsoExpired.into()),
    }
    tx.commit().await?;
    Ok(Nothing {})
}

//! The Master's trial of a provider's settings. A trial that succeeds puts them in use. It connects no user,
//! proves no identity and begins no session, with any account of the provider.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{FinishSsoTrialRequest, SsoMode, SsoRequest, SsoRule, SsoStart};

use super::super::sql::sso::{self as sql, StoredProvider};
use super::waiting::{Purpose, answered, start};
use super::{FINISH_TRIAL, OUTBOUND_CALLS, record_refusal};
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, factors, guard, rate_limit};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Begins a trial in the session of a user with a recent proof, so that the thief of a session cannot put other settings
/// in use.
pub(super) async fn begin(app: App, who: Customer, _: SsoRequest) -> Answer<SsoStart> {
    let person = &who.person;
    let untried = sql::untried(&app.pool, &who.bulk_id).await?.ok_or(Code::SsoNothingToTry)?;
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
    let mut tx = app.begin().await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    tx.commit().await?;
    start(&app, &untried.settings, Purpose::Trial, &person.caller, Some(person), &person.email).await
}

/// Completes a trial.
pub(super) async fn finish(app: App, who: Customer, request: FinishSsoTrialRequest) -> Answer<Nothing> {
    let person = &who.person;
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
    let answer = put_in_use(&app, &who, request).await;
    answer.map_err(|error| record_refusal(&app, &person.caller, Some(person.person_id), FINISH_TRIAL, error))
}

async fn put_in_use(app: &App, who: &Customer, request: FinishSsoTrialRequest) -> Answer<Nothing> {
    let person = &who.person;
    let answered = answered(app, &person.caller, Some(person), &[Purpose::Trial], &request.into()).await?;
    if answered.bulk_id != who.bulk_id {
        return Err(Code::SsoExpired.into());
    }
    let mut tx = app.begin().await?;
    let before = sql::lock_provider(&mut tx, &who.bulk_id).await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, person).await?;
    let untried = sql::untried(&mut *tx, &who.bulk_id).await?;
    if untried.is_none_or(|untried| untried.settings.provider_id != answered.settings.provider_id) {
        return Err(Code::SsoExpired.into());
    }
    sql::set_provider(&mut tx, &answered.settings, app.now()).await?;
    sql::delete_untried(&mut tx, &who.bulk_id).await?;
    let after = SsoRule {
        mode: before.as_ref().map_or(SsoMode::Off, |before| before.mode),
        issuer: answered.settings.issuer.clone(),
        client_id: answered.settings.client_id.clone(),
    };
    let fact = PeopleFact::SsoChanged { before: before.as_ref().map(StoredProvider::rule), after };
    let entry = Entry::by(person, Subject::BulkAccount(&who.bulk_id), fact, &person.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

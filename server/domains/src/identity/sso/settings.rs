//! The settings of a company's provider.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{
    CheckedProvider, SetSsoRequest, SsoMode, SsoProvider, SsoRequest, SsoState, check_provider,
};
use gridbill_core::{Code, Day, Problem};

use super::super::sql::sso::{self as sql, StoredProvider};
use super::provider::{Discovered, discover};
use super::{OUTBOUND_CALLS, redirect_address};
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, factors, guard, rate_limit};
use crate::error::{Answer, Error};
use crate::facts::{self, Entry, Subject};

pub(super) async fn get(app: App, who: Customer, _: SsoRequest) -> Answer<SsoState> {
    let provider = sql::provider(&app.pool, &who.bulk_id).await?;
    let issuer = provider.as_ref().map(|provider| provider.issuer.as_str()).unwrap_or_default();
    let (users, linked) = sql::counts(&app.pool, &who.bulk_id, issuer).await?;
    let domains = sql::domains(&app.pool, &who.bulk_id).await?;
    Ok(SsoState {
        mode: provider.as_ref().map_or(SsoMode::Off, StoredProvider::mode),
        redirect_address: redirect_address(&app),
        domains,
        users,
        linked,
        provider: provider.map(|provider| SsoProvider {
            has_secret: provider.client_secret.is_some(),
            issuer: provider.issuer,
            client_id: provider.client_id,
        }),
    })
}

/// Sets the provider. Its configuration is read before the transaction. A known provider can be switched off without an
/// answer from it, because a Master may switch it off when it no longer answers.
pub(super) async fn set(app: App, who: Customer, request: SetSsoRequest) -> Answer<Nothing> {
    let (wanted, person) = (check_provider(&request)?, &who.person);
    let stored = sql::provider(&app.pool, &who.bulk_id).await?;
    let known = stored.filter(|stored| request.mode == SsoMode::Off && is_same(stored, &wanted));
    let discovered = if let Some(known) = known {
        Discovered {
            authorization_endpoint: known.authorization_endpoint,
            token_endpoint: known.token_endpoint,
            jwks_uri: known.jwks_uri,
            secret_in_body: known.secret_in_body,
            names_itself: known.names_itself,
        }
    } else {
        rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
        discover(&app, &wanted.issuer).await.map_err(at_issuer)?
    };
    let mut tx = app.begin().await?;
    let before = sql::lock_provider(&mut tx, &who.bulk_id).await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, person).await?;
    let domains = sql::domains(&mut *tx, &who.bulk_id).await?;
    if request.mode != SsoMode::Off && domains.iter().all(|domain| domain.proved_at.is_none()) {
        return Err(Code::SsoDomainNeeded.into());
    }
    if request.mode == SsoMode::Required && !factors::has_factor(&mut *tx, person.person_id).await? {
        return Err(Code::SsoBreakGlassFactor.into());
    }
    let provider_id = before.as_ref().map_or_else(|| app.random.uuid(), |before| before.provider_id);
    let client_secret = match (&wanted.client_secret, &before) {
        (Some(secret), _) => Some(app.auth.factors.sealer.seal(&app.random, provider_id, secret.as_bytes())?),
        (None, Some(before)) if is_same(before, &wanted) => before.client_secret.clone(),
        // The stored secret must not go to another address.
        (None, Some(before)) if before.client_secret.is_some() => {
            return Err(Problem::at("clientSecret", Code::SsoSecretRequired).into());
        }
        (None, _) => None,
    };
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    let after = StoredProvider {
        bulk_id: who.bulk_id.as_str().to_owned(),
        provider_id,
        mode: request.mode.code().to_owned(),
        issuer: wanted.issuer,
        client_id: wanted.client_id,
        client_secret,
        authorization_endpoint: discovered.authorization_endpoint,
        token_endpoint: discovered.token_endpoint,
        jwks_uri: discovered.jwks_uri,
        secret_in_body: discovered.secret_in_body,
        names_itself: discovered.names_itself,
    };
    let required_from = (request.mode == SsoMode::Required).then(|| Day::at(app.now()));
    sql::set_provider(&mut tx, &after, required_from, app.now()).await?;
    let fact = PeopleFact::SsoChanged { before: before.map(|before| before.rule()), after: after.rule() };
    let entry = Entry::by(person, Subject::BulkAccount(&who.bulk_id), fact, &person.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

fn is_same(stored: &StoredProvider, wanted: &CheckedProvider) -> bool {
    stored.issuer == wanted.issuer && stored.client_id == wanted.client_id
}

/// Names the field of the form that a refused address belongs to.
fn at_issuer(error: Error) -> Error {
    match error {
        Error::Refused(problem) if problem.code != Code::SsoProviderUnavailable => {
            Problem::at("issuer", problem.code).into()
        }
        other => other,
    }
}

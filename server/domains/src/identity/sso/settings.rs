//! The settings of a company's provider.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{
    CheckedProvider, SetSsoModeRequest, SetSsoRequest, SsoMode, SsoProvider, SsoRequest, SsoRule, SsoState, UntriedSso,
    check_provider,
};
use gridbill_core::{Code, Day, Problem};

use super::super::sql::sso::{self as sql, ProviderSettings, StoredProvider};
use super::provider::{Discovered, discover};
use super::{OUTBOUND_CALLS, redirect_address};
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, factors, guard, rate_limit};
use crate::error::{Answer, Error};
use crate::facts::{self, Entry, Subject};

pub(super) async fn get(app: App, who: Customer, _: SsoRequest) -> Answer<SsoState> {
    let provider = sql::provider(&app.pool, &who.bulk_id).await?;
    let untried = sql::untried(&app.pool, &who.bulk_id).await?;
    let own = provider.as_ref().map(|provider| &provider.settings);
    let (users, linked) = sql::counts(&app.pool, &who.bulk_id, own).await?;
    let domains = sql::domains(&app.pool, &who.bulk_id).await?;
    Ok(SsoState {
        mode: provider.as_ref().map_or(SsoMode::Off, |provider| provider.mode),
        redirect_address: redirect_address(&app),
        domains,
        users,
        linked,
        provider: provider.map(|StoredProvider { settings, tried_at, .. }| SsoProvider {
            has_secret: settings.client_secret.is_some(),
            issuer: settings.issuer,
            client_id: settings.client_id,
            tried_at,
        }),
        untried: untried.map(|sql::Untried { settings, set_at, failure }| UntriedSso {
            has_secret: settings.client_secret.is_some(),
            issuer: settings.issuer,
            client_id: settings.client_id,
            set_at,
            failure,
        }),
    })
}

/// Stores settings to be tried. The provider's configuration is read before the transaction. The settings that are in
/// use need no trial: stored again, they end the trial of others.
pub(super) async fn set(app: App, who: Customer, request: SetSsoRequest) -> Answer<Nothing> {
    let (wanted, person) = (check_provider(&request)?, &who.person);
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &person.person_id.to_string()).await?;
    let discovered = discover(&app, &wanted.issuer).await.map_err(at_issuer)?;
    let mut tx = app.begin().await?;
    let in_use = sql::lock_provider(&mut tx, &who.bulk_id).await?.map(|provider| provider.settings);
    let untried = sql::untried(&mut *tx, &who.bulk_id).await?.map(|untried| untried.settings);
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, person).await?;
    let provider_id = app.random.uuid();
    let sealer = &app.auth.factors.sealer;
    let client_secret = match &wanted.client_secret {
        Some(secret) => Some(sealer.seal(&app.random, provider_id, secret.as_bytes())?),
        // Encrypted anew, because the secret is bound to the id of its settings.
        None => match stored_secret(&wanted, [untried.as_ref(), in_use.as_ref()])? {
            Some((of, kept)) => Some(sealer.seal(&app.random, provider_id, &sealer.open(of, kept)?)?),
            None => None,
        },
    };
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    let is_new = wanted.client_secret.is_some() || untried.is_some_and(|untried| is_same(&untried, &wanted));
    if !is_new && in_use.is_some_and(|in_use| is_unchanged(&in_use, &wanted, &discovered)) {
        sql::delete_untried(&mut tx, &who.bulk_id).await?;
        tx.commit().await?;
        return Ok(Nothing {});
    }
    let new = ProviderSettings {
        bulk_id: who.bulk_id.as_str().to_owned(),
        provider_id,
        issuer: wanted.issuer,
        client_id: wanted.client_id,
        client_secret,
        authorization_endpoint: discovered.authorization_endpoint,
        token_endpoint: discovered.token_endpoint,
        jwks_uri: discovered.jwks_uri,
        secret_in_body: discovered.secret_in_body,
        secret_undecoded: false,
        names_itself: discovered.names_itself,
    };
    sql::set_untried(&mut tx, &new, app.now()).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Returns the stored secret of the same client, with the id that it is encrypted for.
/// Fails with [`Code::SsoSecretRequired`] if only other clients have one: it must not go to another address.
fn stored_secret<'a>(
    wanted: &CheckedProvider,
    stored: [Option<&'a ProviderSettings>; 2],
) -> Result<Option<(uuid::Uuid, &'a [u8])>, Problem> {
    if let Some(same) = stored.into_iter().flatten().find(|settings| is_same(settings, wanted)) {
        return Ok(same.client_secret.as_deref().map(|sealed| (same.provider_id, sealed)));
    }
    let has_secret = stored.into_iter().flatten().any(|settings| settings.client_secret.is_some());
    if has_secret { Err(Problem::at("clientSecret", Code::SsoSecretRequired)) } else { Ok(None) }
}

fn is_same(settings: &ProviderSettings, wanted: &CheckedProvider) -> bool {
    settings.issuer == wanted.issuer && settings.client_id == wanted.client_id
}

/// Whether the wanted settings are those in use.
fn is_unchanged(in_use: &ProviderSettings, wanted: &CheckedProvider, discovered: &Discovered) -> bool {
    is_same(in_use, wanted)
        && in_use.authorization_endpoint == discovered.authorization_endpoint
        && in_use.token_endpoint == discovered.token_endpoint
        && in_use.jwks_uri == discovered.jwks_uri
        && in_use.secret_in_body == discovered.secret_in_body
        && in_use.names_itself == discovered.names_itself
}

/// Sets the mode. The provider is not asked, because a Master may switch it off when it no longer answers.
pub(super) async fn set_mode(app: App, who: Customer, request: SetSsoModeRequest) -> Answer<Nothing> {
    let (mode, person) = (request.mode, &who.person);
    let mut tx = app.begin().await?;
    let before = sql::lock_provider(&mut tx, &who.bulk_id).await?;
    if !factors::sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, person).await?;
    let before = before.ok_or_else(|| Problem::at("mode", Code::SsoNotTried))?.rule();
    let domains = sql::domains(&mut *tx, &who.bulk_id).await?;
    if mode != SsoMode::Off && domains.iter().all(|domain| domain.proved_at.is_none()) {
        return Err(Code::SsoDomainNeeded.into());
    }
    if mode == SsoMode::Required && !factors::has_factor(&mut *tx, person.person_id).await? {
        return Err(Code::SsoBreakGlassFactor.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    let required_from = (mode == SsoMode::Required).then(|| Day::at(app.now()));
    sql::set_mode(&mut tx, &who.bulk_id, mode, required_from, app.now()).await?;
    let after = SsoRule { mode, ..before.clone() };
    let fact = PeopleFact::SsoChanged { before: Some(before), after };
    let entry = Entry::by(person, Subject::BulkAccount(&who.bulk_id), fact, &person.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Names the field of the form that a refused address belongs to.
fn at_issuer(error: Error) -> Error {
    match error {
        Error::Refused(problem) if problem.code != Code::SsoProviderUnavailable => {
            Problem::at("issuer", problem).into()
        }
        other => other,
    }
}

//! The mail domains of a company. A DNS record proves that the company controls a domain.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{MAX_DOMAINS, SsoDomain, SsoDomainRequest, SsoMode, check_domain};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;

use super::super::sql::sso::{self as sql, StoredProvider};
use super::OUTBOUND_CALLS;
use crate::app::App;
use crate::auth::who::Customer;
use crate::auth::{again, factors, guard, rate_limit, token};
use crate::endpoint::Tx;
use crate::error::{Answer, OnConstraint as _};
use crate::facts::{self, Entry, Subject};

/// Begins a change: locks the bulk account and the person.
async fn begin(app: &App, who: &Customer) -> Answer<(Tx, Option<StoredProvider>)> {
    let mut tx = app.begin().await?;
    let provider = sql::lock_provider(&mut tx, &who.bulk_id).await?;
    if !factors::sql::lock(&mut tx, who.person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    guard::check_unchanged(&mut tx, &who.person).await?;
    Ok((tx, provider))
}

/// Adds a domain with a new text for its record. An existing domain keeps its text.
pub(super) async fn add(app: App, who: Customer, request: SsoDomainRequest) -> Answer<SsoDomain> {
    let domain = check_domain(&request.domain)?;
    let (mut tx, _) = begin(&app, &who).await?;
    if let Some(there) = sql::domain(&mut *tx, &who.bulk_id, &domain).await? {
        return Ok(there);
    }
    if sql::domains(&mut *tx, &who.bulk_id).await?.len() >= MAX_DOMAINS {
        return Err(Problem::at("domain", Problem::new(Code::SsoDomainLimit).with("max", MAX_DOMAINS)).into());
    }
    sql::add_domain(&mut tx, &who.bulk_id, &domain, &token::opaque(&app.random), app.now()).await?;
    let added = sql::domain(&mut *tx, &who.bulk_id, &domain).await?.ok_or(Code::SsoDomainNotFound)?;
    publish(&app, &mut tx, &who, &domain, None, Some(false)).await?;
    tx.commit().await?;
    Ok(added)
}

/// Proves a domain by its record, which is read before the transaction. A proved domain whose record was missing is read
/// again, so that a Master who published it again need not wait a day.
pub(super) async fn prove(app: App, who: Customer, request: SsoDomainRequest) -> Answer<Nothing> {
    let domain = check_domain(&request.domain)?;
    let stored = sql::domain(&app.pool, &who.bulk_id, &domain).await?.ok_or(Code::SsoDomainNotFound)?;
    if stored.proved_at.is_some() && stored.missing_since.is_none() {
        return Ok(Nothing {});
    }
    rate_limit::enforce(&app.auth, OUTBOUND_CALLS, &who.person.person_id.to_string()).await?;
    let records = app.outbound.txt_records(&stored.record_name, app.random.bytes::<2>()).await.map_err(|error| {
        tracing::warn!(error = format!("{error:#}"), "failed to read a DNS record");
        Code::SsoDnsUnavailable
    })?;
    if !records.contains(&stored.record_value) {
        return Err(Problem::at("domain", Code::SsoDomainUnproved).into());
    }
    let (mut tx, _) = begin(&app, &who).await?;
    if sql::note_found(&mut tx, &who.bulk_id, &domain, stored.added_at, app.now()).await? {
        tx.commit().await?;
        return Ok(Nothing {});
    }
    let proved = sql::prove_domain(&mut tx, &who.bulk_id, &domain, stored.added_at, app.now()).await;
    if !proved.on_constraint("a_domain_is_proved_once", Code::SsoDomainTaken)? {
        return Err(Code::SsoDomainNotFound.into());
    }
    publish(&app, &mut tx, &who, &domain, Some(false), Some(true)).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Removes a domain. Refuses to remove the last proved domain while users sign in through the provider, because that
/// sign-in begins with the domain.
pub(super) async fn remove(app: App, who: Customer, request: SsoDomainRequest) -> Answer<Nothing> {
    let domain = check_domain(&request.domain)?;
    let (mut tx, provider) = begin(&app, &who).await?;
    let domains = sql::domains(&mut *tx, &who.bulk_id).await?;
    let stored = domains.iter().find(|stored| stored.domain == domain).ok_or(Code::SsoDomainNotFound)?;
    let is_last = domains.iter().filter(|stored| stored.proved_at.is_some()).all(|proved| proved.domain == domain);
    let is_used = provider.is_some_and(|provider| provider.mode != SsoMode::Off);
    if is_used && is_last && stored.proved_at.is_some() {
        return Err(Code::SsoDomainNeeded.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, &who.person).await?;
    sql::delete_domain(&mut tx, &who.bulk_id, &domain).await?;
    publish(&app, &mut tx, &who, &domain, Some(stored.proved_at.is_some()), None).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn publish(
    app: &App,
    db: &mut PgConnection,
    who: &Customer,
    domain: &str,
    before: Option<bool>,
    after: Option<bool>,
) -> Answer<()> {
    let fact = PeopleFact::SsoDomainChanged { domain: domain.to_owned(), before, after };
    let entry = Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, &who.person.email);
    facts::record(&app.context(), db, entry).await
}

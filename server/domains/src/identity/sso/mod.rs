//! Sign-in through a company's own OpenID Connect provider (docs/domain/people.md#single-sign-on).

use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::sso::{self as core, OwnSso, SsoMode};
use gridbill_core::number::Email;
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::sso as sql;
use crate::app::App;
use crate::auth::rate_limit::RateLimit;
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::who::{Caller, Person};
use crate::endpoint::Mount;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};

mod domains;
mod proof;
pub mod provider;
pub mod reading;
mod settings;
mod sign_in;
mod trial;
mod waiting;

/// Calls of one person in an hour that make the portal call a provider or a DNS server.
const OUTBOUND_CALLS: RateLimit = RateLimit { bucket: "ssoOutbound", max: 60, window_seconds: 3600 };

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::BeginSso, sign_in::begin)
        .json(core::FinishSso, sign_in::finish)
        .json(core::BeginSsoProof, proof::begin)
        .json(core::FinishSsoProof, proof::finish)
        .json(core::GetOwnSso, own)
        .json(core::GetSso, settings::get)
        .json(core::SetSso, settings::set)
        .json(core::SetSsoMode, settings::set_mode)
        .json(core::BeginSsoTrial, trial::begin)
        .json(core::FinishSsoTrial, trial::finish)
        .json(core::AddSsoDomain, domains::add)
        .json(core::ProveSsoDomain, domains::prove)
        .json(core::RemoveSsoDomain, domains::remove)
}

async fn own(app: App, person: Person, _: Nothing) -> Answer<OwnSso> {
    let own = match person.bulk_id.as_ref().filter(|_| !person.is_staff) {
        Some(bulk_id) => sql::own(&app.pool, bulk_id, person.person_id).await?,
        None => None,
    };
    Ok(own.map_or(OwnSso { is_offered: false, is_linked: false, must_link: false }, |own| OwnSso {
        is_offered: own.mode != SsoMode::Off.code(),
        is_linked: own.is_linked,
        must_link: own.mode == SsoMode::Required.code() && !own.is_linked && !own.is_master,
    }))
}

/// Whether a new user of that address can join the company through its provider.
pub async fn is_offered(db: &mut PgConnection, bulk_id: &str, email: &str) -> Answer<bool> {
    let provider = sql::provider_of_domain(db, &core::domain_of(&Email::parse(email)?)).await?;
    Ok(provider.is_some_and(|provider| provider.settings.bulk_id == bulk_id))
}

/// The address that providers redirect to.
fn redirect_address(app: &App) -> String {
    format!("{}{}", app.config.public_url(), core::REDIRECT_PATH)
}

/// A user whose password was right.
pub struct PasswordUser<'a> {
    pub person_id: Uuid,
    pub email: &'a str,
    pub name: &'a str,
    pub caller: &'a Caller,
}

/// Checks that the user may sign in without the company's provider. If the company requires its provider, two users
/// still may: the Master with a second factor, which is recorded and e-mailed, and a user who is not connected yet,
/// whose session can only connect. A user whose address is in no proved domain can begin no sign-in with the provider. The caller must have locked the person. Fails with [`Code::SsoRequired`].
pub async fn check_other_way(app: &App, db: &mut PgConnection, user: &PasswordUser<'_>, call: &str) -> Answer<()> {
    let Some(bulk_id) = sql::bulk_id(&mut *db, user.person_id).await? else { return Ok(()) };
    let own = sql::own(&mut *db, &bulk_id, user.person_id).await?;
    let Some(own) = own.filter(|own| own.mode == SsoMode::Required.code()) else { return Ok(()) };
    let tell = |what, code| {
        let event = Event { what, person_id: Some(user.person_id), email: Some(user.email), call, code };
        security::record(&app.auth, user.caller, &event);
    };
    if own.is_master {
        tell(SecurityEventKind::BreakGlass, None);
        let actor = Actor::Visitor { person_id: Some(user.person_id), name: user.name, caller: user.caller };
        let entry = Entry::of(Subject::BulkAccount(&bulk_id), actor, PeopleFact::BreakGlassUsed, user.email);
        return facts::record(&app.context(), db, entry).await;
    }
    if own.is_linked && sql::was_proved(&mut *db, &bulk_id, &core::domain_of(&Email::parse(user.email)?)).await? {
        tell(SecurityEventKind::PasswordNotAllowed, Some(Code::SsoRequired));
        return Err(Code::SsoRequired.into());
    }
    Ok(())
}

/// Records that a provider's answer was refused, and returns the error unchanged.
fn record_refusal(app: &App, caller: &Caller, person_id: Option<Uuid>, call: &str, error: Error) -> Error {
    if let Error::Refused(Problem { code, .. }) = &error {
        let what = SecurityEventKind::CompanySignInRefused;
        let event = Event { what, person_id, email: None, call, code: Some(*code) };
        security::record(&app.auth, caller, &event);
    }
    error
}

const FINISH: &str = core::FinishSso::ENTRY.name;
const FINISH_PROOF: &str = core::FinishSsoProof::ENTRY.name;
const FINISH_TRIAL: &str = core::FinishSsoTrial::ENTRY.name;

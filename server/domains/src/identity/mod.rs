//! Signing in and out, and a user's profile.

use gridbill_core::Code;
use gridbill_core::accounts::sector_name;
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::person::IdentificationType;
use gridbill_core::identity::registering::TERMS_VERSION;
use gridbill_core::identity::{self as core, Portal, Profile, RefreshRequest, Side, Tokens};

use crate::announcements;
use crate::app::App;
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::session::{self, RefreshRefusal};
use crate::auth::who::{Person, Staff, Visitor};
use crate::database::is_demo;
use crate::endpoint::Mount;
use crate::error::Answer;

pub mod email;
pub mod factors;
mod invitation;
pub mod links;
mod login;
pub mod profile;
pub mod registering;
mod sessions;
mod sql;
pub mod sso;
pub mod takeover;

pub fn mount(mount: Mount) -> Mount {
    let mount = sso::mount(factors::mount(sessions::mount(profile::mount(registering::mount(mount)))));
    mount
        .json(core::Login, |app, visitor, request| login::login(app, visitor, request, Side::Customer))
        .json(core::Logout, |app, visitor, request| logout(app, visitor, request, Side::Customer))
        .json(core::RefreshToken, |app, visitor, request| refresh(app, visitor, request, Side::Customer))
        .json(core::GetUserProfile, profile)
        .json(core::AdminLogin, |app, visitor, request| login::login(app, visitor, request, Side::Staff))
        .json(core::AdminLogout, |app, visitor, request| logout(app, visitor, request, Side::Staff))
        .json(core::AdminRefreshToken, |app, visitor, request| refresh(app, visitor, request, Side::Staff))
        .json(core::GetAdminProfile, |app, Staff { person }, request| profile(app, person, request))
        .json(core::GetPortal, portal)
}

async fn refresh(app: App, visitor: Visitor, request: RefreshRequest, side: Side) -> Answer<Tokens> {
    let token = visitor.refresh_token(request.refresh_token)?.ok_or(Code::SignedOut)?;
    match session::refresh(&app.auth, &token, side).await? {
        Ok(pair) => Ok(session::deliver_tokens(&app.auth, &visitor.caller, pair)),
        Err((why, person_id)) => {
            let what = match why {
                RefreshRefusal::Unknown => SecurityEventKind::RefreshUnknown,
                RefreshRefusal::Expired(_) => SecurityEventKind::RefreshExpired,
                RefreshRefusal::Reused => SecurityEventKind::RefreshReused,
            };
            let call = match side {
                Side::Staff => core::AdminRefreshToken::ENTRY.name,
                Side::Customer => core::RefreshToken::ENTRY.name,
            };
            let code = Code::from(why);
            let event = Event { what, person_id, email: None, call, code: Some(code) };
            security::record(&app.auth, &visitor.caller, &event);
            Err(code.into())
        }
    }
}

async fn logout(app: App, visitor: Visitor, request: RefreshRequest, side: Side) -> Answer<Nothing> {
    let refresh_token = visitor.refresh_token(request.refresh_token)?;
    session::end(&app.auth, refresh_token.as_deref(), visitor.access_token.as_deref(), side).await?;
    session::clear_session_cookies(&app.auth, &visitor.caller);
    Ok(Nothing {})
}

async fn profile(app: App, person: Person, _: Nothing) -> Answer<Profile> {
    match person.bulk_id.clone().filter(|_| person.is_staff) {
        Some(bulk_id) => profile::viewed(app, person, bulk_id).await,
        None => own_profile(app, person).await,
    }
}

async fn own_profile(app: App, person: Person) -> Answer<Profile> {
    let more = sql::profile(&app.pool, person.person_id).await?;
    let tutorials = sql::tutorials(&app.pool, person.person_id).await?;
    let scopes = person.role.map(|role| role.scopes(person.permissions)).unwrap_or_default();
    Ok(Profile {
        name: person.name,
        email: person.email,
        nickname: more.nickname,
        mobile_no: more.mobile_no,
        identification_type: more.identification_type.as_deref().and_then(IdentificationType::from_code),
        identification_no: more.identification_no.as_deref().map(hidden),
        email_opting: more.email_opting,
        role: person.role,
        viewed_by: None,
        permissions: person.permissions,
        scopes: scopes.iter().map(ToString::to_string).collect(),
        user_roles_for_scope: person.role.into_iter().collect(),
        sector_name: more.sector.map(|sector| sector_name(&sector, person.language)),
        company_name: if person.is_staff { Some(app.config.utility.utility_name.clone()) } else { more.company_name },
        bulk_id: person.bulk_id,
        registration_status_id: more.registration_status,
        has_valid_contract_account: person.has_account,
        last_login_date_time: more.previous_login_at,
        is_password_reset_required: more.password_reset_required,
        terms_to_accept: (!person.is_staff && more.terms_version.as_deref() != Some(TERMS_VERSION))
            .then(|| TERMS_VERSION.to_owned()),
        tutorials,
        now: app.now(),
    })
}

/// Hides all but the last four characters of a number.
fn hidden(number: &str) -> String {
    let shown = number.chars().count().saturating_sub(4);
    number.chars().enumerate().map(|(place, character)| if place < shown { '•' } else { character }).collect()
}

async fn portal(app: App, visitor: Visitor, _: Nothing) -> Answer<Portal> {
    let utility = &app.config.utility;
    Ok(Portal {
        utility_name: utility.utility_name.clone(),
        care_line: utility.care_line.clone(),
        accent: utility.accent.clone(),
        is_demo: is_demo(&app.pool).await?,
        language: visitor.language,
        signed_in_as: session::of_cookie(&app.auth, visitor.refresh_cookie.as_deref()).await?,
        announcements: announcements::on_show(&app).await?,
    })
}

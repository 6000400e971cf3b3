//! Signing in, and who one is.

use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::person::IdentificationType;
use gridbill_core::identity::{
    self as core, LoginRequest, MOST_ATTEMPTS, Portal, Profile, RefreshRequest, Tokens, check_login,
};
use gridbill_core::{Code, Problem};

use crate::app::App;
use crate::auth::rate;
use crate::auth::session::{self, Pair};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::who::{Person, Staff, Visitor};

mod invitation;
pub mod links;
mod profile;
pub mod registering;
mod sessions;
mod sql;

pub(crate) use sql::is_demo;

pub fn mount(mount: Mount) -> Mount {
    let mount = sessions::mount(profile::mount(registering::mount(mount)));
    mount
        .json(core::Login, |app, visitor, request| login(app, visitor, request, false))
        .json(core::Logout, |app, visitor, request| logout(app, visitor, request, false))
        .json(core::RefreshToken, |app, visitor, request| refresh(app, visitor, request, false))
        .json(core::GetUserProfile, profile)
        .json(core::AdminLogin, |app, visitor, request| login(app, visitor, request, true))
        .json(core::AdminLogout, |app, visitor, request| logout(app, visitor, request, true))
        .json(core::AdminRefreshToken, |app, visitor, request| refresh(app, visitor, request, true))
        .json(core::GetAdminProfile, |app, Staff { person }, request| profile(app, person, request))
        .json(core::GetPortal, portal)
}

/// Wrong e-mail and wrong password look the same: same sentence, same counter, same time. An invitation is taken with the
/// session or not at all, and one that is not good counts no attempt: the password was right.
async fn login(app: App, visitor: Visitor, request: LoginRequest, is_staff: bool) -> Answer<Tokens> {
    let email = check_login(&request.username, &request.password)?.normal();
    rate::take_by_address(&app, app.config.limits.sign_ins(), &visitor.caller).await?;
    let now = app.now();
    if sql::attempts(&app.pool, &email, is_staff).await? >= MOST_ATTEMPTS {
        return Err(locked().into());
    }
    let found = sql::person(&app.pool, &email, is_staff).await?;
    let stored = found.as_ref().and_then(|person| person.password_hash.clone());
    let fits = app.passwords.fits(request.password, stored.clone()).await?;
    let Some(person) = found.filter(|_| fits) else {
        let attempt = sql::count_attempt(&app.pool, &email, is_staff, now, MOST_ATTEMPTS).await?;
        return Err(if attempt >= MOST_ATTEMPTS { locked() } else { wrong(attempt) }.into());
    };
    if !person.activated {
        return Err(Problem::new(Code::AccountNotActivated).with("isNonActivatedUser", true).into());
    }
    let mut tx = app.pool.begin().await?;
    // Another password, or nobody who may come in, since it was checked.
    if !sql::hold(&mut *tx, person.person_id, stored.as_deref().unwrap_or_default()).await? {
        return Err(Code::SignedOut.into());
    }
    // Locked meanwhile by somebody who kept guessing: the right password does not open it any more.
    if !sql::forget_attempts(&mut *tx, &email, is_staff, MOST_ATTEMPTS).await? {
        return Err(locked().into());
    }
    if let Some(token) = request.invitation_token.filter(|token| !token.is_empty()) {
        let invitation = invitation::held(&app, &mut tx, &token, &email).await?;
        invitation::accept(&app, &mut tx, &invitation, person.person_id, &person.name).await?;
    }
    sql::note_login(&mut *tx, person.person_id, now).await?;
    let (access, refresh) = session::begin(&app, &mut tx, person.person_id, &visitor.caller).await?;
    tx.commit().await?;
    let pair = Pair { access, refresh, is_staff, password_reset_required: person.password_reset_required };
    Ok(session::hand_over(&app, &visitor.caller, pair))
}

fn wrong(attempt: i32) -> Problem {
    Problem::new(Code::WrongCredentials)
        .with("attempt", attempt)
        .with("limit", MOST_ATTEMPTS)
        .with("isUserPasswordLocked", false)
        .with("isNonActivatedUser", false)
}

fn locked() -> Problem {
    Problem::new(Code::AccountLocked)
        .with("attempt", MOST_ATTEMPTS)
        .with("isUserPasswordLocked", true)
        .with("isNonActivatedUser", false)
}

async fn refresh(app: App, visitor: Visitor, request: RefreshRequest, is_staff: bool) -> Answer<Tokens> {
    let token = visitor.refresh_token(request.refresh_token)?.ok_or(Code::SignedOut)?;
    let pair = session::refresh(&app, &token, is_staff).await?;
    Ok(session::hand_over(&app, &visitor.caller, pair))
}

async fn logout(app: App, visitor: Visitor, request: RefreshRequest, is_staff: bool) -> Answer<Nothing> {
    if let Some(token) = visitor.refresh_token(request.refresh_token)? {
        session::end(&app, &token, is_staff).await?;
    }
    session::forget_cookies(&app, &visitor.caller);
    Ok(Nothing {})
}

async fn profile(app: App, person: Person, _: Nothing) -> Answer<Profile> {
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
        permissions: person.permissions,
        scopes: scopes.iter().map(ToString::to_string).collect(),
        company_name: if person.is_staff { Some(app.config.utility.utility_name.clone()) } else { more.company_name },
        bulk_id: person.bulk_id,
        registration_status_id: more.registration_status,
        has_valid_contract_account: person.has_account,
        last_login_date_time: more.previous_login_at,
        is_password_reset_required: more.password_reset_required,
        tutorials,
        now: app.now(),
    })
}

/// A number of which only its owner recognises the end.
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
        is_demo: sql::is_demo(&app.pool).await?,
        language: visitor.language,
    })
}

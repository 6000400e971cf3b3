//! Signing in with e-mail and password, and the protection against guessing.
//!
//! Five wrong attempts lock an account for the network that they came from, until its password is reset. So a
//! stranger cannot lock out the owner elsewhere. A wider limit stops guesses from many networks. A device that the
//! person has signed in from has its own count: neither a network's lock nor the wider limit applies to it.

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::identity::factors::{Challenged, SignInAnswer};
use gridbill_core::identity::{AdminLogin, Login, LoginRequest, MAX_ATTEMPTS, Side, Tokens, check_login};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sso::{self, PasswordUser};
use super::{factors, invitation, sql};
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::session::{self, Pair};
use crate::auth::who::Visitor;
use crate::auth::{address, device};
use crate::endpoint::Tx;
use crate::error::{Answer, Error};

/// The account and origin for which wrong attempts are counted.
struct Attempts<'a> {
    email: &'a str,
    side: Side,
    /// The network, or the known device.
    network: String,
    is_known_device: bool,
}

/// Signs a user in. A wrong e-mail address and a wrong password get the same refusal, count the same attempt and take
/// the same time. An invitation is accepted together with the sign-in, or both fail. An invalid invitation counts no
/// attempt, because the password was right.
///
/// For a user with a second factor, the right password leads to a challenge instead of tokens. Until the challenge is
/// answered there is no session, no known device and no accepted invitation.
pub async fn login(app: App, visitor: Visitor, request: LoginRequest, side: Side) -> Answer<SignInAnswer> {
    let email = check_login(&request.username, &request.password)?.normal();
    rate_limit::enforce_by_address(&app.auth, app.config.limits.sign_ins(), &visitor.caller).await?;
    let found = sql::person(&app.pool, &email, side).await?;
    let person_id = found.as_ref().map(|person| person.person_id);
    let call = match side {
        Side::Staff => AdminLogin::ENTRY.name,
        Side::Customer => Login::ENTRY.name,
    };
    let tell = |what, code| {
        security::record(&app.auth, &visitor.caller, &Event { what, person_id, email: Some(&email), call, code });
    };
    let device = device::find_known_device(&app.auth, &visitor.caller, person_id).await?;
    let is_known_device = device.is_some();
    let network = device.unwrap_or_else(|| address::network(&visitor.caller.address));
    let attempts = Attempts { email: &email, side, network, is_known_device };
    if let Err(refused) = attempts.refuse_if_locked(&app).await {
        if let Error::Refused(problem) = &refused {
            tell(SecurityEventKind::SignInLocked, Some(problem.code));
        }
        return Err(refused);
    }
    let stored = found.as_ref().and_then(|person| person.password_hash.clone());
    let fits = app.auth.passwords.fits(request.password, stored.clone()).await?;
    let Some(person) = found.filter(|_| fits) else {
        let attempt = attempts.count(&app).await?;
        let is_locked = attempt >= MAX_ATTEMPTS;
        let what =
            if attempt == MAX_ATTEMPTS { SecurityEventKind::LockedOut } else { SecurityEventKind::WrongPassword };
        tell(what, None);
        return Err(if is_locked { locked() } else { wrong(attempt) }.into());
    };
    if !person.activated {
        tell(SecurityEventKind::NotActivated, None);
        let attempt = sql::attempts(&app.pool, &email, side, &attempts.network).await?;
        return Err(flagged(Code::AccountNotActivated, attempt).into());
    }
    let mut tx = app.begin().await?;
    // The password was changed or the person disabled since the check.
    if !sql::lock(&mut *tx, person.person_id, stored.as_deref().unwrap_or_default()).await? {
        return Err(Code::SignedOut.into());
    }
    // If concurrent guesses locked the account meanwhile, even the right password is refused.
    attempts.clear(&app, &mut tx).await?;
    let user = PasswordUser { person_id: person.person_id, email: &email, name: &person.name, caller: &visitor.caller };
    sso::check_other_way(&app, &mut tx, &user, call).await?;
    if let Some(challenge) = factors::sign_in::ask(&app, &mut tx, &visitor, person.person_id).await? {
        tx.commit().await?;
        return Ok(SignInAnswer::Challenged(Challenged { challenge }));
    }
    let entrant = Entrant {
        person_id: person.person_id,
        email: &email,
        name: &person.name,
        side,
        password_reset_required: person.password_reset_required,
    };
    Ok(SignInAnswer::Tokens(enter(&app, tx, &visitor, &entrant, request.invitation_token, call).await?))
}

/// A person whose identity is proved and who signs in.
pub struct Entrant<'a> {
    pub person_id: Uuid,
    pub email: &'a str,
    pub name: &'a str,
    pub side: Side,
    pub password_reset_required: bool,
}

/// Begins the session, and accepts the invitation that the person came with. The caller must have locked the person.
/// Fails with the codes of the invitation.
pub async fn enter(
    app: &App,
    mut tx: Tx,
    visitor: &Visitor,
    entrant: &Entrant<'_>,
    invitation_token: Option<String>,
    call: &str,
) -> Answer<Tokens> {
    let person_id = entrant.person_id;
    if let Some(token) = invitation_token.filter(|token| !token.is_empty()) {
        let invitation = invitation::locked(app, &mut tx, &token, entrant.email).await?;
        invitation::accept(app, &mut tx, &invitation, person_id, entrant.name, &visitor.caller).await?;
    }
    sql::note_login(&mut *tx, person_id, app.now()).await?;
    session::end_replaced_session(&app.auth, &mut tx, visitor).await?;
    let device_cookie = device::remember(&app.auth, &mut tx, &visitor.caller, person_id).await?;
    let (access, refresh) = session::begin(&app.auth, &mut tx, person_id, &visitor.caller).await?;
    tx.commit().await?;
    let (what, email) = (SecurityEventKind::SignedIn, Some(entrant.email));
    let event = Event { what, person_id: Some(person_id), email, call, code: None };
    security::record(&app.auth, &visitor.caller, &event);
    let password_reset_required = entrant.password_reset_required;
    let pair = Pair { access, refresh, is_staff: entrant.side.is_staff(), password_reset_required };
    let tokens = session::deliver_tokens(&app.auth, &visitor.caller, pair);
    if let Some(cookie) = device_cookie {
        visitor.caller.cookies.set(cookie);
    }
    Ok(tokens)
}

impl Attempts<'_> {
    /// Refuses if the account is locked for this origin.
    async fn refuse_if_locked(&self, app: &App) -> Answer<()> {
        if sql::attempts(&app.pool, self.email, self.side, &self.network).await? >= MAX_ATTEMPTS {
            return Err(locked().into());
        }
        if self.is_known_device {
            return Ok(());
        }
        let account = account(self.email, self.side);
        rate_limit::check(&app.pool, app.config.limits.wrong_passwords(), &account, app.now()).await
    }

    /// Deletes the attempts from this origin, because the password was right. Refuses if they have locked the
    /// account.
    async fn clear(&self, app: &App, db: &mut PgConnection) -> Answer<()> {
        if !sql::delete_attempts(&mut *db, self.email, self.side, &self.network, MAX_ATTEMPTS).await? {
            return Err(locked().into());
        }
        if self.is_known_device {
            return Ok(());
        }
        rate_limit::check(db, app.config.limits.wrong_passwords(), &account(self.email, self.side), app.now()).await
    }

    /// Counts a wrong attempt, and returns the number of attempts.
    async fn count(&self, app: &App) -> Answer<i32> {
        let (limits, now) = (app.config.limits, app.now());
        if !self.is_known_device {
            let account = account(self.email, self.side);
            rate_limit::count(&app.pool, limits.wrong_passwords(), &account, now).await?;
        }
        Ok(sql::count_attempt(&app.pool, self.email, self.side, &self.network, now, MAX_ATTEMPTS).await?)
    }
}

/// Returns the key under which the wider limit counts. Customers and staff have separate accounts.
fn account(email: &str, side: Side) -> String {
    let whose = match side {
        Side::Staff => "staff",
        Side::Customer => "customer",
    };
    format!("{whose} {email}")
}

/// Deletes wrong attempts from all origins including locks, after the person has proved the address with a link.
pub async fn lift_lock(app: &App, db: &mut PgConnection, email: &str, side: Side) -> Answer<()> {
    sql::delete_all_attempts(&mut *db, email, side).await?;
    rate_limit::reset_count(db, app.config.limits.wrong_passwords(), &account(email, side)).await
}

fn wrong(attempt: i32) -> Problem {
    flagged(Code::WrongCredentials, attempt).with("limit", MAX_ATTEMPTS)
}

fn locked() -> Problem {
    flagged(Code::AccountLocked, MAX_ATTEMPTS)
}

/// Returns a refused sign-in with the flags that existing clients expect (docs/http.md#errors).
fn flagged(code: Code, attempt: i32) -> Problem {
    Problem::new(code)
        .with("attempt", attempt)
        .with("isUserPasswordLocked", code == Code::AccountLocked)
        .with("isNonActivatedUser", code == Code::AccountNotActivated)
}

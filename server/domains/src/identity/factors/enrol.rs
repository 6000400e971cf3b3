//! Adding factors. With the first factor, the user gets ten recovery codes, which are shown once.

use gridbill_core::Problem;
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::factors::{
    AddedFactor, ConfirmTotpRequest, FactorKind, FinishPasskey, FinishPasskeyRequest, MAX_FACTORS, NewTotp,
    PasskeyChallenge, check_name, parse_totp,
};
use gridbill_core::{Code, Language};
use sqlx::PgConnection;
use uuid::Uuid;

use super::change::{begin, changed, replace_recovery_codes};
use super::{User, count_code, refuse, reset, reset_code_count};
use crate::app::App;
use crate::auth::factors::challenge::{self, New, Purpose};
use crate::auth::factors::sql::NewFactor;
use crate::auth::factors::totp::WrongClock;
use crate::auth::factors::{sql, totp};
use crate::auth::who::Person;
use crate::documents::qr::Qr;
use crate::error::Answer;

/// Creates a secret for an authenticator app, which replaces an unconfirmed secret. Ends the user's sign-ins that wait
/// for a second factor.
pub(super) async fn begin_totp(app: App, person: Person, _: Nothing) -> Answer<NewTotp> {
    let mut tx = begin(&app, &person).await?;
    check_limit(&mut tx, &person).await?;
    let secret = app.random.bytes::<{ totp::SECRET_BYTES }>();
    let sealed = app.auth.factors.sealer.seal(&app.random, person.person_id, &secret)?;
    sql::delete_challenges(&mut tx, person.person_id).await?;
    let new = New { secret: Some(&sealed), ..New::to(&person) };
    challenge::open(&app.auth, &mut tx, Purpose::NewTotp, &person.caller, new).await?;
    tx.commit().await?;
    let address = totp::address(&app.config.utility.utility_name, &person.email, &secret);
    let qr = Qr::of(&address).ok_or_else(|| anyhow::anyhow!("the address is too long for a QR code"))?.drawing();
    Ok(NewTotp { secret: totp::base32(&secret), address, qr_size: qr.size, qr_path: qr.path })
}

/// Adds the authenticator app. Its code proves that the app has the secret, and counts as used.
pub(super) async fn confirm_totp(app: App, person: Person, request: ConfirmTotpRequest) -> Answer<AddedFactor> {
    let digits = parse_totp(&request.totp)?;
    let name = check_name(request.name.as_deref(), default_name(FactorKind::Totp, person.language))?;
    let user = User::of(&person);
    let attempt = count_code(&app, &user).await?;
    let mut tx = begin(&app, &person).await?;
    check_limit(&mut tx, &person).await?;
    let sealed = sql::new_totp(&mut tx, person.person_id, person.session_id, app.now()).await?;
    let sealed = sealed.ok_or(Code::ChallengeExpired)?;
    let secret = app.auth.factors.sealer.open(person.person_id, &sealed)?;
    let present = totp::step(app.now());
    let Some(step) = totp::accepted_step(&secret, present, &digits)? else {
        drop(tx);
        let refused = refuse(&app, &user, Some(&attempt), FactorKind::Totp, "ConfirmTotp").await?;
        let clock = totp::wrong_clock(&secret, present, &digits)?;
        return Err(clock.map_or(refused, |clock| clock_refusal(clock).into()));
    };
    reset_code_count(&mut tx, Some(&attempt)).await?;
    let new = new_factor(&app, &person, &name);
    sql::add_totp(&mut tx, &new, &sealed, step).await?;
    let added = added(&app, &mut tx, &person, &new, FactorKind::Totp).await?;
    tx.commit().await?;
    Ok(added)
}

/// Returns the refusal of a right code for another time. Such an app would never sign in.
fn clock_refusal(clock: WrongClock) -> Problem {
    let problem = match clock {
        WrongClock::Minutes(minutes) if minutes > 0 => Problem::new(Code::FactorClockFast).with("minutes", minutes),
        WrongClock::Minutes(minutes) => Problem::new(Code::FactorClockSlow).with("minutes", -minutes),
        WrongClock::Hours(hours) => Problem::new(Code::FactorClockZone).with("hours", hours),
    };
    Problem::at("totp", problem)
}

pub(super) async fn begin_passkey(app: App, person: Person, _: Nothing) -> Answer<PasskeyChallenge> {
    let mut tx = begin(&app, &person).await?;
    check_limit(&mut tx, &person).await?;
    let existing: Vec<_> =
        sql::passkeys(&mut *tx, person.person_id).await?.into_iter().map(|passkey| passkey.credential).collect();
    let passkeys = &app.auth.factors.passkeys;
    let asked = passkeys.ask_for_new(person.person_id, &person.email, &person.name, &existing)?;
    let new = New { passkey_state: Some(&asked.state), ..New::to(&person) };
    let handle = challenge::open(&app.auth, &mut tx, Purpose::NewPasskey, &person.caller, new).await?;
    tx.commit().await?;
    Ok(PasskeyChallenge { handle, options: asked.options })
}

pub(super) async fn finish_passkey(app: App, person: Person, request: FinishPasskeyRequest) -> Answer<AddedFactor> {
    let call = FinishPasskey::ENTRY.name;
    let name = check_name(request.name.as_deref(), default_name(FactorKind::Passkey, person.language))?;
    let mut tx = begin(&app, &person).await?;
    check_limit(&mut tx, &person).await?;
    let asked = challenge::find_own(&app.auth, &mut tx, Purpose::NewPasskey, &request.handle, &person, call).await?;
    asked.take(&mut tx).await?;
    let new = new_factor(&app, &person, &name);
    let passkey = app.auth.factors.passkeys.check_new(request.credential, asked.state()?)?;
    let is_added = match passkey {
        Some(made) => sql::add_passkey(&mut tx, &new, &made.credential_id, &made.credential).await?,
        None => false,
    };
    if !is_added {
        drop(tx);
        return Err(refuse(&app, &User::of(&person), None, FactorKind::Passkey, call).await?);
    }
    let added = added(&app, &mut tx, &person, &new, FactorKind::Passkey).await?;
    tx.commit().await?;
    Ok(added)
}

/// Creates recovery codes if the person has none left, ends a reset of the factors, which would remove the new one too,
/// and completes the change.
async fn added(
    app: &App,
    db: &mut PgConnection,
    person: &Person,
    new: &NewFactor<'_>,
    kind: FactorKind,
) -> Answer<AddedFactor> {
    let has_codes = sql::recovery_codes_left(&mut *db, person.person_id).await? > 0;
    let recovery_codes = if has_codes { Vec::new() } else { replace_recovery_codes(app, db, person.person_id).await? };
    let fact = PeopleFact::FactorAdded { factor: kind.code().to_owned(), name: new.name.to_owned() };
    changed(app, db, person, fact).await?;
    reset::stop(app, db, &User::of(person)).await?;
    Ok(AddedFactor { factor_id: new.factor_id.to_string(), recovery_codes })
}

fn new_factor<'a>(app: &App, person: &Person, name: &'a str) -> NewFactor<'a> {
    let factor_id: Uuid = app.random.uuid();
    NewFactor { factor_id, person_id: person.person_id, name, added_at: app.now() }
}

async fn check_limit(db: &mut PgConnection, person: &Person) -> Answer<()> {
    if sql::factors(db, person.person_id).await?.len() < MAX_FACTORS {
        return Ok(());
    }
    Err(Problem::new(Code::FactorLimit).with("max", MAX_FACTORS).into())
}

fn default_name(kind: FactorKind, language: Language) -> &'static str {
    language.pick(match kind {
        FactorKind::Totp | FactorKind::RecoveryCode => ["Authenticator app", "Aplikasi pengesah"],
        FactorKind::Passkey => ["Passkey", "Kunci laluan"],
    })
}

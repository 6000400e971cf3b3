//! Removing factors, renewing recovery codes, and the steps after every change of a factor.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::factors::{RecoveryCodes, RemoveFactorRequest};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{User, send};
use crate::app::App;
use crate::auth::again;
use crate::auth::factors::{applies, recovery, required_from, sql};
use crate::auth::who::Person;
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::identity::email::IdentityEmail;
use crate::identity::sql as identity;

/// Begins a change of the person's factors: locks the person, and requires a recent proof of identity.
/// Fails with [`Code::ConfirmIdentity`]; [`Code::SignedOut`].
pub(super) async fn begin(app: &App, person: &Person) -> Answer<Tx> {
    let mut tx = app.begin().await?;
    if !sql::lock(&mut tx, person.person_id).await? {
        return Err(Code::SignedOut.into());
    }
    again::require_recent_proof(&app.auth, &mut tx, person).await?;
    Ok(tx)
}

/// Removes a factor. Refuses to remove the last factor of a person who needs one. Deletes the recovery codes together
/// with the last factor, because they are useless without one.
pub(super) async fn remove(app: App, person: Person, request: RemoveFactorRequest) -> Answer<Nothing> {
    let factor_id = Uuid::try_parse(&request.factor_id).map_err(|_| Code::FactorNotFound)?;
    let mut tx = begin(&app, &person).await?;
    let deleted = sql::delete_factor(&mut tx, person.person_id, factor_id).await?;
    let (factor, name) = deleted.ok_or(Code::FactorNotFound)?;
    if sql::kinds(&mut *tx, person.person_id).await?.is_empty() {
        let required_from = required_from(&app.auth, &mut *tx, &person).await?;
        if applies(required_from, app.now()) {
            return Err(Code::FactorIsLast.into());
        }
        sql::delete_recovery_codes(&mut tx, person.person_id).await?;
    }
    changed(&app, &mut tx, &person, PeopleFact::FactorRemoved { factor, name }).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

pub(super) async fn renew_recovery_codes(app: App, person: Person, _: Nothing) -> Answer<RecoveryCodes> {
    let mut tx = begin(&app, &person).await?;
    if sql::kinds(&mut *tx, person.person_id).await?.is_empty() {
        return Err(Code::FactorNotFound.into());
    }
    let recovery_codes = replace_recovery_codes(&app, &mut tx, person.person_id).await?;
    changed(&app, &mut tx, &person, PeopleFact::RecoveryCodesRenewed).await?;
    tx.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

/// Replaces the person's recovery codes, and returns the new ones. Only their hashes are stored.
pub(super) async fn replace_recovery_codes(app: &App, db: &mut PgConnection, person_id: Uuid) -> Answer<Vec<String>> {
    let codes = recovery::make(&app.random);
    let hashes: Vec<_> = codes.iter().map(|code| recovery::hashed(person_id, code)).collect();
    sql::delete_recovery_codes(&mut *db, person_id).await?;
    sql::add_recovery_codes(db, person_id, &hashes, app.now()).await?;
    Ok(codes)
}

/// Completes a change of a factor: ends the person's other sessions and open challenges, records the change and e-mails
/// it.
pub(super) async fn changed(app: &App, db: &mut PgConnection, person: &Person, fact: PeopleFact) -> Answer<()> {
    identity::sessions::end_others(&mut *db, person.person_id, person.session_id, app.now()).await?;
    sql::delete_challenges(&mut *db, person.person_id).await?;
    publish(app, db, person, fact).await
}

/// Records a fact about the person's factors, and e-mails it.
pub(super) async fn publish(app: &App, db: &mut PgConnection, person: &Person, fact: PeopleFact) -> Answer<()> {
    let language = identity::profile::language(&mut *db, person.person_id).await?;
    let email = IdentityEmail::FactorsChanged { email: &person.email, fact: &fact, at: app.now() };
    send(app, &mut *db, &User::of(person), language, email).await?;
    let entry = Entry::by(person, Subject::Person(person.person_id), fact, &person.email);
    facts::record(&app.context(), db, entry.concerning(person.person_id)).await
}

//! The user's own draft, stored exactly as typed.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::AccountNo;
use gridbill_core::registration::{Application, ApplicationAccount, SaveDraftRequest, SavedDraft, check_listed};
use gridbill_core::typed::clean;

use super::limits::DRAFTS;
use super::sql::draft as sql;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Person;
use crate::computing;
use crate::documents::{declaration, unprintable_letters};
use crate::error::Answer;

pub async fn application(app: App, who: Person, _: Nothing) -> Answer<Option<Application>> {
    Ok(sql::application(&app.pool, who.person_id, who.bulk_id.as_ref()).await?)
}

/// Saves the draft. Works also while the utility requests information: staff still see the last submission.
pub async fn save(app: App, who: Person, request: SaveDraftRequest) -> Answer<SavedDraft> {
    rate_limit::enforce(&app.auth, DRAFTS, &who.person_id.to_string()).await?;
    check_listed(request.accounts.as_deref().unwrap_or_default())?;
    let (form, now) = (request.form, app.now());
    let mut tx = app.begin().await?;
    free(sql::lock_person(&mut tx, who.person_id).await?)?;
    let registration_id = match sql::open(&mut tx, who.person_id).await? {
        // The draft was submitted and decided meanwhile.
        None if request.draft_version.is_some_and(|version| version != 0) => return Err(Code::DraftIsOlder.into()),
        None => sql::begin(&mut tx, app.random.uuid(), who.person_id, now).await?,
        Some(open) if !open.status.is_editable() => return Err(Code::RegistrationMoved.into()),
        Some(open) if request.draft_version.is_some_and(|version| version != open.draft_version) => {
            return Err(Code::DraftIsOlder.into());
        }
        Some(open) => open.registration_id,
    };
    let declaration_id = sql::own_file(&mut tx, who.person_id, form.declaration_file_id.as_deref()).await?;
    let step = request.step.map(i16::from);
    let draft_version = sql::save(&mut tx, registration_id, &form, declaration_id, step, now).await?;
    if let Some(accounts) = request.accounts {
        sql::set_accounts(&mut tx, registration_id, &trimmed(accounts)).await?;
    }
    tx.commit().await?;
    let letters = declaration::values(&form).concat();
    // Reads the machine's fonts when a letter first needs them.
    let unprintable = computing::for_call(move || unprintable_letters(&letters)).await?;
    Ok(SavedDraft { registration_id: registration_id.to_string(), draft_version, saved_at: now, unprintable })
}

/// Checks that the user may register a company, because they belong to none.
/// Fails with [`Code::RegistersAnother`]; [`Code::SignedOut`] when the user was removed meanwhile.
pub fn free(locked: Option<sql::LockedPerson>) -> Result<(), Code> {
    match locked {
        None => Err(Code::SignedOut),
        Some(person) if person.bulk_id.is_some() => Err(Code::RegistersAnother),
        Some(_) => Ok(()),
    }
}

/// Trims accounts for storage.
pub fn trimmed(accounts: Vec<ApplicationAccount>) -> Vec<ApplicationAccount> {
    let kept = accounts.into_iter().map(|account| ApplicationAccount {
        account_no: AccountNo::parse(&account.account_no)
            .map_or_else(|_| clean(&account.account_no).into_owned(), |number| number.to_string()),
        reference_id: account.reference_id.map(|typed| clean(&typed).into_owned()).filter(|kept| !kept.is_empty()),
        ..account
    });
    kept.collect()
}

//! Submits an application: the first time, again after a request for information, or anew from an ended one.

use std::collections::HashSet;

use gridbill_core::fact::{ApplicationEvent, CompanyFact, RegistrationFact};
use gridbill_core::identity::registering::check_terms;
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, GOVERNMENT, RegisterBulkAccountRequest, RegistrationForm, RegistrationRequest,
    RegistrationStatus, Step, Submitted, UpdateRegistrationRequest, check_application, check_listed, next_status,
};
use gridbill_core::{Code, Day, Problem};
use sqlx::PgConnection;

use super::application::Registration;
use super::draft::{free, trimmed};
use super::limits::SUBMISSIONS;
use super::list;
use super::log;
use super::sql::{draft, submit as sql};
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::{Applicant, Person};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Submits an application for the first time. If two calls arrive at the same time, the second is refused.
pub async fn register(app: App, who: Person, request: RegisterBulkAccountRequest) -> Answer<Submitted> {
    let sent = Sent {
        form: request.form,
        accounts: request.accounts,
        terms_version: request.terms_version,
        draft_version: request.draft_version,
    };
    check_listed(sent.accounts.as_deref().unwrap_or_default())?;
    let mut tx = app.begin().await?;
    free(draft::lock_person(&mut tx, who.person_id).await?)?;
    let registration_id = match draft::open(&mut tx, who.person_id).await? {
        None => draft::begin(&mut tx, app.random.uuid(), who.person_id, app.now()).await?,
        Some(open) if open.status == RegistrationStatus::Unregistered => open.registration_id,
        Some(_) => return Err(Code::RegistrationMoved.into()),
    };
    let locked = Registration::lock(&mut tx, registration_id).await?;
    submitted(&app, tx, &who, locked, sent).await
}

/// Submits the answer to a request for information; a government entity may answer on any day.
pub async fn update(app: App, who: Applicant, request: UpdateRegistrationRequest) -> Answer<Submitted> {
    let Applicant { person: who, registration_id } = who;
    let sent = Sent {
        form: request.form,
        accounts: request.accounts,
        terms_version: request.terms_version,
        draft_version: request.draft_version,
    };
    check_listed(sent.accounts.as_deref().unwrap_or_default())?;
    let mut tx = app.begin().await?;
    free(draft::lock_person(&mut tx, who.person_id).await?)?;
    let locked = Registration::lock(&mut tx, registration_id).await?;
    if locked.status != RegistrationStatus::RequestForInfo {
        return Err(Code::RegistrationMoved.into());
    }
    submitted(&app, tx, &who, locked, sent).await
}

/// The data of a submission.
struct Sent {
    form: RegistrationForm,
    /// `None` uses the accounts of the draft.
    accounts: Option<Vec<ApplicationAccount>>,
    terms_version: Option<String>,
    /// The version of the draft that the user saw, if the client sends it.
    draft_version: Option<i32>,
}

async fn submitted(app: &App, mut tx: Tx, who: &Person, locked: Registration, sent: Sent) -> Answer<Submitted> {
    let Sent { form, accounts, terms_version, draft_version } = sent;
    if let Some(version) = &terms_version {
        check_terms(version)?;
    }
    let status = next_status(locked.status, Step::Submit)?;
    // Another tab has saved a newer draft, so this one is outdated.
    if draft_version.is_some_and(|version| version != locked.draft_version) {
        return Err(Code::DraftIsOlder.into());
    }
    let by = who.person_id.to_string();
    rate_limit::check(&mut *tx, SUBMISSIONS, &by, app.now()).await?;
    let accounts = match accounts {
        Some(accounts) => trimmed(accounts),
        None => list::accounts(&mut tx, locked.registration_id, 0).await?,
    };
    // A government entity may answer on any day. A company that becomes one through its answer must register within the
    // window.
    let is_first = locked.status == RegistrationStatus::Unregistered || locked.business_type != Some(GOVERNMENT);
    let today = is_first.then(|| Day::at(app.now()));
    let checked = check_application(&form, &accounts, today)?;
    let declaration_id = draft::own_file(&mut tx, who.person_id, form.declaration_file_id.as_deref()).await?;
    let missing = || Problem::at("declarationFileId", Code::DeclarationRequired);
    let form = RegistrationForm { details: form.details.normal(), ..form };
    let whole = sql::CheckedApplication {
        form: &form,
        declaration_id: declaration_id.ok_or_else(missing)?,
        accounts: i32::try_from(checked.len()).unwrap_or(i32::MAX),
        terms_version: terms_version.as_deref(),
    };
    let registration_no = form.details.registration_no.as_str();
    sql::lock_company(&mut tx, registration_no).await?;
    if sql::is_registered(&mut tx, registration_no).await? {
        return Err(Code::CompanyRegistered.into());
    }
    check_found(&mut tx, who, registration_no, &accounts).await?;
    if sql::has_other_application(&mut tx, registration_no, locked.registration_id).await? {
        return Err(Code::CompanyHasApplication.into());
    }
    draft::set_accounts(&mut tx, locked.registration_id, &accounts).await?;
    let submission = sql::submit(&mut tx, locked.registration_id, status, &whole, app.now()).await?;
    let accounts = whole.accounts;
    let submitted = ApplicationEvent::RegistrationSubmitted { submission, accounts, terms_version };
    let fact = RegistrationFact::of(locked.status, submitted)?;
    log::by(app, &mut tx, who, &locked, &form.details.company_name, fact).await?;
    rate_limit::count(&mut *tx, SUBMISSIONS, &by, app.now()).await?;
    tx.commit().await?;
    Ok(Submitted { registration_id: locked.registration_id.to_string(), status })
}

/// Checks that accounts marked as found by the company's number really are, because staff rely on this mark. The
/// client's claim is not enough, and a result for another number does not count.
async fn check_found(
    db: &mut PgConnection,
    who: &Person,
    registration_no: &str,
    accounts: &[ApplicationAccount],
) -> Answer<()> {
    let said: Vec<(usize, &str)> = accounts
        .iter()
        .enumerate()
        .filter(|(_, one)| one.is_select && one.source == AccountSource::Auto)
        .map(|(place, one)| (place, one.account_no.as_str()))
        .collect();
    if said.is_empty() {
        return Ok(());
    }
    let numbers: Vec<&str> = said.iter().map(|(_, account_no)| *account_no).collect();
    let found = sql::found(db, who.person_id, registration_no, &numbers).await?;
    let found: HashSet<&str> = found.iter().map(String::as_str).collect();
    let wrong = said
        .into_iter()
        .filter(|(_, account_no)| !found.contains(account_no))
        .map(|(place, _)| (format!("accounts.{place}.accountNo"), Code::AccountNotFoundForCompany.into()))
        .collect();
    Problem::of_fields(wrong).map_or(Ok(()), |problem| Err(problem.into()))
}

/// Begins a new draft with the data of an ended application, which stays as it was decided.
pub async fn redo(app: App, who: Applicant, _: RegistrationRequest) -> Answer<Submitted> {
    let Applicant { person: who, registration_id } = who;
    let mut tx = app.begin().await?;
    free(draft::lock_person(&mut tx, who.person_id).await?)?;
    let old = Registration::lock(&mut tx, registration_id).await?;
    if !old.status.is_ended() || draft::open(&mut tx, who.person_id).await?.is_some() {
        return Err(Code::RegistrationMoved.into());
    }
    let registration_id = draft::begin(&mut tx, app.random.uuid(), who.person_id, app.now()).await?;
    sql::copy(&mut tx, old.registration_id, registration_id, app.now()).await?;
    let fact = CompanyFact::RegistrationBegunAgain {
        registration_id: registration_id.to_string(),
        before: old.registration_id.to_string(),
    };
    let entry = Entry::by(&who, Subject::Registration(registration_id), fact, &old.company_name);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Submitted { registration_id: registration_id.to_string(), status: RegistrationStatus::Unregistered })
}

//! Exports to accounting: profiles, runs, documents and the numbers that come back (docs/domain/accounting.md). The calls
//! that also add a download are in `downloads/accounting.rs`.

use gridbill_core::accounting::{
    self as core, AccountingDocumentsRequest, AccountingFact, AccountingNumbersRequest, AccountingNumbersSet,
    AccountingPlan, AccountingPreviewRequest, AccountingProfile, AccountingProfiles, AccountingProfilesRequest,
    AccountingRun, AccountingRunsRequest, AccountingSources, ListedDocument, MAX_ACCOUNTING_PROFILES, NumberRow,
    PlanAccountingRequest, ReadAccountingNumbers, RemoveAccountingProfileRequest, RemovedAccountingProfile,
    SaveAccountingProfileRequest, SetAccountingNumbersRequest, accounting_number_rows, check_accounting_numbers,
    check_accounting_profile, read_accounting_numbers,
};
use gridbill_core::accounts::HiddenRows;
use gridbill_core::bank_statements::decoded;
use gridbill_core::list::Sort;
use gridbill_core::sheet;
use gridbill_core::{Code, Page, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::accounts::bulk;
use crate::app::{App, Context};
use crate::auth::who::Customer;
use crate::bills::kinds;
use crate::computing;
use crate::costs;
use crate::endpoint::{Mount, Uploaded};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list::{self as lists, searched_pattern};

mod list;
pub mod plan;
pub mod run;
pub mod sql;

use list::{Documents, Runs};

/// Sources of a preview. A screen shows a few of their documents.
const PREVIEWED: i64 = 50;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetAccountingProfiles, profiles)
        .json(core::SaveAccountingProfile, save)
        .json(core::RemoveAccountingProfile, remove)
        .json(core::PreviewAccounting, preview)
        .json(core::PlanAccounting, plan_run)
        .list(core::GetAccountingRuns, runs)
        .list(core::GetAccountingDocuments, documents)
        .upload(core::UploadAccountingNumbers, read_numbers)
        .json(core::SetAccountingNumbers, set_numbers)
}

/// Reads the id of a profile. Fails with [`Code::AccountingProfileNotFound`].
pub fn profile_id(text: &str) -> Result<Uuid, Code> {
    Uuid::try_parse(text.trim()).map_err(|_| Code::AccountingProfileNotFound)
}

async fn profiles(app: App, who: Customer, _: AccountingProfilesRequest) -> Answer<AccountingProfiles> {
    let mut db = app.pool.acquire().await?;
    let profiles = sql::profiles(&mut db, &who.bulk_id, None).await?;
    let kinds = kinds::all(&mut *db).await?.named(who.person.language);
    Ok(AccountingProfiles { profiles, limit: MAX_ACCOUNTING_PROFILES, kinds })
}

async fn save(app: App, who: Customer, request: SaveAccountingProfileRequest) -> Answer<AccountingProfile> {
    let bulk_id = &who.bulk_id;
    let mut tx = bulk::begin_change(&app, &who).await?;
    let stored = match &request.profile_id {
        None => None,
        Some(id) => {
            let stored = sql::lock_profile(&mut tx, bulk_id, profile_id(id)?).await?;
            let stored = stored.ok_or(Code::AccountingProfileNotFound)?;
            if request.version != Some(stored.version) {
                return Err(Code::AccountingProfileChanged.into());
            }
            Some(stored)
        }
    };
    let known = costs::active_codes(&mut tx, bulk_id).await?;
    let draft = check_accounting_profile(&request.draft, &known).map_err(|problem| problem.within("draft"))?;
    let others = sql::profiles(&mut tx, bulk_id, None).await?;
    let own_id = stored.as_ref().map(|stored| stored.profile_id.to_string());
    let is_other = |profile: &AccountingProfile| Some(&profile.profile_id) != own_id.as_ref();
    let is_same_name = |profile: &AccountingProfile| profile.draft.name.to_lowercase() == draft.name.to_lowercase();
    if others.iter().any(|profile| is_other(profile) && is_same_name(profile)) {
        return Err(Problem::at("draft.name", Code::AccountingNameTaken).into());
    }
    if stored.is_none() && i64::try_from(others.len()).unwrap_or(i64::MAX) >= MAX_ACCOUNTING_PROFILES {
        return Err(Problem::new(Code::AccountingProfilesTooMany).with("limit", MAX_ACCOUNTING_PROFILES).into());
    }
    let before = stored.as_ref().map(|stored| stored.draft.0.clone());
    let id = stored.as_ref().map_or_else(|| app.context().uuid(), |stored| stored.profile_id);
    if before.as_ref() != Some(&draft) {
        let version = stored.map_or(1, |stored| stored.version + 1);
        sql::save_profile(&mut tx, bulk_id, id, version, &draft, who.person.person_id, app.now()).await?;
        if !draft.has_link {
            sql::delete_links(&mut tx, bulk_id, id).await?;
        }
        let fact = AccountingFact::AccountingProfileSaved {
            profile_id: id.to_string(),
            version,
            before: before.map(Box::new),
            after: Box::new(draft.clone()),
        };
        record(&app.context(), &mut tx, &who, fact, &draft.name).await?;
    }
    let saved = sql::profiles(&mut tx, bulk_id, Some(id)).await?.pop().ok_or(Code::AccountingProfileNotFound)?;
    tx.commit().await?;
    Ok(saved)
}

async fn remove(app: App, who: Customer, request: RemoveAccountingProfileRequest) -> Answer<RemovedAccountingProfile> {
    let id = profile_id(&request.profile_id)?;
    let mut tx = app.begin().await?;
    let stored = sql::lock_profile(&mut tx, &who.bulk_id, id).await?.ok_or(Code::AccountingProfileNotFound)?;
    if stored.version != request.version {
        return Err(Code::AccountingProfileChanged.into());
    }
    if stored.runs > 0 {
        return Err(Code::AccountingProfileWasRun.into());
    }
    sql::delete_profile(&mut tx, &who.bulk_id, id).await?;
    let name = stored.draft.0.name.clone();
    let before = Box::new(stored.draft.0);
    let fact = AccountingFact::AccountingProfileRemoved { profile_id: id.to_string(), before };
    record(&app.context(), &mut tx, &who, fact, &name).await?;
    tx.commit().await?;
    Ok(RemovedAccountingProfile { profile_id: id.to_string() })
}

async fn preview(app: App, who: Customer, request: AccountingPreviewRequest) -> Answer<AccountingSources> {
    let mut db = app.reader.connection().await?;
    let sources = plan::newest(&mut db, &who.bulk_id, request.stream, PREVIEWED).await?;
    db.return_to_pool();
    Ok(AccountingSources { sources })
}

async fn plan_run(app: App, who: Customer, request: PlanAccountingRequest) -> Answer<AccountingPlan> {
    let id = profile_id(&request.profile_id)?;
    // All pieces are read from one snapshot, as a run reads them under the profile's lock.
    let mut snapshot = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    let profile = sql::profiles(&mut snapshot, &who.bulk_id, Some(id)).await?.pop();
    let profile = profile.ok_or(Code::AccountingProfileNotFound)?;
    plan::plan(&mut snapshot, &who.bulk_id, id, profile.version, &profile.draft).await
}

async fn runs(app: App, who: Customer, request: AccountingRunsRequest) -> Answer<Page<AccountingRun>> {
    let profile_id = request.profile_id.as_deref().map(profile_id).transpose()?;
    let runs = Runs { bulk_id: &who.bulk_id, profile_id, run_no: request.run_no };
    lists::page(&app.pool, &runs, Sort::default(), request.page()).await
}

async fn documents(app: App, who: Customer, request: AccountingDocumentsRequest) -> Answer<Page<ListedDocument>> {
    let documents = Documents {
        bulk_id: &who.bulk_id,
        profile_id: request.profile_id.as_deref().map(profile_id).transpose()?,
        run_no: request.run_no,
        source_no: request.source_no.as_deref(),
        pattern: searched_pattern("search", request.search.as_deref())?,
        has_their_no: request.has_their_no,
    };
    lists::page(&app.pool, &documents, Sort::default(), request.page()).await
}

/// Reads a workbook or a CSV file, and names the rows of documents that the profile did not export.
async fn read_numbers(
    app: App,
    who: Customer,
    request: AccountingNumbersRequest,
    file: Uploaded,
) -> Answer<ReadAccountingNumbers> {
    let id = profile_id(&request.profile_id)?;
    let mut db = app.pool.acquire().await?;
    sql::profiles(&mut db, &who.bulk_id, Some(id)).await?.pop().ok_or(Code::AccountingProfileNotFound)?;
    drop(db);
    let rows = computing::for_call(move || number_rows(&file.bytes, request.hidden_rows)).await??;
    let numbers: Vec<&str> = rows.iter().map(|(_, cells)| cells[0].trim()).collect();
    let mut db = app.pool.acquire().await?;
    let unknown = sql::unknown_documents(&mut db, &who.bulk_id, id, &numbers).await?;
    Ok(read_accounting_numbers(&rows, &unknown, who.person.language)?)
}

/// Reads the rows of a file: a workbook, which is an archive and begins with its mark, or text.
fn number_rows(file: &[u8], hidden: Option<HiddenRows>) -> Result<Vec<NumberRow>, Problem> {
    if file.starts_with(b"PK") {
        return sheet::number_cells(file, hidden);
    }
    let text = decoded(file).ok_or_else(|| match sheet::refusal_of_other(file) {
        code @ (Code::SheetIsXls | Code::SheetIsProtected) => code,
        _ => Code::SheetNotXlsx,
    })?;
    Ok(accounting_number_rows(&text))
}

async fn set_numbers(app: App, who: Customer, request: SetAccountingNumbersRequest) -> Answer<AccountingNumbersSet> {
    let id = profile_id(&request.profile_id)?;
    let numbers = check_accounting_numbers(&request.numbers)?;
    let mut tx = app.begin().await?;
    let stored = sql::lock_profile(&mut tx, &who.bulk_id, id).await?.ok_or(Code::AccountingProfileNotFound)?;
    let ours: Vec<&str> = numbers.iter().map(|number| number.document_no.as_str()).collect();
    let unknown = sql::unknown_documents(&mut tx, &who.bulk_id, id, &ours).await?;
    if let Some(place) = ours.iter().position(|number| unknown.contains(*number)) {
        let problem = Problem::new(Code::AccountingDocumentUnknown).with("number", ours[place]);
        return Err(Problem::at(&format!("numbers.{place}.documentNo"), problem).into());
    }
    let documents = sql::set_numbers(&mut tx, &who.bulk_id, id, &numbers).await?;
    if documents > 0 {
        let fact = AccountingFact::AccountingNumbersSet { profile_id: id.to_string(), documents };
        record(&app.context(), &mut tx, &who, fact, &stored.draft.0.name).await?;
    }
    tx.commit().await?;
    Ok(AccountingNumbersSet { documents })
}

async fn record(
    context: &Context,
    db: &mut PgConnection,
    who: &Customer,
    fact: AccountingFact,
    about: &str,
) -> Answer<()> {
    facts::record(context, db, Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, about)).await
}

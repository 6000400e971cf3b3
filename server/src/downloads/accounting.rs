//! Runs of accounting profiles, and their files. The file of a run is always made by a job from the documents of the run,
//! so a killed process leaves no exported row without a file.

use std::fs::File;
use std::io::{BufWriter, Write};

use gridbill_core::accounting::{
    AccountingDocument, AccountingDraft, AccountingFact, AccountingFileKind, AccountingRunRequest, AccountingRunResult,
    AccountingSums, RepeatAccountingRun, RunAccounting, accounting_file_kinds,
};
use gridbill_core::downloads::Download;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Language};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::What;
use super::asking::{Prepared, add};
use super::job::Progress;
use super::making::{blocking, folder};
use crate::accounting::plan::Planner;
use crate::accounting::{profile_id, run, sql};
use crate::app::App;
use crate::endpoint::{Act, Tx, harmless};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Documents that are read at once.
const READ_AT_ONCE: i64 = 1_000;

/// The documents of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountingFile {
    pub id: BulkId,
    pub profile_id: Uuid,
    /// The number of the run; none for a sample, whose documents are planned when its file is made.
    pub run_no: Option<i64>,
    /// The profile of a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<Box<AccountingDraft>>,
}

/// Runs a profile, and adds the download of its file.
pub async fn run(Act { context, who, request, mut tx, .. }: Act<RunAccounting>) -> Answer<(Tx, AccountingRunResult)> {
    let id = profile_id(&request.profile_id)?;
    let bulk_id = &who.bulk_id;
    // Downloads lock the bulk account first, so runs do, too.
    crate::accounts::bulk::lock_row(&mut tx, bulk_id).await?;
    let profile = run::lock(&mut tx, bulk_id, id, request.version).await?;
    let draft = profile.draft.0.clone();
    let language = who.person.language;
    let (run_no, sums) = if request.is_sample {
        (None, run::sample(&mut tx, bulk_id, id, &draft, language).await?)
    } else {
        let made_by = Some(who.person.person_id);
        let plan_id = request.plan_id.as_deref();
        let (run_no, sums) = run::make(&mut tx, bulk_id, &profile, made_by, plan_id, language, context.now()).await?;
        let fact = run_made(id, profile.version, run_no, &sums);
        let entry = Entry::by(&who.person, Subject::BulkAccount(bulk_id), fact, &draft.name);
        facts::record(&context, &mut tx, entry).await?;
        (Some(run_no), sums)
    };
    if sums.documents == 0 {
        return Ok((tx, AccountingRunResult { run_no, sums, download: None }));
    }
    let prepared = prepared(&draft, &sums, run_no);
    let draft = run_no.is_none().then(|| Box::new(draft));
    let what = What::Accounting(AccountingFile { id: bulk_id.clone(), profile_id: id, run_no, draft });
    let (tx, download) = add(&context, tx, &who.person, &what, prepared).await?;
    Ok((tx, AccountingRunResult { run_no, sums, download: Some(download) }))
}

/// Returns the fact of a real run.
pub fn run_made(profile_id: Uuid, version: i64, run_no: i64, sums: &AccountingSums) -> AccountingFact {
    AccountingFact::AccountingRunMade {
        profile_id: profile_id.to_string(),
        version,
        run_no,
        documents: sums.documents,
        reversals: sums.reversals,
        debit: sums.debit,
    }
}

/// Adds a download of a run's file.
pub async fn again(Act { context, who, request, mut tx, .. }: Act<RepeatAccountingRun>) -> Answer<(Tx, Download)> {
    let (id, bulk_id) = (profile_id(&request.profile_id).map_err(|_| Code::AccountingRunNotFound)?, &who.bulk_id);
    let run = sql::run(&mut tx, bulk_id, id, request.run_no).await?.ok_or(Code::AccountingRunNotFound)?;
    let prepared = prepared(&run.draft.0, &run.sums, Some(request.run_no));
    let what = AccountingFile { id: bulk_id.clone(), profile_id: id, run_no: Some(request.run_no), draft: None };
    add(&context, tx, &who.person, &What::Accounting(what), prepared).await
}

/// The file of a run that a job makes.
pub fn prepared(draft: &AccountingDraft, sums: &AccountingSums, run_no: Option<i64>) -> Prepared {
    Prepared::queued(file_name(draft, sums, run_no), sums.documents)
}

/// Returns the name of a run's file, or of the archive of its files.
pub fn file_name(draft: &AccountingDraft, sums: &AccountingSums, run_no: Option<i64>) -> String {
    let title = title(draft, run_no);
    let files = files(draft, sums);
    let name = match files.as_slice() {
        [one] => one.name(draft, &title),
        _ => format!("{title}.zip"),
    };
    harmless(&name)
}

/// Returns the name of a run's files: the profile, and the number of the run.
fn title(draft: &AccountingDraft, run_no: Option<i64>) -> String {
    let name = harmless(&draft.name);
    run_no.map_or_else(|| format!("{name} sample"), |run_no| format!("{name} {run_no}"))
}

/// A file of a run.
struct FilePart {
    kind: AccountingFileKind,
    /// Its number among several files of its kind.
    number: Option<i64>,
    documents: i64,
}

impl FilePart {
    fn name(&self, draft: &AccountingDraft, title: &str) -> String {
        self.kind.file_name(draft, title, self.number)
    }
}

fn files(draft: &AccountingDraft, sums: &AccountingSums) -> Vec<FilePart> {
    let mut files = Vec::new();
    for kind in accounting_file_kinds(draft) {
        let documents = kind.documents(sums);
        let limit = draft.documents_per_file.map_or(documents, i64::from).max(1);
        let count = documents.div_euclid(limit) + i64::from(documents.rem_euclid(limit) > 0);
        for place in 0..count {
            let number = (count > 1).then_some(place + 1);
            files.push(FilePart { kind, number, documents: limit.min(documents - place * limit) });
        }
    }
    files
}

/// Reads the documents of a run or a sample once, in their order. Connections are taken for each piece only, since writing it
/// may take long.
struct Reader<'a> {
    source: Source<'a>,
    /// Documents that were read and not yet returned.
    rest: std::vec::IntoIter<(i64, AccountingDocument)>,
}

enum Source<'a> {
    Run { file: &'a AccountingFile, run_no: i64, after: i64 },
    Sample { planner: Box<Planner<'a>>, place: i64 },
}

impl<'a> Reader<'a> {
    async fn begin(app: &App, file: &'a AccountingFile, draft: &'a AccountingDraft) -> Answer<Self> {
        let source = if let Some(run_no) = file.run_no {
            Source::Run { file, run_no, after: 0 }
        } else {
            let mut db = app.pool.acquire().await?;
            let planner = Planner::load(&mut db, &file.id, file.profile_id, draft).await?;
            Source::Sample { planner: Box::new(planner), place: 0 }
        };
        Ok(Self { source, rest: Vec::new().into_iter() })
    }

    /// Returns the next documents of this kind, at most `limit`. They are empty at the end.
    async fn next(
        &mut self,
        app: &App,
        kind: AccountingFileKind,
        limit: usize,
    ) -> Answer<Vec<(i64, AccountingDocument)>> {
        loop {
            let found: Vec<_> = self.rest.by_ref().filter(|(_, document)| kind.has(document)).take(limit).collect();
            if !found.is_empty() {
                return Ok(found);
            }
            self.rest = self.source.next(app).await?.into_iter();
            if self.rest.len() == 0 {
                return Ok(found);
            }
        }
    }
}

impl Source<'_> {
    async fn next(&mut self, app: &App) -> Answer<Vec<(i64, AccountingDocument)>> {
        let mut db = app.pool.acquire().await?;
        match self {
            Self::Run { file, run_no, after } => {
                let found = sql::documents(&mut db, &file.id, file.profile_id, *run_no, *after, READ_AT_ONCE).await?;
                *after = found.last().map_or(*after, |(place, _)| *place);
                Ok(found)
            }
            // A piece of the plan without documents is not its end.
            Self::Sample { planner, place } => loop {
                let Some(planned) = planner.next(&mut db).await? else { return Ok(Vec::new()) };
                if planned.is_empty() {
                    continue;
                }
                let documents = planned.into_iter().map(|planned| {
                    *place += 1;
                    (*place, planned.document)
                });
                return Ok(documents.collect());
            },
        }
    }
}

/// Makes the file of a run or of a sample: a single file, or an archive of several. Returns it with its name, because a sample may
/// have other documents than when it was requested.
/// Fails with [`Code::AccountingRunNotFound`]; [`Code::DownloadEmpty`] if a sample has no documents any more.
pub async fn make(app: &App, file: &AccountingFile, progress: &mut Progress<'_>) -> Answer<(File, String)> {
    let mut db = app.pool.acquire().await?;
    let (draft, sums) = match (file.run_no, &file.draft) {
        (Some(run_no), _) => {
            let run = sql::run(&mut db, &file.id, file.profile_id, run_no).await?.ok_or(Code::AccountingRunNotFound)?;
            (run.draft.0, run.sums)
        }
        (None, Some(draft)) => {
            let sums = run::sample(&mut db, &file.id, file.profile_id, draft, Language::En).await?;
            (AccountingDraft::clone(draft), sums)
        }
        (None, None) => return Err(Code::AccountingRunNotFound.into()),
    };
    drop(db);
    let (title, files) = (title(&draft, file.run_no), files(&draft, &sums));
    if files.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let folder = folder(app).await?;
    let is_archive = files.len() > 1;
    let mut target = blocking(move || {
        let out = BufWriter::new(tempfile::tempfile_in(&folder)?);
        Ok(if is_archive { Target::Archive(Box::new(ZipWriter::new(out))) } else { Target::Single(out) })
    })
    .await?;
    let mut done = 0;
    // The files of a kind share a reader: reading again for each would be quadratic.
    for parts in files.chunk_by(|one, next| one.kind == next.kind) {
        let mut reader = Reader::begin(app, file, &draft).await?;
        for part in parts {
            let mut bytes = Vec::new();
            part.kind.begin(&draft, &mut bytes);
            target = begin_part(target, part.name(&draft, &title), bytes).await?;
            let mut left = usize::try_from(part.documents).unwrap_or_default();
            while left > 0 {
                let documents = reader.next(app, part.kind, left).await?;
                if documents.is_empty() {
                    break;
                }
                let mut bytes = Vec::new();
                for (place, document) in &documents {
                    part.kind.add(&draft, *place, document, &mut bytes);
                }
                target = write_part(target, bytes).await?;
                left -= documents.len();
                done += documents.len();
                progress.at(i64::try_from(done).unwrap_or(i64::MAX)).await?;
            }
        }
    }
    let made = blocking(move || target.finish()).await?;
    Ok((made, file_name(&draft, &sums, file.run_no)))
}

enum Target {
    Single(BufWriter<File>),
    Archive(Box<ZipWriter<BufWriter<File>>>),
}

async fn begin_part(mut target: Target, name: String, bytes: Vec<u8>) -> Answer<Target> {
    blocking(move || {
        if let Target::Archive(zip) = &mut target {
            // The same time in every archive, so that a repeated run has the same bytes.
            let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
            zip.start_file(name, options)?;
        }
        target.write(&bytes)?;
        Ok(target)
    })
    .await
}

async fn write_part(mut target: Target, bytes: Vec<u8>) -> Answer<Target> {
    blocking(move || {
        target.write(&bytes)?;
        Ok(target)
    })
    .await
}

impl Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match self {
            Self::Single(out) => out.write_all(bytes),
            Self::Archive(zip) => zip.write_all(bytes),
        }
    }

    fn finish(self) -> anyhow::Result<File> {
        let out = match self {
            Self::Single(out) => out,
            Self::Archive(zip) => zip.finish()?,
        };
        Ok(out.into_inner().map_err(std::io::IntoInnerError::into_error)?)
    }
}

/// Returns the call by which a user may have the file.
pub fn request(file: &AccountingFile) -> AccountingRunRequest {
    AccountingRunRequest {
        id: file.id.clone(),
        profile_id: file.profile_id.to_string(),
        run_no: file.run_no.unwrap_or_default(),
    }
}

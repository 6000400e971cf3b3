//! `gridbill files move`: copies the stored files from one store to another, such as from a folder to a bucket
//! (docs/operations.md#moving-the-files). It can be killed and repeated: a file that is in the target is not copied again.

mod sql;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _};
use sqlx::PgPool;
use uuid::Uuid;

use crate::config::Config;
use crate::files::{DamagedFile, Store};
use sql::NamedFile;

/// Exit code when files are missing or damaged.
const SOME_MISSING: u8 = 3;
/// Files that are copied at the same time.
const AT_ONCE: usize = 8;
/// Time between two lines of progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);

/// The commands for stored files.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum FileCommand {
    /// Copy the files that the database names to another store. Repeat it after a failure, and after the processes use
    /// the new store. Exit code 0: the target has all files; 3: some are missing or damaged.
    Move(MoveFiles),
}

/// From where to where, and what to do besides copying.
#[derive(Debug, Clone, clap::Args)]
pub struct MoveFiles {
    /// Store to copy from; the default is the store that the processes use.
    #[arg(long, value_name = "URL", required_unless_present = "to")]
    pub from: Option<String>,
    /// Store to copy to; the default is the store that the processes use.
    #[arg(long, value_name = "URL")]
    pub to: Option<String>,
    /// Read each file in the target again and compare its hash; otherwise only a new copy is compared, and of other
    /// files the size.
    #[arg(long)]
    pub verify: bool,
    /// Delete each file in the source once its copy was read again, and those that the database no longer names. Only when no
    /// process uses the source.
    #[arg(long)]
    pub delete_source: bool,
    /// Delete files in the target that the database does not name, such as those deleted while the copy ran.
    #[arg(long)]
    pub delete_unnamed: bool,
}

/// What happened to a file.
enum Outcome {
    Copied,
    /// The target had it already.
    Present,
    /// Its row was deleted while the copy ran.
    Deleted,
    Missing,
    /// Neither store has the bytes that were stored.
    Damaged,
}

#[derive(Default)]
struct Counts {
    copied: u64,
    present: u64,
    missing: u64,
    damaged: u64,
}

/// Runs the command.
pub async fn run(pool: &PgPool, config: &Config, FileCommand::Move(order): &FileCommand) -> anyhow::Result<ExitCode> {
    let configured = || Store::open(config);
    let source = order.from.as_deref().map_or_else(configured, existing)?;
    let target = order.to.as_deref().map_or_else(configured, Store::at)?;
    anyhow::ensure!(source.name() != target.name(), "the files are in {} already", target.name());
    anyhow::ensure!(
        !order.delete_source || source.name() != configured()?.name(),
        "the settings still name {} as the store; switch to {} before its files are deleted",
        source.name(),
        target.name(),
    );
    let mut lock = pool.acquire().await?;
    anyhow::ensure!(sql::lock(&mut lock).await?, "another process is moving files");
    // Otherwise each file would seem to be missing.
    for store in [&source, &target] {
        store.check().await.with_context(|| format!("{} cannot be used", store.name()))?;
    }
    println!("from {} to {}", source.name(), target.name());
    let counts = Move { pool, source: &source, target: &target, order }.copy_all().await?;
    let Counts { copied, present, missing, damaged } = counts;
    println!("{copied} copied, {present} already there, {missing} missing, {damaged} damaged");
    unnamed(pool, &target, order.delete_unnamed).await?;
    if order.delete_source {
        unnamed(pool, &source, true).await?;
    }
    Ok(if missing + damaged == 0 { ExitCode::SUCCESS } else { ExitCode::from(SOME_MISSING) })
}

/// Opens a store to copy from. A folder is created for processes that write to it, but a mistyped one has no files.
fn existing(url: &str) -> anyhow::Result<Store> {
    if let Ok(folder) = reqwest::Url::parse(url).map_err(drop).and_then(|url| url.to_file_path()) {
        anyhow::ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    }
    Store::at(url)
}

struct Move<'a> {
    pool: &'a PgPool,
    source: &'a Store,
    target: &'a Store,
    order: &'a MoveFiles,
}

impl Move<'_> {
    async fn copy_all(&self) -> anyhow::Result<Counts> {
        let all = sql::count(self.pool).await?;
        let (mut counts, mut done, mut said_at) = (Counts::default(), 0_u64, Instant::now());
        let mut after = Uuid::nil();
        loop {
            let files = sql::list_after(self.pool, after).await?;
            let Some(last) = files.last() else { return Ok(counts) };
            after = last.file_id;
            let mut moved = futures::stream::iter(files)
                .map(|file| async move { anyhow::Ok((self.one(&file).await?, file)) })
                .buffer_unordered(AT_ONCE);
            while let Some((outcome, NamedFile { file_id, kind, .. })) = moved.try_next().await? {
                match outcome {
                    Outcome::Copied => counts.copied += 1,
                    Outcome::Present => counts.present += 1,
                    Outcome::Deleted => (),
                    Outcome::Missing => {
                        counts.missing += 1;
                        println!("missing: {kind} {file_id}");
                    }
                    Outcome::Damaged => {
                        counts.damaged += 1;
                        println!("damaged: {kind} {file_id}");
                    }
                }
                done += 1;
                if said_at.elapsed() >= PROGRESS_EVERY {
                    said_at = Instant::now();
                    println!("{done} of {all}");
                }
            }
        }
    }

    async fn one(&self, file: &NamedFile) -> anyhow::Result<Outcome> {
        let outcome = self.copy(file).await.with_context(|| format!("{} {}", file.kind, file.file_id))?;
        if self.order.delete_source && matches!(outcome, Outcome::Copied | Outcome::Present) {
            // Read again even if just written: afterwards there is no other copy.
            let is_same = matches!(outcome, Outcome::Present) || self.is_in_target(file).await?;
            anyhow::ensure!(is_same, "{} does not return what was written", self.target.name());
            self.source.delete(file.file_id).await?;
        }
        Ok(outcome)
    }

    async fn copy(&self, file: &NamedFile) -> anyhow::Result<Outcome> {
        if let Some(size) = self.target.size(file.file_id).await? {
            let is_read_again = self.order.verify || self.order.delete_source;
            let is_same = match file.size {
                Some(stored) if stored.unsigned_abs() != size => false,
                Some(_) if !is_read_again => true,
                _ => self.is_in_target(file).await?,
            };
            if is_same {
                return Ok(Outcome::Present);
            }
        }
        let outcome = match self.source.stream(file.file_id).await {
            Err(error) if self.source.is_missing(&error) => Outcome::Missing,
            pieces => match self.target.put_copy(file.file_id, pieces?, &file.sha256).await {
                Err(error) if error.is::<DamagedFile>() => Outcome::Damaged,
                copied => copied.map(|()| Outcome::Copied)?,
            },
        };
        // The list of files is read in advance, and the portal may have deleted the file since.
        if sql::is_named(self.pool, file.file_id).await? {
            return Ok(outcome);
        }
        self.target.delete(file.file_id).await?;
        Ok(Outcome::Deleted)
    }

    async fn is_in_target(&self, file: &NamedFile) -> anyhow::Result<bool> {
        Ok(self.target.hash(file.file_id).await? == file.sha256)
    }
}

/// Counts, and with `is_deleted` deletes, the files of a store that the database does not name. Ids are never used again,
/// so a file without a row and without an orphan record never gets one.
async fn unnamed(pool: &PgPool, store: &Store, is_deleted: bool) -> anyhow::Result<()> {
    let mut count = 0_u64;
    let mut listed = store.list().chunks(1_000);
    while let Some(file_ids) = listed.next().await {
        let file_ids = file_ids.into_iter().collect::<anyhow::Result<Vec<Uuid>>>()?;
        for file_id in sql::list_unnamed(pool, &file_ids).await? {
            count += 1;
            if is_deleted {
                store.delete(file_id).await?;
            }
        }
    }
    match (count, is_deleted) {
        (0, _) => (),
        (_, true) => println!("{count} deleted in {}, which the database does not name", store.name()),
        (_, false) => {
            println!("{count} in {} are not named by the database; --delete-unnamed deletes them", store.name());
        }
    }
    Ok(())
}

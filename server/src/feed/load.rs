//! Loads a file into the database, 10,000 rows per transaction.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::Path;

use anyhow::{Context as _, bail};

use super::field::Refusal;
use super::header::{Header, Splitter};
use super::kept::RunningImport;
use super::lines::{Line, Lines, MAX_LINE_BYTES};
use super::progress::Progress;
use super::rejected::{Rejected, Rejection};
use super::rows::{Chunk, Origin, Rows};
use super::spoilt::SpoiltRecords;
use super::{FeedRecord, ImportOptions, NewBatches, Outcome, StoreResult, Storing};
use crate::base::Base;
use crate::bills::issued;
use crate::database::retried;
use crate::live::{self, Change};

/// Rows per transaction: the most that an interrupted import loses.
const BATCH_SIZE: usize = 10_000;

/// Imports a file, and stores its outcome. A dry run stores neither.
pub async fn load<D: FeedRecord>(
    base: &Base,
    path: &Path,
    new_batches: NewBatches,
    storing: Storing,
) -> anyhow::Result<Outcome> {
    let mut kept = match storing {
        Storing::Kept => RunningImport::begin(&base.pool, D::KIND, path).await?,
        Storing::RolledBack => RunningImport::dry(&base.pool),
    };
    let options = ImportOptions {
        new_batches,
        refuses_unlisted_kinds: base.config.feed.refuse_unknown_kinds,
        import_id: kept.import_id,
    };
    let loaded = read_all::<D>(base, path, options, &mut kept).await;
    let ended = kept.end(loaded.as_ref().err()).await;
    // Report an error of the file before an error in storing the outcome.
    let outcome = loaded?;
    ended?;
    Ok(outcome)
}

async fn read_all<D: FeedRecord>(
    base: &Base,
    path: &Path,
    options: ImportOptions,
    kept: &mut RunningImport<'_>,
) -> anyhow::Result<Outcome> {
    let file = File::open(path).with_context(|| format!("opening {}", path.display()))?;
    let size = file.metadata().with_context(|| format!("opening {}", path.display()))?.len();
    let mut input = BufReader::with_capacity(1 << 16, file);
    let spoilt = SpoiltRecords::find::<D>(&mut input).with_context(|| path.display().to_string())?;
    let mut lines = Lines::new(input);
    let mut splitter = Splitter::new();
    let header = header::<D, _>(&mut lines, &mut splitter).with_context(|| path.display().to_string())?;
    let mut rejected = Rejected::for_file(path)?;
    let progress = Progress::new(D::NOUN, size);
    let mut reading = Rows::new(spoilt);
    let mut outcome = Outcome::default();
    let (mut unlisted, mut stopped) = (Unlisted::default(), BTreeMap::new());
    loop {
        let mut chunk = read::<D, _>(&mut lines, &header, &mut splitter, &mut reading)
            .with_context(|| format!("reading {}", path.display()))?;
        if chunk.is_empty() {
            break;
        }
        kept.rows += (chunk.lines + chunk.rejections.len()) as u64;
        let stored = store(base, options, &mut chunk, &mut splitter, &mut outcome)
            .await
            .with_context(|| format!("storing the rows up to line {}; run it again to continue", lines.number))?;
        stored.unlisted.iter().for_each(|name| unlisted.add(name));
        for company in stored.stopped {
            *stopped.entry(company).or_default() += 1;
        }
        chunk.rejections.sort_by_key(|rejection| rejection.line);
        rejected.write(&header, &chunk.rejections)?;
        outcome.rejected = rejected.count;
        kept.chunk(&header, D::KEY, &chunk.rejections, &outcome).await?;
        progress.at(lines.bytes, kept.rows);
    }
    progress.done();
    println!(
        "{}{}: {} new, {} changed, {} unchanged, {} rejected",
        if options.import_id.is_none() { "dry run, nothing is stored: " } else { "" },
        D::NOUN,
        outcome.new,
        outcome.changed,
        outcome.unchanged,
        outcome.rejected
    );
    unlisted.print(D::UNLISTED);
    print_stopped(&stopped);
    if outcome.rejected > 0 {
        println!("the rejected rows, each with its reason, are in {}", rejected.path().display());
    }
    Ok(outcome)
}

/// Prints the companies that are not ready, each with its refused rows.
fn print_stopped(stopped: &BTreeMap<String, u64>) {
    if !stopped.is_empty() {
        println!("{} companies are not ready, because some of their users are refused:", stopped.len());
    }
    for (company, rows) in stopped {
        println!("    {company}: {rows} refused");
    }
}

/// Names that are in no list, with the number of rows that contain each.
#[derive(Default)]
struct Unlisted {
    names: BTreeMap<String, u64>,
    rows: u64,
}

impl Unlisted {
    /// Maximum different names printed.
    const MAX_SHOWN: usize = 20;

    fn add(&mut self, name: &str) {
        self.rows += 1;
        if let Some(count) = self.names.get_mut(name) {
            *count += 1;
        } else if self.names.len() < Self::MAX_SHOWN {
            self.names.insert(name.to_owned(), 1);
        }
    }

    fn print(&self, what: &str) {
        if self.rows > 0 {
            let named: Vec<String> = self.names.iter().map(|(name, rows)| format!("{name} ({rows})")).collect();
            println!("{} rows name {what}, and are loaded all the same: {}", self.rows, named.join(", "));
        }
    }
}

pub fn header<D: FeedRecord, R: BufRead>(lines: &mut Lines<R>, splitter: &mut Splitter) -> anyhow::Result<Header> {
    match lines.next()? {
        None => bail!("the file is empty; its first row must be {}", D::COLUMNS.join(",")),
        Some(Line::TooLong(_)) => bail!("the header row is longer than {MAX_LINE_BYTES} bytes"),
        Some(Line::NotUtf8(_)) => bail!("the file is not UTF-8"),
        Some(Line::Text(text)) => match splitter.split(&text) {
            Ok(fields) => Header::read(&fields, D::COLUMNS, D::OPTIONAL),
            Err(broken) => bail!("the header row cannot be read: {}", broken.sentence()),
        },
    }
}

/// Reads enough rows for a transaction. Rows that belong together are not split across transactions.
fn read<D: FeedRecord, R: BufRead>(
    lines: &mut Lines<R>,
    header: &Header,
    splitter: &mut Splitter,
    rows: &mut Rows<D>,
) -> anyhow::Result<Chunk<D>> {
    let mut chunk = Chunk::new();
    while chunk.lines + chunk.rejections.len() < BATCH_SIZE {
        match next_line::<D, _>(lines)? {
            None => {
                rows.close(&mut chunk);
                break;
            }
            Some((origin, None)) => rows.take(origin, header, splitter, &mut chunk),
            Some((origin, Some(refusal))) => Rows::refuse(origin, &refusal, header, splitter, &mut chunk),
        }
    }
    Ok(chunk)
}

/// Reads the next line that is not blank, with the refusal of a line that cannot be read.
pub fn next_line<D: FeedRecord, R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<(Origin, Option<Refusal>)>> {
    while let Some(line) = lines.next()? {
        let (text, refusal) = match line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) if D::IS_FINAL && !lines.has_end => {
                let why = "this last line has no line end, as if the file was still being copied: import the whole \
                           file again, with a line end behind its last row";
                (text, Some(why.to_owned()))
            }
            Line::Text(text) => (text, None),
            Line::TooLong(start) => (start, Some(format!("this line is longer than {MAX_LINE_BYTES} bytes"))),
            Line::NotUtf8(text) => (text, Some("this line is not UTF-8".to_owned())),
        };
        return Ok(Some(((lines.number, text), refusal.map(Refusal::of_row))));
    }
    Ok(None)
}

/// A file whose rows can be read twice.
pub trait Source: BufRead + Seek {}

impl<R: BufRead + Seek> Source for R {}

/// Parses a file like an import, without storing anything, and calls `tell` for each rejected row. Returns the number of
/// accepted rows.
/// Fails when the file is not a feed.
pub fn read_only<D: FeedRecord>(
    file: &mut dyn Source,
    tell: &mut dyn FnMut(&Header, &Rejection),
) -> anyhow::Result<usize> {
    let spoilt = SpoiltRecords::find::<D>(file)?;
    let (mut lines, mut splitter) = (Lines::new(file), Splitter::new());
    let header = header::<D, _>(&mut lines, &mut splitter)?;
    let (mut reading, mut well) = (Rows::<D>::new(spoilt), 0);
    loop {
        let mut chunk = read::<D, _>(&mut lines, &header, &mut splitter, &mut reading)?;
        if chunk.is_empty() {
            return Ok(well);
        }
        well += chunk.lines;
        let of_rows = chunk.rows.iter().zip(std::mem::take(&mut chunk.origins));
        let refused: Vec<_> = of_rows.filter_map(|(row, origins)| Some((row.refusal()?.clone(), origins))).collect();
        for (refusal, origins) in refused {
            well -= origins.len();
            for origin in &origins {
                chunk.reject(origin, refusal.clone(), &mut splitter);
            }
        }
        chunk.rejections.sort_by_key(|rejection| rejection.line);
        chunk.rejections.iter().for_each(|rejection| tell(&header, rejection));
    }
}

/// Stores rows, or checks them in a dry run. Returns the names in them that are in no list, and the companies that
/// they stop.
async fn store<D: FeedRecord>(
    base: &Base,
    options: ImportOptions,
    chunk: &mut Chunk<D>,
    splitter: &mut Splitter,
    outcome: &mut Outcome,
) -> anyhow::Result<StoreResult> {
    if chunk.rows.is_empty() {
        return Ok(StoreResult::default());
    }
    let mut stored = retried(async || -> anyhow::Result<_> {
        let mut transaction = base.pool.begin().await?;
        D::prepare(&mut transaction, &chunk.rows, options).await?;
        let stored = D::store(base, &mut transaction, &chunk.rows, options).await?;
        if options.import_id.is_none() {
            transaction.rollback().await?;
            return Ok(stored);
        }
        if stored.new + stored.changed > 0 {
            let change = Change::of(D::TOPICS).for_all_users();
            live::publish(&mut *transaction, change).await?;
        }
        issued::record_imported(base, &mut transaction, &stored.issued).await?;
        transaction.commit().await?;
        Ok(stored)
    })
    .await?;
    let refused = stored.refused.len() as u64;
    outcome.new += stored.new;
    outcome.changed += stored.changed;
    outcome.unchanged += (chunk.rows.len() as u64).saturating_sub(stored.new + stored.changed + refused);
    for (place, refusal) in std::mem::take(&mut stored.refused) {
        for origin in chunk.origins.get_mut(place).map(std::mem::take).unwrap_or_default() {
            chunk.reject(&origin, refusal.clone(), splitter);
        }
    }
    Ok(stored)
}

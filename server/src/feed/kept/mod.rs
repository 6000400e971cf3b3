//! Stores the progress of an import and its refused rows, for operators' screens (docs/domain/feed.md#import).

use std::path::Path;

use gridbill_core::Topic;
use gridbill_core::operations::FeedKind;
use sqlx::PgPool;

use super::Outcome;
use super::header::Header;
use super::rejected::Rejection;
use crate::live::{self, Change};

mod sql;

/// Maximum refused rows stored per file; the file of rejected rows has all of them.
const MAX_KEPT: u64 = 10_000;
/// Maximum characters of the stored texts.
const MAX_NUMBER: usize = 40;
const MAX_REASON: usize = 500;
const MAX_PROBLEM: usize = 1_000;
const MAX_NAME: usize = 255;

/// A running import.
pub struct RunningImport<'a> {
    pool: &'a PgPool,
    /// `None` in a dry run, of which nothing is stored.
    pub import_id: Option<i64>,
    /// Rows of the file read so far.
    pub rows: u64,
    /// Refused rows stored so far.
    listed: u64,
}

impl<'a> RunningImport<'a> {
    pub async fn begin(pool: &'a PgPool, kind: FeedKind, path: &Path) -> sqlx::Result<Self> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let import_id = sql::begin_import(pool, kind, &cut(&name, MAX_NAME)).await?;
        publish_imports(pool).await?;
        Ok(Self { pool, import_id: Some(import_id), rows: 0, listed: 0 })
    }

    /// A dry run.
    pub const fn dry(pool: &'a PgPool) -> Self {
        Self { pool, import_id: None, rows: 0, listed: 0 }
    }

    /// Stores the refused rows of a chunk, sorted by line, and the progress of the import.
    pub async fn chunk(
        &mut self,
        header: &Header,
        key: &str,
        refused: &[Rejection],
        outcome: &Outcome,
    ) -> sqlx::Result<()> {
        let Some(import_id) = self.import_id else { return Ok(()) };
        let room = usize::try_from(MAX_KEPT.saturating_sub(self.listed)).unwrap_or(usize::MAX);
        let kept = &refused[..refused.len().min(room)];
        let place = header.column_index(key);
        let lines: Vec<i64> = kept.iter().map(|row| i64::try_from(row.line).unwrap_or(i64::MAX)).collect();
        let numbers: Vec<Option<String>> =
            kept.iter().map(|row| number_of(row, header, place).map(|number| cut(number, MAX_NUMBER))).collect();
        let reasons: Vec<String> = kept.iter().map(|row| cut(&row.refusal.to_string(), MAX_REASON)).collect();
        let mut tx = self.pool.begin().await?;
        sql::insert_rejected(&mut tx, import_id, &lines, &numbers, &reasons).await?;
        sql::touch_import(&mut tx, import_id, self.rows, outcome).await?;
        tx.commit().await?;
        self.listed += kept.len() as u64;
        Ok(())
    }

    /// Marks the import as finished, with the error if it failed.
    pub async fn end(self, problem: Option<&anyhow::Error>) -> sqlx::Result<()> {
        let Some(import_id) = self.import_id else { return Ok(()) };
        let problem = problem.map(|error| cut(&format!("{error:#}"), MAX_PROBLEM));
        sql::end_import(self.pool, import_id, problem.as_deref()).await?;
        publish_imports(self.pool).await
    }
}

/// The account or invoice number of a row, if the row could be split.
fn number_of<'a>(row: &'a Rejection, header: &Header, place: usize) -> Option<&'a str> {
    let has_fields = row.fields.len() == header.names.len();
    let number = row.fields.get(place).filter(|_| has_fields)?.trim();
    (!number.is_empty()).then_some(number)
}

/// Refreshes open lists of imports.
async fn publish_imports(pool: &PgPool) -> sqlx::Result<()> {
    live::publish(pool, Change::of(&[Topic::Operations])).await
}

/// Truncates a text and removes NUL characters, which the database does not accept.
fn cut(text: &str, length: usize) -> String {
    text.chars().filter(|character| *character != '\0').take(length).collect()
}

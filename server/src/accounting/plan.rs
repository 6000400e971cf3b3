//! Plans a run: reads the bills or payments of a bulk account in pieces, and makes the documents that are new or changed.

use std::collections::{BTreeSet, VecDeque};

use gridbill_core::accounting::{
    AccountingDocument, AccountingDraft, AccountingSource, AccountingStream, AccountingSums, DocumentOutcome,
    make_document,
};
use gridbill_core::costs::CodingBook;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, SourceKey};
use crate::costs;
use crate::error::Answer;

/// Sources that are read at once. Their documents take a few megabytes of memory.
const READ_AT_ONCE: i64 = 1_000;
/// Accounts without a coding that a refusal names.
const NAMED_ACCOUNTS: usize = 5;

/// A document of a run.
pub struct PlannedDocument {
    /// The version of the bill or payment.
    pub version: i32,
    pub document: AccountingDocument,
}

/// Plans the documents of a profile, piece by piece. The connection should have a stable snapshot or hold the profile's
/// lock.
pub struct Planner<'a> {
    bulk_id: &'a BulkId,
    profile_id: Uuid,
    draft: &'a AccountingDraft,
    book: CodingBook,
    after: Option<SourceKey>,
    is_done: bool,
    /// Accounts without a coding whose bills cannot be exported.
    uncoded: BTreeSet<String>,
    pub sums: AccountingSums,
}

impl<'a> Planner<'a> {
    /// Loads the codings.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn load(
        db: &mut PgConnection,
        bulk_id: &'a BulkId,
        profile_id: Uuid,
        draft: &'a AccountingDraft,
    ) -> Answer<Self> {
        let book = match draft.stream {
            AccountingStream::Bills => costs::book(db, bulk_id).await?.0,
            AccountingStream::Payments => CodingBook::default(),
        };
        Ok(Self {
            bulk_id,
            profile_id,
            draft,
            book,
            after: None,
            is_done: false,
            uncoded: BTreeSet::new(),
            sums: AccountingSums::default(),
        })
    }

    /// Returns the next documents in the order of their files: a reversal before the new document. None at the end.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`].
    pub async fn next(&mut self, db: &mut PgConnection) -> Answer<Option<Vec<PlannedDocument>>> {
        if self.is_done {
            return Ok(None);
        }
        let from_day = self.draft.from_day;
        let found = match self.draft.stream {
            AccountingStream::Bills => {
                sql::bills(db, self.bulk_id, from_day, self.after.as_ref(), READ_AT_ONCE, &self.book).await?
            }
            AccountingStream::Payments => {
                sql::payments(db, self.bulk_id, from_day, self.after.as_ref(), READ_AT_ONCE).await?
            }
        };
        self.is_done = i64::try_from(found.len()).unwrap_or_default() < READ_AT_ONCE;
        self.after = found.last().map(|found| found.key.clone());
        let numbers: Vec<&str> = found.iter().map(|found| found.key.number.as_str()).collect();
        let mut exported = sql::exported(db, self.bulk_id, self.profile_id, &numbers).await?;
        let mut planned = Vec::new();
        for found in &found {
            let exported = exported.remove(&found.key.number);
            let (version, current) = exported.map_or((0, None), |exported| (exported.version, exported.current));
            let new = if found.is_cancelled {
                DocumentOutcome::Empty
            } else {
                make_document(&found.source, self.draft, version + 1)?
            };
            match (current, new) {
                (current, DocumentOutcome::Uncoded) => {
                    // An exported bill whose coding was removed keeps its document until it is coded again.
                    if let (None, AccountingSource::Bills(bill)) = (current, &found.source) {
                        self.uncoded.insert(bill.account_no.to_string());
                    }
                }
                (None, DocumentOutcome::Empty) => {}
                (None, DocumentOutcome::Document(document)) => {
                    planned.push(PlannedDocument { version: version + 1, document: *document });
                }
                (Some(current), DocumentOutcome::Document(document)) if current.books_same(&document) => {}
                (Some(current), new) => {
                    planned.push(PlannedDocument { version, document: current.reversal()? });
                    if let DocumentOutcome::Document(document) = new {
                        planned.push(PlannedDocument { version: version + 1, document: *document });
                    }
                }
            }
        }
        for planned in &planned {
            self.sums.add(&planned.document)?;
        }
        Ok(Some(planned))
    }

    /// Refuses a run that would leave out bills of accounts without a coding.
    ///
    /// # Errors
    /// [`Code::AccountingUncoded`], with the number of accounts and the first of them.
    pub fn check_coded(&self) -> Result<(), Problem> {
        if self.uncoded.is_empty() {
            return Ok(());
        }
        let mut named: Vec<&str> = self.uncoded.iter().take(NAMED_ACCOUNTS).map(String::as_str).collect();
        if self.uncoded.len() > NAMED_ACCOUNTS {
            named.push("…");
        }
        Err(Problem::new(Code::AccountingUncoded).with("count", self.uncoded.len()).with("accounts", named.join(", ")))
    }
}

/// Returns the newest bills or payments, the newest last.
///
/// # Errors
/// When the database does not answer.
pub async fn newest(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    stream: AccountingStream,
    count: i64,
) -> Answer<Vec<AccountingSource>> {
    let mut newest = VecDeque::new();
    let found = match stream {
        AccountingStream::Bills => {
            let (book, _) = costs::book(db, bulk_id).await?;
            sql::newest_bills(db, bulk_id, count, &book).await?
        }
        AccountingStream::Payments => sql::newest_payments(db, bulk_id, count).await?,
    };
    for found in found.into_iter().filter(|found| !found.is_cancelled) {
        newest.push_front(found.source);
    }
    Ok(newest.into())
}

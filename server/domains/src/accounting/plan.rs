//! Plans a run: reads the bills or payments of a bulk account in pieces, and makes the documents that are new or changed.

use std::collections::{BTreeSet, VecDeque};

use gridbill_core::accounting::{
    AccountingDocument, AccountingDraft, AccountingPlan, AccountingSource, AccountingStream, AccountingSums,
    DocumentOutcome, Misfits, PlanSummary, make_document, preview_files,
};
use gridbill_core::bills::{ChargeKind, ChargeKinds};
use gridbill_core::costs::CodingBook;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Language, Problem};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, SourceKey};
use crate::bills::kinds;
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
    /// The document as it is stored.
    pub json: String,
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
    /// The kinds of charges; none if the profile has no accounts for them.
    kinds: Option<ChargeKinds>,
    /// Accounts without a coding whose bills cannot be exported.
    uncoded: BTreeSet<String>,
    /// The number of these bills.
    uncoded_bills: i64,
    /// The invoice dates of the first and the last of these bills.
    uncoded_days: Option<(Day, Day)>,
    /// Kinds of charges without an account, whose bills cannot be exported.
    unmapped: BTreeSet<ChargeKind>,
    /// Texts that the files cannot have as they are.
    misfits: Misfits<'a>,
    pub sums: AccountingSums,
    /// The hash of all documents so far.
    digest: Sha256,
}

impl<'a> Planner<'a> {
    /// Loads the codings.
    pub async fn load(
        db: &mut PgConnection,
        bulk_id: &'a BulkId,
        profile_id: Uuid,
        draft: &'a AccountingDraft,
    ) -> Answer<Self> {
        let book = match draft.stream {
            AccountingStream::Bills => costs::codings(db, bulk_id).await?.book,
            AccountingStream::Payments | AccountingStream::Settlements => CodingBook::default(),
        };
        let kinds = if draft.charge_accounts.is_empty() { None } else { Some(kinds::all(&mut *db).await?) };
        Ok(Self {
            bulk_id,
            profile_id,
            draft,
            book,
            after: None,
            is_done: false,
            kinds,
            uncoded: BTreeSet::new(),
            uncoded_bills: 0,
            uncoded_days: None,
            unmapped: BTreeSet::new(),
            misfits: Misfits::new(draft),
            sums: AccountingSums::default(),
            digest: Sha256::new(),
        })
    }

    /// Returns the next documents in the order of their files: a reversal before the new document. None at the end.
    /// Fails with [`Code::AmountTooLarge`].
    pub async fn next(&mut self, db: &mut PgConnection) -> Answer<Option<Vec<PlannedDocument>>> {
        if self.is_done {
            return Ok(None);
        }
        let from_day = self.draft.from_day;
        let mut found = match self.draft.stream {
            AccountingStream::Bills => {
                let (after, kinds) = (self.after.as_ref(), self.kinds.as_ref());
                sql::bills(db, self.bulk_id, from_day, after, READ_AT_ONCE, &self.book, kinds).await?
            }
            AccountingStream::Payments => {
                sql::payments(db, self.bulk_id, from_day, self.after.as_ref(), READ_AT_ONCE).await?
            }
            AccountingStream::Settlements => {
                sql::settlements(db, self.bulk_id, from_day, self.after.as_ref(), READ_AT_ONCE).await?
            }
        };
        self.is_done = i64::try_from(found.len()).unwrap_or_default() < READ_AT_ONCE;
        self.after = found.last().map(|found| found.key.clone());
        let numbers: Vec<&str> = found.iter().map(|found| found.key.number.as_str()).collect();
        let mut exported = sql::exported(db, self.bulk_id, self.profile_id, &numbers).await?;
        let mut documents = Vec::new();
        for found in &mut found {
            let exported = exported.remove(&found.key.number);
            let (version, current) = exported.map_or((0, None), |exported| (exported.version, exported.current));
            found.leave_foreign_bills(current.as_ref());
            let new = if found.is_cancelled {
                DocumentOutcome::Empty
            } else {
                make_document(&found.source, self.draft, version + 1)?
            };
            let is_uncoded = matches!(&found.source, AccountingSource::Bills(bill) if bill.parts.is_empty());
            // A bill whose coding was removed keeps its document until it is coded again, or the bill itself changes.
            let keeps = |current: &AccountingDocument, new: &AccountingDocument| {
                let is_coded = current.lines.iter().any(|line| !line.is_suspense);
                current.books_same(new)
                    || (is_uncoded && is_coded && (current.date, current.amount) == (new.date, new.amount))
            };
            match (current, new) {
                (current, DocumentOutcome::Uncoded) => {
                    // Without a suspense account it keeps its document in any case.
                    if let (None, AccountingSource::Bills(bill)) = (current, &found.source) {
                        self.uncoded.insert(bill.account_no.to_string());
                        self.uncoded_bills += 1;
                        // Bills are read by invoice date.
                        let (first, _) = self.uncoded_days.unwrap_or((bill.invoice_date, bill.invoice_date));
                        self.uncoded_days = Some((first, bill.invoice_date));
                    }
                }
                // An exported bill keeps its document unless the bill itself changed, or its charges are known only now.
                (Some(current), DocumentOutcome::Unmapped(_))
                    if is_same_bill(&found.source, &current) && !current.lacks_charges => {}
                (_, DocumentOutcome::Unmapped(kind)) => drop(self.unmapped.insert(kind)),
                (None, DocumentOutcome::Empty) => {}
                (None, DocumentOutcome::Document(document)) => {
                    documents.push((version + 1, *document));
                }
                (Some(current), DocumentOutcome::Document(document)) if keeps(&current, &document) => {}
                (Some(current), new) => {
                    documents.push((version, current.reversal(self.draft)?));
                    if let DocumentOutcome::Document(document) = new {
                        documents.push((version + 1, *document));
                    }
                }
            }
        }
        let mut planned = Vec::with_capacity(documents.len());
        for (version, document) in documents {
            self.sums.add(&document)?;
            self.misfits.add(&document);
            let json = serde_json::to_string(&document).map_err(anyhow::Error::from)?;
            self.digest.update(&json);
            planned.push(PlannedDocument { version, document, json });
        }
        Ok(Some(planned))
    }

    /// Returns the hash of the planned documents. The same documents have the same hash, in a plan and in a run.
    #[must_use]
    pub fn plan_id(&self) -> String {
        hex::encode(self.digest.clone().finalize())
    }

    /// Refuses a run that would leave out bills of accounts without a coding, or with a charge without an account, or that
    /// would cut or change a text.
    /// Fails with [`Code::AccountingUncoded`], with the bills, their period, the number of accounts and the first of them;
    /// [`Code::AccountingChargeUnmapped`], with the kinds; the problem of the first
    /// [`AccountingMisfit`](gridbill_core::accounting::AccountingMisfit).
    pub fn check(&self, language: Language) -> Result<(), Problem> {
        if let Some(kinds) = self.kinds.as_ref().filter(|_| self.uncoded.is_empty() && !self.unmapped.is_empty()) {
            let named: Vec<&str> = self.unmapped.iter().map(|kind| kinds.word(kind, None, language)).collect();
            return Err(Problem::new(Code::AccountingChargeUnmapped).with("kinds", named.join(", ")));
        }
        let Some((from, to)) = self.uncoded_days else {
            return self.misfits.found().first().map_or(Ok(()), |misfit| Err(misfit.problem()));
        };
        let mut named: Vec<&str> = self.uncoded.iter().take(NAMED_ACCOUNTS).map(String::as_str).collect();
        if self.uncoded.len() > NAMED_ACCOUNTS {
            named.push("…");
        }
        Err(Problem::new(Code::AccountingUncoded)
            .with("bills", self.uncoded_bills)
            .with("from", from.shown(language))
            .with("to", to.shown(language))
            .with("lastDay", to.to_string())
            .with("count", self.uncoded.len())
            .with("accounts", named.join(", ")))
    }
}

/// Returns what a real run would export now. Fails with [`Code::AmountTooLarge`].
pub async fn plan(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    profile_id: Uuid,
    version: i64,
    draft: &AccountingDraft,
) -> Answer<AccountingPlan> {
    let mut planner = Planner::load(db, bulk_id, profile_id, draft).await?;
    let mut summary = PlanSummary::default();
    while let Some(planned) = planner.next(db).await? {
        for planned in &planned {
            summary.add(&planned.document, planned.version)?;
        }
    }
    Ok(AccountingPlan {
        version,
        plan_id: planner.plan_id(),
        sums: planner.sums,
        sources: summary.sources,
        kinds: summary.kinds(),
        suspense_lines: summary.suspense_lines,
        lacking_charges: summary.lacking_charges,
        uncoded: i64::try_from(planner.uncoded.len()).unwrap_or(i64::MAX),
        uncoded_bills: planner.uncoded_bills,
        uncoded_from: planner.uncoded_days.map(|(from, _)| from),
        uncoded_to: planner.uncoded_days.map(|(_, to)| to),
        uncoded_accounts: planner.uncoded.iter().take(NAMED_ACCOUNTS).cloned().collect(),
        unmapped: planner.unmapped.iter().copied().collect(),
        misfits: planner.misfits.found().to_vec(),
        files: preview_files(draft, &draft.name, &summary.first),
    })
}

/// Returns the newest bills or payments, the newest last.
pub async fn newest(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    stream: AccountingStream,
    count: i64,
) -> Answer<Vec<AccountingSource>> {
    let mut newest = VecDeque::new();
    let found = match stream {
        AccountingStream::Bills => {
            let codings = costs::codings(db, bulk_id).await?;
            let kinds = kinds::all(&mut *db).await?;
            sql::newest_bills(db, bulk_id, count, &codings.book, &kinds).await?
        }
        AccountingStream::Payments => sql::newest_payments(db, bulk_id, count).await?,
        AccountingStream::Settlements => sql::newest_settlements(db, bulk_id, count).await?,
    };
    for found in found.into_iter().filter(|found| !found.is_cancelled) {
        newest.push_front(found.source);
    }
    Ok(newest.into())
}

/// Whether a document has the date and the amount of its bill.
fn is_same_bill(source: &AccountingSource, document: &AccountingDocument) -> bool {
    matches!(source, AccountingSource::Bills(bill) if (document.date, document.amount) == (bill.invoice_date, bill.amount))
}

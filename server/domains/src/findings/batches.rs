//! The staff's list of batches, and the release of a batch that waits (docs/domain/audit.md#batches).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gridbill_core::audit::AuditRule;
use gridbill_core::endpoint::Nothing;
use gridbill_core::findings::{
    BatchFindingsRequest, BatchReviewFilter, BatchReviewSortBy, BatchRule, BatchState, FindingsFact, ListedBatch,
    ReleaseBatchRequest, ReleasedBatch, TurnDownBatchReleaseRequest, check_reason, share,
};
use gridbill_core::number::BatchId;
use gridbill_core::payments::officers::{DecisionEffect, decision_effect, needs_two};
use gridbill_core::{Code, Day, Instant, Language, Money, Page, Problem, Topic};
use sqlx::types::Json;
use uuid::Uuid;

use super::sql::batches::{self as sql, LockedReview};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::{Person, Staff};
use crate::bills::issued;
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list::{self, Filter, Key, List, columns, searched_pattern};
use crate::live::{self, Change};
use crate::payments::staff::decision::proposer;

pub async fn list(app: App, who: Staff, request: BatchFindingsRequest) -> Answer<Page<ListedBatch>> {
    let batches = Batches::new(&request.filter)?;
    let page = list::page(&app.pool, &batches, request.sort, request.page()).await?;
    Ok(page.map(|row: BatchRow| row.listed(&app, &who.person)))
}

/// Releases a batch that waits. If its findings are about more money than one officer may decide on, the first officer
/// proposes the release and a second one confirms it with the same call. Of two officers who decide at the same time, one
/// waits for the lock, and is told that the batch was released, or counts as the second.
pub async fn release(app: App, who: Staff, request: ReleaseBatchRequest) -> Answer<ReleasedBatch> {
    let reason = check_reason(&request.reason)?;
    let (batch_id, by, now) = (&request.bill_batch_id, who.person.person_id, app.now());
    let mut tx = app.begin().await?;
    let review = locked(&mut tx, &who, batch_id).await?;
    let proposed = match review.proposed_by {
        Some(first) => Some(proposer(&mut tx, first, &who).await?),
        None => None,
    };
    let in_doubt = if review.is_checked { review.figures.at_stake } else { review.amount };
    let above = app.config.payments.second_officer_above;
    let effect = decision_effect(in_doubt, above, proposed)?.check_told(request.awaits_second_officer)?;
    let (bills, flagged_bills) = (review.figures.bills, review.figures.flagged_bills);
    let (state, fact) = match effect {
        DecisionEffect::Proposes => {
            sql::propose(&mut tx, batch_id, by, &reason, now).await?;
            (BatchState::Waiting, FindingsFact::BatchReleaseProposed { bills, flagged_bills, reason })
        }
        DecisionEffect::Decides => {
            sql::release(&mut tx, batch_id, Some((by, &reason)), now).await?;
            // The bills of the batch belong to many bulk accounts.
            live::publish(&mut *tx, Change::of(&[Topic::Findings, Topic::Bills]).for_all_users()).await?;
            issued::record_released(&app.context(), &mut tx, batch_id).await?;
            (BatchState::Released, FindingsFact::BatchReleased { bills, flagged_bills, reason: Some(reason) })
        }
    };
    let entry = Entry::by(&who.person, Subject::Batch(batch_id), fact, batch_id.as_str());
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(ReleasedBatch { state, awaits_second_officer: effect == DecisionEffect::Proposes })
}

/// Turns down a proposal to release a batch, or withdraws the caller's own. The batch keeps waiting, and its release can be
/// proposed again.
pub async fn turn_down(app: App, who: Staff, request: TurnDownBatchReleaseRequest) -> Answer<Nothing> {
    let reason = check_reason(&request.reason)?;
    let batch_id = &request.bill_batch_id;
    let mut tx = app.begin().await?;
    let review = locked(&mut tx, &who, batch_id).await?;
    if review.proposed_by.is_none() {
        return Err(Code::BatchReleaseNotProposed.into());
    }
    sql::end_proposal(&mut tx, batch_id).await?;
    let (bills, flagged_bills) = (review.figures.bills, review.figures.flagged_bills);
    let fact = FindingsFact::BatchReleaseTurnedDown { bills, flagged_bills, reason };
    let entry = Entry::by(&who.person, Subject::Batch(batch_id), fact, batch_id.as_str());
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Locks a batch that waits. Checks again that the caller is an officer, because the lock may have taken a while.
async fn locked(tx: &mut Tx, who: &Staff, batch_id: &BatchId) -> Answer<LockedReview> {
    let review = sql::lock(tx, batch_id).await?.ok_or(Code::BatchNotFound)?;
    guard::check_unchanged(tx, &who.person).await?;
    if review.state == BatchState::Released {
        return Err(Code::BatchReleasedAlready.into());
    }
    Ok(review)
}

/// The batches that wait or were checked.
struct Batches<'a> {
    filter: &'a BatchReviewFilter,
    pattern: Option<String>,
}

impl<'a> Batches<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a BatchReviewFilter) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { filter, pattern })
    }
}

impl List for Batches<'_> {
    type Row = BatchRow;
    type By = BatchReviewSortBy;
    const NAME: &'static str = "reviewed batches";
    const FROM: (&'static str, &'static str) = ("batch_review", "r");

    fn keys(by: BatchReviewSortBy) -> &'static [Key] {
        const BATCH: Key = Key::new("r.bill_batch_id", "text");
        match by {
            BatchReviewSortBy::ExtractionDate => const { &[Key::new("r.extraction_date", "date"), BATCH] },
            BatchReviewSortBy::FlaggedRate => const { &[Key::new("r.flagged_rate", "bigint"), BATCH] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("(r.state = 'waiting' or r.checked_at is not null)", &[]);
        if let Some(pattern) = &self.pattern {
            only.and("r.bill_batch_id like {}", &[pattern]);
        }
        only.and_some("r.state = {}", self.filter.state.map(BatchState::code));
    }
}

/// A stored review.
struct BatchRow {
    bill_batch_id: BatchId,
    extraction_date: Day,
    state: BatchState,
    is_checked: bool,
    bills: i64,
    flagged_bills: i64,
    flagged_rate: i64,
    at_stake: Money,
    in_doubt: Money,
    rules: Json<BTreeMap<AuditRule, i64>>,
    proposer_id: Option<Uuid>,
    proposed_by: Option<String>,
    proposed_at: Option<Instant>,
    proposed_reason: Option<String>,
    released_by: Option<String>,
    released_at: Option<Instant>,
    reason: Option<String>,
}

columns! { BatchRow, "left join person p on p.person_id = r.proposed_by left join person o on o.person_id = r.released_by" =>
    bill_batch_id: "r.bill_batch_id",
    extraction_date: "r.extraction_date",
    state: "r.state",
    is_checked: "r.checked_at is not null",
    bills: "r.bills",
    flagged_bills: "r.flagged_bills",
    flagged_rate: "r.flagged_rate",
    at_stake: "r.at_stake",
    // The amount of which a release decides, as in `release`.
    in_doubt: "case when r.checked_at is not null then r.at_stake
               else (select coalesce(sum(b.total_amount_payable) filter (where b.total_amount_payable > 0), 0)
                     from bill b where b.bill_batch_id = r.bill_batch_id) end",
    rules: "r.rules",
    proposer_id: "r.proposed_by",
    proposed_by: "p.name",
    proposed_at: "r.proposed_at",
    proposed_reason: "r.proposed_reason",
    released_by: "o.name",
    released_at: "r.released_at",
    reason: "r.reason",
}

impl BatchRow {
    fn listed(self, app: &App, caller: &Person) -> ListedBatch {
        let above = app.config.payments.second_officer_above;
        ListedBatch {
            rules: rules(self.rules.0, self.bills, caller.language),
            limit: app.config.audit.batch_finding_limit.map(i64::from),
            needs_two: self.proposer_id.is_some() || needs_two(self.in_doubt, above),
            is_own_proposal: self.proposer_id == Some(caller.person_id),
            bill_batch_id: self.bill_batch_id,
            extraction_date: self.extraction_date,
            batch_state: self.state,
            is_checked: self.is_checked,
            total_bills: self.bills,
            flagged_bills: self.flagged_bills,
            flagged_rate: self.flagged_rate,
            at_stake: self.at_stake,
            proposed_by: self.proposed_by,
            proposed_at: self.proposed_at,
            proposed_reason: self.proposed_reason,
            released_by: self.released_by,
            released_at: self.released_at,
            reason: self.reason,
        }
    }
}

/// Returns the rules with findings, the most frequent first.
fn rules(stored: BTreeMap<AuditRule, i64>, of_bills: i64, language: Language) -> Vec<BatchRule> {
    let counted = stored.into_iter().map(|(rule, bills)| {
        let (title, rate) = (rule.title(language).to_owned(), share(of_bills, bills));
        BatchRule { rule, title, bills, rate }
    });
    let mut rules: Vec<BatchRule> = counted.collect();
    rules.sort_by_key(|one| (Reverse(one.bills), one.rule));
    rules
}

//! Totals of bills, read from the stored totals (docs/domain/bills.md#summaries).

use std::collections::BTreeMap;

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::bills::{BillFilter, Countable, LeftOut};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Money};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use super::sql::totals as sql;
use crate::app::App;
use crate::error::{Answer, Error};
use crate::jobs::{self, Failures};
use crate::list::Filter;
use crate::payments::cards;

pub use super::sql::totals::{card, due, latest, months, payable};

/// The job that merges stored totals into one row per key, for every bulk account with changes, and for payments.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FoldTotals {}

impl TaskHandler for FoldTotals {
    const IDENTIFIER: &'static str = "fold_totals";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        fold(&app.pool).await.map_err(|error| format!("folding totals: {error:?}"))
    }
}

/// Folds each bulk account separately, so that none waits for another and a failure does not block others.
/// Fails with the first failure, after all bulk accounts were tried.
pub async fn fold(pool: &PgPool) -> Answer<()> {
    let mut failures = Failures::default();
    for bulk_id in sql::to_fold(pool).await? {
        let done = sql::fold(pool, &bulk_id).await.map_err(Error::from);
        failures.note(&bulk_id, "cannot fold totals", done)?;
    }
    failures.note("payments", "cannot fold totals", cards::fold_totals(pool).await.map_err(Error::from))?;
    failures.answer()
}

/// Counts bills from stored totals, for lists filtered only by columns of the totals.
pub const ALL: &str = "select coalesce(sum(t.bills), 0)::bigint from bill_total t";
/// Counts bills with a charge from earlier bills, likewise.
pub const WITH_CHARGES: &str = "select coalesce(sum(t.with_charges), 0)::bigint from bill_total t";

/// Restricts [`ALL`] or [`WITH_CHARGES`] to the unpaid bills that match the filter.
pub fn narrow(only: &mut Filter<'_>, bulk_id: &BulkId, filter: &BillFilter, today: Day) {
    only.and("t.bulk_id = {}", &[&bulk_id.as_str()]);
    only.and("t.standing <> 'paid'", &[]);
    only.and_some("(t.standing = 'payable') = {}", filter.payable);
    let batches =
        filter.batch_ids.as_deref().map(|ids| ids.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>());
    only.and_some("t.bill_batch_id = any({})", batches);
    if let Some(overdue) = filter.overdue {
        only.and("standing_is_overdue(t.standing, t.due_date, {}) = {}", &[&today.date(), &overdue]);
    }
    if filter.due.is_some() {
        only.and("t.standing in ('payable', 'notPayable')", &[]);
    }
    let (from, to) = filter.due_between(today);
    only.and_some("t.due_date >= {}", from.map(Day::date));
    only.and_some("t.due_date <= {}", to.map(Day::date));
}

/// Counts bills, paid or not, that were invoiced since a day. Whole months come from stored totals; bills of the days
/// before them are counted.
pub const SINCE: &str = "select coalesce(sum(t.bills), 0)::bigint
    from (select bulk_id, invoice_month as day, bills, true as is_month from bill_total
          union all select bulk_id, invoice_date, 1, false from bill) t";

/// Restricts [`SINCE`] to a bulk account and a first day.
pub fn narrow_since(only: &mut Filter<'_>, bulk_id: &BulkId, since: Day) {
    let months = since.first_of_month_from().date();
    only.and("t.bulk_id = {}", &[&bulk_id.as_str()]);
    only.and(
        "(t.is_month and t.day >= {} or not t.is_month and t.day >= {} and t.day < {})",
        &[&months, &since.date(), &months],
    );
}

/// Counts the unpaid bills that can be paid, and the others by reason. The reasons are those of core's
/// `bills::selection_refusal`.
pub async fn count(pool: &PgPool, bulk_id: &BulkId, filter: &BillFilter, today: Day) -> Answer<Countable> {
    let (mut bills, mut total) = (0, Money::ZERO);
    let mut reasons: BTreeMap<Code, i64> = BTreeMap::new();
    for group in sql::standings(pool, bulk_id, filter, today).await? {
        let reason = match group.standing.as_str() {
            "payable" => {
                bills += group.bills;
                total = total.plus(group.amount)?;
                continue;
            }
            "inPayment" => Code::BillInPayment,
            standing => match group.closed {
                Some(closed) => closed.code(),
                None if standing == "credit" => Code::BillNothingDue,
                None => Code::BillNoCurrentCharge,
            },
        };
        *reasons.entry(reason).or_default() += group.bills;
    }
    let left_out = reasons.into_iter().map(|(reason, count)| LeftOut { reason, count }).collect();
    Ok(Countable { bills, total, left_out, malformed: Vec::new() })
}

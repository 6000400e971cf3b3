//! Reviews of batches: whether a new batch waits, and its release (docs/domain/audit.md#batches).

use crate::audit::AuditRule;
use crate::number::BatchId;
use crate::{Day, Instant, Language, Money};

wire! {
    /// Whether customers can pay the bills of a batch.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum BatchState {
        /// Its bills are on hold.
        Waiting,
        /// Its bills can be paid.
        Released,
    }

    /// A batch with the results of its audit.
    pub struct ListedBatch {
        pub bill_batch_id: BatchId,
        pub extraction_date: Day,
        #[serde(rename = "state")]
        pub batch_state: BatchState,
        /// Whether the audit of the batch is complete. Until then, the figures are those of an earlier audit, or zero.
        pub is_checked: bool,
        /// The bills that were audited.
        pub total_bills: i64,
        /// Bills with a finding.
        pub flagged_bills: i64,
        /// The share of bills with a finding, in hundredths of a percent.
        pub flagged_rate: i64,
        /// The amount in doubt. A bill with several findings counts once, with its largest amount.
        pub at_stake: Money,
        /// Rules with a finding, the most frequent first.
        pub rules: Vec<BatchRule>,
        /// The share of bills with findings above which a new batch waits, in percent. None if new batches do not wait.
        pub limit: Option<i64>,
        /// Whether two officers must agree to release it.
        pub needs_two: bool,
        /// The officer who proposed to release it.
        pub proposed_by: Option<String>,
        pub proposed_at: Option<Instant>,
        pub proposed_reason: Option<String>,
        /// Whether the caller proposed it.
        pub is_own_proposal: bool,
        /// The officer who released it. None if the portal did.
        pub released_by: Option<String>,
        pub released_at: Option<Instant>,
        /// The reason of that officer.
        pub reason: Option<String>,
    }

    /// The findings of one rule in a batch.
    pub struct BatchRule {
        pub rule: AuditRule,
        /// The rule's title.
        pub title: String,
        /// Bills with a finding of the rule.
        pub bills: i64,
        /// Their share of the batch's bills, in hundredths of a percent.
        pub rate: i64,
    }

    /// Releases a batch.
    pub struct ReleaseBatchRequest {
        pub bill_batch_id: BatchId,
        /// Why its bills can be paid in spite of the findings.
        pub reason: String,
        /// Whether the officer was told that another officer must confirm. The decision is refused if that is not so now.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// Turns down a proposal to release a batch.
    pub struct TurnDownBatchReleaseRequest {
        pub bill_batch_id: BatchId,
        /// Why the batch keeps waiting. The officer who proposed the release reads it.
        pub reason: String,
    }

    /// The result of a release.
    pub struct ReleasedBatch {
        pub state: BatchState,
        /// Whether another officer must confirm the release.
        pub awaits_second_officer: bool,
    }
}

impl BatchState {
    /// Every state.
    pub const ALL: &[Self] = &[Self::Waiting, Self::Released];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Released => "released",
        }
    }

    /// Returns the word that staff see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Waiting => ["Held", "Ditahan"],
            Self::Released => ["Released", "Dibuka untuk bayaran"],
        })
    }
}

/// Whether the share of a batch's bills with findings is above the limit, so that staff must release it. `limit` is a
/// percentage; a share that equals it is not above it.
#[must_use]
pub const fn is_above_limit(bills: i64, flagged: i64, limit: i64) -> bool {
    flagged.saturating_mul(100) > bills.saturating_mul(limit)
}

/// Returns the share of a batch's bills, in hundredths of a percent, rounded down.
#[must_use]
pub const fn share(bills: i64, flagged: i64) -> i64 {
    if bills <= 0 { 0 } else { flagged.saturating_mul(10_000) / bills }
}

//! Merges findings that have one cause (docs/domain/audit.md#causes).

use super::AuditInput;
use super::AuditRule::{
    self, CostHigh, CostLow, DemandRecord, DuplicateAmount, Gap, Overlap, PeriodInFuture, PeriodLength, PeriodOld,
    PriceMismatch, ReadingBackwards, ReadingBroken, TariffMismatch, TaxUnexpected, UnitCost, UseAfterClose, UseFloor,
    UseHigh, UseHighYear, UseLow, UseLowYear, UseRecord, ZeroUse,
};
use super::finding::{Evidence, Finding};
use crate::bills::ChargeRole;

/// Why a bill is reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Duplicate,
    Period,
    Closed,
    Reading,
    MoreUse,
    LessUse,
    Price,
}

/// Causes, a cause before those that follow from it: a wrong reading changes the use, and use changes the cost.
const CAUSES: [Cause; 7] =
    [Cause::Duplicate, Cause::Closed, Cause::Period, Cause::Reading, Cause::MoreUse, Cause::LessUse, Cause::Price];

impl Cause {
    /// Returns the rules that show the cause, the strongest first. The strongest that is reported is the finding.
    const fn rules(self) -> &'static [AuditRule] {
        match self {
            Self::Duplicate => &[DuplicateAmount],
            Self::Period => &[Overlap, Gap, PeriodInFuture, PeriodOld, PeriodLength],
            Self::Closed => &[UseAfterClose],
            Self::Reading => &[ReadingBackwards, ReadingBroken],
            Self::MoreUse => &[UseHigh, UseHighYear, UseRecord, DemandRecord],
            Self::LessUse => &[ZeroUse, UseFloor, UseLow, UseLowYear],
            Self::Price => &[TariffMismatch, PriceMismatch, UnitCost],
        }
    }

    /// Whether the evidence of another rule follows from the cause. `found` has all findings of the bill.
    fn explains(self, evidence: &Evidence, found: &[Finding], input: &AuditInput<'_>) -> bool {
        let has = |rule: AuditRule| found.iter().any(|finding| finding.rule() == rule);
        let rule = evidence.rule();
        match self {
            Self::Duplicate => rule == Overlap,
            Self::Closed => rule == Gap || Self::MoreUse.shows(rule) || Self::LessUse.shows(rule),
            Self::Period => false,
            Self::Reading => found.iter().any(|finding| reading_explains(&finding.evidence, rule)),
            // Charges that do not depend on use are spread over more kWh, or over fewer.
            Self::MoreUse => match evidence {
                Evidence::UnitCost { percent, .. } => *percent < 0 || has(DemandRecord),
                _ => rule == CostHigh,
            },
            Self::LessUse => match evidence {
                Evidence::UnitCost { percent, .. } => *percent > 0 && !has(PriceMismatch),
                _ => rule == CostLow,
            },
            Self::Price => match rule {
                CostHigh | CostLow => true,
                TaxUnexpected => found.iter().any(|finding| has_tax_line(&finding.evidence, input)),
                _ => false,
            },
        }
    }

    fn shows(self, rule: AuditRule) -> bool {
        self.rules().contains(&rule)
    }
}

/// Whether a wrong reading explains a change in use: an opening reading that is too low bills energy twice.
fn reading_explains(reading: &Evidence, rule: AuditRule) -> bool {
    match reading {
        Evidence::ReadingBroken { expected, previous, .. } if previous < expected => Cause::MoreUse.shows(rule),
        Evidence::ReadingBroken { .. } | Evidence::ReadingBackwards { .. } => Cause::LessUse.shows(rule),
        _ => false,
    }
}

/// Whether a line with a wrong price is a tax.
fn has_tax_line(evidence: &Evidence, input: &AuditInput<'_>) -> bool {
    let Evidence::PriceMismatch { lines } = evidence else { return false };
    let day = Some(input.bill.ends());
    lines.iter().any(|line| input.kinds.role(line.kind, day) == ChargeRole::Tax)
}

/// Merges findings that have one cause. The finding of the strongest rule has the others as evidence, and the largest
/// amount at stake of all, because they are about the same amount. Findings are in the order of the rules.
pub fn merge(input: &AuditInput<'_>, mut found: Vec<Finding>) -> Vec<Finding> {
    let mut merged = Vec::with_capacity(found.len());
    for cause in CAUSES {
        let strength = |finding: &Finding| cause.rules().iter().position(|rule| *rule == finding.rule());
        let strongest = found.iter().filter_map(|one| strength(one).map(|place| (place, one.rule()))).min();
        let Some((_, strongest)) = strongest else { continue };
        let is_part = |one: &Finding| strength(one).is_some() || cause.explains(&one.evidence, &found, input);
        let (mut parts, others): (Vec<_>, Vec<_>) = found.iter().cloned().partition(is_part);
        let place = parts.iter().position(|part| part.rule() == strongest).unwrap_or_default();
        let mut finding = parts.remove(place);
        for part in parts {
            finding.at_stake = finding.at_stake.max(part.at_stake);
            finding.proof = finding.proof.or(part.proof);
            finding.also.push(part.evidence);
        }
        merged.push(finding);
        found = others;
    }
    merged.append(&mut found);
    merged.sort_by_key(Finding::rule);
    merged
}

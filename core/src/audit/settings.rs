//! Thresholds of the audit. Each company may set its own.

use super::AuditRule;
use crate::{Code, Day, Money, Problem};

wire! {
    /// A rule that is not reported for an account up to and including a day.
    #[derive(Copy, Eq)]
    pub struct MutedRule {
        pub rule: AuditRule,
        pub until: Day,
    }

    /// Thresholds of the rules. Percentages are whole numbers; a change must exceed its threshold.
    #[derive(Eq)]
    #[serde(default)]
    pub struct AuditSettings {
        /// Minimum days without a bill that are reported as a gap.
        pub gap_days: i64,
        /// Minimum days charged by two bills that are reported as an overlap.
        pub overlap_days: i64,
        /// Shortest ordinary period, in days.
        pub shortest_period: i64,
        /// Longest ordinary period, in days.
        pub longest_period: i64,
        /// Longest time from the invoice date to the due date, in days.
        pub longest_due: i64,
        /// Maximum months between the end of a period and its invoice.
        pub oldest_months: u32,
        /// Days after the end of the account's usual cycle after which a bill counts as missing.
        pub missing_days: i64,
        /// Change in daily use from the average of the two previous bills.
        pub use_change: i64,
        /// Change in daily use from the same month last year.
        pub use_change_year: i64,
        /// Daily use above the highest of the 12 previous bills.
        pub use_record: i64,
        /// Daily use below the lowest of the 12 previous bills.
        pub use_floor: i64,
        /// Demand above the highest of the 12 previous bills.
        pub demand_record: i64,
        /// Change in the cost for each kWh from the previous bill.
        pub unit_cost: i64,
        /// Change in the daily cost from the average of the two previous bills.
        pub cost_change: i64,
        /// Maximum difference between a total and its parts that counts as rounding.
        pub rounding: Money,
        /// Minimum saving over 12 bills for which another tariff is proposed.
        pub saving: Money,
        /// Rules that are switched off.
        pub off: Vec<AuditRule>,
    }
}

impl Default for AuditSettings {
    /// Returns thresholds based on the published defaults of audit products, adapted to report fewer ordinary changes
    /// (docs/domain/audit.md#thresholds).
    fn default() -> Self {
        Self {
            gap_days: 2,
            overlap_days: 1,
            shortest_period: 25,
            longest_period: 36,
            longest_due: 35,
            oldest_months: 13,
            missing_days: 7,
            use_change: 50,
            use_change_year: 50,
            use_record: 20,
            use_floor: 50,
            demand_record: 20,
            unit_cost: 20,
            cost_change: 50,
            rounding: Money::from_sen(4),
            saving: Money::from_sen(10_000),
            off: vec![AuditRule::CostHigh, AuditRule::CostLow],
        }
    }
}

/// Valid numbers of days and months.
const DAYS: std::ops::RangeInclusive<i64> = 1..=400;
/// Valid percentages.
const PERCENT: std::ops::RangeInclusive<i64> = 1..=1_000;

impl AuditSettings {
    /// Whether the company has the rule switched on.
    #[must_use]
    pub fn is_on(&self, rule: AuditRule) -> bool {
        !self.off.contains(&rule)
    }

    /// Checks settings before they are stored.
    /// Fails with [`Code::AuditSettingInvalid`] for each field that is out of its range.
    pub fn check(&self) -> Result<(), Problem> {
        let days = [
            ("gapDays", self.gap_days),
            ("overlapDays", self.overlap_days),
            ("shortestPeriod", self.shortest_period),
            ("longestPeriod", self.longest_period),
            ("longestDue", self.longest_due),
            ("oldestMonths", i64::from(self.oldest_months)),
            ("missingDays", self.missing_days),
        ];
        let percent = [
            ("useChange", self.use_change),
            ("useChangeYear", self.use_change_year),
            ("useRecord", self.use_record),
            ("useFloor", self.use_floor),
            ("demandRecord", self.demand_record),
            ("unitCost", self.unit_cost),
            ("costChange", self.cost_change),
        ];
        let amounts = [("rounding", self.rounding), ("saving", self.saving)];
        let mut wrong: Vec<&str> = Vec::new();
        wrong.extend(days.iter().filter(|(_, value)| !DAYS.contains(value)).map(|(field, _)| *field));
        wrong.extend(percent.iter().filter(|(_, value)| !PERCENT.contains(value)).map(|(field, _)| *field));
        wrong.extend(amounts.iter().filter(|(_, value)| *value < Money::ZERO).map(|(field, _)| *field));
        if self.longest_period < self.shortest_period && !wrong.contains(&"longestPeriod") {
            wrong.push("longestPeriod");
        }
        let fields = wrong.into_iter().map(|field| (field.to_owned(), Code::AuditSettingInvalid.into())).collect();
        Problem::of_fields(fields).map_or(Ok(()), Err)
    }
}

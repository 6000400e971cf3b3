//! Rules about the period of a bill and its dates.

use super::bill::{AuditedBill, BillKind, Period};
use super::finding::{AuditRule, Evidence, Finding, NotChecked};
use super::{Audit, AuditInput};
use crate::{Day, Money};

pub fn check(input: &AuditInput<'_>, history: &[&AuditedBill], audit: &mut Audit) {
    due_date(input, audit);
    let Some(period) = input.bill.period.filter(|period| period.days() > 0) else {
        for rule in [
            AuditRule::Gap,
            AuditRule::Overlap,
            AuditRule::PeriodLength,
            AuditRule::PeriodInFuture,
            AuditRule::PeriodOld,
            AuditRule::MissingBill,
        ] {
            audit.skip(rule, NotChecked::NotOnBill);
        }
        return;
    };
    length(input, period, audit);
    end(input, period, audit);
    gap(input, period, history, audit);
    overlap(input, period, history, audit);
    missing(input, period, history, audit);
}

fn due_date(input: &AuditInput<'_>, audit: &mut Audit) {
    let (invoiced, Some(due)) = (input.bill.invoice_date, input.bill.due_date) else { return };
    if due < invoiced || due.days_since(invoiced) > input.settings.longest_due {
        audit.add(Finding::new(Evidence::DueDate { due, invoiced }));
    }
}

/// Reports a period of unusual length. A final bill may be short, and a late bill may be long.
fn length(input: &AuditInput<'_>, period: Period, audit: &mut Audit) {
    let (days, shortest, longest) = (period.days(), input.settings.shortest_period, input.settings.longest_period);
    let is_short = days < shortest && input.bill.kind == BillKind::Ordinary;
    let is_long = days > longest && input.bill.kind != BillKind::Late;
    if is_short || is_long {
        audit.add(Finding::new(Evidence::PeriodLength { days, shortest, longest }));
    }
}

fn end(input: &AuditInput<'_>, period: Period, audit: &mut Audit) {
    let (end, invoiced) = (period.last, input.bill.invoice_date);
    if end > invoiced {
        audit.add(Finding::new(Evidence::PeriodInFuture { end, invoiced }).at_stake(input.bill.current_charge));
    }
    if end < invoiced.minus_months(input.settings.oldest_months) {
        audit.add(Finding::new(Evidence::PeriodOld { end, invoiced }).at_stake(input.bill.current_charge));
    }
}

/// Reports days without a bill before this period. Of the bills that begin earlier, the bill that ends last counts as
/// the previous bill.
fn gap(input: &AuditInput<'_>, period: Period, history: &[&AuditedBill], audit: &mut Audit) {
    let earlier = history.iter().filter(|bill| bill.period.is_some_and(|other| other.first < period.first));
    let Some(before) = earlier.max_by_key(|bill| bill.order()) else {
        audit.skip(AuditRule::Gap, NotChecked::NotEnoughHistory);
        return;
    };
    let days = period.first.days_since(before.ends()) - 1;
    if days >= input.settings.gap_days {
        let evidence = Evidence::Gap { days, previous_end: before.ends(), start: period.first };
        audit.add(Finding::new(evidence).proved_by(&before.invoice_no));
    }
}

/// Reports days that an earlier invoice charges as well. Late bills are skipped: they cover days that no other bill
/// charges, or correct another bill.
fn overlap(input: &AuditInput<'_>, period: Period, history: &[&AuditedBill], audit: &mut Audit) {
    if input.bill.kind == BillKind::Late {
        return;
    }
    let shared = history
        .iter()
        .filter(|other| other.kind != BillKind::Late && other.was_invoiced_before(input.bill))
        .filter_map(|other| other.period.map(|earlier| (period.days_shared_with(earlier), earlier, other)))
        .max_by_key(|(days, _, other)| (*days, other.order()));
    let Some((days, earlier, other)) = shared.filter(|(days, ..)| *days >= input.settings.overlap_days) else { return };
    let evidence =
        Evidence::Overlap { days, first: period.first.max(earlier.first), last: period.last.min(earlier.last) };
    let at_stake = share(input.bill.current_charge, days, period.days());
    audit.add(Finding::new(evidence).at_stake(at_stake).proved_by(&other.invoice_no));
}

/// Reports at the account's newest bill that the next bill is missing. No bill follows a final bill.
fn missing(input: &AuditInput<'_>, period: Period, history: &[&AuditedBill], audit: &mut Audit) {
    let is_newest = history.iter().all(|other| other.order() < input.bill.order());
    if !is_newest || !input.account.is_active || input.bill.kind == BillKind::Final {
        return;
    }
    let Some(expected) = next_end(period, history) else {
        audit.skip(AuditRule::MissingBill, NotChecked::NotEnoughHistory);
        return;
    };
    if input.today > expected.plus_days(input.settings.missing_days) {
        audit.add(Finding::new(Evidence::MissingBill { last_end: period.last, expected }));
    }
}

/// Returns the day on which the next period should end: the account's median period length after this period. None
/// without an earlier bill.
pub fn next_end(period: Period, history: &[&AuditedBill]) -> Option<Day> {
    let mut cycles: Vec<i64> = history.iter().filter_map(|bill| bill.period.map(Period::days)).collect();
    if cycles.is_empty() {
        return None;
    }
    cycles.push(period.days());
    cycles.sort_unstable();
    Some(period.last.plus_days(cycles[cycles.len() / 2]))
}

/// Returns `days` of `of` days of an amount, rounded to a sen.
fn share(amount: Money, days: i64, of: i64) -> Money {
    let share = amount.decimal() * rust_decimal::Decimal::from(days) / rust_decimal::Decimal::from(of);
    Money::round(share).unwrap_or(amount)
}

//! Rules about energy used and demand.

use rust_decimal::Decimal;

use super::bill::{AuditedBill, BillKind};
use super::finding::{AuditRule, Evidence, Finding, NotChecked};
use super::level::{Figure, Level, same_month_last_year, year_before};
use super::ratio::Ratio;
use super::{Audit, AuditInput};
use crate::Money;

/// Number of previous bills of a year, with which the rules of records compare.
pub const RECORD_BILLS: usize = 12;

pub fn check(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    let used: Vec<Figure<'_>> = before.iter().filter_map(|bill| bill.use_a_day().map(|used| (used, *bill))).collect();
    let level = Level::new(&used, input.settings.use_change, Level::mean);
    after_close(input, before, audit);
    demand(input, before, &level, audit);
    let rules = [
        AuditRule::UseHigh,
        AuditRule::UseLow,
        AuditRule::UseHighYear,
        AuditRule::UseLowYear,
        AuditRule::UseRecord,
        AuditRule::UseFloor,
    ];
    let Some(now) = input.bill.use_a_day() else {
        for rule in rules.into_iter().chain([AuditRule::ZeroUse]) {
            audit.skip(rule, NotChecked::NotOnBill);
        }
        return;
    };
    if !now.is_positive() {
        // The other rules would repeat this finding. For a closed account, no use is normal. A site that fed energy into
        // the grid may use none of it.
        if input.account.is_active && input.bill.kind != BillKind::Final && !input.bill.has_export() {
            audit.add(Finding::new(Evidence::ZeroUse {}));
        }
        return;
    }
    // A final bill may cover a few unusual days, in which the site is cleared.
    if input.bill.kind == BillKind::Final {
        return;
    }
    year(input, now, &used, &level, audit);
    let same_month = same_month_last_year(input.bill, now, &used);
    // Use that was as unusual last year follows a season, such as the holidays of a school.
    let is_season = same_month.is_some_and(|bill| level.is_outlier(bill));
    change(input, now, &level, same_month.is_some(), audit);
    records(input, now, &used, &level, is_season, audit);
}

fn after_close(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    let used = input.bill.kwh.filter(|kwh| kwh.decimal() > Decimal::ZERO);
    let last = before.iter().find(|bill| bill.kind == BillKind::Final);
    if let (Some(kwh), Some(last)) = (used, last) {
        let evidence = Evidence::UseAfterClose { closed: last.ends(), kwh };
        audit.add(Finding::new(evidence).at_stake(input.bill.current_charge).proved_by(&last.invoice_no));
    }
}

/// Compares daily use with the mean of the two previous bills. Changes up to the company's median are not reported,
/// because they affect all sites, such as a holiday. Neither is use that is usual for the month.
fn change(input: &AuditInput<'_>, now: Ratio, level: &Level<'_>, is_usual_for_month: bool, audit: &mut Audit) {
    let (Some((_, last)), Some(mean)) = (level.last(), level.mean()) else {
        audit.skip(AuditRule::UseHigh, NotChecked::NotEnoughHistory);
        audit.skip(AuditRule::UseLow, NotChecked::NotEnoughHistory);
        return;
    };
    if is_usual_for_month {
        return;
    }
    let proof = &last.invoice_no;
    let company_percent = input.company_change;
    let percent = now.percent_from(mean);
    if now.exceeds(mean, input.settings.use_change) && company_percent.is_none_or(|company| percent > company) {
        let at_stake = beyond(input.bill.current_charge, now, mean);
        audit.add(Finding::new(Evidence::UseHigh { percent, company_percent }).at_stake(at_stake).proved_by(proof));
    }
    if now.falls_below(mean, input.settings.use_change) && company_percent.is_none_or(|company| percent < company) {
        audit.add(Finding::new(Evidence::UseLow { percent, company_percent }).proved_by(proof));
    }
}

/// Compares daily use with the same month last year. A change that the two previous bills have as well is a new level,
/// and not reported again.
fn year(input: &AuditInput<'_>, now: Ratio, used: &[Figure<'_>], level: &Level<'_>, audit: &mut Audit) {
    let Some((then, bill)) = year_before(input.bill, used).filter(|(_, bill)| !level.is_outlier(bill)) else {
        audit.skip(AuditRule::UseHighYear, NotChecked::NotEnoughHistory);
        audit.skip(AuditRule::UseLowYear, NotChecked::NotEnoughHistory);
        return;
    };
    let limit = input.settings.use_change_year;
    let has_settled = |is_changed: fn(Ratio, Ratio, i64) -> bool| {
        let has_change = |(used_then, bill): &Figure<'_>| {
            year_before(bill, used).is_some_and(|(before, _)| is_changed(*used_then, before, limit))
        };
        used.len() >= 2 && used.iter().take(2).all(has_change)
    };
    let percent = now.percent_from(then);
    if now.exceeds(then, limit) && !has_settled(Ratio::exceeds) {
        let at_stake = beyond(input.bill.current_charge, now, then);
        audit.add(Finding::new(Evidence::UseHighYear { percent }).at_stake(at_stake).proved_by(&bill.invoice_no));
    }
    if now.falls_below(then, limit) && !has_settled(Ratio::falls_below) {
        audit.add(Finding::new(Evidence::UseLowYear { percent }).proved_by(&bill.invoice_no));
    }
}

fn records(
    input: &AuditInput<'_>,
    now: Ratio,
    used: &[Figure<'_>],
    level: &Level<'_>,
    is_season: bool,
    audit: &mut Audit,
) {
    let of_year = used.iter().take(RECORD_BILLS).filter(|(_, bill)| !level.is_outlier(bill));
    let of_year: Vec<&Figure<'_>> = of_year.collect();
    if used.len() < RECORD_BILLS || of_year.is_empty() {
        audit.skip(AuditRule::UseRecord, NotChecked::NotEnoughHistory);
        audit.skip(AuditRule::UseFloor, NotChecked::NotEnoughHistory);
        return;
    }
    if is_season {
        return;
    }
    if let Some((highest, bill)) = of_year.iter().max_by_key(|(used, _)| *used)
        && now.exceeds(*highest, input.settings.use_record)
    {
        let evidence = Evidence::UseRecord { percent: now.percent_from(*highest) };
        let at_stake = beyond(input.bill.current_charge, now, *highest);
        audit.add(Finding::new(evidence).at_stake(at_stake).proved_by(&bill.invoice_no));
    }
    if let Some((lowest, bill)) = of_year.iter().min_by_key(|(used, _)| *used)
        && now.falls_below(*lowest, input.settings.use_floor)
    {
        let evidence = Evidence::UseFloor { percent: now.percent_from(*lowest) };
        audit.add(Finding::new(evidence).proved_by(&bill.invoice_no));
    }
}

fn demand(input: &AuditInput<'_>, before: &[&AuditedBill], level: &Level<'_>, audit: &mut Audit) {
    let demand = |bill: &AuditedBill| {
        let kw = bill.demand_kw.filter(|kw| kw.decimal() > Decimal::ZERO)?;
        Ratio::new(kw.decimal(), Decimal::ONE).map(|ratio| (ratio, kw))
    };
    let Some((now, kw)) = demand(input.bill) else { return };
    let earlier = before.iter().filter_map(|bill| demand(bill).map(|(demand, _)| (demand, bill)));
    let of_year: Vec<_> = earlier.take(RECORD_BILLS).collect();
    if of_year.len() < RECORD_BILLS {
        audit.skip(AuditRule::DemandRecord, NotChecked::NotEnoughHistory);
        return;
    }
    if let Some((highest, bill)) =
        of_year.into_iter().filter(|(_, bill)| !level.is_outlier(bill)).max_by_key(|(demand, _)| *demand)
        && now.exceeds(highest, input.settings.demand_record)
    {
        let evidence = Evidence::DemandRecord { percent: now.percent_from(highest), kw };
        audit.add(Finding::new(evidence).proved_by(&bill.invoice_no));
    }
}

/// Returns the share of an amount that corresponds to the increase over `before`, rounded to a sen.
fn beyond(amount: Money, now: Ratio, before: Ratio) -> Money {
    Money::round(now.part_beyond(before, amount.decimal())).unwrap_or(amount)
}

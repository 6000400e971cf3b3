//! Rules about amounts.

use rust_decimal::Decimal;

use super::bill::AuditedBill;
use super::finding::{AuditRule, Evidence, Finding, NotChecked};
use super::level::{Figure, Level, same_month_last_year};
use super::ratio::Ratio;
use super::usage::RECORD_BILLS;
use super::{Audit, AuditInput};
use crate::Money;
use crate::bills::{ChargeKinds, ChargeRole, Quantity};
use crate::settlements::carried_amount;

pub fn check(input: &AuditInput<'_>, history: &[&AuditedBill], before: &[&AuditedBill], audit: &mut Audit) {
    rounding(input, audit);
    carried_but_paid(input, history, audit);
    carried_still_open(input, history, audit);
    late_charge(input, audit);
    unit_cost(input, before, audit);
    change(input, before, audit);
}

fn rounding(input: &AuditInput<'_>, audit: &mut Audit) {
    let bill = input.bill;
    let parts = bill.current_charge.plus(bill.outstanding_amount).and_then(|parts| bill.total.minus(parts));
    if let Ok(amount) = parts
        && amount.absolute() > input.settings.rounding
    {
        audit.add(Finding::new(Evidence::Rounding { amount }).at_stake(amount.absolute()));
    }
}

/// Reports an amount carried forward that equals the total of an earlier bill, if that bill was paid before this bill
/// was invoiced. Of several bills with this total, the newest decides.
fn carried_but_paid(input: &AuditInput<'_>, history: &[&AuditedBill], audit: &mut Audit) {
    let (bill, amount) = (input.bill, input.bill.outstanding_amount);
    if !amount.is_positive() {
        return;
    }
    let mut earlier = history.iter().rev().filter(|other| other.was_invoiced_before(bill));
    let newest = earlier.find(|other| other.total == amount);
    let paid = newest.and_then(|other| Some((other.paid_on.filter(|day| *day < bill.invoice_date)?, other)));
    if let Some((paid_on, other)) = paid {
        let evidence = Evidence::CarriedButPaid { amount, paid_on };
        audit.add(Finding::new(evidence).at_stake(amount).proved_by(&other.invoice_no));
    }
}

/// Reports an amount carried forward while earlier bills are open. If it were exactly their balance, they would be
/// carried to this bill, and not open.
fn carried_still_open(input: &AuditInput<'_>, history: &[&AuditedBill], audit: &mut Audit) {
    let bill = input.bill;
    let amount = carried_amount(bill.current_charge, bill.outstanding_amount, bill.total);
    let is_open = |other: &&&AuditedBill| other.is_open && other.was_invoiced_before(bill);
    let earlier: Vec<_> = history.iter().filter(is_open).filter(|other| other.total.is_positive()).collect();
    let Some(newest) = earlier.last().filter(|_| amount.is_positive() && bill.is_open) else { return };
    let open = Money::sum(earlier.iter().map(|other| other.total)).unwrap_or_default();
    let evidence = Evidence::CarriedStillOpen { amount, open };
    audit.add(Finding::new(evidence).at_stake(amount.min(open)).proved_by(&newest.invoice_no));
}

fn late_charge(input: &AuditInput<'_>, audit: &mut Audit) {
    let amount = input.bill.sum_of(input.kinds, |role| role == ChargeRole::Late);
    if amount.is_positive() {
        audit.add(Finding::new(Evidence::LateCharge { amount }).at_stake(amount));
    }
}

/// Returns the regular charge in sen for each kWh. None if nothing was used or charged.
fn sen_a_kwh(bill: &AuditedBill, kinds: &ChargeKinds) -> Option<Ratio> {
    Ratio::new(bill.regular_charge(kinds).decimal() * Decimal::ONE_HUNDRED, bill.kwh?.decimal())
        .filter(|sen| sen.is_positive())
}

/// Compares the cost for each kWh with that of the previous bill. Skipped after a change of tariff, which changes the
/// cost.
fn unit_cost(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    let Some(now) = sen_a_kwh(input.bill, input.kinds) else { return };
    let limit = input.settings.unit_cost;
    let same_tariff = before.iter().take(RECORD_BILLS).take_while(|bill| bill.tariff == input.bill.tariff);
    let costs: Vec<Figure<'_>> =
        same_tariff.filter_map(|bill| sen_a_kwh(bill, input.kinds).map(|sen| (sen, *bill))).collect();
    let level = Level::new(&costs, limit, |level| level.last().map(|(cost, _)| cost));
    let Some((then, last)) = level.last() else {
        audit.skip(AuditRule::UnitCost, NotChecked::NotEnoughHistory);
        return;
    };
    if now.differs_from(then, limit) {
        let evidence = Evidence::UnitCost {
            percent: now.percent_from(then),
            sen_before: Quantity::of(then.value()),
            sen_now: Quantity::of(now.value()),
        };
        let charge = input.bill.regular_charge(input.kinds);
        let excess = Money::round(now.part_beyond(then, charge.decimal())).unwrap_or_default();
        let at_stake = if excess.is_positive() { excess } else { Money::ZERO };
        audit.add(Finding::new(evidence).at_stake(at_stake).proved_by(&last.invoice_no));
    }
}

/// Compares the charge for each day with the mean of the two previous bills. Does not report a charge that is usual for
/// the month. Reads the lines of all earlier bills, so it does nothing while both rules are off, the default.
fn change(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    if !input.settings.is_on(AuditRule::CostHigh) && !input.settings.is_on(AuditRule::CostLow) {
        return;
    }
    let charge =
        |bill: &AuditedBill| Ratio::new(bill.regular_charge(input.kinds).decimal(), Decimal::from(bill.period?.days()));
    let charges: Vec<Figure<'_>> = before.iter().filter_map(|bill| charge(bill).map(|sum| (sum, *bill))).collect();
    let level = Level::new(&charges, input.settings.cost_change, Level::mean);
    let (Some(now), Some((_, last)), Some(mean)) = (charge(input.bill), level.last(), level.mean()) else {
        audit.skip(AuditRule::CostHigh, NotChecked::NotEnoughHistory);
        audit.skip(AuditRule::CostLow, NotChecked::NotEnoughHistory);
        return;
    };
    if same_month_last_year(input.bill, now, &charges).is_some() {
        return;
    }
    let percent = now.percent_from(mean);
    if now.exceeds(mean, input.settings.cost_change) {
        let charge = input.bill.regular_charge(input.kinds);
        let at_stake = Money::round(now.part_beyond(mean, charge.decimal())).unwrap_or_default();
        audit.add(Finding::new(Evidence::CostHigh { percent }).at_stake(at_stake).proved_by(&last.invoice_no));
    }
    if now.falls_below(mean, input.settings.cost_change) {
        audit.add(Finding::new(Evidence::CostLow { percent }).proved_by(&last.invoice_no));
    }
}

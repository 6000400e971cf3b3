//! Rules about meter readings and estimates.

use rust_decimal::Decimal;

use super::bill::AuditedBill;
use super::finding::{AuditRule, Evidence, Finding, NotChecked};
use super::{Audit, AuditInput};
use crate::bills::{ChargeBlock, MeterReading, Quantity};

/// Minimum bills in a row that are reported.
const RUN: usize = 3;
/// Two daily uses count as the same if they differ by at most a thousandth.
const SAME_WITHIN: i64 = 1_000;
/// The digits of registers, before the decimal mark.
const REGISTER_DIGITS: std::ops::RangeInclusive<u32> = 4..=8;

pub fn check(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    estimated_run(input, before, audit);
    hidden_estimate(input, before, audit);
    registers(input, before, audit);
}

/// Returns the bills whose period ended before the bill's period, newest first.
pub fn before<'a>(bill: &AuditedBill, history: &[&'a AuditedBill]) -> Vec<&'a AuditedBill> {
    let Some(period) = bill.period else { return Vec::new() };
    let is_before = |other: &&&AuditedBill| other.period.is_some_and(|earlier| earlier.last < period.first);
    history.iter().rev().filter(is_before).copied().collect()
}

fn estimated_run(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    if !input.bill.is_estimated {
        return;
    }
    let run = 1 + before.iter().take_while(|bill| bill.is_estimated).count();
    if run >= RUN {
        let bills = u32::try_from(run).unwrap_or(u32::MAX);
        audit.add(
            Finding::new(Evidence::EstimatedRun { bills })
                .at_stake(input.bill.current_charge)
                .proved_by(&before[0].invoice_no),
        );
    } else if before.len() < run {
        audit.skip(AuditRule::EstimatedRun, NotChecked::NotEnoughHistory);
    }
}

fn hidden_estimate(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    let Some(now) = input.bill.use_a_day() else {
        audit.skip(AuditRule::HiddenEstimate, NotChecked::NotOnBill);
        return;
    };
    if input.bill.is_estimated || input.bill.is_unmetered || !now.is_positive() {
        return;
    }
    if before.len() < RUN - 1 {
        audit.skip(AuditRule::HiddenEstimate, NotChecked::NotEnoughHistory);
        return;
    }
    let is_same = |bill: &&&AuditedBill| {
        !bill.is_estimated && bill.use_a_day().is_some_and(|used| now.is_within(used, SAME_WITHIN))
    };
    let run = 1 + before.iter().take_while(is_same).count();
    if run >= RUN {
        let bills = u32::try_from(run).unwrap_or(u32::MAX);
        let evidence = Evidence::HiddenEstimate { bills, kwh_a_day: Quantity::of(now.value()) };
        audit.add(Finding::new(evidence).at_stake(input.bill.current_charge).proved_by(&before[0].invoice_no));
    }
}

/// Whether a register began again at zero: the use is what a register of that many digits counted.
fn has_turned_over(reading: &MeterReading) -> bool {
    let (before, now, used) = (reading.previous.decimal(), reading.current.decimal(), reading.used.decimal());
    let begins_again = |whole: Decimal| before < whole && before * Decimal::TWO > whole && whole - before + now == used;
    REGISTER_DIGITS.map(|digits| Decimal::from(10_i64.pow(digits))).any(begins_again)
}

fn registers(input: &AuditInput<'_>, before: &[&AuditedBill], audit: &mut Audit) {
    let bill = input.bill;
    if bill.energy_readings().next().is_none() {
        audit.skip(AuditRule::ReadingBackwards, NotChecked::NotOnBill);
        audit.skip(AuditRule::ReadingBroken, NotChecked::NotOnBill);
        return;
    }
    let backwards = bill.energy_readings().find(|one| one.current < one.previous && !has_turned_over(one));
    if let Some(reading) = backwards {
        let (previous, current) = (reading.previous, reading.current);
        let evidence = Evidence::ReadingBackwards { block: reading.block, previous, current };
        audit.add(Finding::new(evidence).at_stake(bill.current_charge));
    }
    // Only a bill that ends on the day before has the reading that this bill must continue.
    let adjoins = |other: &&&AuditedBill| {
        bill.period.is_some_and(|period| other.ends().plus_days(1) == period.first)
            && other.energy_readings().next().is_some()
    };
    let Some(last) = before.iter().find(adjoins) else {
        audit.skip(AuditRule::ReadingBroken, NotChecked::NotEnoughHistory);
        return;
    };
    // Several registers may have the same block. They are delivered in the same order.
    let mut seen: Vec<Option<ChargeBlock>> = Vec::new();
    let broken = bill.energy_readings().find_map(|reading| {
        let place = seen.iter().filter(|block| **block == reading.block).count();
        seen.push(reading.block);
        let before = last.energy_readings().filter(|other| other.block == reading.block).nth(place)?;
        (before.current != reading.previous).then_some((reading, before.current))
    });
    if let Some((reading, expected)) = broken {
        let evidence = Evidence::ReadingBroken { block: reading.block, expected, previous: reading.previous };
        audit.add(Finding::new(evidence).at_stake(bill.current_charge).proved_by(&last.invoice_no));
    }
}

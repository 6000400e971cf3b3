//! Rules about tariffs and published prices.

use rust_decimal::Decimal;

use super::bill::{AuditedBill, Period};
use super::finding::{AuditRule, Evidence, Finding, LineDifference, NotChecked};
use super::prices::{Price, PriceTable};
use super::usage::RECORD_BILLS;
use super::{Audit, AuditInput};
use crate::bills::{ChargeBlock, ChargeKind, ChargeLine, ChargeUnit, Priced, Quantity};
use crate::{Day, Money};

pub fn check(input: &AuditInput<'_>, history: &[&AuditedBill], before: &[&AuditedBill], audit: &mut Audit) {
    mismatch(input, audit);
    prices(input, audit);
    tax(input, audit);
    cheaper(input, history, before, audit);
}

/// Reports a bill whose tariff differs from the account's tariff. Skips bills from before that tariff existed, which
/// have an earlier tariff.
fn mismatch(input: &AuditInput<'_>, audit: &mut Audit) {
    let (bill, recorded) = (input.bill, input.account.tariff.as_str());
    let first = bill.period.map_or(bill.invoice_date, |period| period.first);
    let existed = input.prices.tariffs_on(first).any(|tariff| tariff == recorded);
    if recorded.is_empty() || !existed {
        audit.skip(AuditRule::TariffMismatch, NotChecked::PriceUnknown);
    } else if bill.tariff != recorded {
        let evidence = Evidence::TariffMismatch { billed: bill.tariff.clone(), recorded: recorded.to_owned() };
        audit.add(Finding::new(evidence));
    }
}

/// Recomputes every priced line from the published prices.
fn prices(input: &AuditInput<'_>, audit: &mut Audit) {
    let bill = input.bill;
    if bill.lines.iter().all(|line| line.priced.is_none()) {
        audit.skip(AuditRule::PriceMismatch, NotChecked::NotOnBill);
        return;
    }
    let expected: Vec<Option<Expected<'_>>> = bill.lines.iter().map(|line| expected(input, line)).collect();
    let is_base = |kind| matches!(kind, ChargeKind::Energy | ChargeKind::Capacity | ChargeKind::Network);
    let base = |amount: &dyn Fn(usize) -> Money| {
        Money::sum((0..bill.lines.len()).filter(|line| is_base(bill.lines[*line].kind)).map(amount)).unwrap_or_default()
    };
    let billed_base = base(&|line| bill.lines[line].amount);
    let expected_base =
        base(&|line| expected[line].as_ref().map_or(bill.lines[line].amount, |expected| expected.amount));
    let mut different = Vec::new();
    let mut at_stake = Money::ZERO;
    for (place, (line, expected)) in bill.lines.iter().zip(&expected).enumerate() {
        let Some(priced) = line.priced else { continue };
        let Some(Expected { price, mut amount, is_split }) = *expected else {
            audit.skip(AuditRule::PriceMismatch, NotChecked::PriceUnknown);
            continue;
        };
        // The fund is a percentage of energy, capacity and network. An error in those lines is not reported again here.
        let quantity = priced.quantity.decimal();
        if line.kind == ChargeKind::Kwtbb && quantity != billed_base.decimal() && quantity != expected_base.decimal() {
            let quantity = Quantity::of(expected_base.decimal());
            amount = Priced { quantity, unit: price.unit, rate: price.rate }.amount().unwrap_or(amount);
        }
        if amount == line.amount && (is_split || priced.rate == price.rate) {
            continue;
        }
        at_stake = line.amount.minus(amount).and_then(|by| at_stake.plus(by.absolute())).unwrap_or(at_stake);
        different.push(LineDifference {
            line: u32::try_from(place + 1).unwrap_or(u32::MAX),
            kind: line.kind,
            block: line.block,
            rate: priced.rate,
            expected_rate: price.rate,
            amount: line.amount,
            expected_amount: amount,
        });
    }
    if !different.is_empty() {
        audit.add(Finding::new(Evidence::PriceMismatch { lines: different }).at_stake(at_stake));
    }
}

/// The amount of a line by the published prices.
#[derive(Clone, Copy)]
struct Expected<'a> {
    /// The price on the last day of the line's period.
    price: &'a Price,
    amount: Money,
    /// Whether the price changed within the period.
    is_split: bool,
}

/// Recomputes a line. None if it has no quantity, or if a day of its period has no price in the line's unit.
fn expected<'a>(input: &AuditInput<'a>, line: &ChargeLine) -> Option<Expected<'a>> {
    let (bill, priced) = (input.bill, line.priced?);
    let own = line.from.zip(line.to).map(|(first, last)| Period { first, last });
    let period = own.or(bill.period)?;
    let tariff = line.tariff.as_deref().unwrap_or(&bill.tariff);
    let price = input.prices.find(tariff, line.kind, line.block, period.last)?;
    // The fuel adjustment of the period's last day applies to the whole period. Other prices apply to their own days,
    // so a period in which a price changes has two segments.
    let segments = match line.kind {
        ChargeKind::Afa => vec![(price, period.days())],
        _ => segments(input.prices, tariff, line, period)?,
    };
    if segments.iter().any(|(price, _)| price.unit != priced.unit) {
        return None;
    }
    let is_split = segments.len() > 1;
    let days = Decimal::from(period.days());
    let mut amount = Money::ZERO;
    for (price, share) in segments {
        let quantity = if is_split {
            Quantity::of(priced.quantity.decimal() * Decimal::from(share) / days)
        } else {
            priced.quantity
        };
        amount = amount.plus(Priced { quantity, unit: price.unit, rate: price.rate }.amount().ok()?).ok()?;
    }
    Some(Expected { price, amount, is_split })
}

/// Returns the prices that apply within a line's period, each with its number of days.
fn segments<'a>(
    prices: &'a PriceTable,
    tariff: &str,
    line: &ChargeLine,
    period: Period,
) -> Option<Vec<(&'a Price, i64)>> {
    let (mut day, mut segments): (Day, Vec<(&Price, i64)>) = (period.first, Vec::new());
    while day <= period.last {
        let price = prices.find(tariff, line.kind, line.block, day)?;
        let next = prices.next_change(price, day).filter(|next| *next <= period.last);
        let end = next.unwrap_or_else(|| period.last.plus_days(1));
        segments.push((price, end.days_since(day)));
        day = end;
    }
    Some(segments)
}

fn tax(input: &AuditInput<'_>, audit: &mut Audit) {
    let bill = input.bill;
    let Some(price) = input.prices.find(&bill.tariff, ChargeKind::Tax, None, bill.invoice_date) else {
        audit.skip(AuditRule::TaxUnexpected, NotChecked::PriceUnknown);
        return;
    };
    let before_tax = bill.current_charge.minus(bill.tax_amount);
    let expected =
        before_tax.and_then(|base| Money::round(base.decimal() * price.rate.decimal() / Decimal::ONE_HUNDRED));
    if let Ok(expected) = expected
        && bill.tax_amount > expected
    {
        let at_stake = bill.tax_amount.minus(expected).unwrap_or_default();
        audit.add(Finding::new(Evidence::TaxUnexpected { charged: bill.tax_amount, expected }).at_stake(at_stake));
    }
}

/// Recomputes the last 12 bills with the other tariffs of the same voltage, and reports a cheaper tariff at the newest
/// bill.
fn cheaper(input: &AuditInput<'_>, history: &[&AuditedBill], before: &[&AuditedBill], audit: &mut Audit) {
    let bill = input.bill;
    if !history.iter().all(|other| other.order() < bill.order()) {
        return;
    }
    let mut bills = vec![bill];
    bills.extend(before);
    bills.truncate(RECORD_BILLS);
    if bills.len() < RECORD_BILLS {
        audit.skip(AuditRule::CheaperTariff, NotChecked::NotEnoughHistory);
        return;
    }
    // If the tariff changed within the 12 bills, the comparison would say little about the current tariff.
    if bills.iter().any(|other| other.tariff != bill.tariff) {
        audit.skip(AuditRule::CheaperTariff, NotChecked::NotEnoughHistory);
        return;
    }
    let now = sum(&bills, |bill| cost_by(input.prices, bill, &bill.tariff));
    let Some(now) = now else {
        audit.skip(AuditRule::CheaperTariff, NotChecked::PriceUnknown);
        return;
    };
    let unit =
        |tariff: &str| input.prices.find(tariff, ChargeKind::Capacity, None, bill.ends()).map(|price| price.unit);
    let others = input.prices.tariffs_on(bill.ends()).filter(|tariff| *tariff != bill.tariff);
    let same_voltage = others.filter(|tariff| unit(tariff).is_some() && unit(tariff) == unit(&bill.tariff));
    let best = same_voltage
        .filter_map(|tariff| {
            let cost = sum(&bills, |bill| cost_by(input.prices, bill, tariff))?;
            now.minus(cost).ok().map(|saving| (saving, tariff))
        })
        .max_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(one.1)));
    if let Some((saving, tariff)) = best
        && saving >= input.settings.saving
        && saving.is_positive()
    {
        let evidence = Evidence::CheaperTariff { tariff: tariff.to_owned(), saving };
        audit.add(Finding::new(evidence).at_stake(saving));
    }
}

fn sum(bills: &[&AuditedBill], cost: impl Fn(&AuditedBill) -> Option<Money>) -> Option<Money> {
    bills.iter().try_fold(Money::ZERO, |sum, bill| sum.plus(cost(bill)?).ok())
}

/// Computes energy, capacity, network, retail and the fund of a bill by a tariff. None if the bill lacks data: a
/// time-of-use tariff needs peak and off-peak energy.
fn cost_by(prices: &PriceTable, bill: &AuditedBill, tariff: &str) -> Option<Money> {
    let day = bill.ends();
    let price = |kind, block| prices.find(tariff, kind, block, day);
    let amount = |price: &Price, quantity| Priced { quantity, unit: price.unit, rate: price.rate }.amount().ok();
    let kwh = bill.kwh?;
    let energy = if let Some(flat) = price(ChargeKind::Energy, None) {
        amount(flat, kwh)?
    } else {
        let part = |block: ChargeBlock| {
            let is_part = |line: &&ChargeLine| line.kind == ChargeKind::Energy && line.block == Some(block);
            let mut used = bill.lines.iter().filter(is_part).filter_map(|line| line.priced).peekable();
            used.peek()?;
            let used = used.map(|priced| priced.quantity.decimal()).sum();
            amount(price(ChargeKind::Energy, Some(block))?, Quantity::of(used))
        };
        part(ChargeBlock::Peak)?.plus(part(ChargeBlock::OffPeak)?).ok()?
    };
    let mut base = energy;
    for kind in [ChargeKind::Capacity, ChargeKind::Network] {
        let price = price(kind, None)?;
        let quantity = if price.unit == ChargeUnit::Kw { bill.demand_kw? } else { kwh };
        base = base.plus(amount(price, quantity)?).ok()?;
    }
    let fund = amount(price(ChargeKind::Kwtbb, None)?, Quantity::of(base.decimal()))?;
    let retail = amount(price(ChargeKind::Retail, None)?, Quantity::from_hundredths(100))?;
    base.plus(fund).and_then(|sum| sum.plus(retail)).ok()
}

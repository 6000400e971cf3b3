//! The rule about the credit for energy that a site fed into the grid.

use rust_decimal::Decimal;

use super::finding::{AuditRule, Evidence, Finding, NotChecked};
use super::prices::Price;
use super::{Audit, AuditInput};
use crate::Money;
use crate::bills::{ChargeLine, ChargeRole, ChargeUnit, Quantity};

pub fn check(input: &AuditInput<'_>, audit: &mut Audit) {
    let bill = input.bill;
    let is_credit = |line: &&ChargeLine| bill.traits(input.kinds, line).role == ChargeRole::Export;
    let lines: Vec<&ChargeLine> = bill.lines.iter().filter(is_credit).collect();
    if lines.is_empty() && !bill.has_export() {
        return;
    }
    match credit(input, &lines) {
        Err(reason) => audit.skip(AuditRule::ExportCredit, reason),
        Ok(Credit { kwh, price, expected, given }) => {
            let difference = expected.minus(given).unwrap_or_default();
            if difference == Money::ZERO {
                return;
            }
            // A credit pays at most for the energy, or for all charges of the month. The rest is lost at its end.
            let energy = bill.sum_of(input.kinds, |role| role == ChargeRole::Energy);
            let is_lost = difference.is_positive() && (given == energy || bill.current_charge == Money::ZERO);
            let evidence = Evidence::ExportCredit { kwh, rate: price.rate, expected, given, is_lost };
            audit.add(Finding::new(evidence).at_stake(difference.absolute()));
        }
    }
}

/// The exported energy of a bill, its credit by the published price, and the credit that the bill gives.
struct Credit<'a> {
    kwh: Quantity,
    /// The price of the last line.
    price: &'a Price,
    expected: Money,
    given: Money,
}

/// Computes the credit by the published prices. The export register counts, if the bill has one: a credit that is limited
/// to the charges may name fewer kWh. What the lines do not name has the price of the last line.
fn credit<'a>(input: &AuditInput<'a>, lines: &[&ChargeLine]) -> Result<Credit<'a>, NotChecked> {
    let last = *lines.last().ok_or(NotChecked::NotOnBill)?;
    let named: Vec<Decimal> = lines.iter().map(|line| kwh(line)).collect();
    let all_named: Decimal = named.iter().sum();
    let exported = input.bill.exported().map_or(all_named, Quantity::decimal);
    if exported.is_zero() && all_named.is_zero() {
        return Err(NotChecked::NotOnBill);
    }
    let parts = lines.iter().copied().zip(named).chain([(last, exported - all_named)]);
    let worth = |(line, kwh): (&ChargeLine, Decimal)| {
        let rate = price(input, line)?.rate.decimal().abs();
        Money::round(kwh * rate / Decimal::ONE_HUNDRED).ok()
    };
    let worth: Option<Vec<Money>> = parts.map(worth).collect();
    let expected = worth.and_then(|worth| Money::sum(worth).ok()).ok_or(NotChecked::PriceUnknown)?;
    let price = price(input, last).ok_or(NotChecked::PriceUnknown)?;
    let amounts = Money::sum(lines.iter().map(|line| line.amount)).unwrap_or_default();
    let given = Money::ZERO.minus(amounts).unwrap_or_default();
    Ok(Credit { kwh: Quantity::of(exported), price, expected, given })
}

/// The energy of a line in kWh. Its quantity may be negative, or else its rate.
fn kwh(line: &ChargeLine) -> Decimal {
    let priced = line.priced.filter(|priced| priced.unit == ChargeUnit::Kwh);
    priced.map_or(Decimal::ZERO, |priced| priced.quantity.decimal().abs())
}

/// Returns the price of the last day of a line, which applies to the whole line. None if it is not for a kWh.
fn price<'a>(input: &AuditInput<'a>, line: &ChargeLine) -> Option<&'a Price> {
    let tariff = line.tariff.as_deref().unwrap_or(&input.bill.tariff);
    let day = line.last_day().unwrap_or(input.bill.ends());
    input.prices.find(tariff, line.kind, line.block, day).filter(|price| price.unit == ChargeUnit::Kwh)
}

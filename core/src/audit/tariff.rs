//! Rules about tariffs and published prices.

use rust_decimal::Decimal;

use super::bill::{AuditedBill, Period};
use super::finding::{AuditRule, Evidence, Finding, LineDifference, NotChecked};
use super::prices::{Price, PriceTable};
use super::usage::RECORD_BILLS;
use super::{Audit, AuditInput};
use crate::bills::{
    ChargeBlock, ChargeKind, ChargeKindEntry, ChargeKinds, ChargeLine, ChargeRole, ChargeTraits, ChargeUnit, Priced,
    Quantity,
};
use crate::{Code, Day, Money};

pub fn check(input: &AuditInput<'_>, history: &[&AuditedBill], before: &[&AuditedBill], audit: &mut Audit) {
    mismatch(input, history, audit);
    prices(input, audit);
    tax(input, audit);
    cheaper(input, history, before, audit);
}

/// Reports a bill whose tariff differs from the account's tariff. Skips bills from before that tariff existed, which
/// have an earlier tariff. The account's tariff is that of today, so an older bill of an account that never had it is one from
/// before a change.
fn mismatch(input: &AuditInput<'_>, history: &[&AuditedBill], audit: &mut Audit) {
    let (bill, recorded) = (input.bill, input.account.tariff.as_str());
    let first = bill.period.map_or(bill.invoice_date, |period| period.first);
    let existed = input.prices.tariffs_on(first, input.kinds).any(|tariff| tariff == recorded);
    if recorded.is_empty() || !existed {
        audit.skip(AuditRule::TariffMismatch, NotChecked::PriceUnknown);
        return;
    }
    let is_newest = history.iter().all(|other| other.order() <= bill.order());
    let had_it = || history.iter().any(|other| other.order() < bill.order() && other.tariff == recorded);
    if bill.tariff != recorded && (is_newest || had_it()) {
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
    let traits: Vec<_> = bill.lines.iter().map(|line| bill.traits(input.kinds, line)).collect();
    let base = |amount: &dyn Fn(usize) -> Money| {
        Money::sum((0..bill.lines.len()).filter(|line| traits[*line].in_fund_base).map(amount)).unwrap_or_default()
    };
    let billed_base = base(&|line| bill.lines[line].amount);
    let expected_base =
        base(&|line| expected[line].as_ref().map_or(bill.lines[line].amount, |expected| expected.amount));
    let mut different = Vec::new();
    let mut at_stake = Money::ZERO;
    for (place, (line, expected)) in bill.lines.iter().zip(&expected).enumerate() {
        let Some(priced) = line.priced else { continue };
        let role = traits[place].role;
        // A rule of its own checks the credit for exported energy.
        if role == ChargeRole::Export {
            continue;
        }
        let Some(Expected { price, mut amount, is_split }) = *expected else {
            // A credit may follow from a contract, and other charges have no published price.
            if role.has_prices() && !role.is_credit() {
                audit.skip(AuditRule::PriceMismatch, NotChecked::PriceUnknown);
            }
            continue;
        };
        // The fund is a percentage of other lines. An error in those lines is not reported again here.
        if role == ChargeRole::Fund
            && let Some(quantity) = fund_base(bill, place, [billed_base, expected_base])
        {
            let corrected = ChargeLine { priced: Some(Priced { quantity, ..priced }), ..line.clone() };
            amount = self::expected(input, &corrected).map_or(amount, |expected| expected.amount);
        }
        let exempt = exempt_energy(bill, &traits, place);
        if let Some(Exempt { quantity, .. }) = exempt {
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
            exempt_kwh: exempt.map(|exempt| exempt.green),
        });
    }
    if !different.is_empty() {
        audit.add(Finding::new(Evidence::PriceMismatch { lines: different }).at_stake(at_stake));
    }
}

/// Compares the amounts that the lines of a fund are a percentage of with the two bases of the bill, as billed and as expected. Several
/// lines are compared together, and the last one has the difference: returns its expected amount. None without a difference.
fn fund_base(bill: &AuditedBill, place: usize, [billed, expected]: [Money; 2]) -> Option<Quantity> {
    let (kind, own) = (bill.lines[place].kind, bill.lines[place].priced?.quantity.decimal());
    if bill.lines[place + 1..].iter().any(|line| line.kind == kind && line.priced.is_some()) {
        return None;
    }
    let others = bill.lines[..place].iter().filter(|line| line.kind == kind).filter_map(|line| line.priced);
    let others: Decimal = others.map(|priced| priced.quantity.decimal()).sum();
    let is_base = [billed, expected].iter().any(|base| base.decimal() == others + own);
    (!is_base).then(|| Quantity::of(expected.decimal() - others))
}

/// The green energy of a bill, and what is left for a line of an adjustment that was charged on another quantity.
#[derive(Clone, Copy)]
struct Exempt {
    green: Quantity,
    quantity: Quantity,
}

/// Compares the kWh of an adjustment with the consumption without the green energy of the bill, which is exempt. Several
/// lines of the adjustment are compared together, and the last one has the difference. None without a difference.
fn exempt_energy(bill: &AuditedBill, traits: &[ChargeTraits], place: usize) -> Option<Exempt> {
    let (kind, priced) = (bill.lines[place].kind, bill.lines[place].priced?);
    let is_last = bill.lines[place + 1..].iter().all(|line| line.kind != kind);
    if traits[place].role != ChargeRole::Adjustment || priced.unit != ChargeUnit::Kwh || !is_last {
        return None;
    }
    let kwh_of = |is_wanted: &dyn Fn(usize) -> bool| {
        let wanted = (0..bill.lines.len()).filter(|place| is_wanted(*place));
        let priced = wanted.filter_map(|place| bill.lines[place].priced);
        let kwh = priced.filter(|priced| priced.unit == ChargeUnit::Kwh).map(|priced| priced.quantity);
        Quantity::sum(kwh).ok()
    };
    let green = kwh_of(&|other| traits[other].role == ChargeRole::Green)?;
    if green <= Quantity::default() {
        return None;
    }
    let of_lines = || kwh_of(&|other| traits[other].in_consumption).filter(|kwh| *kwh != Quantity::default());
    let consumption = bill.kwh.or_else(of_lines)?.decimal();
    let others = kwh_of(&|other| other != place && bill.lines[other].kind == kind)?.decimal();
    let rest = (consumption - green.decimal()).max(Decimal::ZERO);
    // The consumption has two decimals, its lines may have more.
    let quantity = Quantity::of(rest - others);
    (quantity.hundredths() != priced.quantity.hundredths()).then_some(Exempt { green, quantity })
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
    // The adjustment of the period's last day applies to the whole period. Other prices apply to their own days, so a
    // period in which a price changes has two segments.
    let segments = match bill.traits(input.kinds, line).role {
        ChargeRole::Adjustment | ChargeRole::Green => vec![(price, period.days())],
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
    let prices = input.prices.of_role(input.kinds, ChargeRole::Tax, &bill.tariff, bill.invoice_date);
    let mut rates = prices.map(|(_, price)| price.rate.decimal()).peekable();
    if rates.peek().is_none() {
        audit.skip(AuditRule::TaxUnexpected, NotChecked::PriceUnknown);
        return;
    }
    let rate: Decimal = rates.sum();
    let expected = taxed(input).and_then(|base| Money::round(base.decimal() * rate / Decimal::ONE_HUNDRED));
    if let Ok(expected) = expected
        && bill.tax_amount > expected
    {
        let at_stake = bill.tax_amount.minus(expected).unwrap_or_default();
        audit.add(Finding::new(Evidence::TaxUnexpected { charged: bill.tax_amount, expected }).at_stake(at_stake));
    }
}

/// Returns the largest amount that can be taxed: the charges without deposits, before credits.
fn taxed(input: &AuditInput<'_>) -> Result<Money, Code> {
    let bill = input.bill;
    let deposits = bill.sum_of(input.kinds, |role| role == ChargeRole::Deposit);
    let credits = bill.sum_of(input.kinds, ChargeRole::is_credit).min(Money::ZERO);
    bill.current_charge.minus(bill.tax_amount)?.minus(deposits)?.minus(credits)
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
    let cost = |tariff: &str| sum(&bills, |bill| cost_by(input, bill, tariff));
    let Some(now) = cost(&bill.tariff) else {
        audit.skip(AuditRule::CheaperTariff, NotChecked::PriceUnknown);
        return;
    };
    let units = |tariff: &str| -> Vec<(ChargeKind, ChargeUnit)> {
        let prices = input.prices.of_role(input.kinds, ChargeRole::Demand, tariff, bill.ends());
        prices.map(|(entry, price)| (entry.kind, price.unit)).collect()
    };
    let own = units(&bill.tariff);
    if own.is_empty() {
        audit.skip(AuditRule::CheaperTariff, NotChecked::PriceUnknown);
        return;
    }
    let others = input.prices.tariffs_on(bill.ends(), input.kinds).filter(|tariff| *tariff != bill.tariff);
    let same_voltage = others.filter(|tariff| units(tariff) == own);
    let best = same_voltage
        .filter_map(|tariff| now.minus(cost(tariff)?).ok().map(|saving| (saving, tariff)))
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

/// Computes the charges of a bill by a tariff: those for energy, for demand, for each month, and the fund. The tariff needs
/// a price for each kind of which the bill's own tariff has one. None if it has not, or if the bill lacks data: a
/// time-of-use tariff needs peak and off-peak energy.
fn cost_by(input: &AuditInput<'_>, bill: &AuditedBill, tariff: &str) -> Option<Money> {
    let day = bill.ends();
    let price = |tariff, entry: &ChargeKindEntry| input.prices.find(tariff, entry.kind, None, day);
    let kwh = bill.kwh.filter(|kwh| !kwh.is_negative())?;
    let (mut sum, mut base) = energy_by(input, bill, tariff, kwh)?;
    for role in [ChargeRole::Demand, ChargeRole::Fixed, ChargeRole::Fund] {
        for entry in input.kinds.with_role(role, day) {
            let Some(price) = price(tariff, entry) else {
                if price(&bill.tariff, entry).is_some() {
                    return None;
                }
                continue;
            };
            let quantity = match price.unit {
                ChargeUnit::Kwh => kwh,
                ChargeUnit::Kw => bill.demand_kw?,
                ChargeUnit::Month => Quantity::from_hundredths(100),
                ChargeUnit::Percent => Quantity::of(base.decimal()),
            };
            let amount = Priced { quantity, unit: price.unit, rate: price.rate }.amount().ok()?;
            sum = sum.plus(amount).ok()?;
            if entry.in_fund_base {
                base = base.plus(amount).ok()?;
            }
        }
    }
    Some(sum)
}

/// Computes the energy charges of a bill by a tariff, and the part of them that is in the base of the fund.
fn energy_by(input: &AuditInput<'_>, bill: &AuditedBill, tariff: &str, kwh: Quantity) -> Option<(Money, Money)> {
    let day = bill.ends();
    let amount = |price: &Price, quantity| Priced { quantity, unit: price.unit, rate: price.rate }.amount().ok();
    let by_kind = |kind: ChargeKind| {
        if let Some(flat) = input.prices.find(tariff, kind, None, day) {
            return amount(flat, kwh);
        }
        let part = |block: ChargeBlock| {
            let price = input.prices.find(tariff, kind, Some(block), day)?;
            amount(price, energy_in(bill, input.kinds, block)?)
        };
        part(ChargeBlock::Peak)?.plus(part(ChargeBlock::OffPeak)?).ok()
    };
    let mut kinds = input.kinds.with_role(ChargeRole::Energy, day).filter(|entry| entry.in_consumption);
    let (entry, energy) = kinds.find_map(|entry| Some((entry, by_kind(entry.kind)?)))?;
    Some((energy, if entry.in_fund_base { energy } else { Money::ZERO }))
}

/// Returns the energy that the bill charges for in a block. None without such a line.
fn energy_in(bill: &AuditedBill, kinds: &ChargeKinds, block: ChargeBlock) -> Option<Quantity> {
    let is_part = |line: &&ChargeLine| line.block == Some(block) && bill.traits(kinds, line).in_consumption;
    let mut used = bill.lines.iter().filter(is_part).filter_map(|line| line.priced).peekable();
    used.peek()?;
    Quantity::sum(used.map(|priced| priced.quantity)).ok()
}

//! The faults that are planted in the demo's bills, so that every rule of the audit has findings
//! (docs/domain/demo.md#planted-faults).

use std::collections::BTreeMap;

use gridbill_core::audit::AuditRule;
use gridbill_core::bills::{ChargeKind, ChargeLine, Priced, Quantity};
use gridbill_core::{Code, Money};
use rust_decimal::Decimal;

use super::plan::Premises;
use super::tariff::Tariff;

/// A fault of one bill. The audit reports it by one rule.
pub struct Fault {
    pub rule: AuditRule,
    site: Site,
    /// Month of the bill that the audit reports; 0 is the newest.
    pub back: u32,
    pub change: Change,
}

/// The kinds of accounts that have faults. A fault gets an account of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    /// An ordinary shop of the first company. Its bills have faults in paid months only.
    Shop,
    ShopWithDemand,
    /// A plant of the factory, which may have faults in unpaid bills.
    Plant,
}

/// The changed field. Months are counted from the reported bill: -1 is the month before it.
#[derive(Clone, Copy)]
pub enum Change {
    /// The period begins this number of days later, without a change of the bill before.
    Begins(i64),
    /// Months whose periods end this number of days later. The periods after them begin later, too.
    Ends(&'static [(i32, i64)]),
    /// Days from the invoice date to the due date.
    Due(i64),
    /// The bill is issued with the newest month, as a late bill.
    Late,
    /// The bill of the next month is not issued.
    NextMissing,
    /// A late bill has the period and the lines of the month's bill.
    BilledTwice,
    /// An earlier delivery has the bill's number and another total.
    DeliveredBefore,
    /// Use of months, in percent of an ordinary month.
    Use(&'static [(i32, u32)]),
    /// Nothing is used.
    NoUse,
    /// Three bills have the same use a day.
    SameUse,
    /// Three bills are estimated.
    Estimated,
    /// The meter counts kWh that no bill has.
    MeterAhead(u32),
    /// The current reading is this number of kWh below the previous one.
    MeterBack(u32),
    /// Demand is this percentage of the highest of the last 12 bills.
    Demand(u32),
    /// The bill before is the final one.
    Closed,
    /// The monthly charge is charged for many months.
    MonthlyCharges,
    /// Sen that are added to the total.
    Rounding(i64),
    /// The total of the bill two months before, which is paid, is carried forward.
    CarriesPaid,
    /// A charge for late payment, in percent of the other charges.
    LateCharge(i64),
    /// Tax, in percent of the charges.
    Tax(i64),
    /// The bill has the tariff by time of use.
    OtherTariff,
    /// A rate is this number of hundredths above the published one.
    Rate(ChargeKind, i64),
    /// All bills of the account have this part of use off-peak, in percent.
    OffPeak(u32),
}

const fn fault(rule: AuditRule, site: Site, back: u32, change: Change) -> Fault {
    Fault { rule, site, back, change }
}

/// The index of the first company, and of the factory.
const SHOPS: usize = 0;
pub const FACTORY: usize = 4;
/// Least use of a shop with a fault: for less, the monthly charge changes the cost for each kWh.
const LEAST_KWH: u32 = 1_500;

/// The faults. Shops have theirs three to seven months ago: later bills are used by payments, and a year before, the history
/// ends. Percentages of use leave room for the season and the random part of the other months.
#[rustfmt::skip]
pub const FAULTS: &[Fault] = &[
    fault(AuditRule::Gap, Site::Shop, 4, Change::Begins(3)),
    fault(AuditRule::Gap, Site::Shop, 7, Change::Begins(2)),
    fault(AuditRule::Overlap, Site::Shop, 3, Change::Begins(-2)),
    fault(AuditRule::Overlap, Site::Shop, 6, Change::Begins(-1)),
    fault(AuditRule::PeriodLength, Site::Shop, 5, Change::Ends(&[(0, -7), (1, -2)])),
    fault(AuditRule::PeriodLength, Site::Shop, 3, Change::Ends(&[(-3, -3), (-2, -6), (-1, -9)])),
    fault(AuditRule::DueDate, Site::Shop, 4, Change::Due(45)),
    fault(AuditRule::DueDate, Site::Shop, 7, Change::Due(60)),
    fault(AuditRule::PeriodOld, Site::Plant, 15, Change::Late),
    fault(AuditRule::MissingBill, Site::Plant, 1, Change::NextMissing),
    fault(AuditRule::MissingBill, Site::Plant, 1, Change::NextMissing),
    fault(AuditRule::DuplicateAmount, Site::Plant, 0, Change::BilledTwice),
    fault(AuditRule::DuplicateAmount, Site::Plant, 0, Change::BilledTwice),
    fault(AuditRule::DuplicateNumber, Site::Plant, 0, Change::DeliveredBefore),
    fault(AuditRule::DuplicateNumber, Site::Plant, 0, Change::DeliveredBefore),
    fault(AuditRule::HiddenEstimate, Site::Shop, 3, Change::SameUse),
    fault(AuditRule::HiddenEstimate, Site::Shop, 6, Change::SameUse),
    fault(AuditRule::EstimatedRun, Site::Shop, 4, Change::Estimated),
    fault(AuditRule::EstimatedRun, Site::Shop, 5, Change::Estimated),
    fault(AuditRule::ReadingBroken, Site::Shop, 5, Change::MeterAhead(320)),
    fault(AuditRule::ReadingBroken, Site::Shop, 7, Change::MeterAhead(75)),
    fault(AuditRule::ReadingBackwards, Site::Shop, 3, Change::MeterBack(40)),
    fault(AuditRule::ReadingBackwards, Site::Shop, 6, Change::MeterBack(15)),
    fault(AuditRule::UseHigh, Site::Shop, 4, Change::Use(&[(-12, 80), (-2, 65), (-1, 67), (0, 108)])),
    fault(AuditRule::UseHigh, Site::Shop, 6, Change::Use(&[(-12, 80), (-2, 64), (-1, 66), (0, 108)])),
    fault(AuditRule::UseLow, Site::Shop, 5, Change::Use(&[(-2, 116), (-1, 114), (0, 57), (1, 100)])),
    fault(AuditRule::UseLow, Site::Shop, 7, Change::Use(&[(-2, 115), (-1, 116), (0, 57), (1, 98)])),
    fault(AuditRule::UseHighYear, Site::Shop, 3, Change::Use(&[(-12, 62), (-11, 95), (0, 100)])),
    fault(AuditRule::UseHighYear, Site::Shop, 5, Change::Use(&[(-12, 62), (-11, 94), (0, 101)])),
    fault(AuditRule::UseLowYear, Site::Shop, 4, Change::Use(&[(-12, 125), (0, 60), (1, 100)])),
    fault(AuditRule::UseLowYear, Site::Shop, 7, Change::Use(&[(-12, 124), (0, 60), (1, 99)])),
    fault(AuditRule::UseRecord, Site::Shop, 3, Change::Use(&[(-12, 100), (-2, 98), (-1, 101), (0, 136)])),
    fault(AuditRule::UseRecord, Site::Shop, 6, Change::Use(&[(-12, 101), (-2, 100), (-1, 98), (0, 136)])),
    fault(AuditRule::UseFloor, Site::Shop, 5, Change::Use(&[(0, 40), (1, 90), (2, 95)])),
    fault(AuditRule::UseFloor, Site::Shop, 6, Change::Use(&[(0, 38), (1, 89), (2, 93)])),
    fault(AuditRule::DemandRecord, Site::ShopWithDemand, 4, Change::Demand(125)),
    fault(AuditRule::DemandRecord, Site::Plant, 5, Change::Demand(128)),
    fault(AuditRule::ZeroUse, Site::Plant, 0, Change::NoUse),
    fault(AuditRule::ZeroUse, Site::Plant, 0, Change::NoUse),
    fault(AuditRule::UseAfterClose, Site::Plant, 0, Change::Closed),
    fault(AuditRule::UseAfterClose, Site::Plant, 0, Change::Closed),
    fault(AuditRule::UnitCost, Site::Shop, 4, Change::MonthlyCharges),
    fault(AuditRule::UnitCost, Site::Shop, 6, Change::MonthlyCharges),
    fault(AuditRule::Rounding, Site::Shop, 3, Change::Rounding(20)),
    fault(AuditRule::Rounding, Site::Shop, 5, Change::Rounding(-15)),
    fault(AuditRule::CarriedButPaid, Site::Shop, 3, Change::CarriesPaid),
    fault(AuditRule::CarriedButPaid, Site::Shop, 6, Change::CarriesPaid),
    fault(AuditRule::LateCharge, Site::Shop, 4, Change::LateCharge(1)),
    fault(AuditRule::LateCharge, Site::Shop, 5, Change::LateCharge(2)),
    fault(AuditRule::TaxUnexpected, Site::Shop, 3, Change::Tax(6)),
    fault(AuditRule::TaxUnexpected, Site::Shop, 7, Change::Tax(8)),
    fault(AuditRule::TariffMismatch, Site::Shop, 4, Change::OtherTariff),
    fault(AuditRule::TariffMismatch, Site::Shop, 6, Change::OtherTariff),
    fault(AuditRule::PriceMismatch, Site::Shop, 3, Change::Rate(ChargeKind::ENERGY, 50)),
    fault(AuditRule::PriceMismatch, Site::Shop, 5, Change::Rate(ChargeKind::NETWORK, 120)),
    fault(AuditRule::CheaperTariff, Site::Plant, 0, Change::OffPeak(45)),
    fault(AuditRule::CheaperTariff, Site::Plant, 0, Change::OffPeak(35)),
];

impl Site {
    const fn company(self) -> usize {
        match self {
            Self::Shop | Self::ShopWithDemand => SHOPS,
            Self::Plant => FACTORY,
        }
    }

    fn fits(self, premises: &Premises) -> bool {
        match self {
            Self::Shop => premises.tariff == Tariff::LowGeneral && premises.kwh >= LEAST_KWH,
            Self::ShopWithDemand => premises.tariff == Tariff::MediumGeneral,
            Self::Plant => premises.tariff == Tariff::MediumTimeOfUse,
        }
    }
}

/// Chooses the accounts of a company's faults, by their positions. `is_free` says whether an account has no story of its
/// own. Accounts of one kind are spread evenly. Fails if too few accounts fit.
pub fn by_account(
    company: usize,
    premises: &[Premises],
    is_free: impl Fn(usize) -> bool,
) -> anyhow::Result<BTreeMap<usize, &'static Fault>> {
    let mut chosen = BTreeMap::new();
    for site in [Site::Shop, Site::ShopWithDemand, Site::Plant] {
        let faults: Vec<&Fault> =
            FAULTS.iter().filter(|fault| fault.site == site && site.company() == company).collect();
        let fitting: Vec<usize> = (0..premises.len())
            .filter(|&place| premises[place].is_tagged && site.fits(&premises[place]) && is_free(place))
            .collect();
        for (number, fault) in faults.iter().enumerate() {
            let Some(&place) = fitting.get(number * fitting.len() / faults.len()) else {
                anyhow::bail!("the demo has no account for a fault of {:?}", fault.rule);
            };
            if chosen.insert(place, *fault).is_some() {
                anyhow::bail!("the demo has too few accounts for the faults of {:?}", fault.rule);
            }
        }
    }
    Ok(chosen)
}

/// A bill of an account with a fault.
#[derive(Clone, Copy)]
pub struct FaultyMonth {
    pub change: Change,
    /// Months after the reported bill.
    pub after: i32,
}

impl Fault {
    /// The account's bill of a month.
    pub fn month(&self, back: u32) -> FaultyMonth {
        FaultyMonth { change: self.change, after: self.back.cast_signed() - back.cast_signed() }
    }
}

impl FaultyMonth {
    /// The change if this is the reported bill.
    pub fn reported(self) -> Option<Change> {
        (self.after == 0).then_some(self.change)
    }

    /// The days by which the first and the last day of the period are later.
    pub fn days_moved(self) -> (i64, i64) {
        let moved = |after: i32| match self.change {
            Change::Ends(ends) => ends.iter().find(|(month, _)| *month == after).map_or(0, |(_, days)| *days),
            _ => 0,
        };
        let begins = match self.reported() {
            Some(Change::Begins(days)) => days,
            _ => moved(self.after - 1),
        };
        (begins, moved(self.after))
    }

    /// The use of a period if it is changed; `ordinary` is that of 30 days.
    pub fn kwh(self, ordinary: u32, days: u64) -> Option<u64> {
        let percent = match self.change {
            Change::Use(months) => {
                months.iter().find(|(month, _)| *month == self.after).map(|(_, percent)| *percent)?
            }
            // A month of high use, so that its demand is not out of proportion.
            Change::Demand(_) if self.after == 0 => 108,
            // Another use before three bills with the same.
            Change::SameUse if self.after == -3 => 94,
            // Whole kWh a day, so that three bills have exactly the same.
            Change::SameUse if (-2..=0).contains(&self.after) => return Some(u64::from(ordinary) / 30 * days),
            Change::NoUse if self.after == 0 => return Some(0),
            _ => return None,
        };
        Some(u64::from(ordinary) * u64::from(percent) * days / 3_000)
    }

    /// Changes the lines of the bill. Fails with [`Code::AmountTooLarge`], which no meter reaches.
    pub fn change_lines(self, lines: &mut Vec<ChargeLine>) -> Result<(), Code> {
        let sum = Money::sum(lines.iter().map(|line| line.amount))?;
        let part = |percent: i64| Money::round(sum.decimal() * Decimal::from(percent) / Decimal::ONE_HUNDRED);
        match (self.change, self.after) {
            (Change::MonthlyCharges, 0) => {
                let amount = part(30)?.decimal();
                let by_months = |priced: Priced| {
                    let months = (amount / priced.rate.decimal()).ceil();
                    Priced { quantity: Quantity::of(priced.quantity.decimal() + months), ..priced }
                };
                line_of(lines, ChargeKind::RETAIL).map_or(Ok(()), |line| change_price(line, by_months).map(drop))
            }
            (Change::Rate(kind, more), 0) => {
                let by_rate = |priced: Priced| {
                    let rate = Quantity::of(priced.rate.decimal() + Decimal::new(more, 2));
                    Priced { rate, ..priced }
                };
                let difference = line_of(lines, kind).map_or(Ok(Money::ZERO), |line| change_price(line, by_rate))?;
                // The fund is charged on the line.
                let on_more = |priced: Priced| {
                    let quantity = Quantity::of(priced.quantity.decimal() + difference.decimal());
                    Priced { quantity, ..priced }
                };
                line_of(lines, ChargeKind::KWTBB).map_or(Ok(()), |line| change_price(line, on_more).map(drop))
            }
            (Change::Tax(percent), 0) => {
                let tax = part(percent)?;
                if let Some(line) = line_of(lines, ChargeKind::TAX) {
                    line.amount = tax;
                }
                Ok(())
            }
            (Change::LateCharge(percent), 0) => {
                let (kind, amount) = (ChargeKind::LATE_CHARGE, part(percent)?);
                lines.push(ChargeLine { kind, block: None, tariff: None, from: None, to: None, priced: None, amount });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The type of the reading if it is changed. The bills next to three estimated ones are not estimated.
    pub fn reading_type(self) -> Option<&'static str> {
        match (self.change, self.after) {
            (Change::Estimated, -2..=0) => Some("estimated"),
            (Change::Estimated, -3 | 1) | (Change::SameUse, -2..=0) => Some("actual"),
            (Change::Closed, -1) => Some("final"),
            _ => None,
        }
    }
}

fn line_of(lines: &mut [ChargeLine], kind: ChargeKind) -> Option<&mut ChargeLine> {
    lines.iter_mut().find(|line| line.kind == kind)
}

/// Changes quantity or rate of a line, and returns the difference of its amount.
fn change_price(line: &mut ChargeLine, change: impl Fn(Priced) -> Priced) -> Result<Money, Code> {
    let Some(priced) = line.priced.map(change) else { return Ok(Money::ZERO) };
    let before = std::mem::replace(&mut line.amount, priced.amount()?);
    line.priced = Some(priced);
    line.amount.minus(before)
}

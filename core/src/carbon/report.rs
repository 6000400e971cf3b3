//! The emissions report. All sums are exact; each figure is rounded once, when it is returned.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    CarbonAccount, CarbonBill, CarbonBy, CarbonFactorUse, CarbonMonth, CarbonReportRow, CarbonResult, CarbonSums,
    EmissionFactor, FactorTable, GridRegion,
};
use crate::bills::Quantity;
use crate::number::AccountNo;
use crate::{Code, Day, Problem};

/// Maximum months of a report: two years, which is the history that the portal holds. Each page reads all bills of them.
pub const MAX_CARBON_MONTHS: u32 = 24;
/// Months of a report whose first month was not given.
const DEFAULT_MONTHS: u32 = 12;
/// Millionths of a kWh in a hundredth.
const OF_HUNDREDTH: i128 = 10_000;
/// Units of emissions in a kilogram: millionths of a kWh by millionths of a kilogram for a kWh.
const OF_KILOGRAM: i128 = 1_000_000_000_000;

/// Returns the first days of the first and last month of a report.
/// Fails with [`Code::CarbonReportEndsFirst`] or [`Code::CarbonReportTooLong`], at `from`.
pub fn check_carbon_months(from: Option<Day>, to: Option<Day>, today: Day) -> Result<(Day, Day), Problem> {
    let to = to.unwrap_or(today).first_of_month();
    let from = from.map_or_else(|| to.minus_months(DEFAULT_MONTHS - 1), Day::first_of_month);
    if from > to {
        Err(Problem::at("from", Code::CarbonReportEndsFirst))
    } else if from < to.minus_months(MAX_CARBON_MONTHS - 1) {
        let limit = i64::from(MAX_CARBON_MONTHS);
        Err(Problem::at("from", Problem::new(Code::CarbonReportTooLong).with("limit", limit)))
    } else {
        Ok((from, to))
    }
}

/// Returns the grid that supplies a state. Labuan is connected to Sabah.
#[must_use]
pub fn region_of_state(state: &str) -> GridRegion {
    match state {
        "Sabah" | "Labuan" => GridRegion::Sabah,
        "Sarawak" => GridRegion::Sarawak,
        _ => GridRegion::Peninsular,
    }
}

/// An exact sum.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    bills: i64,
    /// Use in millionths of a kWh.
    used: i128,
    emitted: i128,
    first_emitted: i128,
    is_provisional: bool,
}

impl Sum {
    fn add(&mut self, part: Part<'_>) {
        self.used += part.used;
        self.emitted += part.emitted(part.factor);
        self.first_emitted += part.emitted(part.first_factor);
        self.is_provisional |= part.factor.is_some_and(|factor| factor.is_provisional);
    }
}

/// The use of some days of a bill, which are in one month and have one factor.
#[derive(Clone, Copy)]
struct Part<'a> {
    used: i128,
    factor: Option<&'a EmissionFactor>,
    first_factor: Option<&'a EmissionFactor>,
}

impl Part<'_> {
    fn emitted(self, factor: Option<&EmissionFactor>) -> i128 {
        factor.map_or(0, |factor| self.used * i128::from(factor.factor.millionths()))
    }
}

/// Rounds emissions to whole kilograms, half up.
fn kilograms(emitted: i128) -> i64 {
    rounded(emitted, OF_KILOGRAM)
}

/// Rounds use to hundredths of a kWh, half up.
fn kwh(used: i128) -> Quantity {
    Quantity::from_hundredths(rounded(used, OF_HUNDREDTH))
}

fn rounded(exact: i128, unit: i128) -> i64 {
    i64::try_from((exact * 2 + unit).div_euclid(unit * 2)).unwrap_or(i64::MAX)
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum RowKey {
    Month(Day),
    Group(Option<String>),
    Account(AccountNo),
}

type FactorKey = (GridRegion, Day, Day);

/// Adds up bills, in any order.
pub struct CarbonReport<'a> {
    accounts: &'a HashMap<AccountNo, CarbonAccount>,
    factors: &'a FactorTable,
    by: CarbonBy,
    from: Day,
    to: Day,
    today: Day,
    rows: BTreeMap<RowKey, Sum>,
    months: BTreeMap<Day, Sum>,
    uses: BTreeMap<FactorKey, (&'a EmissionFactor, i128, i128)>,
    total: Sum,
    without_factor: i128,
    bills_without_kwh: i64,
    bills_replaced: i64,
}

impl<'a> CarbonReport<'a> {
    /// Begins a report of the months from `from` to `to`, both first days, as [`check_carbon_months`] returns them.
    #[must_use]
    pub fn new(
        accounts: &'a HashMap<AccountNo, CarbonAccount>,
        factors: &'a FactorTable,
        by: CarbonBy,
        (from, to): (Day, Day),
        today: Day,
    ) -> Self {
        let months = (0..MAX_CARBON_MONTHS).map(|before| to.minus_months(before)).filter(|month| *month >= from);
        Self {
            accounts,
            factors,
            by,
            from,
            to,
            today,
            rows: BTreeMap::new(),
            months: months.map(|month| (month, Sum::default())).collect(),
            uses: BTreeMap::new(),
            total: Sum::default(),
            without_factor: 0,
            bills_without_kwh: 0,
            bills_replaced: 0,
        }
    }

    /// Adds a bill. One with a cancelled e-invoice counts nowhere, because its replacement does.
    pub fn add(&mut self, bill: &CarbonBill) {
        let (first, last) = days(bill);
        if first > last || last < self.from || first > self.last_day() {
            return;
        }
        if bill.is_cancelled {
            self.bills_replaced += 1;
        } else {
            self.add_counted(bill);
        }
    }

    fn last_day(&self) -> Day {
        month_end(self.to)
    }

    /// Divides the use of a bill evenly among its days. Each part ends where a month ends or another factor begins. The use
    /// up to each day is rounded down to a millionth, so the parts add up to the bill exactly.
    fn add_counted(&mut self, bill: &CarbonBill) {
        let Some(used) = bill.kwh else {
            self.bills_without_kwh += 1;
            return;
        };
        let region = self.accounts.get(&bill.account_no).map(|account| account.region);
        let used = i128::from(used.hundredths()) * OF_HUNDREDTH;
        let (first, last) = days(bill);
        let length = i128::from(last.days_since(first)) + 1;
        let used_before = |day: Day| (used * i128::from(day.days_since(first))).div_euclid(length);
        let mut keys = BTreeSet::new();
        let mut day = first.max(self.from);
        let end = last.min(self.last_day()).plus_days(1);
        while day < end {
            let change = region.and_then(|region| self.factors.next_change(region, day));
            let month = day.first_of_month();
            let next = month_end(month).plus_days(1).min(end).min(change.unwrap_or(end));
            let factor = region.and_then(|region| self.factors.find(region, day, self.today));
            let first_factor =
                region.and_then(|region| self.factors.first_reported(region, day, month_end(month), self.today));
            let part = Part { used: used_before(next) - used_before(day), factor, first_factor };
            let key = self.key(bill, month);
            self.rows.entry(key.clone()).or_default().add(part);
            keys.insert(key);
            self.months.entry(month).or_default().add(part);
            self.total.add(part);
            self.note_factors(part);
            day = next;
        }
        for key in keys {
            self.rows.entry(key).or_default().bills += 1;
        }
        self.total.bills += 1;
    }

    fn key(&self, bill: &CarbonBill, month: Day) -> RowKey {
        match self.by {
            CarbonBy::Month => RowKey::Month(month),
            CarbonBy::Account => RowKey::Account(bill.account_no.clone()),
            CarbonBy::Group => {
                RowKey::Group(self.accounts.get(&bill.account_no).and_then(|account| account.group_name.clone()))
            }
        }
    }

    fn note_factors(&mut self, part: Part<'a>) {
        let key = |factor: &EmissionFactor| (factor.region, factor.from, factor.published);
        if let Some(factor) = part.factor {
            self.uses.entry(key(factor)).or_insert((factor, 0, 0)).1 += part.used;
        } else {
            self.without_factor += part.used;
        }
        if let Some(factor) = part.first_factor {
            self.uses.entry(key(factor)).or_insert((factor, 0, 0)).2 += part.used;
        }
    }

    /// Returns the rows and the sums. Months are in reverse order of time; groups and accounts with the highest emissions
    /// come first.
    #[must_use]
    pub fn finish(self) -> CarbonResult {
        let mut rows: Vec<CarbonReportRow> = self.rows.iter().map(|(key, sum)| self.row(key, sum)).collect();
        rows.sort_by(|one, other| {
            other.month.cmp(&one.month).then(match self.by {
                CarbonBy::Month => std::cmp::Ordering::Equal,
                // The rows are in the order of their names and numbers, which decides among equal ones.
                CarbonBy::Group | CarbonBy::Account => other.kg.cmp(&one.kg),
            })
        });
        let months = self.months.iter().map(|(month, sum)| CarbonMonth {
            month: *month,
            kwh: kwh(sum.used),
            kg: kilograms(sum.emitted),
            first_kg: kilograms(sum.first_emitted),
        });
        let factors = self.uses.values().map(|(factor, used, first_used)| CarbonFactorUse {
            factor: (*factor).clone(),
            kwh: kwh(*used),
            first_kwh: kwh(*first_used),
        });
        let sums = CarbonSums {
            months: months.collect(),
            factors: factors.collect(),
            bills: self.total.bills,
            kwh: kwh(self.total.used),
            kg: kilograms(self.total.emitted),
            first_kg: kilograms(self.total.first_emitted),
            is_provisional: self.total.is_provisional,
            kwh_without_factor: kwh(self.without_factor),
            bills_without_kwh: self.bills_without_kwh,
            bills_replaced: self.bills_replaced,
        };
        CarbonResult { rows, sums }
    }

    fn row(&self, key: &RowKey, sum: &Sum) -> CarbonReportRow {
        let mut row = CarbonReportRow {
            month: None,
            group_name: None,
            account_no: None,
            reference_id: None,
            region: None,
            bills: sum.bills,
            kwh: kwh(sum.used),
            kg: kilograms(sum.emitted),
            first_kg: kilograms(sum.first_emitted),
            is_provisional: sum.is_provisional,
        };
        match key {
            RowKey::Month(month) => row.month = Some(*month),
            RowKey::Group(name) => row.group_name.clone_from(name),
            RowKey::Account(account_no) => {
                row.account_no = Some(account_no.clone());
                if let Some(account) = self.accounts.get(account_no) {
                    row.group_name.clone_from(&account.group_name);
                    row.reference_id.clone_from(&account.reference_id);
                    row.region = Some(account.region);
                }
            }
        }
        row
    }
}

/// Returns the days of a bill's use: its reading period, or the day of the invoice if it has none.
fn days(bill: &CarbonBill) -> (Day, Day) {
    bill.first_day.zip(bill.last_day).unwrap_or((bill.invoice_date, bill.invoice_date))
}

fn month_end(month: Day) -> Day {
    month.plus_days(1).first_of_month_from().plus_days(-1)
}

/// Computes a report of bills in any order.
pub fn carbon_report(
    bills: Vec<CarbonBill>,
    accounts: Vec<CarbonAccount>,
    factors: Vec<EmissionFactor>,
    by: CarbonBy,
    (from, to): (Option<Day>, Option<Day>),
    today: Day,
) -> Result<CarbonResult, Problem> {
    let months = check_carbon_months(from, to, today)?;
    let accounts = accounts.into_iter().map(|account| (account.account_no.clone(), account)).collect();
    let factors = FactorTable::new(factors);
    let mut report = CarbonReport::new(&accounts, &factors, by, months, today);
    for bill in bills {
        report.add(&bill);
    }
    Ok(report.finish())
}

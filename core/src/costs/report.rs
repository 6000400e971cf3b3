//! The report by cost centre, group and month.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{CodingPart, CodingPeriod, CostCentreSum, CostMonthSum, CostReportRow, coding_on, split_amount};
use crate::{Code, Day, Money, Problem};

/// Maximum months of a report. Each page of it reads all bills of the months.
pub const MAX_REPORT_MONTHS: u32 = 12;
/// Months of a report whose first month was not given.
const DEFAULT_MONTHS: u32 = 6;

/// Returns the first days of the first and last month of a report.
/// Fails with [`Code::CostReportEndsFirst`] or [`Code::CostReportTooLong`], at `from`.
pub fn check_report_months(from: Option<Day>, to: Option<Day>, today: Day) -> Result<(Day, Day), Problem> {
    let to = to.unwrap_or(today).first_of_month();
    let from = from.map_or_else(|| to.minus_months(DEFAULT_MONTHS - 1), Day::first_of_month);
    if from > to {
        Err(Problem::at("from", Code::CostReportEndsFirst))
    } else if from < to.minus_months(MAX_REPORT_MONTHS - 1) {
        Err(Problem::at("from", Problem::new(Code::CostReportTooLong).with("limit", i64::from(MAX_REPORT_MONTHS))))
    } else {
        Ok((from, to))
    }
}

/// An account of a report: its group, and its coding.
#[derive(Debug, Clone, Default)]
pub struct CodedAccount {
    /// The id of its group.
    pub group_id: Option<String>,
    /// Its own coding.
    pub periods: Vec<CodingPeriod>,
}

/// The codings of a bulk account, by account and by group.
#[derive(Debug, Default)]
pub struct CodingBook {
    /// The accounts, by number.
    pub accounts: HashMap<String, CodedAccount>,
    /// The default codings of groups, by id.
    pub groups: HashMap<String, Vec<CodingPart>>,
}

impl CodingBook {
    /// Returns the parts of a bill: by the coding of its account on the day of the invoice, otherwise by the default of the
    /// account's group. None if the bill has no cost centre.
    #[must_use]
    pub fn parts(&self, account_no: &str, day: Day) -> Option<&[CodingPart]> {
        let account = self.accounts.get(account_no)?;
        if let Some(period) = coding_on(&account.periods, day) {
            return Some(&period.parts);
        }
        let parts = self.groups.get(account.group_id.as_deref()?)?;
        (!parts.is_empty()).then_some(parts.as_slice())
    }

    fn group(&self, account_no: &str) -> Option<&String> {
        self.accounts.get(account_no)?.group_id.as_ref()
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    bills: i64,
    cost: Money,
}

impl Sum {
    fn add(&mut self, cost: Money) -> Result<(), Code> {
        self.bills += 1;
        self.cost = self.cost.plus(cost)?;
        Ok(())
    }
}

/// The month, the group's id and the code of a row.
type RowKey = (Day, Option<String>, Option<String>);

/// Sums up bills.
#[derive(Debug, Default)]
pub struct CostReport {
    rows: BTreeMap<RowKey, Sum>,
    centres: BTreeMap<Option<String>, Sum>,
    months: BTreeMap<Day, Sum>,
    total: Money,
}

impl CostReport {
    /// Adds a bill, divided among its cost centres. Fails with [`Code::AmountTooLarge`].
    pub fn add(&mut self, book: &CodingBook, account_no: &str, invoiced: Day, cost: Money) -> Result<(), Code> {
        let month = invoiced.first_of_month();
        self.total = self.total.plus(cost)?;
        self.months.entry(month).or_default().add(cost)?;
        let group = book.group(account_no);
        let Some(parts) = book.parts(account_no, invoiced) else {
            return self.add_part(month, group, None, cost);
        };
        for (part, cost) in parts.iter().zip(split_amount(cost, parts)) {
            self.add_part(month, group, Some(part.code.clone()), cost)?;
        }
        Ok(())
    }

    fn add_part(&mut self, month: Day, group: Option<&String>, code: Option<String>, cost: Money) -> Result<(), Code> {
        self.centres.entry(code.clone()).or_default().add(cost)?;
        self.rows.entry((month, group.cloned(), code)).or_default().add(cost)
    }

    /// Returns the sum of all bills.
    #[must_use]
    pub const fn total(&self) -> Money {
        self.total
    }

    /// Returns the sum of the bills without a cost centre.
    #[must_use]
    pub fn uncoded(&self) -> Money {
        self.centres.get(&None).map_or(Money::ZERO, |sum| sum.cost)
    }

    /// Returns the rows: the newest month first, then by the group's name and the code. Accounts without a group, and bills
    /// without a cost centre, come last.
    #[must_use]
    pub fn rows(&self, groups: &BTreeMap<String, String>, names: &BTreeMap<String, String>) -> Vec<CostReportRow> {
        let mut rows: Vec<CostReportRow> = self
            .rows
            .iter()
            .map(|((month, group, code), sum)| CostReportRow {
                month: *month,
                group_name: group.as_ref().and_then(|id| groups.get(id)).cloned(),
                cost_centre_name: code.as_ref().and_then(|code| names.get(code)).cloned(),
                code: code.clone(),
                bills: sum.bills,
                cost: sum.cost,
            })
            .collect();
        rows.sort_by(|one, other| {
            let key = |row: &CostReportRow| {
                (row.group_name.is_none(), row.group_name.clone(), row.code.is_none(), row.code.clone())
            };
            other.month.cmp(&one.month).then_with(|| key(one).cmp(&key(other)))
        });
        rows
    }

    /// Returns the sums by cost centre, the highest first, and among equal ones by code. Bills without a cost centre come
    /// last.
    #[must_use]
    pub fn centres(&self, names: &BTreeMap<String, String>) -> Vec<CostCentreSum> {
        let mut centres: Vec<CostCentreSum> = self
            .centres
            .iter()
            .map(|(code, sum)| CostCentreSum {
                cost_centre_name: code.as_ref().and_then(|code| names.get(code)).cloned(),
                code: code.clone(),
                bills: sum.bills,
                cost: sum.cost,
            })
            .collect();
        centres.sort_by(|one, other| {
            let is_last = |sum: &CostCentreSum| sum.code.is_none();
            is_last(one).cmp(&is_last(other)).then(other.cost.cmp(&one.cost)).then_with(|| one.code.cmp(&other.code))
        });
        centres
    }

    /// Returns the sums by month, from the first to the last month.
    #[must_use]
    pub fn months(&self, from: Day, to: Day) -> Vec<CostMonthSum> {
        let months: BTreeSet<Day> = (0..MAX_REPORT_MONTHS).map(|before| to.minus_months(before)).collect();
        let sum = |month: Day| self.months.get(&month).copied().unwrap_or_default();
        months
            .into_iter()
            .filter(|month| *month >= from)
            .map(|month| CostMonthSum { month, bills: sum(month).bills, cost: sum(month).cost })
            .collect()
    }
}

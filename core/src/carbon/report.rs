//! The emissions report. All sums are exact; each figure is rounded once, when it is returned.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    CarbonAccount, CarbonBill, CarbonBy, CarbonCertificateUse, CarbonFactorUse, CarbonMonth, CarbonReportRow,
    CarbonResult, CarbonSums, EmissionFactor, EnergyCertificate, FactorTable, GridRegion,
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
    /// The part of the use that certificates cover, and its emissions.
    certified: i128,
    saved: i128,
    first_saved: i128,
}

impl Sum {
    fn add(&mut self, part: Part<'_>) {
        self.used += part.used;
        self.emitted += part.emitted(part.factor);
        self.first_emitted += part.emitted(part.first_factor);
        self.is_provisional |= part.factor.is_some_and(|factor| factor.is_provisional);
    }

    /// Notes that certificates cover a part.
    fn cover(&mut self, part: Part<'_>) {
        self.certified += part.used;
        self.saved += part.emitted(part.factor);
        self.first_saved += part.emitted(part.first_factor);
    }

    fn market_kg(&self) -> i64 {
        kilograms(self.emitted - self.saved)
    }

    fn first_market_kg(&self) -> i64 {
        kilograms(self.first_emitted - self.first_saved)
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

/// An amount that is divided evenly among days. The amount up to each day is rounded down to a millionth, so the parts add
/// up to the whole exactly.
struct Divided {
    amount: i128,
    first: Day,
    last: Day,
}

impl Divided {
    fn new(kwh: Quantity, (first, last): (Day, Day)) -> Self {
        Self { amount: i128::from(kwh.hundredths()) * OF_HUNDREDTH, first, last }
    }

    /// Returns the part of the days from `first` until the one before `end`.
    fn between(&self, first: Day, end: Day) -> i128 {
        self.before(end) - self.before(first)
    }

    fn before(&self, day: Day) -> i128 {
        let length = i128::from(self.last.days_since(self.first)) + 1;
        (self.amount * i128::from(day.days_since(self.first))).div_euclid(length)
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

fn factor_key(factor: &EmissionFactor) -> FactorKey {
    (factor.region, factor.from, factor.published)
}

/// The use of a factor.
struct FactorUse<'a> {
    factor: &'a EmissionFactor,
    used: i128,
    first_used: i128,
    certified: i128,
}

/// Adds up bills, in any order.
pub struct CarbonReport<'a> {
    accounts: &'a HashMap<AccountNo, CarbonAccount>,
    factors: &'a FactorTable,
    by: CarbonBy,
    from: Day,
    to: Day,
    today: Day,
    /// The certificates of each account.
    certificates: BTreeMap<AccountNo, Vec<EnergyCertificate>>,
    /// The parts of accounts with certificates, by month.
    parts: BTreeMap<(AccountNo, Day), Vec<Part<'a>>>,
    rows: BTreeMap<RowKey, Sum>,
    months: BTreeMap<Day, Sum>,
    uses: BTreeMap<FactorKey, FactorUse<'a>>,
    certificate_uses: Vec<CarbonCertificateUse>,
    total: Sum,
    excess: i128,
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
            certificates: BTreeMap::new(),
            parts: BTreeMap::new(),
            rows: BTreeMap::new(),
            months: months.map(|month| (month, Sum::default())).collect(),
            uses: BTreeMap::new(),
            certificate_uses: Vec::new(),
            total: Sum::default(),
            excess: 0,
            without_factor: 0,
            bills_without_kwh: 0,
            bills_replaced: 0,
        }
    }

    /// Sets the certificates, before the bills are added.
    #[must_use]
    pub fn with_certificates(mut self, certificates: Vec<EnergyCertificate>) -> Self {
        for certificate in certificates {
            self.certificates.entry(certificate.account_no.clone()).or_default().push(certificate);
        }
        self
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

    /// Divides the kWh of an account's certificates by days among months. In a month they cover at most the account's use.
    /// What is above it is named and not carried to other months.
    fn cover(&mut self, account_no: &AccountNo, certificates: Vec<EnergyCertificate>) {
        let mut certified: BTreeMap<Day, i128> = BTreeMap::new();
        for certificate in certificates {
            let divided = Divided::new(certificate.kwh, (certificate.from, certificate.to));
            let mut day = certificate.from.max(self.from);
            let end = certificate.to.min(self.last_day()).plus_days(1);
            if day >= end {
                continue;
            }
            self.certificate_uses.push(CarbonCertificateUse { kwh: kwh(divided.between(day, end)), certificate });
            while day < end {
                let month = day.first_of_month();
                let next = month_end(month).plus_days(1).min(end);
                *certified.entry(month).or_default() += divided.between(day, next);
                day = next;
            }
        }
        for (month, certified) in certified {
            let mut parts = self.parts.remove(&(account_no.clone(), month)).unwrap_or_default();
            // So that the order of the bills decides nothing.
            parts.sort_by_key(|part| (part.factor.map(factor_key), part.first_factor.map(factor_key), part.used));
            let covered = certified.min(parts.iter().map(|part| part.used).sum()).max(0);
            self.excess += certified - covered;
            self.cover_month(&self.key(account_no, month), covered, &parts);
        }
    }

    /// Divides the covered use of an account's month among its parts in proportion to their use. Parts of exported energy
    /// get none of it.
    fn cover_month(&mut self, key: &RowKey, covered: i128, parts: &[Part<'a>]) {
        let used: i128 = parts.iter().map(|part| part.used.max(0)).sum();
        let mut passed = 0;
        for part in parts.iter().filter(|part| covered > 0 && part.used > 0) {
            let before = covered * passed / used;
            passed += part.used;
            let part = Part { used: covered * passed / used - before, ..*part };
            self.rows.entry(key.clone()).or_default().cover(part);
            self.total.cover(part);
            if let Some(factor) = part.factor {
                self.factor_use(factor).certified += part.used;
            }
        }
    }

    /// Divides the use of a bill evenly among its days. Each part ends where a month ends or another factor begins.
    fn add_counted(&mut self, bill: &CarbonBill) {
        let Some(used) = bill.kwh else {
            self.bills_without_kwh += 1;
            return;
        };
        let region = self.accounts.get(&bill.account_no).map(|account| account.region);
        let (first, last) = days(bill);
        let divided = Divided::new(used, (first, last));
        let has_certificates = self.certificates.contains_key(&bill.account_no);
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
            let part = Part { used: divided.between(day, next), factor, first_factor };
            if has_certificates {
                self.parts.entry((bill.account_no.clone(), month)).or_default().push(part);
            }
            let key = self.key(&bill.account_no, month);
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

    fn key(&self, account_no: &AccountNo, month: Day) -> RowKey {
        match self.by {
            CarbonBy::Month => RowKey::Month(month),
            CarbonBy::Account => RowKey::Account(account_no.clone()),
            CarbonBy::Group => {
                RowKey::Group(self.accounts.get(account_no).and_then(|account| account.group_name.clone()))
            }
        }
    }

    fn note_factors(&mut self, part: Part<'a>) {
        if let Some(factor) = part.factor {
            self.factor_use(factor).used += part.used;
        } else {
            self.without_factor += part.used;
        }
        if let Some(factor) = part.first_factor {
            self.factor_use(factor).first_used += part.used;
        }
    }

    fn factor_use(&mut self, factor: &'a EmissionFactor) -> &mut FactorUse<'a> {
        self.uses.entry(factor_key(factor)).or_insert(FactorUse { factor, used: 0, first_used: 0, certified: 0 })
    }

    /// Returns the rows and the sums. Months are in reverse order of time; groups and accounts with the highest emissions
    /// come first.
    #[must_use]
    pub fn finish(mut self) -> CarbonResult {
        for (account_no, certificates) in std::mem::take(&mut self.certificates) {
            self.cover(&account_no, certificates);
        }
        self.certificate_uses
            .sort_by(|one, other| one.certificate.certificate_no.cmp(&other.certificate.certificate_no));
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
        let factors = self.uses.values().map(|used| CarbonFactorUse {
            factor: used.factor.clone(),
            kwh: kwh(used.used),
            first_kwh: kwh(used.first_used),
            certified_kwh: kwh(used.certified),
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
            certified_kwh: kwh(self.total.certified),
            market_kg: self.total.market_kg(),
            first_market_kg: self.total.first_market_kg(),
            excess_kwh: kwh(self.excess),
            certificates: self.certificate_uses,
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
            certified_kwh: kwh(sum.certified),
            market_kg: sum.market_kg(),
            first_market_kg: sum.first_market_kg(),
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
    certificates: Vec<EnergyCertificate>,
    by: CarbonBy,
    (from, to): (Option<Day>, Option<Day>),
    today: Day,
) -> Result<CarbonResult, Problem> {
    let months = check_carbon_months(from, to, today)?;
    let accounts = accounts.into_iter().map(|account| (account.account_no.clone(), account)).collect();
    let factors = FactorTable::new(factors);
    let mut report = CarbonReport::new(&accounts, &factors, by, months, today).with_certificates(certificates);
    for bill in bills {
        report.add(&bill);
    }
    Ok(report.finish())
}

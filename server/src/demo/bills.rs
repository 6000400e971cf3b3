//! Generates a company's bills of the last 25 months: which account gets which bill, for which days. Every status and colour
//! appears among them today.

mod draft;

use std::collections::BTreeMap;

use gridbill_core::audit::Period;
use gridbill_core::{Day, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::charges::Meter;
use super::faults::{self, Change, Fault, FaultyMonth};
use super::history;
use super::plan::{MONTHS, Premises};
use super::prices;
use super::tariff::{Tariff, Use};

pub use draft::{Draft, FeedFiles, IssuedBill};

/// Numbers that continue across all companies.
pub struct Numbers {
    pub invoice: u64,
    pub batch: u64,
    /// Bills that may still be made.
    pub left: usize,
}

/// The batches of these cycles contain payable bills only, so that demonstrations and tests can pay a whole batch.
const PLAIN_CYCLES: usize = 3;
/// Unusual bills appear in this number of newest months only, because older bills are paid.
const ODD_MONTHS: u32 = 3;
/// Month whose bill is late when no period of the history is across the change of tariffs. Its period is old for the audit.
const LATE_MONTHS: u32 = 16;
/// Maximum estimated bills in a row: the audit would report a third.
const MOST_ESTIMATED: u32 = 2;
/// The company with a bill whose e-invoice was cancelled: the government entity.
const CANCELLED: usize = 1;
/// Use in each calendar month from January to December, in percent of an ordinary month.
const SEASON: [u32; 12] = [98, 96, 100, 103, 104, 103, 102, 101, 100, 99, 97, 97];

/// The way in which a bill is unusual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oddity {
    None,
    Credit,
    /// The last bill of an account, with nothing used. It contains the bill before it.
    Final,
    NoDueDate,
    /// It contains the bill before it, if that is open.
    Outstanding,
    /// Billed late, next to the month's bill.
    Late,
}

/// The day on which a cycle of a month was extracted; `back` 0 is the newest. Two days lie between cycles, so that
/// the newest batches are green and orange, and those of the month before red.
pub fn extracted(today: Day, back: u32, cycle: usize) -> Day {
    today.plus_days(-2 - 2 * i64::try_from(cycle).unwrap_or_default()).minus_months(back)
}

/// The days that a cycle's bill of a month is for: from the day after the last bill's end.
fn period(today: Day, back: u32, cycle: usize) -> Period {
    let end = |back| extracted(today, back, cycle).plus_days(-2);
    Period { first: end(back + 1).plus_days(1), last: end(back) }
}

/// The days that a bill is for, with a fault or without.
fn period_of(today: Day, back: u32, cycle: usize, fault: Option<FaultyMonth>) -> Period {
    let Period { first, last } = period(today, back, cycle);
    let (first_moved, last_moved) = fault.map(FaultyMonth::days_moved).unwrap_or_default();
    Period { first: first.plus_days(first_moved), last: last.plus_days(last_moved) }
}

/// The parameters for generating a company's bills.
#[derive(Clone, Copy)]
pub struct BillsSpec {
    pub today: Day,
    pub seed: u64,
    /// The company's position in the feed.
    pub company: usize,
    /// Whether bills have faults, of which the audit reports each.
    pub has_faults: bool,
}

/// The properties that an account's bills share, and the state after its last bill.
struct Account {
    /// The average demand in percent of the highest demand.
    load: u32,
    /// The share of energy that is used off-peak, in percent.
    off_peak: u32,
    closes: bool,
    meter: Meter,
    /// The number of estimated bills in a row up to now.
    estimated: u32,
    /// Use of the last bill in hundredths of a kWh a day.
    last_use: u64,
    /// Number, total and day of the last bill.
    last_bill: Option<(u64, Money, Day)>,
    /// Demand and totals of all bills, oldest first.
    demands: Vec<u32>,
    totals: Vec<Money>,
    /// A bill that was not issued in its own month.
    late: Option<Draft>,
}

impl Account {
    fn new(premises: &Premises, rng: &mut ChaCha20Rng) -> Self {
        let is_medium = premises.tariff.knows_demand();
        let (load, off_peak) = match premises.tariff {
            // Sites that run day and night, for which the tariff by time of use is the cheaper one.
            Tariff::MediumTimeOfUse => (rng.random_range(72..86), rng.random_range(78..86)),
            _ => (rng.random_range(42..68), rng.random_range(55..75)),
        };
        Self {
            load: if is_medium { load } else { 0 },
            off_peak: if premises.tariff.knows_time_of_use() { off_peak } else { 0 },
            closes: premises.is_tagged && premises.cycle >= PLAIN_CYCLES && rng.random_range(0..50) == 0,
            meter: Meter::before(premises.kwh),
            estimated: 0,
            last_use: 0,
            last_bill: None,
            demands: Vec::new(),
            totals: Vec::new(),
            late: None,
        }
    }

    /// The use of a month. Never the same use a day as the month before, which would look like an estimate.
    fn used(
        &mut self,
        premises: &Premises,
        back: u32,
        period: Period,
        fault: Option<FaultyMonth>,
        rng: &mut ChaCha20Rng,
    ) -> Use {
        use chrono::Datelike as _;
        let season = SEASON[period.last.date().month0() as usize];
        let growth = 100 - back / 6;
        let days = u64::try_from(period.days()).unwrap_or(30);
        let noise = rng.random_range(9_400_u64..10_600);
        let of_month = u64::from(premises.kwh) * u64::from(season) * u64::from(growth) * noise / 100_000_000;
        let mut kwh = of_month * days / 30;
        let use_a_day = |kwh: u64| kwh * 100 / days;
        if use_a_day(kwh).abs_diff(self.last_use) * 200 <= self.last_use {
            kwh += kwh / 60 + 2;
        }
        kwh = fault.and_then(|fault| fault.kwh(premises.kwh, days)).unwrap_or(kwh);
        self.last_use = use_a_day(kwh);
        let kwh = u32::try_from(kwh).unwrap_or(u32::MAX);
        let off_peak_kwh = kwh / 100 * self.off_peak;
        let hours = u32::try_from(days * 24).unwrap_or(720);
        let mut demand_kw = if self.load == 0 || kwh == 0 { 0 } else { kwh / (hours * self.load / 100) + 1 };
        if let Some(Change::Demand(percent)) = reported(fault) {
            let highest = self.demands.iter().rev().take(12).max().copied().unwrap_or_default();
            demand_kw = highest * percent / 100 + 1;
        }
        self.demands.push(demand_kw);
        Use { peak_kwh: kwh - off_peak_kwh, off_peak_kwh, demand_kw }
    }

    /// What is open of the last bill. The feed is loaded before the payments, and bills on their way to be paid are then open.
    fn open_balance(&self, today: Day) -> Money {
        let age = |day: Day| i32::try_from(today.days_since(day)).unwrap_or(i32::MAX);
        let open = self.last_bill.filter(|(_, total, day)| total.is_positive() && !history::is_paid(age(*day)));
        open.map_or(Money::ZERO, |(_, total, _)| total)
    }

    fn reading_type(&mut self, odd: Oddity, rng: &mut ChaCha20Rng) -> &'static str {
        let chosen = match rng.random_range(0..40) {
            _ if odd == Oddity::Final => "final",
            0..3 if self.estimated < MOST_ESTIMATED => "estimated",
            3 => "special",
            _ => "actual",
        };
        self.estimated = if chosen == "estimated" { self.estimated + 1 } else { 0 };
        chosen
    }
}

/// The accounts of a company, and the generator that makes their bills.
fn accounts(premises: &[Premises], seed: u64) -> (Vec<Account>, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    (premises.iter().map(|premises| Account::new(premises, &mut rng)).collect(), rng)
}

/// The faults of a company's bills, by the positions of their accounts.
#[derive(Default)]
struct Faults {
    by_account: BTreeMap<usize, &'static Fault>,
    /// The months whose bills are late.
    late: BTreeMap<usize, u32>,
}

impl Faults {
    fn of(made: BillsSpec, premises: &[Premises], accounts: &[Account]) -> anyhow::Result<Self> {
        if !made.has_faults {
            return Ok(Self::default());
        }
        let is_plain = |one: &Premises| one.is_tagged && one.cycle >= PLAIN_CYCLES && one.tariff == Tariff::LowGeneral;
        let late = (0..premises.len()).find(|&place| is_plain(&premises[place]) && !accounts[place].closes);
        // The factory has few accounts: one that would close stays open for its fault.
        let is_free =
            |place: usize| late != Some(place) && (made.company == faults::FACTORY || !accounts[place].closes);
        let by_account = faults::by_account(made.company, premises, is_free)?;
        let planted = by_account.iter().filter(|(_, fault)| matches!(fault.change, Change::Late));
        let mut late: BTreeMap<usize, u32> =
            late.map(|place| (place, months_late(made.today, premises[place].cycle))).into_iter().collect();
        late.extend(planted.map(|(place, fault)| (*place, fault.back)));
        Ok(Self { by_account, late })
    }

    /// Whether an account has a fault in the months in which bills may be unpaid.
    fn is_unpaid(&self, place: usize) -> bool {
        self.by_account.get(&place).is_some_and(|fault| fault.back < ODD_MONTHS)
    }

    fn month(&self, place: usize, back: u32) -> Option<FaultyMonth> {
        self.by_account.get(&place).map(|fault| fault.month(back))
    }
}

/// The change of a bill that the audit reports.
fn reported(fault: Option<FaultyMonth>) -> Option<Change> {
    fault.and_then(FaultyMonth::reported)
}

/// Makes the company's bills, oldest month first.
pub fn issue(
    premises: &[Premises],
    made: BillsSpec,
    numbers: &mut Numbers,
    mut take: impl FnMut(&IssuedBill<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let today = made.today;
    let (mut accounts, mut rng) = accounts(premises, made.seed);
    let prices = prices::table(today);
    let faults = Faults::of(made, premises, &accounts)?;
    for (place, fault) in &faults.by_account {
        accounts[*place].closes = false;
        if let Change::OffPeak(percent) = fault.change {
            accounts[*place].off_peak = percent;
        }
    }
    let mut cancels = made.has_faults && made.company == CANCELLED;
    for back in (0..MONTHS).rev() {
        let mut batch = None;
        for (place, (premises, account)) in premises.iter().zip(&mut accounts).enumerate() {
            // Untagged accounts have a waiting bill in the newest month only.
            if numbers.left == 0 || (!premises.is_tagged && back > 0) {
                continue;
            }
            let fault = faults.month(place, back);
            let mut day = extracted(today, back, premises.cycle);
            let period = period_of(today, back, premises.cycle, fault);
            let is_late = faults.late.get(&place) == Some(&back);
            let odd = match choose_oddity(premises, account, back, &mut rng) {
                _ if is_late => Oddity::Late,
                // The fault of an unpaid bill is the only thing out of the ordinary.
                _ if faults.is_unpaid(place) => Oddity::None,
                odd => odd,
            };
            if is_late {
                // It is invoiced with the newest month.
                day = extracted(today, 0, premises.cycle);
            }
            let draft = Draft::new(premises, account, &prices, (today, day, period, back), (odd, fault), &mut rng)?;
            if is_late {
                account.late = Some(draft);
                continue;
            }
            if batch != Some(premises.cycle) {
                batch = Some(premises.cycle);
                numbers.batch += 1;
            }
            if matches!(fault, Some(FaultyMonth { change: Change::NextMissing, after: 1 })) {
                continue;
            }
            let again = matches!(reported(fault), Some(Change::BilledTwice)).then(|| draft.billed_again());
            let late = account.late.take_if(|_| back == 0);
            for draft in late.into_iter().chain([draft]).chain(again) {
                numbers.left -= 1;
                numbers.invoice += 1;
                let is_cancelled = cancels && back == 0 && draft.odd == Oddity::None;
                cancels &= !is_cancelled;
                let (invoice, batch, last) = (numbers.invoice, numbers.batch, account.last_bill);
                take(&IssuedBill { premises, draft: &draft, invoice, batch, last, is_cancelled, today })?;
                account.last_bill = Some((numbers.invoice, draft.total, draft.day));
                if numbers.left == 0 {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// The month whose bill is late: the one across the change of tariffs, where the history has it.
fn months_late(today: Day, cycle: usize) -> u32 {
    let crosses = |back: &u32| {
        let period = period(today, *back, cycle);
        period.first < prices::changed() && prices::changed() <= period.last
    };
    (1..MONTHS - 1).find(crosses).unwrap_or(LATE_MONTHS)
}

fn choose_oddity(premises: &Premises, account: &Account, back: u32, rng: &mut ChaCha20Rng) -> Oddity {
    if account.closes && back == 0 {
        return Oddity::Final;
    }
    if back >= ODD_MONTHS || premises.cycle < PLAIN_CYCLES {
        return Oddity::None;
    }
    match rng.random_range(0..100) {
        0..=1 => Oddity::Credit,
        2 => Oddity::NoDueDate,
        3..=7 => Oddity::Outstanding,
        _ => Oddity::None,
    }
}

#[cfg(test)]
#[path = "bills_tests.rs"]
mod tests;

//! Generates a company's bills of the last 25 months. Every status and colour appears among them today.

use std::io::Write;

use gridbill_core::audit::{Period, PriceTable};
use gridbill_core::bills::{ChargeKind, ChargeLine, Charges, MeterReading, remainder};
use gridbill_core::{Day, Money, Problem};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::charges::{Meter, write_charges};
use super::e_invoices;
use super::plan::{MONTHS, Premises};
use super::prices;
use super::tariff::{Tariff, Use, to_five_sen};

/// Running numbers, shared by all companies.
pub struct Numbers {
    pub invoice: u64,
    pub batch: u64,
    /// The number of bills that are still to be generated.
    pub left: usize,
}

/// The batches of these cycles contain payable bills only, so that demonstrations and tests can pay a whole batch.
const PLAIN_CYCLES: usize = 3;
/// Unusual bills appear in this number of newest months only, because older bills are paid.
const UNUSUAL_MONTHS: u32 = 3;
/// Months by which the late bill is late, if the history does not include the change of tariffs.
const LATE_MONTHS: u32 = 6;
/// Maximum estimated bills in a row: the audit would report a third.
const MOST_ESTIMATED: u32 = 2;
/// Use in each calendar month from January to December, in percent of an ordinary month.
const SEASON: [u32; 12] = [98, 96, 100, 103, 104, 103, 102, 101, 100, 99, 97, 97];

/// The way in which a bill is unusual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oddity {
    None,
    Credit,
    /// The last bill of an account, without use.
    Final,
    NoDueDate,
    Outstanding,
    /// Billed late, together with the newest bill.
    Late,
}

/// Returns the day on which a cycle's batch was extracted, `back` months before the newest. Cycles are two days apart,
/// so that the newest batches are green and orange, and the batches of the previous month are red.
pub fn extracted(today: Day, back: u32, cycle: usize) -> Day {
    today.plus_days(-2 - 2 * i64::try_from(cycle).unwrap_or_default()).minus_months(back)
}

/// Returns the period of a cycle's bill, `back` months before the newest. Periods follow each other without gaps.
fn period(today: Day, back: u32, cycle: usize) -> Period {
    let end = |back| extracted(today, back, cycle).plus_days(-2);
    Period { first: end(back + 1).plus_days(1), last: end(back) }
}

/// The parameters for generating a company's bills.
#[derive(Clone, Copy)]
pub struct BillsSpec {
    pub today: Day,
    pub seed: u64,
    /// Whether the e-invoice of the first ordinary bill of the newest month is cancelled.
    pub cancels: bool,
}

/// The feed's files of bills and of their charges.
pub struct FeedFiles<W: Write> {
    pub bills: csv::Writer<W>,
    pub charges: csv::Writer<W>,
}

/// The properties that an account's bills share, and the state after its last bill.
struct Account {
    /// The average demand in percent of the highest demand.
    load: u32,
    /// The share of energy that is used off-peak, in percent.
    off_peak: u32,
    /// Whether the newest bill is the final bill of the account.
    closes: bool,
    meter: Meter,
    /// The number of estimated bills in a row up to now.
    estimated: u32,
    /// Use of the last bill in hundredths of a kWh a day.
    last_use: u64,
    last_bill: Option<(u64, Money)>,
    /// A bill that was not issued in its own month.
    late: Option<Draft>,
}

impl Account {
    fn new(premises: &Premises, rng: &mut ChaCha20Rng) -> Self {
        let is_medium = premises.tariff.knows_demand();
        let (load, off_peak) = match premises.tariff {
            // Sites that run day and night, for which the time-of-use tariff is cheaper.
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
            late: None,
        }
    }

    /// Generates the use of a month. Daily use never equals that of the previous month, which would look like an
    /// estimate.
    fn generate_use(&mut self, premises: &Premises, back: u32, period: Period, rng: &mut ChaCha20Rng) -> Use {
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
        self.last_use = use_a_day(kwh);
        let kwh = u32::try_from(kwh).unwrap_or(u32::MAX);
        let off_peak_kwh = kwh / 100 * self.off_peak;
        let hours = u32::try_from(days * 24).unwrap_or(720);
        let demand_kw = if self.load == 0 { 0 } else { kwh / (hours * self.load / 100) + 1 };
        Use { peak_kwh: kwh - off_peak_kwh, off_peak_kwh, demand_kw }
    }

    fn choose_reading_type(&mut self, odd: Oddity, rng: &mut ChaCha20Rng) -> &'static str {
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

/// Writes the company's bills in the feed's format, oldest month first.
pub fn write<W: Write>(
    out: &mut FeedFiles<W>,
    premises: &[Premises],
    spec: BillsSpec,
    numbers: &mut Numbers,
) -> anyhow::Result<()> {
    let BillsSpec { today, seed, mut cancels } = spec;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let prices = prices::table(today);
    let mut accounts: Vec<Account> = premises.iter().map(|premises| Account::new(premises, &mut rng)).collect();
    let can_be_late = |one: &Premises| one.is_tagged && one.cycle >= PLAIN_CYCLES && one.tariff == Tariff::LowGeneral;
    let late = premises.iter().zip(&accounts).position(|(premises, account)| can_be_late(premises) && !account.closes);
    let late_back = late.map(|place| months_late(today, premises[place].cycle));
    for back in (0..MONTHS).rev() {
        let mut batch = None;
        for (place, (premises, account)) in premises.iter().zip(&mut accounts).enumerate() {
            // An untagged account has a single bill, in the newest month, without a bulk account.
            if numbers.left == 0 || (!premises.is_tagged && back > 0) {
                continue;
            }
            let mut day = extracted(today, back, premises.cycle);
            let period = period(today, back, premises.cycle);
            let is_late = late == Some(place) && late_back == Some(back);
            let odd = if is_late { Oddity::Late } else { choose_oddity(premises, account, back, &mut rng) };
            if is_late {
                // The late bill is invoiced with the newest month.
                day = extracted(today, 0, premises.cycle);
            }
            let draft = Draft::new(premises, account, &prices, (day, period, back), odd, &mut rng)?;
            if is_late {
                account.late = Some(draft);
                continue;
            }
            if batch != Some(premises.cycle) {
                batch = Some(premises.cycle);
                numbers.batch += 1;
            }
            let late = account.late.take_if(|_| back == 0);
            for draft in late.into_iter().chain([draft]) {
                numbers.left -= 1;
                numbers.invoice += 1;
                let is_cancelled = cancels && back == 0 && draft.odd == Oddity::None;
                cancels &= !is_cancelled;
                let e_invoice = e_invoices::of(numbers.invoice, draft.day.plus_days(-1), today, is_cancelled);
                draft.write(&mut out.bills, premises, numbers, account.last_bill, e_invoice)?;
                account.last_bill = Some((numbers.invoice, draft.total));
                let charges = Charges { lines: draft.lines, readings: draft.readings };
                write_charges(&mut out.charges, &invoice_no(numbers.invoice), &charges)?;
                if numbers.left == 0 {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Returns how many months the late bill is late: its period includes the change of tariffs, if the history does.
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
    if back >= UNUSUAL_MONTHS || premises.cycle < PLAIN_CYCLES {
        return Oddity::None;
    }
    match rng.random_range(0..100) {
        0..=1 => Oddity::Credit,
        2 => Oddity::NoDueDate,
        3..=7 => Oddity::Outstanding,
        _ => Oddity::None,
    }
}

/// A generated bill without its numbers.
struct Draft {
    /// The day of extraction.
    day: Day,
    period: Period,
    odd: Oddity,
    tariff: &'static str,
    used: Use,
    lines: Vec<ChargeLine>,
    readings: Vec<MeterReading>,
    reading: &'static str,
    current: Money,
    outstanding: Money,
    total: Money,
}

impl Draft {
    fn new(
        premises: &Premises,
        account: &mut Account,
        prices: &PriceTable,
        (day, period, back): (Day, Period, u32),
        odd: Oddity,
        rng: &mut ChaCha20Rng,
    ) -> Result<Self, Problem> {
        let mut used = account.generate_use(premises, back, period, rng);
        if odd == Oddity::Final {
            used = Use { peak_kwh: 0, off_peak_kwh: 0, demand_kw: 0 };
        }
        let mut lines = premises.tariff.charge(prices, used, period)?;
        if odd == Oddity::Final {
            // The fixed monthly charge is waived.
            lines.retain(|line| line.kind != ChargeKind::Retail);
        }
        let current = Money::sum(lines.iter().map(|line| line.amount))?;
        let outstanding = match odd {
            Oddity::Credit => Money::ZERO.minus(current)?.minus(Money::from_sen(rng.random_range(0..90_000)))?,
            Oddity::Final => Money::from_sen(rng.random_range(2_000..40_000)),
            Oddity::Outstanding => Money::from_sen(rng.random_range(1_000..60_000)),
            Oddity::NoDueDate | Oddity::Late | Oddity::None => Money::ZERO,
        };
        let reading = account.choose_reading_type(odd, rng);
        let total = to_five_sen(current.plus(outstanding)?)?;
        let rounding = remainder(current, outstanding, total)?.rounding;
        if let Some(last) = lines.last().filter(|_| rounding != Money::ZERO) {
            lines.push(ChargeLine { kind: ChargeKind::Rounding, amount: rounding, ..last.clone() });
        }
        let readings = account.meter.read(premises.tariff, used);
        let tariff = premises.tariff.name_on(period.last);
        Ok(Self { day, period, odd, tariff, used, lines, readings, reading, current, outstanding, total })
    }

    fn write(
        &self,
        out: &mut csv::Writer<impl Write>,
        premises: &Premises,
        numbers: &Numbers,
        last: Option<(u64, Money)>,
        e_invoice: [String; 5],
    ) -> csv::Result<()> {
        let invoiced = self.day.plus_days(-1);
        let due = (self.odd != Oddity::NoDueDate).then(|| invoiced.plus_days(30).to_string());
        let fields = [
            invoice_no(numbers.invoice),
            format!("58{:010}", numbers.batch),
            premises.account.account_no.to_string(),
            format!("28{:08}", numbers.batch),
            self.day.to_string(),
            invoiced.to_string(),
            due.unwrap_or_default(),
            match self.odd {
                Oddity::Final => "Final bill",
                Oddity::Late => "Late bill",
                _ => "Monthly bill",
            }
            .to_owned(),
            self.reading.to_owned(),
            self.period.first.to_string(),
            self.period.last.to_string(),
            self.tariff.to_owned(),
            self.used.kwh().to_string(),
            if premises.tariff.knows_demand() { self.used.demand_kw.to_string() } else { String::new() },
            self.current.to_string(),
            self.outstanding.to_string(),
            Money::ZERO.to_string(),
            self.total.to_string(),
            last.map(|(invoice, _)| invoice_no(invoice)).unwrap_or_default(),
            last.map(|(_, amount)| amount.to_string()).unwrap_or_default(),
        ];
        out.write_record(fields.into_iter().chain(e_invoice))
    }
}

fn invoice_no(number: u64) -> String {
    format!("51{number:010}")
}

#[cfg(test)]
#[path = "bills_tests.rs"]
mod tests;

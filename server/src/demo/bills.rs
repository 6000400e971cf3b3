//! A company's bills of the last 25 months, in which every status and colour appears today.

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

/// Numbers that continue across all companies.
pub struct Numbers {
    pub invoice: u64,
    pub batch: u64,
    /// Bills that may still be made.
    pub left: usize,
}

/// Batches of these cycles hold only bills that can be paid, for people and tests that pay a whole batch.
const PLAIN_CYCLES: usize = 3;
/// Bills out of the ordinary are in the last months only: older ones are paid.
const ODD_MONTHS: u32 = 3;
/// Months for which the late bill is late when the history does not reach the change of tariffs.
const LATE_MONTHS: u32 = 6;
/// Estimated bills in a row: a third one would be reported by the audit.
const MOST_ESTIMATED: u32 = 2;
/// Use of a calendar month, in percent of an ordinary one, January first.
const SEASON: [u32; 12] = [98, 96, 100, 103, 104, 103, 102, 101, 100, 99, 97, 97];

/// What a bill has out of the ordinary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oddity {
    None,
    Credit,
    /// The last bill of an account, with nothing used.
    Final,
    NoDueDate,
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

/// How a company's bills are made.
#[derive(Clone, Copy)]
pub struct Made {
    pub today: Day,
    pub seed: u64,
    /// Whether the first ordinary bill of the newest month has a cancelled e-invoice.
    pub cancels: bool,
}

/// The files of bills and of their charges.
pub struct Out<W: Write> {
    pub bills: csv::Writer<W>,
    pub charges: csv::Writer<W>,
}

/// What the bills of an account have in common, and where its last bill left it.
struct Account {
    /// Highest demand is such that this part of it is used on average, in percent.
    load: u32,
    /// Part of the energy that is used off-peak, in percent.
    off_peak: u32,
    closes: bool,
    meter: Meter,
    /// Estimated bills in a row.
    estimated: u32,
    /// Use of the last bill in hundredths of a kWh a day.
    last_use: u64,
    last_bill: Option<(u64, Money)>,
    /// A bill that was not issued at its time.
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
            late: None,
        }
    }

    /// The use of a month. Never the same use a day as the month before, which would look like an estimate.
    fn used(&mut self, premises: &Premises, back: u32, period: Period, rng: &mut ChaCha20Rng) -> Use {
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

/// Writes the company's bills as the feed has them, oldest month first.
pub fn write<W: Write>(
    out: &mut Out<W>,
    premises: &[Premises],
    made: Made,
    numbers: &mut Numbers,
) -> anyhow::Result<()> {
    let Made { today, seed, mut cancels } = made;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let prices = prices::table(today);
    let mut accounts: Vec<Account> = premises.iter().map(|premises| Account::new(premises, &mut rng)).collect();
    let is_plain = |one: &Premises| one.is_tagged && one.cycle >= PLAIN_CYCLES && one.tariff == Tariff::LowGeneral;
    let late = premises.iter().zip(&accounts).position(|(premises, account)| is_plain(premises) && !account.closes);
    let late_back = late.map(|place| months_late(today, premises[place].cycle));
    for back in (0..MONTHS).rev() {
        let mut batch = None;
        for (place, (premises, account)) in premises.iter().zip(&mut accounts).enumerate() {
            // Untagged accounts have a waiting bill in the newest month only.
            if numbers.left == 0 || (!premises.is_tagged && back > 0) {
                continue;
            }
            let mut day = extracted(today, back, premises.cycle);
            let period = period(today, back, premises.cycle);
            let is_late = late == Some(place) && late_back == Some(back);
            let odd = if is_late { Oddity::Late } else { odd(premises, account, back, &mut rng) };
            if is_late {
                // It is invoiced with the newest month.
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

/// The month whose bill is late: the one across the change of tariffs, where the history has it.
fn months_late(today: Day, cycle: usize) -> u32 {
    let crosses = |back: &u32| {
        let period = period(today, *back, cycle);
        period.first < prices::changed() && prices::changed() <= period.last
    };
    (1..MONTHS - 1).find(crosses).unwrap_or(LATE_MONTHS)
}

fn odd(premises: &Premises, account: &Account, back: u32, rng: &mut ChaCha20Rng) -> Oddity {
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

struct Draft {
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
        let mut used = account.used(premises, back, period, rng);
        if odd == Oddity::Final {
            used = Use { peak_kwh: 0, off_peak_kwh: 0, demand_kw: 0 };
        }
        let mut lines = premises.tariff.charge(prices, used, period)?;
        if odd == Oddity::Final {
            // The month's fixed charge is waived.
            lines.retain(|line| line.kind != ChargeKind::Retail);
        }
        let current = Money::sum(lines.iter().map(|line| line.amount))?;
        let outstanding = match odd {
            Oddity::Credit => Money::ZERO.minus(current)?.minus(Money::from_sen(rng.random_range(0..90_000)))?,
            Oddity::Final => Money::from_sen(rng.random_range(2_000..40_000)),
            Oddity::Outstanding => Money::from_sen(rng.random_range(1_000..60_000)),
            Oddity::NoDueDate | Oddity::Late | Oddity::None => Money::ZERO,
        };
        let reading = account.reading_type(odd, rng);
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

//! A company's bills of the last twelve months, chosen so that every status and colour appears today.

use std::io::Write;

use gridbill_core::bills::{ChargeKind, ChargeLine, Charges, remainder};
use gridbill_core::{Day, Money, Problem};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::charges::{Meter, write_charges};
use super::plan::{MONTHS, Premises};
use super::tariff::{Tariff, Use, charge_across, to_five_sen};

/// Counters that run across all companies.
pub struct Numbers {
    pub invoice: u64,
    pub batch: u64,
    /// Number of bills that may still be created.
    pub left: usize,
}

/// Batches of the first cycles contain only payable bills, for users and tests that pay a whole batch.
const PLAIN_CYCLES: usize = 3;
/// Unusual bills occur only in the last months; older bills are paid.
const ODD_MONTHS: u32 = 3;

/// The way in which a bill is unusual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oddity {
    None,
    Credit,
    NoCurrentCharge,
    NoDueDate,
    Outstanding,
    /// Billed late, for days across the change of tariffs on 1 July 2025.
    AcrossTariffs,
}

/// The day on which a cycle of a month was extracted; `back` 0 is the newest month. Cycles are two days apart, so that
/// the newest batches are green and orange, and those of the previous month red.
pub fn extracted(today: Day, back: u32, cycle: usize) -> Day {
    today.plus_days(-2 - 2 * i64::try_from(cycle).unwrap_or_default()).minus_months(back)
}

/// Writers for the files of bills and of their charges.
pub struct Out<W: Write> {
    pub bills: csv::Writer<W>,
    pub charges: csv::Writer<W>,
}

/// Writes the company's bills in the feed's format, oldest month first.
pub fn write<W: Write>(
    out: &mut Out<W>,
    premises: &[Premises],
    today: Day,
    seed: u64,
    numbers: &mut Numbers,
) -> anyhow::Result<()> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut last: Vec<Option<(u64, Money)>> = vec![None; premises.len()];
    let mut meters: Vec<Meter> = premises.iter().map(|premises| Meter::before(premises.kwh)).collect();
    let plain = |one: &Premises| one.is_tagged && one.cycle >= PLAIN_CYCLES && one.tariff == Tariff::LowGeneral;
    let late = premises.iter().position(plain);
    for back in (0..MONTHS).rev() {
        let mut batch = None;
        for (place, ((premises, last), meter)) in premises.iter().zip(&mut last).zip(&mut meters).enumerate() {
            // Accounts in no bulk account have bills only in the newest month.
            if numbers.left == 0 || (!premises.is_tagged && back > 0) {
                continue;
            }
            numbers.left -= 1;
            numbers.invoice += 1;
            if batch != Some(premises.cycle) {
                batch = Some(premises.cycle);
                numbers.batch += 1;
            }
            let day = extracted(today, back, premises.cycle);
            let usual = odd(premises, back, &mut rng);
            let odd = if back == 0 && late == Some(place) { Oddity::AcrossTariffs } else { usual };
            let bill = Draft::new(premises, day, odd, &mut rng)?;
            bill.write(&mut out.bills, premises, numbers, *last)?;
            let readings = meter.read(premises.tariff, bill.used);
            write_charges(&mut out.charges, &invoice_no(numbers.invoice), &Charges { lines: bill.lines, readings })?;
            *last = Some((numbers.invoice, bill.total));
        }
    }
    Ok(())
}

fn odd(premises: &Premises, back: u32, rng: &mut ChaCha20Rng) -> Oddity {
    if back >= ODD_MONTHS || premises.cycle < PLAIN_CYCLES {
        return Oddity::None;
    }
    match rng.random_range(0..100) {
        0..2 => Oddity::Credit,
        2 => Oddity::NoCurrentCharge,
        3 => Oddity::NoDueDate,
        4..9 => Oddity::Outstanding,
        _ => Oddity::None,
    }
}

struct Draft {
    day: Day,
    days: (Day, Day),
    odd: Oddity,
    used: Use,
    lines: Vec<ChargeLine>,
    reading: &'static str,
    current: Money,
    outstanding: Money,
    total: Money,
}

impl Draft {
    fn new(premises: &Premises, day: Day, odd: Oddity, rng: &mut ChaCha20Rng) -> Result<Self, Problem> {
        let kwh = premises.kwh / 100 * rng.random_range(82..119);
        let mut used = Use { peak_kwh: kwh, off_peak_kwh: 0, demand_kw: 0 };
        if premises.tariff.knows_time_of_use() {
            used.off_peak_kwh = kwh / 100 * rng.random_range(35..60);
            used.peak_kwh = kwh - used.off_peak_kwh;
        }
        if premises.tariff.knows_demand() {
            // A month has 730 hours; the load factor is 40 to 70 %.
            used.demand_kw = kwh / (730 * rng.random_range(40..70) / 100) + 1;
        }
        if odd == Oddity::NoCurrentCharge {
            used = Use { peak_kwh: 0, off_peak_kwh: 0, demand_kw: 0 };
        }
        let invoiced = day.plus_days(-1);
        let days = match odd {
            Oddity::AcrossTariffs => (Day::parse("2025-06-16")?, Day::parse("2025-07-15")?),
            _ => (invoiced.minus_months(1), invoiced.plus_days(-1)),
        };
        let mut lines = match odd {
            Oddity::AcrossTariffs => charge_across(kwh, days)?,
            _ => premises.tariff.charge(used, days)?,
        };
        if odd == Oddity::NoCurrentCharge {
            // The month's fixed charge is waived.
            lines.retain(|line| line.kind != ChargeKind::Retail);
        }
        let current = Money::sum(lines.iter().map(|line| line.amount))?;
        let outstanding = match odd {
            Oddity::Credit => Money::ZERO.minus(current)?.minus(Money::from_sen(rng.random_range(0..90_000)))?,
            Oddity::NoCurrentCharge => Money::from_sen(rng.random_range(2_000..40_000)),
            Oddity::Outstanding => Money::from_sen(rng.random_range(1_000..60_000)),
            Oddity::NoDueDate | Oddity::AcrossTariffs | Oddity::None => Money::ZERO,
        };
        let reading = match rng.random_range(0..40) {
            _ if odd == Oddity::NoCurrentCharge => "final",
            0..3 => "estimated",
            3 => "special",
            _ => "actual",
        };
        let total = to_five_sen(current.plus(outstanding)?)?;
        let rounding = remainder(current, outstanding, total)?.rounding;
        if let Some(last) = lines.last().filter(|_| rounding != Money::ZERO) {
            lines.push(ChargeLine { kind: ChargeKind::Rounding, amount: rounding, ..last.clone() });
        }
        Ok(Self { day, days, odd, used, lines, reading, current, outstanding, total })
    }

    fn write(
        &self,
        out: &mut csv::Writer<impl Write>,
        premises: &Premises,
        numbers: &Numbers,
        last: Option<(u64, Money)>,
    ) -> csv::Result<()> {
        let invoiced = self.day.plus_days(-1);
        let due = (self.odd != Oddity::NoDueDate).then(|| invoiced.plus_days(30).to_string());
        let kwh = self.used.peak_kwh + self.used.off_peak_kwh;
        out.write_record([
            invoice_no(numbers.invoice),
            format!("58{:010}", numbers.batch),
            premises.account.account_no.to_string(),
            format!("28{:08}", numbers.batch),
            self.day.to_string(),
            invoiced.to_string(),
            due.unwrap_or_default(),
            match self.odd {
                Oddity::NoCurrentCharge => "Final bill",
                Oddity::AcrossTariffs => "Late bill",
                _ => "Monthly bill",
            }
            .to_owned(),
            self.reading.to_owned(),
            self.days.0.to_string(),
            self.days.1.to_string(),
            premises.tariff.name().to_owned(),
            kwh.to_string(),
            if premises.tariff.knows_demand() { self.used.demand_kw.to_string() } else { String::new() },
            self.current.to_string(),
            self.outstanding.to_string(),
            Money::ZERO.to_string(),
            self.total.to_string(),
            last.map(|(invoice, _)| invoice_no(invoice)).unwrap_or_default(),
            last.map(|(_, amount)| amount.to_string()).unwrap_or_default(),
        ])
    }
}

fn invoice_no(number: u64) -> String {
    format!("51{number:010}")
}

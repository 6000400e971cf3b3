//! The demo's file of charges: the lines of its bills, and their meter readings.

use std::io::Write;

use gridbill_core::bills::{ChargeBlock, ChargeLine, ChargeUnit, MeterReading, Priced, Quantity};

use super::tariff::{Tariff, Use};
use crate::feed::{BLOCKS, READING, UNITS};

/// The counters of a meter, in kWh.
pub struct Meter {
    peak: u64,
    off_peak: u64,
}

impl Meter {
    /// Creates a meter that has counted 17 months of ordinary use before the first bill.
    pub fn before(kwh: u32) -> Self {
        let counted = u64::from(kwh) * 17 + 1_234;
        Self { peak: counted, off_peak: counted / 2 }
    }

    /// Counts kWh that no bill has.
    pub fn ahead(&mut self, kwh: u32) -> &mut Self {
        self.peak += u64::from(kwh);
        self
    }

    /// Returns the readings of a month after which the meter shows less than before.
    pub fn read_backwards(&mut self, tariff: Tariff, used: Use, kwh: u32) -> Vec<MeterReading> {
        let shown = self.peak.saturating_sub(u64::from(kwh));
        let mut readings = self.read(tariff, used);
        self.peak = shown;
        if let Some(reading) = readings.first_mut() {
            reading.current = whole(shown);
        }
        readings
    }

    /// Adds a month's use and returns the readings.
    pub fn read(&mut self, tariff: Tariff, used: Use) -> Vec<MeterReading> {
        let mut readings = Vec::new();
        if tariff.knows_time_of_use() {
            readings.push(count(Some(ChargeBlock::Peak), &mut self.peak, used.peak_kwh));
            readings.push(count(Some(ChargeBlock::OffPeak), &mut self.off_peak, used.off_peak_kwh));
        } else {
            readings.push(count(None, &mut self.peak, used.peak_kwh));
        }
        if tariff.knows_demand() {
            // The demand register is reset after each reading.
            let unit = ChargeUnit::Kw;
            readings.push(MeterReading { unit, ..count(Some(ChargeBlock::Demand), &mut 0, used.demand_kw) });
        }
        readings
    }
}

fn count(block: Option<ChargeBlock>, shown: &mut u64, used: u32) -> MeterReading {
    let previous = whole(*shown);
    *shown += u64::from(used);
    MeterReading { block, previous, current: whole(*shown), used: whole(u64::from(used)), unit: ChargeUnit::Kwh }
}

fn whole(number: u64) -> Quantity {
    Quantity::from_hundredths(i64::try_from(number).unwrap_or(i64::MAX / 100) * 100)
}

/// Writes the rows of a bill.
pub fn write_charges(
    out: &mut csv::Writer<impl Write>,
    invoice_no: &str,
    lines: &[ChargeLine],
    readings: &[MeterReading],
) -> csv::Result<()> {
    let mut number = 0;
    let mut row = |fields: [&str; 11]| {
        number += 1;
        let number = number.to_string();
        out.write_record([invoice_no, number.as_str()].into_iter().chain(fields))
    };
    for reading in readings {
        let [previous, current, used] = [reading.previous, reading.current, reading.used].map(|one| one.to_string());
        let (block, unit) = (block(reading.block), word(UNITS, &reading.unit));
        row([READING, block, "", "", "", &previous, &current, &used, unit, "", ""])?;
    }
    for line in lines {
        let [from, to] = [line.from, line.to].map(|day| day.map(|day| day.to_string()).unwrap_or_default());
        let (quantity, unit, rate) = match line.priced {
            Some(Priced { quantity, unit, rate }) => (quantity.to_string(), word(UNITS, &unit), rate.to_string()),
            None => (String::new(), "", String::new()),
        };
        let (kind, tariff) = (line.kind.as_str(), line.tariff.as_deref().unwrap_or_default());
        row([kind, block(line.block), tariff, &from, &to, "", "", &quantity, unit, &rate, &line.amount.to_string()])?;
    }
    Ok(())
}

fn block(block: Option<ChargeBlock>) -> &'static str {
    block.map_or("", |block| word(BLOCKS, &block))
}

/// Returns the feed's name for a value.
fn word<T: PartialEq>(words: &[(&'static str, T)], meant: &T) -> &'static str {
    words.iter().find(|(_, one)| one == meant).map_or("", |(word, _)| word)
}

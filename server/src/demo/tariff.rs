//! Electricity prices for businesses since 1 July 2025 (docs/domain/demo.md#prices).

use gridbill_core::bills::{ChargeBlock, ChargeKind, ChargeLine, ChargeUnit, Priced, Quantity};
use gridbill_core::{Code, Day, Money};
use rust_decimal::Decimal;

/// The four tariffs for business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tariff {
    LowGeneral,
    LowTimeOfUse,
    MediumGeneral,
    MediumTimeOfUse,
}

/// The use that a meter measured in a month.
#[derive(Debug, Clone, Copy)]
pub struct Use {
    pub peak_kwh: u32,
    /// Zero for a tariff without time of use.
    pub off_peak_kwh: u32,
    /// The highest demand; charged at medium voltage only.
    pub demand_kw: u32,
}

/// Rates: hundredths of a sen per kWh, sen per kW, ringgit per month.
struct Rates {
    peak: i64,
    off_peak: i64,
    capacity_kwh: i64,
    network_kwh: i64,
    capacity_kw: i64,
    network_kw: i64,
    retail: i64,
}

impl Tariff {
    /// The tariff's name in the feed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LowGeneral => "Low Voltage General",
            Self::LowTimeOfUse => "Low Voltage Time-of-Use",
            Self::MediumGeneral => "Medium Voltage General",
            Self::MediumTimeOfUse => "Medium Voltage Time-of-Use",
        }
    }

    pub const fn knows_time_of_use(self) -> bool {
        matches!(self, Self::LowTimeOfUse | Self::MediumTimeOfUse)
    }

    pub const fn knows_demand(self) -> bool {
        matches!(self, Self::MediumGeneral | Self::MediumTimeOfUse)
    }

    const fn rates(self) -> Rates {
        let low = Rates {
            peak: 2703,
            off_peak: 2703,
            capacity_kwh: 883,
            network_kwh: 1482,
            capacity_kw: 0,
            network_kw: 0,
            retail: 20,
        };
        let medium = Rates {
            peak: 2983,
            off_peak: 2983,
            capacity_kwh: 0,
            network_kwh: 0,
            capacity_kw: 2943,
            network_kw: 5984,
            retail: 200,
        };
        match self {
            Self::LowGeneral => low,
            Self::LowTimeOfUse => Rates { peak: 2852, off_peak: 2443, ..low },
            Self::MediumGeneral => medium,
            Self::MediumTimeOfUse => {
                Rates { peak: 3132, off_peak: 2723, capacity_kw: 3019, network_kw: 6687, ..medium }
            }
        }
    }

    /// Computes the lines for a month's use. Each line is rounded to a sen, the renewable fund is 1.6 % of energy,
    /// capacity and network, and tax is 0.00 for businesses.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`], which no meter reaches.
    pub fn charge(self, used: Use, days: (Day, Day)) -> Result<Vec<ChargeLine>, Code> {
        let mut lines = self.lines(used, days, 100)?;
        lines.extend(on_the_whole(&lines)?);
        Ok(lines)
    }

    /// Computes the lines for part of a month, without charges on the whole bill; `months` in hundredths.
    fn lines(self, used: Use, (from, to): (Day, Day), months: i64) -> Result<Vec<ChargeLine>, Code> {
        use ChargeKind::{Afa, Capacity, Energy, Network, Retail};
        let rates = self.rates();
        let line = |kind, block, units: u32, unit, rate: i64| {
            let quantity = Quantity::from_hundredths(i64::from(units) * 100);
            charged(kind, block, Priced { quantity, unit, rate: Quantity::from_hundredths(rate) })
        };
        let kwh = used.peak_kwh.saturating_add(used.off_peak_kwh);
        let mut lines = if self.knows_time_of_use() {
            vec![
                line(Energy, Some(ChargeBlock::Peak), used.peak_kwh, ChargeUnit::Kwh, rates.peak)?,
                line(Energy, Some(ChargeBlock::OffPeak), used.off_peak_kwh, ChargeUnit::Kwh, rates.off_peak)?,
            ]
        } else {
            vec![line(Energy, None, kwh, ChargeUnit::Kwh, rates.peak)?]
        };
        let (units, unit, capacity, network) = if self.knows_demand() {
            (used.demand_kw, ChargeUnit::Kw, rates.capacity_kw, rates.network_kw)
        } else {
            (kwh, ChargeUnit::Kwh, rates.capacity_kwh, rates.network_kwh)
        };
        lines.push(line(Capacity, None, units, unit, capacity)?);
        lines.push(line(Network, None, units, unit, network)?);
        let month = Quantity::from_hundredths(months);
        let retail = Quantity::from_hundredths(rates.retail * 100);
        lines.push(charged(Retail, None, Priced { quantity: month, unit: ChargeUnit::Month, rate: retail })?);
        lines.push(line(Afa, None, kwh, ChargeUnit::Kwh, fuel_adjustment(to))?);
        for line in &mut lines {
            (line.tariff, line.from, line.to) = (Some(self.name().to_owned()), Some(from), Some(to));
        }
        Ok(lines)
    }
}

/// Computes the lines at low voltage for a use whose first half was before 1 July 2025, when energy was charged in two
/// blocks.
///
/// # Errors
/// [`Code::AmountTooLarge`], which no meter reaches.
pub fn charge_across(kwh: u32, (from, to): (Day, Day)) -> Result<Vec<ChargeLine>, Code> {
    let (before, changed) = (kwh / 2, Day::parse("2025-07-01")?);
    // 200 kWh per month are charged at the lower rate, so 100 for half a month.
    let first = before.min(100);
    let mut lines = Vec::new();
    for (block, units, rate) in [(ChargeBlock::First, first, 4350), (ChargeBlock::Second, before - first, 5090)] {
        let quantity = Quantity::from_hundredths(i64::from(units) * 100);
        let priced = Priced { quantity, unit: ChargeUnit::Kwh, rate: Quantity::from_hundredths(rate) };
        let line = charged(ChargeKind::Energy, Some(block), priced)?;
        let tariff = Some("Low Voltage Commercial (until 30 June 2025)".to_owned());
        lines.push(ChargeLine { tariff, from: Some(from), to: Some(changed.plus_days(-1)), ..line });
    }
    let used = Use { peak_kwh: kwh - before, off_peak_kwh: 0, demand_kw: 0 };
    lines.extend(Tariff::LowGeneral.lines(used, (changed, to), 50)?);
    lines.extend(on_the_whole(&lines)?);
    Ok(lines)
}

fn charged(kind: ChargeKind, block: Option<ChargeBlock>, priced: Priced) -> Result<ChargeLine, Code> {
    let amount = priced.amount()?;
    Ok(ChargeLine { kind, block, tariff: None, from: None, to: None, priced: Some(priced), amount })
}

/// Computes the renewable fund and the tax on these lines.
fn on_the_whole(lines: &[ChargeLine]) -> Result<[ChargeLine; 2], Code> {
    let funded = |kind| matches!(kind, ChargeKind::Energy | ChargeKind::Capacity | ChargeKind::Network);
    let funded = Money::sum(lines.iter().filter(|line| funded(line.kind)).map(|line| line.amount))?;
    let rate = Quantity::from_hundredths(160);
    let priced = Priced { quantity: Quantity::parse(&funded.to_string())?, unit: ChargeUnit::Percent, rate };
    let tax = ChargeLine {
        kind: ChargeKind::Tax,
        block: None,
        tariff: None,
        from: None,
        to: None,
        priced: None,
        amount: Money::ZERO,
    };
    Ok([charged(ChargeKind::Kwtbb, None, priced)?, tax])
}

/// Rounds to five sen, like cash.
///
/// # Errors
/// [`Code::AmountTooLarge`].
pub fn to_five_sen(amount: Money) -> Result<Money, Code> {
    let fives = Money::round(amount.decimal() * Decimal::new(2, 1))?;
    // A fifth of an amount, rounded to a sen and multiplied by five, is a multiple of five sen.
    Money::round(fives.decimal() * Decimal::from(5))
}

/// The automatic fuel adjustment of a month, in hundredths of a sen per kWh. August, September and November 2025 are
/// published values; the other months are invented.
fn fuel_adjustment(month: Day) -> i64 {
    use chrono::Datelike as _;
    let date = month.date();
    match (date.year(), date.month()) {
        (2025, 8) => -145,
        (2025, 9) => -110,
        (2025, 11) => -891,
        (_, month) => [-320, -275, -180, -90, 0, 45, 0, -130, -95, -60, -410, -505][month as usize - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(tariff: Tariff, used: Use, month: &str) -> (String, String) {
        let month = Day::parse(month).unwrap();
        let lines = tariff.charge(used, (month, month)).unwrap();
        let current = Money::sum(lines.iter().map(|line| line.amount)).unwrap();
        (current.to_string(), to_five_sen(current).unwrap().to_string())
    }

    #[test]
    fn the_worked_examples_of_the_design() {
        let shop = Use { peak_kwh: 12_450, off_peak_kwh: 0, demand_kw: 0 };
        assert_eq!(charge(Tariff::LowGeneral, shop, "2025-08-01"), ("6250.09".into(), "6250.10".into()));
        let factory = Use { peak_kwh: 98_000, off_peak_kwh: 142_500, demand_kw: 560 };
        assert_eq!(charge(Tariff::MediumTimeOfUse, factory, "2025-09-30"), ("123386.05".into(), "123386.05".into()));
    }

    #[test]
    fn five_sen() {
        for (amount, rounded) in [
            ("0.01", "0.00"),
            ("0.02", "0.00"),
            ("0.03", "0.05"),
            ("0.07", "0.05"),
            ("0.08", "0.10"),
            ("-0.03", "-0.05"),
        ] {
            assert_eq!(to_five_sen(Money::parse(amount).unwrap()).unwrap().to_string(), rounded, "{amount}");
        }
    }

    #[test]
    fn a_bill_across_the_change_has_the_lines_of_both_tariffs() {
        let days = (Day::parse("2025-06-16").unwrap(), Day::parse("2025-07-15").unwrap());
        let lines = charge_across(1_001, days).unwrap();
        let energy: Vec<_> = lines.iter().filter(|line| line.kind == ChargeKind::Energy).collect();
        let amounts: Vec<_> = energy.iter().map(|line| line.amount.to_string()).collect();
        // 100 kWh at 43.50 sen, 400 at 50.90, and 501 at 27.03.
        assert_eq!(amounts, ["43.50", "203.60", "135.42"]);
        assert_eq!(energy[1].to, Day::parse("2025-06-30").ok());
        assert_eq!(energy[2].from, Day::parse("2025-07-01").ok());
        let retail = lines.iter().find(|line| line.kind == ChargeKind::Retail).unwrap();
        assert_eq!(retail.amount.to_string(), "10.00");
        // 1.6 % of 135.42 + 44.24 + 74.25 + 247.10.
        assert_eq!(lines[lines.len() - 2].amount.to_string(), "8.02");
    }

    #[test]
    fn low_voltage_pays_for_energy_and_medium_for_demand() {
        let used = Use { peak_kwh: 1_000, off_peak_kwh: 1_000, demand_kw: 10 };
        let more = Use { demand_kw: 20, ..used };
        let month = "2026-05-01";
        assert_eq!(charge(Tariff::LowTimeOfUse, used, month), charge(Tariff::LowTimeOfUse, more, month));
        assert_ne!(charge(Tariff::MediumGeneral, used, month), charge(Tariff::MediumGeneral, more, month));
        // 2,000 kWh: 596.60 energy; 10 kW: 892.70; the fund 23.83; retail 200.
        assert_eq!(charge(Tariff::MediumGeneral, used, month).0, "1713.13");
    }
}

//! What electricity costs a business since 1 July 2025 (docs/domain/demo.md#prices).

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

/// What a meter measured in a month.
#[derive(Debug, Clone, Copy)]
pub struct Use {
    pub peak_kwh: u32,
    /// Zero where the tariff knows no time of use.
    pub off_peak_kwh: u32,
    /// The highest demand; charged at medium voltage only.
    pub demand_kw: u32,
}

/// A month's charge, before and after rounding to five sen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    pub current: Money,
    pub rounded: Money,
}

/// Hundredths of a sen for a kWh, sen for a kW, ringgit a month.
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
    /// As the feed writes it.
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

    /// What a month's use costs: every line is rounded to a sen, the renewable fund is 1.6 % of energy, capacity
    /// and network, tax is 0.00 for business, and the total is rounded to five sen.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`], which no meter reaches.
    pub fn charge(self, used: Use, month: Day) -> Result<Charge, Code> {
        let rates = self.rates();
        let line = |units: u32, rate: i64, scale: u32| Money::round(Decimal::from(units) * Decimal::new(rate, scale));
        let kwh = used.peak_kwh.saturating_add(used.off_peak_kwh);
        let funded = Money::sum([
            line(used.peak_kwh, rates.peak, 4)?,
            line(used.off_peak_kwh, rates.off_peak, 4)?,
            line(kwh, rates.capacity_kwh, 4)?.plus(line(used.demand_kw, rates.capacity_kw, 2)?)?,
            line(kwh, rates.network_kwh, 4)?.plus(line(used.demand_kw, rates.network_kw, 2)?)?,
        ])?;
        let fund = Money::round(funded.decimal() * Decimal::new(16, 3))?;
        let adjustment = line(kwh, fuel_adjustment(month), 4)?;
        let retail = Money::from_sen(rates.retail * 100);
        let current = Money::sum([funded, fund, adjustment, retail])?;
        Ok(Charge { current, rounded: to_five_sen(current)? })
    }
}

/// Rounds to five sen, as cash is.
///
/// # Errors
/// [`Code::AmountTooLarge`].
pub fn to_five_sen(amount: Money) -> Result<Money, Code> {
    let fives = Money::round(amount.decimal() * Decimal::new(2, 1))?;
    // A fifth of an amount, rounded to a sen and taken five times, is a multiple of five sen.
    Money::round(fives.decimal() * Decimal::from(5))
}

/// The automatic fuel adjustment of a month in hundredths of a sen for a kWh. Published: August, September and
/// November 2025; the other months are the demo's own.
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
        let charge = tariff.charge(used, Day::parse(month).unwrap()).unwrap();
        (charge.current.to_string(), charge.rounded.to_string())
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

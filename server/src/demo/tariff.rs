//! Computes the lines of a bill by the business tariffs (docs/domain/demo.md#prices).

use gridbill_core::audit::{Period, PriceTable};
use gridbill_core::bills::{ChargeBlock, ChargeKind, ChargeLine, Priced, Quantity};
use gridbill_core::{Code, Day, Money};
use rust_decimal::Decimal;

use super::prices;

/// The four business tariffs since 1 July 2025.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tariff {
    LowGeneral,
    LowTimeOfUse,
    MediumGeneral,
    MediumTimeOfUse,
}

/// The use that a meter measured in a period.
#[derive(Debug, Clone, Copy)]
pub struct Use {
    pub peak_kwh: u32,
    /// Zero for tariffs without time of use.
    pub off_peak_kwh: u32,
    /// Highest demand. Charged at medium voltage only.
    pub demand_kw: u32,
}

/// kWh for each month at the lower rate of the low-voltage tariff until 30 June 2025.
const FIRST_BLOCK: i64 = 200;

impl Use {
    pub const fn kwh(self) -> u32 {
        self.peak_kwh.saturating_add(self.off_peak_kwh)
    }

    /// The use of a meter without time of use, as if half of it were off-peak.
    pub const fn by_time_of_use(self) -> Self {
        let off_peak_kwh = self.kwh() / 2;
        Self { peak_kwh: self.kwh() - off_peak_kwh, off_peak_kwh, ..self }
    }
}

impl Tariff {
    pub const ALL: [Self; 4] = [Self::LowGeneral, Self::LowTimeOfUse, Self::MediumGeneral, Self::MediumTimeOfUse];

    /// Returns the name in the feed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LowGeneral => "Low Voltage General",
            Self::LowTimeOfUse => "Low Voltage Time-of-Use",
            Self::MediumGeneral => "Medium Voltage General",
            Self::MediumTimeOfUse => "Medium Voltage Time-of-Use",
        }
    }

    /// Returns the name of the tariff that this tariff replaced.
    pub const fn earlier_name(self) -> &'static str {
        match self {
            Self::LowGeneral | Self::LowTimeOfUse => "Low Voltage Commercial (until 30 June 2025)",
            Self::MediumGeneral => "Medium Voltage Commercial (until 30 June 2025)",
            Self::MediumTimeOfUse => "Medium Voltage Peak/Off-Peak (until 30 June 2025)",
        }
    }

    /// Returns the name on a bill: the name on the last day of its period.
    pub fn name_on(self, end: Day) -> &'static str {
        if end < prices::changed() { self.earlier_name() } else { self.name() }
    }

    pub const fn knows_time_of_use(self) -> bool {
        matches!(self, Self::LowTimeOfUse | Self::MediumTimeOfUse)
    }

    pub const fn knows_demand(self) -> bool {
        matches!(self, Self::MediumGeneral | Self::MediumTimeOfUse)
    }

    /// Computes the lines of a bill. If the tariffs changed within the period, the bill has lines of both, divided by
    /// days. Every line is rounded to a sen. The renewable fund is a percentage of energy, capacity and network.
    /// Fails with [`Code::AmountTooLarge`] on overflow, which no meter reaches.
    pub fn charge(self, prices: &PriceTable, used: Use, period: Period) -> Result<Vec<ChargeLine>, Code> {
        let changed = prices::changed();
        let mut lines = Vec::new();
        if period.last < changed || changed <= period.first {
            lines.extend(self.lines(prices, used, period, Decimal::ONE)?);
        } else {
            let (before, after) = (
                Period { first: period.first, last: changed.plus_days(-1) },
                Period { first: changed, last: period.last },
            );
            let part = |units: u32| {
                let part = i64::from(units) * before.days() / period.days();
                u32::try_from(part).unwrap_or_default()
            };
            let early = Use { peak_kwh: part(used.peak_kwh), off_peak_kwh: part(used.off_peak_kwh), ..used };
            let late = Use {
                peak_kwh: used.peak_kwh - early.peak_kwh,
                off_peak_kwh: used.off_peak_kwh - early.off_peak_kwh,
                ..used
            };
            let share = |of: Period| (Decimal::from(of.days()) / Decimal::from(period.days())).round_dp(2);
            lines.extend(self.lines(prices, early, before, share(before))?);
            lines.extend(self.lines(prices, late, after, Decimal::ONE - share(before))?);
        }
        lines.extend(on_the_whole(prices, &lines, period.last)?);
        Ok(lines)
    }

    /// Computes the lines for a part of a bill's period, without the charges on the whole bill. `share` is that part of
    /// the period, by which demand and monthly charges are multiplied.
    fn lines(self, prices: &PriceTable, used: Use, period: Period, share: Decimal) -> Result<Vec<ChargeLine>, Code> {
        use ChargeBlock::{First, OffPeak, Peak, Second};
        let (is_earlier, name) = (period.last < prices::changed(), self.name_on(period.last));
        let kwh = Decimal::from(used.kwh());
        let energy: Vec<(Option<ChargeBlock>, Decimal)> = match self {
            Self::LowGeneral | Self::LowTimeOfUse if is_earlier => {
                let first = kwh.min((Decimal::from(FIRST_BLOCK) * share).round());
                vec![(Some(First), first), (Some(Second), kwh - first)]
            }
            Self::LowTimeOfUse | Self::MediumTimeOfUse => {
                vec![(Some(Peak), Decimal::from(used.peak_kwh)), (Some(OffPeak), Decimal::from(used.off_peak_kwh))]
            }
            Self::LowGeneral | Self::MediumGeneral => vec![(None, kwh)],
        };
        let demand = if self.knows_demand() { Decimal::from(used.demand_kw) * share } else { kwh };
        let others = [
            (ChargeKind::CAPACITY, demand),
            (ChargeKind::NETWORK, demand),
            (ChargeKind::RETAIL, share),
            (ChargeKind::AFA, kwh),
        ];
        let wanted = energy
            .into_iter()
            .map(|(block, units)| (ChargeKind::ENERGY, block, units))
            .chain(others.into_iter().map(|(kind, units)| (kind, None, units)));
        let mut lines = Vec::new();
        for (kind, block, units) in wanted {
            // The tariffs until 30 June 2025 had fewer lines.
            let Some(price) = prices.find(name, kind, block, period.last) else { continue };
            let charged = Priced { quantity: Quantity::of(units), unit: price.unit, rate: price.rate };
            lines.push(ChargeLine {
                tariff: Some(name.to_owned()),
                from: Some(period.first),
                to: Some(period.last),
                ..line(kind, block, charged)?
            });
        }
        Ok(lines)
    }
}

fn line(kind: ChargeKind, block: Option<ChargeBlock>, priced: Priced) -> Result<ChargeLine, Code> {
    let amount = priced.amount()?;
    Ok(ChargeLine { kind, block, tariff: None, from: None, to: None, priced: Some(priced), amount })
}

/// Computes the renewable fund and the tax on these lines.
fn on_the_whole(prices: &PriceTable, lines: &[ChargeLine], end: Day) -> Result<Vec<ChargeLine>, Code> {
    let is_base = |kind| matches!(kind, ChargeKind::ENERGY | ChargeKind::CAPACITY | ChargeKind::NETWORK);
    let base = Money::sum(lines.iter().filter(|line| is_base(line.kind)).map(|line| line.amount))?;
    let mut whole = Vec::new();
    if let Some(price) = prices.find("", ChargeKind::KWTBB, None, end) {
        let quantity = Quantity::of(base.decimal());
        whole.push(line(ChargeKind::KWTBB, None, Priced { quantity, unit: price.unit, rate: price.rate })?);
    }
    let tax = ChargeKind::TAX;
    whole.push(ChargeLine {
        kind: tax,
        block: None,
        tariff: None,
        from: None,
        to: None,
        priced: None,
        amount: Money::ZERO,
    });
    Ok(whole)
}

/// Rounds to five sen, like amounts in cash. Fails with [`Code::AmountTooLarge`].
pub fn to_five_sen(amount: Money) -> Result<Money, Code> {
    let fives = Money::round(amount.decimal() * Decimal::new(2, 1))?;
    // Five times a fifth that is rounded to a sen is a multiple of five sen.
    Money::round(fives.decimal() * Decimal::from(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(first: &str, last: &str) -> Period {
        Period { first: Day::parse(first).unwrap(), last: Day::parse(last).unwrap() }
    }

    fn table() -> PriceTable {
        prices::table(Day::parse("2026-11-20").unwrap())
    }

    fn charge(tariff: Tariff, used: Use, first: &str, last: &str) -> (String, String) {
        let lines = tariff.charge(&table(), used, period(first, last)).unwrap();
        let current = Money::sum(lines.iter().map(|line| line.amount)).unwrap();
        (current.to_string(), to_five_sen(current).unwrap().to_string())
    }

    #[test]
    fn the_worked_examples_of_the_design() {
        let shop = Use { peak_kwh: 12_450, off_peak_kwh: 0, demand_kw: 0 };
        let (first, last) = ("2025-08-01", "2025-08-31");
        assert_eq!(charge(Tariff::LowGeneral, shop, first, last), ("6250.09".into(), "6250.10".into()));
        let factory = Use { peak_kwh: 98_000, off_peak_kwh: 142_500, demand_kw: 560 };
        let (first, last) = ("2025-09-01", "2025-09-30");
        assert_eq!(charge(Tariff::MediumTimeOfUse, factory, first, last), ("123386.05".into(), "123386.05".into()));
    }

    /// 6,329.67 without the adjustment and the fund of 100.95; then 12,450 kWh at the published -4.99 and 3.61 sen.
    #[test]
    fn a_published_adjustment_lowers_or_raises_the_bill() {
        let shop = Use { peak_kwh: 12_450, off_peak_kwh: 0, demand_kw: 0 };
        let (first, last) = ("2026-01-01", "2026-01-31");
        assert_eq!(charge(Tariff::LowGeneral, shop, first, last), ("5809.36".into(), "5809.35".into()));
        let (first, last) = ("2026-10-01", "2026-10-31");
        assert_eq!(charge(Tariff::LowGeneral, shop, first, last), ("6880.07".into(), "6880.05".into()));
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
        let used = Use { peak_kwh: 1_001, off_peak_kwh: 0, demand_kw: 0 };
        let lines = Tariff::LowGeneral.charge(&table(), used, period("2025-06-16", "2025-07-15")).unwrap();
        let energy: Vec<_> = lines.iter().filter(|line| line.kind == ChargeKind::ENERGY).collect();
        let amounts: Vec<_> = energy.iter().map(|line| line.amount.to_string()).collect();
        // 100 kWh at 43.50 sen, 400 at 50.90, and 501 at 27.03.
        assert_eq!(amounts, ["43.50", "203.60", "135.42"]);
        assert_eq!(energy[1].to, Day::parse("2025-06-30").ok());
        assert_eq!(energy[2].from, Day::parse("2025-07-01").ok());
        let retail = lines.iter().find(|line| line.kind == ChargeKind::RETAIL).unwrap();
        assert_eq!(retail.amount.to_string(), "10.00");
        // 1.6 % of 135.42 + 44.24 + 74.25 + 247.10.
        assert_eq!(lines[lines.len() - 2].amount.to_string(), "8.02");
    }

    #[test]
    fn a_bill_before_the_change_has_the_earlier_tariff() {
        let used = Use { peak_kwh: 1_000, off_peak_kwh: 0, demand_kw: 0 };
        // 200 kWh at 43.50 sen, 800 at 50.90, fuel 37.00, fund 1.6 % of 494.20.
        assert_eq!(charge(Tariff::LowGeneral, used, "2025-05-01", "2025-05-31").0, "539.11");
    }

    #[test]
    fn low_voltage_pays_for_energy_and_medium_for_demand() {
        let used = Use { peak_kwh: 1_000, off_peak_kwh: 1_000, demand_kw: 10 };
        let more = Use { demand_kw: 20, ..used };
        let charge = |tariff, used| charge(tariff, used, "2026-05-01", "2026-05-31");
        assert_eq!(charge(Tariff::LowTimeOfUse, used), charge(Tariff::LowTimeOfUse, more));
        assert_ne!(charge(Tariff::MediumGeneral, used), charge(Tariff::MediumGeneral, more));
        // 2,000 kWh: 596.60 energy; 10 kW: 892.70; the fund 23.83; retail 200.
        assert_eq!(charge(Tariff::MediumGeneral, used).0, "1713.13");
    }
}

//! The published prices of the demo (docs/domain/demo.md#prices).

use gridbill_core::Day;
use gridbill_core::audit::{Price, PriceTable};
use gridbill_core::bills::{ChargeBlock, ChargeKind, ChargeUnit, Quantity};

use super::tariff::Tariff;

/// Returns the first day of the current tariffs.
pub fn changed() -> Day {
    day("2025-07-01")
}

/// Kind, block, unit, and the rate in hundredths of a sen or ringgit.
type Rate = (ChargeKind, Option<ChargeBlock>, ChargeUnit, i64);

const fn energy(block: Option<ChargeBlock>, rate: i64) -> Rate {
    (ChargeKind::ENERGY, block, ChargeUnit::Kwh, rate)
}

const fn rate(kind: ChargeKind, unit: ChargeUnit, rate: i64) -> Rate {
    (kind, None, unit, rate)
}

/// Returns the rates of a tariff since 1 July 2025.
fn rates(tariff: Tariff) -> Vec<Rate> {
    use ChargeUnit::{Kw, Kwh, Month};
    let (peak, off_peak) = (Some(ChargeBlock::Peak), Some(ChargeBlock::OffPeak));
    let low = [
        rate(ChargeKind::CAPACITY, Kwh, 883),
        rate(ChargeKind::NETWORK, Kwh, 1482),
        rate(ChargeKind::RETAIL, Month, 2000),
    ];
    match tariff {
        Tariff::LowGeneral => [&[energy(None, 2703)][..], &low].concat(),
        Tariff::LowTimeOfUse => [&[energy(peak, 2852), energy(off_peak, 2443)][..], &low].concat(),
        Tariff::MediumGeneral => {
            vec![
                energy(None, 2983),
                rate(ChargeKind::CAPACITY, Kw, 2943),
                rate(ChargeKind::NETWORK, Kw, 5984),
                rate(ChargeKind::RETAIL, Month, 20_000),
            ]
        }
        Tariff::MediumTimeOfUse => vec![
            energy(peak, 3132),
            energy(off_peak, 2723),
            rate(ChargeKind::CAPACITY, Kw, 3019),
            rate(ChargeKind::NETWORK, Kw, 6687),
            rate(ChargeKind::RETAIL, Month, 20_000),
        ],
    }
}

/// Returns the rates until 30 June 2025. The fuel adjustment had one rate for each voltage.
fn earlier_rates(tariff: Tariff) -> Vec<Rate> {
    use ChargeUnit::{Kw, Kwh};
    let (peak, off_peak) = (Some(ChargeBlock::Peak), Some(ChargeBlock::OffPeak));
    let (first, second) = (Some(ChargeBlock::First), Some(ChargeBlock::Second));
    match tariff {
        Tariff::LowGeneral | Tariff::LowTimeOfUse => {
            vec![energy(first, 4350), energy(second, 5090), rate(ChargeKind::AFA, Kwh, 370)]
        }
        Tariff::MediumGeneral => {
            vec![energy(None, 3650), rate(ChargeKind::CAPACITY, Kw, 3030), rate(ChargeKind::AFA, Kwh, 1600)]
        }
        Tariff::MediumTimeOfUse => {
            vec![
                energy(peak, 3650),
                energy(off_peak, 2240),
                rate(ChargeKind::CAPACITY, Kw, 4510),
                rate(ChargeKind::AFA, Kwh, 1600),
            ]
        }
    }
}

/// Returns the automatic fuel adjustment of a month in hundredths of a sen for a kWh. The rates of August, September
/// and November 2025 were published; the other months are invented.
const fn fuel_adjustment(year: i32, month: u32) -> i64 {
    match (year, month) {
        (2025, 8) => -145,
        (2025, 9) => -110,
        (2025, 11) => -891,
        (_, month) => [-320, -275, -180, -90, 0, 45, 0, -130, -95, -420, -610, -505][month as usize - 1],
    }
}

/// Returns all prices that apply to bills until `today`.
pub fn table(today: Day) -> PriceTable {
    let mut prices = Vec::new();
    let mut add = |tariff: &str, (kind, block, unit, rate): Rate, from: Day, to: Option<Day>| {
        let rate = Quantity::from_hundredths(rate);
        prices.push(Price { tariff: tariff.to_owned(), kind, block, from, to, rate, unit });
    };
    let long_ago = day("2020-01-01");
    for tariff in Tariff::ALL {
        for rate in rates(tariff) {
            add(tariff.name(), rate, changed(), None);
        }
        // One tariff preceded both current low-voltage tariffs.
        if tariff != Tariff::LowTimeOfUse {
            for rate in earlier_rates(tariff) {
                add(tariff.earlier_name(), rate, long_ago, Some(changed().plus_days(-1)));
            }
        }
    }
    let (mut month, end) = (changed(), today.first_of_month());
    while month <= end {
        use chrono::Datelike as _;
        let next = month.plus_days(31).first_of_month();
        let (year, number) = (month.date().year(), month.date().month());
        let adjustment = rate(ChargeKind::AFA, ChargeUnit::Kwh, fuel_adjustment(year, number));
        add("", adjustment, month, Some(next.plus_days(-1)));
        month = next;
    }
    add("", rate(ChargeKind::KWTBB, ChargeUnit::Percent, 160), long_ago, None);
    add("", rate(ChargeKind::TAX, ChargeUnit::Percent, 0), long_ago, None);
    PriceTable::new(prices)
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap_or_else(|_| unreachable!("a constant day"))
}

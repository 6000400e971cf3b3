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

/// The published automatic fuel adjustments: year, month, and hundredths of a sen for a kWh. The Energy Commission sets them
/// for each month, and TNB announces them. Sources of each: docs/domain/demo.md#fuel-adjustments.
const PUBLISHED: &[(i32, u32, i64)] = &[
    (2025, 7, 0),
    (2025, 8, -145),
    (2025, 9, -110),
    (2025, 10, -650),
    (2025, 11, -891),
    (2025, 12, -642),
    (2026, 1, -499),
    (2026, 10, 361),
];

/// The adjustments of the other months, which are invented, from January to December. Next to a published one, they do not
/// change the cost of a kWh by a fifth, which the audit would report.
const INVENTED: [i64; 12] = [-320, -275, -180, -90, 0, 45, 90, 150, 240, 0, 100, -100];

/// Returns the automatic fuel adjustment of a month in hundredths of a sen for a kWh.
fn fuel_adjustment(year: i32, month: u32) -> i64 {
    let published = PUBLISHED.iter().find(|one| (one.0, one.1) == (year, month));
    published.map_or(INVENTED[month as usize - 1], |(_, _, rate)| *rate)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of the demo has a row for each published adjustment, and one of the invented ones.
    #[test]
    fn the_documented_fuel_adjustments_are_those_of_the_demo() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/domain/demo.md");
        let page = std::fs::read_to_string(page).expect("the page of the demo");
        let section = page.split("## Fuel adjustments").nth(1).and_then(|rest| rest.split("\n## ").next());
        let rows = section.expect("the section").lines().filter(|line| line.starts_with("| 20"));
        let documented: Vec<(&str, &str)> = rows
            .map(|row| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                assert!(!cells[3].is_empty(), "{row} has no source");
                (cells[1], cells[2])
            })
            .collect();
        let table = table(day("2026-11-20"));
        let on = |month: &str| {
            let price = table.find("", ChargeKind::AFA, None, day(&format!("{month}-15")));
            price.map(|price| price.rate.to_string())
        };
        assert!(documented.iter().all(|(month, rate)| on(month).as_deref() == Some(rate)), "{documented:?}");
        let months: Vec<String> = PUBLISHED.iter().map(|(year, month, _)| format!("{year}-{month:02}")).collect();
        assert!(documented.iter().map(|(month, _)| *month).eq(&months), "{documented:?}");
        let invented = INVENTED.map(|rate| Quantity::from_hundredths(rate).to_string()).join(", ");
        assert!(page.replace('\n', " ").contains(&invented), "{invented}");
    }
}

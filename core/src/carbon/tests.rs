//! Random reports, and the revisions of factors. The cases of the rules are in `fixtures/rules/carbon.json`.

use super::*;
use crate::Code;
use crate::bills::Quantity;
use crate::number::{AccountNo, InvoiceNo};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn factor(region: GridRegion, from: &str, published: &str, factor: &str) -> EmissionFactor {
    EmissionFactor {
        region,
        from: day(from),
        published: day(published),
        factor: GridFactor::parse(factor).expect("a factor"),
        source: "Grid Emission Factor".to_owned(),
        is_provisional: false,
    }
}

/// A small generator of random numbers (xorshift64*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        i64::try_from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 2).expect("62 bits") % limit
    }
}

/// A certificate of up to 90 days; a tenth account has no bills.
fn certificate(dice: &mut Dice, no: i64) -> EnergyCertificate {
    let from = day("2024-09-01").plus_days(dice.below(750));
    EnergyCertificate {
        certificate_no: format!("C-{no:02}"),
        account_no: AccountNo::parse(&format!("21000000000{}", dice.below(10))).expect("a number"),
        from,
        to: from.plus_days(dice.below(90)),
        kwh: Quantity::from_hundredths(dice.below(200_000_000)),
        source: "Green Electricity Tariff".to_owned(),
    }
}

/// Checks the market-based figures of a report against the same report without certificates.
fn check_market(report: &CarbonResult, without: &CarbonResult) {
    let sums = &report.sums;
    assert_eq!((without.sums.market_kg, without.sums.first_market_kg), (sums.kg, sums.first_kg));
    assert!(sums.market_kg <= sums.kg && sums.first_market_kg <= sums.first_kg);
    // Nothing of a certificate is lost: it covers use, or it is excess. Each figure is rounded by half a hundredth.
    let of_certificates: i64 = sums.certificates.iter().map(|used| used.kwh.hundredths()).sum();
    let counted = sums.certified_kwh.hundredths() + sums.excess_kwh.hundredths();
    let figures = i64::try_from(sums.certificates.len() + 2).expect("few");
    assert!((of_certificates - counted).abs() * 2 <= figures, "{of_certificates} and {counted}");
    // An auditor gets the figure from the factors. Hundredths of a kWh by at most 1.5 kg are rounded, and the figure.
    let emitted: i64 = sums
        .factors
        .iter()
        .map(|used| (used.kwh.hundredths() - used.certified_kwh.hundredths()) * used.factor.factor.millionths())
        .sum();
    let limit = 50_000_000 + 1_500_000 * i64::try_from(sums.factors.len()).expect("few");
    assert!((emitted - sums.market_kg * 100_000_000).abs() <= limit, "{emitted} and {}", sums.market_kg);
}

#[test]
fn the_parts_of_random_reports_add_up_to_their_totals() {
    let mut dice = Dice(0xc02e);
    let accounts: Vec<CarbonAccount> = (0..9)
        .map(|place| CarbonAccount {
            account_no: AccountNo::parse(&format!("21000000000{place}")).expect("a number"),
            region: GridRegion::ALL[place % 3],
            group_name: (place % 2 == 0).then(|| format!("Group {}", place % 4)),
            reference_id: None,
        })
        .collect();
    for _ in 0..500 {
        let factors: Vec<_> = GridRegion::ALL
            .iter()
            .flat_map(|region| {
                let mut one = |from: &str, published: &str| {
                    let millionths = 1 + dice.below(1_500_000);
                    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
                    factor(*region, from, published, &text)
                };
                [one("2024-01-01", "2024-06-01"), one("2025-03-17", "2025-05-01"), one("2025-03-17", "2026-02-01")]
            })
            .collect();
        let bills: Vec<CarbonBill> = (0..60)
            .map(|number| {
                let first = day("2024-12-01").plus_days(dice.below(500));
                let last = first.plus_days(dice.below(70));
                CarbonBill {
                    account_no: accounts[usize::try_from(dice.below(9)).expect("an index")].account_no.clone(),
                    invoice_no: InvoiceNo::parse(&format!("5100000001{number:02}")).expect("a number"),
                    invoice_date: last,
                    first_day: Some(first),
                    last_day: Some(last),
                    kwh: Some(Quantity::from_hundredths(dice.below(100_000_000) - 10_000_000)),
                    is_cancelled: false,
                }
            })
            .collect();
        let certificates: Vec<EnergyCertificate> = (0..dice.below(12)).map(|no| certificate(&mut dice, no)).collect();
        let months = (Some(day("2024-10-01")), Some(day("2026-09-01")));
        let run_with = |certificates: &[EnergyCertificate], by| {
            let (bills, accounts, factors) = (bills.clone(), accounts.clone(), factors.clone());
            let certificates = certificates.to_vec();
            carbon_report(bills, accounts, factors, certificates, by, months, day("2026-11-26")).expect("a report")
        };
        let run = |by| run_with(&certificates, by);
        let whole = run(CarbonBy::Month);
        // No bill is outside the months, so nothing of it is lost, even if it is divided.
        let counted: i64 = bills.iter().filter_map(|bill| bill.kwh).map(Quantity::hundredths).sum();
        assert_eq!(whole.sums.kwh.hundredths(), counted);
        check_market(&whole, &run_with(&[], CarbonBy::Month));
        if let Some((_, fewer)) = certificates.split_first() {
            let sums = run_with(fewer, CarbonBy::Month).sums;
            assert!(sums.market_kg >= whole.sums.market_kg && sums.certified_kwh <= whole.sums.certified_kwh);
        }
        for by in [CarbonBy::Month, CarbonBy::Group, CarbonBy::Account] {
            let result = run(by);
            assert_eq!(result.sums, whole.sums, "the sums do not depend on the rows");
            let rows = i64::try_from(result.rows.len()).expect("few rows");
            let sum = |of: fn(&CarbonReportRow) -> i64| result.rows.iter().map(of).sum::<i64>();
            // Each row is rounded by at most half a unit, and the total as well.
            for (rows_sum, total) in [
                (sum(|row| row.kg), result.sums.kg),
                (sum(|row| row.first_kg), result.sums.first_kg),
                (sum(|row| row.kwh.hundredths()), result.sums.kwh.hundredths()),
                (sum(|row| row.market_kg), result.sums.market_kg),
                (sum(|row| row.first_market_kg), result.sums.first_market_kg),
                (sum(|row| row.certified_kwh.hundredths()), result.sums.certified_kwh.hundredths()),
            ] {
                assert!((rows_sum - total).abs() * 2 <= rows + 1, "{by:?}: {rows_sum} and {total}");
            }
            for row in &result.rows {
                assert!(row.market_kg <= row.kg && row.first_market_kg <= row.first_kg, "{row:?}");
                assert!(!row.certified_kwh.is_negative());
            }
        }
        let (mut turned, mut certificates) = (bills.clone(), certificates.clone());
        turned.reverse();
        certificates.reverse();
        let (accounts, factors) = (accounts.clone(), factors.clone());
        let again =
            carbon_report(turned, accounts, factors, certificates, CarbonBy::Account, months, day("2026-11-26"));
        assert_eq!(again.expect("a report"), run(CarbonBy::Account), "the order of the bills does not matter");
    }
}

#[test]
fn a_revision_is_used_from_its_publication_and_never_replaces_another() {
    use GridRegion::{Peninsular, Sabah};
    let mut table = FactorTable::default();
    let first = factor(Peninsular, "2022-01-01", "2024-03-01", "0.774");
    assert_eq!(table.add(first.clone()), Ok(true));
    assert_eq!(table.add(first.clone()), Ok(false));
    let other = factor(Peninsular, "2022-01-01", "2024-03-01", "0.775");
    assert_eq!(table.add(other), Err(FactorError::RevisionExists));
    for wrong in ["0", "5.000001"] {
        let wrong = factor(Peninsular, "2023-01-01", "2024-03-01", wrong);
        assert_eq!(table.add(wrong), Err(FactorError::OutOfRange));
    }
    let revised = factor(Peninsular, "2022-01-01", "2026-01-15", "0.769");
    let next = factor(Peninsular, "2024-01-01", "2026-01-15", "0.740");
    assert_eq!((table.add(next.clone()), table.add(revised.clone())), (Ok(true), Ok(true)));
    let find = |on: &str, known: &str| table.find(Peninsular, day(on), day(known)).cloned();
    assert_eq!(find("2024-05-01", "2024-02-29"), None);
    assert_eq!(find("2024-05-01", "2024-03-01"), Some(first.clone()));
    assert_eq!(find("2024-05-01", "2026-01-15"), Some(next));
    assert_eq!(find("2023-12-31", "2026-01-15"), Some(revised));
    assert_eq!(find("2021-12-31", "2026-01-15"), None);
    assert_eq!(table.find(Sabah, day("2024-05-01"), day("2026-01-15")), None);
    // A month that ended before any publication was first reported by the first one.
    let reported = table.first_reported(Peninsular, day("2023-02-01"), day("2023-02-28"), day("2026-11-26"));
    assert_eq!(reported, Some(&first));
    let reported = table.first_reported(Peninsular, day("2023-02-01"), day("2023-02-28"), day("2024-02-01"));
    assert_eq!(reported, None);
}

#[test]
fn a_factor_is_read_and_written_with_at_most_six_decimals() {
    for (text, written) in [("0.774", "0.774"), (" 0.1 ", "0.100"), ("1", "1.000"), ("0.000001", "0.000001")] {
        assert_eq!(GridFactor::parse(text).expect("a factor").to_string(), written);
    }
    for wrong in ["", ".5", "1.", "-1", "1e3", "0,7"] {
        assert_eq!(GridFactor::parse(wrong), Err(Code::QuantityInvalid), "{wrong}");
    }
    assert_eq!(GridFactor::parse("0.7740001"), Err(Code::QuantityDecimals));
    for large in ["99999999999999999999", "9999999999999999"] {
        assert_eq!(GridFactor::parse(large), Err(Code::AmountTooLarge), "{large}");
    }
}

#[test]
fn every_state_has_its_grid() {
    let of = |region| crate::company::STATES.iter().filter(|state| region_of_state(state) == region).count();
    assert_eq!(GridRegion::ALL.map(of), [13, 2, 1]);
}

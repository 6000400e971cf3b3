//! The certificates of the demo, which are invented: some shops of the first company have half of their use from the Green
//! Electricity Tariff.

use gridbill_core::Day;
use gridbill_core::bills::Quantity;
use gridbill_core::carbon::EnergyCertificate;

use super::plan::Premises;
use super::tariff::Tariff;

/// Accounts with certificates.
const ACCOUNTS: usize = 3;
/// Months with certificates, up to the last one that all bills have reached.
const MONTHS: u32 = 12;
/// The programme sells blocks of this number of kWh.
const BLOCK: u32 = 100;

/// Returns a certificate for each of the accounts and months. One of them is above the use of its month.
pub fn all(premises: &[Premises], today: Day) -> impl Iterator<Item = EnergyCertificate> {
    let large = premises.iter().filter(|premises| premises.is_tagged && premises.tariff == Tariff::MediumGeneral);
    let numbered = large.take(ACCOUNTS).enumerate();
    numbered.flat_map(move |(place, premises)| {
        (0..MONTHS).map(move |back| {
            let from = today.first_of_month().minus_months(back + 2);
            let share = if place == 0 && back == 0 { 150 } else { 50 };
            let blocks = premises.kwh * share / 100 / BLOCK;
            EnergyCertificate {
                certificate_no: format!("DEMO-REC-{}-{:02}", &from.to_string()[..7], place + 1),
                account_no: premises.account.account_no.clone(),
                from,
                to: today.first_of_month().minus_months(back + 1).plus_days(-1),
                kwh: Quantity::from_hundredths(i64::from(blocks * BLOCK) * 100),
                source: "Green Electricity Tariff (invented for the demo)".to_owned(),
            }
        })
    })
}

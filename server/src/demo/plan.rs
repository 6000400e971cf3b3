//! Plans the demo: companies, their accounts, and each account's use. The same seed gives the same demo.

use gridbill_core::number::AccountNo;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::places::{DemoAddress, random_address};
use super::tariff::Tariff;
use crate::feed::Account;

/// Months of bills per account.
pub const MONTHS: u32 = 25;
/// Batches in each month for a large company; a small company has all its bills in one of them.
pub const CYCLES: usize = 12;
/// Minimum accounts of a large company.
const LARGE: usize = 600;
/// Accounts of the first company that are in no bulk account. Their bills have no bulk account either.
pub const UNTAGGED: usize = 25;

/// A company, and the kind of its accounts.
pub struct Company {
    /// Empty for a company without a bulk account.
    pub bulk_id: String,
    pub name: String,
    pub registration_no: String,
    pub is_government: bool,
    /// The domain of its users' addresses, before `.example`.
    pub domain: String,
    pub accounts: usize,
    pub groups: &'static [&'static str],
    pub trade: Trade,
}

impl Company {
    /// Returns the company's reference ID for one of its accounts.
    pub fn reference_id(&self, number: usize) -> String {
        format!("{}-{:04}", self.trade.place_word(), number + 1)
    }
}

/// A company's trade, which determines its tariffs and use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trade {
    Shops,
    Council,
    ColdStores,
    Hotels,
    Factory,
    Hospitals,
}

impl Trade {
    /// Returns the prefix of the company's reference IDs.
    pub const fn place_word(self) -> &'static str {
        match self {
            Self::Shops => "STORE",
            Self::Council => "MPSC",
            Self::ColdStores => "DEPOT",
            Self::Hotels => "HOTEL",
            Self::Factory => "LINE",
            Self::Hospitals => "CLINIC",
        }
    }
}

const REGIONS: &[&str] = &[
    "Klang Valley North",
    "Klang Valley South",
    "Northern Highway",
    "Penang Island",
    "Kinta Valley",
    "Southern Gateway",
    "Melaka and Muar",
    "East Coast",
    "Pahang Interior",
    "Sabah",
    "Sarawak",
    "Depots and offices",
];

type Listed = (&'static str, &'static str, &'static str, usize, &'static [&'static str], Trade);

/// The six companies on which tests and documentation rely: name, registration number, domain, accounts, groups, trade.
const FIXED: [Listed; 6] = [
    ("Sinar Jaya Retail Sdn Bhd", "199801004512", "sinar", 2_000, REGIONS, Trade::Shops),
    (
        "Majlis Perbandaran Seri Contoh",
        "MPSC-1979-04",
        "majlis",
        60,
        &["Street lights", "Halls and markets"],
        Trade::Council,
    ),
    ("Teraju Rantaian Sejuk Sdn Bhd", "200501018873", "teraju", 48, &["Cold stores", "Depots"], Trade::ColdStores),
    ("Hotel Rimba Indah Berhad", "198701002294", "rimba", 36, &["Beach", "City"], Trade::Hotels),
    ("Kilang Getah Murni Berhad", "197301000618", "getah", 18, &["Plant 1", "Plant 2"], Trade::Factory),
    ("Pusat Perubatan Damai Sdn Bhd", "201201033107", "damai", 24, &["Hospitals", "Clinics"], Trade::Hospitals),
];

/// Companies without a bulk account that are registering, with the same columns.
const APPLICANTS: [Listed; 4] = [
    ("Kedai Roti Seri Wangi Sdn Bhd", "201401022087", "seriwangi", 6, &[], Trade::Shops),
    ("Cahaya Timur Logistik Sdn Bhd", "201601018845", "cahaya", 14, &[], Trade::ColdStores),
    ("Restoran Mutiara Sdn Bhd", "200801033362", "mutiara", 8, &[], Trade::Shops),
    ("Lumut Marin Sdn Bhd", "201901007713", "lumut", 5, &[], Trade::Factory),
];

/// Returns the minimum number of bills: the six companies' bills, and the bills without a bulk account.
pub fn least_bills() -> usize {
    FIXED.iter().map(|company| company.3 * MONTHS as usize).sum::<usize>() + waiting_bills()
}

/// Counts the bills without a bulk account: one for each account that is in none.
fn waiting_bills() -> usize {
    UNTAGGED + APPLICANTS.iter().map(|company| company.3).sum::<usize>()
}

pub const MIN_COMPANIES: usize = FIXED.len();

/// Returns the companies of a demo of this size. Their bills sum up to exactly `bills`: the last companies get the
/// remainder.
pub fn companies(bills: usize, count: usize) -> Vec<Company> {
    let more = count.saturating_sub(MIN_COMPANIES);
    let accounts = bills.saturating_sub(least_bills()).div_ceil(MONTHS as usize);
    let fixed = FIXED.iter().enumerate().map(|(place, listed)| listed_company(listed, bulk_id(place)));
    let others = (0..more).map(|place| {
        let (name, trade) = name(place);
        Company {
            bulk_id: bulk_id(MIN_COMPANIES + place),
            name,
            registration_no: format!("2010{:08}", 1_000_000 + place * 13),
            is_government: false,
            domain: format!("company{:05}", place + 1),
            accounts: accounts / more + usize::from(place < accounts % more),
            groups: &[],
            trade,
        }
    });
    fixed.chain(others).collect()
}

/// Returns the companies without a bulk account.
pub fn applicants() -> Vec<Company> {
    APPLICANTS.iter().map(|listed| listed_company(listed, String::new())).collect()
}

fn listed_company((name, registration_no, domain, accounts, groups, trade): &Listed, bulk_id: String) -> Company {
    Company {
        bulk_id,
        name: (*name).to_owned(),
        registration_no: (*registration_no).to_owned(),
        is_government: *trade == Trade::Council,
        domain: (*domain).to_owned(),
        accounts: *accounts,
        groups,
        trade: *trade,
    }
}

fn bulk_id(place: usize) -> String {
    format!("30{:08}", 10_000_017 + place * 29)
}

fn name(place: usize) -> (String, Trade) {
    const FIRST: [&str; 20] = [
        "Angsana", "Bayu", "Cengal", "Delima", "Embun", "Fajar", "Gemilang", "Harum", "Intan", "Jentayu", "Kencana",
        "Lestari", "Mutiara", "Nilam", "Permata", "Rajawali", "Seroja", "Tekun", "Unggul", "Wira",
    ];
    const SECOND: [(&str, Trade); 10] = [
        ("Mart", Trade::Shops),
        ("Pharmacies", Trade::Shops),
        ("Cold Storage", Trade::ColdStores),
        ("Logistics", Trade::ColdStores),
        ("Hotels", Trade::Hotels),
        ("Resorts", Trade::Hotels),
        ("Packaging", Trade::Factory),
        ("Plastics", Trade::Factory),
        ("Foods", Trade::Factory),
        ("Clinics", Trade::Hospitals),
    ];
    let (second, trade) = SECOND[place / FIRST.len() % SECOND.len()];
    let number = match place / (FIRST.len() * SECOND.len()) {
        0 => String::new(),
        round => format!(" {}", round + 1),
    };
    (format!("{} {second}{number} Sdn Bhd", FIRST[place % FIRST.len()]), trade)
}

/// An account with data that the feed does not contain.
pub struct Premises {
    pub account: Account,
    pub tariff: Tariff,
    /// Use in an ordinary month.
    pub kwh: u32,
    /// The batch of its bills within the month, below [`CYCLES`].
    pub cycle: usize,
    /// The index of its group among the company's groups.
    pub group: usize,
    pub is_tagged: bool,
}

/// Generates a company's accounts; `first` is the number of accounts before it.
pub fn premises(company: &Company, place: usize, first: usize, seed: u64) -> Vec<Premises> {
    // A separate random generator per company, so that a larger demo has the same companies.
    let mut rng = ChaCha20Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9).wrapping_add(place as u64));
    let untagged = if place == 0 { UNTAGGED } else { 0 };
    let all = (0..company.accounts + untagged).filter_map(|number| {
        // Accounts without a bulk account have numbers in a separate range, so that they do not collide with other
        // companies.
        let is_tagged = number < company.accounts;
        let running = if is_tagged { first + number } else { 900_000_000 + number };
        let cycle = if company.accounts < LARGE { place * 5 % CYCLES } else { number * CYCLES / company.accounts };
        one_premises(company, (number, running), cycle.min(CYCLES - 1), is_tagged, &mut rng)
    });
    all.collect()
}

/// Generates the accounts of a company without a bulk account; `place` is its index among these companies.
pub fn premises_of_applicant(company: &Company, place: usize, seed: u64) -> Vec<Premises> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed.wrapping_mul(0x7f4a_7c15).wrapping_add(place as u64));
    let first = 910_000_000 + place * 10_000;
    let all = (0..company.accounts)
        .filter_map(|number| one_premises(company, (number, first + number), place, false, &mut rng));
    all.collect()
}

fn one_premises(
    company: &Company,
    (number, running): (usize, usize),
    cycle: usize,
    is_tagged: bool,
    rng: &mut ChaCha20Rng,
) -> Option<Premises> {
    let group = number % company.groups.len().max(1);
    let (tariff, kwh) = meter(company.trade, cycle, rng);
    let DemoAddress { address, city, postal_code, state } = place_of(company.trade, number, rng);
    let account = Account {
        account_no: account_no(running)?,
        registration_no: company.registration_no.clone(),
        company_name: company.name.clone(),
        premises_address: address,
        city: city.to_owned(),
        postal_code,
        state,
        sector: if company.is_government { "Government" } else { "Commercial" }.to_owned(),
        tariff: tariff.name().to_owned(),
        active: is_tagged || number % 5 != 0,
    };
    Some(Premises { account, tariff, kwh, cycle, group, is_tagged })
}

fn place_of(trade: Trade, number: usize, rng: &mut ChaCha20Rng) -> DemoAddress {
    // All premises of a council or factory are in one state.
    let state = match trade {
        Trade::Council => 11,
        Trade::Factory => 6,
        _ => number,
    };
    random_address(state, rng)
}

/// Chooses the tariff and an ordinary month's use. Shops of the early cycles are all small, so that three of their
/// batches stay below FPX's limit.
fn meter(trade: Trade, cycle: usize, rng: &mut ChaCha20Rng) -> (Tariff, u32) {
    let one_in = |rng: &mut ChaCha20Rng, n: u32| rng.random_range(0..n) == 0;
    match trade {
        Trade::Shops if cycle >= CYCLES - 3 && one_in(rng, 12) => {
            (Tariff::MediumGeneral, rng.random_range(18_000..60_000))
        }
        Trade::Shops if cycle >= 4 && one_in(rng, 10) => (Tariff::LowTimeOfUse, rng.random_range(4_000..14_000)),
        Trade::Shops => (Tariff::LowGeneral, rng.random_range(350..3_600)),
        Trade::Council if one_in(rng, 8) => (Tariff::MediumGeneral, rng.random_range(20_000..70_000)),
        Trade::Council => (Tariff::LowGeneral, rng.random_range(150..9_000)),
        Trade::ColdStores => (Tariff::MediumGeneral, rng.random_range(25_000..140_000)),
        Trade::Hotels => (Tariff::MediumTimeOfUse, rng.random_range(60_000..240_000)),
        Trade::Factory => (Tariff::MediumTimeOfUse, rng.random_range(120_000..480_000)),
        Trade::Hospitals if one_in(rng, 3) => (Tariff::MediumTimeOfUse, rng.random_range(80_000..260_000)),
        Trade::Hospitals => (Tariff::LowTimeOfUse, rng.random_range(2_000..12_000)),
    }
}

/// Derives an account number from a running number. Numbers look random and are distinct, because the factor is coprime
/// to 10,000,000,000.
fn account_no(running: usize) -> Option<AccountNo> {
    let scattered = (running as u64 * 3_781_234_567 + 4_120_377_119) % 10_000_000_000;
    AccountNo::parse(&format!("2{}{scattered:010}", 1 + running % 2)).ok()
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

//! Addresses of the demo's premises: real states, towns and postal codes, invented streets and house numbers.

use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;

/// State, and its towns with the first of their postal codes.
const STATES: [(&str, &[(&str, u32)]); 16] = [
    ("Johor", &[("Johor Bahru", 80_100), ("Batu Pahat", 83_000), ("Kluang", 86_000), ("Muar", 84_000)]),
    ("Kedah", &[("Alor Setar", 5_000), ("Sungai Petani", 8_000), ("Kulim", 9_000)]),
    ("Kelantan", &[("Kota Bharu", 15_000), ("Pasir Mas", 17_000)]),
    ("Melaka", &[("Melaka", 75_000), ("Alor Gajah", 78_000)]),
    ("Negeri Sembilan", &[("Seremban", 70_000), ("Nilai", 71_800), ("Port Dickson", 71_000)]),
    ("Pahang", &[("Kuantan", 25_000), ("Temerloh", 28_000), ("Bentong", 28_700)]),
    ("Perak", &[("Ipoh", 30_000), ("Taiping", 34_000), ("Teluk Intan", 36_000)]),
    ("Perlis", &[("Kangar", 1_000), ("Arau", 2_600)]),
    ("Pulau Pinang", &[("George Town", 10_200), ("Bayan Lepas", 11_900), ("Butterworth", 12_000)]),
    ("Sabah", &[("Kota Kinabalu", 88_000), ("Sandakan", 90_000), ("Tawau", 91_000)]),
    ("Sarawak", &[("Kuching", 93_000), ("Miri", 98_000), ("Sibu", 96_000)]),
    ("Selangor", &[("Shah Alam", 40_000), ("Petaling Jaya", 46_000), ("Klang", 41_000), ("Kajang", 43_000)]),
    ("Terengganu", &[("Kuala Terengganu", 20_000), ("Kemaman", 24_000)]),
    ("Kuala Lumpur", &[("Kuala Lumpur", 50_000), ("Cheras", 56_000), ("Setapak", 53_000)]),
    ("Labuan", &[("Labuan", 87_000)]),
    ("Putrajaya", &[("Putrajaya", 62_000)]),
];

const STREETS: [&str; 24] = [
    "Jalan Merdeka",
    "Jalan Bunga Raya",
    "Jalan Sultan",
    "Jalan Tun Perak",
    "Lorong Kenanga",
    "Jalan Perdana",
    "Persiaran Harmoni",
    "Jalan Kilang",
    "Jalan Besar",
    "Jalan Stesen",
    "Jalan Permatang",
    "Jalan Wawasan",
    "Lorong Seri Indah",
    "Jalan Pelabuhan",
    "Jalan Taman Ria",
    "Persiaran Teknologi",
    "Jalan Cempaka",
    "Jalan Melur",
    "Jalan Setia",
    "Jalan Bukit",
    "Lebuh Pasar",
    "Jalan Sejahtera",
    "Jalan Meranti",
    "Jalan Angsana",
];

pub struct DemoAddress {
    pub address: String,
    pub city: &'static str,
    pub postal_code: String,
    pub state: &'static str,
}

/// Premises in one of the sixteen states. `state` is an index into their list, modulo its length.
pub fn random_address(state: usize, rng: &mut ChaCha20Rng) -> DemoAddress {
    let (state, towns) = STATES[state % STATES.len()];
    let (city, first_code) = towns[rng.random_range(0..towns.len())];
    let street = STREETS[rng.random_range(0..STREETS.len())];
    let number = rng.random_range(1..240);
    let address = match rng.random_range(0..4) {
        0 => format!("Lot {number}, {street}, {city}"),
        1 => format!("No. {number}, {street} {}/{}, {city}", rng.random_range(1..9), rng.random_range(1..30)),
        2 => format!("G-{:02}, Kompleks {city}, {street}", number % 60 + 1),
        _ => format!("{number}, {street}, {city}"),
    };
    DemoAddress { address, city, postal_code: format!("{:05}", first_code + rng.random_range(0..8) * 10), state }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    #[test]
    fn the_states_equal_those_of_the_feed() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let states: Vec<_> = (0..STATES.len()).map(|state| random_address(state, &mut rng).state).collect();
        assert_eq!(states, gridbill_core::company::STATES);
    }
}

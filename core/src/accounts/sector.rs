//! The sectors of electricity accounts (docs/domain/accounts.md#sectors-and-states): nine industries, and customer care
//! in each state that has a code. The utility's records name a sector by its code, or by its name in either language. A
//! name that is not in the list is shown unchanged.

use crate::{Language, Words};

/// A sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sector {
    /// The number on the wire.
    pub id: i16,
    /// The code in the utility's records.
    pub code: &'static str,
    words: Words,
}

const fn sector(id: i16, code: &'static str, english: &'static str, malay: &'static str) -> Sector {
    Sector { id, code, words: [english, malay] }
}

/// All sectors, by number.
pub const SECTORS: &[Sector] = &[
    sector(1, "AGR", "Agriculture", "Pertanian"),
    sector(2, "COM", "Commercial", "Komersial"),
    sector(3, "CON", "Construction", "Pembinaan"),
    sector(4, "EDU", "Education and health", "Pendidikan dan kesihatan"),
    sector(5, "FIN", "Financial services", "Perkhidmatan kewangan"),
    sector(6, "GOV", "Government", "Kerajaan"),
    sector(7, "IND", "Industrial", "Perindustrian"),
    sector(8, "TEL", "Telecommunications", "Telekomunikasi"),
    sector(9, "UTL", "Utilities and transport", "Utiliti dan pengangkutan"),
    sector(10, "CCJOH", "Customer care Johor", "Khidmat pelanggan Johor"),
    sector(11, "CCKED", "Customer care Kedah", "Khidmat pelanggan Kedah"),
    sector(12, "CCKEL", "Customer care Kelantan", "Khidmat pelanggan Kelantan"),
    sector(13, "CCKUL", "Customer care Kuala Lumpur", "Khidmat pelanggan Kuala Lumpur"),
    sector(14, "CCMEL", "Customer care Melaka", "Khidmat pelanggan Melaka"),
    sector(15, "CCNSE", "Customer care Negeri Sembilan", "Khidmat pelanggan Negeri Sembilan"),
    sector(16, "CCPAH", "Customer care Pahang", "Khidmat pelanggan Pahang"),
    sector(17, "CCPEL", "Customer care Perlis", "Khidmat pelanggan Perlis"),
    sector(18, "CCPER", "Customer care Perak", "Khidmat pelanggan Perak"),
    sector(19, "CCPIN", "Customer care Pulau Pinang", "Khidmat pelanggan Pulau Pinang"),
    sector(20, "CCPJY", "Customer care Putrajaya", "Khidmat pelanggan Putrajaya"),
    sector(21, "CCSEL", "Customer care Selangor", "Khidmat pelanggan Selangor"),
    sector(22, "CCTRE", "Customer care Terengganu", "Khidmat pelanggan Terengganu"),
];

impl Sector {
    /// Returns the sector with this code or name; none if it is not in the list.
    #[must_use]
    pub fn named(text: &str) -> Option<&'static Self> {
        let text = text.trim();
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        SECTORS.iter().find(|sector| is(sector.code) || sector.words.iter().any(|word| is(word)))
    }

    /// The name that users read.
    #[must_use]
    pub const fn word(&self, language: Language) -> &'static str {
        language.pick(self.words)
    }
}

/// Returns the name to display for a sector of the utility's records.
#[must_use]
pub fn sector_name(text: &str, language: Language) -> String {
    Sector::named(text).map_or_else(|| text.to_owned(), |sector| sector.word(language).to_owned())
}

/// The states with their codes; other states have no code.
pub const STATE_CODES: &[(&str, &str)] = &[
    ("Johor", "JOH"),
    ("Kedah", "KED"),
    ("Kelantan", "KEL"),
    ("Kuala Lumpur", "KUL"),
    ("Melaka", "MEL"),
    ("Negeri Sembilan", "NSE"),
    ("Pahang", "PAH"),
    ("Perlis", "PEL"),
    ("Perak", "PER"),
    ("Pulau Pinang", "PIN"),
    ("Putrajaya", "PJY"),
    ("Selangor", "SEL"),
    ("Terengganu", "TRE"),
];

/// Returns the code of a state.
#[must_use]
pub fn state_code(state: &str) -> Option<&'static str> {
    STATE_CODES.iter().find(|(name, _)| *name == state).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::company::STATES;

    #[test]
    fn twenty_two_sectors_each_found_by_its_code_and_by_both_names() {
        assert_eq!(SECTORS.len(), 22);
        for (place, sector) in SECTORS.iter().enumerate() {
            assert_eq!(usize::try_from(sector.id), Ok(place + 1));
            let names = [sector.code, sector.word(Language::En), sector.word(Language::Ms)];
            for name in names {
                assert_eq!(Sector::named(name), Some(sector), "{name}");
                assert_eq!(Sector::named(&format!(" {} ", name.to_lowercase())), Some(sector), "{name}");
            }
        }
        assert_eq!(sector_name("Commercial", Language::Ms), "Komersial");
        assert_eq!((Sector::named("Mining"), sector_name("Mining", Language::Ms).as_str()), (None, "Mining"));
    }

    #[test]
    fn thirteen_states_have_a_code_and_a_customer_care() {
        let codes: Vec<_> = STATE_CODES.iter().map(|(_, code)| *code).collect();
        let written = ["JOH", "KED", "KEL", "KUL", "MEL", "NSE", "PAH", "PEL", "PER", "PIN", "PJY", "SEL", "TRE"];
        assert_eq!(codes, written);
        assert!(STATE_CODES.iter().all(|(name, _)| STATES.contains(name)));
        assert_eq!((state_code("Perlis"), state_code("Sabah")), (Some("PEL"), None));
        for (name, code) in STATE_CODES {
            let care = Sector::named(&format!("CC{code}")).expect("a sector");
            assert_eq!(care.word(Language::En), format!("Customer care {name}"));
        }
    }
}

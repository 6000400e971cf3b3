//! Malaysia's public holidays, with the states that observe them.

use Observed::{Everywhere, Except, Only};
use chrono::Datelike as _;

use crate::Day;

/// A public holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holiday {
    /// Year, month and day.
    pub date: (i32, u32, u32),
    /// The states that observe it.
    pub observed: Observed,
}

/// The states that observe a holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observed {
    /// All states.
    Everywhere,
    /// All but these.
    Except(&'static [&'static str]),
    /// These.
    Only(&'static [&'static str]),
}

impl Observed {
    /// Whether a state observes it. A state that is not known has the holidays of the whole country.
    #[must_use]
    pub fn is_in(self, state: &str) -> bool {
        match self {
            Everywhere => true,
            Except(states) => !states.contains(&state),
            Only(states) => states.contains(&state),
        }
    }
}

const fn everywhere(year: i32, month: u32, day: u32) -> Holiday {
    Holiday { date: (year, month, day), observed: Everywhere }
}

const fn except(year: i32, month: u32, day: u32, states: &'static [&'static str]) -> Holiday {
    Holiday { date: (year, month, day), observed: Except(states) }
}

const fn only(year: i32, month: u32, day: u32, states: &'static [&'static str]) -> Holiday {
    Holiday { date: (year, month, day), observed: Only(states) }
}

/// The public holidays of 2026 and 2027 of the country and of its states, by date, as known on 4 September 2026.
///
/// Sources: "Jadual Hari Kelepasan Am" of the Cabinet, Constitution and Inter-Government Relations Division of the Prime
/// Minister's Department (<https://www.kabinet.gov.my/storage/2025/08/HKA-2026.pdf>,
/// <https://www.kabinet.gov.my/storage/2026/08/HKA_2027.pdf>) and the gazettes of the states, as the package `holidays`
/// 0.109 of `PyPI` has them. The Prime Minister announced the additional day of Aidilfitri, 20 March 2026, on 15 March 2026;
/// in Kedah it is a day of the weekend and no other day replaces it.
///
/// Dates that depend on the moon are those of the lists, and may be moved by a day. Days in lieu are not listed:
/// [`super::is_working_day`] derives them.
pub const HOLIDAYS: &[Holiday] = &[
    // New Year's Day.
    except(2026, 1, 1, &["Johor", "Kedah", "Kelantan", "Perlis", "Terengganu"]),
    // Birthday of the Sultan of Negeri Sembilan.
    only(2026, 1, 14, &["Negeri Sembilan"]),
    // Isra' and Mi'raj.
    only(2026, 1, 17, &["Kedah", "Negeri Sembilan", "Perlis", "Terengganu"]),
    // Federal Territory Day.
    only(2026, 2, 1, &["Kuala Lumpur", "Labuan", "Putrajaya"]),
    // Thaipusam.
    only(2026, 2, 1, &["Johor", "Kuala Lumpur", "Negeri Sembilan", "Perak", "Pulau Pinang", "Putrajaya", "Selangor"]),
    // Chinese New Year.
    everywhere(2026, 2, 17),
    // Chinese New Year, second day.
    everywhere(2026, 2, 18),
    // First day of Ramadan.
    only(2026, 2, 19, &["Johor", "Kedah"]),
    // Declaration of Independence, in Melaka.
    only(2026, 2, 20, &["Melaka"]),
    // Anniversary of the Installation of the Sultan of Terengganu.
    only(2026, 3, 4, &["Terengganu"]),
    // Nuzul Al-Quran Day.
    except(2026, 3, 7, &["Johor", "Kedah", "Melaka", "Negeri Sembilan", "Sabah", "Sarawak"]),
    // Hari Raya Aidilfitri, additional day.
    except(2026, 3, 20, &["Kedah"]),
    // Hari Raya Aidilfitri.
    everywhere(2026, 3, 21),
    // Hari Raya Aidilfitri, second day.
    everywhere(2026, 3, 22),
    // Birthday of the Sultan of Johor.
    only(2026, 3, 23, &["Johor"]),
    // Hari Raya Aidilfitri, third day.
    only(2026, 3, 23, &["Melaka"]),
    // Birthday of the Governor of Sabah.
    only(2026, 3, 30, &["Sabah"]),
    // Good Friday.
    only(2026, 4, 3, &["Sabah", "Sarawak"]),
    // Birthday of the Sultan of Terengganu.
    only(2026, 4, 26, &["Terengganu"]),
    // Labour Day.
    everywhere(2026, 5, 1),
    // Birthday of the Raja of Perlis.
    only(2026, 5, 17, &["Perlis"]),
    // Hari Hol of Pahang.
    only(2026, 5, 22, &["Pahang"]),
    // Arafah Day.
    only(2026, 5, 26, &["Kelantan", "Terengganu"]),
    // Hari Raya Haji.
    everywhere(2026, 5, 27),
    // Hari Raya Haji, second day.
    only(2026, 5, 28, &["Kedah", "Kelantan", "Perlis", "Terengganu"]),
    // Pesta Kaamatan.
    only(2026, 5, 30, &["Labuan", "Sabah"]),
    // Pesta Kaamatan.
    only(2026, 5, 31, &["Labuan", "Sabah"]),
    // Wesak Day.
    everywhere(2026, 5, 31),
    // Birthday of the Yang di-Pertuan Agong.
    everywhere(2026, 6, 1),
    // Gawai Dayak.
    only(2026, 6, 1, &["Sarawak"]),
    // Gawai Dayak.
    only(2026, 6, 2, &["Sarawak"]),
    // Awal Muharram.
    everywhere(2026, 6, 17),
    // Birthday of the Sultan of Kedah.
    only(2026, 7, 5, &["Kedah"]),
    // George Town Heritage Day.
    only(2026, 7, 7, &["Pulau Pinang"]),
    // Birthday of the Governor of Penang.
    only(2026, 7, 11, &["Pulau Pinang"]),
    // Hari Hol of Johor.
    only(2026, 7, 21, &["Johor"]),
    // Sarawak Independence Day.
    only(2026, 7, 22, &["Sarawak"]),
    // Birthday of the Sultan of Pahang.
    only(2026, 7, 31, &["Pahang"]),
    // Birthday of the Governor of Malacca.
    only(2026, 8, 24, &["Melaka"]),
    // Prophet Muhammad's Birthday.
    everywhere(2026, 8, 25),
    // National Day.
    everywhere(2026, 8, 31),
    // Malaysia Day.
    everywhere(2026, 9, 16),
    // Birthday of the Sultan of Kelantan.
    only(2026, 9, 29, &["Kelantan"]),
    // Birthday of the Sultan of Kelantan.
    only(2026, 9, 30, &["Kelantan"]),
    // Birthday of the Governor of Sarawak.
    only(2026, 10, 10, &["Sarawak"]),
    // Birthday of the Sultan of Perak.
    only(2026, 11, 6, &["Perak"]),
    // Deepavali.
    except(2026, 11, 8, &["Sarawak"]),
    // Birthday of the Sultan of Selangor.
    only(2026, 12, 11, &["Selangor"]),
    // Christmas Eve.
    only(2026, 12, 24, &["Sabah"]),
    // Christmas Day.
    everywhere(2026, 12, 25),
    // New Year's Day.
    except(2027, 1, 1, &["Johor", "Kedah", "Kelantan", "Perlis", "Terengganu"]),
    // Isra' and Mi'raj.
    only(2027, 1, 6, &["Kedah", "Negeri Sembilan", "Perlis", "Terengganu"]),
    // Birthday of the Sultan of Negeri Sembilan.
    only(2027, 1, 14, &["Negeri Sembilan"]),
    // Thaipusam.
    only(2027, 1, 22, &["Johor", "Kuala Lumpur", "Negeri Sembilan", "Perak", "Pulau Pinang", "Putrajaya", "Selangor"]),
    // Federal Territory Day.
    only(2027, 2, 1, &["Kuala Lumpur", "Labuan", "Putrajaya"]),
    // Chinese New Year.
    everywhere(2027, 2, 6),
    // Chinese New Year, second day.
    everywhere(2027, 2, 7),
    // First day of Ramadan.
    only(2027, 2, 8, &["Johor", "Kedah"]),
    // Declaration of Independence, in Melaka.
    only(2027, 2, 20, &["Melaka"]),
    // Nuzul Al-Quran Day.
    except(2027, 2, 24, &["Johor", "Kedah", "Melaka", "Negeri Sembilan", "Sabah", "Sarawak"]),
    // Anniversary of the Installation of the Sultan of Terengganu.
    only(2027, 3, 4, &["Terengganu"]),
    // Hari Raya Aidilfitri.
    everywhere(2027, 3, 10),
    // Hari Raya Aidilfitri, second day.
    everywhere(2027, 3, 11),
    // Hari Raya Aidilfitri, third day.
    only(2027, 3, 12, &["Melaka"]),
    // Birthday of the Sultan of Johor.
    only(2027, 3, 23, &["Johor"]),
    // Good Friday.
    only(2027, 3, 26, &["Sabah", "Sarawak"]),
    // Birthday of the Governor of Sabah.
    only(2027, 3, 30, &["Sabah"]),
    // Birthday of the Sultan of Terengganu.
    only(2027, 4, 26, &["Terengganu"]),
    // Labour Day.
    everywhere(2027, 5, 1),
    // Arafah Day.
    only(2027, 5, 16, &["Kelantan", "Terengganu"]),
    // Birthday of the Raja of Perlis.
    only(2027, 5, 17, &["Perlis"]),
    // Hari Raya Haji.
    everywhere(2027, 5, 17),
    // Hari Raya Haji, second day.
    only(2027, 5, 18, &["Kedah", "Kelantan", "Perlis", "Terengganu"]),
    // Wesak Day.
    everywhere(2027, 5, 20),
    // Hari Hol of Pahang.
    only(2027, 5, 22, &["Pahang"]),
    // Pesta Kaamatan.
    only(2027, 5, 30, &["Labuan", "Sabah"]),
    // Pesta Kaamatan.
    only(2027, 5, 31, &["Labuan", "Sabah"]),
    // Gawai Dayak.
    only(2027, 6, 1, &["Sarawak"]),
    // Gawai Dayak.
    only(2027, 6, 2, &["Sarawak"]),
    // Awal Muharram.
    everywhere(2027, 6, 6),
    // Birthday of the Yang di-Pertuan Agong.
    everywhere(2027, 6, 7),
    // Birthday of the Sultan of Kedah.
    only(2027, 6, 20, &["Kedah"]),
    // George Town Heritage Day.
    only(2027, 7, 7, &["Pulau Pinang"]),
    // Birthday of the Governor of Penang.
    only(2027, 7, 10, &["Pulau Pinang"]),
    // Hari Hol of Johor.
    only(2027, 7, 11, &["Johor"]),
    // Sarawak Independence Day.
    only(2027, 7, 22, &["Sarawak"]),
    // Birthday of the Sultan of Pahang.
    only(2027, 7, 30, &["Pahang"]),
    // Prophet Muhammad's Birthday.
    everywhere(2027, 8, 15),
    // Birthday of the Governor of Malacca.
    only(2027, 8, 24, &["Melaka"]),
    // National Day.
    everywhere(2027, 8, 31),
    // Malaysia Day.
    everywhere(2027, 9, 16),
    // Birthday of the Sultan of Kelantan.
    only(2027, 9, 29, &["Kelantan"]),
    // Birthday of the Sultan of Kelantan.
    only(2027, 9, 30, &["Kelantan"]),
    // Birthday of the Governor of Sarawak.
    only(2027, 10, 9, &["Sarawak"]),
    // Deepavali.
    except(2027, 10, 28, &["Sarawak"]),
    // Birthday of the Sultan of Perak.
    only(2027, 11, 5, &["Perak"]),
    // Birthday of the Sultan of Selangor.
    only(2027, 12, 11, &["Selangor"]),
    // Christmas Eve.
    only(2027, 12, 24, &["Sabah"]),
    // Christmas Day.
    everywhere(2027, 12, 25),
    // Isra' and Mi'raj.
    only(2027, 12, 26, &["Kedah", "Negeri Sembilan", "Perlis", "Terengganu"]),
];

/// Whether the day is a public holiday in that state.
pub(super) fn is_holiday(day: Day, state: &str) -> bool {
    let date = (day.date().year(), day.date().month(), day.date().day());
    let first = HOLIDAYS.partition_point(|holiday| holiday.date < date);
    HOLIDAYS.iter().skip(first).take_while(|holiday| holiday.date == date).any(|one| one.observed.is_in(state.trim()))
}

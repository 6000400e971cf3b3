//! The method of the report, in the words that screens and workbooks show to auditors.

use crate::{Language, Words};

const METHOD: &[Words] = &[
    [
        "Scope 2 emissions of purchased electricity by the location-based method of the GHG Protocol Scope 2 Guidance: use in kWh multiplied by the average emission factor of the grid that supplies the account.",
        "Pelepasan Skop 2 bagi elektrik yang dibeli mengikut kaedah berasaskan lokasi dalam Panduan Skop 2 GHG Protocol: penggunaan dalam kWh didarab dengan faktor pelepasan purata grid yang membekalkan akaun.",
    ],
    [
        "The use of a bill is divided evenly among the days of its reading period. Each day counts in its calendar month, by the factor of that day. Sums are exact, and each figure is rounded once to whole kilograms of CO2e.",
        "Penggunaan setiap bil dibahagi sama rata antara hari dalam tempoh bacaannya. Setiap hari dikira dalam bulan kalendarnya, mengikut faktor hari itu. Jumlah adalah tepat, dan setiap angka digenapkan sekali kepada kilogram CO2e penuh.",
    ],
    [
        "A bill with a cancelled e-invoice does not count: the bill that replaces it does. All other bills count, as in cost and use.",
        "Bil dengan e-invois dibatalkan tidak dikira: bil gantiannya dikira. Semua bil lain dikira, seperti dalam kos dan penggunaan.",
    ],
    [
        "The figure first reported uses the factors that were published when each month ended; if there was none, the first factor published later. The figure of today uses the newest revisions.",
        "Angka laporan pertama menggunakan faktor yang telah diterbitkan apabila setiap bulan berakhir; jika belum ada, faktor pertama yang diterbitkan kemudian. Angka hari ini menggunakan semakan terbaharu.",
    ],
    [
        "There is no market-based figure, because no delivered green energy is recorded.",
        "Tiada angka berasaskan pasaran, kerana tiada bekalan tenaga hijau direkodkan.",
    ],
];

/// Returns the sentences of the method.
#[must_use]
pub fn method(language: Language) -> Vec<String> {
    METHOD.iter().map(|sentence| language.pick(*sentence).to_owned()).collect()
}

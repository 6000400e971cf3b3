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
        "Market-based: use that retired renewable energy certificates cover has no emissions. The kWh of a certificate are divided evenly among its days. In a month they cover at most the use of their account, each kWh of it alike. What is above the use is named, and covers no other month or account.",
        "Berasaskan pasaran: penggunaan yang diliputi oleh sijil tenaga boleh baharu yang telah ditebus tiada pelepasan. kWh setiap sijil dibahagi sama rata antara hari-harinya. Dalam sebulan, jumlah itu meliputi paling banyak penggunaan akaunnya, dengan setiap kWh sama. Lebihan dinyatakan, dan tidak meliputi bulan atau akaun lain.",
    ],
    [
        "Malaysia publishes no residual mix. All other use therefore has the factor of the grid, as the guidance allows, and renewable energy that others have bought may be counted twice. Without certificates the market-based figure equals the location-based one.",
        "Malaysia tidak menerbitkan campuran baki. Oleh itu, semua penggunaan lain menggunakan faktor grid, seperti yang dibenarkan oleh panduan, dan tenaga boleh baharu yang dibeli oleh pihak lain mungkin dikira dua kali. Tanpa sijil, angka berasaskan pasaran sama dengan angka berasaskan lokasi.",
    ],
];

/// Returns the sentences of the method.
#[must_use]
pub fn method(language: Language) -> Vec<String> {
    METHOD.iter().map(|sentence| language.pick(*sentence).to_owned()).collect()
}

//! The texts of a bill in each language.

use gridbill_core::Language;

pub struct Words {
    pub file: &'static str,
    pub title: &'static str,
    pub care_line: &'static str,
    pub account: &'static str,
    pub invoice: &'static str,
    pub collective: &'static str,
    pub invoice_date: &'static str,
    pub due: &'static str,
    pub total: &'static str,
    pub current: &'static str,
    pub tax_included: &'static str,
    pub earlier: &'static str,
    pub rounding: &'static str,
    pub adjustment: &'static str,
    pub charges: &'static str,
    pub whole: &'static str,
    pub no_lines: &'static str,
    pub reading: &'static str,
    pub register: &'static str,
    pub previous: &'static str,
    pub now: &'static str,
    pub used: &'static str,
    pub months: &'static str,
    pub last_payment: &'static str,
    /// The sentences that compare with the bill of a year ago.
    pub more: &'static str,
    pub less: &'static str,
    pub same: &'static str,
    pub slip: &'static str,
    pub pay_to: &'static str,
    pub printed: &'static str,
    kinds: [(&'static str, &'static str); 5],
}

impl Words {
    /// The word for how the meter was read.
    pub fn kind<'a>(&'a self, kind: &'a str) -> &'a str {
        self.kinds.iter().find(|(code, _)| *code == kind).map_or(kind, |(_, word)| word)
    }
}

pub const fn of(language: Language) -> &'static Words {
    match language {
        Language::En => &ENGLISH,
        Language::Ms => &MALAY,
    }
}

static ENGLISH: Words = Words {
    file: "Bill",
    title: "Electricity bill",
    care_line: "Care line",
    account: "Account number",
    invoice: "Invoice number",
    collective: "Collective invoice",
    invoice_date: "Invoice date",
    due: "Due date",
    total: "Total payable",
    current: "Current charge",
    tax_included: "Tax included",
    earlier: "Earlier charges",
    rounding: "Rounding",
    adjustment: "Adjustment",
    charges: "Charges",
    whole: "On the whole bill",
    no_lines: "The lines of this bill have not been delivered yet. The amounts above are complete.",
    reading: "Reading and period",
    register: "Register",
    previous: "Previous",
    now: "Current",
    used: "Used",
    months: "Energy used, by bill (kWh)",
    last_payment: "Last payment",
    more: "{percent}% more than a year ago ({kwh} kWh on the bill until {day}).",
    less: "{percent}% less than a year ago ({kwh} kWh on the bill until {day}).",
    same: "The same as a year ago ({kwh} kWh on the bill until {day}).",
    slip: "Payment slip",
    pay_to: "Pay by transfer to {number}, {bank}, {holder}. Quote the invoice number.",
    printed: "Printed on {day}",
    kinds: [
        ("actual", "Actual reading"),
        ("estimated", "Estimated reading"),
        ("final", "Final reading"),
        ("special", "Special reading"),
        ("unmetered", "Without a meter"),
    ],
};

static MALAY: Words = Words {
    file: "Bil",
    title: "Bil elektrik",
    care_line: "Talian khidmat",
    account: "Nombor akaun",
    invoice: "Nombor invois",
    collective: "Invois kolektif",
    invoice_date: "Tarikh invois",
    due: "Tarikh akhir bayaran",
    total: "Jumlah perlu dibayar",
    current: "Caj semasa",
    tax_included: "Termasuk cukai",
    earlier: "Caj terdahulu",
    rounding: "Pembundaran",
    adjustment: "Pelarasan",
    charges: "Caj",
    whole: "Bagi keseluruhan bil",
    no_lines: "Butiran caj bil ini belum diterima. Amaun di atas adalah lengkap.",
    reading: "Bacaan dan tempoh",
    register: "Daftar meter",
    previous: "Terdahulu",
    now: "Semasa",
    used: "Digunakan",
    months: "Tenaga digunakan, mengikut bil (kWh)",
    last_payment: "Bayaran terakhir",
    more: "{percent}% lebih tinggi daripada setahun lalu ({kwh} kWh pada bil hingga {day}).",
    less: "{percent}% lebih rendah daripada setahun lalu ({kwh} kWh pada bil hingga {day}).",
    same: "Sama seperti setahun lalu ({kwh} kWh pada bil hingga {day}).",
    slip: "Slip pembayaran",
    pay_to: "Bayar melalui pindahan ke {number}, {bank}, {holder}. Nyatakan nombor invois.",
    printed: "Dicetak pada {day}",
    kinds: [
        ("actual", "Bacaan sebenar"),
        ("estimated", "Bacaan anggaran"),
        ("final", "Bacaan akhir"),
        ("special", "Bacaan khas"),
        ("unmetered", "Tanpa meter"),
    ],
};

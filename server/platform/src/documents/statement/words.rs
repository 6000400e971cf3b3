//! The texts of statements of account.

use gridbill_core::Language;

/// The texts of the document in a language.
pub struct Words {
    pub title: &'static str,
    pub care_line: &'static str,
    pub bulk: &'static str,
    pub account: &'static str,
    pub reference: &'static str,
    pub tariff: &'static str,
    pub period: &'static str,
    pub made: &'static str,
    pub closing: &'static str,
    pub opening: &'static str,
    /// In the order of core's sums.
    pub changes: [&'static str; 5],
    pub contained: &'static str,
    pub in_payment: &'static str,
    pub ageing: &'static str,
    pub since: &'static str,
    pub ages: [&'static str; 4],
    pub credits: &'static str,
    pub entries: &'static str,
    pub columns: [&'static str; 5],
    /// In the order of core's kinds.
    pub kinds: [&'static str; 6],
    pub bill_due: &'static str,
    pub of_invoice: &'static str,
    pub of_earlier: &'static str,
    pub nothing: &'static str,
}

static ENGLISH: Words = Words {
    title: "Statement of account",
    care_line: "Care line",
    bulk: "Bulk account {id}",
    account: "Account number",
    reference: "Reference ID",
    tariff: "Tariff",
    period: "Period",
    made: "Prepared on",
    closing: "Closing balance",
    opening: "Opening balance",
    changes: ["Bills", "Payments in the portal", "Paid outside the portal", "Payments taken back", "Credits"],
    contained: "The totals of these bills also contain {amount} of earlier bills, which is charged only once here.",
    in_payment: "{amount} of the closing balance is in payments that are not posted yet.",
    ageing: "Outstanding by age",
    since: "Days since the date of each bill, on {day}. Credits reduce the balance, not single bills.",
    ages: ["0–30 days", "31–60 days", "61–90 days", "Over 90 days"],
    credits: "Credits",
    entries: "Bills, payments and credits",
    columns: ["Date", "Entry", "Number", "Amount", "Balance"],
    kinds: [
        "Bill",
        "Bill with a credit",
        "Payment in the portal",
        "Payment outside the portal",
        "Credit of an overpayment",
        "Payment taken back",
    ],
    bill_due: "Bill, due {day}",
    of_invoice: "Invoice {number}",
    of_earlier: "Its total also contains {amount} of earlier bills",
    nothing: "Nothing was billed, paid or credited in this period.",
};

static MALAY: Words = Words {
    title: "Penyata akaun",
    care_line: "Talian khidmat",
    bulk: "Akaun pukal {id}",
    account: "Nombor akaun",
    reference: "ID rujukan",
    tariff: "Tarif",
    period: "Tempoh",
    made: "Disediakan pada",
    closing: "Baki akhir",
    opening: "Baki awal",
    changes: ["Bil", "Pembayaran dalam portal", "Dibayar di luar portal", "Pembayaran ditarik balik", "Kredit"],
    contained: "Jumlah bil ini turut mengandungi {amount} daripada bil terdahulu, yang dicaj sekali sahaja di sini.",
    in_payment: "{amount} daripada baki akhir berada dalam pembayaran yang belum dicatatkan.",
    ageing: "Belum dijelaskan mengikut umur",
    since: "Hari sejak tarikh setiap bil, pada {day}. Kredit mengurangkan baki, bukan bil tertentu.",
    ages: ["0–30 hari", "31–60 hari", "61–90 hari", "Lebih 90 hari"],
    credits: "Kredit",
    entries: "Bil, pembayaran dan kredit",
    columns: ["Tarikh", "Catatan", "Nombor", "Amaun", "Baki"],
    kinds: [
        "Bil",
        "Bil berkredit",
        "Pembayaran dalam portal",
        "Pembayaran di luar portal",
        "Kredit lebihan bayaran",
        "Pembayaran ditarik balik",
    ],
    bill_due: "Bil, perlu dibayar {day}",
    of_invoice: "Invois {number}",
    of_earlier: "Jumlahnya turut mengandungi {amount} daripada bil terdahulu",
    nothing: "Tiada bil, pembayaran atau kredit dalam tempoh ini.",
};

pub fn words(language: Language) -> &'static Words {
    language.pick([&ENGLISH, &MALAY])
}

//! The remittance advice as a table for accounting programs: CSV (RFC 4180) in UTF-8, with a byte order mark for Excel.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Advice, AdvicePart, PaidBill, UNCODED};
use crate::csv::push_row;
use crate::list::export::no_formula;
use crate::number::{BulkId, TransactionNo};
use crate::{Day, Instant, Language, Money, Words};

/// What every row repeats, so that each can be booked alone.
#[derive(Debug, Clone)]
pub struct AdviceHead<'a> {
    /// The number of the payment.
    pub transaction_no: &'a TransactionNo,
    /// The number of its receipt.
    pub receipt_no: &'a str,
    /// When it was posted.
    pub paid_at: Instant,
    /// The bulk account.
    pub bulk_id: &'a BulkId,
    /// The payment method, in words.
    pub method: &'a str,
    /// The paying bank.
    pub bank: &'a str,
    /// The bank's number, or the numbers of the transfers or cheques.
    pub bank_reference: &'a str,
}

const HEADINGS: [Words; 16] = [
    ["Type", "Jenis"],
    ["Transaction number", "Nombor transaksi"],
    ["Receipt number", "Nombor resit"],
    ["Posted on", "Dicatatkan pada"],
    ["Bulk account", "Akaun pukal"],
    ["Payment method", "Kaedah pembayaran"],
    ["Bank", "Bank"],
    ["Bank reference", "Rujukan bank"],
    ["Invoice", "Invois"],
    ["Invoice date", "Tarikh invois"],
    ["Account", "Akaun"],
    ["Reference ID", "ID rujukan"],
    ["Cost centre", "Pusat kos"],
    ["Cost centre name", "Nama pusat kos"],
    ["Ledger account", "Akaun lejar"],
    ["Amount", "Amaun"],
];

const BILL: Words = ["Bill", "Bil"];
const CREDIT: Words = ["Credit", "Kredit"];

/// Writes a row for each part of each bill, and one for a credit. The amounts add up to the payment.
#[must_use]
pub fn advice_csv(
    head: &AdviceHead<'_>,
    advice: &Advice,
    names: &BTreeMap<String, String>,
    language: Language,
) -> String {
    let mut out = String::from('\u{feff}');
    let paid_on = Day::at(head.paid_at).to_string();
    push_row(&mut out, &HEADINGS.map(|words| language.pick(words)), ',');
    let mut add = |kind: Words, bill: Option<&PaidBill>, account: &str, part: Option<&AdvicePart>, amount: Money| {
        let code = part.and_then(|part| part.code.as_deref());
        let name = match (part, code) {
            (Some(_), None) => language.pick(UNCODED),
            (_, code) => code.and_then(|code| names.get(code)).map_or("", String::as_str),
        };
        let text = |text: &str| no_formula(Cow::Owned(text.to_owned()));
        let cells: [Cow<'_, str>; HEADINGS.len()] = [
            language.pick(kind).into(),
            head.transaction_no.as_str().into(),
            text(head.receipt_no),
            paid_on.as_str().into(),
            head.bulk_id.as_str().into(),
            text(head.method),
            text(head.bank),
            text(head.bank_reference),
            bill.map_or("", |bill| bill.invoice_no.as_str()).into(),
            bill.map_or_else(String::new, |bill| bill.invoice_date.to_string()).into(),
            account.into(),
            text(bill.and_then(|bill| bill.reference_id.as_deref()).unwrap_or_default()),
            text(code.unwrap_or_default()),
            text(name),
            text(part.and_then(|part| part.ledger_account.as_deref()).unwrap_or_default()),
            amount.to_string().into(),
        ];
        push_row(&mut out, &cells, ',');
    };
    for one in &advice.bills {
        for part in &one.parts {
            add(BILL, Some(&one.bill), one.bill.account_no.as_str(), Some(part), part.amount);
        }
    }
    if let Some(credit) = &advice.credit {
        add(CREDIT, None, credit.account_no.as_ref().map_or("", |account| account.as_str()), None, credit.amount);
    }
    out
}

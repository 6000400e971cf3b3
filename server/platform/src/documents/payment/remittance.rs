//! The remittance advice: a receipt whose bills are divided among cost centres.

use gridbill_core::remittance::{Advice, AdviceBill, AdviceCentre, AdvicePart, PaidBill, UNCODED, title};
use gridbill_core::{Language, Money, Words};

use super::super::Sheet;
use super::super::draw::{Align, Colour, LEFT, RIGHT, ROW, SMALL, Style, TEXT};
use super::{ACCOUNT, AMOUNT, GAP, Page, Printed};
use crate::config::Utility;

/// Left edge of the invoice date.
const DATE: f32 = 130.0;
/// Left edge of the account number.
const ADVICE_ACCOUNT: f32 = 200.0;
/// Width of a part's cost centre and ledger account.
const PART: f32 = 190.0;
/// Right edge of the number of bills, and of the amounts of parts.
const BILLS: f32 = 430.0;

const COST_CENTRES: Words = ["Cost centres", "Pusat kos"];
const COST_CENTRE: Words = ["Cost centre", "Pusat kos"];
const INVOICE_DATE: Words = ["Invoice date", "Tarikh invois"];
const TOTAL: Words = ["Total of the payment", "Jumlah pembayaran"];

impl Printed {
    /// Renders the remittance advice.
    pub fn write_advice(&self, advice: &Advice, language: Language, utility: &Utility) -> anyhow::Result<Vec<u8>> {
        self.draw_advice(advice, language, utility)?.bytes(language)
    }

    pub(in crate::documents) fn draw_advice(
        &self,
        advice: &Advice,
        language: Language,
        utility: &Utility,
    ) -> anyhow::Result<Sheet> {
        let mut page = self.begin(title(language), self.transaction.transaction_no.as_str(), language, utility)?;
        page.centres(advice);
        page.divided_bills(advice);
        Ok(page.sheet)
    }
}

impl Page<'_> {
    /// Writes the sum of each cost centre, the credit, and the total of the payment.
    fn centres(&mut self, advice: &Advice) {
        self.sheet.heading(self.language.pick(COST_CENTRES));
        self.centre_columns();
        for AdviceCentre { code, cost_centre_name, bills, amount } in &advice.centres {
            if self.sheet.row() {
                self.centre_columns();
                self.sheet.row();
            }
            let name = code.as_deref().unwrap_or(self.language.pick(UNCODED));
            self.sheet.put_cut(name, TEXT, LEFT, ACCOUNT - LEFT - GAP);
            self.sheet.put_cut(cost_centre_name.as_deref().unwrap_or_default(), TEXT, ACCOUNT, BILLS - ACCOUNT - 40.0);
            self.sheet.put(&bills.to_string(), TEXT, BILLS, Align::End);
            self.amount(*amount, TEXT);
        }
        self.total(advice);
        self.sheet.space(6.0);
    }

    fn centre_columns(&mut self) {
        self.sheet.row();
        self.sheet.put(self.language.pick(COST_CENTRE), SMALL.grey(), LEFT, Align::Start);
        self.sheet.put(self.words.bills, SMALL.grey(), BILLS, Align::End);
        self.sheet.put(self.words.amount, SMALL.grey(), RIGHT, Align::End);
    }

    /// Writes every bill with its parts, the credit, and the total of the payment.
    fn divided_bills(&mut self, advice: &Advice) {
        self.sheet.heading(self.words.bills);
        self.bill_columns();
        for AdviceBill { bill, parts } in &advice.bills {
            let PaidBill { invoice_no, account_no, reference_id, invoice_date, amount } = bill;
            if self.sheet.row() {
                self.bill_columns();
                self.sheet.row();
            }
            let account = [Some(account_no.as_str()), reference_id.as_deref()];
            let account = account.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            self.sheet.put(invoice_no.as_str(), TEXT, LEFT, Align::Start);
            self.sheet.put(&invoice_date.shown(self.language), TEXT, DATE, Align::Start);
            self.sheet.put_cut(&account, TEXT, ADVICE_ACCOUNT, AMOUNT - ADVICE_ACCOUNT);
            self.amount(*amount, TEXT);
            for part in parts {
                self.part(part);
            }
        }
        self.total(advice);
    }

    fn bill_columns(&mut self) {
        self.sheet.row();
        self.sheet.put(self.words.invoice, SMALL.grey(), LEFT, Align::Start);
        self.sheet.put(self.language.pick(INVOICE_DATE), SMALL.grey(), DATE, Align::Start);
        self.sheet.put(self.words.account, SMALL.grey(), ADVICE_ACCOUNT, Align::Start);
        self.sheet.put(self.words.amount, SMALL.grey(), RIGHT, Align::End);
    }

    /// Writes a part under its bill. Its amount is left of the column of bills, so that no reader adds it to them.
    fn part(&mut self, part: &AdvicePart) {
        if self.sheet.row() {
            self.bill_columns();
            self.sheet.row();
        }
        let AdvicePart { code, ledger_account, amount } = part;
        let named = [code.as_deref(), ledger_account.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let named = if code.is_none() { self.language.pick(UNCODED).to_owned() } else { named };
        self.sheet.put_cut(&named, SMALL.grey(), DATE, PART);
        self.sheet.put(&amount.shown(), SMALL.grey(), BILLS, Align::End);
    }

    fn total(&mut self, advice: &Advice) {
        if let Some(credit) = &advice.credit {
            let account = credit.account_no.as_ref().map(ToString::to_string).unwrap_or_default();
            let [.., credited] = self.words.amounts;
            self.sheet.row();
            self.sheet.put(&credited.replace("{account}", &account), TEXT, LEFT, Align::Start);
            self.amount(credit.amount, TEXT);
        }
        self.sheet.ensure_space(ROW * 2.0);
        self.sheet.divider(LEFT, RIGHT, 3.0, Colour::GREY);
        self.sheet.row();
        self.sheet.put(self.language.pick(TOTAL), TEXT.strong(), LEFT, Align::Start);
        self.amount(advice.total, TEXT.strong());
    }

    fn amount(&mut self, amount: Money, style: Style) {
        self.sheet.put_amount(&amount.shown(), style, RIGHT, RIGHT - AMOUNT - GAP);
    }
}

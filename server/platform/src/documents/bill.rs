//! A bill as a document: the same amounts as its page, and a payment slip.

mod words;

use gridbill_core::amount::MISSING;
use gridbill_core::bills::{
    BillDetails, BillState, ChargeGroup, ChargeShown, Closure, JomPay, Quantity, bill_state, change_a_day,
    period_shown, tenths_shown,
};
use gridbill_core::payments::{Status, VirtualAccount};
use gridbill_core::{Code, Day, Language, Money};

use super::barcode::code_128;
use super::draw::{Align, Colour, LEFT, RIGHT, ROW, SMALL, Style, TEXT};
use super::{Qr, Sheet};
use crate::config::Utility;
use words::Words;

/// Left edge of the head's second column.
const COLUMN: f32 = 330.0;
/// Right edge of the lines' quantities and rates, and the minimum distance between two texts.
const DETAIL: f32 = 440.0;
const GAP: f32 = 8.0;
/// Heights of the slip and of the chart.
const SLIP: f32 = 150.0;
const CHART: f32 = 64.0;
/// Bars of the chart: a year and the same month before it.
const MONTHS: usize = 13;
/// The width of a QR code, including its margin: 28 mm.
const QR: f32 = 80.0;
/// The width of the barcode's narrowest bar: 0.39 mm.
const MODULE: f32 = 1.1;

/// The utility that issues the bill, and the account to pay to.
pub struct From<'a> {
    pub utility: &'a Utility,
    pub account: &'a VirtualAccount,
}

/// The file name.
#[must_use]
pub fn name(language: Language, bill: &gridbill_core::bills::Bill) -> String {
    format!("{} {}.pdf", words::of(language).file, bill.invoice_no)
}

/// Renders the file.
pub fn write(language: Language, from: &From<'_>, details: &BillDetails, today: Day) -> anyhow::Result<Vec<u8>> {
    draw(language, from, details, today)?.bytes(language)
}

pub(super) fn draw(language: Language, from: &From<'_>, details: &BillDetails, today: Day) -> anyhow::Result<Sheet> {
    let words = words::of(language);
    let mut page = Page {
        sheet: Sheet::new(&format!("{} {}", words.title, details.bill.invoice_no))?,
        accent: Colour::accent(from.utility),
        words,
        language,
        details,
    };
    page.sheet.dated(details.bill.invoice_date.begins());
    page.head(from.utility);
    page.summary();
    page.charges();
    page.reading();
    page.use_by_bill();
    page.e_invoice();
    page.banking_app();
    page.slip(from, today);
    Ok(page.sheet)
}

struct Page<'a> {
    sheet: Sheet,
    accent: Colour,
    words: &'static Words,
    language: Language,
    details: &'a BillDetails,
}

impl Page<'_> {
    fn head(&mut self, utility: &Utility) {
        let (words, details) = (self.words, self.details);
        let bill = &details.bill;
        self.sheet.letterhead(utility, words.title, words.care_line, &details.bill_type);
        let begins = self.sheet.y;
        self.sheet.paragraph(&details.company_name, Style::new(10.0).strong(), LEFT, COLUMN - LEFT - 20.0);
        self.sheet.paragraph(&details.premises_address, TEXT, LEFT, COLUMN - LEFT - 20.0);
        self.sheet.paragraph(&details.premises_place(), TEXT, LEFT, COLUMN - LEFT - 20.0);
        let ends = std::mem::replace(&mut self.sheet.y, begins);
        let day = |day: Day| day.shown(self.language);
        for (name, value) in [
            (words.account, bill.account_no.to_string()),
            (words.invoice, bill.invoice_no.to_string()),
            (words.collective, bill.collective_invoice_no.to_string()),
            (words.invoice_date, day(bill.invoice_date)),
            (words.due, bill.due_date.map_or_else(|| MISSING.to_owned(), day)),
        ] {
            self.sheet.named(name, &value, COLUMN);
        }
        if let Some(amount) = details.last_amount_paid {
            self.sheet.named(words.last_payment, &amount.shown(), COLUMN);
        }
        self.sheet.y = self.sheet.y.min(ends) - 12.0;
    }

    /// Draws the amounts that make up the total.
    fn summary(&mut self) {
        let (words, details) = (self.words, self.details);
        let bill = &details.bill;
        let rest = details.remainder;
        let (rest_word, rest) = if rest.adjustment == Money::ZERO {
            (words.rounding, rest.rounding)
        } else {
            (words.adjustment, rest.adjustment)
        };
        let mut amounts = vec![
            (words.current, bill.current_charge),
            (words.tax_included, details.tax_amount),
            (words.earlier, bill.outstanding_amount),
            (rest_word, rest),
        ];
        let step = ROW + 1.0;
        let mut height = 74.0;
        if bill.settled_amount != Money::ZERO {
            amounts.extend([(words.settled, bill.settled_amount), (words.rest, bill.rest())]);
            height += 2.0 * step;
        }
        self.sheet.bar(LEFT, self.sheet.y - height, RIGHT - LEFT, height, Colour::SHADE);
        self.sheet.bar(LEFT, self.sheet.y - height, 3.0, height, self.accent);
        let top = self.sheet.y;
        self.sheet.put_at(words.total, TEXT.grey(), LEFT + 16.0, top - 24.0, Align::Start);
        let total = bill.total_amount_payable.shown();
        let large = self.sheet.fitting(&total, Style::new(21.0).strong(), COLUMN - LEFT - 32.0);
        self.sheet.put_at(&total, large, LEFT + 16.0, top - 50.0, Align::Start);
        self.sheet.y = top - 4.0;
        for (name, amount) in amounts {
            self.sheet.y -= step;
            self.sheet.put(name, TEXT, COLUMN, Align::Start);
            self.sheet.put(&amount.shown(), TEXT, RIGHT - 12.0, Align::End);
        }
        self.sheet.y = top - height - 8.0;
    }

    fn charges(&mut self) {
        let words = self.words;
        self.sheet.heading(words.charges);
        let Some(charges) = &self.details.charges else {
            self.sheet.paragraph(words.no_lines, TEXT.grey(), LEFT, RIGHT - LEFT);
            self.sheet.space(6.0);
            return;
        };
        for ChargeGroup { tariff, period, lines, .. } in &charges.groups {
            self.sheet.ensure_space(ROW * 3.0);
            self.sheet.y -= ROW;
            let tariff = tariff.as_deref().unwrap_or(words.whole);
            let period = period.as_deref().unwrap_or_default();
            let room = RIGHT - LEFT - self.sheet.width_of(period, SMALL) - GAP;
            self.sheet.put_cut(tariff, TEXT.strong(), LEFT, room);
            self.sheet.put(period, SMALL.grey(), RIGHT, Align::End);
            for ChargeShown { word, detail, amount, .. } in lines {
                self.sheet.row();
                self.sheet.put(word, TEXT, LEFT, Align::Start);
                let detail = detail.as_deref().unwrap_or_default();
                let room = DETAIL - LEFT - self.sheet.width_of(word, TEXT) - GAP;
                let style = self.sheet.fitting(detail, SMALL.grey(), room);
                self.sheet.put(detail, style, DETAIL, Align::End);
                self.sheet.put_amount(&amount.shown(), TEXT, RIGHT, RIGHT - DETAIL - GAP);
            }
            self.sheet.space(4.0);
        }
        self.sheet.divider(LEFT, RIGHT, 1.0, Colour::GREY);
        self.sheet.row();
        self.sheet.put(words.current, TEXT.strong(), LEFT, Align::Start);
        self.sheet.put(&self.details.bill.current_charge.shown(), TEXT.strong(), RIGHT, Align::End);
        self.sheet.space(6.0);
    }

    fn reading(&mut self) {
        let (words, details) = (self.words, self.details);
        self.sheet.ensure_space(ROW * 4.0);
        self.sheet.heading(words.reading);
        let period = period_shown(details.reading_start, details.reading_end, self.language);
        let kind = words.kind(&details.reading_type);
        let measured = |name: &str, figure: &Option<String>, unit: &str| {
            let figure = Quantity::parse(figure.as_deref()?).ok()?;
            Some(format!("{name}: {} {unit}", figure.shown()))
        };
        let used = measured(words.consumption, &details.consumption_kwh, "kWh");
        let demand = measured(words.demand, &details.maximum_demand_kw, "kW");
        let about: Vec<String> =
            [period, Some(kind.to_owned()), Some(details.tariff.clone()), used, demand].into_iter().flatten().collect();
        self.sheet.paragraph(&about.join(" · "), TEXT, LEFT, RIGHT - LEFT);
        let readings = details.charges.as_ref().map(|charges| charges.readings.as_slice()).unwrap_or_default();
        if readings.is_empty() {
            self.sheet.space(6.0);
            return;
        }
        let columns = [300.0, 420.0, RIGHT];
        self.sheet.row();
        self.sheet.put(words.register, SMALL.grey(), LEFT, Align::Start);
        for (name, x) in [words.previous, words.now, words.used].into_iter().zip(columns) {
            self.sheet.put(name, SMALL.grey(), x, Align::End);
        }
        for one in readings {
            self.sheet.row();
            self.sheet.put_cut(&one.register, TEXT, LEFT, 140.0);
            for (value, x) in [&one.previous, &one.current, &one.used].into_iter().zip(columns) {
                self.sheet.put_amount(value, TEXT, x, 110.0);
            }
        }
        if let Some(exported) = details.charges.as_ref().and_then(|charges| charges.exported.as_ref()) {
            self.sheet.row();
            self.sheet.put(words.exported, TEXT.strong(), LEFT, Align::Start);
            self.sheet.put(exported, TEXT.strong(), RIGHT, Align::End);
        }
        self.sheet.space(6.0);
    }

    /// Draws a bar for each of the last bills, with this bill's bar in the accent colour.
    fn use_by_bill(&mut self) {
        let all = &self.details.use_by_bill;
        let used = &all[all.len().saturating_sub(MONTHS)..];
        let most = used.iter().map(|one| one.kwh.as_f32()).fold(0.0, f32::max);
        if used.len() < 2 || most <= 0.0 {
            return;
        }
        self.sheet.ensure_space(CHART + 50.0);
        self.sheet.heading(self.words.months);
        let floor = self.sheet.y - CHART - 14.0;
        let step = (RIGHT - LEFT) / 13.0;
        let mut middle = LEFT + step / 2.0;
        for one in used {
            let height = CHART * (one.kwh.as_f32() / most).max(0.0);
            let is_this = one.invoice_no == self.details.bill.invoice_no;
            let colour = if is_this { self.accent } else { Colour::BAR };
            self.sheet.bar(middle - 12.0, floor, 24.0, height.max(0.8), colour);
            let kwh = one.kwh.shown();
            let style = self.sheet.fitting(&kwh, Style::new(6.5), step - 2.0);
            self.sheet.put_at(&kwh, style, middle, floor + height + 3.0, Align::Middle);
            // The month alone: `20 Nov 2026` becomes `Nov 2026`.
            let day = one.until.shown(self.language);
            let month = day.split_once(' ').map_or(day.as_str(), |(_, month)| month);
            self.sheet.put_at(month, Style::new(6.5).grey(), middle, floor - 9.0, Align::Middle);
            middle += step;
        }
        self.sheet.y = floor - 14.0;
        if let Some(said) = self.last_year() {
            self.sheet.paragraph(&said, TEXT, LEFT, RIGHT - LEFT);
            self.sheet.space(4.0);
        }
    }

    /// Compares the use of this bill with the bill of a year ago, if there is one.
    fn last_year(&self) -> Option<String> {
        let (now, before) = self.details.use_and_year_before()?;
        let words = self.words;
        let tenths = change_a_day((now.kwh, now.days), (before.kwh, before.days))?;
        let said = if tenths < 0 { words.less } else { words.more };
        let said = if tenths == 0 { words.same } else { said };
        let said = said.replace("{day}", &before.until.shown(self.language)).replace("{kwh}", &before.a_day_shown());
        Some(said.replace("{percent}", &tenths_shown(tenths.abs())))
    }

    /// Draws the state of the e-invoice, and its link as a QR code.
    fn e_invoice(&mut self) {
        let Some(e_invoice) = &self.details.e_invoice else { return };
        let (words, language) = (self.words, self.language);
        self.sheet.ensure_space(QR + 40.0);
        self.sheet.heading(words.e_invoice);
        let qr = e_invoice.link.as_deref().and_then(Qr::of);
        let end = if qr.is_some() { RIGHT - QR - GAP } else { RIGHT };
        let top = self.sheet.y;
        self.sheet.paragraph(&e_invoice.word, TEXT.strong(), LEFT, end - LEFT);
        self.sheet.paragraph(&e_invoice.meaning, TEXT, LEFT, end - LEFT);
        let shown = |at: gridbill_core::Instant| at.shown(language);
        for (name, value) in [
            (words.e_invoice_no, Some(e_invoice.uuid.clone())),
            (words.validated, e_invoice.validated_at.map(shown)),
            (words.rejection_until, e_invoice.rejection_ends_at.map(shown)),
            (words.cancelled, e_invoice.cancelled_at.map(shown)),
            (words.replaced_by, e_invoice.replaced_by.as_ref().map(ToString::to_string)),
        ] {
            if let Some(value) = value {
                self.sheet.paragraph(&format!("{name}: {value}"), TEXT, LEFT, end - LEFT);
            }
        }
        if let Some(link) = &e_invoice.link {
            self.sheet.link(link, SMALL, LEFT, end - LEFT);
        }
        if let Some(qr) = qr {
            self.sheet.paragraph(words.scan, SMALL.grey(), LEFT, end - LEFT);
            self.qr(&qr, top);
            self.sheet.y = self.sheet.y.min(top - QR);
        }
        self.sheet.space(6.0);
    }

    /// Draws the DuitNow QR and the numbers of JomPAY, or the reason why the bill has none.
    fn banking_app(&mut self) {
        let Some(banking_app) = &self.details.banking_app else { return };
        let words = self.words;
        self.sheet.ensure_space(QR + 40.0);
        self.sheet.heading(words.banking_app);
        let qr = banking_app.duit_now.as_ref().and_then(|one| Qr::of(&one.text));
        let end = if qr.is_some() { RIGHT - QR - GAP } else { RIGHT };
        let top = self.sheet.y;
        if let Some(sentence) = &banking_app.refused {
            self.sheet.paragraph(sentence, TEXT, LEFT, end - LEFT);
        }
        if let Some(JomPay { biller_code, ref1, ref2 }) = &banking_app.jom_pay {
            self.sheet.paragraph(words.type_to_pay, TEXT, LEFT, end - LEFT);
            for (name, value) in
                [(words.biller_code, biller_code.as_str()), ("Ref-1", ref1.as_str()), ("Ref-2", ref2.as_str())]
            {
                self.sheet.paragraph(&format!("{name}: {value}"), TEXT.strong(), LEFT, end - LEFT);
            }
        }
        if let Some(qr) = qr {
            self.sheet.paragraph(words.scan_to_pay, TEXT, LEFT, end - LEFT);
            self.qr(&qr, top);
            self.sheet.y = self.sheet.y.min(top - QR);
        }
        self.sheet.space(6.0);
    }

    /// Draws a QR code at the right edge, below `top`.
    #[expect(clippy::cast_precision_loss, reason = "a QR code has fewer than 200 modules")]
    fn qr(&mut self, qr: &Qr, top: f32) {
        let module = QR / qr.size() as f32;
        for run in qr.runs() {
            let (x, y, width) = (run.x as f32 * module, (run.y + 1) as f32 * module, run.width as f32 * module);
            self.sheet.bar(RIGHT - QR + x, top - y, width, module, Colour::BLACK);
        }
    }

    /// Draws the payment slip at the foot of the last page. The customer cuts it off and hands it in with the money.
    fn slip(&mut self, from: &From<'_>, today: Day) {
        let (words, bill) = (self.words, &self.details.bill);
        self.sheet.ensure_space(SLIP);
        self.sheet.y = SLIP;
        self.sheet.cut();
        self.sheet.y -= 20.0;
        self.sheet.put(words.slip, Style::new(11.0).strong(), LEFT, Align::Start);
        let printed = words.printed.replace("{day}", &today.shown(self.language));
        self.sheet.put(&printed, SMALL.grey(), RIGHT, Align::End);
        let top = self.sheet.y;
        let amount = bill.total_amount_payable;
        let is_partly_paid = bill.status == Status::PaymentRequired && bill.closed == Some(Closure::PartlyPaid);
        let (total, due) = if is_partly_paid { (words.rest, bill.rest()) } else { (words.total, amount) };
        for (name, value) in [
            (words.account, bill.account_no.to_string()),
            (words.invoice, bill.invoice_no.to_string()),
            (words.due, bill.due_date.map_or_else(|| MISSING.to_owned(), |day| day.shown(self.language))),
            (total, due.shown()),
        ] {
            self.sheet.y -= ROW;
            self.sheet.put(name, TEXT.grey(), LEFT, Align::Start);
            self.sheet.put(&value, TEXT.strong(), 250.0, Align::End);
        }
        self.sheet.y -= 4.0;
        // A bill that is not to be paid shows the reason instead of payment details.
        let refused = match bill_state(amount, bill.status, bill.closed, bill.due_date, today) {
            BillState::NoActionRequired => Some(Code::BillNothingDue),
            BillState::InPayment(Status::Paid) => Some(Code::BillPaid),
            BillState::InPayment(_) => Some(Code::BillInPayment),
            BillState::PaidElsewhere => Some(Code::BillPaidElsewhere),
            BillState::Carried => Some(Code::BillCarried),
            BillState::PaymentRequired | BillState::PaymentOverdue | BillState::NoDueDate => {
                bill.closed.filter(|_| !is_partly_paid).map(Closure::code)
            }
        };
        if let Some(code) = refused {
            self.sheet.paragraph(code.sentence(self.language), SMALL, LEFT, 210.0);
            return;
        }
        let VirtualAccount { virtual_account_no, bank_name, account_holder, .. } = from.account;
        let to = words.pay_to.replace("{bank}", bank_name).replace("{holder}", account_holder);
        self.sheet.paragraph(&to.replace("{number}", virtual_account_no), SMALL, LEFT, 210.0);
        self.barcode(&bill.barcode(due), top - 60.0);
    }

    fn barcode(&mut self, digits: &str, y: f32) {
        let Some(widths) = code_128(digits) else { return };
        let modules: f32 = widths.iter().copied().map(f32::from).sum();
        let begins = RIGHT - modules * MODULE;
        let mut x = begins;
        for (place, width) in widths.into_iter().enumerate() {
            let width = f32::from(width) * MODULE;
            if place % 2 == 0 {
                self.sheet.bar(x, y, width, 46.0, Colour::BLACK);
            }
            x += width;
        }
        self.sheet.put_at(digits, SMALL, f32::midpoint(begins, RIGHT), y - 12.0, Align::Middle);
    }
}

//! A statement of account: the opening balance, the entries of the period, and the open amounts by age.

use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use gridbill_core::statements::{AccountStatement, Entry, EntryKind};
use gridbill_core::{Day, Instant, Language, Money};

use super::Sheet;
use super::draw::{Align, Colour, LEFT, RIGHT, ROW, SMALL, Style, TEXT};
use crate::config::Utility;

pub mod combined;
mod words;

use words::{Words, words};

/// Left edge of the head's second column.
const COLUMN: f32 = 320.0;
/// The columns of the entries: left edges of kind and number, right edge of the amount.
const KIND: f32 = 116.0;
const NUMBER: f32 = 272.0;
const AMOUNT: f32 = 450.0;
const AMOUNT_WIDTH: f32 = 96.0;
/// Minimum distance between two texts.
const GAP: f32 = 8.0;
/// Approximate number of a payment's references per line.
const REFERENCES_ON_A_LINE: usize = 3;

/// Data about the account itself.
pub struct Account {
    pub company: String,
    /// The account holder in the utility's records.
    pub holder: String,
    pub address: String,
    pub tariff: String,
    pub reference_id: Option<ReferenceId>,
}

/// A statement with everything that its document shows.
pub struct Printed {
    pub statement: AccountStatement,
    pub account: Account,
    pub account_no: AccountNo,
    pub bulk_id: BulkId,
    pub made_at: Instant,
}

/// The file name.
#[must_use]
pub fn name(language: Language, account_no: &AccountNo, last: Day) -> String {
    format!("{} {account_no} {last}.pdf", words(language).title)
}

impl Printed {
    /// Renders the file.
    pub fn write(&self, language: Language, utility: &Utility) -> anyhow::Result<Vec<u8>> {
        self.draw(language, utility)?.bytes(language)
    }

    pub(super) fn draw(&self, language: Language, utility: &Utility) -> anyhow::Result<Sheet> {
        let words = words(language);
        let sheet = Sheet::new(&format!("{} {}", words.title, self.account_no))?;
        let mut page = Page { sheet, words, language, statement: &self.statement };
        page.sheet.dated(self.made_at);
        page.head(self, utility);
        page.balances(Colour::accent(utility));
        page.ageing();
        page.entries();
        Ok(page.sheet)
    }
}

struct Page<'a> {
    sheet: Sheet,
    words: &'static Words,
    language: Language,
    statement: &'a AccountStatement,
}

impl Page<'_> {
    fn head(&mut self, printed: &Printed, utility: &Utility) {
        let (words, language) = (self.words, self.language);
        let Printed { account, account_no, bulk_id, made_at, .. } = printed;
        let bulk = words.bulk.replace("{id}", bulk_id.as_str());
        let holder = Some(account.holder.as_str()).filter(|holder| *holder != account.company);
        let lines = [Some(bulk.as_str()), holder, Some(&account.address)];
        let fields = [
            (words.account, Some(account_no.to_string())),
            (words.reference, account.reference_id.as_ref().map(ToString::to_string)),
            (words.tariff, Some(account.tariff.clone())),
            (words.period, Some(self.period())),
            (words.made, Some(made_at.shown(language))),
        ];
        self.names(utility, &account.company, &lines, fields);
    }

    fn period(&self) -> String {
        format!("{} – {}", self.statement.first.shown(self.language), self.statement.last.shown(self.language))
    }

    /// Writes the owner on the left and the subject on the right. Missing fields are left out.
    fn names<const FIELDS: usize>(
        &mut self,
        utility: &Utility,
        company: &str,
        lines: &[Option<&str>],
        fields: [(&str, Option<String>); FIELDS],
    ) {
        self.sheet.letterhead(utility, self.words.title, self.words.care_line, "");
        let (begins, width) = (self.sheet.y, COLUMN - LEFT - 20.0);
        self.sheet.paragraph(company, Style::new(10.0).strong(), LEFT, width);
        for line in lines.iter().flatten() {
            self.sheet.paragraph(line, TEXT, LEFT, width);
        }
        let ends = std::mem::replace(&mut self.sheet.y, begins);
        for (name, value) in fields.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            self.sheet.named(name, &value, COLUMN);
        }
        self.sheet.y = self.sheet.y.min(ends) - 12.0;
    }

    /// Draws how the closing balance is computed.
    fn balances(&mut self, accent: Colour) {
        let (words, language) = (self.words, self.language);
        let statement = self.statement;
        let height = 114.0;
        self.sheet.bar(LEFT, self.sheet.y - height, RIGHT - LEFT, height, Colour::SHADE);
        self.sheet.bar(LEFT, self.sheet.y - height, 3.0, height, accent);
        let top = self.sheet.y;
        self.sheet.put_at(words.closing, TEXT.grey(), LEFT + 16.0, top - 24.0, Align::Start);
        let closing = statement.sums.closing.shown();
        let large = self.sheet.fitting(&closing, Style::new(21.0).strong(), COLUMN - LEFT - 32.0);
        self.sheet.put_at(&closing, large, LEFT + 16.0, top - 50.0, Align::Start);
        self.sheet.put_at(&statement.last.shown(language), SMALL.grey(), LEFT + 16.0, top - 66.0, Align::Start);
        let opening = (words.opening, statement.sums.opening);
        self.sheet.y = top - 8.0;
        for (name, amount) in std::iter::once(opening).chain(words.changes.into_iter().zip(statement.sums.changes())) {
            self.sheet.y -= ROW + 2.0;
            self.sheet.put(name, TEXT, COLUMN, Align::Start);
            self.sheet.put(&amount.shown(), TEXT, RIGHT - 12.0, Align::End);
        }
        self.sheet.y = top - height - 4.0;
        if statement.sums.contained != Money::ZERO {
            let said = words.contained.replace("{amount}", &statement.sums.contained.shown());
            self.sheet.paragraph(&said, TEXT, LEFT, RIGHT - LEFT);
        }
        if statement.in_payment.is_positive() {
            let said = words.in_payment.replace("{amount}", &statement.in_payment.shown());
            self.sheet.paragraph(&said, TEXT, LEFT, RIGHT - LEFT);
        }
        self.sheet.space(4.0);
    }

    fn ageing(&mut self) {
        let words = self.words;
        let AccountStatement { ageing, sums, last, .. } = self.statement;
        self.sheet.heading(words.ageing);
        let since = words.since.replace("{day}", &last.shown(self.language));
        self.sheet.paragraph(&since, SMALL.grey(), LEFT, RIGHT - LEFT);
        let ages = words.ages.into_iter().zip(ageing.by_age.map(Money::shown));
        let columns: Vec<_> =
            ages.chain([(words.credits, taken_off(ageing.credits)), (words.closing, sums.closing.shown())]).collect();
        let width = (RIGHT - LEFT) / 6.0;
        for (is_name, style) in [(true, SMALL.grey()), (false, TEXT)] {
            self.sheet.row();
            let mut ends = LEFT;
            for (place, (name, amount)) in columns.iter().enumerate() {
                ends += width;
                let style = if place == 5 && !is_name { style.strong() } else { style };
                let text: &str = if is_name { name } else { amount };
                self.sheet.put_amount(text, style, ends, width - GAP);
            }
        }
        self.sheet.space(8.0);
    }

    fn entries(&mut self) {
        let (words, language) = (self.words, self.language);
        let statement = self.statement;
        self.sheet.heading(words.entries);
        self.columns();
        let opening = (statement.first.shown(language), words.opening, statement.sums.opening.shown());
        self.balance(&opening.0, opening.1, &opening.2);
        for entry in &statement.entries {
            self.entry(entry);
        }
        if statement.entries.is_empty() {
            self.sheet.row();
            self.sheet.put(words.nothing, TEXT.grey(), KIND, Align::Start);
        }
        self.sheet.divider(LEFT, RIGHT, 4.0, Colour::GREY);
        self.balance(&statement.last.shown(language), words.closing, &statement.sums.closing.shown());
    }

    fn entry(&mut self, entry: &Entry) {
        let (words, language) = (self.words, self.language);
        let mut details: Vec<String> = Vec::new();
        details.extend(entry.invoice_no.as_ref().map(|number| words.of_invoice.replace("{number}", number.as_str())));
        if entry.contained != Money::ZERO {
            details.push(words.of_earlier.replace("{amount}", &entry.contained.shown()));
        }
        details.extend(entry.references.iter().cloned());
        let lines = if details.is_empty() { 1 } else { 2 + entry.references.len() / REFERENCES_ON_A_LINE };
        #[expect(clippy::cast_precision_loss, reason = "a payment has a few dozen references at most")]
        let height = ROW * lines as f32;
        if self.sheet.ensure_space(height) {
            self.columns();
        }
        self.sheet.y -= ROW;
        let kind = match (entry.kind, entry.due) {
            (EntryKind::Bill, Some(due)) => words.bill_due.replace("{day}", &due.shown(language)),
            (kind, _) => words.kinds[kind as usize].to_owned(),
        };
        self.sheet.put(&entry.day.shown(language), TEXT, LEFT, Align::Start);
        self.sheet.put_cut(&kind, TEXT, KIND, NUMBER - KIND - GAP);
        self.sheet.put_cut(&entry.number, TEXT, NUMBER, AMOUNT - AMOUNT_WIDTH - NUMBER);
        self.sheet.put_amount(&entry.amount.shown(), TEXT, AMOUNT, AMOUNT_WIDTH - GAP);
        self.sheet.put_amount(&entry.balance.shown(), TEXT, RIGHT, AMOUNT_WIDTH - GAP);
        if !details.is_empty() {
            self.sheet.paragraph(&details.join(" · "), SMALL.grey(), KIND, AMOUNT - KIND - 70.0);
        }
    }

    fn balance(&mut self, day: &str, name: &str, amount: &str) {
        if self.sheet.row() {
            self.columns();
            self.sheet.row();
        }
        self.sheet.put(day, TEXT.strong(), LEFT, Align::Start);
        self.sheet.put(name, TEXT.strong(), KIND, Align::Start);
        self.sheet.put(amount, TEXT.strong(), RIGHT, Align::End);
    }

    /// Writes the column headings, at the head of each page.
    fn columns(&mut self) {
        let [day, kind, number, amount, balance] = self.words.columns;
        self.sheet.row();
        for (name, x) in [(day, LEFT), (kind, KIND), (number, NUMBER)] {
            self.sheet.put(name, SMALL.grey(), x, Align::Start);
        }
        for (name, x) in [(amount, AMOUNT), (balance, RIGHT)] {
            self.sheet.put(name, SMALL.grey(), x, Align::End);
        }
    }
}

/// Formats an amount that reduces the balance, with a minus sign.
fn taken_off(amount: Money) -> String {
    if amount.is_positive() { format!("-{}", amount.shown()) } else { amount.shown() }
}

//! The statement of a group or of a whole bulk account: its totals, and one line per account.

use gridbill_core::amount::number_shown;
use gridbill_core::number::BulkId;
use gridbill_core::statements::{AccountLine, CombinedStatement};
use gridbill_core::{Instant, Language, Money};

use super::words::words;
use super::{Page, taken_off};
use crate::config::Utility;
use crate::documents::Sheet;
use crate::documents::draw::{Align, Colour, LEFT, RIGHT, SMALL, Style};

/// Left edge of the reference, and right edges of the amount columns.
const REFERENCE: f32 = 118.0;
const AMOUNTS: [f32; 5] = [266.0, 336.0, 406.0, 470.0, RIGHT];
const WIDTHS: [f32; 5] = [70.0, 70.0, 70.0, 64.0, 77.0];

/// A combined statement with everything that its document shows.
pub struct Printed {
    pub statement: CombinedStatement,
    pub company: String,
    /// The group; `None` for a whole bulk account.
    pub group: Option<String>,
    pub bulk_id: BulkId,
    pub made_at: Instant,
}

/// The texts of the document besides those of every statement.
pub struct Words {
    pub title: &'static str,
    pub group: &'static str,
    pub whole: &'static str,
    pub accounts: &'static str,
    pub account: &'static str,
    pub reference: &'static str,
    pub amounts: [&'static str; 5],
    pub total: &'static str,
    pub none: &'static str,
}

static ENGLISH: Words = Words {
    title: "Statement of account",
    group: "Group",
    whole: "All accounts",
    accounts: "Accounts",
    account: "Account",
    reference: "Reference ID",
    amounts: ["Opening", "Bills", "Payments", "Credits", "Closing"],
    total: "Total",
    none: "There are no accounts.",
};

static MALAY: Words = Words {
    title: "Penyata akaun",
    group: "Kumpulan",
    whole: "Semua akaun",
    accounts: "Akaun",
    account: "Akaun",
    reference: "ID rujukan",
    amounts: ["Baki awal", "Bil", "Bayaran", "Kredit", "Baki akhir"],
    total: "Jumlah",
    none: "Tiada akaun.",
};

#[must_use]
pub const fn own_words(language: Language) -> &'static Words {
    language.pick([&ENGLISH, &MALAY])
}

impl Printed {
    /// Renders the file.
    pub fn write(&self, language: Language, utility: &Utility) -> anyhow::Result<Vec<u8>> {
        self.draw(language, utility)?.bytes(language)
    }

    pub(in crate::documents) fn draw(&self, language: Language, utility: &Utility) -> anyhow::Result<Sheet> {
        let (words, own) = (words(language), own_words(language));
        let of = self.group.as_deref().unwrap_or(own.whole);
        let sheet = Sheet::new(&format!("{} · {of}", own.title))?;
        let mut page = Page { sheet, words, language, statement: &self.statement.total };
        page.sheet.dated(self.made_at);
        let bulk = words.bulk.replace("{id}", self.bulk_id.as_str());
        let fields = [
            (own.group, Some(of.to_owned())),
            (own.accounts, Some(number_shown(u64::try_from(self.statement.accounts.len())?))),
            (words.period, Some(page.period())),
            (words.made, Some(self.made_at.shown(language))),
        ];
        page.names(utility, &self.company, &[Some(&bulk)], fields);
        page.balances(Colour::accent(utility));
        page.ageing();
        accounts(&mut page.sheet, own, &self.statement);
        Ok(page.sheet)
    }
}

fn accounts(sheet: &mut Sheet, words: &Words, statement: &CombinedStatement) {
    sheet.heading(words.accounts);
    columns(sheet, words);
    for account in &statement.accounts {
        let AccountLine { account_no, reference_id, opening, billed, paid, credited, closing } = account;
        let amounts = [*opening, *billed, *paid, *credited, *closing];
        line(sheet, words, account_no.as_str(), reference_id.as_deref().unwrap_or_default(), amounts, SMALL);
    }
    if statement.accounts.is_empty() {
        sheet.row();
        sheet.put(words.none, SMALL.grey(), LEFT, Align::Start);
    }
    sheet.divider(LEFT, RIGHT, 4.0, Colour::GREY);
    let total = &statement.total;
    let amounts = [total.opening, total.billed, total.paid, total.credited, total.closing];
    line(sheet, words, words.total, "", amounts, SMALL.strong());
}

fn line(sheet: &mut Sheet, words: &Words, name: &str, reference: &str, amounts: [Money; 5], style: Style) {
    if sheet.row() {
        columns(sheet, words);
        sheet.row();
    }
    sheet.put(name, style, LEFT, Align::Start);
    sheet.put_cut(reference, style, REFERENCE, AMOUNTS[0] - WIDTHS[0] - REFERENCE);
    let [opening, billed, paid, credited, closing] = amounts;
    let shown = [opening.shown(), billed.shown(), taken_off(paid), taken_off(credited), closing.shown()];
    for ((amount, ends), width) in shown.iter().zip(AMOUNTS).zip(WIDTHS) {
        // The column heading names the currency.
        sheet.put_amount(&amount.replacen("RM\u{a0}", "", 1), style, ends, width - 6.0);
    }
}

/// Writes the column headings, at the head of each page.
fn columns(sheet: &mut Sheet, words: &Words) {
    sheet.row();
    sheet.put(words.account, SMALL.grey(), LEFT, Align::Start);
    sheet.put(words.reference, SMALL.grey(), REFERENCE, Align::Start);
    for (name, ends) in words.amounts.iter().zip(AMOUNTS) {
        sheet.put(&format!("{name} (RM)"), SMALL.grey(), ends, Align::End);
    }
}

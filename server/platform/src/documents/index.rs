//! The index of a file with the documents of many bills: the page and amount of each.

use gridbill_core::{Day, Language, Money};

use super::Sheet;
use super::draw::{Align, Colour, LEFT, RIGHT, SMALL, TEXT};
use super::merged::Link;
use crate::config::Utility;

/// Left edges of the columns; for amounts, the right edge.
const ACCOUNT: f32 = 170.0;
const REFERENCE: f32 = 280.0;
const AMOUNT: f32 = 480.0;
const AMOUNT_WIDTH: f32 = 96.0;
/// Minimum distance between two texts.
const GAP: f32 = 8.0;

/// A bill of the file.
pub struct Entry {
    pub invoice_no: String,
    pub account_no: String,
    pub reference_id: Option<String>,
    pub amount: Money,
    /// Its number of pages.
    pub pages: i64,
}

struct Words {
    title: &'static str,
    care_line: &'static str,
    bills: [&'static str; 2],
    invoice: &'static str,
    account: &'static str,
    reference: &'static str,
    amount: &'static str,
    page: &'static str,
    total: &'static str,
}

const ENGLISH: Words = Words {
    title: "Bills",
    care_line: "Care line",
    bills: ["bill", "bills"],
    invoice: "Invoice",
    account: "Account",
    reference: "Reference ID",
    amount: "Amount",
    page: "Page",
    total: "Total",
};

const MALAY: Words = Words {
    title: "Bil",
    care_line: "Talian khidmat",
    bills: ["bil", "bil"],
    invoice: "Invois",
    account: "Akaun",
    reference: "ID rujukan",
    amount: "Amaun",
    page: "Halaman",
    total: "Jumlah",
};

/// Renders the index and returns the positions of its rows. Page numbers assume that the index precedes the bills.
/// Fails when the program's own fonts cannot be read, or the amounts are too large to be added up.
pub fn write(
    language: Language,
    utility: &Utility,
    entries: &[Entry],
    today: Day,
) -> anyhow::Result<(Vec<u8>, Vec<Link>)> {
    // Page numbers do not affect line breaks, so a first pass without them gives the length of the index.
    let own = i64::try_from(draw(language, utility, entries, 0)?.0.pages.len() + 1)?;
    let (mut sheet, links) = draw(language, utility, entries, own)?;
    sheet.dated(today.begins());
    Ok((sheet.bytes(language)?, links))
}

/// The title of a file of bills.
#[must_use]
pub const fn title(language: Language) -> &'static str {
    language.pick([ENGLISH.title, MALAY.title])
}

pub(super) fn draw(
    language: Language,
    utility: &Utility,
    entries: &[Entry],
    own: i64,
) -> anyhow::Result<(Sheet, Vec<Link>)> {
    let words = language.pick([&ENGLISH, &MALAY]);
    let total =
        Money::sum(entries.iter().map(|entry| entry.amount)).map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    let mut sheet = Sheet::new(words.title)?;
    let counted = format!("{} {}", entries.len(), words.bills[usize::from(entries.len() != 1)]);
    sheet.letterhead(utility, words.title, words.care_line, &counted);
    sheet.space(14.0);
    columns(&mut sheet, words);
    let (mut page, mut links) = (own + 1, Vec::new());
    for (part, entry) in entries.iter().enumerate() {
        if sheet.row() {
            columns(&mut sheet, words);
            sheet.row();
        }
        sheet.put(&entry.invoice_no, TEXT, LEFT, Align::Start);
        sheet.put(&entry.account_no, TEXT, ACCOUNT, Align::Start);
        let reference = entry.reference_id.as_deref().unwrap_or_default();
        sheet.put_cut(reference, TEXT, REFERENCE, AMOUNT - AMOUNT_WIDTH - REFERENCE);
        sheet.put_amount(&entry.amount.shown(), TEXT, AMOUNT, AMOUNT_WIDTH - GAP);
        sheet.put(&page.to_string(), TEXT, RIGHT, Align::End);
        let area = [LEFT, sheet.y - 4.0, RIGHT, sheet.y + 10.0];
        links.push(Link { page: sheet.pages.len(), area, part });
        page += entry.pages;
    }
    sheet.divider(LEFT, RIGHT, 3.0, Colour::GREY);
    sheet.row();
    sheet.put(words.total, TEXT.strong(), LEFT, Align::Start);
    sheet.put(&total.shown(), TEXT.strong(), AMOUNT, Align::End);
    Ok((sheet, links))
}

fn columns(sheet: &mut Sheet, words: &Words) {
    sheet.row();
    sheet.put(words.invoice, SMALL.grey(), LEFT, Align::Start);
    sheet.put(words.account, SMALL.grey(), ACCOUNT, Align::Start);
    sheet.put(words.reference, SMALL.grey(), REFERENCE, Align::Start);
    sheet.put(words.amount, SMALL.grey(), AMOUNT, Align::End);
    sheet.put(words.page, SMALL.grey(), RIGHT, Align::End);
}

//! The statement of an account, a group or a whole bulk account: its totals, and one line per account.

use gridbill_core::amount::number_shown;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::statements::{AccountLine, CombinedStatement, Sums};
use gridbill_core::{Instant, Language};

use super::Page;
use super::words::words;
use crate::config::Utility;
use crate::documents::Sheet;
use crate::documents::draw::{Align, Colour, LEFT, RIGHT, SMALL, Style};

/// Left edge of the reference, right edges of the amount columns, and their width.
const REFERENCE: f32 = 110.0;
const AMOUNTS: [f32; 6] = [232.0, 295.0, 358.0, 421.0, 484.0, RIGHT];
const WIDTH: f32 = 63.0;

/// A combined statement with everything that its document shows.
pub struct Printed {
    pub statement: CombinedStatement,
    pub company: String,
    /// The group; `None` for a whole bulk account.
    pub group: Option<String>,
    /// The account, if the statement has only one.
    pub account_no: Option<AccountNo>,
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
    pub amounts: [&'static str; 6],
    pub note: &'static str,
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
    amounts: ["Opening", "Bills", "In portal", "Outside it", "Adjustments", "Closing"],
    note: "All amounts are in ringgit. Payments are in the portal and outside it. Adjustments are payments taken back, less credits.",
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
    amounts: ["Baki awal", "Bil", "Dalam portal", "Di luarnya", "Pelarasan", "Baki akhir"],
    note: "Semua amaun dalam ringgit. Bayaran dibuat dalam portal dan di luarnya. Pelarasan ialah bayaran ditarik balik, tolak kredit.",
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
        let (label, of) = match &self.account_no {
            Some(account_no) => (own.account, account_no.as_str()),
            None => (own.group, self.group.as_deref().unwrap_or(own.whole)),
        };
        let sheet = Sheet::new(&format!("{} · {of}", own.title))?;
        let mut page = Page { sheet, words, language, statement: &self.statement.total };
        page.sheet.dated(self.made_at);
        let bulk = words.bulk.replace("{id}", self.bulk_id.as_str());
        let fields = [
            (label, Some(of.to_owned())),
            (own.accounts, Some(number_shown(u64::try_from(self.statement.accounts.len())?))),
            (words.period, Some(page.period())),
            (words.made, Some(self.made_at.shown(language))),
        ];
        page.names(utility, &self.company, &[Some(&bulk)], fields);
        page.balances(Colour::accent(utility));
        page.ageing();
        accounts(&mut page.sheet, own, &self.statement)?;
        Ok(page.sheet)
    }
}

fn accounts(sheet: &mut Sheet, words: &Words, statement: &CombinedStatement) -> anyhow::Result<()> {
    sheet.heading(words.accounts);
    sheet.paragraph(words.note, SMALL.grey(), LEFT, RIGHT - LEFT);
    columns(sheet, words);
    for account in &statement.accounts {
        let AccountLine { account_no, reference_id, sums } = account;
        line(sheet, words, account_no.as_str(), reference_id.as_deref().unwrap_or_default(), sums, SMALL)?;
    }
    if statement.accounts.is_empty() {
        sheet.row();
        sheet.put(words.none, SMALL.grey(), LEFT, Align::Start);
    }
    sheet.divider(LEFT, RIGHT, 4.0, Colour::GREY);
    line(sheet, words, words.total, "", &statement.total.sums, SMALL.strong())
}

fn line(
    sheet: &mut Sheet,
    words: &Words,
    name: &str,
    reference: &str,
    sums: &Sums,
    style: Style,
) -> anyhow::Result<()> {
    if sheet.row() {
        columns(sheet, words);
        sheet.row();
    }
    sheet.put(name, style, LEFT, Align::Start);
    sheet.put_cut(reference, style, REFERENCE, AMOUNTS[0] - WIDTH - REFERENCE);
    let [billed, paid, settled, taken_back, credited] = sums.changes();
    let adjusted = taken_back.plus(credited).map_err(|code| anyhow::anyhow!("the adjustments: {code:?}"))?;
    let amounts = [sums.opening, billed, paid, settled, adjusted, sums.closing];
    for (amount, ends) in amounts.into_iter().zip(AMOUNTS) {
        sheet.put_amount(&amount.shown().replacen("RM\u{a0}", "", 1), style, ends, WIDTH - 6.0);
    }
    Ok(())
}

/// Writes the column headings, at the head of each page.
fn columns(sheet: &mut Sheet, words: &Words) {
    sheet.row();
    sheet.put(words.account, SMALL.grey(), LEFT, Align::Start);
    sheet.put(words.reference, SMALL.grey(), REFERENCE, Align::Start);
    for (name, ends) in words.amounts.iter().zip(AMOUNTS) {
        sheet.put_amount(name, SMALL.grey(), ends, WIDTH - 6.0);
    }
}

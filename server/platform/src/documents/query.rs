//! The document of a query: its data, messages and files.

use gridbill_core::amount::MISSING;
use gridbill_core::queries::{QueryAuthor, QueryBill, QueryCorrection, QueryDetails};
use gridbill_core::{Instant, Language};

use super::draw::{Align, LEFT, RIGHT, ROW, SMALL, Style, TEXT};
use super::{LEADING, Sheet};
use crate::config::Utility;

/// Left edge of the values.
const COLUMN: f32 = 200.0;

/// The texts of the document in a language.
struct Words {
    title: &'static str,
    care_line: &'static str,
    company: &'static str,
    invoice: &'static str,
    bills: &'static str,
    left: &'static str,
    account: &'static str,
    kind: &'static str,
    line: &'static str,
    state: &'static str,
    opened: &'static str,
    case_no: &'static str,
    asked: &'static str,
    amount: &'static str,
    corrected: &'static str,
    printed: &'static str,
    messages: &'static str,
    files: &'static str,
    utility: &'static str,
}

static ENGLISH: Words = Words {
    title: "Query",
    care_line: "Care line",
    company: "Company",
    invoice: "Bill",
    bills: "Bills",
    left: "Left the company's accounts",
    account: "Account",
    kind: "Subject",
    line: "Line of the bill",
    state: "Status",
    opened: "Opened",
    case_no: "Case number",
    asked: "Amount when asked",
    amount: "Amount now",
    corrected: "Corrected bill",
    printed: "Printed",
    messages: "Messages",
    files: "Files",
    utility: "utility",
};

static MALAY: Words = Words {
    title: "Pertanyaan",
    care_line: "Talian khidmat",
    company: "Syarikat",
    invoice: "Bil",
    bills: "Bil",
    left: "Tidak lagi dalam akaun syarikat",
    account: "Akaun",
    kind: "Perkara",
    line: "Baris bil",
    state: "Status",
    opened: "Dibuka",
    case_no: "Nombor kes",
    asked: "Amaun semasa ditanya",
    amount: "Amaun sekarang",
    corrected: "Bil yang diperbetulkan",
    printed: "Dicetak",
    messages: "Mesej",
    files: "Fail",
    utility: "utiliti",
};

const fn words(language: Language) -> &'static Words {
    language.pick([&ENGLISH, &MALAY])
}

/// The file name.
#[must_use]
pub fn name(language: Language, query: &QueryDetails) -> String {
    format!("{} {} {}.pdf", words(language).title, query.invoice_no, gridbill_core::Day::at(query.opened_at))
}

/// Renders the file. `now` is the time at which it is printed.
pub fn write(language: Language, utility: &Utility, query: &QueryDetails, now: Instant) -> anyhow::Result<Vec<u8>> {
    let words = words(language);
    let mut sheet = Sheet::new(&format!("{} {}", words.title, query.invoice_no))?;
    sheet.dated(now);
    sheet.letterhead(utility, words.title, words.care_line, query.invoice_no.as_str());
    let is_of_one = query.bills.len() == 1;
    let fields = [
        (words.company, Some(format!("{} ({})", query.company_name, query.bulk_id))),
        (words.invoice, is_of_one.then(|| query.invoice_no.to_string())),
        (words.account, is_of_one.then(|| query.account_no.to_string())),
        (words.kind, Some(query.kind.word(language).to_owned())),
        (words.line, query.line.map(|line| line.to_string())),
        (words.state, Some(query.state.word(language).to_owned())),
        (words.opened, Some(format!("{}, {}", query.opened_at.shown(language), query.opened_by))),
        (words.case_no, Some(query.case_no.clone().unwrap_or_else(|| MISSING.to_owned()))),
        (words.asked, is_of_one.then(|| query.amount_asked.shown())),
        (words.amount, is_of_one.then(|| query.total_amount_payable.shown())),
        (words.corrected, query.correction.as_ref().filter(|_| is_of_one).map(corrected)),
        (words.printed, Some(now.shown(language))),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            sheet.row();
            sheet.put(name, TEXT.grey(), LEFT, Align::Start);
            sheet.put_cut(&value, TEXT, COLUMN, RIGHT - COLUMN);
        }
    }
    if is_of_one {
        query.bills.iter().for_each(|bill| findings(&mut sheet, bill));
    } else {
        sheet.heading(words.bills);
        query.bills.iter().for_each(|bill| about(&mut sheet, bill, words));
    }
    sheet.heading(words.messages);
    for message in &query.messages {
        let side = side(message.author, words);
        sheet.space(4.0);
        sheet.ensure_space(2.0 * ROW);
        lines(&mut sheet, &format!("{}{side}", message.name), TEXT.strong());
        lines(&mut sheet, &message.written_at.shown(language), SMALL.grey());
        message.message.lines().for_each(|line| lines(&mut sheet, line, TEXT));
    }
    if !query.files.is_empty() {
        sheet.heading(words.files);
    }
    for file in &query.files {
        let side = side(file.author, words);
        let added = format!("{}, {}{side}, {}", file.file_name, file.name, file.added_at.shown(language));
        lines(&mut sheet, &added, TEXT);
    }
    sheet.bytes(language)
}

/// Writes one of several bills: its number, account and amounts, its correction, and the findings that the query asks about.
fn about(sheet: &mut Sheet, bill: &QueryBill, words: &Words) {
    sheet.space(4.0);
    sheet.ensure_space(2.0 * ROW);
    lines(sheet, &format!("{} ({} {})", bill.invoice_no, words.account, bill.account_no), TEXT.strong());
    let (asked, now) = (bill.amount_asked.shown(), bill.total_amount_payable.shown());
    lines(sheet, &format!("{}: {asked}. {}: {now}.", words.asked, words.amount), TEXT);
    if let Some(bill) = &bill.correction {
        lines(sheet, &format!("{}: {}.", words.corrected, corrected(bill)), TEXT);
    }
    if bill.left_at.is_some() {
        lines(sheet, &format!("{}.", words.left), TEXT);
    }
    findings(sheet, bill);
}

/// Writes the findings that the query asks about.
fn findings(sheet: &mut Sheet, bill: &QueryBill) {
    bill.asked_findings.iter().for_each(|sentence| lines(sheet, sentence, TEXT));
}

fn corrected(bill: &QueryCorrection) -> String {
    format!("{}, {}", bill.invoice_no, bill.amount.shown())
}

/// Names the utility after its staff.
fn side(author: QueryAuthor, words: &Words) -> String {
    match author {
        QueryAuthor::Customer => String::new(),
        QueryAuthor::Staff => format!(" ({})", words.utility),
    }
}

/// Writes a text of any length, over as many lines and pages as it needs.
fn lines(sheet: &mut Sheet, text: &str, Style { weight, size, colour }: Style) {
    // Each word is cleaned alone, because a text is cleaned up to a maximum length.
    let text = text.split_whitespace().map(|word| sheet.shown(word, weight)).collect::<Vec<_>>().join(" ");
    for line in sheet.lines(&text, weight, size, RIGHT - LEFT) {
        sheet.ensure_space(size * LEADING);
        sheet.y -= size * LEADING;
        sheet.fill(colour);
        sheet.show(line, weight, size, LEFT, sheet.y);
    }
}

//! Makes the combined statement of account of an account, a group or a bulk account, one account at a time. Only the sums and one
//! line for each account stay in memory (docs/domain/statements.md#combined).

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use gridbill_core::downloads::{CombinedStatementRequest, StatementFormat};
use gridbill_core::list::export::Cell;
use gridbill_core::number::AccountNo;
use gridbill_core::statements::{CombinedStatement, Entry, Sums, first_day};
use gridbill_core::{Code, Day, Language, Money, Problem};
use rust_xlsxwriter::{ColNum, Workbook};
use uuid::Uuid;

use super::job::Progress;
use super::making::{blocking, folder};
use super::workbook::{self, COMPRESSION, Formats, save, set_up_printing, write};
use crate::app::App;
use crate::auth::who::Customer;
use crate::documents::statement::combined::{Printed, own_words};
use crate::error::Answer;
use crate::statements::combined::{self, ACCOUNTS_AT_ONCE, Member};

/// Checks the requested period. Fails with [`Code::StatementPeriodUnknown`] with the available periods.
pub fn check(app: &App, request: &CombinedStatementRequest) -> Answer<()> {
    let periods = &app.config.statements.months;
    if periods.contains(&request.statement_period) {
        return Ok(());
    }
    let months: Vec<String> = periods.iter().map(ToString::to_string).collect();
    let unknown = Problem::new(Code::StatementPeriodUnknown).with("months", months.join(", "));
    Err(Problem::at("statementPeriod", unknown).into())
}

/// Returns the title of the file and its number of accounts.
/// Fails with [`Code::GroupNotFound`]; [`Code::StatementAccountRefused`] if the account is not there; [`Code::DownloadEmpty`] without
/// an account.
pub async fn of(app: &App, who: &Customer, request: &CombinedStatementRequest) -> Answer<(String, usize)> {
    let group_id = group_of(request)?;
    let mut db = app.pool.acquire().await?;
    let holder = combined::holder(&mut db, &who.bulk_id, group_id).await?;
    let account_no = request.account_no.as_ref();
    let accounts = combined::members(&mut db, &who.bulk_id, group_id, account_no).await?.len();
    if accounts == 0 {
        let refused = |_| Problem::at("accountNo", Problem::new(Code::StatementAccountRefused)).into();
        return Err(account_no.map_or_else(|| Code::DownloadEmpty.into(), refused));
    }
    let title = own_words(who.person.language).title;
    let of = account_no.map(AccountNo::as_str).or(holder.group.as_deref()).unwrap_or(who.bulk_id.as_str());
    Ok((format!("{title} {of}"), accounts))
}

/// Makes the file from one snapshot of the database.
/// Fails with [`Code::GroupNotFound`] if the group was deleted; [`Code::DownloadNotKept`] if there is no disk space.
pub async fn make(
    app: &App,
    who: &Customer,
    request: &CombinedStatementRequest,
    last: Day,
    progress: &mut Progress<'_>,
) -> Answer<File> {
    let (group_id, language) = (group_of(request)?, who.person.language);
    let folder = folder(app).await?;
    let mut snapshot = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    let holder = combined::holder(&mut snapshot, &who.bulk_id, group_id).await?;
    let members = combined::members(&mut snapshot, &who.bulk_id, group_id, request.account_no.as_ref()).await?;
    let mut statement = CombinedStatement::new(first_day(last, request.statement_period), last);
    let mut sheets = match request.format {
        StatementFormat::Pdf => None,
        StatementFormat::Xlsx => {
            let folder = folder.clone();
            Some(blocking(move || Sheets::begin(&folder, language)).await?)
        }
    };
    for part in members.chunks(ACCOUNTS_AT_ONCE) {
        let mut ledgers = combined::ledgers(&mut snapshot, &who.bulk_id, part, last).await?;
        let mut entries = Vec::with_capacity(part.len());
        for Member { account_no, reference_id } in part {
            let ledger = ledgers.remove(account_no).unwrap_or_default();
            let of_account = ledger.statement(statement.total.first, last)?;
            statement.add(account_no.clone(), reference_id.clone(), &of_account)?;
            entries.push((account_no.clone(), reference_id.clone(), of_account.entries));
        }
        if let Some(mut begun) = sheets {
            let more: usize = entries.iter().map(|(_, _, entries)| entries.len()).sum();
            workbook::fits(i64::from(begun.next_entry - 1) + i64::try_from(more).map_err(anyhow::Error::from)?)?;
            sheets = Some(
                blocking(move || {
                    begun.entries(&entries)?;
                    Ok(begun)
                })
                .await?,
            );
        }
        progress.at(i64::try_from(statement.accounts.len()).map_err(anyhow::Error::from)?).await?;
    }
    snapshot.rollback().await?;
    let printed = Printed {
        statement,
        company: holder.company,
        group: holder.group,
        account_no: request.account_no.clone(),
        bulk_id: who.bulk_id.clone(),
        made_at: app.now(),
    };
    let utility = app.config.utility.clone();
    blocking(move || {
        if let Some(sheets) = sheets {
            return sheets.finish(&printed, &folder);
        }
        let mut file = tempfile::tempfile_in(&folder)?;
        file.write_all(&printed.write(language, &utility)?)?;
        Ok(file)
    })
    .await
}

fn group_of(request: &CombinedStatementRequest) -> Result<Option<Uuid>, Code> {
    request.group_id.as_deref().map(Uuid::parse_str).transpose().map_err(|_| Code::GroupNotFound)
}

pub const fn extension(format: StatementFormat) -> &'static str {
    match format {
        StatementFormat::Pdf => "pdf",
        StatementFormat::Xlsx => "xlsx",
    }
}

/// The words of the workbook in one language.
struct Words {
    summary: &'static str,
    accounts: &'static str,
    entries: &'static str,
    company: &'static str,
    bulk: &'static str,
    group: &'static str,
    whole: &'static str,
    from: &'static str,
    to: &'static str,
    made: &'static str,
    opening: &'static str,
    /// In the order of core's sums.
    changes: [&'static str; 5],
    closing: &'static str,
    contained: &'static str,
    in_payment: &'static str,
    ages: [&'static str; 4],
    credits: &'static str,
    account: &'static str,
    reference: &'static str,
    day: &'static str,
    kind: &'static str,
    number: &'static str,
    invoice: &'static str,
    due: &'static str,
    amount: &'static str,
    balance: &'static str,
    total: &'static str,
    /// In the order of the kinds in core.
    kinds: [&'static str; 6],
}

static ENGLISH: Words = Words {
    summary: "Statement of account",
    accounts: "Accounts",
    entries: "Bills, payments and credits",
    company: "Company",
    bulk: "Bulk account",
    group: "Group",
    whole: "All accounts",
    from: "From",
    to: "To",
    made: "Made on",
    opening: "Opening balance (RM)",
    changes: [
        "Bills (RM)",
        "Payments in the portal (RM)",
        "Payments outside the portal (RM)",
        "Payments taken back (RM)",
        "Credits (RM)",
    ],
    closing: "Closing balance (RM)",
    contained: "Earlier charges on bills (RM)",
    in_payment: "Of it in payments not posted yet (RM)",
    ages: ["Open 0–30 days (RM)", "Open 31–60 days (RM)", "Open 61–90 days (RM)", "Open over 90 days (RM)"],
    credits: "Credits against it (RM)",
    account: "Account number",
    reference: "Reference ID",
    day: "Date",
    kind: "Entry",
    number: "Number",
    invoice: "Invoice",
    due: "Due date",
    amount: "Amount (RM)",
    balance: "Balance of the account (RM)",
    total: "Total",
    kinds: [
        "Bill",
        "Bill with a credit",
        "Payment in the portal",
        "Payment outside the portal",
        "Credit of an overpayment",
        "Payment taken back",
    ],
};

static MALAY: Words = Words {
    summary: "Penyata akaun",
    accounts: "Akaun",
    entries: "Bil, pembayaran dan kredit",
    company: "Syarikat",
    bulk: "Akaun pukal",
    group: "Kumpulan",
    whole: "Semua akaun",
    from: "Dari",
    to: "Hingga",
    made: "Disediakan pada",
    opening: "Baki awal (RM)",
    changes: [
        "Bil (RM)",
        "Pembayaran dalam portal (RM)",
        "Pembayaran di luar portal (RM)",
        "Pembayaran ditarik balik (RM)",
        "Kredit (RM)",
    ],
    closing: "Baki akhir (RM)",
    contained: "Baki terdahulu dalam bil (RM)",
    in_payment: "Daripadanya dalam pembayaran yang belum dicatatkan (RM)",
    ages: [
        "Belum dijelaskan 0–30 hari (RM)",
        "Belum dijelaskan 31–60 hari (RM)",
        "Belum dijelaskan 61–90 hari (RM)",
        "Belum dijelaskan lebih 90 hari (RM)",
    ],
    credits: "Kredit terhadapnya (RM)",
    account: "Nombor akaun",
    reference: "ID rujukan",
    day: "Tarikh",
    kind: "Catatan",
    number: "Nombor",
    invoice: "Invois",
    due: "Tarikh akhir",
    amount: "Amaun (RM)",
    balance: "Baki akaun (RM)",
    total: "Jumlah",
    kinds: [
        "Bil",
        "Bil berkredit",
        "Pembayaran dalam portal",
        "Pembayaran di luar portal",
        "Kredit lebihan bayaran",
        "Pembayaran ditarik balik",
    ],
};

/// Indexes of the sheets.
const SUMMARY: usize = 0;
const ACCOUNTS: usize = 1;
const ENTRIES: usize = 2;

/// The workbook: a summary, the accounts, and every entry. Rows are written to disk immediately.
struct Sheets {
    workbook: Workbook,
    formats: Formats,
    words: &'static Words,
    next_entry: u32,
}

impl Sheets {
    fn begin(folder: &Path, language: Language) -> anyhow::Result<Self> {
        let words = language.pick([&ENGLISH, &MALAY]);
        let mut workbook = Workbook::new();
        workbook.set_tempdir(folder)?.set_zip_compression_level(COMPRESSION);
        for name in [words.summary, words.accounts, words.entries] {
            workbook.add_worksheet_with_constant_memory()?.set_name(name)?;
        }
        let mut sheets = Self { workbook, formats: Formats::new(), words, next_entry: 1 };
        let headings = [
            (words.day, 13),
            (words.account, 18),
            (words.reference, 20),
            (words.kind, 26),
            (words.number, 20),
            (words.invoice, 18),
            (words.due, 13),
            (words.amount, 18),
            (words.balance, 18),
            (words.contained, 20),
        ];
        sheets.head(ENTRIES, &headings)?;
        Ok(sheets)
    }

    fn head(&mut self, sheet: usize, headings: &[(&str, u32)]) -> anyhow::Result<()> {
        let sheet = self.workbook.worksheet_from_index(sheet)?;
        sheet.set_freeze_panes(1, 0)?.set_repeat_rows(0, 0)?;
        set_up_printing(sheet, headings.iter().map(|(_, width)| width).sum());
        for (column, (heading, width)) in (0..).zip(headings) {
            sheet.set_column_width(column, *width)?;
            sheet.write_string_with_format(0, column, *heading, &self.formats.heading)?;
        }
        Ok(())
    }

    /// Adds the entries of some accounts.
    fn entries(&mut self, accounts: &[(AccountNo, Option<String>, Vec<Entry>)]) -> anyhow::Result<()> {
        let sheet = self.workbook.worksheet_from_index(ENTRIES)?;
        for (account_no, reference_id, entries) in accounts {
            for entry in entries {
                let cells = [
                    (Cell::Day(entry.day), Some(&self.formats.day)),
                    (Cell::Text(account_no.as_str().into()), None),
                    (reference_id.as_deref().map_or(Cell::Nothing, |reference| Cell::Text(reference.into())), None),
                    (Cell::Text(self.words.kinds[entry.kind as usize].into()), None),
                    (Cell::Text(entry.number.as_str().into()), None),
                    (
                        entry.invoice_no.as_ref().map_or(Cell::Nothing, |number| Cell::Text(number.as_str().into())),
                        None,
                    ),
                    (entry.due.map_or(Cell::Nothing, Cell::Day), Some(&self.formats.day)),
                    (Cell::Amount(entry.amount), Some(&self.formats.amount)),
                    (Cell::Amount(entry.balance), Some(&self.formats.amount)),
                    (contained(entry.contained), Some(&self.formats.amount)),
                ];
                for (column, (cell, format)) in (0..).zip(&cells) {
                    write(sheet, *format, self.next_entry, column, cell)?;
                }
                self.next_entry += 1;
            }
        }
        Ok(())
    }

    fn finish(mut self, printed: &Printed, folder: &Path) -> anyhow::Result<File> {
        self.summary(printed)?;
        self.accounts(&printed.statement)?;
        self.workbook.worksheet_from_index(ENTRIES)?.autofilter(0, 0, self.next_entry.max(2) - 1, 9)?;
        let file = tempfile::tempfile_in(folder)?;
        save(&mut self.workbook, file.try_clone()?)?;
        Ok(file)
    }

    /// Writes the summary as names and values.
    fn summary(&mut self, printed: &Printed) -> anyhow::Result<()> {
        let (words, total) = (self.words, &printed.statement.total);
        let sheet = self.workbook.worksheet_from_index(SUMMARY)?;
        sheet.set_column_width(0, 40)?.set_column_width(1, 36)?;
        set_up_printing(sheet, 40 + 36);
        let text = |value: &str| Cell::Text(value.to_owned().into());
        let mut rows = vec![
            (words.company, text(&printed.company)),
            (words.bulk, text(printed.bulk_id.as_str())),
            match &printed.account_no {
                Some(account_no) => (words.account, text(account_no.as_str())),
                None => (words.group, text(printed.group.as_deref().unwrap_or(words.whole))),
            },
            (words.accounts, Cell::Count(i64::try_from(printed.statement.accounts.len())?)),
            (words.from, Cell::Day(total.first)),
            (words.to, Cell::Day(total.last)),
            (words.made, Cell::Day(Day::at(printed.made_at))),
        ];
        rows.extend(columns_of(words).into_iter().zip(amounts_of(&total.sums).map(Cell::Amount)));
        rows.push((words.in_payment, Cell::Amount(total.in_payment)));
        rows.extend(words.ages.into_iter().zip(total.ageing.by_age.map(Cell::Amount)));
        rows.push((words.credits, Cell::Amount(negative(total.ageing.credits)?)));
        for (row, (name, cell)) in (0..).zip(&rows) {
            sheet.write_string_with_format(row, 0, *name, &self.formats.heading)?;
            let format = match cell {
                Cell::Amount(_) => Some(&self.formats.amount),
                Cell::Day(_) => Some(&self.formats.day),
                _ => None,
            };
            write(sheet, format, row, 1, cell)?;
        }
        Ok(())
    }

    fn accounts(&mut self, statement: &CombinedStatement) -> anyhow::Result<()> {
        let words = self.words;
        let amounts = columns_of(words).map(|name| (name, 20));
        let headings: Vec<(&str, u32)> =
            [(words.account, 18), (words.reference, 20)].into_iter().chain(amounts).collect();
        self.head(ACCOUNTS, &headings)?;
        let sheet = self.workbook.worksheet_from_index(ACCOUNTS)?;
        let mut row = 1;
        for account in &statement.accounts {
            write(sheet, None, row, 0, &Cell::Text(account.account_no.as_str().into()))?;
            if let Some(reference) = &account.reference_id {
                write(sheet, None, row, 1, &Cell::Text(reference.as_str().into()))?;
            }
            for (column, amount) in (2..).zip(amounts_of(&account.sums)) {
                write(sheet, Some(&self.formats.amount), row, column, &Cell::Amount(amount))?;
            }
            row += 1;
        }
        sheet.write_string_with_format(row, 0, words.total, &self.formats.total)?;
        sheet.write_blank(row, 1, &self.formats.total)?;
        for (column, amount) in (2 as ColNum..).zip(amounts_of(&statement.total.sums)) {
            write(sheet, Some(&self.formats.total_amount), row, column, &Cell::Amount(amount))?;
        }
        Ok(())
    }
}

/// The names of the sums of an account. Those before the closing balance add up to it.
fn columns_of(words: &'static Words) -> [&'static str; 8] {
    let [billed, paid, settled, taken_back, credited] = words.changes;
    [words.opening, billed, paid, settled, taken_back, credited, words.closing, words.contained]
}

/// The sums of an account in the order of their names, each with its sign.
fn amounts_of(sums: &Sums) -> [Money; 8] {
    let [billed, paid, settled, taken_back, credited] = sums.changes();
    [sums.opening, billed, paid, settled, taken_back, credited, sums.closing, sums.contained]
}

/// The cell of what a bill contains of earlier bills; empty without it.
fn contained(amount: Money) -> Cell<'static> {
    if amount == Money::ZERO { Cell::Nothing } else { Cell::Amount(amount) }
}

/// Returns an amount that reduces a balance, as a negative amount.
fn negative(amount: Money) -> anyhow::Result<Money> {
    Money::ZERO.minus(amount).map_err(|code| anyhow::anyhow!("an amount: {code:?}"))
}

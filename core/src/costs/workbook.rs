//! The codings of a workbook: one row for each account, period and cost centre (docs/domain/costs.md#workbooks).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{CodingPart, CodingPeriod, MAX_CODE_LENGTH, NewAccountCoding, check_periods, parse_share, percent};
use crate::calendar::days::{self, Order};
use crate::number::AccountNo;
use crate::{Code, Day, Language, Problem};

/// The columns: account number, first day, last day, cost centre, share in percent, ledger account.
pub const CODING_COLUMNS: usize = 6;
/// The columns with the first and the last day.
pub const DAY_COLUMNS: [usize; 2] = [1, 2];

/// The number of a row in the workbook, and its cells.
pub type CodingRow = (u32, [String; CODING_COLUMNS]);

wire! {
    /// A row of a workbook that cannot be used.
    #[derive(Eq)]
    pub struct WrongCodingRow {
        /// The row's number in the workbook.
        pub line: u32,
        pub code: Code,
        /// Why it cannot be used, in the reader's language.
        pub sentence: String,
        /// Values for the sentence. The package that reads workbooks in the browser has no sentences.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>"))]
        pub params: BTreeMap<String, Value>,
    }

    /// The codings of a workbook. They can be saved if no row is wrong.
    #[derive(Eq)]
    pub struct UploadedCodings {
        /// By account number.
        pub accounts: Vec<NewAccountCoding>,
        /// By row.
        pub wrong: Vec<WrongCodingRow>,
    }
}

/// The rows of one account: each part of a period with its row in the workbook.
#[derive(Default)]
struct AccountRows {
    periods: Vec<CodingPeriod>,
    /// The rows of the parts, by period.
    lines: Vec<Vec<u32>>,
    /// Whether a row was refused. Then the periods are incomplete, and are not checked.
    is_incomplete: bool,
}

/// Reads the rows of a workbook. A heading is optional, and rows that name only an account are left out. `known` has the codes
/// that may be used. Fails with [`Code::SheetEmpty`] if there is no coding.
pub fn read_codings(
    rows: &[CodingRow],
    known: &BTreeSet<String>,
    language: Language,
) -> Result<UploadedCodings, Problem> {
    let is_heading = |number: &str| !number.is_empty() && !number.bytes().any(|byte| byte.is_ascii_digit());
    let has_heading = rows.first().is_some_and(|(_, cells)| is_heading(cells[0].trim()));
    let rows = &rows[usize::from(has_heading)..];
    let order = days::order(&rows.iter().flat_map(|(_, cells)| DAY_COLUMNS.map(|column| cells[column].trim())));
    let mut accounts: BTreeMap<String, (AccountNo, AccountRows)> = BTreeMap::new();
    let mut wrong: Vec<(u32, Problem)> = Vec::new();
    for (line, cells) in rows {
        let cells = cells.each_ref().map(|cell| cell.trim());
        if cells[1..].iter().all(|cell| cell.is_empty()) {
            continue;
        }
        let account_no = match AccountNo::parse(cells[0]) {
            Ok(account_no) => account_no,
            Err(code) => {
                wrong.push((*line, code.into()));
                continue;
            }
        };
        let (_, account) =
            accounts.entry(account_no.to_string()).or_insert_with(|| (account_no, AccountRows::default()));
        match read_row(cells, order) {
            Ok((from, until, part)) => account.add(*line, from, until, part),
            Err(problem) => {
                account.is_incomplete = true;
                wrong.push((*line, problem));
            }
        }
    }
    let mut read = Vec::new();
    for (account_no, account) in accounts.into_values().filter(|(_, account)| !account.is_incomplete) {
        match check_periods(&account.periods, known, "periods") {
            Ok(periods) => read.push(NewAccountCoding { account_no, periods }),
            Err(problem) => {
                wrong.extend(problem.fields.into_iter().map(|(field, problem)| (account.line_of(&field), problem)));
            }
        }
    }
    if read.is_empty() && wrong.is_empty() {
        return Err(Code::SheetEmpty.into());
    }
    wrong.sort_by_key(|(line, _)| *line);
    let wrong = wrong.into_iter().map(|(line, problem)| WrongCodingRow {
        line,
        code: problem.code,
        sentence: problem.sentence(language),
        params: problem.params,
    });
    Ok(UploadedCodings { accounts: read, wrong: wrong.collect() })
}

fn read_row(cells: [&str; CODING_COLUMNS], order: Order) -> Result<(Day, Option<Day>, CodingPart), Problem> {
    // A day after 2099 is written as on the wire.
    let read_day = |text: &str| days::parse(text, order).map_or_else(|| Day::parse(text), Ok);
    let [_, from, until, code, share, ledger_account] = cells;
    let until = if until.is_empty() { None } else { Some(read_day(until)?) };
    let part = CodingPart {
        code: code.chars().take(MAX_CODE_LENGTH + 1).collect(),
        share: parse_share(share)?,
        ledger_account: ledger_account.to_owned(),
    };
    Ok((read_day(from)?, until, part))
}

impl AccountRows {
    /// Adds a part to its period, which has the same days.
    fn add(&mut self, line: u32, from: Day, until: Option<Day>, part: CodingPart) {
        let same = |period: &CodingPeriod| (period.from, period.until) == (from, until);
        if let Some(place) = self.periods.iter().position(same) {
            self.periods[place].parts.push(part);
            self.lines[place].push(line);
        } else {
            self.periods.push(CodingPeriod { from, until, parts: vec![part] });
            self.lines.push(vec![line]);
        }
    }

    /// Returns the row of a field such as `periods.1.parts.0.code`; the first row of its period for `periods.1.from`.
    fn line_of(&self, field: &str) -> u32 {
        let mut numbers = field.split('.').filter_map(|part| part.parse::<usize>().ok());
        let period = numbers.next().unwrap_or_default();
        let part = numbers.next().unwrap_or_default();
        let lines = self.lines.get(period).or_else(|| self.lines.first());
        lines.and_then(|lines| lines.get(part).or_else(|| lines.first())).copied().unwrap_or_default()
    }
}

/// Returns the rows that a workbook needs for the coding of an account. An account without a coding has one row.
#[must_use]
pub fn coding_rows(account_no: &AccountNo, periods: &[CodingPeriod]) -> Vec<[String; CODING_COLUMNS]> {
    let number = || account_no.to_string();
    if periods.is_empty() {
        return vec![[number(), String::new(), String::new(), String::new(), String::new(), String::new()]];
    }
    let rows = periods.iter().flat_map(|period| {
        period.parts.iter().map(move |part| {
            let until = period.until.map(|until| until.to_string()).unwrap_or_default();
            [
                number(),
                period.from.to_string(),
                until,
                part.code.clone(),
                percent(part.share),
                part.ledger_account.clone(),
            ]
        })
    });
    rows.collect()
}

//! The rules of cost centres and codings.

use std::collections::BTreeSet;

use super::{CodingPart, CodingPeriod};
use crate::typed::clean;
use crate::{Code, Day, Problem};

/// The shares of a coding add up to this: 1/10,000 is a hundredth of a percent.
pub const WHOLE: i64 = 10_000;
/// Maximum characters of a cost centre's code or of a general-ledger account. The usual accounting programs take 20.
pub const MAX_CODE_LENGTH: usize = 20;
/// Maximum characters of a cost centre's name.
pub const MAX_COST_CENTRE_NAME_LENGTH: usize = 60;
/// Maximum cost centres of a bulk account. A form shows all of them.
pub const MAX_COST_CENTRES: i64 = 1_000;
/// Maximum parts of a coding.
pub const MAX_CODING_PARTS: usize = 20;
/// Maximum periods of an account's coding.
pub const MAX_CODING_PERIODS: usize = 24;

/// Reads the code of a cost centre, and writes it in capital letters. Fails with [`Code::CostCentreCodeInvalid`].
pub fn parse_cost_centre_code(text: &str) -> Result<String, Problem> {
    let text = clean(text).to_ascii_uppercase();
    if is_code(&text) { Ok(text) } else { Err(limited(Code::CostCentreCodeInvalid, MAX_CODE_LENGTH)) }
}

/// Reads the name of a cost centre. Fails with [`Code::CostCentreNameInvalid`].
pub fn parse_cost_centre_name(text: &str) -> Result<String, Problem> {
    let text = clean(text);
    let is_name =
        (1..=MAX_COST_CENTRE_NAME_LENGTH).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    if is_name { Ok(text.into_owned()) } else { Err(limited(Code::CostCentreNameInvalid, MAX_COST_CENTRE_NAME_LENGTH)) }
}

/// Checks a cost centre, and returns its code and name as they are stored.
/// Fails with the problems of `code` and `name`.
pub fn check_cost_centre(code: &str, name: &str) -> Result<(String, String), Problem> {
    match (parse_cost_centre_code(code), parse_cost_centre_name(name)) {
        (Ok(code), Ok(name)) => Ok((code, name)),
        (code, name) => {
            let wrong = [("code", code.err()), ("name", name.err())];
            let wrong = wrong.into_iter().filter_map(|(field, problem)| Some((field.to_owned(), problem?)));
            Err(Problem::of_fields(wrong.collect()).unwrap_or_else(|| Code::CostCentreCodeInvalid.into()))
        }
    }
}

/// Checks the parts of a coding, and returns them as they are stored, by code. `known` has the codes that it may use.
/// `field` is the name of the parts in the request. Fails with the problems of all fields together.
pub fn check_parts(parts: &[CodingPart], known: &BTreeSet<String>, field: &str) -> Result<Vec<CodingPart>, Problem> {
    let mut wrong = Vec::new();
    let parts = read_parts(parts, known, field, &mut wrong);
    Problem::of_fields(wrong).map_or(Ok(parts), Err)
}

/// Checks the coding of an account, and returns it as it is stored: periods by first day, parts by code. `known` has the
/// codes that it may use. `field` is the name of the periods in the request.
/// Fails with the problems of all fields together.
pub fn check_periods(
    periods: &[CodingPeriod],
    known: &BTreeSet<String>,
    field: &str,
) -> Result<Vec<CodingPeriod>, Problem> {
    if periods.len() > MAX_CODING_PERIODS {
        return Err(Problem::at(field, limited(Code::CodingPeriodsTooMany, MAX_CODING_PERIODS)));
    }
    let mut wrong = Vec::new();
    let mut read: Vec<CodingPeriod> = Vec::new();
    for (place, period) in periods.iter().enumerate() {
        let field = format!("{field}.{place}");
        if period.until.is_some_and(|until| until < period.from) {
            wrong.push((format!("{field}.until"), Code::CodingEndsFirst.into()));
        } else if let Some(earlier) = periods.iter().take(place).find(|earlier| overlap(earlier, period)) {
            let problem = Problem::new(Code::CodingOverlaps).with("from", earlier.from.to_string());
            wrong.push((format!("{field}.from"), problem));
        }
        let parts = read_parts(&period.parts, known, &format!("{field}.parts"), &mut wrong);
        read.push(CodingPeriod { parts, ..period.clone() });
    }
    read.sort_by_key(|period| period.from);
    Problem::of_fields(wrong).map_or(Ok(read), Err)
}

/// Returns the period that covers a day.
#[must_use]
pub fn coding_on(periods: &[CodingPeriod], day: Day) -> Option<&CodingPeriod> {
    periods.iter().find(|period| period.from <= day && period.until.is_none_or(|until| day <= until))
}

/// Returns the codes that periods use.
pub fn codes_of(periods: &[CodingPeriod]) -> impl Iterator<Item = &str> {
    periods.iter().flat_map(|period| &period.parts).map(|part| part.code.as_str())
}

fn overlap(one: &CodingPeriod, other: &CodingPeriod) -> bool {
    let begins_within = |later: Day, earlier: &CodingPeriod| earlier.until.is_none_or(|until| later <= until);
    if one.from <= other.from { begins_within(other.from, one) } else { begins_within(one.from, other) }
}

/// Reads parts, and adds the problem of each wrong field.
fn read_parts(
    parts: &[CodingPart],
    known: &BTreeSet<String>,
    field: &str,
    wrong: &mut Vec<(String, Problem)>,
) -> Vec<CodingPart> {
    if parts.is_empty() {
        wrong.push((field.to_owned(), Code::CodingPartsRequired.into()));
        return Vec::new();
    }
    if parts.len() > MAX_CODING_PARTS {
        wrong.push((field.to_owned(), limited(Code::CodingPartsTooMany, MAX_CODING_PARTS)));
        return Vec::new();
    }
    let before = wrong.len();
    let mut read: Vec<CodingPart> = Vec::with_capacity(parts.len());
    for (place, part) in parts.iter().enumerate() {
        let code = clean(&part.code).to_ascii_uppercase();
        if !known.contains(&code) {
            let problem = Problem::new(Code::CostCentreUnknown).with("code", short(&code));
            wrong.push((format!("{field}.{place}.code"), problem));
        } else if read.iter().any(|other| other.code == code) {
            wrong.push((
                format!("{field}.{place}.code"),
                Problem::new(Code::CostCentreRepeated).with("code", short(&code)),
            ));
        }
        if !(1..=WHOLE).contains(&part.share) {
            wrong.push((format!("{field}.{place}.share"), Code::ShareInvalid.into()));
        }
        let ledger_account = check_ledger_account(&part.ledger_account).unwrap_or_else(|problem| {
            wrong.push((format!("{field}.{place}.ledgerAccount"), problem));
            String::new()
        });
        read.push(CodingPart { code, share: part.share, ledger_account });
    }
    // A wrong share has its own problem.
    let total = read.iter().map(|part| part.share).fold(0_i64, i64::saturating_add);
    if wrong.len() == before && total != WHOLE {
        wrong.push((field.to_owned(), Problem::new(Code::SharesNotWhole).with("total", percent(total))));
    }
    read.sort_by(|one, other| one.code.cmp(&other.code));
    read
}

/// Writes a share as a percentage: `99.99`, `50`, `12.5`.
#[must_use]
pub fn percent(share: i64) -> String {
    let (whole, part) = (share / 100, share % 100);
    match part {
        0 => whole.to_string(),
        part if part % 10 == 0 => format!("{whole}.{}", part / 10),
        part => format!("{whole}.{part:02}"),
    }
}

/// Reads a percentage with at most two decimals as a share in 1/10,000. A percent sign is allowed.
/// Fails with [`Code::ShareInvalid`].
pub fn parse_share(text: &str) -> Result<i64, Code> {
    let text = &*clean(text);
    let text = text.strip_suffix('%').unwrap_or(text).trim_end();
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str, most: usize| text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole, 3) || !is_number(part, 2) || text.ends_with('.') {
        return Err(Code::ShareInvalid);
    }
    let number = |text: &str| text.parse::<i64>().map_err(|_| Code::ShareInvalid);
    let share = number(whole)? * 100 + number(&format!("{part:0<2}"))?;
    if (1..=WHOLE).contains(&share) { Ok(share) } else { Err(Code::ShareInvalid) }
}

/// Reads the code of a general-ledger account. Fails with [`Code::LedgerAccountInvalid`].
pub fn check_ledger_account(text: &str) -> Result<String, Problem> {
    let text = clean(text);
    if is_code(&text) { Ok(text.into_owned()) } else { Err(limited(Code::LedgerAccountInvalid, MAX_CODE_LENGTH)) }
}

/// Whether the text can be a code: letters, digits and some marks, beginning with a letter or digit.
fn is_code(text: &str) -> bool {
    let is_mark = |byte: u8| matches!(byte, b'-' | b'.' | b'/' | b'_');
    text.len() <= MAX_CODE_LENGTH
        && text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte))
}

/// Cuts an unknown code for its sentence.
fn short(code: &str) -> String {
    code.chars().take(MAX_CODE_LENGTH).collect()
}

pub(crate) fn limited(code: Code, limit: usize) -> Problem {
    Problem::new(code).with("limit", limit)
}

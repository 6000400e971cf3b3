//! Columns that say the direction, the currency or the status of their line: recognises them by their headings and
//! their values, in English and Malay, and reads their cells.

mod words;

use words::{
    BESIDE_BOOKED, BESIDE_DIRECTION, BESIDE_RINGGIT, BOOKED, CHANGE_DIRECTION, CODES, CURRENCY, DIRECTION,
    DIRECTION_WITHIN, FOREIGN, IN, IN_AT_END, IN_BY_HEADING, NOT_BOOKED, OUT, OUT_AT_END, OUT_BY_HEADING, REVERSED,
    RINGGIT, STATUS, WORDS_LIKE_CODES,
};

use super::{Columns, LineProblem, Meaning, UnclearColumn};
use crate::sheet::SheetRow;
use crate::{Code, Problem};

/// Whether a line's money came in or went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// Maximum bytes of a cell that is one of the words.
const MAX_WORD: usize = 40;

/// Reduces a text to its letters, digits and currency signs, and to the signs of a direction.
fn plain(text: &str) -> String {
    if text.len() > MAX_WORD {
        return String::new();
    }
    let is_part = |one: &char| one.is_alphanumeric() || "+-$€£¥₹฿".contains(*one);
    let text = text.replace(['\u{2212}', '\u{2013}', '\u{2014}'], "-");
    text.chars().filter(is_part).flat_map(char::to_lowercase).collect()
}

/// Reduces a text to its letters and digits, so that `Transaction Date` and `TRANSACTION_DATE` are equal.
pub fn letters(name: &str) -> String {
    name.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Splits a text into its words, with their currency signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one: char| !one.is_alphanumeric() && !"$€£¥₹฿".contains(one)).filter(|word| !word.is_empty())
}

fn has(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}

/// Whether a text is one of the words, or has only such words and others that may be next to them.
fn says(text: &str, said: &[&str], beside: &[&str]) -> bool {
    let mut found = words(text).map(plain).filter(|word| !has(beside, word)).peekable();
    has(said, &plain(text)) || (found.peek().is_some() && found.all(|word| has(said, &word)))
}

fn is_ringgit(text: &str) -> bool {
    says(text, RINGGIT, BESIDE_RINGGIT)
}

fn is_booked(text: &str) -> bool {
    says(text, BOOKED, BESIDE_BOOKED)
}

/// Whether a text without letters is an amount, and not a direction or a status.
fn is_figure(text: &str) -> bool {
    let words: String = text.chars().filter(|one| one.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let beside = ["", "rm", "myr", "cr", "dr", "credit", "kredit", "debit"];
    text.contains(|one: char| one.is_ascii_digit()) && beside.contains(&words.as_str())
}

/// Returns the direction that a cell says; none for another word and for an empty cell.
fn direction_of(cell: &str, is_by_heading: bool) -> Option<Direction> {
    let of_word = |word: &str| {
        if has(IN, word) || is_by_heading && has(IN_BY_HEADING, word) {
            Some(Direction::In)
        } else if has(OUT, word) || is_by_heading && has(OUT_BY_HEADING, word) {
            Some(Direction::Out)
        } else {
            None
        }
    };
    let whole = plain(cell);
    if let Some(direction) = of_word(&whole) {
        return Some(direction);
    }
    if whole.is_empty() || whole.contains('+') {
        return None;
    }
    let words: Vec<String> = words(cell).map(plain).collect();
    // `Debit/Credit` names both directions, so all words must agree.
    let mut found = words.iter().filter(|word| !has(BESIDE_DIRECTION, word)).map(|word| of_word(word));
    let first = found.next()?;
    if first.is_some() && found.all(|direction| direction == first) {
        return first;
    }
    if is_by_heading { at_end(&words) } else { None }
}

/// Returns the direction that the last word says behind other words.
fn at_end(words: &[String]) -> Option<Direction> {
    let (last, before) = words.split_last()?;
    if before.iter().any(|word| has(CHANGE_DIRECTION, word) || has(IN_AT_END, word) || has(OUT_AT_END, word)) {
        return None;
    }
    match () {
        () if has(IN_AT_END, last) => Some(Direction::In),
        () if has(OUT_AT_END, last) => Some(Direction::Out),
        () => None,
    }
}

/// Reads the cells of a column of directions. `K` is `Kredit` next to `D`, but `Keluar` next to `M`.
#[derive(Debug, Clone, Copy)]
pub struct Directions {
    k: Option<Direction>,
}

impl Directions {
    pub fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let (mut has_d, mut has_m) = (false, false);
        for cell in cells.map(plain) {
            has_d |= cell == "d";
            has_m |= cell == "m";
        }
        let k = match (has_d, has_m) {
            (true, false) => Some(Direction::In),
            (false, true) => Some(Direction::Out),
            _ => None,
        };
        Self { k }
    }

    pub fn read(self, cell: &str) -> Option<Direction> {
        if plain(cell) == "k" { self.k } else { direction_of(cell, true) }
    }
}

/// Reads the cells of a column of currencies or statuses. An empty cell is the ringgit, or booked, unless another cell
/// of the column says so itself.
#[derive(Debug, Clone, Copy)]
pub struct Usual {
    is_written: bool,
}

impl Usual {
    pub fn currency<'a>(mut cells: impl Iterator<Item = &'a str>) -> Self {
        Self { is_written: cells.any(is_ringgit) }
    }

    pub fn status<'a>(mut cells: impl Iterator<Item = &'a str>) -> Self {
        Self { is_written: cells.any(is_booked) }
    }

    /// Returns why a line with this currency is not money in ringgit.
    pub fn currency_problem(self, cell: &str) -> Option<LineProblem> {
        let word = plain(cell);
        if word.is_empty() || word == "-" {
            return self.is_written.then_some(LineProblem::CurrencyUnclear);
        }
        if is_ringgit(cell) {
            return None;
        }
        Some(if names_other(cell) { LineProblem::Foreign } else { LineProblem::CurrencyUnclear })
    }

    /// Returns why a line with this status is not money that arrived.
    pub fn status_problem(self, cell: &str) -> Option<LineProblem> {
        let word = letters(cell);
        if word.is_empty() {
            return self.is_written.then_some(LineProblem::NotBooked);
        }
        if is_booked(cell) {
            return None;
        }
        Some(if has(REVERSED, &word) { LineProblem::Reversal } else { LineProblem::NotBooked })
    }
}

fn is_code(word: &str) -> bool {
    word.len() == 3 && CODES.split_ascii_whitespace().any(|code| code.eq_ignore_ascii_case(word))
}

fn is_foreign(word: &str) -> bool {
    !has(RINGGIT, word) && (is_code(word) || has(FOREIGN, word))
}

/// Whether a currency that may be written with several words, such as `US Dollar (USD)`, is not the ringgit.
fn names_other(currency: &str) -> bool {
    let words: Vec<String> = words(currency).map(plain).collect();
    let is_named = words.iter().any(|word| is_foreign(word)) && !words.iter().any(|word| has(RINGGIT, word));
    is_named || is_foreign(&plain(currency))
}

/// Whether the unit next to a number of a workbook says another currency or a direction.
pub fn is_unit_of_money(unit: &str) -> bool {
    names_other(unit) || ["CR", "DR"].iter().any(|mark| unit.eq_ignore_ascii_case(mark))
}

/// Whether the heading of a column of amounts names another currency, such as `Amount (USD)` or `amount_usd`. Within a
/// heading, a code has capitals, because some codes are words.
pub fn names_foreign(heading: &str) -> bool {
    let words: Vec<&str> = words(heading).collect();
    words.iter().enumerate().any(|(place, word)| {
        let form = plain(word);
        let may_be_code = place + 1 == words.len() || !word.contains(char::is_lowercase);
        !has(WORDS_LIKE_CODES, &form) && (has(FOREIGN, &form) || (may_be_code && is_foreign(&form)))
    })
}

/// Returns the currency that the rows above a heading name, with its label, unless it is the ringgit: `Currency: USD`.
pub fn foreign_above(rows: &[SheetRow]) -> Option<(String, String)> {
    let of_row = |row: &SheetRow| {
        let mut parts = row.cells.iter().flat_map(|cell| cell.split([':', '='])).map(str::trim);
        let label = parts.find(|part| Meaning::Currency.is_heading(part))?;
        let currency = parts.find(|part| !part.is_empty()).filter(|text| text.len() <= MAX_WORD)?;
        Some((label.to_owned(), currency.to_owned()))
    };
    // `Currency: All` is a choice of a report.
    let is_choice = |text: &str| words(text).any(|word| has(WORDS_LIKE_CODES, &plain(word)));
    rows.iter().find_map(of_row).filter(|(_, currency)| names_other(currency) && !is_choice(currency))
}

/// Whether a cell is an amount with the name of another currency, such as `USD 12.00` or `12.00 USD`.
pub fn is_foreign_amount(cell: &str) -> bool {
    let cell = cell.trim_matches(|one: char| one.is_whitespace() || matches!(one, '(' | ')' | '+' | '-' | '\u{2212}'));
    let Some(first) = cell.find(|one: char| one.is_ascii_digit()) else { return false };
    let last = cell.rfind(|one: char| one.is_ascii_digit()).unwrap_or(first);
    let (before, behind) = (plain(&cell[..first]), plain(&cell[last + 1..]));
    let [before, behind] = [before, behind].map(|word| word.trim_matches(['+', '-']).to_owned());
    let is_figures = cell[first..=last].chars().all(|one| one.is_ascii_digit() || ".,' \u{a0}".contains(one));
    let may_be_beside = |word: &str| matches!(word, "" | "cr" | "dr");
    is_figures && (is_foreign(&before) && may_be_beside(&behind) || is_foreign(&behind) && may_be_beside(&before))
}

/// How well a column fits a meaning: none, by its values, or by its heading, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Values,
    Heading,
}

/// Whether this percentage of the filled cells are such words.
fn are_words<'a>(cells: impl Iterator<Item = &'a str>, percent: usize, is_word: impl Fn(&str) -> bool) -> bool {
    let (mut filled, mut words) = (0_usize, 0_usize);
    for cell in cells.filter(|cell| !cell.is_empty()) {
        filled += 1;
        words += usize::from(is_word(cell));
    }
    words > 0 && words * 100 >= filled * percent
}

/// The part of a column's values that must be such words, in percent: below a heading that may say so, and below any
/// other heading. Footers and remarks may be among the values.
const LIKELY: usize = 50;
const ONLY: usize = 80;

impl Meaning {
    /// All meanings, in the order of the form.
    pub const ALL: [Self; 3] = [Self::Direction, Self::Currency, Self::Status];

    const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Direction => DIRECTION,
            Self::Currency => CURRENCY,
            Self::Status => STATUS,
        }
    }

    /// Returns the column that has this meaning.
    const fn column(self, columns: &Columns) -> Option<u32> {
        match self {
            Self::Direction => columns.direction,
            Self::Currency => columns.currency,
            Self::Status => columns.status,
        }
    }

    /// Returns the name of the field on the wire.
    const fn field(self) -> &'static str {
        match self {
            Self::Direction => "direction",
            Self::Currency => "currency",
            Self::Status => "status",
        }
    }

    /// Returns the question that stops a statement.
    const fn question(self) -> Code {
        match self {
            Self::Direction => Code::BankDirectionUnclear,
            Self::Currency => Code::BankCurrencyUnclear,
            Self::Status => Code::BankStatusUnclear,
        }
    }

    /// Whether a heading alone has this meaning, as long as the values are no amounts.
    #[must_use]
    pub fn is_heading(self, name: &str) -> bool {
        let form = letters(name);
        let within = |words: &[&str]| words.iter().any(|word| form.contains(word));
        has(self.headings(), &form)
            || match self {
                Self::Direction => {
                    within(&["drcr", "crdr"])
                        || within(&["debit"]) && within(&["credit", "kredit"])
                        || matches!(plain(name).as_str(), "+-" | "-+")
                }
                Self::Currency => within(&["currency", "matawang"]),
                Self::Status => within(&["status"]),
            }
    }

    /// Whether a figure is a code and not an amount: `1` or `-1` for a direction, `458` for the ringgit, `00` for a status.
    fn is_code(self, cell: &str) -> bool {
        let digits = cell.trim_start_matches(['+', '-']);
        let lengths = match self {
            Self::Direction => 1..=1,
            Self::Currency => 3..=3,
            Self::Status => 1..=3,
        };
        lengths.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn fit<'a>(self, name: &str, cells: impl Iterator<Item = &'a str> + Clone) -> Option<Fit> {
        let is_named = self.is_heading(name);
        let mut filled = cells.clone().filter(|cell| !cell.is_empty()).peekable();
        let are_codes = filled.peek().is_some() && filled.clone().all(|cell| self.is_code(cell));
        if is_named && (are_codes || filled.any(|cell| !is_figure(cell))) {
            return Some(Fit::Heading);
        }
        let by_values = match self {
            Self::Direction => {
                let name = letters(name);
                let may_be = is_named || DIRECTION_WITHIN.iter().any(|word| name.contains(word));
                // Without a plus sign, a dash is an empty cell.
                let are_signs = is_named || cells.clone().any(|cell| cell == "+");
                let cells = cells.filter(|cell| are_signs || plain(cell) != "-");
                let is_word = |cell: &str| plain(cell) == "k" || direction_of(cell, may_be).is_some();
                are_words(cells, if may_be { LIKELY } else { ONLY }, is_word)
            }
            Self::Currency => are_words(cells, ONLY, |cell| {
                let is_capital = cell.contains(char::is_uppercase) && !cell.contains(char::is_lowercase);
                is_capital && (is_code(cell) || is_ringgit(cell))
            }),
            Self::Status => are_words(cells, ONLY, |cell| {
                let word = letters(cell);
                is_booked(cell) || has(NOT_BOOKED, &word) || has(REVERSED, &word)
            }),
        };
        by_values.then_some(Fit::Values)
    }
}

/// Lists the columns that look as if they said the direction, the currency or the status of their line. The best of each
/// meaning comes first.
#[must_use]
pub fn find_meanings(heading: &[String], rows: &[SheetRow]) -> Vec<UnclearColumn> {
    let mut found = Vec::new();
    for meaning in Meaning::ALL {
        let fits = (0_u32..).zip(heading).filter_map(|(column, name)| {
            let cells = rows.iter().map(move |row| row.cells.get(column as usize).map_or("", |cell| cell.trim()));
            Some((meaning.fit(name, cells)?, column))
        });
        let mut fits: Vec<_> = fits.collect();
        // Of equally good columns, the first.
        fits.sort_by_key(|(fit, column)| (std::cmp::Reverse(*fit), *column));
        found.extend(fits.into_iter().map(|(_, column)| UnclearColumn { column, meaning }));
    }
    found
}

/// Refuses columns if another one looks like a direction, a currency or a status, and the user neither chose it nor said
/// that it means something else.
/// Fails with [`Code::BankDirectionUnclear`], [`Code::BankCurrencyUnclear`] or [`Code::BankStatusUnclear`] at the
/// column's field, with its name.
pub fn check_meanings(columns: &Columns, heading: &[String], rows: &[SheetRow]) -> Result<(), Problem> {
    check_found(columns, heading, &find_meanings(heading, rows))
}

/// Refuses columns as [`check_meanings`] does, with the columns that [`find_meanings`] found.
/// Fails with the codes of [`check_meanings`].
pub fn check_found(columns: &Columns, heading: &[String], found: &[UnclearColumn]) -> Result<(), Problem> {
    let chosen = Meaning::ALL.map(|meaning| meaning.column(columns));
    let mut wrong: Vec<(String, Problem)> = Vec::new();
    for meaning in Meaning::ALL {
        let is_answered = |column: u32| chosen.contains(&Some(column)) || columns.ignored.contains(&column);
        let is_open = |one: &&UnclearColumn| one.meaning == meaning && !is_answered(one.column);
        if meaning.column(columns).is_none()
            && let Some(UnclearColumn { column, .. }) = found.iter().find(is_open)
        {
            let name = heading.get(*column as usize).filter(|name| !name.is_empty());
            let name = name.map_or_else(|| (column + 1).to_string(), Clone::clone);
            wrong.push((meaning.field().to_owned(), Problem::new(meaning.question()).with("column", name)));
        }
    }
    Problem::of_fields(wrong).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_one_word_or_words_that_agree() {
        for (cell, expected) in [
            ("CR", Some(Direction::In)),
            ("(Dr.)", Some(Direction::Out)),
            ("Credit transfer", Some(Direction::In)),
            ("Wang keluar", Some(Direction::Out)),
            ("Transfer Out", Some(Direction::Out)),
            ("\u{2212}", Some(Direction::Out)),
            ("+", Some(Direction::In)),
            ("Withdrawal", Some(Direction::Out)),
            ("Debit/Credit", None),
            ("Debit card", None),
            ("Transfer", None),
            ("+/-", None),
            ("", None),
        ] {
            assert_eq!(direction_of(cell, true), expected, "{cell}");
        }
        assert_eq!(direction_of("Withdrawal", false), None);
    }

    #[test]
    fn k_is_read_by_the_other_letter_of_its_column() {
        let k = |other| Directions::of([other, "K"].into_iter()).read("K");
        assert_eq!((k("D"), k("M"), k("K")), (Some(Direction::In), Some(Direction::Out), None));
    }

    #[test]
    fn amounts_in_other_currencies_are_recognised() {
        for cell in
            ["USD 12.00", "12.00 USD", "US$12", "-KWD 1,234.567", "€ 5", "(SGD 1.00)", "BHD1.12345", "USD 12.00 CR"]
        {
            assert!(is_foreign_amount(cell), "{cell}");
        }
        for cell in ["RM 12.00", "12.00", "MYR5", "12.00 CR", "USD", "12 Jan", "ABC 12.00"] {
            assert!(!is_foreign_amount(cell), "{cell}");
        }
    }
}

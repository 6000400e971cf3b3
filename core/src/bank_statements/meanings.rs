//! Columns that say the direction, the currency or the status of their line: recognises them by their headings and
//! their values, in English and Malay, and reads their cells.

use super::{Columns, LineProblem, Meaning, UnclearColumn};
use crate::sheet::SheetRow;
use crate::{Code, Problem};

/// Whether a line's money came in or went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// Headings of a direction.
const DIRECTION: &[&str] = &[
    "dc",
    "cd",
    "dk",
    "kd",
    "mk",
    "km",
    "drorcr",
    "crordr",
    "dbcr",
    "crdb",
    "cdtdbtind",
    "inout",
    "outin",
    "masukkeluar",
    "keluarmasuk",
    "direction",
    "arah",
    "sign",
    "tanda",
];
/// Words within the heading of a column that may be a direction. Half of its values decide.
const DIRECTION_WITHIN: &[&str] = &["type", "jenis", "indicator", "penunjuk", "petunjuk", "flag", "code", "kod"];
const IN: &[&str] = &[
    "cr",
    "c",
    "cdt",
    "crdt",
    "credit",
    "credits",
    "credited",
    "kredit",
    "dikreditkan",
    "in",
    "i",
    "m",
    "masuk",
    "+",
    "plus",
    "inward",
    "inbound",
    "incoming",
];
const OUT: &[&str] = &[
    "dr",
    "d",
    "db",
    "dbt",
    "dbit",
    "debit",
    "debits",
    "debited",
    "didebitkan",
    "out",
    "o",
    "keluar",
    "-",
    "minus",
    "outward",
    "outbound",
    "outgoing",
];
/// Further words, which are a direction only below a heading that may be one. Elsewhere they describe the line.
const IN_BY_HEADING: &[&str] = &["deposit", "deposits", "receipt", "received", "terima", "terimaan", "penerimaan"];
const OUT_BY_HEADING: &[&str] = &["withdrawal", "withdrawals", "withdraw", "pengeluaran", "sent", "paid"];
/// Words next to a direction that do not change it: `Credit transfer`, `Wang masuk`.
const BESIDE_DIRECTION: &[&str] = &[
    "transfer",
    "transaction",
    "transaksi",
    "txn",
    "entry",
    "advice",
    "money",
    "wang",
    "duit",
    "payment",
    "amount",
    "amaun",
    "pindahan",
    "bayaran",
    "ibg",
    "giro",
];

const CURRENCY: &[&str] = &["ccy", "ccycode", "cur", "curr"];
const RINGGIT: &[&str] = &["rm", "myr", "ringgit", "ringgitmalaysia", "malaysianringgit"];
/// Foreign currencies that are not written as their code.
const FOREIGN: &[&str] = &[
    "$",
    "us$",
    "s$",
    "a$",
    "hk$",
    "€",
    "£",
    "¥",
    "₹",
    "฿",
    "rp",
    "rmb",
    "cnh",
    "dollar",
    "usdollar",
    "dolaras",
    "singaporedollar",
    "dolarsingapura",
    "euro",
    "pound",
    "poundsterling",
    "yen",
    "yuan",
    "rupiah",
    "baht",
];
/// The codes of ISO 4217.
const CODES: &str = "\
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
    CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
    GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP \
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN \
    PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS \
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD \
    XPF XPT XSU XUA YER ZAR ZMW ZWG ZWL";

const STATUS: &[&str] = &["keadaan"];
const BOOKED: &[&str] = &[
    "book",
    "booked",
    "posted",
    "complete",
    "completed",
    "success",
    "successful",
    "succeeded",
    "settled",
    "cleared",
    "done",
    "ok",
    "final",
    "acsc",
    "accc",
    "selesai",
    "berjaya",
    "telahselesai",
    "transaksiberjaya",
    "dibukukan",
    "dikreditkan",
];
/// Words of a status that are not booked, by which a column is recognised. Any other word is not booked, either.
const NOT_BOOKED: &[&str] = &[
    "pdng",
    "pending",
    "inprogress",
    "processing",
    "scheduled",
    "onhold",
    "hold",
    "failed",
    "failure",
    "unsuccessful",
    "rejected",
    "rjct",
    "returned",
    "return",
    "cancelled",
    "canceled",
    "declined",
    "bounced",
    "dishonoured",
    "void",
    "uncleared",
    "unposted",
    "dalamproses",
    "sedangdiproses",
    "menunggu",
    "tertunda",
    "ditangguhkan",
    "belumselesai",
    "gagal",
    "tidakberjaya",
    "ditolak",
    "batal",
    "dibatalkan",
    "dipulangkan",
];
/// Money that came back to the utility, or that the bank took back.
const REVERSED: &[&str] = &["reversal", "reversed", "reversedentry", "dibalikkan", "pembalikan"];

/// Maximum bytes of a cell that is one of the words above.
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

/// Reduces a text to its letters and digits.
fn letters(name: &str) -> String {
    name.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn has(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}

/// Whether a text without letters is an amount, and not a direction or a status.
fn is_figure(text: &str) -> bool {
    let words: String = text.chars().filter(|one| one.is_alphabetic()).flat_map(char::to_lowercase).collect();
    text.contains(|one: char| one.is_ascii_digit()) && ["", "rm", "myr", "cr", "dr"].contains(&words.as_str())
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
    // `Debit/Credit` names both directions, so all words must agree.
    let mut words = cell.split(|one: char| !one.is_alphanumeric()).map(plain);
    let mut found: Option<Direction> = None;
    words.try_for_each(|word| match of_word(&word) {
        _ if word.is_empty() || has(BESIDE_DIRECTION, &word) => Some(()),
        Some(direction) if found.is_none_or(|before| before == direction) => {
            found = Some(direction);
            Some(())
        }
        _ => None,
    })?;
    found
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
        Self { is_written: cells.any(|cell| has(RINGGIT, &plain(cell))) }
    }

    pub fn status<'a>(mut cells: impl Iterator<Item = &'a str>) -> Self {
        Self { is_written: cells.any(|cell| has(BOOKED, &letters(cell))) }
    }

    /// Returns why a line with this currency is not money in ringgit.
    pub fn currency_problem(self, cell: &str) -> Option<LineProblem> {
        let word = plain(cell);
        if word.is_empty() || word == "-" {
            return self.is_written.then_some(LineProblem::CurrencyUnclear);
        }
        if has(RINGGIT, &word) {
            return None;
        }
        Some(if is_foreign(&word) { LineProblem::Foreign } else { LineProblem::CurrencyUnclear })
    }

    /// Returns why a line with this status is not money that arrived.
    pub fn status_problem(self, cell: &str) -> Option<LineProblem> {
        let word = letters(cell);
        if word.is_empty() {
            return self.is_written.then_some(LineProblem::NotBooked);
        }
        if has(BOOKED, &word) {
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

/// Whether the heading of a column of amounts names another currency, such as `Amount (USD)`.
pub fn names_foreign(heading: &str) -> bool {
    let mut words = heading.split(|one: char| !one.is_alphanumeric() && !"$€£¥₹฿".contains(one));
    words.any(|word| word.chars().all(|one| !one.is_lowercase()) && is_foreign(&plain(word)))
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

    fn fit<'a>(self, name: &str, cells: impl Iterator<Item = &'a str> + Clone) -> Option<Fit> {
        let is_named = self.is_heading(name);
        let mut filled = cells.clone().filter(|cell| !cell.is_empty());
        if is_named && filled.any(|cell| !is_figure(cell)) {
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
                let is_capital = !cell.contains(char::is_lowercase);
                is_capital && (is_code(cell) || has(RINGGIT, &plain(cell)))
            }),
            Self::Status => are_words(cells, ONLY, |cell| {
                let word = letters(cell);
                has(BOOKED, &word) || has(NOT_BOOKED, &word) || has(REVERSED, &word)
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
///
/// # Errors
/// [`Code::BankDirectionUnclear`], [`Code::BankCurrencyUnclear`] or [`Code::BankStatusUnclear`] at the column's field,
/// with its name.
pub fn check_meanings(columns: &Columns, heading: &[String], rows: &[SheetRow]) -> Result<(), Problem> {
    check_found(columns, heading, &find_meanings(heading, rows))
}

/// Refuses columns as [`check_meanings`] does, with the columns that [`find_meanings`] found.
///
/// # Errors
/// Those of [`check_meanings`].
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

//! Finds the heading row, and recognises columns by their names in English and Malay, and by their values.

use super::meanings::{find_meanings, letters};
use super::{Columns, Meaning, UnclearColumn};
use crate::sheet::SheetRow;

/// Maximum rows in which to look for the heading. Banks put their address and the account above it.
const LOOKED_AT: usize = 30;

const DAY: &[&str] = &[
    "date",
    "transactiondate",
    "txndate",
    "trandate",
    "postingdate",
    "postdate",
    "valuedate",
    "entrydate",
    "bookingdate",
    "tarikh",
    "tarikhtransaksi",
];
const CREDIT: &[&str] = &[
    "credit",
    "credits",
    "creditamount",
    "deposit",
    "deposits",
    "moneyin",
    "paidin",
    "kredit",
    "cr",
    "masuk",
    "amountin",
    "cramount",
    "in",
    "terimaan",
    "penerimaan",
    "simpanan",
];
const DEBIT: &[&str] = &[
    "debit",
    "debits",
    "debitamount",
    "withdrawal",
    "withdrawals",
    "moneyout",
    "paidout",
    "dr",
    "keluar",
    "amountout",
    "dramount",
    "out",
    "pengeluaran",
];
const AMOUNT: &[&str] = &["amount", "transactionamount", "amountrm", "amountmyr", "jumlah", "amaun", "nilai"];
const REFERENCE: &[&str] = &[
    "reference",
    "referenceno",
    "referencenumber",
    "ref",
    "refno",
    "recipientreference",
    "paymentreference",
    "customerreference",
    "transactionreference",
    "yourreference",
    "reference1",
    "rujukan",
    "norujukan",
    "chequeno",
    "chequenumber",
    "nocek",
];
const DESCRIPTION: &[&str] = &[
    "description",
    "transactiondescription",
    "details",
    "particulars",
    "narrative",
    "remarks",
    "keterangan",
    "butiran",
    "otherdetails",
    "sender",
    "sendername",
    "paymentdetails",
];

/// Minimum length in bytes of a word that is also searched for within longer names. Shorter words such as `cr` occur in
/// many names by chance.
const MIN_WORD_LENGTH: usize = 4;

/// Returns how well a name fits: 2 if it equals a word, 1 if it contains a longer word, 0 otherwise.
fn fits(name: &str, words: &[&str]) -> u8 {
    let is_within = || words.iter().any(|word| word.len() >= MIN_WORD_LENGTH && name.contains(*word));
    if words.contains(&name) { 2 } else { u8::from(is_within()) }
}

/// Returns the columns that the names suggest. Each column is used for one purpose only.
fn columns(heading: &[String]) -> Columns {
    let names: Vec<String> = heading.iter().map(|name| letters(name)).collect();
    let mut taken: Vec<usize> = Vec::new();
    let mut column = |words: &[&str]| {
        let free = names.iter().enumerate().filter(|(place, name)| !taken.contains(place) && fits(name, words) > 0);
        // Of equally good columns, take the first.
        let (place, _) = free.min_by_key(|(_, name)| std::cmp::Reverse(fits(name, words)))?;
        taken.push(place);
        u32::try_from(place).ok()
    };
    let (day, credit, debit) = (column(DAY), column(CREDIT), column(DEBIT));
    // `Amount in RM` without a column of money out has all amounts.
    let is_all = |credit: &u32| debit.is_none() && names[*credit as usize].contains("amountin");
    let (all, credit) = (credit.filter(is_all), credit.filter(|credit| !is_all(credit)));
    let amount = if credit.is_some() { None } else { all.or_else(|| column(AMOUNT)) };
    let debit = credit.and(debit);
    let (reference, description) = (column(REFERENCE), column(DESCRIPTION));
    Columns { day, reference, description, amount, credit, debit, ..Columns::default() }
}

/// Returns the columns that names and values suggest.
pub fn of_table(heading: &[String], rows: &[SheetRow]) -> Columns {
    let found = find_meanings(heading, rows);
    let name_of = |column: u32| heading.get(column as usize).map_or("", String::as_str);
    // The currency from which the bank converted an amount is not that of the amount.
    let is_suggested =
        |one: &UnclearColumn| one.meaning != Meaning::Currency || !is_of_original(&letters(name_of(one.column)));
    let best =
        |meaning: Meaning| found.iter().find(|one| one.meaning == meaning && is_suggested(one)).map(|one| one.column);
    let [direction, currency, status] = Meaning::ALL.map(best);
    let is_found = |column: u32| found.iter().any(|one| one.column == column && one.meaning == Meaning::Direction);
    let names = (0_u32..).zip(heading).map(|(column, name)| match () {
        () if [direction, currency, status].contains(&Some(column)) => String::new(),
        () if Meaning::Direction.is_heading(name) && is_found(column) => String::new(),
        // A column of amounts: with signs, as its values are no directions.
        () if Meaning::Direction.is_heading(name) => "amount".to_owned(),
        () => name.clone(),
    });
    let columns = columns(&names.collect::<Vec<_>>());
    // The balance may have a direction, too, with the same name.
    let is_same = |column: &u32| {
        is_found(*column) && direction.is_some_and(|best| letters(name_of(best)) == letters(name_of(*column)))
    };
    let next_to =
        columns.amount.and_then(|amount| [Some(amount + 1), amount.checked_sub(1)].into_iter().flatten().find(is_same));
    Columns { direction: next_to.or(direction), currency, status, ..columns }
}

/// Whether the name of a column of currencies says that they are those before a conversion.
fn is_of_original(name: &str) -> bool {
    ["orig", "asal", "foreign", "asing"].iter().any(|word| name.contains(word))
}

/// Returns the columns of an earlier file, found in another file by their names. A column without a name, or with a name
/// that a file has twice, is not found. Directions, currencies and statuses that are not found are those of the guess.
#[must_use]
pub fn carry_over(earlier: &Columns, names: &[String], heading: &[String], guessed: &Columns) -> Columns {
    let only = |heading: &[String], name: &str| {
        let mut equal = heading.iter().enumerate().filter(|(_, other)| letters(other) == name);
        let first = equal.next().and_then(|(place, _)| u32::try_from(place).ok());
        first.filter(|_| equal.next().is_none())
    };
    let carry = |column: u32| {
        let name = letters(names.get(column as usize)?);
        only(names, &name).filter(|_| !name.is_empty())?;
        only(heading, &name)
    };
    let of = |column: Option<u32>| column.and_then(carry);
    let mut carried = Columns {
        day: of(earlier.day),
        reference: of(earlier.reference),
        description: of(earlier.description),
        amount: of(earlier.amount),
        credit: of(earlier.credit),
        debit: of(earlier.debit),
        direction: of(earlier.direction),
        currency: of(earlier.currency),
        status: of(earlier.status),
        ignored: earlier.ignored.iter().copied().filter_map(carry).collect(),
    };
    let used = used(&carried);
    let free = |column: Option<u32>| column.filter(|one| !used.contains(one) && !carried.ignored.contains(one));
    let [direction, currency, status] = [guessed.direction, guessed.currency, guessed.status].map(free);
    carried.direction = carried.direction.or(direction);
    carried.currency = carried.currency.or(currency);
    carried.status = carried.status.or(status);
    carried
}

fn used(columns: &Columns) -> Vec<u32> {
    let Columns { day, reference, description, amount, credit, debit, direction, currency, status, ignored: _ } =
        columns;
    [day, reference, description, amount, credit, debit, direction, currency, status]
        .into_iter()
        .copied()
        .flatten()
        .collect()
}

/// Returns the number of columns with a recognised name.
pub fn known(cells: &[String]) -> usize {
    let is_meaning = |name: &String| Meaning::ALL.into_iter().any(|meaning| meaning.is_heading(name));
    let names = cells.iter().map(|name| if is_meaning(name) { String::new() } else { name.clone() });
    used(&columns(&names.collect::<Vec<_>>())).len() + cells.iter().filter(|name| is_meaning(name)).count()
}

/// Minimum number of names in a heading.
const MIN_NAMES: usize = 2;

/// Returns the index of the heading: the row with the most recognised names. Without such a row, this is the first row
/// with several cells.
pub fn heading(rows: &[SheetRow]) -> usize {
    let is_filled = |row: &SheetRow| row.cells.iter().filter(|cell| !cell.is_empty()).count() >= MIN_NAMES;
    let best = rows.iter().take(LOOKED_AT).enumerate().map(|(place, row)| (place, known(&row.cells)));
    // Of equally good rows, take the first.
    match best.min_by_key(|(_, known)| std::cmp::Reverse(*known)) {
        Some((place, known)) if known >= MIN_NAMES => place,
        _ => rows.iter().position(is_filled).unwrap_or(0),
    }
}

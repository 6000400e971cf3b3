//! MT940 of SWIFT: lines with tags such as `:61:`, each with its continuation.

use std::ops::RangeInclusive;

use super::numbers::{self, reference};
use super::{Balance, Entry, MAX_TEXT, Reference, Statement, damaged, foreign, joined, other_format, unsigned};
use crate::{Day, Problem};

/// The characters of a full line of `:86:`. Some banks count `:86:` itself, or use shorter lines of one length.
const FULL_LINE: usize = 60;
/// The characters of a full part of a text with codes such as `?20`, and the fewest of a full line.
const FULL_PART: usize = 27;
/// The longest beginning of `:61:` before its amount: two days, the mark and the letter of the currency.
const LONGEST_BEFORE_AMOUNT: usize = 13;
/// The longest reference of a payer, as in ISO 20022.
const LONGEST_PAYERS_REFERENCE: usize = 35;
/// How far above `:20:` a bank may write a preamble.
const PREAMBLE_LINES: usize = 100;

/// A tag with its text, and the number of its line.
struct Field<'a> {
    line: usize,
    tag: &'a str,
    text: Vec<&'a str>,
}

/// Whether a text has the first tag of a message and a tag of a balance or a line.
pub fn is_message(text: &str) -> bool {
    let text = with_lines(text);
    let begins = |line: &str, tag: &str| text_block(line).starts_with(tag);
    text.lines().take(PREAMBLE_LINES).any(|line| begins(line, ":20:"))
        && text.lines().any(|line| [":6", ":34F:"].iter().any(|tag| begins(line, tag)))
}

/// Returns the text with the usual line ends. Some banks end a line with `@@`, others with a carriage return only.
fn with_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if text.contains("@@:") || text.contains("@@\n") { text.replace("@@\n", "\n").replace("@@", "\n") } else { text }
}

/// Returns the part of a line that belongs to the text block of a message, which begins behind `{4:`.
fn text_block(line: &str) -> &str {
    line.rsplit_once("{4:").map_or(line, |(_, rest)| rest)
}

/// Reads the statements of a file.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    let text = with_lines(text);
    let mut statements = Vec::new();
    let fields = fields(&text);
    for message in fields.chunk_by(|_, next| next.tag != "20") {
        check_type(message)?;
        if message.iter().any(|field| field.tag == "20") {
            statements.push(statement(message)?);
        } else if let Some(field) = message.iter().find(|field| ["61", "86"].contains(&field.tag)) {
            return Err(damaged(field.line));
        }
    }
    Ok(statements)
}

/// Refuses another type of message by its name. Only MT942, of the day so far, has `:34F:`.
fn check_type(message: &[Field<'_>]) -> Result<(), Problem> {
    let has = |tags: &[&str]| message.iter().any(|field| tags.contains(&field.tag));
    if has(&["34F"]) && !has(&["60F", "60M"]) {
        return Err(other_format("MT942"));
    }
    let header = message.iter().filter(|field| field.tag.is_empty()).flat_map(|field| &field.text);
    for line in header {
        // `{2:I942…` is a message to the bank's customer, `{2:O942…` the same when it arrived.
        let kind = line.split_once("{2:").and_then(|(_, rest)| rest.get(1..4));
        if let Some(kind) = kind.filter(|kind| kind.starts_with('9') && !["940", "950"].contains(kind)) {
            return Err(other_format(&format!("MT{kind}")));
        }
    }
    Ok(())
}

/// Reads the statement of a message.
fn statement(message: &[Field<'_>]) -> Result<Statement, Problem> {
    let mut statement = Statement::default();
    let currency = message.iter().find_map(|field| {
        let is_balance = ["60F", "60M", "62F", "62M", "64", "65"].contains(&field.tag);
        balance(field.text.first()?).filter(|_| is_balance).map(|balance| balance.foreign)
    });
    let mut before = "";
    for Field { line, tag, text } in message {
        let first = text.first().copied().unwrap_or_default().trim();
        let read = || balance(first).ok_or_else(|| damaged(*line));
        match *tag {
            "25" | "25P" => account(first).clone_into(&mut statement.account),
            "28" | "28C" => first.clone_into(&mut statement.id),
            "60F" | "60M" => statement.opening = Some(read()?),
            "62F" | "62M" => statement.closing = Some(read()?),
            "61" => {
                let foreign = currency.clone().ok_or_else(|| damaged(*line))?;
                if let Some(entry) = entry(text, foreign).ok_or_else(|| damaged(*line))? {
                    statement.add(entry)?;
                } else {
                    before = "";
                    continue;
                }
            }
            // Behind another tag it speaks of the statement. Some banks repeat the tag on each line of a text.
            "86" if before == "61" => {
                if let Some(entry) = statement.entries.last_mut() {
                    add_text(entry, text);
                }
                continue;
            }
            // The purpose, the payer's name and the kind of booking, as German banks write them.
            "NS" if before == "61" => {
                if let Some(entry) = statement.entries.last_mut() {
                    for codes in [1..=14, 15..=15, 17..=17] {
                        add_text(entry, &with_code(text, &codes));
                    }
                }
            }
            _ => {}
        }
        before = tag;
    }
    Ok(statement)
}

/// Returns the fields. The blocks of a SWIFT message before the text are fields without a tag.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    for (place, whole) in text.lines().enumerate() {
        let line = text_block(whole);
        let place = place + 1;
        if whole.contains("{1:") || whole.contains("{2:") {
            fields.push(Field { line: place, tag: "", text: vec![whole] });
        }
        let tag = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
        let is_tag = |tag: &str| {
            tag == "NS" || (matches!(tag.len(), 2 | 3) && tag.bytes().take(2).all(|byte| byte.is_ascii_digit()))
        };
        let trimmed = line.trim();
        match tag.filter(|(tag, _)| is_tag(tag)) {
            Some((tag, rest)) => fields.push(Field { line: place, tag, text: vec![rest] }),
            None if trimmed.is_empty() || trimmed.starts_with("{1:") || trimmed.starts_with("{2:") => {}
            // The end of a message.
            None if trimmed == "-" || trimmed.starts_with("-}") => {
                fields.push(Field { line: place, tag: "-", text: Vec::new() });
            }
            None => {
                if let Some(field) = fields.last_mut() {
                    field.text.push(line);
                }
            }
        }
    }
    fields
}

/// Returns the number of an account, `MBBEMYKL/514012345678MYR`, without the bank and the currency.
fn account(text: &str) -> &str {
    let whole = text.trim();
    let number = whole.rsplit('/').map(str::trim).find(|part| part.contains(|one: char| one.is_ascii_digit()));
    let number = number.unwrap_or(whole);
    let without = number.trim_end_matches(|one: char| one.is_ascii_uppercase());
    if number.len() - without.len() == 3 { without.trim_end() } else { number }
}

/// Reads a balance, `C261120MYR1234,50`: the amount, negative for a debit, and the currency.
fn balance(text: &str) -> Option<Balance> {
    let text = text.trim();
    let sign = text.get(..1)?;
    let day = text.get(1..7)?;
    let foreign = foreign(text.get(7..10)?);
    let amount = unsigned(text.get(10..)?, foreign.as_ref())?;
    let amount = match sign {
        "C" => amount,
        "D" => -amount,
        _ => return None,
    };
    // A new account has a balance of the day 000000.
    day.bytes().all(|byte| byte.is_ascii_digit()).then_some(Balance { amount, foreign })
}

/// Reads a line, `2611201120C1234,50NTRFEFT123//BANKREF`, with the details on the lines below it. The inner option is
/// none for a line that is only expected.
#[expect(clippy::option_option, reason = "an expected line is neither a line nor damaged")]
fn entry(lines: &[&str], foreign: Option<String>) -> Option<Option<Entry>> {
    let (first, details) = lines.split_first()?;
    // A line that is broken before its amount goes on below.
    let begins_with_amount = |next: &&str| next.starts_with(|one: char| one.is_ascii_digit()) && next.contains(',');
    let is_broken = first.trim_end().ends_with(|one: char| one.is_ascii_uppercase())
        && first.trim_end().len() <= LONGEST_BEFORE_AMOUNT
        && details.first().is_some_and(begins_with_amount);
    let whole = if is_broken { format!("{first}{}", details.first()?) } else { (*first).to_owned() };
    let details = if is_broken { details.get(1..)? } else { details };
    let text = whole.trim();
    let value_day = day(text.get(..6)?)?;
    let rest = text.get(6..)?;
    let booked = rest.get(..4).filter(|day| day.bytes().all(|byte| byte.is_ascii_digit()));
    let rest = if booked.is_some() { rest.get(4..)? } else { rest }.trim_start();
    // A reversed credit takes money away, a reversed debit returns it. EC and ED are only expected.
    let marks = [("RC", true), ("RD", false), ("EC", false), ("ED", true), ("C", false), ("D", true)];
    let (mark, rest, is_debit) =
        marks.iter().find_map(|(mark, is_debit)| Some((*mark, rest.strip_prefix(*mark)?, *is_debit)))?;
    // The last letter of the currency may follow.
    let rest = rest.strip_prefix(|one: char| one.is_ascii_uppercase()).unwrap_or(rest).trim_start();
    let end = rest.find(|one: char| !one.is_ascii_digit() && !matches!(one, ',' | '.')).unwrap_or(rest.len());
    let amount = unsigned(rest.get(..end)?, foreign.as_ref())?;
    if mark.starts_with('E') {
        return Some(None);
    }
    let rest = rest.get(end..)?;
    // The type of the transaction, such as NTRF or S103.
    let is_type = |kind: &&str| {
        kind.starts_with(|one: char| one.is_ascii_alphabetic())
            && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
    };
    let rest = if rest.get(..4).as_ref().is_some_and(is_type) { rest.get(4..)? } else { rest };
    // Behind a reference that is filled up with spaces, some banks write the name of the payer.
    let (own, banks) = rest.split_once("//").unwrap_or((rest, ""));
    let [(own, name), (banks, more)] = [own, banks].map(|text| text.split_once("  ").unwrap_or((text, "")));
    let references: Vec<_> = [(Reference::Owner, own), (Reference::Bank, banks)]
        .into_iter()
        .filter_map(|(kind, text)| Some((kind, reference(text)?)))
        .collect();
    let booking_day = booked.and_then(|booked| booking_day(value_day, booked));
    if booked.is_some() && booking_day.is_none() {
        return None;
    }
    Some(Some(Entry {
        day: booking_day.or(Some(value_day)),
        booking_day,
        value_day: Some(value_day),
        reference: references.first().map(|(_, text)| text.clone()).unwrap_or_default(),
        description: joined([name, more].into_iter().chain(details.iter().copied()), MAX_TEXT),
        references,
        is_reversal: mark.starts_with('R'),
        amount: if is_debit { -amount } else { amount },
        foreign,
        ..Entry::default()
    }))
}

/// Reads a day written as `yyMMdd`.
fn day(text: &str) -> Option<Day> {
    let (year, rest) = text.split_at_checked(2)?;
    let (month, day) = rest.split_at_checked(2)?;
    within_month(&format!("20{year}"), month, day)
}

/// Returns a day. Banks that count 30 days in each month write the last of February as 30.
fn within_month(year: &str, month: &str, day: &str) -> Option<Day> {
    let written = |day: &str| Day::parse(&format!("{year}-{month}-{day}")).ok();
    let is_last = month == "02" && matches!(day, "29" | "30");
    written(day).or_else(|| written("29").filter(|_| is_last)).or_else(|| written("28").filter(|_| is_last))
}

/// Returns the booking day, written as `MMdd`: that of the year in which it is nearest to the value day.
fn booking_day(value_day: Day, booked: &str) -> Option<Day> {
    let (month, day) = booked.split_at_checked(2)?;
    let year: i32 = value_day.to_string().get(..4)?.parse().ok()?;
    let days = [year - 1, year, year + 1].map(|year| within_month(&year.to_string(), month, day));
    days.into_iter().flatten().min_by_key(|day| day.days_since(value_day).abs())
}

/// Returns the lines of `:NS:` that begin with one of the codes, without the code.
fn with_code<'a>(lines: &[&'a str], codes: &RangeInclusive<u8>) -> Vec<&'a str> {
    let split = lines.iter().filter_map(|line| line.split_at_checked(2));
    split.filter(|(code, _)| code.parse().is_ok_and(|code| codes.contains(&code))).map(|(_, text)| text).collect()
}

/// Adds the text of `:86:` or `:NS:` to its line, with the payer's reference and the numbers that a full line breaks.
fn add_text(entry: &mut Entry, lines: &[&str]) {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let is_full = |line: &str| {
        let length = line.chars().count();
        length >= FULL_LINE || (length >= FULL_PART && length == longest)
    };
    let mut numbers = numbers::broken(lines, is_full);
    // A full line may end within a word or between two.
    let whole = glued(lines, is_full);
    let payers = if let Some(parts) = &parts(&whole) {
        numbers.extend(numbers::broken(parts, |part| part.chars().count() >= FULL_PART));
        entry.description = joined([entry.description.as_str()].into_iter().chain(parts.iter().copied()), MAX_TEXT);
        let ends = lines.windows(2).flat_map(|pair| [numbers::words(pair[0]).last(), numbers::words(pair[1]).next()]);
        numbers.extend(ends.flatten().filter(|word| numbers::is_number(word)).map(str::to_owned));
        payers_reference_of_parts(parts)
    } else {
        entry.description = joined([entry.description.as_str()].into_iter().chain(lines.iter().copied()), MAX_TEXT);
        payers_reference(&whole)
    };
    if let Some(text) = payers.and_then(|text| reference(&text)) {
        if entry.reference.is_empty() || entry.references.iter().all(|(kind, _)| *kind == Reference::Bank) {
            entry.reference.clone_from(&text);
        }
        entry.references.insert(0, (Reference::EndToEnd, text));
    }
    entry.numbers.extend(numbers);
}

/// Joins lines: behind a full line directly, otherwise with a space.
fn glued(lines: &[&str], is_full: impl Fn(&str) -> bool) -> String {
    let mut whole = String::new();
    for (at, line) in lines.iter().enumerate() {
        whole.push_str(line);
        if at + 1 < lines.len() && !is_full(line) {
            whole.push(' ');
        }
    }
    whole
}

/// Splits a text by the codes that some banks put between its parts; none for a text without codes.
fn parts(text: &str) -> Option<Vec<&str>> {
    let is_code = |behind: &str| behind.len() >= 2 && behind.bytes().take(2).all(|byte| byte.is_ascii_digit());
    // Other signs than `?` occur in texts, too, so such a text begins with a code.
    let begin = text.trim_start().trim_start_matches(|one: char| one.is_ascii_digit());
    let other = begin.chars().next().filter(|sign| matches!(sign, '<' | '>' | '^' | '~') && is_code(&begin[1..]));
    let sign = other.unwrap_or('?');
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(sign).filter(|(at, _)| is_code(&text[at + 1..])) {
        parts.push(&text[from..at]);
        from = at + 3;
    }
    if parts.is_empty() {
        return None;
    }
    parts.push(&text[from..]);
    Some(parts)
}

/// Returns the payer's reference of a text with codes: behind `EREF+`, to the next keyword.
fn payers_reference_of_parts(parts: &[&str]) -> Option<String> {
    let at = parts.iter().position(|part| part.trim_start().starts_with("EREF+"))?;
    let mut found = parts[at].trim_start().get(5..)?.to_owned();
    for pair in parts[at..].windows(2) {
        let is_full = pair[0].chars().count() >= FULL_PART || found.trim().is_empty();
        if !is_full || is_keyword(pair[1]) {
            break;
        }
        found.push_str(pair[1]);
    }
    Some(found)
}

/// Whether a text begins with a keyword such as `SVWZ+`.
fn is_keyword(text: &str) -> bool {
    let begin = text.get(..5).and_then(|begin| begin.strip_suffix('+'));
    begin.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Returns the payer's reference of a text: `EREF+ABC`, `EREF: ABC` or `/EREF/ABC/`. It may have spaces if a keyword ends
/// it.
fn payers_reference(text: &str) -> Option<String> {
    let (at, behind) = text.match_indices("EREF").find_map(|(at, word)| {
        let behind = &text[at + word.len()..];
        let is_word = !text[..at].ends_with(char::is_alphanumeric);
        (is_word && behind.starts_with(['+', '/', ':'])).then_some((at, behind))
    })?;
    let value = behind[1..].trim_start();
    let end = if text[..at].ends_with('/') { end_before_slashes(value) } else { end_before_plus(value) };
    match end {
        Some(end) => Some(value[..end].chars().take(LONGEST_PAYERS_REFERENCE).collect()),
        None => value.split_whitespace().next().map(|value| value.trim_end_matches('/').to_owned()),
    }
}

/// Returns the end of a text before the next `/REMI/` or `//`.
fn end_before_slashes(text: &str) -> Option<usize> {
    let is_keyword = |behind: &str| {
        behind.starts_with('/')
            || behind.split_once('/').is_some_and(|(word, _)| {
                (2..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
            })
    };
    text.match_indices('/').map(|(at, _)| at).find(|at| is_keyword(&text[at + 1..]))
}

/// Returns the end of a text before the next ` SVWZ+`.
fn end_before_plus(text: &str) -> Option<usize> {
    text.match_indices(' ').map(|(at, _)| at).find(|at| is_keyword(&text[at + 1..]))
}

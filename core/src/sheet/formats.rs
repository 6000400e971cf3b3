//! Reads the number formats of cells, which say whether a number is shown as a day, a time, a percentage or with
//! leading zeros.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use quick_xml::events::Event;
use rust_decimal::Decimal;

use super::number;
use super::xml::{Events, attribute};
use crate::{Code, Day};

/// Maximum styles of cells, and of formats that a workbook defines. Excel has at most 65,490 styles.
const MAX_STYLES: usize = 65_490;
const SECONDS_OF_DAY: i64 = 86_400;
/// Maximum bytes of a unit.
const MAX_UNIT: usize = 12;

/// How a number is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberFormat {
    /// As a number. Durations such as `[h]:mm` are left as numbers, too.
    Number,
    Percent,
    /// With leading zeros up to this number of digits.
    Padded(usize),
    Day {
        with_time: bool,
    },
    Time,
}

/// The first day that workbooks count from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Epoch {
    /// Day 61 is 1 March 1900. Earlier days are ambiguous, because Excel has a 29 February 1900.
    From1900,
    /// Day 0 is 1 January 1904.
    From1904,
}

/// The formats of a workbook's styles, by index.
pub struct Formats {
    of_styles: Vec<NumberFormat>,
    /// The units of styles, by index. Few styles have one.
    units: BTreeMap<usize, String>,
    pub epoch: Epoch,
}

impl Formats {
    /// Reads the part with the styles. A workbook without styles shows plain numbers.
    pub fn read(part: Option<&str>, epoch: Epoch) -> Result<Self, Code> {
        let (mut of_styles, mut defined) = (Vec::new(), BTreeMap::new());
        let (mut units, mut defined_units) = (BTreeMap::new(), BTreeMap::new());
        let mut events = Events::of(part.unwrap_or_default());
        let mut in_cells = false;
        while let Some(event) = events.next()? {
            match event {
                Event::Start(start) => match start.local_name().as_ref() {
                    "numFmt" if defined.len() < MAX_STYLES => {
                        if let (Some(id), Some(code)) =
                            (attribute(&start, "numFmtId")?, attribute(&start, "formatCode")?)
                        {
                            if let Some(unit) = unit(&code) {
                                defined_units.insert(id.clone(), unit);
                            }
                            defined.insert(id, of_code(&code));
                        }
                    }
                    "cellXfs" => in_cells = true,
                    "xf" if in_cells && of_styles.len() < MAX_STYLES => {
                        let id = attribute(&start, "numFmtId")?.unwrap_or_default();
                        if let Some(unit) = defined_units.get(&id) {
                            units.insert(of_styles.len(), String::clone(unit));
                        }
                        of_styles.push(defined.get(&id).copied().unwrap_or_else(|| built_in(&id)));
                    }
                    _ => {}
                },
                Event::End(end) if end.local_name().as_ref() == "cellXfs" => in_cells = false,
                _ => {}
            }
        }
        Ok(Self { of_styles, units, epoch })
    }

    /// Returns the unit that a style shows next to a number.
    pub fn unit(&self, style: usize) -> Option<&str> {
        let is_number = self.of_styles.get(style) == Some(&NumberFormat::Number);
        self.units.get(&style).filter(|_| is_number).map(String::as_str)
    }

    /// Returns a number as it is shown with a style: `2026-11-20` for a day, `33.33%` for a percentage. The number of
    /// decimals is not that of the format, so nothing is lost.
    pub fn shown(&self, text: &str, style: usize) -> String {
        let shown = match self.of_styles.get(style).copied().unwrap_or(NumberFormat::Number) {
            NumberFormat::Number => None,
            NumberFormat::Percent => Some(number::percent(text)),
            NumberFormat::Padded(width) => {
                let figures = number::plain(text);
                let is_whole = figures.bytes().all(|digit| digit.is_ascii_digit());
                (is_whole && !figures.is_empty()).then(|| format!("{figures:0>width$}"))
            }
            NumberFormat::Day { with_time } => seconds(text).and_then(|seconds| {
                let (days, of_day) = (seconds.div_euclid(SECONDS_OF_DAY), seconds.rem_euclid(SECONDS_OF_DAY));
                let day = day(days, self.epoch)?;
                Some(if with_time && of_day > 0 { format!("{day} {}", time(of_day)) } else { day.to_string() })
            }),
            NumberFormat::Time => seconds(text).filter(|seconds| (0..SECONDS_OF_DAY).contains(seconds)).map(time),
        };
        shown.unwrap_or_else(|| number::plain(text))
    }
}

/// Returns the day of a whole number, if it is one that spreadsheet programs show.
pub fn day(days: i64, epoch: Epoch) -> Option<Day> {
    let (zero, shown) = match epoch {
        Epoch::From1900 => (NaiveDate::from_ymd_opt(1899, 12, 30)?, 61..2_958_466),
        Epoch::From1904 => (NaiveDate::from_ymd_opt(1904, 1, 1)?, 0..2_957_004),
    };
    shown.contains(&days).then(|| Day::from(zero).plus_days(days))
}

/// Returns the seconds of a number of days.
fn seconds(text: &str) -> Option<i64> {
    let days: Decimal = number::plain(text).parse().ok()?;
    days.checked_mul(Decimal::from(SECONDS_OF_DAY))?.round().try_into().ok()
}

fn time(seconds: i64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the format of an id that a workbook does not define itself. Those above 49 are of East Asian and Thai
/// versions of Excel.
fn built_in(id: &str) -> NumberFormat {
    match id.parse().unwrap_or(0) {
        9 | 10 | 67 | 68 => NumberFormat::Percent,
        14..=17 | 27..=31 | 36 | 50..=54 | 57 | 58 | 71..=74 | 81 => NumberFormat::Day { with_time: false },
        22 | 77 => NumberFormat::Day { with_time: true },
        18..=21 | 32..=35 | 45 | 47 | 55 | 56 | 75 | 76 | 78 | 80 => NumberFormat::Time,
        _ => NumberFormat::Number,
    }
}

/// Returns the unit that a format's code shows next to a number, such as the currency of `[$USD] 0.00` or `"US$"0.00`.
/// `CR` and `DR` are left out if a sign chooses between them.
fn unit(code: &str) -> Option<String> {
    let mut words = vec![String::new()];
    let mut characters = code.chars();
    while let Some(character) = characters.next() {
        let word = match character {
            ';' => break,
            '"' => characters.by_ref().take_while(|end| *end != '"').collect(),
            '\\' => characters.next().into_iter().collect(),
            '[' => {
                let within: String = characters.by_ref().take_while(|end| *end != ']').collect();
                // `[$USD-409]` is the currency with the language.
                let symbol = within.strip_prefix('$').and_then(|rest| rest.split('-').next());
                symbol.unwrap_or_default().to_owned()
            }
            '_' | '*' => {
                characters.next();
                String::new()
            }
            '$' | '€' | '£' | '¥' | '₹' | '฿' => character.to_string(),
            _ => String::new(),
        };
        match words.last_mut().filter(|_| !word.is_empty()) {
            // `\U\S\D` is one word.
            Some(last) => last.push_str(&word),
            None => words.push(String::new()),
        }
    }
    let is_unit = |word: &&str| word.contains(|one: char| one.is_alphabetic() || "$€£¥₹฿".contains(one));
    let is_mark = |word: &str| ["CR", "DR"].iter().any(|mark| word.eq_ignore_ascii_case(mark));
    let unit = words.iter().map(|word| word.trim()).find(is_unit)?;
    let is_chosen = is_mark(unit) && code.contains(';');
    (unit.len() <= MAX_UNIT && !is_chosen).then(|| unit.to_owned())
}

/// The placeholders in a format's code.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "a code can have any of them together")]
struct Placeholders {
    has_day: bool,
    has_month: bool,
    has_time: bool,
    has_digits: bool,
    has_percent: bool,
    is_duration: bool,
}

/// Reads a format's code, such as `[$-409]d mmm yyyy;@` or `0.00" %"`. Its first section that has a placeholder counts.
fn of_code(code: &str) -> NumberFormat {
    let first = code.split(';').next().unwrap_or_default();
    if first.len() > 1 && first.bytes().all(|byte| byte == b'0') {
        return NumberFormat::Padded(first.len());
    }
    let mut found = Placeholders::default();
    let mut characters = code.chars();
    // Zeros behind the point after seconds are parts of a second.
    let (mut is_second, mut is_fraction) = (false, false);
    while let Some(character) = characters.next() {
        let (was_second, was_fraction) = (is_second, is_fraction);
        (is_second, is_fraction) = (false, false);
        match character.to_ascii_lowercase() {
            '"' => {
                characters.find(|end| *end == '"');
            }
            // The next character is shown, repeated or as wide as the space.
            '\\' | '*' | '_' => {
                characters.next();
            }
            '[' => {
                let within: String = characters.by_ref().take_while(|end| *end != ']').collect();
                let is_unit = |one: char| matches!(one.to_ascii_lowercase(), 'h' | 'm' | 's');
                is_second = !within.is_empty() && within.chars().all(is_unit);
                found.is_duration |= is_second;
            }
            ';' if found.has_any() => break,
            'y' | 'd' => found.has_day = true,
            'm' => found.has_month = true,
            'h' => found.has_time = true,
            's' => (found.has_time, is_second) = (true, true),
            '.' if was_second => is_fraction = true,
            '0' if was_fraction => is_fraction = true,
            '0' | '#' | '?' => found.has_digits = true,
            '%' => found.has_percent = true,
            _ => {}
        }
    }
    found.format()
}

impl Placeholders {
    const fn has_any(&self) -> bool {
        let Self { has_day, has_month, has_time, has_digits, has_percent, is_duration } = *self;
        has_day || has_month || has_time || has_digits || has_percent || is_duration
    }

    const fn format(&self) -> NumberFormat {
        match *self {
            Self { has_percent: true, .. } => NumberFormat::Percent,
            // Next to digits, letters such as the M of RM are a text.
            Self { is_duration: true, .. } | Self { has_digits: true, .. } => NumberFormat::Number,
            Self { has_day: true, has_time: with_time, .. } => NumberFormat::Day { with_time },
            // Next to hours or seconds, `m` is minutes.
            Self { has_time: true, .. } => NumberFormat::Time,
            Self { has_month: true, .. } => NumberFormat::Day { with_time: false },
            _ => NumberFormat::Number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NumberFormat::{Number, Padded, Percent, Time};
    use super::{BTreeMap, Epoch, Formats, NumberFormat, built_in, of_code, unit};

    const DAY: NumberFormat = NumberFormat::Day { with_time: false };
    const MOMENT: NumberFormat = NumberFormat::Day { with_time: true };

    #[test]
    fn a_formats_code_says_what_a_number_is() {
        for (code, format) in [
            ("General", Number),
            ("", Number),
            ("@", Number),
            ("0", Number),
            ("0.00", Number),
            ("#,##0.00;[Red]-#,##0.00", Number),
            ("\"RM\"#,##0.00", Number),
            ("RM#,##0.00", Number),
            ("[$RM-43E]#,##0.00", Number),
            ("_-[$RM-43E]* #,##0.00_-;_-[$RM-43E]* \"-\"??_-;_-@_-", Number),
            ("0.00E+00", Number),
            ("# ?/?", Number),
            ("0\" days\"", Number),
            ("0\\d", Number),
            ("0%", Percent),
            ("0.00%;[Red]-0.00%", Percent),
            ("\"\";0.00%", Percent),
            ("0\"%\"", Number),
            ("000000000000", Padded(12)),
            ("0000;-0000", Padded(4)),
            ("0000-0000", Number),
            ("RM#,###", Number),
            ("yyyy-mm-dd", DAY),
            ("dd/mm/yyyy", DAY),
            ("[$-409]d mmm yyyy;@", DAY),
            ("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", DAY),
            ("[$-43E]d mmmm yyyy", DAY),
            ("d.m.yy", DAY),
            ("yyyy\"年\"m\"月\"d\"日\"", DAY),
            ("[Red]dd/mm/yyyy", DAY),
            ("mmm", DAY),
            ("DD/MM/YYYY HH:MM:SS", MOMENT),
            ("yyyy-mm-dd\\Thh:mm:ss.000", MOMENT),
            ("d/m/yyyy h:mm AM/PM", MOMENT),
            ("hh:mm", Time),
            ("mm:ss.0", Time),
            ("[h]:mm:ss", Number),
            ("[mm]:ss.0", Number),
            ("[$-409]h:mm AM/PM", Time),
        ] {
            assert_eq!(of_code(code), format, "{code}");
        }
        for (id, format) in
            [("0", Number), ("10", Percent), ("14", DAY), ("22", MOMENT), ("20", Time), ("46", Number), ("x", Number)]
        {
            assert_eq!(built_in(id), format, "{id}");
        }
    }

    #[test]
    fn a_formats_code_says_which_unit_is_shown() {
        for (code, found) in [
            ("[$USD] #,##0.00", Some("USD")),
            ("[$SGD-en-SG]\\ #,##0.00", Some("SGD")),
            ("[$$-409]#,##0.00", Some("$")),
            ("#,##0.00 [$€-1]", Some("€")),
            ("\"US$\"#,##0.00", Some("US$")),
            ("\"USD \"#,##0.00_);(\"USD \"#,##0.00)", Some("USD")),
            ("\\U\\S\\D #,##0.00", Some("USD")),
            ("$#,##0.00", Some("$")),
            ("#,##0.00\" DR\"", Some("DR")),
            ("#,##0.00\" CR\";#,##0.00\" DR\"", None),
            ("[$Rp-421]#,##0", Some("Rp")),
            ("\"RM\"#,##0.00;[Red]\"RM\"#,##0.00", Some("RM")),
            ("_-[$RM-43E]* #,##0.00_-;_-[$RM-43E]* \"-\"??_-;_-@_-", Some("RM")),
            ("[$-409]#,##0.00", None),
            ("0\" days\"", Some("days")),
            ("0\"-\"0", None),
            ("0\"$ and a long text\"", None),
            ("#,##0.00;[Red]-#,##0.00", None),
            ("General", None),
        ] {
            assert_eq!(unit(code).as_deref(), found, "{code}");
        }
    }

    #[test]
    fn a_number_is_shown_by_its_format() {
        let shown = |format, epoch, text: &str| {
            Formats { of_styles: vec![format], units: BTreeMap::new(), epoch }.shown(text, 0)
        };
        for (format, text, read) in [
            (DAY, "46346", "2026-11-20"),
            (DAY, "46346.75", "2026-11-20"),
            (MOMENT, "46346.75", "2026-11-20 18:00:00"),
            (MOMENT, "46346.729861111111", "2026-11-20 17:31:00"),
            (MOMENT, "46346.999999999", "2026-11-21"),
            (MOMENT, "46346", "2026-11-20"),
            (DAY, "4.6346E4", "2026-11-20"),
            (DAY, "61", "1900-03-01"),
            (DAY, "2958465", "9999-12-31"),
            // Numbers that no program shows as a day.
            (DAY, "60", "60"),
            (DAY, "2958466", "2958466"),
            (DAY, "-1", "-1"),
            (DAY, "220000000001", "220000000001"),
            (DAY, "1E20", "100000000000000000000"),
            (Time, "0.75", "18:00:00"),
            (Time, "1.5", "1.5"),
            (Padded(5), "12", "00012"),
            (Padded(5), "1234567", "1234567"),
            (Padded(5), "1.5", "1.5"),
            (Percent, "0.3333", "33.33%"),
            (Number, "46346", "46346"),
        ] {
            assert_eq!(shown(format, Epoch::From1900, text), read, "{format:?} {text}");
        }
        for (text, read) in
            [("44884", "2026-11-20"), ("0", "1904-01-01"), ("2957003", "9999-12-31"), ("2957004", "2957004")]
        {
            assert_eq!(shown(DAY, Epoch::From1904, text), read, "{text}");
        }
        let none = Formats { of_styles: Vec::new(), units: BTreeMap::new(), epoch: Epoch::From1900 };
        assert_eq!(none.shown("46346", 7), "46346");
    }
}

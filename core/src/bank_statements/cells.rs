//! Parses amounts in the formats of banks.

use std::str::FromStr as _;

use rust_decimal::Decimal;

use super::LineProblem;
use crate::Money;

/// The character before decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Point,
    Comma,
}

/// The number format of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountFormat {
    style: Option<Style>,
    /// Whether some cells use a point before decimals and others a comma.
    is_mixed: bool,
}

/// Detects how a column writes amounts, from the cells that can be read in only one way.
pub fn detect_format<'a>(cells: impl Iterator<Item = &'a str>) -> AmountFormat {
    let mut found = AmountFormat { style: None, is_mixed: false };
    for style in cells.filter_map(|cell| style_of(&figures(cell)?.1)) {
        found.is_mixed |= found.style.is_some_and(|before| before != style);
        found.style = Some(style);
    }
    found
}

/// Parses an amount: `1,234.50`, `1.234,50`, `(12.00)`, `RM 12.00`, `12.00 CR`, `DR 12.00`, `12.00-`. Money that went
/// out is negative.
pub fn amount(cell: &str, column: AmountFormat) -> Result<Money, LineProblem> {
    let (is_negative, body) = figures(cell).ok_or(LineProblem::AmountUnknown)?;
    let style = match (style_of(&body), column.style.filter(|_| !column.is_mixed)) {
        (Some(style), _) | (None, Some(style)) => style,
        // No separator, or a comma before thousands, as is usual in Malaysia.
        (None, None) if !body.contains(['.', ',']) || !(column.is_mixed || body.contains('.')) => Style::Point,
        (None, None) => return Err(LineProblem::AmountUnclear),
    };
    let amount = read(&body, style).ok_or(LineProblem::AmountUnknown)?;
    Ok(if is_negative { Money::from_sen(-amount.sen()) } else { amount })
}

/// Splits a cell into its sign and its digits with their separators. The boolean is true for a negative amount.
fn figures(cell: &str) -> Option<(bool, String)> {
    let mut text: String = cell.chars().filter(|one| !one.is_whitespace()).collect::<String>().to_uppercase();
    text = text.replace(['\u{2212}', '\u{2013}'], "-");
    for (written, mark) in [("CREDIT", "CR"), ("KREDIT", "CR"), ("DEBIT", "DR"), ("(CR)", "CR"), ("(DR)", "DR")] {
        text = text.replace(written, mark);
    }
    // An apostrophe makes spreadsheet programs keep a figure as it is written.
    let text = text.trim_start_matches('\'');
    let text = text.strip_suffix('.').filter(|rest| rest.ends_with('R')).unwrap_or(text);
    let (mut body, mut is_negative) = (text, false);
    loop {
        let before = body;
        for word in ["RM", "MYR", "CR", "+"] {
            body = body.strip_prefix(word).unwrap_or(body);
        }
        for word in ["RM", "MYR", "CR", "+"] {
            body = body.strip_suffix(word).unwrap_or(body);
        }
        let minus = ["-", "DR"].iter().find_map(|mark| body.strip_prefix(mark).or_else(|| body.strip_suffix(mark)));
        let within = body.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        if let Some(rest) = minus.or(within) {
            // Two signs are a typing error.
            if is_negative {
                return None;
            }
            (body, is_negative) = (rest, true);
        }
        if body == before {
            break;
        }
    }
    let is_amount = body.starts_with(|one: char| one.is_ascii_digit() || one == '.')
        && body.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    (is_amount && body.bytes().any(|byte| byte.is_ascii_digit())).then(|| (is_negative, body.to_owned()))
}

/// Returns the character before decimals, if only one reading is possible.
fn style_of(body: &str) -> Option<Style> {
    let (points, commas) = (body.matches('.').count(), body.matches(',').count());
    let behind = body.rsplit(['.', ',']).next().map_or(0, str::len);
    match (points, commas) {
        (0, 0) => None,
        (1.., 1..) => Some(if body.rfind('.') > body.rfind(',') { Style::Point } else { Style::Comma }),
        (1, 0) => (behind != 3).then_some(Style::Point),
        (0, 1) => (behind != 3).then_some(Style::Comma),
        // A separator that occurs several times separates thousands.
        (_, 0) => Some(Style::Comma),
        (0, _) => Some(Style::Point),
    }
}

fn read(body: &str, style: Style) -> Option<Money> {
    let (decimal, thousand) = if style == Style::Point { ('.', ',') } else { (',', '.') };
    let (whole, fraction) = body.split_once(decimal).unwrap_or((body, ""));
    let is_grouped = whole.split(thousand).enumerate().all(|(place, group)| match place {
        0 => !group.is_empty() || !whole.contains(thousand),
        _ => group.len() == 3,
    }) && (!whole.contains(thousand)
        || whole.split(thousand).next().is_some_and(|first| first.len() <= 3));
    if !is_grouped || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = Decimal::from_str(&format!("0{}.{fraction}0", whole.replace(thousand, ""))).ok()?;
    let amount = Money::round(number).ok()?;
    // Workbooks store 12.3 as 12.300000000000001. A number that really has more than two decimals is not an amount.
    let rest = number.checked_sub(amount.decimal())?;
    (rest.abs() < Decimal::new(1, 6)).then_some(amount)
}

//! Reads a sheet that is a list which a user fills in: one row for each account, coding or number.

use super::{LIMITS, Sheet, SheetRow, read};
use crate::accounts::HiddenRows;
use crate::{Code, Problem};

/// Maximum groups of hidden rows that a refusal names.
const MAX_NAMED: usize = 10;

/// The rows of a list, each with its number in the workbook.
pub struct ListRows<const N: usize> {
    pub rows: Vec<(u32, [String; N])>,
    /// The numbers of those that are hidden.
    pub hidden: Vec<u32>,
}

/// Reads the first cells of each row, without rows of totals. `days` are the columns with days.
/// Fails with the codes of [`read`], [`Code::SheetRowsHidden`] if rows are hidden and no choice was made, and
/// [`Code::SheetHasFormula`] for a formula without a result.
pub fn rows<const N: usize>(file: &[u8], choice: Option<HiddenRows>, days: &[usize]) -> Result<ListRows<N>, Problem> {
    let mut sheet = read(file, N, &LIMITS)?;
    for column in days {
        sheet.write_days(*column);
    }
    let Sheet { mut rows, mut hidden, totals, formulas, .. } = sheet;
    // All numbers of rows are in ascending order.
    let is_in = |lines: &[u32], line| lines.binary_search(&line).is_ok();
    rows.retain(|row| !is_in(&totals, row.line));
    hidden.retain(|line| !is_in(&totals, *line));
    match choice {
        Some(HiddenRows::LeaveOut) => {
            rows.retain(|row| !is_in(&hidden, row.line));
            hidden.clear();
        }
        None if !hidden.is_empty() => {
            let refused = Problem::new(Code::SheetRowsHidden).with("count", hidden.len());
            return Err(refused.with("rows", named(&hidden)));
        }
        Some(HiddenRows::Include) | None => {}
    }
    let is_read = |line: u32| rows.binary_search_by_key(&line, |row| row.line).is_ok();
    if let Some((_, cell)) = formulas.into_iter().find(|(line, _)| is_read(*line)) {
        return Err(Problem::new(Code::SheetHasFormula).with("cell", cell));
    }
    let first = |SheetRow { line, cells }| {
        let mut cells = cells.into_iter();
        (line, std::array::from_fn(|_| cells.next().unwrap_or_default()))
    };
    Ok(ListRows { rows: rows.into_iter().map(first).collect(), hidden })
}

/// Names rows: `5, 9–12`.
fn named(lines: &[u32]) -> String {
    let groups = lines.chunk_by(|line, next| line + 1 == *next).map(|group| match *group {
        [first, .., last] => format!("{first}–{last}"),
        _ => group.iter().map(u32::to_string).collect(),
    });
    let mut groups: Vec<String> = groups.take(MAX_NAMED + 1).collect();
    if groups.len() > MAX_NAMED {
        "…".clone_into(&mut groups[MAX_NAMED]);
    }
    groups.join(", ")
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn neighbouring_rows_are_named_together() {
        for (lines, names) in [
            (&[][..], ""),
            (&[5][..], "5"),
            (&[5, 6][..], "5–6"),
            (&[2, 5, 6, 7, 9][..], "2, 5–7, 9"),
            (&[1, 3, 5, 7, 9, 11, 13, 15, 17, 19][..], "1, 3, 5, 7, 9, 11, 13, 15, 17, 19"),
            (&[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23][..], "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, …"),
        ] {
            assert_eq!(named(lines), names);
        }
    }
}

//! Writes a partly corrected list of accounts as a workbook, so that the user can continue in a spreadsheet program.

use super::write::write;
use crate::Language;
use crate::accounts::{TypedAccount, all_refusals};

/// Returns the name of the sheet in a workbook of accounts.
#[must_use]
pub const fn sheet_name(language: Language) -> &'static str {
    language.pick(["Accounts", "Akaun"])
}

/// Returns the column headings: the two columns that are read, and the errors of each row.
#[must_use]
pub const fn heading(language: Language) -> [&'static str; 3] {
    language.pick([
        ["Account number", "Reference ID", "Correction needed"],
        ["Nombor akaun", "ID rujukan", "Pembetulan diperlukan"],
    ])
}

/// Writes the accounts with their remaining errors in a third column. That column is ignored when the workbook is
/// uploaded again.
#[must_use]
pub fn corrected(accounts: &[TypedAccount<'_>], language: Language) -> Vec<u8> {
    let notes: Vec<String> = all_refusals(accounts.iter().copied())
        .into_iter()
        .map(|refused| refused.into_iter().flatten().map(|code| code.sentence(language)).collect::<Vec<_>>().join(" "))
        .collect();
    let rows = accounts.iter().zip(&notes).map(|(account, note)| [account.account_no, account.reference_id, note]);
    write(sheet_name(language), heading(language), [20, 24, 80], rows)
}

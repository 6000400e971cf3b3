//! A list as it was put right so far, as a workbook to go on with in a spreadsheet program.

use super::write::write;
use crate::Language;
use crate::accounts::{TypedAccount, all_refusals};

/// What the sheet of a workbook of accounts is called.
#[must_use]
pub const fn sheet_name(language: Language) -> &'static str {
    match language {
        Language::En => "Accounts",
        Language::Ms => "Akaun",
    }
}

/// What stands over its columns: the two that are read, and why a row cannot be taken.
#[must_use]
pub const fn heading(language: Language) -> [&'static str; 3] {
    match language {
        Language::En => ["Account number", "Reference ID", "Correction needed"],
        Language::Ms => ["Nombor akaun", "ID rujukan", "Pembetulan diperlukan"],
    }
}

/// The accounts with what is still wrong beside them, which is not read when the workbook is uploaded again.
#[must_use]
pub fn corrected(accounts: &[TypedAccount<'_>], language: Language) -> Vec<u8> {
    let notes: Vec<String> = all_refusals(accounts.iter().copied())
        .into_iter()
        .map(|refused| refused.into_iter().flatten().map(|code| code.sentence(language)).collect::<Vec<_>>().join(" "))
        .collect();
    let rows = accounts.iter().zip(&notes).map(|(account, note)| [account.account_no, account.reference_id, note]);
    write(sheet_name(language), heading(language), [20, 24, 80], rows)
}

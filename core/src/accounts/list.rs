//! Checks of a list of accounts to add, typed or from a workbook. Each row is checked by itself and against the rows
//! above (docs/domain/accounts.md#adding-accounts).

use std::collections::HashSet;

use crate::number::{AccountNo, ReferenceId};
use crate::typed::clean;
use crate::{Code, Problem};

wire! {
    /// A row of a workbook, or of the table in which users correct it.
    #[derive(Eq)]
    pub struct UploadedRow {
        /// The row's number in the workbook.
        pub line: u32,
        /// The account number as written.
        pub account_no: String,
        /// The customer's own name for the account, cut to 16 characters.
        pub reference_id: String,
        /// Whether the reference ID was cut.
        pub is_reference_cut: bool,
        /// Why the row cannot be added.
        pub refusal: Option<Code>,
    }

    /// The rows of a workbook.
    #[derive(Eq)]
    pub struct UploadedAccounts {
        /// Every row below the heading.
        pub rows: Vec<UploadedRow>,
        /// The number of rows that can be added.
        pub ok: u32,
        /// The number of rows that cannot be added.
        pub wrong: u32,
        /// The numbers of the rows that are hidden in the workbook.
        pub hidden: Vec<u32>,
    }

    /// What is done with the rows that a filter, a group or a user has hidden in a workbook.
    #[derive(Copy, Eq)]
    pub enum HiddenRows {
        /// They are read like the others.
        Include,
        /// They are not read.
        LeaveOut,
    }
}

/// An account number and a reference ID as typed.
#[derive(Debug, Clone, Copy)]
pub struct TypedAccount<'a> {
    /// The account number.
    pub account_no: &'a str,
    /// The reference ID; an empty text for none.
    pub reference_id: &'a str,
}

/// An account number and a reference ID after all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedAccount {
    /// The account number.
    pub account_no: AccountNo,
    /// The reference ID.
    pub reference_id: Option<ReferenceId>,
}

/// Returns why each row cannot be added: the number's form, a repeated number, or the reference ID.
pub fn refusals<'a>(rows: impl Iterator<Item = TypedAccount<'a>>) -> Vec<Option<Code>> {
    all_refusals(rows).into_iter().map(|[number, reference]| number.or(reference)).collect()
}

/// Returns for each row the problem of its number and the problem of its reference ID.
pub fn all_refusals<'a>(rows: impl Iterator<Item = TypedAccount<'a>>) -> Vec<[Option<Code>; 2]> {
    let mut seen: HashSet<AccountNo> = HashSet::new();
    rows.map(|row| {
        let of_number = match AccountNo::parse(row.account_no) {
            Err(code) => Some(code),
            Ok(number) => (!seen.insert(number)).then_some(Code::AccountRepeated),
        };
        [of_number, optional_reference(row.reference_id).err()]
    })
    .collect()
}

/// Checks typed accounts and returns them, or all their problems together.
/// Fails with a problem for each wrong row, at `accounts.3.accountNo` or `accounts.3.referenceId`.
pub fn check_accounts(rows: &[TypedAccount<'_>]) -> Result<Vec<CheckedAccount>, Problem> {
    let refused = all_refusals(rows.iter().copied());
    let wrong = refused.iter().enumerate().flat_map(|(place, [number, reference])| {
        [("accountNo", number), ("referenceId", reference)]
            .into_iter()
            .filter_map(move |(name, code)| Some((format!("accounts.{place}.{name}"), (*code)?.into())))
    });
    if let Some(problem) = Problem::of_fields(wrong.collect()) {
        return Err(problem);
    }
    let checked = rows.iter().map(|row| {
        let reference_id = optional_reference(row.reference_id)?;
        Ok(CheckedAccount { account_no: AccountNo::parse(row.account_no)?, reference_id })
    });
    checked.collect::<Result<_, Code>>().map_err(Problem::from)
}

/// Reads a reference ID; none for an empty text.
fn optional_reference(text: &str) -> Result<Option<ReferenceId>, Code> {
    if clean(text).is_empty() { Ok(None) } else { ReferenceId::parse(text).map(Some) }
}

/// Maximum length of a reference ID, in characters.
const MAX_REFERENCE_LENGTH: usize = 16;

/// Checks the rows of a workbook. The first two columns hold number and reference ID; a heading is optional. A
/// reference ID that is too long is cut. `hidden` are the numbers of the hidden rows.
#[must_use]
pub fn read_rows(rows: Vec<(u32, String, String)>, hidden: Vec<u32>) -> UploadedAccounts {
    let is_heading = |number: &str| !number.is_empty() && !number.bytes().any(|byte| byte.is_ascii_digit());
    let has_heading = rows.first().is_some_and(|(_, number, _)| is_heading(number));
    let mut rows: Vec<UploadedRow> = rows
        .into_iter()
        .skip(usize::from(has_heading))
        .map(|(line, account_no, written)| {
            let written = clean(&written);
            let kept: String = written.chars().take(MAX_REFERENCE_LENGTH).collect();
            let is_reference_cut = kept.len() < written.len();
            let reference_id = kept.trim_end().to_owned();
            UploadedRow { line, account_no, reference_id, is_reference_cut, refusal: None }
        })
        .collect();
    let typed = rows.iter().map(|row| TypedAccount { account_no: &row.account_no, reference_id: &row.reference_id });
    let refused = refusals(typed);
    let mut wrong = 0;
    for (row, code) in rows.iter_mut().zip(refused) {
        wrong += u32::from(code.is_some());
        row.refusal = code;
    }
    let ok = u32::try_from(rows.len()).unwrap_or(u32::MAX) - wrong;
    UploadedAccounts { rows, ok, wrong, hidden }
}

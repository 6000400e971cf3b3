//! A list of accounts to be taken, typed or from a workbook: every row is checked by itself and against the others
//! (docs/domain/accounts.md#adding-accounts).

use std::collections::HashSet;

use crate::number::{AccountNo, ReferenceId};
use crate::{Code, Problem};

wire! {
    /// A row of a workbook, or of the table in which it is put right.
    #[derive(Eq)]
    pub struct UploadedRow {
        /// Its number in the workbook.
        pub line: u32,
        /// The account, as written.
        pub account_no: String,
        /// The customer's own name for it, at most 16 characters of what was written.
        pub reference_id: String,
        /// Something was cut off the reference ID.
        pub is_reference_cut: bool,
        /// Why the row cannot be taken.
        pub refusal: Option<Code>,
    }

    /// What is in a workbook.
    #[derive(Eq)]
    pub struct UploadedAccounts {
        /// Every row under the heading.
        pub rows: Vec<UploadedRow>,
        /// How many can be taken.
        pub ok: u32,
        /// How many cannot.
        pub wrong: u32,
    }
}

/// An account and its reference ID, as typed.
#[derive(Debug, Clone, Copy)]
pub struct TypedAccount<'a> {
    /// The account.
    pub account_no: &'a str,
    /// Its reference ID; an empty text for none.
    pub reference_id: &'a str,
}

/// An account and its reference ID, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedAccount {
    /// The account.
    pub account_no: AccountNo,
    /// Its reference ID.
    pub reference_id: Option<ReferenceId>,
}

/// Why each row cannot be taken: its number's shape, that it stands further up already, or its reference ID.
pub fn refusals<'a>(rows: impl Iterator<Item = TypedAccount<'a>>) -> Vec<Option<Code>> {
    all_refusals(rows).into_iter().map(|[number, reference]| number.or(reference)).collect()
}

/// Everything that is wrong with each row: of its number, and of its reference ID.
pub fn all_refusals<'a>(rows: impl Iterator<Item = TypedAccount<'a>>) -> Vec<[Option<Code>; 2]> {
    let mut seen: HashSet<&str> = HashSet::new();
    rows.map(|row| {
        let number = row.account_no.trim();
        let of_number = match AccountNo::parse(number) {
            Err(code) => Some(code),
            Ok(_) if !seen.insert(number) => Some(Code::AccountRepeated),
            Ok(_) => None,
        };
        let reference = row.reference_id.trim();
        [of_number, if reference.is_empty() { None } else { ReferenceId::parse(reference).err() }]
    })
    .collect()
}

/// Checks typed accounts, all at once.
///
/// # Errors
/// Every wrong row: `accounts.3.accountNo` or `accounts.3.referenceId`.
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
        let reference = row.reference_id.trim();
        let reference_id = if reference.is_empty() { None } else { Some(ReferenceId::parse(reference)?) };
        Ok(CheckedAccount { account_no: AccountNo::parse(row.account_no)?, reference_id })
    });
    checked.collect::<Result<_, Code>>().map_err(Problem::from)
}

/// The most characters of a reference ID.
const MAX_REFERENCE_LENGTH: usize = 16;

/// Checks the rows of a workbook: number and reference ID in its first two columns, under a heading that may be missing.
/// What a reference ID has too much is taken off.
#[must_use]
pub fn read_rows(rows: Vec<(u32, String, String)>) -> UploadedAccounts {
    let is_heading = |number: &str| !number.is_empty() && !number.bytes().any(|byte| byte.is_ascii_digit());
    let has_heading = rows.first().is_some_and(|(_, number, _)| is_heading(number));
    let mut rows: Vec<UploadedRow> = rows
        .into_iter()
        .skip(usize::from(has_heading))
        .map(|(line, account_no, written)| {
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
    UploadedAccounts { rows, ok, wrong }
}

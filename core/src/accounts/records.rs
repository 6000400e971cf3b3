//! Compares a list of accounts with the utility's records, so that users see which rows can be added before they submit
//! it. For an account of another customer, the result is a single code that reveals neither its address nor its holder.

use super::{AccountError, NewAccount, TypedAccount, refusals};
use crate::Code;
use crate::number::BulkId;
use crate::typed::compact;

wire! {
    /// The state of a row in the list.
    #[derive(Copy, Eq, Hash)]
    pub enum RowState {
        /// The account can be added.
        Ok,
        /// The utility's records do not contain the account.
        NotKnown,
        /// The row has a mistake, or its account cannot be added in its current state.
        ToFix,
    }

    /// The number of rows in each state.
    #[derive(Copy, Eq, Default)]
    pub struct RowCounts {
        /// Rows that can be added.
        pub ok: i64,
        /// Rows whose account is not in the utility's records.
        pub not_known: i64,
        /// Rows that have a mistake, or whose account cannot be added in its current state.
        pub to_fix: i64,
    }

    /// A request to check a list of accounts as typed.
    pub struct CheckAccountsRequest {
        /// The bulk account to add them to. If it is missing, this is the caller's own, or a new bulk account.
        #[serde(default)]
        pub bulk_id: Option<BulkId>,
        pub accounts: Vec<NewAccount>,
    }

    /// A row that cannot be added.
    #[derive(Copy, Eq)]
    pub struct WrongRow {
        /// The row's index in the list, from 0.
        pub row: u32,
        /// The mistake in what was typed.
        pub refusal: Option<Code>,
        /// The error of the account in the utility's records.
        pub error_type: Option<AccountError>,
    }

    /// The result of checking a list.
    #[derive(Eq)]
    pub struct CheckedAccounts {
        /// The number of rows in each state.
        pub counts: RowCounts,
        /// The rows that cannot be added, in the order of the list.
        pub wrong: Vec<WrongRow>,
    }
}

impl RowState {
    /// Returns the state of a row from its mistake and its account's error. A mistake has to be fixed first, so it
    /// takes precedence.
    #[must_use]
    pub const fn of(refusal: Option<Code>, error: Option<AccountError>) -> Self {
        match (refusal, error) {
            (None, None) => Self::Ok,
            (None, Some(AccountError::NotFound)) => Self::NotKnown,
            _ => Self::ToFix,
        }
    }
}

impl RowCounts {
    /// Counts a row in this state.
    pub const fn add(&mut self, state: RowState) {
        match state {
            RowState::Ok => self.ok += 1,
            RowState::NotKnown => self.not_known += 1,
            RowState::ToFix => self.to_fix += 1,
        }
    }
}

impl AccountError {
    /// Returns why an account cannot be added. `active` is none if the records do not contain the account. `holder` is
    /// the bulk account that contains it. `own` is the bulk account to add it to, none for a new one.
    #[must_use]
    pub fn of(active: Option<bool>, holder: Option<&str>, own: Option<&str>) -> Option<Self> {
        match (active, holder) {
            (None, _) => Some(Self::NotFound),
            (_, Some(_)) if holder == own => Some(Self::Duplicate),
            (_, Some(_)) => Some(Self::BelongsToAnother),
            (Some(false), None) => Some(Self::Inactive),
            (Some(true), None) => None,
        }
    }
}

/// Checks every row by itself, against the other rows, and against the records. `error_of` looks up the records by
/// account number.
pub fn check_rows<'a>(
    rows: impl Iterator<Item = TypedAccount<'a>> + Clone,
    error_of: impl Fn(&str) -> Option<AccountError>,
) -> CheckedAccounts {
    let (mut counts, mut wrong) = (RowCounts::default(), Vec::new());
    for ((row, typed), refusal) in (0..).zip(rows.clone()).zip(refusals(rows)) {
        let error_type = if refusal.is_none() { error_of(&compact(typed.account_no)) } else { None };
        let state = RowState::of(refusal, error_type);
        counts.add(state);
        if state != RowState::Ok {
            wrong.push(WrongRow { row, refusal, error_type });
        }
    }
    CheckedAccounts { counts, wrong }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_state() {
        let rows = [
            ("210000000001", ""),
            ("210000000002", ""),
            ("2100", ""),
            (" 210000000001 ", ""),
            ("210000000003", "far more than sixteen letters"),
            ("210000000004", ""),
            ("210000000005", "Kilang"),
        ];
        let typed = rows.iter().map(|(account_no, reference_id)| TypedAccount { account_no, reference_id });
        let checked = check_rows(typed, |account_no| match account_no {
            "210000000002" => Some(AccountError::NotFound),
            "210000000004" => Some(AccountError::BelongsToAnother),
            _ => None,
        });
        assert_eq!(checked.counts, RowCounts { ok: 2, not_known: 1, to_fix: 4 });
        let wrong: Vec<_> = checked.wrong.iter().map(|one| (one.row, one.refusal, one.error_type)).collect();
        assert_eq!(
            wrong,
            [
                (1, None, Some(AccountError::NotFound)),
                (2, Some(Code::AccountNumberLength), None),
                (3, Some(Code::AccountRepeated), None),
                (4, Some(Code::ReferenceIdLength), None),
                (5, None, Some(AccountError::BelongsToAnother)),
            ]
        );
    }

    #[test]
    fn an_account_in_a_bulk_account_belongs_to_it_even_if_inactive() {
        let of = |active, holder| AccountError::of(active, holder, Some("3000000001"));
        assert_eq!(of(None, None), Some(AccountError::NotFound));
        assert_eq!(of(Some(true), None), None);
        assert_eq!(of(Some(false), None), Some(AccountError::Inactive));
        for active in [true, false] {
            assert_eq!(of(Some(active), Some("3000000001")), Some(AccountError::Duplicate));
            assert_eq!(of(Some(active), Some("3000000002")), Some(AccountError::BelongsToAnother));
            assert_eq!(AccountError::of(Some(active), Some("3000000002"), None), Some(AccountError::BelongsToAnother));
        }
    }
}

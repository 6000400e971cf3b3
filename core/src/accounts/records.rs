//! A list of accounts beside the utility's records: which of its rows can be added, told before anybody sends it. What it
//! says of an account of somebody else is one code: neither where it is nor whose.

use super::{AccountError, NewAccount, TypedAccount, refusals};
use crate::Code;
use crate::number::BulkId;

wire! {
    /// How a row of a list stands.
    #[derive(Copy, Eq, Hash)]
    pub enum RowState {
        /// It can be added.
        Ok,
        /// The utility's records do not have its account.
        NotKnown,
        /// It is written wrongly, or its account cannot be added as things stand.
        ToFix,
    }

    /// The rows of a list, counted by how they stand.
    #[derive(Copy, Eq, Default)]
    pub struct RowCounts {
        /// Can be added.
        pub ok: i64,
        /// The utility's records do not have them.
        pub not_known: i64,
        /// Written wrongly, or not to be added as things stand.
        pub to_fix: i64,
    }

    /// A list of accounts, as typed.
    pub struct CheckAccountsRequest {
        /// The bulk account that they are for; the own one or a new one, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bulk_id: Option<BulkId>,
        pub accounts: Vec<NewAccount>,
    }

    /// A row that cannot be added.
    #[derive(Copy, Eq)]
    pub struct WrongRow {
        /// Its place in the list, from 0.
        pub row: u32,
        /// How it is written wrongly.
        pub refusal: Option<Code>,
        /// What the records say against its account.
        pub error_type: Option<AccountError>,
    }

    /// A list beside the records.
    #[derive(Eq)]
    pub struct CheckedAccounts {
        /// All rows, counted.
        pub counts: RowCounts,
        /// Those that cannot be added, in their order.
        pub wrong: Vec<WrongRow>,
    }
}

impl RowState {
    /// How a row stands that is refused like that and whose account has that error. What is written wrongly is to be put
    /// right, whatever the records say.
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
    /// Counts one more.
    pub const fn add(&mut self, state: RowState) {
        match state {
            RowState::Ok => self.ok += 1,
            RowState::NotKnown => self.not_known += 1,
            RowState::ToFix => self.to_fix += 1,
        }
    }
}

impl AccountError {
    /// What stands against an account: `active` is none when the records do not have it, `holder` is the bulk account that
    /// it is in, `own` the one that it is to come into, or none for a new one.
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

/// Checks every row by itself, against the others and against the records, which are asked by number.
pub fn check_rows<'a>(
    rows: impl Iterator<Item = TypedAccount<'a>> + Clone,
    error_of: impl Fn(&str) -> Option<AccountError>,
) -> CheckedAccounts {
    let (mut counts, mut wrong) = (RowCounts::default(), Vec::new());
    for ((row, typed), refusal) in (0..).zip(rows.clone()).zip(refusals(rows)) {
        let error_type = if refusal.is_none() { error_of(typed.account_no.trim()) } else { None };
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
    fn rows_are_counted_by_how_they_stand() {
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
    fn an_account_in_a_bulk_account_is_somebodys_whether_it_is_supplied_or_not() {
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

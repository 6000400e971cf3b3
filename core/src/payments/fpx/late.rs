//! Decisions about late receipts: money that the bank took after the payment had ended, or took twice
//! (docs/domain/payments.md#late-receipts).

use crate::number::AccountNo;
use crate::{Code, Problem};

wire! {
    /// The use of a late receipt.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum LateWay {
        /// It pays the bills of its payment, which becomes paid.
        Bills,
        /// It is credited to an account of the bulk account.
        Account,
        /// It is refunded to the payer, outside of the portal.
        Refund,
    }
}

/// A decision about a late receipt, with the data that it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Pay the bills of the payment.
    Bills,
    /// Credit this account.
    Account(AccountNo),
    /// Refund the payer, under the bank's number of the refund.
    Refund(String),
}

/// Maximum length of a refund's number.
const MAX_REFERENCE_LENGTH: usize = 40;

impl Resolution {
    /// The use of the money, without its data.
    #[must_use]
    pub const fn way(&self) -> LateWay {
        match self {
            Self::Bills => LateWay::Bills,
            Self::Account(_) => LateWay::Account,
            Self::Refund(_) => LateWay::Refund,
        }
    }

    /// The account to credit.
    #[must_use]
    pub const fn account_no(&self) -> Option<&AccountNo> {
        match self {
            Self::Account(account_no) => Some(account_no),
            Self::Bills | Self::Refund(_) => None,
        }
    }

    /// The bank's number of the refund.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::Refund(reference) => Some(reference),
            Self::Bills | Self::Account(_) => None,
        }
    }
}

/// Checks an officer's decision. Returns the decision with the data that it needs, without other data.
/// Fails with [`Code::LateAccountUnknown`] at `accountNo`, [`Code::RefundReferenceWrong`] at `reference`.
pub fn check_resolution(
    way: LateWay,
    account_no: Option<AccountNo>,
    reference: Option<&str>,
) -> Result<Resolution, Problem> {
    match way {
        LateWay::Bills => Ok(Resolution::Bills),
        LateWay::Account => {
            account_no.map(Resolution::Account).ok_or_else(|| Problem::at("accountNo", Code::LateAccountUnknown))
        }
        LateWay::Refund => {
            let reference = reference.unwrap_or_default().trim();
            let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, ' ' | '-' | '/' | '.');
            if reference.is_empty() || reference.len() > MAX_REFERENCE_LENGTH || !reference.chars().all(is_sign) {
                return Err(Problem::at("reference", Code::RefundReferenceWrong));
            }
            Ok(Resolution::Refund(reference.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_destination_needs_its_own_fields() {
        let account = AccountNo::parse("210000000001").expect("an account");
        let check = |way, account_no: Option<&AccountNo>, reference| {
            check_resolution(way, account_no.cloned(), reference).map_err(|problem| problem.fields[0].1.code)
        };
        assert_eq!(check(LateWay::Bills, Some(&account), Some("R1")), Ok(Resolution::Bills));
        assert_eq!(check(LateWay::Account, Some(&account), None), Ok(Resolution::Account(account.clone())));
        assert_eq!(check(LateWay::Account, None, Some("R1")), Err(Code::LateAccountUnknown));
        assert_eq!(
            check(LateWay::Refund, None, Some(" GIRO-2026/11.5 ")),
            Ok(Resolution::Refund("GIRO-2026/11.5".into()))
        );
        for wrong in [None, Some(""), Some("  "), Some("a|b"), Some("x".repeat(41).as_str())] {
            assert_eq!(check(LateWay::Refund, Some(&account), wrong), Err(Code::RefundReferenceWrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_decision_has_the_data_of_its_own_way_only() {
        let account = AccountNo::parse("210000000001").expect("an account");
        let decisions = [Resolution::Bills, Resolution::Account(account.clone()), Resolution::Refund("R1".to_owned())];
        let told: Vec<_> = decisions.iter().map(|one| (one.way(), one.account_no(), one.reference())).collect();
        let expected = [
            (LateWay::Bills, None, None),
            (LateWay::Account, Some(&account), None),
            (LateWay::Refund, None, Some("R1")),
        ];
        assert_eq!(told, expected);
    }
}

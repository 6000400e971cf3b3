//! A deposit as the billing system delivers it.

use crate::number::AccountNo;
use crate::{Day, Money};

wire! {
    /// The form of a deposit.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum DepositKind {
        Cash,
        /// A bank's promise to pay. It may have a last day.
        BankGuarantee,
    }

    /// A deposit of an account.
    #[derive(Eq)]
    pub struct Deposit {
        /// The utility's number.
        pub deposit_no: String,
        pub account_no: AccountNo,
        pub kind: DepositKind,
        pub amount: Money,
        /// The first day on which the utility held it.
        pub since: Day,
        /// The last day of a guarantee; none if it has no end.
        pub until: Option<Day>,
        /// The bank of a guarantee.
        pub bank: Option<String>,
        /// The day on which the utility gave it back.
        pub returned_on: Option<Day>,
    }
}

/// Why a deposit of the feed is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepositError {
    /// The amount is zero or less.
    AmountNotPositive,
    /// Cash has a last day.
    CashHasNoEnd,
    /// Cash has a bank.
    CashHasNoBank,
    /// The last day is before the first.
    EndsBeforeItBegins,
    /// It was returned before the utility had it.
    ReturnedBeforeItBegins,
    /// The account is not in the account master.
    UnknownAccount,
    /// A stored deposit of this number is of another account.
    OtherAccount,
}

impl DepositKind {
    /// The words of the feed.
    pub const ALL: &[(&str, Self)] = &[("cash", Self::Cash), ("bankGuarantee", Self::BankGuarantee)];

    /// The word in the feed and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::BankGuarantee => "bankGuarantee",
        }
    }
}

impl Deposit {
    /// Checks the values of a row against each other. Fails with the first error.
    pub fn check(&self) -> Result<(), DepositError> {
        let is_cash = self.kind == DepositKind::Cash;
        let errors = [
            (!self.amount.is_positive(), DepositError::AmountNotPositive),
            (is_cash && self.until.is_some(), DepositError::CashHasNoEnd),
            (is_cash && self.bank.is_some(), DepositError::CashHasNoBank),
            (self.until.is_some_and(|until| until < self.since), DepositError::EndsBeforeItBegins),
            (self.returned_on.is_some_and(|day| day < self.since), DepositError::ReturnedBeforeItBegins),
        ];
        errors.into_iter().find(|(is_wrong, _)| *is_wrong).map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Whether the utility holds it on a day: it has begun, was not returned, and its guarantee has not ended.
    #[must_use]
    pub fn is_held(&self, day: Day) -> bool {
        self.since <= day
            && self.returned_on.is_none_or(|returned| returned > day)
            && self.until.is_none_or(|until| until >= day)
    }
}

impl DepositError {
    /// The column of the error.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::AmountNotPositive => "amount",
            Self::CashHasNoEnd | Self::EndsBeforeItBegins => "until",
            Self::CashHasNoBank => "bank",
            Self::ReturnedBeforeItBegins => "returnedOn",
            Self::UnknownAccount | Self::OtherAccount => "accountNo",
        }
    }

    /// The code of the error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AmountNotPositive => "amountNotPositive",
            Self::CashHasNoEnd => "cashHasNoEnd",
            Self::CashHasNoBank => "cashHasNoBank",
            Self::EndsBeforeItBegins => "endsBeforeItBegins",
            Self::ReturnedBeforeItBegins => "returnedBeforeItBegins",
            Self::UnknownAccount => "unknownAccount",
            Self::OtherAccount => "otherAccount",
        }
    }

    /// What is wrong, and what to do.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::AmountNotPositive => {
                "An amount is above zero. A deposit that was given back has a day in returnedOn."
            }
            Self::CashHasNoEnd => "Cash has no last day. Leave it empty, or name a bankGuarantee.",
            Self::CashHasNoBank => "Cash has no bank. Leave it empty, or name a bankGuarantee.",
            Self::EndsBeforeItBegins => "A guarantee cannot end before it begins.",
            Self::ReturnedBeforeItBegins => "A deposit cannot be given back before it begins.",
            Self::UnknownAccount => "This account is unknown. Import the file of accounts first.",
            Self::OtherAccount => "A deposit of this number is stored for another account. Numbers are not used again.",
        }
    }
}

//! Why a bill that is in no payment cannot be paid in the portal (docs/domain/bills.md#closed-bills).

use crate::payments::Status;
use crate::{Code, Money};

wire! {
    /// The reason for which a bill is closed for payment.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Closure {
        /// The utility closed it.
        Disabled,
        /// A part was paid outside the portal. The rest is paid there, too.
        PartlyPaid,
        /// The account's next bill says that it was paid. The utility has not delivered the payment.
        ReportedPaid,
        /// It was paid outside the portal.
        PaidElsewhere,
        /// A newer bill contains it, and is paid instead.
        Carried,
    }
}

narrowing!(Closure);

impl Closure {
    /// Returns why a bill without a payment of the portal is closed; none if it is open. `settled` is the amount that was
    /// paid elsewhere.
    #[must_use]
    pub fn of(total: Money, settled: Money, is_carried: bool, is_stopped: bool, is_reported: bool) -> Option<Self> {
        if is_carried {
            return Some(Self::Carried);
        }
        if settled.is_positive() {
            return Some(if settled >= total { Self::PaidElsewhere } else { Self::PartlyPaid });
        }
        if is_stopped {
            return Some(Self::Disabled);
        }
        is_reported.then_some(Self::ReportedPaid)
    }

    /// Whether a change tells webhooks that the bill was paid elsewhere (`true`) or is open again (`false`). None for a bill that a
    /// newer one contains now: it is owed with that, and not open.
    #[must_use]
    pub fn told(before: Option<Self>, now: Option<Self>) -> Option<bool> {
        let was_closed = matches!(before, Some(Self::PaidElsewhere | Self::Carried));
        match now {
            Some(Self::PaidElsewhere) => (before != now).then_some(true),
            Some(Self::Carried) => None,
            _ => was_closed.then_some(false),
        }
    }

    /// The name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::PartlyPaid => "partlyPaid",
            Self::ReportedPaid => "reportedPaid",
            Self::PaidElsewhere => "paidElsewhere",
            Self::Carried => "carried",
        }
    }

    /// The refusal of a payment.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Disabled => Code::BillPaymentDisabled,
            Self::PartlyPaid => Code::BillPartlyPaid,
            Self::ReportedPaid => Code::BillReportedPaid,
            Self::PaidElsewhere => Code::BillPaidElsewhere,
            Self::Carried => Code::BillCarried,
        }
    }

    /// The status of a bill that is closed for this reason. While a payment holds the bill, it has another status. Nothing is due of
    /// a carried bill, so it has the status of a paid bill in the contract, and its own state on screens.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Self::Disabled | Self::PartlyPaid | Self::ReportedPaid => Status::PaymentRequired,
            Self::PaidElsewhere | Self::Carried => Status::Paid,
        }
    }

    /// The contract's field `disablePayment`: whether an unpaid bill is closed.
    #[must_use]
    pub fn disables_payment(closed: Option<Self>) -> bool {
        closed.is_some_and(|closed| closed.status() != Status::Paid)
    }
}

#[cfg(test)]
mod tests {
    use super::Closure::{self, Carried, Disabled, PaidElsewhere, PartlyPaid};

    #[test]
    fn a_bill_that_a_newer_one_contains_is_not_open_again() {
        let told = |before: Option<Closure>, now: Option<Closure>| Closure::told(before, now);
        for before in [None, Some(PartlyPaid), Some(Carried)] {
            assert_eq!(told(before, Some(PaidElsewhere)), Some(true), "{before:?}");
        }
        assert_eq!(told(Some(PaidElsewhere), Some(PaidElsewhere)), None);
        assert_eq!(told(Some(PaidElsewhere), Some(Carried)), None);
        for before in [PaidElsewhere, Carried] {
            for now in [None, Some(PartlyPaid), Some(Disabled)] {
                assert_eq!(told(Some(before), now), Some(false), "{before:?} {now:?}");
            }
        }
        assert_eq!(told(None, Some(PartlyPaid)), None);
    }
}

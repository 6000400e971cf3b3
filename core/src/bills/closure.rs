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

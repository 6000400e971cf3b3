//! The state of a bill as users see it (docs/domain/bills.md#status-of-a-bill).

use super::Closure;
use crate::payments::Status;
use crate::{Day, Language, Money, Tone};

wire! {
    /// The state that a bill shows.
    #[derive(Copy, Eq)]
    pub enum BillState {
        /// The total is zero or a credit.
        NoActionRequired,
        /// The bill has to be paid; `1_ORANGE` after its due date.
        PaymentRequired,
        /// The bill is over 30 days past its due date; `1_RED`.
        PaymentOverdue,
        /// The bill has to be paid but has no due date. Shown as a dash.
        NoDueDate,
        /// The bill is in a payment, whose status is shown.
        InPayment(Status),
        /// The bill was paid outside the portal.
        PaidElsewhere,
        /// A newer bill contains the bill.
        Carried,
    }
}

/// Days past the due date after which a bill is overdue.
pub const OVERDUE_AFTER_DAYS: i64 = 30;

/// Returns the state of a bill of `amount` with due date `due`. `status` is that of its payment.
#[must_use]
pub fn bill_state(amount: Money, status: Status, closed: Option<Closure>, due: Option<Day>, today: Day) -> BillState {
    match closed.filter(|_| status == Status::Paid) {
        Some(Closure::Carried) => return BillState::Carried,
        Some(Closure::PaidElsewhere) => return BillState::PaidElsewhere,
        _ if !amount.is_positive() => return BillState::NoActionRequired,
        _ => {}
    }
    match (status, due) {
        (Status::PaymentRequired, None) => BillState::NoDueDate,
        (Status::PaymentRequired, Some(due)) if today.days_since(due) > OVERDUE_AFTER_DAYS => BillState::PaymentOverdue,
        (Status::PaymentRequired, Some(_)) => BillState::PaymentRequired,
        (status, _) => BillState::InPayment(status),
    }
}

/// A row with the fields that determine a bill's state.
#[cfg(feature = "schema")]
pub trait HasState {
    /// Returns the state on a day.
    fn state(&self, today: Day) -> BillState;
}

#[cfg(feature = "schema")]
impl HasState for super::Bill {
    fn state(&self, today: Day) -> BillState {
        bill_state(self.total_amount_payable, self.status, self.closed, self.due_date, today)
    }
}

#[cfg(feature = "schema")]
impl HasState for super::PastBill {
    fn state(&self, today: Day) -> BillState {
        self.bill.state(today)
    }
}

#[cfg(feature = "schema")]
impl BillState {
    /// The word for an exported bill, which is the word on its screen.
    #[must_use]
    pub fn exported(row: &impl HasState, to: crate::list::export::ExportReader) -> &'static str {
        row.state(to.today).word(to.language)
    }
}

impl BillState {
    /// The word that customers read.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::NoActionRequired => ["No Action Required", "Tiada Tindakan Diperlukan"],
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::PaymentOverdue => ["Payment Overdue", "Bayaran Tertunggak"],
            Self::NoDueDate => [crate::amount::MISSING; 2],
            Self::PaidElsewhere => ["Paid Elsewhere", "Dibayar di Tempat Lain"],
            Self::Carried => ["Carried Forward", "Dibawa ke Hadapan"],
            Self::InPayment(status) => return status.word_for_customers(language),
        };
        language.pick(words)
    }

    /// The tone on a day. Amber and red mean late; a bill that is not due yet is neutral.
    #[must_use]
    pub fn tone_on(self, due: Option<Day>, today: Day) -> Tone {
        match self {
            Self::PaymentRequired if due.is_some_and(|due| due < today) => Tone::Warning,
            Self::NoActionRequired | Self::NoDueDate | Self::PaymentRequired | Self::Carried => Tone::Neutral,
            Self::PaymentOverdue => Tone::Bad,
            Self::InPayment(status) => status.tone(),
            Self::PaidElsewhere => Status::Paid.tone(),
        }
    }
}

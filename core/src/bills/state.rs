//! How a bill's state reads (docs/domain/bills.md#status-of-a-bill).

use crate::payments::Status;
use crate::{Day, Language, Money, Tone};

wire! {
    /// What a bill's state is shown as.
    #[derive(Copy, Eq)]
    pub enum BillState {
        /// Nothing is due, or there is a credit.
        NoActionRequired,
        /// To be paid; `1_ORANGE` once its due date is past.
        PaymentRequired,
        /// Over 30 days past the due date; `1_RED`.
        PaymentOverdue,
        /// To be paid, with no due date: shown as a dash.
        NoDueDate,
        /// A payment holds it; that payment's status is shown.
        InPayment(Status),
    }
}

/// Days past the due date after which a bill is overdue.
pub const OVERDUE_AFTER_DAYS: i64 = 30;

/// The state of a bill that comes to `amount`, whose payment stands at `status`, due on `due`.
#[must_use]
pub fn bill_state(amount: Money, status: Status, due: Option<Day>, today: Day) -> BillState {
    if !amount.is_positive() {
        return BillState::NoActionRequired;
    }
    match (status, due) {
        (Status::PaymentRequired, None) => BillState::NoDueDate,
        (Status::PaymentRequired, Some(due)) if today.days_since(due) > OVERDUE_AFTER_DAYS => BillState::PaymentOverdue,
        (Status::PaymentRequired, Some(_)) => BillState::PaymentRequired,
        (status, _) => BillState::InPayment(status),
    }
}

/// A row that shows a bill's state.
#[cfg(feature = "schema")]
pub trait HasState {
    /// On that day.
    fn state(&self, today: Day) -> BillState;
}

#[cfg(feature = "schema")]
impl HasState for super::Bill {
    fn state(&self, today: Day) -> BillState {
        bill_state(self.total_amount_payable, self.status, self.due_date, today)
    }
}

#[cfg(feature = "schema")]
impl HasState for super::PastBill {
    fn state(&self, today: Day) -> BillState {
        bill_state(self.total_amount_payable, self.status, self.due_date, today)
    }
}

#[cfg(feature = "schema")]
impl BillState {
    /// The word of a bill of a list, as its screen has it.
    #[must_use]
    pub fn exported(row: &impl HasState, to: crate::list::export::Reader) -> &'static str {
        row.state(to.today).word(to.language)
    }
}

impl BillState {
    /// The word for customers.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::NoActionRequired => ["No Action Required", "Tiada Tindakan Diperlukan"],
            Self::PaymentRequired => ["Payment Required", "Bayaran Diperlukan"],
            Self::PaymentOverdue => ["Payment Overdue", "Bayaran Tertunggak"],
            Self::NoDueDate => [crate::amount::MISSING; 2],
            Self::InPayment(status) => return status.word_for_customers(language),
        };
        language.pick(words)
    }

    /// How it looks on a day. Amber and red mean late: a bill that is not due yet has no mark.
    #[must_use]
    pub fn tone_on(self, due: Option<Day>, today: Day) -> Tone {
        match self {
            Self::PaymentRequired if due.is_some_and(|due| due < today) => Tone::Warning,
            Self::NoActionRequired | Self::NoDueDate | Self::PaymentRequired => Tone::Neutral,
            Self::PaymentOverdue => Tone::Bad,
            Self::InPayment(status) => status.tone(),
        }
    }
}

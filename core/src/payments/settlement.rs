//! The figures of a payment: billed, received, missing and in excess, and the kind of document that its page is. Money
//! counts as received only once staff or the bank have established that it arrived.

use super::{ReconcileKind, Status, StatusGroup};
use crate::{Code, Language, Money};

wire! {
    /// The kind of document that a payment's page is, printed or on the screen.
    #[derive(Copy, Eq)]
    pub enum Document {
        /// The money was received and posted.
        Receipt,
        /// The payment is in progress, or awaits the customer or the utility.
        Advice,
        /// The payment failed or was declined.
        Summary,
    }

    /// The figures of a payment.
    #[derive(Copy, Eq)]
    pub struct Settlement {
        /// The kind of document that shows them.
        pub document: Document,
        /// The sum of the payment's items when it was made.
        pub billed: Money,
        /// The amount known to have arrived. None if staff have not checked yet, or if nothing arrived.
        pub received: Option<Money>,
        /// The amount that the customer still has to pay.
        pub missing: Option<Money>,
        /// The amount received in excess of the billed amount.
        pub excess: Option<Money>,
        /// The single figure to show for the payment now: the missing amount, the excess, the amount received, or else
        /// the amount billed.
        pub figure: Money,
    }
}

wire! {
    /// The meaning of an amount on a payment's document.
    #[derive(Copy, Eq)]
    pub enum AmountKind {
        /// The amount to pay.
        Amount,
        Billed,
        /// The amount received in full.
        Received,
        /// The amount received so far, before the payment is posted.
        ReceivedSoFar,
        Missing,
        Excess,
        /// An overpayment that was credited to an account.
        Credited,
    }

    /// A line of a payment's document.
    #[derive(Copy, Eq)]
    pub struct AmountLine {
        pub kind: AmountKind,
        pub amount: Money,
    }
}

impl Settlement {
    /// Returns the lines for a payment at `status`: billed and received first, the amount that the document is about
    /// last.
    #[must_use]
    pub fn lines(&self, status: Status) -> Vec<AmountLine> {
        use AmountKind::{Amount, Billed, Credited, Excess, Missing, Received, ReceivedSoFar};
        let billed = Some(self.billed);
        let lines = match (self.document, self.missing, self.excess) {
            (Document::Receipt, _, None) => vec![(Received, self.received)],
            (Document::Receipt, _, excess) => vec![(Billed, billed), (Credited, excess), (Received, self.received)],
            (_, Some(missing), _) => vec![(Billed, billed), (ReceivedSoFar, self.received), (Missing, Some(missing))],
            (_, None, Some(excess)) if status == Status::OverpayPending => {
                vec![(Billed, billed), (ReceivedSoFar, self.received), (Excess, Some(excess))]
            }
            _ => vec![(ReceivedSoFar, self.received), (Amount, billed)],
        };
        lines.into_iter().filter_map(|(kind, amount)| Some(AmountLine { kind, amount: amount? })).collect()
    }
}

#[cfg(feature = "schema")]
impl Settlement {
    /// Returns the amount received for an exported row of a list, as the receipt shows it. A paid payment counts as
    /// received in full, even if staff first found too little.
    #[must_use]
    pub fn exported(row: &super::Transaction, _: crate::list::export::ExportReader) -> Option<Money> {
        let billed = row.transaction_amount;
        let asked = row.paid_amount.map(|found| super::difference(billed, found, &[])).transpose();
        compute_settlement(row.status, billed, asked.ok()?).ok()?.received
    }
}

impl Document {
    /// The kind of document for a payment in this status.
    #[must_use]
    pub const fn of(status: Status) -> Self {
        match status.group() {
            StatusGroup::Paid => Self::Receipt,
            StatusGroup::ActionRequired | StatusGroup::Processing => Self::Advice,
            StatusGroup::PaymentRequired | StatusGroup::Declined | StatusGroup::Failed => Self::Summary,
        }
    }

    /// Its title.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        let titles = match self {
            Self::Receipt => ["Receipt", "Resit"],
            Self::Advice => ["Payment advice", "Makluman pembayaran"],
            Self::Summary => ["Payment summary", "Ringkasan pembayaran"],
        };
        language.pick(titles)
    }
}

/// Returns the figures of a payment of `billed` at `status`. `asked` is the reconciliation that was requested last.
/// Fails with [`Code::AmountTooLarge`] on overflow.
pub fn compute_settlement(
    status: Status,
    billed: Money,
    asked: Option<(ReconcileKind, Money)>,
) -> Result<Settlement, Code> {
    let found = match asked {
        Some((ReconcileKind::Insufficient, missing)) => Some(billed.minus(missing)?),
        Some((ReconcileKind::Overpayment, excess)) => Some(billed.plus(excess)?),
        None => None,
    };
    let excess = match asked {
        Some((ReconcileKind::Overpayment, excess)) => Some(excess),
        _ => None,
    };
    let received = match status {
        // After the acceptance, a missing amount has arrived too.
        Status::Processing | Status::Paid => Some(billed.plus(excess.unwrap_or(Money::ZERO))?),
        // Only the amount that staff have found so far.
        Status::PendingApproval | Status::OverpayPending | Status::InsufficientPending | Status::Declined => found,
        Status::PaymentRequired
        | Status::Failed
        | Status::PaymentInitiated
        | Status::FpxPending
        | Status::FpxDeclined => None,
    };
    let missing = match (status, asked) {
        (Status::InsufficientPending, Some((ReconcileKind::Insufficient, missing))) => Some(missing),
        _ => None,
    };
    let figure = match status {
        Status::InsufficientPending => missing,
        Status::OverpayPending => excess,
        Status::Processing | Status::Paid => received,
        _ => None,
    };
    let figure = figure.unwrap_or(billed);
    Ok(Settlement { document: Document::of(status), billed, received, missing, excess, figure })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    #[test]
    fn the_last_line_is_the_figure_of_the_document() {
        let (billed, kinds) = (money("97069.45"), [ReconcileKind::Insufficient, ReconcileKind::Overpayment]);
        let asked = kinds.into_iter().map(|kind| Some((kind, money("1000.05")))).chain([None]);
        for (status, asked) in asked.flat_map(|asked| Status::ALL.iter().map(move |&status| (status, asked))) {
            let settlement = compute_settlement(status, billed, asked).unwrap();
            let lines = settlement.lines(status);
            let last = lines.last().unwrap();
            let expected = if settlement.document == Document::Advice && status == Status::Processing {
                // Until the payment is posted, the advice is about the billed amount.
                billed
            } else {
                settlement.figure
            };
            assert_eq!(last.amount, expected, "{status:?} {asked:?}");
            let is_received = lines.iter().any(|line| line.kind == AmountKind::Received);
            assert_eq!(is_received, status == Status::Paid, "money is shown as received only once the payment is paid");
        }
    }

    #[test]
    fn a_full_overpayment_is_an_excess_only_until_its_account_is_chosen() {
        let billed = money("100.00");
        let last = |status| {
            let settlement = compute_settlement(status, billed, Some((ReconcileKind::Overpayment, billed))).unwrap();
            settlement.lines(status).last().map(|line| line.kind)
        };
        assert_eq!(last(Status::OverpayPending), Some(AmountKind::Excess));
        assert_eq!(last(Status::PendingApproval), Some(AmountKind::Amount));
        assert_eq!(last(Status::Declined), Some(AmountKind::Amount));
        assert_eq!(last(Status::Paid), Some(AmountKind::Received));
    }

    /// Document, received, missing, excess, figure.
    type SettlementCase = (Document, Option<&'static str>, Option<&'static str>, Option<&'static str>, &'static str);

    fn assert_all(asked: Option<(ReconcileKind, Money)>, expected: &[SettlementCase; 11]) {
        let billed = money("97069.45");
        for (&status, (document, received, missing, excess, figure)) in Status::ALL.iter().zip(expected.iter().copied())
        {
            let expected = Settlement {
                document,
                billed,
                received: received.map(money),
                missing: missing.map(money),
                excess: excess.map(money),
                figure: money(figure),
            };
            assert_eq!(compute_settlement(status, billed, asked), Ok(expected), "{status:?}");
        }
    }

    #[test]
    fn without_a_reconciliation_money_is_received_once_it_was_accepted_or_confirmed() {
        use Document::{Advice, Receipt, Summary};
        let billed = "97069.45";
        let open = |document| (document, None, None, None, billed);
        assert_all(
            None,
            &[
                open(Summary),
                open(Advice),
                (Advice, Some(billed), None, None, billed),
                (Receipt, Some(billed), None, None, billed),
                open(Summary),
                open(Summary),
                open(Advice),
                open(Advice),
                open(Advice),
                open(Advice),
                open(Summary),
            ],
        );
    }

    #[test]
    fn a_short_payment_shows_the_missing_amount_until_it_is_sent() {
        use Document::{Advice, Receipt, Summary};
        let (billed, found, missing) = ("97069.45", Some("1234.50"), Some("95834.95"));
        let none = |document| (document, None, None, None, billed);
        assert_all(
            Some((ReconcileKind::Insufficient, money("95834.95"))),
            &[
                none(Summary),
                // The difference was sent, and staff have not checked it yet.
                (Advice, found, None, None, billed),
                (Advice, Some(billed), None, None, billed),
                (Receipt, Some(billed), None, None, billed),
                none(Summary),
                (Summary, found, None, None, billed),
                (Advice, found, None, None, billed),
                (Advice, found, missing, None, "95834.95"),
                none(Advice),
                none(Advice),
                none(Summary),
            ],
        );
    }

    #[test]
    fn an_overpayment_counts_as_received_in_full() {
        use Document::{Advice, Receipt, Summary};
        let (billed, whole, excess) = ("97069.45", Some("97100.00"), Some("30.55"));
        let none = |document| (document, None, None, excess, billed);
        assert_all(
            Some((ReconcileKind::Overpayment, money("30.55"))),
            &[
                none(Summary),
                (Advice, whole, None, excess, billed),
                (Advice, whole, None, excess, "97100.00"),
                (Receipt, whole, None, excess, "97100.00"),
                none(Summary),
                (Summary, whole, None, excess, billed),
                (Advice, whole, None, excess, "30.55"),
                (Advice, whole, None, excess, billed),
                none(Advice),
                none(Advice),
                none(Summary),
            ],
        );
    }

    #[test]
    fn only_posted_payments_have_a_receipt() {
        for &status in Status::ALL {
            assert_eq!(Document::of(status) == Document::Receipt, status == Status::Paid, "{status:?}");
        }
        assert_eq!(Document::of(Status::Declined).title(Language::Ms), "Ringkasan pembayaran");
    }
}

//! Due dates by week, and what a bulk account owes on a given day (docs/domain/bills.md#calendar).

use super::{BillState, Figure, Standing, batch_colour, bill_state};
use crate::number::BatchId;
use crate::payments::Status;
use crate::{Code, Day, Instant, Language, Money, Tone};

/// Days before the due date at which customers who can pay receive a reminder, the earliest reminder first.
pub const REMINDER_DAYS: [i64; 2] = [7, 1];

/// A reminder to send on a day, and the range of due dates that it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueReminder {
    /// The reminder covers bills that are due in at most this number of days.
    pub days: i64,
    /// The first due date covered.
    pub from: Day,
    /// The last due date covered.
    pub to: Day,
}

/// Returns the reminders to send on a day. For each due date there are two: the first seven days before, or as soon as
/// the bills exist, the second on the day before.
pub fn due_reminders(today: Day) -> impl Iterator<Item = DueReminder> {
    REMINDER_DAYS.iter().enumerate().map(move |(place, days)| {
        let nearer = REMINDER_DAYS.get(place + 1).map_or(0, |nearer| nearer + 1);
        DueReminder { days: *days, from: today.plus_days(nearer), to: today.plus_days(*days) }
    })
}

wire! {
    /// Unpaid bills of a batch with the same due date and the same standing.
    pub struct DueBills {
        pub bill_batch_id: BatchId,
        pub extraction_date: Day,
        pub due_date: Option<Day>,
        pub standing: Standing,
        pub bills: i64,
        pub amount: Money,
    }

    /// The unpaid amounts of a bulk account by due date.
    pub struct DueCalendar {
        /// Sorted by due date; bills without a due date come last.
        pub due: Vec<DueBills>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The figures of a bulk account on a given day, if until then no bill is paid and no new bill arrives.
    pub struct DueOn {
        /// Bills that can be paid.
        pub payable: Figure,
        /// Of these, bills over 30 days past the due date.
        pub overdue: Figure,
        /// Of these, bills past the due date and not overdue.
        pub past_due: Figure,
        /// Bills in payments that are in progress.
        pub in_payment: Figure,
        /// Bills with an amount due that cannot be paid in the portal.
        pub not_payable: Figure,
        /// Bills whose total is zero or a credit.
        pub credit: Figure,
        /// Earliest week first; bills without a due date come last.
        pub weeks: Vec<DueWeek>,
        /// The payable amount of each week with due bills, earliest week first.
        pub bars: Vec<DueBar>,
        /// The batches with unpaid bills, ordered by their earliest due date.
        pub batches: Vec<BatchOn>,
    }

    /// The bills of a week (Monday to Sunday) that have the same state. A week that is only partly overdue appears
    /// twice.
    pub struct DueWeek {
        /// The days of the week that the entry covers; none for bills without a due date.
        pub days: Option<DueDays>,
        /// The word for the state of a bill in this week.
        pub state: String,
        pub tone: Tone,
        /// The bills that can be paid.
        pub payable: Figure,
        /// The bills in payments that are in progress.
        pub in_payment: Figure,
    }

    /// The payable amount of a week, by how late it is.
    pub struct DueBar {
        /// The Monday and the Sunday of the week.
        pub days: DueDays,
        /// Over 30 days past the due date.
        pub overdue: Figure,
        /// Past the due date and not overdue.
        pub past_due: Figure,
        /// Due on the given day or later.
        pub upcoming: Figure,
    }

    /// A range of days within a week.
    #[derive(Copy, Eq)]
    pub struct DueDays {
        /// The Monday, or the first day that is not overdue.
        pub from: Day,
        /// The Sunday, or the last day that is overdue.
        pub to: Day,
    }

    /// A batch with the same label that its list shows.
    pub struct BatchOn {
        pub bill_batch_id: BatchId,
        pub extraction_date: Day,
        /// The tone of its colour.
        pub tone: Tone,
        /// The word next to the colour; none for the normal case.
        pub word: Option<String>,
        /// Days since the extraction.
        pub days: i64,
        /// The number of unpaid bills.
        pub bills: i64,
        /// The bills that can be paid.
        pub payable: Figure,
    }
}

/// Returns the figures as of a day. `due` must be sorted like [`DueCalendar::due`].
/// Fails with [`Code::AmountTooLarge`] on overflow.
pub fn due_summary(due: &[DueBills], day: Day, language: Language) -> Result<DueOn, Code> {
    let none = Figure { bills: 0, amount: Money::ZERO };
    let mut on = DueOn {
        payable: none,
        overdue: none,
        past_due: none,
        in_payment: none,
        not_payable: none,
        credit: none,
        weeks: Vec::new(),
        bars: Vec::new(),
        batches: Vec::new(),
    };
    for bills in due.iter().filter(|bills| bills.standing != Standing::Paid) {
        let sum = match bills.standing {
            Standing::Payable => &mut on.payable,
            Standing::InPayment => &mut on.in_payment,
            Standing::NotPayable => &mut on.not_payable,
            Standing::Credit | Standing::Paid => &mut on.credit,
        };
        sum.add(bills)?;
        let at = on.batches.iter().position(|batch| batch.bill_batch_id == bills.bill_batch_id);
        let at = at.unwrap_or_else(|| {
            on.batches.push(BatchOn {
                bill_batch_id: bills.bill_batch_id.clone(),
                extraction_date: bills.extraction_date,
                tone: batch_colour(bills.extraction_date, day).tone(),
                word: batch_colour(bills.extraction_date, day).word(language).map(str::to_owned),
                days: day.days_since(bills.extraction_date),
                bills: 0,
                payable: none,
            });
            on.batches.len() - 1
        });
        on.batches[at].bills += bills.bills;
        let is_payable = bills.standing == Standing::Payable;
        if !is_payable && bills.standing != Standing::InPayment {
            continue;
        }
        // A bill in a payment keeps its due date, in case the payment fails.
        let state = bill_state(Money::from_sen(1), Status::PaymentRequired, None, bills.due_date, day);
        let days = bills.due_date.map(|due| DueDays::around(due, state, day));
        if on.weeks.last().is_none_or(|week| week.days != days) {
            let (state, tone) = (state.word(language).to_owned(), state.tone_on(bills.due_date, day));
            on.weeks.push(DueWeek { days, state, tone, payable: none, in_payment: none });
        }
        let week = on.weeks.len() - 1;
        if !is_payable {
            on.weeks[week].in_payment.add(bills)?;
            continue;
        }
        on.weeks[week].payable.add(bills)?;
        on.batches[at].payable.add(bills)?;
        let is_overdue = state == BillState::PaymentOverdue;
        let is_past_due = !is_overdue && bills.due_date.is_some_and(|due| due < day);
        if is_overdue {
            on.overdue.add(bills)?;
        } else if is_past_due {
            on.past_due.add(bills)?;
        }
        let Some(from) = bills.due_date.map(Day::week_begins) else { continue };
        if on.bars.last().is_none_or(|bar| bar.days.from != from) {
            let days = DueDays { from, to: from.plus_days(6) };
            on.bars.push(DueBar { days, overdue: none, past_due: none, upcoming: none });
        }
        let bar = on.bars.len() - 1;
        let part = match &mut on.bars[bar] {
            bar if is_overdue => &mut bar.overdue,
            bar if is_past_due => &mut bar.past_due,
            bar => &mut bar.upcoming,
        };
        part.add(bills)?;
    }
    Ok(on)
}

impl Figure {
    pub(super) fn add(&mut self, bills: &DueBills) -> Result<(), Code> {
        self.bills += bills.bills;
        self.amount = self.amount.plus(bills.amount)?;
        Ok(())
    }
}

impl DueDays {
    /// Returns the days in the week of `due` on which a bill has the same state on `day`.
    fn around(due: Day, state: BillState, day: Day) -> Self {
        let monday = due.week_begins();
        let sunday = monday.plus_days(6);
        let last_overdue = day.plus_days(-super::OVERDUE_AFTER_DAYS - 1);
        if state == BillState::PaymentOverdue {
            Self { from: monday, to: sunday.min(last_overdue) }
        } else {
            Self { from: monday.max(last_overdue.plus_days(1)), to: sunday }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn every_due_date_of_the_next_week_has_one_reminder() {
        let today = day("2026-11-20");
        let spans: Vec<_> = due_reminders(today).map(|one| (one.days, one.from, one.to)).collect();
        assert_eq!(spans, [(7, day("2026-11-22"), day("2026-11-27")), (1, today, day("2026-11-21"))]);
    }

    fn some_bills() -> impl Strategy<Value = Vec<DueBills>> {
        let standing =
            prop::sample::select(vec![Standing::Payable, Standing::InPayment, Standing::NotPayable, Standing::Credit]);
        let one = (0_i64..5, prop::option::of(-90_i64..60), standing, 1_i64..50, 1_i64..1_000_000);
        prop::collection::vec(one, 0..40).prop_map(|all| {
            let start = day("2026-11-20");
            let mut due: Vec<DueBills> = all
                .into_iter()
                .map(|(batch, due, standing, bills, sen)| DueBills {
                    bill_batch_id: BatchId::parse(&format!("280000000{batch}")).expect("a batch"),
                    extraction_date: start.plus_days(-batch * 14),
                    due_date: due.map(|days| start.plus_days(days)),
                    standing,
                    bills,
                    amount: Money::from_sen(if standing == Standing::Credit { -sen } else { sen }),
                })
                .collect();
            due.sort_by_key(|bills| (bills.due_date.is_none(), bills.due_date));
            due
        })
    }

    proptest! {
        #[test]
        fn each_bill_is_in_one_week_and_one_sum(due in some_bills(), later in 0_i64..120) {
            let day = day("2026-11-20").plus_days(later);
            let on = due_summary(&due, day, Language::En).expect("small amounts");
            let sum = |standing: Standing| {
                let of = due.iter().filter(|bills| bills.standing == standing);
                of.fold((0, 0), |(bills, sen), one| (bills + one.bills, sen + one.amount.sen()))
            };
            let said = |figure: Figure| (figure.bills, figure.amount.sen());
            prop_assert_eq!(said(on.payable), sum(Standing::Payable));
            prop_assert_eq!(said(on.in_payment), sum(Standing::InPayment));
            prop_assert_eq!(said(on.not_payable), sum(Standing::NotPayable));
            prop_assert_eq!(said(on.credit), sum(Standing::Credit));
            let added = |figures: Vec<Figure>| {
                figures.into_iter().fold((0, 0), |(bills, sen), one| (bills + one.bills, sen + one.amount.sen()))
            };
            prop_assert_eq!(added(on.weeks.iter().map(|week| week.payable).collect()), sum(Standing::Payable));
            prop_assert_eq!(added(on.weeks.iter().map(|week| week.in_payment).collect()), sum(Standing::InPayment));
            prop_assert_eq!(added(on.batches.iter().map(|batch| batch.payable).collect()), sum(Standing::Payable));
            let overdue = on.weeks.iter().filter(|week| week.tone == Tone::Bad);
            prop_assert_eq!(added(overdue.map(|week| week.payable).collect()), said(on.overdue));
            prop_assert_eq!(added(on.bars.iter().map(|bar| bar.overdue).collect()), said(on.overdue));
            prop_assert_eq!(added(on.bars.iter().map(|bar| bar.past_due).collect()), said(on.past_due));
            let dated = due.iter().filter(|one| one.standing == Standing::Payable);
            let dated = dated.filter(|one| one.due_date.is_some_and(|due| due >= day));
            let dated = dated.fold((0, 0), |(bills, sen), one| (bills + one.bills, sen + one.amount.sen()));
            prop_assert_eq!(added(on.bars.iter().map(|bar| bar.upcoming).collect()), dated);
            for bar in &on.bars {
                let days = bar.days;
                prop_assert_eq!((days.from.week_begins(), days.to), (days.from, days.from.plus_days(6)));
            }
            prop_assert!(on.bars.windows(2).all(|pair| pair[0].days.to < pair[1].days.from));
        }

        #[test]
        fn weeks_are_consecutive_and_contain_their_due_bills(due in some_bills(), later in 0_i64..120) {
            let on_day = day("2026-11-20").plus_days(later);
            let on = due_summary(&due, on_day, Language::En).expect("small amounts");
            for pair in on.weeks.windows(2) {
                if let (Some(one), Some(next)) = (pair[0].days, pair[1].days) {
                    prop_assert!(one.to < next.from);
                }
                prop_assert!(pair[0].days.is_some());
            }
            for week in on.weeks.iter().filter_map(|week| week.days) {
                prop_assert!(week.from <= week.to && week.to.days_since(week.from) < 7);
            }
            // Each bill has the same state as in the list of that day.
            for bills in due.iter().filter(|bills| bills.standing == Standing::Payable) {
                let state = bill_state(bills.amount, Status::PaymentRequired, None, bills.due_date, on_day);
                let within = |days: DueDays| bills.due_date.is_some_and(|due| days.from <= due && due <= days.to);
                let found = on.weeks.iter().filter(|week| week.days.map_or(bills.due_date.is_none(), within));
                let states: Vec<_> = found.map(|week| week.state.as_str()).collect();
                prop_assert_eq!(states, vec![state.word(Language::En)]);
            }
        }
    }
}

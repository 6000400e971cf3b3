//! What falls due, week by week, and how it stands on a day (docs/domain/bills.md#calendar).

use super::{BillState, Figure, Standing, batch_colour, bill_state};
use crate::number::BatchId;
use crate::payments::Status;
use crate::{Code, Day, Instant, Language, Money, Tone};

/// So many days before bills fall due, those who pay are reminded of them; the farthest first.
pub const REMINDER_DAYS: [i64; 2] = [7, 1];

/// A reminder that is given on a day, and the due dates of the bills that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueReminder {
    /// So many days before, at most.
    pub days: i64,
    /// The first of the due dates.
    pub from: Day,
    /// The last.
    pub to: Day,
}

/// The reminders of a day. Each is given once for a due date: seven days before it, or as soon as the bills are there, and once
/// more on its eve.
pub fn due_reminders(today: Day) -> impl Iterator<Item = DueReminder> {
    REMINDER_DAYS.iter().enumerate().map(move |(place, days)| {
        let nearer = REMINDER_DAYS.get(place + 1).map_or(0, |nearer| nearer + 1);
        DueReminder { days: *days, from: today.plus_days(nearer), to: today.plus_days(*days) }
    })
}

wire! {
    /// Unpaid bills of a batch that are due on the same day and stand alike.
    pub struct DueBills {
        pub bill_batch_id: BatchId,
        /// When the utility extracted them.
        pub extraction_date: Day,
        pub due_date: Option<Day>,
        pub standing: Standing,
        pub bills: i64,
        pub amount: Money,
    }

    /// What a bulk account has not paid, by when it is due.
    pub struct DueCalendar {
        /// The earliest due date first, what has none last.
        pub due: Vec<DueBills>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// How a bulk account stands on a day, if nothing is paid and no bill comes until then.
    pub struct DueOn {
        /// What can be paid.
        pub payable: Figure,
        /// Over 30 days past the due date, of what can be paid.
        pub overdue: Figure,
        /// Past the due date and not overdue, of what can be paid.
        pub past_due: Figure,
        /// A payment on its way holds these.
        pub in_payment: Figure,
        /// Something is due on these that cannot be paid here.
        pub not_payable: Figure,
        /// These come to nothing, or to less.
        pub credit: Figure,
        /// The earliest first; bills without a due date last.
        pub weeks: Vec<DueWeek>,
        /// What can be paid of each week in which something falls due, the earliest first.
        pub bars: Vec<DueBar>,
        /// Those with a bill that is not paid, in the order of their first due dates.
        pub batches: Vec<BatchOn>,
    }

    /// What falls due in a week, from Monday to Sunday, and reads alike. A week that is overdue in part is there twice.
    pub struct DueWeek {
        /// The first and the last day of it on which something is due; none for bills without a due date.
        pub days: Option<DueDays>,
        /// How a bill of it reads.
        pub state: String,
        pub tone: Tone,
        /// Of what can be paid.
        pub payable: Figure,
        /// Of what a payment holds.
        pub in_payment: Figure,
    }

    /// What can be paid of what falls due in a week, by how late it is.
    pub struct DueBar {
        /// Its Monday and its Sunday.
        pub days: DueDays,
        /// Over 30 days past the due date.
        pub overdue: Figure,
        /// Past the due date and not overdue.
        pub past_due: Figure,
        /// Due on the day or later.
        pub upcoming: Figure,
    }

    /// Days of one week.
    #[derive(Copy, Eq)]
    pub struct DueDays {
        /// Its Monday, or the first day after those that are overdue.
        pub from: Day,
        /// Its Sunday, or the last day that is overdue.
        pub to: Day,
    }

    /// A batch as its list has it.
    pub struct BatchOn {
        pub bill_batch_id: BatchId,
        pub extraction_date: Day,
        /// Its colour.
        pub tone: Tone,
        /// The word beside its colour; none for the normal case.
        pub word: Option<String>,
        /// Days since its extraction.
        pub days: i64,
        /// Bills that are not paid.
        pub bills: i64,
        /// What can be paid.
        pub payable: Figure,
    }
}

/// How what is due stands on a day. The order is that of [`DueCalendar::due`].
///
/// # Errors
/// [`Code::AmountTooLarge`] on overflow.
pub fn due_on(due: &[DueBills], day: Day, language: Language) -> Result<DueOn, Code> {
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
        // What a payment holds falls due on the same day, should the payment come to nothing.
        let state = bill_state(Money::from_sen(1), Status::PaymentRequired, bills.due_date, day);
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
    /// The days of the week of `due` that read alike on `day`.
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
            let on = due_on(&due, day, Language::En).expect("small amounts");
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
            let dated = due.iter().filter(|one| one.standing == Standing::Payable && one.due_date.is_some_and(|due| due >= day));
            let dated = dated.fold((0, 0), |(bills, sen), one| (bills + one.bills, sen + one.amount.sen()));
            prop_assert_eq!(added(on.bars.iter().map(|bar| bar.upcoming).collect()), dated);
            for bar in &on.bars {
                prop_assert_eq!((bar.days.from.week_begins(), bar.days.to), (bar.days.from, bar.days.from.plus_days(6)));
            }
            prop_assert!(on.bars.windows(2).all(|pair| pair[0].days.to < pair[1].days.from));
        }

        #[test]
        fn weeks_follow_one_another_and_hold_what_is_due_in_them(due in some_bills(), later in 0_i64..120) {
            let on_day = day("2026-11-20").plus_days(later);
            let on = due_on(&due, on_day, Language::En).expect("small amounts");
            for pair in on.weeks.windows(2) {
                if let (Some(one), Some(next)) = (pair[0].days, pair[1].days) {
                    prop_assert!(one.to < next.from);
                }
                prop_assert!(pair[0].days.is_some());
            }
            for week in on.weeks.iter().filter_map(|week| week.days) {
                prop_assert!(week.from <= week.to && week.to.days_since(week.from) < 7);
            }
            // Each bill reads as the list of that day has it.
            for bills in due.iter().filter(|bills| bills.standing == Standing::Payable) {
                let state = bill_state(bills.amount, Status::PaymentRequired, bills.due_date, on_day);
                let within = |days: DueDays| bills.due_date.is_some_and(|due| days.from <= due && due <= days.to);
                let found = on.weeks.iter().filter(|week| week.days.map_or(bills.due_date.is_none(), within));
                prop_assert_eq!(found.map(|week| week.state.as_str()).collect::<Vec<_>>(), vec![state.word(Language::En)]);
            }
        }
    }
}

//! Money that was counted before its line came, and the line that a payment may take.

use std::collections::{BTreeMap, BTreeSet};

use super::super::money::{assign, free_line, is_timely};
use super::super::similar::reference_form;
use super::{KnownLines, Standing, proven_transfers, standings_of};
use crate::Day;

/// Money of one amount that was counted for a payment before its line was in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedMoney {
    /// The payment's own number.
    pub payment_no: String,
    /// The number under which its line will come, normalised.
    pub number_key: String,
    /// The day of the payment's submission.
    pub day: Day,
}

/// A payment for which a line is taken.
#[derive(Debug, Clone, Copy)]
pub struct PaymentOfLine<'a> {
    /// The payment's own number.
    pub no: &'a str,
    /// The numbers of its submission.
    pub numbers: &'a [String],
}

/// Counted money, by its index, to which a line belongs or may belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// The line names this money.
    Named(usize),
    /// Another line names this money, and may be the same transfer.
    Copy {
        /// The money.
        counted: usize,
        /// The line that names it.
        line: usize,
    },
    /// No line names this money yet, and this one may be its line.
    Waiting(usize),
}

impl Holder {
    /// The index of the counted money.
    #[must_use]
    pub const fn counted(self) -> usize {
        match self {
            Self::Named(counted) | Self::Copy { counted, .. } | Self::Waiting(counted) => counted,
        }
    }
}

/// A payment that looks for its line.
#[derive(Debug, Clone, Copy)]
pub struct SearchedMoney<'a> {
    /// The payment's own number.
    pub payment_no: &'a str,
    /// The number of the submission, normalised.
    pub number_key: &'a str,
    /// The day of the submission.
    pub day: Day,
}

/// The line for a payment that an officer decides on its own page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundMoney {
    /// Takes this line.
    Line(usize),
    /// No statement has the line yet.
    Missing,
    /// Money with this number was counted for another payment, and no line is left: its index.
    Counted(usize),
    /// The line with the number belongs or may belong to money that was counted.
    Held {
        /// The line with the number.
        line: usize,
        /// The money.
        holder: Holder,
    },
    /// No line with the number is left, because this line was used.
    Used(usize),
    /// This line has the number, but it is or may be the same transfer as the used line.
    Repeated {
        /// The line with the number.
        line: usize,
        /// The used line.
        used: usize,
    },
}

/// An open transfer, with the lines of all files that may be it.
struct OpenTransfer {
    day: Day,
    lines: Vec<usize>,
}

impl KnownLines {
    /// Returns the open transfers that name one of these numbers, each once although several files have it.
    fn open_transfers(&self, number_keys: &[&str]) -> Vec<OpenTransfer> {
        let Self { lines, groups, standings, .. } = self;
        let is_open = |at: &usize| {
            standings[*at] == Standing::Open && number_keys.iter().any(|number| lines[*at].contains_number(number))
        };
        let mut found = Vec::new();
        for group in groups {
            let open: Vec<usize> = group.iter().copied().filter(is_open).collect();
            if open.is_empty() {
                continue;
            }
            let used = group.iter().filter(|at| lines[**at].is_used()).count();
            let left = proven_transfers(lines, group).len().saturating_sub(used);
            let mut distinct = proven_transfers(lines, &open);
            distinct.sort_by_key(|at| (lines[*at].line.booking.day, lines[*at].line.uploaded_at, lines[*at].line.line));
            distinct.truncate(left);
            let mut transfers: Vec<OpenTransfer> =
                distinct.iter().map(|at| OpenTransfer { day: lines[*at].line.booking.day, lines: vec![*at] }).collect();
            for &at in open.iter().filter(|at| !distinct.contains(at)) {
                let alike = transfers.iter_mut().filter(|one| lines[one.lines[0]].may_be(&lines[at]));
                if let Some(transfer) = alike.max_by_key(|one| lines[one.lines[0]].likeness(&lines[at])) {
                    transfer.lines.push(at);
                }
            }
            for transfer in &mut transfers {
                // The line of the earliest upload stands for the others.
                transfer.lines.sort_by_key(|at| (lines[*at].line.uploaded_at, lines[*at].line.line));
            }
            found.extend(transfers);
        }
        found
    }

    /// Returns the lines that name a number.
    #[must_use]
    pub fn lines_with(&self, number_key: &str) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| self.lines[*at].contains_number(number_key)).collect()
    }

    /// Returns the days of the open transfers that name a number.
    #[must_use]
    pub fn open_days(&self, number_key: &str) -> Vec<Day> {
        self.open_transfers(&[number_key]).into_iter().map(|transfer| transfer.day).collect()
    }

    /// Returns the counted money to which a line belongs or may belong, unless it is that of the payments `own`. The line
    /// names it, a copy of the line in another file names it, or it waits for its line while this one names no number of
    /// these payments.
    #[must_use]
    pub fn holder(&self, line: usize, counted: &[CountedMoney], own: &[PaymentOfLine<'_>]) -> Option<Holder> {
        let others: Vec<(usize, &CountedMoney)> =
            counted.iter().enumerate().filter(|(_, one)| !own.iter().any(|own| own.no == one.payment_no)).collect();
        // A line with a payment's own number is that payment's money.
        let names = |line: usize, payment_no: &str| self.lines[line].contains_number(&reference_form(payment_no));
        if let Some((counted, _)) = others.iter().find(|(_, one)| names(line, &one.payment_no)) {
            return Some(Holder::Named(*counted));
        }
        let group = self.groups.iter().find(|group| group.contains(&line))?;
        let mut held: BTreeMap<usize, usize> = BTreeMap::new();
        for (counted, one) in &others {
            held.extend(group.iter().filter(|at| names(**at, &one.payment_no)).map(|at| (*at, *counted)));
        }
        let mut waiting = Vec::new();
        let numbers: BTreeSet<&str> = others.iter().map(|(_, one)| one.number_key.as_str()).collect();
        for number in numbers {
            let same: Vec<_> = others.iter().filter(|(_, one)| one.number_key == number).collect();
            let open = self.open_transfers(&[number]);
            let days: Vec<Day> = open.iter().map(|transfer| transfer.day).collect();
            let submitted: Vec<Day> = same.iter().map(|(_, one)| one.day).collect();
            for (place, (counted, one)) in assign(&days, &submitted).into_iter().zip(same) {
                let Some(transfer) = place.map(|place| &open[place]) else {
                    waiting.push((*counted, one.day));
                    continue;
                };
                if transfer.lines.contains(&line) {
                    return Some(Holder::Named(*counted));
                }
                held.extend(transfer.lines.first().filter(|at| group.contains(at)).map(|at| (*at, *counted)));
            }
        }
        if self.standings[line] != Standing::Open {
            return None;
        }
        if let Some((twin, counted)) = self.held_twin(line, group, &held) {
            return Some(Holder::Copy { counted, line: twin });
        }
        let is_named = own.iter().any(|own| {
            names(line, own.no)
                || own.numbers.iter().any(|number| self.lines[line].contains_number(&reference_form(number)))
        });
        let is_timely = |(_, day): &&(usize, Day)| is_timely(self.lines[line].line.booking.day, *day);
        let nearest = waiting.iter().find(is_timely).filter(|_| !is_named);
        nearest.map(|(counted, _)| Holder::Waiting(*counted))
    }

    /// Returns the line of a group that is or may be the same transfer, if the `held` lines count as used, with its money.
    fn held_twin(&self, line: usize, group: &[usize], held: &BTreeMap<usize, usize>) -> Option<(usize, usize)> {
        let (first, first_money) = held.first_key_value()?;
        let is_used = |at: usize| self.lines[at].is_used() || held.contains_key(&at);
        match standings_of((&self.lines, &self.overlapping), group, is_used)[&line] {
            Standing::SameAs(at) | Standing::MayBe(at) => {
                Some(held.get(&at).map_or((*first, *first_money), |counted| (at, *counted)))
            }
            Standing::Used | Standing::Open => None,
        }
    }

    /// Finds the line of a payment: the nearest open one with its number, after the money that was counted earlier has
    /// its lines. All lines and all counted money have the payment's amount.
    #[must_use]
    pub fn find(&self, payment: SearchedMoney<'_>, counted: &[CountedMoney]) -> FoundMoney {
        let SearchedMoney { payment_no, number_key, day } = payment;
        let own_no = reference_form(payment_no);
        let mut open = self.open_transfers(&[number_key, own_no.as_str()]);
        let is_same = |at: &usize| counted[*at].number_key == number_key && counted[*at].payment_no != payment_no;
        let same: Vec<usize> = (0..counted.len()).filter(is_same).collect();
        let submitted: Vec<Day> = same.iter().map(|at| counted[*at].day).collect();
        let mut held = None;
        while let Some(found) = free_line(&open.iter().map(|one| one.day).collect::<Vec<_>>(), &submitted, day) {
            let line = open.remove(found).lines[0];
            // The line may also contain the number of other money that was counted.
            let own = PaymentOfLine { no: payment_no, numbers: &[number_key.to_owned()] };
            match self.holder(line, counted, &[own]) {
                None => return FoundMoney::Line(line),
                Some(holder) => held = Some(FoundMoney::Held { line, holder }),
            }
        }
        if let Some(held) = held {
            return held;
        }
        let is_own = |at: &usize| {
            let line = &self.lines[*at];
            is_timely(line.line.booking.day, day) && (line.contains_number(number_key) || line.contains_number(&own_no))
        };
        let is_of_other =
            |at: usize| self.line(at).line.used_by.as_deref().is_some_and(|used_by| used_by != payment_no);
        let repeated = (0..self.lines.len()).filter(is_own).find_map(|line| match self.standings[line] {
            Standing::SameAs(used) | Standing::MayBe(used) if is_of_other(used) => {
                Some(FoundMoney::Repeated { line, used })
            }
            _ => None,
        });
        let used = || (0..self.lines.len()).filter(is_own).find(|at| is_of_other(*at)).map(FoundMoney::Used);
        let counted = || same.first().map(|other| FoundMoney::Counted(*other));
        repeated.or_else(used).or_else(counted).unwrap_or(FoundMoney::Missing)
    }
}

//! Lines matched to the payments that wait for money: exactly by reference and amount, nearly by one of them. Each payment is
//! proposed for one line at most, and each line for one payment.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::similar::{is_similar, key, keys};
use super::{Fit, LineDecision, Proposal, Why, is_timely};
use crate::payments::{ReconcileKind, difference};
use crate::{Day, Money};

/// Days between a payment and the money, where the reference is only like the payment's.
const NEAR_DAYS: i64 = 5;

/// A payment that waits for its money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// The numbers of what was submitted last.
    pub numbers: Vec<String>,
    /// What those numbers come to.
    pub submitted: Money,
    /// What was submitted last is the difference that was asked for.
    pub is_difference: bool,
    /// The day on which it was submitted.
    pub day: Day,
    /// The sum of its items.
    pub billed: Money,
    /// The reconciliation asked for last.
    pub previous: Option<(ReconcileKind, Money)>,
    /// Every reconciliation that was asked for, the last one among them.
    pub earlier: Vec<(ReconcileKind, Money)>,
    /// Another live or paid payment has one of its numbers.
    pub is_repeated: bool,
    /// It was counted before its line was there: it waits for that line only, and for nothing to be decided.
    pub is_settled: bool,
}

impl Awaited {
    /// Money that was counted before its line was there.
    #[must_use]
    pub fn settled(number_key: String, amount: Money, day: Day) -> Self {
        Self {
            numbers: vec![number_key],
            submitted: amount,
            is_difference: false,
            day,
            billed: amount,
            previous: None,
            earlier: Vec::new(),
            is_repeated: false,
            is_settled: true,
        }
    }

    /// What had arrived before what was submitted last.
    fn before(&self) -> Option<Money> {
        if self.is_difference { self.billed.minus(self.submitted).ok() } else { Some(Money::ZERO) }
    }

    /// What is to arrive: what is billed, and what was found to be too much.
    #[must_use]
    pub fn expected(&self) -> Option<Money> {
        let all = match self.previous {
            Some((ReconcileKind::Overpayment, over)) => self.billed.plus(over).ok()?,
            Some((ReconcileKind::Insufficient, _)) | None => self.billed,
        };
        all.minus(self.before()?).ok()
    }

    /// What is to be done when that much arrived.
    fn proposal(&self, arrived: Money) -> Option<Proposal> {
        if self.expected() == Some(arrived) {
            return Some(Proposal { decision: LineDecision::Accept, amount: None });
        }
        let paid = self.before()?.plus(arrived).ok()?;
        let (kind, amount) = difference(self.billed, paid, &self.earlier).ok()?;
        let decision = match kind {
            ReconcileKind::Insufficient => LineDecision::Insufficient,
            ReconcileKind::Overpayment => LineDecision::Overpayment,
        };
        Some(Proposal { decision, amount: Some(amount) })
    }
}

/// A line by which nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLine<'a> {
    /// The bank's day of it.
    pub day: Day,
    /// As it stands in the file.
    pub reference: &'a str,
    /// As it stands in the file.
    pub description: &'a str,
    /// What came in.
    pub amount: Money,
    /// The statement of another bank has the same line.
    pub is_of_other_bank: bool,
}

/// The payment of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Which one of those that wait.
    pub awaited: usize,
    /// How well it fits.
    pub fit: Fit,
    /// What a person has to look at.
    pub why: Option<Why>,
    /// None where a person has to look.
    pub proposal: Option<Proposal>,
}

/// How a payment may belong to a line, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is of money that was counted before the line was there.
    Settled,
    Exact,
    /// Number and amount are the same, and too many days lie between.
    OtherDay,
    SameReference,
    SameAmount,
}

/// The match of each line, if it has one.
#[must_use]
pub fn matches(lines: &[OpenLine<'_>], awaited: &[Awaited]) -> Vec<Option<Match>> {
    let mut by_number: HashMap<String, Vec<usize>> = HashMap::new();
    let mut by_amount: HashMap<i64, Vec<usize>> = HashMap::new();
    for (place, payment) in awaited.iter().enumerate() {
        for number in payment.numbers.iter().map(|number| key(number)).collect::<BTreeSet<_>>() {
            by_number.entry(number).or_default().push(place);
        }
        if let Some(expected) = payment.expected() {
            by_amount.entry(expected.sen()).or_default().push(place);
        }
    }
    let known = Known { awaited, by_number, by_amount };
    let candidates: Vec<BTreeMap<usize, Rank>> = lines.iter().map(|line| known.candidates(line)).collect();
    let mut pairs = Vec::new();
    for (at, found) in candidates.iter().enumerate() {
        for (&payment, &rank) in found {
            let is_part = rank == Rank::SameReference && awaited[payment].numbers.len() > 1;
            if !is_part {
                pairs.push((rank, lines[at].day.days_since(awaited[payment].day).abs(), at, payment));
            }
        }
    }
    pairs.sort_unstable();
    let mut found: Vec<Option<Match>> = vec![None; lines.len()];
    let mut is_taken = vec![false; awaited.len()];
    for (rank, _, at, payment) in pairs {
        if found[at].is_none() && !is_taken[payment] {
            is_taken[payment] = true;
            let is_alone = candidates[at].values().filter(|other| **other == rank).count() == 1;
            found[at] = Some(matched(&awaited[payment], payment, rank, &lines[at], is_alone));
        }
    }
    for (found, candidates) in found.iter_mut().zip(&candidates) {
        // One of several transfers or cheques of a payment: together they are decided on, by a person.
        let part = candidates.iter().find(|(payment, rank)| {
            **rank == Rank::SameReference && awaited[**payment].numbers.len() > 1 && !is_taken[**payment]
        });
        if found.is_none()
            && let Some((&payment, _)) = part
        {
            *found = Some(Match { awaited: payment, fit: Fit::Near, why: Some(Why::SeveralNumbers), proposal: None });
        }
    }
    found
}

fn matched(payment: &Awaited, place: usize, rank: Rank, line: &OpenLine<'_>, is_alone: bool) -> Match {
    let proposal = if rank == Rank::Settled { None } else { payment.proposal(line.amount) };
    let why = match rank {
        Rank::Settled => Some(Why::CountedBefore),
        _ if !is_alone => Some(Why::SeveralFit),
        Rank::SameReference if proposal.is_none() => Some(Why::AsBefore),
        Rank::Exact | Rank::OtherDay | Rank::SameReference if payment.is_repeated => Some(Why::NumberRepeated),
        Rank::Exact if line.is_of_other_bank => Some(Why::OfOtherBank),
        Rank::Exact => None,
        Rank::OtherDay => Some(Why::DayDiffers),
        Rank::SameReference => Some(Why::AmountDiffers),
        Rank::SameAmount => Some(Why::ReferenceDiffers),
    };
    let fit = if why.is_none() { Fit::Exact } else { Fit::Near };
    Match { awaited: place, fit, why, proposal }
}

struct Known<'a> {
    awaited: &'a [Awaited],
    by_number: HashMap<String, Vec<usize>>,
    by_amount: HashMap<i64, Vec<usize>>,
}

impl Known<'_> {
    /// The payments that may be a line's, each by the best of its ranks.
    fn candidates(&self, line: &OpenLine<'_>) -> BTreeMap<usize, Rank> {
        let mut keys = keys(line.reference);
        keys.extend(self::keys(line.description));
        let mut found = BTreeMap::new();
        for &payment in keys.iter().filter_map(|key| self.by_number.get(key)).flatten() {
            let one = &self.awaited[payment];
            let rank = match (one.expected() == Some(line.amount), is_timely(line.day, one.day)) {
                (true, true) if one.is_settled => Rank::Settled,
                (_, _) if one.is_settled => continue,
                (true, true) => Rank::Exact,
                (true, false) => Rank::OtherDay,
                (false, _) => Rank::SameReference,
            };
            found.insert(payment, rank);
        }
        // What is the number of one payment is no slip in the number of another.
        if !found.is_empty() {
            return found;
        }
        for &payment in self.by_amount.get(&line.amount.sen()).into_iter().flatten() {
            let Awaited { day, numbers, is_settled, .. } = &self.awaited[payment];
            let is_near = !is_settled && line.day.days_since(*day).abs() <= NEAR_DAYS;
            let is_like = || numbers.iter().any(|number| keys.iter().any(|one| is_similar(&key(number), one)));
            if is_near && is_like() {
                found.insert(payment, Rank::SameAmount);
            }
        }
        found
    }
}

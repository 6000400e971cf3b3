//! Matches lines to the payments that await money: exactly by reference and amount, or nearly by one of the two. Each
//! payment is proposed for at most one line, and each line for at most one payment.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::similar::{is_similar, keys, reference_form};
use super::{Fit, LineDecision, Proposal, Why, contains_number, is_timely};
use crate::payments::{ReconcileKind, difference};
use crate::{Day, Money};

/// Maximum days between a payment and its line, if the references are only similar.
const NEAR_DAYS: i64 = 5;

/// A payment that awaits its money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedPayment {
    /// The payment's own number, which its payment instruction gives the bank.
    pub payment_no: String,
    /// The reference numbers of the latest submission.
    pub numbers: Vec<String>,
    /// The total amount of these numbers.
    pub submitted: Money,
    /// Whether the latest submission pays a difference that the utility asked for.
    pub is_difference: bool,
    /// The day of the latest submission.
    pub day: Day,
    /// The sum of the payment's items.
    pub billed: Money,
    /// The reconciliation that was requested last.
    pub previous: Option<(ReconcileKind, Money)>,
    /// All reconciliations that were requested, including the last.
    pub earlier: Vec<(ReconcileKind, Money)>,
    /// Whether another live or paid payment uses one of its numbers.
    pub is_repeated: bool,
    /// Whether the money was accepted before its line was uploaded. Such an entry awaits only its line; nothing is left
    /// to decide.
    pub is_settled: bool,
}

impl AwaitedPayment {
    /// Creates an entry for money that was accepted before its line was uploaded.
    #[must_use]
    pub fn settled(payment_no: String, number_key: String, amount: Money, day: Day) -> Self {
        Self {
            payment_no,
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

    /// The amount that had arrived before the latest submission.
    fn before(&self) -> Option<Money> {
        if self.is_difference { self.billed.minus(self.submitted).ok() } else { Some(Money::ZERO) }
    }

    /// The amount that will arrive: the billed amount and any overpayment, minus what arrived before.
    #[must_use]
    pub fn expected(&self) -> Option<Money> {
        let all = match self.previous {
            Some((ReconcileKind::Overpayment, over)) => self.billed.plus(over).ok()?,
            Some((ReconcileKind::Insufficient, _)) | None => self.billed,
        };
        all.minus(self.before()?).ok()
    }

    /// Returns the decision to propose if this amount arrived.
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

/// A line whose money no decision has used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLine<'a> {
    /// The date of the line in the bank's books.
    pub day: Day,
    /// The reference as written in the file.
    pub reference: &'a str,
    /// The description as written in the file.
    pub description: &'a str,
    /// The amount that came in.
    pub amount: Money,
    /// Whether a statement of another bank contains the same line.
    pub is_of_other_bank: bool,
}

/// The payment that matches a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineMatch {
    /// The index among the payments that await money.
    pub awaited: usize,
    /// How well it fits.
    pub fit: Fit,
    /// The reason why a person has to look at the match.
    pub why: Option<Why>,
    /// The proposed decision; none if a person has to decide.
    pub proposal: Option<Proposal>,
}

/// How a payment matches a line, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The money was accepted before the line was uploaded.
    Settled,
    Exact,
    /// Number and amount are equal, but too many days lie between the payment and the line.
    OtherDay,
    SameReference,
    SameAmount,
}

/// Returns the match of each line, if there is one.
#[must_use]
pub fn match_awaited(lines: &[OpenLine<'_>], awaited: &[AwaitedPayment]) -> Vec<Option<LineMatch>> {
    let mut by_payment_no: HashMap<String, Vec<usize>> = HashMap::new();
    let mut by_number: HashMap<String, Vec<usize>> = HashMap::new();
    let mut by_amount: HashMap<i64, Vec<usize>> = HashMap::new();
    for (place, payment) in awaited.iter().enumerate() {
        by_payment_no.entry(reference_form(&payment.payment_no)).or_default().push(place);
        for number in payment.numbers.iter().map(|number| reference_form(number)).collect::<BTreeSet<_>>() {
            by_number.entry(number).or_default().push(place);
        }
        if let Some(expected) = payment.expected() {
            by_amount.entry(expected.sen()).or_default().push(place);
        }
    }
    let known = PaymentIndex { awaited, by_payment_no, by_number, by_amount };
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
    let mut found: Vec<Option<LineMatch>> = vec![None; lines.len()];
    let mut is_taken = vec![false; awaited.len()];
    for (rank, _, at, payment) in pairs {
        if found[at].is_none() && !is_taken[payment] {
            is_taken[payment] = true;
            let is_alone = candidates[at].values().filter(|other| **other == rank).count() == 1;
            found[at] = Some(matched(&awaited[payment], payment, rank, &lines[at], is_alone));
        }
    }
    for (found, candidates) in found.iter_mut().zip(&candidates) {
        // This is one of several transfers or cheques of a payment. A person has to decide about all of them together.
        let part = candidates.iter().find(|(payment, rank)| {
            **rank == Rank::SameReference && awaited[**payment].numbers.len() > 1 && !is_taken[**payment]
        });
        if found.is_none()
            && let Some((&payment, _)) = part
        {
            *found =
                Some(LineMatch { awaited: payment, fit: Fit::Near, why: Some(Why::SeveralNumbers), proposal: None });
        }
    }
    found
}

fn matched(payment: &AwaitedPayment, place: usize, rank: Rank, line: &OpenLine<'_>, is_alone: bool) -> LineMatch {
    let proposal = if rank == Rank::Settled { None } else { payment.proposal(line.amount) };
    let is_repeated =
        payment.is_repeated && !contains_number(line.reference, line.description, &reference_form(&payment.payment_no));
    let why = match rank {
        Rank::Settled => Some(Why::CountedBefore),
        _ if !is_alone => Some(Why::SeveralFit),
        Rank::SameReference if proposal.is_none() => Some(Why::AsBefore),
        Rank::Exact | Rank::OtherDay | Rank::SameReference if is_repeated => Some(Why::NumberRepeated),
        Rank::Exact if line.is_of_other_bank => Some(Why::OfOtherBank),
        Rank::Exact => None,
        Rank::OtherDay => Some(Why::DayDiffers),
        Rank::SameReference => Some(Why::AmountDiffers),
        Rank::SameAmount => Some(Why::ReferenceDiffers),
    };
    let fit = if why.is_none() { Fit::Exact } else { Fit::Near };
    LineMatch { awaited: place, fit, why, proposal }
}

struct PaymentIndex<'a> {
    awaited: &'a [AwaitedPayment],
    by_payment_no: HashMap<String, Vec<usize>>,
    by_number: HashMap<String, Vec<usize>>,
    by_amount: HashMap<i64, Vec<usize>>,
}

impl PaymentIndex<'_> {
    /// Returns the payments that may match a line, each with its best rank.
    fn candidates(&self, line: &OpenLine<'_>) -> BTreeMap<usize, Rank> {
        let mut keys = keys(line.reference);
        keys.extend(self::keys(line.description));
        let mut found = BTreeMap::new();
        // A line with the payment's own number belongs to that payment, even if it has other numbers, too.
        let of = |index: &HashMap<String, Vec<usize>>| -> Vec<usize> {
            keys.iter().filter_map(|key| index.get(key)).flatten().copied().collect()
        };
        let named = of(&self.by_payment_no);
        let numbered = if named.is_empty() { of(&self.by_number) } else { named };
        for payment in numbered {
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
        // If the line contains a payment's number, skip the search for similar numbers.
        if !found.is_empty() {
            return found;
        }
        for &payment in self.by_amount.get(&line.amount.sen()).into_iter().flatten() {
            let AwaitedPayment { day, numbers, is_settled, .. } = &self.awaited[payment];
            let is_near = !is_settled && line.day.days_since(*day).abs() <= NEAR_DAYS;
            let is_like =
                || numbers.iter().any(|number| keys.iter().any(|one| is_similar(&reference_form(number), one)));
            if is_near && is_like() {
                found.insert(payment, Rank::SameAmount);
            }
        }
        found
    }
}

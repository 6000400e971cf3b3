//! How many transfers the lines of several files prove, and which lines are left for a payment
//! (docs/domain/bank-statements.md#one-transfer-one-credit).

use std::collections::{BTreeMap, BTreeSet};

use super::booking::Booking;
use super::money::{EXACT_DAYS, assign, free_line, is_timely};
use super::similar::{keys, reference_form};
use crate::{Code, Day, Instant, Money};

/// Minimum length of the beginning of a reference that a bank cut, in bytes.
const MIN_CUT_LENGTH: usize = 10;

/// A line of incoming money, to be compared with other lines of the same amount.
#[derive(Debug, Clone)]
pub struct KnownLine {
    /// The statement.
    pub file: u128,
    /// The line's row number in the file.
    pub line: u32,
    /// When the file was uploaded.
    pub uploaded_at: Instant,
    /// What the bank says about it.
    pub booking: Booking,
    /// The reference as written in the file.
    pub reference: String,
    /// The description as written in the file.
    pub description: String,
    /// The amount of the line.
    pub amount: Money,
    /// The shares of it that payments took.
    pub taken: Money,
    /// The number of the payment that took the first share.
    pub used_by: Option<String>,
    /// The lines, as file and row, than which an officer declared it to be other money.
    pub other_than: Vec<(u128, u32)>,
}

/// A line with what comparisons need of it, computed once.
#[derive(Debug, Clone)]
struct ComparedLine {
    line: KnownLine,
    /// The reference and the description, normalised.
    forms: [String; 2],
    /// The words of both that may be a number, normalised.
    words: BTreeSet<String>,
    first_day: Day,
    last_day: Day,
}

impl ComparedLine {
    fn new(line: KnownLine) -> Self {
        let booking = &line.booking;
        let days = || [Some(booking.day), booking.booking_day, booking.value_day].into_iter().flatten();
        Self {
            forms: [reference_form(&line.reference), reference_form(&line.description)],
            words: keys(&line.reference).into_iter().chain(keys(&line.description)).collect(),
            first_day: days().min().unwrap_or(booking.day),
            last_day: days().max().unwrap_or(booking.day),
            line,
        }
    }

    fn is_used(&self) -> bool {
        self.line.taken.is_positive()
    }

    /// Whether both may be the same transfer. Two lines of one file never are: a reader leaves out what a file repeats.
    fn may_be(&self, other: &Self) -> bool {
        self.line.file != other.line.file
            && !self.is_declared_other(other)
            && self.line.booking.may_be(&other.line.booking)
            && !self.has_other_payer_reference(other)
    }

    /// Whether one of them may be a part of the other: a file lists the transfers of an entry, another the entry alone.
    fn may_overlap(&self, other: &Self) -> bool {
        let is_part = |part: &Self, whole: &Self| {
            let (part, amount) = (&part.line.booking, whole.line.amount);
            part.entry_amount == Some(amount) && part.may_be_part_of(&whole.line.booking)
        };
        self.line.file != other.line.file
            && !self.is_declared_other(other)
            && (is_part(self, other) || is_part(other, self))
    }

    /// Whether an officer declared one of them to be other money than the other.
    fn is_declared_other(&self, other: &Self) -> bool {
        let is_declared = |one: &Self, other: &Self| one.line.other_than.contains(&(other.line.file, other.line.line));
        is_declared(self, other) || is_declared(other, self)
    }

    /// Whether both have the payer's own reference, in fields of other formats, and neither is anywhere in the other line.
    fn has_other_payer_reference(&self, other: &Self) -> bool {
        let (own, its) = (self.line.booking.payer_references(), other.line.booking.payer_references());
        let is_in = |references: &[&str], line: &Self| references.iter().any(|reference| line.has_text(reference));
        !own.is_empty() && !its.is_empty() && !is_in(&own, other) && !is_in(&its, self)
    }

    /// Whether a normalised reference, or its beginning if the bank cut it, is anywhere in the line.
    fn has_text(&self, reference: &str) -> bool {
        let is_cut = |text: &str| text.len() >= MIN_CUT_LENGTH && reference.starts_with(text);
        let mut texts = self.line.booking.references.values().chain(&self.forms);
        texts.any(|text| text.contains(reference) || is_cut(text))
    }

    /// Whether both are proven to be the same transfer, if they may be.
    fn is_proven(&self, other: &Self) -> bool {
        let (own, its) = (&self.line.booking, &other.line.booking);
        own.is_proven(its) || (own.day == its.day && self.forms == other.forms)
    }

    /// How much suggests that both are the same transfer.
    fn likeness(&self, other: &Self) -> (usize, bool, usize) {
        let (own, its) = (&self.line.booking, &other.line.booking);
        let has_digit = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
        let shared = self.words.intersection(&other.words).filter(has_digit).count();
        (own.equal_references(its), own.day == its.day, shared)
    }

    fn contains_number(&self, number_key: &str) -> bool {
        self.words.contains(number_key)
    }
}

/// What is known about the money of a line. The indices are those of other lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Payments took shares of this line.
    Used,
    /// No payment has used it, and it is a transfer of its own.
    Open,
    /// It is the same transfer as this used line.
    SameAs(usize),
    /// It may be the same transfer as this used line, or a part of it.
    MayBe(usize),
}

/// Lines of one amount, in all statements, with what they prove together.
#[derive(Debug, Default)]
pub struct KnownLines {
    lines: Vec<ComparedLine>,
    /// Used lines of other amounts, of which the lines may be parts, or which may be parts of the lines. Their indices
    /// follow those of the lines.
    overlapping: Vec<ComparedLine>,
    /// Lines that may be the same transfer, directly or through others.
    groups: Vec<Vec<usize>>,
    standings: Vec<Standing>,
}

impl KnownLines {
    /// Groups the lines of one amount, and finds their standings. `overlapping` are used lines of other amounts that may
    /// be an entry of several transfers, or transfers of such an entry.
    #[must_use]
    pub fn new(lines: Vec<KnownLine>, overlapping: Vec<KnownLine>) -> Self {
        let compared = |lines: Vec<KnownLine>| lines.into_iter().map(ComparedLine::new).collect();
        let (lines, overlapping): (Vec<ComparedLine>, Vec<ComparedLine>) = (compared(lines), compared(overlapping));
        let groups = linked(&lines, &(0..lines.len()).collect::<Vec<_>>());
        let mut standings = vec![Standing::Open; lines.len()];
        for group in &groups {
            find_standings((&lines, &overlapping), group, &mut standings);
        }
        Self { lines, overlapping, groups, standings }
    }

    /// Treats a line as used.
    pub fn assume_used(&mut self, line: usize) {
        self.lines[line].line.taken = self.lines[line].line.amount;
        let Self { lines, overlapping, groups, standings } = self;
        for group in groups.iter().filter(|group| group.contains(&line)) {
            find_standings((lines, overlapping), group, standings);
        }
    }

    fn line(&self, at: usize) -> &ComparedLine {
        self.lines.get(at).unwrap_or_else(|| &self.overlapping[at - self.lines.len()])
    }

    /// Returns what is known about the money of a line.
    #[must_use]
    pub fn standing(&self, line: usize) -> Standing {
        self.standings[line]
    }

    /// Whether both lines certainly are the same transfer.
    #[must_use]
    pub fn is_same(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.lines[one], &self.lines[other]);
        one.may_be(other) && one.is_proven(other)
    }

    /// Whether the lines may be the same transfer, or one a part of the other, as far as both say.
    #[must_use]
    pub fn may_be_same(&self, one: usize, other: usize) -> bool {
        self.line(one).may_be(self.line(other)) || self.line(one).may_overlap(self.line(other))
    }

    /// Returns the line of another statement that is or may be the same transfer, and whether it certainly is: a used one,
    /// otherwise the most alike.
    #[must_use]
    pub fn twin(&self, line: usize) -> Option<(usize, bool)> {
        match self.standings[line] {
            Standing::SameAs(used) => Some((used, true)),
            Standing::MayBe(used) => Some((used, false)),
            Standing::Used => None,
            Standing::Open => {
                let own = &self.lines[line];
                let alike = (0..self.lines.len()).filter(|at| own.may_be(&self.lines[*at]));
                let best = alike.min_by_key(|at| (std::cmp::Reverse(own.likeness(&self.lines[*at])), *at))?;
                Some((best, own.is_proven(&self.lines[best])))
            }
        }
    }

    /// Returns a line of another statement that is certainly the same transfer; a preferred one if possible.
    #[must_use]
    pub fn same_elsewhere(&self, line: usize, is_preferred: impl Fn(usize) -> bool) -> Option<usize> {
        let own = &self.lines[line];
        let same = (0..self.lines.len()).filter(|at| self.is_same(line, *at));
        same.min_by_key(|at| (!is_preferred(*at), std::cmp::Reverse(own.likeness(&self.lines[*at])), *at))
    }

    /// Returns used lines that may be the same transfers, or parts of them, and of which payments took more than came.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`] if the amounts overflow.
    pub fn overused(&self) -> Result<Vec<Vec<usize>>, Code> {
        let mut found = Vec::new();
        for group in &self.groups {
            let used: Vec<usize> = group.iter().copied().filter(|at| self.lines[*at].is_used()).collect();
            if used.len() < 2 {
                continue;
            }
            let taken = Money::sum(used.iter().map(|at| self.lines[*at].line.taken))?;
            let proven = proven_transfers(&self.lines, group);
            if taken > Money::sum(proven.iter().map(|at| self.lines[*at].line.amount))? {
                found.push(used);
            }
        }
        // Parts of an entry, next to shares of the entry itself.
        for (at, whole) in self.lines.iter().enumerate().filter(|(_, line)| line.is_used()) {
            let is_part = |other: &usize| self.line(*other).line.amount < whole.line.amount;
            let behind = self.lines.len()..self.lines.len() + self.overlapping.len();
            let parts: Vec<usize> =
                behind.filter(is_part).filter(|other| whole.may_overlap(self.line(*other))).collect();
            let taken = Money::sum(parts.iter().chain([&at]).map(|at| self.line(*at).line.taken))?;
            if !parts.is_empty() && taken > whole.line.amount {
                found.push(std::iter::once(at).chain(parts).collect());
            }
        }
        Ok(found)
    }
}

/// Finds the standing of each line of a group.
fn find_standings(
    (lines, overlapping): (&[ComparedLine], &[ComparedLine]),
    group: &[usize],
    standings: &mut [Standing],
) {
    let (used, open): (Vec<usize>, Vec<usize>) = group.iter().copied().partition(|at| lines[*at].is_used());
    for at in group {
        standings[*at] = if lines[*at].is_used() { Standing::Used } else { Standing::Open };
    }
    let is_exhausted = !used.is_empty() && used.len() >= proven_transfers(lines, group).len();
    let files: BTreeSet<u128> = open.iter().map(|at| lines[*at].line.file).collect();
    for file in files {
        let own: Vec<usize> = open.iter().copied().filter(|at| lines[*at].line.file == file).collect();
        for (line, used) in pairs(lines, &own, &used) {
            let is_proven = lines[line].is_proven(&lines[used]);
            standings[line] = if is_proven { Standing::SameAs(used) } else { Standing::MayBe(used) };
        }
        for line in own {
            if standings[line] == Standing::Open && is_exhausted {
                let own = &lines[line];
                // What an officer declared is no longer a doubt.
                let doubtful = used.iter().copied().filter(|used| !own.is_declared_other(&lines[*used]));
                let nearest = doubtful.min_by_key(|used| {
                    let days = own.line.booking.day.days_since(lines[*used].line.booking.day).abs();
                    (!own.may_be(&lines[*used]), days, *used)
                });
                standings[line] = nearest.map_or(Standing::Open, Standing::MayBe);
            }
            if standings[line] == Standing::Open
                && let Some(other) = overlapping.iter().position(|other| lines[line].may_overlap(other))
            {
                standings[line] = Standing::MayBe(lines.len() + other);
            }
        }
    }
}

/// Pairs the lines of one file with used lines of other files that they may be, the most alike first.
fn pairs(lines: &[ComparedLine], own: &[usize], used: &[usize]) -> Vec<(usize, usize)> {
    let mut possible: Vec<(usize, usize)> = own
        .iter()
        .flat_map(|line| used.iter().map(move |used| (*line, *used)))
        .filter(|(line, used)| lines[*line].may_be(&lines[*used]))
        .collect();
    possible.sort_by_cached_key(|(line, used)| (std::cmp::Reverse(lines[*line].likeness(&lines[*used])), *line, *used));
    let (mut paired_lines, mut paired_used, mut found) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for (line, used) in possible {
        if !paired_lines.contains(&line) && !paired_used.contains(&used) {
            paired_lines.insert(line);
            paired_used.insert(used);
            found.push((line, used));
        }
    }
    found
}

/// Groups these of the lines that may be the same transfer, directly or through others. Each group is in order.
fn linked(lines: &[ComparedLine], own: &[usize]) -> Vec<Vec<usize>> {
    let mut by_day: Vec<&ComparedLine> = own.iter().map(|at| &lines[*at]).collect();
    let mut order: Vec<usize> = (0..own.len()).collect();
    order.sort_by_key(|at| by_day[*at].first_day);
    by_day.sort_by_key(|line| line.first_day);
    let mut group_of: Vec<usize> = (0..own.len()).collect();
    let mut groups: Vec<Vec<usize>> = group_of.iter().map(|at| vec![*at]).collect();
    for (one, line) in by_day.iter().enumerate() {
        for (other, later) in by_day.iter().enumerate().skip(one + 1) {
            if later.first_day.days_since(line.last_day) > EXACT_DAYS {
                break;
            }
            if group_of[one] != group_of[other] && line.may_be(later) {
                let (from, to) = (group_of[other], group_of[one]);
                let moved = std::mem::take(&mut groups[from]);
                for at in &moved {
                    group_of[*at] = to;
                }
                groups[to].extend(moved);
            }
        }
    }
    groups.retain(|group| !group.is_empty());
    for group in &mut groups {
        for at in group.iter_mut() {
            *at = own[order[*at]];
        }
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

/// Returns lines of a group that are certainly different transfers: as many as one source proves, and lines of other
/// sources that contradict all of these.
fn proven_transfers(lines: &[ComparedLine], group: &[usize]) -> Vec<usize> {
    let mut of_source: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in group {
        of_source.entry(lines[*at].line.booking.source.as_str()).or_default().push(*at);
    }
    let proven: Vec<Vec<usize>> = of_source.values().map(|own| proven_of_source(lines, own)).collect();
    let with_others = |base: usize| {
        let mut all = proven[base].clone();
        for at in proven.iter().enumerate().filter(|(other, _)| *other != base).flat_map(|(_, own)| own) {
            if !all.iter().any(|known| lines[*known].may_be(&lines[*at])) {
                all.push(*at);
            }
        }
        all
    };
    (0..proven.len()).map(with_others).max_by_key(Vec::len).unwrap_or_default()
}

/// Returns lines of one source that are certainly different transfers. Of lines that may be the same, directly or through
/// others, they are those of the file with the most.
fn proven_of_source(lines: &[ComparedLine], own: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    for alike in linked(lines, own) {
        let mut of_file: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        for at in alike {
            of_file.entry(lines[at].line.file).or_default().push(at);
        }
        found.extend(of_file.into_values().max_by_key(Vec::len).unwrap_or_default());
    }
    found
}

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
        let (mut lines, mut standings) = (self.lines.clone(), self.standings.clone());
        for at in held.keys() {
            lines[*at].line.taken = lines[*at].line.amount;
        }
        find_standings((&lines, &self.overlapping), group, &mut standings);
        match standings[line] {
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

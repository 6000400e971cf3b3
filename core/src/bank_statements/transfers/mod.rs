//! How many transfers the lines of several files prove, and which lines are left for a payment
//! (docs/domain/bank-statements.md#one-transfer-one-credit).

mod compared;
mod counted;

use std::collections::{BTreeMap, BTreeSet};

use super::money::EXACT_DAYS;
use crate::{Code, Money};
use compared::ComparedLine;

pub use compared::KnownLine;
pub use counted::{CountedMoney, FoundMoney, Holder, PaymentOfLine, SearchedMoney};

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
    /// The group of each line.
    group_of: Vec<usize>,
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
        let mut group_of = vec![0; lines.len()];
        for (group, own) in groups.iter().enumerate() {
            for at in own {
                group_of[*at] = group;
            }
        }
        let standings = vec![Standing::Open; lines.len()];
        let mut known = Self { lines, overlapping, groups, group_of, standings };
        for group in 0..known.groups.len() {
            known.find_standings(group);
        }
        known
    }

    fn find_standings(&mut self, group: usize) {
        for (at, standing) in self.standings_of(group, |at| self.lines[at].is_used()) {
            self.standings[at] = standing;
        }
    }

    /// Treats a line as used.
    pub fn assume_used(&mut self, line: usize) {
        self.lines[line].line.taken = self.lines[line].line.amount;
        self.find_standings(self.group_of[line]);
    }

    /// The lines that may be the same transfer as a line, directly or through others, with the line itself.
    fn group(&self, line: usize) -> &[usize] {
        &self.groups[self.group_of[line]]
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
                let alike = self.group(line).iter().copied().filter(|at| own.may_be(&self.lines[*at]));
                let best = alike.min_by_key(|at| (std::cmp::Reverse(own.likeness(&self.lines[*at])), *at))?;
                Some((best, own.is_proven(&self.lines[best])))
            }
        }
    }

    /// Returns a line of another statement that is certainly the same transfer; a preferred one if possible.
    #[must_use]
    pub fn same_elsewhere(&self, line: usize, is_preferred: impl Fn(usize) -> bool) -> Option<usize> {
        let own = &self.lines[line];
        let same = self.group(line).iter().copied().filter(|at| self.is_same(line, *at));
        same.min_by_key(|at| (!is_preferred(*at), std::cmp::Reverse(own.likeness(&self.lines[*at])), *at))
    }

    /// Returns the standing of each line of a group.
    fn standings_of(&self, group: usize, is_used: impl Fn(usize) -> bool) -> BTreeMap<usize, Standing> {
        let Self { lines, overlapping, .. } = self;
        let group = &self.groups[group];
        let (used, open): (Vec<usize>, Vec<usize>) = group.iter().partition(|at| is_used(**at));
        let standing = |at: &usize| (*at, if is_used(*at) { Standing::Used } else { Standing::Open });
        let mut standings: BTreeMap<usize, Standing> = group.iter().map(standing).collect();
        let is_exhausted = !used.is_empty() && used.len() >= proven_transfers(lines, group).len();
        let files: BTreeSet<u128> = open.iter().map(|at| lines[*at].line.file).collect();
        for file in files {
            let own: Vec<usize> = open.iter().copied().filter(|at| lines[*at].line.file == file).collect();
            for (line, used) in pairs(lines, &own, &used) {
                let is_proven = lines[line].is_proven(&lines[used]);
                standings.insert(line, if is_proven { Standing::SameAs(used) } else { Standing::MayBe(used) });
            }
            for line in own {
                if standings[&line] != Standing::Open {
                    continue;
                }
                let own = &lines[line];
                let nearest = || {
                    // What an officer declared is no longer a doubt.
                    let doubtful = used.iter().copied().filter(|used| !own.is_declared_other(&lines[*used]));
                    doubtful.min_by_key(|used| {
                        let days = own.line.booking.day.days_since(lines[*used].line.booking.day).abs();
                        (!own.may_be(&lines[*used]), days, *used)
                    })
                };
                let overlaps = || overlapping.iter().position(|other| own.may_overlap(other));
                let doubt = if is_exhausted { nearest() } else { None };
                if let Some(other) = doubt.or_else(|| Some(lines.len() + overlaps()?)) {
                    standings.insert(line, Standing::MayBe(other));
                }
            }
        }
        standings
    }

    /// Returns used lines that may be the same transfers, or parts of them, and of which payments took more than came.
    /// Fails with [`Code::AmountTooLarge`] if the amounts overflow.
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

//! A line with what comparisons need of it, and how two lines compare.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::super::booking::Booking;
use super::super::similar::{keys, reference_form};
use crate::{Day, Instant, Money};

/// Minimum length of the beginning of a reference that a bank cut, in bytes.
const MIN_CUT_LENGTH: usize = 10;

/// A line of incoming money, to be compared with other lines of the same amount.
#[derive(Debug, Clone)]
pub struct KnownLine {
    /// The statement.
    pub file: u128,
    /// The line's row number.
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

/// A line with what comparisons need of it, computed once. The texts are compared only if the bank's own fields allow it.
#[derive(Debug, Clone)]
pub(super) struct ComparedLine {
    pub(super) line: KnownLine,
    /// The reference and the description, normalised.
    forms: OnceLock<[String; 2]>,
    /// The words of both that may be a number, normalised.
    words: OnceLock<BTreeSet<String>>,
    pub(super) first_day: Day,
    pub(super) last_day: Day,
}

impl ComparedLine {
    pub(super) fn new(line: KnownLine) -> Self {
        let booking = &line.booking;
        let days = || [Some(booking.day), booking.booking_day, booking.value_day].into_iter().flatten();
        Self {
            forms: OnceLock::new(),
            words: OnceLock::new(),
            first_day: days().min().unwrap_or(booking.day),
            last_day: days().max().unwrap_or(booking.day),
            line,
        }
    }

    fn forms(&self) -> &[String; 2] {
        self.forms.get_or_init(|| [reference_form(&self.line.reference), reference_form(&self.line.description)])
    }

    fn words(&self) -> &BTreeSet<String> {
        let line = &self.line;
        self.words.get_or_init(|| keys(&line.reference).into_iter().chain(keys(&line.description)).collect())
    }

    pub(super) fn is_used(&self) -> bool {
        self.line.taken.is_positive()
    }

    /// Whether both may be the same transfer. Two lines of one file never are: a reader leaves out what a file repeats.
    pub(super) fn may_be(&self, other: &Self) -> bool {
        self.line.file != other.line.file
            && !self.is_declared_other(other)
            && self.line.booking.may_be(&other.line.booking)
            && !self.has_other_payer_reference(other)
    }

    /// Whether one of them may be a part of the other: a file lists the transfers of an entry, another the entry alone.
    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        let is_part = |part: &Self, whole: &Self| {
            let (part, amount) = (&part.line.booking, whole.line.amount);
            part.entry_amount == Some(amount) && part.may_be_part_of(&whole.line.booking)
        };
        self.line.file != other.line.file
            && !self.is_declared_other(other)
            && (is_part(self, other) || is_part(other, self))
    }

    /// Whether an officer declared one of them to be other money than the other.
    pub(super) fn is_declared_other(&self, other: &Self) -> bool {
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
        let mut texts = self.line.booking.references.values().chain(self.forms());
        texts.any(|text| text.contains(reference) || is_cut(text))
    }

    /// Whether both are proven to be the same transfer, if they may be.
    pub(super) fn is_proven(&self, other: &Self) -> bool {
        let (own, its) = (&self.line.booking, &other.line.booking);
        own.is_proven(its) || (own.day == its.day && self.forms() == other.forms())
    }

    /// How much suggests that both are the same transfer.
    pub(super) fn likeness(&self, other: &Self) -> (usize, bool, usize) {
        let (own, its) = (&self.line.booking, &other.line.booking);
        let has_digit = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
        let shared = self.words().intersection(other.words()).filter(has_digit).count();
        (own.equal_references(its), own.day == its.day, shared)
    }

    pub(super) fn contains_number(&self, number_key: &str) -> bool {
        self.words().contains(number_key)
    }
}

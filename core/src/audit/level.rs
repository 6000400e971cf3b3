//! The level of an account: the earlier bills that a bill is compared with.

use super::bill::AuditedBill;
use super::ratio::Ratio;
use crate::bills::YEAR;

/// A figure that differs by at most this percentage from the same month last year is usual for the month.
const SAME_MONTH: i64 = 25;

/// A figure of a bill, such as its daily use.
pub type Figure<'a> = (Ratio, &'a AuditedBill);

/// Earlier bills, divided into bills to compare with and outliers. A comparison skips bills that it would report
/// itself, because one outlier would make the bills after it look unusual. Two similar outliers in a row are a new
/// level, so a lasting change is reported on two bills and then no longer.
pub struct Level<'a> {
    /// The bills to compare with, in order of time.
    bills: Vec<Figure<'a>>,
    outliers: Vec<&'a AuditedBill>,
}

impl<'a> Level<'a> {
    /// Divides figures, which are newest first. An outlier differs by more than `percent` from the figure that
    /// `expected` returns for the bills before it.
    pub fn new(figures: &[Figure<'a>], percent: i64, expected: impl Fn(&Self) -> Option<Ratio>) -> Self {
        let mut level = Self { bills: Vec::with_capacity(figures.len()), outliers: Vec::new() };
        let mut pending: Option<Figure<'a>> = None;
        for &(figure, bill) in figures.iter().rev() {
            let is_outlier = expected(&level).is_some_and(|expected| figure.differs_from(expected, percent));
            match pending.take() {
                Some((before, other)) if is_outlier && !figure.differs_from(before, percent) => {
                    level.bills.extend([(before, other), (figure, bill)]);
                }
                before => {
                    level.outliers.extend(before.map(|(_, other)| other));
                    if is_outlier {
                        pending = Some((figure, bill));
                    } else {
                        level.bills.push((figure, bill));
                    }
                }
            }
        }
        level.outliers.extend(pending.map(|(_, other)| other));
        level
    }

    /// Returns the newest bill to compare with.
    pub fn last(&self) -> Option<Figure<'a>> {
        self.bills.last().copied()
    }

    /// Returns the mean of the two newest figures to compare with. None unless it is positive.
    pub fn mean(&self) -> Option<Ratio> {
        let [.., (other, _), (one, _)] = self.bills.as_slice() else { return None };
        Some(one.mean(*other)).filter(|mean| mean.is_positive())
    }

    pub fn is_outlier(&self, bill: &AuditedBill) -> bool {
        self.outliers.iter().any(|other| other.invoice_no == bill.invoice_no)
    }
}

/// Returns the bill of the same month last year, with its figure.
pub fn year_before<'a>(bill: &AuditedBill, figures: &[Figure<'a>]) -> Option<Figure<'a>> {
    let is_year_before = |other: &AuditedBill| YEAR.contains(&bill.ends().days_since(other.ends()));
    figures.iter().find(|(figure, other)| figure.is_positive() && is_year_before(other)).copied()
}

/// Returns the bill of the same month last year if the figure of this bill is usual for the month.
pub fn same_month_last_year<'a>(bill: &AuditedBill, now: Ratio, figures: &[Figure<'a>]) -> Option<&'a AuditedBill> {
    year_before(bill, figures).filter(|(then, _)| !now.differs_from(*then, SAME_MONTH)).map(|(_, other)| other)
}

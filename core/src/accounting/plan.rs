//! What a run would export, added up while its documents are planned.

use std::collections::BTreeMap;

use super::{AccountingDocument, AccountingDocumentKind, AccountingKindSums};
use crate::{Code, Money};

/// Documents whose rows a plan shows.
const SHOWN_DOCUMENTS: usize = 20;

/// The summary of planned documents.
#[derive(Debug, Clone, Default)]
pub struct PlanSummary {
    /// Bills or payments that have at least one document.
    pub sources: i64,
    /// Lines on the suspense account.
    pub suspense_lines: i64,
    /// Bills whose lines are not known yet, although the profile has accounts for charges.
    pub lacking_charges: i64,
    /// The first documents.
    pub first: Vec<AccountingDocument>,
    kinds: BTreeMap<AccountingDocumentKind, AccountingKindSums>,
    /// The bill or payment of the last document. A reversal and the document that replaces it follow each other.
    last_source: Option<String>,
}

impl PlanSummary {
    /// Adds the next document of the plan. `version` is that of its bill or payment.
    /// Fails with [`Code::AmountTooLarge`].
    pub fn add(&mut self, document: &AccountingDocument, version: i32) -> Result<(), Code> {
        if self.last_source.as_ref() != Some(&document.source_no) {
            self.sources += 1;
            self.last_source = Some(document.source_no.clone());
        }
        let suspense_lines = document.lines.iter().filter(|line| line.is_suspense).count();
        self.suspense_lines += i64::try_from(suspense_lines).unwrap_or(i64::MAX);
        self.lacking_charges += i64::from(document.lacks_charges && document.reverses.is_none());
        let kind = AccountingDocumentKind::of(document, version);
        let sums = self.kinds.entry(kind).or_insert(AccountingKindSums { kind, documents: 0, amount: Money::ZERO });
        sums.documents += 1;
        sums.amount = sums.amount.plus(document.amount)?;
        if self.first.len() < SHOWN_DOCUMENTS {
            self.first.push(document.clone());
        }
        Ok(())
    }

    /// Returns the kinds that occur.
    #[must_use]
    pub fn kinds(&self) -> Vec<AccountingKindSums> {
        self.kinds.values().copied().collect()
    }
}

impl AccountingDocumentKind {
    /// Returns the kind of a document. `version` is that of its bill or payment.
    #[must_use]
    pub fn of(document: &AccountingDocument, version: i32) -> Self {
        if document.reverses.is_some() {
            Self::Reversal
        } else if version > 1 {
            Self::Correction
        } else if document.is_credit_note() {
            Self::CreditNote
        } else {
            Self::New
        }
    }
}

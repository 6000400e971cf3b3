//! The changed values of accounting profiles.

use super::{NAME, Table, said};
use crate::accounting::{AccountingDraft, AccountingFact};
use crate::{Money, Words};

const COLUMNS: Words = ["Columns", "Lajur"];
const SUSPENSE: Words = ["Suspense account", "Akaun tergantung"];
const DEBIT: Words = ["Total", "Jumlah"];

impl Table {
    pub(super) fn accounting(&mut self, fact: &AccountingFact) {
        match fact {
            AccountingFact::AccountingProfileSaved { before, after, .. } => {
                self.accounting_profile(before.as_deref(), Some(after));
            }
            AccountingFact::AccountingProfileRemoved { before, .. } => self.accounting_profile(Some(before), None),
            AccountingFact::AccountingRunMade { debit, .. } => self.came(DEBIT, Some(Money::shown(*debit))),
            AccountingFact::AccountingRunRefused { .. } | AccountingFact::AccountingNumbersSet { .. } => {}
        }
    }

    fn accounting_profile(&mut self, before: Option<&AccountingDraft>, after: Option<&AccountingDraft>) {
        type Value = (Words, fn(&AccountingDraft) -> Option<String>);
        const VALUES: [Value; 6] = [
            (NAME, |draft| said(&draft.name)),
            (["Supplier", "Pembekal"], |draft| said(&draft.supplier)),
            (["Ledger account of the supplier", "Akaun lejar pembekal"], |draft| said(&draft.payable_account)),
            (["Ledger account of the bank", "Akaun lejar bank"], |draft| said(&draft.bank_account)),
            (SUSPENSE, |draft| draft.suspense.as_ref().map(|suspense| suspense.ledger_account.clone())),
            (COLUMNS, |draft| {
                let headings = draft.document_columns.iter().chain(&draft.line_columns);
                said(&headings.map(|column| column.heading.as_str()).collect::<Vec<_>>().join(", "))
            }),
        ];
        for (label, value) in VALUES {
            self.changed(label, before.and_then(value), after.and_then(value));
        }
    }
}

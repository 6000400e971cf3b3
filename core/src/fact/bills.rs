//! Events of bills outside a payment.

use serde::{Deserialize, Serialize};

use super::ScreenTarget;
use crate::audience::{ByEmail, Recipients};
use crate::number::{BatchId, InvoiceNo};
use crate::permission::{Action, Area, Scope};
use crate::{Day, Language, Money, Words};

/// An event of bills, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum BillsFact {
    /// Users who may pay were reminded of bills that fall due.
    BillsFallDue {
        /// The due date.
        due: Day,
        /// How many bills can be paid.
        bills: i64,
        /// Their total.
        total: Money,
    },
    /// Bills of a batch were issued: they were imported, or the batch was released. Recorded only while a webhook of the
    /// bulk account receives it, so that an import writes nothing for all other companies.
    BillsIssued {
        /// The batch.
        batch_id: BatchId,
        /// How many bills of the bulk account the batch has now.
        bills: i64,
    },
    /// Bills were paid outside the portal, or are open again because the utility took the money back. Recorded only while a
    /// webhook of the bulk account receives it.
    BillsSettled {
        /// The bills, some hundred at most.
        invoice_nos: Vec<InvoiceNo>,
        /// Whether they are paid now.
        is_paid: bool,
    },
}

impl BillsFact {
    /// A reminder notifies all users who may pay, by e-mail those who want reminders. Issued and settled bills are for systems.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::BillsFallDue { .. } => {
                let payers = Scope { area: Area::Payment, action: Action::Add };
                Recipients { customers: Some(payers), by_email: Some(ByEmail::Reminder(payers)), ..Recipients::NONE }
            }
            Self::BillsIssued { .. } | Self::BillsSettled { .. } => Recipients::NONE,
        }
    }

    /// Returns the list of the bills.
    pub(super) fn screen_target(&self) -> ScreenTarget {
        let params = match self {
            Self::BillsFallDue { due, .. } => vec![("from", due.to_string()), ("to", due.to_string())],
            Self::BillsIssued { batch_id, .. } => vec![("batch", batch_id.to_string())],
            Self::BillsSettled { .. } => return ScreenTarget { screen: "billHistory", params: Vec::new() },
        };
        ScreenTarget { screen: "outstandingBills", params }
    }

    pub(super) fn facts(&self, language: Language) -> Vec<(&'static str, String)> {
        let Self::BillsFallDue { due, bills, total } = self else { return Vec::new() };
        let named = |names: Words, value: String| (language.pick(names), value);
        vec![
            named(["Due date", "Tarikh akhir bayaran"], due.shown(language)),
            named(["Bills", "Bil"], bills.to_string()),
            named(["Amount", "Amaun"], total.shown()),
        ]
    }

    pub(super) fn sentence(&self, bulk_id: &str, language: Language) -> String {
        match self {
            Self::BillsFallDue { due, bills, total } => {
                let (day, total) = (due.shown(language), total.shown());
                say_count!(
                    language,
                    bills = *bills,
                    "{bills} bill of bulk account {bulk_id} for {total} is due on {day}."
                        / "{bills} bills of bulk account {bulk_id} totalling {total} are due on {day}.",
                    "{bills} bil akaun pukal {bulk_id} berjumlah {total} perlu dibayar sebelum atau pada {day}."
                )
            }
            Self::BillsIssued { batch_id, bills } => say_count!(
                language,
                bills = *bills,
                "{bills} bill of bulk account {bulk_id} was issued in batch {batch_id}."
                    / "{bills} bills of bulk account {bulk_id} were issued in batch {batch_id}.",
                "{bills} bil akaun pukal {bulk_id} telah dikeluarkan dalam kelompok {batch_id}."
            ),
            Self::BillsSettled { invoice_nos, is_paid: true } => say_count!(
                language,
                bills = count(invoice_nos),
                "{bills} bill of bulk account {bulk_id} was paid outside the portal."
                    / "{bills} bills of bulk account {bulk_id} were paid outside the portal.",
                "{bills} bil akaun pukal {bulk_id} telah dibayar di luar portal."
            ),
            Self::BillsSettled { invoice_nos, is_paid: false } => say_count!(
                language,
                bills = count(invoice_nos),
                "{bills} bill of bulk account {bulk_id} is open again."
                    / "{bills} bills of bulk account {bulk_id} are open again.",
                "{bills} bil akaun pukal {bulk_id} terbuka semula."
            ),
        }
    }
}

fn count(invoice_nos: &[InvoiceNo]) -> i64 {
    i64::try_from(invoice_nos.len()).unwrap_or(i64::MAX)
}

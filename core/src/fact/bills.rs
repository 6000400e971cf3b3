//! Events of bills outside a payment.

use serde::{Deserialize, Serialize};

use super::ScreenTarget;
use crate::audience::Recipients;
use crate::number::BatchId;
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
}

impl BillsFact {
    /// A reminder notifies all users who may pay. Issued bills are for systems.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::BillsFallDue { .. } => {
                Recipients { customers: Some(Scope { area: Area::Payment, action: Action::Add }), ..Recipients::NONE }
            }
            Self::BillsIssued { .. } => Recipients::NONE,
        }
    }

    /// Returns the list of the bills.
    pub(super) fn screen_target(&self) -> ScreenTarget {
        let params = match self {
            Self::BillsFallDue { due, .. } => vec![("from", due.to_string()), ("to", due.to_string())],
            Self::BillsIssued { batch_id, .. } => vec![("batch", batch_id.to_string())],
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
        }
    }
}

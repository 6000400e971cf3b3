//! Events of bills outside a payment.

use serde::{Deserialize, Serialize};

use crate::audience::Recipients;
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
}

impl BillsFact {
    /// Notifies all users who may pay.
    pub(super) const RECIPIENTS: Recipients =
        Recipients { customers: Some(Scope { area: Area::Payment, action: Action::Add }), ..Recipients::NONE };

    /// Returns the day on which they fall due.
    pub(super) const fn due(&self) -> Day {
        let Self::BillsFallDue { due, .. } = self;
        *due
    }

    pub(super) fn facts(&self, language: Language) -> Vec<(&'static str, String)> {
        let Self::BillsFallDue { due, bills, total } = self;
        let named = |names: Words, value: String| (language.pick(names), value);
        vec![
            named(["Due date", "Tarikh akhir bayaran"], due.shown(language)),
            named(["Bills", "Bil"], bills.to_string()),
            named(["Amount", "Amaun"], total.shown()),
        ]
    }

    pub(super) fn sentence(&self, bulk_id: &str, language: Language) -> String {
        let Self::BillsFallDue { due, bills, total } = self;
        let (day, total) = (due.shown(language), total.shown());
        say_count!(
            language,
            bills = *bills,
            "{bills} bill of bulk account {bulk_id} for {total} is due on {day}."
                / "{bills} bills of bulk account {bulk_id} totalling {total} are due on {day}.",
            "{bills} bil akaun pukal {bulk_id} berjumlah {total} perlu dibayar sebelum atau pada {day}."
        )
    }
}

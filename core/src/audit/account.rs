//! The electricity account as the audit reads it.

use super::{AuditRule, MutedRule};
use crate::Day;

wire! {
    /// An account in the utility's records, with its muted rules.
    pub struct AuditedAccount {
        /// Empty if the records have no tariff.
        pub tariff: String,
        pub is_active: bool,
        /// Rules that the company muted for this account.
        #[serde(default)]
        pub muted: Vec<MutedRule>,
    }
}

impl AuditedAccount {
    pub(super) fn is_muted(&self, rule: AuditRule, today: Day) -> bool {
        self.muted.iter().any(|muted| muted.rule == rule && today <= muted.until)
    }
}

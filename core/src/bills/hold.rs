//! Bills on hold (docs/domain/queries.md#hold): they are left out when bills are selected together, and can still be
//! chosen one by one.

use crate::Code;

wire! {
    /// Why a bill is on hold. A hold is derived from its cause and never stored; the SQL function `bill_hold_cause` does
    /// the same.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum HoldCause {
        /// A query about the bill is open.
        Query,
    }
}

impl HoldCause {
    /// Every cause.
    pub const ALL: &[Self] = &[Self::Query];

    /// Returns the reason for which the bill is left out of a selection.
    #[must_use]
    pub const fn reason(self) -> Code {
        match self {
            Self::Query => Code::BillHasQuery,
        }
    }
}

//! Limits and durations, as plain data.

use serde::Serialize;

use crate::bills::OVERDUE_AFTER_DAYS;
use crate::payments::{MOST_INVOICES, MOST_REFERENCES};
use crate::registration::GOVERNMENT_DAYS;
use crate::{accounts, amount, identity, page, registration, search};

/// The limits and durations that screens need.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Constants {
    /// Seconds of silence after which a session is over.
    idle_seconds: i64,
    /// The last of them, counted down in a dialogue.
    idle_warning_seconds: i64,
    session_seconds: i64,
    access_seconds: i64,
    refresh_seconds: i64,
    most_attempts: i32,
    most_references: usize,
    most_invoices: usize,
    most_searched_numbers: usize,
    shortest_search: usize,
    default_rows: i64,
    most_rows: i64,
    overdue_after_days: i64,
    /// Accounts of an application, or added at once.
    most_accounts: usize,
    /// Bytes of a declaration.
    most_declaration_bytes: usize,
    longest_remark: usize,
    longest_group_name: usize,
    /// The days of a month on which government entities may register.
    first_government_day: u32,
    last_government_day: u32,
    /// What stands for a missing value.
    missing: &'static str,
}

impl Constants {
    pub(super) const NOW: Self = Self {
        idle_seconds: identity::IDLE_SECONDS,
        idle_warning_seconds: identity::IDLE_WARNING_SECONDS,
        session_seconds: identity::SESSION_SECONDS,
        access_seconds: identity::ACCESS_SECONDS,
        refresh_seconds: identity::REFRESH_SECONDS,
        most_attempts: identity::MOST_ATTEMPTS,
        most_references: MOST_REFERENCES,
        most_invoices: MOST_INVOICES,
        most_searched_numbers: search::MOST_NUMBERS,
        shortest_search: search::SHORTEST_TEXT,
        default_rows: page::DEFAULT_ROWS,
        most_rows: page::MOST_ROWS,
        overdue_after_days: OVERDUE_AFTER_DAYS,
        most_accounts: registration::MOST_ACCOUNTS,
        most_declaration_bytes: registration::declaration::MOST_BYTES,
        longest_remark: registration::LONGEST_REMARK,
        longest_group_name: accounts::groups::LONGEST_NAME,
        first_government_day: *GOVERNMENT_DAYS.start(),
        last_government_day: *GOVERNMENT_DAYS.end(),
        missing: amount::MISSING,
    };
}

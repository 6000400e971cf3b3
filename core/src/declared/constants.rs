//! Limits and durations that the app needs, as plain data.

use serde::Serialize;

use crate::bills::{HISTORY_MONTHS, OVERDUE_AFTER_DAYS};
use crate::payments::{MAX_INVOICES, MAX_REFERENCES};
use crate::registration::GOVERNMENT_DAYS;
use crate::{accounts, activity, amount, identity, notifications, page, queries, registration, search, views};

/// The limits and durations that screens use.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Constants {
    /// Seconds without activity after which a session ends.
    idle_seconds: i64,
    /// The last seconds of that time, during which a dialogue counts down.
    idle_warning_seconds: i64,
    session_seconds: i64,
    access_seconds: i64,
    refresh_seconds: i64,
    max_attempts: i32,
    max_references: usize,
    max_invoices: usize,
    max_searched_numbers: usize,
    min_search_length: usize,
    default_rows: i64,
    max_rows: i64,
    overdue_after_days: i64,
    /// Months that bill history goes back.
    history_months: u32,
    /// Maximum accounts of an application, or of a request to add accounts.
    max_accounts: usize,
    /// Maximum bytes of a declaration.
    max_declaration_bytes: usize,
    max_remark_length: usize,
    max_group_name_length: usize,
    max_view_name_length: usize,
    /// Maximum characters of a message of a query.
    max_query_message: usize,
    /// Maximum bills of a query.
    max_query_bills: usize,
    /// Months for which notifications are stored.
    notification_months: u32,
    /// Months that the activity log goes back.
    activity_months: u32,
    /// The days of the month on which government entities can register.
    first_government_day: u32,
    last_government_day: u32,
    /// The text for a missing value.
    missing: &'static str,
}

impl Constants {
    pub(super) const NOW: Self = Self {
        idle_seconds: identity::IDLE_SECONDS,
        idle_warning_seconds: identity::IDLE_WARNING_SECONDS,
        session_seconds: identity::SESSION_SECONDS,
        access_seconds: identity::ACCESS_SECONDS,
        refresh_seconds: identity::REFRESH_SECONDS,
        max_attempts: identity::MAX_ATTEMPTS,
        max_references: MAX_REFERENCES,
        max_invoices: MAX_INVOICES,
        max_searched_numbers: search::MAX_NUMBERS,
        min_search_length: search::MIN_TEXT_LENGTH,
        default_rows: page::DEFAULT_ROWS,
        max_rows: page::MAX_ROWS,
        overdue_after_days: OVERDUE_AFTER_DAYS,
        history_months: HISTORY_MONTHS,
        max_accounts: registration::MAX_ACCOUNTS,
        max_declaration_bytes: registration::declaration::MAX_BYTES,
        max_remark_length: registration::MAX_REMARK_LENGTH,
        max_group_name_length: accounts::groups::MAX_NAME_LENGTH,
        max_view_name_length: views::MAX_NAME_LENGTH,
        max_query_message: queries::MAX_MESSAGE_LENGTH,
        max_query_bills: queries::MAX_BILLS,
        notification_months: notifications::KEPT_MONTHS,
        activity_months: activity::LOG_MONTHS,
        first_government_day: *GOVERNMENT_DAYS.start(),
        last_government_day: *GOVERNMENT_DAYS.end(),
        missing: amount::MISSING,
    };
}

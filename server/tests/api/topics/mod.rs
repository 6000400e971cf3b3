//! Topics of each call, compared with the tables that the call writes and reads.

mod changes;
mod reads;

use gridbill_core::Topic::{
    self, Accounting, Accounts, Announcements, Approvals, BankStatements, Bills, Company, Downloads, Findings, Gateway,
    Groups, Notifications, Operations, Payments, PersonalData, Preferences, Profile, Queries, Registrations, Sessions,
    Staff, Statements, Team, Users, Views,
};
use sqlx::PgPool;

use crate::support::sql;

/// Returns the topics of a written row (`bill`) or column (`bill.status`). Tables that no call shows, such as guards
/// and records, have none.
fn topics_of(written: &str) -> &'static [Topic] {
    let (table, column) = written.split_once('.').unwrap_or((written, ""));
    let table = without_month(table);
    match (table, column) {
        ("bill" | "bill_charges" | "bill_total" | "settlement" | "settlement_part" | "settlement_due", _) => &[Bills],
        // A bill is on hold while its query is open.
        ("bill_query", "" | "state") => &[Queries, Bills],
        ("query_bill", "" | "is_open") => &[Queries, Bills],
        ("bill_query" | "query_bill" | "query_message" | "query_file", _) => &[Queries],
        ("approval_delegation" | "approval_policy" | "proposal" | "proposal_act" | "proposal_item", _) => &[Approvals],
        ("billed_account" | "billed_account_change" | "billed_accounts", _) => &[Bills],
        ("accounting_profile" | "accounting_run" | "accounting_document", _) => &[Accounting],
        (
            "account_total"
            | "deposit"
            | "cost_centre"
            | "account_coding"
            | "account_coding_part"
            | "group_coding_part",
            _,
        ) => &[Accounts],
        (
            "payment"
            | "payment_group"
            | "payment_group_item"
            | "payment_group_left_out"
            | "payment_group_part"
            | "payment_total"
            | "payment_item"
            | "payment_reference"
            | "payment_reminder"
            | "receipt"
            | "account_credit",
            _,
        ) => &[Payments],
        ("fpx_request" | "fpx_message" | "fpx_rejected" | "fpx_alert" | "fpx_bank" | "method_window", _)
        | ("late_decision" | "late_proposal", _) => &[Gateway],
        ("electricity_account", "group_id") => &[Accounts, Groups],
        ("electricity_account" | "tagging" | "account_master", _) => &[Accounts],
        (
            "bank_columns"
            | "bank_statement"
            | "bank_statement_row"
            | "bank_statement_line"
            | "bank_line_used"
            | "bank_line_declared_other"
            | "bank_money_awaited",
            _,
        ) => &[BankStatements],
        ("statement" | "statement_recipient", _) => &[Statements],
        ("account_group", _) => &[Groups],
        ("bulk_account", _) => &[Company],
        // The staff's list of all users filters by the state of their application.
        ("registration", "status") => &[Registrations, Users],
        ("registration" | "registration_account" | "registration_submission", _) => &[Registrations],
        ("stored_file" | "government_notice", _) => &[Registrations],
        ("tutorial", _) => &[Profile],
        ("download", _) => &[Downloads],
        ("session", "" | "ended_at" | "proved_at") => &[Sessions],
        // The Master sees how many users have a factor.
        ("factor", "") => &[Sessions, Team],
        ("factor" | "recovery_code", _) => &[Sessions],
        ("factor_policy", _) => &[Team, Profile],
        ("sso_provider" | "sso_identity", _) => &[Team, Profile],
        ("sso_domain" | "sso_untried" | "mailbox" | "api_token" | "webhook", _) => &[Team],
        // Events follow from facts of all kinds. The log is read again when its page is opened or refreshed.
        ("webhook_event" | "webhook_attempt", _) => &[],
        ("factor_challenge" | "sso_sign_in", _) => &[],
        (
            "person:customer" | "person:staff",
            "language" | "theme" | "favourite_from" | "favourite_to" | "notification_email",
        ) => &[Preferences],
        ("person:customer" | "person:staff", "password_reset_required" | "email_opting") => &[Profile],
        // A changed role is shown in the profile, but it ends the person's sessions anyway.
        ("person:customer", "" | "role" | "make_payments" | "manage_accounts" | "bulk_id") => &[Team, Users],
        ("person:customer", "name" | "nickname" | "mobile_no" | "activated_at" | "disabled_at" | "deleted_at") => {
            &[Team, Users]
        }
        ("person:staff", "" | "role" | "name" | "nickname" | "mobile_no") => &[Staff],
        ("person:staff", "activated_at" | "disabled_at" | "deleted_at") => &[Staff],
        ("invitation" | "link:invitation", _) => &[Team],
        ("link:activation", _) => &[Users],
        ("link:staffActivation", _) => &[Staff],
        ("session" | "person:customer" | "person:staff" | "link:reset" | "link:staffReset", _) => &[],
        ("saved_view", _) => &[Views],
        ("announcement", _) => &[Announcements],
        ("finding" | "audit_setting" | "audit_mute" | "use_median" | "price", _) => &[Findings],
        ("emission_factor" | "energy_certificate" | "charge_kind", _) => &[Bills],
        // The bills of a batch are on hold while it waits.
        ("batch_review", "" | "state") => &[Findings, Bills],
        ("batch_review", _) => &[Findings],
        // The audit publishes its result.
        ("audit_due", _) => &[],
        ("staff_proposal" | "factor_reset", _) => &[Staff],
        // No page shows it before the list of requests about personal data.
        ("erasure_proposal", _) => &[],
        ("feed_import" | "feed_rejected", _) => &[Operations],
        // A sent selection never changes.
        ("sent_selection", _) => &[],
        ("due_reminder", _) => &[],
        (
            "account_lookup" | "accounting_link" | "answered_call" | "api_token_refusal" | "api_token_secret"
            | "known_device" | "login_attempts" | "mail" | "mailbox_link" | "published" | "rate",
            _,
        ) => &[],
        // Records of other changes of the same call.
        ("fact" | "fact_check" | "fact_seal" | "fact_seal_check", _) => &[],
        // Recipients learn of a new notification by the statement that inserts it. Only the daily digest reads `emailed_at`.
        ("notification", "" | "emailed_at") => &[],
        ("notification", _) => &[Notifications],
        ("data_request" | "breach" | "breach_version", _) => &[PersonalData],
        ("customer_view", _) => &[],
        // Only commands show them.
        ("takeover" | "takeover_problem" | "takeover_user", _) => &[],
        ("refresh_token" | "secret" | "security_event" | "stray_file", _) => &[],
        _ => panic!("{written} is new: which topics show it?"),
    }
}

/// Returns the parent table of a monthly partition.
fn without_month(table: &str) -> &str {
    ["notification", "security_event"].into_iter().find(|monthly| table.starts_with(monthly)).unwrap_or(table)
}

/// Returns the portal's tables.
async fn tables(pool: &PgPool) -> Vec<String> {
    let query = "select tablename::text from pg_tables
                 where schemaname = 'public' and tablename not in ('_sqlx_migrations', 'written') order by tablename";
    sql::values(pool, query, &[]).await
}

//! The portal's limits with their values: configurable limits with their variable, and fixed limits.

use gridbill_core::operations::{LimitName, PortalLimit};
use gridbill_core::{identity, registration, sheet};

use crate::config::Config;

/// Returns all limits, ordered by group.
#[must_use]
pub fn all(config: &Config) -> Vec<PortalLimit> {
    LimitName::ALL.iter().map(|name| limit(config, *name)).collect()
}

fn limit(config: &Config, name: LimitName) -> PortalLimit {
    let (variable, value) = configured(config, name);
    PortalLimit { name, group: name.group(), unit: name.unit(), value, variable: variable.map(str::to_owned) }
}

/// Returns the variable that sets a limit, and its current value.
fn configured(config: &Config, name: LimitName) -> (Option<&'static str>, Option<String>) {
    use LimitName as L;
    let Config { utility, payments, statements, limits, http, .. } = config;
    let set = |variable, value: String| (Some(variable), Some(value));
    let fixed = |value: u64| (None, Some(value.to_string()));
    let seconds = |variable, value: std::time::Duration| (Some(variable), Some(value.as_secs_f64().to_string()));
    let hours = |seconds: i64| fixed(seconds.unsigned_abs() / 3600);
    match name {
        L::MaxReferences => set("GRIDBILL_MAX_REFERENCES", utility.max_references.to_string()),
        L::SecondOfficerAbove => {
            let above = payments.second_officer_above.map(|amount| amount.to_string());
            (Some("GRIDBILL_SECOND_OFFICER_ABOVE"), above)
        }
        L::GiveUpAfter => set("GRIDBILL_GIVE_UP_AFTER", payments.give_up_after.to_string()),
        L::MaxMembers => set("GRIDBILL_MAX_MEMBERS", utility.max_members.to_string()),
        L::RegistrationAnswerDays => {
            set("GRIDBILL_REGISTRATION_ANSWER_DAYS", utility.registration_answer_days.to_string())
        }
        L::DeclarationSize => fixed(registration::declaration::MAX_BYTES as u64),
        L::WorkbookSize => fixed(sheet::LIMITS.bytes as u64),
        L::WorkbookUnpackedSize => fixed(sheet::LIMITS.unpacked as u64),
        L::WorkbookRows => fixed(registration::MAX_ACCOUNTS as u64),
        L::ActivationLink => hours(identity::registering::ACTIVATION_SECONDS),
        L::ResetLink => fixed(identity::registering::RESET_SECONDS.unsigned_abs() / 60),
        L::InvitationLink => fixed(identity::registering::INVITATION_SECONDS.unsigned_abs() / 86_400),
        L::IdleSession => fixed(identity::IDLE_SECONDS.unsigned_abs() / 60),
        L::StatementMonths => {
            let months: Vec<String> = statements.months.iter().map(u32::to_string).collect();
            set("GRIDBILL_STATEMENT_MONTHS", months.join(", "))
        }
        L::StatementDays => set("GRIDBILL_STATEMENT_DAYS", statements.kept_days.to_string()),
        L::StatementsPerRecipient => set("GRIDBILL_STATEMENTS_PER_RECIPIENT", statements.per_recipient.to_string()),
        L::QueriesPerPerson => set("GRIDBILL_QUERIES_PER_PERSON", limits.queries_per_person.to_string()),
        L::QueryMessagesPerPerson => {
            set("GRIDBILL_QUERY_MESSAGES_PER_PERSON", limits.query_messages_per_person.to_string())
        }
        L::StatementsPerPerson => set("GRIDBILL_STATEMENTS_PER_PERSON", statements.per_person.to_string()),
        L::StatementsWaiting => set("GRIDBILL_STATEMENTS_WAITING", statements.waiting.to_string()),
        L::SignInsPerAddress => set("GRIDBILL_SIGN_INS_PER_ADDRESS", limits.sign_ins_per_address.to_string()),
        L::WrongPasswordsPerAccount => {
            set("GRIDBILL_WRONG_PASSWORDS_PER_ACCOUNT", limits.wrong_passwords_per_account.to_string())
        }
        L::RegistrationsPerAddress => {
            set("GRIDBILL_REGISTRATIONS_PER_ADDRESS", limits.registrations_per_address.to_string())
        }
        L::EmailsPerAddress => set("GRIDBILL_EMAILS_PER_ADDRESS", limits.emails_per_address.to_string()),
        L::EmailsPerEmail => set("GRIDBILL_EMAILS_PER_EMAIL", limits.emails_per_email.to_string()),
        L::LinksPerMailbox => set("GRIDBILL_LINKS_PER_MAILBOX", limits.links_per_mailbox.to_string()),
        L::ChecksPerAddress => set("GRIDBILL_CHECKS_PER_ADDRESS", limits.checks_per_address.to_string()),
        L::UnsignedMessagesPerAddress => {
            set("GRIDBILL_UNSIGNED_MESSAGES_PER_ADDRESS", limits.unsigned_messages_per_address.to_string())
        }
        L::InvitationsPerPerson => set("GRIDBILL_INVITATIONS_PER_PERSON", limits.invitations_per_person.to_string()),
        L::InvitationsPerEmail => set("GRIDBILL_INVITATIONS_PER_EMAIL", limits.invitations_per_email.to_string()),
        L::ColleagueEmailsPerPerson => {
            set("GRIDBILL_COLLEAGUE_EMAILS_PER_PERSON", limits.colleague_emails_per_person.to_string())
        }
        L::UploadsPerPerson => set("GRIDBILL_UPLOADS_PER_PERSON", limits.uploads_per_person.to_string()),
        L::CompaniesPerPerson => set("GRIDBILL_COMPANIES_PER_PERSON", limits.companies_per_person.to_string()),
        L::AccountsPerPerson => set("GRIDBILL_ACCOUNTS_PER_PERSON", limits.accounts_per_person.to_string()),
        L::ListedAccountsPerPerson => {
            set("GRIDBILL_LISTED_ACCOUNTS_PER_PERSON", limits.listed_accounts_per_person.to_string())
        }
        L::ReadsPerPerson => set("GRIDBILL_READS_PER_PERSON", limits.reads_per_person.to_string()),
        L::TokenCallsPerMinute => set("GRIDBILL_TOKEN_CALLS_PER_MINUTE", limits.token_calls_per_minute.to_string()),
        L::WritesPerPerson => set("GRIDBILL_WRITES_PER_PERSON", limits.writes_per_person.to_string()),
        L::DocumentsAtOnce => set("GRIDBILL_DOCUMENTS_AT_ONCE", limits.documents_at_once.to_string()),
        L::SecurityEventsPerHour => {
            set("GRIDBILL_SECURITY_EVENTS_PER_HOUR", limits.security_events_per_hour.to_string())
        }
        L::SecurityEventDays => set("GRIDBILL_SECURITY_EVENT_DAYS", limits.security_event_days.to_string()),
        L::DatabaseConnections => set("GRIDBILL_CONNECTIONS", config.connections.to_string()),
        L::MaxConnections => set("GRIDBILL_MAX_CONNECTIONS", http.max_connections.to_string()),
        L::MaxConnectionsPerAddress => {
            set("GRIDBILL_MAX_CONNECTIONS_PER_ADDRESS", http.max_connections_per_address.to_string())
        }
        L::HeadTimeout => seconds("GRIDBILL_HEAD_TIMEOUT", http.head_timeout),
        L::IdleTimeout => seconds("GRIDBILL_IDLE_TIMEOUT", http.idle_timeout),
        L::BodyTimeout => seconds("GRIDBILL_BODY_TIMEOUT", http.body_timeout),
        L::WriteTimeout => seconds("GRIDBILL_WRITE_TIMEOUT", http.write_timeout),
    }
}

//! The sections of a user's own data. Each is one query, whose rows are streamed, because a busy user has made many
//! facts. Secrets and their hashes are in no section.

use futures::stream::BoxStream;
use gridbill_core::{Language, Words};
use serde_json::Value;
use sqlx::postgres::PgArguments;
use sqlx::query::QueryScalar;
use sqlx::{PgPool, Postgres};
use uuid::Uuid;

/// The user whose data is read.
#[derive(Debug, Clone)]
pub struct DataSubject {
    pub person_id: Uuid,
    pub email: String,
}

/// Returns the query of a section. `.sqlx` does not describe them: each returns one object, and a file has all
/// sections.
#[expect(clippy::disallowed_methods, reason = "the tests of the file run every one of these queries")]
fn rows<'q>(sql: &'static str) -> QueryScalar<'q, Postgres, Value, PgArguments> {
    sqlx::query_scalar(sql)
}

/// Declares the sections, each with its key in the file, its title, the values that its query takes, and the query. A
/// row is a JSON object, whose fields have the order of the query.
macro_rules! sections {
    ($($section:ident $key:literal $title:expr, ($($value:ident),+) $sql:literal;)*) => {
        /// A part of the file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Section { $($section),* }

        impl Section {
            /// Every section, in the order of the file.
            pub const ALL: &[Self] = &[$(Self::$section),*];

            /// Returns its name in the machine-readable file.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Self::$section => $key),* }
            }

            /// Returns its title.
            #[must_use]
            pub const fn title(self, language: Language) -> &'static str {
                let words: Words = match self { $(Self::$section => $title),* };
                language.pick(words)
            }

            /// Streams its rows.
            #[must_use]
            pub fn rows<'a>(self, pool: &'a PgPool, subject: &'a DataSubject) -> BoxStream<'a, sqlx::Result<Value>> {
                match self {
                    $(Self::$section => rows($sql)$(.bind(&subject.$value))+.fetch(pool),)*
                }
            }
        }
    };
}

sections! {
    Profile "profile" ["Profile", "Profil"], (person_id)
        "select json_build_object('name', name, 'email', email, 'nickname', nickname, 'mobileNo', mobile_no,
                      'identificationType', identification_type, 'identificationNo', identification_no,
                      'isStaff', is_staff, 'createdAt', created_at, 'activatedAt', activated_at,
                      'disabledAt', disabled_at, 'lastSignIn', last_login_at, 'signInBefore', previous_login_at,
                      'sessionsEndedAt', sessions_ended_at, 'passwordResetRequired', password_reset_required,
                      'takenOverAt', u.taken_over_at, 'activationSentAt', u.activation_sent_at) as row
           from person left join takeover_user u using (person_id) where person_id = $1";
    Membership "membership" ["Company and rights", "Syarikat dan hak"], (person_id)
        "select json_build_object('role', p.role, 'bulkId', p.bulk_id, 'company', k.company_name,
                      'makePayments', p.make_payments, 'manageAccounts', p.manage_accounts) as row
           from person p left join bulk_account k on k.bulk_id = p.bulk_id
           where p.person_id = $1 and p.role is not null";
    Settings "settings" ["Settings", "Tetapan"], (person_id)
        "select json_build_object('language', language, 'theme', theme, 'density', density,
                      'hiddenColumns', hidden_columns, 'notificationEmail', notification_email,
                      'emailOpting', email_opting, 'singleKeys', single_keys, 'favouriteFrom', favourite_from,
                      'favouriteTo', favourite_to, 'digestedOn', digested_on) as row
           from person where person_id = $1";
    Terms "terms" ["Terms agreed to", "Terma yang dipersetujui"], (person_id)
        "select json_build_object('version', t.version, 'at', t.at) as row from (
               select terms_version as version, terms_accepted_at as at from person
               where person_id = $1 and terms_version is not null
               union all
               select s.terms_version, s.submitted_at from registration_submission s
               join registration r on r.registration_id = s.registration_id
               where r.person_id = $1 and s.terms_version is not null
           ) t order by t.at";
    Factors "secondFactors" ["Passkeys and authenticator apps", "Kunci laluan dan aplikasi pengesah"], (person_id)
        "select json_build_object('kind', kind, 'name', name, 'addedAt', added_at, 'lastUsedAt', last_used_at) as row
           from factor where person_id = $1 order by added_at";
    RecoveryCodes "recoveryCodes" ["Recovery codes", "Kod pemulihan"], (person_id)
        "select json_build_object('madeAt', made_at, 'usedAt', used_at) as row
           from recovery_code where person_id = $1 order by made_at, used_at";
    FactorReset "factorReset" ["Reset of two-factor authentication", "Penetapan semula pengesahan dua faktor"], (person_id)
        "select json_build_object('reason', reason, 'proposedAt', proposed_at, 'dueAt', due_at) as row
           from factor_reset where person_id = $1";
    SingleSignOn "singleSignOn" ["Company sign-in", "Log masuk syarikat"], (person_id)
        "select json_build_object('issuer', issuer, 'subject', subject, 'linkedAt', linked_at,
                      'lastUsedAt', last_used_at) as row
           from sso_identity where person_id = $1 order by linked_at";
    Sessions "sessions" ["Sessions", "Sesi"], (person_id)
        "select json_build_object('device', device, 'startedAt', started_at, 'lastActiveAt', last_active_at,
                      'endedAt', ended_at, 'provedAt', proved_at) as row
           from session where person_id = $1 order by started_at";
    Devices "devices" ["Known browsers", "Pelayar yang dikenali"], (person_id)
        "select json_build_object('firstUsedAt', first_used_at, 'lastUsedAt', last_used_at) as row
           from known_device where person_id = $1 order by first_used_at";
    SecurityEvents "securityEvents" ["Sign-ins and security events", "Log masuk dan peristiwa keselamatan"], (person_id, email)
        "select json_build_object('at', happened_at, 'kind', kind, 'outcome', outcome, 'email', email,
                      'address', address, 'device', user_agent, 'call', call, 'code', code) as row
           from security_event where person_id = $1 or (person_id is null and email = $2)
           order by happened_at, event_id";
    LoginAttempts "failedSignIns" ["Recent failed sign-ins", "Log masuk gagal terkini"], (email)
        "select json_build_object('attempts', attempts, 'lastAt', last_at, 'network', network) as row
           from login_attempts where email = $1 order by last_at";
    Links "links" ["E-mailed links", "Pautan dalam e-mel"], (person_id, email)
        "select json_build_object('kind', l.kind, 'createdAt', l.created_at, 'expiresAt', l.expires_at,
                      'usedAt', l.used_at) as row
           from link l left join invitation i on i.invitation_id = l.invitation_id
           where l.person_id = $1 or i.email = $2 order by l.created_at";
    Emails "emails" ["E-mails to you", "E-mel kepada anda"], (email)
        "select json_build_object('subject', subject, 'language', language, 'text', body_text,
                      'createdAt', created_at, 'acceptedAt', accepted_at, 'error', last_error) as row
           from mail where recipient = $1 order by created_at, mail_id";
    Notifications "notifications" ["Notifications", "Pemberitahuan"], (person_id)
        "select json_build_object('at', n.notified_at, 'fact', f.kind, 'about', n.about, 'readAt', n.read_at,
                      'deletedAt', n.deleted_at) as row
           from notification n join fact f on f.fact_id = n.fact_id
           where n.person_id = $1 order by n.notified_at, n.notification_id";
    Facts "activity" ["What you did, and what happened to your account",
        "Perkara yang anda lakukan, dan yang berlaku pada akaun anda"], (person_id, email)
        "select json_build_object('at', happened_at, 'fact', kind, 'about', about, 'bulkId', bulk_id,
                      'byYou', actor_id is not distinct from $1, 'role', acting_role, 'address', case when actor_id = $1 then address end,
                      'device', case when actor_id = $1 then device end, 'details', data) as row
           from fact
           where actor_id = $1 or subject = 'person:' || $1::text or about = $2 order by happened_at, fact_id";
    Invitations "invitations" ["Invitations", "Jemputan"], (person_id, email)
        "select json_build_object('email', case when email = $2 or invited_by = $1 then email end, 'bulkId', bulk_id,
                      'nickname', nickname, 'role', role, 'byYou', invited_by = $1, 'invitedAt', invited_at,
                      'acceptedAt', accepted_at, 'withdrawnAt', withdrawn_at) as row
           from invitation where email = $2 or invited_by = $1 order by invited_at";
    StaffProposals "staffProposals" ["Proposals about your staff account", "Cadangan tentang akaun kakitangan anda"], (person_id, email)
        "select json_build_object('roleBefore', role_before, 'role', role, 'email', email, 'name', name,
                      'nickname', nickname, 'mobileNo', mobile_no, 'proposedAt', proposed_at) as row
           from staff_proposal where person_id = $1 or email = $2 order by proposed_at";
    Registrations "registrations" ["Applications for a bulk account", "Permohonan akaun pukal"], (person_id)
        "select json_build_object('company', company_name, 'status', status, 'form', form, 'remark', remark,
                      'bulkId', bulk_id, 'createdAt', created_at, 'updatedAt', updated_at,
                      'submittedAt', submitted_at, 'reviewedAt', reviewed_at) as row
           from registration where person_id = $1 order by created_at";
    Notices "governmentNotices" ["Requested notices of registration", "Notis pendaftaran yang diminta"], (person_id)
        "select json_build_object('askedAt', asked_at, 'onDay', on_day, 'sentAt', sent_at) as row
           from government_notice where person_id = $1";
    Requests "dataRequests" ["Requests about personal data", "Permintaan tentang data peribadi"], (person_id)
        "select json_build_object('number', 'DR-' || request_no, 'kind', kind, 'state', state, 'channel', channel,
                      'name', person_name, 'email', email, 'text', request_text, 'receivedOn', received_on,
                      'dueOn', due_on, 'extensionReason', extension_reason, 'answer', answer,
                      'endedAt', ended_at) as row
           from data_request where person_id = $1 order by request_no";
    Queries "queries" ["Messages in queries about bills", "Mesej dalam pertanyaan tentang bil"], (person_id)
        "select json_build_object('at', m.written_at, 'invoiceNo', q.invoice_no,
                      'otherInvoiceNos', array(select a.invoice_no from query_bill a
                                               where a.query_id = q.query_id and a.invoice_no <> q.invoice_no order by a.place),
                      'text', m.message) as row
           from query_message m join bill_query q on q.query_id = m.query_id
           where m.author_id = $1 order by m.written_at";
    QueryFiles "queryFiles" ["Files in queries about bills", "Fail dalam pertanyaan tentang bil"], (person_id)
        "select json_build_object('at', f.added_at, 'invoiceNo', q.invoice_no, 'name', f.name, 'kind', f.kind,
                      'bytes', f.size) as row
           from query_file f join bill_query q on q.query_id = f.query_id
           where f.author_id = $1 order by f.added_at";
    Files "uploadedFiles" ["Uploaded declarations", "Akuan yang dimuat naik"], (person_id)
        "select json_build_object('at', stored_at, 'name', name, 'kind', kind, 'bytes', size) as row
           from stored_file where owner_id = $1 order by stored_at";
    Selections "sentBills" ["Bills sent between you and colleagues", "Bil yang dihantar antara anda dan rakan sekerja"], (person_id)
        "select json_build_object('at', sent_at, 'byYou', sent_by = $1, 'note', note, 'invoiceNos', invoice_nos,
                      'expiresAt', expires_at) as row
           from sent_selection where sent_by = $1 or sent_to = $1 order by sent_at";
    Statements "statementsByEmail" ["Statements sent to your e-mail address", "Penyata yang dihantar ke alamat e-mel anda"], (email)
        "select json_build_object('accountNo', s.account_no, 'name', r.name, 'email', r.email,
                      'requestedAt', s.requested_at) as row
           from statement_recipient r join statement s on s.statement_id = r.statement_id
           where r.email = $1 order by s.requested_at";
    Approvals "approvals" ["Decisions on proposals to pay", "Keputusan tentang cadangan bayaran"], (person_id)
        "select json_build_object('at', acted_at, 'proposalId', proposal_id, 'isApproval', is_approval,
                      'remark', remark, 'forAnother', right_of <> $1) as row
           from proposal_act where person_id = $1 or right_of = $1 order by acted_at";
    Delegations "delegations" ["Delegated approvals", "Kelulusan yang diwakilkan"], (person_id)
        "select json_build_object('byYou', from_person = $1, 'fromDay', from_day, 'untilDay', until_day,
                      'setAt', set_at) as row
           from approval_delegation where from_person = $1 or to_person = $1 order by set_at";
    Addresses "companyAddresses" ["Addresses of a company that equal yours", "Alamat syarikat yang sama dengan alamat anda"], (email)
        "select json_build_object('bulkId', bulk_id, 'email', email, 'language', language, 'topics', topics,
                      'addedAt', added_at, 'confirmedAt', confirmed_at, 'stoppedAt', stopped_at) as row
           from mailbox where email = $1 order by added_at";
    Views "savedViews" ["Saved views", "Paparan tersimpan"], (person_id)
        "select json_build_object('list', list, 'name', name, 'address', address, 'isShared', is_shared,
                      'savedAt', saved_at, 'deletedAt', deleted_at) as row
           from saved_view where owner_id = $1 order by saved_at";
    Tours "tours" ["Finished tours", "Lawatan yang tamat"], (person_id)
        "select json_build_object('tour', tutorial_id, 'at', completed_at) as row
           from tutorial where person_id = $1 order by completed_at";
    Lookups "accountLookups" ["Looked up accounts", "Akaun yang dicari"], (person_id)
        "select json_build_object('at', looked_up_at, 'kind', kind, 'about', subject, 'asked', asked,
                      'notKnown', not_known) as row
           from account_lookup where person_id = $1 order by looked_up_at";
    Downloads "downloads" ["Downloads", "Muat turun"], (person_id)
        "select json_build_object('name', name, 'state', state, 'requestedAt', requested_at,
                      'expiresAt', expires_at) as row
           from download where person_id = $1 order by requested_at";
    ApiTokens "apiTokens" ["API tokens that you created", "Token API yang anda cipta"], (person_id)
        "select json_build_object('name', name, 'createdAt', created_at, 'expiresAt', expires_at,
                      'revokedAt', revoked_at, 'lastUsedAt', last_used_at) as row
           from api_token where created_by = $1 order by created_at";
}

//! Changes of companies, their accounts and their groups.

use super::{MAX_NAMED, NAME, Table, said};
use crate::accounts::AccountError;
use crate::activity::ActivityChange;
use crate::company::ChangedField;
use crate::costs::{CodingPart, CodingPeriod, percent};
use crate::fact::{AccountState, AccountsFact, CompanyFact, CostCentreState, MailboxFact, TokenFact, WebhookFact};
use crate::mailboxes::{MailTopic, topic_words};
use crate::webhooks::{WebhookEventType, event_words};
use crate::{Day, Words};

impl Table {
    pub(super) fn company(&mut self, fact: &CompanyFact) {
        match fact {
            CompanyFact::RegistrationBegunAgain { .. } => {}
            CompanyFact::BulkAccountMade { master, .. } => self.came(["Master", "Master"], Some(master.clone())),
            CompanyFact::BulkProfileChanged { changes, .. } => {
                for ChangedField { field, before, after } in changes {
                    let label = self.field_of_form(field);
                    self.rows.push(ActivityChange { label, before: said(before), after: said(after) });
                }
            }
        }
    }

    pub(super) fn mailbox(&mut self, fact: &MailboxFact) {
        const TOPICS: Words = ["E-mails", "E-mel"];
        let named = |topics: &[MailTopic]| Some(topic_words(topics, self.language));
        let (before, after) = match fact {
            MailboxFact::MailboxAdded { topics, .. } => (None, named(topics)),
            MailboxFact::MailboxChanged { before, after, .. } => (named(before), named(after)),
            MailboxFact::MailboxStopped { topic: Some(topic) } => (named(&[*topic]), None),
            MailboxFact::MailboxRemoved { topics } => (named(topics), None),
            // The sentence says everything.
            MailboxFact::MailboxLinkSent
            | MailboxFact::MailboxConfirmed { .. }
            | MailboxFact::MailboxStopped { topic: None } => (None, None),
        };
        self.changed(TOPICS, before, after);
    }

    pub(super) fn webhook(&mut self, fact: &WebhookFact) {
        const EVENTS: Words = ["Events", "Peristiwa"];
        let named = |events: &[WebhookEventType]| Some(event_words(events, self.language));
        let (before, after) = match fact {
            WebhookFact::WebhookCreated { events, .. } => (None, named(events)),
            WebhookFact::WebhookChanged { before, after, .. } => (named(before), named(after)),
            // The sentence says everything.
            WebhookFact::WebhookDisabled { .. }
            | WebhookFact::WebhookEnabled { .. }
            | WebhookFact::WebhookSecretRotated { .. }
            | WebhookFact::WebhookReplayed { .. }
            | WebhookFact::WebhookDeleted { .. } => (None, None),
        };
        self.changed(EVENTS, before, after);
    }

    pub(super) fn token(&mut self, fact: &TokenFact) {
        const NETWORKS: Words = ["Allowed addresses", "Alamat yang dibenarkan"];
        const CALL: Words = ["Call", "Panggilan"];
        match fact {
            TokenFact::ApiTokenCreated { addresses, .. } if !addresses.is_empty() => {
                self.came(NETWORKS, Some(addresses.join(", ")));
            }
            TokenFact::ApiTokenRefused { call, .. } => self.came(CALL, Some(call.clone())),
            TokenFact::ApiTokenCreated { .. }
            | TokenFact::ApiTokenRotated { .. }
            | TokenFact::ApiTokenRevoked { .. }
            | TokenFact::ApiTokenExpiring { .. } => {}
        }
    }

    /// Returns the label of a field of the company form, with the contact that it belongs to.
    fn field_of_form(&self, field: &str) -> String {
        let (part, name) = field.rsplit_once('.').unwrap_or(("", field));
        let Some(name) = COMPANY_FIELDS.iter().find(|(one, _)| *one == name).map(|(_, words)| self.words(*words))
        else {
            return field.to_owned();
        };
        match part.rsplit('.').next() {
            Some("primaryContact") => format!("{}: {name}", self.words(["Primary contact", "Orang hubungan utama"])),
            Some("secondaryContact") => {
                format!("{}: {name}", self.words(["Secondary contact", "Orang hubungan kedua"]))
            }
            _ => name.to_owned(),
        }
    }

    pub(super) fn accounts(&mut self, fact: &AccountsFact) {
        match fact {
            AccountsFact::AccountsAdded { .. }
            | AccountsFact::AccountRemoved
            | AccountsFact::GuaranteeExpires { .. } => {}
            AccountsFact::AccountsTriedAgain { accounts }
            | AccountsFact::AccountsGrouped { accounts, .. }
            | AccountsFact::GroupMade { accounts, .. } => {
                let listed = self.listed(accounts);
                self.came(ACCOUNTS, listed);
            }
            AccountsFact::AccountsForgotten { accounts }
            | AccountsFact::AccountsRemoved { accounts }
            | AccountsFact::AccountsUngrouped { accounts, .. }
            | AccountsFact::GroupDeleted { accounts, .. } => {
                let listed = self.listed(accounts);
                self.changed(ACCOUNTS, listed, None);
            }
            AccountsFact::AccountsProcessed { tagged, failed, untagged, changed } => {
                let (added, removed, renamed) = (self.listed(tagged), self.listed(untagged), self.listed(changed));
                self.came(["Added", "Ditambah"], added);
                self.changed(["Removed", "Dibuang"], removed, None);
                self.came(["Changed", "Diubah"], renamed);
                for error in AccountError::ALL {
                    let numbers = failed.iter().filter(|one| one.error_type == *error).map(|one| &one.account_no);
                    let numbers: Vec<String> = numbers.cloned().collect();
                    let Some(listed) = self.listed(&numbers) else { continue };
                    let sentence = error.sentence(self.language);
                    self.came(["Could not be added", "Tidak dapat ditambah"], Some(format!("{listed}: {sentence}")));
                }
            }
            AccountsFact::AccountsChanged { accounts } => {
                for one in accounts.iter().take(MAX_NAMED) {
                    self.account(&one.account_no, &one.before, &one.after);
                }
                if let Some(left) = accounts.len().checked_sub(MAX_NAMED).filter(|left| *left > 0) {
                    let left = self.more(left);
                    self.came(ACCOUNTS, Some(left));
                }
            }
            AccountsFact::GroupRenamed { before, after, .. } => {
                self.changed(NAME, Some(before.clone()), Some(after.clone()));
            }
            AccountsFact::CostCentreSaved { before, after } => self.cost_centre(before.as_ref(), Some(after)),
            AccountsFact::CostCentreRemoved { before } => self.cost_centre(Some(before), None),
            AccountsFact::AccountsCoded { accounts } => {
                for one in accounts.iter().take(MAX_NAMED) {
                    let (before, after) = (self.periods(&one.before), self.periods(&one.after));
                    self.rows.push(ActivityChange { label: one.account_no.clone(), before, after });
                }
                if let Some(left) = accounts.len().checked_sub(MAX_NAMED).filter(|left| *left > 0) {
                    let left = self.more(left);
                    self.came(ACCOUNTS, Some(left));
                }
            }
            AccountsFact::GroupCoded { before, after, .. } => {
                self.changed(["Cost centres", "Pusat kos"], said(&parts(before)), said(&parts(after)));
            }
        }
    }

    fn cost_centre(&mut self, before: Option<&CostCentreState>, after: Option<&CostCentreState>) {
        let name = |state: &CostCentreState| state.name.clone();
        let active = |state: &CostCentreState| self.words(if state.is_active { YES } else { NO }).to_owned();
        let [old, new] = [before, after].map(|state| state.map(active));
        self.changed(NAME, before.map(name), after.map(name));
        self.changed(["Active", "Aktif"], old, new);
    }

    /// Writes periods in words: `1 Jan 2026 – 30 Jun 2026: A 60% (6100), B 40% (6200)`. None without periods.
    fn periods(&self, periods: &[CodingPeriod]) -> Option<String> {
        let day = |day: Day| day.shown(self.language);
        let each = periods.iter().map(|period| {
            let until = period.until.map(|until| format!(" {}", day(until))).unwrap_or_default();
            format!("{} –{until}: {}", day(period.from), parts(&period.parts))
        });
        said(&each.collect::<Vec<_>>().join("; "))
    }

    fn account(&mut self, number: &str, before: &AccountState, after: &AccountState) {
        if before.reference_id != after.reference_id {
            let label = format!("{number}: {}", self.words(["reference ID", "ID rujukan"]));
            let (before, after) = (before.reference_id.clone(), after.reference_id.clone());
            self.rows.push(ActivityChange { label, before, after });
        }
        if before.group_id != after.group_id {
            // Facts store the ids of groups, which mean nothing to readers.
            let label = format!("{number}: {}", self.words(["group", "kumpulan"]));
            let old = before.group_id.as_ref().map(|_| self.words(A_GROUP).to_owned());
            let new = after.group_id.as_ref().map(|_| {
                let words = if before.group_id.is_some() { ANOTHER_GROUP } else { A_GROUP };
                self.words(words).to_owned()
            });
            self.rows.push(ActivityChange { label, before: old, after: new });
        }
    }
}

/// Writes the parts of a coding: `A 60% (6100), B 40% (6200)`.
fn parts(parts: &[CodingPart]) -> String {
    let each = parts.iter().map(|part| format!("{} {}% ({})", part.code, percent(part.share), part.ledger_account));
    each.collect::<Vec<_>>().join(", ")
}

const YES: Words = ["Yes", "Ya"];
const NO: Words = ["No", "Tidak"];
const ACCOUNTS: Words = ["Accounts", "Akaun"];
const ANOTHER_GROUP: Words = ["another group", "kumpulan lain"];
const A_GROUP: Words = ["a group", "satu kumpulan"];

/// Labels of the company form's fields, by the last part of their paths.
const COMPANY_FIELDS: &[(&str, Words)] = &[
    ("companyName", ["Company name", "Nama syarikat"]),
    ("registrationNo", ["Registration number", "Nombor pendaftaran"]),
    ("tin", ["Tax number (TIN)", "Nombor cukai (TIN)"]),
    ("landline", ["Landline", "Telefon tetap"]),
    ("unitFloor", ["Unit and floor", "Unit dan tingkat"]),
    ("building", ["Building", "Bangunan"]),
    ("street", ["Street", "Jalan"]),
    ("city", ["City", "Bandar"]),
    ("postalCode", ["Postal code", "Poskod"]),
    ("state", ["State", "Negeri"]),
    ("name", ["name", "nama"]),
    ("email", ["e-mail", "e-mel"]),
    ("mobileNo", ["mobile number", "nombor telefon bimbit"]),
    ("jobTitle", ["job title", "jawatan"]),
    ("department", ["department", "jabatan"]),
];

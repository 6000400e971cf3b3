//! Changes of users, their profiles and their preferences.

use serde_json::{Map, Value};

use super::{NAME, Table};
use crate::audience::{permissions_words, role_word};
use crate::fact::{FactorRule, MemberState, PeopleFact, StaffState};
use crate::identity::sso::{SsoMode, SsoRule};
use crate::permission::Role;
use crate::{Day, Words};

impl Table {
    pub(super) fn people(&mut self, fact: &PeopleFact) {
        match fact {
            PeopleFact::Registered
            | PeopleFact::Activated
            | PeopleFact::LinkSent { .. }
            | PeopleFact::PasswordReset
            | PeopleFact::PasswordChanged
            | PeopleFact::RecoveryCodesRenewed
            | PeopleFact::FactorsReset
            | PeopleFact::BreakGlassUsed
            | PeopleFact::InvitationSentAgain
            | PeopleFact::PersonErased { .. } => {}
            PeopleFact::FactorAdded { name, .. } => self.changed(FACTOR, None, Some(name.clone())),
            PeopleFact::FactorRemoved { name, .. } => self.changed(FACTOR, Some(name.clone()), None),
            PeopleFact::RecoveryCodeUsed { left } => {
                self.changed(
                    ["Unused recovery codes", "Kod pemulihan yang belum digunakan"],
                    None,
                    Some(left.to_string()),
                );
            }
            PeopleFact::FactorResetProposed { remark, .. } | PeopleFact::PersonErasureProposed { remark, .. } => {
                self.changed(REASON, None, Some(remark.clone()));
            }
            PeopleFact::FactorResetEnded { remark, .. } => self.changed(REASON, None, remark.clone()),
            PeopleFact::FactorResetConfirmed { due_at, .. } => {
                self.changed(["Takes effect", "Berkuat kuasa"], None, Some(due_at.shown(self.language)));
            }
            PeopleFact::FactorRuleChanged { before, after } => self.factor_rule(before.as_ref(), after.as_ref()),
            PeopleFact::SsoChanged { before, after } => self.sso(before.as_ref(), after),
            PeopleFact::SsoDomainChanged { domain, before, after } => {
                let name = |was: &Option<bool>| was.map(|_| domain.clone());
                self.changed(["Mail domain", "Domain e-mel"], name(before), name(after));
            }
            PeopleFact::SsoDomainMissing { domain, .. } | PeopleFact::SsoDomainLost { domain } => {
                self.changed(["Mail domain", "Domain e-mel"], Some(domain.clone()), None);
            }
            PeopleFact::SsoLinked { issuer } | PeopleFact::SsoRefused { issuer, .. } => {
                self.changed(PROVIDER, None, Some(issuer.clone()));
            }
            PeopleFact::ProfileChanged { before, after } => self.profile(before, after),
            PeopleFact::TermsAccepted { before, after } => {
                self.changed(["Terms agreed to", "Terma yang dipersetujui"], before.clone(), Some(after.clone()));
            }
            PeopleFact::SessionsEnded { devices } => {
                let devices = self.listed(devices);
                self.changed(["Devices", "Peranti"], devices, None);
            }
            PeopleFact::Invited { member, .. } => self.member(None, Some(member)),
            PeopleFact::InvitationWithdrawn { before, .. } | PeopleFact::MemberRemoved { before, .. } => {
                self.member(Some(before), None);
            }
            PeopleFact::InvitationAccepted { role, permissions } => {
                let joined = MemberState { nickname: None, role: *role, permissions: *permissions };
                self.member(None, Some(&joined));
            }
            PeopleFact::MemberChanged { before, after, .. } => self.member(Some(before), Some(after)),
            PeopleFact::MasterTransferred { before, after } => {
                self.changed(["Master", "Master"], before.master.clone(), Some(after.master.clone()));
                self.changed(NICKNAME, before.nickname.clone(), after.nickname.clone());
            }
            PeopleFact::StaffAdded { after, .. } => self.user(None, Some(after)),
            PeopleFact::StaffChanged { before, after, .. } => self.user(Some(before), Some(after)),
            PeopleFact::StaffProposed { before, after, .. } => self.proposed(*before, *after),
            PeopleFact::StaffProposalTurnedDown { before, after, remark, .. } => {
                self.proposed(*before, *after);
                self.changed(REASON, None, Some(remark.clone()));
            }
            PeopleFact::UserDeleted { before, .. } => self.user(Some(before), None),
        }
    }

    fn factor_rule(&mut self, before: Option<&FactorRule>, after: Option<&FactorRule>) {
        let language = self.language;
        let roles =
            |rule: &FactorRule| rule.roles.iter().map(|role| role_word(*role, language)).collect::<Vec<_>>().join(", ");
        let from = |rule: &FactorRule| rule.from.shown(language);
        self.changed(
            ["Roles that need two-factor authentication", "Peranan yang memerlukan pengesahan dua faktor"],
            before.map(roles),
            after.map(roles),
        );
        self.changed(["Required from", "Diperlukan mulai"], before.map(from), after.map(from));
    }

    fn sso(&mut self, before: Option<&SsoRule>, after: &SsoRule) {
        let mode = |rule: &SsoRule| {
            let words = match rule.mode {
                SsoMode::Off => ["Off", "Dimatikan"],
                SsoMode::Optional => ["Optional", "Pilihan"],
                SsoMode::Required => ["Required", "Wajib"],
            };
            self.language.pick(words).to_owned()
        };
        let (mode_before, mode_after) = (before.map(mode), mode(after));
        self.changed(["Company sign-in", "Log masuk syarikat"], mode_before, Some(mode_after));
        self.changed(PROVIDER, before.map(|rule| rule.issuer.clone()), Some(after.issuer.clone()));
        let client = before.map(|rule| rule.client_id.clone());
        self.changed(["Client", "Klien"], client, Some(after.client_id.clone()));
    }

    fn proposed(&mut self, before: Option<Role>, after: Role) {
        let word = |role: Role| role_word(role, self.language).to_owned();
        let (before, after) = (before.map(word), Some(word(after)));
        self.changed(["Proposed role", "Peranan yang dicadangkan"], before, after);
    }

    fn member(&mut self, before: Option<&MemberState>, after: Option<&MemberState>) {
        let language = self.language;
        let role = |of: Option<&MemberState>| of.map(|of| role_word(of.role, language).to_owned());
        let may = |of: Option<&MemberState>| of.and_then(|of| permissions_words(of.permissions, language));
        let nickname = |of: Option<&MemberState>| of.and_then(|of| of.nickname.clone());
        self.changed(ROLE, role(before), role(after));
        self.changed(["Permissions", "Kebenaran"], may(before), may(after));
        self.changed(NICKNAME, nickname(before), nickname(after));
    }

    fn user(&mut self, before: Option<&StaffState>, after: Option<&StaffState>) {
        let language = self.language;
        let name = |of: Option<&StaffState>| of.map(|of| of.username.clone());
        let role = |of: Option<&StaffState>| of.and_then(|of| of.role).map(|role| role_word(role, language).to_owned());
        let nickname = |of: Option<&StaffState>| of.and_then(|of| of.nickname.clone());
        let mobile = |of: Option<&StaffState>| of.and_then(|of| of.mobile_no.clone());
        let bulk = |of: Option<&StaffState>| of.and_then(|of| of.bulk_id.clone());
        self.changed(NAME, name(before), name(after));
        self.changed(ROLE, role(before), role(after));
        self.changed(NICKNAME, nickname(before), nickname(after));
        self.changed(MOBILE, mobile(before), mobile(after));
        self.changed(["Bulk account", "Akaun pukal"], bulk(before), bulk(after));
    }

    /// Adds the changes of a profile or of preferences. Fields without a label are left out.
    fn profile(&mut self, before: &Map<String, Value>, after: &Map<String, Value>) {
        for (name, label) in PROFILE_FIELDS {
            let (old, new) = (before.get(*name), after.get(*name));
            if old.is_some() || new.is_some() {
                let (old, new) = (self.value(old), self.value(new));
                self.row(*label, old, new);
            }
        }
    }

    fn value(&self, value: Option<&Value>) -> Option<String> {
        match value? {
            Value::String(text) => Some(self.preference(text).map_or_else(|| text.clone(), str::to_owned)),
            Value::Bool(true) => Some(self.words(["Yes", "Ya"]).to_owned()),
            Value::Bool(false) => Some(self.words(["No", "Tidak"]).to_owned()),
            Value::Object(range) => {
                let day = |name: &str| Day::parse(range.get(name)?.as_str()?).ok();
                let (from, to) = (day("startDate")?, day("endDate")?);
                Some(format!("{} – {}", from.shown(self.language), to.shown(self.language)))
            }
            _ => None,
        }
    }

    /// Returns the word for a preference's value.
    fn preference(&self, code: &str) -> Option<&'static str> {
        let words = match code {
            "en" => ["English", "Inggeris"],
            "ms" => ["Malay", "Bahasa Melayu"],
            "light" => ["Light", "Cerah"],
            "dark" => ["Dark", "Gelap"],
            "system" => ["System default", "Ikut tetapan sistem"],
            "compact" => ["Compact", "Padat"],
            "comfortable" => ["Comfortable", "Lapang"],
            "never" => ["Never", "Jangan hantar"],
            "atOnce" => ["Immediately", "Serta-merta"],
            "daily" => ["Once a day", "Sekali sehari"],
            "on" => ["On", "Hidup"],
            "off" => ["Off", "Mati"],
            _ => return None,
        };
        Some(self.words(words))
    }
}

const NICKNAME: Words = ["Nickname", "Nama panggilan"];
const REASON: Words = ["Reason", "Sebab"];
const PROVIDER: Words = ["Provider", "Pembekal"];
const FACTOR: Words = ["Sign-in method", "Cara log masuk"];
const MOBILE: Words = ["Mobile number", "Nombor telefon bimbit"];
const ROLE: Words = ["Role", "Peranan"];

/// Labels of the fields of profiles and preferences, by their stored names. Hidden columns are left out, because their
/// value is JSON.
const PROFILE_FIELDS: &[(&str, Words)] = &[
    ("name", NAME),
    ("mobileNo", MOBILE),
    ("emailOpting", ["Reminders by e-mail", "Peringatan melalui e-mel"]),
    ("language", ["Language", "Bahasa"]),
    ("theme", ["Theme", "Tema"]),
    ("density", ["Height of rows", "Ketinggian baris"]),
    ("singleKeys", ["Single-key shortcuts", "Pintasan satu kekunci"]),
    ("notificationEmail", ["Notifications by e-mail", "Pemberitahuan melalui e-mel"]),
    ("favourite-date-preference", ["Favourite dates", "Tarikh kegemaran"]),
];

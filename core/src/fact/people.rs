//! Events of users: staff and users of bulk accounts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::audience::{Recipients, role_word};
use crate::identity::sso::{DOMAIN_LOSS_DAYS, SsoMode, SsoRule};
use crate::permission::{Action, Area, Permissions, Role, Scope};
use crate::{Code, Day, Instant, Language, Problem};

/// A user of a bulk account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberState {
    /// The nickname that colleagues see.
    pub nickname: Option<String>,
    /// The role.
    pub role: Role,
    /// The permissions of a Member.
    pub permissions: Permissions,
}

/// A user whom staff manage: another staff user, or a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffState {
    /// The user's full name.
    pub username: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The mobile number.
    #[serde(default)]
    pub mobile_no: Option<String>,
    /// The role.
    pub role: Option<Role>,
    /// The bulk account that the user belonged to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bulk_id: Option<String>,
}

/// The state before a transfer: the old Master, and the new Master's previous role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MasterState {
    /// The old Master, if there was one.
    pub user_id: Option<String>,
    /// The old Master's e-mail address.
    pub master: Option<String>,
    /// The new Master's previous role.
    pub role: Role,
    /// The new Master's previous permissions.
    pub permissions: Permissions,
    /// The new Master's previous nickname.
    pub nickname: Option<String>,
}

/// The new Master.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewMaster {
    /// The user's id.
    pub user_id: String,
    /// The e-mail address.
    pub master: String,
    /// The nickname.
    pub nickname: Option<String>,
}

/// Who needs a second factor in a bulk account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactorRule {
    /// The roles that need one.
    pub roles: Vec<Role>,
    /// The day from which they need one.
    pub from: Day,
}

/// The texts of a fact that were erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedFact {
    /// The name, address and device of the actor.
    pub actor: bool,
    /// `about` and the texts in `data`.
    pub content: bool,
    /// The hash of what is left of a fact of form 1.
    pub rest: Option<String>,
}

/// An event of people, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum PeopleFact {
    /// A user registered.
    Registered,
    /// A user activated their account.
    Activated,
    /// A link was sent to a user.
    LinkSent {
        /// The purpose of the link.
        #[serde(default)]
        link: Option<String>,
    },
    /// A user set a new password with a link.
    PasswordReset,
    /// A user changed the password.
    PasswordChanged,
    /// A user changed their own profile or preferences.
    ProfileChanged {
        /// The changed fields with their values before.
        before: Map<String, Value>,
        /// The changed fields with their values after.
        after: Map<String, Value>,
    },
    /// A user accepted the terms.
    TermsAccepted {
        /// The version accepted before; none if it was accepted before versions were recorded.
        before: Option<String>,
        /// The version accepted now.
        after: String,
    },
    /// A user signed devices out.
    SessionsEnded {
        /// The devices, by the names that they report.
        devices: Vec<String>,
    },
    /// A user added a second factor, which ended their other sessions.
    FactorAdded {
        /// The kind: `passkey` or `totp`.
        factor: String,
        /// The name that the user gave it.
        name: String,
    },
    /// A user removed a second factor, which ended their other sessions.
    FactorRemoved {
        /// The kind: `passkey` or `totp`.
        factor: String,
        /// The name that the user gave it.
        name: String,
    },
    /// A user replaced their recovery codes, which ended their other sessions.
    RecoveryCodesRenewed,
    /// A user used a recovery code.
    RecoveryCodeUsed {
        /// Unused codes that are left.
        left: i64,
    },
    /// All second factors of a user were removed for them.
    FactorsReset,
    /// An officer proposed to remove all second factors of a user. A second officer must confirm it.
    FactorResetProposed {
        /// The user's id.
        user_id: String,
        /// Why the user needs it.
        remark: String,
    },
    /// A second officer confirmed the removal of all second factors of a user.
    FactorResetConfirmed {
        /// The user's id.
        user_id: String,
        /// When it takes effect.
        due_at: Instant,
        /// The officer who proposed it.
        proposed_by: String,
    },
    /// The removal of a user's second factors was ended before it took effect.
    FactorResetEnded {
        /// The user's id.
        user_id: String,
        /// The officer's reason; none if the user signed in with a factor.
        remark: Option<String>,
    },
    /// The rule about who needs a second factor in a bulk account was changed.
    FactorRuleChanged {
        /// The rule before; none if no role needed one.
        before: Option<FactorRule>,
        /// The rule after; none if no role needs one.
        after: Option<FactorRule>,
    },
    /// It was changed how a company signs in.
    SsoChanged {
        /// The settings before; none without a provider.
        before: Option<SsoRule>,
        /// The settings after.
        after: SsoRule,
    },
    /// A mail domain of a company was added, proved or removed.
    SsoDomainChanged {
        /// The domain.
        domain: String,
        /// Whether it was proved before; none if it was not there.
        before: Option<bool>,
        /// Whether it is proved now; none if it was removed.
        after: Option<bool>,
    },
    /// The DNS record of a proved mail domain was missing for the first time.
    SsoDomainMissing {
        /// The domain.
        domain: String,
        /// The day on which it loses its proof unless the record returns.
        lost_on: Day,
    },
    /// A mail domain lost its proof, because its DNS record stayed missing.
    SsoDomainLost {
        /// The domain.
        domain: String,
    },
    /// A user was connected with their company's provider.
    SsoLinked {
        /// The provider.
        issuer: String,
    },
    /// A sign-in or a trial was refused for what the company's provider answered.
    SsoRefused {
        /// The provider.
        issuer: String,
        /// The name of the refusal's code.
        reason: String,
        /// The values of its sentence.
        values: BTreeMap<String, Value>,
    },
    /// The Master signed in with the password although the company requires its own sign-in.
    BreakGlassUsed,
    /// A person was invited into a bulk account.
    Invited {
        /// The invitation's id.
        user_id: String,
        /// The role and permissions of the invitation.
        #[serde(flatten)]
        member: MemberState,
    },
    /// An invitation was sent again.
    InvitationSentAgain,
    /// An invitation was withdrawn.
    InvitationWithdrawn {
        /// The invitation's id.
        user_id: String,
        /// The role and permissions of the invitation.
        before: MemberState,
    },
    /// A person accepted an invitation.
    InvitationAccepted {
        /// Their role.
        role: Role,
        /// Their permissions.
        #[serde(flatten)]
        permissions: Permissions,
    },
    /// A user of a bulk account was changed.
    MemberChanged {
        /// The user's id.
        user_id: String,
        /// The values before.
        before: MemberState,
        /// The values after.
        after: MemberState,
    },
    /// A user was removed from a bulk account.
    MemberRemoved {
        /// The user's id.
        user_id: String,
        /// The values before.
        before: MemberState,
    },
    /// The master role was transferred to another user.
    MasterTransferred {
        /// The state before.
        before: MasterState,
        /// The new Master.
        after: NewMaster,
    },
    /// A staff user was added.
    StaffAdded {
        /// The user's id.
        user_id: String,
        /// The values of the new user.
        after: StaffState,
        /// The officer who proposed it, if a second officer confirmed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposed_by: Option<String>,
    },
    /// A staff user was changed.
    StaffChanged {
        /// The user's id.
        user_id: String,
        /// The values before.
        before: StaffState,
        /// The values after.
        after: StaffState,
        /// The officer who proposed the role, if a second officer confirmed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposed_by: Option<String>,
    },
    /// A new staff user or a staff user's new role was proposed. A second officer must confirm it.
    StaffProposed {
        /// The user's id; for a new user, the id that they will get.
        user_id: String,
        /// The current role; none for a new user.
        before: Option<Role>,
        /// The proposed role.
        after: Role,
    },
    /// A proposal was turned down by another officer or withdrawn.
    StaffProposalTurnedDown {
        /// The user's id.
        user_id: String,
        /// The current role; none for a new user.
        before: Option<Role>,
        /// The proposed role.
        after: Role,
        /// The reason.
        remark: String,
    },
    /// A user was deleted.
    UserDeleted {
        /// The user's id.
        user_id: String,
        /// The values before.
        before: StaffState,
    },
    /// An officer proposed to erase the personal data of a former user. A second officer must confirm it.
    PersonErasureProposed {
        /// The user's id.
        user_id: String,
        /// The officer's reason.
        remark: String,
    },
    /// The personal data of a former user was erased. A user with many facts has several.
    PersonErased {
        /// The user's id.
        user_id: String,
        /// The role in which the user acted last.
        role: Option<Role>,
        /// The officer who proposed it; none if an erasure was repeated after an older backup was restored.
        proposed_by: Option<String>,
        /// The facts whose texts were erased, by their hash.
        facts: BTreeMap<String, ErasedFact>,
    },
}

impl PeopleFact {
    /// Whether it is about the second factors of the user themself, which the profile shows.
    pub(super) const fn is_about_own_factors(&self) -> bool {
        matches!(
            self,
            Self::FactorAdded { .. }
                | Self::FactorRemoved { .. }
                | Self::RecoveryCodesRenewed
                | Self::RecoveryCodeUsed { .. }
                | Self::FactorsReset
        )
    }

    /// Whether it is about how the company signs in, which the Master's settings show.
    pub(super) const fn is_about_sso(&self) -> bool {
        matches!(
            self,
            Self::SsoChanged { .. }
                | Self::SsoDomainChanged { .. }
                | Self::SsoDomainMissing { .. }
                | Self::SsoDomainLost { .. }
                | Self::SsoRefused { .. }
                | Self::BreakGlassUsed
        )
    }

    /// Returns who is notified. Users who manage a bulk account's users hear about users who join, leave or change
    /// role; so does the affected user. All officers hear about changes to staff users and their roles, by e-mail too,
    /// because these decide who may do what.
    pub(super) fn recipients(&self) -> Recipients {
        let managers =
            Recipients { customers: Some(Scope { area: Area::ManageUser, action: Action::View }), ..Recipients::NONE };
        let officers = Scope { area: Area::ManageTnbAdmins, action: Action::Update };
        let officers = Recipients { staff: Some(officers), is_security: true, ..Recipients::NONE };
        match self {
            Self::InvitationAccepted { .. }
            | Self::MemberRemoved { .. }
            | Self::MasterTransferred { .. }
            | Self::FactorRuleChanged { .. }
            | Self::SsoDomainChanged { .. } => managers,
            // These decide who can sign in, so they are e-mailed in any case.
            Self::SsoChanged { .. }
            | Self::SsoDomainMissing { .. }
            | Self::SsoDomainLost { .. }
            | Self::BreakGlassUsed => Recipients { is_security: true, ..managers },
            Self::SsoLinked { .. } => Recipients { affected_user: true, is_security: true, ..Recipients::NONE },
            // Staff can delete business users, too.
            Self::UserDeleted { before, .. } if before.bulk_id.is_some() => managers,
            Self::UserDeleted { before, .. } if before.role.is_some_and(Role::is_staff) => officers,
            // A user whose role or permissions changed gets a separate e-mail.
            Self::MemberChanged { before, after, .. } => Recipients {
                affected_user: true,
                has_own_email: (before.role, before.permissions) != (after.role, after.permissions),
                ..managers
            },
            Self::StaffChanged { before, after, .. } if before.role != after.role => {
                Recipients { affected_user: true, has_own_email: true, ..officers }
            }
            Self::FactorAdded { .. }
            | Self::FactorRemoved { .. }
            | Self::RecoveryCodesRenewed
            | Self::RecoveryCodeUsed { .. }
            | Self::FactorsReset => Recipients { affected_user: true, has_own_email: true, ..Recipients::NONE },
            Self::FactorResetConfirmed { .. } => Recipients { affected_user: true, has_own_email: true, ..officers },
            Self::StaffAdded { .. }
            | Self::StaffProposed { .. }
            | Self::StaffProposalTurnedDown { .. }
            | Self::FactorResetProposed { .. }
            | Self::FactorResetEnded { .. }
            | Self::PersonErasureProposed { .. }
            | Self::PersonErased { .. } => officers,
            Self::Registered
            | Self::Activated
            | Self::LinkSent { .. }
            | Self::PasswordReset
            | Self::PasswordChanged
            | Self::ProfileChanged { .. }
            | Self::TermsAccepted { .. }
            | Self::SessionsEnded { .. }
            // Any visitor can cause one, so it is in the activity log only.
            | Self::SsoRefused { .. }
            | Self::Invited { .. }
            | Self::InvitationSentAgain
            | Self::InvitationWithdrawn { .. }
            | Self::StaffChanged { .. }
            | Self::UserDeleted { .. } => Recipients::NONE,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one sentence for each kind")]
    pub(super) fn sentence(&self, email: &str, language: Language) -> String {
        match self {
            Self::Registered => say!(language, "{email} registered.", "{email} telah mendaftar."),
            Self::Activated => {
                say!(language, "{email} activated the account.", "{email} telah mengaktifkan akaun.")
            }
            Self::LinkSent { .. } => {
                say!(language, "{email} was sent a link.", "Pautan telah dihantar kepada {email}.")
            }
            Self::PasswordReset => {
                say!(language, "{email} set a new password.", "{email} telah menetapkan kata laluan baharu.")
            }
            Self::PasswordChanged => {
                say!(language, "{email} changed the password.", "{email} telah menukar kata laluan.")
            }
            Self::ProfileChanged { .. } => {
                say!(language, "{email} changed the profile.", "{email} telah mengubah profil.")
            }
            Self::TermsAccepted { after, .. } => say!(
                language,
                "{email} agreed to the terms of {after}.",
                "{email} telah bersetuju dengan terma bertarikh {after}."
            ),
            Self::SessionsEnded { devices } => say_count!(
                language,
                devices = devices.len(),
                "{email} signed out {devices} device." / "{email} signed out {devices} devices.",
                "{email} telah melog keluar {devices} peranti."
            ),
            Self::FactorAdded { name, .. } => say!(
                language,
                "{email} added {name} for two-factor authentication. Other devices were signed out.",
                "{email} telah menambah {name} untuk pengesahan dua faktor. Peranti lain telah dilog keluar."
            ),
            Self::FactorRemoved { name, .. } => say!(
                language,
                "{email} removed {name} from two-factor authentication. Other devices were signed out.",
                "{email} telah membuang {name} daripada pengesahan dua faktor. Peranti lain telah dilog keluar."
            ),
            Self::RecoveryCodesRenewed => say!(
                language,
                "{email} made new recovery codes. Other devices were signed out.",
                "{email} telah membuat kod pemulihan baharu. Peranti lain telah dilog keluar."
            ),
            Self::RecoveryCodeUsed { left } => say!(
                language,
                "{email} used a recovery code. Unused codes left: {left}.",
                "{email} telah menggunakan satu kod pemulihan. Baki kod: {left}."
            ),
            Self::FactorsReset => say!(
                language,
                "Two-factor authentication of {email} was reset. All devices were signed out.",
                "Pengesahan dua faktor {email} telah ditetapkan semula. Semua peranti telah dilog keluar."
            ),
            Self::FactorResetProposed { .. } => say!(
                language,
                "A reset of two-factor authentication was proposed for {email}. A second officer must confirm it.",
                "Penetapan semula pengesahan dua faktor {email} telah dicadangkan. Pegawai kedua perlu mengesahkannya."
            ),
            Self::FactorResetConfirmed { due_at, .. } => {
                let due_at = due_at.shown(language);
                say!(
                    language,
                    "Two-factor authentication of {email} will be reset after {due_at}.",
                    "Pengesahan dua faktor {email} akan ditetapkan semula selepas {due_at}."
                )
            }
            Self::FactorResetEnded { .. } => say!(
                language,
                "Two-factor authentication of {email} will not be reset.",
                "Pengesahan dua faktor {email} tidak akan ditetapkan semula."
            ),
            Self::FactorRuleChanged { after: Some(rule), .. } => {
                let from = rule.from.shown(language);
                let roles: Vec<_> = rule.roles.iter().map(|role| role_word(*role, language)).collect();
                let roles = roles.join(", ");
                say!(
                    language,
                    "Two-factor authentication is required from {from} for: {roles}.",
                    "Pengesahan dua faktor diperlukan mulai {from} bagi: {roles}."
                )
            }
            Self::FactorRuleChanged { after: None, .. } => {
                say!(
                    language,
                    "Two-factor authentication is no longer required.",
                    "Pengesahan dua faktor tidak lagi diperlukan."
                )
            }
            Self::Invited { .. } => say!(language, "{email} was invited.", "{email} telah dijemput."),
            Self::InvitationSentAgain => {
                say!(language, "{email} was invited again.", "{email} telah dijemput semula.")
            }
            Self::InvitationWithdrawn { .. } => {
                say!(language, "The invitation of {email} was withdrawn.", "Jemputan {email} telah ditarik balik.")
            }
            Self::InvitationAccepted { .. } => {
                say!(language, "{email} joined the bulk account.", "{email} telah menyertai akaun pukal.")
            }
            Self::MemberChanged { .. } => {
                say!(language, "The role or name of {email} was changed.", "Peranan atau nama {email} telah diubah.")
            }
            Self::MemberRemoved { .. } => say!(
                language,
                "{email} was removed from the bulk account.",
                "{email} telah dikeluarkan daripada akaun pukal."
            ),
            Self::MasterTransferred { .. } => {
                say!(language, "{email} became the Master.", "{email} telah menjadi Master.")
            }
            Self::StaffAdded { .. } => {
                say!(
                    language,
                    "{email} was added to the staff users.",
                    "{email} telah ditambah sebagai pengguna kakitangan."
                )
            }
            Self::StaffChanged { before, after, .. } if before.role != after.role => {
                let role = after.role.map_or("", |role| role_word(role, language));
                say!(
                    language,
                    "Staff user {email} now has the role {role}.",
                    "Pengguna kakitangan {email} kini mempunyai peranan {role}."
                )
            }
            Self::StaffChanged { .. } => {
                say!(language, "Staff user {email} was changed.", "Pengguna kakitangan {email} telah diubah.")
            }
            Self::StaffProposed { before: None, after, .. } => {
                let role = role_word(*after, language);
                say!(
                    language,
                    "{email} was proposed as a staff user with the role {role}. A second officer must confirm it.",
                    "{email} telah dicadangkan sebagai pengguna kakitangan dengan peranan {role}. Pegawai kedua perlu mengesahkannya."
                )
            }
            Self::StaffProposed { after, .. } => {
                let role = role_word(*after, language);
                say!(
                    language,
                    "The role {role} was proposed for staff user {email}. A second officer must confirm it.",
                    "Peranan {role} telah dicadangkan bagi pengguna kakitangan {email}. Pegawai kedua perlu mengesahkannya."
                )
            }
            Self::StaffProposalTurnedDown { after, .. } => {
                let role = role_word(*after, language);
                say!(
                    language,
                    "The proposal to give {email} the role {role} was turned down.",
                    "Cadangan untuk memberikan peranan {role} kepada {email} telah ditolak."
                )
            }
            Self::SsoChanged { before, after } => {
                let issuer = &after.issuer;
                let was_off = before.as_ref().is_none_or(|before| before.mode == SsoMode::Off);
                match after.mode {
                    SsoMode::Off if was_off => say!(
                        language,
                        "The company sign-in through {issuer} was tried and works. It is switched off.",
                        "Log masuk syarikat melalui {issuer} telah dicuba dan berfungsi. Ia dimatikan."
                    ),
                    SsoMode::Off => say!(
                        language,
                        "The company sign-in through {issuer} was switched off.",
                        "Log masuk syarikat melalui {issuer} telah dimatikan."
                    ),
                    SsoMode::Optional => say!(
                        language,
                        "Users can sign in through {issuer}.",
                        "Pengguna boleh log masuk melalui {issuer}."
                    ),
                    SsoMode::Required => say!(
                        language,
                        "Users must sign in through {issuer}.",
                        "Pengguna mesti log masuk melalui {issuer}."
                    ),
                }
            }
            Self::SsoDomainChanged { domain, after: None, .. } => {
                say!(language, "The mail domain {domain} was removed.", "Domain e-mel {domain} telah dibuang.")
            }
            Self::SsoDomainChanged { domain, after: Some(true), .. } => {
                say!(language, "The mail domain {domain} was proved.", "Domain e-mel {domain} telah dibuktikan.")
            }
            Self::SsoDomainChanged { domain, .. } => {
                say!(language, "The mail domain {domain} was added.", "Domain e-mel {domain} telah ditambah.")
            }
            Self::SsoDomainMissing { domain, lost_on } => {
                let day = lost_on.shown(language);
                say!(
                    language,
                    "The DNS record of the mail domain {domain} is missing. If it stays missing, the domain loses its proof on {day}.",
                    "Rekod DNS domain e-mel {domain} tiada. Jika rekod itu masih tiada, domain itu hilang buktinya pada {day}."
                )
            }
            Self::SsoDomainLost { domain } => say!(
                language,
                "The mail domain {domain} lost its proof, because its DNS record was missing for {DOMAIN_LOSS_DAYS} days. Its users can no longer sign in with the company.",
                "Domain e-mel {domain} hilang buktinya kerana rekod DNS-nya tiada selama {DOMAIN_LOSS_DAYS} hari. Penggunanya tidak lagi boleh log masuk dengan syarikat."
            ),
            Self::SsoLinked { issuer } => say!(
                language,
                "{email} was connected with the company sign-in {issuer}.",
                "{email} telah disambungkan dengan log masuk syarikat {issuer}."
            ),
            Self::SsoRefused { issuer, reason, values } => {
                let code = Code::from_name(reason).unwrap_or(Code::SsoProviderRefused);
                let why = Problem { params: values.clone(), ..Problem::new(code) }.sentence(language);
                say!(
                    language,
                    "A sign-in through {issuer} was refused. {why}",
                    "Log masuk melalui {issuer} telah ditolak. {why}"
                )
            }
            Self::BreakGlassUsed => say!(
                language,
                "The password of {email} was used, although the company requires its own sign-in.",
                "Kata laluan {email} telah digunakan walaupun syarikat mewajibkan log masuknya sendiri."
            ),
            Self::UserDeleted { .. } => say!(language, "{email} was deleted.", "{email} telah dipadam."),
            Self::PersonErasureProposed { .. } => say!(
                language,
                "It was proposed to erase the personal data of {email}. A second officer must confirm it.",
                "Pemadaman data peribadi {email} telah dicadangkan. Pegawai kedua perlu mengesahkannya."
            ),
            Self::PersonErased { .. } => say!(
                language,
                "The personal data of a former user was erased.",
                "Data peribadi seorang bekas pengguna telah dipadam."
            ),
        }
    }
}

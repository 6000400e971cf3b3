//! What happens to people: the utility's and those of bulk accounts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Language;
use crate::audience::{Told, role_word};
use crate::permission::{Action, Area, Permissions, Role, Scope};

/// Somebody of a bulk account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberState {
    /// What they are called.
    pub nickname: Option<String>,
    /// Their role.
    pub role: Role,
    /// What a Member may do.
    pub permissions: Permissions,
}

/// A user whom staff look after: the utility's own, or a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffState {
    /// Their name.
    pub username: String,
    /// What they are called.
    pub nickname: Option<String>,
    /// Where they are called.
    #[serde(default)]
    pub mobile_no: Option<String>,
    /// Their role.
    pub role: Option<Role>,
    /// The bulk account that they belonged to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bulk_id: Option<String>,
}

/// Who was the Master, and what whoever becomes it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MasterState {
    /// The Master before, where there was one.
    pub user_id: Option<String>,
    /// Their e-mail address.
    pub master: Option<String>,
    /// The new Master's role before.
    pub role: Role,
    /// What the new Master might do before.
    pub permissions: Permissions,
    /// What the new Master was called before.
    pub nickname: Option<String>,
}

/// Who is the Master.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewMaster {
    /// The Master.
    pub user_id: String,
    /// Their e-mail address.
    pub master: String,
    /// What they are called.
    pub nickname: Option<String>,
}

/// An event of people, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum PeopleFact {
    /// Somebody registered.
    Registered,
    /// Somebody activated the account.
    Activated,
    /// A link was sent.
    LinkSent {
        /// What for.
        #[serde(default)]
        link: Option<String>,
    },
    /// Somebody set a new password by a link.
    PasswordReset,
    /// Somebody changed the password.
    PasswordChanged,
    /// Somebody changed the own profile or preferences.
    ProfileChanged {
        /// The fields that differ, as they were.
        before: Map<String, Value>,
        /// And as they are.
        after: Map<String, Value>,
    },
    /// Somebody agreed to the terms.
    TermsAccepted {
        /// The version that they had agreed to; none from before versions were kept.
        before: Option<String>,
        /// The version that they agree to.
        after: String,
    },
    /// Somebody signed devices out.
    SessionsEnded {
        /// As they name themselves.
        devices: Vec<String>,
    },
    /// Somebody was invited into a bulk account.
    Invited {
        /// The invitation.
        user_id: String,
        /// As what.
        #[serde(flatten)]
        member: MemberState,
    },
    /// An invitation was sent again.
    InvitationSentAgain,
    /// An invitation was taken back.
    InvitationWithdrawn {
        /// The invitation.
        user_id: String,
        /// As what somebody was invited.
        before: MemberState,
    },
    /// Somebody took an invitation.
    InvitationAccepted {
        /// Their role.
        role: Role,
        /// What they may do.
        #[serde(flatten)]
        permissions: Permissions,
    },
    /// Somebody of a bulk account was changed.
    MemberChanged {
        /// Who.
        user_id: String,
        /// What they were.
        before: MemberState,
        /// What they are.
        after: MemberState,
    },
    /// Somebody was taken out of a bulk account.
    MemberRemoved {
        /// Who.
        user_id: String,
        /// What they were.
        before: MemberState,
    },
    /// The master role was given to somebody else.
    MasterTransferred {
        /// Before.
        before: MasterState,
        /// Since.
        after: NewMaster,
    },
    /// Somebody of the utility was added.
    StaffAdded {
        /// Who.
        user_id: String,
        /// What they are.
        after: StaffState,
        /// The officer who proposed it, where a second one confirmed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposed_by: Option<String>,
    },
    /// Somebody of the utility was changed.
    StaffChanged {
        /// Who.
        user_id: String,
        /// What they were.
        before: StaffState,
        /// What they are.
        after: StaffState,
        /// The officer who proposed the role, where a second one confirmed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposed_by: Option<String>,
    },
    /// A new staff user, or the new role of one, was proposed. A second officer must confirm it.
    StaffProposed {
        /// Who; of a new user the id that they get.
        user_id: String,
        /// The role until now; none for a new user.
        before: Option<Role>,
        /// The role that was proposed.
        after: Role,
    },
    /// A proposal was turned down or taken back.
    StaffProposalTurnedDown {
        /// Who.
        user_id: String,
        /// The role until now; none for a new user.
        before: Option<Role>,
        /// The role that was proposed.
        after: Role,
        /// Why.
        remark: String,
    },
    /// A user was removed.
    UserDeleted {
        /// Who.
        user_id: String,
        /// What they were.
        before: StaffState,
    },
}

impl PeopleFact {
    /// The people who manage the users of a bulk account hear of who came, left or has another role; so does that person.
    /// Every officer hears of who becomes one, and of roles of staff, by e-mail too.
    pub(super) fn told(&self) -> Told {
        let managers = Told { customers: Some(Scope { area: Area::ManageUser, action: Action::View }), ..Told::NOBODY };
        let officers = Scope { area: Area::ManageTnbAdmins, action: Action::Update };
        let officers = Told { staff: Some(officers), is_security: true, ..Told::NOBODY };
        match self {
            Self::InvitationAccepted { .. } | Self::MemberRemoved { .. } | Self::MasterTransferred { .. } => managers,
            // Staff delete business users, too.
            Self::UserDeleted { before, .. } if before.bulk_id.is_some() => managers,
            Self::UserDeleted { before, .. } if before.role.is_some_and(Role::is_staff) => officers,
            // Who has another role gets an e-mail of its own.
            Self::MemberChanged { before, after, .. } => Told {
                concerned: true,
                is_written: (before.role, before.permissions) != (after.role, after.permissions),
                ..managers
            },
            Self::StaffChanged { before, after, .. } if before.role != after.role => {
                Told { concerned: true, is_written: true, ..officers }
            }
            Self::StaffAdded { .. } | Self::StaffProposed { .. } | Self::StaffProposalTurnedDown { .. } => officers,
            _ => Told::NOBODY,
        }
    }

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
            Self::UserDeleted { .. } => say!(language, "{email} was deleted.", "{email} telah dipadam."),
        }
    }
}

//! From a visitor to a user, and back in after a forgotten password (docs/domain/people.md#registering).

use crate::Code;
use crate::endpoint::Nothing;
use crate::number::Email;

use super::{Side, Tokens};

endpoints! { RegisteringEndpoints;
    /// Registers a user, who then activates the account by an e-mailed link. By an invitation the account is active at once.
    Register = Post "/user-svc/api/v1/User/Register" for Public frozen(Registration) changes(Users): Json (RegisterRequest) -> Registered;
    /// Whether nobody uses that e-mail address yet.
    IsNewEmailValid = Get "/user-svc/api/v1/User/IsNewEmailValid" for Public reads(): Json (EmailRequest) -> bool;
    /// The e-mail address that an invitation was sent to.
    GetEmailByInvitationToken = Get "/user-svc/api/v1/User/GetEmailByInvitationToken" for Public reads(): Json (InvitationRequest) -> CheckedLink;
    /// What an e-mailed link is for, before it is used. The token travels in the body, never in an address.
    CheckLink = Post "/portal/api/v1/CheckLink" for Public reads(): Json (CheckLinkRequest) -> CheckedLink;
    /// Activates a user by the e-mailed link.
    Activate = Post "/user-svc/api/v1/User/Activate" for Public changes(Users, Team): Json (LinkRequest) -> ActivatedUser;
    /// Sends a new activation link for one that has expired.
    SendNewActivationLink = Post "/user-svc/api/v1/User/SendNewActivationLink" for Public changes(Users, Team): Json (LinkRequest) -> Nothing;
    /// Sends the activation link again, to an address that registered and did not activate. Says nothing of the address.
    ResendActivation = Post "/portal/api/v1/ResendActivation" for Public changes(Users, Team): Json (EmailRequest) -> Nothing;
    /// Sends a customer a link to set a new password.
    ForgotPassword = Post "/user-svc/api/v1/User/ForgotPassword" for Public changes(): Json (EmailRequest) -> Nothing;
    /// Whether a customer's reset link is still good.
    ValidateResetToken = Get "/user-svc/api/v1/User/ValidateResetToken" for Public reads(): Json (ResetTokenRequest) -> CheckedLink;
    /// Sets a customer's new password by the e-mailed link.
    ResetPassword = Post "/user-svc/api/v1/User/ResetPassword" for Public changes(Sessions): Json (ResetPasswordRequest) -> Nothing;
    /// Sends a member of staff a link to set a new password.
    AdminForgotPassword = Post "/user-svc/api/v1/Admin/ForgotPassword" for Public changes(): Json (EmailRequest) -> Nothing;
    /// Whether a staff reset link is still good.
    AdminValidateResetToken = Get "/user-svc/api/v1/Admin/ValidateResetToken" for Public reads(): Json (ResetTokenRequest) -> CheckedLink;
    /// Sets a member of staff's new password by the e-mailed link.
    AdminResetPassword = Post "/user-svc/api/v1/Admin/ResetPassword" for Public changes(Sessions): Json (ResetPasswordRequest) -> Nothing;
    /// Activates a member of staff by the e-mailed link, and signs them in to set their first password.
    VerifyActivation = Post "/user-svc/api/v1/Admin/VerifyActivation" for Public changes(Staff, Sessions): Json (LinkRequest) -> Tokens;
}

/// Seconds for which an activation link is good (docs/domain/people.md#links).
pub const ACTIVATION_SECONDS: i64 = 24 * 3600;
/// Seconds for which a link to set a new password is good.
pub const RESET_SECONDS: i64 = 60 * 60;
/// Seconds for which an invitation into a bulk account is good.
pub const INVITATION_SECONDS: i64 = 7 * 24 * 3600;

/// The version of the terms that people agree to: the day from which they hold. Whoever changes their words changes it.
pub const TERMS_VERSION: &str = "2026-11-01";

/// That somebody who agreed to that version agreed to the terms as they are now.
///
/// # Errors
/// [`Code::TermsChanged`].
pub fn check_terms(version: &str) -> Result<(), Code> {
    if version == TERMS_VERSION { Ok(()) } else { Err(Code::TermsChanged) }
}

wire! {
    /// A new user, as typed. [`super::person::check_registration`] checks it.
    #[derive(Default)]
    #[serde(default)]
    pub struct RegisterRequest {
        /// The e-mail address, with which the person will sign in.
        pub email: String,
        pub password: String,
        pub name: String,
        /// `ic` or `passport`.
        pub identification_type: String,
        pub identification_no: String,
        /// The mobile number, without the country's code.
        pub mobile_no: String,
        /// The invitation that the person came by.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub invitation_token: Option<String>,
        /// The version of the terms that was agreed to. Existing clients, which register nobody who did not agree, name none.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub terms_version: Option<String>,
    }

    /// What became of a registration.
    pub struct Registered {
        /// The address that the activation link went to.
        pub email: String,
        /// By an invitation: the account is active already, and belongs to the bulk account.
        pub is_activated: bool,
    }

    /// An e-mail address.
    pub struct EmailRequest {
        /// The address.
        pub email: Email,
    }

    /// The token of an e-mailed link.
    pub struct LinkRequest {
        pub token: String,
    }

    /// The token of an invitation.
    pub struct InvitationRequest {
        /// The token.
        pub invitation_token: String,
    }

    /// The token of a link to set a new password, named as existing clients name it.
    pub struct ResetTokenRequest {
        #[serde(rename = "Token", alias = "token")]
        #[cfg_attr(feature = "schema", schemars(rename = "Token"))]
        pub token: String,
    }

    /// What an e-mailed link is for.
    #[derive(Copy, Eq, Hash)]
    pub enum LinkKind {
        /// A customer activates the account.
        Activation,
        /// A member of staff activates the account.
        StaffActivation,
        /// A customer sets a new password.
        Reset,
        /// A member of staff sets a new password.
        StaffReset,
        /// Somebody joins a bulk account.
        Invitation,
    }

    /// A link, and what it is thought to be for.
    pub struct CheckLinkRequest {
        /// For what.
        pub kind: LinkKind,
        pub token: String,
    }

    /// A link that is still good.
    pub struct CheckedLink {
        /// Whom it was sent to.
        pub email: String,
        /// They are a user already: an invitation is then taken by signing in.
        pub is_registered: bool,
        /// The company whose bulk account an invitation is to.
        pub company_name: Option<String>,
    }

    /// A user who is active now.
    pub struct ActivatedUser {
        pub email: String,
    }

    /// A new password, by the link.
    pub struct ResetPasswordRequest {
        /// The link's token.
        pub token: String,
        /// The new password.
        pub password: String,
    }
}

impl LinkKind {
    /// Every kind.
    pub const ALL: &[Self] =
        &[Self::Activation, Self::StaffActivation, Self::Reset, Self::StaffReset, Self::Invitation];

    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Activation => "activation",
            Self::StaffActivation => "staffActivation",
            Self::Reset => "reset",
            Self::StaffReset => "staffReset",
            Self::Invitation => "invitation",
        }
    }

    /// Whose account it is about.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::StaffActivation | Self::StaffReset => Side::Staff,
            Self::Activation | Self::Reset | Self::Invitation => Side::Customer,
        }
    }

    /// Seconds for which such a link is good.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        match self {
            Self::Activation | Self::StaffActivation => ACTIVATION_SECONDS,
            Self::Reset | Self::StaffReset => RESET_SECONDS,
            Self::Invitation => INVITATION_SECONDS,
        }
    }
}

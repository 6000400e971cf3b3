//! Registration, activation and password reset (docs/domain/people.md#registering).

use crate::Code;
use crate::endpoint::Nothing;
use crate::number::Email;

use super::{Side, Tokens};

endpoints! {
    /// Registers a user, who activates the account with an e-mailed link. With an invitation it is active immediately.
    Register = Post "/user-svc/api/v1/User/Register"
        for Public
        refuses(EmailInvalid, PasswordRequired, TooManyAttempts, EmailInUse, NameInvalid,
            IdentificationTypeRequired, IdentificationNoRequired, IcInvalid, PassportInvalid, MobileInvalid,
            TermsChanged, PasswordTooShort, LinkInvalid, LinkUsed, AccountAlreadyActivated, JoinsFromAnother,
            BulkAccountNotFound)
        frozen(Registration) changes(Users): Json (RegisterRequest) -> Registered;
    /// Whether no user has that e-mail address.
    IsNewEmailValid = Get "/user-svc/api/v1/User/IsNewEmailValid"
        for Public
        refuses(EmailInvalid, TooManyAttempts)
        reads(): Json (EmailRequest) -> bool;
    /// Returns the e-mail address that an invitation was sent to.
    GetEmailByInvitationToken = Get "/user-svc/api/v1/User/GetEmailByInvitationToken"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        reads(): Json (InvitationRequest) -> CheckedLink;
    /// Checks an e-mailed link before it is used. The token is sent in the body, never in an address.
    CheckLink = Post "/portal/api/v1/CheckLink"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated, ChoiceRequired)
        reads(): Json (CheckLinkRequest) -> CheckedLink;
    /// Activates a user with the e-mailed link.
    Activate = Post "/user-svc/api/v1/User/Activate"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        changes(Users, Team): Json (LinkRequest) -> ActivatedUser;
    /// Sends a new activation link in place of an expired one.
    SendNewActivationLink = Post "/user-svc/api/v1/User/SendNewActivationLink"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        changes(Users, Team): Json (LinkRequest) -> Nothing;
    /// Sends the activation link again. The answer does not reveal whether the address is registered.
    ResendActivation = Post "/portal/api/v1/ResendActivation"
        for Public
        refuses(EmailInvalid, TooManyAttempts)
        changes(Users, Team): Json (EmailRequest) -> Nothing;
    /// Sends a customer a link to set a new password.
    ForgotPassword = Post "/user-svc/api/v1/User/ForgotPassword"
        for Public
        refuses(EmailInvalid, AccountNotActivated, TooManyAttempts, EmailNotRegistered)
        changes(): Json (EmailRequest) -> Nothing;
    /// Checks that a customer's reset link is still valid.
    ValidateResetToken = Get "/user-svc/api/v1/User/ValidateResetToken"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        reads(): Json (ResetTokenRequest) -> CheckedLink;
    /// Sets a customer's new password with the e-mailed link.
    ResetPassword = Post "/user-svc/api/v1/User/ResetPassword"
        for Public
        refuses(PasswordRequired, TooManyAttempts, PasswordTooShort, LinkInvalid, LinkUsed,
            AccountAlreadyActivated)
        changes(Sessions): Json (ResetPasswordRequest) -> Nothing;
    /// Sends a staff user a link to set a new password.
    AdminForgotPassword = Post "/user-svc/api/v1/Admin/ForgotPassword"
        for Public
        refuses(EmailInvalid, AccountNotActivated, TooManyAttempts, EmailNotRegistered)
        changes(): Json (EmailRequest) -> Nothing;
    /// Checks that a staff user's reset link is still valid.
    AdminValidateResetToken = Get "/user-svc/api/v1/Admin/ValidateResetToken"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        reads(): Json (ResetTokenRequest) -> CheckedLink;
    /// Sets a staff user's new password with the e-mailed link.
    AdminResetPassword = Post "/user-svc/api/v1/Admin/ResetPassword"
        for Public
        refuses(PasswordRequired, TooManyAttempts, PasswordTooShort, LinkInvalid, LinkUsed,
            AccountAlreadyActivated)
        changes(Sessions): Json (ResetPasswordRequest) -> Nothing;
    /// Activates a staff user with the e-mailed link, and signs them in to set their first password.
    VerifyActivation = Post "/user-svc/api/v1/Admin/VerifyActivation"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, AccountAlreadyActivated)
        changes(Staff, Sessions): Json (LinkRequest) -> Tokens;
}

/// Seconds for which an activation link is valid (docs/domain/people.md#links).
pub const ACTIVATION_SECONDS: i64 = 24 * 3600;
/// Seconds for which a password reset link is valid.
pub const RESET_SECONDS: i64 = 60 * 60;
/// Seconds for which an invitation into a bulk account is valid.
pub const INVITATION_SECONDS: i64 = 7 * 24 * 3600;

/// The version of the terms that users accept: the date from which it applies. Update it whenever the text of the terms
/// changes.
pub const TERMS_VERSION: &str = "2026-11-01";

/// Checks that the accepted version of the terms is the current one. Fails with [`Code::TermsChanged`].
pub fn check_terms(version: &str) -> Result<(), Code> {
    if version == TERMS_VERSION { Ok(()) } else { Err(Code::TermsChanged) }
}

wire! {
    /// A new user, as typed. [`super::person::check_registration`] checks it.
    #[derive(Default)]
    #[serde(default)]
    pub struct RegisterRequest {
        /// The e-mail address that the user will sign in with.
        pub email: String,
        pub password: String,
        pub name: String,
        /// `ic` or `passport`.
        pub identification_type: String,
        pub identification_no: String,
        /// Without the country code.
        pub mobile_no: String,
        /// The token of the invitation that the user came with.
        pub invitation_token: Option<String>,
        /// The version of the terms that the user accepted. Existing clients ask for acceptance but do not send it.
        pub terms_version: Option<String>,
    }

    /// The outcome of a registration.
    pub struct Registered {
        /// The address that the activation link was sent to.
        pub email: String,
        /// True for a registration with an invitation: the account is active and belongs to the bulk account.
        pub is_activated: bool,
    }

    /// An e-mail address.
    pub struct EmailRequest {
        pub email: Email,
    }

    /// The token of an e-mailed link.
    pub struct LinkRequest {
        pub token: String,
    }

    /// The token of an invitation.
    pub struct InvitationRequest {
        pub invitation_token: String,
    }

    /// The token of a password reset link, in the form that existing clients send.
    pub struct ResetTokenRequest {
        #[serde(rename = "Token", alias = "token")]
        #[cfg_attr(feature = "schema", schemars(rename = "Token"))]
        pub token: String,
    }

    /// The purpose of an e-mailed link.
    #[derive(Copy, Eq, Hash)]
    pub enum LinkKind {
        /// A customer activates their account.
        Activation,
        /// A staff user activates their account.
        StaffActivation,
        /// A customer sets a new password.
        Reset,
        /// A staff user sets a new password.
        StaffReset,
        /// A person joins a bulk account.
        Invitation,
    }

    /// A link and its expected purpose.
    pub struct CheckLinkRequest {
        /// The expected purpose.
        pub kind: LinkKind,
        pub token: String,
    }

    /// A link that is still valid.
    pub struct CheckedLink {
        /// The address that it was sent to.
        pub email: String,
        /// Whether that address belongs to a user already, who then accepts the invitation by signing in.
        pub is_registered: bool,
        /// For an invitation, the company of the bulk account.
        pub company_name: Option<String>,
        /// Whether an invited person can join through the company's own sign-in.
        pub is_sso_offered: bool,
    }

    /// A user who was activated.
    pub struct ActivatedUser {
        pub email: String,
    }

    /// A new password, set with the e-mailed link.
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

    /// Returns the code that is stored.
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

    /// Returns the side of the account that the link is for.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::StaffActivation | Self::StaffReset => Side::Staff,
            Self::Activation | Self::Reset | Self::Invitation => Side::Customer,
        }
    }

    /// Returns the seconds for which such a link is valid.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        match self {
            Self::Activation | Self::StaffActivation => ACTIVATION_SECONDS,
            Self::Reset | Self::StaffReset => RESET_SECONDS,
            Self::Invitation => INVITATION_SECONDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_current_terms_can_be_accepted() {
        assert_eq!(check_terms(TERMS_VERSION), Ok(()));
        assert_eq!(check_terms("2026-10-31"), Err(Code::TermsChanged));
    }

    #[test]
    fn a_link_is_for_one_side_and_its_own_time() {
        for kind in LinkKind::ALL {
            let (side, seconds) = match kind {
                LinkKind::Activation => (Side::Customer, 86_400),
                LinkKind::StaffActivation => (Side::Staff, 86_400),
                LinkKind::Reset => (Side::Customer, 3_600),
                LinkKind::StaffReset => (Side::Staff, 3_600),
                LinkKind::Invitation => (Side::Customer, 604_800),
            };
            assert_eq!((kind.side(), kind.side().is_staff(), kind.seconds()), (side, side == Side::Staff, seconds));
        }
        assert!(LinkKind::StaffReset.side().is_staff() && !LinkKind::Reset.side().is_staff());
    }
}

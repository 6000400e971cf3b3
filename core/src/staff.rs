//! Users whom staff manage (docs/domain/people.md): staff users, whom the contract calls admins, and business users,
//! which are all registered customers.

use crate::endpoint::Nothing;
use crate::identity::person::{field, parse_name, parse_nickname};
use crate::list::Sort;
use crate::number::{BulkId, Email, MobileNo};
use crate::permission::Role;
use crate::team::{ActivationStatus, Activity, PeopleFilter};
use crate::{Code, Instant, Page, Problem};

endpoints! {
    /// Counts the staff users.
    GetTNBUsersCards = Post "/user-svc/api/v1/Admin/GetTNBUsersCards"
        for Staff(ManageTnbAdmins, View) reads(Staff): Json (Nothing) -> UsersCards;
    /// Lists the staff users.
    GetTNBUsersTable = Post "/user-svc/api/v1/Admin/GetTNBUsersTable"
        for Staff(ManageTnbAdmins, View)
        refuses(CursorInvalid, ChoiceRequired, RoleRequired, SearchTooShort)
        reads(Staff): Json (StaffUsersRequest) -> Page<StaffUser>;
    /// Adds a staff user, who activates the account with an e-mailed link.
    AddTNBUser = Post "/user-svc/api/v1/Admin/AddTNBUser"
        for Staff(ManageTnbAdmins, Add)
        refuses(EmailInvalid, TooManyAttempts, NameInvalid, MobileInvalid, NicknameInvalid, RoleRequired,
            StaffEmailInUse, StaffProposalWaits)
        changes(Staff): Json (AddStaffUserRequest) -> AddedStaffUser;
    /// Changes a staff user.
    UpdateTNBUser = Post "/user-svc/api/v1/Admin/UpdateTNBUser"
        for Staff(ManageTnbAdmins, Update)
        refuses(EmailInvalid, ConfirmIdentity, NameInvalid, MobileInvalid, NicknameInvalid, UserNotFound,
            UserIsYourself, RoleRequired, StaffProposalWaits, LastUserAdmin)
        changes(Staff): Json (UpdateStaffUserRequest) -> UpdatedStaffUser;
    /// Removes a staff user immediately.
    DeleteTNBUser = Post "/user-svc/api/v1/Admin/DeleteTNBUser"
        for Staff(ManageTnbAdmins, Delete)
        refuses(UserNotFound, UserIsYourself, LastUserAdmin)
        changes(Staff): Json (UserRequest) -> Nothing;
    /// Lists proposed staff users and roles that a second officer must confirm, the oldest first.
    GetStaffProposals = Post "/portal/api/v1/Admin/StaffProposals"
        for Staff(ManageTnbAdmins, View) reads(Staff): Json (Nothing) -> StaffProposals;
    /// Confirms another officer's proposal, which adds the user or gives them the role.
    ConfirmStaffProposal = Post "/portal/api/v1/Admin/StaffProposals/Confirm"
        for Staff(ManageTnbAdmins, Update)
        refuses(UserNotFound, UserIsYourself, StaffEmailInUse, StaffProposalNotFound, SecondOfficerNeeded,
            OfficersNotIndependent)
        changes(Staff): Json (StaffProposalRequest) -> Nothing;
    /// Turns down a proposal, or withdraws the caller's own.
    TurnDownStaffProposal = Post "/portal/api/v1/Admin/StaffProposals/TurnDown"
        for Staff(ManageTnbAdmins, Update)
        refuses(StaffProposalNotFound, RemarkRequired, RemarkTooLong)
        changes(Staff): Json (TurnDownStaffRequest) -> Nothing;
    /// Lists resets of users' second factors that wait for a second officer or for their time, the oldest first.
    GetFactorResets = Post "/portal/api/v1/Admin/FactorResets"
        for Staff(ManageTnbAdmins, View) reads(Staff): Json (Nothing) -> FactorResets;
    /// Proposes to remove all second factors of a user who lost them. Needs a recent proof of identity.
    ProposeFactorReset = Post "/portal/api/v1/Admin/FactorResets/Propose"
        for Staff(ManageTnbAdmins, Update)
        refuses(ConfirmIdentity, FactorResetWaits, NoFactorToReset, UserNotFound, UserIsYourself,
            RemarkRequired, RemarkTooLong)
        changes(Staff): Json (ProposeFactorResetRequest) -> Nothing;
    /// Confirms another officer's reset. It takes effect a day later. Needs a recent proof of identity.
    ConfirmFactorReset = Post "/portal/api/v1/Admin/FactorResets/Confirm"
        for Staff(ManageTnbAdmins, Update)
        refuses(ConfirmIdentity, FactorResetNotFound, UserNotFound, UserIsYourself, SecondOfficerNeeded,
            OfficersNotIndependent)
        changes(Staff): Json (FactorResetRequest) -> ConfirmedFactorReset;
    /// Ends a reset before it takes effect.
    EndFactorReset = Post "/portal/api/v1/Admin/FactorResets/End"
        for Staff(ManageTnbAdmins, Update)
        refuses(FactorResetNotFound, UserNotFound, RemarkRequired, RemarkTooLong)
        changes(Staff): Json (EndFactorResetRequest) -> Nothing;
    /// Sends a staff user the activation link again.
    ResendActivationTNBUser = Post "/user-svc/api/v1/Admin/ResendActivationTNBUser"
        for Staff(ManageTnbAdmins, Update)
        refuses(TooManyAttempts, UserNotFound, UserIsNotInvited)
        changes(Staff): Json (UserRequest) -> Nothing;
    /// Counts the business users.
    GetUsersCards = Get "/user-svc/api/v1/Admin/GetUsersCards"
        for Staff(ManageTnbUsers, View) reads(Users): Json (Nothing) -> UsersCards;
    /// Lists the business users.
    GetUserTable = Get "/user-svc/api/v1/Admin/GetUserTable"
        for Staff(ManageTnbUsers, View)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Users): Json (BusinessUsersRequest) -> Page<BusinessUser>;
    /// Removes a business user immediately.
    DeleteUser = Post "/user-svc/api/v1/Admin/DeleteUser?userId"
        for Staff(ManageTnbUsers, Delete)
        refuses(ApplicantInProcess, UserNotFound, UserIsMaster)
        changes(Users, Team, Registrations): Json (UserRequest) -> Nothing;
    /// Sends a business user the activation link again.
    AdminSendNewActivationLink = Post "/user-svc/api/v1/Admin/SendNewActivationLink?userId"
        for Staff(ManageTnbUsers, Update)
        refuses(TooManyAttempts, UserNotFound, UserIsNotInvited)
        changes(Users, Team): Json (UserRequest) -> Nothing;
}

lists! {
    /// The staff users.
    staffUsers = GetTNBUsersTable of StaffUser by StaffUserSortBy {
        search => filter.search,
        activity => filter.activity | filter.activation_status,
        role => filter.role,
    } export { username, nickname, email_address, mobile_no, role, activity, last_logged_in }
    /// All registered customers.
    businessUsers = GetUserTable of BusinessUser {
        search => search,
        activity => activity | activation_status,
    } export { username, email, mobile_no, company_name, bulk_id, role, activity, last_logged_in, created_at }
}

orders! {
    /// The columns that the list of staff users can be ordered by.
    pub enum StaffUserSortBy {
        /// The name.
        Username,
        /// The time of the last sign-in.
        LastLoggedIn descending,
    }
}

page_requests! {
    /// Asks for a page of the staff users.
    #[derive(Default)]
    #[serde(default)]
    pub struct StaffUsersRequest {
        pub filter: PeopleFilter,
        pub sort: Sort<StaffUserSortBy>,
    }
}

wire! {
    /// The numbers of users.
    pub struct UsersCards {
        pub total: i64,
        /// Signed in within two months.
        pub active: i64,
        /// Signed in longer ago, or never.
        pub inactive: i64,
        /// Users who have not activated the account.
        pub invites_pending: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// A staff user.
    pub struct StaffUser {
        pub user_id: String,
        pub email_address: String,
        /// The full name.
        pub username: String,
        /// The name that colleagues see.
        pub nickname: Option<String>,
        /// Without the country code.
        pub mobile_no: Option<String>,
        pub role: Role,
        pub activity: Activity,
        /// The time of the last sign-in.
        pub last_logged_in: Option<Instant>,
        /// When an activation link was last sent; none once the account is active.
        pub activation_sent_at: Option<Instant>,
        /// Whether it is the caller.
        pub is_self: bool,
    }

    /// A staff user to add, as typed.
    #[derive(Default)]
    #[serde(default)]
    pub struct AddStaffUserRequest {
        pub email_address: String,
        /// The full name.
        pub username: String,
        /// The name that colleagues see.
        pub nickname: Option<String>,
        /// Without the country code.
        pub mobile_no: String,
        /// `pccrAdmin`, `glbAccountManager` or `ict`.
        pub role: Option<Role>,
    }

    /// Changes to a staff user.
    pub struct UpdateStaffUserRequest {
        pub user_id: String,
        /// The full name.
        #[serde(default)]
        pub username: String,
        /// The name that colleagues see. Empty removes it; left out keeps it.
        #[serde(default)]
        pub nickname: Option<String>,
        /// Without the country code.
        #[serde(default)]
        pub mobile_no: String,
        /// The role; unchanged if left out.
        #[serde(default)]
        pub role: Option<Role>,
    }

    /// A user.
    pub struct UserRequest {
        pub user_id: String,
    }

    /// A staff user who was added or proposed.
    pub struct AddedStaffUser {
        /// The user's id; for a proposal, the id that the user gets once it is confirmed.
        pub user_id: String,
        /// Whether a second officer must confirm it first.
        pub awaits_second_officer: bool,
    }

    /// A staff user who was changed.
    pub struct UpdatedStaffUser {
        /// Whether the new role was only proposed, because a second officer must confirm it. All other changes are
        /// already made.
        pub awaits_second_officer: bool,
    }

    /// Proposals that wait for a second officer.
    pub struct StaffProposals {
        pub proposals: Vec<StaffProposal>,
    }

    /// A proposed staff user, or a proposed role of one, that a second officer must confirm.
    pub struct StaffProposal {
        pub proposal_id: String,
        /// The user's id; for a new user, the id that they will get.
        pub user_id: String,
        pub email_address: String,
        pub username: String,
        /// The current role; none for a new user.
        pub role_before: Option<Role>,
        pub role: Role,
        /// The officer who proposed it.
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// Whether the caller proposed it.
        pub is_own: bool,
        /// Why the caller cannot confirm it, as a sentence in the caller's language.
        pub why_not: Option<String>,
    }

    /// A proposal.
    pub struct StaffProposalRequest {
        pub proposal_id: String,
    }

    /// The proposal to turn down.
    pub struct TurnDownStaffRequest {
        pub proposal_id: String,
        /// The reason, which the other officer reads.
        pub remark: String,
    }

    /// Resets of second factors that have not taken effect.
    pub struct FactorResets {
        pub resets: Vec<FactorReset>,
    }

    /// A reset of a user's second factors.
    pub struct FactorReset {
        pub user_id: String,
        pub email_address: String,
        pub username: String,
        /// Why the user needs it, and how the user proved who they are.
        pub reason: String,
        /// The officer who proposed it.
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// When it takes effect; none until a second officer confirms it.
        pub due_at: Option<Instant>,
        /// Whether the caller proposed it.
        pub is_own: bool,
        /// Why the caller cannot confirm it, as a sentence in the caller's language. None if they can, or if it is
        /// confirmed.
        pub why_not: Option<String>,
    }

    /// The user whose factors shall be reset.
    pub struct ProposeFactorResetRequest {
        pub user_id: String,
        /// Why the user needs it, and how the user proved who they are.
        pub remark: String,
    }

    /// A reset, by its user.
    pub struct FactorResetRequest {
        pub user_id: String,
        /// When the reset that the officer saw was proposed. A later one is not confirmed.
        #[serde(default)]
        pub proposed_at: Option<Instant>,
    }

    /// A reset was confirmed.
    pub struct ConfirmedFactorReset {
        /// When it takes effect.
        pub due_at: Instant,
    }

    /// The reset to end.
    pub struct EndFactorResetRequest {
        pub user_id: String,
        /// The reason, which the other officers read.
        pub remark: String,
    }

    /// A page of business users. It is a GET, so these fields are in the query.
    #[derive(Default)]
    #[serde(default)]
    pub struct BusinessUsersRequest {
        /// Maximum rows to return; 100 by default, 1,000 at most.
        pub count: Option<u32>,
        /// The `next` of an earlier answer. Left out for the first page.
        pub cursor: Option<String>,
        /// Part of a name, an e-mail address or a company's name.
        pub search: Option<String>,
        /// Active (1), inactive (2), invite pending (3).
        pub activity: Option<u32>,
        pub activation_status: Option<ActivationStatus>,
    }

    /// A registered customer.
    pub struct BusinessUser {
        pub user_id: String,
        pub email: String,
        /// The full name.
        pub username: String,
        /// Without the country code.
        pub mobile_no: Option<String>,
        /// The role in the bulk account; none for a user without one.
        pub role: Option<Role>,
        pub bulk_id: Option<BulkId>,
        pub company_name: Option<String>,
        /// Invite pending until the account is activated.
        pub activity: Activity,
        /// The time of the last sign-in.
        pub last_logged_in: Option<Instant>,
        /// The time of registration.
        pub created_at: Instant,
        /// When an activation link was last sent; none once the account is active.
        pub activation_sent_at: Option<Instant>,
    }
}

/// A checked staff user form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedStaffUser {
    /// The full name.
    pub username: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The mobile number.
    pub mobile_no: MobileNo,
    /// The role.
    pub role: Role,
}

/// Checks the form of a staff user. The e-mail address is checked if given.
/// Fails with every wrong field: `emailAddress`, `username`, `nickname`, `mobileNo`, `role`.
pub fn check_staff_user(
    email_address: Option<&str>,
    username: &str,
    nickname: &str,
    mobile_no: &str,
    role: Option<Role>,
) -> Result<CheckedStaffUser, Problem> {
    let mut wrong = Vec::new();
    if let Some(email) = email_address {
        field(&mut wrong, "emailAddress", Email::parse(email));
    }
    let username = field(&mut wrong, "username", parse_name(username));
    let nickname = field(&mut wrong, "nickname", parse_nickname(nickname));
    let mobile_no = field(&mut wrong, "mobileNo", MobileNo::parse(mobile_no));
    let role = field(&mut wrong, "role", role.filter(|role| role.is_staff()).ok_or(Code::RoleRequired));
    match (Problem::of_fields(wrong), username, nickname, mobile_no, role) {
        (None, Some(username), Some(nickname), Some(mobile_no), Some(role)) => {
            Ok(CheckedStaffUser { username, nickname, mobile_no, role })
        }
        (problem, ..) => Err(problem.unwrap_or_else(|| Code::RoleRequired.into())),
    }
}

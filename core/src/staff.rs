//! The users whom staff look after (docs/domain/people.md): the utility's own people, whom the contract calls admins, and
//! the business users, who are everybody that registered.

use crate::endpoint::Nothing;
use crate::identity::person::{field, parse_name, parse_nickname};
use crate::list::Sort;
use crate::number::{BulkId, Email, MobileNo};
use crate::permission::Role;
use crate::team::{ActivationStatus, Activity, PeopleFilter};
use crate::{Code, Instant, Page, Problem};

endpoints! { StaffEndpoints;
    /// The utility's own people, counted.
    GetTNBUsersCards = Post "/user-svc/api/v1/Admin/GetTNBUsersCards" for Staff(ManageTnbAdmins, View) reads(Staff): Json (Nothing) -> UsersCards;
    /// The utility's own people.
    GetTNBUsersTable = Post "/user-svc/api/v1/Admin/GetTNBUsersTable" for Staff(ManageTnbAdmins, View) reads(Staff): Json (StaffUsersRequest) -> Page<StaffUser>;
    /// Adds somebody to the utility's people, who activates the account by an e-mailed link.
    AddTNBUser = Post "/user-svc/api/v1/Admin/AddTNBUser" for Staff(ManageTnbAdmins, Add) changes(Staff): Json (AddStaffUserRequest) -> AddedStaffUser;
    /// Changes somebody of the utility's people.
    UpdateTNBUser = Post "/user-svc/api/v1/Admin/UpdateTNBUser" for Staff(ManageTnbAdmins, Update) changes(Staff): Json (UpdateStaffUserRequest) -> UpdatedStaffUser;
    /// Removes somebody of the utility's people, at once.
    DeleteTNBUser = Post "/user-svc/api/v1/Admin/DeleteTNBUser" for Staff(ManageTnbAdmins, Delete) changes(Staff): Json (UserRequest) -> Nothing;
    /// New staff users and roles that an officer proposed and a second officer must confirm, the oldest first.
    GetStaffProposals = Post "/portal/api/v1/Admin/StaffProposals" for Staff(ManageTnbAdmins, View) reads(Staff): Json (Nothing) -> StaffProposals;
    /// Confirms a proposal of another officer: the user is added, or has the role.
    ConfirmStaffProposal = Post "/portal/api/v1/Admin/StaffProposals/Confirm" for Staff(ManageTnbAdmins, Update) changes(Staff): Json (StaffProposalRequest) -> Nothing;
    /// Turns down a proposal, or takes the own one back.
    TurnDownStaffProposal = Post "/portal/api/v1/Admin/StaffProposals/TurnDown" for Staff(ManageTnbAdmins, Update) changes(Staff): Json (TurnDownStaffRequest) -> Nothing;
    /// Sends the activation link again to somebody of the utility's people.
    ResendActivationTNBUser = Post "/user-svc/api/v1/Admin/ResendActivationTNBUser" for Staff(ManageTnbAdmins, Update) changes(Staff): Json (UserRequest) -> Nothing;
    /// Business users, counted.
    GetUsersCards = Get "/user-svc/api/v1/Admin/GetUsersCards" for Staff(ManageTnbUsers, View) reads(Users): Json (Nothing) -> UsersCards;
    /// Business users.
    GetUserTable = Get "/user-svc/api/v1/Admin/GetUserTable" for Staff(ManageTnbUsers, View) reads(Users): Json (BusinessUsersRequest) -> Page<BusinessUser>;
    /// Removes a business user, at once.
    DeleteUser = Post "/user-svc/api/v1/Admin/DeleteUser?userId" for Staff(ManageTnbUsers, Delete) changes(Users, Team, Registrations): Json (UserRequest) -> Nothing;
    /// Sends the activation link again to a business user.
    AdminSendNewActivationLink = Post "/user-svc/api/v1/Admin/SendNewActivationLink?userId" for Staff(ManageTnbUsers, Update) changes(Users, Team): Json (UserRequest) -> Nothing;
}

lists! { StaffLists;
    /// The utility's own people.
    staffUsers = GetTNBUsersTable of StaffUser by StaffUserSortBy {
        search => filter.search,
        activity => filter.activity | filter.activation_status,
        role => filter.role,
    } export { username, nickname, email_address, mobile_no, role, activity, last_logged_in }
    /// Everybody who registered.
    businessUsers = GetUserTable of BusinessUser {
        search => search,
        activity => activity | activation_status,
    } export { username, email, mobile_no, company_name, bulk_id, role, activity, last_logged_in, created_at }
}

orders! {
    /// What the list of the utility's people is ordered by.
    pub enum StaffUserSortBy {
        /// The name.
        Username,
        /// When they signed in last.
        LastLoggedIn descending,
    }
}

page_requests! {
    /// A page of the utility's people.
    #[derive(Default)]
    #[serde(default)]
    pub struct StaffUsersRequest {
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: PeopleFilter,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<StaffUserSortBy>,
    }
}

wire! {
    /// Users, counted.
    pub struct UsersCards {
        pub total: i64,
        /// Signed in within two months.
        pub active: i64,
        /// Not for longer.
        pub inactive: i64,
        /// Did not activate the account yet.
        pub invites_pending: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// Somebody of the utility's people.
    pub struct StaffUser {
        /// The person.
        pub user_id: String,
        pub email_address: String,
        /// The name.
        pub username: String,
        /// What colleagues call them.
        pub nickname: Option<String>,
        /// The mobile number, without the country's code.
        pub mobile_no: Option<String>,
        pub role: Role,
        /// Whether they use the portal.
        pub activity: Activity,
        /// When they signed in last.
        pub last_logged_in: Option<Instant>,
        /// When an activation link was sent last; none once the account is active.
        pub activation_sent_at: Option<Instant>,
        /// It is the person that asks.
        pub is_self: bool,
    }

    /// Somebody to add to the utility's people, as typed.
    #[derive(Default)]
    #[serde(default)]
    pub struct AddStaffUserRequest {
        pub email_address: String,
        /// The name.
        pub username: String,
        /// What colleagues call them.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub nickname: Option<String>,
        /// The mobile number, without the country's code.
        pub mobile_no: String,
        /// `pccrAdmin`, `glbAccountManager` or `ict`.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub role: Option<Role>,
    }

    /// Somebody of the utility's people, changed.
    pub struct UpdateStaffUserRequest {
        /// The person.
        pub user_id: String,
        /// The name.
        #[serde(default)]
        pub username: String,
        /// What colleagues call them, an empty text for nothing; what they called them, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub nickname: Option<String>,
        /// The mobile number, without the country's code.
        #[serde(default)]
        pub mobile_no: String,
        /// The role; what it is already, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub role: Option<Role>,
    }

    /// A user.
    pub struct UserRequest {
        /// The person.
        pub user_id: String,
    }

    /// A staff user who was added or proposed.
    pub struct AddedStaffUser {
        /// The person; of a proposal the id that the person gets when it is confirmed.
        pub user_id: String,
        /// A second officer must confirm it first.
        pub awaits_second_officer: bool,
    }

    /// A staff user who was changed.
    pub struct UpdatedStaffUser {
        /// The new role is proposed, and a second officer must confirm it. Everything else is changed.
        pub awaits_second_officer: bool,
    }

    /// Proposals that wait for a second officer.
    pub struct StaffProposals {
        pub proposals: Vec<StaffProposal>,
    }

    /// A new staff user, or the new role of one, that waits for a second officer.
    pub struct StaffProposal {
        pub proposal_id: String,
        /// The person; of a new user the id that they get.
        pub user_id: String,
        pub email_address: String,
        pub username: String,
        /// The role until now; none for a new user.
        pub role_before: Option<Role>,
        pub role: Role,
        /// The officer who proposed it.
        pub proposed_by: String,
        pub proposed_at: Instant,
        /// The caller proposed it.
        pub is_own: bool,
        /// Why the caller cannot confirm it, as a sentence in their language.
        pub why_not: Option<String>,
    }

    /// A proposal.
    pub struct StaffProposalRequest {
        pub proposal_id: String,
    }

    /// Turn down this proposal.
    pub struct TurnDownStaffRequest {
        pub proposal_id: String,
        /// Why, as the other officer reads it.
        pub remark: String,
    }

    /// A page of business users. As a GET it travels in the query.
    #[derive(Default)]
    #[serde(default)]
    pub struct BusinessUsersRequest {
        /// Rows from the top; 100 by default, 1,000 at most.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub count: Option<u32>,
        /// Continues an earlier answer.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub cursor: Option<String>,
        /// A part of a name, an e-mail address or a company's name.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Active (1), inactive (2), invite pending (3).
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub activity: Option<u32>,
        /// Created, activated, not activated, or with an application that waits.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub activation_status: Option<ActivationStatus>,
    }

    /// Somebody who registered.
    pub struct BusinessUser {
        /// The person.
        pub user_id: String,
        pub email: String,
        /// The name.
        pub username: String,
        /// The mobile number, without the country's code.
        pub mobile_no: Option<String>,
        /// The role in the bulk account; none for somebody without one.
        pub role: Option<Role>,
        pub bulk_id: Option<BulkId>,
        pub company_name: Option<String>,
        /// Whether they use the portal; invite pending before the account is activated.
        pub activity: Activity,
        /// When they signed in last.
        pub last_logged_in: Option<Instant>,
        /// When they registered.
        pub created_at: Instant,
        /// When an activation link was sent last; none once the account is active.
        pub activation_sent_at: Option<Instant>,
    }
}

/// Somebody of the utility's people, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedStaffUser {
    /// The name.
    pub username: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The mobile number.
    pub mobile_no: MobileNo,
    /// The role.
    pub role: Role,
}

/// Checks the form of one of the utility's people; the e-mail address where there is one to check.
///
/// # Errors
/// Every wrong field: `emailAddress`, `username`, `nickname`, `mobileNo`, `role`.
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

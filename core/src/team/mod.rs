//! The people of a bulk account (docs/domain/people.md#team): who they are, what they may do, and how the
//! Master changes it. Staff do the same for any bulk account.

mod activity;

pub use activity::{ACTIVE_MONTHS, Activity};

use crate::endpoint::Nothing;
use crate::identity::person::{field, parse_nickname};
use crate::list::Sort;
use crate::number::{BulkId, Email, MemberId};
use crate::permission::{Permissions, Role};
use crate::{Code, Instant, Page, Problem};

endpoints! { TeamEndpoints;
    /// The people of a bulk account, counted.
    GetManageUsersCards = Post "/user-svc/api/v1/User/GetManageUsersCards/{id}" also "/user-svc/api/v1/Admin/GetManageUsersCardsByBulkId/{id}" for Customer(ManageUser, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount) reads(Team): Json (TeamCardsRequest) -> TeamCards;
    /// The people of a bulk account.
    GetManageUsersTable = Post "/user-svc/api/v1/User/GetManageUsersTable/{id}" also "/user-svc/api/v1/Admin/GetManageUsersTableByBulkId/{id}" for Customer(ManageUser, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount) reads(Team): Json (TeamRequest) -> Page<TeamMember>;
    /// Invites somebody into the bulk account.
    AddBulkUser = Post "/user-svc/api/v1/User/AddBulkUser" also "/user-svc/api/v1/Admin/AddBulkUserByBulkId/{id}" for Customer(ManageUser, Add) of(id) or Staff(ManageBulkAccounts, Add) closed(WithoutAccount) changes(Team, Users): Json (AddMemberRequest) -> AddedMember;
    /// Changes somebody's nickname and role.
    UpdateBulkUser = Post "/user-svc/api/v1/User/UpdateBulkUser" also "/user-svc/api/v1/Admin/UpdateBulkUser" for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount) changes(Team, Users): Json (UpdateMemberRequest) -> Nothing;
    /// Takes somebody out of the bulk account, or takes an invitation back.
    DeleteBulkUser = Post "/user-svc/api/v1/User/DeleteBulkUser" also "/user-svc/api/v1/Admin/DeleteBulkUser" for Customer(ManageUser, Delete) of(user_id) or Staff(ManageBulkAccounts, Delete) closed(WithoutAccount) changes(Team, Users): Json (MemberRequest) -> Nothing;
    /// Makes somebody else the Master, which cannot be undone; the old Master becomes a Viewer and is signed out.
    TransferMasterBulkUser = Post "/user-svc/api/v1/User/TransferMasterBulkUser" also "/user-svc/api/v1/Admin/TransferMasterBulkUser" for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount) changes(Team, Users, Profile): Json (TransferMasterRequest) -> Nothing;
    /// Sends an invitation again, with a new link.
    ResendInvitation = Post "/portal/api/v1/Team/ResendInvitation" for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount) changes(Team, Users): Json (MemberRequest) -> Nothing;
}

#[cfg(feature = "schema")]
exported_words! {
    Activity: |activity, to| match activity {
        Activity::Active => to.of(["Active", "Aktif"]),
        Activity::Inactive => to.of(["Inactive", "Tidak Aktif"]),
        Activity::InvitePending => to.of(["Invite Pending", "Jemputan Menunggu"]),
    };
}

lists! { TeamLists;
    /// The people of a bulk account.
    members = GetManageUsersTable of TeamMember by MemberSortBy {
        search => filter.search,
        activity => filter.activity | filter.activation_status,
        role => filter.role,
    } export { username, nickname, email, role, activity, last_logged_in }
}

/// The most people of a bulk account, invitations among them, unless configured.
pub const MAX_MEMBERS: i64 = 20;

orders! {
    /// What the list of the people of a bulk account is ordered by.
    pub enum MemberSortBy {
        /// The Master, then people by name, then invitations by address.
        Username,
        /// When they signed in last.
        LastLoggedIn descending,
    }
}

page_requests! {
    /// A page of the people of a bulk account.
    pub struct TeamRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: PeopleFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<MemberSortBy>,
    }
}

filters! {
    /// What a list of people is narrowed by. A missing part narrows nothing.
    pub struct PeopleFilter {
        /// A part of a name, a nickname or an e-mail address.
        pub search: Option<String>,
        /// Active (1), inactive (2), invite pending (3).
        pub activity: Option<Activity>,
        /// Created, activated, not activated, or with an application that waits.
        pub activation_status: Option<ActivationStatus>,
        /// People of that role.
        pub role: Option<Role>,
    }
}

narrowing!(Activity, ActivationStatus, Role);

wire! {
    /// What a Master lets somebody do, besides viewing and downloading, which everybody may.
    #[derive(Copy, Eq, Hash)]
    pub enum TeamPermission {
        /// View and download only: a Viewer.
        ViewOnly,
        /// Make payments: a Member.
        MakePayments,
        /// Manage accounts: a Member.
        ManageAccounts,
    }

    /// A bulk account.
    pub struct TeamCardsRequest {
        /// The bulk account.
        pub id: BulkId,
    }

    /// The people of a bulk account, counted.
    pub struct TeamCards {
        /// All, invitations among them.
        pub total: i64,
        /// Signed in within two months.
        pub active: i64,
        /// Not for longer.
        pub inactive: i64,
        /// Invited and not come yet.
        pub invites_pending: i64,
        /// The most that the bulk account may have.
        pub max_user_limit: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// How far somebody has come.
    #[derive(Copy, Eq, Hash)]
    pub enum ActivationStatus {
        /// Invited, added or registered, with a link that is still good.
        Created,
        /// The account is activated.
        Activated,
        /// Not activated, and the link has expired.
        NotActivated,
        /// Activated, and the application of their company waits for the utility.
        PendingApproval,
    }

    /// Somebody of a bulk account, or an invitation to it.
    pub struct TeamMember {
        /// The person, or the invitation.
        pub user_id: String,
        /// The person's name; none before an invitation is taken.
        pub username: Option<String>,
        pub email: String,
        /// What the Master calls them.
        pub nickname: Option<String>,
        pub role: Role,
        /// A Member's permissions.
        pub permissions: Permissions,
        /// The person registered and activated the account.
        pub is_activated: bool,
        /// Whether they use the portal.
        pub activity: Activity,
        /// When they signed in last.
        pub last_logged_in: Option<Instant>,
        /// When the invitation was sent last; none for somebody who came.
        pub invited_at: Option<Instant>,
        /// Until when its link is good.
        pub invitation_expires_at: Option<Instant>,
    }

    /// Somebody to invite, as typed.
    #[derive(Default)]
    #[serde(default)]
    pub struct AddMemberRequest {
        /// The bulk account; the own one, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub id: Option<BulkId>,
        #[serde(default)]
        pub email: String,
        /// What they are called.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub nickname: Option<String>,
        /// What they may do.
        #[serde(default)]
        pub permissions: Vec<TeamPermission>,
    }

    /// Somebody who was invited.
    pub struct AddedMember {
        /// The invitation.
        pub user_id: String,
    }

    /// Somebody of the bulk account, changed.
    pub struct UpdateMemberRequest {
        /// The person or the invitation.
        pub user_id: MemberId,
        /// What they are called from now on, an empty text for nothing; what they were called, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub nickname: Option<String>,
        /// `member` or `viewer`.
        pub role: Role,
        /// What a Member may do. When it is left out, what they may do already, or for somebody who was no Member both.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub permissions: Option<Vec<TeamPermission>>,
    }

    /// Somebody of the bulk account.
    pub struct MemberRequest {
        /// The person or the invitation.
        pub user_id: MemberId,
    }

    /// The next Master.
    pub struct TransferMasterRequest {
        /// The person.
        pub user_id: MemberId,
        /// What they are called from now on, an empty text for nothing; what they were called, when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub nickname: Option<String>,
    }
}

/// The role that ticked permissions make.
///
/// # Errors
/// [`Code::PermissionsRequired`] when none is ticked, or viewing only beside another.
pub fn role_of(ticked: &[TeamPermission]) -> Result<(Role, Permissions), Code> {
    let has = |permission| ticked.contains(&permission);
    let permissions = Permissions {
        make_payments: has(TeamPermission::MakePayments),
        manage_accounts: has(TeamPermission::ManageAccounts),
    };
    let views_only = has(TeamPermission::ViewOnly);
    match permissions == Permissions::default() {
        true if views_only => Ok((Role::Viewer, permissions)),
        false if !views_only => Ok((Role::Member, permissions)),
        _ => Err(Code::PermissionsRequired),
    }
}

/// The ticks that stand for a role in the form; none for a role that is not given there.
#[must_use]
pub fn ticks_of(role: Role, permissions: Permissions) -> Vec<TeamPermission> {
    let ticks = [
        (TeamPermission::ViewOnly, role == Role::Viewer),
        (TeamPermission::MakePayments, role == Role::Member && permissions.make_payments),
        (TeamPermission::ManageAccounts, role == Role::Member && permissions.manage_accounts),
    ];
    ticks.into_iter().filter_map(|(tick, is_set)| is_set.then_some(tick)).collect()
}

/// Somebody to invite, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedMember {
    /// The e-mail address as stored: lower case.
    pub email: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The role.
    pub role: Role,
    /// A Member's permissions.
    pub permissions: Permissions,
}

/// Checks the form by which somebody is invited.
///
/// # Errors
/// Every wrong field: `email`, `nickname`, `permissions`.
pub fn check_member(email: &str, nickname: &str, ticked: &[TeamPermission]) -> Result<CheckedMember, Problem> {
    let mut wrong = Vec::new();
    let email = field(&mut wrong, "email", Email::parse(email));
    let nickname = field(&mut wrong, "nickname", parse_nickname(nickname));
    let role = field(&mut wrong, "permissions", role_of(ticked));
    match (Problem::of_fields(wrong), email, nickname, role) {
        (None, Some(email), Some(nickname), Some((role, permissions))) => {
            Ok(CheckedMember { email: email.normal(), nickname, role, permissions })
        }
        (problem, ..) => Err(problem.unwrap_or_else(|| Code::PermissionsRequired.into())),
    }
}

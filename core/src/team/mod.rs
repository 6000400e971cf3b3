//! Users of a bulk account and their permissions (docs/domain/people.md#team). Masters manage them; staff can do the
//! same for any bulk account.

mod activity;

pub use activity::{ACTIVE_MONTHS, Activity};

use crate::endpoint::Nothing;
use crate::identity::person::{field, parse_nickname};
use crate::list::Sort;
use crate::number::{BulkId, Email, MemberId};
use crate::permission::{Permissions, Role};
use crate::{Code, Instant, Page, Problem};

endpoints! {
    /// Counts the users of a bulk account.
    GetManageUsersCards = Post "/user-svc/api/v1/User/GetManageUsersCards/{id}"
        also "/user-svc/api/v1/Admin/GetManageUsersCardsByBulkId/{id}"
        for Customer(ManageUser, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount)
        reads(Team): Json (TeamCardsRequest) -> TeamCards;
    /// Lists the users of a bulk account.
    GetManageUsersTable = Post "/user-svc/api/v1/User/GetManageUsersTable/{id}"
        also "/user-svc/api/v1/Admin/GetManageUsersTableByBulkId/{id}"
        for Customer(ManageUser, View) of(id) or Staff(ManageBulkAccounts, View) closed(WithoutAccount)
        refuses(CursorInvalid, ChoiceRequired, RoleRequired, SearchTooShort)
        reads(Team): Json (TeamRequest) -> Page<TeamMember>;
    /// Invites a person into the bulk account.
    AddBulkUser = Post "/user-svc/api/v1/User/AddBulkUser" also "/user-svc/api/v1/Admin/AddBulkUserByBulkId/{id}"
        for Customer(ManageUser, Add) of(id) or Staff(ManageBulkAccounts, Add) closed(WithoutAccount)
        refuses(EmailInvalid, TooManyAttempts, EmailInUse, NicknameInvalid, PermissionsRequired,
            UserAlreadyInBulkAccount, UserInAnotherBulkAccount, UsersLimitReached, ChoiceRequired)
        changes(Team, Users): Json (AddMemberRequest) -> AddedMember;
    /// Changes a user's nickname and role.
    UpdateBulkUser = Post "/user-svc/api/v1/User/UpdateBulkUser" also "/user-svc/api/v1/Admin/UpdateBulkUser"
        for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount)
        refuses(NicknameInvalid, PermissionsRequired, UserNotFound, UserIsMaster, ChoiceRequired, RoleRequired)
        changes(Team, Users): Json (UpdateMemberRequest) -> Nothing;
    /// Removes a user from the bulk account, or withdraws an invitation.
    DeleteBulkUser = Post "/user-svc/api/v1/User/DeleteBulkUser" also "/user-svc/api/v1/Admin/DeleteBulkUser"
        for Customer(ManageUser, Delete) of(user_id) or Staff(ManageBulkAccounts, Delete) closed(WithoutAccount)
        refuses(UserNotFound, UserIsMaster, UserIsYourself)
        changes(Team, Users): Json (MemberRequest) -> Nothing;
    /// Transfers the master role, which cannot be undone. The old Master becomes a Viewer and is signed out.
    TransferMasterBulkUser = Post "/user-svc/api/v1/User/TransferMasterBulkUser"
        also "/user-svc/api/v1/Admin/TransferMasterBulkUser"
        for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount)
        refuses(ConfirmIdentity, NicknameInvalid, UserNotFound, UserIsMaster, UserNotActive, UserIsYourself,
            MasterChanged)
        changes(Team, Users, Profile): Json (TransferMasterRequest) -> Nothing;
    /// Sends an invitation again, with a new link.
    ResendInvitation = Post "/portal/api/v1/Team/ResendInvitation"
        for Customer(ManageUser, Update) of(user_id) or Staff(ManageBulkAccounts, Update) closed(WithoutAccount)
        refuses(TooManyAttempts, UserNotFound, UserIsNotInvited)
        changes(Team, Users): Json (MemberRequest) -> Nothing;
}

#[cfg(feature = "schema")]
exported_words! {
    Activity: |activity, to| match activity {
        Activity::Active => to.of(["Active", "Aktif"]),
        Activity::Inactive => to.of(["Inactive", "Tidak Aktif"]),
        Activity::InvitePending => to.of(["Invite Pending", "Jemputan Menunggu"]),
    };
}

lists! {
    /// The users of a bulk account.
    members = GetManageUsersTable of TeamMember by MemberSortBy {
        search => filter.search,
        activity => filter.activity | filter.activation_status,
        role => filter.role,
    } export { username, nickname, email, role, activity, last_logged_in }
}

/// Maximum users of a bulk account, including invitations, unless configured otherwise.
pub const MAX_MEMBERS: i64 = 20;

orders! {
    /// The columns that the list of users can be ordered by.
    pub enum MemberSortBy {
        /// The Master first, then users by name, then invitations by address.
        Username,
        /// The time of the last sign-in.
        LastLoggedIn descending,
    }
}

page_requests! {
    /// Asks for a page of the users of a bulk account.
    pub struct TeamRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        pub filter: PeopleFilter,
        #[serde(default)]
        pub sort: Sort<MemberSortBy>,
    }
}

filters! {
    /// The filter of a list of users. A missing field filters nothing.
    pub struct PeopleFilter {
        /// Part of a name, a nickname or an e-mail address.
        pub search: Option<String>,
        /// Active (1), inactive (2), invite pending (3).
        pub activity: Option<Activity>,
        pub activation_status: Option<ActivationStatus>,
        pub role: Option<Role>,
    }
}

narrowing!(Activity, ActivationStatus, Role);

wire! {
    /// A permission that a Master can give. All users may view and download.
    #[derive(Copy, Eq, Hash)]
    pub enum TeamPermission {
        /// View and download only: a Viewer.
        ViewOnly,
        /// Make payments: a Member.
        MakePayments,
        /// Manage accounts: a Member.
        ManageAccounts,
    }

    /// The bulk account whose users are counted.
    pub struct TeamCardsRequest {
        /// The bulk account.
        pub id: BulkId,
    }

    /// The numbers of users of a bulk account.
    pub struct TeamCards {
        /// All users, including invitations.
        pub total: i64,
        /// Signed in within two months.
        pub active: i64,
        /// Signed in longer ago, or never.
        pub inactive: i64,
        /// Invitations that were not accepted yet.
        pub invites_pending: i64,
        /// Maximum users of the bulk account.
        pub max_user_limit: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The state of a user's activation.
    #[derive(Copy, Eq, Hash)]
    pub enum ActivationStatus {
        /// Invited, added or registered, with a link that is still valid.
        Created,
        /// The account is activated.
        Activated,
        /// Not activated, and the link has expired.
        NotActivated,
        /// Activated, and the application of the user's company awaits the utility's decision.
        PendingApproval,
    }

    /// A user of a bulk account, or an invitation to it.
    pub struct TeamMember {
        /// The id of the user or of the invitation.
        pub user_id: String,
        /// None until an invitation is accepted.
        pub username: Option<String>,
        pub email: String,
        /// Given by the Master.
        pub nickname: Option<String>,
        pub role: Role,
        /// A Member's permissions.
        pub permissions: Permissions,
        /// Whether the user registered and activated the account.
        pub is_activated: bool,
        pub activity: Activity,
        /// The time of the last sign-in.
        pub last_logged_in: Option<Instant>,
        /// When the invitation was last sent; none once it was accepted.
        pub invited_at: Option<Instant>,
        /// When its link expires.
        pub invitation_expires_at: Option<Instant>,
    }

    /// An invitation, as typed.
    #[derive(Default)]
    #[serde(default)]
    pub struct AddMemberRequest {
        /// The bulk account; the caller's own if left out.
        #[serde(default)]
        pub id: Option<BulkId>,
        #[serde(default)]
        pub email: String,
        #[serde(default)]
        pub nickname: Option<String>,
        #[serde(default)]
        pub permissions: Vec<TeamPermission>,
    }

    /// The new invitation.
    pub struct AddedMember {
        /// The id of the invitation.
        pub user_id: String,
    }

    /// Changes to a user of the bulk account.
    pub struct UpdateMemberRequest {
        /// The id of the user or of the invitation.
        pub user_id: MemberId,
        /// The new nickname. Empty removes it; left out keeps it.
        #[serde(default)]
        pub nickname: Option<String>,
        /// `member` or `viewer`.
        pub role: Role,
        /// The permissions of a Member. If left out, a Member keeps theirs, and a user who becomes a Member gets both.
        #[serde(default)]
        pub permissions: Option<Vec<TeamPermission>>,
    }

    /// A user of the bulk account.
    pub struct MemberRequest {
        /// The id of the user or of the invitation.
        pub user_id: MemberId,
    }

    /// The user who becomes Master.
    pub struct TransferMasterRequest {
        pub user_id: MemberId,
        /// The new nickname. Empty removes it; left out keeps it.
        #[serde(default)]
        pub nickname: Option<String>,
    }
}

/// Returns the role for the ticked permissions.
/// Fails with [`Code::PermissionsRequired`] if none is ticked, or "view only" together with another.
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

/// Returns the ticks for a role in the form; empty for a role that the form cannot give.
#[must_use]
pub fn ticks_of(role: Role, permissions: Permissions) -> Vec<TeamPermission> {
    let ticks = [
        (TeamPermission::ViewOnly, role == Role::Viewer),
        (TeamPermission::MakePayments, role == Role::Member && permissions.make_payments),
        (TeamPermission::ManageAccounts, role == Role::Member && permissions.manage_accounts),
    ];
    ticks.into_iter().filter_map(|(tick, is_set)| is_set.then_some(tick)).collect()
}

/// A checked invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedMember {
    /// The e-mail address in its stored form: lower case.
    pub email: String,
    /// The nickname.
    pub nickname: Option<String>,
    /// The role.
    pub role: Role,
    /// A Member's permissions.
    pub permissions: Permissions,
}

/// Checks the invitation form. Fails with every wrong field: `email`, `nickname`, `permissions`.
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

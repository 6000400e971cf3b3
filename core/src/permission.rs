//! Roles and permissions (docs/domain/people.md#roles). The router's guard, the menu and the role editor all use this
//! file.

mod description;

use std::fmt;

/// Declares the areas with their codes and actions.
macro_rules! areas {
    ($($(#[$doc:meta])* $area:ident = $code:literal $($action:ident)+;)*) => {
        wire! {
            /// A part of the portal that permissions are given for.
            #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
            pub enum Area { $($(#[$doc])* $area,)* }
        }

        impl Area {
            /// Every area.
            pub const ALL: &[Self] = &[$(Self::$area),*];

            /// Returns the permission code without its action, such as `User.Bill` or `Admin.Payments.PendingApproval`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$area => $code,)* }
            }

            /// Returns the actions that exist in the area (docs/domain/people.md#permissions). There are no permissions
            /// for other actions.
            #[must_use]
            pub const fn actions(self) -> &'static [Action] {
                match self { $(Self::$area => &[$(Action::$action),+],)* }
            }
        }
    };
}

impl Area {
    /// Whether the area is closed while the customer's bulk account has no electricity account without errors
    /// (docs/domain/accounts.md#without-a-working-account). Until then, such customers see only their profile, accounts
    /// and registration.
    #[must_use]
    pub const fn needs_account(self) -> bool {
        matches!(self, Self::Bill | Self::Payment | Self::ManageUser)
    }
}

areas! {
    /// Bills of the user's bulk account.
    Bill = "User.Bill" View Add Update Delete;
    /// Payments of the user's bulk account.
    Payment = "User.Payment" View Add Update Delete;
    /// Electricity accounts and groups of the user's bulk account.
    Account = "User.Account" View Add Update Delete;
    /// The users of the user's bulk account.
    ManageUser = "User.ManageUser" View Add Update Delete;
    /// Bulk accounts of all customers.
    ManageBulkAccounts = "Admin.ManageBulkAccounts" View Add Update Delete;
    /// Customer view mode: reading the portal as a customer does.
    CustomerViewMode = "Admin.BulkAccounts.CustomerViewMode" View;
    /// Electricity accounts of all customers.
    SearchElectricityAccounts = "Admin.BulkAccounts.SearchElectricityAccounts" View;
    /// Payments that the utility has to decide on.
    PendingApproval = "Admin.Payments.PendingApproval" View Update;
    /// Every payment.
    AllPayments = "Admin.Payments.AllPayments" View;
    /// Business users.
    ManageTnbUsers = "Admin.ManageTNBUsers" View Add Update Delete;
    /// Staff users.
    ManageTnbAdmins = "Admin.ManageTNBAdmins" View Add Update Delete;
    /// Requery of the payment gateway.
    FpxManualRequery = "Admin.FpxManualRequery" View Update;
    /// Accounts that could not be added.
    BulkChildAccountError = "Admin.BulkChildAccountError" View;
    /// Operating the portal: jobs, e-mails, the feed and the settings.
    Operations = "Admin.Operations" View Update;
}

wire! {
    /// An action in an area.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum Action {
        /// Read and download.
        View,
        /// Create.
        Add,
        /// Change.
        Update,
        /// Delete or remove.
        Delete,
    }

    /// The role of a customer or a staff user.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Role {
        /// Full access to the bulk account, including its users.
        Master,
        /// Partial access, by [`Permissions`].
        Member,
        /// Views and downloads only.
        Viewer,
        /// Full control of customers' bulk accounts.
        PccrAdmin,
        /// Views and downloads for every customer.
        GlbAccountManager,
        /// The gateway, the utility's own users, and operating the portal.
        Ict,
    }

    /// The two permissions that a Member can be given.
    #[derive(Copy, Eq, Hash, Default)]
    pub struct Permissions {
        pub make_payments: bool,
        pub manage_accounts: bool,
    }
}

/// The registration status of customers who may view everything and change nothing.
pub const OVERALL_VIEW: i16 = 999;

/// One permission: an action in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope {
    /// The part of the portal.
    pub area: Area,
    /// The action in it.
    pub action: Action,
}

/// The permissions that make a user an officer: to decide on payments, and to add or change staff users, who may then
/// decide.
const OFFICER_SCOPES: &[Scope] = &[
    Scope { area: Area::PendingApproval, action: Action::Update },
    Scope { area: Area::ManageTnbAdmins, action: Action::Add },
    Scope { area: Area::ManageTnbAdmins, action: Action::Update },
];

impl Scope {
    /// Whether the permission exists.
    #[must_use]
    pub const fn exists(self) -> bool {
        let actions = self.area.actions();
        let mut place = 0;
        while place < actions.len() {
            if actions[place] as u8 == self.action as u8 {
                return true;
            }
            place += 1;
        }
        false
    }
}

impl fmt::Display for Scope {
    /// Writes the code, such as `User.Bill.View`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:?}", self.area.code(), self.action)
    }
}

impl Action {
    /// Every action.
    pub const ALL: &[Self] = &[Self::View, Self::Add, Self::Update, Self::Delete];
}

impl Role {
    /// Every role.
    pub const ALL: &[Self] =
        &[Self::Master, Self::Member, Self::Viewer, Self::PccrAdmin, Self::GlbAccountManager, Self::Ict];

    /// Whether it is a role of the utility's staff.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::PccrAdmin | Self::GlbAccountManager | Self::Ict)
    }

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Master => "master",
            Self::Member => "member",
            Self::Viewer => "viewer",
            Self::PccrAdmin => "pccrAdmin",
            Self::GlbAccountManager => "glbAccountManager",
            Self::Ict => "ict",
        }
    }

    /// Returns the role with that stored code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|role| role.code() == code)
    }

    /// Returns the effective role at a registration status of the bulk account. At 999 a Master or Member may only
    /// view.
    #[must_use]
    pub const fn while_registered(self, registration_status_id: i16) -> Self {
        match self {
            Self::Master | Self::Member if registration_status_id == OVERALL_VIEW => Self::Viewer,
            role => role,
        }
    }

    /// Whether the role holds the scope. `permissions` counts only for a Member.
    #[must_use]
    pub const fn allows(self, permissions: Permissions, scope: Scope) -> bool {
        use {Action as A, Area as R};
        if !scope.exists() {
            return false;
        }
        let view = matches!(scope.action, A::View);
        let users_area = matches!(scope.area, R::Bill | R::Payment | R::Account | R::ManageUser);
        match self {
            Self::Master => users_area,
            Self::Member => match scope.area {
                R::Bill => view || (permissions.make_payments && matches!(scope.action, A::Update)),
                R::Payment => view || (permissions.make_payments && matches!(scope.action, A::Add | A::Update)),
                R::Account => view || permissions.manage_accounts,
                _ => false,
            },
            Self::Viewer => view && matches!(scope.area, R::Bill | R::Payment | R::Account),
            Self::PccrAdmin => !users_area,
            Self::GlbAccountManager => !users_area && view,
            Self::Ict => matches!(
                scope.area,
                R::FpxManualRequery | R::ManageTnbAdmins | R::ManageTnbUsers | R::BulkChildAccountError | R::Operations
            ),
        }
    }

    /// Whether the role may decide on payments, or manage the staff users who do. While decisions need a second
    /// officer, two people must agree to give such a role. Otherwise one person could appoint their own second officer.
    #[must_use]
    pub fn is_officer(self) -> bool {
        OFFICER_SCOPES.iter().any(|scope| self.allows(Permissions::default(), *scope))
    }

    /// Whether this role has an officer's permission that the role `before` did not have. `before` is none for a new
    /// user.
    #[must_use]
    pub fn gains_officer_right(self, before: Option<Self>) -> bool {
        let had = |scope| before.is_some_and(|before| before.allows(Permissions::default(), scope));
        OFFICER_SCOPES.iter().any(|scope| self.allows(Permissions::default(), *scope) && !had(*scope))
    }

    /// Returns the scopes of staff in customer view mode: everything that the bulk account's Master may read.
    #[must_use]
    pub fn scopes_in_view_mode() -> Vec<Scope> {
        let masters = Self::Master.scopes(Permissions::default());
        masters.into_iter().filter(|scope| matches!(scope.action, Action::View)).collect()
    }

    /// Returns every scope that the role holds.
    #[must_use]
    pub fn scopes(self, permissions: Permissions) -> Vec<Scope> {
        Area::ALL
            .iter()
            .flat_map(|&area| area.actions().iter().map(move |&action| Scope { area, action }))
            .filter(|&scope| self.allows(permissions, scope))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_administrators_and_ict_become_officers() {
        let officers: Vec<_> = Role::ALL.iter().copied().filter(|role| role.is_officer()).collect();
        assert_eq!(officers, [Role::PccrAdmin, Role::Ict]);
        for role in Role::ALL {
            assert_eq!(role.gains_officer_right(None), role.is_officer(), "a new {role:?}");
            assert!(!role.gains_officer_right(Some(*role)), "{role:?} has its rights already");
        }
        assert!(Role::PccrAdmin.gains_officer_right(Some(Role::Ict)), "the decisions about payments");
        assert!(!Role::Ict.gains_officer_right(Some(Role::PccrAdmin)));
        assert!(!Role::GlbAccountManager.gains_officer_right(Some(Role::PccrAdmin)));
    }

    #[test]
    fn the_view_mode_only_reads() {
        let scopes = Role::scopes_in_view_mode();
        let areas: Vec<_> = scopes.iter().map(|scope| scope.area).collect();
        assert_eq!(areas, [Area::Bill, Area::Payment, Area::Account, Area::ManageUser]);
        assert!(scopes.iter().all(|scope| scope.action == Action::View));
    }
}

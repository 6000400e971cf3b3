//! The addresses of the portal (specification, section 2) with who may open them. The app's guards and its
//! menu are made from this list; there is no second one.

use serde::Serialize;

use crate::permission::{Action, Area, Permissions, Role, Scope};

/// Who may open an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Audience {
    /// Anybody.
    Public,
    /// Signed-in customers.
    Customer,
    /// Signed-in staff.
    Staff,
}

/// An address and what it takes to open it.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// The path, `*` standing for any rest.
    pub path: &'static str,
    /// Who it is for.
    pub audience: Audience,
    /// The permissions of which one is enough; with none listed, being signed in is.
    pub any_of: &'static [Scope],
}

const fn view(area: Area) -> Scope {
    Scope { area, action: Action::View }
}

const fn open(path: &'static str) -> Screen {
    Screen { path, audience: Audience::Public, any_of: &[] }
}

const fn customer(path: &'static str, any_of: &'static [Scope]) -> Screen {
    Screen { path, audience: Audience::Customer, any_of }
}

const fn staff(path: &'static str, any_of: &'static [Scope]) -> Screen {
    Screen { path, audience: Audience::Staff, any_of }
}

/// Every address, the more precise before the more general.
pub const SCREENS: &[Screen] = &[
    open("/"),
    open("/learnMore"),
    open("/account/changePassword"),
    open("/account/forgotPassword"),
    open("/account/forgotPasswordSent"),
    open("/account/resetPassword"),
    open("/account/register"),
    open("/account/registerDetails"),
    open("/account/activate"),
    open("/account/expiredLink"),
    open("/account/activateLinkSent"),
    open("/account/transferMasterRoleSuccess"),
    open("/admin/login"),
    open("/admin/verifyActivation"),
    open("/admin/forgotPassword"),
    open("/admin/forgotPasswordSent"),
    open("/admin/resetPassword"),
    open("/unauthorized"),
    open("/404"),
    customer("/home", &[]),
    customer("/billPayment/pay/*", &[Scope { area: Area::Payment, action: Action::Add }]),
    customer("/billPayment/transactions/*", &[view(Area::Payment)]),
    customer("/billPayment/*", &[view(Area::Bill)]),
    customer("/manageAccount/*", &[view(Area::Account)]),
    customer("/myProfile", &[]),
    customer("/myProfile/edit", &[]),
    customer("/activityLog", &[]),
    customer("/bulkAccount/*", &[]),
    customer("/notifications", &[]),
    customer("/manageUsers", &[view(Area::ManageUser)]),
    staff("/admin", &[]),
    staff("/admin/firstTimeLogin", &[]),
    staff("/admin/myProfile", &[]),
    staff("/admin/myProfile/edit", &[]),
    staff("/admin/activityLog", &[]),
    staff("/admin/notifications", &[]),
    staff("/admin/bulkAccounts/search", &[view(Area::SearchElectricityAccounts)]),
    staff("/admin/bulkAccounts/pendingBulkCA", &[view(Area::BulkChildAccountError)]),
    staff("/admin/bulkAccounts/*", &[view(Area::ManageBulkAccounts)]),
    staff("/admin/payments/*", &[view(Area::PendingApproval), view(Area::AllPayments)]),
    staff("/admin/manageRegistrations", &[view(Area::ManageBulkAccounts)]),
    staff("/admin/manageRegistrations/*", &[view(Area::ManageBulkAccounts)]),
    staff("/admin/manageTnbAdmins", &[view(Area::ManageTnbAdmins)]),
    staff("/admin/manageTnbUsers", &[view(Area::ManageTnbUsers)]),
    staff("/admin/paymentGatewayQuery", &[view(Area::FpxManualRequery)]),
];

impl Screen {
    /// The screen at an address; none for an unknown one, which leads to `/404`.
    #[must_use]
    pub fn at(path: &str) -> Option<&'static Self> {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        SCREENS.iter().find(|screen| match screen.path.strip_suffix("/*") {
            Some(start) => path == start || path.strip_prefix(start).is_some_and(|rest| rest.starts_with('/')),
            None => screen.path == path,
        })
    }

    /// Whether somebody who is signed in and has that role may open it. Without a role it is a customer who belongs to no
    /// bulk account yet: their home and profile are there all the same. Staff in customer view mode open what is for reading.
    #[must_use]
    pub fn opens_for(&self, role: Option<Role>, permissions: Permissions, customer_view: bool) -> bool {
        let viewing = customer_view && role.is_some_and(|role| role.allows(permissions, view(Area::CustomerViewMode)));
        let right_side = match self.audience {
            Audience::Public => return true,
            Audience::Customer if viewing => return self.is_for_reading(),
            Audience::Customer => role.is_none_or(|role| !role.is_staff()),
            Audience::Staff => role.is_some_and(Role::is_staff),
        };
        let allowed = |scope: &Scope| role.is_some_and(|role| role.allows(permissions, *scope));
        right_side && (self.any_of.is_empty() || self.any_of.iter().any(allowed))
    }

    /// Whether a customer needs an electricity account free of errors to open it.
    #[must_use]
    pub fn needs_account(&self) -> bool {
        self.any_of.iter().any(|scope| scope.area.needs_account())
    }

    fn is_for_reading(&self) -> bool {
        self.any_of.is_empty() || self.any_of.iter().any(|scope| scope.action == Action::View)
    }
}

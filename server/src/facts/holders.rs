//! Who holds a permission, as a query asks for it.

use gridbill_core::permission::{Permissions, Role, Scope};

/// The roles that hold a permission: by themselves, or with one of a Member's two.
#[derive(Debug, Default)]
pub struct Holders {
    pub roles: Vec<&'static str>,
    pub with_payments: Vec<&'static str>,
    pub with_accounts: Vec<&'static str>,
}

impl Holders {
    /// Nobody holds none.
    #[must_use]
    pub fn of(scope: Option<Scope>) -> Self {
        let Some(scope) = scope else { return Self::default() };
        let roles = |make_payments, manage_accounts| {
            let permissions = Permissions { make_payments, manage_accounts };
            let holding = Role::ALL.iter().filter(|role| role.allows(permissions, scope));
            holding.map(|role| role.code()).collect()
        };
        Self { roles: roles(false, false), with_payments: roles(true, false), with_accounts: roles(false, true) }
    }
}

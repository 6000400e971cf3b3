//! The holders of a permission, for use in queries.

use gridbill_core::permission::{Permissions, Role, Scope};

/// Roles that hold a permission: always, or only with one of a Member's two permissions.
#[derive(Debug, Default)]
pub struct Holders {
    pub roles: Vec<&'static str>,
    pub with_payments: Vec<&'static str>,
    pub with_accounts: Vec<&'static str>,
}

impl Holders {
    /// Returns the holders of a permission; without a permission there are none.
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

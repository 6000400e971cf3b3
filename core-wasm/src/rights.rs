//! The rights of a user, which the packages `rules` and `forms` both describe.

use gridbill_core::permission::{Permissions, Role};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A role, with a Member's permissions.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Rights {
    pub role: Role,
    pub permissions: Permissions,
}

impl From<(Role, Permissions)> for Rights {
    fn from((role, permissions): (Role, Permissions)) -> Self {
        Self { role, permissions }
    }
}

//! Rules for which addresses a user may open.

use gridbill_core::declared::ScreenAt;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::screen::Screen;
use serde::Deserialize;
use tsify::Tsify;

use crate::rule::Maybe;

/// The user who opens an address.
#[derive(Deserialize, Tsify)]
pub struct Visitor {
    /// None for a customer who belongs to no bulk account yet.
    role: Option<Role>,
    permissions: Permissions,
    /// Whether this is a staff user in customer view mode.
    #[serde(default, rename = "customerView")]
    #[tsify(optional)]
    customer_view: bool,
}

fn opens(path: &str, visitor: Option<&Visitor>) -> bool {
    let nobody = Visitor { role: None, permissions: Permissions::default(), customer_view: false };
    let Visitor { role, permissions, customer_view } = visitor.unwrap_or(&nobody);
    Screen::at(path).is_some_and(|screen| screen.opens_for(*role, *permissions, *customer_view))
}

rules! {
    /// Returns the screen at an address; null for an unknown one, which leads to /404.
    screenAt(path: String) -> Option<ScreenAt> = Screen::at(&path).map(ScreenAt::of);
    /// Whether the user may open the address.
    opensFor(path: String, visitor: Maybe<Visitor>) -> bool = opens(&path, visitor.as_ref());
    /// Whether a customer needs an electricity account without errors to open the address.
    needsAccount(path: String) -> bool = Screen::at(&path).is_some_and(Screen::needs_account);
    /// Returns the permission codes of a role.
    scopesOf(role: Role, permissions: Permissions) -> Vec<String> =
        role.scopes(permissions).iter().map(ToString::to_string).collect();
}

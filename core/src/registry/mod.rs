//! All endpoints and lists, collected from the domains that declare them. Router, guard, typed client, contract test,
//! menu and `/openapi.json` are made from them.

use crate::endpoint::{EndpointSpec, Visit};
use crate::permission::{Action, Area, Scope};
use crate::{Topic, list};

/// Every endpoint of the portal.
pub fn endpoints() -> impl Iterator<Item = &'static EndpointSpec> {
    let others = [
        crate::team::ENDPOINTS,
        crate::staff::ENDPOINTS,
        crate::registration::ENDPOINTS,
        crate::accounts::ENDPOINTS,
        crate::accounts::groups::ENDPOINTS,
        crate::bills::ENDPOINTS,
        crate::findings::ENDPOINTS,
        crate::statements::ENDPOINTS,
        crate::colleagues::ENDPOINTS,
        crate::payments::ENDPOINTS,
        crate::payments::staff::ENDPOINTS,
        crate::bank_statements::ENDPOINTS,
        crate::views::ENDPOINTS,
        crate::home::ENDPOINTS,
        crate::downloads::ENDPOINTS,
        crate::notifications::ENDPOINTS,
        crate::activity::ENDPOINTS,
        crate::operations::ENDPOINTS,
        crate::announcements::ENDPOINTS,
    ];
    crate::identity::endpoints().chain(others.into_iter().flatten())
}

/// Returns the topics that are published to a user: all that are read by a call that the user may make. The server
/// limits them to the user's tenant.
#[must_use]
pub fn topics(is_staff: bool, allows: impl Fn(Scope) -> bool) -> Vec<Topic> {
    // Home reads this topic for all customers, but shows open invitations only to those who manage users. So publish it
    // only to them.
    let people = Scope { area: Area::ManageUser, action: Action::View };
    let is_shown = |topic| is_staff || topic != Topic::Team || allows(people);
    let readable = |topic| is_shown(topic) && endpoints().any(|entry| entry.publishes_to(topic, is_staff, &allows));
    Topic::ALL.iter().copied().filter(|&topic| readable(topic)).collect()
}

/// Visits every endpoint of the portal.
pub fn visit_endpoints(visit: &mut impl Visit) {
    crate::identity::visit(visit);
    crate::identity::registering::visit(visit);
    crate::identity::profile::visit(visit);
    crate::team::visit(visit);
    crate::staff::visit(visit);
    crate::registration::visit(visit);
    crate::accounts::visit(visit);
    crate::accounts::groups::visit(visit);
    crate::bills::visit(visit);
    crate::findings::visit(visit);
    crate::statements::visit(visit);
    crate::colleagues::visit(visit);
    crate::payments::visit(visit);
    crate::payments::staff::visit(visit);
    crate::bank_statements::visit(visit);
    crate::views::visit(visit);
    crate::home::visit(visit);
    crate::downloads::visit(visit);
    crate::notifications::visit(visit);
    crate::activity::visit(visit);
    crate::operations::visit(visit);
    crate::announcements::visit(visit);
}

/// Every list of the portal.
pub fn lists() -> impl Iterator<Item = &'static list::ListSpec> {
    [
        crate::accounts::LISTS,
        crate::accounts::groups::LISTS,
        crate::bills::LISTS,
        crate::findings::LISTS,
        crate::statements::LISTS,
        crate::payments::LISTS,
        crate::payments::staff::LISTS,
        crate::bank_statements::LISTS,
        crate::registration::LISTS,
        crate::team::LISTS,
        crate::staff::LISTS,
        crate::notifications::LISTS,
        crate::activity::LISTS,
        crate::operations::LISTS,
        crate::announcements::LISTS,
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod endpoint_tests;
#[cfg(test)]
mod list_tests;

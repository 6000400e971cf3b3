//! All endpoints and lists, collected from the domains that declare them. Router, guard, typed client, contract test,
//! menu and `/openapi.json` are made from them.

use crate::endpoint::{EndpointSpec, Visit};
use crate::permission::{Action, Area, Scope};
use crate::{Topic, list};

/// Lists the domains: each module that declares endpoints, `with lists` if it declares lists as well.
macro_rules! domains {
    ($($($domain:ident)::+ $(with $lists:ident)?,)*) => {
        /// Every endpoint of the portal.
        pub fn endpoints() -> impl Iterator<Item = &'static EndpointSpec> {
            [$(crate::$($domain)::+::ENDPOINTS),*].into_iter().flatten()
        }

        /// Visits every endpoint of the portal.
        pub fn visit_endpoints(visit: &mut impl Visit) {
            $(crate::$($domain)::+::visit(visit);)*
        }

        /// Every list of the portal.
        pub fn lists() -> impl Iterator<Item = &'static list::ListSpec> {
            [$(domains!(@lists $($domain)::+ $(with $lists)?)),*].into_iter().flatten()
        }
    };
    (@lists $($domain:ident)::+ with lists) => { crate::$($domain)::+::LISTS };
    (@lists $($domain:ident)::+) => { &[] };
}

domains! {
    identity,
    identity::registering,
    identity::profile,
    identity::factors,
    identity::sso,
    team with lists,
    staff with lists,
    registration with lists,
    accounts with lists,
    accounts::groups with lists,
    bills with lists,
    costs with lists,
    carbon with lists,
    accounting with lists,
    findings with lists,
    queries with lists,
    statements with lists,
    colleagues,
    payments with lists,
    payments::staff with lists,
    remittance,
    mailboxes,
    webhooks with lists,
    tokens,
    personal_data,
    personal_data::own_data,
    personal_data::requests with lists,
    personal_data::breaches with lists,
    approvals with lists,
    bank_statements with lists,
    views,
    home,
    downloads,
    notifications with lists,
    activity with lists,
    operations with lists,
    announcements with lists,
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

#[cfg(feature = "schema")]
mod refusals;
#[cfg(feature = "schema")]
pub use refusals::{can_answer, codes};

#[cfg(test)]
mod endpoint_tests;
#[cfg(test)]
mod list_tests;
#[cfg(test)]
mod token_tests;

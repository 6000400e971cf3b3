//! All endpoints and lists, collected from the domains that declare them. Router, guard, typed client, contract test,
//! menu and `/openapi.json` are made from them.

use crate::endpoint::{EndpointSpec, Visit};
use crate::permission::{Action, Area, Scope};
use crate::{Topic, list};

/// Passes every domain to a macro: the module that declares its endpoints, `with lists` if it declares lists as well, and
/// its name and description in `/openapi.json`. Modules inside a domain that declare endpoints follow in braces.
///
/// The server mounts the domains in this order. Downloads are last, because they export the lists of all others.
#[macro_export]
macro_rules! domains {
    ($each:ident) => {
        $each! {
            identity: "Sessions" "Signing in and out, and the own profile." {
                registering: "Registering" "New users, invitations and forgotten passwords.",
                profile: "Profile" "The own profile and password.",
                factors: "Two-factor authentication"
                    "Passkeys, authenticator apps and recovery codes, and the rule that requires them.",
                sso: "Single sign-on" "Signing in with a company's own provider, and its settings for the Master.",
            },
            team with lists: "Team" "The users of a bulk account, for its Master.",
            staff with lists: "Staff" "Users of the utility and of all customers, for staff.",
            registration with lists: "Registration" "Applications for a bulk account, and their review.",
            accounts with lists: "Accounts" "The electricity accounts of a bulk account, and bulk accounts for staff." {
                groups with lists: "Account groups" "Groups of electricity accounts.",
                deposits with lists: "Deposits" "The deposits that the utility holds for electricity accounts.",
            },
            bills with lists: "Bills" "Bills, their lines and documents.",
            costs with lists: "Cost centres" "Cost centres, the coding of accounts, and the report by cost centre.",
            carbon with lists: "Emissions" "The emissions of the electricity of a bulk account.",
            accounting with lists: "Accounting" "Profiles, runs and documents of exports to accounting programs.",
            findings with lists: "Findings" "What the bill audit found, and its settings.",
            queries with lists: "Queries" "Questions about a bill, and their answers.",
            statements with lists: "Statements" "Statements of account.",
            colleagues: "Colleagues" "E-mails between users of a bulk account.",
            payments with lists: "Payments" "Making and following payments." {
                staff with lists: "Payments of all customers" "Acceptance and reconciliation, for staff.",
            },
            settlements with lists: "Settlements" "Payments of bills outside the portal.",
            remittance: "Remittance advice" "The remittance advice of a paid payment.",
            mailboxes: "Addresses of a company" "E-mail addresses that receive e-mails without signing in.",
            webhooks with lists: "Webhooks" "Addresses of a company that are called when something happened.",
            tokens: "API tokens" "Tokens by which a company's own systems call the portal.",
            personal_data: "Personal data" "Erasing the personal data of former users." {
                own_data: "Own data" "The file with everything about the user.",
                requests with lists: "Requests about personal data"
                    "What people ask about their data, with legal deadlines.",
                breaches with lists: "Personal data breaches" "The register of breaches, for staff.",
            },
            approvals with lists: "Approvals" "Approval of payments inside a company.",
            bank_statements with lists: "Bank statements" "The utility's bank statements, for staff.",
            views: "Saved views" "Saved filters of lists.",
            home: "Home" "The figures of the home page.",
            notifications with lists: "Notifications" "Notifications of the user.",
            activity with lists: "Activity" "The record of what users did.",
            operations with lists: "Operations" "Gateway, payment methods and jobs, for staff.",
            announcements with lists: "Announcements" "Messages to all users, and frozen features.",
            status: "Status" "Whether the portal works, for everyone.",
            downloads: "Downloads" "Files that are prepared in the background.",
        }
    };
}

/// A part of the API, as `/openapi.json` describes it.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    /// The path of the module that declares its endpoints.
    pub module: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The purpose of its calls.
    pub about: &'static str,
}

/// Collects the endpoints, lists and tags of the domains.
macro_rules! collect {
    ($($domain:ident $(with $lists:ident)?: $tag:literal $about:literal
        $({ $($part:ident $(with $part_lists:ident)?: $part_tag:literal $part_about:literal,)+ })?,)+) => {
        /// Every endpoint of the portal.
        pub fn endpoints() -> impl Iterator<Item = &'static EndpointSpec> {
            [$(crate::$domain::ENDPOINTS, $($(crate::$domain::$part::ENDPOINTS,)+)?)+].into_iter().flatten()
        }

        /// Visits every endpoint of the portal.
        pub fn visit_endpoints(visit: &mut impl Visit) {
            $(
                crate::$domain::visit(visit);
                $($(crate::$domain::$part::visit(visit);)+)?
            )+
        }

        /// Every list of the portal.
        pub fn lists() -> impl Iterator<Item = &'static list::ListSpec> {
            [$(
                collect!(@lists ($domain) $($lists)?),
                $($(collect!(@lists ($domain::$part) $($part_lists)?),)+)?
            )+].into_iter().flatten()
        }

        /// The parts of the API.
        #[cfg(feature = "schema")]
        pub const TAGS: &[Tag] = &[$(
            Tag { module: concat!("gridbill_core::", stringify!($domain)), name: $tag, about: $about },
            $($(Tag {
                module: concat!("gridbill_core::", stringify!($domain), "::", stringify!($part)),
                name: $part_tag,
                about: $part_about,
            },)+)?
        )+];
    };
    (@lists ($($module:ident)::+) lists) => { crate::$($module)::+::LISTS };
    (@lists ($($module:ident)::+)) => { &[] };
}

domains!(collect);

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

//! The one list of endpoints. Each domain declares its own with [`endpoints!`]; router, guard, typed client,
//! contract test, menu and `/openapi.json` are made from them.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::permission::Scope;
use crate::topic::Topic;

/// Types that can be described in `/openapi.json`; every type where that is not built.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}
/// Types that can be described in `/openapi.json`; every type where that is not built.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// One call: its types here, what a client must know of it in [`Entry`].
pub trait Endpoint: Send + Sync + 'static {
    /// Path, query and body together, as one value.
    type Request: Serialize + DeserializeOwned + Described + Send + 'static;
    /// What stands in `Data`.
    type Response: Serialize + DeserializeOwned + Described + Send + 'static;
    /// Who calls: one of [`caller`]'s markers.
    type Caller: Send + Sync + 'static;
    /// Its line in the table.
    const ENTRY: Entry;
}

/// Who may call, as types: the server gives each the value that its handlers receive.
pub mod caller {
    /// Anybody.
    pub struct Public;
    /// A signed-in customer, or staff in customer view mode when it only reads; where the line says so, staff for the bulk
    /// account that they name.
    pub struct Customer;
    /// A signed-in customer, with or without a bulk account; where the line says so, staff too.
    pub struct AnyCustomer;
    /// A signed-in member of the utility's staff.
    pub struct Staff;
    /// Anybody signed in.
    pub struct SignedIn;
    /// The bank gateway, known by its signature.
    pub struct Gateway;
}

/// Who may call, as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Caller {
    /// Anybody.
    Public,
    /// A signed-in customer.
    Customer,
    /// A signed-in customer, with or without a bulk account.
    AnyCustomer,
    /// The utility's staff.
    Staff,
    /// Anybody signed in.
    SignedIn,
    /// The bank gateway.
    Gateway,
}

/// The methods in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Acts, or reads with a body.
    Post,
    /// Changes a part.
    Patch,
}

/// How request and answer travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// JSON in the envelope; reads, or writes that may be repeated.
    Json,
    /// JSON in the envelope, done once for each `Idempotency-Key`, in one transaction.
    Once,
    /// A stream of server-sent events.
    Events,
    /// A form from the bank gateway; the answer is a text or a redirect.
    Form,
    /// A file and its fields as multipart form data; the answer is JSON in the envelope.
    Upload,
    /// The answer is a file.
    File,
}

/// A line of the table.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Entry {
    /// The name by which code calls it.
    pub name: &'static str,
    /// What it does, for `/openapi.json`.
    pub summary: &'static str,
    /// The method.
    pub method: Method,
    /// The path with `{parameters}`, then after `?` the names that travel in the query of a POST.
    pub address: &'static str,
    /// Who may call.
    pub caller: Caller,
    /// With which permission; none when being such a caller is enough.
    #[serde(skip)]
    pub scope: Option<Scope>,
    /// With which permission staff call it too, for the bulk account that they name; none when it is the customers' alone.
    #[serde(skip)]
    pub staff_scope: Option<Scope>,
    /// What its answer is made of.
    #[serde(skip)]
    pub reads: &'static [Topic],
    /// What it may change.
    #[serde(skip)]
    pub changes: &'static [Topic],
    /// How it travels.
    pub kind: Kind,
}

impl Entry {
    /// The path with `{parameters}`, as routers and clients know it.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.address.split_once('?').map_or(self.address, |(path, _)| path)
    }

    /// The names in the path.
    pub fn path_names(&self) -> impl Iterator<Item = &'static str> {
        self.path().split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
    }

    /// The names that a POST sends in its query.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        self.address.split_once('?').into_iter().flat_map(|(_, names)| names.split('&'))
    }

    /// Whether a customer needs an electricity account free of errors to call it. The account service is where they get one:
    /// it is open, also for a Master who changes the company's contacts there.
    #[must_use]
    pub fn needs_account(&self) -> bool {
        self.scope.is_some_and(|scope| scope.area.needs_account()) && !self.path().starts_with("/account-svc/")
    }

    /// Whether a topic of its answer is for somebody who holds scopes as `allows` says, as a customer or as staff.
    fn tells(&self, topic: Topic, is_staff: bool, allows: impl Fn(Scope) -> bool) -> bool {
        let may_call = match self.caller {
            Caller::Public | Caller::Gateway => false,
            // What both sides call is their own; what else staff read, they read by a call of theirs.
            Caller::SignedIn => !is_staff || topic.is_own(),
            Caller::AnyCustomer => !is_staff,
            Caller::Customer if is_staff => self.staff_scope.is_some_and(allows),
            Caller::Customer => self.scope.is_none_or(allows),
            Caller::Staff => is_staff && self.scope.is_none_or(allows),
        };
        may_call && self.reads.contains(&topic)
    }

    /// Whether calling it may change something.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.scope {
            Some(scope) => !matches!(scope.action, crate::permission::Action::View),
            None => !matches!(self.method, Method::Get),
        }
    }
}

/// Every endpoint of the portal.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    [
        crate::identity::ENDPOINTS,
        crate::identity::registering::ENDPOINTS,
        crate::identity::profile::ENDPOINTS,
        crate::team::ENDPOINTS,
        crate::users::ENDPOINTS,
        crate::registration::ENDPOINTS,
        crate::accounts::ENDPOINTS,
        crate::groups::ENDPOINTS,
        crate::bills::ENDPOINTS,
        crate::payments::ENDPOINTS,
        crate::staff::ENDPOINTS,
    ]
    .into_iter()
    .flatten()
}

/// What somebody may hear of: whatever is read by a call that they may make. Of which tenant is the server's to say.
#[must_use]
pub fn topics(is_staff: bool, allows: impl Fn(Scope) -> bool) -> Vec<Topic> {
    let readable = |topic| all().any(|entry| entry.tells(topic, is_staff, &allows));
    Topic::ALL.iter().copied().filter(|&topic| readable(topic)).collect()
}

/// Something done for every endpoint with its types, such as describing it.
pub trait Visit {
    /// Does it for one.
    fn visit<E: Endpoint>(&mut self);
}

/// Does it for every endpoint of the portal.
pub fn visit_all(visit: &mut impl Visit) {
    crate::identity::visit(visit);
    crate::identity::registering::visit(visit);
    crate::identity::profile::visit(visit);
    crate::team::visit(visit);
    crate::users::visit(visit);
    crate::registration::visit(visit);
    crate::accounts::visit(visit);
    crate::groups::visit(visit);
    crate::bills::visit(visit);
    crate::payments::visit(visit);
    crate::staff::visit(visit);
}

/// Declares a domain's endpoints:
///
/// ```text
/// endpoints! { BillsEndpoints;
///     /// Unpaid bills of a bulk account, grouped by batch.
///     GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}" for Customer(Bill, View) reads(Bills) Json (BillsByBatchRequest) -> Page<Batch>;
/// }
/// ```
///
/// A line says what the call reads or what it changes, as [`Topic`]s: what is shown is read again when one of them changes,
/// and the change is told to whoever may read it.
///
/// `for Customer(Account, Delete) | Staff(ManageBulkAccounts, Delete)` is a call that staff make too, for any bulk account.
macro_rules! endpoints {
    ($typescript:ident; $(
        #[doc = $summary:literal]
        $name:ident = $method:ident $address:literal for $caller:ident $(($area:ident, $action:ident))?
            $(| Staff($staff_area:ident, $staff_action:ident))?
            $effect:ident($($topic:ident),*) $kind:ident ($request:ty) -> $response:ty;
    )*) => {
        /// This domain's lines of the table.
        pub const ENDPOINTS: &[$crate::endpoint::Entry] = &[$(<$name as $crate::endpoint::Endpoint>::ENTRY),*];

        /// Does something for each endpoint of this domain.
        pub(crate) fn visit(visit: &mut impl $crate::endpoint::Visit) {
            $(visit.visit::<$name>();)*
        }

        $(
            #[doc = $summary]
            pub struct $name;

            impl $crate::endpoint::Endpoint for $name {
                type Request = $request;
                type Response = $response;
                type Caller = $crate::endpoint::caller::$caller;
                const ENTRY: $crate::endpoint::Entry = $crate::endpoint::Entry {
                    name: stringify!($name),
                    // A description is of no use to the browser, which would have to download it.
                    summary: if cfg!(feature = "schema") { $summary } else { "" },
                    method: $crate::endpoint::Method::$method,
                    address: $address,
                    caller: $crate::endpoint::Caller::$caller,
                    scope: endpoints!(@scope $($area, $action)?),
                    staff_scope: endpoints!(@scope $($staff_area, $staff_action)?),
                    reads: endpoints!(@reads $effect $($topic)*),
                    changes: endpoints!(@changes $effect $($topic)*),
                    kind: $crate::endpoint::Kind::$kind,
                };
            }
        )*

        #[cfg(feature = "ts")]
        const _: () = {
            use wasm_bindgen::prelude::wasm_bindgen;
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                "export interface ", stringify!($typescript), " {",
                $(stringify!($name), ": { request: ", stringify!($request), "; response: ", stringify!($response), " };",)*
                "}"
            );
        };
    };
    (@reads reads $($topic:ident)*) => { &[$($crate::topic::Topic::$topic),*] };
    (@reads changes $($topic:ident)*) => { &[] };
    (@changes changes $($topic:ident)*) => { &[$($crate::topic::Topic::$topic),*] };
    (@changes reads $($topic:ident)*) => { &[] };
    (@scope) => { None };
    (@scope $area:ident, $action:ident) => {
        Some($crate::permission::Scope {
            area: $crate::permission::Area::$area,
            action: $crate::permission::Action::$action,
        })
    };
}

wire! {
    /// Nothing to say: `{}`.
    #[derive(Copy, Eq, Default)]
    pub struct Nothing {}
}

#[cfg(feature = "ts")]
const _: () = {
    use wasm_bindgen::prelude::wasm_bindgen;
    // The table's types are written as Rust writes them.
    #[wasm_bindgen(typescript_custom_section)]
    const VEC: &str = "export type Vec<T> = T[]; export type bool = boolean;";
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::permission::{Permissions, Role};

    #[test]
    fn every_read_has_a_topic_and_every_change_too() {
        // What is the same for everybody, or of a link that only its holder knows.
        let fixed = [
            "GetPortal",
            "DownloadAddAccountTemplate",
            "Live",
            "IsNewEmailValid",
            "GetEmailByInvitationToken",
            "CheckLink",
            "ValidateResetToken",
            "AdminValidateResetToken",
            "ForgotPassword",
            "AdminForgotPassword",
        ];
        for entry in all() {
            let has_topic = !entry.reads.is_empty() || !entry.changes.is_empty();
            assert_eq!(has_topic, !fixed.contains(&entry.name), "{}", entry.name);
            // That one is asked on the way to a change.
            if entry.writes() && entry.scope.is_some() && entry.name != "CheckAccountsForAdmin" {
                assert!(!entry.changes.is_empty(), "{} says nothing of what it changes", entry.name);
            }
        }
    }

    #[test]
    fn every_topic_is_read_somewhere_and_changed_somewhere_in_the_table() {
        for topic in Topic::ALL {
            assert!(all().any(|entry| entry.reads.contains(topic)), "nothing reads {topic:?}");
            assert!(all().any(|entry| entry.changes.contains(topic)), "nothing changes {topic:?}");
        }
    }

    #[test]
    fn nobody_hears_of_what_they_may_not_read() {
        let heard = |role: Role| -> BTreeSet<Topic> {
            topics(role.is_staff(), |scope| role.allows(Permissions::default(), scope)).into_iter().collect()
        };
        let [viewer, member, ict, manager] =
            [Role::Viewer, Role::Member, Role::Ict, Role::GlbAccountManager].map(heard);
        assert!(viewer.contains(&Topic::Bills) && !viewer.contains(&Topic::Team) && !viewer.contains(&Topic::Users));
        assert!(member.contains(&Topic::Payments) && !member.contains(&Topic::Staff));
        assert!(ict.contains(&Topic::Gateway) && ict.contains(&Topic::Users));
        for topic in [Topic::Payments, Topic::Bills, Topic::Registrations, Topic::Company] {
            assert!(!ict.contains(&topic), "ICT hears of {topic:?}");
        }
        assert!(manager.contains(&Topic::Payments) && manager.contains(&Topic::Staff));
    }
}

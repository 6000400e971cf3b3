//! What an endpoint is. Each domain declares its own with [`endpoints!`]; [`crate::registry`] has them all.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::permission::{Action, Scope};
use crate::topic::Topic;

pub mod caller;
pub use caller::About;

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

    /// What the call is about, by the field that its line names with `of`.
    fn about(request: &Self::Request) -> Option<About<'_>>;
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
    /// Whoever made the application that the call is about.
    Applicant,
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
    /// JSON in the envelope.
    Json,
    /// A stream of server-sent events.
    Events,
    /// A form from the bank gateway; the answer is a text or a redirect.
    Form,
    /// A file and its fields as multipart form data; the answer is JSON in the envelope.
    Upload,
    /// The answer is a file.
    File,
}

/// When a call is closed to customers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Window {
    /// Until the bulk account has an electricity account free of errors.
    WithoutAccount,
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
    /// The other path by which existing clients call it.
    #[serde(skip)]
    pub alias: Option<&'static str>,
    /// Who may call.
    pub caller: Caller,
    /// With which permission; none when being such a caller is enough.
    #[serde(skip)]
    pub scope: Option<Scope>,
    /// The field of the request that says what the call is about.
    #[serde(skip)]
    pub of: Option<&'static str>,
    /// With which permission staff call it too, for what the call is about; none when it is the customers' alone.
    #[serde(skip)]
    pub staff_scope: Option<Scope>,
    /// Whether it is done once for each `Idempotency-Key`, in one transaction.
    #[serde(skip)]
    pub once: bool,
    /// When it is closed to customers.
    #[serde(skip)]
    pub closed: Option<Window>,
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

    /// The names that a POST sends in its query.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        self.address.split_once('?').into_iter().flat_map(|(_, names)| names.split('&'))
    }

    /// The path with every other one by which it is called.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        [self.path()].into_iter().chain(self.alias)
    }

    /// The line itself, unless it says what cannot be: then the table does not compile, and the error names the endpoint.
    pub(crate) const fn checked(self) -> Self {
        let is_signed_in = !matches!(self.caller, Caller::Public | Caller::Gateway);
        assert!(is_signed_in || self.scope.is_none(), "whoever is not signed in has no permission");
        let has_sides = matches!(self.caller, Caller::Customer | Caller::AnyCustomer | Caller::Applicant);
        assert!(has_sides || self.staff_scope.is_none(), "staff are let in beside customers only");
        let is_about = self.of.is_some();
        let for_tenant = matches!(self.caller, Caller::Customer) && self.staff_scope.is_some();
        assert!(is_about || !for_tenant, "staff name the bulk account that they act for: say `of` which field");
        assert!(is_about || !matches!(self.caller, Caller::Applicant), "say `of` which field names the application");
        assert!(!self.once || matches!(self.kind, Kind::Json), "what is done once answers in JSON");
        assert!(!self.once || !self.changes.is_empty(), "what is done once changes something");
        let is_tenants = matches!(self.caller, Caller::Customer);
        assert!(is_tenants || self.closed.is_none(), "a window closes what a bulk account's people do");
        self
    }

    /// Whether a topic of its answer is for somebody who holds scopes as `allows` says, as a customer or as staff.
    pub(crate) fn tells(&self, topic: Topic, is_staff: bool, allows: impl Fn(Scope) -> bool) -> bool {
        let may_call = match self.caller {
            Caller::Public | Caller::Gateway => false,
            // What both sides call is their own; what else staff read, they read by a call of theirs.
            Caller::SignedIn => !is_staff || topic.is_own(),
            Caller::Customer | Caller::AnyCustomer | Caller::Applicant if is_staff => {
                self.staff_scope.is_some_and(allows)
            }
            Caller::AnyCustomer | Caller::Applicant => true,
            Caller::Customer => self.scope.is_none_or(allows),
            Caller::Staff => is_staff && self.scope.is_none_or(allows),
        };
        may_call && self.reads.contains(&topic)
    }

    /// Whether calling it may change something.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.scope {
            Some(scope) => !matches!(scope.action, Action::View),
            None => !matches!(self.method, Method::Get),
        }
    }
}

/// The names in a path.
pub fn path_names(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// Something done for every endpoint with its types, such as describing it.
pub trait Visit {
    /// Does it for one.
    fn visit<E: Endpoint>(&mut self);
}

/// Declares a domain's endpoints:
///
/// ```text
/// endpoints! { BillsEndpoints;
///     /// Unpaid bills of a bulk account, grouped by batch.
///     GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BatchesRequest) -> Page<Batch>;
/// }
/// ```
///
/// - `… "/path/{id}" also "/other/{id}"`: existing clients call it by that path, too.
/// - `for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View)`: for the customers of the bulk account that the
///   field `id` names, and for staff, who act for it. Without `of` it is the caller's own. A field of another type names
///   something else that is somebody's: a member, an application.
/// - `closed(WithoutAccount)`: the [`Window`] that closes it.
/// - `once`: done once for each key.
/// - `reads(…)` or `changes(…)`: [`Topic`]s. What is shown is read again when one of them changes, and the change is told to
///   whoever may read it.
macro_rules! endpoints {
    ($typescript:ident; $(
        #[doc = $summary:literal]
        $name:ident = $method:ident $address:literal $(also $alias:literal)?
            for $caller:ident $(($area:ident, $action:ident))? $($word:ident $(($($said:ident),*))?)+ : $kind:ident
            ($request:ty) -> $response:ty;
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
                const ENTRY: $crate::endpoint::Entry = {
                    let entry = $crate::endpoint::Entry {
                        name: stringify!($name),
                        // A description is of no use to the browser, which would have to download it.
                        summary: if cfg!(feature = "schema") { $summary } else { "" },
                        method: $crate::endpoint::Method::$method,
                        address: $address,
                        alias: endpoints!(@alias $($alias)?),
                        caller: $crate::endpoint::Caller::$caller,
                        scope: endpoints!(@scope $($area $action)?),
                        of: None,
                        staff_scope: None,
                        once: false,
                        closed: None,
                        reads: &[],
                        changes: &[],
                        kind: $crate::endpoint::Kind::$kind,
                    };
                    $(let entry = endpoints!(@say entry $word $($($said)*)?);)+
                    entry.checked()
                };

                fn about(_request: &$request) -> Option<$crate::endpoint::About<'_>> {
                    [$(endpoints!(@about _request $caller $word $($($said)*)?)),+].into_iter().find_map(|about| about)
                }
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
    (@alias) => { None };
    (@alias $alias:literal) => { Some($alias) };
    (@scope $area:ident $action:ident) => {
        Some($crate::permission::Scope {
            area: $crate::permission::Area::$area,
            action: $crate::permission::Action::$action,
        })
    };
    (@scope) => { None };
    (@say $entry:ident of $field:ident) => { $crate::endpoint::Entry { of: Some(stringify!($field)), ..$entry } };
    (@say $entry:ident or) => { $entry };
    (@say $entry:ident Staff $($scope:ident)*) => {
        $crate::endpoint::Entry { staff_scope: endpoints!(@scope $($scope)*), ..$entry }
    };
    (@say $entry:ident closed $window:ident) => {
        $crate::endpoint::Entry { closed: Some($crate::endpoint::Window::$window), ..$entry }
    };
    (@say $entry:ident once) => { $crate::endpoint::Entry { once: true, ..$entry } };
    (@say $entry:ident reads $($topic:ident)*) => {
        $crate::endpoint::Entry { reads: &[$($crate::topic::Topic::$topic),*], ..$entry }
    };
    (@say $entry:ident changes $($topic:ident)*) => {
        $crate::endpoint::Entry { changes: &[$($crate::topic::Topic::$topic),*], ..$entry }
    };
    (@about $request:ident $caller:ident of $field:ident) => {
        <_ as $crate::endpoint::caller::Names<$crate::endpoint::caller::$caller>>::about(&$request.$field)
    };
    (@about $request:ident $caller:ident $($other:ident)*) => { None };
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

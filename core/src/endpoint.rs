//! The one list of endpoints. Each domain declares its own with [`endpoints!`]; router, guard, typed client,
//! contract test, menu and `/openapi.json` are made from them.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::permission::Scope;

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
    /// A signed-in customer, or staff in customer view mode when it only reads.
    pub struct Customer;
    /// A signed-in customer, with or without a bulk account.
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
///     GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}" for Customer(Bill, View) Json (BillsByBatchRequest) -> Page<Batch>;
/// }
/// ```
macro_rules! endpoints {
    ($typescript:ident; $(
        #[doc = $summary:literal]
        $name:ident = $method:ident $address:literal for $caller:ident $(($area:ident, $action:ident))? $kind:ident
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
                const ENTRY: $crate::endpoint::Entry = $crate::endpoint::Entry {
                    name: stringify!($name),
                    // A description is of no use to the browser, which would have to download it.
                    summary: if cfg!(feature = "schema") { $summary } else { "" },
                    method: $crate::endpoint::Method::$method,
                    address: $address,
                    caller: $crate::endpoint::Caller::$caller,
                    scope: endpoints!(@scope $($area, $action)?),
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

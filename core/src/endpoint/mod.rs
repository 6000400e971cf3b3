//! What an endpoint is. Each domain declares its own with [`endpoints!`]; [`crate::registry`] has them all.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub mod caller;
mod entry;
mod feature;

pub use caller::About;
pub use entry::{Caller, Entry, Kind, Load, Method, Window};
pub use feature::Feature;

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
/// - `frozen(Accounts, Groups)`: the [`Feature`]s that it is part of; an announcement that freezes one of them closes it for
///   everybody, staff too.
/// - `once`: done once for each key.
/// - `sends`: it writes to somebody, which customer view mode may not, though it takes the permission to view only.
/// - `light`: a read of a few rows. Of others, one person may make only a few at the same time.
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
                        sends: false,
                        closed: None,
                        frozen: &[],
                        load: $crate::endpoint::Load::Write,
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
    (@say $entry:ident frozen $($feature:ident)*) => {
        $crate::endpoint::Entry { frozen: &[$($crate::endpoint::Feature::$feature),*], ..$entry }
    };
    (@say $entry:ident once) => { $crate::endpoint::Entry { once: true, ..$entry } };
    (@say $entry:ident light) => { $crate::endpoint::Entry { load: $crate::endpoint::Load::LightRead, ..$entry } };
    (@say $entry:ident sends) => { $crate::endpoint::Entry { sends: true, ..$entry } };
    (@say $entry:ident reads $($topic:ident)*) => {
        $crate::endpoint::Entry { load: $entry.load.reading(), reads: &[$($crate::topic::Topic::$topic),*], ..$entry }
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

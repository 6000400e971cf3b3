//! The endpoint trait. Each domain declares its endpoints with [`endpoints!`]; [`crate::registry`] collects them.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub mod caller;
pub mod deprecation;
mod entry;
mod feature;
mod media;
mod token_scope;

pub use caller::CallSubject;
pub use deprecation::Deprecation;
pub use entry::{BodyFormat, Caller, ClosedUntil, EndpointSpec, Load, Method};
pub use feature::Feature;
pub use media::MediaType;
pub use token_scope::TokenScope;

/// Types that can be described in `/openapi.json`. Without the feature `schema`, every type.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}
/// Types that can be described in `/openapi.json`. Without the feature `schema`, every type.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// One call. Its types are here; everything that a client must know is in [`EndpointSpec`].
pub trait Endpoint: Send + Sync + 'static {
    /// Path, query and body, merged into one value.
    type Request: Serialize + DeserializeOwned + Described + Send + 'static;
    /// The content of `Data` in the answer.
    type Response: Serialize + DeserializeOwned + Described + Send + 'static;
    /// Who may call: one of [`caller`]'s markers.
    type Caller: Send + Sync + 'static;
    /// The line that declares it.
    const ENTRY: EndpointSpec;

    /// Returns the bulk account, member or application that the call is about, from the field that its line names with
    /// `of`.
    fn about(request: &Self::Request) -> Option<CallSubject<'_>>;
}

/// Returns the parameter names in a path.
pub fn path_names(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// Visits every endpoint with its types, for example to describe it.
pub trait Visit {
    /// Visits one endpoint.
    fn visit<E: Endpoint>(&mut self);
}

/// Declares a domain's endpoints:
///
/// ```text
/// endpoints! {
///     /// Unpaid bills of a bulk account, grouped by batch.
///     GetBillsByBatch = Post "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}"
///         for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
///         reads(Bills): Json (BatchesRequest) -> Page<Batch>;
/// }
/// ```
///
/// - `… "/path/{id}" also "/other/{id}"`: a second path, which existing clients use; `also Patch "/other"` with another
///   method. The app calls the first.
/// - `for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View)`: the customers of the bulk account that the
///   field `id` names may call, and staff who act for it. Without `of`, the caller's own bulk account is meant. A field of
///   another type names a member or an application.
/// - `viewed`: staff in customer view mode get the answer of the bulk account that they view, although the call needs no
///   permission. Other calls without a permission concern the user's own data.
/// - `closed(WithoutAccount)`: the [`ClosedUntil`] that closes it.
/// - `frozen(Accounts, Groups)`: the [`Feature`]s that it is part of. An announcement that freezes any of them closes the
///   call for all users, including staff.
/// - `refuses(TransactionNotFound)`: the [`Code`]s that it can answer besides those that follow from the other words, in
///   their order.
/// - `gives(Pdf, Zip)`: the [`MediaType`]s of the file that it answers.
/// - `once`: runs once for each `Idempotency-Key`.
/// - `sends`: sends an e-mail. It needs only the permission to view, but is refused in customer view mode.
/// - `light`: reads only a few rows. The server limits concurrent calls per user more strictly for all other calls.
/// - `heavy`: a report or an export. The server limits concurrent calls of this kind more strictly.
/// - `token(BillsRead)`: the [`TokenScope`] that opens the call to API tokens. Other calls are closed to them.
/// - `deprecated(NAME)`: a constant of [`deprecation`] with the days on which the call was deprecated and is removed.
/// - `reads(…)` or `changes(…)`: [`Topic`]s. Pages read their data again when one of them changes, and the change is
///   published to the users who may read it.
macro_rules! endpoints {
    ($(
        $(#[doc = $summary:literal])+
        $name:ident = $method:ident $address:literal $(also $($alias_method:ident)? $alias:literal)?
            for $caller:ident $(($area:ident, $action:ident))? $($word:ident $(($($said:ident),*))?)+ : $kind:ident
            ($request:ty) -> $response:ty;
    )*) => {
        /// This domain's endpoints.
        pub const ENDPOINTS: &[$crate::endpoint::EndpointSpec] = &[$(<$name as $crate::endpoint::Endpoint>::ENTRY),*];

        /// Visits each endpoint of this domain.
        pub(crate) fn visit(visit: &mut impl $crate::endpoint::Visit) {
            $(visit.visit::<$name>();)*
        }

        $(
            $(#[doc = $summary])+
            pub struct $name;

            impl $crate::endpoint::Endpoint for $name {
                type Request = $request;
                type Response = $response;
                type Caller = $crate::endpoint::caller::$caller;
                const ENTRY: $crate::endpoint::EndpointSpec = {
                    let entry = $crate::endpoint::EndpointSpec {
                        name: stringify!($name),
                        // The browser does not need the description, so leave it out of the download.
                        summary: if cfg!(feature = "schema") { concat!($($summary),+) } else { "" },
                        module: if cfg!(feature = "schema") { module_path!() } else { "" },
                        method: $crate::endpoint::Method::$method,
                        address: $address,
                        alias: endpoints!(@alias $method $(; $($alias_method)? $alias)?),
                        caller: $crate::endpoint::Caller::$caller,
                        scope: endpoints!(@scope $($area $action)?),
                        of: None,
                        staff_scope: None,
                        once: false,
                        sends: false,
                        viewed: false,
                        closed: None,
                        frozen: &[],
                        load: $crate::endpoint::Load::Write,
                        reads: &[],
                        changes: &[],
                        kind: $crate::endpoint::BodyFormat::$kind,
                        files: &[],
                        refuses: &[],
                        token: None,
                        deprecated: None,
                    };
                    $(let entry = endpoints!(@say entry $word $($($said)*)?);)+
                    entry.checked()
                };

                fn about(_request: &$request) -> Option<$crate::endpoint::CallSubject<'_>> {
                    [$(endpoints!(@about _request $caller $word $($($said)*)?)),+].into_iter().find_map(|about| about)
                }
            }
        )*

        #[cfg(feature = "ts")]
        const _: () = {
            use wasm_bindgen::prelude::wasm_bindgen;
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                // TypeScript merges the interfaces of all domains.
                "export interface Endpoints {",
                $(stringify!($name), ": { request: ", stringify!($request), "; response: ", stringify!($response), " };",)*
                "}"
            );
        };
    };
    (@alias $method:ident) => { None };
    (@alias $method:ident; $alias:literal) => { Some(($crate::endpoint::Method::$method, $alias)) };
    (@alias $method:ident; $other:ident $alias:literal) => { Some(($crate::endpoint::Method::$other, $alias)) };
    (@scope $area:ident $action:ident) => {
        Some($crate::permission::Scope {
            area: $crate::permission::Area::$area,
            action: $crate::permission::Action::$action,
        })
    };
    (@scope) => { None };
    (@say $entry:ident of $field:ident) => {
        $crate::endpoint::EndpointSpec { of: Some(stringify!($field)), ..$entry }
    };
    (@say $entry:ident or) => { $entry };
    (@say $entry:ident Staff $($scope:ident)*) => {
        $crate::endpoint::EndpointSpec { staff_scope: endpoints!(@scope $($scope)*), ..$entry }
    };
    (@say $entry:ident closed $window:ident) => {
        $crate::endpoint::EndpointSpec { closed: Some($crate::endpoint::ClosedUntil::$window), ..$entry }
    };
    (@say $entry:ident frozen $($feature:ident)*) => {
        $crate::endpoint::EndpointSpec { frozen: &[$($crate::endpoint::Feature::$feature),*], ..$entry }
    };
    (@say $entry:ident gives $($media:ident)*) => {
        $crate::endpoint::EndpointSpec { files: &[$($crate::endpoint::MediaType::$media),*], ..$entry }
    };
    (@say $entry:ident token $scope:ident) => {
        $crate::endpoint::EndpointSpec { token: Some($crate::endpoint::TokenScope::$scope), ..$entry }
    };
    (@say $entry:ident deprecated $name:ident) => {
        $crate::endpoint::EndpointSpec { deprecated: Some($crate::endpoint::deprecation::$name), ..$entry }
    };
    (@say $entry:ident refuses $($code:ident)*) => {
        $crate::endpoint::EndpointSpec {
            refuses: if cfg!(feature = "schema") { &[$($crate::Code::$code),*] } else { &[] },
            ..$entry
        }
    };
    (@say $entry:ident once) => { $crate::endpoint::EndpointSpec { once: true, ..$entry } };
    (@say $entry:ident light) => {
        $crate::endpoint::EndpointSpec { load: $crate::endpoint::Load::LightRead, ..$entry }
    };
    (@say $entry:ident heavy) => {
        $crate::endpoint::EndpointSpec { load: $crate::endpoint::Load::HeavyRead, ..$entry }
    };
    (@say $entry:ident viewed) => { $crate::endpoint::EndpointSpec { viewed: true, ..$entry } };
    (@say $entry:ident sends) => { $crate::endpoint::EndpointSpec { sends: true, ..$entry } };
    (@say $entry:ident reads $($topic:ident)*) => {
        $crate::endpoint::EndpointSpec {
            load: $entry.load.reading(),
            reads: &[$($crate::topic::Topic::$topic),*],
            ..$entry
        }
    };
    (@say $entry:ident changes $($topic:ident)*) => {
        $crate::endpoint::EndpointSpec { changes: &[$($crate::topic::Topic::$topic),*], ..$entry }
    };
    (@about $request:ident $caller:ident of $field:ident) => {
        <_ as $crate::endpoint::caller::NamesSubject<$crate::endpoint::caller::$caller>>::about(&$request.$field)
    };
    (@about $request:ident $caller:ident $($other:ident)*) => { None };
}

wire! {
    /// The empty object `{}`, for a request or an answer without content.
    #[derive(Copy, Eq, Default)]
    pub struct Nothing {}
}

#[cfg(feature = "ts")]
const _: () = {
    use wasm_bindgen::prelude::wasm_bindgen;
    // The generated TypeScript uses Rust's type names, so define them as aliases.
    #[wasm_bindgen(typescript_custom_section)]
    const VEC: &str = "export type Vec<T> = T[]; export type bool = boolean;";
};

//! Data that the app has before it loads the WebAssembly rules: tables, limits and sentences. The example `declared`
//! writes it as JSON, in one file for the public pages and another for the portal.

mod constants;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::bills::{CountBills, GetOutstandingBills, GetOutstandingBillsCard};
use crate::endpoint::{self, BodyFormat, Caller, Endpoint, EndpointSpec, Feature, Method};
use crate::home::GetHome;
use crate::identity::registering::TERMS_VERSION;
use crate::number_list::NUMBER_LISTS;
use crate::payments::Status;
use crate::permission::{Area, Scope};
use crate::registration::RegistrationStatus;
use crate::screen::{Address, Audience, SCREENS, Screen};
use crate::{Code, Language, Topic, company, identity, list, mailboxes, registry, status};

pub use constants::Constants;

/// A value for the app: its name, its TypeScript type (with `core.` before core's own types), and its JSON.
pub type DeclaredValue = (&'static str, String, String);

fn part(name: &'static str, typescript: &str, value: impl Serialize) -> DeclaredValue {
    (name, typescript.to_owned(), json!(value).to_string())
}

/// The values that the public pages need.
#[must_use]
pub fn public() -> Vec<DeclaredValue> {
    let audiences = [Audience::Public, Audience::Customer, Audience::Staff];
    let patterns: BTreeMap<_, _> = audiences.iter().map(|one| (wire_name(one), pattern(*one))).collect();
    let paths: BTreeMap<_, _> = addresses().map(|(_, address)| (address.name, address.path)).collect();
    let public = addresses().filter(|(audience, _)| *audience == Audience::Public);
    let public: Vec<_> = public.map(|(_, address)| address.name).collect();
    let endpoints: Vec<_> = public_endpoints().map(EndpointEntry::of).collect();
    vec![
        // The JSON of the names and addresses is also a valid TypeScript type, so that a link's address is checked at
        // compile time.
        part("addresses", &json!(paths).to_string(), paths),
        part("audiences", "Record<core.Audience, string>", patterns),
        part("endpoints", "core.EndpointEntry[]", endpoints),
        // First screens call these endpoints before the portal's own table is loaded. They have only what a request needs, because
        // the sign-in page loads them, too.
        part(
            "firstEndpoints",
            "Pick<core.EndpointEntry, 'name' | 'method' | 'path'>[]",
            FIRST.map(|entry| json!({ "name": entry.name, "method": entry.method, "path": entry.path() })),
        ),
        part("publicScreens", &format!("({})[]", one_of(&public)), public),
        part("termsVersion", "string", TERMS_VERSION),
    ]
}

/// Returns the endpoints that public pages call: those of sign-in, those of links to addresses of companies, and the status. A call
/// that needs a permission is made behind the sign-in only.
fn public_endpoints() -> impl Iterator<Item = &'static EndpointSpec> {
    let of_links = mailboxes::ENDPOINTS.iter().filter(|entry| entry.caller == Caller::Public);
    identity::endpoints().filter(|entry| entry.scope.is_none()).chain(of_links).chain(status::ENDPOINTS)
}

/// The endpoints that first screens call immediately.
const FIRST: [EndpointSpec; 4] =
    [GetHome::ENTRY, GetOutstandingBills::ENTRY, GetOutstandingBillsCard::ENTRY, CountBills::ENTRY];

/// Returns a regular expression for the paths of an audience. It accepts slashes after a path, like [`Screen::at`]. It leaves out
/// the paths below another one, because the sign-in page loads it.
fn pattern(audience: Audience) -> String {
    let paths: Vec<&str> =
        SCREENS.iter().filter(|screen| screen.audience == audience).map(|screen| screen.path).collect();
    let is_below = |path: &str, other: &str| {
        let rest = other.strip_suffix("/*").and_then(|root| path.strip_prefix(root));
        path != other && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let written = paths.iter().filter(|path| **path != "/" && !paths.iter().any(|other| is_below(path, other)));
    let written = written
        .map(|path| path.strip_suffix("/*").map_or_else(|| (*path).to_owned(), |root| format!("{root}(?:/.*)?")));
    let start = if audience == Audience::Public { "/|" } else { "" };
    format!("^(?:{start}(?:{})/*)$", written.collect::<Vec<_>>().join("|"))
}

/// The additional values that the portal behind the sign-in needs.
#[must_use]
pub fn portal() -> Vec<DeclaredValue> {
    let public: Vec<_> = public_endpoints().map(|entry| entry.name).collect();
    let endpoints = registry::endpoints().filter(|entry| !public.contains(&entry.name)).map(EndpointEntry::of);
    let scope_codes = Area::ALL.iter().map(|area| {
        let code = |action: &_| (wire_name(action), Scope { area: *area, action: *action }.to_string());
        (wire_name(area), area.actions().iter().map(code).collect::<BTreeMap<_, _>>())
    });
    vec![
        part("constants", "core.Constants", Constants::NOW),
        part("endpoints", "core.EndpointEntry[]", endpoints.collect::<Vec<_>>()),
        part("lists", "core.ListEntry[]", registry::lists().map(ListEntry::of).collect::<Vec<_>>()),
        part("numberLists", "readonly string[]", NUMBER_LISTS),
        // These are in the order of the codes. A map of serde_json would lose the order.
        ("paymentStatuses", "core.StatusCodes".to_owned(), Status::CODES.to_owned()),
        part("paymentStatusNames", "Record<core.Status, keyof core.StatusCodes>", names(Status::CODES)),
        ("registrationStatuses", "core.RegistrationStatusCodes".to_owned(), RegistrationStatus::CODES.to_owned()),
        part(
            "registrationStatusNames",
            "Record<core.RegistrationStatus, keyof core.RegistrationStatusCodes>",
            names(RegistrationStatus::CODES),
        ),
        part(
            "scopeCodes",
            "Record<core.Area, Partial<Record<core.Action, string>>>",
            scope_codes.collect::<BTreeMap<_, _>>(),
        ),
        part("screens", "core.ScreenAt[]", SCREENS.iter().map(ScreenAt::of).collect::<Vec<_>>()),
        part("states", "string[]", company::STATES),
    ]
}

fn addresses() -> impl Iterator<Item = (Audience, &'static Address)> {
    SCREENS.iter().flat_map(|screen| screen.addresses.iter().map(|address| (screen.audience, address)))
}

/// Returns the TypeScript union of these texts.
fn one_of(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" | ")
}

/// The sentences that pages can show without the rules, by code.
#[must_use]
pub fn sentences(language: Language) -> Value {
    Value::Object(PLAIN.iter().map(|code| (wire_name(code), json!(code.sentence(language)))).collect())
}

/// The sentences of all refusals, in the order of [`Code::ALL`].
#[must_use]
pub fn all_sentences(language: Language) -> Value {
    Code::ALL.iter().map(|code| json!(code.sentence(language))).collect()
}

/// The codes that a page may show before the rules are loaded, or when nothing can be loaded. Their sentences contain
/// no figures.
const PLAIN: &[Code] = &[
    Code::Unexpected,
    Code::Unavailable,
    Code::Maintenance,
    Code::SessionExpired,
    Code::LinkInvalid,
    Code::EmailInUse,
    Code::TermsRequired,
    Code::OldPasswordRequired,
    Code::PasswordTooShort,
    Code::PasswordNeedsLowercase,
    Code::PasswordNeedsNumber,
    Code::PasswordsDiffer,
];

fn wire_name(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

/// Inverts a JSON map of names to codes.
fn names(codes: &str) -> BTreeMap<u8, String> {
    let codes: BTreeMap<String, u8> = serde_json::from_str(codes).unwrap_or_default();
    codes.into_iter().map(|(name, code)| (code, name)).collect()
}

/// The part of an endpoint's declaration that a client needs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EndpointEntry {
    name: &'static str,
    method: Method,
    /// The path with its parameters as `{names}`.
    path: &'static str,
    /// The fields that a POST sends in its query.
    query_names: Vec<&'static str>,
    caller: Caller,
    /// The required permission code, if any.
    scope: Option<String>,
    kind: BodyFormat,
    /// Whether the call is done once for each idempotency key.
    once: bool,
    /// The topics that the response is made of.
    reads: &'static [Topic],
    /// The topics that the call may change.
    changes: &'static [Topic],
    /// The features to which the call belongs. An announcement can freeze each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    frozen: Vec<Feature>,
}

impl EndpointEntry {
    fn of(entry: &endpoint::EndpointSpec) -> Self {
        Self {
            name: entry.name,
            method: entry.method,
            path: entry.path(),
            query_names: entry.query_names().collect(),
            caller: entry.caller,
            scope: entry.scope.map(|scope| scope.to_string()),
            kind: entry.kind,
            once: entry.once,
            reads: entry.reads,
            changes: entry.changes,
            frozen: entry.frozen.to_vec(),
        }
    }
}

/// The declaration of a list, for the app.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListEntry {
    name: &'static str,
    /// The endpoint that returns the list.
    call: &'static str,
    /// The field of the response that holds the page; none if the response is the page.
    within: Option<&'static str>,
    /// The orders; the first is the default.
    orders: Vec<ListOrder>,
    /// Whether the rows can be exported.
    exported: bool,
    params: Vec<ListParam>,
}

/// An order of a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListOrder {
    by: String,
    /// Whether the newest or largest rows come first.
    descends: bool,
}

/// A parameter of a list's address, and the fields of the request that it sets, such as `filter.dueFrom`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListParam {
    name: &'static str,
    fields: Vec<String>,
}

impl ListEntry {
    fn of(entry: &list::ListSpec) -> Self {
        let order = |order: &list::OrderEntry| ListOrder { by: list::on_wire(order.by), descends: order.descends };
        let param = |param: &list::Param| ListParam {
            name: param.name,
            fields: param.fields.iter().map(|field| list::on_wire(field)).collect(),
        };
        Self {
            name: entry.name,
            call: entry.call,
            within: entry.within,
            exported: entry.is_exported,
            orders: entry.orders.iter().map(order).collect(),
            params: entry.params.iter().map(param).collect(),
        }
    }
}

/// A path and the permissions needed to open it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ScreenAt {
    /// The path; a `*` at its end matches any rest.
    path: &'static str,
    audience: Audience,
    /// The permission codes, of which the user needs at least one.
    any_of: Vec<String>,
}

impl ScreenAt {
    /// Converts a screen's declaration for the app.
    #[must_use]
    pub fn of(screen: &Screen) -> Self {
        Self {
            path: screen.path,
            audience: screen.audience,
            any_of: screen.any_of.iter().map(ToString::to_string).collect(),
        }
    }
}

//! What the app knows before it has loaded a rule: tables, limits and single sentences, as plain data. The example `declared`
//! writes them as JSON, one file for the public pages and one for the portal.

mod constants;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::bills::{CountBills, GetOutstandingBills, GetOutstandingBillsCard};
use crate::endpoint::{self, Caller, Endpoint, Entry, Feature, Kind, Method};
use crate::home::GetHome;
use crate::identity::registering::TERMS_VERSION;
use crate::payments::Status;
use crate::permission::{Area, Scope};
use crate::registration::RegistrationStatus;
use crate::screen::{Address, Audience, Place, SCREENS, Screen};
use crate::{Code, Language, Topic, company, identity, list, registry};

pub use constants::Constants;

/// Something for the app: its name, its TypeScript type (`core.` before core's own), its value as JSON.
pub type Part = (&'static str, String, String);

fn part(name: &'static str, typescript: &str, value: impl Serialize) -> Part {
    (name, typescript.to_owned(), json!(value).to_string())
}

/// What the public pages need.
#[must_use]
pub fn public() -> Vec<Part> {
    let audiences = [Audience::Public, Audience::Customer, Audience::Staff];
    let patterns: BTreeMap<_, _> = audiences.iter().map(|one| (wire_name(one), pattern(*one))).collect();
    let paths: BTreeMap<_, _> = addresses().map(|(_, address)| (address.name, address.path)).collect();
    let public = addresses().filter(|(audience, _)| *audience == Audience::Public);
    let public: Vec<_> = public.map(|(_, address)| address.name).collect();
    let endpoints: Vec<_> = identity::endpoints().map(EndpointEntry::of).collect();
    vec![
        // Written as JSON, the names and addresses are a TypeScript type that says the same.
        part("addresses", &json!(paths).to_string(), paths),
        part("audiences", "Record<core.Audience, string>", patterns),
        part("endpoints", "core.EndpointEntry[]", endpoints),
        // What first screens ask for is asked for before the portal's own table has come.
        part("firstEndpoints", "core.EndpointEntry[]", FIRST.map(|entry| EndpointEntry::of(&entry))),
        part("publicScreens", &format!("({})[]", one_of(&public)), public),
        part("termsVersion", "string", TERMS_VERSION),
    ]
}

/// What first screens ask for at once.
const FIRST: [Entry; 4] =
    [GetHome::ENTRY, GetOutstandingBills::ENTRY, GetOutstandingBillsCard::ENTRY, CountBills::ENTRY];

/// A regular expression of the paths for that audience. It takes slashes behind a path, as [`Screen::at`] does.
fn pattern(audience: Audience) -> String {
    let paths = SCREENS.iter().filter(|screen| screen.audience == audience && screen.path != "/").map(|screen| {
        screen.path.strip_suffix("/*").map_or_else(|| screen.path.to_owned(), |root| format!("{root}(?:/.*)?"))
    });
    let start = if audience == Audience::Public { "/|" } else { "" };
    format!("^(?:{start}(?:{})/*)$", paths.collect::<Vec<_>>().join("|"))
}

/// What the portal behind the sign-in needs beside it.
#[must_use]
pub fn portal() -> Vec<Part> {
    let public: Vec<_> = identity::endpoints().map(|entry| entry.name).collect();
    let endpoints = registry::endpoints().filter(|entry| !public.contains(&entry.name)).map(EndpointEntry::of);
    let scope_codes = Area::ALL.iter().map(|area| {
        let code = |action: &_| (wire_name(action), Scope { area: *area, action: *action }.to_string());
        (wire_name(area), area.actions().iter().map(code).collect::<BTreeMap<_, _>>())
    });
    vec![
        part("constants", "core.Constants", Constants::NOW),
        part("endpoints", "core.EndpointEntry[]", endpoints.collect::<Vec<_>>()),
        part("lists", "core.ListEntry[]", registry::lists().map(ListEntry::of).collect::<Vec<_>>()),
        part("menu", &menu_types(), menu().collect::<Vec<_>>()),
        // In the order of the codes, which a map of serde_json does not keep.
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

/// A TypeScript type of exactly these texts.
fn one_of(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" | ")
}

/// The items by their names, so that one without an icon or a word does not compile.
fn menu_types() -> String {
    let names: Vec<_> = menu().map(|item| item.screen).collect();
    format!("(Omit<core.MenuItem, 'screen'> & {{ screen: {} }})[]", one_of(&names))
}

fn menu() -> impl Iterator<Item = MenuItem> {
    addresses().filter_map(|(audience, address)| {
        let (below, newcomers) = match address.menu? {
            Place::Alone => (None, false),
            Place::WithBelow => (Some(address.path), false),
            Place::Below(path) => (Some(path), false),
            Place::NewcomersBelow(path) => (Some(path), true),
        };
        Some(MenuItem { screen: address.name, audience, below, newcomers })
    })
}

/// An item of the main menu.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct MenuItem {
    screen: &'static str,
    audience: Audience,
    /// Addresses below this path belong to the item too, where no other one is closer.
    below: Option<&'static str>,
    /// Only for customers who belong to no bulk account yet.
    newcomers: bool,
}

/// What is said without the rules, in that language: each code's sentence.
#[must_use]
pub fn sentences(language: Language) -> Value {
    Value::Object(PLAIN.iter().map(|code| (wire_name(code), json!(code.sentence(language)))).collect())
}

/// All that is refused with, in that language: each code's sentence, in the order of [`Code::ALL`].
#[must_use]
pub fn all_sentences(language: Language) -> Value {
    Code::ALL.iter().map(|code| json!(code.sentence(language))).collect()
}

/// What a page says by itself, before it has loaded the rules or because nothing can be loaded. None has figures.
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

/// The name of each code.
fn names(codes: &str) -> BTreeMap<u8, String> {
    let codes: BTreeMap<String, u8> = serde_json::from_str(codes).unwrap_or_default();
    codes.into_iter().map(|(name, code)| (code, name)).collect()
}

/// What a client must know of an endpoint.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EndpointEntry {
    name: &'static str,
    method: Method,
    /// The path with `{names}`.
    path: &'static str,
    /// The names that a POST sends in its query.
    query_names: Vec<&'static str>,
    caller: Caller,
    /// The permission code, where one is needed.
    scope: Option<String>,
    kind: Kind,
    /// Done once for each key.
    once: bool,
    /// What its answer is made of.
    reads: &'static [Topic],
    /// What it may change.
    changes: &'static [Topic],
    /// What it is part of, each of which can be frozen for some time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", tsify(optional))]
    frozen: Vec<Feature>,
}

impl EndpointEntry {
    fn of(entry: &endpoint::Entry) -> Self {
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

/// A list, as the app reads it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListEntry {
    name: &'static str,
    /// The endpoint that answers it.
    call: &'static str,
    /// The field of the answer that holds the page; none where the answer is the page.
    within: Option<&'static str>,
    /// The default is the first.
    orders: Vec<ListOrder>,
    /// Whether its rows can be exported.
    exported: bool,
    params: Vec<ListParam>,
}

/// What a list can be ordered by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListOrder {
    by: String,
    /// The newest or largest come first.
    descends: bool,
}

/// A parameter of a list's address, and the fields of the request that it stands for: `filter.dueFrom`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ListParam {
    name: &'static str,
    fields: Vec<String>,
}

impl ListEntry {
    fn of(entry: &list::Entry) -> Self {
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

/// An address and what it takes to open it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ScreenAt {
    /// The path, `*` standing for any rest.
    path: &'static str,
    audience: Audience,
    /// The permission codes of which one is enough.
    any_of: Vec<String>,
}

impl ScreenAt {
    /// A screen, as the app reads it.
    #[must_use]
    pub fn of(screen: &Screen) -> Self {
        Self {
            path: screen.path,
            audience: screen.audience,
            any_of: screen.any_of.iter().map(ToString::to_string).collect(),
        }
    }
}

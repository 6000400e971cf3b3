//! The endpoint table and the sentences.

use gridbill_core::endpoint::{Caller, Entry, Kind, Method};
use gridbill_core::registry;
use gridbill_core::{Code, Problem, Topic};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{given, language, pairs};
use crate::json::json;

/// What a client must know of an endpoint.
#[derive(Serialize, Tsify)]
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
    /// What its answer is made of.
    reads: &'static [Topic],
    /// What it may change.
    changes: &'static [Topic],
}

#[wasm_bindgen]
pub fn endpoints() -> String {
    let entry = |entry: &Entry| EndpointEntry {
        name: entry.name,
        method: entry.method,
        path: entry.path(),
        query_names: entry.query_names().collect(),
        caller: entry.caller,
        scope: entry.scope.map(|scope| scope.to_string()),
        kind: entry.kind,
        reads: entry.reads,
        changes: entry.changes,
    };
    json(&called().map(entry).collect::<Vec<_>>())
}

#[cfg(feature = "portal")]
fn called() -> impl Iterator<Item = &'static Entry> {
    registry::endpoints()
}

/// The public pages call no others, and would have to download their lines.
#[cfg(not(feature = "portal"))]
fn called() -> impl Iterator<Item = &'static Entry> {
    use gridbill_core::identity::{ENDPOINTS, profile, registering};
    ENDPOINTS.iter().chain(registering::ENDPOINTS).chain(profile::ENDPOINTS)
}

/// A code's sentence. The figures are [`pairs`] of name and value; a list repeats its name.
#[wasm_bindgen]
pub fn sentence(code: &str, figures: &str, malay: bool) -> String {
    let code = given(Code::from_wire(code).ok_or(()));
    let said = pairs(figures).fold(Problem::new(code), |said, (name, value)| said.with_item(name, value));
    said.sentence(language(malay))
}

//! The endpoint table, the sentences, and the figures that screens need.

use gridbill_core::bills::OVERDUE_AFTER_DAYS;
use gridbill_core::endpoint::{self, Caller, Kind, Method};
use gridbill_core::payments::{MOST_INVOICES, MOST_REFERENCES};
use gridbill_core::{Code, Problem, amount, identity, page, search};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{given, language};
use crate::json::json;

/// What a client must know of an endpoint.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EndpointEntry {
    name: &'static str,
    method: Method,
    /// The path with `{names}`.
    path: &'static str,
    path_names: Vec<&'static str>,
    /// The names that a POST sends in its query.
    query_names: Vec<&'static str>,
    caller: Caller,
    /// The permission code, where one is needed.
    scope: Option<String>,
    kind: Kind,
}

/// Figures of the specification, sections 4 and 9.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Constants {
    /// Seconds of silence after which a session is over.
    idle_seconds: i64,
    /// The last of them, counted down in a dialogue.
    idle_warning_seconds: i64,
    session_seconds: i64,
    access_seconds: i64,
    refresh_seconds: i64,
    most_attempts: i32,
    most_references: usize,
    most_invoices: usize,
    most_searched_numbers: usize,
    shortest_search: usize,
    default_rows: i64,
    most_rows: i64,
    overdue_after_days: i64,
    /// What stands for a missing value.
    missing: &'static str,
}

#[wasm_bindgen]
pub fn endpoints() -> String {
    let entry = |entry: &endpoint::Entry| EndpointEntry {
        name: entry.name,
        method: entry.method,
        path: entry.path(),
        path_names: entry.path_names().collect(),
        query_names: entry.query_names().collect(),
        caller: entry.caller,
        scope: entry.scope.map(|scope| scope.to_string()),
        kind: entry.kind,
    };
    json(&endpoint::all().map(entry).collect::<Vec<_>>())
}

#[wasm_bindgen]
pub fn constants() -> String {
    json(&Constants {
        idle_seconds: identity::IDLE_SECONDS,
        idle_warning_seconds: identity::IDLE_WARNING_SECONDS,
        session_seconds: identity::SESSION_SECONDS,
        access_seconds: identity::ACCESS_SECONDS,
        refresh_seconds: identity::REFRESH_SECONDS,
        most_attempts: identity::MOST_ATTEMPTS,
        most_references: MOST_REFERENCES,
        most_invoices: MOST_INVOICES,
        most_searched_numbers: search::MOST_NUMBERS,
        shortest_search: search::SHORTEST_TEXT,
        default_rows: page::DEFAULT_ROWS,
        most_rows: page::MOST_ROWS,
        overdue_after_days: OVERDUE_AFTER_DAYS,
        missing: amount::MISSING,
    })
}

/// A code's sentence. The figures are name, value, name, value; a list repeats its name.
#[wasm_bindgen]
pub fn sentence(code: &str, figures: Vec<String>, malay: bool) -> Result<String, JsError> {
    let code = given(Code::from_wire(code).ok_or(()))?;
    let said = figures.as_chunks().0.iter().fold(Problem::new(code), |said, [name, value]| said.with_item(name, value));
    Ok(said.sentence(language(malay)))
}

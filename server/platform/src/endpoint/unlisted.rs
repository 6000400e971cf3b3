//! Finds codes that /openapi.json does not name. `make unit` fails if the tests got one.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::response::Response;
use gridbill_core::endpoint::EndpointSpec;
use gridbill_core::registry::can_answer;

use crate::auth::security::RefusedWith;

/// The file to which a debug build appends codes that their calls do not list; none unless it is set.
static FILE: LazyLock<Option<OsString>> = LazyLock::new(|| std::env::var_os("GRIDBILL_UNLISTED_CODES"));

/// Reports the code of a refusal if the call does not list it (`refuses` of its declaration).
pub fn report(entry: &EndpointSpec, answer: &Response) {
    if !cfg!(debug_assertions) {
        return;
    }
    let (Some(file), Some(RefusedWith(code))) = (&*FILE, answer.extensions().get()) else { return };
    if can_answer(entry, *code) {
        return;
    }
    let line = format!("{}: {}\n", entry.name, code.name());
    let written =
        OpenOptions::new().append(true).create(true).open(file).and_then(|mut file| file.write_all(line.as_bytes()));
    if let Err(error) = written {
        tracing::error!(%error, line, "failed to report an unlisted code");
    }
}

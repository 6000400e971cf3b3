//! The lists that core declares.

use gridbill_core::registry::LIST_LINES;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** A list, the call that answers it, the field of the answer that holds the page, and the parameters of its address. */
export type ListLine = [name: string, call: string, within: string, ...params: [name: string, ...fields: string[]][]];
/** A list and its orders, by the names that Rust has for fields: the default first, a minus before what descends. */
export type ListEntry = [line: ListLine, ...orders: string[]];
";

/// Every list, each a line of JSON: a `ListEntry`.
#[wasm_bindgen]
pub fn lists() -> String {
    let mut out = String::new();
    for (line, orders) in LIST_LINES.iter().copied().flatten() {
        out += line;
        out += orders;
        out += "]\n";
    }
    out
}

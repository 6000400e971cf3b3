//! The attribute `wasm_bindgen` for core.

use proc_macro::TokenStream;

/// Writes a declaration, as wasm-bindgen's attribute does. Leaves out the class that the derive macro of tsify declares.
///
/// # Panics
///
/// Never: both texts are Rust.
#[proc_macro_attribute]
pub fn wasm_bindgen(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let parsed = |text: &str| text.parse::<TokenStream>().expect("Rust");
    if arguments.is_empty() {
        return parsed("#[allow(dead_code)] pub struct JsType;");
    }
    let mut written = parsed(&format!("#[::wasm_bindgen::bindgen::wasm_bindgen({arguments})]"));
    written.extend(item);
    written
}

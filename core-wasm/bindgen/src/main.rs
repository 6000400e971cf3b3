//! The command wasm-bindgen, with the arguments that wasm-pack gives it. Writes the package of a bundler: JavaScript, its
//! types, and the module.

use std::env::args;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.bundler(true)?.typescript(true);
    let mut folder = None;
    let mut arguments = args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} has no value"));
        match argument.as_str() {
            // wasm-pack compares it with the version in Cargo.lock.
            "--version" => {
                println!("wasm-bindgen {}", wasm_bindgen_shared::version());
                return Ok(());
            }
            "--typescript" => {}
            "--target" if value()? == "bundler" => {}
            "--out-dir" => folder = Some(value()?),
            "--out-name" => {
                bindgen.out_name(&value()?);
            }
            module if !module.starts_with('-') => {
                bindgen.input_path(module);
            }
            _ => bail!("{argument} is not known"),
        }
    }
    bindgen.generate(folder.context("--out-dir is missing")?)
}

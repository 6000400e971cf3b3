//! Writes the data that the app needs before it has loaded the rules into a folder: JSON, with TypeScript declarations.
//!
//! `cargo run -p gridbill-core --example declared FOLDER`; the declarations import core's types from `../rules`.

use std::path::Path;
use std::{env, fs, io};

use gridbill_core::Language;
use gridbill_core::declared::{DeclaredValue, all_sentences, portal, public, sentences};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("pass the folder as an argument"))?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    write(folder, "public", public())?;
    write(folder, "portal", portal())?;
    for language in [Language::En, Language::Ms] {
        fs::write(folder.join(format!("sentences.{}.json", language.tag())), sentences(language).to_string())?;
        fs::write(folder.join(format!("all_sentences.{}.json", language.tag())), all_sentences(language).to_string())?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, parts: Vec<DeclaredValue>) -> io::Result<()> {
    let mut types = vec!["import type * as core from '../rules/gridbill_core';\n".to_owned()];
    let mut values = Vec::new();
    for (name, typescript, json) in parts {
        types.push(format!("export declare const {name}: {typescript};\n"));
        values.push(format!("\"{name}\": {json}"));
    }
    fs::write(folder.join(format!("{name}.d.ts")), types.concat())?;
    fs::write(folder.join(format!("{name}.json")), format!("{{\n{}\n}}\n", values.join(",\n")))
}

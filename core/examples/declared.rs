//! Writes what the app knows before it has loaded a rule into a folder: JSON, with its TypeScript declarations.
//!
//! `cargo run -p gridbill-core --example declared FOLDER`; the declarations find core's types in `../rules`.

use std::path::Path;
use std::{env, fs, io};

use gridbill_core::Language;
use gridbill_core::declared::{Part, portal, public, sentences};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("say into which folder"))?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    write(folder, "public", public())?;
    write(folder, "portal", portal())?;
    write(folder, "sentences.en", sentences(Language::En))?;
    write(folder, "sentences.ms", sentences(Language::Ms))
}

fn write(folder: &Path, name: &str, parts: Vec<Part>) -> io::Result<()> {
    let mut types = "import type * as core from '../rules/gridbill_core';\n".to_owned();
    let mut values = serde_json::Map::new();
    for (name, typescript, value) in parts {
        types += &format!("export declare const {name}: {typescript};\n");
        values.insert(name.to_owned(), value);
    }
    fs::write(folder.join(format!("{name}.d.ts")), types)?;
    fs::write(folder.join(format!("{name}.json")), serde_json::Value::Object(values).to_string())
}

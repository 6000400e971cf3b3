//! The source files of the server.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files of the server's crates, without tests over HTTP.
pub fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["platform/src", "domains/src", "src"] {
        add(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    found
}

fn add(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

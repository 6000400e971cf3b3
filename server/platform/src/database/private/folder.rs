//! The folders and the system user of the private PostgreSQL. PostgreSQL refuses to run as root, so root runs it as
//! an unprivileged user, who must be able to reach its programs and data.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use super::absolute;
use crate::config::Config;

/// Maximum length of the socket's folder. Every system accepts paths of this length plus the file name.
const MAX_SOCKET_FOLDER_LENGTH: usize = 80;

pub struct DatabaseFolder {
    pub programs: PathBuf,
    pub data: PathBuf,
    pub socket: PathBuf,
    /// The user to run as; `None` for the current user, if that is not root.
    pub owner: Option<Owner>,
}

#[derive(Clone, Copy)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

impl DatabaseFolder {
    pub fn find(config: &Config, programs: PathBuf) -> anyhow::Result<Self> {
        let folder = absolute(&config.data)?;
        // The owner of a process's own /proc entry is its user.
        let is_root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
        if !is_root {
            let socket = short(&folder.join("socket"));
            return Ok(Self { programs, data: folder.join("postgres"), socket, owner: None });
        }
        let owner = unprivileged()?;
        if reaches(owner, &folder) && runs(owner, &programs) {
            let socket = short(&folder.join("socket"));
            return Ok(Self { programs, data: folder.join("postgres"), socket, owner: Some(owner) });
        }
        reachable_folder(&folder, &programs, owner)
    }
}

/// Copies the programs, and puts the data, to a folder that the unprivileged user can reach. Needed if root's home
/// is closed to other users.
fn reachable_folder(folder: &Path, programs: &Path, owner: Owner) -> anyhow::Result<DatabaseFolder> {
    let place = PathBuf::from(format!("/var/tmp/gridbill-{:016x}", fingerprint(folder)));
    let copied = place.join("native");
    if !copied.join("bin/postgres").is_file() {
        let native = programs.parent().context("PostgreSQL's programs have no parent folder")?;
        fs::create_dir_all(&place)?;
        let status = Command::new("cp").arg("-RL").arg(native).arg(&copied).status()?;
        if !status.success() {
            bail!("failed to copy PostgreSQL to {}", copied.display());
        }
    }
    tracing::info!(place = %place.display(), "PostgreSQL's user cannot reach the data folder; its data is stored here instead");
    Ok(DatabaseFolder {
        programs: copied.join("bin"),
        data: place.join("postgres"),
        socket: place.join("socket"),
        owner: Some(owner),
    })
}

/// Returns the user `postgres` if it exists, otherwise `nobody`.
fn unprivileged() -> anyhow::Result<Owner> {
    let users = fs::read_to_string("/etc/passwd")?;
    let user = |name: &str| {
        users.lines().find_map(|line| {
            let mut fields = line.split(':');
            (fields.next()? == name).then_some(())?;
            Some(Owner { uid: fields.nth(1)?.parse().ok()?, gid: fields.next()?.parse().ok()? })
        })
    };
    user("postgres").or_else(|| user("nobody")).context(
        "PostgreSQL cannot run as root, and there is no other user; run as an ordinary user or set DATABASE_URL",
    )
}

/// Whether the user can access the folder.
fn reaches(owner: Owner, folder: &Path) -> bool {
    let mut command = Command::new("test");
    command.arg("-x").arg(folder).uid(owner.uid).gid(owner.gid).current_dir("/");
    command.status().is_ok_and(|status| status.success())
}

fn runs(owner: Owner, programs: &Path) -> bool {
    let mut command = Command::new(programs.join("postgres"));
    command.arg("--version").uid(owner.uid).gid(owner.gid).current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns a folder for the socket with a short enough path.
fn short(folder: &Path) -> PathBuf {
    if folder.as_os_str().len() <= MAX_SOCKET_FOLDER_LENGTH {
        return folder.to_owned();
    }
    std::env::temp_dir().join(format!("gridbill-{:016x}", fingerprint(folder)))
}

fn fingerprint(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    hasher.finish()
}

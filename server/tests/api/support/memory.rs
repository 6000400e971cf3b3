//! Databases of tests in memory. A test creates and deletes a thousand files, for which some file systems need a second.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The file system in memory that Linux provides.
const MEMORY: &str = "/dev/shm";
/// Memory that must be free, in bytes. All databases of four tests at the same time use less.
const ROOM: u64 = 6 << 30;

/// Returns this tree's folder in memory, if the machine has enough memory.
pub fn folder() -> Option<PathBuf> {
    let space = rustix::fs::statvfs(MEMORY).ok()?;
    let has_room = space.f_bavail * space.f_frsize >= ROOM && free_memory()? >= ROOM;
    let mut hasher = DefaultHasher::new();
    env!("CARGO_MANIFEST_DIR").hash(&mut hasher);
    // The path of a socket in it must not be too long.
    let folder = Path::new(MEMORY).join(format!("gridbill-tests-{:08x}", hasher.finish() >> 32));
    (has_room && fs::create_dir_all(&folder).is_ok()).then_some(folder)
}

/// Puts a folder below `target/` into memory, if it does not exist yet and the machine has enough memory.
pub fn put(link: &Path) {
    // After a restart of the machine the link is there without its folder.
    if link.is_dir() {
        return;
    }
    let _ = fs::remove_file(link);
    let Some(place) = folder().and_then(|folder| Some(folder.join(link.file_name()?))) else { return };
    fs::create_dir_all(&place).expect("a folder in memory");
    fs::create_dir_all(link.parent().expect("target")).expect("target");
    match std::os::unix::fs::symlink(place, link) {
        // Another test was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        linked => linked.expect("a link"),
    }
}

fn free_memory() -> Option<u64> {
    let memory = fs::read_to_string("/proc/meminfo").ok()?;
    let line = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

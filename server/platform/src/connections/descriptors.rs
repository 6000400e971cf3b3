//! The limit of open files and connections of the process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The limit that is requested if the system sets no maximum.
const ENOUGH: u64 = 1 << 20;

/// Raises the limit to the maximum that the process may set: systems start programs with 1,024.
pub fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = Some(limit.maximum.unwrap_or(ENOUGH));
    if limit.current < wanted
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: wanted, maximum: limit.maximum })
    {
        tracing::warn!(%error, "failed to raise the limit of open files");
    }
}

/// Returns how many files and connections the process may have open now.
#[must_use]
pub fn limit() -> usize {
    getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
}

//! How many files and connections the system lets the process have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What is asked for where the system names no most.
const ENOUGH: u64 = 1 << 20;

/// Raises the limit as far as the process may raise it: systems start programs with 1,024.
pub fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = Some(limit.maximum.unwrap_or(ENOUGH));
    if limit.current < wanted
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: wanted, maximum: limit.maximum })
    {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}

/// How many the process may have open now.
#[must_use]
pub fn limit() -> usize {
    getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
}

//! Helpers for the tests of this folder.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns a unique path for a test's folder, without creating it.
pub fn scratch(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = format!("gridbill-{name}-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    std::env::temp_dir().join(folder)
}

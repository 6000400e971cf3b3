//! The disk is full while users pay and staff accept. PostgreSQL's files and logs are on a small disk.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tokio::time::sleep;

use super::process::{Home, free_address};
use super::storm::Storm;

/// A small file system in memory, mounted at a future data folder. Only root can mount it.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(folder: &Path, megabytes: u32) -> Self {
        fs::create_dir_all(folder).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=755"), "tmpfs"]).arg(folder);
        assert!(mount.status().expect("mount").success(), "this needs root: a small disk cannot be mounted");
        Self(folder.to_owned())
    }

    /// Uses all free space. Dropping the returned ballast frees it.
    fn fill(&self, name: usize) -> Ballast {
        let path = self.0.join(format!("ballast-{name}"));
        let mut file = File::create(&path).expect("a file");
        let block = vec![0; 1 << 16];
        while file.write_all(&block).is_ok() {}
        Ballast(path)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
        let _ = fs::remove_dir(&self.0);
    }
}

struct Ballast(PathBuf);

impl Drop for Ballast {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// `make test` must not need root. There, `faults::full` forces the same errors of PostgreSQL.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs root: run by `make stress`"]
async fn storm_of_full_disks_keeps_what_was_acknowledged() {
    let disk = SmallDisk::mount(&Home::folder_of("full"), 1_200);
    let storm = Storm::begin(Home::make("full"), 60_000).await;
    for seconds in [20, 5, 10] {
        sleep(Duration::from_secs(2)).await;
        let mut ballast = Vec::new();
        // Fill again each second, to use up space that became free.
        for second in 0..seconds {
            ballast.push(disk.fill(second));
            sleep(Duration::from_secs(1)).await;
        }
        drop(ballast);
        // PostgreSQL exits when it cannot write its log, so start it again as an operator would.
        storm.home.start_database();
    }
    sleep(Duration::from_secs(3)).await;
    let told = storm.end().await;
    assert!(told.away > 0, "no call was interrupted");
    eprintln!(
        "three full disks: {} payments acknowledged, {} calls told to retry, {} posted",
        told.paid, told.away, told.posted
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_log_stops_nothing() {
    let home = Home::make("full-log");
    let mut server = home.serve_with_full_log(free_address()).await;
    let page = reqwest::get(format!("http://{}/openapi.json", server.address)).await;
    assert_eq!(page.expect("an answer").status(), 200);
    assert!(server.is_running());
}

//! Running processes of `gridbill`, ended when the test ends.

use std::net::SocketAddr;
use std::process::{Child, Command};
use std::time::Duration;

/// A process that may still wait for its database.
pub struct Process(pub(super) Child);

impl Process {
    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_none()
    }

    /// Sends SIGTERM, as an operator does.
    pub fn terminate(&self) {
        terminate(&self.0);
    }

    pub async fn ends_within(&mut self, timeout: Duration) {
        ends_within(&mut self.0, timeout).await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn terminate(child: &Child) {
    let status = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(status.success(), "it is gone already");
}

async fn ends_within(child: &mut Child, timeout: Duration) {
    let began = std::time::Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < timeout, "it goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A serving process.
pub struct Server {
    pub(super) child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// `kill -9`: the process cannot finish anything.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM, as an operator does.
    pub fn terminate(&self) {
        terminate(&self.child);
    }

    pub async fn ends_within(&mut self, timeout: Duration) {
        ends_within(&mut self.child, timeout).await;
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A process that runs background jobs.
pub struct Worker(pub(super) Child);

impl Worker {
    /// `kill -9`: the process cannot finish anything.
    pub fn kill(mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("gone");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

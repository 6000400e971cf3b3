//! `gridbill` as people start it, on a private PostgreSQL of its own, in a data folder of the test's own.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use sqlx::PgPool;

/// A data folder that is gone when the test is, with its PostgreSQL.
pub struct Home {
    folder: PathBuf,
}

impl Home {
    /// An empty one that PostgreSQL's own user can reach, too.
    pub fn make(name: &str) -> Self {
        // The program's relative folders are those of the whole tree.
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("the tree");
        let folder = std::env::temp_dir().join(format!("gridbill-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridbill"));
        command.args(arguments).arg("--data").arg(&self.folder).env_remove("DATABASE_URL").env("RUST_LOG", "warn");
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        let output = self.run(&["database", "url"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("a text").trim().to_owned()
    }

    /// A migrated database, and the way to it.
    pub async fn database(&self) -> PgPool {
        let output = self.run(&["migrate"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        gridbill::database::pool(4).connect(&self.url()).await.expect("the database answers")
    }

    /// Serves, and waits until it does.
    pub async fn serve(&self, address: SocketAddr) -> Server {
        let mut server = Server { child: self.begin(&["serve", "--listen", &address.to_string()]), address };
        let client = reqwest::Client::new();
        for _ in 0..600 {
            assert!(server.is_running(), "{}", self.said());
            let answer = client.get(format!("http://{address}/readyz")).timeout(Duration::from_secs(2)).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("not ready: {}", self.said());
    }

    /// Works the jobs beside whoever serves, with these settings in its environment.
    pub fn work(&self, settings: &[(&str, &str)]) -> Worker {
        let mut command = self.command(&["worker"]);
        command.envs(settings.iter().copied()).stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().expect("the program starts"))
    }

    /// The exit code of a command that ends by itself within half a minute, with what it said; none when it goes on.
    pub async fn ended(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let _ = std::fs::remove_file(self.log());
        let mut child = self.begin(arguments);
        for _ in 0..600 {
            if let Some(status) = child.try_wait().expect("a child") {
                return (status.code(), self.said());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        child.kill().expect("killed");
        (None, self.said())
    }

    fn begin(&self, arguments: &[&str]) -> Child {
        let log = std::fs::File::options().create(true).append(true).open(self.log()).expect("a log");
        self.command(arguments).stdout(Stdio::null()).stderr(log).spawn().expect("the program starts")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.command(&["database", "down"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        // What a failed test leaves behind is for whoever looks into it.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// A process that serves.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// `kill -9`: it has no chance to end anything.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
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

/// A process that works the jobs.
pub struct Worker(Child);

impl Worker {
    /// `kill -9`: it has no chance to end anything.
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

/// An address that nobody listens on.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port")
}

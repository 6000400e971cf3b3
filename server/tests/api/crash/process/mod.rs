//! The `gridbill` program with a private PostgreSQL, in a data folder of the test.

mod running;

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use openssl::pkey::PKey;
use openssl::rsa::Rsa;
use sqlx::PgPool;

use crate::support::database::fingerprint;
use crate::support::{client, memory, sql};

pub use running::{Process, Server, Worker};

/// The utility's details. The program refuses to serve with those of the demo.
const UTILITY: [(&str, &str); 4] = [
    ("GRIDBILL_UTILITY_NAME", "Test Utility Berhad"),
    ("GRIDBILL_CARE_LINE", "1-800-00-0001"),
    ("GRIDBILL_VIRTUAL_ACCOUNT", "7777{bulkId}"),
    ("GRIDBILL_VIRTUAL_ACCOUNT_BANK", "Test Bank Berhad"),
];

/// A data folder with its PostgreSQL. Dropping it stops PostgreSQL and deletes the folder.
pub struct Home {
    folder: PathBuf,
}

impl Home {
    /// Creates an empty folder that PostgreSQL's own user can also reach.
    pub fn make(name: &str) -> Self {
        // The program resolves relative folders from the root of the repository.
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("the tree");
        let folder = Self::folder_of(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let home = Self { folder };
        home.agree_with_fpx();
        home
    }

    /// Returns the path of the home with this name.
    pub fn folder_of(name: &str) -> PathBuf {
        let folder = memory::folder().unwrap_or_else(std::env::temp_dir);
        folder.join(format!("gridbill-{name}-{}", std::process::id()))
    }

    /// Creates keys for an unreachable FPX gateway. Without FPX settings the program serves only the demo.
    fn agree_with_fpx(&self) {
        for name in ["exchange", "gateway"] {
            let key = PKey::from_rsa(Rsa::generate(2048).expect("a key")).expect("a key");
            let [private, public] = [".key", ".pub"].map(|end| self.folder.join(format!("{name}{end}")));
            std::fs::write(private, key.private_key_to_pem_pkcs8().expect("PEM")).expect("written");
            std::fs::write(public, key.public_key_to_pem().expect("PEM")).expect("written");
        }
    }

    /// Returns the environment variables for these keys.
    pub fn fpx(&self) -> [(&'static str, String); 6] {
        let file = |name| self.folder.join(name).display().to_string();
        [
            ("GRIDBILL_FPX_URL", "http://127.0.0.1:9".to_owned()),
            ("GRIDBILL_FPX_EXCHANGE_ID", "EX00000001".to_owned()),
            ("GRIDBILL_FPX_SELLER_ID", "SE00000001".to_owned()),
            ("GRIDBILL_FPX_SELLER_BANK_CODE", "01".to_owned()),
            ("GRIDBILL_FPX_PRIVATE_KEY", file("exchange.key")),
            ("GRIDBILL_FPX_CERTIFICATE", file("gateway.pub")),
        ]
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridbill"));
        command.args(arguments).arg("--data").arg(&self.folder).env_remove("DATABASE_URL").env("RUST_LOG", "warn");
        command.envs(self.fpx()).envs(UTILITY);
        command
    }

    /// Runs a command with other FPX settings. Returns exit code and output.
    pub fn run_with_fpx(&self, arguments: &[&str], settings: &[(&'static str, String)]) -> (Option<i32>, String) {
        let mut command = self.command(arguments);
        for (name, _) in self.fpx() {
            command.env_remove(name);
        }
        let output =
            command.envs(settings.iter().map(|(name, value)| (name, value))).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Runs a command until it ends.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// Returns the address of the database.
    pub fn url(&self) -> String {
        let output = self.run(&["database", "url"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("a text").trim().to_owned()
    }

    /// Returns the address with the superuser, a role that the program uses only at its start.
    pub fn superusers_url(&self) -> String {
        use gridbill::database::private::role::{PROGRAM, SUPERUSER};
        self.url().replacen(&format!("//{PROGRAM}@"), &format!("//{SUPERUSER}@"), 1)
    }

    /// Migrates the database and returns a pool.
    pub async fn database(&self) -> PgPool {
        self.copy_migrated();
        let output = self.run(&["migrate"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        gridbill::database::pool(4).connect(&self.url()).await.expect("the database answers")
    }

    /// Copies a PostgreSQL with a migrated database, which the first test creates for all others.
    fn copy_migrated(&self) {
        let database = self.folder.join("postgres");
        if database.exists() {
            return;
        }
        let all = memory::folder().unwrap_or_else(|| "target".into()).join("migrated");
        std::fs::create_dir_all(&all).expect("a folder");
        let lock = File::create(all.with_extension("lock")).expect("a lock");
        lock.lock().expect("locked");
        let migrated = all.join(format!("{:016x}", fingerprint()));
        if !migrated.is_dir() {
            let home = Self::make("migrated");
            let output = home.run(&["migrate"]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            home.stop_database();
            // One of other migrations is not needed any more.
            std::fs::remove_dir_all(&all).expect("removed");
            std::fs::create_dir_all(&all).expect("a folder");
            let moved = Command::new("mv").arg(home.folder.join("postgres")).arg(&migrated).status();
            assert!(moved.expect("mv").success(), "not moved");
        }
        let copied = Command::new("cp").arg("-a").arg(&migrated).arg(database).status();
        assert!(copied.expect("cp").success(), "not copied");
    }

    /// Starts a server and waits until it is ready.
    pub async fn serve(&self, address: SocketAddr) -> Server {
        self.serve_with(address, &[]).await
    }

    /// Starts a server with additional arguments.
    pub async fn serve_with(&self, address: SocketAddr, arguments: &[&str]) -> Server {
        let listen = address.to_string();
        let arguments = [&["serve", "--listen", listen.as_str()], arguments].concat();
        self.ready(Server { child: self.begin(&arguments), address }).await
    }

    async fn ready(&self, mut server: Server) -> Server {
        let address = server.address;
        let client = client();
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

    /// Starts a server with limits for open files.
    pub async fn serve_limited(&self, address: SocketAddr, soft: u32, hard: u32) -> Server {
        let log = File::options().create(true).append(true).open(self.log()).expect("a log");
        let inner = self.command(&["serve", "--listen", &address.to_string()]);
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -S -n {soft} && ulimit -H -n {hard} && exec \"$0\" \"$@\""));
        command.arg(inner.get_program()).args(inner.get_args()).env_remove("DATABASE_URL").env("RUST_LOG", "warn");
        command.envs(self.fpx());
        command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let child = command.stdout(Stdio::null()).stderr(log).spawn().expect("the program starts");
        self.ready(Server { child, address }).await
    }

    /// Starts a server that logs much and can write none of it.
    pub async fn serve_with_full_log(&self, address: SocketAddr) -> Server {
        let full = File::options().write(true).open("/dev/full").expect("a full device");
        let mut command = self.command(&["serve", "--listen", &address.to_string()]);
        command.env("RUST_LOG", "info").stdout(Stdio::null()).stderr(full);
        self.ready(Server { child: command.spawn().expect("the program starts"), address }).await
    }

    /// Starts a worker process with these environment variables.
    pub fn work(&self, settings: &[(&str, &str)]) -> Worker {
        let mut command = self.command(&["worker"]);
        command.envs(settings.iter().copied()).stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().expect("the program starts"))
    }

    /// Runs a command for at most half a minute. Returns exit code and output; the code is none if the command kept
    /// running.
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
        self.begin_with(self.command(arguments))
    }

    fn begin_with(&self, mut command: Command) -> Child {
        let log = File::options().create(true).append(true).open(self.log()).expect("a log");
        command.stdout(Stdio::null()).stderr(log).spawn().expect("the program starts")
    }

    /// Starts a command with this database address, even if the database does not answer.
    pub fn begin_on(&self, url: &str, arguments: &[&str]) -> Process {
        let mut command = self.command(arguments);
        command.env("DATABASE_URL", url);
        Process(self.begin_with(command))
    }

    /// Stops PostgreSQL and closes its connections cleanly.
    pub fn stop_database(&self) {
        assert!(self.run(&["database", "down"]).status.success(), "it does not stop");
    }

    pub fn start_database(&self) {
        assert!(self.run(&["database", "up"]).status.success(), "it does not start");
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// Returns the log of this home's processes.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.command(&["database", "down"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        // After a failed test the folder stays for inspection.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Ages the record of a killed process by a minute. The next process that starts then releases its jobs at once; otherwise the
/// test would wait until the record is half a minute old. The long form of the storms does wait.
pub async fn age_worker(pool: &PgPool, process: u32) {
    let query = "
        with dead as (update graphile_worker._private_workers set last_heartbeat_at = last_heartbeat_at - interval '1 minute'
                      where metadata ->> 'pid' = $1 returning id)
        update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
        where locked_by in (select id from dead)";
    sql::run(pool, query, &[&process.to_string()]).await;
}

/// Returns an address on which no process listens.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port")
}

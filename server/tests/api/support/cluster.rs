//! The PostgreSQL server of the tests: the server of `DATABASE_URL`, else a private server under `target/`.

use std::path::Path;

use clap::Parser;
use gridbill::config::Config;
use gridbill::database::private;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::database::run;

/// The last value of a repeated flag wins.
#[derive(Parser)]
#[command(args_override_self = true)]
struct ConfigArgs {
    #[command(flatten)]
    config: Config,
}

/// The machine's fonts of all portals, because a process looks for fonts once.
const FONTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/fonts");

/// Parses flags as the program does.
pub fn config(flags: &[&str]) -> Config {
    let program = ["gridbill", "--fonts", FONTS].into_iter();
    ConfigArgs::parse_from(program.chain(flags.iter().copied())).config
}

#[derive(Clone, Copy)]
pub enum Cluster {
    /// A server that does not flush to disk. Test databases need not survive a power cut, and creating and dropping
    /// them is ten times faster.
    Forgetful,
    /// A durable server, for tests that start the program itself: the program refuses a server that does not flush.
    Durable,
}

impl Cluster {
    fn folder(self) -> &'static str {
        match self {
            Self::Forgetful => "target/test-database",
            Self::Durable => "target/test-database-durable",
        }
    }

    /// Returns connect options for this server, and a connection to its `postgres` database.
    pub async fn connect(self) -> (PgConnectOptions, PgConnection) {
        // The program resolves relative folders from the root of the repository.
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("the tree");
        if let Ok(url) = std::env::var("DATABASE_URL") {
            return open(&url).await.expect("the test server answers");
        }
        // Checking for a running server starts three processes, so first try the address that another test stored.
        super::memory::put(Path::new(self.folder()));
        let known = Path::new(self.folder()).join("address");
        if let Ok(url) = std::fs::read_to_string(&known)
            && let Ok(opened) = open(&url).await
        {
            return opened;
        }
        let url = private::start(&config(&["--data", self.folder()])).await.expect("a private PostgreSQL");
        let (options, connection) = open(&url).await.expect("the test server answers");
        if matches!(self, Self::Forgetful) {
            forget(options.clone().username(private::role::SUPERUSER)).await;
        }
        std::fs::write(known, url).expect("written");
        (options, connection)
    }
}

async fn open(url: &str) -> sqlx::Result<(PgConnectOptions, PgConnection)> {
    let options = url.parse::<PgConnectOptions>()?.database("postgres").disable_statement_logging();
    let connection = options.connect().await?;
    Ok((options, connection))
}

async fn forget(superuser: PgConnectOptions) {
    let mut connection = superuser.connect().await.expect("the superuser connects");
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        run(&mut connection, &format!("alter system set {setting} = off")).await;
    }
    run(&mut connection, "select pg_reload_conf()").await;
    connection.close().await.expect("closed");
}

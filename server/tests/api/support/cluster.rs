//! The PostgreSQL that the tests' databases are on: that of `DATABASE_URL`, else a private one under `target/`.

use std::path::Path;

use clap::Parser;
use gridbill::config::Config;
use gridbill::database::private;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::database::run;

/// A flag that is given twice is what it is given last.
#[derive(Parser)]
#[command(args_override_self = true)]
struct Only {
    #[command(flatten)]
    config: Config,
}

/// Settings as the program would read them, from these flags.
pub fn config(flags: &[&str]) -> Config {
    let program = std::iter::once("gridbill");
    Only::parse_from(program.chain(flags.iter().copied())).config
}

#[derive(Clone, Copy)]
pub enum Cluster {
    /// It writes nothing through to the disk. Nobody misses a test's database after a power cut, and creating and dropping
    /// one takes a tenth of the time.
    Forgetful,
    /// For tests that start the program on their database: it refuses a forgetful one.
    Durable,
}

impl Cluster {
    fn folder(self) -> &'static str {
        match self {
            Self::Forgetful => "target/test-data",
            Self::Durable => "target/test-data-durable",
        }
    }

    /// The address of its databases, and a connection to the one that is always there.
    pub async fn connect(self) -> (PgConnectOptions, PgConnection) {
        // The program's relative folders are those of the whole tree.
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("the tree");
        if let Ok(url) = std::env::var("DATABASE_URL") {
            return open(&url).await.expect("the test server answers");
        }
        // Looking whether it runs starts three processes, so each test first tries where another one found it.
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
    let mut connection = superuser.connect().await.expect("the superuser comes in");
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        run(&mut connection, &format!("alter system set {setting} = off")).await;
    }
    run(&mut connection, "select pg_reload_conf()").await;
    connection.close().await.expect("closed");
}

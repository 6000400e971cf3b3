//! A fresh, migrated database for each test, copied from a template that is migrated once.

use std::sync::atomic::{AtomicU32, Ordering};

use clap::Parser;
use gridbill::config::Config;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

/// Held by the process that makes a template or clears up, so that the others wait.
const TURN: i64 = 0x6772_6964_6269_6c6c;

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

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A database of the test's own, dropped at its end.
pub struct Database {
    server: PgConnectOptions,
    name: String,
}

impl Database {
    pub async fn create() -> Self {
        let server = server().await;
        let template = template(&server).await;
        let name = format!("gridbill_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut connection = server.connect().await.expect("the test server answers");
        run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
        run(&mut connection, &format!("create database {name} template {template}")).await;
        Self { server, name }
    }

    /// One in which nothing is yet.
    pub async fn empty() -> Self {
        let server = server().await;
        let name = format!("gridbill_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut connection = server.connect().await.expect("the test server answers");
        run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
        run(&mut connection, &format!("create database {name}")).await;
        Self { server, name }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn url(&self) -> String {
        self.server.clone().database(&self.name).to_url_lossy().to_string()
    }

    /// As the superuser, for what the program cannot do. A `DATABASE_URL` of one's own must be one already.
    pub async fn superuser(&self) -> PgConnection {
        let options = self.server.clone().database(&self.name);
        let options = match std::env::var("DATABASE_URL") {
            Ok(_) => options,
            Err(_) => options.username(gridbill::database::private::role::SUPERUSER),
        };
        options.connect().await.expect("the superuser comes in")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // On a thread of its own: the test's runtime is about to end.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                if let Ok(mut connection) = server.connect().await {
                    run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
                }
            });
        });
        let _ = dropping.join();
    }
}

/// The PostgreSQL of `DATABASE_URL`, else a private one under `target/`.
async fn server() -> PgConnectOptions {
    // The program's relative folders are those of the whole tree.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("the tree");
    let url = match std::env::var("DATABASE_URL") {
        Ok(url) => url,
        Err(_) => {
            let config = config(&["--data", "target/test-data"]);
            gridbill::database::private::start(&config).await.expect("a private PostgreSQL")
        }
    };
    let options: PgConnectOptions = url.parse().expect("an address");
    options.database("postgres").disable_statement_logging()
}

/// The migrated database that others are copied from; a change of the migrations makes another one.
async fn template(server: &PgConnectOptions) -> String {
    let name = format!("gridbill_test_template_{:016x}", fingerprint());
    let mut connection = server.connect().await.expect("the test server answers");
    sqlx::query!("select pg_advisory_lock($1)", TURN).execute(&mut connection).await.expect("a turn");
    let exists = sqlx::query_scalar!(r#"select exists (select from pg_database where datname = $1) as "e!""#, name);
    if !exists.fetch_one(&mut connection).await.expect("an answer") {
        clear(&mut connection).await;
        let draft = format!("{name}_draft");
        run(&mut connection, &format!("drop database if exists {draft} with (force)")).await;
        run(&mut connection, &format!("create database {draft}")).await;
        let url = server.clone().database(&draft).to_url_lossy().to_string();
        let pool = gridbill::database::pool(2).connect(&url).await.expect("the draft answers");
        gridbill::database::migrate(&pool).await.expect("a migrated database");
        pool.close().await;
        run(&mut connection, &format!("alter database {draft} rename to {name}")).await;
    }
    connection.close().await.expect("closed");
    name
}

/// Drops what killed tests and older migrations left behind.
async fn clear(connection: &mut PgConnection) {
    let left = sqlx::query_scalar!(
        r#"select datname as "name!" from pg_database where datname like 'gridbill\_test\_%'
           and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)"#
    );
    for name in left.fetch_all(&mut *connection).await.expect("an answer") {
        let process = name.split('_').nth(2).and_then(|part| part.parse::<u32>().ok());
        let alive = process.is_some_and(|process| std::path::Path::new(&format!("/proc/{process}")).exists());
        if !alive {
            // In use again by now: then it stays.
            let _ = execute(connection, &format!("drop database if exists {name}")).await;
        }
    }
}

/// Of the migrations' files, ours and the queue's version.
fn fingerprint() -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    // Those that this program has, which may have been built before a file was changed.
    for migration in gridbill::database::MIGRATIONS.iter() {
        migration.checksum.hash(&mut hasher);
    }
    std::fs::read("Cargo.lock").expect("the lock file").hash(&mut hasher);
    hasher.finish()
}

async fn run(connection: &mut PgConnection, statement: &str) {
    // Copying a database fails while another process looks at its source.
    let began = std::time::Instant::now();
    loop {
        match execute(connection, statement).await {
            Ok(()) => return,
            Err(error) if error.to_string().contains("being accessed") => {
                assert!(began.elapsed().as_secs() < 30, "{statement}: {error}");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            Err(error) => panic!("{statement}: {error}"),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "databases are created and dropped by simple statements only")]
async fn execute(connection: &mut PgConnection, statement: &str) -> sqlx::Result<()> {
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned()))).await.map(drop)
}

//! A fresh database for each test, copied from a template that is migrated and filled with people once.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::cluster::Cluster;
use super::given;
use super::sql;

/// Advisory lock, held by the process that creates templates or deletes leftovers, so that other processes wait.
const TURN: i64 = 0x6772_6964_6269_6c6c;

/// Advisory lock, held by the test that makes the demo.
const DEMO_TURN: i64 = TURN + 1;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A database of one test, dropped at the end of the test.
pub struct Database {
    server: PgConnectOptions,
    name: String,
}

impl Database {
    /// Creates a database with all tables and no people.
    pub async fn create() -> Self {
        Self::copy(Cluster::Forgetful, Content::Tables).await
    }

    /// Creates a database with people and banks.
    pub async fn with_people() -> Self {
        Self::copy(Cluster::Forgetful, Content::People).await
    }

    /// Creates a database on the durable server, which the program itself accepts.
    pub async fn durable(content: Content) -> Self {
        Self::copy(Cluster::Durable, content).await
    }

    async fn copy(cluster: Cluster, content: Content) -> Self {
        let (server, mut connection) = cluster.connect().await;
        make_templates(&server, &mut connection).await;
        Self::make(server, connection, &content.template()).await
    }

    async fn make(server: PgConnectOptions, mut connection: PgConnection, template: &str) -> Self {
        let name = format!("gridbill_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
        run(&mut connection, &format!("create database {name} template {template} strategy file_copy")).await;
        connection.close().await.expect("closed");
        Self { server, name }
    }

    /// Lets one test at a time make the demo, until the returned connection is dropped.
    pub async fn demo_turn() -> PgConnection {
        let (_, mut connection) = Cluster::Forgetful.connect().await;
        sql::run(&mut connection, "select pg_advisory_lock($1)", &[&DEMO_TURN]).await;
        connection
    }

    /// Copies the demo, if this build of the tests has made it already.
    pub async fn copy_of_demo() -> Option<Self> {
        let (server, mut connection) = Cluster::Forgetful.connect().await;
        let template = demo_template();
        if !exists(&mut connection, &template).await {
            return None;
        }
        Some(Self::make(server, connection, &template).await)
    }

    /// Stores this database as the demo for all tests.
    pub async fn store_as_demo(&self) {
        let mut connection = self.server.clone().connect().await.expect("connected");
        let query = r"select datname from pg_database where datname like 'gridbill\_test\_template\_demo\_%'";
        for name in sql::values::<String>(&mut connection, query, &[]).await {
            run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
        }
        self.copy_to(connection, &demo_template()).await;
    }

    /// Copies the database as it is now, as a backup does.
    pub async fn back_up(&self) -> Self {
        let mut connection = self.server.clone().connect().await.expect("connected");
        let name = format!("gridbill_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        run(&mut connection, &format!("drop database if exists {name} with (force)")).await;
        self.copy_to(connection, &name).await;
        Self { server: self.server.clone(), name }
    }

    /// Ends all connections to this database, which a copy does not allow, and copies it.
    async fn copy_to(&self, mut connection: PgConnection, name: &str) {
        let ends = format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{}'", self.name);
        let copies = format!("create database {name} template {} strategy file_copy", self.name);
        let mut attempts = 0;
        loop {
            run(&mut connection, &ends).await;
            match sql::try_run_script(&mut connection, &copies).await {
                Ok(_) => break,
                Err(error) if attempts == 50 => panic!("not copied: {error}"),
                Err(_) => attempts += 1,
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        connection.close().await.expect("closed");
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn url(&self) -> String {
        self.server.clone().database(&self.name).to_url_lossy().to_string()
    }

    /// Connects as the superuser, for damage that the program cannot do. A custom `DATABASE_URL` must already name a
    /// superuser.
    pub async fn superuser(&self) -> PgConnection {
        let options = self.server.clone().database(&self.name);
        let options = match std::env::var("DATABASE_URL") {
            Ok(_) => options,
            Err(_) => options.username(gridbill::database::private::role::SUPERUSER),
        };
        options.connect().await.expect("the superuser connects")
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // Use a separate thread, because the test's runtime is about to end.
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

/// Initial content of a database.
#[derive(Clone, Copy)]
pub enum Content {
    Tables,
    People,
}

impl Content {
    /// Returns the name of the template database. A change to the migrations or the people gives a new name.
    fn template(self) -> String {
        let content = match self {
            Self::Tables => "tables",
            Self::People => "people",
        };
        format!("gridbill_test_template_{content}_{:016x}", fingerprint())
    }
}

/// Returns the name of the demo's template. The demo follows from the program's code, so each build of the tests has its own.
fn demo_template() -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let program = std::env::current_exe().and_then(std::fs::metadata).expect("this program");
    let mut hasher = DefaultHasher::new();
    (program.len(), program.modified().expect("a time")).hash(&mut hasher);
    format!("gridbill_test_template_demo_{:016x}", hasher.finish())
}

/// Creates the template databases unless they exist.
async fn make_templates(server: &PgConnectOptions, connection: &mut PgConnection) {
    let [tables, people] = [Content::Tables, Content::People].map(Content::template);
    // The people template is created last: if it exists, the tables template exists too.
    if exists(connection, &people).await {
        return;
    }
    // The lock is released when this connection closes.
    let mut turn = server.connect().await.expect("the test server answers");
    sql::run(&mut turn, "select pg_advisory_lock($1)", &[&TURN]).await;
    if !exists(connection, &people).await {
        clear(connection).await;
        let draft = format!("{people}_draft");
        for name in [&draft, &tables] {
            run(connection, &format!("drop database if exists {name} with (force)")).await;
        }
        run(connection, &format!("create database {draft}")).await;
        let url = server.clone().database(&draft).to_url_lossy().to_string();
        let pool = gridbill::database::pool(2).connect(&url).await.expect("the draft answers");
        gridbill::database::migrate(&pool).await.expect("a migrated database");
        pool.close().await;
        run(connection, &format!("create database {tables} template {draft}")).await;
        let pool = gridbill::database::pool(2).connect(&url).await.expect("the draft answers");
        given::people_in(&pool).await;
        pool.close().await;
        run(connection, &format!("alter database {draft} rename to {people}")).await;
    }
    turn.close().await.expect("closed");
}

async fn exists(connection: &mut PgConnection, name: &str) -> bool {
    sql::value(connection, "select exists (select from pg_database where datname = $1)", &[&name]).await
}

/// Drops databases of killed tests and templates of older migrations.
async fn clear(connection: &mut PgConnection) {
    let query = r#"select datname from pg_database where datname like 'gridbill\_test\_%'
                   and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)"#;
    let left = sql::values::<String>(&mut *connection, query, &[]).await;
    for name in left {
        let process = name.split('_').nth(2).and_then(|part| part.parse::<u32>().ok());
        let alive = process.is_some_and(|process| std::path::Path::new(&format!("/proc/{process}")).exists());
        if !alive {
            // If another process uses the database again, the drop fails and the database stays.
            let _ = sql::try_run_script(&mut *connection, &format!("drop database if exists {name}")).await;
        }
    }
}

/// Returns a hash of our migrations, the lock file (which pins the version of the queue) and the people.
pub fn fingerprint() -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    // Use the migrations compiled into this program; the files may have changed since it was built.
    for migration in gridbill::database::MIGRATIONS.iter() {
        migration.checksum.hash(&mut hasher);
    }
    std::fs::read("Cargo.lock").expect("the lock file").hash(&mut hasher);
    include_str!("given.rs").hash(&mut hasher);
    hasher.finish()
}

pub async fn run(connection: &mut PgConnection, statement: &str) {
    // Copying a database fails while another process is connected to its source, so retry.
    let began = std::time::Instant::now();
    loop {
        match sql::try_run_script(&mut *connection, statement).await {
            Ok(()) => return,
            Err(error) if error.to_string().contains("being accessed") => {
                assert!(began.elapsed().as_secs() < 30, "{statement}: {error}");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            Err(error) => panic!("{statement}: {error}"),
        }
    }
}

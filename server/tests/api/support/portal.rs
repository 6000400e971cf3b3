//! A portal that belongs to one test, on a loopback port.

use super::sql;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use gridbill::app::App;
use gridbill::base::{Clock, Random};
use gridbill::config::Config;
use gridbill_core::identity::{AdminLogin, Login, LoginRequest};
use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, PgPool, Postgres};
use tokio::net::TcpListener;

use super::actor::Actor;
use super::clock::noon;
use super::cluster::config;
use super::database::{Content, Database};
use super::proxy::Proxy;
use super::sandbox::Sandbox;
use crate::demo::DEMO;

/// The password of all people in the tests.
pub const PASSWORD: &str = "Gridbill-demo1";

/// Rate limits that no ordinary test reaches, although all tests call from one address. Tests of limits set their own.
const MANY: &[&str] = &[
    "--sign-ins-per-address=1000000",
    "--registrations-per-address=1000000",
    "--emails-per-address=1000000",
    "--emails-per-email=1000000",
    "--checks-per-address=1000000",
    "--unsigned-messages-per-address=1000000",
    "--uploads-per-person=1000000",
    "--links-per-mailbox=1000000",
    "--wrong-passwords-per-account=1000000",
    "--invitations-per-person=1000000",
    "--invitations-per-email=1000000",
    "--security-events-per-hour=1000000",
];

/// Longer than any statement of the portal holds a connection.
const RETURNED: Duration = Duration::from_secs(2);

pub struct Portal {
    pub app: App,
    pub address: SocketAddr,
    /// Declared last, so that the database is dropped after everything that uses it.
    database: Database,
}

impl Portal {
    /// Starts a portal without data.
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts a portal without data, with additional flags.
    pub async fn with(flags: &[&str]) -> Self {
        Self::over(Database::create().await, flags).await
    }

    /// Starts a portal with people and banks.
    pub async fn with_people() -> Self {
        Self::with_people_and(&[]).await
    }

    /// Starts a portal with people and banks, with additional flags.
    pub async fn with_people_and(flags: &[&str]) -> Self {
        Self::over(Database::with_people().await, flags).await
    }

    /// Starts a portal on the durable server, so that the test can also start the program itself on its database.
    pub async fn durable(content: Content) -> Self {
        Self::over(Database::durable(content).await, &[]).await
    }

    async fn over(database: Database, flags: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::on(listener, database, &[&["--data", "target/test-data"], flags].concat()).await
    }

    /// Starts a portal with the whole demo. The first test makes it, and all others copy it.
    pub async fn with_demo() -> Self {
        // The other tests wait until this function returns.
        let _turn = Database::demo_turn().await;
        if let Some(database) = Database::copy_of_demo().await {
            return Self::over(database, &[]).await;
        }
        let portal = Self::start().await;
        gridbill::demo::run(&portal.app, &DEMO).await.expect("a demo");
        portal.database.store_as_demo().await;
        drop(portal);
        Self::over(Database::copy_of_demo().await.expect("it was stored"), &[]).await
    }

    /// Starts a portal with people, and the sandbox as its bank gateway.
    pub async fn with_sandbox() -> (Self, Sandbox) {
        let database = Database::with_people().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let sandbox = Sandbox::start(listener.local_addr().expect("an address")).await;
        let data = sandbox.data.display().to_string();
        let portal = Self::on(listener, database, &["--data", &data, "--fpx-url", &sandbox.base]).await;
        (portal, sandbox)
    }

    /// Starts a portal with people behind a proxy that can cut its connection to the database.
    pub async fn behind_proxy(flags: &[&str]) -> (Self, Proxy) {
        let database = Database::with_people().await;
        let proxy = Proxy::to(&database.url()).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = proxy.url(database.name());
        let flags = [&["--data", "target/test-data", "--database-url", &url], flags].concat();
        (Self::on(listener, database, &flags).await, proxy)
    }

    /// Starts a portal with people whose database connections have this setting.
    pub async fn with_database_option(name: &str, value: &str) -> Self {
        let database = Database::with_people().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("{}&options%5B{name}%5D={value}", database.url());
        Self::on(listener, database, &["--data", "target/test-data", "--database-url", &url]).await
    }

    async fn on(listener: TcpListener, database: Database, flags: &[&str]) -> Self {
        let url = database.url();
        let config = config(&[&["--database-url", &url, "--connections", "16"], MANY, flags].concat());
        let (app, address) = serve(listener, config).await;
        Self { app, address, database }
    }

    /// Starts a portal on a copy of the database as it is now, which is a restored backup later.
    pub async fn back_up(&self, flags: &[&str]) -> Self {
        let copy = self.database.back_up().await;
        // The pool still has the connections that were ended. Each is tested when it is returned.
        drop(std::iter::from_fn(|| self.pool().try_acquire()).collect::<Vec<_>>());
        // The reader does not test a connection that was just used. It closes a connection that is not returned.
        while self.app.reader.connections()[1] > 0 {
            drop(self.app.reader.connection().await);
        }
        Self::over(copy, flags).await
    }

    /// Starts a second server on the same database, which clients cannot tell from a second process.
    pub async fn second(&self) -> (App, SocketAddr) {
        let mut config = self.app.config.clone();
        config.database_url = Some(self.database.url());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        serve(listener, config).await
    }

    pub fn pool(&self) -> &PgPool {
        &self.app.pool
    }

    /// Takes connections out of the pool until one is left, and holds them. A connection in use is returned within
    /// [`RETURNED`], so a short use is not counted as the last connection.
    pub async fn with_one_connection(&self) -> Vec<PoolConnection<Postgres>> {
        let mut taken = Vec::new();
        while let Ok(connection) = tokio::time::timeout(RETURNED, self.pool().acquire()).await {
            taken.push(connection.expect("a connection"));
        }
        drop(taken.pop().expect("a connection"));
        taken
    }

    /// Connects as the superuser, for damage that the program cannot do.
    pub async fn superuser(&self) -> sqlx::PgConnection {
        self.database.superuser().await
    }

    /// Runs statements as the superuser without triggers and foreign keys, to damage data as no code of the portal can.
    pub async fn damage(&self, statements: &str) {
        let script =
            format!("set session_replication_role = replica; {statements}; set session_replication_role = origin");
        let mut connection = self.superuser().await;
        sql::run_script(&mut connection, &script).await;
        connection.close().await.expect("closed");
    }

    /// Moves the portal's clock forward.
    pub fn advance(&self, by: TimeDelta) {
        self.app.clock.advance(by);
    }

    /// Starts running background jobs.
    pub fn work(&self) {
        tokio::spawn(gridbill::serve::jobs::work(self.app.clone(), std::future::pending()));
    }

    /// Returns a client that is not signed in.
    pub fn visitor(&self) -> Actor {
        Actor::new(self.address)
    }

    /// Signs a customer in.
    pub async fn sign_in(&self, email: &str) -> Actor {
        let visitor = self.visitor();
        let tokens = visitor
            .call::<Login>(credentials(email))
            .await
            .expect("the customer signs in")
            .tokens()
            .expect("no second factor");
        visitor.with_token(tokens.access_token)
    }

    /// Signs a member of staff in.
    pub async fn sign_in_staff(&self, email: &str) -> Actor {
        let visitor = self.visitor();
        let tokens = visitor
            .call::<AdminLogin>(credentials(email))
            .await
            .expect("the member of staff signs in")
            .tokens()
            .expect("no second factor");
        visitor.with_token(tokens.access_token)
    }
}

fn credentials(email: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: PASSWORD.to_owned(), invitation_token: None }
}

async fn serve(listener: TcpListener, config: Config) -> (App, SocketAddr) {
    static SEED: AtomicU64 = AtomicU64::new(1);
    let url = config.database_url.clone().expect("an address");
    let options = gridbill::database::for_calls(url.parse().expect("an address"));
    let pool = gridbill::database::pool(config.connections).connect_with(options).await.expect("the database answers");
    let random = Random::seeded(SEED.fetch_add(1, Ordering::Relaxed));
    let app = App::new(pool, config, Clock::fixed(noon()), random).await.expect("a portal");
    let address = listener.local_addr().expect("an address");
    let router = gridbill::http::router(app.clone()).expect("a router");
    let config = app.config.clone();
    tokio::spawn(async move { gridbill::connections::serve(listener, router, &config, std::future::pending()).await });
    (app, address)
}

/// Waits until at least this number of connections wait for a lock that another transaction holds.
pub async fn until_blocked(portal: &Portal, calls: i64) {
    until("the calls are blocked", async || {
        let query = "select count(*) from pg_stat_activity where datname = current_database()
                     and wait_event_type = 'Lock'";
        let waiting = sql::value::<i64>(portal.pool(), query, &[]).await;
        (waiting >= calls).then_some(())
    })
    .await;
}

/// Polls until `ask` returns a value, for at most a minute. The jobs of a killed worker are released after at most 45
/// s.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut ask: impl FnMut() -> F) -> T {
    for _ in 0..2_400 {
        if let Some(answer) = ask().await {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("never happened: {what}");
}

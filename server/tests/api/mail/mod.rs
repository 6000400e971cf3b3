//! E-mails: written to the outbox by a transaction, and sent through a real mail server.

use gridbill::app::App;
use gridbill::identity::email::IdentityEmail;
use gridbill::mail::{Email, To};
use gridbill_core::Language;
use sqlx::PgPool;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::support::clock::noon;
use crate::support::mailbox::Mailbox;
use crate::support::portal::until;
use crate::support::{Portal, sql};

mod cleanup;
mod dev;
mod one_click;
mod process;
mod sending;
mod settings;
mod trouble;

const AINA: To<'static> = To { email: "aina@sinar.example", name: Some("Aina"), language: Language::En };

/// Starts a portal that sends through that server, without a running worker.
async fn portal(mailbox: &Mailbox) -> Portal {
    Portal::with(&["--smtp-url", &mailbox.url]).await
}

/// Writes an e-mail to the outbox.
async fn put(app: &App, to: To<'_>, email: impl Email) {
    let mut tx = app.pool.begin().await.expect("a transaction");
    app.context().send(&mut tx, to, email).await.expect("an e-mail");
    tx.commit().await.expect("committed");
}

fn changed() -> IdentityEmail<'static> {
    IdentityEmail::PasswordChanged { at: noon() }
}

/// An e-mail in the outbox.
#[derive(Debug, sqlx::FromRow)]
struct OutboxEmail {
    attempts: i32,
    last_error: Option<String>,
    is_accepted: bool,
    is_forgotten: bool,
}

/// Returns the only e-mail of the outbox.
async fn row(pool: &PgPool) -> OutboxEmail {
    let query = "select attempts, last_error, accepted_at is not null as is_accepted,
                 body_text is null and body_html is null as is_forgotten from mail";
    sql::row(pool, query, &[]).await
}

/// Waits until the outbox row satisfies the condition, and returns it.
async fn row_with(pool: &PgPool, what: &str, wanted: impl Fn(&OutboxEmail) -> bool) -> OutboxEmail {
    until(what, async || Some(row(pool).await).filter(|row| wanted(row))).await
}

/// A worker that the test can stop.
struct Worker {
    stop: oneshot::Sender<()>,
    working: JoinHandle<()>,
}

impl Worker {
    fn start(app: &App) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move { drop(stopped.await) };
        Self { stop, working: tokio::spawn(gridbill::serve::jobs::work(app.clone(), stopped)) }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.working.await.expect("stopped");
    }
}

//! What may be used while a transaction is open.
//!
//! Whoever waits for a second connection, or for the network, inside a transaction holds a connection and locks that
//! others wait for: a few dozen of them stop every reader. So what runs inside one is given a [`Context`], which has no way
//! to either, instead of the [`App`].

use anyhow::Context as _;
use graphile_worker::{JobSpec, TaskHandler, WorkerUtils};
use gridbill_core::Instant;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::config::Config;
use crate::fpx::{GatewayError, NewPayment, Start};
use crate::jobs::SCHEMA;
use crate::mail::Mail;

/// Time, randomness, settings, the gateway's keys, and jobs that are added in the caller's transaction.
#[derive(Clone)]
pub struct Context(App);

impl Context {
    pub(crate) fn of(app: &App) -> Self {
        Self(app.clone())
    }

    /// What the portal calls now.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.0.now()
    }

    /// A new random id.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        self.0.chance.uuid()
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Writes letters; nothing is sent.
    #[must_use]
    pub(crate) fn mail(&self) -> &Mail {
        &self.0.mail
    }

    /// Signs the request for a payment; nothing is sent.
    ///
    /// # Errors
    /// When the payment cannot be written as FPX wants it.
    pub fn sign_request(&self, payment: &NewPayment<'_>) -> Result<Start, GatewayError> {
        self.0.gateway.authorization_request(payment)
    }

    /// Adds a job that is there once the caller's transaction commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_job<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> anyhow::Result<()> {
        // The queue wants a pool for what is done without an executor of the caller's; here, nothing is.
        let mut queue = WorkerUtils::new(self.0.pool.clone(), SCHEMA).with_executor(db);
        queue.add_job(job, spec).await.context("adding a job")?;
        Ok(())
    }
}

//! The portal's shared state, and the part that may be used in a transaction.

use std::ops::Deref;
use std::sync::Arc;

use graphile_worker::{JobSpec, TaskHandler};
use gridbill_core::Instant;
use sqlx::{PgConnection, PgPool};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use uuid::Uuid;

use crate::auth::stop::{Schedule, StoppedNews};
use crate::auth::{Auth, token};
use crate::base::{Base, Clock, Random};
use crate::config::Config;
use crate::connections::hour::CallsOfHour;
use crate::connections::stopping::Stopping;
use crate::database::{READ_TIMEOUT, Standby};
use crate::documents::permits::DocumentPermits;
use crate::documents::use_folders;
use crate::error::{Answer, Error};
use crate::files::Files;
use crate::fpx::settings;
use crate::fpx::{Gateway, GatewayError, NewPayment, Start};
use crate::jobs::Queue;
use crate::live::Live;
use crate::mail::{self, Email, Mail, To};
use crate::outbound::Outbound;

/// The portal's parts, shared by all requests.
#[derive(Clone)]
pub struct App(Arc<Parts>);

#[derive(Clone)]
pub struct Parts {
    base: Base,
    pub queue: Queue,
    pub auth: Auth,
    pub live: Live,
    pub gateway: Arc<Gateway>,
    pub mail: Mail,
    pub files: Arc<Files>,
    pub outbound: Arc<Outbound>,
    pub document_permits: DocumentPermits,
    pub stopping: Stopping,
    pub calls_of_hour: Arc<CallsOfHour>,
    on_standby: Option<Arc<OnStandby>>,
}

/// The same portal with a standby as its database for reads.
struct OnStandby {
    standby: Standby,
    app: App,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Base;

    fn deref(&self) -> &Base {
        &self.base
    }
}

impl App {
    /// Creates the portal on a migrated database.
    /// Fails when the database does not answer, or the gateway's keys, the mail server's address or the file store are
    /// unusable.
    pub async fn new(pool: PgPool, config: Config, clock: Clock, random: Random) -> anyhow::Result<Self> {
        use_folders(&config.fonts);
        let base = Base::new(pool, config, clock, random);
        let queue = Queue::new(&base);
        let parts = Parts {
            auth: Auth::new(&base).await?,
            live: Live::start(&base).await?,
            gateway: Arc::new(settings::gateway(&base.config)?),
            mail: Mail::new(&base, &queue)?,
            files: Arc::new(Files::open(&base)?),
            outbound: Arc::new(Outbound::new(&base.config.outbound)?),
            document_permits: DocumentPermits::new(base.config.limits.documents_at_once),
            stopping: Stopping::default(),
            calls_of_hour: Arc::default(),
            on_standby: None,
            queue,
            base,
        };
        let on_standby = Standby::of(&parts.config)?.map(|standby| {
            let app = Self(Arc::new(Parts { base: parts.base.on(&standby), ..parts.clone() }));
            Arc::new(OnStandby { standby, app })
        });
        Ok(Self(Arc::new(Parts { on_standby, ..parts })))
    }

    /// Runs a large read on the standby, if configured, after the standby has replayed all commits so far. If the
    /// standby is behind, unavailable, cancels the query or stops answering during it, the read runs again on the
    /// primary. Fails with the refusal of `read`, or an error if the primary does not answer.
    pub async fn read<T, F: Future<Output = Answer<T>>>(&self, read: impl Fn(Self) -> F) -> Answer<T> {
        if let Some(OnStandby { standby, app }) = self.on_standby.as_deref().filter(|on| on.standby.is_rested()) {
            let answer = match standby.follow(&self.pool).await {
                Ok(()) => timeout(READ_TIMEOUT, read(app.clone())).await.unwrap_or_else(|late| Err(slow(late))),
                Err(error) => Err(error.into()),
            };
            match answer {
                Err(Error::Internal(error)) => {
                    standby.failed();
                    metrics::counter!("gridbill_standby_reads_total", "outcome" => "primary").increment(1);
                    tracing::warn!(
                        error = format!("{error:#}"),
                        "a read failed on the standby and runs on the primary"
                    );
                }
                answer => {
                    metrics::counter!("gridbill_standby_reads_total", "outcome" => "standby").increment(1);
                    return answer;
                }
            }
        }
        read(self.clone()).await
    }

    /// Returns the parts that may be used in a transaction.
    #[must_use]
    pub fn context(&self) -> Context {
        Context(self.clone())
    }
}

fn slow(late: Elapsed) -> Error {
    anyhow::Error::from(late).context("the standby takes too long").into()
}

/// The parts that may be used while a transaction is open: time, randomness, settings, the gateway's keys, and
/// writes in the caller's transaction.
///
/// Code that waits for a second connection or the network inside a transaction holds a connection and locks that
/// others wait for. A few dozen such calls would stop every reader. So code inside a transaction gets this type
/// instead of the [`App`], and has no access to either.
#[derive(Clone)]
pub struct Context(App);

impl Context {
    /// Returns the current time of the portal's clock.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.0.now()
    }

    /// Returns a new random id.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        self.0.random.uuid()
    }

    /// Returns a new random token for an e-mailed link.
    #[must_use]
    pub fn token(&self) -> String {
        token::opaque(&self.0.random)
    }

    /// Returns the link that stops the e-mails about a user's notifications.
    pub fn stop_news_link(&self, person_id: Uuid, schedule: Schedule) -> anyhow::Result<String> {
        let token = StoppedNews { person_id, schedule }.token(&self.0.auth, &self.0.random)?;
        Ok(mail::stop_page(self.config(), &token))
    }

    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Adds an e-mail to the outbox; it is sent once the transaction commits.
    pub async fn send(&self, db: &mut PgConnection, to: To<'_>, email: impl Email) -> Answer<()> {
        self.0.mail.send(db, to, email).await
    }

    /// Signs the request for a payment. Sends nothing. Fails when the payment cannot be expressed in FPX's format.
    pub fn sign_request(&self, payment: &NewPayment<'_>) -> Result<Start, GatewayError> {
        self.0.gateway.authorization_request(payment)
    }

    /// Adds a job, which becomes visible once the caller's transaction commits.
    pub async fn add_job<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> Answer<()> {
        self.0.queue.add(db, job, spec).await
    }
}

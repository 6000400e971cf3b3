//! The public status page. Its answer comes from memory: this process's calls of the last hour, and one read of the database in
//! a minute, so a visitor costs no statement, and the page works while the database is away.

use std::sync::Arc;
use std::time::Duration;

use gridbill_core::announcements::Announcement;
use gridbill_core::status::{self as core, PortalStatus, Service, ServiceFigures, ServiceStatus};
use gridbill_core::{Code, Instant, Problem};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::address;
use crate::auth::who::Visitor;
use crate::auth::windows::Windows;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::live::Health;
use crate::payments::fpx;
use crate::{announcements, jobs, payments};

/// Calls of a network address in a minute. An open page makes one.
const CALLS_PER_MINUTE: u32 = 60;
/// Seconds for which what was read is used.
const READ_SECONDS: i64 = 60;
/// Seconds after a failed read in which no other visitor waits for the database.
const RETRY_SECONDS: i64 = 10;
/// Time that a visitor waits for the database before the page says that it does not answer.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// The ages above which deploy/alerts.yml raises its alarms, in seconds: of a payment that is not posted, of one about which FPX
/// does not answer, and of a queued job.
const MAX_POSTING_SECONDS: i64 = 900;
const MAX_UNCONFIRMED_SECONDS: i64 = 3600;
const MAX_JOB_SECONDS: f64 = 120.0;

#[must_use]
pub fn mount(mount: Mount) -> Mount {
    let board = Arc::new(Board::default());
    mount.json(core::GetStatus, move |app, visitor, _| {
        let board = board.clone();
        async move { board.status(&app, &visitor).await }
    })
}

/// What a process knows for the status page.
#[derive(Default)]
struct Board {
    calls: Windows<String>,
    known: Mutex<Known>,
}

/// What was last read, and when a read last failed.
#[derive(Default)]
struct Known {
    read: Option<Read>,
    failed_at: Option<Instant>,
}

/// What was read from the database.
struct Read {
    at: Instant,
    /// The announcements on show, each with its end.
    announcements: Vec<(Announcement, Option<Instant>)>,
    are_payments_late: bool,
    are_documents_late: bool,
}

impl Board {
    async fn status(&self, app: &App, visitor: &Visitor) -> Answer<PortalStatus> {
        let now = app.now();
        let state = self.calls.count(address::caller(&visitor.caller.address), CALLS_PER_MINUTE, now);
        if state.is_exceeded {
            let problem = Problem::new(Code::TooManyAttempts).with("minutes", 1).with("seconds", state.seconds);
            return Err(problem.into());
        }
        let mut is_away = app.live.health() == Health::Away;
        // Callers wait here for the one who reads, so the database is read once.
        let mut known = self.known.lock().await;
        let has_failed = known.failed_at.is_some_and(|at| now.seconds_since(at) < RETRY_SECONDS);
        let is_old = known.read.as_ref().is_none_or(|read| now.seconds_since(read.at) >= READ_SECONDS);
        is_away |= has_failed;
        if is_old && !is_away {
            let read = timeout(READ_TIMEOUT, read(app, now))
                .await
                .unwrap_or_else(|late| Err(anyhow::Error::from(late).into()));
            match read {
                Ok(read) => *known = Known { read: Some(read), failed_at: None },
                Err(error) => {
                    tracing::warn!(?error, "failed to read the public status");
                    known.failed_at = Some(now);
                    is_away = true;
                }
            }
        }
        let known = known.read.as_ref();
        let service = |&service: &Service| {
            let (calls, failed) = app.calls_of_hour.of(service, now);
            let is_late = known.is_some_and(|read| match service {
                Service::SignIn => false,
                Service::Payments => read.are_payments_late,
                Service::Documents => read.are_documents_late,
            });
            ServiceStatus { service, state: ServiceFigures { calls, failed, is_late, is_away }.state() }
        };
        Ok(PortalStatus {
            services: Service::ALL.iter().map(service).collect(),
            announcements: known.map(|read| read.announcements_at(now)).unwrap_or_default(),
            as_of: now,
        })
    }
}

impl Read {
    /// Returns the announcements that are not over yet.
    fn announcements_at(&self, now: Instant) -> Vec<Announcement> {
        let not_over = |to: Option<Instant>| to.is_none_or(|to| to > now);
        self.announcements.iter().filter(|(_, to)| not_over(*to)).map(|(one, _)| one.clone()).collect()
    }
}

async fn read(app: &App, now: Instant) -> Answer<Read> {
    let is_older = |since: Option<Instant>, seconds| since.is_some_and(|since| now.seconds_since(since) > seconds);
    let posting = payments::posting(&app.pool).await?;
    let unconfirmed = fpx::count_unconfirmed(&app.pool).await?;
    let jobs = jobs::sql::counts(&app.pool).await?;
    Ok(Read {
        at: now,
        announcements: announcements::on_show_with_ends(app, now).await?,
        are_payments_late: is_older(posting.oldest, MAX_POSTING_SECONDS)
            || is_older(unconfirmed.oldest, MAX_UNCONFIRMED_SECONDS),
        are_documents_late: jobs.oldest > MAX_JOB_SECONDS,
    })
}

//! The list of jobs, and retrying a job.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::OperationsFact;
use gridbill_core::list::Sort;
use gridbill_core::operations::{Job, JobKind, JobState, JobsRequest, RetryJobRequest};
use gridbill_core::{Code, Instant, Page};

use super::errors;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::jobs::sql as queue;
use crate::list::{self, Filter, Key, List, NewestFirst, columns};

pub async fn page(app: App, _: Staff, request: JobsRequest) -> Answer<Page<Job>> {
    let jobs = Jobs { state: request.state, kind: request.kind };
    Ok(list::page(&app.pool, &jobs, Sort::default(), request.page()).await?.map(JobRow::shown))
}

/// Retries a job. If a colleague has already retried it, the call is refused, so the job does not run twice.
pub async fn retry(app: App, who: Staff, request: RetryJobRequest) -> Answer<Nothing> {
    let job_id: i64 = request.job_id.parse().map_err(|_| Code::JobNotFound)?;
    let mut tx = app.begin().await?;
    let job = queue::lock(&mut tx, job_id).await?.ok_or(Code::JobNotFound)?;
    if job.is_running || job.attempts == 0 {
        return Err(Code::JobMoved.into());
    }
    queue::start_again(&mut tx, job_id).await?;
    let fact = OperationsFact::JobRetried {
        job: JobKind::of(&job.identifier),
        attempts: job.attempts,
        error_code: job.last_error.as_deref().and_then(errors::code),
    };
    let about = format!("{} {job_id}", job.identifier);
    facts::record(&app.context(), &mut tx, Entry::by(&who.person, Subject::Job(job_id), fact, &about)).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// The jobs of the queue, newest first.
struct Jobs {
    state: Option<JobState>,
    kind: Option<JobKind>,
}

impl List for Jobs {
    type Row = JobRow;
    type By = NewestFirst;
    const NAME: &'static str = "jobs";
    const FROM: (&'static str, &'static str) = ("graphile_worker._private_jobs", "j");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("j.id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        match self.state {
            Some(JobState::Waiting) => only.and("j.locked_at is null and j.attempts = 0", &[]),
            Some(JobState::Retrying) => {
                only.and("j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts", &[]);
            }
            Some(JobState::Running) => only.and("j.locked_at is not null", &[]),
            Some(JobState::Failed) => only.and("j.locked_at is null and j.attempts >= j.max_attempts", &[]),
            None => {}
        }
        if let Some(kind) = self.kind {
            match kind.identifier() {
                Some(identifier) => only.and(
                    "j.task_id in (select id from graphile_worker._private_tasks where identifier = {})",
                    &[&identifier],
                ),
                None => only.and(
                    "j.task_id in (select id from graphile_worker._private_tasks where identifier <> all({}))",
                    &[&JobKind::IDENTIFIERS.to_vec()],
                ),
            }
        }
    }
}

/// A job of the queue, without its payload.
struct JobRow {
    id: i64,
    identifier: String,
    attempts: i64,
    max_attempts: i64,
    created_at: Instant,
    run_at: Instant,
    locked_at: Option<Instant>,
    last_error: Option<String>,
}

columns! { JobRow, "join graphile_worker._private_tasks t on t.id = j.task_id" =>
    id: "j.id",
    identifier: "t.identifier",
    attempts: "j.attempts::bigint",
    max_attempts: "j.max_attempts::bigint",
    created_at: "j.created_at",
    run_at: "j.run_at",
    locked_at: "j.locked_at",
    last_error: "j.last_error",
}

impl JobRow {
    fn state(&self) -> JobState {
        if self.locked_at.is_some() {
            JobState::Running
        } else if self.attempts >= self.max_attempts {
            JobState::Failed
        } else if self.attempts > 0 {
            JobState::Retrying
        } else {
            JobState::Waiting
        }
    }

    fn shown(self) -> Job {
        let state = self.state();
        Job {
            job_id: self.id.to_string(),
            kind: JobKind::of(&self.identifier),
            state,
            attempts: self.attempts,
            max_attempts: self.max_attempts,
            since: self.created_at,
            next_at: matches!(state, JobState::Waiting | JobState::Retrying).then_some(self.run_at),
            running_since: self.locked_at,
            error_code: self.last_error.as_deref().and_then(errors::code),
            error: self.last_error.as_deref().map(errors::shown),
            identifier: self.identifier,
        }
    }
}

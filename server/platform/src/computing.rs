//! Threads for work that takes more than some milliseconds of a processor: reports, documents, workbooks, comparisons.
//!
//! They are fewer than the processors, and the system prefers all other threads to them, so that calls and the checks of the
//! database go on meanwhile. Reports, other work of calls, and jobs each have threads of their own, so that a document waits
//! neither for a report nor for a long file. Work begins in the order in which it was given; how much of it one user may give at
//! a time is limited by their permits ([`crate::auth::call_permits`]). Work whose caller has gone is left out, and a report ends
//! at its next query.
//!
//! Inside a transaction nothing may wait for these threads: its locks would wait with it.

use std::any::Any;
use std::cell::Cell;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;

use anyhow::anyhow;
use futures::FutureExt as _;
use futures::future::Either;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tracing::Span;

/// How much the system prefers other threads, from 0 to 19.
const NICE: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

static REPORTS: LazyLock<Sender<Work>> = LazyLock::new(|| start(processors().saturating_sub(1).max(1)));
static OF_CALLS: LazyLock<Sender<Work>> = LazyLock::new(|| start(processors().saturating_sub(1).max(1)));
static OF_JOBS: LazyLock<Sender<Work>> = LazyLock::new(|| start((processors() / 2).max(1)));

thread_local! {
    /// Whether this is one of the threads, which would wait for itself.
    static IS_COMPUTING: Cell<bool> = const { Cell::new(false) };
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Starts threads that do the work of a queue.
fn start(threads: usize) -> Sender<Work> {
    let (sender, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..threads {
        let receiver = Arc::clone(&receiver);
        let started = thread::Builder::new().name("computing".to_owned()).spawn(move || work(&receiver));
        if let Err(error) = started {
            tracing::error!(%error, "failed to start a thread for computing");
        }
    }
    sender
}

fn work(receiver: &Mutex<Receiver<Work>>) {
    IS_COMPUTING.set(true);
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE) {
        tracing::warn!(%error, "computing has the priority of calls");
    }
    loop {
        // Bound to a name, so that the lock is free while the work is done.
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        work();
    }
}

/// Computes for a call. Fails if `work` panics.
pub fn for_call<F, T>(work: F) -> impl Future<Output = anyhow::Result<T>> + Send + use<F, T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    compute(&OF_CALLS, work).map(|done| done.map_err(|panic| panicked(&*panic)))
}

/// Computes for a job. Fails if `work` panics.
pub fn for_job<F, T>(work: F) -> impl Future<Output = anyhow::Result<T>> + Send + use<F, T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    compute(&OF_JOBS, work).map(|done| done.map_err(|panic| panicked(&*panic)))
}

/// Writes a part of a file, on the threads of jobs. Fails with the panic of `work`.
pub fn for_file<F, T>(work: F) -> impl Future<Output = thread::Result<T>> + Send + use<F, T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    compute(&OF_JOBS, work)
}

/// Makes a report: runs a future that computes between its queries, until it ends or the caller has gone. Fails if it panics.
pub async fn run<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> anyhow::Result<T> {
    let (mut sender, receiver) = oneshot::channel();
    let (runtime, span) = (Handle::current(), Span::current());
    give(&REPORTS, move || {
        let future = AssertUnwindSafe(tracing::Instrument::instrument(future, span)).catch_unwind();
        let done = runtime.block_on(async {
            tokio::select! { done = future => Some(done), () = sender.closed() => None }
        });
        if let Some(done) = done {
            drop(sender.send(done));
        }
    })?;
    receiver.await?.map_err(|panic| panicked(&*panic))
}

/// Begins at once, so that the future does not contain the work, which may be large.
fn compute<F, T>(queue: &Sender<Work>, work: F) -> impl Future<Output = thread::Result<T>> + Send + use<F, T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    let given = if IS_COMPUTING.get() {
        Ok(Either::Left(work()))
    } else {
        let (sender, receiver) = oneshot::channel();
        let span = Span::current();
        let work = move || {
            if !sender.is_closed() {
                drop(sender.send(span.in_scope(|| catch_unwind(AssertUnwindSafe(work)))));
            }
        };
        give(queue, work).map(|()| Either::Right(receiver))
    };
    async move {
        match given {
            Ok(Either::Left(done)) => Ok(done),
            Ok(Either::Right(receiver)) => receiver.await.unwrap_or_else(|error| Err(undone(&error))),
            Err(error) => Err(undone(&error)),
        }
    }
}

/// The error of work that no thread has done.
fn undone(error: &impl ToString) -> Box<dyn Any + Send> {
    Box::new(error.to_string())
}

fn give(queue: &Sender<Work>, work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    queue.send(Box::new(work)).map_err(|_| anyhow!("there is no thread for computing"))
}

fn panicked(panic: &(dyn Any + Send)) -> anyhow::Error {
    anyhow!("computing panicked: {}", message(panic))
}

/// Returns the message of a panic.
#[must_use]
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn work_is_done_on_a_thread_of_low_priority() {
        let nice = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).expect("a priority");
        assert_eq!(for_call(nice).await.expect("computed"), NICE);
        assert_eq!(for_job(nice).await.expect("computed"), NICE);
        assert_eq!(run(async move { nice() }).await.expect("computed"), NICE);
        assert!(nice() < NICE);
    }

    #[tokio::test]
    async fn a_report_may_compute_and_does_not_wait_for_itself() {
        let report = run(async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            for_call(|| 7).await.expect("computed")
        });
        assert_eq!(report.await.expect("a report"), 7);
    }

    #[tokio::test]
    async fn a_document_does_not_wait_for_reports() {
        let (release, released) = tokio::sync::watch::channel(false);
        let reports: Vec<_> = (0..2 * processors())
            .map(|_| {
                let mut released = released.clone();
                tokio::spawn(run(async move { released.wait_for(|is| *is).await.is_ok() }))
            })
            .collect();
        assert_eq!(for_call(|| 7).await.expect("computed"), 7);
        release.send_replace(true);
        for report in reports {
            assert!(report.await.expect("a task").expect("a report"));
        }
    }

    #[tokio::test]
    async fn a_report_ends_when_its_caller_has_gone() {
        let (ended, end) = oneshot::channel::<()>();
        let report = tokio::spawn(run(async move {
            let _dropped_at_the_end = ended;
            std::future::pending::<()>().await;
        }));
        tokio::time::sleep(Duration::from_millis(50)).await;
        report.abort();
        assert!(end.await.is_err(), "the report was dropped");
        // The thread is free again.
        assert_eq!(for_call(|| 7).await.expect("computed"), 7);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_thread_goes_on() {
        let error = for_call(|| panic!("no figures")).await.map(|()| 0).expect_err("a panic");
        assert_eq!(error.to_string(), "computing panicked: no figures");
        let error = run(async { panic!("no figures") }).await.map(|()| 0).expect_err("a panic");
        assert_eq!(error.to_string(), "computing panicked: no figures");
        assert_eq!(for_call(|| 7).await.expect("computed"), 7);
    }
}

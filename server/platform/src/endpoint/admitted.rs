//! Admits the caller of a call and runs its handler.

use std::sync::Arc;

use futures::future::BoxFuture;
use gridbill_core::endpoint::Endpoint;

use super::{HandlerResponse, HasCaller, Parts, Who, change, counted, deadline, envelope, publishing};
use crate::app::App;
use crate::auth::call_permits::{Subject, Work};
use crate::auth::guard::Admit;
use crate::auth::who::CookieJar;
use crate::computing;
use crate::database::retried;
use crate::error::Answer;
use crate::live::Change;

/// A call that its caller may make, with its handler, which has not run yet.
pub struct Admitted {
    cookies: CookieJar,
    subject: Subject,
    work: Work,
    change: Change,
    /// Returns the response's bytes.
    handling: BoxFuture<'static, Answer<Vec<u8>>>,
}

/// Admits the caller of a call. A call whose transaction collided is admitted again.
pub type Admitting = Arc<dyn Fn(App, Arc<Parts>) -> BoxFuture<'static, Answer<Admitted>> + Send + Sync>;

/// Admits the caller of endpoint `E`.
pub async fn admitted<E, H, F>(app: App, parts: Arc<Parts>, handler: H) -> Answer<Admitted>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: HasCaller,
    H: Fn(App, Who<E>, E::Request) -> F + Send + 'static,
    F: Future<Output = Answer<E::Response>> + Send + 'static,
{
    let (who, request) = parts.admit::<E>(&app).await?;
    let (subject, work) = counted(&E::ENTRY, &who);
    Ok(Admitted {
        cookies: who.caller().cookies.clone(),
        subject,
        work,
        change: change(&E::ENTRY, &who, &parts),
        handling: Box::pin(async move { envelope(&handler(app, who, request).await?) }),
    })
}

/// Runs a handler on the threads for computing.
fn computed(handling: BoxFuture<'static, Answer<Vec<u8>>>) -> BoxFuture<'static, Answer<Vec<u8>>> {
    Box::pin(async move { computing::run(handling).await? })
}

/// Runs a call to its response.
pub async fn answer(app: App, parts: Parts, admitting: Admitting) -> Answer<HandlerResponse> {
    let parts = Arc::new(parts);
    retried(async || {
        let admitting = admitting(app.clone(), parts.clone());
        let Admitted { cookies, subject, work, change, handling } = deadline::read(&app, admitting).await?;
        let _permit = app.auth.call_permits.acquire(&app, subject, work).await?;
        let handling = if work == Work::HeavyRead { computed(handling) } else { handling };
        let body = publishing(&app, change, deadline::handling(&app, parts.entry, handling)).await?;
        Ok(HandlerResponse { body, cookies: cookies.take() })
    })
    .await
}

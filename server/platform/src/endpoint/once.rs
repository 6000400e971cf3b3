//! Runs a call once for each key (docs/http.md#idempotency-keys): effect and response are written in one
//! transaction, and the same key gets the same bytes again.
//!
//! A call has two parts. The first prepares: it may use the pool and the network, and no transaction is open. The
//! second acts: it has the transaction, but cannot use the pool or the network ([`Context`]). At most half of the
//! pool's connections are in such transactions, so reads still get a connection while these wait for each other's
//! locks.

use std::future::{Ready, ready};
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use futures::future::BoxFuture;
use gridbill_core::endpoint::{Endpoint, EndpointSpec};
use gridbill_core::{Code, Instant};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::sql::{LockedKey, StoredAnswer};
use super::{HandlerResponse, HasCaller, Parts, Tx, Who, author, deadline, envelope, sql};
use crate::app::{App, Context};
use crate::auth::call_permits::{Subject, Work};
use crate::auth::guard::Admit;
use crate::auth::who::Cookies;
use crate::database::retried;
use crate::error::Answer;
use crate::live::{self, Author};

/// Input of the preparation, before the transaction begins.
pub struct Prepare<E: Endpoint<Caller: Admit>> {
    pub app: App,
    pub who: Who<E>,
    pub request: E::Request,
}

/// The preparation of a call that needs none.
pub fn nothing<E: Endpoint<Caller: Admit>>(_: Prepare<E>) -> Ready<Answer<()>> {
    ready(Ok(()))
}

/// Input of the action: the caller, the request, the prepared values, and the transaction.
pub struct Act<E: Endpoint<Caller: Admit>, P = ()> {
    pub context: Context,
    pub who: Who<E>,
    pub request: E::Request,
    pub prepared: P,
    pub tx: Tx,
}

/// A call that its caller may make. Neither of its parts has run yet.
pub struct Admitted {
    person_id: Uuid,
    /// The user or the integration.
    caller_id: Uuid,
    author: Option<Author>,
    /// The request, which a repeated call must repeat.
    written: Arc<[u8]>,
    preparing: BoxFuture<'static, Answer<Acting>>,
}

/// Admits the caller of a call.
pub type Admitting = Arc<dyn Fn(App, Arc<Parts>) -> BoxFuture<'static, Answer<Admitted>> + Send + Sync>;
/// Runs the second part of a call, and returns the response's bytes.
type Acting = Box<dyn Fn(Context, Tx) -> BoxFuture<'static, Answer<(Tx, Vec<u8>)>> + Send + Sync>;

/// Admits the caller of endpoint `E`.
pub async fn admitted<E, P, R, G, H, F>(app: App, parts: Arc<Parts>, prepare: R, act: H) -> Answer<Admitted>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: HasCaller + Clone,
    P: Clone + Send + Sync + 'static,
    R: Fn(Prepare<E>) -> G + Send + 'static,
    G: Future<Output = Answer<P>> + Send + 'static,
    H: Fn(Act<E, P>) -> F + Send + Sync + 'static,
    F: Future<Output = Answer<(Tx, E::Response)>> + Send + 'static,
{
    let (who, request) = parts.admit::<E>(&app).await?;
    let person_id = who.person_id().ok_or(Code::SignedOut)?;
    let caller_id = who.caller_id().unwrap_or(person_id);
    let author = author(&who, &parts);
    let written: Arc<[u8]> = serde_json::to_vec(&request).map_err(anyhow::Error::from)?.into();
    let request_again = written.clone();
    let preparing = async move {
        let prepared = prepare(Prepare { app, who: who.clone(), request }).await?;
        let act = Arc::new(act);
        let acting: Acting = Box::new(move |context, tx| {
            let (who, written, prepared, act) = (who.clone(), request_again.clone(), prepared.clone(), act.clone());
            Box::pin(async move {
                let request = serde_json::from_slice(&written).map_err(anyhow::Error::from)?;
                let (tx, response) = act(Act { context, who, request, prepared, tx }).await?;
                Ok((tx, envelope(&response)?))
            })
        });
        Ok(acting)
    };
    Ok(Admitted { person_id, caller_id, author, written, preparing: Box::pin(preparing) })
}

/// Runs a call to its response.
/// Fails with [`Code::KeyInvalid`], [`Code::KeyInProgress`], [`Code::KeyReused`], or the handler's refusal. A refusal
/// has no effect and is not stored, so the key may be used again.
pub async fn answer(app: App, parts: Parts, admitting: Admitting) -> Answer<HandlerResponse> {
    let parts = Arc::new(parts);
    let mut admitted = deadline::read(&app, admitting(app.clone(), parts.clone())).await?;
    let body = live::authored(admitted.author.take(), bytes(&app, &parts, admitted)).await?;
    Ok(HandlerResponse { body, cookies: Cookies::default() })
}

/// Returns the response's bytes: the stored ones for a key that was used before, otherwise those of the handler.
async fn bytes(app: &App, parts: &Parts, admitted: Admitted) -> Answer<Vec<u8>> {
    let Admitted { person_id, caller_id, written, preparing, .. } = admitted;
    // The keys of an integration are not those of its user.
    let own = |key: String| if caller_id == person_id { key } else { format!("{caller_id} {key}") };
    let key = key(&parts.headers)?.map(own);
    let call = Keyed { entry: parts.entry, person_id, key, hash: Sha256::digest(&written).to_vec() };
    // A stored response is returned even if preparing would fail now.
    if let Some(answer) = call.find_stored_answer(app).await? {
        return Ok(answer);
    }
    let acted = match preparing.await {
        Ok(acting) => {
            retried(async || {
                let _permit = app.auth.call_permits.acquire(app, Subject::Person(caller_id), Work::Write).await?;
                attempt(&call, app.context(), app.begin().await?, &acting).await
            })
            .await
        }
        Err(error) => Err(error),
    };
    match acted {
        Ok(answer) => Ok(answer),
        // The same call may have finished meanwhile, and its effect may be the reason for this error.
        Err(error) => call.find_stored_answer(app).await.ok().flatten().ok_or(error),
    }
}

async fn attempt(call: &Keyed, context: Context, mut tx: Tx, acting: &Acting) -> Answer<Vec<u8>> {
    let now = context.now();
    if let Some(key) = &call.key {
        match wait_for_key(&mut tx, call.person_id, key).await? {
            LockedKey::InProgress => return Err(Code::KeyInProgress.into()),
            LockedKey::Answered(stored) => return call.answer_of(stored),
            LockedKey::New => {}
        }
    }
    let (mut tx, body) = acting(context, tx).await?;
    if let Some(key) = &call.key {
        sql::insert_answer(&mut *tx, call.person_id, key, call.entry.name, &call.hash, &body, now).await?;
    }
    tx.commit().await?;
    Ok(body)
}

/// The endpoint, the caller, the key, and the hash that a repeated request must have.
struct Keyed {
    entry: &'static EndpointSpec,
    person_id: Uuid,
    key: Option<String>,
    hash: Vec<u8>,
}

impl Keyed {
    /// Returns the stored response of the key.
    async fn find_stored_answer(&self, app: &App) -> Answer<Option<Vec<u8>>> {
        let Some(key) = &self.key else { return Ok(None) };
        let mut db = app.reader.connection().await?;
        let stored = sql::find_answer(&mut *db, self.person_id, key).await?;
        db.return_to_pool();
        stored.map(|stored| self.answer_of(stored)).transpose()
    }

    /// Fails with [`Code::KeyReused`] if the response is that of another request.
    fn answer_of(&self, stored: StoredAnswer) -> Answer<Vec<u8>> {
        let is_same = stored.endpoint == self.entry.name && stored.request_hash == self.hash;
        if is_same { Ok(stored.answer) } else { Err(Code::KeyReused.into()) }
    }
}

/// Takes the lock on the key. A call that was just refused releases it only when its connection is back in the
/// pool. So a locked key is retried before the caller is refused.
async fn wait_for_key(tx: &mut Tx, person_id: Uuid, key: &str) -> Answer<LockedKey> {
    for pause in [5, 15, 40, 100] {
        match sql::lock_key(&mut **tx, person_id, key).await? {
            LockedKey::InProgress => tokio::time::sleep(Duration::from_millis(pause)).await,
            locked => return Ok(locked),
        }
    }
    Ok(sql::lock_key(&mut **tx, person_id, key).await?)
}

/// Returns the key of the call. Existing clients send none, and are not protected against repeats.
fn key(headers: &HeaderMap) -> Result<Option<String>, Code> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let key = value.to_str().map_err(|_| Code::KeyInvalid)?;
    let visible = (1..=200).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if visible { Ok(Some(key.to_owned())) } else { Err(Code::KeyInvalid) }
}

/// Stored responses that one statement deletes, so that it holds its locks only briefly.
const BATCH_SIZE: u64 = 1_000;

/// Deletes the stored responses of an endpoint from before `before`.
pub async fn delete_stored_answers(app: &App, entry: &EndpointSpec, before: Instant) -> Answer<()> {
    while sql::delete_answers(&app.pool, entry.name, before, BATCH_SIZE).await? == BATCH_SIZE {}
    Ok(())
}

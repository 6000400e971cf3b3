//! Runs a call once for each key (docs/http.md#idempotency-keys): effect and response are written in one
//! transaction, and the same key gets the same bytes again.
//!
//! A call has two parts. The first prepares: it may use the pool and the network, and no transaction is open. The
//! second acts: it has the transaction, but cannot use the pool or the network ([`Context`]). At most half of the
//! pool's connections are in such transactions, so reads still get a connection while these wait for each other's
//! locks.

use std::future::{Ready, ready};
use std::time::Duration;

use axum::http::HeaderMap;
use gridbill_core::endpoint::{Endpoint, EndpointSpec};
use gridbill_core::{Code, Instant};
use sha2::{Digest as _, Sha256};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::{HasCaller, Tx, Who, envelope, sql};
use crate::app::{App, Context};
use crate::auth::call_permits::{Subject, Work};
use crate::auth::guard::Admit;
use crate::database::retried;
use crate::error::Answer;

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

/// Returns the response's bytes: the stored ones for a key that was used before, otherwise those of the handler.
///
/// # Errors
/// [`Code::KeyInvalid`], [`Code::KeyInProgress`], [`Code::KeyReused`], or the handler's refusal. A refusal has no
/// effect and is not stored, so the key may be used again.
pub async fn answer<E, P, R, G, H, F>(
    Prepare { app, who, request }: Prepare<E>,
    headers: &HeaderMap,
    prepare: R,
    act: H,
) -> Answer<Vec<u8>>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: HasCaller + Clone,
    P: Clone,
    R: Fn(Prepare<E>) -> G,
    G: Future<Output = Answer<P>> + Send,
    H: Fn(Act<E, P>) -> F,
    F: Future<Output = Answer<(Tx, E::Response)>> + Send,
{
    let written = serde_json::to_vec(&request).map_err(anyhow::Error::from)?;
    let person_id = who.person_id().ok_or(Code::SignedOut)?;
    let call = Keyed { person_id, key: key(headers)?, hash: Sha256::digest(&written).to_vec() };
    // A stored response is returned even if preparing would fail now.
    if let Some(answer) = call.find_stored_answer::<E>(&app.pool).await? {
        return Ok(answer);
    }
    let prepared = match Box::pin(prepare(Prepare { app: app.clone(), who: who.clone(), request })).await {
        Ok(prepared) => prepared,
        // The same call may have finished meanwhile, and its effect may be the reason for this error.
        Err(error) => return call.find_stored_answer::<E>(&app.pool).await?.ok_or(error),
    };
    retried(async || {
        let request = serde_json::from_slice(&written).map_err(anyhow::Error::from)?;
        let _permit = app.auth.call_permits.acquire(&app, Subject::Person(person_id), Work::Write).await?;
        let tx = app.begin().await?;
        let one = Act { context: app.context(), who: who.clone(), request, prepared: prepared.clone(), tx };
        attempt(&call, one, &act).await
    })
    .await
}

async fn attempt<E, P, H, F>(call: &Keyed, mut one: Act<E, P>, act: &H) -> Answer<Vec<u8>>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: HasCaller + Clone,
    H: Fn(Act<E, P>) -> F,
    F: Future<Output = Answer<(Tx, E::Response)>> + Send,
{
    let now = one.context.now();
    if let Some(key) = &call.key {
        if !wait_for_key(&mut one.tx, call.person_id, key).await? {
            return Err(Code::KeyInProgress.into());
        }
        if let Some(answer) = call.find_stored_answer::<E>(&mut *one.tx).await? {
            return Ok(answer);
        }
    }
    let (mut tx, response) = Box::pin(act(one)).await?;
    let body = envelope(&response)?;
    if let Some(key) = &call.key {
        sql::insert_answer(&mut *tx, call.person_id, key, E::ENTRY.name, &call.hash, &body, now).await?;
    }
    tx.commit().await?;
    Ok(body)
}

/// The caller, the key, and the hash that a repeated request must have.
struct Keyed {
    person_id: Uuid,
    key: Option<String>,
    hash: Vec<u8>,
}

impl Keyed {
    /// Returns the stored response of the key.
    async fn find_stored_answer<E: Endpoint>(&self, db: impl PgExecutor<'_>) -> Answer<Option<Vec<u8>>> {
        let Some(key) = &self.key else { return Ok(None) };
        let Some(kept) = sql::find_answer(db, self.person_id, key).await? else { return Ok(None) };
        let is_same = kept.endpoint == E::ENTRY.name && kept.request_hash == self.hash;
        if is_same { Ok(Some(kept.answer)) } else { Err(Code::KeyReused.into()) }
    }
}

/// Takes the lock on the key. A call that was just refused releases it only when its connection is back in the
/// pool. So a locked key is retried before the caller is refused.
async fn wait_for_key(tx: &mut Tx, person_id: Uuid, key: &str) -> Answer<bool> {
    for pause in [5, 15, 40, 100] {
        if sql::lock_key(&mut **tx, person_id, key).await? {
            return Ok(true);
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
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
///
/// # Errors
/// When the database does not answer.
pub async fn delete_stored_answers(app: &App, entry: &EndpointSpec, before: Instant) -> Answer<()> {
    while sql::delete_answers(&app.pool, entry.name, before, BATCH_SIZE).await? == BATCH_SIZE {}
    Ok(())
}

//! Doing a thing once (api): the effect and its answer are written in one transaction, and the same key gets
//! the same bytes again.

use std::time::Duration;

use axum::http::HeaderMap;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{Tx, Who, envelope};
use crate::app::App;
use crate::auth::guard::Admit;
use crate::error::{Answer, Error};
use crate::who::{Customer, Staff};

mod sql;

/// One call that acts: who, what, and the transaction that everything happens in.
pub struct Act<E: Endpoint<Caller: Admit>> {
    pub app: App,
    pub who: Who<E>,
    pub request: E::Request,
    pub tx: Tx,
}

/// Callers that act.
pub trait Acts: Clone {
    fn person_id(&self) -> Uuid;
}

impl Acts for Customer {
    fn person_id(&self) -> Uuid {
        self.person.person_id
    }
}

impl Acts for Staff {
    fn person_id(&self) -> Uuid {
        self.person.person_id
    }
}

/// The answer's bytes: kept ones for a key that was answered, else those of the handler's one run.
///
/// # Errors
/// [`Code::KeyInvalid`], [`Code::KeyInProgress`], [`Code::KeyReused`], or the handler's refusal, which has no
/// effect and is not kept, so that the key may be tried again.
pub async fn answer<E, H, F>(
    app: App,
    who: Who<E>,
    request: E::Request,
    headers: &HeaderMap,
    handler: H,
) -> Answer<Vec<u8>>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: Acts,
    H: Fn(Act<E>) -> F,
    F: Future<Output = Answer<(Tx, E::Response)>> + Send,
{
    let key = key(headers)?;
    let written = serde_json::to_vec(&request).map_err(|error| Error::Internal(error.into()))?;
    for _ in 1..MOST_ATTEMPTS {
        let again = serde_json::from_slice(&written).map_err(|error| Error::Internal(error.into()))?;
        match attempt(&app, who.clone(), again, key.as_deref(), &written, &handler).await {
            Err(Error::Internal(error)) if collided(&error) => tracing::info!(%error, "trying a call again"),
            done => return done,
        }
    }
    attempt(&app, who, request, key.as_deref(), &written, &handler).await
}

/// Runs that a call gets when the database ends its transaction to free another one.
const MOST_ATTEMPTS: usize = 5;

/// A deadlock or a serialization failure: nothing happened, and the next attempt may go through.
fn collided(error: &anyhow::Error) -> bool {
    let database = error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>()?.as_database_error());
    database.and_then(sqlx::error::DatabaseError::code).is_some_and(|code| matches!(&*code, "40P01" | "40001"))
}

async fn attempt<E, H, F>(
    app: &App,
    who: Who<E>,
    request: E::Request,
    key: Option<&str>,
    written: &[u8],
    handler: &H,
) -> Answer<Vec<u8>>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: Acts,
    H: Fn(Act<E>) -> F,
    F: Future<Output = Answer<(Tx, E::Response)>> + Send,
{
    let person_id = who.person_id();
    let hash = Sha256::digest(written).to_vec();
    let now = app.now();
    let mut tx = app.pool.begin().await?;
    if let Some(key) = key {
        if !take_key(&mut tx, person_id, key).await? {
            return Err(Code::KeyInProgress.into());
        }
        if let Some(kept) = sql::answered(&mut *tx, person_id, key).await? {
            let same = kept.endpoint == E::ENTRY.name && kept.request_hash == hash;
            return if same { Ok(kept.answer) } else { Err(Code::KeyReused.into()) };
        }
    }
    let (mut tx, response) = handler(Act { app: app.clone(), who, request, tx }).await?;
    let body = envelope(&response)?;
    if let Some(key) = key {
        sql::keep_answer(&mut *tx, person_id, key, E::ENTRY.name, &hash, &body, now).await?;
    }
    tx.commit().await?;
    Ok(body)
}

/// Takes the key. A call that was just refused lets go of it only when its connection is back in the pool, so a busy
/// key is asked for again before the caller is told to wait.
async fn take_key(tx: &mut Tx, person_id: Uuid, key: &str) -> Answer<bool> {
    for pause in [5, 15, 40, 100] {
        if sql::lock_key(&mut **tx, person_id, key).await? {
            return Ok(true);
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    Ok(sql::lock_key(&mut **tx, person_id, key).await?)
}

/// The key of the call. Clients of the specification alone send none, and are not protected against repeats.
fn key(headers: &HeaderMap) -> Result<Option<String>, Code> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let key = value.to_str().map_err(|_| Code::KeyInvalid)?;
    let visible = (1..=200).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if visible { Ok(Some(key.to_owned())) } else { Err(Code::KeyInvalid) }
}

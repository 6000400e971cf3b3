//! Webhooks: addresses of companies that the portal calls when something happened (docs/domain/webhooks.md). The events are
//! written by `facts::record`.

use gridbill_core::endpoint::Nothing;
use gridbill_core::list::Sort;
use gridbill_core::webhooks::{
    self as core, CreateWebhookRequest, MAX_REPLAYED, MAX_WEBHOOKS, NextStep, ROTATION_SECONDS, ReplayWebhookRequest,
    STORED_DAYS, SetWebhookRequest, TEST_TYPE, WebhookData, WebhookDeliveriesRequest, WebhookDelivery,
    WebhookDisabledReason, WebhookFact, WebhookObject, WebhookReplayed, WebhookRequest, WebhookSecret,
    WebhookTestResult, Webhooks, WebhooksRequest, check_address, check_events, check_range,
};
use gridbill_core::{Code, Page, Problem};
use uuid::Uuid;

use crate::accounts::bulk;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Customer;
use crate::endpoint::{Mount, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list as lists;
use crate::outbound::OutboundError;

pub mod deliver;
mod limits;
mod list;
pub mod send;
pub mod sign;
mod sql;

use list::Deliveries;
use send::{Message, SealedKeys, earlier_keys, send};
use sign::Keys;
use sql::StoredWebhook;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetWebhooks, get)
        .json(core::CreateWebhook, create)
        .json(core::SetWebhook, set)
        .json(core::RotateWebhook, rotate)
        .json(core::TestWebhook, test)
        .json(core::ReplayWebhook, replay)
        .json(core::DeleteWebhook, delete)
        .json(core::GetWebhookDeliveries, deliveries)
}

async fn get(app: App, who: Customer, _: WebhooksRequest) -> Answer<Webhooks> {
    let items = sql::webhooks(&app.pool, &who.bulk_id, app.now()).await?;
    Ok(Webhooks { items, limit: MAX_WEBHOOKS, choices: core::choices(who.person.language) })
}

/// Adds a webhook. Its address is resolved before the transaction.
async fn create(app: App, who: Customer, request: CreateWebhookRequest) -> Answer<WebhookSecret> {
    let address = check_address(&request.address)?;
    let events = check_events(&request.events)?;
    rate_limit::enforce(&app.auth, limits::CREATED, who.bulk_id.as_str()).await?;
    app.outbound.check(address).await.map_err(|error| {
        let code = match error {
            OutboundError::Refused => Code::WebhookAddressRefused,
            _ => Code::WebhookAddressUnknown,
        };
        Problem::at("address", code)
    })?;
    let (webhook_id, keys) = (app.random.uuid(), Keys::generate(&app.random));
    let (sealed, public_key) = (keys.seal(&app.auth, &app.random, webhook_id)?, keys.public_key()?);
    let mut tx = bulk::begin_change(&app, &who).await?;
    if sql::count(&mut tx, &who.bulk_id).await? >= MAX_WEBHOOKS {
        return Err(Problem::new(Code::WebhooksTooMany).with("limit", MAX_WEBHOOKS).into());
    }
    let new = sql::NewWebhook {
        webhook_id,
        address,
        events: &events,
        keys: &sealed,
        public_key: &public_key,
        created_by: who.person.person_id,
        created_at: app.now(),
    };
    sql::add(&mut tx, &who.bulk_id, &new).await?;
    let fact = WebhookFact::WebhookCreated { webhook_id: webhook_id.to_string(), events };
    record(&app, &mut tx, &who, fact, address).await?;
    tx.commit().await?;
    Ok(WebhookSecret { webhook_id: webhook_id.to_string(), secret: keys.secret(), public_key })
}

/// Changes the events, and switches a webhook off or on.
async fn set(app: App, who: Customer, request: SetWebhookRequest) -> Answer<Nothing> {
    let after = check_events(&request.events)?;
    let (mut tx, found) = begin_change(&app, &who, &request.webhook_id).await?;
    let (id, webhook_id) = (found.webhook_id, found.webhook_id.to_string());
    let before = found.known_events();
    if before != after {
        sql::set_events(&mut tx, &who.bulk_id, id, &after).await?;
        let fact = WebhookFact::WebhookChanged { webhook_id: webhook_id.clone(), before, after };
        record(&app, &mut tx, &who, fact, &found.address).await?;
    }
    match (found.disabled_reason, request.is_enabled) {
        (None, false) => {
            let reason = WebhookDisabledReason::ByUser;
            sql::set_disabled(&mut tx, &who.bulk_id, id, Some(reason), app.now()).await?;
            let fact = WebhookFact::WebhookDisabled { webhook_id, reason };
            record(&app, &mut tx, &who, fact, &found.address).await?;
        }
        (Some(_), true) => {
            sql::set_disabled(&mut tx, &who.bulk_id, id, None, app.now()).await?;
            sql::restart_waiting(&mut tx, &who.bulk_id, id, app.now()).await?;
            record(&app, &mut tx, &who, WebhookFact::WebhookEnabled { webhook_id }, &found.address).await?;
        }
        (None, true) | (Some(_), false) => {}
    }
    tx.commit().await?;
    Ok(Nothing {})
}

/// Replaces the keys. Deliveries are also signed with each earlier key for a day after it was replaced, so that the receiver can
/// change its secret meanwhile.
async fn rotate(app: App, who: Customer, request: WebhookRequest) -> Answer<WebhookSecret> {
    let webhook_id = id(&request.webhook_id)?;
    rate_limit::enforce(&app.auth, limits::ROTATIONS, &format!("{} {webhook_id}", who.bulk_id.as_str())).await?;
    let (mut tx, found) = begin_change(&app, &who, &request.webhook_id).await?;
    let keys = Keys::generate(&app.random);
    let (sealed, public_key) = (keys.seal(&app.auth, &app.random, found.webhook_id)?, keys.public_key()?);
    let (now, until) = (app.now(), app.now().plus_seconds(ROTATION_SECONDS));
    sql::rotate(&mut tx, &who.bulk_id, found.webhook_id, &sealed, &public_key, (now, until)).await?;
    let webhook_id = found.webhook_id.to_string();
    let fact = WebhookFact::WebhookSecretRotated { webhook_id: webhook_id.clone(), until };
    record(&app, &mut tx, &who, fact, &found.address).await?;
    tx.commit().await?;
    Ok(WebhookSecret { webhook_id, secret: keys.secret(), public_key })
}

/// Sends a test event outside the outbox, and returns the receiver's answer. Works for a disabled webhook, too, so that a
/// user can try it before enabling it.
async fn test(app: App, who: Customer, request: WebhookRequest) -> Answer<WebhookTestResult> {
    let webhook_id = id(&request.webhook_id)?;
    let webhook = sql::webhook(&app.pool, &who.bulk_id, webhook_id).await?.ok_or(Code::WebhookNotFound)?;
    rate_limit::enforce(&app.auth, limits::TESTS, who.bulk_id.as_str()).await?;
    let sealed = SealedKeys {
        keys: &webhook.keys,
        earlier: earlier_keys(
            (webhook.earlier_keys.as_ref(), webhook.earlier_until),
            (&webhook.older_keys, &webhook.older_until),
        ),
    };
    let data = WebhookData {
        object: WebhookObject::Webhook,
        ids: vec![webhook_id.to_string()],
        count: None,
        state: "tested".to_owned(),
        related: Vec::new(),
    };
    let message = Message {
        bulk_id: &who.bulk_id,
        webhook_id,
        event_id: app.random.uuid(),
        event_type: TEST_TYPE,
        sequence: 0,
        data,
        happened_at: app.now(),
    };
    let sent = send(&app, &webhook.address, &sealed, message).await?;
    sql::set_tested(&app.pool, &who.bulk_id, webhook_id, app.now()).await?;
    Ok(WebhookTestResult {
        is_delivered: sent.result.next_step(1, 0) == NextStep::Delivered,
        status: sent.status(),
        failure: sent.failure(),
        milliseconds: sent.milliseconds.into(),
        answer: sent.answer,
    })
}

/// Sends one event or a range again. The worker delivers them.
async fn replay(app: App, who: Customer, request: ReplayWebhookRequest) -> Answer<WebhookReplayed> {
    rate_limit::enforce(&app.auth, limits::REPLAYS, who.bulk_id.as_str()).await?;
    let (now, bulk_id) = (app.now(), &who.bulk_id);
    let (mut tx, found) = begin_change(&app, &who, &request.webhook_id).await?;
    let events = if let Some(event_id) = &request.event_id {
        let unknown = || Problem::new(Code::WebhookEventNotFound).with("days", STORED_DAYS);
        let event_id = event(event_id).ok_or_else(unknown)?;
        if !sql::replay_one(&mut tx, bulk_id, found.webhook_id, event_id, now).await? {
            return Err(unknown().into());
        }
        1
    } else {
        let range = check_range(request.from, request.to, now)?;
        let count = sql::count_range(&mut tx, bulk_id, found.webhook_id, range, request.only_failed).await?;
        if count > MAX_REPLAYED {
            let too_many = Problem::new(Code::WebhookReplayTooMany).with("count", count).with("limit", MAX_REPLAYED);
            return Err(too_many.into());
        }
        let replayed = sql::replay_range(&mut tx, bulk_id, found.webhook_id, range, request.only_failed, now).await?;
        i64::try_from(replayed).unwrap_or(i64::MAX)
    };
    if events > 0 {
        let fact = WebhookFact::WebhookReplayed { webhook_id: found.webhook_id.to_string(), events };
        record(&app, &mut tx, &who, fact, &found.address).await?;
    }
    tx.commit().await?;
    Ok(WebhookReplayed { events })
}

async fn delete(app: App, who: Customer, request: WebhookRequest) -> Answer<Nothing> {
    let (mut tx, found) = begin_change(&app, &who, &request.webhook_id).await?;
    sql::delete(&mut tx, &who.bulk_id, found.webhook_id, app.now()).await?;
    let fact = WebhookFact::WebhookDeleted { webhook_id: found.webhook_id.to_string() };
    record(&app, &mut tx, &who, fact, &found.address).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn deliveries(app: App, who: Customer, request: WebhookDeliveriesRequest) -> Answer<Page<WebhookDelivery>> {
    let webhook_id = request.webhook_id.as_deref().map(id).transpose()?;
    let deliveries = Deliveries { bulk_id: &who.bulk_id, webhook_id, state: request.state };
    lists::page(&app.pool, &deliveries, Sort::default(), request.page()).await
}

/// Deletes events that are older than a month, and deleted webhooks without events.
pub async fn delete_expired(app: &App) -> Answer<()> {
    let mut connection = app.pool.acquire().await?;
    sql::delete_old(&mut connection, app.now().plus_seconds(-STORED_DAYS * 86_400)).await?;
    Ok(())
}

fn id(text: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(text.trim()).map_err(|_| Code::WebhookNotFound)
}

/// Reads the id of an event as receivers and users see it.
fn event(text: &str) -> Option<Uuid> {
    Uuid::parse_str(text.trim().strip_prefix("evt_")?).ok()
}

/// Begins a change of a webhook, and locks it.
async fn begin_change(app: &App, who: &Customer, webhook_id: &str) -> Answer<(Tx, StoredWebhook)> {
    let mut tx = bulk::begin_change(app, who).await?;
    let found = sql::lock(&mut tx, &who.bulk_id, id(webhook_id)?).await?.ok_or(Code::WebhookNotFound)?;
    Ok((tx, found))
}

/// Returns the host of an address, which facts name. The rest may contain a secret of the receiver.
fn host_of(address: &str) -> String {
    let host = reqwest::Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_default()
}

async fn record(app: &App, tx: &mut Tx, who: &Customer, fact: WebhookFact, address: &str) -> Answer<()> {
    let host = host_of(address);
    let entry = Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, &host);
    facts::record(&app.context(), tx, entry).await
}

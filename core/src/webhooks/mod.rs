//! Webhooks: the portal calls addresses of a company when something happened (docs/domain/webhooks.md). Deliveries follow
//! Standard Webhooks 1.0.

use crate::endpoint::Nothing;
use crate::number::BulkId;
use crate::{Code, Instant, Language, Page, Problem};

mod attempt;
mod event;
mod fact;

pub use attempt::{
    AttemptResult, MAX_RETRY_AFTER_SECONDS, NextStep, RETRY_SECONDS, WebhookDisabledReason, WebhookFailure,
};
pub use event::{
    TEST_TYPE, WebhookData, WebhookEvent, WebhookEventType, WebhookObject, WebhookPayload, WebhookReference,
};
pub use fact::WebhookFact;

endpoints! {
    /// Lists the webhooks of a company.
    GetWebhooks = Get "/portal/api/v1/Webhooks/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount) reads(Team): Json (WebhooksRequest) -> Webhooks;
    /// Adds a webhook. The answer has its secret, which is never shown again.
    CreateWebhook = Post "/portal/api/v1/Webhooks/Create/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, ChoiceRequired, WebhookAddressInvalid, WebhookAddressRefused,
            WebhookAddressUnknown, WebhookEventsRequired, WebhooksTooMany)
        changes(Team): Json (CreateWebhookRequest) -> WebhookSecret;
    /// Changes the events of a webhook, switches it off, or enables it again. Events that waited are then delivered.
    SetWebhook = Post "/portal/api/v1/Webhooks/Set"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ChoiceRequired, WebhookEventsRequired, WebhookNotFound)
        changes(Team): Json (SetWebhookRequest) -> Nothing;
    /// Replaces the secret of a webhook. For 24 hours, deliveries are signed with the earlier secret, too.
    RotateWebhook = Post "/portal/api/v1/Webhooks/Rotate"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, WebhookNotFound)
        changes(Team): Json (WebhookRequest) -> WebhookSecret;
    /// Sends a test event to a webhook at once, and returns the receiver's answer.
    TestWebhook = Post "/portal/api/v1/Webhooks/Test"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, WebhookNotFound)
        changes(Team): Json (WebhookRequest) -> WebhookTestResult;
    /// Sends one event, or the events of a range of time, to a webhook again, with the same ids.
    ReplayWebhook = Post "/portal/api/v1/Webhooks/Replay"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, WebhookNotFound, WebhookEventNotFound, WebhookRangeInvalid,
            WebhookReplayTooMany)
        changes(Team): Json (ReplayWebhookRequest) -> WebhookReplayed;
    /// Deletes a webhook. Events that were not delivered are not sent.
    DeleteWebhook = Post "/portal/api/v1/Webhooks/Delete"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(WebhookNotFound)
        changes(Team): Json (WebhookRequest) -> Nothing;
    /// Lists the events of a company's webhooks with the last answer to each, the newest first.
    GetWebhookDeliveries = Post "/portal/api/v1/Webhooks/Deliveries/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount)
        refuses(ChoiceRequired, WebhookNotFound)
        reads(Team): Json (WebhookDeliveriesRequest) -> Page<WebhookDelivery>;
}

lists! {
    /// The events of webhooks with the last answer to each.
    webhookDeliveries = GetWebhookDeliveries of WebhookDelivery {
        show => state,
    }
}

/// Maximum webhooks of a company. Each event is delivered to each of them.
pub const MAX_WEBHOOKS: i64 = 5;
/// Maximum characters of an address.
pub const MAX_ADDRESS_LENGTH: usize = 500;
/// Seconds for which deliveries are also signed with the earlier secret.
pub const ROTATION_SECONDS: i64 = 24 * 3600;
/// Days for which events and the answers to them are stored.
pub const STORED_DAYS: i64 = 30;
/// Maximum events that one replay sends again.
pub const MAX_REPLAYED: i64 = 10_000;
/// Bytes of a receiver's answer that are read and stored.
pub const MAX_ANSWER_BYTES: usize = 1024;
/// Deliveries to one webhook at the same time, so that a slow receiver delays no other.
pub const MAX_AT_ONCE: i64 = 4;

page_requests! {
    /// Asks for a page of events of webhooks.
    pub struct WebhookDeliveriesRequest {
        pub id: BulkId,
        /// Only events of this webhook.
        #[serde(default)]
        pub webhook_id: Option<String>,
        /// Only events in this state.
        #[serde(default)]
        pub state: Option<WebhookEventState>,
    }
}

wire! {
    /// Whether an event was delivered to a webhook.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum WebhookEventState {
        /// It is going to be sent, for the first time or again.
        Waiting,
        /// The receiver accepted it.
        Delivered,
        /// It is not sent again, unless a user asks for it.
        Failed,
    }

    /// The bulk account.
    pub struct WebhooksRequest {
        pub id: BulkId,
    }

    /// A webhook of a bulk account.
    pub struct WebhookRequest {
        pub id: BulkId,
        pub webhook_id: String,
    }

    /// A new webhook.
    pub struct CreateWebhookRequest {
        pub id: BulkId,
        /// The address that is called, which begins with `https://`.
        pub address: String,
        /// The events that it receives.
        pub events: Vec<WebhookEventType>,
    }

    /// The events of a webhook, and whether it receives them.
    pub struct SetWebhookRequest {
        pub id: BulkId,
        pub webhook_id: String,
        pub events: Vec<WebhookEventType>,
        pub is_enabled: bool,
    }

    /// One event, or those of a range of time.
    pub struct ReplayWebhookRequest {
        pub id: BulkId,
        pub webhook_id: String,
        /// The event. Left out for a range.
        #[serde(default)]
        pub event_id: Option<String>,
        /// The begin of the range.
        #[serde(default)]
        pub from: Option<Instant>,
        /// The end of the range, which does not belong to it; now, if left out.
        #[serde(default)]
        pub to: Option<Instant>,
        /// Only events that were not delivered.
        #[serde(default)]
        pub only_failed: bool,
    }

    /// The number of events that are sent again.
    pub struct WebhookReplayed {
        pub events: i64,
    }

    /// The webhooks of a company.
    pub struct Webhooks {
        /// In the order in which they were added.
        pub items: Vec<Webhook>,
        /// Maximum webhooks.
        pub limit: i64,
        /// The events that a webhook can receive, in the reader's language.
        pub choices: Vec<WebhookEventChoice>,
    }

    /// An event that a webhook can receive.
    pub struct WebhookEventChoice {
        pub event: WebhookEventType,
        pub title: String,
    }

    /// A webhook of a company.
    pub struct Webhook {
        pub webhook_id: String,
        pub address: String,
        /// The chosen events, in the order of the enum.
        pub events: Vec<WebhookEventType>,
        /// The Ed25519 key for signatures `v1a`: `whpk_` and 32 bytes in base64.
        pub public_key: String,
        pub created_by: String,
        pub created_at: Instant,
        /// When the earlier secret ends; none unless the secret was replaced in the last 24 hours.
        pub earlier_secret_until: Option<Instant>,
        pub disabled_at: Option<Instant>,
        pub disabled_reason: Option<WebhookDisabledReason>,
        /// Since when deliveries fail; none if the last one was accepted.
        pub failing_since: Option<Instant>,
        /// Events that wait to be sent.
        pub waiting: i64,
        /// Events of the last 30 days that failed.
        pub failed: i64,
        pub last_delivered_at: Option<Instant>,
    }

    /// A webhook with its secret.
    pub struct WebhookSecret {
        pub webhook_id: String,
        /// The secret for signatures `v1`: `whsec_` and 32 bytes in base64. It is shown once.
        pub secret: String,
        /// The Ed25519 key for signatures `v1a`.
        pub public_key: String,
    }

    /// The answer to a test event.
    pub struct WebhookTestResult {
        pub is_delivered: bool,
        /// The HTTP status; none if there was no answer.
        pub status: Option<i32>,
        pub failure: Option<WebhookFailure>,
        /// The begin of the answer.
        pub answer: Option<String>,
        pub milliseconds: i64,
    }

    /// An event of a webhook, with the last answer.
    pub struct WebhookDelivery {
        /// The id in the header `webhook-id`.
        pub event_id: String,
        pub webhook_id: String,
        pub address: String,
        /// The name of the type, which a newer version of the portal may have added.
        pub event_type: String,
        /// The objects that it is about, separated by commas.
        pub object_ids: String,
        pub created_at: Instant,
        pub state: WebhookEventState,
        pub attempts: i32,
        pub next_attempt_at: Option<Instant>,
        pub last_attempt_at: Option<Instant>,
        /// The HTTP status of the last answer.
        pub status: Option<i32>,
        pub failure: Option<WebhookFailure>,
        /// The begin of the last answer.
        pub answer: Option<String>,
        pub milliseconds: Option<i32>,
    }
}

impl WebhookEventState {
    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

impl WebhookFailure {
    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AddressRefused => "addressRefused",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timedOut",
        }
    }
}

impl WebhookDisabledReason {
    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::ByUser => "byUser",
            Self::Gone => "gone",
            Self::Exhausted => "exhausted",
        }
    }
}

/// Checks the chosen events, and returns each once, in the order of the enum.
/// Fails with [`Code::WebhookEventsRequired`] at `events`.
pub fn check_events(events: &[WebhookEventType]) -> Result<Vec<WebhookEventType>, Problem> {
    let chosen: Vec<_> = WebhookEventType::ALL.iter().copied().filter(|event| events.contains(event)).collect();
    if chosen.is_empty() { Err(Problem::at("events", Code::WebhookEventsRequired)) } else { Ok(chosen) }
}

/// Checks the length of an address, and returns it without spaces around it. The server checks its parts and where it
/// leads. Fails with [`Code::WebhookAddressInvalid`] at `address`.
pub fn check_address(address: &str) -> Result<&str, Problem> {
    let address = address.trim();
    let is_plain = address.chars().all(|character| character.is_ascii_graphic()) && !address.contains('#');
    if address.is_empty() || address.len() > MAX_ADDRESS_LENGTH || !is_plain {
        let refused = Problem::new(Code::WebhookAddressInvalid).with("limit", MAX_ADDRESS_LENGTH);
        return Err(Problem::at("address", refused));
    }
    Ok(address)
}

/// Returns the time range of a replay.
/// Fails with [`Code::WebhookRangeInvalid`] at `from`, if it is missing or not before the end.
pub fn check_range(from: Option<Instant>, to: Option<Instant>, now: Instant) -> Result<(Instant, Instant), Problem> {
    let to = to.unwrap_or(now);
    from.filter(|from| *from < to).map(|from| (from, to)).ok_or(Problem::at("from", Code::WebhookRangeInvalid))
}

/// Returns the text that is signed: id, time in seconds, and body.
#[must_use]
pub fn signed_content(id: &str, timestamp: i64, body: &str) -> String {
    format!("{id}.{timestamp}.{body}")
}

/// Returns the events that a webhook can receive.
#[must_use]
pub fn choices(language: Language) -> Vec<WebhookEventChoice> {
    let choice =
        |event: &WebhookEventType| WebhookEventChoice { event: *event, title: event.word(language).to_owned() };
    WebhookEventType::ALL.iter().map(choice).collect()
}

/// Joins the words of events.
pub(crate) fn event_words(events: &[WebhookEventType], language: Language) -> String {
    events.iter().map(|event| event.word(language)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_stored_once_in_one_order() {
        let chosen =
            check_events(&[WebhookEventType::BillsDue, WebhookEventType::PaymentPaid, WebhookEventType::BillsDue]);
        assert_eq!(chosen, Ok(vec![WebhookEventType::PaymentPaid, WebhookEventType::BillsDue]));
        assert_eq!(check_events(&[]).expect_err("none").fields[0].1.code, Code::WebhookEventsRequired);
    }

    #[test]
    fn an_address_is_short_plain_text() {
        assert_eq!(check_address(" https://a.example/b?c=d "), Ok("https://a.example/b?c=d"));
        let long = format!("https://a.example/{}", "a".repeat(MAX_ADDRESS_LENGTH));
        for refused in ["", "  ", "https://a.example/b c", "https://a.example/\u{e9}", "https://a.example/#b", &long] {
            assert!(check_address(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_range_begins_before_its_end() {
        let now = Instant::from(chrono::DateTime::from_timestamp(1_000, 0).expect("a time"));
        let earlier = now.plus_seconds(-1);
        assert_eq!(check_range(Some(earlier), None, now), Ok((earlier, now)));
        for (from, to) in [(None, None), (Some(now), None), (Some(now), Some(earlier)), (None, Some(now))] {
            assert!(check_range(from, to, now).is_err());
        }
    }

    #[test]
    fn the_id_the_time_and_the_body_are_signed() {
        assert_eq!(signed_content("msg_1", 1_764_300_000, "{\"a\":1}"), "msg_1.1764300000.{\"a\":1}");
    }

    #[test]
    fn each_event_can_be_chosen_by_its_words() {
        for language in Language::ALL {
            let choices = choices(language);
            assert!(choices.iter().map(|choice| choice.event).eq(WebhookEventType::ALL.iter().copied()));
            let titles: std::collections::BTreeSet<_> = choices.iter().map(|choice| &choice.title).collect();
            assert_eq!(titles.len(), choices.len());
        }
    }
}

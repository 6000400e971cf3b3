//! Events of the endpoints of a company.

use serde::{Deserialize, Serialize};

use super::{WebhookDisabledReason, WebhookEventType, event_words};
use crate::audience::Recipients;
use crate::permission::{Action, Area, Scope};
use crate::{Instant, Language};

/// An event of an endpoint, with its data. The fact is about the host of its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum WebhookFact {
    /// A user added the endpoint.
    WebhookCreated {
        /// The endpoint's id.
        webhook_id: String,
        /// The chosen events.
        events: Vec<WebhookEventType>,
    },
    /// A user chose other events.
    WebhookChanged {
        /// The endpoint's id.
        webhook_id: String,
        /// The events before.
        before: Vec<WebhookEventType>,
        /// The events now.
        after: Vec<WebhookEventType>,
    },
    /// The endpoint was disabled: by a user, or by the portal because of its answers.
    WebhookDisabled {
        /// The endpoint's id.
        webhook_id: String,
        /// The reason.
        reason: WebhookDisabledReason,
    },
    /// A user enabled the endpoint again.
    WebhookEnabled {
        /// The endpoint's id.
        webhook_id: String,
    },
    /// A user replaced the secret.
    WebhookSecretRotated {
        /// The endpoint's id.
        webhook_id: String,
        /// When the earlier secret ends.
        until: Instant,
    },
    /// A user sent events again.
    WebhookReplayed {
        /// The endpoint's id.
        webhook_id: String,
        /// The number of events.
        events: i64,
    },
    /// A user deleted the endpoint.
    WebhookDeleted {
        /// The endpoint's id.
        webhook_id: String,
    },
}

impl WebhookFact {
    /// Notifies the users who manage endpoints, also by e-mail, when the portal disabled one: events wait until they act.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::WebhookDisabled {
                reason: WebhookDisabledReason::Gone | WebhookDisabledReason::Exhausted, ..
            } => Recipients {
                customers: Some(Scope { area: Area::ManageUser, action: Action::View }),
                is_security: true,
                ..Recipients::NONE
            },
            Self::WebhookDisabled { reason: WebhookDisabledReason::ByUser, .. }
            | Self::WebhookCreated { .. }
            | Self::WebhookChanged { .. }
            | Self::WebhookEnabled { .. }
            | Self::WebhookSecretRotated { .. }
            | Self::WebhookReplayed { .. }
            | Self::WebhookDeleted { .. } => Recipients::NONE,
        }
    }

    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::WebhookCreated { .. } => {
                say!(language, "The webhook to {about} was added.", "Webhook ke {about} telah ditambah.")
            }
            Self::WebhookChanged { after, .. } => {
                let events = event_words(after, language);
                say!(
                    language,
                    "The events of the webhook to {about} were changed: {events}.",
                    "Peristiwa webhook ke {about} telah diubah: {events}."
                )
            }
            Self::WebhookDisabled { reason: WebhookDisabledReason::ByUser, .. } => {
                say!(language, "The webhook to {about} was switched off.", "Webhook ke {about} telah dimatikan.")
            }
            Self::WebhookDisabled { reason: WebhookDisabledReason::Gone, .. } => say!(
                language,
                "The webhook to {about} was disabled, because the receiver answered that it no longer exists.",
                "Webhook ke {about} telah dinyahaktifkan kerana penerima menjawab bahawa ia tidak lagi wujud."
            ),
            Self::WebhookDisabled { reason: WebhookDisabledReason::Exhausted, .. } => say!(
                language,
                "The webhook to {about} was disabled, because all attempts to deliver an event failed for three days.",
                "Webhook ke {about} telah dinyahaktifkan kerana semua percubaan menghantar peristiwa gagal selama tiga hari."
            ),
            Self::WebhookEnabled { .. } => say!(
                language,
                "The webhook to {about} was enabled again.",
                "Webhook ke {about} telah diaktifkan semula."
            ),
            Self::WebhookSecretRotated { until, .. } => {
                let until = until.shown(language);
                say!(
                    language,
                    "The secret of the webhook to {about} was replaced. The earlier one is valid until {until}.",
                    "Rahsia webhook ke {about} telah diganti. Rahsia terdahulu sah sehingga {until}."
                )
            }
            Self::WebhookReplayed { events, .. } => say_count!(
                language,
                events = *events,
                "{events} event is sent to the webhook {about} again."
                    / "{events} events are sent to the webhook {about} again.",
                "{events} peristiwa dihantar semula ke webhook {about}."
            ),
            Self::WebhookDeleted { .. } => {
                say!(language, "The webhook to {about} was deleted.", "Webhook ke {about} telah dipadam.")
            }
        }
    }
}

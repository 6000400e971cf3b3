//! The list of events of webhooks, with the last attempt to deliver each.

use gridbill_core::number::BulkId;
use gridbill_core::webhooks::{WebhookDelivery, WebhookEventState};
use uuid::Uuid;

use crate::list::{Filter, Key, List, NewestFirst, columns};

/// The events of the webhooks of a bulk account that are not deleted.
pub struct Deliveries<'a> {
    pub bulk_id: &'a BulkId,
    pub webhook_id: Option<Uuid>,
    pub state: Option<WebhookEventState>,
}

impl List for Deliveries<'_> {
    type Row = WebhookDelivery;
    type By = NewestFirst;
    const NAME: &'static str = "webhookDeliveries";
    const FROM: (&'static str, &'static str) = ("webhook_event", "e");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("e.created_at", "timestamptz"), Key::new("e.webhook_id", "uuid"), Key::new("e.event_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("e.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and(
            "e.webhook_id in (select k.webhook_id from webhook k where k.bulk_id = {} and k.deleted_at is null)",
            &[&self.bulk_id.as_str()],
        );
        only.and_some("e.webhook_id = {}", self.webhook_id);
        only.and_some("e.state = {}", self.state.map(WebhookEventState::code));
    }
}

columns! { WebhookDelivery, "join webhook w on w.bulk_id = e.bulk_id and w.webhook_id = e.webhook_id
                 left join lateral (select * from webhook_attempt a
                                    where a.bulk_id = e.bulk_id and a.webhook_id = e.webhook_id and a.event_id = e.event_id
                                    order by a.attempt_id desc limit 1) last on true" =>
    event_id: "'evt_' || replace(e.event_id::text, '-', '')",
    webhook_id: "e.webhook_id::text",
    address: "w.address",
    event_type: "e.event_type",
    object_ids: "(select string_agg(id, ', ') from jsonb_array_elements_text(e.data -> 'ids') id)",
    created_at: "e.created_at",
    state: "e.state",
    attempts: "e.attempts",
    next_attempt_at: "case when e.state = 'waiting' and w.disabled_at is null then e.due_at end",
    last_attempt_at: "last.attempted_at",
    status: "last.status",
    failure: "last.failure",
    answer: "last.answer",
    milliseconds: "last.milliseconds",
}

//! Queries of webhooks, their events and the attempts to deliver these.

mod events;
mod webhooks;

pub use events::{
    Attempt, ClaimedEvent, Outcome, claim, count_range, delete_old, finish, log, replay_one, replay_range,
    restart_waiting,
};
pub use webhooks::{
    NewWebhook, StoredWebhook, add, count, delete, lock, rotate, set_disabled, set_events, set_failing, set_tested,
    webhook, webhooks,
};

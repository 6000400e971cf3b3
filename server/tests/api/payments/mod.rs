//! Making payments, following them, and deciding on them.

mod following;
mod groups;
mod making;
mod officers;
mod once;
mod races;
mod reconciliation;
mod refusals;
mod remembered;
mod repeated;
mod scale;
mod searching;
mod staff;
mod turns;

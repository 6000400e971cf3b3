//! Paying bills, and following payments.

mod following;
mod making;
mod once;
mod races;
mod refusals;
mod repeated;
mod scale;
mod searching;
mod turns;

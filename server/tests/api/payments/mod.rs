//! Paying bills, and following payments.

mod following;
mod making;
mod once;
mod races;
mod refusals;
mod scale;

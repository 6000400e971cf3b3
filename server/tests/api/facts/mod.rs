//! What happened is recorded once, told to whom it concerns, and cannot be altered unseen.

mod actors;
mod chain;
mod telling;

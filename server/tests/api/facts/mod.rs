//! Facts: recorded once, sent to the recipients, and protected against alteration.

mod actors;
mod chain;
mod telling;

//! FPX: the portal and the sandbox over the real protocol, and messages that no honest gateway sends.

mod enquiries;
mod hostile;
mod journeys;
mod storm;
mod world;

//! FPX: the portal and the sandbox over the real protocol, and messages that no honest gateway sends.

mod checked;
mod enquiries;
mod hostile;
mod journeys;
mod mutants;
mod pool_of_one;
mod settings;
mod storm;
mod strangers;
pub mod world;

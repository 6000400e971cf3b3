//! FPX: the portal and the sandbox over the real protocol, and messages that no honest gateway sends.

mod banks;
mod checked;
mod enquiries;
mod giving_up;
mod hostile;
mod journeys;
pub mod late;
mod late_races;
mod mutants;
mod pool_of_one;
mod settings;
mod settling;
mod storm;
mod strangers;
pub mod world;

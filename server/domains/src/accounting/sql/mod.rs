//! Queries of exports to accounting.

mod links;
mod numbers;
mod profiles;
mod runs;
mod sources;

pub use links::*;
pub use numbers::*;
pub use profiles::*;
pub use runs::*;
pub use sources::*;

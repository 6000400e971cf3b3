//! The time at which every test begins: a Friday, 12:00 at +08:00.

use gridbill_core::{Day, Instant};

pub fn noon() -> Instant {
    Instant::parse("2026-11-20T04:00:00Z").expect("an instant")
}

pub fn today() -> Day {
    Day::at(noon())
}

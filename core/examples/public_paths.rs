//! Prints the addresses of the public pages as JSON: by them the app knows, before it has loaded any rule, that the
//! small part of the rules is enough.
#![expect(clippy::print_stdout, reason = "it is what this is for")]

use gridbill_core::screen::{Audience, SCREENS};

fn main() {
    let public = SCREENS.iter().filter(|screen| screen.audience == Audience::Public).map(|screen| screen.path);
    println!("{:?}", public.collect::<Vec<_>>());
}

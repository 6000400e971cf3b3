//! Times calls one after the other, as one user makes them.

use std::net::SocketAddr;
use std::time::Instant;

use serde_json::Value;

use crate::wire::{Connection, get, post};
use crate::{Bench, median};

/// The longest time of a list, in milliseconds.
const AIM: f64 = 100.0;

/// Builds a call from a token.
pub type Call = Box<dyn Fn(&str) -> Vec<u8>>;

pub fn posted(path: impl Into<String>, body: Value) -> Call {
    let path = path.into();
    Box::new(move |token| post(&path, token, &body))
}

pub fn asked(path: impl Into<String>) -> Call {
    let path = path.into();
    Box::new(move |token| get(&path, token))
}

/// Times calls by name; the second value says whether staff make the call. The tokens are a customer's and a staff user's.
pub async fn measured(
    bench: &Bench,
    rounds: usize,
    calls: &[(&str, bool, Call)],
    [customer, staff]: [&str; 2],
) -> anyhow::Result<()> {
    let mut slow = Vec::new();
    for (name, is_staff, call) in calls {
        let token = if *is_staff { staff } else { customer };
        let (middle, longest) = time(bench.portal, &call(token), rounds).await?;
        println!("  {name:<58}{middle:>8.1}{longest:>8.1}");
        if middle > AIM {
            slow.push(*name);
        }
    }
    println!("  over {AIM} ms: {}", if slow.is_empty() { "none".to_owned() } else { slow.join(", ") });
    Ok(())
}

async fn time(portal: SocketAddr, call: &[u8], rounds: usize) -> anyhow::Result<(f64, f64)> {
    let mut connection = Connection::open(portal).await?;
    let mut times = Vec::new();
    for _ in 0..rounds {
        let began = Instant::now();
        connection.call(call).await?;
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    let longest = times.iter().copied().fold(0.0, f64::max);
    Ok((median(times), longest))
}

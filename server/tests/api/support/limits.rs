//! Rate limits of calls. Most calls are counted in the database instead of made.

use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint;
use serde_json::Value;

use super::database::run;
use super::{Actor, Portal};

/// A rate limit: the calls that it allows in its window.
#[derive(Clone, Copy)]
pub struct CallLimit {
    pub bucket: &'static str,
    pub calls: i32,
}

/// Checks that the last allowed call of the caller succeeds and the next is refused, and that a caller with another count
/// is not refused.
pub async fn assert_limited<E: Endpoint>(
    portal: &Portal,
    limit: CallLimit,
    (caller, [first, last, extra]): (&Actor, [Value; 3]),
    (other, request): (&Actor, Value),
) {
    let CallLimit { bucket, calls } = limit;
    caller.call_raw::<E>(first).await.expect("the first call");
    let count = format!("update rate set hits = {} where bucket = '{bucket}'", calls - 1);
    run(&mut portal.superuser().await, &count).await;
    caller.call_raw::<E>(last).await.expect("the last call");
    let refused = caller.call_raw::<E>(extra).await.expect_err("one call too many");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyAttempts), "{bucket}");
    other.call_raw::<E>(request).await.expect("another count");
}

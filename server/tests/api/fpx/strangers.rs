//! Messages that anyone can send to the gateway's addresses: they are not accepted, and do not fill database or memory.

use chrono::TimeDelta;
use futures::StreamExt as _;
use gridbill_core::payments::Status;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::world::World;
use crate::support::portal::until;
use crate::support::sql;

const ID: &str = "2611201200000001";

#[tokio::test(flavor = "multi_thread")]
async fn a_bounded_sample_of_unsigned_messages_is_stored() {
    let world = World::start().await;
    let paying = world.make().await;
    let before = world.count_messages().await;
    let bodies = (0..1_100).map(|at| format!("fpx_msgType=AC&fpx_sellerExOrderNo={at}&note={}", "x".repeat(15_000)));
    let sent = futures::stream::iter(bodies).map(async |body| world.post("direct", body).await.0).buffer_unordered(16);
    assert!(sent.collect::<Vec<_>>().await.into_iter().all(|status| status == 400));
    assert_eq!(world.count_messages().await, (before.0, 1_000), "only the sample is stored");
    let query = "select max(length(raw)), min(length(raw)), min(bytes) from fpx_rejected";
    let (longest, shortest, bytes) = sql::row::<(i32, i32, i32)>(world.portal.pool(), query, &[]).await;
    assert_eq!((longest, shortest), (2_048, 2_048));
    assert!(bytes > 15_000, "the sample says how long they were");
    assert!(world.direct(&world.confirmation(&paying, "00", ID).await).await);
    assert_eq!(world.count_messages().await, (before.0 + 1, 1_000), "messages signed by FPX are stored in addition");
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_has_a_rate_and_fpx_has_none() {
    let world = World::with(&["--unsigned-messages-per-address=5"]).await;
    let paying = world.make().await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        answers.push(world.post("direct", "fpx_msgType=AC").await.0);
    }
    assert_eq!(answers, [400, 400, 400, 400, 400, 429, 429, 429]);
    assert_eq!(world.post("indirect", "fpx_msgType=AC").await.0, 429, "both addresses together");
    assert_eq!(world.count_messages().await.1, 5, "and nothing more is stored");
    // FPX may send from the same network without a limit.
    assert!(world.direct(&world.confirmation(&paying, "99", ID).await).await);
    assert!(world.direct(&world.confirmation(&paying, "00", ID).await).await);
    assert_eq!(world.status(&paying).await, Status::Paid);
    world.portal.advance(TimeDelta::minutes(16));
    assert_eq!(world.post("direct", "fpx_msgType=AC").await.0, 400, "until the window is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_message_cannot_be_repeated_into_the_database_for_ever() {
    let world = World::start().await;
    let paying = world.make().await;
    let genuine = world.confirmation(&paying, "51", ID).await;
    assert!(world.direct(&genuine).await);
    let copies = (0..300).map(|at| format!("{}&note={at}{}", genuine.body(), "x".repeat(10_000)));
    let sent = futures::stream::iter(copies).map(async |body| world.post("direct", body).await.2).buffer_unordered(16);
    assert!(sent.collect::<Vec<_>>().await.into_iter().all(|text| text == "OK"), "FPX is answered OK every time");
    let kept = world.verdicts(&paying).await.len();
    // Up to sixteen concurrent messages may see the same count.
    assert!((102..120).contains(&kept), "{kept}");
    assert_eq!(world.count_messages().await.1, 0);
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_beginning_of_a_long_body_is_read() {
    let world = World::start().await;
    let (status, ..) = world.post("direct", vec![b'x'; 3 << 20]).await;
    assert_eq!(status, 400);
    let bytes = sql::value::<i32>(world.portal.pool(), "select bytes from fpx_rejected", &[]).await;
    assert_eq!(bytes, 16 * 1024);
}

/// A truncated body is rejected even if the received part is a whole FPX message, because its sender announced more.
#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_body_is_never_applied() {
    let world = World::start().await;
    let paying = world.make().await;
    let approved = world.confirmation(&paying, "00", ID).await;
    let (signed, _) = world.count_messages().await;
    let body = approved.body();
    let announced = format!("content-length: {}", body.len() + 1);
    let chunked = "transfer-encoding: chunked".to_owned();
    let cut = [
        // The client disconnects in the middle, or before the last byte.
        ("direct", &announced, body[..body.len() / 2].to_owned()),
        ("direct", &announced, body.clone()),
        ("indirect", &announced, body.clone()),
        // After the first chunk comes an invalid one.
        ("direct", &chunked, format!("{:x}\r\n{body}\r\nno chunk\r\n", body.len())),
    ];
    for (count, (way, length, sent)) in (1..).zip(cut) {
        let mut client = TcpStream::connect(world.portal.address).await.expect("a connection");
        let head = format!("POST /payments-svc/fpx/{way} HTTP/1.1\r\nhost: portal\r\n{length}\r\n\r\n");
        client.write_all(format!("{head}{sent}").as_bytes()).await.expect("sent");
        client.shutdown().await.expect("gone");
        let what = format!("{count} are kept as no messages");
        until(&what, async || (world.count_messages().await == (signed, count)).then_some(())).await;
        assert_eq!(world.status(&paying).await, Status::PaymentInitiated, "{way}, {length}");
    }
    assert!(world.direct(&approved).await, "the complete message is accepted");
    assert_eq!(world.status(&paying).await, Status::Paid);
    world.holds().await;
}

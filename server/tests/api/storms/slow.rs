//! Thousands of slow clients: pages still answer, and all slow clients are disconnected.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::support::raw::RawClient;
use crate::support::{Portal, either};

/// Timeout in seconds after which a slow client is disconnected.
const TIMEOUT: &str = "4";

/// Acts as one slow client until it is disconnected.
async fn be_slow(address: SocketAddr, number: usize) {
    // Connect no faster than the server accepts. If the backlog overflows, the system drops the last packet of the
    // handshake, and a silent client never notices.
    tokio::time::sleep(Duration::from_millis(2) * u32::try_from(number).expect("a number")).await;
    let Ok(mut stream) = TcpStream::connect(address).await else { return };
    let head = "POST /user-svc/api/v1/User/Login HTTP/1.1\r\nhost: portal\r\ncontent-length: 9999\r\n\r\n";
    let many = "GET /openapi.json HTTP/1.1\r\nhost: portal\r\n\r\n".repeat(100);
    // Send nothing, a head byte by byte, a body byte by byte, or requests without reading the answers.
    let (begin, drip) = match number % 4 {
        0 => ("", ""),
        1 => ("GET / HTTP/1.1\r\nx: ", "x"),
        2 => (head, "x"),
        _ => (many.as_str(), ""),
    };
    if stream.write_all(begin.as_bytes()).await.is_err() {
        return;
    }
    let reads = number % 4 != 3;
    let mut answer = [0; 64];
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        // A client that does not read notices the disconnection only by writing. A blank line is ignored by the server.
        let sent = stream.write_all(if reads { drip } else { "\r\n" }.as_bytes()).await;
        let ended =
            reads && matches!(timeout(Duration::from_millis(1), stream.read(&mut answer)).await, Ok(Ok(0) | Err(_)));
        if sent.is_err() || ended {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_slow_clients_leaves_the_pages_answering() {
    let clients = either(120, 3_000);
    gridbill::connections::descriptors::raise_limit();
    // Without the idle timeout, because it could close the quick client's connection on a busy machine.
    let timeouts = ["--head-timeout", "--body-timeout", "--write-timeout"];
    let flags: Vec<_> = timeouts.iter().flat_map(|name| [*name, TIMEOUT]).collect();
    let flags = [&flags[..], &["--max-connections-per-address", "100000", "--max-connections", "100000"]].concat();
    let portal = Portal::with_people_and(&flags).await;
    let wire = RawClient::to(portal.address);
    let (token, _) = wire.sign_in("viewer@sinar.example").await;
    let bearer = crate::support::raw::bearer(&token);
    let address = portal.address;
    let mut slow: JoinSet<usize> = (0..clients)
        .map(|number| async move {
            be_slow(address, number).await;
            number % 4
        })
        .collect();
    let mut times = Vec::new();
    for _ in 0..either(20, 200) {
        let began = Instant::now();
        for (path, headers) in
            [("/readyz", &[][..]), ("/user-svc/api/v1/User/GetUserProfile", &[("authorization", bearer.as_str())])]
        {
            let answer = timeout(Duration::from_secs(10), wire.send("GET", path, headers, "")).await;
            assert_eq!(answer.expect("an answer despite the slow clients").status, 200, "{path}");
        }
        times.push(began.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    times.sort_unstable();
    println!(
        "{clients} slow clients: two pages p50 {:?}, p99 {:?}",
        times[times.len() / 2],
        times[times.len() * 99 / 100]
    );
    let mut closed = [0; 4];
    let all_closed = timeout(Duration::from_secs(60), async {
        while let Some(kind) = slow.join_next().await {
            closed[kind.expect("a client")] += 1;
        }
    });
    assert!(all_closed.await.is_ok(), "of {clients} slow clients in four equal parts, only {closed:?} were closed");
}

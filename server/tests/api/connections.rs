//! Clients that are slow, greedy or silent, byte by byte on the connection.

use std::net::SocketAddr;
use std::time::Duration;

use socket2::{Domain, Socket, Type};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::Portal;
use crate::support::portal::until;
use crate::support::raw::{RawClient, bearer};

/// Much longer than the timeouts of these tests, and much shorter than the default timeout of a request.
const PATIENCE: Duration = Duration::from_secs(8);

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: portal\r\n\r\n";

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("a connection")
}

/// Sends a request and reads the beginning of the answer.
async fn ask(stream: &mut TcpStream, request: &[u8]) -> String {
    stream.write_all(request).await.expect("sent");
    let mut answer = vec![0; 4_096];
    let count = timeout(PATIENCE, stream.read(&mut answer)).await.expect("neither an answer nor an end");
    String::from_utf8_lossy(&answer[..count.unwrap_or_default()]).into_owned()
}

async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    // A reset counts as closed too.
    timeout(PATIENCE, stream.read_to_end(&mut rest)).await.is_ok()
}

/// Sends bytes slowly until the portal stops reading. Returns whether the portal closed the connection.
async fn is_cut_while_dripping(mut stream: TcpStream, byte: &[u8]) -> bool {
    let dripping = async {
        let mut answer = [0; 1_024];
        loop {
            let sent = stream.write_all(byte).await;
            let read = timeout(Duration::from_millis(40), stream.read(&mut answer)).await;
            if sent.is_err() || matches!(read, Ok(Ok(0) | Err(_))) {
                return;
            }
        }
    };
    timeout(PATIENCE, dripping).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_two_hosts_is_refused() {
    let portal = Portal::start().await;
    let mut stream = connect(portal.address).await;
    let two = b"GET /healthz HTTP/1.1\r\nhost: portal\r\nhost: elsewhere\r\n\r\n";
    let answer = ask(&mut stream, two).await;
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("more than one Host"), "{answer}");
    assert!(ask(&mut stream, HEALTH).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_request_head_closes_the_connection() {
    let portal = Portal::with(&["--head-timeout", "0.5"]).await;
    let mut silent = connect(portal.address).await;
    let mut half = connect(portal.address).await;
    half.write_all(&HEALTH[..20]).await.expect("sent");
    let mut after_another = connect(portal.address).await;
    assert!(ask(&mut after_another, HEALTH).await.starts_with("HTTP/1.1 200"));
    after_another.write_all(&HEALTH[..20]).await.expect("sent");
    let mut dripping = connect(portal.address).await;
    dripping.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await.expect("sent");
    let dripping = tokio::spawn(is_cut_while_dripping(dripping, b"x"));
    assert!(is_closed(&mut silent).await, "nothing was sent");
    assert!(is_closed(&mut half).await, "half a head was sent");
    assert!(is_closed(&mut after_another).await, "half of a second head was sent");
    assert!(dripping.await.expect("done"), "a head byte by byte");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_has_its_own_timeout() {
    let portal = Portal::with(&["--head-timeout", "0.5"]).await;
    let mut idle = connect(portal.address).await;
    assert!(ask(&mut idle, HEALTH).await.starts_with("HTTP/1.1 200"));
    sleep(Duration::from_millis(1_500)).await;
    assert!(ask(&mut idle, HEALTH).await.starts_with("HTTP/1.1 200"), "an idle connection is not a slow head");
    let portal = Portal::with(&["--idle-timeout", "0.5"]).await;
    let mut idle = connect(portal.address).await;
    assert!(ask(&mut idle, HEALTH).await.starts_with("HTTP/1.1 200"));
    assert!(is_closed(&mut idle).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_byte_by_byte_closes_the_connection() {
    let portal = Portal::with(&["--body-timeout", "0.5"]).await;
    for path in ["/user-svc/api/v1/User/Login", "/payments-svc/fpx/direct", "/account-svc/api/v1/Account/Anything"] {
        let mut stream = connect(portal.address).await;
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: portal\r\nx-session: cookie\r\ncontent-length: 100000\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        assert!(is_cut_while_dripping(stream, b"x").await, "{path}");
    }
    // In small parts, but fast enough.
    let mut stream = connect(portal.address).await;
    let body = format!(r#"{{"username":"nobody@sinar.example","password":"{}"}}"#, "x".repeat(6_000));
    let head =
        format!("POST /user-svc/api/v1/User/Login HTTP/1.1\r\nhost: portal\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.expect("sent");
    let (first, last) = body.as_bytes().split_at(body.len() - 1);
    for part in first.chunks(600) {
        stream.write_all(part).await.expect("sent");
        sleep(Duration::from_millis(150)).await;
    }
    assert!(ask(&mut stream, last).await.starts_with("HTTP/1.1 4"), "refused with an answer, not disconnected");
}

/// Connects with a small receive buffer, so that the portal's send buffer fills quickly.
async fn narrow(address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_recv_buffer_size(8 << 10).expect("narrow");
    socket.connect(&address.into()).expect("a connection");
    socket.set_nonblocking(true).expect("set");
    TcpStream::from_std(socket.into()).expect("a stream")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_disconnected() {
    const REQUESTS: usize = 60;
    let portal = Portal::with(&["--write-timeout", "0.5"]).await;
    let document = RawClient::to(portal.address).send("GET", "/openapi.json", &[], "").await.body.len();
    let requests = b"GET /openapi.json HTTP/1.1\r\nhost: portal\r\n\r\n".repeat(REQUESTS);
    let mut reading = narrow(portal.address).await;
    reading.write_all(&requests).await.expect("sent");
    let mut answers = vec![0; document * REQUESTS];
    let read = timeout(Duration::from_secs(60), reading.read_exact(&mut answers)).await.expect("goes on");
    assert!(read.is_ok(), "a client that reads gets the whole answer, however long it takes");
    let mut stalled = narrow(portal.address).await;
    stalled.write_all(&requests).await.expect("sent");
    sleep(Duration::from_secs(3)).await;
    let read = timeout(PATIENCE, stalled.read_exact(&mut answers)).await.expect("neither answers nor an end");
    assert!(read.is_err(), "all {} bytes came, {REQUESTS} times", document);
}

async fn open_stream(address: SocketAddr, token: &str) -> (TcpStream, String) {
    let mut stream = connect(address).await;
    let request = format!(
        "GET /portal/api/v1/Live HTTP/1.1\r\nhost: portal\r\nx-forwarded-for: 203.0.113.7\r\nauthorization: {}\r\n\r\n",
        bearer(token)
    );
    let answer = ask(&mut stream, request.as_bytes()).await;
    (stream, answer)
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_address_are_limited() {
    let portal = Portal::with_people_and(&["--max-connections-per-address", "4"]).await;
    let (token, _) = RawClient::to(portal.address).sign_in("viewer@sinar.example").await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let (stream, answer) = open_stream(portal.address, &token).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "an idle connection is closed for a new one: {answer}");
        streams.push(stream);
    }
    let mut refused = connect(portal.address).await;
    let answer = ask(&mut refused, HEALTH).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(is_closed(&mut refused).await);
    drop(streams.pop());
    until("a connection is free again", async || {
        let answer = ask(&mut connect(portal.address).await, HEALTH).await;
        answer.starts_with("HTTP/1.1 200").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_may_open_more() {
    let flags = ["--max-connections-per-address", "2", "--address-header", "x-forwarded-for"];
    let portal = Portal::with_people_and(&flags).await;
    let (token, _) = RawClient::to(portal.address).sign_in("viewer@sinar.example").await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let (stream, answer) = open_stream(portal.address, &token).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        streams.push(stream);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_without_a_request_are_closed_for_new_ones() {
    let portal = Portal::with(&["--max-connections", "20", "--head-timeout", "600"]).await;
    let mut half_open = Vec::new();
    for _ in 0..60 {
        let mut stream = connect(portal.address).await;
        stream.write_all(&HEALTH[..20]).await.expect("sent");
        half_open.push(stream);
    }
    let mut page = connect(portal.address).await;
    assert!(ask(&mut page, HEALTH).await.starts_with("HTTP/1.1 200"));
    let mut newest = half_open.pop().expect("one");
    assert!(
        ask(&mut newest, &HEALTH[20..]).await.starts_with("HTTP/1.1 200"),
        "the oldest connections are closed first"
    );
    assert!(is_closed(&mut half_open[0]).await);
}

//! The program with a low limit of open files.

use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::process::{Home, free_address};
use crate::support::client;

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_do_not_use_the_descriptors_up() {
    let home = Home::make("descriptors");
    let server = home.serve_limited(free_address(), 200, 300).await;
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).expect("its limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).expect("a line");
    assert_eq!(files.split_whitespace().nth(3), Some("300"), "raised as far as the system lets it: {files}");
    let mut half_open = Vec::new();
    for _ in 0..400 {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        // The server may have closed the connection already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n").await;
        half_open.push(stream);
    }
    let client = client();
    for path in ["/readyz", "/openapi.json"] {
        let asked = client.get(format!("http://{}{path}", server.address)).timeout(Duration::from_secs(8)).send().await;
        assert_eq!(asked.expect("an answer despite them").status(), 200, "{path}");
    }
}

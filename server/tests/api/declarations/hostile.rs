//! Hostile files and malformed uploads are refused with a code, and nothing of them is stored.

use std::time::Duration;

use futures::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{MULTIPART, UPLOAD, World, form, hostile, pdf};

#[tokio::test]
async fn every_kind_of_harm_gets_its_sentence_and_leaves_nothing() {
    let world = World::new().await;
    let files = hostile("declarations");
    assert!(files.len() >= 100, "{} files", files.len());
    let refused: Vec<_> = files.iter().filter(|(_, code, _)| code.is_string()).collect();
    for language in ["en", "ms"] {
        let answers = join_all(refused.iter().map(|(name, _, file)| {
            let body = form(&[("File", name, file)], &[]);
            let headers =
                [("authorization", world.token.as_str()), ("accept-language", language), ("content-type", MULTIPART)];
            let wire = world.wire.clone();
            async move { wire.send("POST", UPLOAD, &headers, body).await }
        }));
        for ((name, code, _), answer) in refused.iter().zip(answers.await) {
            assert_eq!((answer.status, answer.code().as_deref()), (422, code.as_str()), "{name}");
        }
    }
    assert_eq!(world.counts().await, (0, 0, 0));
    for (name, _, file) in files.iter().filter(|(_, code, _)| code.is_null()) {
        assert_eq!(world.upload(name, file).await.status, 200, "{name}");
    }
    assert_eq!(world.wire.send("GET", "/healthz", &[], "").await.status, 200);
}

#[tokio::test]
async fn malformed_uploads_are_refused_and_leave_nothing() {
    let world = World::new().await;
    let file = pdf();
    let whole = form(&[("File", "form.pdf", &file)], &[]);
    let cut = whole[..whole.len() - 20].to_vec();
    let text = String::from_utf8_lossy(&whole).into_owned();
    let json = "application/json";
    for (what, kind, body) in [
        ("no file", MULTIPART, form(&[], &[("fileToDelete", "")])),
        ("a field that is called File", MULTIPART, form(&[], &[("File", "%PDF-1.7")])),
        ("two files", MULTIPART, form(&[("File", "a.pdf", &file), ("File", "b.pdf", &file)], &[])),
        ("a file in another field", MULTIPART, form(&[("Declaration", "a.pdf", &file)], &[])),
        ("a file in a field without a name", MULTIPART, text.replace("name=\"File\"; ", "").into_bytes()),
        ("two fields, one a file", MULTIPART, form(&[("File", "a.pdf", &file), ("fileToDelete", "b.pdf", b"x")], &[])),
        ("cut off", MULTIPART, cut),
        ("empty", MULTIPART, Vec::new()),
        ("no boundary in it", MULTIPART, vec![b'-'; 100_000]),
        ("another boundary", "multipart/form-data; boundary=other", whole.clone()),
        ("no boundary", "multipart/form-data", whole.clone()),
        (
            "a field that is no text",
            MULTIPART,
            text.replace("filename=\"form.pdf\"", "x").into_bytes().iter().map(|byte| byte | 0x80).collect(),
        ),
        ("a name with a zero", MULTIPART, text.replace("form.pdf", "a\0b.pdf").into_bytes()),
        ("a head without end", MULTIPART, format!("--gridbill\r\nX: {}", "x".repeat(1 << 20)).into_bytes()),
        ("a json", json, b"{}".to_vec()),
        ("the file alone", "application/pdf", file.clone()),
    ] {
        let headers = [("authorization", world.token.as_str()), ("content-type", kind)];
        let answer = world.wire.send("POST", UPLOAD, &headers, body).await;
        assert_eq!((answer.status, answer.code().as_deref()), (400, Some("unreadable")), "{what}: {}", answer.text());
    }
    let many: Vec<(String, String)> = (0..20_000).map(|count| (format!("f{count}"), "x".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let body = form(&[("File", "form.pdf", &file)], &many);
    let answer =
        world.wire.send("POST", UPLOAD, &[("authorization", &world.token), ("content-type", MULTIPART)], body).await;
    assert!(matches!(answer.status, 200 | 400), "{}", answer.text());
}

/// Sends bytes on a raw connection that is then kept open or closed. Returns the answer.
async fn send_raw(world: &World, head: &str, body: &[u8], is_closed: bool) -> String {
    let mut connection = TcpStream::connect(world.portal.address).await.unwrap();
    let head = format!(
        "POST {UPLOAD} HTTP/1.1\r\nhost: x\r\nauthorization: {}\r\ncontent-type: {MULTIPART}\r\n{head}\r\n\r\n",
        world.token
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(body).await.unwrap();
    if is_closed {
        connection.shutdown().await.unwrap();
    }
    let mut said = vec![0; 4 << 10];
    let read = tokio::time::timeout(Duration::from_secs(3), connection.read(&mut said)).await;
    let read = read.unwrap_or(Ok(0)).unwrap_or(0);
    String::from_utf8_lossy(&said[..read]).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn wrong_lengths_and_endless_bodies_leave_nothing() {
    let world = World::new().await;
    let body = form(&[("File", "form.pdf", &pdf())], &[]);
    let chunked =
        |size: usize, bytes: &[u8], end: &str| [format!("{size:x}\r\n").as_bytes(), bytes, end.as_bytes()].concat();
    let longer = format!("content-length: {}", body.len() + 100);
    let shorter = format!("content-length: {}", body.len() - 100);
    let piecewise = "transfer-encoding: chunked";
    for (what, head, bytes, is_closed) in [
        ("less than announced", longer.as_str(), body.clone(), true),
        ("more than announced", &shorter, body.clone(), false),
        ("a piece that is shorter than it says", piecewise, chunked(body.len() + 50, &body, "\r\n0\r\n\r\n"), true),
        ("a piece that is longer than it says", piecewise, chunked(body.len() - 50, &body, "\r\n0\r\n\r\n"), true),
        ("a piece of no length", piecewise, b"zzzz\r\n".to_vec(), true),
        ("a piece as long as numbers are", piecewise, b"ffffffffffffffff\r\n".to_vec(), false),
        ("no end of pieces", piecewise, chunked(body.len(), &body, "\r\n"), true),
        ("a length larger than numbers are", "content-length: 99999999999999999999999", Vec::new(), false),
        ("two lengths", "content-length: 5\r\ncontent-length: 900", body.clone(), true),
    ] {
        // Some get an answer and some a closed connection, but none is stored.
        let said = send_raw(&world, head, &bytes, is_closed).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 400"), "{what}: {said}");
    }
    assert_eq!(world.counts().await, (0, 0, 0));
    // An endless body: the server stops reading after its limit.
    let mut connection = TcpStream::connect(world.portal.address).await.unwrap();
    let head = format!(
        "POST {UPLOAD} HTTP/1.1\r\nhost: x\r\nauthorization: {}\r\ncontent-type: {MULTIPART}\r\n{piecewise}\r\n\r\n",
        world.token
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    let piece = chunked(1 << 20, &vec![b'x'; 1 << 20], "\r\n");
    let mut sent = 0;
    let sending = async {
        while sent < 200 && connection.write_all(&piece).await.is_ok() {
            sent += 1;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(20), sending).await;
    assert!(sent < 100, "{sent} MB were read");
    assert_eq!(world.counts().await, (0, 0, 0));
    assert_eq!(world.wire.send("GET", "/healthz", &[], "").await.status, 200);
}

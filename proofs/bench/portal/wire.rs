//! A minimal, fast HTTP client: one connection that is kept open, one call at a time.

use std::net::SocketAddr;

use anyhow::{Context as _, bail, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::PASSWORD;

pub struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub async fn open(portal: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(portal).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, read: Vec::with_capacity(1 << 16) })
    }

    /// Sends a call written by [`post`]. Returns the length of the answer, which [`Self::body`] holds. Fails unless the status is 200.
    pub async fn call(&mut self, call: &[u8]) -> anyhow::Result<usize> {
        let whole = self.ask(call).await?;
        ensure!(self.read.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&self.read));
        Ok(whole)
    }

    /// Does the same for any status; [`Self::said`] searches the answer.
    pub async fn ask(&mut self, call: &[u8]) -> anyhow::Result<usize> {
        self.stream.write_all(call).await?;
        self.read.clear();
        let whole = loop {
            if let Some(whole) = whole(&self.read)? {
                break whole;
            }
            ensure!(self.stream.read_buf(&mut self.read).await? > 0, "the portal hung up");
        };
        while self.read.len() < whole {
            ensure!(self.stream.read_buf(&mut self.read).await? > 0, "the portal hung up");
        }
        Ok(whole)
    }

    /// Whether the last answer contains the text.
    pub fn said(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.read).contains(text)
    }

    /// Returns the envelope's `Data` of the last answer.
    pub fn data(&self) -> anyhow::Result<Value> {
        let at = head(&self.read).context("no answer")?;
        let mut envelope: Value = serde_json::from_slice(self.read.get(at..).unwrap_or_default())?;
        Ok(envelope.get_mut("Data").map(Value::take).unwrap_or_default())
    }
}

/// Finds the end of the head.
fn head(read: &[u8]) -> Option<usize> {
    read.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4)
}

/// Returns the length of the whole answer, once its head is complete.
fn whole(read: &[u8]) -> anyhow::Result<Option<usize>> {
    let Some(at) = head(read) else { return Ok(None) };
    let text = std::str::from_utf8(read.get(..at).unwrap_or_default())?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>())
    });
    match length {
        Some(length) => Ok(Some(at + length?)),
        None => bail!("an answer without its length: {text}"),
    }
}

/// Encodes a POST request with a JSON body.
pub fn post(path: &str, token: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    format!("{head}{body}").into_bytes()
}

/// Encodes a GET request.
pub fn get(path: &str, token: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer {token}\r\n\r\n").into_bytes()
}

/// Signs in and returns the access token.
pub async fn sign_in(portal: SocketAddr, email: &str, is_staff: bool) -> anyhow::Result<String> {
    let service = if is_staff { "Admin" } else { "User" };
    let path = format!("/user-svc/api/v1/{service}/Login");
    let mut connection = Connection::open(portal).await?;
    connection.call(&post(&path, "", &json!({ "username": email, "password": PASSWORD }))).await?;
    let token = connection.data()?;
    Ok(token["accessToken"].as_str().context("no token")?.to_owned())
}

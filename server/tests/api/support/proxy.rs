//! A proxy in front of PostgreSQL's socket, on a loopback port, that can cut connections.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProxyMode {
    Open,
    /// Closes existing connections, and new connections immediately after accepting them.
    Closed,
    /// Transfers nothing and closes nothing.
    Silent,
}

#[derive(Clone, Copy)]
struct State {
    way: ProxyMode,
    /// Connections with a lower number never transfer anything again.
    silent_below: u64,
    next: u64,
}

pub struct Proxy {
    pub address: SocketAddr,
    state: watch::Sender<State>,
    /// Bytes that clients sent since the last call of `said`.
    said: Arc<Mutex<Vec<u8>>>,
}

impl Proxy {
    /// Starts a proxy in front of the PostgreSQL at `url`, which must be a socket address.
    pub async fn to(url: &str) -> Self {
        let options: PgConnectOptions = url.parse().expect("an address");
        let folder = options.get_socket().expect("the private PostgreSQL listens on a socket only");
        let socket = folder.join(format!(".s.PGSQL.{}", options.get_port()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (state, said) =
            (watch::Sender::new(State { way: ProxyMode::Open, silent_below: 0, next: 0 }), Arc::default());
        let (seen, saying) = (state.clone(), Arc::clone(&said));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let mut number = 0;
                seen.send_modify(|state| {
                    number = state.next;
                    state.next += 1;
                });
                tokio::spawn(carry(client, socket.clone(), number, seen.subscribe(), Arc::clone(&saying)));
            }
        });
        Self { address, state, said }
    }

    /// Returns the address of a database through this proxy.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://gridbill@{}/{database}?sslmode=disable", self.address)
    }

    pub fn open(&self) {
        self.state.send_modify(|state| state.way = ProxyMode::Open);
    }

    pub fn close(&self) {
        self.state.send_modify(|state| state.way = ProxyMode::Closed);
    }

    pub fn silence(&self) {
        self.state.send_modify(|state| state.way = ProxyMode::Silent);
    }

    /// Silences existing connections and lets new ones pass, like a firewall that lost its connection table.
    pub fn silence_those_there_are(&self) {
        self.state.send_modify(|state| state.silent_below = state.next);
    }

    /// Returns and clears the bytes that clients sent.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *self.said.lock().unwrap())).into_owned()
    }
}

async fn carry(
    client: tokio::net::TcpStream,
    socket: PathBuf,
    number: u64,
    state: watch::Receiver<State>,
    said: Arc<Mutex<Vec<u8>>>,
) {
    if state.borrow().way == ProxyMode::Closed {
        return;
    }
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut closing = state.clone();
    tokio::select! {
        () = pass(from_client, to_server, number, state.clone(), Some(said)) => {}
        () = pass(from_server, to_client, number, state, None) => {}
        _ = closing.wait_for(|state| state.way == ProxyMode::Closed) => {}
    }
}

async fn pass(
    mut from: impl tokio::io::AsyncRead + Unpin,
    mut to: impl tokio::io::AsyncWrite + Unpin,
    number: u64,
    mut state: watch::Receiver<State>,
    said: Option<Arc<Mutex<Vec<u8>>>>,
) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        let passes = |state: &State| state.way == ProxyMode::Open && number >= state.silent_below;
        if state.wait_for(passes).await.is_err() || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
        if let Some(said) = &said {
            said.lock().unwrap().extend_from_slice(&bytes[..length]);
        }
    }
}

//! Accepts connections while there is room, closes those of slow clients, and finishes the rest when the portal
//! stops. HTTP/1.1 only: the portal has no TLS of its own, so browsers and proxies use no other protocol with it.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, Id, JoinError, JoinSet};

use crate::auth::address;
use crate::config::{Config, Http};

pub mod descriptors;
pub mod hour;
mod progress;
pub mod stopping;
mod watched;

use progress::{Phase, Progress};
use watched::{Arriving, Leaving, Stream};

/// Pause before accepting again after the system refused a file descriptor or memory.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);
/// Refused descriptors are logged at most once in this time.
const WARN_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum size of a request's head in bytes.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// Descriptors reserved for everything except client and database connections.
const RESERVED_DESCRIPTORS: usize = 100;
/// The share of all connections (1/16) that is closed when room is needed. Finding them means checking every
/// connection, so several are closed together.
const MAKE_ROOM_PART: usize = 16;
/// A client that acknowledges nothing for this long is considered gone.
const DEAD_PEER_TIMEOUT: Duration = Duration::from_mins(1);
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Serves until `stop`, and then until the requests in flight are answered. Dropping the future closes the
/// remaining connections immediately.
pub async fn serve(listener: TcpListener, router: Router, config: &Config, stop: impl Future<Output = ()>) {
    let mut open = OpenConnections::new(config, router);
    let mut looks = tokio::time::interval(open.look_every());
    let mut warned: Option<Instant> = None;
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((tcp, peer)) => open.accept(tcp, peer),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    if warned.is_none_or(|at| at.elapsed() > WARN_INTERVAL) {
                        tracing::warn!(%error, "failed to accept a connection");
                        warned = Some(Instant::now());
                    }
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            },
            Some(ended) = open.tasks.join_next_with_id() => open.forget(ended),
            _ = looks.tick() => open.close_overdue(),
            () = &mut stop => break,
        }
    }
    drop(listener);
    open.stopping.send_replace(true);
    while !open.tasks.is_empty() {
        tokio::select! {
            Some(ended) = open.tasks.join_next_with_id() => open.forget(ended),
            _ = looks.tick() => open.close_overdue(),
        }
    }
}

/// Whether the client closed the connection before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// All connections of this process.
struct OpenConnections {
    http: Http,
    router: TowerToHyperService<Router>,
    max: usize,
    /// `None` behind a proxy, where all connections come from the same address.
    max_per_address: Option<usize>,
    tasks: JoinSet<()>,
    connections: HashMap<Id, Connection>,
    by_address: HashMap<String, usize>,
    /// Addresses that had no connection to close at the last check; `None` stands for all addresses together.
    without_spare: HashSet<Option<String>>,
    stopping: watch::Sender<bool>,
}

struct Connection {
    address: String,
    progress: Arc<Progress>,
    task: AbortHandle,
}

impl OpenConnections {
    fn new(config: &Config, router: Router) -> Self {
        let reserved = RESERVED_DESCRIPTORS + config.connections as usize;
        let max = config.http.max_connections.min(descriptors::limit().saturating_sub(reserved)).max(1);
        let per_address = config.http.max_connections_per_address.min(max.div_ceil(2));
        Self {
            http: config.http,
            router: TowerToHyperService::new(router),
            max,
            max_per_address: config.address_header.is_none().then_some(per_address),
            tasks: JoinSet::new(),
            connections: HashMap::new(),
            by_address: HashMap::new(),
            without_spare: HashSet::new(),
            stopping: watch::Sender::new(false),
        }
    }

    /// Returns the interval between checks, short enough for the shortest timeout.
    fn look_every(&self) -> Duration {
        let Http { head_timeout, idle_timeout, body_timeout, write_timeout, .. } = self.http;
        (head_timeout.min(idle_timeout).min(body_timeout).min(write_timeout) / 4)
            .clamp(Duration::from_millis(50), Duration::from_secs(1))
    }

    fn accept(&mut self, tcp: TcpStream, peer: SocketAddr) {
        let address = address::caller(&peer.ip().to_string());
        let from_there = self.by_address.get(&address).copied().unwrap_or_default();
        let has_room = (self.max_per_address.is_none_or(|max| from_there < max) || self.make_room(Some(&address)))
            && (self.connections.len() < self.max || self.make_room(None));
        if !has_room {
            count("refused");
            // Sends what fits into the socket buffer. A client that has already sent its request may see a reset
            // instead.
            let _ = tcp.try_write(NO_ROOM);
            return;
        }
        let progress = Arc::new(Progress::begin(Instant::now()));
        let work = connection(tcp, peer, self.router.clone(), progress.clone(), self.stopping.subscribe());
        let task = self.tasks.spawn(work);
        *self.by_address.entry(address.clone()).or_default() += 1;
        self.connections.insert(task.id(), Connection { address, progress, task });
    }

    /// Closes connections without a request in flight, of one address or of all: idle connections first, and the
    /// longest idle first. Returns false if there was none to close.
    fn make_room(&mut self, address: Option<&str>) -> bool {
        let of = address.map(str::to_owned);
        if self.without_spare.contains(&of) {
            return false;
        }
        let considered = self.connections.values().filter(|open| address.is_none_or(|address| open.address == address));
        let mut spare: Vec<_> =
            considered.filter_map(|open| Some((open.progress.spare_since()?, open.task.id()))).collect();
        if spare.is_empty() {
            self.without_spare.insert(of);
            return false;
        }
        spare.sort_unstable_by_key(|(since, _)| *since);
        for (_, id) in spare.into_iter().take((self.max / MAKE_ROOM_PART).clamp(1, 100)) {
            self.close(id, "room");
        }
        true
    }

    fn close_overdue(&mut self) {
        self.without_spare.clear();
        let now = Instant::now();
        let overdue = |open: &Connection| Some((open.task.id(), open.progress.overdue(now, &self.http)?));
        let overdue: Vec<_> = self.connections.values().filter_map(overdue).collect();
        for (id, reason) in overdue {
            self.close(id, reason);
        }
        metrics::gauge!("gridbill_connections").set(u32::try_from(self.connections.len()).unwrap_or(u32::MAX));
    }

    fn close(&mut self, id: Id, reason: &'static str) {
        if let Some(open) = self.leave(id) {
            if reason == "write" {
                open.progress.cut();
            }
            open.task.abort();
            count(reason);
        }
    }

    fn forget(&mut self, ended: Result<(Id, ()), JoinError>) {
        let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
        self.leave(id);
    }

    fn leave(&mut self, id: Id) -> Option<Connection> {
        let open = self.connections.remove(&id)?;
        if let Some(count) = self.by_address.get_mut(&open.address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&open.address);
            }
        }
        Some(open)
    }
}

fn count(reason: &'static str) {
    metrics::counter!("gridbill_connections_closed_total", "reason" => reason).increment(1);
}

/// Serves a connection from its first request to its last.
async fn connection(
    tcp: TcpStream,
    peer: SocketAddr,
    router: TowerToHyperService<Router>,
    progress: Arc<Progress>,
    mut stopping: watch::Receiver<bool>,
) {
    if let Err(error) = notice_dead_peer(&tcp) {
        tracing::debug!(%error, "failed to set socket options");
    }
    let io = TokioIo::new(Stream { tcp, progress: progress.clone() });
    let service = service_fn(move |request: Request<Incoming>| {
        progress.enter(Phase::Answer);
        let mut request = request.map(|body| Arriving { body, progress: progress.clone() });
        request.extensions_mut().insert(ConnectInfo(peer));
        let (answer, progress) = (router.call(request), progress.clone());
        async move {
            let answer: Response<axum::body::Body> = answer.await?;
            Ok::<_, Infallible>(answer.map(|body| Leaving { body, progress }))
        }
    });
    let served = http1::Builder::new().max_buf_size(MAX_HEAD_BYTES).serve_connection(io, service);
    let mut served = pin!(served);
    let told_to_stop = async { stopping.wait_for(|stopping| *stopping).await.is_ok() };
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        _ = told_to_stop => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended with an error");
    }
}

/// Sends small responses without delay, and detects clients that vanished without closing the connection.
fn notice_dead_peer(tcp: &TcpStream) -> io::Result<()> {
    tcp.set_nodelay(true)?;
    let socket = SockRef::from(tcp);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(DEAD_PEER_TIMEOUT))?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(DEAD_PEER_TIMEOUT))?;
    Ok(())
}

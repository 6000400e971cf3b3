//! The network address that a call comes from. Rate limits count by it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::Auth;

/// The caller's address, stored in the request's extensions.
#[derive(Debug, Clone, Default)]
pub struct Address(pub String);

/// Stores the caller's address in the request. Behind a proxy it is the last entry of the proxy's header, otherwise
/// the address of the connection.
pub async fn note(State(auth): State<Auth>, mut request: Request, next: Next) -> Response {
    let by_proxy = auth.config.address_header.as_deref().and_then(|name| {
        let mut values = request.headers().get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.next_back()?.rsplit(',').next().map(without_port)
    });
    let connected =
        request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip().to_string());
    let address = by_proxy.or(connected).unwrap_or_default();
    request.extensions_mut().insert(Address(address));
    next.run(request).await
}

/// Returns the address in an entry of a proxy's header. Some proxies add the port, or brackets: `203.0.113.9:53211`, `[2001:db8::1]`.
fn without_port(entry: &str) -> String {
    let entry = entry.trim();
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    let address = entry.parse::<SocketAddr>().map(|peer| peer.ip()).or_else(|_| bare.parse::<IpAddr>());
    address.map_or_else(|_| entry.to_owned(), |address| address.to_string())
}

/// Maximum length of a stored address, in case a proxy writes something that is not an address.
const MAX_ADDRESS_LENGTH: usize = 64;

/// Cuts an address to its maximum length.
#[must_use]
pub fn cut(address: &str) -> String {
    address.chars().take(MAX_ADDRESS_LENGTH).collect()
}

/// Returns the key under which rate limits count a caller. An IPv6 /64 counts as one caller, because every home has
/// 2⁶⁴ addresses.
#[must_use]
pub fn caller(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => address.to_string(),
        Ok(IpAddr::V6(address)) => first_bits(address, 64),
        Err(_) => cut(address),
    }
}

/// Returns the network for which sign-in locks count attempts. A user with one address of a network can easily use the
/// others.
#[must_use]
pub fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => format!("{}/24", Ipv4Addr::from_bits(address.to_bits() >> 8 << 8)),
        Ok(IpAddr::V6(address)) => first_bits(address, 56),
        Err(_) => cut(address),
    }
}

fn first_bits(address: Ipv6Addr, bits: u32) -> String {
    let rest = 128 - bits;
    format!("{}/{bits}", Ipv6Addr::from_bits(address.to_bits() >> rest << rest))
}

#[cfg(test)]
mod tests {
    use super::{caller, network, without_port};

    #[test]
    fn a_proxy_may_add_the_port() {
        for (entry, address) in [
            (" 203.0.113.9 ", "203.0.113.9"),
            ("203.0.113.9:53211", "203.0.113.9"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("2001:DB8::1", "2001:db8::1"),
            ("unknown", "unknown"),
        ] {
            assert_eq!(without_port(entry), address);
        }
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(caller("203.0.113.9"), "203.0.113.9");
        assert_eq!(caller("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(caller("2001:db8:1:2:3:4:5:6"), caller("2001:db8:1:2::9"));
        assert_ne!(caller("2001:db8:1:2::9"), caller("2001:db8:1:3::9"));
        assert_eq!(caller(&"x".repeat(500)).len(), 64);
    }

    #[test]
    fn a_lock_holds_for_neighbours() {
        assert_eq!(network("203.0.113.9"), network("::ffff:203.0.113.200"));
        assert_ne!(network("203.0.113.9"), network("203.0.114.9"));
        assert_eq!(network("2001:db8:1:200::9"), network("2001:db8:1:2ff::1"));
        assert_ne!(network("2001:db8:1:200::9"), network("2001:db8:1:300::9"));
        assert_eq!(network(&"x".repeat(500)).len(), 64);
    }
}

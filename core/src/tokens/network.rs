//! Networks of IP addresses from which a token may be used, in CIDR notation.

use std::fmt;
use std::net::IpAddr;

use crate::{Code, Problem};

/// Maximum networks of a token.
pub const MAX_NETWORKS: usize = 20;

/// A network: an address and the number of its bits that all addresses of the network share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u32,
}

/// Returns an address as a number of 128 bits, with the length of its kind of address.
fn number(address: IpAddr) -> (u128, u32) {
    match address.to_canonical() {
        IpAddr::V4(address) => (u128::from(address.to_bits()), 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    }
}

impl Network {
    /// Reads a network such as `203.0.113.0/24`, or one address.
    /// Fails with [`Code::ApiTokenNetworkInvalid`], also for a network whose address has bits beyond its length,
    /// because its author may have meant another one, and for a network of all addresses.
    pub fn parse(text: &str) -> Result<Self, Code> {
        let text = text.trim();
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let first = address.parse::<IpAddr>().map_err(|_| Code::ApiTokenNetworkInvalid)?.to_canonical();
        let (value, length) = number(first);
        let bits = match bits {
            None => length,
            Some(bits) if bits.bytes().all(|byte| byte.is_ascii_digit()) => {
                bits.parse().map_err(|_| Code::ApiTokenNetworkInvalid)?
            }
            Some(_) => return Err(Code::ApiTokenNetworkInvalid),
        };
        let is_valid = (1..=length).contains(&bits) && value.trailing_zeros().min(length) >= length - bits;
        if is_valid { Ok(Self { first, bits }) } else { Err(Code::ApiTokenNetworkInvalid) }
    }

    /// Whether an address belongs to the network.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let ((first, length), (value, other)) = (number(self.first), number(address));
        length == other && (first ^ value) >> (length - self.bits) == 0
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

/// Checks the allowed networks of a token, and returns each once. Blank lines are left out; an empty list allows every
/// address. Fails with [`Code::ApiTokenNetworkInvalid`] and [`Code::ApiTokenNetworksTooMany`] at `addresses`.
pub fn check_networks(texts: &[String]) -> Result<Vec<Network>, Problem> {
    let mut networks: Vec<Network> = Vec::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        if networks.len() == MAX_NETWORKS {
            let problem = Problem::new(Code::ApiTokenNetworksTooMany).with("limit", MAX_NETWORKS);
            return Err(Problem::at("addresses", problem));
        }
        let shown: String = text.chars().take(50).collect();
        let network =
            Network::parse(text).map_err(|code| Problem::at("addresses", Problem::new(code).with("address", shown)))?;
        if !networks.contains(&network) {
            networks.push(network);
        }
    }
    Ok(networks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(network: &str, address: &str) -> bool {
        Network::parse(network).expect(network).contains(address.parse().expect(address))
    }

    #[test]
    fn an_address_belongs_to_its_networks_only() {
        for (network, inside, outside) in [
            ("203.0.113.0/24", "203.0.113.255", "203.0.114.0"),
            ("203.0.113.9", "203.0.113.9", "203.0.113.8"),
            ("128.0.0.0/1", "255.0.0.1", "127.255.255.255"),
            ("203.0.113.8/31", "203.0.113.9", "203.0.113.10"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
            ("8000::/1", "ffff::", "7fff::"),
            // An IPv4 address inside IPv6 is the IPv4 address.
            ("203.0.113.0/24", "::ffff:203.0.113.7", "::203.0.113.7"),
            ("::ffff:203.0.113.9", "203.0.113.9", "203.0.113.8"),
        ] {
            assert!(has(network, inside), "{inside} in {network}");
            assert!(!has(network, outside), "{outside} in {network}");
        }
    }

    #[test]
    fn ambiguous_and_boundless_networks_are_refused() {
        for text in [
            "",
            "203.0.113",
            "203.0.113.0/33",
            "203.0.113.9/24",
            "0.0.0.0/0",
            "::/0",
            "2001:db8::1/64",
            "2001:db8::/129",
            "203.0.113.0/",
            "203.0.113.0/+24",
            "203.0.113.0/24/24",
            "example.com",
            "203.0.113.0-9",
        ] {
            assert_eq!(Network::parse(text), Err(Code::ApiTokenNetworkInvalid), "{text}");
        }
    }

    #[test]
    fn a_list_is_bounded_and_has_each_network_once() {
        let list = |texts: &[&str]| check_networks(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        let shown = |texts: &[&str]| list(texts).map(|all| all.iter().map(Network::to_string).collect::<Vec<_>>());
        assert_eq!(
            shown(&[" 203.0.113.9 ", "", "203.0.113.9/32", "2001:DB8::/32"]),
            Ok(vec!["203.0.113.9/32".to_owned(), "2001:db8::/32".to_owned()])
        );
        let many: Vec<String> = (0..=MAX_NETWORKS).map(|last| format!("203.0.113.{last}")).collect();
        assert!(check_networks(&many[..MAX_NETWORKS]).is_ok());
        let refused = check_networks(&many).expect_err("too many");
        assert_eq!(refused.fields[0].1.code, Code::ApiTokenNetworksTooMany);
        let refused = list(&["203.0.113.9", "any"]).expect_err("no network");
        assert_eq!(refused.fields[0].1.code, Code::ApiTokenNetworkInvalid);
        assert_eq!(refused.fields[0].1.params["address"], "any");
    }
}

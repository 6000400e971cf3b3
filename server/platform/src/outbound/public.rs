//! Which addresses are public (IANA's registries of special addresses for IPv4 and IPv6).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is reachable on the public internet, and is no address of this machine, its network or its cloud.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = matches!(
        address.octets(),
        // This network; private; this machine; multicast and reserved.
        [0 | 10 | 127 | 224..=255, ..] | [172, 16..=31, ..] | [192, 168, ..]
            // Shared by providers; link-local with the metadata of clouds.
            | [100, 64..=127, ..] | [169, 254, ..]
            // Assignments of protocols; documentation; relays; benchmarks.
            | [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _]
    );
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(address) = address.to_ipv4_mapped() {
        return is_public_v4(address);
    }
    match address.segments() {
        // NAT64 leads to the IPv4 address in its last 32 bits.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))),
        // Assignments of protocols, among them Teredo; documentation; 6to4, which leads to IPv4 addresses.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // The rest of global unicast.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_machines_networks_and_clouds_are_not_public() {
        for special in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.53",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().expect(special)), "{special}");
        }
    }

    #[test]
    fn other_addresses_are_public() {
        for public in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.167.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2001:200::1",
            "2606:4700:4700::1111",
        ] {
            assert!(is_public(public.parse().expect(public)), "{public}");
        }
    }
}

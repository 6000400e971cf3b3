//! Checks which settings lead to unencrypted connections. Unencrypted access to the bank gateway is refused. Others are
//! only logged, because the network may be private.

use std::net::IpAddr;

use reqwest::Url;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::Config;

/// Logs which connections others could read or intercept.
pub fn warn_about_unencrypted(config: &Config) {
    if is_in_the_open(&config.public_url()) {
        tracing::warn!("GRIDBILL_PUBLIC_URL has no https://: others on the network can read passwords and cookies");
    }
    for (name, url) in [("DATABASE_URL", &config.database_url), ("DATABASE_READ_URL", &config.database_read_url)] {
        let database = url.as_deref().and_then(|url| url.parse::<PgConnectOptions>().ok());
        if database.is_some_and(|address| is_database_in_the_open(&address)) {
            tracing::warn!(
                "{name} has no sslmode=verify-full: an attacker on the network can impersonate the database"
            );
        }
    }
}

/// Whether an attacker on the network can read and alter the traffic to an address: the address is not on this machine,
/// and the connection has no TLS.
#[must_use]
pub fn is_in_the_open(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    url.scheme() == "http" && !is_here(url.host_str().unwrap_or_default())
}

/// Whether an attacker can read and alter the traffic to a database. Unlike for other addresses, TLS must also verify
/// the certificate.
fn is_database_in_the_open(address: &PgConnectOptions) -> bool {
    let is_socket = address.get_socket().is_some() || address.get_host().starts_with('/');
    let is_verified = matches!(address.get_ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    !is_socket && !is_verified && !is_here(address.get_host())
}

fn is_here(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tls_and_local_connections_are_protected() {
        for open in
            ["http://bills.utility.example", "http://0.0.0.0:8080", "http://192.0.2.1/FPXMain/", "http://[2001:db8::1]"]
        {
            assert!(is_in_the_open(open), "{open}");
        }
        for closed in
            ["https://bills.utility.example", "http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost"]
        {
            assert!(!is_in_the_open(closed), "{closed}");
        }
    }

    #[test]
    fn a_remote_database_without_a_verified_certificate_is_unprotected() {
        let is_open = |url: &str| is_database_in_the_open(&url.parse::<PgConnectOptions>().expect("an address"));
        for open in ["", "?sslmode=prefer", "?sslmode=require"] {
            assert!(is_open(&format!("postgres://portal@db.utility.example/gridbill{open}")), "{open}");
        }
        assert!(!is_open("postgres://portal@db.utility.example/gridbill?sslmode=verify-full"));
        assert!(!is_open("postgres://portal@127.0.0.1/gridbill"));
        assert!(!is_open("postgres://portal@%2Ftmp%2Fsockets/gridbill"));
    }
}

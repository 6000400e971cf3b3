use std::net::SocketAddr;

/// Calls to addresses that customers choose, such as their identity providers and webhooks.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Outbound {
    /// The DNS server that reads the records of mail domains over TCP, such as `10.0.0.2:53`; the first server of
    /// /etc/resolv.conf if not set.
    #[arg(long, env = "GRIDBILL_DNS_SERVER", global = true)]
    pub dns_server: Option<SocketAddr>,
    /// Allow calls to addresses of this machine, without TLS too. Only for development and tests: customers could reach
    /// services that trust local callers.
    #[arg(long, env = "GRIDBILL_OUTBOUND_LOOPBACK", global = true)]
    pub outbound_loopback: bool,
}

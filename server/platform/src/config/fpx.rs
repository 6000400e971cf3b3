//! Settings of the bank gateway.

use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Debug, Clone, clap::Args)]
pub struct Fpx {
    /// Address that the sandbox listens on.
    #[arg(long, env = "GRIDBILL_SANDBOX_LISTEN", default_value = "127.0.0.1:8081", global = true)]
    pub sandbox_listen: SocketAddr,
    /// The gateway's base URL. The demo uses the sandbox's URL, ids and keys; outside the demo each of these must
    /// be set.
    #[arg(long, env = "GRIDBILL_FPX_URL", global = true)]
    pub fpx_url: Option<String>,
    /// The merchant's exchange id.
    #[arg(long, env = "GRIDBILL_FPX_EXCHANGE_ID", global = true)]
    pub fpx_exchange_id: Option<String>,
    /// The merchant's seller id.
    #[arg(long, env = "GRIDBILL_FPX_SELLER_ID", global = true)]
    pub fpx_seller_id: Option<String>,
    /// The merchant's bank.
    #[arg(long, env = "GRIDBILL_FPX_SELLER_BANK_CODE", global = true)]
    pub fpx_seller_bank_code: Option<String>,
    /// The merchant's private key (PEM).
    #[arg(long, env = "GRIDBILL_FPX_PRIVATE_KEY", global = true)]
    pub fpx_private_key: Option<PathBuf>,
    /// The gateway's certificate (PEM).
    #[arg(long, env = "GRIDBILL_FPX_CERTIFICATE", global = true)]
    pub fpx_certificate: Option<PathBuf>,
    /// The gateway's next certificate (PEM), tried if the current certificate does not match.
    #[arg(long, env = "GRIDBILL_FPX_CERTIFICATE_STANDBY", global = true)]
    pub fpx_certificate_standby: Option<PathBuf>,
    /// Earlier certificates of the gateway (PEM), separated by commas. `gridbill check` verifies old messages with
    /// them; no new message is accepted with them.
    #[arg(long, env = "GRIDBILL_FPX_CERTIFICATES_RETIRED", value_delimiter = ',', global = true)]
    pub fpx_certificates_retired: Vec<PathBuf>,
}

impl Fpx {
    /// The merchant's exchange id; the sandbox's if not set.
    #[must_use]
    pub fn exchange_id(&self) -> &str {
        self.fpx_exchange_id.as_deref().unwrap_or("EX00011982")
    }

    /// The merchant's seller id; the sandbox's if not set.
    #[must_use]
    pub fn seller_id(&self) -> &str {
        self.fpx_seller_id.as_deref().unwrap_or("SE00013501")
    }

    /// The merchant's bank; the sandbox's if not set.
    #[must_use]
    pub fn seller_bank_code(&self) -> &str {
        self.fpx_seller_bank_code.as_deref().unwrap_or("01")
    }

    /// Returns the names of the settings that are missing for payments through any gateway but the sandbox.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let is_said = |value: &Option<String>| value.as_deref().is_some_and(|value| !value.trim().is_empty());
        let settings = [
            ("GRIDBILL_FPX_URL", is_said(&self.fpx_url)),
            ("GRIDBILL_FPX_EXCHANGE_ID", is_said(&self.fpx_exchange_id)),
            ("GRIDBILL_FPX_SELLER_ID", is_said(&self.fpx_seller_id)),
            ("GRIDBILL_FPX_SELLER_BANK_CODE", is_said(&self.fpx_seller_bank_code)),
            ("GRIDBILL_FPX_PRIVATE_KEY", self.fpx_private_key.is_some()),
            ("GRIDBILL_FPX_CERTIFICATE", self.fpx_certificate.is_some()),
        ];
        settings.into_iter().filter(|(_, is_set)| !is_set).map(|(setting, _)| setting).collect()
    }
}

//! Settings: flags or environment, `gridbill --help` lists them.

use std::net::SocketAddr;
use std::path::PathBuf;

/// What every command needs to know.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Where the portal listens.
    #[arg(long, env = "GRIDBILL_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: SocketAddr,
    /// The data folder: keys, files and, without a database of your own, the private PostgreSQL.
    #[arg(long, env = "GRIDBILL_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,
    /// Where uploaded files are kept: `s3://bucket/folder` for a store that speaks S3, with `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and, where it is not Amazon's, `AWS_ENDPOINT_URL`; or `file:///folder`. `files` in
    /// the data folder unless set. Every process needs the same.
    #[arg(long, env = "GRIDBILL_FILES_URL", global = true)]
    pub files_url: Option<String>,
    /// A PostgreSQL of your own; without it the program runs a private one in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// Database connections of one process.
    #[arg(long, env = "GRIDBILL_CONNECTIONS", default_value_t = 24, global = true)]
    pub connections: u32,
    /// The built app.
    #[arg(long, env = "GRIDBILL_APP", default_value = "app/dist", global = true)]
    pub app: PathBuf,
    /// Where /metrics is served; nowhere unless set.
    #[arg(long, env = "GRIDBILL_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<SocketAddr>,
    /// The address under which people and banks reach the portal; the listening address unless set.
    #[arg(long, env = "GRIDBILL_PUBLIC_URL", global = true)]
    pub public_url: Option<String>,
    /// The header into which the proxy in front writes the caller's address, such as X-Forwarded-For; its last entry counts.
    /// Without it the connection's own address counts.
    #[arg(long, env = "GRIDBILL_ADDRESS_HEADER", global = true)]
    pub address_header: Option<String>,
    /// The programs of PostgreSQL, when neither npm's package nor the system's is to be used.
    #[arg(long, env = "GRIDBILL_POSTGRES_BIN", global = true)]
    pub postgres_bin: Option<PathBuf>,
    #[command(flatten)]
    pub utility: Utility,
    #[command(flatten)]
    pub mail: Mail,
    #[command(flatten)]
    pub fpx: Fpx,
    #[command(flatten)]
    pub limits: Limits,
}

/// How often visitors may ask. A whole company may sit behind one address, so these stop machines, not people; guessing one
/// person's password is stopped by its five attempts.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Limits {
    /// Sign-ins from one network address in 15 minutes, right or wrong.
    #[arg(long, env = "GRIDBILL_SIGN_INS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub sign_ins_per_address: i32,
    /// Registrations from one network address in an hour.
    #[arg(long, env = "GRIDBILL_REGISTRATIONS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub registrations_per_address: i32,
    /// Letters that one network address may ask for in an hour: links to activate, links to set a new password.
    #[arg(long, env = "GRIDBILL_LETTERS_PER_ADDRESS", default_value_t = 60, global = true)]
    pub letters_per_address: i32,
    /// Letters that visitors may ask for to one e-mail address in an hour.
    #[arg(long, env = "GRIDBILL_LETTERS_PER_EMAIL", default_value_t = 5, global = true)]
    pub letters_per_email: i32,
    /// E-mail addresses and links that one network address may have looked up, or used, in 15 minutes.
    #[arg(long, env = "GRIDBILL_CHECKS_PER_ADDRESS", default_value_t = 300, global = true)]
    pub checks_per_address: i32,
    /// Declarations that one person may upload in an hour.
    #[arg(long, env = "GRIDBILL_UPLOADS_PER_PERSON", default_value_t = 60, global = true)]
    pub uploads_per_person: i32,
}

/// The utility whose portal this is.
#[derive(Debug, Clone, clap::Args)]
pub struct Utility {
    /// Its name.
    #[arg(long, env = "GRIDBILL_UTILITY_NAME", default_value = "Sinaran Utility Berhad", global = true)]
    pub utility_name: String,
    /// Its care line.
    #[arg(long, env = "GRIDBILL_CARE_LINE", default_value = "1-300-88-0000", global = true)]
    pub care_line: String,
    /// The accent colour of the app, as CSS writes it.
    #[arg(long, env = "GRIDBILL_ACCENT", global = true)]
    pub accent: Option<String>,
    /// The virtual bank account for EFT; `{bulkId}` stands for the bulk account.
    #[arg(long, env = "GRIDBILL_VIRTUAL_ACCOUNT", default_value = "9888{bulkId}", global = true)]
    pub virtual_account: String,
    /// The bank of the virtual account.
    #[arg(long, env = "GRIDBILL_VIRTUAL_ACCOUNT_BANK", default_value = "Bank Contoh Berhad", global = true)]
    pub virtual_account_bank: String,
    /// The most reference numbers of one payment.
    #[arg(long, env = "GRIDBILL_MOST_REFERENCES", default_value_t = gridbill_core::payments::MOST_REFERENCES, global = true)]
    pub most_references: usize,
    /// The most people of one bulk account, open invitations among them.
    #[arg(long, env = "GRIDBILL_MOST_MEMBERS", default_value_t = gridbill_core::team::MOST_MEMBERS, global = true)]
    pub most_members: i64,
}

/// E-mail.
#[derive(Debug, Clone, clap::Args)]
pub struct Mail {
    /// The mail server: `smtps://user:password@host`, or `smtp://…` with `?tls=required` where STARTTLS begins TLS. Without it,
    /// letters stay in the outbox. Every process needs it.
    #[arg(long, env = "SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// The sender, `Name <address@host>`; no-reply at the public address's host unless set.
    #[arg(long, env = "GRIDBILL_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
}

/// The bank gateway.
#[derive(Debug, Clone, clap::Args)]
pub struct Fpx {
    /// Where the sandbox listens.
    #[arg(long, env = "GRIDBILL_SANDBOX_LISTEN", default_value = "127.0.0.1:8081", global = true)]
    pub sandbox_listen: SocketAddr,
    /// The gateway's base URL; the sandbox's unless set.
    #[arg(long, env = "GRIDBILL_FPX_URL", global = true)]
    pub fpx_url: Option<String>,
    /// The merchant's exchange id.
    #[arg(long, env = "GRIDBILL_FPX_EXCHANGE_ID", default_value = "EX00011982", global = true)]
    pub fpx_exchange_id: String,
    /// The merchant's seller id.
    #[arg(long, env = "GRIDBILL_FPX_SELLER_ID", default_value = "SE00013501", global = true)]
    pub fpx_seller_id: String,
    /// The merchant's bank.
    #[arg(long, env = "GRIDBILL_FPX_SELLER_BANK_CODE", default_value = "01", global = true)]
    pub fpx_seller_bank_code: String,
    /// The merchant's private key (PEM); the sandbox's own in the data folder unless set.
    #[arg(long, env = "GRIDBILL_FPX_PRIVATE_KEY", global = true)]
    pub fpx_private_key: Option<PathBuf>,
    /// The gateway's certificate (PEM).
    #[arg(long, env = "GRIDBILL_FPX_CERTIFICATE", global = true)]
    pub fpx_certificate: Option<PathBuf>,
    /// The gateway's next certificate (PEM), tried when the current one does not fit.
    #[arg(long, env = "GRIDBILL_FPX_CERTIFICATE_STANDBY", global = true)]
    pub fpx_certificate_standby: Option<PathBuf>,
}

impl Config {
    /// The address under which people reach the portal, without a slash at the end.
    #[must_use]
    pub fn public_url(&self) -> String {
        self.public_url
            .as_ref()
            .map_or_else(|| format!("http://{}", self.listen), |url| url.trim_end_matches('/').to_owned())
    }

    /// The bank gateway's base URL, without a slash at the end.
    #[must_use]
    pub fn fpx_url(&self) -> String {
        let sandbox = || format!("http://{}", self.fpx.sandbox_listen);
        self.fpx.fpx_url.as_ref().map_or_else(sandbox, |url| url.trim_end_matches('/').to_owned())
    }

    /// Where the app's forms may go beside the portal itself: the bank gateway.
    #[must_use]
    pub fn form_action(&self) -> String {
        let url = self.fpx_url();
        url.split('/').take(3).collect::<Vec<_>>().join("/")
    }

    /// Cookies travel over TLS only, unless the portal is reached on this machine.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        self.public_url().starts_with("https://")
    }
}

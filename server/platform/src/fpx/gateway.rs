//! The portal's calls to FPX, as its merchant.

use std::time::Duration;

use gridbill_core::number::BankId;
use gridbill_core::payments::fpx::{CURRENCY, is_order_number, max_length, read_bank_list, sanitise};
use gridbill_core::payments::{Bank, FormField, Redirect};
use gridbill_core::{Instant, Money};
use reqwest::Url;
use tokio::sync::Mutex;

use super::error::GatewayError;
use super::message::{Kind, Message, Signed, Unreadable};
use super::order::Order;
use super::receive::Received;
use super::sign::{SigningKey, VerifyingKeys};

/// Token 02: company payments, which a maker confirms and an authoriser approves later.
pub(super) const B2B1: &str = "02";
pub(super) const VERSION: &str = "7.0";
/// Maximum bytes of an answer that are read. Genuine answers are shorter: a bank list is under 2 KB.
const MAX_ANSWER_BYTES: u64 = 64 * 1024;

/// The utility's agreement with FPX. Trial, production and sandbox differ only in these settings.
#[derive(Clone, Debug)]
pub struct GatewayConfig {
    /// FPX's address, with or without `/FPXMain/`.
    pub base_url: Url,
    /// The exchange id, at most 10 characters.
    pub exchange_id: String,
    /// The seller id, at most 10 characters.
    pub seller_id: String,
    /// The seller's bank code, at most 10 characters.
    pub seller_bank_code: String,
    /// The exchange's private key.
    pub signing_key: SigningKey,
    /// FPX's current and standby certificate.
    pub fpx_keys: VerifyingKeys,
    /// Timeout for FPX's answer, usually 10 seconds.
    pub timeout: Duration,
}

/// A payment to request from FPX.
#[derive(Clone, Debug)]
pub struct NewPayment<'a> {
    /// Unique for ever, 1 to 40 characters.
    pub exchange_order_no: &'a str,
    /// The order number that the payer sees at the bank, 1 to 40 characters.
    pub order_no: &'a str,
    /// When the payment is made.
    pub at: Instant,
    /// Must be positive.
    pub amount: Money,
    /// The bank's FPX id.
    pub bank_id: &'a BankId,
    /// Left empty if FPX cannot take it (over 50 characters).
    pub buyer_email: &'a str,
    /// The company, cleaned and truncated to FPX's 40 characters.
    pub buyer_name: &'a str,
    /// The user who pays, cleaned and truncated likewise.
    pub maker_name: &'a str,
    /// The purpose, cleaned and truncated to 30 characters.
    pub description: &'a str,
}

/// A payment that is ready to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Store this with the payment before the browser leaves.
    pub order: Order,
    /// The form that the browser posts, including the checksum.
    pub redirect: Redirect,
}

/// A request to FPX and its answer, with the raw bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged<T> {
    /// The body that the portal sent.
    pub sent: String,
    /// The body that FPX returned.
    pub received: String,
    /// The parsed answer.
    pub answer: T,
}

/// FPX's answer to an enquiry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enquiry {
    /// A confirmation, with `Verdict::NeverReached` for a payment that never reached FPX. The caller must still check
    /// its signature.
    Answer(Received),
    /// FPX returned the word `ERROR`: ask again later.
    Error(String),
}

/// The client for FPX.
#[derive(Debug)]
pub struct Gateway {
    config: GatewayConfig,
    client: reqwest::Client,
    banks: Mutex<Option<(tokio::time::Instant, Vec<Bank>)>>,
}

impl Gateway {
    /// Checks the settings and builds the client. Opens no connection yet.
    pub fn new(mut config: GatewayConfig) -> anyhow::Result<Self> {
        let path = config.base_url.path().trim_end_matches('/');
        // The trailing slash matters: without it, `join` would replace the last segment.
        let path = format!("{}/FPXMain/", path.strip_suffix("/FPXMain").unwrap_or(path));
        config.base_url.set_path(&path);
        anyhow::ensure!(matches!(config.base_url.scheme(), "http" | "https"), "FPX's address must be http or https");
        for (what, value) in [
            ("exchange id", &config.exchange_id),
            ("seller id", &config.seller_id),
            ("seller bank code", &config.seller_bank_code),
        ] {
            anyhow::ensure!(
                (1..=10).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric()),
                "the FPX {what} has 1 to 10 letters and digits"
            );
        }
        let client = reqwest::Client::builder()
            .timeout(config.timeout)
            // A message is signed for one address, and FPX never redirects.
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self { config, client, banks: Mutex::new(None) })
    }

    /// The origin to which the browser posts. The content security policy must allow it in `form-action`.
    #[must_use]
    pub fn origin(&self) -> String {
        self.config.base_url.origin().ascii_serialization()
    }

    /// Builds the signed request for a payment. Sends nothing.
    pub fn authorization_request(&self, payment: &NewPayment<'_>) -> Result<Start, GatewayError> {
        if !payment.amount.is_positive() {
            return Err(GatewayError::Field("txnAmount"));
        }
        for (field, number) in [("sellerExOrderNo", payment.exchange_order_no), ("sellerOrderNo", payment.order_no)] {
            if !is_order_number(number) {
                return Err(GatewayError::Field(field));
            }
        }
        let message = Message::new(Kind::Ar, |field| match field {
            "buyerBankId" => payment.bank_id.to_string(),
            "buyerEmail" if fits_email(payment.buyer_email) => payment.buyer_email.to_owned(),
            "buyerName" => fitted(field, payment.buyer_name),
            "makerName" => fitted(field, payment.maker_name),
            "productDesc" => fitted(field, payment.description),
            "msgToken" => B2B1.to_owned(),
            "sellerBankCode" => self.config.seller_bank_code.clone(),
            "sellerExId" => self.config.exchange_id.clone(),
            "sellerId" => self.config.seller_id.clone(),
            "sellerExOrderNo" => payment.exchange_order_no.to_owned(),
            "sellerOrderNo" => payment.order_no.to_owned(),
            "sellerTxnTime" => payment.at.compact(),
            "txnAmount" => payment.amount.to_string(),
            "txnCurrency" => CURRENCY.to_owned(),
            "version" => VERSION.to_owned(),
            _ => String::new(),
        });
        let order = Order::from_request(&message).ok_or(GatewayError::Field("msgType"))?;
        let form = self.sign(message)?.form();
        let fields = form.into_iter().map(|(name, value)| FormField { name, value }).collect();
        Ok(Start { order, redirect: Redirect { url: self.address("seller2DReceiver.jsp")?.to_string(), fields } })
    }

    /// The keys that verify FPX's messages.
    #[must_use]
    pub const fn fpx_keys(&self) -> &VerifyingKeys {
        &self.config.fpx_keys
    }

    /// Parses a callback's body. Fails if it is not an FPX message. A bad signature is no error here, because such
    /// messages are stored, too.
    pub fn read(&self, body: &[u8]) -> Result<Received, Unreadable> {
        Ok(Received::new(Signed::parse(body)?, &self.config.fpx_keys))
    }

    /// Asks FPX for the outcome of a payment.
    pub async fn enquire(&self, order: &Order) -> Result<Exchanged<Enquiry>, GatewayError> {
        let (sent, received) = self.ask("sellerNVPTxnStatus.jsp", order.enquiry()).await?;
        let text = received.trim();
        let answer = if text.is_empty() || text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("ERROR")) {
            Enquiry::Error(text.chars().take(200).collect())
        } else {
            Enquiry::Answer(self.read(received.as_bytes())?)
        };
        Ok(Exchanged { sent, received, answer })
    }

    /// Asks FPX for all banks, including those that are offline.
    pub async fn bank_list(&self) -> Result<Vec<Bank>, GatewayError> {
        let enquiry = Message::new(Kind::Be, |field| match field {
            "msgToken" => B2B1.to_owned(),
            "sellerExId" => self.config.exchange_id.clone(),
            "version" => VERSION.to_owned(),
            _ => String::new(),
        });
        let (_, text) = self.ask("RetrieveBankList", enquiry).await?;
        let received = self.read(text.as_bytes())?;
        let answer = received.unverified();
        let is_ours = answer.kind() == Kind::Bc && answer.get("sellerExId") == self.config.exchange_id;
        if !(received.signature_ok() && is_ours && answer.malformed().is_none()) {
            return Err(GatewayError::NotFpx);
        }
        let list = read_bank_list(answer.get("bankList"));
        if !list.unreadable.is_empty() {
            tracing::warn!(entries = ?list.unreadable, "FPX's bank list has entries that cannot be read");
        }
        Ok(list.banks)
    }

    /// Returns the bank list, cached for `max_age`. Concurrent callers share one request. If FPX does not answer,
    /// returns the error, never a stale list.
    pub async fn banks(&self, max_age: Duration) -> Result<Vec<Bank>, GatewayError> {
        let mut known = self.banks.lock().await;
        match &*known {
            Some((at, banks)) if at.elapsed() < max_age => Ok(banks.clone()),
            _ => {
                let banks = self.bank_list().await?;
                *known = Some((tokio::time::Instant::now(), banks.clone()));
                Ok(banks)
            }
        }
    }

    async fn ask(&self, page: &str, message: Message) -> Result<(String, String), GatewayError> {
        let sent = self.sign(message)?.body();
        let request = self.client.post(self.address(page)?).header("content-type", "application/x-www-form-urlencoded");
        let mut response = request.body(sent.clone()).send().await.map_err(GatewayError::Unreachable)?;
        if response.status() != reqwest::StatusCode::OK {
            return Err(GatewayError::Status(response.status().as_u16()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(GatewayError::Unreachable)? {
            body.extend_from_slice(&chunk);
            if body.len() as u64 > MAX_ANSWER_BYTES {
                return Err(GatewayError::Unreadable("it is too long".to_owned()));
            }
        }
        let received = String::from_utf8(body).map_err(|_| GatewayError::Unreadable("it is not text".to_owned()))?;
        Ok((sent, received))
    }

    /// Signs a message. Refuses values that contain a separator, because the signed text could then be split into other
    /// fields.
    fn sign(&self, message: Message) -> Result<Signed, GatewayError> {
        if let Some(field) = message.malformed() {
            return Err(GatewayError::Field(field));
        }
        self.config.signing_key.sign(message).map_err(GatewayError::Key)
    }

    fn address(&self, page: &str) -> Result<Url, GatewayError> {
        self.config.base_url.join(page).map_err(|error| GatewayError::Unreadable(error.to_string()))
    }
}

fn fitted(field: &str, text: &str) -> String {
    sanitise(text, max_length(field).unwrap_or_default())
}

/// Whether FPX accepts the address. A longer address is left out, because a truncated address may belong to another
/// person.
fn fits_email(email: &str) -> bool {
    email.len() <= max_length("buyerEmail").unwrap_or_default()
        && email.bytes().all(|b| b.is_ascii_graphic() && b != b'|')
}

#[cfg(test)]
#[path = "gateway_tests.rs"]
mod tests;

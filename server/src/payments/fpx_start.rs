//! How an FPX payment starts: the signed request that the browser posts, kept before it leaves.

use std::time::Duration;

use anyhow::Context as _;
use gridbill_core::bills::Selection;
use gridbill_core::number::{BankId, TransactionNo};
use gridbill_core::payments::Redirect;
use gridbill_core::payments::fpx::requery_due;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, FpxRequest};
use crate::app::App;
use crate::config::Config;
use crate::error::{Answer, Error};
use crate::fpx::{Gateway, GatewayConfig, NewPayment, SigningKey, VerifyingKeys, ensure_keys};
use crate::who::Customer;

/// How long the gateway may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The gateway as the settings describe it; with the sandbox's keys unless others are set.
///
/// # Errors
/// When a key cannot be read.
pub fn gateway(config: &Config) -> anyhow::Result<Gateway> {
    let fpx = &config.fpx;
    let (key, certificate) = match (&fpx.fpx_private_key, &fpx.fpx_certificate) {
        (Some(key), Some(certificate)) => (key.clone(), certificate.clone()),
        (None, None) => {
            let files = ensure_keys(&config.data)?;
            (files.exchange_key, files.fpx_certificate)
        }
        _ => anyhow::bail!("set both the private key and the certificate of FPX, or neither for the sandbox"),
    };
    let url = config.fpx_url();
    Gateway::new(GatewayConfig {
        base_url: url.parse().with_context(|| format!("{url} is no address"))?,
        exchange_id: fpx.fpx_exchange_id.clone(),
        seller_id: fpx.fpx_seller_id.clone(),
        seller_bank_code: fpx.fpx_seller_bank_code.clone(),
        signing_key: SigningKey::load(&key)?,
        fpx_keys: VerifyingKeys::load(&certificate, fpx.fpx_certificate_standby.as_deref())?,
        timeout: PATIENCE,
    })
}

/// A payment that is about to be sent to its bank.
pub struct Starting<'a> {
    pub payment_id: Uuid,
    /// Also the gateway's order number: it is unique for ever and people know it.
    pub transaction_no: &'a TransactionNo,
}

impl Starting<'_> {
    /// Keeps the request with its payment; what the browser is to post.
    ///
    /// # Errors
    /// When the request cannot be signed.
    pub async fn redirect(
        &self,
        app: &App,
        db: &mut PgConnection,
        who: &Customer,
        bank_id: &BankId,
        selection: &Selection,
    ) -> Answer<Redirect> {
        let now = app.now();
        let company = sql::company(db, &who.bulk_id).await?;
        let start = app.gateway.authorization_request(&NewPayment {
            exchange_order_no: self.transaction_no.as_str(),
            order_no: self.transaction_no.as_str(),
            at: now,
            amount: selection.total,
            bank_id,
            buyer_email: &who.person.email,
            buyer_name: &company,
            maker_name: &who.person.name,
            description: &format!("Electricity bills {}", selection.bills),
        });
        let start = start.map_err(|error| Error::Internal(error.into()))?;
        let posted: Vec<_> = start.redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
        let raw = serde_urlencoded::to_string(posted).map_err(|error| Error::Internal(error.into()))?;
        let request = FpxRequest {
            payment_id: self.payment_id,
            order_no: self.transaction_no.as_str(),
            fields: serde_json::to_value(&start.order).map_err(|error| Error::Internal(error.into()))?,
            raw: &raw,
            sent_at: now,
            next_requery_at: requery_due(now, now),
        };
        sql::add_fpx_request(db, &request).await?;
        Ok(start.redirect)
    }
}

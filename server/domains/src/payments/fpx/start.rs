//! Starts an FPX payment: builds the signed request that the browser posts, and stores it before it leaves.

use gridbill_core::bills::Selection;
use gridbill_core::number::{BankId, TransactionNo};
use gridbill_core::payments::Redirect;
use gridbill_core::payments::fpx::requery_due;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::Context;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::fpx::NewPayment;
use crate::payments::sql::{self, FpxRequest};

/// A payment that is about to be sent to its bank.
pub struct Starting<'a> {
    pub payment_id: Uuid,
    /// Also used as the gateway's order number: it is unique for ever and users know it.
    pub transaction_no: &'a TransactionNo,
}

impl Starting<'_> {
    /// Stores the request with its payment and returns the form that the browser posts.
    /// Fails when the request cannot be signed.
    pub async fn redirect(
        &self,
        context: &Context,
        db: &mut PgConnection,
        who: &Customer,
        bank_id: &BankId,
        selection: &Selection,
    ) -> Answer<Redirect> {
        let now = context.now();
        let company = sql::company(db, &who.bulk_id).await?;
        let start = context.sign_request(&NewPayment {
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
        let start = start.map_err(anyhow::Error::from)?;
        let posted: Vec<_> = start.redirect.fields.iter().map(|field| (&field.name, &field.value)).collect();
        let raw = serde_urlencoded::to_string(posted).map_err(anyhow::Error::from)?;
        let request = FpxRequest {
            bulk_id: &who.bulk_id,
            payment_id: self.payment_id,
            order_no: self.transaction_no.as_str(),
            fields: serde_json::to_value(&start.order).map_err(anyhow::Error::from)?,
            raw: &raw,
            sent_at: now,
            next_requery_at: requery_due(now, now),
        };
        sql::add_fpx_request(db, &request).await?;
        Ok(start.redirect)
    }
}

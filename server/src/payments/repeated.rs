//! EFT and cheque numbers that other payments of the bulk account have already.

use gridbill_core::number::BulkId;
use gridbill_core::payments::{
    PaymentMethod, RepeatedReference, RepeatedReferences, RepeatedReferencesRequest, VersionedReference, reference_key,
    repeated,
};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::sql::repeated as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;

/// The most numbers that are looked for at a time, far more than a payment takes.
const MAX_NUMBERS: usize = 100;

/// Before somebody pays.
pub async fn ask(app: App, who: Customer, request: RepeatedReferencesRequest) -> Answer<RepeatedReferences> {
    let numbers: Vec<&str> = request.numbers.iter().map(String::as_str).take(MAX_NUMBERS).collect();
    let repeated = in_others(&app.pool, &who.bulk_id, None, request.payment_method, &numbers).await?;
    Ok(RepeatedReferences { repeated })
}

/// Those that other payments have; `payment_id` is the payment that they are of, once it is made.
pub async fn in_others(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    payment_id: Option<Uuid>,
    method: PaymentMethod,
    numbers: &[&str],
) -> Answer<Vec<RepeatedReference>> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> = numbers.iter().map(|number| reference_key(number)).collect();
    let used = sql::used(db, bulk_id, payment_id, &keys).await?;
    Ok(repeated(method, numbers, &used))
}

/// Those of a payment that was made, all its versions, each as a number of its own method.
pub async fn of_payment(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    payment_id: Uuid,
    references: &[VersionedReference],
) -> Answer<Vec<RepeatedReference>> {
    if references.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> = references.iter().map(|reference| reference_key(&reference.number)).collect();
    let used = sql::used(db, bulk_id, Some(payment_id), &keys).await?;
    let mut found: Vec<RepeatedReference> = Vec::new();
    for reference in references {
        for one in repeated(reference.payment_method, &[&reference.number], &used) {
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    Ok(found)
}

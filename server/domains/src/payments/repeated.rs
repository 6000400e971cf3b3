//! Finds EFT and cheque numbers that other payments of the bulk account use already.

use gridbill_core::number::BulkId;
use gridbill_core::payments::{
    PaymentMethod, RepeatedReference, RepeatedReferences, RepeatedReferencesRequest, VersionedReference, find_repeated,
    reference_key,
};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::sql::repeated as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;

/// Maximum numbers looked up per call, far more than a payment takes.
const MAX_NUMBERS: usize = 100;

/// Checks the numbers that the user has typed, before the payment is made.
pub async fn ask(app: App, who: Customer, request: RepeatedReferencesRequest) -> Answer<RepeatedReferences> {
    let numbers: Vec<&str> = request.numbers.iter().map(String::as_str).take(MAX_NUMBERS).collect();
    let repeated = in_others(&app.pool, &who.bulk_id, None, request.payment_method, &numbers).await?;
    Ok(RepeatedReferences { repeated })
}

/// Finds the numbers that other payments use. `payment_id` excludes the payment that has just been made.
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
    Ok(find_repeated(method, numbers, &used))
}

/// Finds the repeated numbers of an existing payment. Covers all its versions, each compared by its own method.
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
        for one in find_repeated(reference.payment_method, &[&reference.number], &used) {
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    Ok(found)
}

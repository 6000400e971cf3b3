//! Searches payments by part of a number, an amount or a bank.

use gridbill_core::number::BulkId;
use gridbill_core::search::Search;

use crate::list::{Parts, contains};

/// Searches the payments of all bulk accounts; each part uses its own index.
pub fn of_all(search: &Search, any: &mut Parts<'_>) {
    if let Some(pattern) = search.part.as_deref().map(contains) {
        any.add("select payment_id from payment where transaction_no like {}", &[&pattern]);
        any.add("select payment_id from payment_item where invoice_no like {}", &[&pattern]);
        any.add("select payment_id from payment_item where account_no like {}", &[&pattern]);
    } else if let Some(pattern) = search.text.as_deref().map(contains) {
        any.add("select payment_id from payment where bank_name ilike {}", &[&pattern]);
        any.add("select payment_id from payment_reference where bank_name ilike {}", &[&pattern]);
    }
    if let Some(amount) = search.amount {
        any.add("select payment_id from payment where amount = {}", &[&amount]);
        any.add("select payment_id from payment where paid_amount = {}", &[&amount]);
        any.add("select payment_id from payment_reference where amount = {}", &[&amount]);
    }
}

/// Searches the payments of one bulk account. Starts from its payments, which are fewer than all payments with a
/// matching part.
pub fn of(bulk_id: &BulkId, search: &Search, any: &mut Parts<'_>) {
    let bulk_id = bulk_id.as_str();
    if let Some(pattern) = search.part.as_deref().map(contains) {
        any.add("select payment_id from payment where bulk_id = {} and transaction_no like {}", &[&bulk_id, &pattern]);
        any.add(
            "select i.payment_id from payment join payment_item i using (payment_id)
             where payment.bulk_id = {} and (i.invoice_no like {} or i.account_no like {})",
            &[&bulk_id, &pattern, &pattern],
        );
    } else if let Some(pattern) = search.text.as_deref().map(contains) {
        any.add("select payment_id from payment where bulk_id = {} and bank_name ilike {}", &[&bulk_id, &pattern]);
        // `offset 0` keeps this a lookup per payment; a join would read the references of all tenants.
        any.add(
            "select payment_id from payment p, lateral (
                 select from payment_reference r where r.payment_id = p.payment_id and r.bank_name ilike {} offset 0
             ) r where p.bulk_id = {}",
            &[&pattern, &bulk_id],
        );
    }
    if let Some(amount) = search.amount {
        any.add(
            "select payment_id from payment where bulk_id = {} and (amount = {} or paid_amount = {})",
            &[&bulk_id, &amount, &amount],
        );
        any.add(
            "select payment_id from payment p, lateral (
                 select from payment_reference r where r.payment_id = p.payment_id and r.amount = {} offset 0
             ) r where p.bulk_id = {}",
            &[&amount, &bulk_id],
        );
    }
}

/// Adds queries that return which of `numbers` find a payment; without a bulk account, in all of them.
pub fn known(bulk_id: Option<&BulkId>, numbers: &[String], queries: &mut Parts<'_>) {
    let (bulk_id, numbers) = (bulk_id.map(BulkId::to_string), numbers.to_vec());
    queries.add(
        "select transaction_no from payment where bulk_id = coalesce({}, bulk_id) and transaction_no = any({})",
        &[&bulk_id, &numbers],
    );
    queries.add(
        "select i.invoice_no from payment p join payment_item i using (payment_id)
         where p.bulk_id = coalesce({}, p.bulk_id) and i.invoice_no = any({})",
        &[&bulk_id, &numbers],
    );
    queries.add(
        "select i.account_no from payment p join payment_item i using (payment_id)
         where p.bulk_id = coalesce({}, p.bulk_id) and i.account_no = any({})",
        &[&bulk_id, &numbers],
    );
    queries.add(
        "select b.bill_batch_id from bill b join payment_item using (invoice_no) join payment p using (payment_id)
         where p.bulk_id = coalesce({}, p.bulk_id) and b.bill_batch_id = any({})",
        &[&bulk_id, &numbers],
    );
    queries.add(
        "select number from payment_reference join payment p using (payment_id)
         where p.bulk_id = coalesce({}, p.bulk_id) and number = any({})",
        &[&bulk_id, &numbers],
    );
}

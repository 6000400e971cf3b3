//! Searches bills by numbers, amounts and names.

use gridbill_core::Day;
use gridbill_core::number::BulkId;
use gridbill_core::search::Search;

use crate::list::{Filter, Parts, contains};

/// Restricts bills `b` of a bulk account to those that match the search. Matches numbers or parts of numbers, an
/// amount, or part of a reference ID or group name.
pub fn narrow(only: &mut Filter<'_>, bulk_id: &BulkId, search: &Search) {
    if search.is_empty() {
        return;
    }
    let Search { accounts, batches, transactions, text, part, amount, .. } = search;
    let bulk_id = bulk_id.as_str();
    let invoices = search.account_or_invoice();
    only.and_parts("(", " or ", |any| {
        if let Some(pattern) = text.as_deref().map(contains) {
            any.add(
                "b.account_no in (select a.account_no
                                  from electricity_account a left join account_group g using (bulk_id, group_id)
                                  where a.bulk_id = {} and (a.reference_id ilike {} or g.name ilike {}))",
                &[&bulk_id, &pattern, &pattern],
            );
        }
        if let Some(pattern) = part.as_deref().map(contains) {
            any.add(
                "b.invoice_no like {} or b.collective_invoice_no like {} or b.account_no like {}
                 or b.bill_batch_id like {}",
                &[&pattern, &pattern, &pattern, &pattern],
            );
            any.add(
                "b.invoice_no in (select i.invoice_no from payment p join payment_item i using (payment_id)
                                  where p.bulk_id = {} and p.transaction_no like {})",
                &[&bulk_id, &pattern],
            );
        }
        if let Some(amount) = amount {
            any.add("b.total_amount_payable = {}", &[amount]);
        }
        if !invoices.is_empty() {
            any.add("b.invoice_no = any({}) or b.collective_invoice_no = any({})", &[&invoices, &invoices]);
        }
        if !accounts.is_empty() {
            any.add("b.account_no = any({})", &[accounts]);
        }
        if !batches.is_empty() {
            any.add("b.bill_batch_id = any({})", &[batches]);
        }
        if !transactions.is_empty() {
            any.add(
                "b.invoice_no in (select i.invoice_no from payment p join payment_item i using (payment_id)
                                  where p.bulk_id = {} and p.transaction_no = any({}))",
                &[&bulk_id, transactions],
            );
        }
    });
}

/// Adds queries that return which of `numbers` find an unpaid bill of the bulk account.
pub fn known(bulk_id: &BulkId, numbers: &[String], queries: &mut Parts<'_>) {
    let (bulk_id, numbers) = (bulk_id.as_str(), numbers.to_vec());
    queries.add(
        "select number
         from bill b, unnest(array[b.invoice_no, b.collective_invoice_no, b.account_no, b.bill_batch_id]) number
         where b.bulk_id = {} and bill_is_unpaid(b.status)
           and (b.invoice_no = any({}) or b.collective_invoice_no = any({}) or b.account_no = any({})
                or b.bill_batch_id = any({}))
           and number = any({})",
        &[&bulk_id, &numbers, &numbers, &numbers, &numbers, &numbers],
    );
    queries.add(
        "select p.transaction_no from payment p join payment_item i using (payment_id) join bill b using (invoice_no)
         where p.bulk_id = {} and p.transaction_no = any({}) and b.bulk_id = {} and bill_is_unpaid(b.status)",
        &[&bulk_id, &numbers, &bulk_id],
    );
}

/// Adds queries that return which of `numbers` find a bill of the bulk account invoiced on `since` or later.
pub fn known_since(bulk_id: &BulkId, since: Day, numbers: &[String], queries: &mut Parts<'_>) {
    let (bulk_id, since, numbers) = (bulk_id.as_str(), since.date(), numbers.to_vec());
    queries.add(
        "select number
         from bill b, unnest(array[b.invoice_no, b.collective_invoice_no, b.account_no, b.bill_batch_id]) number
         where b.bulk_id = {} and b.invoice_date >= {}
           and (b.invoice_no = any({}) or b.collective_invoice_no = any({}) or b.account_no = any({})
                or b.bill_batch_id = any({}))
           and number = any({})",
        &[&bulk_id, &since, &numbers, &numbers, &numbers, &numbers, &numbers],
    );
    queries.add(
        "select p.transaction_no from payment p join payment_item i using (payment_id) join bill b using (invoice_no)
         where p.bulk_id = {} and p.transaction_no = any({}) and b.bulk_id = {} and b.invoice_date >= {}",
        &[&bulk_id, &numbers, &bulk_id, &since],
    );
}

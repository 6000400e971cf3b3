//! The lists of unpaid bills, of their batches, and of bill history.

#[cfg(feature = "schema")]
use super::BillState;
use super::{
    Batch, BatchSortBy, Bill, BillSortBy, GetBillHistory, GetBillsByBatch, GetOutstandingBills, GetOutstandingCharges,
    HistorySortBy, PastBill,
};

lists! {
    /// The unpaid bills of a bulk account, by batch.
    batches = GetBillsByBatch of Batch by BatchSortBy {
        search => filter.search,
        show => filter.payable,
    } export {
        bill_batch_id, extraction_date, due_date, total_bills, total_accounts, current_charge, outstanding_amount,
        selectable_amount, amount_in_payment
    }
    /// The unpaid bills of a bulk account.
    outstandingBills = GetOutstandingBills of Bill by BillSortBy {
        search => filter.search,
        show => filter.payable,
        due => filter.due,
        overdue => filter.overdue,
        from => filter.due_from,
        to => filter.due_to,
        group => group_ids,
        batch => filter.batch_ids,
        eInvoice => filter.valid_e_invoice,
        closed => filter.closed,
    } export {
        invoice_no, account_no, reference_id, group_name, bill_batch_id, invoice_date, due_date, current_charge,
        outstanding_amount, total_amount_payable, status as BillState, e_invoice_uuid, e_invoice_status, e_invoice_link,
        e_invoice_validated_at, settled_amount
    }
    /// The unpaid bills that carry charges from earlier bills.
    outstandingCharges = GetOutstandingCharges of Bill by BillSortBy {
        search => filter.search,
        show => filter.payable,
        due => filter.due,
        overdue => filter.overdue,
        from => filter.due_from,
        to => filter.due_to,
        group => group_ids,
        batch => filter.batch_ids,
        eInvoice => filter.valid_e_invoice,
        closed => filter.closed,
    } export {
        invoice_no, account_no, reference_id, group_name, bill_batch_id, invoice_date, due_date, current_charge,
        outstanding_amount, total_amount_payable, status as BillState, e_invoice_uuid, e_invoice_status, e_invoice_link,
        e_invoice_validated_at, settled_amount
    }
    /// The bills of the last six months, paid and unpaid.
    billHistory = GetBillHistory of PastBill by HistorySortBy {
        search => filter.search,
        status => filter.state,
        from => filter.invoiced_from,
        to => filter.invoiced_to,
        group => filter.group_ids,
        tariff => filter.tariffs,
        reading => filter.reading_type,
        eInvoice => filter.valid_e_invoice,
        closed => filter.closed,
    } export {
        invoice_no, account_no, reference_id, group_name, bill_batch_id, invoice_date, reading_start, reading_end,
        due_date, tariff, reading_type, current_charge, outstanding_amount, total_amount_payable, status as BillState,
        e_invoice_uuid, e_invoice_status, e_invoice_link, e_invoice_validated_at, settled_amount
    }
}

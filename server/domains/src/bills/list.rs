//! The lists of unpaid bills and of their batches.

use std::collections::HashSet;

use gridbill_core::bills::{
    Batch, BatchFilter, BatchSortBy, Bill, BillFilter, BillSortBy, Closure, EInvoiceStatus, HoldCause, hold_cause,
    selection_refusal,
};
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::payments::Status;
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Day, Money, Problem};

use super::{search, totals};
use crate::list::{Filter, Key, List, NewestFirst, Parts, Searched, columns};

/// The unpaid bills of a bulk account.
pub struct UnpaidBills {
    pub bulk_id: BulkId,
    pub today: Day,
    pub filter: BillFilter,
    pub search: Search,
    pub groups: Option<Vec<String>>,
    pub invoices: Option<Vec<InvoiceNo>>,
    /// Only bills with a charge from earlier bills.
    pub with_charges: bool,
    /// Includes paid bills.
    pub with_paid: bool,
    /// Only bills on hold.
    pub on_hold: bool,
}

impl UnpaidBills {
    /// Selects unpaid bills with the given filter. Fails when core rejects the searched text.
    pub fn new(bulk_id: BulkId, filter: BillFilter, today: Day) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        Ok(Self {
            bulk_id,
            today,
            filter,
            search,
            groups: None,
            invoices: None,
            with_charges: false,
            with_paid: false,
            on_hold: false,
        })
    }

    /// Whether all filters are columns of the stored totals. The count then reads no bills.
    #[must_use]
    pub fn is_summed(&self) -> bool {
        let Self { filter, search, groups, invoices, on_hold, .. } = self;
        let narrows = filter.account_nos.is_some() || filter.valid_e_invoice.is_some() || filter.closed.is_some();
        search.is_empty() && !narrows && groups.is_none() && invoices.is_none() && !on_hold
    }
}

impl List for UnpaidBills {
    type Row = Bill;
    type By = BillSortBy;
    const NAME: &'static str = "unpaid bills";
    const FROM: (&'static str, &'static str) = ("bill", "b");

    fn keys(by: BillSortBy) -> &'static [Key] {
        const INVOICE: Key = Key::new("b.invoice_no", "text");
        const DUE: Key = Key::new("b.due_date", "date").within("coalesce(", ", 'infinity'::date)");
        match by {
            BillSortBy::DueDate => const { &[DUE, INVOICE] },
            BillSortBy::TotalAmountPayable => const { &[Key::new("b.total_amount_payable", "numeric"), INVOICE] },
            BillSortBy::AccountNo => const { &[Key::new("b.account_no", "text"), INVOICE] },
            // The expression keeps the planner from the index over the numbers of all tenants.
            BillSortBy::InvoiceNo => const { &[Key::new("b.invoice_no", "text").within("(", " || '')")] },
            BillSortBy::BillBatchId => const { &[Key::new("b.bill_batch_id", "text"), INVOICE] },
            BillSortBy::CurrentCharge => const { &[Key::new("b.current_charge", "numeric"), INVOICE] },
            BillSortBy::OutstandingAmount => const { &[Key::new("b.outstanding_amount", "numeric"), INVOICE] },
            BillSortBy::Status => const { &[Key::new("b.status", "smallint"), DUE, INVOICE] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let bulk_id = self.bulk_id.as_str();
        only.and("b.bulk_id = {}", &[&bulk_id]);
        if !self.with_paid {
            only.and("bill_is_unpaid(b.status)", &[]);
        }
        if self.on_hold {
            only.and("b.invoice_no in (select invoice_no from bill_on_hold where bulk_id = {})", &[&bulk_id]);
        }
        match self.filter.valid_e_invoice {
            Some(true) => only.and(VALID_E_INVOICE, &[]),
            Some(false) => only.and(NO_VALID_E_INVOICE, &[]),
            None => {}
        }
        only.and_some(CLOSED, self.filter.closed.map(Closure::name));
        if self.with_charges {
            only.and("b.outstanding_amount > 0", &[]);
        }
        search::narrow(only, &self.bulk_id, &self.search);
        let filter = &self.filter;
        match filter.payable {
            Some(true) => only.and(PAYABLE, &[]),
            Some(false) => only.and(NOT_PAYABLE, &[]),
            None => {}
        }
        only.and_some("b.bill_batch_id = any({})", texts(filter.batch_ids.as_deref(), BatchId::as_str));
        only.and_some("b.account_no = any({})", texts(filter.account_nos.as_deref(), AccountNo::as_str));
        only.and_some("b.invoice_no = any({})", texts(self.invoices.as_deref(), InvoiceNo::as_str));
        if let Some(groups) = &self.groups {
            only.and(
                "b.account_no in (select account_no from electricity_account
                                  where bulk_id = {} and group_id::text = any({}))",
                &[&bulk_id, groups],
            );
        }
        let overdue = match filter.overdue {
            Some(true) => Some("bill_is_overdue(b.status, b.total_amount_payable, b.due_date, {})"),
            Some(false) => Some("not bill_is_overdue(b.status, b.total_amount_payable, b.due_date, {})"),
            None => None,
        };
        if let Some(overdue) = overdue {
            only.and(overdue, &[&self.today.date()]);
        }
        if filter.due.is_some() {
            only.and(TO_BE_PAID, &[]);
        }
        let (from, to) = filter.due_between(self.today);
        only.and_some("b.due_date >= {}", from.map(Day::date));
        only.and_some("b.due_date <= {}", to.map(Day::date));
    }

    fn total(&self) -> Option<&'static str> {
        self.is_summed().then_some(if self.with_charges { totals::WITH_CHARGES } else { totals::ALL })
    }

    fn filter_total(&self, only: &mut Filter<'_>) {
        totals::narrow(only, &self.bulk_id, &self.filter, self.today);
    }

    fn of(&self) -> String {
        if self.with_charges { "with charges" } else { "" }.to_owned()
    }
}

impl Searched for UnpaidBills {
    fn search(&self) -> &Search {
        &self.search
    }

    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        search::known(&self.bulk_id, numbers, queries);
    }
}

/// Selects bills that can be paid now, as core decides for a single bill.
const PAYABLE: &str =
    "bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) = 'payable'";
/// Selects bills that cannot be paid now.
const NOT_PAYABLE: &str =
    "bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) <> 'payable'";

/// Selects bills with a valid e-invoice.
pub const VALID_E_INVOICE: &str = "b.e_invoice_status = 'valid'";
/// Selects bills without an e-invoice, and bills whose e-invoice is not valid.
pub const NO_VALID_E_INVOICE: &str = "b.e_invoice_status is distinct from 'valid'";

/// Selects bills that are closed for a reason.
pub const CLOSED: &str = "bill_closed(b.status, b.closed, b.disable_payment) = {}";

/// Selects bills with an amount due that are in no payment.
const TO_BE_PAID: &str = "bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                          in ('payable', 'notPayable')";

columns! { Bill, "left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
                  left join account_group g on g.group_id = a.group_id" =>
    invoice_no: "b.invoice_no",
    collective_invoice_no: "b.collective_invoice_no",
    account_no: "b.account_no",
    reference_id: "a.reference_id",
    group_name: "g.name",
    bill_batch_id: "b.bill_batch_id",
    extraction_date: "b.extraction_date",
    invoice_date: "b.invoice_date",
    due_date: "b.due_date",
    collective_invoice_due_date: "b.due_date",
    current_charge: "b.current_charge",
    outstanding_amount: "b.outstanding_amount",
    total_amount_payable: "b.total_amount_payable",
    status: "b.status",
    closed: "bill_closed(b.status, b.closed, b.disable_payment)",
    settled_amount: "b.settled_amount",
    hold: "bill_hold_cause(b.status, b.total_amount_payable, b.current_charge, b.disable_payment, b.e_invoice_status,
        exists (select from query_bill q
                where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no and q.is_open),
        exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting'))",
    e_invoice_uuid: "b.e_invoice_uuid",
    e_invoice_status: "b.e_invoice_status",
    // The second part of the link. The caller adds the first, which is a setting.
    e_invoice_link: "b.e_invoice_long_id",
    e_invoice_validated_at: "b.e_invoice_validated_at",
    ; payable: selection_refusal(status, total_amount_payable, current_charge, closed).is_none(),
    reason: selection_refusal(status, total_amount_payable, current_charge, closed),
    disable_payment: Closure::disables_payment(closed),
}

/// All bills of a bulk account, paid and unpaid, for reports.
pub struct AllBills {
    pub bulk_id: BulkId,
}

impl List for AllBills {
    type Row = Bill;
    type By = NewestFirst;
    const NAME: &'static str = "all bills";
    const FROM: (&'static str, &'static str) = ("bill", "b");

    fn keys(NewestFirst: NewestFirst) -> &'static [Key] {
        const { &[Key::new("b.invoice_date", "date"), Key::new("b.invoice_no", "text")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("b.bulk_id = {}", &[&self.bulk_id.as_str()]);
    }

    fn total(&self) -> Option<&'static str> {
        Some(totals::ALL)
    }

    fn filter_total(&self, only: &mut Filter<'_>) {
        only.and("t.bulk_id = {}", &[&self.bulk_id.as_str()]);
    }
}

/// The fields that core needs to decide whether a bill can be selected.
pub struct MatchingBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub batch_id: BatchId,
    pub amount: Money,
    pub current_charge: Money,
    pub status: Status,
    pub closed: Option<Closure>,
    pub e_invoice_status: Option<EInvoiceStatus>,
    pub has_open_query: bool,
    pub does_batch_wait: bool,
}

impl MatchingBill {
    /// Returns why the bill is on hold; none if it is not.
    #[must_use]
    pub fn hold(&self) -> Option<HoldCause> {
        hold_cause(
            self.status,
            self.amount,
            self.current_charge,
            self.closed,
            self.e_invoice_status,
            self.has_open_query,
            self.does_batch_wait,
        )
    }

    /// Whether a selection leaves the bill out because it is on hold. Bills that the user chose one by one stay, if
    /// their hold allows it.
    #[must_use]
    pub fn is_held(&self, chosen: &HashSet<InvoiceNo>) -> bool {
        self.hold().is_some_and(|cause| !(cause.can_be_chosen() && chosen.contains(&self.invoice_no)))
    }
}

columns! { MatchingBill, "" =>
    invoice_no: "b.invoice_no",
    account_no: "b.account_no",
    batch_id: "b.bill_batch_id",
    amount: "b.total_amount_payable",
    current_charge: "b.current_charge",
    status: "b.status",
    closed: "bill_closed(b.status, b.closed, b.disable_payment)",
    e_invoice_status: "b.e_invoice_status",
    has_open_query: "exists (select from query_bill q
                             where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no and q.is_open)",
    does_batch_wait: "exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')",
}

/// The batches of a bulk account that have unpaid bills.
pub struct Batches<'a> {
    bulk_id: &'a BulkId,
    search: Search,
    payable: Option<bool>,
}

impl<'a> Batches<'a> {
    /// Selects batches with the given filter. Fails when core rejects the searched text.
    pub fn new(bulk_id: &'a BulkId, filter: &BatchFilter) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        Ok(Self { bulk_id, search, payable: filter.payable })
    }
}

impl List for Batches<'_> {
    type Row = Batch;
    type By = BatchSortBy;
    const NAME: &'static str = "batches";
    const FROM: (&'static str, &'static str) = ("batch_total", "b");
    const IS_AGGREGATE: bool = true;

    fn keys(by: BatchSortBy) -> &'static [Key] {
        const BATCH: Key = Key::new("b.bill_batch_id", "text");
        match by {
            BatchSortBy::ExtractionDate => const { &[Key::new("b.extraction_date", "date"), BATCH] },
            BatchSortBy::BillBatchId => const { &[BATCH] },
            BatchSortBy::DueDate => {
                const { &[Key::new("b.due_date", "date").within("coalesce(", ", 'infinity'::date)"), BATCH] }
            }
            BatchSortBy::TotalBills => const { &[Key::new("b.total_bills", "bigint"), BATCH] },
            BatchSortBy::CurrentCharge => const { &[Key::new("b.current_charge", "numeric"), BATCH] },
            BatchSortBy::SelectableAmount => const { &[Key::new("b.selectable_amount", "numeric"), BATCH] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let bulk_id = self.bulk_id.as_str();
        only.and("b.bulk_id = {}", &[&bulk_id]);
        match self.payable {
            Some(true) => only.and("b.selectable_bills > 0", &[]),
            Some(false) => only.and("b.selectable_bills = 0", &[]),
            None => {}
        }
        if self.search.is_empty() {
            return;
        }
        only.within(
            "b.bill_batch_id in (select b.bill_batch_id from bill b where b.bulk_id = {} and bill_is_unpaid(b.status)",
            &[&bulk_id],
            |bills| search::narrow(bills, self.bulk_id, &self.search),
        );
    }
}

impl Searched for Batches<'_> {
    fn search(&self) -> &Search {
        &self.search
    }

    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        search::known(self.bulk_id, numbers, queries);
    }
}

columns! { Batch, "" =>
    bill_batch_id: "b.bill_batch_id",
    extraction_date: "b.extraction_date",
    due_date: "b.due_date",
    total_bills: "b.total_bills",
    total_accounts: "b.total_accounts",
    selectable_bills: "b.selectable_bills",
    bills_on_hold: "(select count(*) from bill_on_hold h where h.bulk_id = b.bulk_id and h.bill_batch_id = b.bill_batch_id)",
    current_charge: "b.current_charge",
    outstanding_amount: "b.outstanding_amount",
    selectable_amount: "b.selectable_amount",
    amount_in_payment: "b.amount_in_payment",
}

fn texts<T>(numbers: Option<&[T]>, text: fn(&T) -> &str) -> Option<Vec<String>> {
    numbers.map(|numbers| numbers.iter().map(|number| text(number).to_owned()).collect())
}

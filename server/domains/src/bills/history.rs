//! Bill history, and its search by a single criterion (docs/domain/bills.md#history).

use gridbill_core::bills::{
    Bill, BillCriterion, BillHistoryRequest, BillSearch, BulkRequest, Closure, HistoryFilter, HistorySortBy,
    HistoryState, PastBill, ReadingType, SearchBillsRequest, history_begins,
};
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Day, Page, Problem};

use super::list::{CLOSED, NO_VALID_E_INVOICE, VALID_E_INVOICE};
use super::{linked, page_of, search as found, sql, totals};
use crate::app::App;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::list::{Filter, Key, List, Parts, Searched, columns, contains};

/// The bills of a bulk account that were invoiced in the last six months.
pub struct History {
    bulk_id: BulkId,
    today: Day,
    filter: HistoryFilter,
    search: Search,
    /// Restricts to accounts whose reference ID contains this text.
    reference: Option<String>,
    /// Whether numbers match only the kind that the user named.
    is_by_kind: bool,
}

impl History {
    /// Selects the history that matches the filters of a request. Fails when core rejects the searched text.
    pub fn new(bulk_id: BulkId, filter: HistoryFilter, today: Day) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        Ok(Self { bulk_id, today, filter, search, reference: None, is_by_kind: false })
    }

    /// Selects the bills that match a single criterion.
    fn searched(bulk_id: BulkId, asked: BillSearch, today: Day) -> Self {
        let filter =
            HistoryFilter { invoiced_from: Some(asked.from), invoiced_to: Some(asked.to), ..HistoryFilter::default() };
        let (mut search, mut reference) = (Search::default(), None);
        match asked.by {
            BillCriterion::Accounts(numbers) => search.accounts = numbers.iter().map(ToString::to_string).collect(),
            BillCriterion::Batches(numbers) => search.batches = numbers.iter().map(ToString::to_string).collect(),
            BillCriterion::Invoices(numbers) => search.invoices = numbers.iter().map(ToString::to_string).collect(),
            BillCriterion::Reference(text) => reference = Some(text),
        }
        Self { bulk_id, today, filter, search, reference, is_by_kind: true }
    }
}

impl History {
    /// Whether no filter is set. The count then comes from stored totals and reads almost no bills.
    fn is_whole(&self) -> bool {
        let Self { filter, search, reference, .. } = self;
        *filter == HistoryFilter::default() && search.is_empty() && reference.is_none()
    }
}

impl List for History {
    type Row = PastBill;
    type By = HistorySortBy;
    const NAME: &'static str = "bill history";
    const FROM: (&'static str, &'static str) = ("bill", "b");

    fn keys(by: HistorySortBy) -> &'static [Key] {
        const INVOICE: Key = Key::new("b.invoice_no", "text");
        match by {
            HistorySortBy::InvoiceDate => const { &[Key::new("b.invoice_date", "date"), INVOICE] },
            HistorySortBy::DueDate => {
                const { &[Key::new("b.due_date", "date").within("coalesce(", ", 'infinity'::date)"), INVOICE] }
            }
            HistorySortBy::TotalAmountPayable => const { &[Key::new("b.total_amount_payable", "numeric"), INVOICE] },
            // The expression keeps the planner from the indexes over the numbers of all tenants.
            HistorySortBy::AccountNo => const { &[Key::new("b.account_no", "text").within("(", " || '')"), INVOICE] },
            HistorySortBy::InvoiceNo => const { &[Key::new("b.invoice_no", "text").within("(", " || '')")] },
            HistorySortBy::Status => const { &[Key::new("b.status", "smallint"), INVOICE] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let bulk_id = self.bulk_id.as_str();
        only.and("b.bulk_id = {}", &[&bulk_id]);
        let filter = &self.filter;
        let begins = history_begins(self.today);
        only.and("b.invoice_date >= {}", &[&filter.invoiced_from.map_or(begins, |from| from.max(begins)).date()]);
        only.and_some("b.invoice_date <= {}", filter.invoiced_to.map(Day::date));
        if let Some(pattern) = self.reference.as_deref().map(contains) {
            only.and(
                "b.account_no in (select account_no from electricity_account where bulk_id = {} and reference_id ilike {})",
                &[&bulk_id, &pattern],
            );
        }
        if self.is_by_kind {
            let some = |numbers: &Vec<String>| Some(numbers.clone()).filter(|numbers| !numbers.is_empty());
            only.and_some("b.account_no = any({})", some(&self.search.accounts));
            only.and_some("b.bill_batch_id = any({})", some(&self.search.batches));
            if let Some(invoices) = some(&self.search.invoices) {
                only.and("(b.invoice_no = any({}) or b.collective_invoice_no = any({}))", &[&invoices, &invoices]);
            }
        } else {
            found::narrow(only, &self.bulk_id, &self.search);
        }
        if let Some(state) = filter.state {
            narrow_to(only, state, self.today);
        }
        if let Some(groups) = &filter.group_ids {
            only.and(
                "b.account_no in (select account_no from electricity_account
                                  where bulk_id = {} and group_id::text = any({}))",
                &[&bulk_id, groups],
            );
        }
        only.and_some("b.tariff = any({})", filter.tariffs.clone());
        only.and_some("b.reading_type = {}", filter.reading_type.map(ReadingType::code));
        match filter.valid_e_invoice {
            Some(true) => only.and(VALID_E_INVOICE, &[]),
            Some(false) => only.and(NO_VALID_E_INVOICE, &[]),
            None => {}
        }
        only.and_some(CLOSED, filter.closed.map(Closure::name));
    }

    fn total(&self) -> Option<&'static str> {
        self.is_whole().then_some(totals::SINCE)
    }

    fn filter_total(&self, only: &mut Filter<'_>) {
        totals::narrow_since(only, &self.bulk_id, history_begins(self.today));
    }
}

/// Adds the condition for a state. Mirrors core's [`HistoryState::of`], which decides for a single bill; a test
/// compares the two.
fn narrow_to(only: &mut Filter<'_>, state: HistoryState, today: Day) {
    match state {
        HistoryState::NoActionRequired => only.and("(b.total_amount_payable <= 0 or b.closed = 'carried')", &[]),
        HistoryState::Paid => only.and(
            "b.total_amount_payable > 0 and not bill_is_unpaid(b.status) and b.closed is distinct from 'carried'",
            &[],
        ),
        HistoryState::InPayment => only.and("b.total_amount_payable > 0 and bill_is_in_payment(b.status)", &[]),
        HistoryState::PaymentOverdue => {
            only.and("bill_is_overdue(b.status, b.total_amount_payable, b.due_date, {})", &[&today.date()]);
        }
        HistoryState::PaymentRequired => only.and(
            "b.total_amount_payable > 0 and bill_has_no_payment(b.status)
             and not bill_is_overdue(b.status, b.total_amount_payable, b.due_date, {})",
            &[&today.date()],
        ),
    }
}

impl Searched for History {
    fn search(&self) -> &Search {
        &self.search
    }

    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        found::known_since(&self.bulk_id, history_begins(self.today), numbers, queries);
    }
}

columns! { PastBill of bill: Bill =>
    tariff: "b.tariff",
    reading_type: "b.reading_type",
    reading_start: "b.reading_start",
    reading_end: "b.reading_end",
}

pub async fn list(app: App, who: Customer, request: BillHistoryRequest) -> Answer<Page<PastBill>> {
    let history = History::new(who.bulk_id, request.filter.clone(), Day::at(app.now()))?;
    Ok(linked(&app, page_of(&app, &history, request.sort, request.page()).await?))
}

pub async fn search(app: App, who: Customer, request: SearchBillsRequest) -> Answer<Page<PastBill>> {
    let today = Day::at(app.now());
    let (history, page) = (&History::searched(who.bulk_id, request.check(today)?, today), request.page());
    app.read(|app| async move { Ok(linked(&app, page_of(&app, history, Sort::default(), page).await?)) }).await
}

pub async fn tariffs(app: App, who: Customer, _: BulkRequest) -> Answer<Vec<String>> {
    Ok(sql::tariffs(&app.pool, &who.bulk_id, history_begins(Day::at(app.now()))).await?)
}

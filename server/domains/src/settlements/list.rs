//! Lists of settlements.

use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::settlements::{
    PartState, SettlementFilter, SettlementMethod, SettlementPart, SettlementSortBy, SettlementsRequest,
    UnmatchedSettlement, UnmatchedSettlementsRequest,
};
use gridbill_core::{Day, Page, Problem};

use crate::app::App;
use crate::auth::who::{Customer, Staff};
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

pub async fn of_bulk_account(app: App, who: Customer, request: SettlementsRequest) -> Answer<Page<SettlementPart>> {
    let settlements = Settlements { bulk_id: &who.bulk_id, narrowed: Narrowed::new(&request.filter)? };
    list::page(&app.pool, &settlements, request.sort, request.page()).await
}

pub async fn unmatched(app: App, _: Staff, request: UnmatchedSettlementsRequest) -> Answer<Page<UnmatchedSettlement>> {
    let unmatched = Unmatched { narrowed: Narrowed::new(&request.filter)? };
    list::page(&app.pool, &unmatched, request.sort, request.page()).await
}

/// Returns the settlements of a bulk account, the newest first.
pub async fn all(app: &App, bulk_id: &BulkId, filter: &SettlementFilter) -> Answer<Vec<SettlementPart>> {
    let settlements = Settlements { bulk_id, narrowed: Narrowed::new(filter)? };
    list::all(&app.pool, &settlements, Sort::default()).await
}

const PAID_ON: Key = Key::new("p.paid_on", "date");
const AMOUNT: Key = Key::new("p.amount", "numeric");
const SETTLEMENT_NO: Key = Key::new("p.settlement_no", "text");
const PLACE: Key = Key::new("p.place", "smallint");

fn keys(by: SettlementSortBy) -> &'static [Key] {
    match by {
        SettlementSortBy::PaidOn => const { &[PAID_ON, SETTLEMENT_NO, PLACE] },
        SettlementSortBy::Amount => const { &[AMOUNT, SETTLEMENT_NO, PLACE] },
    }
}

/// The filter of a request, with the pattern for the searched text.
struct Narrowed<'a> {
    filter: &'a SettlementFilter,
    pattern: Option<String>,
}

impl<'a> Narrowed<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a SettlementFilter) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { filter, pattern })
    }

    /// Adds the conditions of both lists.
    fn narrow(&self, only: &mut Filter<'_>) {
        let SettlementFilter { search: _, account_nos, invoice_nos, method, state, from, to } = self.filter;
        if let Some(pattern) = &self.pattern {
            only.and(
                "(p.settlement_no ilike {} or p.account_no ilike {} or p.invoice_no ilike {})",
                &[pattern, pattern, pattern],
            );
        }
        only.and_some("p.account_no = any({})", account_nos.as_deref().map(texts));
        only.and_some("p.invoice_no = any({})", invoice_nos.as_deref().map(texts));
        // For each row of the list: the settlements of one method are those of all companies.
        let method = method.map(SettlementMethod::code);
        only.and_some("(select s.method from settlement s where s.settlement_no = p.settlement_no) = {}", method);
        only.and_some("p.state = {}", state.map(PartState::code));
        only.and_some("p.paid_on >= {}", from.map(Day::date));
        only.and_some("p.paid_on <= {}", to.map(Day::date));
    }
}

fn texts(numbers: &[impl ToString]) -> Vec<String> {
    numbers.iter().map(ToString::to_string).collect()
}

/// The settlements of a bulk account.
struct Settlements<'a> {
    bulk_id: &'a BulkId,
    narrowed: Narrowed<'a>,
}

impl List for Settlements<'_> {
    type Row = SettlementPart;
    type By = SettlementSortBy;
    const NAME: &'static str = "settlements";
    const FROM: (&'static str, &'static str) = ("settlement_part", "p");

    fn keys(by: SettlementSortBy) -> &'static [Key] {
        keys(by)
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.bulk_id = {}", &[&self.bulk_id.as_str()]);
        self.narrowed.narrow(only);
    }
}

columns! { SettlementPart, "join settlement s using (settlement_no)
                            left join electricity_account a on a.account_no = p.account_no and a.bulk_id = p.bulk_id" =>
    settlement_no: "p.settlement_no",
    account_no: "p.account_no",
    reference_id: "a.reference_id",
    invoice_no: "p.invoice_no",
    method: "s.method",
    paid_on: "p.paid_on",
    amount: "p.amount",
    part_state: "p.state",
    reference: "s.reference",
}

/// The parts of all settlements that pay no bill.
struct Unmatched<'a> {
    narrowed: Narrowed<'a>,
}

impl List for Unmatched<'_> {
    type Row = UnmatchedSettlement;
    type By = SettlementSortBy;
    const NAME: &'static str = "unmatched settlements";
    const FROM: (&'static str, &'static str) = ("settlement_part", "p");

    fn keys(by: SettlementSortBy) -> &'static [Key] {
        keys(by)
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.state in ('waits', 'unmatched')", &[]);
        self.narrowed.narrow(only);
    }
}

columns! { UnmatchedSettlement, "join settlement s using (settlement_no) join account_master m on m.account_no = p.account_no" =>
    settlement_no: "p.settlement_no",
    bulk_id: "p.bulk_id",
    company_name: "m.company_name",
    account_no: "p.account_no",
    invoice_no: "p.invoice_no",
    method: "s.method",
    paid_on: "p.paid_on",
    amount: "p.amount",
    part_state: "p.state",
    reference: "s.reference",
}

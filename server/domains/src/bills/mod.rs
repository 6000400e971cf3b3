//! The bills that a bulk account owes: totals, batches, lists, and the selection for payment.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use gridbill_core::bills::BillSortBy;
use gridbill_core::bills::{
    self as core, BankingApp, Batch, BatchesRequest, Bill, BillDetails, BillFilter, BulkRequest, Countable, DailyUse,
    DueCalendar, DuitNow, EInvoiceShown, InvoiceRequest, LeftOut, OutstandingBillsRequest, OutstandingCard, PastBill,
    Payable, PrintRequest, SelectRequest, Selectable,
};
use gridbill_core::downloads::BillsDownloadRequest;
use gridbill_core::endpoint::MediaType;
use gridbill_core::list::Sort;
use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::page::PageParams;
use gridbill_core::{Code, Day, Money, Page};

use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::documents::{Qr, bill};
use crate::endpoint::{Mount, Sent};
use crate::error::Answer;
use crate::list::{self as lists, Searched};
use crate::payments::virtual_account;

mod cost;
pub mod history;
pub mod issued;
pub mod list;
pub mod remind;
mod search;
mod sql;
pub mod totals;

pub use sql::kinds;

use list::{Batches, MatchingBill, UnpaidBills};

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetOutstandingBillsCard, card)
        .json(core::GetDueCalendar, calendar)
        .file(core::GetDueCalendarFile, calendar_file)
        .json(core::GetCostByMonth, cost::by_month)
        .json(core::GetCostliest, cost::costliest)
        .list(core::GetBillsByBatch, batches)
        .list(core::GetOutstandingBills, unpaid)
        .list(core::GetOutstandingCharges, with_charges)
        .list(core::GetBillHistory, history::list)
        .json(core::SearchBills, history::search)
        .json(core::GetBillTariffs, history::tariffs)
        .json(core::GetBillDetails, details)
        .json(core::GetDailyUse, daily_use)
        .file(core::PrintPDF2, print)
        .json(core::SelectBills, select)
        .json(core::CountBills, count)
}

async fn card(app: App, who: Customer, _: BulkRequest) -> Answer<OutstandingCard> {
    Ok(totals::card(&app.pool, &who.bulk_id, app.now()).await?)
}

async fn calendar(app: App, who: Customer, _: BulkRequest) -> Answer<DueCalendar> {
    Ok(DueCalendar { due: totals::due(&app.pool, &who.bulk_id, true).await?, as_of: app.now() })
}

/// The due dates as a calendar file, in the user's language.
async fn calendar_file(app: App, who: Customer, _: BulkRequest) -> Answer<Sent> {
    let (language, now) = (who.person.language, app.now());
    let due = totals::due(&app.pool, &who.bulk_id, false).await?;
    let file = core::due_file(&due, &who.bulk_id, &app.config.public_url(), now, language)?;
    let name = language.pick(["Due dates", "Tarikh akhir"]);
    let name = format!("{name} {}.ics", Day::at(now));
    Ok(Sent { name, media_type: MediaType::Calendar, bytes: file.into_bytes() })
}

async fn batches(app: App, who: Customer, request: BatchesRequest) -> Answer<Page<Batch>> {
    let batches = Batches::new(&who.bulk_id, &request.filter)?;
    lists::searched_page(&app.pool, &batches, request.sort, request.page()).await
}

async fn unpaid(app: App, who: Customer, request: OutstandingBillsRequest) -> Answer<Page<Bill>> {
    let bills = unpaid_bills(&app, who, &request)?;
    Ok(linked(&app, page_of(&app, &bills, request.sort, request.page()).await?))
}

/// Lists unpaid bills that include a charge from earlier bills.
async fn with_charges(app: App, who: Customer, request: OutstandingBillsRequest) -> Answer<Page<Bill>> {
    let bills = UnpaidBills { with_charges: true, ..unpaid_bills(&app, who, &request)? };
    Ok(linked(&app, page_of(&app, &bills, request.sort, request.page()).await?))
}

/// The list of unpaid bills with the filters of a request.
fn unpaid_bills(app: &App, who: Customer, request: &OutstandingBillsRequest) -> Answer<UnpaidBills> {
    let bills = UnpaidBills::new(who.bulk_id, request.filter.clone(), Day::at(app.now()))?;
    Ok(UnpaidBills { groups: request.group_ids.clone(), ..bills })
}

/// A row with an e-invoice.
pub trait HasEInvoice {
    /// Completes the link, whose second part was read from the database.
    fn link(&mut self, portal: &str);
}

impl HasEInvoice for Bill {
    fn link(&mut self, portal: &str) {
        let parts = self.e_invoice_uuid.as_ref().zip(self.e_invoice_link.as_ref());
        self.e_invoice_link = parts.map(|(uuid, long_id)| core::e_invoice_link(portal, uuid, long_id));
    }
}

impl HasEInvoice for PastBill {
    fn link(&mut self, portal: &str) {
        self.bill.link(portal);
    }
}

/// Completes the links of a page.
#[must_use]
pub fn linked<Row: HasEInvoice>(app: &App, mut page: Page<Row>) -> Page<Row> {
    for row in &mut page.items {
        row.link(&app.config.utility.my_invois_portal);
    }
    page
}

/// Reads a page through a read-only connection.
async fn page_of<L: Searched>(app: &App, list: &L, sort: Sort<L::By>, wanted: PageParams<'_>) -> Answer<Page<L::Row>> {
    let mut db = app.reader.connection().await?;
    let page = lists::page(&mut *db, list, sort, wanted).await?;
    let not_found = if wanted.cursor.is_none() { lists::not_found(&mut *db, list).await? } else { Vec::new() };
    db.return_to_pool();
    Ok(Page { not_found, malformed: lists::malformed(list.search(), wanted), ..page })
}

async fn details(app: App, who: Customer, request: InvoiceRequest) -> Answer<BillDetails> {
    let details = printed(&app, &who, &request.invoice_no).await?;
    let payments = sql::payments(&app.pool, &who.bulk_id, &request.invoice_no).await?;
    let drawing = |text: &str| Qr::of(text).map(|qr| qr.drawing());
    let e_invoice = details.e_invoice.map(|one| {
        let qr = one.link.as_deref().and_then(drawing);
        EInvoiceShown { qr, ..one }
    });
    let banking_app = details.banking_app.map(|one| {
        let duit_now = one.duit_now.map(|one| DuitNow { qr: drawing(&one.text), ..one });
        BankingApp { duit_now, ..one }
    });
    Ok(BillDetails { payments, e_invoice, banking_app, ..details })
}

async fn daily_use(app: App, who: Customer, request: InvoiceRequest) -> Answer<DailyUse> {
    let bills = sql::daily_use(&app.pool, &who.bulk_id, &request.invoice_no).await?.ok_or(Code::BillNotFound)?;
    Ok(DailyUse { bills })
}

/// Loads a bill with everything that its document shows.
async fn printed(app: &App, who: &Customer, invoice_no: &InvoiceNo) -> Answer<BillDetails> {
    let found = all_printed(app, who, std::slice::from_ref(invoice_no)).await?;
    Ok(found.into_iter().next().ok_or(Code::BillNotFound)?)
}

/// Loads bills with everything that their documents show, in the given order. Bills that no longer exist are left out.
pub async fn all_printed(app: &App, who: &Customer, invoices: &[InvoiceNo]) -> Answer<Vec<BillDetails>> {
    let (portal, utility) = (&app.config.utility.my_invois_portal, app.config.utility.registrations());
    let kinds = kinds::all(&app.pool).await?;
    let found = sql::details(&app.pool, &who.bulk_id, invoices, portal, &kinds, who.person.language).await?;
    let mut found: HashMap<_, _> = found.into_iter().map(|one| (one.bill.invoice_no.clone(), one)).collect();
    for (of, used) in sql::use_by_bill(&app.pool, &who.bulk_id, invoices).await? {
        if let Some(details) = found.get_mut(&of) {
            details.use_by_bill.push(used);
        }
    }
    let printed = invoices.iter().filter_map(|number| found.remove(number)).map(|details| {
        let bill = &details.bill;
        let remainder = core::remainder(bill.current_charge, bill.outstanding_amount, bill.total_amount_payable)?;
        let banking_app = bill.banking_app(&utility, who.person.language);
        Ok(BillDetails { remainder, banking_app, ..details })
    });
    printed.collect()
}

/// Renders a bill as a PDF, in the user's language.
async fn print(app: App, who: Customer, request: PrintRequest) -> Answer<Sent> {
    let (language, today) = (who.person.language, Day::at(app.now()));
    let details = printed(&app, &who, &request.invoice_no).await?;
    if details.bill.account_no != request.ca_no {
        return Err(Code::BillNotFound.into());
    }
    let name = bill::name(language, &details.bill);
    let bytes = computing::for_call(move || {
        let account = virtual_account(&app, &who.bulk_id);
        let from = bill::From { utility: &app.config.utility, account: &account };
        bill::write(language, &from, &details, today)
    })
    .await??;
    Ok(Sent { name, media_type: MediaType::Pdf, bytes })
}

/// Lists the bills whose documents a download contains, in the order of the download.
/// Fails when core rejects the searched text.
pub async fn wanted(app: &App, who: &Customer, request: &BillsDownloadRequest) -> Answer<Vec<InvoiceNo>> {
    let bulk_id = &who.bulk_id;
    if let Some(batch_ids) = &request.batch_ids {
        let batch_ids: Vec<_> = batch_ids.iter().map(ToString::to_string).collect();
        return Ok(sql::of_batches(&app.pool, bulk_id, Some(&batch_ids), None).await?);
    }
    let filter = if request.invoice_nos.is_some() { BillFilter::default() } else { request.filter.clone() };
    let bills = UnpaidBills::new(bulk_id.clone(), filter, Day::at(app.now()))?;
    let bills = UnpaidBills {
        with_paid: request.invoice_nos.is_some(),
        invoices: request.invoice_nos.clone(),
        groups: request.group_ids.clone(),
        ..bills
    };
    let found = lists::all::<_, MatchingBill>(&app.pool, &bills, Sort::by(BillSortBy::InvoiceNo)).await?;
    Ok(found.into_iter().map(|bill| bill.invoice_no).collect())
}

/// Lists every bill of these batches, or of the batches extracted on these days, paid or not.
pub async fn of_batches(
    app: &App,
    who: &Customer,
    batch_ids: Option<&[String]>,
    days: Option<&[Day]>,
) -> Answer<Vec<InvoiceNo>> {
    Ok(sql::of_batches(&app.pool, &who.bulk_id, batch_ids, days).await?)
}

async fn select(app: App, who: Customer, request: SelectRequest) -> Answer<Selectable> {
    let chosen = request.held_invoice_nos.iter().cloned().collect();
    selectable(&app, &matching(&app, who, request)?, &chosen).await
}

async fn count(app: App, who: Customer, request: SelectRequest) -> Answer<Countable> {
    let chosen = request.held_invoice_nos.iter().cloned().collect();
    let matching = matching(&app, who, request)?;
    if matching.is_summed() {
        let counted = totals::count(&app.pool, &matching.bulk_id, &matching.filter, matching.today).await?;
        return without_held(&app, matching, &chosen, counted).await;
    }
    let Sorted { bills, left_out } = sorted(&app, &matching, &chosen).await?;
    let total = Money::sum(bills.iter().map(|row| row.amount))?;
    let bills = i64::try_from(bills.len()).unwrap_or(i64::MAX);
    Ok(Countable { bills, total, left_out, malformed: matching.search.malformed })
}

fn matching(app: &App, who: Customer, request: SelectRequest) -> Answer<UnpaidBills> {
    let SelectRequest { filter, group_ids: groups, invoice_nos: invoices, .. } = request;
    Ok(UnpaidBills { groups, invoices, ..UnpaidBills::new(who.bulk_id, filter, Day::at(app.now()))? })
}

/// Moves the bills on hold from the payable bills to the bills left out, except those in `chosen`. Stored totals do not
/// separate bills on hold; there are few, and an index finds them.
async fn without_held(
    app: &App,
    matching: UnpaidBills,
    chosen: &HashSet<InvoiceNo>,
    mut counted: Countable,
) -> Answer<Countable> {
    let matching = UnpaidBills { on_hold: true, ..matching };
    let mut held = lists::all::<_, MatchingBill>(&app.pool, &matching, Sort::default()).await?;
    held.retain(|row| row.is_held(chosen));
    if held.is_empty() {
        return Ok(counted);
    }
    let count = i64::try_from(held.len()).unwrap_or(i64::MAX);
    counted.bills -= count;
    counted.total = counted.total.minus(Money::sum(held.iter().map(|row| row.amount))?)?;
    counted.left_out.push(LeftOut { reason: Code::BillOnHold, count });
    counted.left_out.sort_by_key(|one| one.reason);
    Ok(counted)
}

/// Payable bills, and counts of the others by reason.
struct Sorted {
    bills: Vec<MatchingBill>,
    left_out: Vec<LeftOut>,
}

/// Splits the matching bills with core's rule, so that the payment accepts every selected bill. Bills on hold are left
/// out, except those in `chosen`.
async fn sorted(app: &App, matching: &UnpaidBills, chosen: &HashSet<InvoiceNo>) -> Answer<Sorted> {
    let mut counts = BTreeMap::new();
    let mut bills = Vec::new();
    for row in lists::all::<_, MatchingBill>(&app.pool, matching, Sort::default()).await? {
        let refused = core::selection_refusal(row.status, row.amount, row.current_charge, row.closed);
        match refused.or_else(|| row.is_held(chosen).then_some(Code::BillOnHold)) {
            Some(reason) => *counts.entry(reason).or_default() += 1,
            None => bills.push(row),
        }
    }
    Ok(Sorted { bills, left_out: left_out(counts) })
}

fn left_out(counts: BTreeMap<Code, i64>) -> Vec<LeftOut> {
    counts.into_iter().map(|(reason, count)| LeftOut { reason, count }).collect()
}

async fn selectable(app: &App, matching: &UnpaidBills, chosen: &HashSet<InvoiceNo>) -> Answer<Selectable> {
    let Sorted { bills, left_out } = sorted(app, matching, chosen).await?;
    let payable = |row: MatchingBill| Payable {
        invoice_no: row.invoice_no,
        account_no: row.account_no,
        batch_id: row.batch_id,
        amount: row.amount,
    };
    let malformed = matching.search.malformed.clone();
    Ok(Selectable { bills: bills.into_iter().map(payable).collect(), left_out, malformed })
}

/// Splits these bills into those that can be paid now and counts of the others. Bills paid meanwhile count as paid;
/// invoices that the bulk account does not have count as "not found".
pub async fn selectable_of(app: &App, bulk_id: &BulkId, invoices: &[InvoiceNo]) -> Answer<Selectable> {
    let asked: BTreeSet<_> = invoices.iter().cloned().collect();
    let all = UnpaidBills::new(bulk_id.clone(), BillFilter::default(), Day::at(app.now()))?;
    let matching = UnpaidBills { invoices: Some(asked.iter().cloned().collect()), ..all };
    let mut found = selectable(app, &matching, &HashSet::new()).await?;
    let asked: Vec<_> = asked.into_iter().collect();
    let paid = sql::paid(&app.pool, bulk_id, &asked).await?;
    let unpaid =
        found.bills.len() + found.left_out.iter().map(|one| usize::try_from(one.count).unwrap_or(0)).sum::<usize>();
    let unknown = i64::try_from(asked.len()).unwrap_or(i64::MAX) - paid - i64::try_from(unpaid).unwrap_or(0);
    for (reason, count) in [(Code::BillPaid, paid), (Code::BillNotFound, unknown)] {
        if count > 0 {
            found.left_out.push(LeftOut { reason, count });
        }
    }
    Ok(found)
}

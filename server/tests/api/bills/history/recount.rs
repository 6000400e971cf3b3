//! All bills of a company, and a simple implementation of filters and orders.

use std::cmp::Ordering;

use gridbill_core::Day;
use gridbill_core::bills::{
    Bill, BillHistoryRequest, Closure, HistorySortBy, HistoryState, PastBill, ReadingType, history_begins,
    selection_refusal,
};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgPool, Row as _};

use super::super::Model;
use crate::support::clock::today;
use crate::support::given::SINAR;
use crate::support::sql;

pub const TARIFFS: &[&str] = &["Low Voltage General", "Medium Voltage, Time of Use", "Low Voltage Domestic"];

/// Stores the model's bills, invoiced over eight months, with several tariffs and reading types. A third of them are
/// paid.
pub async fn store(pool: &PgPool, seed: u64) -> Model {
    let model = Model::store(pool, seed).await;
    let query = "
        update bill b set tariff = ($2::text[])[1 + n % 3], invoice_date = $1::date - (n * 7 % 244)::int,
                          reading_type = ($3::text[])[1 + n % 5], status = case when n % 3 = 0 then 4 else status end
        from (select invoice_no, row_number() over (order by invoice_no) as n from bill) numbered
        where numbered.invoice_no = b.invoice_no";
    sql::run(
        pool,
        query,
        &[
            &today().date(),
            &TARIFFS.iter().map(|tariff| (*tariff).to_owned()).collect::<Vec<_>>(),
            &ReadingType::ALL.iter().map(|one| one.code().to_owned()).collect::<Vec<_>>(),
        ],
    )
    .await;
    model
}

/// Returns all bills that the company ever had.
pub async fn everything(pool: &PgPool) -> Vec<PastBill> {
    let query = "select b.*, bill_closed(b.status, b.closed, b.disable_payment) as why_closed, b.due_date as collective_invoice_due_date, a.reference_id, g.name as group_name
                 from bill b left join electricity_account a using (account_no) left join account_group g using (group_id)
                 where b.bulk_id = $1";
    sql::rows(pool, query, &[&SINAR]).await.into_iter().map(|Stored(bill)| bill).collect()
}

/// A bill read from its row.
struct Stored(PastBill);

impl FromRow<'_, PgRow> for Stored {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let (amount, charge) = (row.try_get("total_amount_payable")?, row.try_get("current_charge")?);
        let (status, closed) = (row.try_get("status")?, row.try_get("why_closed")?);
        let reason = selection_refusal(status, amount, charge, closed);
        let bill = Bill {
            invoice_no: row.try_get("invoice_no")?,
            collective_invoice_no: row.try_get("collective_invoice_no")?,
            account_no: row.try_get("account_no")?,
            reference_id: row.try_get("reference_id")?,
            group_name: row.try_get("group_name")?,
            bill_batch_id: row.try_get("bill_batch_id")?,
            extraction_date: row.try_get("extraction_date")?,
            invoice_date: row.try_get("invoice_date")?,
            due_date: row.try_get("due_date")?,
            collective_invoice_due_date: row.try_get("collective_invoice_due_date")?,
            current_charge: charge,
            outstanding_amount: row.try_get("outstanding_amount")?,
            total_amount_payable: amount,
            status,
            disable_payment: Closure::disables_payment(closed),
            closed,
            settled_amount: row.try_get("settled_amount")?,
            payable: reason.is_none(),
            reason,
            hold: None,
            e_invoice_uuid: None,
            e_invoice_status: None,
            e_invoice_link: None,
            e_invoice_validated_at: None,
        };
        Ok(Self(PastBill {
            bill,
            tariff: row.try_get("tariff")?,
            reading_type: row.try_get("reading_type")?,
            reading_start: row.try_get("reading_start")?,
            reading_end: row.try_get("reading_end")?,
        }))
    }
}

/// Filters and sorts in the simplest way, as a reference for the list.
pub fn recounted(all: &[PastBill], model: &Model, request: &BillHistoryRequest) -> Vec<PastBill> {
    let filter = &request.filter;
    let is_in = |bill: &&PastBill| {
        bill.invoice_date >= history_begins(today())
            && filter.invoiced_from.is_none_or(|from| bill.invoice_date >= from)
            && filter.invoiced_to.is_none_or(|to| bill.invoice_date <= to)
            && filter.state.is_none_or(|state| HistoryState::of(bill, today()) == state)
            && filter.tariffs.as_ref().is_none_or(|tariffs| tariffs.contains(&bill.tariff))
            && filter.reading_type.is_none_or(|reading| bill.reading_type == reading.code())
            && filter
                .group_ids
                .as_ref()
                .is_none_or(|ids| model.group_of(&bill.account_no).is_some_and(|id| ids.contains(id)))
            && filter.search.as_ref().is_none_or(|typed| model.found(bill, typed))
    };
    let mut bills: Vec<PastBill> = all.iter().filter(is_in).cloned().collect();
    bills.sort_by(|a, b| compare(request.sort.by, a, b).then_with(|| a.invoice_no.cmp(&b.invoice_no)));
    if request.sort.descends() {
        bills.reverse();
    }
    bills
}

fn compare(by: HistorySortBy, a: &PastBill, b: &PastBill) -> Ordering {
    let due = |bill: &PastBill| bill.due_date.map_or(chrono::NaiveDate::MAX, Day::date);
    match by {
        HistorySortBy::InvoiceDate => a.invoice_date.cmp(&b.invoice_date),
        HistorySortBy::DueDate => due(a).cmp(&due(b)),
        HistorySortBy::TotalAmountPayable => a.total_amount_payable.cmp(&b.total_amount_payable),
        HistorySortBy::AccountNo => a.account_no.cmp(&b.account_no),
        HistorySortBy::InvoiceNo => Ordering::Equal,
        HistorySortBy::Status => (a.status as i16).cmp(&(b.status as i16)),
    }
}

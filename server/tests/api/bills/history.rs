//! Bill history: every filter, order and page against a plain recount of all bills, its six months, and the search of
//! existing clients, which finds the same rows.

use std::cmp::Ordering;

use gridbill_core::bills::{
    BillHistoryRequest, GetBillHistory, GetBillTariffs, HistoryFilter, HistorySortBy, HistoryState, PastBill,
    ReadingType, SearchBills, SearchBillsRequest, history_begins,
};
use gridbill_core::number::{AccountNo, BatchId, InvoiceNo};
use gridbill_core::{Day, Instant};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::json;
use sqlx::PgPool;

use super::*;

const TARIFFS: &[&str] = &["Low Voltage General", "Medium Voltage, Time of Use", "Low Voltage Domestic"];

fn history() -> BillHistoryRequest {
    BillHistoryRequest {
        id: sinar(),
        filter: HistoryFilter::default(),
        sort: Sort::default(),
        record_count: None,
        cursor: None,
    }
}

/// The model's bills, invoiced over eight months, of several tariffs and readings, a third of them paid.
async fn store(pool: &PgPool, seed: u64) -> Model {
    let model = Model::store(pool, seed).await;
    sqlx::query!(
        "update bill b set tariff = ($2::text[])[1 + n % 3], invoice_date = $1::date - (n * 7 % 244)::int,
                           reading_type = ($3::text[])[1 + n % 5], status = case when n % 3 = 0 then 4 else status end
         from (select invoice_no, row_number() over (order by invoice_no) as n from bill) numbered
         where numbered.invoice_no = b.invoice_no",
        today().date(),
        &TARIFFS.iter().map(|tariff| (*tariff).to_owned()).collect::<Vec<_>>(),
        &ReadingType::ALL.iter().map(|one| one.code().to_owned()).collect::<Vec<_>>(),
    )
    .execute(pool)
    .await
    .unwrap();
    model
}

/// All bills that the company ever had.
async fn everything(pool: &PgPool) -> Vec<PastBill> {
    sqlx::query_as!(
        PastBill,
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.collective_invoice_no as "collective_invoice_no: InvoiceNo",
                  b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?", g.name as "group_name?",
                  b.bill_batch_id as "bill_batch_id: BatchId", b.extraction_date as "extraction_date: Day",
                  b.invoice_date as "invoice_date: Day", b.due_date as "due_date: Day",
                  b.due_date as "collective_invoice_due_date: Day", b.tariff, b.reading_type,
                  b.reading_start as "reading_start: Day", b.reading_end as "reading_end: Day",
                  b.current_charge as "current_charge: Money", b.outstanding_amount as "outstanding_amount: Money",
                  b.total_amount_payable as "total_amount_payable: Money", b.status as "status: Status", b.disable_payment
           from bill b left join electricity_account a using (account_no) left join account_group g using (group_id)
           where b.bulk_id = $1"#,
        SINAR,
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

/// The plainest way to narrow and order them.
fn recounted(all: &[PastBill], model: &Model, request: &BillHistoryRequest) -> Vec<PastBill> {
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
            && filter.search.as_ref().is_none_or(|typed| model.found(&as_listed(bill), typed))
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

fn as_listed(bill: &PastBill) -> Bill {
    let PastBill {
        invoice_no,
        collective_invoice_no,
        account_no,
        reference_id,
        group_name,
        bill_batch_id,
        extraction_date,
        invoice_date,
        due_date,
        collective_invoice_due_date,
        current_charge,
        outstanding_amount,
        total_amount_payable,
        status,
        disable_payment,
        ..
    } = bill.clone();
    Bill {
        invoice_no,
        collective_invoice_no,
        account_no,
        reference_id,
        group_name,
        bill_batch_id,
        extraction_date,
        invoice_date,
        due_date,
        collective_invoice_due_date,
        current_charge,
        outstanding_amount,
        total_amount_payable,
        status,
        disable_payment,
    }
}

/// Every page, one after the other. Each says the same total.
async fn pages_of(actor: &Actor, mut request: BillHistoryRequest) -> Vec<PastBill> {
    let mut bills = Vec::new();
    loop {
        let page = actor.call::<GetBillHistory>(request.clone()).await.unwrap();
        bills.extend(page.items);
        let listed = i64::try_from(bills.len()).unwrap();
        let Some(next) = page.next else {
            assert_eq!(page.total, listed);
            return bills;
        };
        assert!(listed < page.total, "a row came twice");
        request.cursor = Some(next);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn history_is_what_a_plain_recount_finds() {
    let portal = Portal::with_people().await;
    let mut model = store(portal.pool(), 11).await;
    let all = everything(portal.pool()).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let orders: Vec<Sort<HistorySortBy>> = Sort::all().collect();
    let mut random = ChaCha20Rng::seed_from_u64(12);
    let mut found = 0;
    for round in 0..120 {
        let mut sometimes = |share: f64| random.random_bool(share);
        let [search, from, to, state, groups, tariffs, reading] =
            [0.4, 0.2, 0.2, 0.3, 0.2, 0.2, 0.2].map(&mut sometimes);
        let day = |days: i64| today().plus_days(-days);
        let filter = if round < orders.len() {
            HistoryFilter::default()
        } else {
            HistoryFilter {
                search: search.then(|| model.search()),
                invoiced_from: from.then(|| day(random.random_range(0..240))),
                invoiced_to: to.then(|| day(random.random_range(0..240))),
                state: state.then(|| HistoryState::ALL[random.random_range(0..HistoryState::ALL.len())]),
                group_ids: groups.then(|| model.groups()[..random.random_range(1..3)].to_vec()),
                tariffs: tariffs
                    .then(|| TARIFFS[..random.random_range(1..3)].iter().map(|one| (*one).to_owned()).collect()),
                reading_type: reading.then(|| ReadingType::ALL[random.random_range(0..ReadingType::ALL.len())]),
            }
        };
        let sort = orders.get(round).copied().unwrap_or_else(|| orders[random.random_range(0..orders.len())]);
        let record_count = [None, Some(31), Some(1_000)][random.random_range(0..3)];
        let request = BillHistoryRequest { filter, sort, record_count, ..history() };
        let expected = recounted(&all, &model, &request);
        found += usize::from(!expected.is_empty());
        assert_eq!(pages_of(&viewer, request.clone()).await, expected, "round {round}: {request:?}");
    }
    assert!(found > 60, "only {found} of the requests found something");
}

#[tokio::test(flavor = "multi_thread")]
async fn history_goes_back_six_months_by_the_clock_and_no_further() {
    let portal = Portal::with_people().await;
    let invoices = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let begins = Day::parse("2026-05-20").unwrap();
    assert_eq!(history_begins(today()), begins);
    for (invoice_no, days) in invoices.iter().zip([0, -1, 184]) {
        let day = begins.plus_days(days).date();
        sqlx::query!("update bill set invoice_date = $2 where invoice_no = $1", invoice_no.as_str(), day)
            .execute(portal.pool())
            .await
            .unwrap();
    }
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let listed = async |viewer: &Actor, filter| {
        let page = viewer.call::<GetBillHistory>(BillHistoryRequest { filter, ..history() }).await.unwrap();
        page.items.into_iter().map(|bill| bill.invoice_no).collect::<Vec<_>>()
    };
    // The newest first; the first day of the six months is in it, the day before is not, whatever is asked for.
    let kept = vec![invoices[2].clone(), invoices[0].clone()];
    assert_eq!(listed(&viewer, HistoryFilter::default()).await, kept);
    let longer = HistoryFilter { invoiced_from: Day::parse("2020-01-01").ok(), ..HistoryFilter::default() };
    assert_eq!(listed(&viewer, longer).await, kept);
    // What is too old is not known, either.
    let typed = invoices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let filter = HistoryFilter { search: Some(typed), ..HistoryFilter::default() };
    let page = viewer.call::<GetBillHistory>(BillHistoryRequest { filter, ..history() }).await.unwrap();
    assert_eq!((page.total, page.not_found), (2, vec![invoices[1].to_string()]));

    // At midnight at +08:00 the first day moves on.
    portal.advance(chrono::TimeDelta::hours(12));
    assert_eq!(Day::at(Instant::parse("2026-11-20T16:00:00Z").unwrap()).to_string(), "2026-11-21");
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(listed(&viewer, HistoryFilter::default()).await, [invoices[2].clone()]);
    let search = |from: &str| SearchBillsRequest {
        start_date: Day::parse(from).ok(),
        ..asked("invoiceNo", invoices[2].as_str())
    };
    let refused = viewer.call::<SearchBills>(search("2026-05-20")).await.expect_err("too old");
    assert_eq!(
        (refused.fields(), &refused.body.params["from"]),
        (vec![("startDate", Code::PeriodTooOld)], &json!("2026-05-21"))
    );
    assert_eq!(viewer.call::<SearchBills>(search("2026-05-21")).await.unwrap().total, 1);
}

fn asked(criteria: &str, text: &str) -> SearchBillsRequest {
    SearchBillsRequest {
        id: sinar(),
        start_date: Some(history_begins(today())),
        end_date: Some(today()),
        criteria: criteria.to_owned(),
        search_string: text.to_owned(),
        record_count: Some(1_000),
        cursor: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_search_of_existing_clients_finds_the_rows_of_the_list() {
    let portal = Portal::with_people().await;
    let model = store(portal.pool(), 13).await;
    let all = everything(portal.pool()).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    // None of the first ones, whose invoices look like accounts: by one criterion they are not both.
    let bills: Vec<&PastBill> = all.iter().filter(|bill| !bill.invoice_no.as_str().starts_with('2')).collect();
    let accounts = format!("{}, {},299999999999", bills[0].account_no, bills[9].account_no);
    let [account, other] = [&bills[3].account_no, &bills[40].account_no];
    let cases = [
        ("accountNo", account.to_string()),
        ("accountNo", format!("{account},{other}")),
        ("billBatchId", bills[5].bill_batch_id.to_string()),
        ("billBatchId", format!("{}, {}", bills[5].bill_batch_id, bills[70].bill_batch_id)),
        ("invoiceNo", bills[20].invoice_no.to_string()),
        ("invoiceNo", bills[20].collective_invoice_no.to_string()),
        ("referenceId", "gerai".to_owned()),
    ];
    let mut rows = 0;
    for (criteria, text) in cases {
        let searched = viewer.call::<SearchBills>(asked(criteria, &text)).await.unwrap();
        let filter = HistoryFilter { search: Some(text.clone()), ..HistoryFilter::default() };
        let list = BillHistoryRequest { filter, record_count: Some(1_000), ..history() };
        let listed = viewer.call::<GetBillHistory>(list.clone()).await.unwrap();
        let expected: Vec<PastBill> = recounted(&all, &model, &list);
        // An account's number may be an invoice's too, which the list finds and this criterion does not mean.
        let meant = |bill: &PastBill| criteria != "accountNo" || text.contains(bill.account_no.as_str());
        let expected: Vec<PastBill> = expected.into_iter().filter(meant).collect();
        assert_eq!(searched.items, expected, "{criteria} {text}");
        assert!(listed.total >= searched.total, "{criteria} {text}");
        rows += searched.items.len();
    }
    assert!(rows > 100, "only {rows} rows were compared");

    let searched =
        viewer.call::<SearchBills>(asked("accountNo", &accounts.replace("299999999999", "219999999999"))).await;
    assert_eq!(searched.unwrap().not_found, ["219999999999"]);
    assert_eq!(
        viewer.call::<SearchBills>(asked("accountNo", &accounts)).await.expect_err("no account").code(),
        Code::AccountNumberPrefix
    );

    // Only what was invoiced in the period; pages go on where they ended.
    let period = SearchBillsRequest {
        start_date: Some(today().plus_days(-60)),
        end_date: Some(today().plus_days(-20)),
        record_count: Some(7),
        ..asked("referenceId", "gerai")
    };
    let first = viewer.call::<SearchBills>(period.clone()).await.unwrap();
    let next = viewer.call::<SearchBills>(SearchBillsRequest { cursor: first.next.clone(), ..period }).await.unwrap();
    let within = |bill: &&PastBill| {
        let days = today().days_since(bill.invoice_date);
        (20..=60).contains(&days) && bill.reference_id.as_ref().is_some_and(|name| name.contains("Gerai"))
    };
    assert_eq!(first.total, i64::try_from(all.iter().filter(within).count()).unwrap());
    assert!(first.items.len() == 7 && next.items.iter().all(|bill| !first.items.contains(bill)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_cannot_be_made_is_refused_field_by_field() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let nothing = viewer.call_raw::<SearchBills>(json!({ "id": SINAR })).await.expect_err("nothing is asked for");
    assert_eq!(nothing.status, 422);
    assert_eq!(
        nothing.fields(),
        [("startDate", Code::PeriodRequired), ("endDate", Code::PeriodRequired), ("criteria", Code::SearchByRequired)]
    );
    for (criteria, text, code) in [
        ("accountNo", "12", Code::AccountNumberPrefix),
        ("accountNo", "2112", Code::AccountNumberLength),
        ("billBatchId", "2912345678", Code::BatchIdInvalid),
        ("invoiceNo", "1", Code::InvoiceNumberInvalid),
        ("referenceId", "ab", Code::SearchTooShort),
        ("referenceId", "12345678901234567", Code::ReferenceIdLength),
    ] {
        let refused = viewer.call::<SearchBills>(asked(criteria, text)).await.expect_err("refused");
        assert_eq!((refused.status, refused.fields()), (422, vec![("searchString", code)]), "{criteria} {text}");
    }
    let unknown = viewer.call::<SearchBills>(asked("companyName", "sinar")).await.expect_err("refused");
    assert_eq!((unknown.status, unknown.fields()), (400, vec![("criteria", Code::Unreadable)]));
    let reversed = SearchBillsRequest { end_date: Some(today().plus_days(-300)), ..asked("referenceId", "abc") };
    let refused = viewer.in_malay().call::<SearchBills>(reversed).await.expect_err("refused");
    assert_eq!(refused.fields(), [("endDate", Code::DateRangeReversed)]);
    assert_eq!(refused.body.error_message, "Tarikh tamat tidak boleh lebih awal daripada tarikh mula.");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_companys_history_is_its_own() {
    let portal = Portal::with_people().await;
    let model = store(portal.pool(), 14).await;
    let stranger = portal.sign_in("master@majlis.example").await;
    let own = BillHistoryRequest { id: BulkId::parse(MAJLIS).unwrap(), record_count: Some(1_000), ..history() };
    let page = stranger.call::<GetBillHistory>(own.clone()).await.unwrap();
    assert!(page.total > 100 && page.items.iter().all(|bill| bill.account_no.as_str() == "210000000041"));
    let typed = model.bills()[30..32].iter().map(|bill| bill.invoice_no.to_string()).collect::<Vec<_>>();
    let filter = HistoryFilter { search: Some(typed.join(" ")), ..HistoryFilter::default() };
    let page = stranger.call::<GetBillHistory>(BillHistoryRequest { filter, ..own }).await.unwrap();
    assert_eq!((page.total, page.not_found), (0, typed));
    let theirs = SearchBillsRequest { id: BulkId::parse(MAJLIS).unwrap(), ..asked("referenceId", "gerai") };
    assert_eq!(stranger.call::<SearchBills>(theirs).await.unwrap().total, 0);
    assert_eq!(stranger.call::<GetBillHistory>(history()).await.expect_err("theirs").code(), Code::BulkAccountNotFound);

    let viewer = portal.sign_in("viewer@sinar.example").await;
    let mut tariffs = TARIFFS.to_vec();
    tariffs.sort_unstable();
    assert_eq!(viewer.call::<GetBillTariffs>(BulkRequest { id: sinar() }).await.unwrap(), tariffs);
}

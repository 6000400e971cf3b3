//! Bill history: every filter, order and page, compared with a simple filter over all bills, and the limit of six
//! months.

mod existing_clients;
mod recount;

use gridbill_core::bills::{
    BillHistoryRequest, BulkRequest, GetBillHistory, GetBillTariffs, HistoryFilter, HistorySortBy, HistoryState,
    PastBill, ReadingType, SearchBills, SearchBillsRequest, history_begins,
};
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Instant};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::json;

use super::sinar;
use crate::support::clock::today;
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};
use recount::{TARIFFS, everything, recounted, store};

fn history() -> BillHistoryRequest {
    BillHistoryRequest {
        id: sinar(),
        filter: HistoryFilter::default(),
        sort: Sort::default(),
        record_count: None,
        cursor: None,
    }
}

/// Returns the bills of all pages, and checks that each page reports the same total.
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
                valid_e_invoice: None,
                closed: None,
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
async fn history_shows_exactly_the_last_six_months() {
    let portal = Portal::with_people().await;
    let invoices = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let begins = Day::parse("2026-05-20").unwrap();
    assert_eq!(history_begins(today()), begins);
    for (invoice_no, days) in invoices.iter().zip([0, -1, 184]) {
        let day = begins.plus_days(days).date();
        let query = "update bill set invoice_date = $2 where invoice_no = $1";
        sql::run(portal.pool(), query, &[&invoice_no.as_str(), &day]).await;
    }
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let listed = async |viewer: &Actor, filter| {
        let page = viewer.call::<GetBillHistory>(BillHistoryRequest { filter, ..history() }).await.unwrap();
        page.items.into_iter().map(|bill| bill.bill.invoice_no).collect::<Vec<_>>()
    };
    // Newest first. The first day of the six months is included and the day before is not, even if the filter asks for
    // it.
    let kept = vec![invoices[2].clone(), invoices[0].clone()];
    assert_eq!(listed(&viewer, HistoryFilter::default()).await, kept);
    let longer = HistoryFilter { invoiced_from: Day::parse("2020-01-01").ok(), ..HistoryFilter::default() };
    assert_eq!(listed(&viewer, longer).await, kept);
    // A bill that is too old is reported as not found.
    let typed = invoices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let filter = HistoryFilter { search: Some(typed), ..HistoryFilter::default() };
    let page = viewer.call::<GetBillHistory>(BillHistoryRequest { filter, ..history() }).await.unwrap();
    assert_eq!((page.total, page.not_found), (2, vec![invoices[1].to_string()]));

    // The period moves on at midnight at +08:00.
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

//! Cost and consumption by month, and the most expensive accounts, compared with sums over the bills.

use std::collections::BTreeMap;

use gridbill::bills::totals::fold;
use gridbill_core::bills::{
    AccountCost, COST_MONTHS, CostByMonth, CostMonth, CostRequest, GetCostByMonth, GetCostliest, Quantity,
};
use gridbill_core::number::AccountNo;
use gridbill_core::{Code, Day, Money};
use sqlx::PgPool;
use uuid::Uuid;

use super::sinar;
use crate::support::clock::today;
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Portal, sql};

/// A bill as it is stored.
struct StoredBill {
    account_no: AccountNo,
    state: String,
    group_id: Option<Uuid>,
    month: Day,
    cost: Money,
    kwh: Option<Quantity>,
}

/// Inserts thirty months of bills of forty accounts in two states, some of them in a group, and bills of another
/// company. Returns the group's id.
async fn store(pool: &PgPool) -> Uuid {
    given::bills(pool, SINAR, 40, "100.00").await;
    given::bills(pool, MAJLIS, 5, "77.00").await;
    let group_id = Uuid::now_v7();
    let query = "insert into account_group (group_id, bulk_id, name, created_at) values ($1, $2, 'North', now())";
    sql::run(pool, query, &[&group_id, &SINAR]).await;
    let query = "update electricity_account set group_id = $1
                 where bulk_id = $2 and right(account_no, 1) in ('1', '4', '7')";
    sql::run(pool, query, &[&group_id, &SINAR]).await;
    sql::run(pool, "update account_master set state = 'Sabah' where right(account_no, 1) in ('2', '3')", &[]).await;
    // Costs differ by account and month. Some accounts have no consumption, or no bill in a month.
    let query = "
        insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date,
                          due_date, bill_type, reading_type, tariff, consumption_kwh, current_charge, outstanding_amount,
                          tax_amount, total_amount_payable)
        select '6' || lpad((n * 40 + back)::text, 11, '0'), '900000000002', account_no, bulk_id, '2800000003',
               invoice_date - make_interval(months => back), invoice_date - make_interval(months => back), due_date, 'Normal',
               'actual', tariff, case when n % 9 > 0 then n * 10 + back + 0.25 end, 50 + (n * 37 + back * 11) % 200 + 0.05, 7, 0,
               57 + (n * 37 + back * 11) % 200 + 0.05
        from (select *, row_number() over (order by invoice_no) as n from bill) b, generate_series(1, 30) back
        where (n + back) % 8 <> 0";
    sql::run(pool, query, &[]).await;
    group_id
}

/// Returns the bills of the company.
async fn rows(pool: &PgPool) -> Vec<StoredBill> {
    let query = "select b.account_no, m.state, e.group_id, b.invoice_date, b.current_charge, b.consumption_kwh
                 from bill b join account_master m using (account_no) join electricity_account e using (account_no)
                 where b.bulk_id = $1";
    let rows = sql::rows(pool, query, &[&SINAR]).await.into_iter();
    rows.map(|(account_no, state, group_id, day, cost, kwh): (_, _, _, Day, _, Option<_>)| StoredBill {
        account_no,
        state,
        group_id,
        month: day.first_of_month(),
        cost,
        kwh: kwh.map(Quantity::of),
    })
    .collect()
}

fn counted(rows: &[StoredBill], only: impl Fn(&StoredBill) -> bool) -> Vec<CostMonth> {
    let current = today().first_of_month();
    (0..COST_MONTHS)
        .rev()
        .map(|back| {
            let month = current.minus_months(back);
            let of: Vec<&StoredBill> = rows.iter().filter(|row| row.month == month && only(row)).collect();
            let hundredths = |kwh: Quantity| kwh.to_string().replace('.', "").parse::<i64>().expect("a quantity");
            CostMonth {
                month,
                bills: i64::try_from(of.len()).expect("a count"),
                cost: Money::sum(of.iter().map(|row| row.cost)).expect("a sum"),
                kwh: Quantity::from_hundredths(of.iter().filter_map(|row| row.kwh.map(hundredths)).sum()),
            }
        })
        .collect()
}

fn request(account_no: Option<&AccountNo>, group_id: Option<Uuid>) -> CostRequest {
    CostRequest { id: sinar(), account_no: account_no.cloned(), group_id: group_id.map(|id| id.to_string()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn cost_by_month_is_the_sum_of_the_bills() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let group_id = store(pool).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let asked =
        async |request: CostRequest| -> CostByMonth { viewer.call::<GetCostByMonth>(request).await.expect("months") };
    let bills = rows(pool).await;
    let company = counted(&bills, |_| true);
    assert!(company.iter().all(|month| month.bills > 20 && month.cost.is_positive()), "{company:?}");
    assert_eq!(asked(request(None, None)).await.months, company);
    let group = asked(request(None, Some(group_id))).await.months;
    assert_eq!(group, counted(&bills, |row| row.group_id == Some(group_id)));
    assert_ne!(group, company);
    for account_no in [&bills[0].account_no, &bills[9].account_no] {
        let account = asked(request(Some(account_no), None)).await.months;
        assert_eq!(account, counted(&bills, |row| row.account_no == *account_no));
    }
    // Paying a bill does not change its cost, and folding totals changes no sum. A correction of the consumption
    // changes it.
    sql::run(pool, "update bill set status = 4 where right(invoice_no, 1) in ('1', '2', '3')", &[]).await;
    sql::run(pool, "update bill set consumption_kwh = 5 where right(invoice_no, 1) = '5'", &[]).await;
    let bills = rows(pool).await;
    assert_ne!(counted(&bills, |_| true), company);
    assert_eq!(asked(request(None, None)).await.months, counted(&bills, |_| true));
    fold(pool).await.expect("folded");
    assert_eq!(asked(request(None, None)).await.months, counted(&bills, |_| true));
}

#[tokio::test(flavor = "multi_thread")]
async fn cost_is_the_own_companys_only() {
    let portal = Portal::with_people().await;
    let group_id = store(portal.pool()).await;
    let master = portal.sign_in("master@majlis.example").await;
    let foreign = rows(portal.pool()).await;
    let id = gridbill_core::number::BulkId::parse(MAJLIS).expect("a bulk account");
    for only in [
        CostRequest { id: id.clone(), account_no: Some(foreign[0].account_no.clone()), group_id: None },
        CostRequest { id: id.clone(), account_no: None, group_id: Some(group_id.to_string()) },
    ] {
        let months = master.call::<GetCostByMonth>(only).await.expect("months").months;
        assert!(months.iter().all(|month| month.bills == 0 && month.cost == Money::ZERO), "{months:?}");
    }
    let refused = master.call::<GetCostByMonth>(request(None, None)).await.expect_err("another company");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_costliest_accounts_and_states_are_those_of_the_last_full_month() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    store(pool).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let costs = viewer
        .call::<GetCostliest>(gridbill_core::bills::BulkRequest { id: sinar() })
        .await
        .expect("costs")
        .costs
        .expect("bills");
    let month = today().first_of_month().minus_months(1);
    let before = month.minus_months(12);
    assert_eq!((costs.month, costs.compared_with), (month, Some(before)));
    let bills = rows(pool).await;
    let by_account = |month: Day| {
        let mut costs: BTreeMap<AccountNo, Money> = BTreeMap::new();
        for row in bills.iter().filter(|row| row.month == month) {
            let cost = costs.entry(row.account_no.clone()).or_default();
            *cost = cost.plus(row.cost).expect("a sum");
        }
        costs
    };
    let (now, then) = (by_account(month), by_account(before));
    let cost = |(account_no, cost): (&AccountNo, &Money)| AccountCost {
        account_no: account_no.clone(),
        reference_id: None,
        cost: *cost,
        before: then.get(account_no).copied(),
        rise: then.get(account_no).map(|before| cost.minus(*before).expect("a difference")),
    };
    let mut dearest: Vec<AccountCost> = now.iter().map(cost).collect();
    dearest.sort_by(|a, b| b.cost.cmp(&a.cost).then_with(|| a.account_no.cmp(&b.account_no)));
    dearest.truncate(5);
    assert_eq!(costs.dearest, dearest);
    let rise = |one: &AccountCost| one.rise.unwrap_or(Money::ZERO);
    let mut rising: Vec<AccountCost> = now.iter().map(cost).filter(|one| rise(one).is_positive()).collect();
    rising.sort_by(|a, b| rise(b).cmp(&rise(a)).then_with(|| a.account_no.cmp(&b.account_no)));
    rising.truncate(5);
    assert_eq!(costs.rising, rising);
    assert_eq!(rising.len(), 5);

    let of_state = |state: &str| {
        let of: Vec<&StoredBill> = bills.iter().filter(|row| row.month == month && row.state == state).collect();
        Money::sum(of.iter().map(|row| row.cost)).expect("a sum")
    };
    let states: Vec<(String, Money)> = costs.states.iter().map(|state| (state.state.clone(), state.cost)).collect();
    assert_eq!(states.len(), 2);
    assert!(states[0].1 >= states[1].1);
    for (state, cost) in states {
        assert_eq!(cost, of_state(&state));
    }
}

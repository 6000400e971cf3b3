//! A bill counts once: the same month of the same account is the same figure everywhere (docs/domain/bills.md#what-a-bill-counts-for).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gridbill::feed::{self, Bill};
use gridbill::serve::jobs::settle_bills;
use gridbill_core::accounting::{RunAccounting, SaveAccountingProfile};
use gridbill_core::bills::{GetCostByMonth, GetCostliest};
use gridbill_core::carbon::GetCarbonReport;
use gridbill_core::costs::GetCostReport;
use gridbill_core::downloads::{DownloadCombinedStatement, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::home::GetBillDataForGraph;
use gridbill_core::{Day, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::{Value, json};

use crate::accounting::journal;
use crate::accounts::every_invariant_holds;
use crate::accounts::groups::make as make_group;
use crate::costs::{centre, coding, part, set};
use crate::downloads::workbook::{Cell, rows as sheet_rows};
use crate::feed::Folder;
use crate::statements::World;
use crate::support::given::{self, SINAR, account_of};
use crate::support::{Actor, sql};

const HEADER: &str = "invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,\
                      readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,\
                      totalAmountPayable,lastBillNo,lastAmountPaid,eInvoiceUuid,eInvoiceLongId,eInvoiceStatus,eInvoiceValidatedAt,\
                      eInvoiceCancelledAt\n";

/// The months of the invoices. An account of `given::bills` also has a bill of November.
const MONTHS: std::ops::RangeInclusive<u32> = 7..=10;

/// A bill as the feed delivers it last. Amounts are in sen, use is in hundredths of a kWh.
#[derive(Clone, Default)]
struct Billed {
    number: String,
    account_no: String,
    month: u32,
    day: u32,
    /// The month of the reading period: an earlier one if the bill is late.
    read_in: u32,
    used: i64,
    charge: i64,
    rounding: i64,
    outstanding: i64,
    /// Whether the outstanding amount is told only, and is not in the total.
    is_told: bool,
    e_invoice: &'static str,
}

impl Billed {
    fn counts(&self) -> bool {
        self.e_invoice != "cancelled"
    }

    fn own(&self) -> i64 {
        self.charge + self.rounding
    }

    fn total(&self) -> i64 {
        self.own() + if self.is_told { 0 } else { self.outstanding }
    }

    fn row(&self) -> String {
        let Self { number, account_no, month, day, read_in, .. } = self;
        let last = if read_in == month { *day } else { 28 };
        let e_invoice = match self.e_invoice {
            "" => ",,,,",
            "submitted" => "F9D425P6DS7D8IU,,submitted,,",
            "valid" => "F9D425P6DS7D8IU,YQH73576FY9VR57B,valid,2026-11-18T02:30:00Z,",
            "rejected" => "F9D425P6DS7D8IU,YQH73576FY9VR57B,rejected,2026-11-18T02:30:00Z,",
            _ => "F9D425P6DS7D8IU,YQH73576FY9VR57B,cancelled,2026-11-18T02:30:00Z,2026-11-19T02:30:00Z",
        };
        let [used, charge, outstanding, total] =
            [self.used, self.charge, self.outstanding, self.total()].map(|amount| Money::from_sen(amount).to_string());
        format!(
            "{number},900000000003,{account_no},2800000003,2026-{month:02}-{day:02},2026-{month:02}-{day:02},2026-12-24,Normal,actual,\
             2026-{read_in:02}-01,2026-{read_in:02}-{last:02},LV,{used},,{charge},{outstanding},0.00,{total},,,{e_invoice}"
        )
    }
}

/// Returns four months of bills of an account: late and replaced ones, some with a second bill of the same period, some that
/// contain the open balance, some whose outstanding amount fits nothing, and of a site that exports more than it uses.
fn history(random: &mut ChaCha20Rng, account_no: &str, first: u64) -> Vec<Billed> {
    let (mut bills, mut open) = (Vec::new(), 0);
    for month in MONTHS {
        let mut bill = Billed {
            account_no: account_no.to_owned(),
            month,
            day: random.random_range(3..20),
            read_in: if random.random_range(0..4) == 0 { month - 2 } else { month },
            used: random.random_range(-20_000..90_000),
            charge: random.random_range(-5_000..90_000),
            rounding: random.random_range(-2..3),
            e_invoice: ["", "submitted", "valid", "rejected", "cancelled"][random.random_range(0..5_usize)],
            ..Billed::default()
        };
        match random.random_range(0..6) {
            0..=2 => bill.outstanding = open,
            3 => bill.outstanding = random.random_range(1_000..90_000),
            4 => (bill.outstanding, bill.is_told) = (random.random_range(1_000..90_000), true),
            _ => {}
        }
        if !bill.counts() {
            // Its replacement follows, with another amount, and a period that may differ.
            bills.push(bill.clone());
            bill.day += 1;
            bill.charge += random.random_range(-3_000..3_000);
            bill.used += random.random_range(0..2) * 1_000;
            bill.e_invoice = "valid";
        }
        open = if bill.outstanding == open && !bill.is_told { bill.total() } else { open + bill.total() };
        bills.push(bill.clone());
        if random.random_range(0..4) == 0 {
            let second =
                Billed { charge: random.random_range(-900..900), outstanding: 0, is_told: false, rounding: 0, ..bill };
            open += second.total();
            bills.push(second);
        }
    }
    for (bill, number) in bills.iter_mut().zip(first..) {
        bill.number = number.to_string();
    }
    bills
}

/// The files of two deliveries. The first has other amounts of every third bill, and no e-invoice was cancelled yet.
fn deliveries(bills: &[Billed]) -> [String; 2] {
    let (mut first, mut corrected) = (String::from(HEADER), String::from(HEADER));
    for (place, bill) in bills.iter().enumerate() {
        writeln!(corrected, "{}", bill.row()).expect("written");
        let wrong = if place % 3 == 0 { 1_000 } else { 0 };
        let e_invoice = if bill.counts() { bill.e_invoice } else { "valid" };
        let bill = Billed { charge: bill.charge + wrong, used: bill.used + wrong, e_invoice, ..bill.clone() };
        writeln!(first, "{}", bill.row()).expect("written");
    }
    [first, corrected]
}

/// Sums by account and month.
type Figures = BTreeMap<(String, u32), i64>;

fn sums<'a>(
    bills: impl IntoIterator<Item = &'a Billed>,
    month: fn(&Billed) -> u32,
    amount: fn(&Billed) -> i64,
) -> Figures {
    let mut figures = Figures::new();
    for bill in bills {
        *figures.entry((bill.account_no.clone(), month(bill))).or_default() += amount(bill);
    }
    figures.retain(|_, amount| *amount != 0);
    figures
}

fn sum(figures: &Figures, chosen: impl Fn(&str, u32) -> bool) -> i64 {
    figures.iter().filter(|((account_no, month), _)| chosen(account_no, *month)).map(|(_, amount)| amount).sum()
}

fn sen(value: &Value) -> i64 {
    let text = value.as_str().expect("an amount").replace('.', "");
    text.parse().expect("hundredths")
}

fn month_of(value: &Value) -> u32 {
    value.as_str().expect("a month")[5..7].parse().expect("a number")
}

fn items(value: &Value) -> &[Value] {
    value.as_array().expect("items")
}

/// What the pages and files say of all accounts.
struct Told<'a> {
    world: &'a World,
    viewer: &'a Actor,
    cost: Figures,
    used: Figures,
}

impl Told<'_> {
    async fn months(&self, mut request: Value) -> Vec<(u32, i64, i64)> {
        request["id"] = json!(SINAR);
        let answer = self.viewer.call_raw::<GetCostByMonth>(request).await.expect("cost");
        let of_2026 = items(&answer["months"]).iter().filter(|one| one["month"].as_str() >= Some("2026-01-01"));
        let months = of_2026.map(|one| (month_of(&one["month"]), sen(&one["cost"]), sen(&one["kwh"])));
        months.filter(|(_, cost, kwh)| (*cost, *kwh) != (0, 0)).collect()
    }

    /// The same by the bills: use counts in the month of the invoice.
    fn expected_months(&self, billed_use: &Figures, chosen: impl Fn(&str) -> bool) -> Vec<(u32, i64, i64)> {
        let of =
            |figures: &Figures, month| sum(figures, |account_no, in_month| chosen(account_no) && in_month == month);
        let months = (1..=12).map(|month| (month, of(&self.cost, month), of(billed_use, month)));
        months.filter(|(_, cost, kwh)| (*cost, *kwh) != (0, 0)).collect()
    }

    /// The report by cost centre: each account has its own.
    async fn cost_report(&self) -> Figures {
        let mut figures = Figures::new();
        for month in 7..=11 {
            let day = format!("2026-{month:02}-01");
            let request = json!({ "id": SINAR, "from": day, "to": day });
            let report = self.viewer.call_raw::<GetCostReport>(request).await.expect("the report");
            assert_eq!(report["uncoded"], json!("0.00"));
            for centre in items(&report["centres"]) {
                let code = centre["code"].as_str().expect("a code").to_owned();
                figures.insert((code, month), sen(&centre["cost"]));
            }
        }
        figures.retain(|_, amount| *amount != 0);
        figures
    }

    async fn emissions(&self, by: &str, month: u32) -> Value {
        let day = format!("2026-{month:02}-01");
        let request = json!({ "id": SINAR, "by": by, "from": day, "to": day, "recordCount": 1000 });
        self.viewer.call_raw::<GetCarbonReport>(request).await.expect("the emissions")
    }

    /// The use in emissions.
    async fn emitted(&self) -> Figures {
        let mut figures = Figures::new();
        for month in 5..=11 {
            for row in items(&self.emissions("account", month).await["rows"]["items"]) {
                figures.insert((row["accountNo"].as_str().expect("a number").to_owned(), month), sen(&row["kwh"]));
            }
        }
        figures.retain(|_, amount| *amount != 0);
        figures
    }

    /// The documents of all runs: what was exported, less what was reversed.
    async fn exported(&self) -> Figures {
        let query = "select account_no, extract(month from document_date)::int, (sum(amount) * 100)::bigint
                     from accounting_document group by 1, 2 having sum(amount) <> 0";
        let rows: Vec<(String, i32, i64)> = sql::rows(self.world.pool(), query, &[]).await;
        let month = |month| u32::try_from(month).expect("a month");
        rows.into_iter().map(|(account_no, of, amount)| ((account_no, month(of)), amount)).collect()
    }

    /// The bills and bills with a credit of the company's statement. Its closing balances follow from its other columns.
    async fn stated(&self) -> Figures {
        let asked = json!({ "id": SINAR, "groupId": null, "statementPeriod": 12, "format": "xlsx" });
        let download = self.viewer.call_raw::<DownloadCombinedStatement>(asked).await.expect("a download");
        let file = json!({ "downloadId": download["downloadId"] });
        let (status, bytes) = self.viewer.send(&GetDownloadFile::ENTRY, file).await;
        assert_eq!(status, 200);
        let epoch = Day::parse("1899-12-30").expect("a day");
        let mut figures = Figures::new();
        for row in sheet_rows(&bytes, 3).values().skip(1) {
            let (Cell::Number(day), Cell::Text(account_no), Cell::Text(kind), Cell::Number(amount)) =
                (&row["A"], &row["B"], &row["D"], &row["H"])
            else {
                panic!("{row:?}")
            };
            assert!(kind.starts_with("Bill"), "{kind}");
            #[expect(clippy::cast_possible_truncation, reason = "days and small amounts")]
            let (day, amount) = (*day as i64, (amount * 100.0).round() as i64);
            let month = month_of(&json!(epoch.plus_days(day).to_string()));
            *figures.entry((account_no.clone(), month)).or_default() += amount;
        }
        figures.retain(|_, amount| *amount != 0);
        figures
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_month_of_the_same_account_is_the_same_figure_everywhere() {
    let world = World::new().await;
    let (pool, folder) = (world.pool(), Folder::new("counted"));
    let (keeper, viewer) = (world.portal.sign_in("keeper@sinar.example").await, &world.viewer);
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let saved = payer.call_raw::<SaveAccountingProfile>(json!({ "id": SINAR, "draft": journal("All bills") })).await;
    let profile_id = saved.expect("a profile")["profileId"].clone();
    let run = async || {
        let request = json!({ "id": SINAR, "profileId": profile_id, "version": 1, "isSample": false });
        payer.call_raw::<RunAccounting>(request).await.expect("a run");
    };
    let mut random = ChaCha20Rng::seed_from_u64(62);
    let mut bills: Vec<Billed> = Vec::new();
    for round in 0..crate::support::either(5, 40_u64) {
        let first = given::bills(pool, SINAR, 3, "100.00").await;
        let accounts: Vec<String> = first.iter().map(|bill| account_of(bill).to_string()).collect();
        for (bill, account_no) in first.iter().zip(&accounts) {
            centre(&keeper, account_no, "The account's own").await;
            let whole = json!([part(account_no, 10_000)]);
            set(&keeper, &[coding(account_no, &[("2026-01-01", None, whole)])]).await.expect("coded");
            let (number, account_no) = (bill.to_string(), account_no.clone());
            bills.push(Billed { number, account_no, month: 11, read_in: 11, charge: 10_000, ..Billed::default() });
        }
        let group_id = make_group(&keeper, &format!("Group {round}"), &accounts[..2]).await;
        let new: Vec<Billed> = (0..3_u64)
            .flat_map(|place| {
                let first = 600_000_000_000 + round * 1_000 + place * 100;
                history(&mut random, &accounts[usize::try_from(place).expect("small")], first)
            })
            .collect();
        for file in deliveries(&new) {
            let done =
                feed::import::<Bill>(&world.portal.app, &folder.write("bills.csv", file)).await.expect("imported");
            assert_eq!(done.rejected, 0, "{}", folder.read("bills.rejected.csv"));
            settle_bills(&world.portal.app).await.expect("settled");
            run().await;
        }
        bills.extend(new);

        let counted = || bills.iter().filter(|bill| bill.counts());
        let cost = sums(counted(), |bill| bill.month, |bill| bill.charge);
        let used = sums(counted(), |bill| bill.read_in, |bill| bill.used);
        let billed_use = sums(counted(), |bill| bill.month, |bill| bill.used);
        let told = Told { world: &world, viewer, cost, used };
        assert_eq!(told.months(json!({})).await, told.expected_months(&billed_use, |_| true), "the stored totals");
        let of_group = |account_no: &str| accounts[..2].iter().any(|one| one == account_no);
        let group = told.months(json!({ "groupId": group_id })).await;
        assert_eq!(group, told.expected_months(&billed_use, of_group), "the group");
        for account_no in &accounts {
            let own = told.months(json!({ "accountNo": account_no })).await;
            assert_eq!(own, told.expected_months(&billed_use, |one| one == account_no), "the account");
        }
        assert_eq!(told.cost_report().await, told.cost, "the report by cost centre");
        assert_eq!(told.emitted().await, told.used, "the use in emissions");
        assert_eq!(sen(&told.emissions("month", 9).await["sums"]["kwh"]), sum(&told.used, |_, month| month == 9));
        let costliest = viewer.call_raw::<GetCostliest>(json!({ "id": SINAR })).await.expect("costs");
        let october: i64 = items(&costliest["costs"]["states"]).iter().map(|state| sen(&state["cost"])).sum();
        assert_eq!(october, sum(&told.cost, |_, month| month == 10), "the states");
        let mut dearest: Vec<i64> =
            told.cost.iter().filter(|((_, month), _)| *month == 10).map(|(_, cost)| *cost).collect();
        dearest.retain(|cost| *cost > 0);
        dearest.sort_by_key(|cost| -cost);
        dearest.truncate(5);
        let found: Vec<i64> = items(&costliest["costs"]["dearest"]).iter().map(|one| sen(&one["cost"])).collect();
        assert_eq!(found, dearest, "the costliest accounts");

        // Books have the rounding of the total as well; statements also what is owed with cancelled bills, and balances that
        // fit no earlier bill.
        let booked = sums(counted(), |bill| bill.month, Billed::own);
        assert_eq!(told.exported().await, booked, "the exported documents");
        let query = "select invoice_no, (contained * 100)::bigint, coalesce(closed, '') from bill where bulk_id = $1";
        let stored: Vec<(String, i64, String)> = sql::rows(pool, query, &[&SINAR]).await;
        let stored: BTreeMap<String, (i64, String)> =
            stored.into_iter().map(|(number, contained, closed)| (number, (contained, closed))).collect();
        let charged =
            |bill: &Billed| Billed { charge: bill.total() - stored[&bill.number].0, rounding: 0, ..bill.clone() };
        let charged: Vec<Billed> = bills.iter().map(charged).collect();
        let stated = told.stated().await;
        assert_eq!(stated, sums(&charged, |bill| bill.month, |bill| bill.charge), "the statement");
        // Home shows what is owed: a carried bill with the newer one.
        let owed: Vec<Billed> = bills.iter().filter(|bill| stored[&bill.number].1 != "carried").cloned().collect();
        let owed = sums(&owed, |bill| bill.month, Billed::total);
        let graph = viewer.call_raw::<GetBillDataForGraph>(json!({ "id": SINAR })).await.expect("the graph");
        for one in items(&graph["months"]) {
            let month = month_of(&one["month"]);
            assert_eq!(sen(&one["amount"]), sum(&owed, |_, of| of == month), "home, month {month}");
        }
        assert_eq!(sum(&owed, |_, _| true), sum(&stated, |_, _| true), "home and the statement, over all months");
        every_invariant_holds(pool).await;
    }
    let carried = "select count(*) from bill where closed = 'carried'";
    assert!(sql::value::<i64>(pool, carried, &[]).await > 10, "bills are carried");
    for (what, count) in [
        ("cancelled", bills.iter().filter(|bill| !bill.counts()).count()),
        ("late", bills.iter().filter(|bill| bill.read_in != bill.month).count()),
        ("exporting", bills.iter().filter(|bill| bill.used < 0).count()),
        ("told only", bills.iter().filter(|bill| bill.is_told).count()),
    ] {
        assert!(count >= 5, "{what}: {count}");
    }
}

//! Findings of the bill audit: bills and prices arrive by the feed, the job audits them, and users decide over HTTP.

mod auditing;
mod batches;
mod deciding;
mod prices;
mod thresholds;

use std::fmt::Write as _;

use gridbill::feed::{self, Bill, BillCharges, NewBatches};
use gridbill_core::Day;
use gridbill_core::audit::{AuditRule, Price};
use gridbill_core::findings::{FindingState, GetFindings, ListedFinding};
use serde_json::{Value, json};

use crate::feed::Folder;
use crate::support::clock::noon;
use crate::support::given::SINAR;
use crate::support::{Actor, Portal, sql};

/// Accounts of the bulk account.
const ACCOUNTS: [&str; 9] = [
    "210000000101",
    "210000000102",
    "210000000103",
    "210000000104",
    "210000000105",
    "210000000106",
    "210000000107",
    "210000000108",
    "210000000109",
];
/// The accounts that have bills in most tests.
const BILLED: usize = 3;
const TARIFF: &str = "Low Voltage General";
const PRICES: &str = "tariff,kind,block,from,to,rate,unit\n\
    Low Voltage General,energy,,2025-07-01,,27.03,kWh\n\
    Low Voltage General,capacity,,2025-07-01,,8.83,kWh\n\
    Low Voltage General,network,,2025-07-01,,14.82,kWh\n\
    Low Voltage General,retail,,2025-07-01,,20.00,month\n\
    ,kwtbb,,2020-01-01,,1.60,percent\n\
    ,tax,,2020-01-01,,0.00,percent\n";

/// A bill of a month of 2026, in the columns of the feed.
#[derive(Clone)]
struct GivenBill {
    account: usize,
    month: u32,
    /// The first day of the period; the first of the month if the bill has no fault.
    first: u32,
    kwh: i64,
    /// Hundredths of a sen for a kWh of energy.
    rate: i64,
    due_days: i64,
}

impl GivenBill {
    /// A bill without faults. The use differs from month to month, as a meter's does.
    fn clean(account: usize, month: u32) -> Self {
        let kwh = 1_000 + i64::from(month * 37 % 60) + account as i64 * 11;
        Self { account, month, first: 1, kwh, rate: 2703, due_days: 30 }
    }

    fn invoice_no(&self) -> String {
        format!("5100000{}{:04}", self.account, self.month)
    }

    fn period(&self) -> (Day, Day) {
        let first = Day::parse(&format!("2026-{:02}-{:02}", self.month, self.first)).expect("a day");
        let next = Day::parse(&format!("2026-{:02}-01", self.month + 1)).expect("a day");
        (first, next.plus_days(-1))
    }

    /// Kind, quantity, unit, rate and amount in sen of each line.
    fn lines(&self) -> Vec<(&'static str, String, &'static str, i64, i64)> {
        let by_kwh = |rate: i64| (self.kwh * rate + 50) / 100;
        let (energy, capacity, network) = (by_kwh(self.rate), by_kwh(883), by_kwh(1482));
        let base = energy + capacity + network;
        let kwh = || format!("{}.00", self.kwh);
        vec![
            ("energy", kwh(), "kWh", self.rate, energy),
            ("capacity", kwh(), "kWh", 883, capacity),
            ("network", kwh(), "kWh", 1482, network),
            ("retail", "1.00".to_owned(), "month", 2000, 2000),
            ("kwtbb", hundredths(base), "percent", 160, (base * 160 + 5_000) / 10_000),
        ]
    }
}

fn hundredths(number: i64) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// A portal with accounts, whose bills arrive by the feed.
struct World {
    portal: Portal,
    folder: Folder,
}

impl World {
    async fn new(test: &str) -> Self {
        Self::in_portal(test, Portal::with_people().await).await
    }

    async fn in_portal(test: &str, portal: Portal) -> Self {
        let folder = Folder::new(test);
        let accounts: Vec<String> = ACCOUNTS.iter().map(|&account| account.to_owned()).collect();
        let query = "
            with known as (
               insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                           state, sector, tariff, active)
               select account_no, $2, 'A company', 'Lot 1', 'Shah Alam', '40000', 'Selangor', 'Commercial', $3, true
               from unnest($1::text[]) n (account_no) returning account_no)
            insert into electricity_account (account_no, bulk_id, tagged_at) select account_no, $2, $4 from known";
        sql::run(portal.pool(), query, &[&accounts, &SINAR, &TARIFF, &noon().utc()]).await;
        let world = Self { portal, folder };
        let imported = world.import_prices(PRICES).await;
        assert_eq!((imported.new, imported.rejected), (6, 0));
        world
    }

    async fn import_prices(&self, prices: &str) -> feed::Outcome {
        let file = self.folder.write("prices.csv", prices);
        feed::import::<Price>(&self.portal.app, &file).await.expect("prices")
    }

    /// Imports bills with their lines.
    async fn import(&self, bills: &[GivenBill]) {
        let mut rows =
            "invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,\
                        readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,\
                        outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid\n"
                .to_owned();
        let mut charges =
            "invoiceNo,line,kind,block,tariff,from,to,previousReading,currentReading,quantity,unit,rate,amount\n"
                .to_owned();
        for bill in bills {
            let (number, account, month) = (bill.invoice_no(), ACCOUNTS[bill.account], bill.month);
            let (first, last) = bill.period();
            let (invoiced, due) = (last.plus_days(1), last.plus_days(1 + bill.due_days));
            let total = hundredths(bill.lines().iter().map(|(.., amount)| amount).sum());
            writeln!(
                rows,
                "{number},580000000001,{account},28000000{month:02},{invoiced},{invoiced},{due},Monthly bill,actual,{first},\
                 {last},{TARIFF},{}.00,,{total},0.00,0.00,{total},,",
                bill.kwh
            )
            .expect("written");
            for (place, (kind, quantity, unit, rate, amount)) in bill.lines().into_iter().enumerate() {
                let (rate, amount) = (hundredths(rate), hundredths(amount));
                writeln!(charges, "{number},{},{kind},,,,,,,{quantity},{unit},{rate},{amount}", place + 1)
                    .expect("written");
            }
        }
        let rows = self.folder.write("bills.csv", rows);
        let charges = self.folder.write("charges.csv", charges);
        let imported = match NewBatches::with_limit(self.portal.app.config.audit.batch_finding_limit) {
            NewBatches::Wait => feed::import_waiting(&self.portal.app, &rows).await.expect("bills"),
            NewBatches::Released => feed::import::<Bill>(&self.portal.app, &rows).await.expect("bills"),
        };
        assert_eq!(imported.rejected, 0, "bills are refused");
        let imported = feed::import::<BillCharges>(&self.portal.app, &charges).await.expect("charges");
        assert_eq!(imported.rejected, 0, "charges are refused: {}", self.read_file("charges.rejected.csv"));
    }

    fn read_file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.file(name)).unwrap_or_default()
    }

    /// Runs the job.
    async fn audit(&self) {
        gridbill::serve::jobs::audit_bills(&self.portal.app).await.expect("audited");
    }

    /// Imports six clean months of each account, with these bills instead of their clean ones, and audits them.
    async fn with(test: &str, faulty: &[GivenBill]) -> Self {
        let world = Self::new(test).await;
        world.import(&bills_with(faulty)).await;
        world.audit().await;
        world
    }

    async fn master(&self) -> Actor {
        self.portal.sign_in("master@sinar.example").await
    }

    /// Whether an audit is due today.
    async fn is_due(&self) -> bool {
        let today = Day::at(self.portal.app.now()).date();
        sql::value(self.portal.pool(), "select exists (select from audit_due where due_on <= $1)", &[&today]).await
    }
}

/// Six months of each billed account.
fn bills_with(faulty: &[GivenBill]) -> Vec<GivenBill> {
    let clean = (0..BILLED).flat_map(|account| (5..=10).map(move |month| GivenBill::clean(account, month)));
    clean
        .map(|bill| {
            let fault = faulty.iter().find(|other| other.invoice_no() == bill.invoice_no());
            fault.cloned().unwrap_or(bill)
        })
        .collect()
}

/// A bill that leaves `days` days before it without a bill.
fn gap(account: usize, days: u32) -> GivenBill {
    GivenBill { first: 1 + days, ..GivenBill::clean(account, 10) }
}

/// A bill whose energy costs 0.01 sen more for a kWh than published.
fn dearer(account: usize) -> GivenBill {
    GivenBill { rate: 2704, ..GivenBill::clean(account, 9) }
}

/// Returns the findings that match a filter, in the default order.
async fn listed(actor: &Actor, filter: Value) -> Vec<ListedFinding> {
    let page = actor.call_raw::<GetFindings>(json!({ "id": SINAR, "filter": filter })).await.expect("findings");
    let items: Vec<ListedFinding> = serde_json::from_value(page["items"].clone()).expect("findings");
    assert_eq!(page["total"], items.len());
    items
}

/// Returns rule, invoice number and state of all findings, by rule.
async fn states(actor: &Actor) -> Vec<(AuditRule, String, FindingState)> {
    let all = listed(actor, json!({})).await;
    let mut states: Vec<_> =
        all.into_iter().map(|one| (one.rule, one.invoice_no.to_string(), one.finding_state)).collect();
    states.sort_by_key(|(rule, invoice_no, _)| (*rule, invoice_no.clone()));
    states
}

/// Returns the state of the only finding of a rule.
async fn state_of(actor: &Actor, rule: AuditRule) -> FindingState {
    let found: Vec<_> = states(actor).await.into_iter().filter(|(one, ..)| *one == rule).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].2
}

/// Returns the id of the only finding of a rule.
async fn id_of(actor: &Actor, rule: AuditRule) -> String {
    let found = listed(actor, json!({ "rules": [rule] })).await;
    assert_eq!(found.len(), 1);
    found[0].finding_id.clone()
}

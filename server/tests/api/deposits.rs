//! Deposits: the feed, the comparison with two months' bills, tenants, and reminders of guarantees, over HTTP.

use chrono::TimeDelta;
use gridbill::feed::{self, Outcome};
use gridbill::serve::jobs::remind_of_guarantees;
use gridbill_core::Code;
use gridbill_core::accounts::deposits::{Deposit, GetDeposits};
use gridbill_core::downloads::{ExportList, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::notifications::GetNotificationLogs;
use serde_json::{Value, json};

use crate::feed::Folder;
use crate::support::given::{self, MAJLIS, SINAR, account_of};
use crate::support::{Actor, Portal, sql};

const HEADER: &str = "depositNo,accountNo,kind,amount,since,until,bank,returnedOn\n";

/// A portal with three accounts of Sinar. The first two have a bill of RM 100.00 in each of the last twelve months; the third has
/// five. All have a bill of RM 900.00 in the current month, which does not count. Today is 20 November 2026.
struct World {
    portal: Portal,
    folder: Folder,
    accounts: Vec<String>,
}

impl World {
    async fn new(test: &str) -> Self {
        let portal = Portal::with_people().await;
        let bills = given::bills(portal.pool(), SINAR, 3, "900.00").await;
        let accounts: Vec<String> = bills.iter().map(|bill| account_of(bill).to_string()).collect();
        let query = "insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                                       invoice_date, due_date, bill_type, reading_type, tariff, current_charge,
                                       outstanding_amount, tax_amount, total_amount_payable)
                     select '6' || right(account_no, 9) || lpad(back::text, 2, '0'), collective_invoice_no, account_no, bulk_id,
                            bill_batch_id, day, day, due_date, bill_type, reading_type, tariff, 100, 0, 0, 100
                     from bill, generate_series(1, 12) as back,
                          lateral (select (date '2026-11-01' - back * interval '1 month')::date as day) d
                     where account_no <> $1 or back <= 5";
        sql::run(portal.pool(), query, &[&accounts[2]]).await;
        Self { portal, folder: Folder::new(test), accounts }
    }

    async fn import(&self, rows: &str) -> Outcome {
        let file = self.folder.write("deposits.csv", format!("{HEADER}{}", self.named(rows)));
        feed::import::<Deposit>(&self.portal.app, &file).await.expect("an import")
    }

    /// Replaces A, B and C by the numbers of the accounts.
    fn named(&self, rows: &str) -> String {
        let names = [",A,", ",B,", ",C,"].into_iter().zip(&self.accounts);
        names.fold(rows.to_owned(), |rows, (name, account_no)| rows.replace(name, &format!(",{account_no},")))
    }

    /// The names of the accounts in the order of the list.
    fn order(&self, page: &Value) -> Vec<&'static str> {
        let rows = page["rows"]["items"].as_array().expect("rows");
        let place = |row: &Value| self.accounts.iter().position(|account| row["accountNo"] == json!(account));
        rows.iter().map(|row| ["A", "B", "C"][place(row).expect("an own account")]).collect()
    }
}

async fn deposits(actor: &Actor, more: Value) -> Value {
    let mut request = json!({ "id": SINAR });
    request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    actor.call_raw::<GetDeposits>(request).await.expect("deposits")
}

const ROWS: &str = "CD-1,A,cash,500.00,2019-05-01,,,\n\
                    CD-2,B,cash,150.00,2019-05-01,,,\n\
                    BG-3,B,bankGuarantee,1000.00,2025-12-26,2026-12-25,Bank Utara,\n\
                    CD-4,C,cash,800.00,2019-05-01,,,\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_file_again_changes_nothing_and_a_later_row_replaces_the_stored_one() {
    let world = World::new("deposits-again").await;
    assert_eq!(world.import(ROWS).await, Outcome { new: 4, ..Outcome::default() });
    assert_eq!(world.import(ROWS).await, Outcome { unchanged: 4, ..Outcome::default() });
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    assert_eq!(deposits(&viewer, json!({})).await["held"], json!("2450.00"));

    // The guarantee of B is larger, its cash was given back. C has nothing else, and leaves the list.
    let corrected = "CD-2,B,cash,150.00,2019-05-01,,,2026-11-20\n\
                     BG-3,B,bankGuarantee,1200.00,2025-12-26,2027-12-25,Bank Utara,\n\
                     CD-4,C,cash,800.00,2019-05-01,,,2026-10-01\n";
    assert_eq!(world.import(corrected).await, Outcome { changed: 3, ..Outcome::default() });
    let page = deposits(&viewer, json!({})).await;
    assert_eq!((&page["held"], world.order(&page)), (&json!("1700.00"), vec!["B", "A"]));

    // A number keeps its account, and an unknown account refuses the row only.
    let outcome = world.import("CD-1,B,cash,1.00,2019-05-01,,,\nCD-9,219999999999,cash,1.00,2019-05-01,,,\n").await;
    assert_eq!(outcome, Outcome { rejected: 2, ..Outcome::default() });
    let rejected = world.folder.read("deposits.rejected.csv");
    assert!(rejected.contains("(otherAccount)") && rejected.contains("(unknownAccount)"), "{rejected}");
    assert_eq!(deposits(&viewer, json!({})).await["held"], json!("1700.00"));

    let file =
        world.folder.write("deposits.csv", format!("{HEADER}{}", world.named("CD-7,C,cash,9.00,2019-05-01,,,\n")));
    let outcome = feed::dry_run::<Deposit>(&world.portal.app, &file).await.expect("a dry run");
    assert_eq!(outcome, Outcome { new: 1, ..Outcome::default() });
    assert_eq!(deposits(&viewer, json!({})).await["held"], json!("1700.00"));
}

/// A deposit that a bill asks for is no charge of a month.
#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_on_a_bill_does_not_raise_the_deposit_required() {
    let world = World::new("deposits-billed").await;
    world.import(ROWS).await;
    let kind = "insert into charge_kind (kind, from_day, name_en, name_ms, role, sign, in_fund_base, in_consumption)
                values ('security', '2020-01-01', 'Security', 'Cagaran', 'deposit', 'any', false, false)";
    sql::run(world.portal.pool(), kind, &[]).await;
    let billed = "update bill set current_charge = 1300, total_amount_payable = 1300
                  where account_no = $1 and invoice_date = date '2026-10-01'";
    sql::run(world.portal.pool(), billed, &[&world.accounts[0]]).await;
    let lines = "insert into bill_charges (bulk_id, invoice_no, charges)
                 select bulk_id, invoice_no, $2 from bill where account_no = $1 and invoice_date = date '2026-10-01'";
    let line = |kind, amount| json!({ "kind": kind, "block": null, "tariff": null, "from": null, "to": null, "priced": null, "amount": amount });
    let charges = json!({ "lines": [line("energy", "100.00"), line("security", "1200.00")], "readings": [] });
    sql::run(world.portal.pool(), lines, &[&world.accounts[0], &charges]).await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let page = deposits(&viewer, json!({})).await;
    let rows = page["rows"]["items"].as_array().expect("rows");
    let own = rows.iter().find(|row| row["accountNo"] == json!(world.accounts[0])).expect("the account");
    assert_eq!(own["required"], json!("200.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_account_is_compared_with_two_average_months() {
    let world = World::new("deposits-compared").await;
    world.import(ROWS).await;
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let page = deposits(&viewer, json!({})).await;
    assert_eq!(world.order(&page), ["B", "A", "C"], "the largest excess first");
    let row = |place: usize| page["rows"]["items"][place].clone();
    let figures = |row: Value| {
        ["held", "required", "excess", "shortfall", "expiresOn", "expiresSoon"].map(|name| row[name].clone())
    };
    let text = |text: &str| json!(text);
    assert_eq!(
        figures(row(0)),
        [text("1150.00"), text("200.00"), text("950.00"), Value::Null, text("2026-12-25"), json!(true)]
    );
    assert_eq!(
        figures(row(1)),
        [text("500.00"), text("200.00"), text("300.00"), Value::Null, Value::Null, json!(false)]
    );
    assert_eq!(figures(row(2)), [text("800.00"), Value::Null, Value::Null, Value::Null, Value::Null, json!(false)]);
    let sums = (&page["held"], &page["excess"], &page["expiring"]);
    assert_eq!(sums, (&json!("2450.00"), &json!("1250.00"), &json!(1)));

    // Orders, pages and the file.
    let by = |by: &str| json!({ "sort": { "by": by } });
    assert_eq!(world.order(&deposits(&viewer, by("accountNo")).await), ["A", "B", "C"]);
    assert_eq!(world.order(&deposits(&viewer, by("held")).await), ["B", "C", "A"]);
    assert_eq!(world.order(&deposits(&viewer, by("expiresOn")).await), ["B", "A", "C"]);
    let one = deposits(&viewer, json!({ "accountNo": world.accounts[1] })).await;
    assert_eq!((world.order(&one), &one["held"], &one["rows"]["total"]), (vec!["B"], &json!("1150.00"), &json!(1)));
    let first = deposits(&viewer, json!({ "recordCount": 2 })).await;
    let next = json!({ "recordCount": 2, "cursor": first["rows"]["next"] });
    assert_eq!(world.order(&deposits(&viewer, next.clone()).await), ["C"]);
    let mut other = next;
    other["sort"] = json!({ "by": "held" });
    other["id"] = json!(SINAR);
    assert_eq!(viewer.call_raw::<GetDeposits>(other).await.expect_err("refused").code(), Code::CursorInvalid);
    let asked = json!({ "list": "deposits", "request": { "id": SINAR }, "format": "csv" });
    let download = viewer.call_raw::<ExportList>(asked).await.expect("a download");
    assert_eq!((&download["state"], &download["total"]), (&json!("ready"), &json!(3)), "{download}");
    let (_, bytes) = viewer.send(&GetDownloadFile::ENTRY, json!({ "downloadId": download["downloadId"] })).await;
    let file = String::from_utf8(bytes).expect("UTF-8");
    let line = format!("{},,1150.00,200.00,950.00,,2026-12-25", world.accounts[1]);
    assert!(file.contains(&line), "{file}");

    // A cancelled e-invoice is no cost: eleven bills of RM 100.00 from the second month on, or a gap in between.
    let cancelled: Vec<String> = sql::values(
        world.portal.pool(),
        "select invoice_no from bill where account_no = $1 and current_charge = 100
                                          order by invoice_date limit 7",
        &[&world.accounts[0]],
    )
    .await;
    given::set_e_invoices(world.portal.pool(), &cancelled, "cancelled").await;
    let page = deposits(&viewer, json!({})).await;
    let row =
        page["rows"]["items"].as_array().expect("rows").iter().find(|row| row["accountNo"] == json!(world.accounts[0]));
    assert_eq!(row.expect("A")["required"], Value::Null, "five months are left");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_sees_the_deposits_of_its_own_accounts_and_its_own_bills_count() {
    let world = World::new("deposits-tenants").await;
    world.import(ROWS).await;
    let majlis = world.portal.sign_in("master@majlis.example").await;
    let theirs = majlis.call_raw::<GetDeposits>(json!({ "id": MAJLIS })).await.expect("deposits");
    assert_eq!((&theirs["rows"]["total"], &theirs["held"]), (&json!(0), &json!("0.00")));
    assert!(majlis.call_raw::<GetDeposits>(json!({ "id": SINAR })).await.is_err());
    let staff = world.portal.sign_in_staff("pccr@utility.example").await;
    assert_eq!(deposits(&staff, json!({})).await["excess"], json!("1250.00"));

    // The account moves, and its bills stay: the deposit is seen by the other company, the charges are not.
    let query = "update electricity_account set bulk_id = $2 where account_no = $1";
    sql::run(world.portal.pool(), query, &[&world.accounts[1], &MAJLIS]).await;
    let theirs = majlis.call_raw::<GetDeposits>(json!({ "id": MAJLIS })).await.expect("deposits");
    assert_eq!((&theirs["held"], &theirs["rows"]["items"][0]["required"]), (&json!("1150.00"), &Value::Null));
    let own = deposits(&staff, json!({})).await;
    assert_eq!((&own["held"], &own["excess"]), (&json!("1300.00"), &json!("300.00")));
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_told_once_of_a_guarantee_and_its_last_day() {
    let world = World::new("deposits-told").await;
    let rows = "BG-1,A,bankGuarantee,1000.00,2025-12-26,2027-01-20,Bank Utara,\n\
                BG-2,B,bankGuarantee,2000.00,2025-12-26,2027-01-19,,\n\
                BG-3,B,bankGuarantee,3000.00,2025-12-26,2026-12-25,Bank Utara,2026-11-01\n\
                BG-4,C,bankGuarantee,4000.00,2025-12-26,2026-11-19,Bank Utara,\n";
    assert_eq!(world.import(rows).await.new, 4);
    let app = &world.portal.app;
    let facts = async || {
        let query =
            "select about || ' ' || (data ->> 'until') from fact where kind = 'GuaranteeExpires' order by fact_id";
        sql::values::<String>(world.portal.pool(), query, &[]).await
    };
    let (one, other) = tokio::join!(remind_of_guarantees(app), remind_of_guarantees(app));
    one.expect("a run");
    other.expect("a run");
    remind_of_guarantees(app).await.expect("a run");
    let second = format!("{} 2027-01-19", world.accounts[1]);
    assert_eq!(facts().await, std::slice::from_ref(&second), "60 days ahead, and neither 61, nor returned, nor ended");

    // A corrected day is another last day; a corrected amount is not.
    world.import("BG-2,B,bankGuarantee,2500.00,2025-12-26,2027-01-19,,\n").await;
    remind_of_guarantees(app).await.expect("a run");
    assert_eq!(facts().await.len(), 1);
    world.import("BG-2,B,bankGuarantee,2500.00,2025-12-26,2027-01-10,,\n").await;
    remind_of_guarantees(app).await.expect("a run");
    let corrected = format!("{} 2027-01-10", world.accounts[1]);
    assert_eq!(facts().await, [second.clone(), corrected.clone()]);
    world.portal.advance(TimeDelta::days(1));
    remind_of_guarantees(app).await.expect("a run");
    assert_eq!(facts().await, [second, corrected, format!("{} 2027-01-20", world.accounts[0])]);

    // Users who manage accounts are notified, and no others.
    let told = async |email: &str| {
        let news = world.portal.sign_in(email).await.call_raw::<GetNotificationLogs>(json!({})).await;
        news.expect("notifications").to_string().matches("The bank guarantee of").count()
    };
    assert_eq!((told("keeper@sinar.example").await, told("viewer@sinar.example").await), (3, 0));
    assert_eq!(told("master@majlis.example").await, 0);
}

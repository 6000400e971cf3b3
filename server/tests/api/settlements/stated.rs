//! Statements with payments of every channel: each is shown once, and the figures close.

use std::collections::BTreeMap;

use gridbill::statements::combined::{Member, ledgers};
use gridbill_core::downloads::{DownloadCombinedStatement, GetDownloadFile};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::BulkId;
use gridbill_core::statements::{Sums, first_day};

use super::*;
use crate::accounts::groups::make as make_group;
use crate::downloads::workbook::{Cell, Rows, rows as sheet_rows};
use crate::statements;
use crate::support::clock::today;
use crate::support::pdf_text;

/// Amounts of an account in sen: opening, bills, payments in the portal, outside it, taken back, credits, closing, and what the bills
/// contain of earlier ones.
type Line = [i64; 8];

const A_BILL_OF_ANOTHER_MONTH: &str = "2026-09-01";

impl World {
    async fn import_bills(&self, rows: &[String]) {
        let path = self.folder.write("bills.csv", format!("{BILLS}{}\n", rows.join("\n")));
        let done = feed::import::<Bill>(&self.portal.app, &path).await.expect("imported");
        assert_eq!(done.rejected, 0, "{}", self.folder.read("bills.rejected.csv"));
    }

    async fn combined(&self, group_id: Option<&str>, format: &str) -> Vec<u8> {
        let asked = json!({ "id": SINAR, "groupId": group_id, "statementPeriod": 1, "format": format });
        let download = self.payer.call_raw::<DownloadCombinedStatement>(asked).await.expect("a download");
        let file = json!({ "downloadId": download["downloadId"] });
        let (status, bytes) = self.payer.send(&GetDownloadFile::ENTRY, file).await;
        assert_eq!(status, 200);
        bytes
    }

    /// Brings bills, payments in the portal and outside it, reversals, credits and balances to the three accounts.
    async fn everything(&self) {
        let [first, second, third] = [0, 1, 2].map(|place| account_of(&self.bills[place]));
        // Before the period, so that a balance is opened: RM 30.00 are left of it.
        let old = bill(700_000_000_001, first.as_str(), "80.00", "", "");
        self.import_bills(&[old.replace("2026-11-01", A_BILL_OF_ANOTHER_MONTH)]).await;
        let row = |number: &str, account: &str, bill: &str, method: &str, day: &str, amount: &str, back: &str| {
            format!("{number},{account},{bill},{method},{day},{amount},{back},REF {number}")
        };
        self.import(&[
            row("S1", first.as_str(), "700000000001", "counter", "2026-09-20", "50.00", ""),
            // A cheque that the bank took back in two parts, and money that pays the rest and more.
            row("S2", first.as_str(), self.bills[0].as_str(), "cheque", "2026-11-12", "100.00", ""),
            row("R1", first.as_str(), "", "cheque", "2026-11-13", "40.00", "S2"),
            row("R2", first.as_str(), "", "cheque", "2026-11-16", "25.00", "S2"),
            row("S3", first.as_str(), "", "jompay", "2026-11-18", "130.00", ""),
        ])
        .await;
        // The second account: paid in the portal, then outside, and credited by officers.
        let made = self.pay(1).await;
        self.accept(&made).await;
        self.import(&[row("S4", second.as_str(), self.bills[1].as_str(), "eWallet", "2026-11-19", "100.00", "")]).await;
        self.settled().await;
        let pccr = self.portal.sign_in_staff("pccr@utility.example").await;
        let cases = pccr.call_raw::<GetLateConfirmations>(json!({})).await.expect("the queue");
        let credit = json!({ "lateId": cases["items"][0]["lateId"], "way": LateWay::Account, "accountNo": second });
        pccr.call_raw::<ResolveLateConfirmation>(credit).await.expect("decided");
        // The third account: its newer bill contains the first one and is paid in part; then a bill with a credit.
        let newer = bill(700_000_000_002, third.as_str(), "50.00", "", "").replace("2026-11-01", "2026-11-15");
        let newer = newer.replace("50.00,0.00,0.00,50.00", "50.00,100.00,0.00,150.00");
        let credit = bill(700_000_000_003, third.as_str(), "-20.00", "", "").replace("2026-11-01", "2026-11-17");
        self.import_bills(&[newer, credit]).await;
        self.import(&[row("S5", third.as_str(), "700000000002", "card", "2026-11-19", "60.00", "")]).await;
        self.settled().await;
    }
}

fn expected() -> [Line; 3] {
    [
        // RM 30.00 before the period; S2 and S3; R1 and R2.
        [3_000, 10_000, 0, -23_000, 6_500, 0, -3_500, 0],
        [0, 10_000, -10_000, 0, 0, -10_000, -10_000, 0],
        [0, 15_000, 0, -6_000, 0, -2_000, 7_000, 10_000],
    ]
}

fn amount(cell: Option<&Cell>) -> i64 {
    match cell {
        #[expect(clippy::cast_possible_truncation, reason = "amounts of a test are small")]
        Some(Cell::Number(number)) => (number * 100.0).round() as i64,
        None => 0,
        Some(other) => panic!("{other:?}"),
    }
}

fn text(cell: Option<&Cell>) -> &str {
    match cell {
        Some(Cell::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn line_of(row: &BTreeMap<String, Cell>) -> Line {
    ["C", "D", "E", "F", "G", "H", "I", "J"].map(|column| amount(row.get(column)))
}

/// Checks that each line and each entry closes. Returns the lines by account.
fn closed_lines(bytes: &[u8]) -> BTreeMap<String, Line> {
    let mut lines: BTreeMap<String, Line> = BTreeMap::new();
    for row in sheet_rows(bytes, 2).values().skip(1) {
        lines.insert(text(row.get("A")).to_owned(), line_of(row));
    }
    let total = lines.remove("Total").expect("a total");
    for line in lines.values().chain([&total]) {
        assert_eq!(line[..6].iter().sum::<i64>(), line[6], "{line:?}");
    }
    let sum = |column: usize| lines.values().map(|line| line[column]).sum::<i64>();
    assert_eq!(total, std::array::from_fn(sum));
    // The summary has the same sums, and the open amounts by age.
    let summary: Vec<i64> = sheet_rows(bytes, 1).values().skip(7).map(|row| amount(row.get("B"))).collect();
    assert_eq!((&summary[..8], summary[9..].iter().sum::<i64>()), (&total[..], total[6]));
    // The entries lead from the opening balance of each account to its closing balance.
    let mut balances: BTreeMap<String, i64> = lines.iter().map(|(account, line)| (account.clone(), line[0])).collect();
    for entry in entries(bytes).values().skip(1) {
        let balance = balances.get_mut(text(entry.get("B"))).expect("an account");
        *balance += amount(entry.get("H"));
        assert_eq!(*balance, amount(entry.get("I")), "{entry:?}");
    }
    for (account, line) in &lines {
        assert_eq!(balances[account], line[6]);
    }
    lines
}

fn entries(bytes: &[u8]) -> Rows {
    sheet_rows(bytes, 3)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_statement_of_a_company_and_a_group_closes_over_every_channel() {
    let world = World::start("stated").await;
    world.everything().await;
    let accounts: Vec<String> = world.bills.iter().map(|bill| account_of(bill).to_string()).collect();
    let whole = world.combined(None, "xlsx").await;
    let lines = closed_lines(&whole);
    for (account_no, line) in accounts.iter().zip(expected()) {
        assert_eq!(lines[account_no], line, "{account_no}");
    }
    // Each reversal is an entry of its own day, and each entry says what it is.
    let shown: Vec<(String, String, i64, i64)> = entries(&whole)
        .values()
        .skip(1)
        .map(|entry| {
            let (kind, number) = (text(entry.get("D")).to_owned(), text(entry.get("E")).to_owned());
            (kind, number, amount(entry.get("H")), amount(entry.get("J")))
        })
        .collect();
    let has = |kind: &str, number: &str, amount: i64, contained: i64| {
        let found = shown.contains(&(kind.to_owned(), number.to_owned(), amount, contained));
        assert!(found, "{kind} {number} {amount} {contained}: {shown:?}");
    };
    has("Payment taken back", "R1", 4_000, 0);
    has("Payment taken back", "R2", 2_500, 0);
    has("Payment outside the portal", "S5", -6_000, 0);
    has("Bill", "700000000002", 5_000, 10_000);
    has("Bill with a credit", "700000000003", -2_000, 0);
    assert!(shown.iter().any(|(kind, ..)| kind == "Payment in the portal"), "{shown:?}");
    assert!(shown.iter().any(|(kind, ..)| kind == "Credit of an overpayment"), "{shown:?}");
    let of_s2: i64 = shown.iter().filter(|(_, number, ..)| number == "S2").map(|(_, _, amount, _)| amount).sum();
    assert_eq!(of_s2, -10_000);

    let keeper = world.portal.sign_in("keeper@sinar.example").await;
    let group_id = make_group(&keeper, "North", &accounts[1..]).await;
    let group = closed_lines(&world.combined(Some(&group_id), "xlsx").await);
    assert_eq!(group.into_values().collect::<Vec<_>>(), expected()[1..]);

    // The documents have the same sums.
    let shown = |sen: i64| gridbill_core::Money::from_sen(sen).shown().replace('\u{a0}', "");
    for (of, group_id, lines) in [("company", None, &expected()[..]), ("group", Some(&*group_id), &expected()[1..])] {
        let text = pdf_text(&world.combined(group_id, "pdf").await);
        let sum = |column: usize| shown(lines.iter().map(|line| line[column]).sum());
        let said = [
            format!("Openingbalance{}Bills{}", sum(0), sum(1)),
            format!("Paymentsintheportal{}Paidoutsidetheportal{}", sum(2), sum(3)),
            format!("Paymentstakenback{}Credits{}", sum(4), sum(5)),
            format!("alsocontain{}ofearlierbills", sum(7)),
        ];
        for said in said {
            assert!(text.contains(&said), "the {of}: {said} in {text}");
        }
        assert!(text.contains(&sum(6)), "the {of}: {text}");
    }
    // The document of one account names each entry, and what is not charged again.
    let id = statements::request(&world.payer, statements::asked(&accounts[2], 1, "en")).await.expect("requested");
    until("the statement is ready", async || {
        (statements::row(&world.payer, &id).await["state"] == "ready").then_some(())
    })
    .await;
    let text = statements::text(&world.payer, &id).await;
    for said in ["PaidoutsidetheportalA", "ItstotalalsocontainsBofearlierbills", "PaymentoutsidetheportalS5A"] {
        let said = said.replace('A', &shown(-6_000)).replace('B', &shown(10_000));
        assert!(text.contains(&said), "{said} in {text}");
    }
}

/// A period that ends between two reversals of a payment has the first alone.
#[tokio::test(flavor = "multi_thread")]
async fn the_statement_of_an_account_has_each_reversal_on_its_day() {
    let world = World::start("reversals").await;
    world.everything().await;
    let mut db = world.portal.pool().acquire().await.expect("a connection");
    let bulk_id = BulkId::parse(SINAR).expect("a bulk account");
    let member = [Member { account_no: account_of(&world.bills[0]), reference_id: None }];
    let mut statement_of = async |last| {
        let ledger = ledgers(&mut db, &bulk_id, &member, last).await.expect("ledgers").into_values().next();
        ledger.expect("a ledger").statement(first_day(last, 1), last).expect("figures")
    };
    let statement = statement_of(today().plus_days(-5)).await;
    let Sums { taken_back, settled, closing, .. } = statement.sums;
    let shown = [taken_back, settled, closing].map(|amount| amount.to_string());
    assert_eq!(shown, ["40.00", "100.00", "70.00"], "{statement:?}");
    assert_eq!(statement.ageing.balance(), Ok(closing));
    let now = statement_of(today()).await;
    assert_eq!((now.sums.closing.to_string().as_str(), now.ageing.balance()), ("-35.00", Ok(now.sums.closing)));
}

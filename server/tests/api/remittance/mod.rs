//! The remittance advice over HTTP: from which status, its sums, its PDF and its CSV; and the addresses of a company.

mod mailboxes;

use gridbill_core::Code;
use gridbill_core::costs::SaveCostCentre;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use gridbill_core::payments::{GetPaymentDetails, MakePayment, PaymentMade, Status};
use gridbill_core::remittance::DownloadRemittance;
use serde_json::{Value, json};

use crate::accounts::every_invariant_holds;
use crate::costs::{centre, coding, part, set};
use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, money, pdf_text};

pub async fn accept(portal: &Portal, made: &PaymentMade) {
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let decision = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    pccr.call::<PaymentAccept>(decision).await.expect("accepted");
}

async fn posted(actor: &Actor, made: &PaymentMade) {
    until("the payment is paid", async || {
        let details = actor.call_raw::<GetPaymentDetails>(json!({ "transactionNo": made.transaction_no })).await;
        (details.expect("details")["transaction"]["status"] == json!(Status::Paid)).then_some(())
    })
    .await;
}

/// Makes a payment of these bills by transfer.
pub async fn pay(portal: &Portal, bills: &[InvoiceNo], total: &str) -> PaymentMade {
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(bills, total)).await.expect("a payment")
}

async fn advice(actor: &Actor, made: &PaymentMade, format: &str) -> (u16, Vec<u8>) {
    let request = json!({ "transactionNo": made.transaction_no, "format": format });
    actor.send(&DownloadRemittance::ENTRY, request).await
}

fn refused(bytes: &[u8]) -> (Code, Value) {
    let answer: Value = serde_json::from_slice(bytes).expect("JSON");
    let code = answer["Error"]["code"].as_str().and_then(Code::from_wire).expect("a code");
    (code, answer["Error"]["params"].clone())
}

/// Reads the CSV with the reader of another library, and returns its rows by heading.
fn rows(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let table = bytes.strip_prefix(b"\xef\xbb\xbf").expect("a byte order mark");
    let mut reader = csv::Reader::from_reader(table);
    let headings = reader.headers().expect("headings").iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
    (headings, rows)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_payment_has_an_advice_whose_sums_add_up_in_both_formats() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.01").await;
    let keeper = portal.sign_in("keeper@sinar.example").await;
    centre(&keeper, "HQ", "=1+1, \"Head office\"").await;
    centre(&keeper, "PLANT", "Plant").await;
    let halves = json!([part("HQ", 5_000), part("PLANT", 5_000)]);
    let account = account_of(&bills[0]).to_string();
    set(&keeper, &[coding(&account, &[("2020-01-01", None, halves)])]).await.expect("coded");

    let made = pay(&portal, &bills, "300.03").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let (status, bytes) = advice(&viewer, &made, "pdf").await;
    assert_eq!((status, refused(&bytes)), (409, (Code::RemittanceNotYet, json!({ "status": "Processing" }))));
    accept(&portal, &made).await;
    // An accepted payment is not posted yet: like a receipt, the advice waits for that.
    assert_eq!(advice(&viewer, &made, "csv").await.0, 409);
    portal.work();
    posted(&viewer, &made).await;

    let (status, bytes) = advice(&viewer, &made, "csv").await;
    assert_eq!(status, 200);
    let (headings, table) = rows(&bytes);
    let place = |name: &str| headings.iter().position(|heading| heading == name).expect(name);
    let column = |name: &str| table.iter().map(|row| row[place(name)].clone()).collect::<Vec<_>>();
    let amounts = column("Amount");
    assert_eq!(amounts, ["50.01", "50.00", "100.01", "100.01"]);
    assert_eq!(column("Cost centre"), ["HQ", "PLANT", "", ""]);
    // A name that a spreadsheet program would calculate is a text.
    let names = ["'=1+1, \"Head office\"", "Plant", "No cost centre", "No cost centre"];
    assert_eq!(column("Cost centre name"), names);
    assert_eq!(column("Ledger account"), ["6100-01", "6100-01", "", ""]);
    let numbers: Vec<String> = [0, 0, 1, 2].map(|place: usize| bills[place].to_string()).to_vec();
    assert_eq!(column("Invoice"), numbers);
    assert!(column("Transaction number").iter().all(|number| *number == made.transaction_no.as_str()));
    assert!(column("Bank reference").iter().all(|number| *number == given::number_of(&bills)));
    let total = amounts.iter().map(|amount| money(amount)).fold(money("0"), |sum, one| sum.plus(one).expect("a sum"));
    assert_eq!(total, money("300.03"));

    let (status, bytes) = advice(&viewer, &made, "pdf").await;
    assert_eq!(status, 200);
    let text = pdf_text(&bytes);
    for shown in ["Remittanceadvice", made.transaction_no.as_str(), &given::number_of(&bills), "HQ", "PLANT"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    // The sums of the cost centres, and the total.
    for sum in ["RM50.01", "RM50.00", "RM200.02", "RM300.03", "Nocostcentre"] {
        assert!(text.contains(sum), "{sum}: {text}");
    }
    for bill in &bills {
        assert!(text.contains(bill.as_str()), "{bill}");
    }
    let malay = pdf_text(&advice(&viewer.in_malay(), &made, "pdf").await.1);
    assert!(malay.contains("Maklumankirimanwang") && malay.contains("Tiadapusatkos"), "{malay}");
    every_invariant_holds(portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_advice_follows_the_codings_of_the_moment_and_needs_an_existing_format() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "10.00").await;
    let made = pay(&portal, &bills, "10.00").await;
    accept(&portal, &made).await;
    portal.work();
    let viewer = portal.sign_in("viewer@sinar.example").await;
    posted(&viewer, &made).await;
    assert_eq!(rows(&advice(&viewer, &made, "csv").await.1).1[0][13], "No cost centre");
    let keeper = portal.sign_in("keeper@sinar.example").await;
    centre(&keeper, "HQ", "Head office").await;
    let account = account_of(&bills[0]).to_string();
    let whole = json!([part("HQ", 10_000)]);
    set(&keeper, &[coding(&account, &[("2020-01-01", None, whole)])]).await.expect("coded");
    let renamed = json!({ "id": SINAR, "code": "HQ", "name": "Centre", "isActive": false, "isNew": false });
    keeper.call_raw::<SaveCostCentre>(renamed).await.expect("changed");
    assert_eq!(rows(&advice(&viewer, &made, "csv").await.1).1[0][13], "Centre");
    assert_eq!(advice(&viewer, &made, "docx").await.0, 400);
    // Another company's payment does not exist for its neighbours.
    let majlis = portal.sign_in("master@majlis.example").await;
    let (status, bytes) = advice(&majlis, &made, "pdf").await;
    assert_eq!((status, refused(&bytes).0), (404, Code::TransactionNotFound));
}

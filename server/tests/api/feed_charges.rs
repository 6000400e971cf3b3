//! The feed's file of charges: charges are stored with their bill as long as they match its amounts.

use gridbill::feed::{self, Account, Bill, BillCharges, Outcome};
use gridbill_core::bills::{GetBillDetails, InvoiceRequest, PrintPDF2};
use gridbill_core::endpoint::Endpoint as _;
use serde_json::json;

use crate::feed::Folder;
use crate::support::given::{self, SINAR};
use crate::support::{Portal, pdf_text, sql};

const INVOICE: &str = "510000000001";

async fn charged(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from bill_charges where bulk_id is not null", &[]).await
}

async fn tag(portal: &Portal) {
    for statement in [
        "insert into electricity_account (account_no, bulk_id, tagged_at) values ('210000000001', $1, now())",
        "update bill set bulk_id = $1 where account_no = '210000000001'",
    ] {
        sql::run(portal.pool(), statement, &[&SINAR]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_wait_with_their_bill_and_go_when_its_amounts_change() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("charges"));
    let charges = folder.file("charges.csv");
    let unknown = feed::import::<BillCharges>(&portal.app, &charges).await.expect("imported");
    assert_eq!(unknown, Outcome { rejected: 25, ..Outcome::default() });
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("bills");
    let first = feed::import::<BillCharges>(&portal.app, &charges).await.expect("imported");
    assert_eq!(first, Outcome { new: 4, ..Outcome::default() });
    let again = feed::import::<BillCharges>(&portal.app, &charges).await.expect("imported");
    assert_eq!(again, Outcome { unchanged: 4, ..Outcome::default() });

    assert_eq!(charged(&portal).await, 0);
    tag(&portal).await;
    assert_eq!(charged(&portal).await, 1);
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let bill = || InvoiceRequest { invoice_no: given::invoice(INVOICE) };
    let found = viewer.call::<GetBillDetails>(bill()).await.expect("a bill");
    let lines = found.charges.expect("its lines");
    assert_eq!(
        (
            lines.groups.iter().map(|group| group.lines.len()).sum::<usize>(),
            lines.readings.len(),
            found.use_by_bill.len()
        ),
        (7, 1, 1)
    );

    // A new amount invalidates the charges, and new ones have not arrived.
    let bills = folder.read("bills.csv").replace("650.10,0.00,0.00,650.10", "651.00,0.00,0.00,651.00");
    feed::import::<Bill>(&portal.app, &folder.write("bills.csv", bills)).await.expect("bills");
    assert_eq!(viewer.call::<GetBillDetails>(bill()).await.expect("a bill").charges, None);
    let refused = feed::import::<BillCharges>(&portal.app, &charges).await.expect("imported");
    assert_eq!((refused.new, refused.rejected), (0, 17));
    let told = folder.read("charges.rejected.csv");
    assert!(told.contains("The lines do not add up to the bill's current charge."), "{told}");
}

/// The last line charges nothing, so the other lines add up without it. The bill's charges are refused anyway.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_of_which_a_line_cannot_be_read_is_refused_whole() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("unreadable"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("bills");
    let charges = folder.read("charges.csv");
    let (before, behind) = charges.split_once("510000000001,8,tax,,,,,,,,,,0.00").expect("its last line");
    let cut_off = b"510000000001,8,tax,,0.00".as_slice();
    let opened = b"510000000001,8,tax,\",,,,,,,,,0.00".as_slice();
    let foreign = b"510000000001,8,t\xe4x,,,,,,,,,,0.00".as_slice();
    let endless = [b"510000000001,8,tax,".as_slice(), &[b'x'; 20_000]].concat();
    for line in [cut_off, opened, foreign, &endless] {
        let file = folder.write("broken.csv", [before.as_bytes(), line, behind.as_bytes()].concat());
        let imported = feed::import::<BillCharges>(&portal.app, &file).await.expect("imported");
        assert_eq!((imported.new + imported.unchanged, imported.rejected), (3, 8));
        let told = folder.read("broken.rejected.csv");
        let others = told.matches("Line 9 of the file, of the same invoiceNo, is refused.").count();
        assert_eq!(others, 7, "{told}");
    }
    // The line stands before the others, or apart from them behind another bill.
    let (heading, rows) = before.split_once('\n').expect("a heading");
    for (name, content, refused) in [
        ("first.csv", format!("{heading}\n510000000001,8,tax,,0.00\n{rows}{}", behind.trim_start()), 8),
        ("apart.csv", format!("{before}{}\n510000000001,8,tax,,,,,,,,,,0.00\n", behind.trim()), 8),
        ("apart-unreadable.csv", format!("{before}{}\n510000000001,8,tax,,0.00\n", behind.trim()), 8),
    ] {
        let file = folder.write(name, content);
        let imported = feed::import::<BillCharges>(&portal.app, &file).await.expect("imported");
        assert_eq!((imported.new + imported.unchanged, imported.rejected), (3, refused), "{name}");
        assert_eq!(sql::value::<i64>(portal.pool(), "select count(*) from bill_charges", &[]).await, 3, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pdf_equals_the_page_in_both_languages_and_is_private() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("printed"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("bills");
    feed::import::<BillCharges>(&portal.app, &folder.file("charges.csv")).await.expect("charges");
    tag(&portal).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let request = || json!({ "caNo": "210000000001", "invoiceNo": INVOICE });
    let found =
        viewer.call::<GetBillDetails>(InvoiceRequest { invoice_no: given::invoice(INVOICE) }).await.expect("a bill");
    let mut amounts: Vec<_> = found
        .charges
        .iter()
        .flat_map(|charges| &charges.groups)
        .flat_map(|group| &group.lines)
        .map(|line| line.amount)
        .collect();
    amounts.extend([found.bill.current_charge, found.bill.outstanding_amount, found.bill.total_amount_payable]);
    assert_eq!(amounts.len(), 10);
    let malay = portal.sign_in("viewer@sinar.example").await.in_malay();
    for (who, word) in [(&viewer, "Renewableenergyfund"), (&malay, "KumpulanWangTenaga")] {
        let (status, bytes) = who.send(&PrintPDF2::ENTRY, request()).await;
        assert_eq!(status, 200);
        let text = pdf_text(&bytes);
        assert!(text.contains(word) && text.contains(INVOICE), "{text}");
        for amount in &amounts {
            let shown: String = amount.shown().split_whitespace().collect();
            assert!(text.contains(&shown), "{shown} is missing: {text}");
        }
    }
    // A bill that is in a payment or paid does not ask for payment again.
    let barcode = found.bill.barcode(found.bill.total_amount_payable);
    for (status, slip) in
        [(1_i16, "Paybytransferto"), (2, "Apaymentofthisbillisalreadyinprogress."), (4, "Thisbillispaid.")]
    {
        sql::run(portal.pool(), "update bill set status = $2 where invoice_no = $1", &[&INVOICE, &status]).await;
        let (_, bytes) = viewer.send(&PrintPDF2::ENTRY, request()).await;
        let text = pdf_text(&bytes);
        assert!(text.contains(slip), "{slip} is missing: {text}");
        assert_eq!((text.contains("Paybytransfer"), text.contains(&barcode)), (status == 1, status == 1), "{text}");
    }
    // A bill of another account, of another bulk account, and an unknown bill.
    let master = portal.sign_in("master@majlis.example").await;
    let other = json!({ "caNo": "210000000002", "invoiceNo": INVOICE });
    let none = json!({ "caNo": "210000000001", "invoiceNo": "999999999999" });
    for (who, request) in [(&viewer, other), (&master, request()), (&viewer, none)] {
        let (status, body) = who.send(&PrintPDF2::ENTRY, request).await;
        assert_eq!((status, String::from_utf8_lossy(&body).contains("billNotFound")), (404, true));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_lines_that_do_not_add_up() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("checked"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("bills");
    feed::import::<BillCharges>(&portal.app, &folder.file("charges.csv")).await.expect("charges");
    let (fine, delivered, other, unreadable) = (
        "select",
        // The utility delivers another sign and role after the lines were accepted.
        "insert into charge_kind (kind, from_day, name_en, name_ms, role, sign, in_fund_base, in_consumption)
         values ('retail', '2026-01-01', 'Retail', 'Peruncitan', 'tax', 'minus', false, true)",
        r#"update bill_charges set charges = jsonb_set(charges, '{lines,0,amount}', '"1.00"') where invoice_no = '510000000001'"#,
        "update bill_charges set charges = '{}'",
    );
    for (damage, broken, said) in [
        (fine, 0, ""),
        (delivered, 0, ""),
        (other, 1, "invoice 510000000001: "),
        (unreadable, 4, "its lines cannot be read"),
    ] {
        portal.damage(damage).await;
        let (_, findings) = gridbill::check::look(portal.pool()).await.expect("checked");
        let found = findings.iter().find(|finding| finding.invariant == "the lines of a bill add up to its amounts");
        let found = found.expect("the lines are looked at");
        assert_eq!((found.number, found.broken), (2, broken), "{:?}", found.rows);
        assert!(found.rows.first().map_or("", String::as_str).contains(said), "{:?}", found.rows);
    }
}

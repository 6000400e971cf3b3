//! The feed's file of kinds of charges, and bills with kinds that the utility delivered or that are unknown.

use gridbill::feed::{self, Account, Bill, BillCharges, Outcome};
use gridbill_core::audit::Price;
use gridbill_core::bills::{BillDetails, ChargeKindEntry, ChargeKinds, GetBillDetails, InvoiceRequest, PrintPDF2};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::findings::GetFindings;
use serde_json::{Value, json};

use crate::feed::Folder;
use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, pdf_text, sql};

const INVOICES: [&str; 3] = ["510000000001", "510000000002", "510000000003"];

/// Imports accounts and bills, and tags the accounts.
async fn with_bills(portal: &Portal, folder: &Folder) {
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    let bills = feed::import::<Bill>(&portal.app, &folder.file("bills-kinds.csv")).await.expect("bills");
    assert_eq!(bills, Outcome { new: 3, ..Outcome::default() }, "also one with a negative consumption");
    for statement in [
        "insert into electricity_account (account_no, bulk_id, tagged_at)
         select account_no, $1, now() from account_master where account_no like '21000000000_'",
        "update bill set bulk_id = $1 where account_no like '21000000000_'",
    ] {
        sql::run(portal.pool(), statement, &[&SINAR]).await;
    }
}

async fn import_charges(portal: &Portal, folder: &Folder) -> Outcome {
    feed::import::<BillCharges>(&portal.app, &folder.file("charges-kinds.csv")).await.expect("charges")
}

async fn import_kinds(portal: &Portal, folder: &Folder) -> Outcome {
    feed::import::<ChargeKindEntry>(&portal.app, &folder.file("kinds.csv")).await.expect("kinds")
}

async fn details(actor: &Actor, invoice_no: &str) -> BillDetails {
    actor.call::<GetBillDetails>(InvoiceRequest { invoice_no: given::invoice(invoice_no) }).await.expect("a bill")
}

/// Returns the names and amounts of a bill's lines.
fn lines(details: &BillDetails) -> Vec<(String, String)> {
    let groups = details.charges.iter().flat_map(|charges| &charges.groups);
    groups.flat_map(|group| &group.lines).map(|line| (line.word.clone(), line.amount.to_string())).collect()
}

fn named(lines: &[(&str, &str)]) -> Vec<(String, String)> {
    lines.iter().map(|&(name, amount)| (name.to_owned(), amount.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_migration_stores_the_kinds_of_core() {
    let portal = Portal::with_people().await;
    let stored = gridbill::bills::kinds::all(portal.pool()).await.expect("kinds");
    assert_eq!(stored, ChargeKinds::standard());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_shows_each_kind_by_its_name_on_the_page_and_in_the_pdf() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("kinds"));
    with_bills(&portal, &folder).await;
    assert_eq!(import_kinds(&portal, &folder).await, Outcome { new: 6, ..Outcome::default() });
    assert_eq!(import_kinds(&portal, &folder).await, Outcome { unchanged: 6, ..Outcome::default() });
    assert_eq!(import_charges(&portal, &folder).await, Outcome { new: 3, ..Outcome::default() });
    assert_eq!(import_charges(&portal, &folder).await, Outcome { unchanged: 3, ..Outcome::default() });

    let viewer = portal.sign_in("viewer@sinar.example").await;
    let bill = details(&viewer, INVOICES[0]).await;
    let expected = named(&[
        ("Energy", "333.69"),
        ("Capacity", "109.01"),
        ("Network", "182.95"),
        ("Retail", "20.00"),
        ("Automatic fuel adjustment (AFA)", "-4.55"),
        ("Green electricity premium", "0.64"),
        ("Power factor surcharge", "9.38"),
        ("Energy efficiency incentive", "-104.93"),
        ("Solar export credit", "-99.28"),
        ("Reconnection fee", "10.00"),
        ("Security deposit", "200.00"),
        ("Renewable energy fund (KWTBB)", "10.01"),
        ("Tax", "0.00"),
    ]);
    assert_eq!(lines(&bill), expected);
    let charges = bill.charges.as_ref().expect("charges");
    let details_of = |word: &str| {
        let mut lines = charges.groups.iter().flat_map(|group| &group.lines);
        lines.find(|line| line.word == word).and_then(|line| line.detail.clone()).expect("a detail")
    };
    assert_eq!(details_of("Green electricity premium"), "200\u{a0}kWh × 0.320123 sen/kWh");
    assert_eq!(details_of("Power factor surcharge"), "1.5% of charges (RM\u{a0}625.65)");
    assert_eq!(
        details_of("Renewable energy fund (KWTBB)"),
        "1.6% of energy, capacity and network charges (RM\u{a0}625.65)"
    );
    assert_eq!(charges.exported.as_deref(), Some("320.25\u{a0}kWh"));
    assert_eq!(charges.readings[1].register, "Exported");
    // What is stored with two decimals keeps them, and a rate with six keeps six.
    let stored: Value =
        sql::value(portal.pool(), "select charges from bill_charges where invoice_no = $1", &[&INVOICES[0]]).await;
    assert_eq!(stored["lines"][0]["priced"]["quantity"], "1234.50");
    assert_eq!(stored["lines"][5]["priced"]["rate"], "0.320123");
    assert_eq!(stored["lines"][5]["kind"], "greenPremium");

    let exporting = details(&viewer, INVOICES[1]).await;
    assert_eq!(exporting.consumption_kwh.as_deref(), Some("-150.25"));
    assert_eq!(lines(&exporting), named(&[("Energy", "-40.61"), ("Retail", "20.00"), ("Tax", "0.00")]));
    assert_eq!(exporting.charges.expect("charges").exported.as_deref(), Some("350.25\u{a0}kWh"));

    let malay = portal.sign_in("viewer@sinar.example").await.in_malay();
    for (who, words) in [
        (&viewer, ["Securitydeposit", "Solarexportcredit", "Exported"]),
        (&malay, ["Depositcagaran", "Krediteksportsolar", "Dieksport"]),
    ] {
        let request = json!({ "caNo": "210000000001", "invoiceNo": INVOICES[0] });
        let (status, bytes) = who.send(&PrintPDF2::ENTRY, request).await;
        assert_eq!(status, 200);
        let text = pdf_text(&bytes);
        for word in words {
            assert!(text.contains(word), "{word} is missing: {text}");
        }
    }
    // None of these lines is a finding. The fuel adjustment has no published price here.
    gridbill::serve::jobs::audit_bills(&portal.app).await.expect("audited");
    let found = viewer.call_raw::<GetFindings>(json!({ "id": SINAR, "filter": {} })).await.expect("findings");
    assert_eq!(found["total"], 0, "{found}");
    // The price of the month is higher than that of the credit, and the premium of green energy exempts it from the adjustment.
    let prices = "tariff,kind,block,from,to,rate,unit\n\
        ,solarExport,,2026-10-01,2026-10-31,35.00,kWh\n\
        ,afa,,2026-10-01,2026-10-31,-0.44,kWh\n";
    folder.write("prices.csv", prices);
    let imported = feed::import::<Price>(&portal.app, &folder.file("prices.csv")).await.expect("prices");
    assert_eq!(imported, Outcome { new: 2, ..Outcome::default() });
    gridbill::serve::jobs::audit_bills(&portal.app).await.expect("audited");
    let found = viewer.call_raw::<GetFindings>(json!({ "id": SINAR, "filter": {} })).await.expect("findings");
    assert_eq!(found["total"], 1, "{found}");
    assert_eq!(found["items"][0]["rule"], "exportCredit", "{found}");
    assert_eq!(found["items"][0]["atStake"], "12.81", "320.25 kWh at 35 sen are 112.09");
    let (_, findings) = gridbill::check::look(portal.pool()).await.expect("checked");
    let found = findings.iter().find(|finding| finding.invariant == "the lines of a bill add up to its amounts");
    assert_eq!(found.expect("the lines are looked at").broken, 0);
}

/// The unknown lines are energy and tax, so the bill is compared with neither its consumption nor its tax.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_kind_keeps_its_line_and_has_its_code_as_name() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("unknown-kinds"));
    with_bills(&portal, &folder).await;
    assert_eq!(import_charges(&portal, &folder).await, Outcome { new: 3, ..Outcome::default() });
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let expected = named(&[("Energy", "333.55"), ("night use", "0.14"), ("Retail", "20.61"), ("serviceTax", "12.34")]);
    assert_eq!(lines(&details(&viewer, INVOICES[2]).await), expected);
    // Its name follows once the utility delivers it.
    let kinds = "kind,nameEn,nameMs,role,sign,unit,inFundBase,inConsumption,from,to\n\
        night use,Night energy,Tenaga malam,energy,plus,kWh,no,yes,2026-01-01,\n\
        serviceTax,Service tax,Cukai perkhidmatan,tax,plus,percent,no,no,2026-01-01,2026-06-30\n";
    folder.write("kinds.csv", kinds);
    assert_eq!(import_kinds(&portal, &folder).await.new, 2);
    assert_eq!(lines(&details(&viewer, INVOICES[2]).await)[1].0, "Night energy");
    assert_eq!(lines(&details(&viewer, INVOICES[2]).await)[3].0, "Service tax", "a late line keeps the name");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_import_reports_unknown_kinds_or_refuses_their_bills() {
    let (portal, folder) = (Portal::durable(crate::support::database::Content::Tables).await, Folder::new("strict"));
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills-kinds.csv")).await.expect("bills");
    let charges = folder.file("charges-kinds.csv");
    let mut strict = crate::feed::import(&portal, "charges", &charges);
    strict.env("GRIDBILL_REFUSE_UNKNOWN_KINDS", "true");
    let (code, output, _) = crate::feed::run(strict);
    assert!(code == 3 && output.starts_with("charges: 1 new, 0 changed, 0 unchanged, 20 rejected"), "{output}");
    let refused = folder.read("charges-kinds.rejected.csv");
    let reason = "kind: The kind of charge greenPremium is not listed. Import the file of kinds first. (unknownKind)";
    assert!(refused.contains(reason), "{refused}");
    let (code, output, _) = crate::feed::run(crate::feed::import(&portal, "charges", &charges));
    let reported = "8 rows name a kind of charge that the list does not have on their day, and are loaded all the same: \
                    deposit (1), greenPremium (1), incentive (1), night use (1), powerFactor (1), reconnection (1), serviceTax (1), \
                    solarExport (1)";
    assert!(code == 0 && output.contains(reported), "{output}");
}

//! Paying a bill from a banking app: JomPAY and DuitNow QR on the bill and its PDF, and when they are gone.

use gridbill_core::Language;
use gridbill_core::bills::{BankingApp, GetBillDetails, InvoiceRequest, PrintPDF2};
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{DecisionRequest, PaymentAccept};
use serde_json::json;

use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::portal::until;
use crate::support::{Actor, Portal, pdf_text};

const OWN: [&str; 6] =
    ["--jompay-biller-code", "5454", "--duitnow-acquirer-id", "501664", "--duitnow-merchant-id", "M0001"];

async fn shown(actor: &Actor, invoice_no: &InvoiceNo) -> Option<BankingApp> {
    let request = InvoiceRequest { invoice_no: invoice_no.clone() };
    actor.call::<GetBillDetails>(request).await.expect("a bill").banking_app
}

async fn printed(actor: &Actor, invoice_no: &InvoiceNo) -> String {
    let request = json!({ "caNo": account_of(invoice_no), "invoiceNo": invoice_no });
    let (status, bytes) = actor.send(&PrintPDF2::ENTRY, request).await;
    assert_eq!(status, 200);
    pdf_text(&bytes)
}

fn refusal(banking_app: Option<BankingApp>) -> String {
    let banking_app = banking_app.expect("a banking app");
    assert_eq!((banking_app.jom_pay, banking_app.duit_now), (None, None));
    banking_app.refused.expect("a reason")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payable_bill_has_the_numbers_of_jompay_and_a_qr_with_its_amount() {
    let portal = Portal::with_people_and(&OWN).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "1234.50").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let BankingApp { jom_pay, duit_now, refused } = shown(&viewer, &bills[0]).await.expect("a banking app");
    assert_eq!(refused, None);
    let jom_pay = jom_pay.expect("JomPAY");
    let expected = ("5454", &account_of(&bills[0]), &bills[0]);
    assert_eq!((jom_pay.biller_code.as_str(), &jom_pay.ref1, &jom_pay.ref2), expected);
    let duit_now = duit_now.expect("a QR");
    let (account, invoice) = (account_of(&bills[0]), &bills[0]);
    let begins = "00020201021226370014A0000006150001010650166402 05M0001".replace(' ', "");
    assert!(duit_now.text.starts_with(&begins), "{}", duit_now.text);
    for part in ["54071234.50".to_owned(), format!("62320112{invoice}0612{account}6304")] {
        assert!(duit_now.text.contains(&part), "{part} in {}", duit_now.text);
    }
    assert!(duit_now.qr.is_some_and(|qr| qr.size > 40 && qr.path.starts_with('M')));
    let text = printed(&viewer, &bills[0]).await;
    assert!(text.contains("Payfromabankingapp") && text.contains("JomPAYbillercode:5454"), "{text}");
    assert!(text.contains(&format!("Ref-1:{account}")) && text.contains(&format!("Ref-2:{invoice}")), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_on_hold_in_a_payment_or_paid_says_why_it_has_neither() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    given::set_e_invoices(portal.pool(), &bills[1..], "cancelled").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let on_hold = refusal(shown(&payer, &bills[1]).await);
    assert_eq!(on_hold, "This bill is on hold. It can be paid from a banking app when the hold ends.");
    let in_malay = refusal(shown(&payer.in_malay(), &bills[1]).await);
    assert!(in_malay.starts_with("Bil ini ditahan."), "{in_malay}");
    assert!(printed(&payer, &bills[1]).await.contains("Thisbillisonhold.Itcanbepaidfromabankingapp"));

    assert!(shown(&payer, &bills[0]).await.expect("a banking app").duit_now.is_some(), "the demo's registrations");
    portal.work();
    let made = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let in_payment = gridbill_core::Code::BillInPayment.sentence(Language::En);
    assert_eq!(refusal(shown(&payer, &bills[0]).await), in_payment);
    assert!(!printed(&payer, &bills[0]).await.contains("DuitNow"));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let decision =
        DecisionRequest { e_bulk_payment_id: made.e_bulk_payment_id, version: None, awaits_second_officer: None };
    pccr.call::<PaymentAccept>(decision).await.expect("accepted");
    until("the bill is paid", async || {
        let why = refusal(shown(&payer, &bills[0]).await);
        (why == gridbill_core::Code::BillPaid.sentence(Language::En)).then_some(())
    })
    .await;
    assert!(!printed(&payer, &bills[0]).await.contains("DuitNow"));
}

/// A utility without registrations has none of it. Only the demo's utility has fictional ones.
#[tokio::test(flavor = "multi_thread")]
async fn a_utility_without_registrations_shows_nothing() {
    let portal = Portal::with_people_and(&["--utility-name", "Tenaga & Sons"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(shown(&viewer, &bills[0]).await, None);
    let text = printed(&viewer, &bills[0]).await;
    assert!(!text.contains("JomPAY") && !text.contains("bankingapp"), "{text}");
}

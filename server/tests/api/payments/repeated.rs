//! An EFT or cheque number used by two payments is reported to payer and officer, but not refused.

use gridbill_core::number::BulkId;
use gridbill_core::payments::staff::{GetAdminPaymentDetails, PaymentReject, RejectRequest};
use gridbill_core::payments::{
    GetRepeatedReferences, MakePayment, MakePaymentRequest, PaymentMethod, RepeatedReference,
    RepeatedReferencesRequest, Status, TransactionRequest,
};

use crate::support::clock::noon;
use crate::support::given::{self, MAJLIS, SINAR, eft, reference};
use crate::support::{Actor, Portal};

async fn repeated(actor: &Actor, bulk_id: &str, number: &str) -> Vec<RepeatedReference> {
    let request = RepeatedReferencesRequest {
        bulk_id: BulkId::parse(bulk_id).expect("a bulk account"),
        payment_method: PaymentMethod::EftRentas,
        numbers: vec!["UNUSED1".to_owned(), number.to_owned()],
    };
    actor.call::<GetRepeatedReferences>(request).await.expect("an answer").repeated
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_payment_number_is_reported() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    assert_eq!(repeated(&payer, SINAR, "EFT20261120A").await, []);
    let number = vec![reference("EFT20261120A", "100.00")];
    let request = MakePaymentRequest { reference_numbers: number, ..eft(&bills[..1], "100.00") };
    let first = payer.call::<MakePayment>(request).await.expect("a payment");
    assert_eq!(first.repeated_references, []);

    // Before paying, the user sees the other payment with its date, in any spelling of the number.
    let said = RepeatedReference {
        number: "eft20261120a".to_owned(),
        transaction_no: first.transaction_no.clone(),
        payment_date: noon(),
        requested_by: "Badrul".to_owned(),
        bank_name: Some("SBI Bank A".to_owned()),
        status: Status::PendingApproval,
    };
    assert_eq!(repeated(&payer, SINAR, " eft20261120a ").await, std::slice::from_ref(&said));
    // It is only a warning: the call of an existing client succeeds and returns it.
    portal.advance(chrono::TimeDelta::minutes(2));
    let numbers = vec![reference("eft20261120a", "100.00"), reference("EFTB", "100.00")];
    let request = MakePaymentRequest { reference_numbers: numbers, ..eft(&bills[1..3], "200.00") };
    let second = payer.call::<MakePayment>(request).await.expect("a payment");
    assert_eq!(second.repeated_references, std::slice::from_ref(&said));

    // The officer sees the other payment in both.
    let details = async |transaction_no: &str| {
        let request = serde_json::json!({ "transactionNo": transaction_no });
        let request: TransactionRequest = serde_json::from_value(request).expect("a request");
        pccr.call::<GetAdminPaymentDetails>(request).await.expect("the details").repeated_references
    };
    assert_eq!(details(second.transaction_no.as_str()).await, std::slice::from_ref(&said));
    let told = details(first.transaction_no.as_str()).await;
    assert_eq!(told.len(), 1);
    assert_eq!((&told[0].transaction_no, told[0].number.as_str()), (&second.transaction_no, "EFT20261120A"));

    // Numbers of another company do not count, nor those of a declined payment.
    let majlis = portal.sign_in("master@majlis.example").await;
    assert_eq!(repeated(&majlis, MAJLIS, "EFT20261120A").await, []);
    let decision = RejectRequest { e_bulk_payment_id: first.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(decision).await.expect("declined");
    assert_eq!(details(second.transaction_no.as_str()).await, []);
    let left = repeated(&payer, SINAR, "EFT20261120A").await;
    assert_eq!(left.iter().map(|one| &one.transaction_no).collect::<Vec<_>>(), [&second.transaction_no]);
}

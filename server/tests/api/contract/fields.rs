//! The fields and codes that existing clients read have the names that those clients expect.

use serde_json::{Value, json};

use super::client::{ACCOUNT, BILLS, Client, PAY, PAYMENTS, USER};
use crate::registration::{applicant, form};
use crate::support::Portal;
use crate::support::given::{self, BANK, SINAR, eft};

/// Imports an account through the utility's feed.
async fn delivered(portal: &Portal, row: &str) {
    let folder = std::env::temp_dir().join(format!("gridbill-delivered-{}-{}", std::process::id(), &row[..12]));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("accounts.csv");
    let head = "accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status";
    std::fs::write(&file, format!("{head}\n{row}\n")).expect("written");
    let outcome = gridbill::feed::import::<gridbill::feed::Account>(&portal.app, &file).await.expect("imported");
    std::fs::remove_dir_all(&folder).expect("deleted");
    assert_eq!((outcome.new + outcome.changed, outcome.rejected), (1, 0));
}

/// The fields and codes that existing clients read have the expected names.
#[tokio::test(flavor = "multi_thread")]
async fn fields_and_codes_have_their_documented_names() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let bills = given::bills(pool, SINAR, 2, "100.00").await;
    let payer = Client::of(&portal, "payer@sinar.example").await;
    let own = payer.get(&format!("{USER}/GetUserProfile")).await;
    assert_eq!((&own["sectorName"], &own["userRolesForScope"]), (&json!("Commercial"), &json!(["member"])));

    let listed = payer.post(&format!("{BILLS}/GetOutstandingBills/{SINAR}"), Value::Null).await;
    assert_eq!(listed["items"][0]["collectiveInvoiceDueDate"], "2026-12-10");
    let account = payer.get(&format!("{ACCOUNT}/BulkAccount/GetAccounts/{SINAR}")).await["items"][0].clone();
    let fields = ["sector", "sectorId", "stateCode", "accountDescription"].map(|name| account[name].clone());
    assert_eq!(fields, [json!("Commercial"), json!(2), json!("SEL"), json!("A company")]);
    // A sector or state outside the known lists is returned as the feed wrote it.
    let row = "223000000001,R-2010,A company,Lot 1,Sandakan,90000,Sabah,Mining,Low Voltage General,active";
    delivered(&portal, row).await;
    let accounts = payer.get(&format!("{ACCOUNT}/BulkAccount/GetAccounts/{SINAR}")).await;
    let account = accounts["items"].as_array().into_iter().flatten().find(|one| one["accountNo"] == "223000000001");
    let fields = ["sector", "sectorId", "state", "stateCode"].map(|name| account.expect("a row")[name].clone());
    assert_eq!(fields, [json!("Mining"), Value::Null, json!("Sabah"), Value::Null]);

    let methods = payer.get(&format!("{PAY}/GetPaymentMethods")).await;
    let listed = methods["listed"].as_array().expect("methods");
    assert_eq!(listed.len(), 12);
    assert_eq!(listed[11], json!({ "code": "others", "paymentType": 99, "name": "Others", "offeredAs": [] }));
    assert_eq!(listed[1]["offeredAs"], json!(["EFT_GIRO", "EFT_RENTAS"]));

    let made = payer.post(&format!("{PAY}/MakePayment"), json!(eft(&bills, "200.00"))).await;
    let number = made["transactionNo"].as_str().expect("a number");
    let details = async || payer.get(&format!("{PAYMENTS}/Payment/GetPaymentDetails?transactionNo={number}")).await;
    let seen = details().await;
    let fields = ["paymentChannel", "remarks", "previousReconciliationAmount"].map(|name| seen[name].clone());
    assert_eq!(fields, [json!("bankTransfer"), Value::Null, Value::Null]);
    let pccr = Client::of(&portal, "pccr@utility.example").await;
    let staff = "/billpayment-svc/api/v1/Admin";
    for (place, amount) in ["50.00", "20.00"].into_iter().enumerate() {
        let short = json!({ "eBulkPaymentID": made["eBulkPaymentID"], "reconcileAmount": amount, "reconcileType": 1 });
        pccr.post(&format!("{staff}/RequestReconciliation"), short).await;
        let reference = format!("12345{place}");
        let difference = json!({ "transactionNo": number, "bankId": BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": reference });
        payer.post(&format!("{PAYMENTS}/Payment/MakeReconciliationPaymentInsufficient"), difference).await;
    }
    let seen = details().await;
    assert_eq!((&seen["reconcileAmount"], &seen["previousReconciliationAmount"]), (&json!("20.00"), &json!("50.00")));
    pccr.post(&format!("{staff}/PaymentReject"), json!({ "eBulkPaymentID": made["eBulkPaymentID"] })).await;
    let seen = details().await;
    assert!(seen["remarks"].is_string() && seen["remarks"] == seen["reason"], "{seen}");
}

/// Different spellings of a company's number mean one company, in the feed, in the form and in the staff's search.
#[tokio::test(flavor = "multi_thread")]
async fn spellings_of_a_company_number_are_equal() {
    let portal = Portal::with_people().await;
    delivered(
        &portal,
        "219900000001,  ppk/hq   2010 kl-77 ,Pejabat Contoh,Lot 1,Ipoh,30000,Perak,GOV,Low Voltage General,active",
    )
    .await;

    let applicant = applicant(&portal, "new@baru.example").await;
    let kamala = Client::of(&portal, "new@baru.example").await;
    let base = format!("{ACCOUNT}/BulkRegistration");
    for written in ["PPK%2FHQ%202010%20KL-77", "%20ppk%2Fhq%20%202010%20kl-77"] {
        let values = kamala.get(&format!("{base}/GetRegistrationDefaultValues?rocNo={written}")).await;
        assert_eq!((&values["registrationNo"], &values["accounts"]), (&json!("PPK/HQ 2010 KL-77"), &json!(1)));
    }
    let mut wanted = form("ppk/hq  2010 KL-77", &applicant.file_id);
    wanted.business_type = Some(2);
    let register = json!({ "form": wanted, "accounts": [{ "accountNo": "219900000001", "isSelect": true }] });
    kamala.post(&format!("{base}/RegisterBulkAccount"), register).await;
    let pccr = Client::of(&portal, "pccr@utility.example").await;
    let rows = pccr.post(&format!("{base}/BulkUserRegistrationTable"), Value::Null).await;
    let row = &rows["items"][0];
    assert_eq!(row["registrationNo"], "PPK/HQ 2010 KL-77");
    assert_eq!((&row["userType"], &row["userTypeCode"]), (&json!("bulkCustomer"), &json!(17)));
    let found = pccr.get(&format!("{ACCOUNT}/BulkAccount/GetBulkIdForRoc?roc=ppk%2Fhq%202010%20kl-77")).await;
    assert_eq!(found["bulkId"], Value::Null);
}

//! Profile of a bulk account: company and contacts.

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::accounts::{
    GetBulkAccountsTable, GetBusinessType, GetCompanyName, GetProfile, GetProfileHistory, UpdateProfile,
};
use serde_json::{Value, json};

use super::{kinds, state};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

fn contact(name: &str) -> Value {
    json!({ "name": name, "email": "aminah@sinar.example", "mobileNo": "123456789", "jobTitle": "Manager", "department": "Finance" })
}

fn form() -> Value {
    json!({
        "companyName": "Sinar Jaya Sdn. Bhd.", "registrationNo": SINAR, "tin": "C2584563222", "landline": "0355123456",
        "mailingAddress": { "unitFloor": "Level 3", "building": "", "street": "Jalan Satu", "city": "Shah Alam",
                            "postalCode": "40000", "state": "Selangor" },
        "primaryContact": contact("Aminah"), "secondaryContact": contact("Badrul"),
    })
}

fn update(form: &Value, version: i32) -> Value {
    json!({ "id": SINAR, "form": form, "version": version })
}

async fn profile(actor: &Actor) -> Value {
    actor.call_raw::<GetProfile>(json!({ "id": SINAR })).await.expect("a profile")
}

async fn history(actor: &Actor) -> Vec<[String; 4]> {
    let changes = actor.call_raw::<GetProfileHistory>(json!({ "id": SINAR })).await.expect("a history");
    let told =
        |change: &Value| ["by", "field", "before", "after"].map(|name| change[name].as_str().expect("a text").into());
    changes.as_array().expect("changes").iter().map(told).collect()
}

/// A company from the utility's records has only name and number.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_company_details_are_empty() {
    let portal = Portal::with_people().await;
    let viewer = session_of(&portal, "viewer@sinar.example").await;
    let seen = profile(&viewer).await;
    let nobody = json!({ "name": "", "email": "", "mobileNo": "", "jobTitle": "", "department": "" });
    assert_eq!(
        seen,
        json!({
            "bulkId": SINAR, "businessType": 2, "version": 1, "createdAt": "2026-11-20T04:00:00.000Z",
            "details": {
                "companyName": "Sinar Jaya Sdn. Bhd.", "registrationNo": SINAR, "tin": "", "landline": "",
                "mailingAddress": { "unitFloor": "", "building": "", "street": "", "city": "", "postalCode": "", "state": "" },
                "primaryContact": nobody, "secondaryContact": nobody,
            },
            "lastBillDate": null, "lastPaymentDate": null, "totalUnpaidBills": 0, "latestTotalAmount": null,
            "latestCurrentCharges": null, "latestOutstandingCharges": null,
        })
    );
    let id = json!({ "id": SINAR });
    let name = viewer.call_raw::<GetCompanyName>(id.clone()).await.expect("a name");
    assert_eq!(name, json!({ "companyName": "Sinar Jaya Sdn. Bhd." }));
    assert_eq!(viewer.call_raw::<GetBusinessType>(id).await.expect("a type"), json!({ "businessType": 2 }));
    assert_eq!(history(&viewer).await, Vec::<[String; 4]>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn master_and_staff_change_the_profile_and_each_field_is_recorded() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let master = session_of(&portal, "master@sinar.example").await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    master.call_raw::<UpdateProfile>(update(&form(), 1)).await.expect("changed");
    let seen = profile(&master).await;
    assert_eq!((&seen["details"], &seen["version"]), (&form(), &json!(2)));
    assert_eq!(history(&master).await.len(), 17);
    portal.advance(chrono::TimeDelta::seconds(5));
    let mut next = form();
    next["companyName"] = json!(" Sinar Baru Sdn. Bhd. ");
    next["mailingAddress"]["city"] = json!("Klang");
    pccr.call_raw::<UpdateProfile>(update(&next, 2)).await.expect("changed");
    let told = history(&master).await;
    assert_eq!(told[0], ["Farid", "companyName", "Sinar Jaya Sdn. Bhd.", "Sinar Baru Sdn. Bhd."]);
    assert_eq!(told[1], ["Farid", "mailingAddress.city", "Shah Alam", "Klang"]);
    assert_eq!((told.len(), &told[2][0]), (19, &"Aminah".to_owned()));
    let query = "select company_name, registration_no, details ->> 'companyName', details ->> 'registrationNo', version
                 from bulk_account where bulk_id = $1";
    let (company_name, registration_no, name, number, version) =
        sql::row::<(String, String, Option<String>, Option<String>, i32)>(pool, query, &[&SINAR]).await;
    assert_eq!(company_name, "Sinar Baru Sdn. Bhd.");
    assert_eq!((name.as_ref(), number.as_ref()), (Some(&company_name), Some(&registration_no)));
    // Saving the same values again changes nothing.
    let before = state(pool).await;
    next["companyName"] = json!("Sinar Baru Sdn. Bhd.");
    master.call_raw::<UpdateProfile>(update(&next, 3)).await.expect("nothing new");
    assert_eq!((state(pool).await, version), (before, 3));
    assert_eq!(kinds(pool).await, ["BulkProfileChanged", "BulkProfileChanged"]);
    let any = pccr.call_raw::<GetProfile>(json!({ "id": SINAR })).await.expect("a profile");
    assert_eq!(any, profile(&master).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tax_number_is_stored_in_one_form_and_exported_for_the_billing_system() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let mut typed = form();
    typed["tin"] = json!(" ig-1150 02000 ");
    master.call_raw::<UpdateProfile>(update(&typed, 1)).await.expect("changed");
    assert_eq!(profile(&master).await["details"]["tin"], "IG115002000");
    let rows = glb.call_raw::<GetBulkAccountsTable>(json!({})).await.expect("a page");
    let row = |bulk_id: &str| rows["items"].as_array().expect("items").iter().find(|row| row["bulkId"] == bulk_id);
    assert_eq!(row(SINAR).expect("a row")["tin"], "IG115002000");
    assert_eq!(row(MAJLIS).expect("a row")["tin"], "", "a company from the utility's records has none yet");
    let list = gridbill_core::registry::lists().find(|list| list.name == "bulkAccounts").expect("a list");
    assert!(list.columns.iter().any(|column| column.field == "tin"));
    typed["tin"] = json!("");
    master.call_raw::<UpdateProfile>(update(&typed, 2)).await.expect("removed");
    assert_eq!(profile(&master).await["details"]["tin"], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_and_outdated_profiles_change_nothing() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let master = session_of(&portal, "master@sinar.example").await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let before = state(pool).await;
    let mut wrong = form();
    wrong["companyName"] = json!("Another Company");
    wrong["registrationNo"] = json!("201001234567");
    wrong["tin"] = json!("OG2584563222");
    wrong["mailingAddress"]["postalCode"] = json!("4000");
    wrong["secondaryContact"]["email"] = json!("nobody");
    let refused = master.call_raw::<UpdateProfile>(update(&wrong, 1)).await.expect_err("refused");
    assert_eq!(
        refused.fields(),
        [
            ("companyName", Code::CompanyNameFixed),
            ("registrationNo", Code::RegistrationNoFixed),
            ("tin", Code::TinInvalid),
            ("mailingAddress.postalCode", Code::PostalCodeInvalid),
            ("secondaryContact.email", Code::EmailInvalid),
        ]
    );
    let refused = pccr.call_raw::<UpdateProfile>(update(&wrong, 1)).await.expect_err("refused");
    assert_eq!(refused.fields()[0], ("registrationNo", Code::RegistrationNoFixed));
    for version in [0, 2, -1] {
        let refused = master.call_raw::<UpdateProfile>(update(&form(), version)).await.expect_err("older");
        assert_eq!((refused.status, refused.code()), (409, Code::ProfileIsOlder));
    }
    let nowhere = json!({ "id": "3000000099", "form": form(), "version": 1 });
    let refused = pccr.call_raw::<UpdateProfile>(nowhere).await.expect_err("nowhere");
    assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    for (email, code) in [("keeper@sinar.example", Code::Forbidden), ("viewer@sinar.example", Code::Forbidden)] {
        let actor = session_of(&portal, email).await;
        assert_eq!(actor.call_raw::<UpdateProfile>(update(&form(), 1)).await.expect_err("refused").code(), code);
    }
    assert_eq!(state(pool).await, before);
}

/// Twenty users save at the same time, repeatedly. For each version one save wins and the others are refused.
#[tokio::test(flavor = "multi_thread")]
async fn two_editors_do_not_undo_each_other() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let (_second, address) = portal.second().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    for version in 1..=5 {
        let attempts = (0..20).map(|n| {
            let mut form = form();
            form["mailingAddress"]["street"] = json!(format!("Jalan {version}-{n}"));
            let request = update(&form, version);
            let (master, pccr) =
                if n % 4 < 2 { (master.clone(), pccr.clone()) } else { (master.at(address), pccr.at(address)) };
            async move {
                if n % 2 == 0 {
                    master.call_raw::<UpdateProfile>(request).await
                } else {
                    pccr.call_raw::<UpdateProfile>(request).await
                }
            }
        });
        let answers = join_all(attempts).await;
        let won: Vec<_> = answers.iter().enumerate().filter(|(_, answer)| answer.is_ok()).map(|(n, _)| n).collect();
        assert_eq!(won.len(), 1, "version {version}: {won:?}");
        let lost = answers.into_iter().filter_map(Result::err);
        assert!(lost.into_iter().all(|refused| (refused.status, refused.code()) == (409, Code::ProfileIsOlder)));
        let seen = profile(&master).await;
        assert_eq!(seen["details"]["mailingAddress"]["street"], json!(format!("Jalan {version}-{}", won[0])));
        assert_eq!(seen["version"], json!(version + 1));
    }
    assert_eq!(kinds(pool).await.len(), 5);
}

//! Which terms were agreed to, and when, is kept: of people, and of applications.

use gridbill_core::Code;
use gridbill_core::identity::registering::{Register, TERMS_VERSION};
use gridbill_core::registration::{GetRegistrationApplicationByID, RegisterBulkAccount};
use serde_json::json;

use super::{ROC, accounts, applicant, form, known};
use crate::support::Portal;
use crate::support::clock::noon;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_registers_has_agreed_to_the_terms_of_that_day() {
    let portal = Portal::with_people().await;
    let person = |email: &str, version: Option<&str>| {
        let mut person = json!({
            "email": email, "password": "sinar-cahaya-42", "name": "Nur Aisyah", "identificationType": "passport",
            "identificationNo": "A1234567", "mobileNo": "123456789",
        });
        if let Some(version) = version {
            person["termsVersion"] = json!(version);
        }
        person
    };
    let visitor = portal.visitor();
    visitor.call_raw::<Register>(person("nur@baru.example", Some(TERMS_VERSION))).await.unwrap();
    // Existing clients name no version, and register nobody who has not agreed.
    visitor.call_raw::<Register>(person("lina@baru.example", None)).await.unwrap();
    let refused = visitor.call_raw::<Register>(person("old@baru.example", Some("2020-01-01"))).await.unwrap_err();
    assert_eq!((refused.status, refused.code()), (409, Code::TermsChanged));
    for (email, agreed) in [("nur@baru.example", true), ("lina@baru.example", true), ("master@sinar.example", false)] {
        let row = sqlx::query!("select terms_version, terms_accepted_at from person where email = $1", email);
        let row = row.fetch_one(portal.pool()).await.unwrap();
        let expected = agreed.then(|| (TERMS_VERSION.to_owned(), noon().utc()));
        assert_eq!(row.terms_version.zip(row.terms_accepted_at), expected, "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_says_which_terms_were_agreed_to_with_it() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let mut request = json!({ "form": form(ROC, &kamala.file_id), "accounts": accounts(&numbers) });
    request["termsVersion"] = json!("2020-01-01");
    let refused = kamala.actor.call_raw::<RegisterBulkAccount>(request.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Code::TermsChanged);
    request["termsVersion"] = json!(TERMS_VERSION);
    let submitted = kamala.actor.call_raw::<RegisterBulkAccount>(request).await.unwrap();
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let seen =
        staff.call_raw::<GetRegistrationApplicationByID>(json!({ "id": submitted["registrationId"] })).await.unwrap();
    assert_eq!(seen["termsVersion"], TERMS_VERSION);
}

//! Acceptance of terms: version and time are stored for people and applications.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{AcceptTerms, AcceptTermsRequest};
use gridbill_core::identity::registering::{Register, TERMS_VERSION};
use gridbill_core::identity::{GetAdminProfile, GetUserProfile};
use gridbill_core::registration::{GetRegistrationApplicationByID, RegisterBulkAccount};
use serde_json::json;

use super::{ROC, accounts, applicant, form, known};
use crate::support::clock::noon;
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn registering_records_the_current_terms() {
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
    // Existing clients send no version, and ask users for acceptance themselves.
    visitor.call_raw::<Register>(person("lina@baru.example", None)).await.unwrap();
    let refused = visitor.call_raw::<Register>(person("old@baru.example", Some("2020-01-01"))).await.unwrap_err();
    assert_eq!((refused.status, refused.code()), (409, Code::TermsChanged));
    for (email, agreed) in [("nur@baru.example", true), ("lina@baru.example", true), ("master@sinar.example", false)] {
        let query = "select terms_version, terms_accepted_at from person where email = $1";
        let (terms_version, terms_accepted_at) =
            sql::row::<(Option<String>, Option<chrono::DateTime<chrono::Utc>>)>(portal.pool(), query, &[&email]).await;
        let expected = agreed.then(|| (TERMS_VERSION.to_owned(), noon().utc()));
        assert_eq!(terms_version.zip(terms_accepted_at), expected, "{email}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_stores_the_accepted_version_of_the_terms() {
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

#[tokio::test(flavor = "multi_thread")]
async fn new_terms_are_requested_until_the_user_accepts() {
    let portal = Portal::with_people().await;
    let (master, pccr) =
        (portal.sign_in("master@sinar.example").await, portal.sign_in_staff("pccr@utility.example").await);
    let accept = |version: &str| AcceptTermsRequest { terms_version: version.to_owned() };
    let asked = || async { master.call::<GetUserProfile>(Nothing {}).await.expect("a profile").terms_to_accept };
    // The version is missing at first, and an outdated version is refused.
    assert_eq!(asked().await.as_deref(), Some(TERMS_VERSION));
    let refused = master.call::<AcceptTerms>(accept("2020-01-01")).await.expect_err("these terms are outdated");
    assert_eq!((refused.status, refused.code()), (409, Code::TermsChanged));
    assert_eq!(asked().await.as_deref(), Some(TERMS_VERSION));
    // Two simultaneous acceptances are recorded once.
    let (one, other) = tokio::join!(
        master.call::<AcceptTerms>(accept(TERMS_VERSION)),
        master.call::<AcceptTerms>(accept(TERMS_VERSION)),
    );
    one.expect("agreed");
    other.expect("agreed");
    assert_eq!(asked().await, None);
    let query = "select p.terms_version, p.terms_accepted_at, f.data, count(*) over ()
                 from person p join fact f on f.actor_id = p.person_id and f.kind = 'TermsAccepted' where p.email = $1";
    let (terms_version, terms_accepted_at, data, facts) = sql::row::<(
        Option<String>,
        Option<chrono::DateTime<chrono::Utc>>,
        serde_json::Value,
        i64,
    )>(portal.pool(), query, &[&"master@sinar.example"])
    .await;
    assert_eq!(terms_version.zip(terms_accepted_at), Some((TERMS_VERSION.to_owned(), noon().utc())));
    assert_eq!((data, facts), (json!({ "before": null, "after": TERMS_VERSION }), 1));
    // Staff need not accept the terms.
    assert_eq!(pccr.call::<GetAdminProfile>(Nothing {}).await.expect("a profile").terms_to_accept, None);
    assert_eq!(pccr.call::<AcceptTerms>(accept(TERMS_VERSION)).await.expect_err("staff").status, 403);
}

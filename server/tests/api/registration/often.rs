//! A limit on submissions, because each one notifies all reviewers.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::registration::WithdrawApplication;
use serde_json::json;

use super::{Applicant, ROC, applicant, known};
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn one_person_submits_ten_times_an_hour() {
    const EMAIL: &str = "new@baru.example";
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 1).await;
    let kamala = applicant(&portal, EMAIL).await;
    // A refused submission does not count.
    kamala.register("no", &numbers).await.expect_err("no number");
    for _ in 0..10 {
        let id = kamala.register(ROC, &numbers).await.expect("submitted").registration_id;
        let withdrawn = json!({ "registrationId": id });
        kamala.actor.call_raw::<WithdrawApplication>(withdrawn).await.expect("withdrawn");
    }
    let refused = kamala.register(ROC, &numbers).await.expect_err("too often");
    assert_eq!((refused.status, refused.code()), (429, Code::TooManyAttempts));
    let kept = sql::value::<i64>(portal.pool(), "select count(*) from registration", &[]).await;
    assert_eq!(kept, 10);
    // Other users may submit, and the same user after an hour.
    let lina = applicant(&portal, "other@baru.example").await;
    lina.register("202009999999", &numbers).await.expect("submitted");
    portal.advance(TimeDelta::minutes(61));
    let kamala = Applicant { actor: portal.sign_in(EMAIL).await, ..kamala };
    kamala.register(ROC, &numbers).await.expect("submitted");
}

//! Each status of an application allows the steps of the table, for the permitted users.

use gridbill_core::Code;
use gridbill_core::registration::{RegistrationStatus, ReviewAction, Step, next_status};
use sqlx::PgPool;

use super::ending::{EMAIL, PCCR, asked, withdraw};
use super::{ROC, applicant, decide};
use crate::support::{Portal, given, sql};

/// Puts an application into that status directly.
async fn put(pool: &PgPool, id: &str, status: RegistrationStatus) {
    let query = "
        update registration
        set status = $2::smallint, bulk_id = case when registration_is_processed($2::smallint) then $3 end, remind_on = '{}',
            answer_by = case when registration_awaits_answer($2::smallint) then date '2026-12-20' end
        where registration_id = $1::text::uuid";
    sql::run(pool, query, &[&id, &(status as i16), &given::MAJLIS]).await;
    // The applicant belongs to the bulk account that the application became.
    let joins = "update person p set bulk_id = r.bulk_id, role = case when r.bulk_id is not null then 'viewer' end
                 from registration r
                 where r.registration_id = $1::text::uuid and p.person_id = r.person_id";
    sql::run(pool, joins, &[&id]).await;
}

async fn status_of(pool: &PgPool, id: &str) -> RegistrationStatus {
    sql::value(pool, "select status from registration where registration_id = $1::text::uuid", &[&id]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_status_allows_the_steps_of_the_table_to_permitted_users() {
    let portal = Portal::with_people().await;
    let [pccr, glb, ict] = [PCCR, "glb@utility.example", "ict@utility.example"];
    let [pccr, glb, ict] =
        [portal.sign_in_staff(pccr).await, portal.sign_in_staff(glb).await, portal.sign_in_staff(ict).await];
    let (kamala, id) = asked(&portal, &pccr, EMAIL, ROC, 1).await;
    let lina = applicant(&portal, "other@baru.example").await;
    let pool = portal.pool();
    let actions = [ReviewAction::Approve, ReviewAction::RequestForInfo, ReviewAction::Reject, ReviewAction::Close];
    for &status in RegistrationStatus::ALL {
        let expected = |step| next_status(status, step).map_err(|_| Code::RegistrationMoved);
        for action in actions {
            put(pool, &id, status).await;
            for nobody in [&glb, &ict, &lina.actor, &kamala.actor] {
                let refused = decide(nobody, &id, action, Some("No.")).await.expect_err("not theirs");
                assert_eq!(refused.code(), Code::Forbidden, "{status:?} {action:?}");
            }
            assert_eq!(status_of(pool, &id).await, status);
            let decided = decide(&pccr, &id, action, Some("Because.")).await;
            // For staff a draft is not found.
            let expected = if status == RegistrationStatus::Unregistered {
                Err(Code::RegistrationNotFound)
            } else {
                expected(action.step())
            };
            let decided = decided.map(|decided| decided.status).map_err(|refused| refused.code());
            assert_eq!(decided, expected, "{status:?} {action:?}");
            assert_eq!(status_of(pool, &id).await, expected.unwrap_or(status));
        }
        put(pool, &id, status).await;
        for (nobody, code) in [
            (&lina.actor, Code::RegistrationNotFound),
            (&pccr, Code::Forbidden),
            (&glb, Code::Forbidden),
            (&ict, Code::Forbidden),
        ] {
            assert_eq!(withdraw(nobody, &id).await.expect_err("not theirs").code(), code, "{status:?}");
        }
        assert_eq!(status_of(pool, &id).await, status);
        let withdrawn = withdraw(&kamala.actor, &id).await;
        let withdrawn = withdrawn.map(|withdrawn| withdrawn.status).map_err(|refused| refused.code());
        assert_eq!(withdrawn, expected(Step::Withdraw), "{status:?}");
    }
}

//! Government entities register from the 8th to the 27th, at +08:00 (docs/domain/registration.md#government-window).

use chrono::TimeDelta;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    GOVERNMENT, GovernmentRegistrationNotification, PRIVATE, RegisterBulkAccount, RegisterBulkAccountRequest,
    RegistrationForm, RegistrationStatus, ReviewAction, UpdateRegistrationRecord, UpdateRegistrationRequest,
};
use gridbill_core::{Code, Day, Instant};

use super::{accounts, applicant, decide, form, known};
use crate::support::{Portal, sql};

fn set_clock(portal: &Portal, to: &str) {
    let to = Instant::parse(to).expect("an instant");
    portal.advance(TimeDelta::seconds(to.seconds_since(portal.app.now())));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_opens_and_closes_to_the_minute() {
    let portal = Portal::with_people().await;
    for (place, (at, is_open, opens)) in [
        ("2026-11-07T00:00:00+08:00", false, Some("2026-11-08")),
        ("2026-11-07T23:59:59+08:00", false, Some("2026-11-08")),
        ("2026-11-08T00:00:00+08:00", true, None),
        ("2026-11-08T23:59:59+08:00", true, None),
        ("2026-11-27T00:00:00+08:00", true, None),
        ("2026-11-27T23:59:59+08:00", true, None),
        ("2026-11-28T00:00:00+08:00", false, Some("2026-12-08")),
        ("2026-11-28T23:59:59+08:00", false, Some("2026-12-08")),
    ]
    .into_iter()
    .enumerate()
    {
        set_clock(&portal, at);
        let (email, registration_no) = (format!("new{place}@majlis.example"), format!("MAJLIS-{place}"));
        let council = applicant(&portal, &email).await;
        let standing = council.standing().await;
        let opens = opens.map(|day| Day::parse(day).unwrap());
        assert_eq!((standing.government_window_is_open, standing.government_window_opens), (is_open, opens), "{at}");
        let numbers = known(portal.pool(), &registration_no, place as i32, 1).await;
        let mut form = form(&registration_no, &council.file_id);
        form.business_type = Some(GOVERNMENT);
        let request = RegisterBulkAccountRequest {
            form,
            terms_version: None,
            accounts: Some(accounts(&numbers)),
            draft_version: None,
        };
        match council.actor.call::<RegisterBulkAccount>(request).await {
            Ok(submitted) => assert!(is_open && submitted.status == RegistrationStatus::PendingApproval, "{at}"),
            Err(refused) => {
                assert!(!is_open, "{at}");
                assert_eq!(refused.fields(), [("businessType", Code::GovernmentWindowClosed)]);
                // Other organisations register on any day.
                council.register(&registration_no, &numbers).await.unwrap();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_information_is_answered_on_any_day() {
    let portal = Portal::with_people().await;
    let council = applicant(&portal, "new@majlis.example").await;
    let numbers = known(portal.pool(), "MAJLIS-1", 1, 1).await;
    let mut form = form("MAJLIS-1", &council.file_id);
    form.business_type = Some(GOVERNMENT);
    let request = RegisterBulkAccountRequest {
        form: form.clone(),
        terms_version: None,
        accounts: Some(accounts(&numbers)),
        draft_version: None,
    };
    let registration_id = council.actor.call::<RegisterBulkAccount>(request).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &registration_id, ReviewAction::RequestForInfo, Some("More, please.")).await.unwrap();
    set_clock(&portal, "2026-11-28T09:00:00+08:00");
    let actor = portal.sign_in("new@majlis.example").await;
    let request = UpdateRegistrationRequest {
        registration_id: RegistrationId(registration_id),
        form,
        terms_version: None,
        accounts: None,
        draft_version: None,
    };
    let again = actor.call::<UpdateRegistrationRecord>(request).await.unwrap();
    assert_eq!(again.status, RegistrationStatus::PendingApproval);
}

/// An answer that changes the company into a government entity is refused outside the window.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_makes_a_government_entity_waits_for_the_window() {
    let portal = Portal::with_people().await;
    let company = applicant(&portal, "new@majlis.example").await;
    let numbers = known(portal.pool(), "MAJLIS-1", 1, 1).await;
    let registration_id = company.register("MAJLIS-1", &numbers).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &registration_id, ReviewAction::RequestForInfo, Some("More, please.")).await.unwrap();
    set_clock(&portal, "2026-11-28T09:00:00+08:00");
    let actor = portal.sign_in("new@majlis.example").await;
    let answer = |business_type| UpdateRegistrationRequest {
        registration_id: RegistrationId(registration_id.clone()),
        form: RegistrationForm { business_type, ..form("MAJLIS-1", &company.file_id) },
        terms_version: None,
        accounts: None,
        draft_version: None,
    };
    let refused = actor.call::<UpdateRegistrationRecord>(answer(Some(GOVERNMENT))).await;
    assert_eq!(refused.expect_err("outside the window").fields(), [("businessType", Code::GovernmentWindowClosed)]);
    let again = actor.call::<UpdateRegistrationRecord>(answer(Some(PRIVATE))).await.unwrap();
    assert_eq!(again.status, RegistrationStatus::PendingApproval);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_asks_is_notified_once_on_the_next_eighth() {
    let portal = Portal::with_people().await;
    set_clock(&portal, "2026-11-28T10:00:00+08:00");
    let council = applicant(&portal, "new@majlis.example").await;
    assert!(!council.standing().await.is_notified);
    for _ in 0..2 {
        let answer = council.actor.call::<GovernmentRegistrationNotification>(Nothing {}).await.unwrap();
        assert_eq!(answer.on, Day::parse("2026-12-08").unwrap());
    }
    assert!(council.standing().await.is_notified);
    // A Master cannot register a second company, so gets no notice.
    let master = portal.sign_in("master@sinar.example").await;
    let refused = master.call::<GovernmentRegistrationNotification>(Nothing {}).await.unwrap_err();
    assert_eq!(refused.code(), Code::RegistersAnother);
    let query = "select on_day, sent_at is null from government_notice";
    let kept = sql::rows::<(Day, bool)>(portal.pool(), query, &[]).await;
    assert_eq!(kept, [(Day::parse("2026-12-08").unwrap(), true)]);
}

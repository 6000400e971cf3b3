//! Simultaneous requests: one company, one application, one decision.

use gridbill_core::Code;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    GetRegistrationDefaultValues, RegistrationStatus, ReviewAction, RocRequest, Submitted, UpdateRegistrationRecord,
    UpdateRegistrationRequest,
};

use super::{ROC, accounts, applicant, decide, form, known, led, steps};
use crate::support::{Portal, RefusedCall, given, sql};

/// Checks that one answer succeeded. Returns it with the codes of the refusals.
fn one_of(answers: Vec<Result<Submitted, RefusedCall>>) -> (Submitted, Vec<Code>) {
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(taken.len(), 1, "{taken:?} {refused:?}");
    let taken = taken.into_iter().next().expect("one").unwrap();
    (taken, refused.into_iter().map(|refused| refused.unwrap_err().code()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_users_registers_a_company() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(applicant(&portal, &format!("new{number}@baru.example")).await);
    }
    // Different white space in the number does not make another company.
    let answers = futures::future::join_all(people.iter().enumerate().map(|(place, one)| {
        let number = if place % 2 == 0 { ROC.to_owned() } else { format!(" {ROC} ") };
        let numbers = &numbers;
        async move { one.register(&number, numbers).await }
    }));
    let (taken, refused) = one_of(answers.await);
    assert_eq!(refused, [Code::CompanyHasApplication; 5]);
    let values = RocRequest { roc_no: ROC.to_owned() };
    for one in &people {
        let standing = one.standing().await;
        let is_the_one = standing.registration_id.as_deref() == Some(&taken.registration_id);
        let expected = if is_the_one { RegistrationStatus::PendingApproval } else { RegistrationStatus::Unregistered };
        assert_eq!(standing.status, expected);
        let values = one.actor.call::<GetRegistrationDefaultValues>(values.clone()).await.unwrap();
        assert_eq!(values.refusal, (!is_the_one).then_some(Code::CompanyHasApplication));
    }
    // A rejected application releases the number.
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &taken.registration_id, ReviewAction::Reject, Some("No.")).await.unwrap();
    let again = futures::future::join_all(people.iter().map(|one| one.register(ROC, &numbers))).await;
    assert_eq!(one_of(again).1, [Code::CompanyHasApplication; 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_application_is_submitted_once_however_often_it_is_sent() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 50).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let answers = futures::future::join_all((0..10).map(|_| kamala.register(ROC, &numbers))).await;
    let (taken, refused) = one_of(answers);
    assert_eq!(refused, [Code::RegistrationMoved; 9]);
    assert_eq!(steps(portal.pool(), &taken.registration_id).await, led(&[("submit", 2)]));
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &taken.registration_id, ReviewAction::RequestForInfo, Some("More.")).await.unwrap();
    let request = UpdateRegistrationRequest {
        registration_id: RegistrationId(taken.registration_id.clone()),
        form: form(ROC, &kamala.file_id),
        terms_version: None,
        accounts: Some(accounts(&numbers)),
        draft_version: None,
    };
    let answers = (0..10).map(|_| kamala.actor.call::<UpdateRegistrationRecord>(request.clone()));
    let (_, refused) = one_of(futures::future::join_all(answers).await);
    assert_eq!(refused, [Code::RegistrationMoved; 9]);
    let query = "select count(*), count(distinct submission),
                 (select count(*) from registration_submission) from registration_account";
    let (accounts, lists, submissions) = sql::row::<(i64, i64, i64)>(portal.pool(), query, &[]).await;
    assert_eq!((accounts, lists, submissions), (150, 3, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_reviewers_decides() {
    let portal = Portal::with_people().await;
    let second = given::Person {
        email: "second@utility.example",
        name: "Gopal",
        role: "pccrAdmin",
        bulk_id: None,
        pays: false,
        keeps: false,
    };
    given::person(portal.pool(), second).await;
    let staff =
        [portal.sign_in_staff("pccr@utility.example").await, portal.sign_in_staff("second@utility.example").await];
    for round in 0..4 {
        let roc = format!("20200000000{round}");
        let numbers = known(portal.pool(), &roc, round, 2).await;
        let kamala = applicant(&portal, &format!("new{round}@baru.example")).await;
        let id = kamala.register(&roc, &numbers).await.unwrap().registration_id;
        let actions =
            [ReviewAction::Approve, ReviewAction::Reject, ReviewAction::RequestForInfo, ReviewAction::Approve];
        let answers = actions.iter().enumerate().map(|(place, action)| {
            let (staff, id) = (&staff[(place + round as usize) % 2], &id);
            async move { decide(staff, id, *action, Some("A remark")).await }
        });
        let (taken, refused) = one_of(futures::future::join_all(answers).await);
        assert_eq!(refused, [Code::RegistrationMoved; 3]);
        assert_eq!(kamala.standing().await.status, taken.status);
        assert_eq!(steps(portal.pool(), &id).await.len(), 2);
        let emails = super::emails(portal.pool(), &format!("new{round}@baru.example")).await.len();
        assert_eq!(emails, usize::from(taken.status != RegistrationStatus::PostProcessing));
    }
}

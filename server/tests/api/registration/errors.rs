//! Accounts that cannot be added: the company is registered anyway, and fixes or removes them.

use gridbill_core::Code;
use gridbill_core::accounts::AccountRequest;
use gridbill_core::accounts::{
    AccountError, GetBulkChildAccountError, PendingActionRequest, PendingRequest, PendingSubmit, RemoveFromPending,
    RowCounts,
};
use gridbill_core::bills::GetOutstandingBillsCard;
use gridbill_core::list::Sort;
use gridbill_core::number::RegistrationId;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::registration::{
    ChildAccountValidation, GetAutoSuggestedAccounts, GetRegistrationApplicationByID, RegistrationIdRequest,
    RegistrationStatus, ReviewAction, SuggestedRequest,
};
use serde_json::json;
use sqlx::PgPool;

use super::{ROC, applicant, decide, emails, known, led, steps};
use crate::support::portal::until;
use crate::support::state::{jobs, lose_jobs};
use crate::support::{Actor, Portal, given, sql};

async fn run(pool: &PgPool, account_no: &str, active: bool, bulk_id: Option<&str>) {
    sql::run(pool, "update account_master set active = $2 where account_no = $1", &[&account_no, &active]).await;
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) select $1, $2, now()
                 where $2::text is not null";
    sql::run(pool, query, &[&account_no, &bulk_id]).await;
}

async fn pending(actor: &Actor, bulk_id: &BulkId) -> Vec<(String, Option<AccountError>)> {
    let request = PendingRequest { bulk_id: bulk_id.clone(), record_count: None, cursor: None, sort: Sort::default() };
    let page = actor.call::<GetBulkChildAccountError>(request).await.unwrap();
    page.items.into_iter().map(|one| (one.account_number.to_string(), one.error_type)).collect()
}

fn these(bulk_id: &BulkId, accounts: &[&str]) -> PendingActionRequest {
    let accounts = accounts.iter().map(|one| AccountNo::parse(one).unwrap()).collect();
    PendingActionRequest { bulk_id: bulk_id.clone(), accounts }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_whose_accounts_have_errors_is_approved_and_puts_them_right() {
    let portal = Portal::with_people().await;
    let mut numbers = known(portal.pool(), ROC, 1, 4).await;
    run(portal.pool(), &numbers[1], false, None).await;
    run(portal.pool(), &numbers[2], true, Some(given::SINAR)).await;
    let unknown = "219990000001".to_owned();
    numbers.push(unknown.clone());
    let kamala = applicant(&portal, "new@baru.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;

    // Applicants see the errors before submitting, and may register with them.
    let request = SuggestedRequest { roc: ROC.to_owned(), record_count: None, cursor: None };
    let suggested = kamala.actor.call::<GetAutoSuggestedAccounts>(request).await.unwrap();
    // An account of another company is not listed.
    let found: Vec<_> = suggested.items.iter().map(|one| (one.account_no.as_str(), one.error_type)).collect();
    let expected = [(0, None), (1, Some(AccountError::Inactive)), (3, None)];
    assert_eq!(found, expected.map(|(place, error)| (numbers[place].as_str(), error)));
    assert_eq!((suggested.total, suggested.next), (3, None));
    for (account_no, error) in numbers.iter().zip([
        None,
        Some(AccountError::Inactive),
        Some(AccountError::BelongsToAnother),
        None,
        Some(AccountError::NotFound),
    ]) {
        let account_no = AccountNo::parse(account_no).unwrap();
        let valid = kamala.actor.call::<ChildAccountValidation>(AccountRequest { account_no }).await.unwrap();
        assert_eq!(
            (valid.error_type, valid.premises_address.is_some()),
            (error, !matches!(error, Some(AccountError::NotFound | AccountError::BelongsToAnother)))
        );
    }
    let id = kamala.register(ROC, &numbers[1..]).await.unwrap().registration_id;
    // Applicant and reviewer see the same figures before approval.
    let before = RowCounts { ok: 1, not_known: 1, to_fix: 2 };
    let seen = staff
        .call::<GetRegistrationApplicationByID>(RegistrationIdRequest { id: RegistrationId(id.clone()) })
        .await
        .unwrap();
    assert_eq!((seen.accounts, kamala.standing().await.accounts), (before, Some(before)));
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    portal.work();
    let standing = kamala.stands(RegistrationStatus::AcceptedWithError).await;
    let bulk_id = standing.bulk_id.expect("a bulk account");
    assert_eq!((standing.processed_accounts, standing.total_accounts), (4, 4));
    let errors = [
        (numbers[1].clone(), Some(AccountError::Inactive)),
        (numbers[2].clone(), Some(AccountError::BelongsToAnother)),
        (unknown.clone(), Some(AccountError::NotFound)),
    ];
    assert_eq!(pending(&kamala.actor, &bulk_id).await, errors);
    let seen = staff
        .call::<GetRegistrationApplicationByID>(RegistrationIdRequest { id: RegistrationId(id.clone()) })
        .await
        .unwrap();
    assert_eq!((seen.failed_accounts, seen.processed_accounts), (3, 4));
    let subjects = emails(portal.pool(), "new@baru.example").await;
    assert_eq!(subjects, ["Baru Berhad is registered; some accounts need your attention"]);

    // One account became known, and another is retried with the same error.
    known(portal.pool(), ROC, 99, 1).await;
    kamala.actor.call::<PendingSubmit>(these(&bulk_id, &[&unknown, &numbers[1]])).await.unwrap();
    until("the accounts are tried again", async || {
        (pending(&kamala.actor, &bulk_id).await == errors[..2]).then_some(())
    })
    .await;
    assert_eq!(kamala.standing().await.status, RegistrationStatus::AcceptedWithError);
    // A retry fixes one account, and the customer removes the last one.
    run(portal.pool(), &numbers[1], true, None).await;
    kamala.actor.call::<PendingSubmit>(these(&bulk_id, &[&numbers[1]])).await.unwrap();
    until("the account is taken", async || (pending(&kamala.actor, &bulk_id).await.len() == 1).then_some(())).await;
    assert_eq!(kamala.standing().await.status, RegistrationStatus::AcceptedWithError);
    kamala.actor.call::<RemoveFromPending>(these(&bulk_id, &[&numbers[2]])).await.unwrap();
    assert_eq!(kamala.standing().await.status, RegistrationStatus::Approved);
    let expected = led(&[("submit", 2), ("approve", 5), ("finishWithErrors", 6), ("putRight", 7)]);
    assert_eq!(steps(portal.pool(), &id).await, expected);
    let query = "select registration_status from bulk_account where bulk_id = $1";
    let status = sql::value::<i16>(portal.pool(), query, &[&bulk_id.as_str()]).await;
    assert_eq!(status, 7);
    assert_eq!(emails(portal.pool(), "new@baru.example").await.len(), 1);
}

/// Without an account free of errors, the company reaches registration, accounts and profile only. The first such
/// account opens everything.
#[tokio::test(flavor = "multi_thread")]
async fn a_company_without_a_working_account_reaches_its_accounts_only() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let unknown = "219990000001".to_owned();
    let id = kamala.register(ROC, std::slice::from_ref(&unknown)).await.unwrap().registration_id;
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    portal.work();
    let bulk_id = kamala.stands(RegistrationStatus::AcceptedWithError).await.bulk_id.expect("a bulk account");
    let bills = || kamala.actor.call_raw::<GetOutstandingBillsCard>(json!({ "id": bulk_id }));
    assert_eq!(bills().await.unwrap_err().code(), Code::NoWorkingAccount);
    known(portal.pool(), ROC, 99, 1).await;
    kamala.actor.call::<PendingSubmit>(these(&bulk_id, &[&unknown])).await.unwrap();
    kamala.stands(RegistrationStatus::Approved).await;
    bills().await.unwrap();
}

/// While accounts are being added, the applicant transfers the master role, and so gets no e-mail as its Master.
#[tokio::test(flavor = "multi_thread")]
async fn a_former_master_gets_no_e_mail_as_master() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let unknown = "219990000001".to_owned();
    let id = kamala.register(ROC, std::slice::from_ref(&unknown)).await.unwrap().registration_id;
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    portal.work();
    let bulk_id = kamala.stands(RegistrationStatus::AcceptedWithError).await.bulk_id.expect("a bulk account");
    assert_eq!(emails(portal.pool(), "new@baru.example").await.len(), 1);
    // State before the last account is done, but with another Master.
    let query = "with application as (update registration set status = 5 where bulk_id = $1),
                      account as (update bulk_account set registration_status = 5 where bulk_id = $1)
                 update person set role = 'viewer' where bulk_id = $1";
    sql::run(portal.pool(), query, &[&bulk_id.as_str()]).await;
    let lina = given::Person {
        email: "lina@baru.example",
        name: "Lina",
        role: "master",
        bulk_id: Some(bulk_id.as_str()),
        pays: false,
        keeps: false,
    };
    given::person(portal.pool(), lina).await;
    let lina = portal.sign_in("lina@baru.example").await;
    lina.call::<PendingSubmit>(these(&bulk_id, &[&unknown])).await.unwrap();
    let last = led(&[("finishWithErrors", 6)]).pop();
    until("the application moves on again", async || {
        let steps = steps(portal.pool(), &id).await;
        (steps.len() == 4 && steps.last() == last.as_ref()).then_some(())
    })
    .await;
    assert_eq!(emails(portal.pool(), "new@baru.example").await.len(), 1, "that of before");
    assert_eq!(emails(portal.pool(), "lina@baru.example").await, [""; 0]);
}

/// Two companies name the same accounts. Each account goes to one of them, and the other gets the reason.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_two_companies_claim_goes_to_one() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 40).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let lina = applicant(&portal, "new@lain.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let mut ids = Vec::new();
    for (one, registration_no) in [(&kamala, ROC), (&lina, "202009999999")] {
        ids.push(one.register(registration_no, &numbers).await.unwrap().registration_id);
    }
    let (one, other) = tokio::join!(
        decide(&staff, &ids[0], ReviewAction::Approve, None),
        decide(&staff, &ids[1], ReviewAction::Approve, None)
    );
    one.and(other).unwrap();
    portal.work();
    let done = async |one: &super::Applicant| {
        until("both are processed", async || {
            Some(one.standing().await).filter(|now| now.status > RegistrationStatus::PostProcessing)
        })
        .await
    };
    let (one, other) = (done(&kamala).await, done(&lina).await);
    let mut taken = 0;
    for (who, standing) in [(&kamala, &one), (&lina, &other)] {
        let bulk_id = standing.bulk_id.as_ref().expect("a bulk account");
        let errors = pending(&who.actor, bulk_id).await;
        assert!(errors.iter().all(|(_, error)| *error == Some(AccountError::BelongsToAnother)), "{errors:?}");
        let has_errors = standing.status == RegistrationStatus::AcceptedWithError;
        assert_eq!(has_errors, !errors.is_empty());
        taken += numbers.len() - errors.len();
    }
    assert_eq!(taken, numbers.len());
}

/// An error in the payments' part of the job does not delay a company's bulk account.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_registration_job_is_replaced_despite_an_error_in_payments() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 1).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    lose_jobs(portal.pool()).await;
    portal.damage("alter table payment rename to away").await;
    gridbill::serve::tidy::tidy(&portal.app).await.expect_err("no payments to look at");
    portal.damage("alter table away rename to payment").await;
    assert_ne!(jobs(portal.pool()).await, 0);
    portal.work();
    kamala.stands(RegistrationStatus::Approved).await;
}

//! Accounts found by the company's number. The server verifies this claim of the client.

use gridbill_core::Code;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, GetAutoSuggestedAccounts, GetRegistrationAccounts, RegisterBulkAccount,
    RegisterBulkAccountRequest, RegistrationAccountsRequest, ReviewAction, SaveDraftRequest, SaveRegistrationDraft,
    Submitted, SuggestedRequest, UpdateRegistrationRecord, UpdateRegistrationRequest,
};

use super::{Applicant, ROC, accounts, applicant, decide, form, known};
use crate::support::{Portal, RefusedCall, given, sql};

const OTHER: &str = "202009999999";

/// Returns accounts marked as found, as a page sends them.
fn found(numbers: &[String]) -> Vec<ApplicationAccount> {
    let found = accounts(numbers).into_iter().map(|one| ApplicationAccount { source: AccountSource::Auto, ..one });
    found.collect()
}

async fn look_up(applicant: &Applicant, roc: &str) {
    let request = SuggestedRequest { roc: roc.to_owned(), record_count: None, cursor: None };
    applicant.actor.call::<GetAutoSuggestedAccounts>(request).await.expect("a page");
}

async fn submit(
    applicant: &Applicant,
    roc: &str,
    accounts: Option<Vec<ApplicationAccount>>,
) -> Result<Submitted, RefusedCall> {
    let request = RegisterBulkAccountRequest {
        form: form(roc, &applicant.file_id),
        terms_version: None,
        accounts,
        draft_version: None,
    };
    applicant.actor.call::<RegisterBulkAccount>(request).await
}

fn not_found(places: &[usize]) -> Vec<(String, Code)> {
    let one = |place: &usize| (format!("accounts.{place}.accountNo"), Code::AccountNotFoundForCompany);
    places.iter().map(one).collect()
}

fn fields(refused: &RefusedCall) -> Vec<(String, Code)> {
    refused.fields().into_iter().map(|(field, code)| (field.to_owned(), code)).collect()
}

/// Returns the sources of the application's accounts, as staff read them.
async fn sources(portal: &Portal, id: &str) -> Vec<AccountSource> {
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let request = RegistrationAccountsRequest { id: RegistrationId(id.to_owned()), record_count: None, cursor: None };
    let page = staff.call::<GetRegistrationAccounts>(request).await.expect("a page");
    page.items.into_iter().map(|one| one.source).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_found_by_the_companys_number_only_when_it_is() {
    let portal = Portal::with_people().await;
    let own = known(portal.pool(), ROC, 1, 2).await;
    let others = known(portal.pool(), OTHER, 2, 1).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let unknown = "219990000001".to_owned();
    let listed = [own.clone(), others.clone(), vec![unknown]].concat();
    // Only another applicant has looked the company up, so this one has found nothing and learns nothing.
    look_up(&applicant(&portal, "other@baru.example").await, ROC).await;
    let refused = submit(&kamala, ROC, Some(found(&listed))).await.expect_err("nothing was found");
    assert_eq!(fields(&refused), not_found(&[0, 1, 2, 3]));
    look_up(&kamala, ROC).await;
    let refused = submit(&kamala, ROC, Some(found(&listed))).await.expect_err("two were not found");
    assert_eq!(fields(&refused), not_found(&[2, 3]));
    let nothing = sql::value::<i64>(portal.pool(), "select count(*) from registration", &[]).await;
    assert_eq!(nothing, 0, "nothing was stored");
    // Deselected accounts are not verified, and typed accounts claim nothing.
    let mut listed = found(&listed);
    listed[2].source = AccountSource::Manual;
    listed[3].is_select = false;
    let id = submit(&kamala, &format!(" {ROC} "), Some(listed)).await.expect("submitted").registration_id;
    assert_eq!(sources(&portal, &id).await, [AccountSource::Auto, AccountSource::Auto, AccountSource::Manual]);
}

/// The draft still has the accounts found for the number typed before.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_found_under_another_number_are_not_submitted() {
    let portal = Portal::with_people().await;
    let typed_first = known(portal.pool(), OTHER, 1, 2).await;
    let own = known(portal.pool(), ROC, 2, 1).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    look_up(&kamala, OTHER).await;
    let draft = |roc: &str, accounts| SaveDraftRequest {
        form: form(roc, &kamala.file_id),
        accounts,
        step: None,
        draft_version: None,
    };
    kamala.actor.call::<SaveRegistrationDraft>(draft(OTHER, Some(found(&typed_first)))).await.expect("saved");
    look_up(&kamala, ROC).await;
    kamala.actor.call::<SaveRegistrationDraft>(draft(ROC, None)).await.expect("saved");
    let refused = submit(&kamala, ROC, None).await.expect_err("they are of another company");
    assert_eq!(fields(&refused), not_found(&[0, 1]));
    let id = submit(&kamala, ROC, Some(found(&own))).await.expect("submitted").registration_id;
    assert_eq!(sources(&portal, &id).await, [AccountSource::Auto]);
    // The same in an answer that changes the number but keeps the accounts.
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &id, ReviewAction::RequestForInfo, Some("Is the number right?")).await.expect("requested");
    let answer = UpdateRegistrationRequest {
        registration_id: RegistrationId(id),
        form: form(OTHER, &kamala.file_id),
        terms_version: None,
        accounts: None,
        draft_version: None,
    };
    let refused = kamala.actor.call::<UpdateRegistrationRecord>(answer).await.expect_err("of another company");
    assert_eq!(fields(&refused), not_found(&[0]));
}

/// An account that another company added meanwhile counts as not found, as in a lookup.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_another_company_added_is_not_found() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, "new@baru.example").await;
    look_up(&kamala, ROC).await;
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) values ($1, $2, now())";
    sql::run(portal.pool(), query, &[&numbers[1].as_str(), &given::SINAR]).await;
    let refused = submit(&kamala, ROC, Some(found(&numbers))).await.expect_err("one is taken");
    assert_eq!(fields(&refused), not_found(&[1]));
    submit(&kamala, ROC, Some(found(&numbers[..1]))).await.expect("submitted");
}

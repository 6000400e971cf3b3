//! A whole registration, by the applicant and the reviewer.

use gridbill_core::Code;
use gridbill_core::accounts::AccountRequest;
use gridbill_core::accounts::GetAccountsOfBulk;
use gridbill_core::company::ChangedField;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::GetUserProfile;
use gridbill_core::identity::profile::SetUserPreference;
use gridbill_core::number::AccountNo;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    BulkUserRegistrationTable, ChildAccountValidation, GetAutoSuggestedAccounts, GetRegistrationAccounts,
    GetRegistrationApplication, GetRegistrationApplicationByID, GetRegistrationDefaultValues, GetRegistrationRecord,
    RedoApplication, RegistrationAccountsRequest, RegistrationFilter, RegistrationIdRequest, RegistrationRemarkLog,
    RegistrationRequest, RegistrationStatus, RegistrationsRequest, ReviewAction, RocRequest, SaveDraftRequest,
    SaveRegistrationDraft, Step, SuggestedRequest, UpdateRegistrationRecord, UpdateRegistrationRequest,
};
use serde_json::json;

use super::{ROC, accounts, applicant, decide, emails, form, known, led, steps};
use crate::support::{Portal, sql};

const EMAIL: &str = "new@baru.example";

fn named(id: &str) -> RegistrationIdRequest {
    RegistrationIdRequest { id: RegistrationId(id.to_owned()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_registers_answers_a_query_and_gets_its_bulk_account() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 5).await;
    let kamala = applicant(&portal, EMAIL).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;

    // Default values from the account master.
    let values =
        kamala.actor.call::<GetRegistrationDefaultValues>(RocRequest { roc_no: ROC.to_owned() }).await.unwrap();
    assert_eq!((values.accounts, values.refusal), (5, None));
    assert_eq!(
        (values.details.company_name.as_str(), values.details.mailing_address.city.as_str()),
        ("Baru Berhad", "Ipoh")
    );
    let page = |cursor| SuggestedRequest { roc: ROC.to_owned(), record_count: Some(3), cursor };
    let first = kamala.actor.call::<GetAutoSuggestedAccounts>(page(None)).await.unwrap();
    let second = kamala.actor.call::<GetAutoSuggestedAccounts>(page(first.next.clone())).await.unwrap();
    let found: Vec<_> = first.items.iter().chain(&second.items).map(|one| one.account_no.to_string()).collect();
    assert_eq!((found, first.total, second.next), (numbers.clone(), 5, None));
    let account_no = AccountNo::parse(&numbers[0]).expect("an account");
    let valid = kamala.actor.call::<ChildAccountValidation>(AccountRequest { account_no }).await.unwrap();
    assert_eq!((valid.error_type, valid.premises_address.as_deref()), (None, Some("Lot 1, Jalan Baru")));

    // Save a draft and read it back.
    let draft = SaveDraftRequest {
        form: form(ROC, &kamala.file_id),
        accounts: Some(accounts(&numbers[..3])),
        step: Some(4),
        draft_version: None,
    };
    kamala.actor.call::<SaveRegistrationDraft>(draft).await.unwrap();
    let application = kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("a draft");
    assert_eq!(
        (application.status, application.step, application.total_accounts),
        (RegistrationStatus::Unregistered, 4, 3)
    );
    assert_eq!(application.form.details.company_name, " Baru Berhad ");
    assert_eq!(application.declaration.expect("a declaration").file_name, "Declaration.pdf");
    let table = staff.call::<BulkUserRegistrationTable>(RegistrationsRequest::default()).await.unwrap();
    assert_eq!(table.total, 0, "drafts are visible only to their applicants");

    // Submit with the draft's accounts.
    let request = json!({ "form": form(ROC, &kamala.file_id) });
    let submitted = kamala.actor.call_raw::<gridbill_core::registration::RegisterBulkAccount>(request).await.unwrap();
    assert_eq!(submitted["status"], 2);
    let id = submitted["registrationId"].as_str().unwrap().to_owned();
    assert_eq!(kamala.standing().await.status, RegistrationStatus::PendingApproval);
    let filter = RegistrationFilter { search: Some("baru ber".to_owned()), ..RegistrationFilter::default() };
    let table = staff
        .call::<BulkUserRegistrationTable>(RegistrationsRequest { filter, ..RegistrationsRequest::default() })
        .await
        .unwrap();
    let row = &table.items[0];
    assert_eq!(
        (row.company_name.as_str(), row.submitted_by.as_str(), row.total_accounts),
        ("Baru Berhad", "Kamala", 3)
    );
    assert_eq!(row.application_id, id[..8]);

    // Staff request information, which requires a remark.
    let without = decide(&staff, &id, ReviewAction::RequestForInfo, None).await.unwrap_err();
    assert_eq!(without.fields(), [("remark", Code::RemarkRequired)]);
    let asked = decide(&staff, &id, ReviewAction::RequestForInfo, Some("Where is your office?")).await.unwrap();
    assert_eq!(asked.status, RegistrationStatus::RequestForInfo);
    let application =
        kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("an application");
    assert_eq!(application.remark.as_deref(), Some("Where is your office?"));

    // Staff see the submission, not the draft being edited.
    let mut changed = form(ROC, &kamala.file_id);
    changed.details.mailing_address.city = "Taiping".to_owned();
    let others = [&numbers[1..3], &numbers[3..5]].concat();
    let draft = SaveDraftRequest {
        form: changed.clone(),
        accounts: Some(accounts(&others)),
        step: None,
        draft_version: Some(application.draft_version),
    };
    kamala.actor.call::<SaveRegistrationDraft>(draft).await.unwrap();
    let seen = staff.call::<GetRegistrationApplicationByID>(named(&id)).await.unwrap();
    assert_eq!((seen.form.details.mailing_address.city.as_str(), seen.changes.len()), ("Ipoh", 0));
    let page = || RegistrationAccountsRequest { id: RegistrationId(id.clone()), record_count: None, cursor: None };
    assert_eq!(staff.call::<GetRegistrationAccounts>(page()).await.unwrap().total, 3);
    assert_eq!(kamala.actor.call::<GetRegistrationAccounts>(page()).await.unwrap().total, 4);

    // Submit again. Staff see what changed.
    let request = UpdateRegistrationRequest {
        registration_id: RegistrationId(id.clone()),
        form: changed,
        terms_version: None,
        accounts: None,
        draft_version: None,
    };
    let again = kamala.actor.call::<UpdateRegistrationRecord>(request.clone()).await.unwrap();
    assert_eq!(again.status, RegistrationStatus::PendingApproval);
    let twice = kamala.actor.call::<UpdateRegistrationRecord>(request).await.unwrap_err();
    assert_eq!(twice.code(), Code::RegistrationMoved);
    let seen = staff.call::<GetRegistrationApplicationByID>(named(&id)).await.unwrap();
    let city = ChangedField {
        field: "details.mailingAddress.city".to_owned(),
        before: "Ipoh".to_owned(),
        after: "Taiping".to_owned(),
    };
    assert_eq!((seen.submission, seen.changes), (2, vec![city]));
    assert_eq!((seen.accounts_added, seen.accounts_removed), (2, 1));

    // A decision about the earlier submission is refused.
    let stale = super::review(&id, ReviewAction::Approve, None);
    let stale = gridbill_core::registration::ReviewRequest { submission: Some(1), ..stale };
    let refused =
        staff.call::<gridbill_core::registration::UpdateBulkAccountRegistrationStatus>(stale).await.unwrap_err();
    assert_eq!(refused.code(), Code::RegistrationMoved);

    // Approve, and let the job process it.
    let approved = decide(&staff, &id, ReviewAction::Approve, None).await.unwrap();
    assert_eq!(approved.status, RegistrationStatus::PostProcessing);
    let standing = kamala.standing().await;
    assert_eq!((standing.status, standing.processed_accounts, standing.total_accounts), (approved.status, 0, 4));
    portal.work();
    let standing = kamala.stands(RegistrationStatus::Approved).await;
    let bulk_id = standing.bulk_id.expect("a bulk account");
    assert_eq!((standing.processed_accounts, standing.total_accounts), (4, 4));
    let profile = kamala.actor.call::<GetUserProfile>(Nothing {}).await.unwrap();
    assert_eq!((profile.bulk_id.as_ref(), profile.registration_status_id), (Some(&bulk_id), 7));
    let list = kamala.actor.call_raw::<GetAccountsOfBulk>(json!({ "id": bulk_id })).await.unwrap();
    let taken: Vec<_> =
        list["items"].as_array().unwrap().iter().map(|one| one["accountNo"].as_str().unwrap()).collect();
    assert_eq!(taken, others);
    assert_eq!(list["items"][0]["referenceId"], "Head office");
    let query = "select company_name, details ->> 'companyName', registration_status from bulk_account
                 where bulk_id = $1";
    let (company_name, name, registration_status) =
        sql::row::<(String, String, i16)>(portal.pool(), query, &[&bulk_id.as_str()]).await;
    assert_eq!((company_name.as_str(), name.as_str(), registration_status), ("Baru Berhad", "Baru Berhad", 7));

    // Both sides see the steps, and the customer got the e-mails.
    let expected = led(&[("submit", 2), ("requestForInfo", 4), ("submit", 2), ("approve", 5), ("finish", 7)]);
    assert_eq!(steps(portal.pool(), &id).await, expected);
    for actor in [&kamala.actor, &staff] {
        let log = actor.call::<RegistrationRemarkLog>(named(&id)).await.unwrap();
        assert_eq!((log[1].step, log[1].by.as_str()), (Step::RequestForInfo, "Farid"));
        assert_eq!(log[1].remark.as_deref(), Some("Where is your office?"));
        let row = actor.call::<GetRegistrationRecord>(named(&id)).await.unwrap();
        assert_eq!((row.status, row.reviewed_by.as_deref()), (RegistrationStatus::Approved, Some("Farid")));
    }
    let query = "select kind from fact where about = 'Baru Berhad' order by fact_id";
    let kinds = sql::values::<String>(portal.pool(), query, &[]).await;
    assert_eq!(
        kinds,
        [
            "RegistrationSubmitted",
            "RegistrationInfoRequested",
            "RegistrationSubmitted",
            "RegistrationApproved",
            "BulkAccountMade",
            "RegistrationFinished"
        ]
    );
    let subjects = emails(portal.pool(), EMAIL).await;
    assert_eq!(subjects, ["Baru Berhad is registered", "More information about Baru Berhad is needed"]);

    // The applicant belongs to a bulk account now, and the company cannot be registered again.
    let refused = kamala.register(ROC, &numbers).await.unwrap_err();
    assert_eq!(refused.code(), Code::RegistersAnother);
    let other = applicant(&portal, "other@baru.example").await;
    assert_eq!(other.register(ROC, &numbers[..1]).await.unwrap_err().code(), Code::CompanyRegistered);
    let values = other.actor.call::<GetRegistrationDefaultValues>(RocRequest { roc_no: ROC.to_owned() }).await.unwrap();
    assert_eq!(values.refusal, Some(Code::CompanyRegistered));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_application_is_begun_anew_from_what_was_in_it() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let kamala = applicant(&portal, EMAIL).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;

    let refused = decide(&staff, &id, ReviewAction::Reject, None).await.unwrap_err();
    assert_eq!(refused.fields(), [("remark", Code::RemarkRequired)]);
    assert_eq!(kamala.standing().await.status, RegistrationStatus::PendingApproval);
    let redo = || RegistrationRequest { registration_id: RegistrationId(id.clone()) };
    assert_eq!(kamala.actor.call::<RedoApplication>(redo()).await.unwrap_err().code(), Code::RegistrationMoved);
    let rejected = decide(&staff, &id, ReviewAction::Reject, Some("Not signed.")).await.unwrap();
    assert_eq!(rejected.status, RegistrationStatus::Rejected);
    assert_eq!(kamala.standing().await.accounts, None, "none of them is pending any more");
    let again = decide(&staff, &id, ReviewAction::Approve, None).await.unwrap_err();
    assert_eq!(again.code(), Code::RegistrationMoved);
    let application =
        kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("an application");
    assert_eq!(
        (application.status, application.remark.as_deref()),
        (RegistrationStatus::Rejected, Some("Not signed."))
    );
    assert_eq!(emails(portal.pool(), EMAIL).await, ["We could not register Baru Berhad"]);

    let anew = kamala.actor.call::<RedoApplication>(redo()).await.unwrap();
    assert_eq!(anew.status, RegistrationStatus::Unregistered);
    assert_ne!(anew.registration_id, id);
    assert_eq!(kamala.actor.call::<RedoApplication>(redo()).await.unwrap_err().code(), Code::RegistrationMoved);
    let draft = kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("a draft");
    assert_eq!((draft.registration_id.as_str(), draft.status), (anew.registration_id.as_str(), anew.status));
    assert_eq!((draft.form.details.company_name.as_str(), draft.total_accounts), ("Baru Berhad", 2));
    assert!(draft.declaration.is_some());
    let submitted = kamala.register(ROC, &numbers).await.unwrap();
    assert_eq!(submitted.registration_id, anew.registration_id);
    assert_eq!(steps(portal.pool(), &id).await, led(&[("submit", 2), ("reject", 3)]));
    assert_eq!(
        staff.call::<GetRegistrationApplicationByID>(named(&submitted.registration_id)).await.unwrap().submission,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_sends_one_e_mail_to_users_who_want_each_notification() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), ROC, 1, 1).await;
    let kamala = applicant(&portal, EMAIL).await;
    let each = json!({ "preferenceCode": "notificationEmail", "configValue": "atOnce" });
    kamala.actor.call_raw::<SetUserPreference>(each).await.unwrap();
    let id = kamala.register(ROC, &numbers).await.unwrap().registration_id;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &id, ReviewAction::RequestForInfo, Some("More.")).await.unwrap();
    assert_eq!(emails(portal.pool(), EMAIL).await.len(), 1);
}

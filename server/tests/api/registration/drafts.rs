//! Drafts: stored exactly as typed, the newest version wins, and each person has one.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    GetRegistrationAccounts, GetRegistrationApplication, RedoApplication, RegisterBulkAccount,
    RegisterBulkAccountRequest, RegistrationAccountsRequest, RegistrationForm, RegistrationRequest, RegistrationStatus,
    ReviewAction, SaveDraftRequest, SaveRegistrationDraft, SavedDraft, UpdateRegistrationRecord,
    UpdateRegistrationRequest,
};
use serde_json::json;

use super::{ROC, accounts, applicant, decide, file, form, known};
use crate::support::{Actor, Portal, RefusedCall, given, sql};

async fn save(actor: &Actor, company: &str, draft_version: Option<i32>) -> Result<SavedDraft, RefusedCall> {
    let mut form = RegistrationForm::default();
    form.details.company_name = company.to_owned();
    let request = SaveDraftRequest { form, accounts: None, step: None, draft_version };
    actor.call::<SaveRegistrationDraft>(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_draft_counts_and_another_tabs_older_one_is_refused() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await.actor;
    let first = save(&kamala, "One", None).await.unwrap();
    let second = save(&kamala, "Two", Some(first.draft_version)).await.unwrap();
    assert_eq!(
        (second.registration_id.as_str(), second.draft_version),
        (first.registration_id.as_str(), first.draft_version + 1)
    );
    for stale in [first.draft_version, second.draft_version + 1] {
        assert_eq!(save(&kamala, "Three", Some(stale)).await.unwrap_err().code(), Code::DraftIsOlder);
    }
    let kept = kamala.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("a draft");
    assert_eq!((kept.form.details.company_name.as_str(), kept.draft_version), ("Two", second.draft_version));
    // Simultaneous saves get different versions, and one draft remains.
    let saved =
        futures::future::join_all((0..8).map(|n| save(&kamala, if n % 2 == 0 { "A" } else { "B" }, None))).await;
    let mut versions: Vec<_> = saved.into_iter().map(|saved| saved.unwrap().draft_version).collect();
    versions.sort_unstable();
    assert_eq!(versions, (second.draft_version + 1..=second.draft_version + 8).collect::<Vec<_>>());
    let drafts = sql::value::<i64>(portal.pool(), "select count(*) from registration", &[]).await;
    assert_eq!(drafts, 1);
}

/// A tab that has not seen another tab's save cannot submit over it.
#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_is_behind_submits_nothing() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let submit = async |draft_version: Option<i32>| {
        let request = RegisterBulkAccountRequest {
            form: form(ROC, &kamala.file_id),
            terms_version: None,
            accounts: Some(accounts(&numbers)),
            draft_version,
        };
        kamala.actor.call::<RegisterBulkAccount>(request).await.map_err(|refused| refused.code())
    };
    assert_eq!(submit(Some(3)).await.unwrap_err(), Code::DraftIsOlder, "there is no such draft");
    let first = save(&kamala.actor, "One", Some(0)).await.unwrap();
    let second = save(&kamala.actor, "Two", Some(first.draft_version)).await.unwrap();
    for stale in [0, first.draft_version, second.draft_version + 1] {
        assert_eq!(submit(Some(stale)).await.unwrap_err(), Code::DraftIsOlder);
    }
    assert_eq!(kamala.standing().await.status, RegistrationStatus::Unregistered);
    let id = submit(Some(second.draft_version)).await.unwrap().registration_id;
    // Sent again as if the answer was lost: the application has already been submitted.
    assert_eq!(submit(Some(second.draft_version)).await.unwrap_err(), Code::RegistrationMoved);

    decide(&staff, &id, ReviewAction::RequestForInfo, Some("More.")).await.unwrap();
    let answer = async |draft_version: Option<i32>| {
        let request = UpdateRegistrationRequest {
            registration_id: RegistrationId(id.clone()),
            form: form(ROC, &kamala.file_id),
            terms_version: None,
            accounts: None,
            draft_version,
        };
        kamala.actor.call::<UpdateRegistrationRecord>(request).await.map_err(|refused| refused.code())
    };
    assert_eq!(answer(Some(second.draft_version)).await.unwrap_err(), Code::DraftIsOlder);
    let now = kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("an application");
    answer(Some(now.draft_version)).await.unwrap();

    // The application was decided meanwhile. A stale tab does not start another application, but an existing client
    // without versions does.
    decide(&staff, &id, ReviewAction::Reject, Some("No.")).await.unwrap();
    assert_eq!(submit(Some(now.draft_version)).await.unwrap_err(), Code::DraftIsOlder);
    // An application restarted in another tab is not this tab's draft either.
    let redo = RegistrationRequest { registration_id: RegistrationId(id.clone()) };
    kamala.actor.call::<RedoApplication>(redo).await.unwrap();
    for stale in 0..=now.draft_version + 1 {
        assert_eq!(submit(Some(stale)).await.unwrap_err(), Code::DraftIsOlder, "{stale}");
    }
    assert_ne!(submit(None).await.unwrap().registration_id, id);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_first_drafts_are_all_accepted() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await.actor;
    let saved = futures::future::join_all((0..8).map(|_| save(&kamala, "A", None))).await;
    assert!(saved.iter().all(Result::is_ok), "{saved:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_keeps_every_character_and_its_accounts_until_replaced() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await.actor;
    let typed = json!({
        "businessType": 7, "declarationFileId": "not a file",
        "details": {
            "companyName": "  Kedai Kopi «Abu»\n\t ", "registrationNo": " 2020-", "landline": "o3",
            "mailingAddress": { "city": "K.L. 12", "state": "Somewhere" }, "primaryContact": { "email": "kamala@" },
        },
    });
    let listed = json!([
        { "accountNo": "21", "referenceId": "no number yet", "source": "manual" },
        { "accountNo": "21", "isSelect": false, "source": "auto" },
        { "accountNo": "a\u{1}b", "source": "upload" },
    ]);
    kamala.call_raw::<SaveRegistrationDraft>(json!({ "form": typed, "accounts": listed, "step": 3 })).await.unwrap();
    let kept = kamala.call_raw::<GetRegistrationApplication>(json!({})).await.unwrap();
    for (name, value) in typed["details"].as_object().unwrap() {
        for (inner, value) in value.as_object().into_iter().flatten() {
            assert_eq!(&kept["form"]["details"][name][inner], value, "{name}.{inner}");
        }
        if !value.is_object() {
            assert_eq!(&kept["form"]["details"][name], value, "{name}");
        }
    }
    assert_eq!((&kept["form"]["businessType"], &kept["declaration"]), (&json!(7), &json!(null)));
    // A save without accounts keeps the stored accounts.
    kamala.call_raw::<SaveRegistrationDraft>(json!({ "form": {} })).await.unwrap();
    let id = kept["registrationId"].as_str().unwrap().to_owned();
    let page = |cursor| RegistrationAccountsRequest { id: RegistrationId(id.clone()), record_count: Some(2), cursor };
    let first = kamala.call::<GetRegistrationAccounts>(page(None)).await.unwrap();
    let second = kamala.call::<GetRegistrationAccounts>(page(first.next.clone())).await.unwrap();
    assert_eq!((first.items.len(), first.total, second.items.len(), second.next), (2, 3, 1, None));
    assert_eq!(first.items[0].reference_id.as_deref(), Some("no number yet"));
    assert!(first.items[0].is_select && !first.items[1].is_select);
    assert_eq!(second.items[0].account_no, "a\u{1}b");
    let unstorable = json!({ "form": { "details": { "companyName": "\u{0}" } }, "accounts": [] });
    let refused = kamala.call_raw::<SaveRegistrationDraft>(unstorable).await.unwrap_err();
    assert_eq!(refused.fields(), [("form.details.companyName", Code::Unreadable)]);
    kamala.call_raw::<SaveRegistrationDraft>(json!({ "form": {}, "accounts": [] })).await.unwrap();
    assert_eq!(kamala.call::<GetRegistrationAccounts>(page(None)).await.unwrap().total, 0);
    // A company may have more accounts than an application takes; the deselected ones are stored too.
    let mut many: Vec<_> =
        (0..20_000).map(|_| json!({ "accountNo": "2", "isSelect": false, "source": "auto" })).collect();
    kamala.call_raw::<SaveRegistrationDraft>(json!({ "form": {}, "accounts": many })).await.unwrap();
    assert_eq!(kamala.call::<GetRegistrationAccounts>(page(None)).await.unwrap().total, 20_000);
    many.push(json!({ "accountNo": "2", "source": "manual" }));
    let too_many = json!({ "form": {}, "accounts": many });
    let refused = kamala.call_raw::<SaveRegistrationDraft>(too_many.clone()).await.unwrap_err();
    assert_eq!(refused.fields(), [("accounts", Code::AccountsTooMany)]);
    let refused = kamala.call_raw::<RegisterBulkAccount>(too_many).await.unwrap_err();
    assert_eq!(refused.fields(), [("accounts", Code::AccountsTooMany)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_draft_names_the_letters_that_the_declaration_cannot_show() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await.actor;
    for (company, unprintable) in [("Kedai نور நூல் Sdn. Bhd.", ""), ("光明公司", ""), ("ไท Trading", "ทไ")]
    {
        assert_eq!(save(&kamala, company, None).await.unwrap().unprintable, unprintable);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incomplete_application_gets_all_its_errors() {
    let portal = Portal::with_people().await;
    let kamala = applicant(&portal, "new@baru.example").await;
    let numbers = known(portal.pool(), ROC, 1, 2).await;
    let refused = kamala.actor.call_raw::<RegisterBulkAccount>(json!({ "form": {} })).await.unwrap_err();
    let fields = refused.fields();
    for expected in [
        ("businessType", Code::BusinessTypeRequired),
        ("details.companyName", Code::CompanyNameRequired),
        ("details.secondaryContact.email", Code::EmailRequired),
        ("declarationFileId", Code::DeclarationRequired),
        ("accounts", Code::AccountsRequired),
    ] {
        assert!(fields.contains(&expected), "{expected:?}: {fields:?}");
    }
    // Another user's file is not accepted.
    given::person_without_account(portal.pool(), "other@baru.example").await;
    let theirs = file(portal.pool(), "other@baru.example").await;
    let request = json!({ "form": form(ROC, &theirs), "accounts": accounts(&numbers) });
    let refused = kamala.actor.call_raw::<RegisterBulkAccount>(request).await.unwrap_err();
    assert_eq!(refused.fields(), [("declarationFileId", Code::DeclarationRequired)]);
    // Errors of accounts name the index in the list.
    let mut listed = accounts(&[numbers.clone(), vec!["3".to_owned(), numbers[0].clone()]].concat());
    listed[1].reference_id = Some("seventeen letters".to_owned());
    let request = json!({ "form": form(ROC, &kamala.file_id), "accounts": listed });
    let refused = kamala.actor.call_raw::<RegisterBulkAccount>(request).await.unwrap_err();
    assert_eq!(
        refused.fields(),
        [
            ("accounts.1.referenceId", Code::ReferenceIdLength),
            ("accounts.2.accountNo", Code::AccountNumberPrefix),
            ("accounts.3.accountNo", Code::AccountRepeated)
        ]
    );
    // Nothing of the refused applications was stored.
    let nothing = sql::value::<i64>(portal.pool(), "select count(*) from registration", &[]).await;
    assert_eq!(nothing, 0);
}

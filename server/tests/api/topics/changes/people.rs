//! Changes of users' own data, their applications, and other users.

use gridbill_core::identity::factors::{
    BeginPasskey, BeginTotp, ConfirmTotp, FinishPasskey, NewTotp, RemoveFactor, RenewRecoveryCodes, SetFactorPolicy,
};
use gridbill_core::identity::profile::{
    AcceptTerms, ChangePassword, ConfirmPassword, EndOtherSessions, EndSession, FirstTimeChangePassword, GetSessions,
    SetUserPreference, TUTORIALS, UpdateDatePreference, UpdateUserProfile, UserTutorialCompleted,
};
use gridbill_core::identity::registering::TERMS_VERSION;
use gridbill_core::identity::sso::{AddSsoDomain, RemoveSsoDomain};
use gridbill_core::mailboxes::{AddMailbox, RemoveMailbox, ResendMailbox, SetMailbox};
use gridbill_core::personal_data::ErasePerson;
use gridbill_core::personal_data::breaches::{CorrectBreach, RecordBreach};
use gridbill_core::personal_data::requests::{
    EndDataRequest, ExtendDataRequest, MakeDataRequest, RecordDataRequest, WithdrawDataRequest,
};
use gridbill_core::registration::{
    GovernmentRegistrationNotification, RedoApplication, RegisterBulkAccount, SaveRegistrationDraft,
    UpdateBulkAccountRegistrationStatus, UpdateRegistrationRecord, WithdrawApplication,
};
use gridbill_core::staff::{
    AddTNBUser, AdminSendNewActivationLink, ConfirmFactorReset, ConfirmStaffProposal, DeleteTNBUser, DeleteUser,
    EndFactorReset, ProposeFactorReset, ResendActivationTNBUser, TurnDownStaffProposal, UpdateTNBUser,
};
use gridbill_core::team::{AddBulkUser, DeleteBulkUser, ResendInvitation, TransferMasterBulkUser, UpdateBulkUser};
use gridbill_core::tokens::{CreateApiToken, RevokeApiToken, RotateApiToken};
use gridbill_core::views::{DeleteView, RenameView, RestoreView, SaveView, ShareView};
use gridbill_core::webhooks::{CreateWebhook, DeleteWebhook, ReplayWebhook, RotateWebhook, SetWebhook, TestWebhook};
use serde_json::json;

use super::Walk;
use crate::factors::{self, Authenticator};
use crate::registration::{self, ROC, form};
use crate::support::given::{self, SINAR};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, sql};
use crate::team::id_of;

pub(super) async fn oneself(walk: &mut Walk) {
    let (viewer, _) = walk.person("viewer@sinar.example").await;
    walk.call::<UpdateUserProfile>(&viewer, json!({ "name": "Devi Anak", "mobileNo": "123456789" })).await;
    walk.call::<AcceptTerms>(&viewer, json!({ "termsVersion": TERMS_VERSION })).await;
    walk.call::<UserTutorialCompleted>(&viewer, json!({ "userTutorialId": TUTORIALS[0].0 })).await;
    walk.call::<SetUserPreference>(&viewer, json!({ "preferenceCode": "theme", "configValue": "dark" })).await;
    let dates = json!({ "startDate": "2026-11-01", "endDate": "2026-11-20" });
    walk.call::<UpdateDatePreference>(&viewer, dates).await;
    let view = json!({ "list": "accounts", "name": "Johor", "address": { "state": "Johor" } });
    let view_id = walk.call::<SaveView>(&viewer, view).await["viewId"].clone();
    walk.call::<RenameView>(&viewer, json!({ "viewId": view_id, "name": "Kedah" })).await;
    walk.call::<ShareView>(&viewer, json!({ "viewId": view_id, "isShared": true })).await;
    walk.call::<DeleteView>(&viewer, json!({ "viewId": view_id })).await;
    walk.call::<RestoreView>(&viewer, json!({ "viewId": view_id })).await;
    walk.portal.advance(chrono::TimeDelta::minutes(1));
    walk.call::<ConfirmPassword>(&viewer, json!({ "password": PASSWORD })).await;
    personal_data(walk, &viewer).await;
    second_factors(walk, &viewer).await;
    walk.person("viewer@sinar.example").await;
    let sessions = viewer.call_raw::<GetSessions>(json!({})).await.expect("sessions");
    let other = sessions.as_array().expect("sessions").iter().find(|session| session["isThisOne"] == false);
    let other = other.expect("another one")["sessionId"].clone();
    walk.call::<EndSession>(&viewer, json!({ "sessionId": other })).await;
    walk.person("viewer@sinar.example").await;
    walk.call::<EndOtherSessions>(&viewer, json!({})).await;
    let passwords = json!({ "oldPassword": PASSWORD, "newPassword": "another-Passw0rd" });
    walk.call::<ChangePassword>(&viewer, passwords).await;
    sql::run_script(
        walk.portal.pool(),
        "update person set password_reset_required = true where email = 'glb@utility.example'",
    )
    .await;
    let (glb, _) = walk.person("glb@utility.example").await;
    walk.call::<FirstTimeChangePassword>(&glb, json!({ "newPassword": "another-Passw0rd" })).await;
}

async fn personal_data(walk: &mut Walk, viewer: &Actor) {
    let made = walk.call::<MakeDataRequest>(viewer, json!({ "kind": "access", "text": "All of it." })).await;
    walk.call::<WithdrawDataRequest>(viewer, json!({ "number": made["number"] })).await;
    let (ict, _) = walk.person("ict@utility.example").await;
    let letter = json!({ "kind": "access", "channel": "letter", "personName": "Lim", "email": "viewer@sinar.example",
                         "text": "All of it.", "receivedOn": "2026-11-19" });
    let number = walk.call::<RecordDataRequest>(&ict, letter).await["number"].clone();
    walk.call::<ExtendDataRequest>(&ict, json!({ "number": number, "reason": "Archive.", "version": 1 })).await;
    let ended = json!({ "number": number, "outcome": "refused", "answer": "Not ours.", "version": 2 });
    walk.call::<EndDataRequest>(&ict, ended).await;
    let entry = json!({ "knownAt": "2026-11-19T01:00:00Z", "summary": "A slip", "data": "Names", "persons": 1,
                        "causes": "A slip", "measures": "None", "isHarmLikely": true });
    let breach = walk.call::<RecordBreach>(&ict, json!({ "entry": entry })).await;
    let corrected = json!({ "number": breach["number"], "entry": entry, "reason": "More is known.", "version": 1 });
    walk.call::<CorrectBreach>(&ict, corrected).await;
}

/// Adds and removes factors of a user who has none, and sets the Master's rule.
async fn second_factors(walk: &mut Walk, viewer: &Actor) {
    let (app, added) = factors::add_app(&walk.portal, viewer).await;
    let proof = json!({ "totp": app.code(&walk.portal) });
    walk.call::<ConfirmPassword>(viewer, proof).await;
    walk.call::<RenewRecoveryCodes>(viewer, json!({})).await;
    let asked = viewer.call_raw::<BeginPasskey>(json!({})).await.expect("a question");
    let credential = Authenticator::new().create(&asked["options"]);
    let finished = json!({ "handle": asked["handle"], "credential": credential });
    let passkey = walk.call::<FinishPasskey>(viewer, finished).await;
    walk.call::<RemoveFactor>(viewer, json!({ "factorId": passkey["factorId"] })).await;
    viewer.call_raw::<RemoveFactor>(json!({ "factorId": added.factor_id })).await.expect("removed");
    let new = viewer.call_raw::<BeginTotp>(json!({})).await.expect("a secret");
    let new: NewTotp = serde_json::from_value(new).expect("a secret");
    let factor = json!({ "totp": factors::TotpApp::of(&new).code(&walk.portal) });
    let factor = walk.call::<ConfirmTotp>(viewer, factor).await;
    viewer.call_raw::<RemoveFactor>(json!({ "factorId": factor["factorId"] })).await.expect("removed");
    let (master, _) = walk.person("master@sinar.example").await;
    let (ict, _) = walk.person("ict@utility.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    factors::add_app(&walk.portal, &master).await;
    let new = json!({ "id": SINAR, "name": "ERP", "scopes": ["bills:read"], "expiresOn": "2027-06-30" });
    let created = walk.call::<CreateApiToken>(&master, new).await;
    let token_id = &created["token"]["tokenId"];
    let rotated = json!({ "id": SINAR, "tokenId": token_id, "expiresOn": "2027-07-31" });
    walk.call::<RotateApiToken>(&master, rotated).await;
    walk.call::<RevokeApiToken>(&master, json!({ "id": SINAR, "tokenId": token_id })).await;
    let user_id = id_of(walk.portal.pool(), "master@sinar.example").await;
    let reset = json!({ "userId": user_id, "remark": "The telephone was stolen." });
    walk.call::<ProposeFactorReset>(&ict, reset.clone()).await;
    walk.call::<ConfirmFactorReset>(&pccr, json!({ "userId": user_id })).await;
    walk.call::<EndFactorReset>(&ict, reset).await;
    let query = "select factor_id from factor where person_id = $1::text::uuid";
    let of_app = sql::value::<uuid::Uuid>(walk.portal.pool(), query, &[&user_id]).await;
    master.call_raw::<RemoveFactor>(json!({ "factorId": of_app })).await.expect("removed");
    walk.call::<AddSsoDomain>(&master, json!({ "id": SINAR, "domain": "sinar.example" })).await;
    walk.call::<RemoveSsoDomain>(&master, json!({ "id": SINAR, "domain": "sinar.example" })).await;
    let address = json!({ "id": SINAR, "email": "ap@sinar.example", "language": "en", "topics": ["remittance"] });
    let mailbox = walk.call::<AddMailbox>(&master, address).await;
    let named = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"] });
    let changed = json!({ "id": SINAR, "mailboxId": mailbox["mailboxId"], "language": "ms", "topics": ["dueBills"] });
    walk.call::<SetMailbox>(&master, changed).await;
    walk.call::<ResendMailbox>(&master, named.clone()).await;
    walk.call::<RemoveMailbox>(&master, named).await;
    webhooks(walk, &master).await;
    walk.call::<SetFactorPolicy>(&master, json!({ "id": SINAR, "roles": ["viewer"], "requiredFrom": "2026-12-15" }))
        .await;
}

/// The address is replaced by one that the portal refuses to call, so the test event leaves nothing on the network.
async fn webhooks(walk: &mut Walk, master: &Actor) {
    let new = json!({ "id": SINAR, "address": "https://8.8.8.8/", "events": ["account.failed"] });
    let webhook = walk.call::<CreateWebhook>(master, new).await;
    sql::run_script(walk.portal.pool(), "update webhook set address = 'https://127.0.0.1/'").await;
    let named = json!({ "id": SINAR, "webhookId": webhook["webhookId"] });
    let off = json!({ "id": SINAR, "webhookId": webhook["webhookId"], "events": ["bill.due"], "isEnabled": false });
    walk.call::<SetWebhook>(master, off).await;
    walk.call::<RotateWebhook>(master, named.clone()).await;
    walk.call::<TestWebhook>(master, named.clone()).await;
    let range = json!({ "id": SINAR, "webhookId": webhook["webhookId"], "from": "2020-01-01T00:00:00Z" });
    walk.call::<ReplayWebhook>(master, range).await;
    walk.call::<DeleteWebhook>(master, named).await;
}

pub(super) async fn registrations(walk: &mut Walk) {
    let numbers = registration::known(walk.portal.pool(), ROC, 1, 2).await;
    let kamala = registration::applicant(&walk.portal, "new@baru.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let form = json!(form(ROC, &kamala.file_id));
    let kamala = kamala.actor;
    let accounts = json!(registration::accounts(&numbers));
    walk.call::<SaveRegistrationDraft>(&kamala, json!({ "form": form, "accounts": accounts, "step": 4 })).await;
    let submitted = walk.call::<RegisterBulkAccount>(&kamala, json!({ "form": form })).await;
    let id = submitted["registrationId"].clone();
    let decided = |action: &str| json!({ "registrationId": id, "action": action, "remark": "Why?" });
    walk.call::<UpdateBulkAccountRegistrationStatus>(&pccr, decided("requestForInfo")).await;
    walk.call::<UpdateRegistrationRecord>(&kamala, json!({ "registrationId": id, "form": form })).await;
    walk.call::<UpdateBulkAccountRegistrationStatus>(&pccr, decided("reject")).await;
    walk.call::<RedoApplication>(&kamala, json!({ "registrationId": id })).await;
    let submitted = walk.call::<RegisterBulkAccount>(&kamala, json!({ "form": form })).await;
    let again = json!({ "registrationId": submitted["registrationId"] });
    walk.call::<WithdrawApplication>(&kamala, again).await;
    given::person_without_account(walk.portal.pool(), "office@council.example").await;
    let (council, _) = walk.person("office@council.example").await;
    walk.call::<GovernmentRegistrationNotification>(&council, json!({})).await;
}

pub(super) async fn users(walk: &mut Walk) {
    let (ict, _) = walk.person("ict@utility.example").await;
    let new =
        json!({ "emailAddress": "late@utility.example", "username": "Ismail", "mobileNo": "123456789", "role": "ict" });
    let user_id = walk.call::<AddTNBUser>(&ict, new).await["userId"].clone();
    walk.call::<ResendActivationTNBUser>(&ict, json!({ "userId": user_id })).await;
    let changed =
        json!({ "userId": user_id, "username": "Ismail Ahmad", "mobileNo": "123456789", "role": "pccrAdmin" });
    walk.call::<UpdateTNBUser>(&ict, changed).await;
    walk.call::<DeleteTNBUser>(&ict, json!({ "userId": user_id })).await;
    // Without a limit no role is proposed, so insert proposals as if a limit had been set before.
    sql::run_script(
        walk.portal.pool(),
        "insert into staff_proposal (proposal_id, person_id, role, email, name, mobile_no, proposed_by, proposed_at)
         select gen_random_uuid(), gen_random_uuid(), 'ict', lower(name) || '@proposed.example', name, '123456789', person_id, now()
         from person where email in ('pccr@utility.example', 'glb@utility.example')",
    )
    .await;
    let query = "select proposal_id from staff_proposal order by email";
    let waiting = sql::values::<uuid::Uuid>(walk.portal.pool(), query, &[]).await;
    walk.call::<ConfirmStaffProposal>(&ict, json!({ "proposalId": waiting[0] })).await;
    walk.call::<TurnDownStaffProposal>(&ict, json!({ "proposalId": waiting[1], "remark": "Not one of us." })).await;
    given::person_without_account(walk.portal.pool(), "late@baru.example").await;
    sql::run_script(walk.portal.pool(), "update person set activated_at = null where email = 'late@baru.example'")
        .await;
    let late = id_of(walk.portal.pool(), "late@baru.example").await;
    walk.call::<AdminSendNewActivationLink>(&ict, json!({ "userId": late })).await;
    walk.call::<DeleteUser>(&ict, json!({ "userId": late })).await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let erasure = json!({ "userId": late, "reason": "The user asked for it." });
    walk.call::<ErasePerson>(&ict, erasure.clone()).await;
    walk.call::<ErasePerson>(&pccr, erasure).await;
}

pub(super) async fn people(walk: &mut Walk) {
    let (master, _) = walk.person("master@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let guest = |email: &str| json!({ "email": email, "permissions": ["viewOnly"] });
    let invited = walk.call::<AddBulkUser>(&master, guest("guest@sinar.example")).await["userId"].clone();
    walk.call::<ResendInvitation>(&master, json!({ "userId": invited })).await;
    let mut guest = guest("another@sinar.example");
    guest["id"] = json!(SINAR);
    let invited = walk.call::<AddBulkUser>(&pccr, guest).await["userId"].clone();
    walk.call::<ResendInvitation>(&pccr, json!({ "userId": invited })).await;
    let viewer = id_of(walk.portal.pool(), "viewer@sinar.example").await;
    let changed = json!({ "userId": viewer, "nickname": "Dee", "role": "member", "permissions": ["makePayments"] });
    walk.call::<UpdateBulkUser>(&master, changed).await;
    walk.call::<UpdateBulkUser>(&pccr, json!({ "userId": viewer, "role": "viewer" })).await;
    walk.call::<DeleteBulkUser>(&master, json!({ "userId": viewer })).await;
    let keeper = id_of(walk.portal.pool(), "keeper@sinar.example").await;
    walk.call::<DeleteBulkUser>(&pccr, json!({ "userId": keeper })).await;
    let (_, payer) = walk.person("payer@sinar.example").await;
    walk.call::<TransferMasterBulkUser>(&master, json!({ "userId": payer })).await;
    let (_, first) = walk.person("master@sinar.example").await;
    walk.call::<TransferMasterBulkUser>(&pccr, json!({ "userId": first })).await;
}

//! Every call that changes something, once: what it wrote is compared with what its line says.

use std::collections::BTreeSet;

use gridbill_core::accounts::groups::{AssignAccounts, CreateGroup, DeleteGroup, RemoveAccounts, UpdateGroup};
use gridbill_core::accounts::{
    AddAccounts, PendingSubmit, RemoveChildAccount, RemoveChildAccounts, RemoveFromPending, UpdateMultipleAccounts,
    UpdateProfile,
};
use gridbill_core::announcements::{ChangeAnnouncement, WithdrawAnnouncement, WriteAnnouncement};
use gridbill_core::bank_statements::{DecideBankLines, SetBankStatementColumns};
use gridbill_core::colleagues::RemindAuthoriser;
use gridbill_core::downloads::{CancelDownload, DownloadBills, ExportList, RetryDownload};
use gridbill_core::endpoint::{Caller, Endpoint, Entry};
use gridbill_core::identity::profile::{
    AcceptTerms, ChangePassword, ConfirmPassword, EndOtherSessions, EndSession, FirstTimeChangePassword, GetSessions,
    SetUserPreference, TUTORIALS, UpdateDatePreference, UpdateUserProfile, UserTutorialCompleted,
};
use gridbill_core::identity::registering::TERMS_VERSION;
use gridbill_core::notifications::{DeleteLogs, GetNotificationLogs, ReadLogs, RestoreLogs};
use gridbill_core::operations::{RetryJob, SetMethodWindow};
use gridbill_core::payments::staff::{
    AdminFPXManualRequery, GiveUpFpxPayment, PaymentAccept, PaymentReject, RequestReconciliation,
    ResolveLateConfirmation, SettleFpxAlert, TurnDownAcceptance,
};
use gridbill_core::payments::{
    GiveUpPayment, MakeExcessiveReconciliationPayment, MakePayment, MakeReconciliationPaymentInsufficient,
};
use gridbill_core::registration::{
    GovernmentRegistrationNotification, RedoApplication, RegisterBulkAccount, SaveRegistrationDraft,
    UpdateBulkAccountRegistrationStatus, UpdateRegistrationRecord, WithdrawApplication,
};
use gridbill_core::registry::endpoints;
use gridbill_core::staff::{
    AddTNBUser, AdminSendNewActivationLink, DeleteTNBUser, DeleteUser, ResendActivationTNBUser, UpdateTNBUser,
};
use gridbill_core::statements::{GetStatement, RetryStatement};
use gridbill_core::team::{AddBulkUser, DeleteBulkUser, ResendInvitation, TransferMasterBulkUser, UpdateBulkUser};
use gridbill_core::views::{DeleteView, RenameView, RestoreView, SaveView, ShareView};
use serde_json::{Value, json};

use super::{run, tables, topics_of};
use crate::accounts::{self, FIRST};
use crate::announcements;
use crate::bank_statements;
use crate::registration::{self, ROC, form};
use crate::support::given::{self, BANK, SINAR, account_of, eft, fpx};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal};
use crate::team::id_of;

/// Notes each row that is written, and each column that is something else then.
const NOTES: &str = "
    create unlogged table written (what text not null);
    create function note_written() returns trigger language plpgsql as $$
    declare
        row_now jsonb := to_jsonb(coalesce(new, old));
        what text := tg_table_name || case tg_table_name
            when 'person' then case when (row_now->>'is_staff')::boolean then ':staff' else ':customer' end
            when 'link' then ':' || (row_now->>'kind')
            else '' end;
    begin
        if tg_op = 'UPDATE' then
            insert into written select what || '.' || key from jsonb_each(row_now)
            where value is distinct from to_jsonb(old)->key;
        else
            insert into written values (what);
        end if;
        return null;
    end
    $$;";

/// Calls that are not made here, and why.
const NOT_MADE: &[(&str, &str)] = &[
    ("UploadDeclaration", "what it writes is a row of a file and of a draft; `declarations` has the uploads"),
    ("SendEmailAgain", "it needs a mail server; what it writes is an e-mail and the fact, which `operations` has"),
    ("UploadBankStatement", "a file is sent with it; what it writes is of the one topic that it changes"),
];

/// What is written and need not be told, and why.
const NOT_TOLD: &[(&str, &str, &str)] =
    &[("DeleteBulkUser", "session.ended_at", GONE), ("TransferMasterBulkUser", "session.ended_at", GONE)];
const GONE: &str = "all sessions of that person end with it, so no page of theirs is left that lists them";

struct Walk {
    portal: Portal,
    called: BTreeSet<&'static str>,
    missing: Vec<String>,
}

impl Walk {
    async fn begin() -> (Self, crate::support::sandbox::Sandbox) {
        let (portal, sandbox) = Portal::with_sandbox().await;
        run(portal.pool(), NOTES).await;
        for table in tables(portal.pool()).await {
            let trigger = format!(
                "create trigger note_written after insert or update or delete on {table}
                 for each row execute function note_written()"
            );
            run(portal.pool(), &trigger).await;
        }
        (Self { portal, called: BTreeSet::new(), missing: Vec::new() }, sandbox)
    }

    async fn call<E: Endpoint>(&mut self, actor: &Actor, request: Value) -> Value {
        run(self.portal.pool(), "truncate written").await;
        let answer = actor.call_raw::<E>(request).await;
        let answer = answer.unwrap_or_else(|refused| panic!("{}: {:?}", E::ENTRY.name, refused.body));
        let written = self.written().await;
        assert!(!written.is_empty(), "{} wrote nothing", E::ENTRY.name);
        for what in written.into_iter().filter(|what| !is_not_told(E::ENTRY.name, what)) {
            for topic in topics_of(&what).iter().filter(|topic| !E::ENTRY.changes.contains(topic)) {
                self.missing.push(format!("{} writes {what} and does not change {topic:?}", E::ENTRY.name));
            }
        }
        self.called.insert(E::ENTRY.name);
        answer
    }

    #[expect(clippy::disallowed_methods, reason = "the table is the test's own")]
    async fn written(&self) -> Vec<String> {
        let written = sqlx::query_scalar("select distinct what from written order by what");
        written.fetch_all(self.portal.pool()).await.expect("what was written")
    }

    async fn person(&self, email: &str) -> (Actor, String) {
        let id = id_of(self.portal.pool(), email).await;
        let actor = if email.ends_with("@utility.example") {
            self.portal.sign_in_staff(email).await
        } else {
            self.portal.sign_in(email).await
        };
        (actor, id)
    }
}

fn is_not_told(call: &str, what: &str) -> bool {
    NOT_TOLD.iter().any(|(name, written, _)| *name == call && *written == what)
}

fn has_to_be_called(entry: &Entry) -> bool {
    // Whoever has no session yet, and the bank gateway, are on the way of tests of their own.
    let is_known = !matches!(entry.caller, Caller::Public | Caller::Gateway);
    is_known && !entry.changes.is_empty() && !NOT_MADE.iter().any(|(name, _)| *name == entry.name)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_changes_the_topics_of_what_it_writes() {
    let (mut walk, _sandbox) = Walk::begin().await;
    oneself(&mut walk).await;
    registrations(&mut walk).await;
    payments(&mut walk).await;
    officers(&mut walk).await;
    statements(&mut walk).await;
    bank_statements(&mut walk).await;
    downloads(&mut walk).await;
    notifications(&mut walk).await;
    companies(&mut walk).await;
    groups(&mut walk).await;
    users(&mut walk).await;
    people(&mut walk).await;
    operators(&mut walk).await;
    let left: Vec<_> = endpoints().filter(|entry| has_to_be_called(entry)).map(|entry| entry.name).collect();
    let left: Vec<_> = left.into_iter().filter(|name| !walk.called.contains(name)).collect();
    assert_eq!(left, [""; 0], "calls that are new: what do they write?");
    assert_eq!(walk.missing, [""; 0]);
}

async fn oneself(walk: &mut Walk) {
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
    walk.person("viewer@sinar.example").await;
    let sessions = viewer.call_raw::<GetSessions>(json!({})).await.expect("sessions");
    let other = sessions.as_array().expect("sessions").iter().find(|session| session["isThisOne"] == false);
    let other = other.expect("another one")["sessionId"].clone();
    walk.call::<EndSession>(&viewer, json!({ "sessionId": other })).await;
    walk.person("viewer@sinar.example").await;
    walk.call::<EndOtherSessions>(&viewer, json!({})).await;
    let passwords = json!({ "oldPassword": PASSWORD, "newPassword": "another-Passw0rd" });
    walk.call::<ChangePassword>(&viewer, passwords).await;
    run(walk.portal.pool(), "update person set password_reset_required = true where email = 'glb@utility.example'")
        .await;
    let (glb, _) = walk.person("glb@utility.example").await;
    walk.call::<FirstTimeChangePassword>(&glb, json!({ "newPassword": "another-Passw0rd" })).await;
}

async fn registrations(walk: &mut Walk) {
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

async fn downloads(walk: &mut Walk) {
    let (master, _) = walk.person("master@sinar.example").await;
    let asked = json!({ "list": "accounts", "request": { "id": SINAR }, "format": "csv" });
    let made = walk.call::<ExportList>(&master, asked).await;
    let bills = given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    walk.call::<DownloadBills>(&master, json!({ "id": SINAR, "invoiceNos": bills })).await;
    run(
        walk.portal.pool(),
        "update download set state = 'failed', code = 'Unexpected', file_id = null, bytes = null, sha256 = null",
    )
    .await;
    let about = json!({ "downloadId": made["downloadId"] });
    walk.call::<RetryDownload>(&master, about.clone()).await;
    walk.call::<CancelDownload>(&master, about).await;
}

/// What staff were told of payments that customers made.
async fn notifications(walk: &mut Walk) {
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let told = pccr.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    let chosen = json!({ "list": [told["items"][0]["id"]] });
    walk.call::<ReadLogs>(&pccr, chosen.clone()).await;
    let deleted = walk.call::<DeleteLogs>(&pccr, chosen).await;
    walk.call::<RestoreLogs>(&pccr, json!({ "changedAt": deleted["changedAt"] })).await;
}

async fn payments(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 4, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let mut made = Vec::new();
    for bill in &bills[..3] {
        made.push(walk.call::<MakePayment>(&payer, json!(eft(std::slice::from_ref(bill), "100.00"))).await);
    }
    let about = |place: usize| json!({ "eBulkPaymentID": made[place]["eBulkPaymentID"] });
    let difference = |place: usize, kind: i32| {
        let mut request = about(place);
        request["reconcileAmount"] = json!("10.00");
        request["reconcileType"] = json!(kind);
        request
    };
    let number = |place: usize| made[place]["transactionNo"].clone();
    walk.call::<RequestReconciliation>(&pccr, difference(0, 1)).await;
    let rest =
        json!({ "transactionNo": number(0), "bankId": BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "123456" });
    walk.call::<MakeReconciliationPaymentInsufficient>(&payer, rest).await;
    walk.call::<PaymentAccept>(&pccr, about(0)).await;
    walk.call::<RequestReconciliation>(&pccr, difference(1, 2)).await;
    let credit = json!({ "invoiceNo": bills[1], "transactionNo": number(1) });
    walk.call::<MakeExcessiveReconciliationPayment>(&payer, credit).await;
    walk.call::<PaymentReject>(&pccr, about(2)).await;
    let by_fpx = walk.call::<MakePayment>(&payer, json!(fpx(&bills[3..4], "100.00"))).await;
    let asked = json!({ "merchantTranId": by_fpx["transactionNo"] });
    walk.call::<AdminFPXManualRequery>(&pccr, asked).await;
    run(walk.portal.pool(), "update payment set status = 10 where method = 'FPX'").await;
    let waiting = json!({ "transactionNo": by_fpx["transactionNo"] });
    walk.call::<RemindAuthoriser>(&payer, waiting).await;
}

/// Payments that never reached the bank, one of which it took money for all the same; and one that two officers decide.
async fn officers(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 3, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let made = walk.call::<MakePayment>(&payer, json!(eft(&bills[..1], "100.00"))).await;
    run(
        walk.portal.pool(),
        "update payment set proposed_by = requested_by, proposed_at = requested_at where payment_awaits_approval(status)",
    )
    .await;
    let turned_down = json!({ "eBulkPaymentID": made["eBulkPaymentID"], "remark": "Not at the bank." });
    walk.call::<TurnDownAcceptance>(&pccr, turned_down).await;
    for (place, by_maker) in [(1, true), (2, false)] {
        let by_fpx = walk.call::<MakePayment>(&payer, json!(fpx(&bills[place..=place], "100.00"))).await;
        let about = json!({ "transactionNo": by_fpx["transactionNo"] });
        let asked = json!({ "merchantTranId": by_fpx["transactionNo"] });
        walk.call::<AdminFPXManualRequery>(&pccr, asked).await;
        run(walk.portal.pool(), "update fpx_request set sent_at = sent_at - interval '1 hour'").await;
        if by_maker {
            walk.call::<GiveUpPayment>(&payer, about).await;
        } else {
            walk.call::<GiveUpFpxPayment>(&pccr, about).await;
        }
    }
    run(
        walk.portal.pool(),
        "insert into fpx_alert (at, order_no, reason, value, amount)
         select sent_at, order_no, 'lateApproval', '2611201200000001', 100
         from fpx_request where given_up_at is not null order by sent_at desc limit 1",
    )
    .await;
    let late = sqlx::query_scalar!(r#"select max(alert_id) as "late!" from fpx_alert where reason = 'lateApproval'"#);
    let late = late.fetch_one(walk.portal.pool()).await.expect("late money");
    walk.call::<ResolveLateConfirmation>(&pccr, json!({ "lateId": late.to_string(), "way": "bills" })).await;
    let alert = "insert into fpx_alert (at, order_no, reason, value) select at, order_no, 'answerCode', 'XW' from fpx_alert limit 1";
    run(walk.portal.pool(), alert).await;
    let alert = sqlx::query_scalar!(r#"select max(alert_id) as "alert!" from fpx_alert where reason = 'answerCode'"#);
    let alert = alert.fetch_one(walk.portal.pool()).await.expect("an alert").to_string();
    walk.call::<SettleFpxAlert>(&pccr, json!({ "alertId": alert, "remark": "FPX mended it." })).await;
}

async fn statements(walk: &mut Walk) {
    let (payer, _) = walk.person("payer@sinar.example").await;
    let request = json!({
        "bulkId": SINAR, "caNo": FIRST, "statementPeriod": 3, "channel": "email", "email": "payer@sinar.example",
    });
    let requested = walk.call::<GetStatement>(&payer, request).await;
    run(walk.portal.pool(), "update statement set state = 'failed', failure = 'Unavailable'").await;
    walk.call::<RetryStatement>(&payer, json!({ "statementId": requested["statementId"] })).await;
}

async fn bank_statements(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    payer
        .call::<MakePayment>(bank_statements::transfer(&bills[0], &bank_statements::number(0)))
        .await
        .expect("a payment");
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let file = format!("{}\n{}\n", bank_statements::HEADING, bank_statements::line(0, "100.00"));
    let statement_id = bank_statements::uploaded(&walk.portal, file.as_bytes()).await.statement_id;
    let columns = json!({ "statementId": statement_id, "columns": bank_statements::COLUMNS });
    walk.call::<SetBankStatementColumns>(&pccr, columns).await;
    let lines = bank_statements::lines(&pccr, &statement_id).await;
    let lines: Vec<_> = lines.iter().filter_map(bank_statements::as_proposed).collect();
    walk.call::<DecideBankLines>(&pccr, json!({ "statementId": statement_id, "lines": lines })).await;
}

async fn companies(walk: &mut Walk) {
    let pool = walk.portal.pool();
    let tagged = given::bills(pool, SINAR, 12, "100.00").await;
    let tagged: Vec<_> = tagged.iter().rev().map(|bill| account_of(bill).to_string()).collect();
    accounts::known(pool, &accounts::numbers(0, 4), true).await;
    let failed = "insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type)
                  select '3000000001', '21790000000' || n, 1, 'Chong', now(), now(), 'notFound' from generate_series(1, 4) n";
    run(pool, failed).await;
    let (keeper, _) = walk.person("keeper@sinar.example").await;
    let (master, _) = walk.person("master@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let new = |n: usize| json!({ "bulkId": SINAR, "childAccounts": [{ "accountNo": accounts::number(n) }] });
    walk.call::<AddAccounts>(&keeper, new(0)).await;
    walk.call::<AddAccounts>(&pccr, new(1)).await;
    let one = |place: usize| json!({ "bulkId": SINAR, "accountNo": tagged[place] });
    let several = |place: usize| json!({ "bulkId": SINAR, "accounts": [tagged[place], tagged[place + 1]] });
    walk.call::<RemoveChildAccount>(&keeper, one(0)).await;
    walk.call::<RemoveChildAccounts>(&keeper, several(1)).await;
    walk.call::<RemoveChildAccount>(&pccr, one(3)).await;
    walk.call::<RemoveChildAccounts>(&pccr, several(4)).await;
    let called = json!({ "id": SINAR, "data": [{ "accountNo": tagged[6], "referenceId": "A-1" }] });
    walk.call::<UpdateMultipleAccounts>(&keeper, called).await;
    let pending = |n: usize| json!({ "bulkId": SINAR, "accounts": [format!("21790000000{n}")] });
    walk.call::<PendingSubmit>(&keeper, pending(1)).await;
    walk.call::<PendingSubmit>(&pccr, pending(2)).await;
    walk.call::<RemoveFromPending>(&keeper, pending(3)).await;
    let contact = json!({ "name": "Aminah", "email": "office@sinar.example", "mobileNo": "123456789", "jobTitle": "Manager",
                          "department": "Finance" });
    let mut company = json!({
        "companyName": "Sinar Jaya Sdn. Bhd.", "registrationNo": SINAR, "landline": "0355123456",
        "mailingAddress": { "unitFloor": "Level 3", "building": "", "street": "Jalan Satu", "city": "Shah Alam",
                            "postalCode": "40000", "state": "Selangor" },
        "primaryContact": contact, "secondaryContact": contact,
    });
    walk.call::<UpdateProfile>(&master, json!({ "id": SINAR, "form": company, "version": 1 })).await;
    company["landline"] = json!("0355123457");
    walk.call::<UpdateProfile>(&pccr, json!({ "id": SINAR, "form": company, "version": 2 })).await;
}

async fn groups(walk: &mut Walk) {
    let (keeper, _) = walk.person("keeper@sinar.example").await;
    let made = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [] });
    let group = walk.call::<CreateGroup>(&keeper, made).await["groupId"].clone();
    let accounts = json!({ "groupId": group, "accountNumbers": [FIRST] });
    walk.call::<UpdateGroup>(&keeper, json!({ "groupId": group, "groupName": "Selatan" })).await;
    walk.call::<AssignAccounts>(&keeper, accounts.clone()).await;
    walk.call::<RemoveAccounts>(&keeper, accounts.clone()).await;
    walk.call::<AssignAccounts>(&keeper, accounts).await;
    walk.call::<DeleteGroup>(&keeper, json!({ "groupId": group })).await;
}

async fn users(walk: &mut Walk) {
    let (ict, _) = walk.person("ict@utility.example").await;
    let new =
        json!({ "emailAddress": "late@utility.example", "username": "Ismail", "mobileNo": "123456789", "role": "ict" });
    let user_id = walk.call::<AddTNBUser>(&ict, new).await["userId"].clone();
    walk.call::<ResendActivationTNBUser>(&ict, json!({ "userId": user_id })).await;
    let changed =
        json!({ "userId": user_id, "username": "Ismail Ahmad", "mobileNo": "123456789", "role": "pccrAdmin" });
    walk.call::<UpdateTNBUser>(&ict, changed).await;
    walk.call::<DeleteTNBUser>(&ict, json!({ "userId": user_id })).await;
    given::person_without_account(walk.portal.pool(), "late@baru.example").await;
    run(walk.portal.pool(), "update person set activated_at = null where email = 'late@baru.example'").await;
    let late = id_of(walk.portal.pool(), "late@baru.example").await;
    walk.call::<AdminSendNewActivationLink>(&ict, json!({ "userId": late })).await;
    walk.call::<DeleteUser>(&ict, json!({ "userId": late })).await;
}

async fn people(walk: &mut Walk) {
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

async fn operators(walk: &mut Walk) {
    let (ict, _) = walk.person("ict@utility.example").await;
    let failed = "with task as (insert into graphile_worker._private_tasks (identifier) values ('broken') returning id)
                  insert into graphile_worker._private_jobs (task_id, attempts, max_attempts) select id, 25, 25 from task";
    run(walk.portal.pool(), failed).await;
    let job = sqlx::query_scalar!(r#"select max(id) as "job!" from graphile_worker._private_jobs where attempts = 25"#);
    let job = job.fetch_one(walk.portal.pool()).await.expect("a job");
    walk.call::<RetryJob>(&ict, json!({ "jobId": job.to_string() })).await;
    let window = json!({ "fromDay": "2026-12-01", "fromTime": "22:00", "toDay": "2026-12-02", "toTime": "06:00" });
    walk.call::<SetMethodWindow>(&ict, json!({ "paymentMethod": "CHEQUE", "window": window })).await;
    let form = announcements::form("Downtime");
    let written = walk.call::<WriteAnnouncement>(&ict, json!({ "form": form })).await;
    let about = |version: i32| json!({ "announcementId": written["announcementId"], "version": version, "form": form });
    walk.call::<ChangeAnnouncement>(&ict, about(1)).await;
    walk.call::<WithdrawAnnouncement>(&ict, about(2)).await;
}

//! Changes of accounts, groups, files, notifications and operations.

use gridbill_core::accounting::{
    GetAccountingDocuments, RemoveAccountingProfile, RepeatAccountingRun, RunAccounting, SaveAccountingProfile,
    SetAccountingNumbers,
};
use gridbill_core::accounts::groups::{AssignAccounts, CreateGroup, DeleteGroup, RemoveAccounts, UpdateGroup};
use gridbill_core::accounts::{
    AddAccounts, PendingSubmit, RemoveChildAccount, RemoveChildAccounts, RemoveFromPending, UpdateMultipleAccounts,
    UpdateProfile,
};
use gridbill_core::announcements::{ChangeAnnouncement, WithdrawAnnouncement, WriteAnnouncement};
use gridbill_core::approvals::{
    ApproveProposal, CreateProposal, DecideApprovalPolicy, DelegateApproval, RefuseProposal, ReleaseProposal,
    SetApprovalPolicy, WithdrawProposal,
};
use gridbill_core::costs::{RemoveCostCentre, SaveCostCentre, SetAccountCodings, SetGroupCoding};
use gridbill_core::downloads::{CancelDownload, DownloadBills, DownloadCombinedStatement, ExportList, RetryDownload};
use gridbill_core::findings::{
    DismissFindings, MuteAccount, ReleaseBatch, ReopenFindings, SetAuditSettings, TurnDownBatchRelease, UnmuteAccount,
};
use gridbill_core::notifications::{DeleteLogs, GetNotificationLogs, ReadLogs, RestoreLogs};
use gridbill_core::operations::{RetryJob, SetMethodWindow};
use gridbill_core::queries::{AnswerQuery, AssignQuery, CloseQuery, OpenQuery, ReplyToQuery};
use serde_json::json;

use super::Walk;
use crate::accounts::{self, FIRST};
use crate::announcements;
use crate::support::given::{self, SINAR, account_of};
use crate::support::sql;

pub(super) async fn downloads(walk: &mut Walk) {
    let (master, _) = walk.person("master@sinar.example").await;
    let asked = json!({ "list": "accounts", "request": { "id": SINAR }, "format": "csv" });
    let made = walk.call::<ExportList>(&master, asked).await;
    let bills = given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    walk.call::<DownloadBills>(&master, json!({ "id": SINAR, "invoiceNos": bills })).await;
    walk.call::<DownloadCombinedStatement>(&master, json!({ "id": SINAR, "statementPeriod": 3 })).await;
    sql::run_script(
        walk.portal.pool(),
        "update download set state = 'failed', code = 'Unexpected', file_id = null, bytes = null, sha256 = null",
    )
    .await;
    let about = json!({ "downloadId": made["downloadId"] });
    walk.call::<RetryDownload>(&master, about.clone()).await;
    walk.call::<CancelDownload>(&master, about).await;
}

/// Notifications that staff got about customers' payments.
pub(super) async fn notifications(walk: &mut Walk) {
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let told = pccr.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
    let chosen = json!({ "list": [told["items"][0]["id"]] });
    walk.call::<ReadLogs>(&pccr, chosen.clone()).await;
    let deleted = walk.call::<DeleteLogs>(&pccr, chosen).await;
    walk.call::<RestoreLogs>(&pccr, json!({ "changedAt": deleted["changedAt"] })).await;
}

pub(super) async fn companies(walk: &mut Walk) {
    let pool = walk.portal.pool();
    let tagged = given::bills(pool, SINAR, 12, "100.00").await;
    let tagged: Vec<_> = tagged.iter().rev().map(|bill| account_of(bill).to_string()).collect();
    accounts::known(pool, &accounts::numbers(0, 4), true).await;
    let failed = "insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type)
                  select '3000000001', '21790000000' || n, 1, 'Chong', now(), now(), 'notFound' from generate_series(1, 4) n";
    sql::run_script(pool, failed).await;
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
    // Removing the last error of a company approved with errors also changes its application.
    let with_errors = "update bulk_account set registration_status = 6 where bulk_id = '3000000002';
                       insert into registration (registration_id, person_id, status, business_type, registration_no,
                                                 company_name, form, submissions, submitted_at, bulk_id, created_at, updated_at)
                       select gen_random_uuid(), person_id, 6, 2, '3000000002', 'Majlis', '{}', 1, now(), bulk_id, now(), now()
                       from person where email = 'master@majlis.example';
                       insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type)
                       values ('3000000002', '217900000005', 1, 'Endon', now(), now(), 'notFound')";
    sql::run_script(walk.portal.pool(), with_errors).await;
    walk.call::<RemoveFromPending>(&pccr, json!({ "bulkId": given::MAJLIS, "accounts": ["217900000005"] })).await;
    let settled = walk.written().await;
    assert!(settled.contains(&"registration.status".to_owned()), "{settled:?}");
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

pub(super) async fn groups(walk: &mut Walk) {
    let (keeper, _) = walk.person("keeper@sinar.example").await;
    let made = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [] });
    let group = walk.call::<CreateGroup>(&keeper, made).await["groupId"].clone();
    let accounts = json!({ "groupId": group, "accountNumbers": [FIRST] });
    walk.call::<UpdateGroup>(&keeper, json!({ "groupId": group, "groupName": "Selatan" })).await;
    walk.call::<AssignAccounts>(&keeper, accounts.clone()).await;
    walk.call::<RemoveAccounts>(&keeper, accounts.clone()).await;
    walk.call::<AssignAccounts>(&keeper, accounts).await;
    for code in ["HQ", "PLANT"] {
        let centre = json!({ "id": SINAR, "code": code, "name": "Head office", "isActive": true, "isNew": true });
        walk.call::<SaveCostCentre>(&keeper, centre).await;
    }
    walk.call::<RemoveCostCentre>(&keeper, json!({ "id": SINAR, "code": "PLANT" })).await;
    let parts = json!([{ "code": "HQ", "share": 10_000, "ledgerAccount": "6100" }]);
    let period = json!({ "from": "2026-01-01", "parts": parts });
    let coding = json!({ "id": SINAR, "accounts": [{ "accountNo": FIRST, "periods": [period] }] });
    walk.call::<SetAccountCodings>(&keeper, coding).await;
    walk.call::<SetGroupCoding>(&keeper, json!({ "id": SINAR, "groupId": group, "parts": parts })).await;
    walk.call::<DeleteGroup>(&keeper, json!({ "groupId": group })).await;
}

pub(super) async fn accounting(walk: &mut Walk) {
    given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let save = |name: &str| json!({ "id": SINAR, "draft": crate::accounting::journal(name) });
    let spare = walk.call::<SaveAccountingProfile>(&payer, save("Spare")).await;
    let spare = json!({ "id": SINAR, "profileId": spare["profileId"], "version": 1 });
    walk.call::<RemoveAccountingProfile>(&payer, spare).await;
    let profile = walk.call::<SaveAccountingProfile>(&payer, save("Books")).await["profileId"].clone();
    let run = json!({ "id": SINAR, "profileId": profile, "version": 1, "isSample": false });
    walk.call::<RunAccounting>(&payer, run).await;
    let again = json!({ "id": SINAR, "profileId": profile, "runNo": 1 });
    walk.call::<RepeatAccountingRun>(&payer, again).await;
    let documents = payer.call_raw::<GetAccountingDocuments>(json!({ "id": SINAR })).await.expect("documents");
    let number = json!({ "documentNo": documents["items"][0]["documentNo"], "theirNo": "PI-1" });
    let numbers = json!({ "id": SINAR, "profileId": profile, "numbers": [number] });
    walk.call::<SetAccountingNumbers>(&payer, numbers).await;
}

pub(super) async fn queries(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    let (payer, _) = walk.person("payer@sinar.example").await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    let asked = json!({ "id": SINAR, "invoiceNo": bills[0], "message": "Why?" });
    let query = walk.call::<OpenQuery>(&payer, asked).await["queryId"].clone();
    walk.call::<AssignQuery>(&pccr, json!({ "queryId": query, "toMe": true, "version": 1 })).await;
    walk.call::<AnswerQuery>(&pccr, json!({ "queryId": query, "message": "It is right.", "version": 2 })).await;
    walk.call::<ReplyToQuery>(&payer, json!({ "queryId": query, "message": "Look again." })).await;
    walk.call::<CloseQuery>(&payer, json!({ "queryId": query })).await;
}

pub(super) async fn approvals(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 3, "100.00").await;
    let (master, master_id) = walk.person("master@sinar.example").await;
    let (payer, payer_id) = walk.person("payer@sinar.example").await;
    let policy = |from: &str| {
        let step = json!({ "mode": "any", "userIds": [payer_id, master_id] });
        json!({ "layers": [{ "from": from, "steps": [step] }] })
    };
    let set = |from: &str, version: i64| json!({ "id": SINAR, "policy": policy(from), "version": version });
    walk.call::<SetApprovalPolicy>(&master, set("0.00", 0)).await;
    walk.call::<SetApprovalPolicy>(&master, set("1.00", 1)).await;
    walk.call::<DecideApprovalPolicy>(&payer, json!({ "id": SINAR, "version": 2, "isConfirmed": true })).await;
    let until = json!({ "id": SINAR, "toUserId": master_id, "until": "2026-11-30" });
    walk.call::<DelegateApproval>(&payer, until).await;
    let mut proposals = Vec::new();
    for bill in &bills {
        let proposed = json!({ "id": SINAR, "invoiceNos": [bill], "totalAmount": "100.00" });
        proposals.push(walk.call::<CreateProposal>(&payer, proposed).await["proposalId"].clone());
    }
    walk.call::<ApproveProposal>(&master, json!({ "proposalId": proposals[0], "step": 1 })).await;
    let refused = json!({ "proposalId": proposals[1], "step": 1, "reason": "Too high" });
    walk.call::<RefuseProposal>(&master, refused).await;
    walk.call::<WithdrawProposal>(&payer, json!({ "proposalId": proposals[2] })).await;
    let reference = json!({ "number": "EFTPROPOSED", "amount": "100.00" });
    let released = json!({ "proposalId": proposals[0], "paymentMethod": "EFT_GIRO", "bankId": given::BANK,
                           "referenceNumbers": [reference] });
    // A release needs a second factor. With it the payer could not sign in by the password alone.
    let factor = format!(
        "insert into factor (factor_id, person_id, kind, name, added_at, secret)
         values (gen_random_uuid(), '{payer_id}', 'totp', 'App', now(), 'secret')"
    );
    sql::run_script(walk.portal.pool(), &factor).await;
    walk.call::<ReleaseProposal>(&payer, released).await;
    sql::run_script(walk.portal.pool(), "delete from factor").await;
    // Later calls pay directly.
    let off = json!({ "id": SINAR, "policy": { "layers": [] }, "version": 2 });
    walk.call::<SetApprovalPolicy>(&master, off).await;
    walk.call::<DecideApprovalPolicy>(&payer, json!({ "id": SINAR, "version": 3, "isConfirmed": true })).await;
}

pub(super) async fn findings(walk: &mut Walk) {
    let bills = given::bills(walk.portal.pool(), SINAR, 1, "100.00").await;
    let found = format!(
        r#"insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake, found_at)
           select bulk_id, invoice_no, 'zeroUse', account_no, bill_batch_id, invoice_date, 'open', '{{"rule": "zeroUse"}}', 0, now()
           from bill where invoice_no = '{}'"#,
        bills[0]
    );
    sql::run_script(walk.portal.pool(), &found).await;
    let id = sql::value::<i64>(walk.portal.pool(), "select finding_id from finding", &[]).await;
    let (master, _) = walk.person("master@sinar.example").await;
    let ids = json!([id.to_string()]);
    walk.call::<DismissFindings>(&master, json!({ "id": SINAR, "findingIds": ids, "reason": "Closed" })).await;
    walk.call::<ReopenFindings>(&master, json!({ "id": SINAR, "findingIds": ids })).await;
    let account_no = account_of(&bills[0]).to_string();
    let rule = json!({ "id": SINAR, "accountNo": account_no, "rule": "gap" });
    let mut muted = rule.clone();
    muted["until"] = json!("2026-12-01");
    muted["reason"] = json!("Closed");
    walk.call::<MuteAccount>(&master, muted).await;
    walk.call::<UnmuteAccount>(&master, rule).await;
    let settings = json!({ "id": SINAR, "settings": { "gapDays": 3 }, "version": 0 });
    walk.call::<SetAuditSettings>(&master, settings).await;
    sql::run_script(
        walk.portal.pool(),
        "insert into batch_review (bill_batch_id, extraction_date, state) values ('2800000099', '2026-11-01', 'waiting')",
    )
    .await;
    let (pccr, _) = walk.person("pccr@utility.example").await;
    sql::run_script(
        walk.portal.pool(),
        "update batch_review set proposed_by = person_id, proposed_at = now(), proposed_reason = 'Checked'
         from person where email = 'pccr@utility.example'",
    )
    .await;
    walk.call::<TurnDownBatchRelease>(&pccr, json!({ "billBatchId": "2800000099", "reason": "Wrong readings" })).await;
    walk.call::<ReleaseBatch>(&pccr, json!({ "billBatchId": "2800000099", "reason": "A cold month" })).await;
}

pub(super) async fn operators(walk: &mut Walk) {
    let (ict, _) = walk.person("ict@utility.example").await;
    let failed = "with task as (insert into graphile_worker._private_tasks (identifier) values ('broken') returning id)
                  insert into graphile_worker._private_jobs (task_id, attempts, max_attempts) select id, 25, 25 from task";
    sql::run_script(walk.portal.pool(), failed).await;
    let query = "select max(id) from graphile_worker._private_jobs where attempts = 25";
    let job = sql::value::<i64>(walk.portal.pool(), query, &[]).await;
    walk.call::<RetryJob>(&ict, json!({ "jobId": job.to_string() })).await;
    let window = json!({ "fromDay": "2026-12-01", "fromTime": "22:00", "toDay": "2026-12-02", "toTime": "06:00" });
    walk.call::<SetMethodWindow>(&ict, json!({ "paymentMethod": "CHEQUE", "window": window })).await;
    let form = announcements::form("Downtime");
    let written = walk.call::<WriteAnnouncement>(&ict, json!({ "form": form })).await;
    let about = |version: i32| json!({ "announcementId": written["announcementId"], "version": version, "form": form });
    walk.call::<ChangeAnnouncement>(&ict, about(1)).await;
    walk.call::<WithdrawAnnouncement>(&ict, about(2)).await;
}

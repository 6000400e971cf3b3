//! Data that the demo guarantees.

use std::collections::HashSet;

use gridbill::auth::factors::totp;
use gridbill::demo::{self, Demo};
use gridbill::serve::jobs::remind_of_data_requests;
use gridbill_core::bills::{BatchColour, BillState, batch_colour, bill_state};
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::home::{GetHome, GetStaffHome};
use gridbill_core::identity::factors::CompleteSignIn;
use gridbill_core::identity::{GetUserProfile, Login};
use gridbill_core::number::RegistrationId;
use gridbill_core::payments::Status;
use gridbill_core::personal_data::breaches::GetBreach;
use gridbill_core::queries::QueryState;
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, BulkUserRegistrationTable, DownloadDeclarationForm, GetRegistrationApplication,
    GetRegistrationApplicationByID, RegistrationFilter, RegistrationForm, RegistrationIdRequest, RegistrationStatus,
    RegistrationsRequest, UpdateBulkAccountRegistrationStatus,
};
use gridbill_core::staff::{GetTNBUsersCards, GetUsersCards};
use gridbill_core::team::{GetManageUsersCards, GetManageUsersTable};
use gridbill_core::{Day, Money};
use sqlx::types::Json;

use crate::check::broken;
use crate::support::clock::{noon, today};
use crate::support::portal::until;
use crate::support::{Portal, sql};

pub const DEMO: Demo = Demo { bills: None, bulk_accounts: 6, seed: 2026 };

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_on_show_and_a_second_run_changes_nothing() {
    let portal = Portal::with_demo().await;
    assert!(broken(&portal).await.values().all(|broken| *broken == 0));
    let query = "select b.bulk_id, count(*), count(distinct b.account_no),
                        (select count(*) from account_group g where g.bulk_id = b.bulk_id)
                 from person p join bill b using (bulk_id) where p.email = 'master@sinar.example' group by 1";
    let (bulk_id, sinar_bills, accounts, groups) =
        sql::row::<(Option<String>, i64, i64, i64)>(portal.pool(), query, &[]).await;
    assert_eq!((sinar_bills, accounts, groups), (50_000, 2_000, 12));
    let query = "select distinct status from payment where bulk_id = $1";
    let statuses: HashSet<_> = sql::values::<Status>(portal.pool(), query, &[&bulk_id]).await.into_iter().collect();
    assert_eq!(statuses.len(), Status::ALL.len() - 1, "all but \"payment required\": {statuses:?}");
    let query = "select total_amount_payable as amount, status, due_date as due, extraction_date as extracted,
                        current_charge <= 0 as no_charge, disable_payment
                 from bill where bulk_id = $1 and bill_is_unpaid(status)";
    let bills = sql::rows::<UnpaidBill>(portal.pool(), query, &[&bulk_id]).await;
    let states: Vec<_> =
        bills.iter().map(|bill| bill_state(bill.amount, bill.status, None, bill.due, today())).collect();
    for state in
        [BillState::NoActionRequired, BillState::PaymentRequired, BillState::PaymentOverdue, BillState::NoDueDate]
    {
        assert!(states.contains(&state), "{state:?}");
    }
    for colour in [BatchColour::Green, BatchColour::Orange, BatchColour::Red] {
        assert!(bills.iter().any(|bill| batch_colour(bill.extracted, today()) == colour), "{colour:?}");
    }
    assert!(bills.iter().any(|bill| bill.disable_payment) && bills.iter().any(|bill| bill.no_charge));
    // Five hundred bills of three batches, below FPX's limit: the journey of the documentation.
    let newest = today().plus_days(-7);
    let newest: Vec<_> = bills.iter().filter(|bill| bill.extracted > newest).collect();
    let total = Money::sum(newest.iter().map(|bill| bill.amount)).expect("a total");
    assert_eq!(newest.len(), 500);
    assert!(gridbill_core::payments::PaymentMethod::Fpx.check_amount(total).is_ok(), "{total}");

    let size = || sql::value::<i64>(portal.pool(), "select count(*) from fact", &[]);
    let before = size().await;
    demo::run(&portal.app, &DEMO).await.expect("nothing to do");
    assert_eq!(size().await, before);
    portal.sign_in("payer@sinar.example").await;
    portal.sign_in_staff("pccr@utility.example").await;
    a_second_factor_is_on_show(&portal).await;
    people_of_every_kind_are_on_show(&portal).await;
    applications_of_every_state_are_on_show(&portal).await;
    queries_are_on_show(&portal).await;
    personal_data_is_on_show(&portal).await;
}

/// Two open requests about personal data, one of which is due in two days, and a breach with both notifications.
async fn personal_data_is_on_show(portal: &Portal) {
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let home = ict.call_raw::<GetStaffHome>(serde_json::json!({})).await.expect("home");
    let due = today().plus_days(2).to_string();
    assert_eq!(home["dataRequests"], serde_json::json!({ "count": 2, "late": 0, "due": due }));
    assert_eq!(home["breaches"]["count"], 0);
    let request = serde_json::json!({ "number": "BR-1" });
    let breach = ict.call_raw::<GetBreach>(request).await.expect("a breach");
    assert_eq!(breach["versions"].as_array().expect("versions").len(), 2);
    // The reminders of the past are not sent again.
    let facts = || sql::value::<i64>(portal.pool(), "select count(*) from fact", &[]);
    let before = facts().await;
    remind_of_data_requests(&portal.app).await.expect("no reminders");
    assert_eq!(facts().await, before);
}

/// Open, answered and accepted queries, of which only the one about an unpaid bill holds its bill.
async fn queries_are_on_show(portal: &Portal) {
    let states = sql::values::<QueryState>(portal.pool(), "select state from bill_query order by opened_at", &[]).await;
    assert_eq!(states, [QueryState::Accepted, QueryState::Answered, QueryState::Open, QueryState::Open]);
    let query = "select bulk_id from bill_on_hold where cause = 'query'";
    let held = sql::values::<String>(portal.pool(), query, &[]).await;
    assert_eq!(held, ["3010000133"]);
    let master = portal.sign_in("master@sinar.example").await;
    let home = master.call_raw::<GetHome>(serde_json::json!({ "id": "3010000017" })).await.expect("home");
    assert_eq!(home["queries"], serde_json::json!({ "open": 1, "answered": 1 }));
}

/// Users who use the portal, who do not, who were invited, and who never activated.
async fn people_of_every_kind_are_on_show(portal: &Portal) {
    let master = portal.sign_in("master@sinar.example").await;
    let bulk_id = master.call::<GetUserProfile>(Nothing {}).await.expect("a profile").bulk_id.expect("a bulk account");
    let request = serde_json::json!({ "id": bulk_id });
    let cards = master.call_raw::<GetManageUsersCards>(request.clone()).await.expect("cards");
    let figures = ["total", "active", "inactive", "invitesPending"].map(|name| cards[name].as_i64().expect("a figure"));
    assert_eq!(figures, [10, 6, 2, 2]);
    let table = master.call_raw::<GetManageUsersTable>(request).await.expect("a list");
    let rows = table["items"].as_array().expect("rows");
    assert_eq!(rows[0]["email"], "master@sinar.example");
    assert!(rows.iter().filter(|row| row["nickname"].is_string()).count() >= 4);
    let now = noon().to_string();
    let expiries = rows.iter().filter_map(|row| row["invitationExpiresAt"].as_str());
    let expired: Vec<_> = expiries.map(|at| at < now.as_str()).collect();
    assert_eq!(expired.iter().filter(|expired| **expired).count(), 1, "{expired:?}");
    assert_eq!(expired.len(), 2);
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let staff = ict.call::<GetTNBUsersCards>(Nothing {}).await.expect("cards");
    assert_eq!((staff.total, staff.active, staff.inactive, staff.invites_pending), (6, 4, 1, 1));
    let business = ict.call::<GetUsersCards>(Nothing {}).await.expect("cards");
    assert_eq!((business.inactive, business.invites_pending), (2, 1));
    let without = sql::value::<i64>(portal.pool(), "select count(*) from person where mobile_no is null", &[]).await;
    assert_eq!(without, 0);
}

/// The documented secret makes the code of the user with a second factor.
async fn a_second_factor_is_on_show(portal: &Portal) {
    let visitor = portal.visitor();
    let request = serde_json::json!({ "username": "accounts.payable@sinar.example", "password": "Gridbill-demo1" });
    let asked = visitor.call_raw::<Login>(request).await.expect("a challenge");
    assert_eq!(asked["accessToken"], serde_json::Value::Null);
    let code = totp::code(b"gridbill demo secret", totp::step(portal.app.now())).expect("a code");
    let request = serde_json::json!({ "handle": asked["challenge"]["handle"], "totp": code });
    let tokens = visitor.call_raw::<CompleteSignIn>(request).await.expect("signed in");
    assert!(tokens["accessToken"].is_string());
    assert_eq!(totp::base32(b"gridbill demo secret"), "M5ZGSZDCNFWGYIDEMVWW6IDTMVRXEZLU");
}

/// One application in each state, and one that staff can approve with its accounts and bills.
async fn applications_of_every_state_are_on_show(portal: &Portal) {
    let query = "select distinct status from registration order by status";
    let statuses = sql::values::<RegistrationStatus>(portal.pool(), query, &[]).await;
    assert_eq!(statuses, RegistrationStatus::ALL);
    let query = "
        select count(*) from bulk_account b join registration r using (bulk_id)
        where r.status = b.registration_status and r.person_id in (select person_id from person where role = 'master')
          and b.details ->> 'companyName' = b.company_name";
    let bulk_accounts = sql::value::<i64>(portal.pool(), query, &[]).await;
    assert_eq!(bulk_accounts, 6);
    let new = portal.sign_in("new@baru.example").await;
    assert!(new.call::<GetRegistrationApplication>(Nothing {}).await.expect("an answer").is_none());
    let draft = portal.sign_in("draft@seriwangi.example").await;
    let draft = draft.call::<GetRegistrationApplication>(Nothing {}).await.expect("an answer").expect("a draft");
    assert!(draft.total_accounts > 0 && draft.declaration.is_none());
    for (email, status) in [
        ("asked@mutiara.example", RegistrationStatus::RequestForInfo),
        ("rejected@lumut.example", RegistrationStatus::Rejected),
    ] {
        let who = portal.sign_in(email).await;
        let application = who.call::<GetRegistrationApplication>(Nothing {}).await.expect("an answer").expect("one");
        assert_eq!((application.status, application.remark.is_some()), (status, true), "{email}");
    }
    let teraju = portal.sign_in("master@teraju.example").await;
    let profile = teraju.call::<GetUserProfile>(Nothing {}).await.expect("a profile");
    assert_eq!(profile.registration_status_id, 6);

    // Submitted forms are complete, although no user typed them.
    let query = "select s.form, company_name,
                        array(select account_no from registration_account a
                              where a.registration_id = s.registration_id and a.submission = s.submission)
                 from registration_submission s join registration using (registration_id)";
    let forms = sql::rows::<(Json<RegistrationForm>, String, Vec<String>)>(portal.pool(), query, &[]).await;
    for (form, company_name, accounts) in forms {
        let accounts: Vec<_> = accounts
            .into_iter()
            .map(|account_no| ApplicationAccount {
                account_no,
                reference_id: None,
                is_select: true,
                source: AccountSource::Auto,
            })
            .collect();
        let checked = gridbill_core::registration::check_application(&form, &accounts, None);
        assert!(checked.is_ok(), "{company_name}: {checked:?}");
    }

    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let filter = RegistrationFilter { search: Some("cahaya".to_owned()), ..RegistrationFilter::default() };
    let request = RegistrationsRequest { filter, ..RegistrationsRequest::default() };
    let page = staff.call::<BulkUserRegistrationTable>(request).await.expect("a list");
    let id = &page.items[0].registration_id;
    let named = RegistrationIdRequest { id: RegistrationId(id.clone()) };
    let seen = staff.call::<GetRegistrationApplicationByID>(named).await.expect("an application");
    assert_eq!((seen.submission, seen.accounts_added, seen.changes.len()), (2, 2, 1));
    let (status, file) = staff.send(&DownloadDeclarationForm::ENTRY, serde_json::json!({ "id": id })).await;
    assert_eq!(status, 200);
    gridbill_core::registration::declaration::check(&file).expect("a declaration as customers may send one");
    staff
        .call_raw::<UpdateBulkAccountRegistrationStatus>(
            serde_json::json!({ "registrationId": id, "action": "approve" }),
        )
        .await
        .expect("approved");
    portal.work();
    until("both are processed", async || {
        let query = "select count(*) from registration where status = $1";
        let approved = sql::value::<i64>(portal.pool(), query, &[&(RegistrationStatus::Approved as i16)]).await;
        (approved == 6).then_some(())
    })
    .await;
    assert!(broken(portal).await.values().all(|broken| *broken == 0));
    let query = "select count(*) from bill b join registration r using (bulk_id) where r.company_name like 'Cahaya%'";
    let bills = sql::value::<i64>(portal.pool(), query, &[]).await;
    assert_eq!(bills, page.items[0].total_accounts);
}

/// A bill of the demo.
#[derive(sqlx::FromRow)]
struct UnpaidBill {
    amount: Money,
    status: Status,
    due: Option<Day>,
    extracted: Day,
    no_charge: bool,
    disable_payment: bool,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_in_use_gets_no_demo() {
    // A folder of its own, because another test may be making the demo in the folder of all tests.
    let folder = std::env::temp_dir().join(format!("gridbill-no-demo-{}", std::process::id()));
    let data = folder.display().to_string();
    let portal = Portal::with_people_and(&["--data", &data]).await;
    let refused = demo::run(&portal.app, &DEMO).await.expect_err("a refusal").to_string();
    assert!(refused.contains("in use"), "{refused}");
    let few = Demo { bills: Some(100), ..DEMO };
    let portal = Portal::with(&["--data", &data]).await;
    assert!(demo::run(&portal.app, &few).await.is_err());
    std::fs::remove_dir_all(folder).expect("removed");
}

//! Home of staff: the number and age of pending items that each role may see, read through partial indexes.

use chrono::TimeDelta;
use gridbill_core::accounts::GetBulkChildAccountErrorForAdmin;
use gridbill_core::endpoint::{Endpoint, Nothing};
use gridbill_core::home::{GetStaffHome, StaffHome, Waiting};
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{GetAdminAllPayments, GetAdminPendingPayments, RequestReconciliation};
use gridbill_core::registration::{BulkUserRegistrationTable, ReviewAction};
use gridbill_core::staff::GetTNBUsersTable;
use gridbill_core::{Code, Instant};
use serde_json::{Value, json};

use crate::registration::{applicant, decide, known};
use crate::support::clock::noon;
use crate::support::given::{self, SINAR, eft};
use crate::support::plans::{self, nodes};
use crate::support::{Actor, Portal, money, sql};

const PCCR: &str = "pccr@utility.example";

async fn home(actor: &Actor) -> StaffHome {
    actor.call::<GetStaffHome>(Nothing {}).await.expect("home")
}

const fn waiting(count: i64, since: Instant) -> Waiting {
    Waiting { count, since: Some(since) }
}

const NONE: Waiting = Waiting { count: 0, since: None };

/// Returns the total of a list.
async fn listed<E: Endpoint>(actor: &Actor, request: Value) -> Value {
    actor.call_raw::<E>(request).await.expect("a list")["total"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_sees_what_it_may_also_when_nothing_waits() {
    let portal = Portal::with_people().await;
    let [pccr, glb, ict] = [PCCR, "glb@utility.example", "ict@utility.example"];
    for email in [pccr, glb] {
        let home = home(&portal.sign_in_staff(email).await).await;
        let payments = home.payments.expect("payments");
        assert_eq!((payments.count, payments.since, payments.amount), (0, None, money("0.00")), "{email}");
        for nothing in [home.reconciling, home.registrations, home.asked, home.accounts, home.gateway] {
            assert_eq!(nothing, Some(NONE), "{email}");
        }
    }
    let theirs = home(&portal.sign_in_staff(ict).await).await;
    assert_eq!((theirs.payments, theirs.reconciling, theirs.registrations, theirs.asked), (None, None, None, None));
    assert_eq!((theirs.accounts, theirs.gateway, theirs.jobs, theirs.emails), (Some(NONE), Some(NONE), NONE, NONE));
    assert_eq!(theirs.people.map(|people| (people.total, people.invited)), Some((3, NONE)));
    let master = portal.sign_in("master@sinar.example").await;
    assert_eq!(master.call::<GetStaffHome>(Nothing {}).await.expect_err("not staff").code(), Code::Forbidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_staff_figure_equals_its_list_and_has_an_age() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let staff = portal.sign_in_staff(PCCR).await;
    let mut made = Vec::new();
    for bill in &bills[..3] {
        made.push(payer.call::<MakePayment>(eft(std::slice::from_ref(bill), "100.00")).await.expect("a payment"));
        portal.advance(TimeDelta::minutes(1));
    }
    // The first payment goes back to its customer, so the second one is the oldest that awaits the utility.
    let missing =
        json!({ "eBulkPaymentID": made[0].e_bulk_payment_id, "reconcileType": 1, "reconcileAmount": "30.00" });
    staff.call_raw::<RequestReconciliation>(missing).await.expect("reconciled");
    let asked_at = portal.app.now();
    for (place, email) in ["new1@baru.example", "new2@baru.example", "new3@baru.example"].into_iter().enumerate() {
        let (roc, series) = (format!("2020000000{place}0"), i32::try_from(place).expect("small"));
        let numbers = known(portal.pool(), &roc, series, 1).await;
        let id = applicant(&portal, email).await.register(&roc, &numbers).await.expect("submitted").registration_id;
        if place == 0 {
            decide(&staff, &id, ReviewAction::RequestForInfo, Some("More.")).await.expect("requested");
        }
        portal.advance(TimeDelta::minutes(1));
    }
    let query = "
        insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type, forgotten_at)
        select $1, '21000000010' || n, 1, 'Aminah', $2::timestamptz + n * interval '1 hour', now(), 'notFound',
               case when n = 1 then now() end from generate_series(1, 3) n";
    sql::run(portal.pool(), query, &[&SINAR, &noon().utc()]).await;
    let query = "
        insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, attempts, last_error)
        select gen_random_uuid(), 'a@b.example', 'en', 'S', 'T', 'H', $1::timestamptz + n * interval '1 hour', n, '550 no'
        from generate_series(0, 2) n";
    sql::run(portal.pool(), query, &[&noon().utc()]).await;
    portal
        .damage(
            "insert into fpx_alert (at, order_no, reason, settled_at)
             select timestamptz '2026-11-20T04:00:00Z' + n * interval '1 hour', 'O' || n, 'answerCode', case n when 0 then now() end
             from generate_series(0, 2) n;
             insert into graphile_worker._private_tasks (identifier) values ('broken');
             insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, updated_at, locked_at)
             select max(id), 25, 25, timestamptz '2026-11-20T04:00:00Z' + n * interval '1 hour', case n when 0 then now() end
             from graphile_worker._private_tasks, generate_series(0, 2) n group by n;
             update person set activated_at = null, created_at = timestamptz '2026-11-01T00:00:00Z' where email = 'ict@utility.example'",
        )
        .await;

    // The first token has expired.
    let staff = portal.sign_in_staff(PCCR).await;
    let after = |hours: i64| noon().plus_seconds(hours * 3600);
    let home = home(&staff).await;
    let payments = home.payments.expect("payments");
    assert_eq!((payments.count, payments.since, payments.amount), (2, Some(noon().plus_seconds(60)), money("200.00")));
    assert_eq!(home.reconciling, Some(waiting(1, noon())));
    assert_eq!(home.registrations, Some(waiting(2, asked_at.plus_seconds(60))));
    assert_eq!(home.asked, Some(waiting(1, asked_at)));
    assert_eq!(home.accounts, Some(waiting(2, after(2))));
    assert_eq!(home.gateway, Some(waiting(2, after(1))));
    assert_eq!(home.jobs, waiting(2, after(1)));
    assert_eq!(home.emails, waiting(2, after(1)));
    let people = home.people.expect("people");
    let invited = waiting(1, Instant::parse("2026-11-01T00:00:00Z").expect("an instant"));
    assert_eq!((people.total, people.invited), (3, invited));

    // The figures equal the totals of the lists that they link to.
    assert_eq!(listed::<GetAdminPendingPayments>(&staff, json!({})).await, json!(2));
    let reconciling = json!({ "filter": { "statuses": [7, 8] } });
    assert_eq!(listed::<GetAdminAllPayments>(&staff, reconciling).await, json!(1));
    for (status, count) in [(2, 2), (4, 1)] {
        let request = json!({ "filter": { "statuses": [status] } });
        assert_eq!(listed::<BulkUserRegistrationTable>(&staff, request).await, json!(count));
    }
    assert_eq!(listed::<GetBulkChildAccountErrorForAdmin>(&staff, json!({})).await, json!(2));
    let invited = json!({ "filter": { "activity": 3 } });
    assert_eq!(listed::<GetTNBUsersTable>(&staff, invited).await, json!(1));
}

/// Inserts many rows that are not pending, and five pending rows of each kind.
const SEED: &str = "
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    select '3001' || lpad(n::text, 6, '0'), 'Company ' || n, 'R' || n, 2, '2026-01-01' from generate_series(1, 2000) n;
    insert into person (person_id, email, name, role, bulk_id, is_staff, activated_at, created_at)
    select gen_random_uuid(), 'viewer' || n || '@company.example', 'Viewer', 'viewer', '3001' || lpad((1 + n % 2000)::text, 6, '0'),
           false, '2026-01-01', '2026-01-01' from generate_series(1, 10000) n;
    insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by, requested_at)
    select gen_random_uuid(), 'P' || lpad(n::text, 13, '0'), '3001' || lpad((1 + n % 2000)::text, 6, '0'), 'EFT_GIRO',
           case when n <= 5 then 2 when n <= 10 then 7 else 4 end, 100, 1, 1, (select person_id from person limit 1),
           timestamptz '2026-06-01' + n * interval '1 minute' from generate_series(1, 50000) n;
    insert into registration (registration_id, person_id, status, business_type, registration_no, form, submissions,
                              submitted_at, reviewed_at, created_at, updated_at, answer_by)
    select gen_random_uuid(), person_id, case when n <= 5 then 2 when n <= 10 then 4 else 3 end, 2, 'A' || n, '{}', 1, now(), now(),
           now(), now(), case when n between 6 and 10 then date '2026-12-20' end
    from (select person_id, row_number() over () as n from person where not is_staff) p;
    insert into tagging (bulk_id, account_no, action, requested_by_name, requested_at, done_at, error_type, forgotten_at)
    select '3001' || lpad((1 + n % 2000)::text, 6, '0'), '21' || lpad(n::text, 10, '0'), 1, 'A', now(), now(),
           case when n <= 10 then 'notFound' end, case when n <= 5 then now() end from generate_series(1, 50000) n;
    insert into mail (mail_id, recipient, language, subject, created_at, accepted_at, attempts, body_text, body_html)
    select gen_random_uuid(), 'a@b.example', 'en', 'S', now(), case when n > 5 then now() end, 1, 'T', 'H'
    from generate_series(1, 20000) n;
    insert into fpx_alert (at, order_no, reason, settled_at)
    select now(), 'O' || n, 'answerCode', case when n > 5 then now() end from generate_series(1, 5000) n;
    analyze;
";
const LARGE: &[&str] = &["payment", "registration", "tagging", "mail", "person", "fpx_alert", "bill"];

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_are_not_pending_are_not_read() {
    let portal = Portal::with_people().await;
    portal.damage(SEED).await;
    // VACUUM marks pages as all-visible, as in a database that has been in use.
    sql::run_script(&mut portal.superuser().await, "vacuum analyze").await;
    let (plans, _observing) = plans::of(&portal).await;
    let (_app, address) = portal.second().await;
    let wire = crate::support::raw::RawClient::to(address);
    let token = crate::support::raw::bearer(&wire.sign_in(PCCR).await.0);
    plans.taken();
    let entry = &GetStaffHome::ENTRY;
    assert_eq!(wire.call(entry, &json!({}), "", &[("authorization", token.as_str())]).await.status, 200);
    let taken = plans.taken();
    let mut looked = 0;
    for plan in taken {
        let query = plan["Query Text"].as_str().unwrap_or_default();
        // Skip the session lookup.
        if !query.contains("min(") {
            continue;
        }
        looked += 1;
        let mut all = Vec::new();
        nodes(&plan["Plan"], &mut all);
        for node in
            all.into_iter().filter(|node| node["Relation Name"].as_str().is_some_and(|table| LARGE.contains(&table)))
        {
            let number = |name: &str| node[name].as_f64().unwrap_or_default();
            let rows =
                number("Actual Rows") + number("Rows Removed by Filter") + number("Rows Removed by Index Recheck");
            assert!(rows <= 10.0 && node["Node Type"] != "Seq Scan", "{rows} rows by {}: {query}", node["Node Type"]);
        }
    }
    assert_eq!(looked, 11);
}

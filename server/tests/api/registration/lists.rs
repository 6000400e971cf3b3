//! The staff's list of applications.

use gridbill_core::Code;
use gridbill_core::registration::{
    BulkUserRegistrationTable, GOVERNMENT, PRIVATE, RegistrationFilter, RegistrationRow, RegistrationStatus,
    RegistrationsRequest,
};

use crate::support::{Actor, Portal, sql};

/// Inserts applications in every state, most of them an hour apart and some at the same time.
async fn applications(portal: &Portal, count: i32) {
    let query = "
        with people as (
            insert into person (person_id, email, name, is_staff, activated_at, created_at)
            select gen_random_uuid(), 'p' || n || '@many.example', 'Person ' || n, false, now(), now()
            from generate_series(1, $1::int) n returning person_id, substr(name, 8)::int as n),
        files as (
            insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
            select gen_random_uuid(), person_id, 'D.pdf', 'pdf', 1, '', now() from people returning file_id, owner_id),
        made as (
            insert into registration (registration_id, person_id, status, business_type, registration_no, company_name, form,
                                      declaration_id, submissions, submitted_at, created_at, updated_at, answer_by)
            select gen_random_uuid(), person_id, 1 + n % 5, 1 + n % 2, 'ROC-' || n, 'Syarikat ' || n || ' 50%_off', '{}',
                   file_id, 1, timestamptz '2026-11-20' - (n / 3) * interval '1 hour', now(), now(),
                   case when registration_awaits_answer((1 + n % 5)::smallint) then date '2026-12-20' end
            from people join files on owner_id = person_id returning registration_id, declaration_id)
        insert into registration_submission (registration_id, submission, form, declaration_id, accounts, submitted_at)
        select registration_id, 1, '{}', declaration_id, 7, now() from made";
    sql::run(portal.pool(), query, &[&count]).await;
}

async fn all(staff: &Actor, filter: &RegistrationFilter, rows: u32) -> Vec<RegistrationRow> {
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let request =
            RegistrationsRequest { record_count: Some(rows), cursor, filter: filter.clone(), ..Default::default() };
        let page = staff.call::<BulkUserRegistrationTable>(request).await.unwrap();
        assert!(page.items.len() <= rows as usize);
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            assert_eq!(found.len() as i64, page.total);
            return found;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_each_application_once_those_that_wait_longest_first() {
    let portal = Portal::with_people().await;
    applications(&portal, 100).await;
    let staff = portal.sign_in_staff("glb@utility.example").await;
    let everything = all(&staff, &RegistrationFilter::default(), 1_000).await;
    // Every fifth application is a draft.
    assert_eq!(everything.len(), 80);
    let key = |row: &RegistrationRow| (row.status as i16, row.submitted_date, row.registration_id.clone());
    assert!(everything.is_sorted_by_key(key));
    assert_eq!(everything[0].status, RegistrationStatus::PendingApproval);
    let ids = |rows: &[RegistrationRow]| rows.iter().map(|row| row.registration_id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&all(&staff, &RegistrationFilter::default(), 7).await), ids(&everything));
    for (filter, expected) in [
        (RegistrationFilter { statuses: Some(vec![RegistrationStatus::Rejected]), ..Default::default() }, 20),
        (RegistrationFilter { statuses: Some(vec![RegistrationStatus::Unregistered]), ..Default::default() }, 0),
        (RegistrationFilter { statuses: Some(vec![]), ..Default::default() }, 80),
        (RegistrationFilter { business_type: Some(GOVERNMENT), ..Default::default() }, 40),
        (
            RegistrationFilter {
                business_type: Some(PRIVATE),
                statuses: Some(vec![RegistrationStatus::PendingApproval, RegistrationStatus::PostProcessing]),
                ..Default::default()
            },
            20,
        ),
        (RegistrationFilter { search: Some("roc-11".to_owned()), ..Default::default() }, 1),
        (RegistrationFilter { search: Some(" 50%_OFF ".to_owned()), ..Default::default() }, 80),
        (RegistrationFilter { search: Some("50_%".to_owned()), ..Default::default() }, 0),
        (RegistrationFilter { search: Some(everything[3].application_id.to_uppercase()), ..Default::default() }, 1),
    ] {
        let found = all(&staff, &filter, 1_000).await;
        assert_eq!(found.len(), expected, "{filter:?}");
        assert!(found.iter().all(|row| row.total_accounts == 7 && row.submitted_by.starts_with("Person")));
    }
    let filter = RegistrationFilter { search: Some(" ab ".to_owned()), ..Default::default() };
    let refused = staff
        .call::<BulkUserRegistrationTable>(RegistrationsRequest { filter, ..RegistrationsRequest::default() })
        .await
        .unwrap_err();
    assert_eq!(refused.fields(), [("filter.search", Code::SearchTooShort)]);
}

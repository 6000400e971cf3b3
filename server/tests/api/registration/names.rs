//! One company in all notations of its number: `199801004512`, `465312-X`, or both.

use gridbill::check;
use gridbill_core::Code;
use gridbill_core::accounts::{
    BulkAccountsRequest, BulkIdForRocRequest, GetBulkAccountsTable, GetBulkIdForRoc, SearchCustomerViewMode,
    SearchViewRequest,
};
use gridbill_core::company::CompanyKey;
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, BulkUserRegistrationTable, GetAutoSuggestedAccounts,
    GetRegistrationDefaultValues, RegisterBulkAccount, RegisterBulkAccountRequest, RegistrationFilter,
    RegistrationStatus, RegistrationsRequest, ReviewAction, RocRequest, SuggestedRequest,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::Value;
use sqlx::PgPool;

use super::{Applicant, accounts, applicant, decide, form, known};
use crate::support::{Portal, given, sql};

const NEW: &str = "199801004512";
const OLD: &str = "465312-X";
const BOTH: &str = "199801004512 (465312-X)";
const NOTATIONS: [&str; 6] =
    [NEW, BOTH, "199801-004512", "465312x (199801004512)", "199801004512\u{a0}(465312\u{2011}X)", OLD];

/// Returns the accounts that the company's number finds, once the user has looked it up.
async fn suggested(user: &Applicant, roc: &str) -> Vec<String> {
    let request = SuggestedRequest { roc: roc.to_owned(), record_count: None, cursor: None };
    let page = user.actor.call::<GetAutoSuggestedAccounts>(request).await.expect("a page");
    page.items.into_iter().map(|one| one.account_no.to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_finds_its_accounts_in_every_notation() {
    let portal = Portal::with_people().await;
    let mut numbers = known(portal.pool(), BOTH, 1, 2).await;
    numbers.extend(known(portal.pool(), OLD, 2, 1).await);
    known(portal.pool(), "199801004513 (465312-X)", 3, 1).await;
    let user = applicant(&portal, "new@baru.example").await;
    for roc in [BOTH, "465312X (199801004512)"] {
        assert_eq!(suggested(&user, roc).await, numbers, "{roc}");
    }
    // Another number of 12 digits is another company, even with the same old number.
    assert_eq!(suggested(&user, NEW).await, numbers[..2]);
    assert_eq!(suggested(&user, "465312 x").await.len(), 4);
    let values = RocRequest { roc_no: "199801 004512".to_owned() };
    let values = user.actor.call::<GetRegistrationDefaultValues>(values).await.expect("values");
    assert_eq!((values.accounts, values.details.company_name.as_str()), (2, "Baru Berhad"));
    // The text stays as it was typed.
    assert_eq!(values.registration_no, "199801 004512");

    // The found accounts are the company's although the form has the number in another notation.
    let found: Vec<ApplicationAccount> =
        accounts(&numbers).into_iter().map(|one| ApplicationAccount { source: AccountSource::Auto, ..one }).collect();
    let request = RegisterBulkAccountRequest {
        form: form(BOTH, &user.file_id),
        terms_version: None,
        accounts: Some(found),
        draft_version: None,
    };
    user.actor.call::<RegisterBulkAccount>(request).await.expect("a submission");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_is_registered_once_in_whatever_notation() {
    let portal = Portal::with_people().await;
    portal.work();
    let numbers = known(portal.pool(), BOTH, 1, 3).await;
    let first = applicant(&portal, "first@baru.example").await;
    let submitted = first.register(BOTH, &numbers[..1]).await.expect("a submission");
    let second = applicant(&portal, "second@baru.example").await;
    let refusals = async |expected: Code| {
        for roc in NOTATIONS {
            assert_eq!(second.register(roc, &numbers[1..2]).await.unwrap_err().code(), expected, "{roc}");
            let values = RocRequest { roc_no: roc.to_owned() };
            let values = second.actor.call::<GetRegistrationDefaultValues>(values).await.expect("values");
            assert_eq!(values.refusal, Some(expected), "{roc}");
        }
    };
    refusals(Code::CompanyHasApplication).await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    decide(&staff, &submitted.registration_id, ReviewAction::Approve, None).await.expect("approved");
    first.stands(RegistrationStatus::Approved).await;
    refusals(Code::CompanyRegistered).await;

    // Staff find the company by either form.
    let query = "select bulk_id from bulk_account where registration_no = $1";
    let stored = sql::value::<String>(portal.pool(), query, &[&BOTH]).await;
    for roc in NOTATIONS {
        let request = BulkIdForRocRequest { roc: roc.to_owned() };
        let found = staff.call::<GetBulkIdForRoc>(request).await.expect("an answer").bulk_id;
        assert_eq!(found.map(|bulk_id| bulk_id.to_string()), Some(stored.clone()), "{roc}");
        let request = BulkAccountsRequest { search: Some(roc.to_owned()), ..BulkAccountsRequest::default() };
        assert_eq!(staff.call::<GetBulkAccountsTable>(request).await.expect("a page").total, 1, "{roc}");
        let filter = RegistrationFilter { search: Some(roc.to_owned()), ..RegistrationFilter::default() };
        let request = RegistrationsRequest { filter, ..RegistrationsRequest::default() };
        assert_eq!(staff.call::<BulkUserRegistrationTable>(request).await.expect("a page").total, 1, "{roc}");
        let request =
            SearchViewRequest { criteria: None, search_string: roc.to_owned(), cursor: None, record_count: None };
        assert_eq!(staff.call::<SearchCustomerViewMode>(request).await.expect("a page").total, 1, "{roc}");
    }
    // Another company with a number of its own is not held up.
    second.register("199801004513", &numbers[1..2]).await.expect("another company");
}

/// Each user writes the number in another way. Indexes alone would let one with only the old number pass.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_notations_at_the_same_time_registers_the_company() {
    let portal = Portal::with_people().await;
    let numbers = known(portal.pool(), BOTH, 1, 1).await;
    let mut people = Vec::new();
    for place in 0..6 {
        people.push(applicant(&portal, &format!("new{place}@baru.example")).await);
    }
    let notations = [BOTH, OLD, "465312X", "(465312-x)", "465312-X/199801004512", BOTH];
    let numbers = &numbers;
    let answers = people
        .iter()
        .zip(notations)
        .map(|(one, roc)| async move { one.register(roc, numbers).await.map_err(|no| no.code()) });
    let answers = futures::future::join_all(answers).await;
    let refused: Vec<Code> = answers.into_iter().filter_map(Result::err).collect();
    assert_eq!(refused, [Code::CompanyHasApplication; 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_and_core_read_company_numbers_alike() {
    let portal = Portal::with_people().await;
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../fixtures/rules/companies.json")).expect("the cases");
    let of_rule = cases.iter().filter(|case| case["rule"] == "company.key");
    let mut texts: Vec<String> =
        of_rule.map(|case| case["input"]["text"].as_str().expect("a text").to_owned()).collect();
    assert!(texts.len() > 30, "{}", texts.len());
    let mut random = ChaCha20Rng::seed_from_u64(59);
    let pieces = [
        "199801004512",
        "199801",
        "004512",
        "465312",
        "0",
        "12",
        "1234567",
        "012345678",
        "-",
        " ",
        "-X",
        "X",
        "TR",
        "LLP",
        "LGN",
        "(",
        ")",
        "/",
        ".",
        "&",
        "_",
        "A",
        "HQ",
    ];
    for _ in 0..20_000 {
        let parts = random.random_range(1..=6);
        let text: String = (0..parts).map(|_| pieces[random.random_range(0..pieces.len())]).collect();
        if let Ok(stored) = gridbill_core::company::parse_registration_no(&text) {
            texts.push(stored);
        }
    }
    let query = "select company_no(text), old_company_no(text)
                 from unnest($1::text[]) with ordinality as t (text, place) order by place";
    let read = sql::rows::<(Option<String>, Option<String>)>(portal.pool(), query, &[&texts]).await;
    let mut kinds = [0; 3];
    for (text, row) in texts.iter().zip(read) {
        let key = CompanyKey::of(text);
        kinds[usize::from(key.new.is_some()) + usize::from(key.old.is_some() && key.new.is_some())] += 1;
        assert_eq!((key.new, key.old), row, "{text}");
    }
    assert!(kinds.iter().all(|kind| *kind > 50), "{kinds:?}");
}

/// Makes the tables as they were before the migration, with these companies, and runs it.
async fn migrate(pool: &PgPool, companies: &[(&str, &str)]) -> Vec<String> {
    let mut db = pool.acquire().await.expect("a connection");
    let before = "
        begin;
        create schema before;
        set local search_path = before;
        set local statement_timeout = '5s';
        create table account_master (account_no text primary key, registration_no text not null);
        create index account_master_of_company on account_master (registration_no);
        create table bulk_account (bulk_id text primary key, registration_no text not null, created_at timestamptz not null,
                                   constraint bulk_account_registration_no_key unique (registration_no));
        create table registration (registration_id text primary key, registration_no text, status smallint not null,
                                   created_at timestamptz not null);
        create unique index one_live_application_of_a_company on registration (registration_no)
            where status in (2, 4, 5, 6, 7);";
    sql::run_script(&mut *db, before).await;
    for (bulk_id, number) in companies {
        let rows = format!(
            "insert into bulk_account values ('{bulk_id}', '{number}', '2026-01-01');
             insert into registration values ('{bulk_id}', '{number}', 2, '2026-01-01'),
                                             ('{bulk_id} draft', '{number}', 1, '2026-01-01');"
        );
        sql::run_script(&mut *db, &rows).await;
    }
    sql::run_script(&mut *db, include_str!("../../../../migrations/0034_company_numbers.sql")).await;
    let query = "select 'account ' || bulk_id from bulk_account where repeats_company
                 union all select 'application ' || registration_id from registration where repeats_company order by 1";
    let repeated = sql::values(&mut *db, query, &[]).await;
    sql::run_script(&mut *db, "rollback").await;
    repeated
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_companies_that_collide_are_migrated_and_named() {
    let portal = Portal::with_people().await;
    let companies = [("1", NEW), ("2", BOTH), ("3", "KP/2010/77"), ("4", "465312X"), ("5", "199801004513")];
    let repeated = migrate(portal.pool(), &companies).await;
    assert_eq!(repeated, ["account 2", "account 4", "application 2", "application 4"]);
    assert!(migrate(portal.pool(), &companies[2..]).await.is_empty());
    // Comparing each with each would take longer than a statement may take.
    let many: Vec<[String; 2]> =
        (0..800).map(|one| [one.to_string(), (200_001_000_000_u64 + one).to_string()]).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|[id, number]| (id.as_str(), number.as_str())).collect();
    assert!(migrate(portal.pool(), &many).await.is_empty());

    given::bulk_account(portal.pool(), "3000000071", "Baru Berhad").await;
    given::bulk_account(portal.pool(), "3000000072", "Baru Berhad").await;
    let stored = format!(
        "update bulk_account set registration_no = '{NEW}' where bulk_id = '3000000071';
         update bulk_account set registration_no = '{BOTH}', repeats_company = true, created_at = created_at + interval '1 day'
         where bulk_id = '3000000072'"
    );
    sql::run_script(portal.pool(), &stored).await;
    let looked = check::look_with(portal.pool(), &[]).await.expect("a check");
    let pair = format!("bulk account 3000000072 ({BOTH}) and bulk account 3000000071 ({NEW})");
    assert!(looked.notes.iter().any(|note| note.contains(&pair)), "{:?}", looked.notes);
    let ours = looked.findings.iter().find(|finding| finding.invariant.starts_with("a company has one"));
    assert_eq!(ours.map(|finding| finding.broken), Some(0));
}

/// Reading the number of every company would take seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_company_is_found_by_indexes() {
    let portal = Portal::with_people().await;
    let mut tx = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *tx, "set local enable_seqscan = off", &[]).await;
    for table in ["account_master", "bulk_account", "registration"] {
        let query = format!("explain select from {table} where is_same_company(registration_no, '{BOTH}')");
        let plan = sql::values::<String>(&mut *tx, &query, &[]).await;
        assert!(!plan.iter().any(|line| line.contains("Seq Scan")), "{plan:?}");
    }
}

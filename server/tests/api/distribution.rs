//! The column by which each table would be distributed over several databases
//! (docs/capacity.md#one-primary-is-not-enough). A new table must be added with its column, or with the reason why it
//! needs none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use sqlx::PgPool;

use crate::support::database::Database;
use crate::support::{Portal, sql};
use RulePlacement::{By, ByPerson, ByUnlessNone, InOnePlace, OnEach};

/// The database on which the rows of a table would be.
enum RulePlacement {
    /// On the shard of their bulk account, by this column.
    By(&'static str),
    /// By this column, which may be null. The second text says what such a row is.
    ByUnlessNone(&'static str, &'static str),
    /// On the shard of the person, by this column: the bulk account is unknown until the user is found.
    ByPerson(&'static str),
    /// A copy on each database: small, rarely changed and joined everywhere.
    OnEach(&'static str),
    /// In one database, with the reason why that is enough.
    InOnePlace(&'static str),
}

const UNTAGGED: &str = "of an electricity account that is in no bulk account yet";
const OF_STAFF: &str = "of staff, or of a user without a bulk account";
const FEW: &str = "few rows: some for each bulk account, written once";
const STAFFS: &str = "of the utility, for any number of bulk accounts";

const TABLES: &[(&str, RulePlacement)] = &[
    ("accounting_document", By("bulk_id")),
    ("accounting_profile", By("bulk_id")),
    ("accounting_run", By("bulk_id")),
    ("account_credit", By("bulk_id")),
    ("takeover", By("bulk_id")),
    ("takeover_problem", By("bulk_id")),
    ("takeover_user", By("bulk_id")),
    ("account_group", By("bulk_id")),
    ("account_total", By("bulk_id")),
    ("account_coding", By("bulk_id")),
    ("account_coding_part", By("bulk_id")),
    ("approval_delegation", By("bulk_id")),
    ("approval_policy", By("bulk_id")),
    ("audit_due", By("bulk_id")),
    ("audit_mute", By("bulk_id")),
    ("audit_setting", By("bulk_id")),
    ("bill_total", By("bulk_id")),
    ("bill_query", By("bulk_id")),
    ("query_bill", By("bulk_id")),
    ("query_file", By("bulk_id")),
    ("query_message", By("bulk_id")),
    ("billed_account", By("bulk_id")),
    ("billed_account_change", By("bulk_id")),
    ("billed_accounts", By("bulk_id")),
    ("bulk_account", By("bulk_id")),
    ("cost_centre", By("bulk_id")),
    ("customer_view", By("bulk_id")),
    ("due_reminder", By("bulk_id")),
    ("electricity_account", By("bulk_id")),
    ("factor_policy", By("bulk_id")),
    ("finding", By("bulk_id")),
    ("fpx_request", By("tenant")),
    ("group_coding_part", By("bulk_id")),
    ("invitation", By("bulk_id")),
    ("mailbox", By("bulk_id")),
    ("webhook", By("bulk_id")),
    ("webhook_event", By("bulk_id")),
    ("webhook_attempt", By("bulk_id")),
    ("api_token", By("bulk_id")),
    ("api_token_refusal", By("bulk_id")),
    ("payment", By("bulk_id")),
    ("payment_group", By("bulk_id")),
    ("payment_group_item", By("bulk_id")),
    ("payment_group_left_out", By("bulk_id")),
    ("payment_group_part", By("bulk_id")),
    ("payment_item", By("bulk_id")),
    ("payment_reference", By("bulk_id")),
    ("payment_reminder", By("bulk_id")),
    ("proposal", By("bulk_id")),
    ("proposal_act", By("bulk_id")),
    ("proposal_item", By("bulk_id")),
    ("receipt", By("bulk_id")),
    ("saved_view", By("tenant")),
    ("sent_selection", By("bulk_id")),
    ("sso_domain", By("bulk_id")),
    ("sso_identity", By("bulk_id")),
    ("sso_provider", By("bulk_id")),
    ("sso_untried", By("bulk_id")),
    ("statement", By("bulk_id")),
    ("statement_recipient", By("bulk_id")),
    ("tagging", By("bulk_id")),
    ("use_median", By("bulk_id")),
    ("account_lookup", ByUnlessNone("bulk_id", OF_STAFF)),
    ("bill", ByUnlessNone("bulk_id", UNTAGGED)),
    ("bill_charges", ByUnlessNone("bulk_id", UNTAGGED)),
    ("settlement", ByUnlessNone("bulk_id", UNTAGGED)),
    ("settlement_part", ByUnlessNone("bulk_id", UNTAGGED)),
    ("download", ByUnlessNone("bulk_id", OF_STAFF)),
    ("fact", ByUnlessNone("bulk_id", OF_STAFF)),
    ("notification", ByUnlessNone("bulk_id", OF_STAFF)),
    ("answered_call", ByPerson("person_id")),
    ("factor", ByPerson("person_id")),
    ("government_notice", ByPerson("person_id")),
    ("known_device", ByPerson("person_id")),
    ("person", ByPerson("person_id")),
    ("recovery_code", ByPerson("person_id")),
    ("session", ByPerson("person_id")),
    ("stored_file", ByPerson("owner_id")),
    ("tutorial", ByPerson("person_id")),
    ("announcement", OnEach("every call checks for a freeze")),
    ("batch_review", OnEach("a row for each batch, read with every bill")),
    ("charge_kind", OnEach("some dozen rows, read with each bill and by each audit")),
    ("emission_factor", OnEach("some dozen rows, read by each emissions report")),
    ("fpx_bank", OnEach("a few dozen rows, shown with each payment")),
    ("method_window", OnEach("four rows, read by each payment")),
    ("price", OnEach("some hundred rows, read by each audit")),
    ("secret", OnEach("keys that every process reads at its start")),
    ("account_master", InOnePlace("read by account before its bulk account is known; lists use the copy in its tag")),
    (
        "energy_certificate",
        InOnePlace("some rows for each account with green energy, also before it has a bulk account"),
    ),
    ("deposit", InOnePlace("few rows for each account, with which it goes to another bulk account")),
    ("settlement_due", InOnePlace("notes for a job, deleted within a minute")),
    ("bank_columns", InOnePlace(STAFFS)),
    ("bank_line_declared_other", InOnePlace(STAFFS)),
    ("bank_line_used", InOnePlace("a bank line is used once, over the payments of all bulk accounts")),
    ("bank_money_awaited", InOnePlace("money awaiting its bank line, over the payments of all bulk accounts")),
    ("bank_statement", InOnePlace(STAFFS)),
    ("bank_statement_line", InOnePlace(STAFFS)),
    ("bank_statement_row", InOnePlace(STAFFS)),
    ("erasure_proposal", InOnePlace("few rows: erasures that wait for a second officer")),
    ("factor_reset", InOnePlace("few rows: users who lost their factors, read by staff")),
    ("breach", InOnePlace("few rows, read by staff")),
    ("breach_version", InOnePlace("few rows, read by staff")),
    ("data_request", InOnePlace("few rows, also of people without an account; read by staff")),
    ("factor_challenge", InOnePlace("found by its handle, before its user is known")),
    ("fact_check", InOnePlace("a row a day")),
    ("fact_seal_check", InOnePlace("a row for each seal")),
    ("fact_seal", InOnePlace("a row a day, over the facts of all bulk accounts")),
    ("feed_import", InOnePlace("a row for each file")),
    ("feed_rejected", InOnePlace("at most 10,000 rows for each file")),
    ("fpx_alert", InOnePlace("few rows, read by staff")),
    ("fpx_message", InOnePlace("arrives with an order number, and is stored even if the order is unknown")),
    ("fpx_rejected", InOnePlace("a ring of 1,000 rows")),
    ("late_decision", InOnePlace("few rows, read by staff")),
    ("staff_proposal", InOnePlace("few rows: staff users who await a second officer")),
    ("late_proposal", InOnePlace("few rows, read by staff")),
    ("link", InOnePlace("found by its token, before its owner is known")),
    ("accounting_link", InOnePlace("found by its token, before its bulk account is known")),
    ("api_token_secret", InOnePlace("found by its hash, before its bulk account is known")),
    ("mailbox_link", InOnePlace("found by its token, before its bulk account is known")),
    ("login_attempts", InOnePlace("by e-mail address, registered or not")),
    ("mail", InOnePlace("a queue, processed in order")),
    ("published", InOnePlace("in each database, read by its notifier; rows live for seconds")),
    ("rate", InOnePlace("by network address, before the caller is known")),
    ("payment_total", InOnePlace("ten rows over all payments; with several databases, their rows are added up")),
    ("refresh_token", InOnePlace("found by its hash, before its owner is known")),
    ("registration", InOnePlace(FEW)),
    ("registration_account", InOnePlace(FEW)),
    ("registration_submission", InOnePlace(FEW)),
    ("security_event", InOnePlace("by time, before the caller is known")),
    ("sso_sign_in", InOnePlace("found by its handle, before its user is known")),
    ("stray_file", InOnePlace("files being uploaded, over all bulk accounts")),
];

/// Indexes that are unique over all bulk accounts although their table would be distributed. Distributed, a key is
/// unique only within a bulk account unless it has the column. Each entry says why the key still holds, or what it
/// would take.
const UNIQUE_WITHOUT: &[(&str, &str)] = &[
    ("account_credit_alert_id_key", "its alert's key"),
    ("account_group_pkey", RANDOM),
    ("account_lookup_pkey", NUMBERED),
    ("bill_charges_pkey", "its bill's key"),
    ("settlement_pkey", "the utility's number"),
    ("settlement_part_pkey", "its settlement's key"),
    ("a_person_acts_once", OF_PROPOSAL),
    ("a_right_is_used_once", OF_PROPOSAL),
    ("proposal_act_pkey", OF_PROPOSAL),
    ("proposal_item_pkey", OF_PROPOSAL),
    ("proposal_payment_id_key", OF_PAYMENT),
    ("proposal_pkey", NUMBERED),
    ("bill_query_pkey", RANDOM),
    ("query_bill_pkey", "its query's key"),
    ("query_file_pkey", RANDOM),
    ("query_message_pkey", "its query's key"),
    ("bill_pkey", "needs a register of invoice numbers, because the feed finds a bill by its number"),
    (
        "one_bulk_account_of_a_company",
        "needs a register of companies' numbers, to refuse two applications for one company",
    ),
    ("one_bulk_account_of_an_old_number", "as one_bulk_account_of_a_company"),
    ("customer_view_pkey", RANDOM),
    ("download_file_id_key", RANDOM),
    ("download_pkey", RANDOM),
    ("electricity_account_pkey", "needs a register of account numbers, because an account is in one bulk account"),
    ("an_overpayment_is_credited_once", OF_PAYMENT),
    ("a_payment_begins_once", "a subject belongs to one bulk account"),
    ("a_version_is_decided_once", "a subject belongs to one bulk account"),
    ("fact_pkey", NUMBERED),
    ("fact_subject_place_key", "a subject belongs to one bulk account"),
    ("fpx_request_order_no_key", "derived from its payment's number"),
    ("fpx_request_pkey", OF_PAYMENT),
    ("invitation_pkey", RANDOM),
    ("notification_fact_id_person_id_notified_at_key", "a fact belongs to one bulk account"),
    ("notification_pkey", NUMBERED),
    ("one_live_payment_of_a_bill", "a bill is paid only within its bulk account, and only once"),
    ("payment_group_group_no_key", NUMBERED),
    ("payment_group_left_out_pkey", OF_PAYMENT),
    ("payment_item_pkey", OF_PAYMENT),
    ("payment_pkey", RANDOM),
    ("payment_reference_pkey", OF_PAYMENT),
    ("payment_reminder_pkey", OF_PAYMENT),
    ("payment_transaction_no_key", "a sequence gives each number once"),
    ("receipt_pkey", OF_PAYMENT),
    ("receipt_receipt_no_key", "derived from its payment's number"),
    ("saved_view_pkey", RANDOM),
    ("sent_selection_pkey", RANDOM),
    ("a_domain_is_proved_once", "needs a register of domains, because a sign-in finds its company by the domain"),
    ("sso_provider_provider_id_key", RANDOM),
    ("sso_untried_provider_id_key", RANDOM),
    ("statement_file_id_key", RANDOM),
    ("statement_pkey", RANDOM),
    ("statement_recipient_pkey", "its statement's key"),
    ("tagging_pkey", NUMBERED),
    ("takeover_problem_pkey", NUMBERED),
    ("takeover_user_pkey", "its user's key"),
];
const OF_PROPOSAL: &str = "its proposal's key";
const OF_PAYMENT: &str = "its payment's key";
const RANDOM: &str = "random, so never repeated";
const NUMBERED: &str = "a sequence gives each number once";

/// Returns the columns of the portal's tables, and whether they may be null.
async fn columns(pool: &PgPool) -> BTreeMap<String, BTreeMap<String, bool>> {
    let query = "select c.relname::text, a.attname::text, not a.attnotnull
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and a.attnum > 0 and not a.attisdropped and c.relname <> '_sqlx_migrations'";
    let columns = sql::rows(pool, query, &[]).await;
    let mut tables: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    for (table, column, may_be_empty) in columns {
        tables.entry(table).or_default().insert(column, may_be_empty);
    }
    tables
}

/// Returns the unique indexes with their tables and columns.
async fn unique(pool: &PgPool) -> Vec<(String, String, Vec<String>)> {
    let query = "select c.relname::text, x.relname::text,
                array(select a.attname::text from unnest(i.indkey::int2[]) k
                      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k)
         from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
         where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition";
    sql::rows(pool, query, &[]).await
}

fn list() -> BTreeMap<&'static str, &'static RulePlacement> {
    let list: BTreeMap<_, _> = TABLES.iter().map(|(table, kept)| (*table, kept)).collect();
    assert_eq!(list.len(), TABLES.len(), "a table is listed twice");
    list
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_the_column_by_which_it_would_be_distributed_or_needs_none() {
    let portal = Portal::start().await;
    let tables = columns(portal.pool()).await;
    let listed = list();
    let unlisted: Vec<_> = tables.keys().filter(|table| !listed.contains_key(table.as_str())).collect();
    assert!(unlisted.is_empty(), "new tables: {unlisted:?}. Add bulk_id if they grow with the bulk accounts");
    let has = |table: &str, column: &str| tables.get(table).and_then(|columns| columns.get(column)).copied();
    for (table, kept) in listed {
        match kept {
            By(column) => assert_eq!(has(table, column), Some(false), "{table}.{column} is there and never empty"),
            ByUnlessNone(column, why) => {
                assert_eq!(has(table, column), Some(true), "{table}.{column} is there and may be empty: {why}");
            }
            ByPerson(column) => assert_eq!(has(table, column), Some(false), "{table}.{column} is there"),
            OnEach(why) | InOnePlace(why) => assert!(tables.contains_key(table), "{table} ({why}) does not exist"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn indexes_unique_over_all_bulk_accounts_are_listed() {
    let portal = Portal::start().await;
    let listed = list();
    let mut without = BTreeSet::new();
    for (table, index, columns) in unique(portal.pool()).await {
        if let Some(By(column) | ByUnlessNone(column, _)) = listed.get(table.as_str())
            && !columns.iter().any(|one| one == column)
        {
            without.insert(index);
        }
    }
    let known: BTreeSet<_> = UNIQUE_WITHOUT.iter().map(|(index, _)| (*index).to_owned()).collect();
    assert_eq!(without, known);
}

#[test]
fn the_page_names_every_table() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/capacity.md")).expect("the page");
    let missing: Vec<_> = TABLES.iter().filter(|(table, _)| !page.contains(&format!("`{table}`"))).collect();
    assert!(missing.is_empty(), "not named: {:?}", missing.iter().map(|(table, _)| table).collect::<Vec<_>>());
}

const BULK_ACCOUNT: &str = "
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    values ('3000000001', 'Sinar', 'R1', 2, '2026-01-01');
    insert into person (person_id, email, name, is_staff, role, bulk_id, created_at)
    values (gen_random_uuid(), 'master@sinar.example', 'Master', false, 'master', '3000000001', '2026-01-01');
    insert into account_master
    values ('210000000001', 'R1', 'Sinar', 'Lot 1', 'Klang', '41000', 'Selangor', 'Commercial', 'Low Voltage General', true)";

/// Writes two payments and two statements with their rows, and leaves out the column of the bulk account.
async fn write_without_column(pool: &PgPool) {
    let written = "create temporary table number on commit drop as
         select lpad(n::text, 10, '0') as n, md5(n::text)::uuid as id from generate_series(1, 2) n;
         insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date,
                           due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount,
                           total_amount_payable, status)
         select '41' || n, '900000000001', '210000000001', '3000000001', '2800000001', date '2026-01-01', date '2026-01-01',
                date '2026-02-01', 'Normal', 'actual', 'Low Voltage General', 9, 0, 0, 9, 4 from number;
         insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by,
                              requested_at)
         select id, 'P000' || n, '3000000001', 'FPX', 4, 9, 1, 1, person_id, now() from number, person;
         insert into payment_item (payment_id, invoice_no, account_no, amount, live)
         select id, '41' || n, '210000000001', 9, true from number;
         insert into payment_reference (payment_id, version, place, number, amount, method)
         select id, 1, 0, n, 9, 'EFT_GIRO' from number;
         insert into receipt (payment_id, receipt_no, amount, at) select id, 'R000' || n, 9, now() from number;
         insert into account_credit (payment_id, account_no, amount, at) select id, '210000000001', 1, now() from number;
         insert into fpx_request (payment_id, order_no, fields, sent_at) select id, n, '[]'::jsonb, now() from number;
         insert into statement (statement_id, bulk_id, account_no, is_own, months, first_day, last_day, language,
                                requested_by, requested_at, state, failure, expires_at)
         select id, '3000000001', '210000000001', true, 1, date '2026-01-01', date '2026-01-31', 'en', person_id, now(),
                'failed', 'code', now() from number, person;
         insert into statement_recipient (statement_id, email) select id, 'a@b.example' from number";
    sql::run_script(pool, written).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triggers_fill_the_bulk_account_if_an_insert_omits_it() {
    let database = Database::create().await;
    let pool = gridbill::database::pool(2).connect(&database.url()).await.expect("the database answers");
    sql::run_script(&pool, BULK_ACCOUNT).await;
    write_without_column(&pool).await;
    for (table, column) in [
        ("account_credit", "bulk_id"),
        ("fpx_request", "tenant"),
        ("payment_item", "bulk_id"),
        ("payment_reference", "bulk_id"),
        ("receipt", "bulk_id"),
        ("statement_recipient", "bulk_id"),
    ] {
        let count = format!("select count(*) from {table} where {column} = '3000000001'");
        assert_eq!(sql::value::<i64>(&pool, &count, &[]).await, 2, "{table}");
    }
}

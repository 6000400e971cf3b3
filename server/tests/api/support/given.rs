//! Initial data of the tests, written by set-based SQL.

use std::sync::LazyLock;

use argon2::password_hash::PasswordHasher as _;
use argon2::{Algorithm, Argon2, Params, Version};
use gridbill_core::number::{AccountNo, BankId, BulkId, InvoiceNo};
use gridbill_core::payments::{MakePaymentRequest, PaymentMethod, Reference, Window};
use sqlx::PgPool;
use uuid::Uuid;

use super::clock::{noon, today};
use super::money;
use super::portal::PASSWORD;
use super::sql;

pub const SINAR: &str = "3000000001";
pub const MAJLIS: &str = "3000000002";
/// A bank that is online at the sandbox.
pub const BANK: &str = "TEST0021";
pub const OFFLINE_BANK: &str = "UOB0228";

/// Hash of `PASSWORD` with the cheapest parameters, because every sign-in verifies it. Tests that set a password cover
/// the real cost.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let least = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, 1, None).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, least);
    argon2.hash_password_with_salt(PASSWORD.as_bytes(), b"the tests' salt!").expect("a hash").to_string()
});

/// Inserts two companies with people of every role, the utility's staff, and the banks.
pub async fn people_in(pool: &PgPool) {
    bulk_account(pool, SINAR, "Sinar Jaya Sdn. Bhd.").await;
    bulk_account(pool, MAJLIS, "Majlis Perbandaran Contoh").await;
    first_accounts(pool).await;
    for (email, name, role, bulk_id, pays, keeps) in [
        ("master@sinar.example", "Aminah", "master", Some(SINAR), false, false),
        ("payer@sinar.example", "Badrul", "member", Some(SINAR), true, false),
        ("keeper@sinar.example", "Chong", "member", Some(SINAR), false, true),
        ("viewer@sinar.example", "Devi", "viewer", Some(SINAR), false, false),
        ("master@majlis.example", "Endon", "master", Some(MAJLIS), false, false),
        ("pccr@utility.example", "Farid", "pccrAdmin", None, false, false),
        ("glb@utility.example", "Goh", "glbAccountManager", None, false, false),
        ("ict@utility.example", "Hana", "ict", None, false, false),
    ] {
        person(pool, Person { email, name, role, bulk_id, pays, keeps }).await;
    }
    banks(pool).await;
}

pub struct Person<'a> {
    pub email: &'a str,
    pub name: &'a str,
    pub role: &'a str,
    pub bulk_id: Option<&'a str>,
    pub pays: bool,
    pub keeps: bool,
}

pub async fn person(pool: &PgPool, person: Person<'_>) {
    let query = "
        insert into person (person_id, email, name, password_hash, role, make_payments, manage_accounts, bulk_id,
                            is_staff, activated_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)";
    sql::run(
        pool,
        query,
        &[
            &Uuid::now_v7(),
            &person.email,
            &person.name,
            &HASH.as_str(),
            &person.role,
            &person.pays,
            &person.keeps,
            &person.bulk_id,
            &person.bulk_id.is_none(),
            &noon().utc(),
        ],
    )
    .await;
}

/// Inserts an activated person who belongs to no bulk account.
pub async fn person_without_account(pool: &PgPool, email: &str) {
    let query = "insert into person (person_id, email, name, password_hash, is_staff, activated_at, created_at)
                 values ($1, $2, 'Kamala', $3, false, $4, $4)";
    sql::run(pool, query, &[&Uuid::now_v7(), &email, &HASH.as_str(), &noon().utc()]).await;
}

pub async fn bulk_account(pool: &PgPool, bulk_id: &str, company: &str) {
    let query = "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
                 values ($1, $2, $1, 2, $3)";
    sql::run(pool, query, &[&bulk_id, &company, &noon().utc()]).await;
}

/// Gives an account without bills to each bulk account that has no account, so that its people may use the portal.
pub async fn first_accounts(pool: &PgPool) {
    let query = "
        with known as (
           insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                       state, sector, tariff, active)
           select '22' || bulk_id, bulk_id, 'A company', 'Lot 1', 'Shah Alam', '40000', 'Selangor', 'Commercial',
                  'Low Voltage General', true
           from bulk_account b where not exists (select from electricity_account a where a.bulk_id = b.bulk_id)
           returning account_no)
        insert into electricity_account (account_no, bulk_id, tagged_at) select account_no, substr(account_no, 3), $1 from known";
    sql::run(pool, query, &[&noon().utc()]).await;
}

pub async fn banks(pool: &PgPool) {
    let query = "insert into fpx_bank (bank_id, name, online, fetched_at)
                 values ($1, 'SBI Bank A', true, $3), ($2, 'UOB Regional', false, $3)";
    sql::run(pool, query, &[&BANK, &OFFLINE_BANK, &noon().utc()]).await;
}

/// Inserts `count` new accounts, each with one unpaid bill of that amount. Returns the invoice numbers in order.
pub async fn bills(pool: &PgPool, bulk_id: &str, count: i32, amount: &str) -> Vec<InvoiceNo> {
    let mut tx = pool.begin().await.expect("a transaction");
    let query = "
        insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                    state, sector, tariff, active)
        select '21' || lpad((known + n)::text, 10, '0'), $1, 'A company', 'Lot ' || n, 'Shah Alam', '40000',
               'Selangor', 'Commercial', 'Low Voltage General', true
        from generate_series(1, $2::int) n, (select count(*) as known from account_master where account_no like '21%') a";
    sql::run(&mut *tx, query, &[&bulk_id, &count]).await;
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at)
                 select account_no, $1, $2 from account_master left join electricity_account e using (account_no)
                 where e.account_no is null";
    sql::run(&mut *tx, query, &[&bulk_id, &noon().utc()]).await;
    let query = "
        insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                          invoice_date, due_date, bill_type, reading_type, tariff, current_charge,
                          outstanding_amount, tax_amount, total_amount_payable)
        select '5' || substr(account_no, 2), '900000000001', account_no, bulk_id, '2800000001', $2::date - 10,
               $2::date - 10, $2::date + 20, 'Normal', 'actual', 'Low Voltage General', $3, 0, 0, $3
        from electricity_account e
        where bulk_id = $1 and account_no like '21%' and not exists (select from bill b where b.account_no = e.account_no)
        returning invoice_no";
    let mut invoices =
        sql::values::<InvoiceNo>(&mut *tx, query, &[&bulk_id, &today().date(), &money(amount).decimal()]).await;
    tx.commit().await.expect("committed");
    invoices.sort();
    invoices
}

/// Sets the status of the e-invoices of bills as a file of the feed does.
pub async fn set_e_invoices(pool: &PgPool, invoices: &[impl ToString], status: &str) {
    let numbers: Vec<String> = invoices.iter().map(ToString::to_string).collect();
    let query = "
        update bill set e_invoice_uuid = 'F9D425P6DS7D8IU', e_invoice_long_id = 'YQH73576FY9VR57B', e_invoice_status = $2,
               e_invoice_validated_at = '2026-11-18T02:30:00Z',
               e_invoice_cancelled_at = case when $2 = 'cancelled' then '2026-11-19T02:30:00Z'::timestamptz end
        where invoice_no = any($1)";
    sql::run(pool, query, &[&numbers, &status]).await;
}

/// Closes a payment method for that window.
pub async fn closed(pool: &PgPool, method: PaymentMethod, window: Window) {
    let query = "insert into method_window (method, from_at, to_at) values ($1, $2, $3)";
    sql::run(pool, query, &[&method.code(), &window.from.utc(), &window.to.utc()]).await;
}

/// Returns a transfer number that depends on the bills, so that payments of different bills have different numbers.
pub fn number_of(invoices: &[InvoiceNo]) -> String {
    let first = invoices.first().map_or("0", InvoiceNo::as_str);
    format!("EFT{first}A")
}

/// Returns a request to pay those bills by EFT, with one reference over the total.
pub fn eft(invoices: &[InvoiceNo], total: &str) -> MakePaymentRequest {
    MakePaymentRequest {
        bulk_id: BulkId::parse(SINAR).expect("a bulk account"),
        invoice_nos: invoices.to_vec(),
        payment_method: PaymentMethod::EftGiro,
        bank_id: Some(bank()),
        reference_numbers: vec![reference(&number_of(invoices), total)],
        total_amount: money(total),
        held_invoice_nos: Vec::new(),
        plan: None,
    }
}

/// Returns a request to pay those bills by FPX.
pub fn fpx(invoices: &[InvoiceNo], total: &str) -> MakePaymentRequest {
    MakePaymentRequest { payment_method: PaymentMethod::Fpx, reference_numbers: Vec::new(), ..eft(invoices, total) }
}

pub fn reference(number: &str, amount: &str) -> Reference {
    Reference { number: number.to_owned(), amount: money(amount) }
}

pub fn bank() -> BankId {
    BankId::parse(BANK).expect("a bank")
}

pub fn invoice(number: &str) -> InvoiceNo {
    InvoiceNo::parse(number).expect("an invoice")
}

/// Returns the account number that [`bills`] created with this invoice.
pub fn account_of(invoice: &InvoiceNo) -> AccountNo {
    AccountNo::parse(&invoice.as_str().replacen('5', "2", 1)).expect("an account")
}

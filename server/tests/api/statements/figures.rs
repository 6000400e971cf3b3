//! Figures of statements, compared with a recount of random histories in sen.

use gridbill_core::number::AccountNo;
use gridbill_core::{Day, Language, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;
use uuid::Uuid;

use super::{World, asked, request, text};
use crate::support::clock::today;
use crate::support::given::{self, SINAR, account_of};
use crate::support::sql;

/// A bill, when it was paid, and the overpayment.
pub struct Billed {
    days_ago: i64,
    sen: i64,
    paid_days_ago: Option<i64>,
    too_much: i64,
}

/// Returns more than a year of bills: paid, unpaid, negative and overpaid.
pub fn history(seed: u64) -> Vec<Billed> {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    let bills = (1..14).map(|month| {
        let days_ago = month * 30 + random.random_range(0..20);
        let sen = if random.random_range(0..6) == 0 {
            -random.random_range(1..90_000)
        } else {
            random.random_range(1..900_000)
        };
        let is_paid = sen > 0 && random.random_range(0..3) > 0;
        let paid_days_ago = is_paid.then(|| days_ago - random.random_range(0..28));
        let too_much = if is_paid && random.random_range(0..3) == 0 { random.random_range(1..5_000) } else { 0 };
        Billed { days_ago, sen, paid_days_ago, too_much }
    });
    bills.collect()
}

/// Inserts the history. The account's existing bill is ten days old and unpaid.
pub async fn write(pool: &PgPool, account_no: &AccountNo, first: usize, history: &[Billed]) {
    for (place, bill) in history.iter().enumerate() {
        let invoice_no = format!("53{:010}", first + place);
        let day = today().plus_days(-bill.days_ago);
        let query = "
            insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                              invoice_date, due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount,
                              tax_amount, total_amount_payable, status)
            values ($1, '900000000001', $2, $3, '2800000001', $4, $4, $4::date + 30, 'Normal', 'actual',
                    'Low Voltage General', $5, 0, 0, $5, $6)";
        sql::run(
            pool,
            query,
            &[
                &invoice_no,
                &account_no.as_str(),
                &SINAR,
                &day.date(),
                &Money::from_sen(bill.sen).decimal(),
                &if bill.paid_days_ago.is_some() { 4 } else { 1 },
            ],
        )
        .await;
        let Some(paid_days_ago) = bill.paid_days_ago else { continue };
        // Late in the evening at +08:00, which is earlier on the same day in UTC.
        let at = today().plus_days(-paid_days_ago).begins().plus_seconds(23 * 3600);
        let payment_id = Uuid::now_v7();
        let query = "
            with paid as (
                insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts,
                                     requested_by, requested_at)
                select $1, $2, $3, 'EFT_GIRO', 4, $4, 1, 1, person_id, $5 from person where email = 'payer@sinar.example'
                returning payment_id, bulk_id
            ), item as (
                insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
                select bulk_id, payment_id, $6, $7, $4, true from paid
            ), reference as (
                insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method)
                select bulk_id, payment_id, 1, 0, 'EFT' || $6, $4, 'EFT_GIRO' from paid
            )
            insert into receipt (bulk_id, payment_id, receipt_no, amount, at)
            select bulk_id, payment_id, 'R' || $6, $4, $5 from paid";
        sql::run(
            pool,
            query,
            &[
                &payment_id,
                &format!("P{:013}", first + place),
                &SINAR,
                &Money::from_sen(bill.sen).decimal(),
                &at.utc(),
                &invoice_no,
                &account_no.as_str(),
            ],
        )
        .await;
        if bill.too_much > 0 {
            let query = "insert into account_credit (bulk_id, payment_id, account_no, amount, at)
                         values ($1, $2, $3, $4, $5)";
            sql::run(
                pool,
                query,
                &[&SINAR, &payment_id, &account_no.as_str(), &Money::from_sen(bill.too_much).decimal(), &at.utc()],
            )
            .await;
        }
    }
}

/// Figures of the last days, counted independently of core.
pub struct Recount {
    pub opening: i64,
    pub billed: i64,
    pub paid: i64,
    pub credited: i64,
    pub closing: i64,
    pub by_age: [i64; 4],
}

pub fn recount(history: &[Billed], period_days: i64) -> Recount {
    let is_in = |days_ago: i64| days_ago < period_days;
    let mut told = Recount { opening: 0, billed: 0, paid: 0, credited: 0, closing: 0, by_age: [0; 4] };
    for bill in history {
        told.closing += bill.sen;
        match (is_in(bill.days_ago), bill.sen < 0) {
            (false, _) => told.opening += bill.sen,
            (true, false) => told.billed += bill.sen,
            (true, true) => told.credited -= bill.sen,
        }
        match bill.paid_days_ago {
            Some(paid) => {
                told.closing -= bill.sen + bill.too_much;
                if is_in(paid) {
                    told.paid += bill.sen;
                    told.credited += bill.too_much;
                } else {
                    told.opening -= bill.sen + bill.too_much;
                }
            }
            None if bill.sen > 0 => {
                let age = match bill.days_ago {
                    0..=30 => 0,
                    31..=60 => 1,
                    61..=90 => 2,
                    _ => 3,
                };
                told.by_age[age] += bill.sen;
            }
            None => {}
        }
    }
    told
}

fn shown(sen: i64) -> String {
    Money::from_sen(sen).shown().split_whitespace().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_equal_a_recount_of_the_history() {
    let world = World::new().await;
    let bills = given::bills(world.pool(), SINAR, 3, "123.45").await;
    world.portal.work();
    for (seed, bill) in bills.iter().enumerate() {
        let account_no = account_of(bill);
        let mut history = history(seed as u64);
        write(world.pool(), &account_no, seed * 100, &history).await;
        history.push(Billed { days_ago: 10, sen: 12_345, paid_days_ago: None, too_much: 0 });
        for (months, language) in [(1, Language::En), (3, Language::Ms), (12, Language::En), (12, Language::Ms)] {
            let id =
                request(&world.viewer, asked(account_no.as_str(), months, language.tag())).await.expect("requested");
            world.until_state(&id, "ready").await;
            let text = text(&world.viewer, &id).await;
            let first = today().minus_months(months).plus_days(1);
            check(&text, &history, first, language);
            for (place, bill) in history.iter().enumerate().take(history.len() - 1) {
                let is_listed = text.contains(&format!("53{:010}", seed * 100 + place));
                let days = today().days_since(first);
                let is_in = bill.days_ago <= days || bill.paid_days_ago.is_some_and(|paid| paid <= days);
                assert_eq!(is_listed, is_in, "bill {place} of {months} months: {text}");
            }
        }
    }
}

fn check(text: &str, history: &[Billed], first: Day, language: Language) {
    let told = recount(history, today().days_since(first) + 1);
    assert_eq!(told.opening + told.billed - told.paid - told.credited, told.closing, "the recount itself");
    let [opening, billed, paid, others, credited, closing] = match language {
        Language::En => [
            "Openingbalance",
            "Bills",
            "Paymentsintheportal",
            "PaidoutsidetheportalRM0.00PaymentstakenbackRM0.00",
            "Credits",
            "Closingbalance",
        ],
        Language::Ms => [
            "Bakiawal",
            "Bil",
            "Pembayarandalamportal",
            "DibayardiluarportalRM0.00PembayaranditarikbalikRM0.00",
            "Kredit",
            "Bakiakhir",
        ],
    };
    let minus = |sen: i64| if sen > 0 { format!("-{}", shown(sen)) } else { shown(0) };
    let open: i64 = told.by_age.iter().sum();
    let ages: String = told.by_age.iter().map(|sen| shown(*sen)).collect();
    for said in [
        format!("{closing}{}", shown(told.closing)),
        format!("{opening}{}{billed}{}", shown(told.opening), shown(told.billed)),
        format!("{paid}{}{others}{credited}{}", minus(told.paid), minus(told.credited)),
        format!("{ages}{}{}", minus(open - told.closing), shown(told.closing)),
    ] {
        assert!(text.contains(&said), "{said} is missing: {text}");
    }
}

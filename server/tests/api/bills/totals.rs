//! Stored totals of bills equal a fresh count, under concurrent writes and rollbacks.

use gridbill::bills::totals::fold;
use gridbill::check::Part;
use gridbill_core::bills::{CountBills, SelectBills, SelectRequest};
use gridbill_core::{Code, Money};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;

use super::{Model, sinar};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Portal, either, sql};

const WRITERS: u64 = 6;

/// Runs a transaction with a few random statements over bills. Some transactions are rolled back.
async fn write(pool: &PgPool, random: &mut ChaCha20Rng) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    for _ in 0..random.random_range(1..4) {
        let share = random.random_range(0..7_i32);
        match random.random_range(0..7) {
            // Pay bills, put them into a payment, or make them payable again.
            0..3 => {
                let status = [1_i16, 2, 4, 9][random.random_range(0..4)];
                let query = "with chosen as materialized (select invoice_no from bill where invoice_no::bigint % 7 = $1
                                                       order by invoice_no for update)
                             update bill set status = $2 from chosen where bill.invoice_no = chosen.invoice_no";
                sql::try_run(&mut *tx, query, &[&i64::from(share), &status]).await?;
            }
            // Change amounts and due date, or disable payment.
            3 => {
                let amount = Money::from_sen(random.random_range(-5_000..5_000)).decimal();
                let query = "
                    with chosen as materialized (select invoice_no from bill where invoice_no::bigint % 7 = $1
                                              order by invoice_no for update)
                    update bill set total_amount_payable = $2::numeric, outstanding_amount = $2 - 10, current_charge = $2 + 20,
                                    due_date = case when $2 > 0 then date '2026-11-20' - $1::int end,
                                    disable_payment = $2 > 30
                    from chosen where bill.invoice_no = chosen.invoice_no";
                sql::try_run(&mut *tx, query, &[&i64::from(share), &amount]).await?;
            }
            // Move bills out of a bulk account, or into one.
            4 => {
                let owner = [Some(SINAR), Some(MAJLIS), None][random.random_range(0..3)];
                let query = "with chosen as materialized (select invoice_no from bill where invoice_no::bigint % 7 = $1
                                                       order by invoice_no for update)
                             update bill set bulk_id = $2 from chosen where bill.invoice_no = chosen.invoice_no";
                sql::try_run(&mut *tx, query, &[&i64::from(share), &owner]).await?;
            }
            // Upsert bills of accounts that have some, in the same batch or another, as the feed does.
            5 => {
                let first = random.random_range(1..9_i32).to_string();
                let query = "
                    insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id,
                                      extraction_date, invoice_date, bill_type, reading_type, tariff, current_charge,
                                      outstanding_amount, tax_amount, total_amount_payable)
                    select $1 || substr(invoice_no, 2), collective_invoice_no, account_no, bulk_id,
                           case when $1 > '4' then bill_batch_id else '2800000009' end, extraction_date,
                           date '2026-09-30', bill_type, reading_type, tariff, 5, 3, 0, 8
                    from bill where invoice_no like '5%' order by 1 limit 10
                    on conflict (invoice_no) do update set total_amount_payable = bill.total_amount_payable + 1";
                sql::try_run(&mut *tx, query, &[&first]).await?;
            }
            _ => {
                let query = "with chosen as materialized (select invoice_no from bill where invoice_no not like '5%'
                                                        and invoice_no::bigint % 7 = $1 order by invoice_no for update)
                             delete from bill using chosen where bill.invoice_no = chosen.invoice_no";
                sql::try_run(&mut *tx, query, &[&i64::from(share)]).await?;
            }
        }
    }
    if random.random_bool(0.2) { tx.rollback().await } else { tx.commit().await }
}

#[tokio::test(flavor = "multi_thread")]
async fn totals_equal_a_count_after_concurrent_writes() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    given::bills(pool, SINAR, 40, "100.00").await;
    for round in 0..either(4, 40) {
        let writers = (0..WRITERS).map(|writer| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let mut random = ChaCha20Rng::seed_from_u64(round * WRITERS + writer);
                let mut written = 0;
                for _ in 0..8 {
                    // PostgreSQL aborts one transaction of a deadlock, and rolls back its writes.
                    written += usize::from(write(&pool, &mut random).await.is_ok());
                    if random.random_bool(0.3) {
                        fold(&pool).await.expect("folded");
                    }
                }
                written
            })
        });
        let written: usize =
            futures::future::join_all(writers).await.into_iter().map(|one| one.expect("no panic")).sum();
        assert!(written > 10, "only {written} transactions went through");
        assert_eq!(total_findings(pool).await, Vec::<String>::new(), "round {round}, before it is folded");
        fold(pool).await.expect("folded");
        assert_eq!(total_findings(pool).await, Vec::<String>::new(), "round {round}, folded");
    }
    let query = "
        select count(*) - count(distinct (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
        disable_payment)) from bill_total";
    let rows = sql::value::<i64>(pool, query, &[]).await;
    assert_eq!(rows, 0, "each key has one row");
}

/// Returns the check's findings about totals. These writes violate all other invariants.
async fn total_findings(pool: &PgPool) -> Vec<String> {
    let mut db = pool.acquire().await.expect("a connection");
    let findings = Part::Totals.look(&mut db).await.expect("checked");
    let kept: Vec<_> = findings.into_iter().filter(|finding| finding.number == 12).collect();
    assert_eq!(kept.len(), 4);
    kept.into_iter().flat_map(|finding| finding.rows).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn counting_bills_is_selecting_them_without_the_bills() {
    let portal = Portal::with_people().await;
    let mut model = Model::store(portal.pool(), 5).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let mut summed = 0;
    for round in 0..160 {
        let (request, _) = model.request(round);
        let asked = SelectRequest {
            id: sinar(),
            group_ids: request.group_ids,
            filter: request.filter,
            invoice_nos: None,
            held_invoice_nos: Vec::new(),
        };
        let counted = viewer.call::<CountBills>(asked.clone()).await.expect("a count");
        let selected = viewer.call::<SelectBills>(asked.clone()).await.expect("a selection");
        assert_eq!(counted.bills, i64::try_from(selected.bills.len()).expect("few"), "{asked:?}");
        assert_eq!(
            counted.total,
            Money::sum(selected.bills.iter().map(|bill| bill.amount)).expect("a sum"),
            "{asked:?}"
        );
        assert_eq!(counted.left_out, selected.left_out, "{asked:?}");
        let filter = &asked.filter;
        let is_summed = filter.search.is_none() && filter.account_nos.is_none() && asked.group_ids.is_none();
        summed += usize::from(is_summed && counted.left_out.iter().any(|one| one.reason == Code::BillPaymentDisabled));
    }
    assert!(summed > 20, "only {summed} were answered by the totals");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bulk_account_that_cannot_be_folded_holds_up_no_other() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    // Try both bulk accounts, because the order of folding is not defined.
    for refused in [SINAR, MAJLIS] {
        for bulk_id in [SINAR, MAJLIS] {
            given::bills(pool, bulk_id, 2, "100.00").await;
        }
        let refuse = format!(
            "create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
             create or replace trigger refused before delete on bill_total
                 for each row when (old.bulk_id = '{refused}') execute function refuse()"
        );
        portal.damage(&refuse).await;
        fold(pool).await.expect_err("one of them is refused");
        let query = "select distinct bulk_id from bill_total where not is_folded";
        let left = sql::values::<String>(pool, query, &[]).await;
        assert_eq!(left, [refused]);
    }
}

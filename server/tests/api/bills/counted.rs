//! A bill counts once: the same month of the same account has the same cost and use everywhere.

use gridbill_core::bills::{EInvoiceStatus, GetCostByMonth, GetCostliest};
use gridbill_core::carbon::GetCarbonReport;
use gridbill_core::costs::GetCostReport;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::{Value, json};

use crate::accounts::every_invariant_holds;
use crate::support::given::{self, SINAR, account_of};
use crate::support::{Portal, sql};

/// Bills of one account that were invoiced in October, each for days that no other bill has: late, corrected, with amounts from
/// earlier bills, credits.
const BILLS: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_bills_are_owed_and_count_neither_as_cost_nor_as_use() {
    let portal = Portal::with_people().await;
    let (pool, viewer) = (portal.pool(), portal.sign_in("master@sinar.example").await);
    let account_no = account_of(&given::bills(pool, SINAR, 1, "100.00").await[0]);
    let mut random = ChaCha20Rng::seed_from_u64(62);
    for round in 0..12 {
        sql::run(pool, "delete from bill where invoice_no like '6%'", &[]).await;
        let (mut cost, mut kwh, mut bills) = (0_i64, 0_i64, 0);
        for n in 0..BILLS {
            let number = format!("6{n:011}");
            let (charge, used) = (random.random_range(-5_000..90_000_i64), random.random_range(0..90_000_i64));
            let query = "
                insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                                  invoice_date, due_date, bill_type, reading_type, reading_start, reading_end, tariff,
                                  consumption_kwh, current_charge, outstanding_amount, tax_amount, total_amount_payable)
                select $1, '900000000001', $2, $3, '2800000001', '2026-10-20', '2026-10-02'::date + $4, '2026-11-20', 'Normal',
                       'actual', '2026-09-01'::date + 3 * $4, '2026-09-03'::date + 3 * $4, 'LV', $5::bigint / 100.0,
                       $6::bigint / 100.0, 12.50 * ($4 % 2), 0, $6::bigint / 100.0 + 12.50 * ($4 % 2)";
            let place = i32::try_from(n).expect("few bills");
            sql::run(pool, query, &[&number, &account_no.as_str(), &SINAR, &place, &used, &charge]).await;
            let choices = [None, Some("submitted"), Some("valid"), Some("cancelled"), Some("rejected")];
            let status = choices.choose(&mut random).copied().flatten();
            if let Some(status) = status {
                given::set_e_invoices(pool, std::slice::from_ref(&number), status).await;
            }
            let status = status.map(|code| EInvoiceStatus::parse(code).expect("a status"));
            if EInvoiceStatus::is_counted(status) {
                (cost, kwh, bills) = (cost + charge, kwh + used, bills + 1);
            }
        }
        let shown = |hundredths: i64| gridbill_core::Money::from_sen(hundredths).to_string();
        let expected = json!([bills, shown(cost), shown(kwh)]);
        let months = |answer: Value| {
            let months = answer["months"].as_array().expect("months").clone();
            let month = months.into_iter().find(|month| month["month"] == "2026-10-01").expect("October");
            json!([month["bills"], month["cost"], month["kwh"]])
        };
        let whole = viewer.call_raw::<GetCostByMonth>(json!({ "id": SINAR })).await.expect("cost");
        assert_eq!(months(whole), expected, "round {round}: the stored totals");
        let own =
            viewer.call_raw::<GetCostByMonth>(json!({ "id": SINAR, "accountNo": account_no })).await.expect("cost");
        assert_eq!(months(own), expected, "round {round}: the account");
        if cost > 0 {
            let costliest = viewer.call_raw::<GetCostliest>(json!({ "id": SINAR })).await.expect("costs");
            assert_eq!(
                costliest["costs"]["dearest"][0]["cost"],
                json!(shown(cost)),
                "round {round}: the costliest account"
            );
        }
        let october = json!({ "id": SINAR, "from": "2026-10-01", "to": "2026-10-01" });
        let report = viewer.call_raw::<GetCostReport>(october).await.expect("the report");
        assert_eq!(report["total"], json!(shown(cost)), "round {round}: the report by cost centre");
        let september = json!({ "id": SINAR, "by": "month", "from": "2026-09-01", "to": "2026-09-01" });
        let emissions = viewer.call_raw::<GetCarbonReport>(september).await.expect("the emissions");
        assert_eq!(emissions["sums"]["kwh"], json!(shown(kwh)), "round {round}: the emissions");
        every_invariant_holds(pool).await;
    }
}
